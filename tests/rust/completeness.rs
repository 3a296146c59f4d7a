//! Every ruleset has its data, and random play reaches every action, phase and event.

use std::collections::BTreeSet;
use std::fs;

use eights::ruleset::ids;
use eights::{Action, ActionId, ChanceMode, EpisodeKind, Game, Move, NUM_ACTIONS, Options, Phase, Ruleset};
use serde_json::json;

use crate::golden::repository;
use crate::harness::{Table, play};
use crate::playthroughs::variant;
use crate::tables::{all_ids, nearest};
use crate::{counts, playthroughs};

#[test]
fn every_ruleset_has_cases_a_playthrough_a_count_and_a_page() {
    let counted = counts::counted();
    let mut missing = Vec::new();
    for id in all_ids() {
        let cases =
            fs::read_to_string(repository(&format!("tests/data/cases/{id}.toml"))).unwrap_or_default();
        let cases = cases.matches("[[case]]").count();
        if cases < 10 {
            missing.push(format!("{id} has {cases} cases; write at least 10"));
        }
        for path in [
            format!("{}/{id}.txt", playthroughs::FOLDER),
            format!("docs/rules/{id}.md"),
        ] {
            if !repository(&path).is_file() {
                missing.push(format!("{path} is missing; run make bless"));
            }
        }
        if !counted.iter().any(|ruleset| ruleset == id) {
            missing.push(format!("{} has no position of {id}", counts::FILE));
        }
    }
    assert!(missing.is_empty(), "\n{}", missing.join("\n"));
}

/// The variants that random play reached, by name.
#[derive(Default)]
struct Seen {
    actions: BTreeSet<String>,
    phases: BTreeSet<String>,
    events: BTreeSet<String>,
}

impl Seen {
    fn play(&mut self, table: &Table, seed: u64) {
        const MOST: u32 = 600;
        play(
            table,
            seed,
            MOST,
            &mut [&mut |at| {
                let phase = at.state().phase();
                self.phases.insert(variant(&phase));
                if let Phase::Chance(node) = phase {
                    self.phases.insert(format!("Chance {}", variant(&node)));
                }
                if let Some(Move::Action(action)) = at.next {
                    self.actions.insert(variant(&action));
                }
                if at.next.is_none() || at.episode.moves().len() + 1 == MOST as usize {
                    self.events.extend(at.episode.events().iter().map(variant));
                }
            }],
        );
    }

    /// Plays random games of every builtin ruleset and its variants, with illegal cards masked and unmasked.
    fn everywhere() -> Self {
        let mut seen = Self::default();
        for id in ids() {
            let builtin = Ruleset::builtin(id).expect("builtin");
            let variants = builtin.variants.keys().map(|name| json!({ "variant": name }));
            let few = (!builtin.second_pile.cards.is_none()).then(|| json!({ "second-pile.cards": "AH" }));
            let overrides = variants.chain(few).chain([
                json!({}),
                json!({ "mistakes.penalty": 1 }),
                // Hits and a beginning that no builtin ruleset has.
                json!({ "special.new": { "cards": "6", "hit": { "who": "chosen", "draw": { "lot": [0, 1] } } },
                        "round.first": "all" }),
                json!({ "deal.cards": "4-6", "deal.rounds": "same" }),
            ]);
            for overrides in overrides {
                let Ok(ruleset) = builtin.with(overrides.as_object().expect("a mapping")) else {
                    assert!(overrides.get("special.new").is_some(), "{id} with {overrides}");
                    continue;
                };
                for chance in ChanceMode::ALL {
                    let adds_rules = ruleset.created.most > 0;
                    let options = Options {
                        chance: *chance,
                        episode: if adds_rules {
                            EpisodeKind::Match
                        } else {
                            EpisodeKind::Round
                        },
                        ..Options::new(nearest(&ruleset, &[3])[0])
                    };
                    let game = Game::new(&ruleset, options).expect("a game");
                    let table = Table::new(&game);
                    for seed in 0..12 {
                        seen.play(&table, seed);
                    }
                }
            }
        }
        seen
    }
}

/// The variants of an enum, parsed from its source file.
fn variants(file: &str, name: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(repository(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    let (_, body) = text
        .split_once(&format!("pub enum {name} {{\n"))
        .expect("the enum");
    let (body, _) = body.split_once("\n}").expect("its end");
    let lines = body.lines().filter_map(|line| line.strip_prefix("    "));
    let variants = lines.filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase()));
    variants
        .map(|line| line.chars().take_while(char::is_ascii_alphanumeric).collect())
        .collect()
}

#[test]
fn everything_that_can_happen_happens_in_random_play() {
    let seen = Seen::everywhere();
    assert_eq!(
        variants("src/engine/event.rs", "Event")
            .difference(&seen.events)
            .collect::<Vec<_>>(),
        [""; 0]
    );
    let mut phases = variants("src/engine/phase.rs", "Phase");
    phases.extend(
        variants("src/engine/phase.rs", "Chance")
            .iter()
            .map(|node| format!("Chance {node}")),
    );
    assert_eq!(phases, seen.phases);
    let kinds = (0..NUM_ACTIONS as u8).filter_map(ActionId::new);
    let offered: BTreeSet<String> = kinds.map(|id| variant(&Action::from_id(id))).collect();
    assert_eq!(offered, seen.actions);
}
