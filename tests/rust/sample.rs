//! Sampled rulesets: each plays to its end with any number of players, and fits the universal layout.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use eights::observation::Layout;
use eights::ruleset::{CreatedRule, Does, Draft, GRAMMAR_VERSION, SAMPLE_VERSION, Split};
use eights::{
    Action, Event, Game, ObservationLayout, Options, Recent, Rng, Ruleset, Seat, State, Stream, View,
};

use crate::golden::repository;

/// Number of sampled rulesets that are played.
const RULESETS: u64 = 300;

/// Every tenth decision is observed.
const OBSERVED: u32 = 10;

fn table(ruleset: &Ruleset, players: u8) -> Game {
    let options = Options {
        layout: ObservationLayout::Universal,
        ..Options::new(players)
    };
    Game::new(ruleset, options).unwrap_or_else(|error| panic!("{}: {error}", ruleset.title))
}

/// Checks that every feature is in its span's range.
fn observe(game: &Game, layout: &Layout, state: &State, seat: Seat) {
    let mut out = vec![0u8; layout.size()];
    layout.observe(&View::new(game, state, seat), &Recent::new(0), &mut out);
    for span in layout.spans() {
        let most = out[span.start..span.start + span.len].iter().max();
        assert!(most.is_none_or(|&most| most <= span.high), "{}", span.name);
    }
}

/// Plays a random game to its end. Returns true if it was truncated.
fn play(game: &Game, seed: u64) -> bool {
    let title = &game.ruleset().title;
    let layout = Layout::new(game);
    let mut rng = Rng::new(seed, Stream::Bot);
    let mut events: Vec<Event> = Vec::new();
    let mut state = game.deal(seed, &mut events);
    let mut decisions = 0;
    while !state.is_over() {
        let problems = game.check(&state);
        assert_eq!(problems, Vec::<String>::new(), "{title}");
        let legal = game.legal(&state);
        if decisions % OBSERVED == 0 {
            observe(
                game,
                &layout,
                &state,
                Seat(rng.below(game.players().into()) as u8),
            );
        }
        let action = Action::from_id(legal.nth(rng.below(legal.len())));
        game.apply(&mut state, action, &mut events)
            .unwrap_or_else(|error| panic!("{title}: {error}"));
        decisions += 1;
    }
    state.is_truncated()
}

/// All rules of the catalogue.
fn catalogue() -> BTreeMap<String, CreatedRule> {
    let mut rules = BTreeMap::new();
    let mut drafts = vec![Draft::default()];
    while let Some(draft) = drafts.pop() {
        if let Some(rule) = draft.rule() {
            rules.insert(rule.text(), rule);
        }
        for k in 0..draft.outcomes() {
            let mut next = draft;
            next.push(k);
            drafts.push(next);
        }
    }
    rules
}

#[test]
fn the_page_on_hidden_rules_tells_what_is_drawn() {
    let page = fs::read_to_string(repository("docs/hidden-rules.md")).expect("the page");
    for does in Does::ALL {
        assert!(
            page.contains(&format!("| `{}` |", does.name())),
            "{}",
            does.name()
        );
    }
    let rules = catalogue();
    let test = rules.values().filter(|rule| Split::Test.contains(rule)).count();
    for number in [rules.len(), test] {
        let written = format!("{},{:03}", number / 1000, number % 1000);
        assert!(page.contains(&written), "{written} of the catalogue");
    }
    for (name, version) in [
        ("GRAMMAR_VERSION", GRAMMAR_VERSION),
        ("SAMPLE_VERSION", SAMPLE_VERSION),
    ] {
        assert!(page.contains(&format!("`{name}` (now {version})")), "{name}");
    }
}

#[test]
fn every_sampled_ruleset_plays_a_game_to_its_end() {
    let mut truncated = 0;
    let mut sizes = BTreeSet::new();
    for seed in 0..RULESETS {
        let split = Split::ALL[(seed % 3) as usize];
        let ruleset = Ruleset::sample(seed, split);
        let (least, most) = (ruleset.players.min, ruleset.players.max);
        for players in least..=most {
            sizes.insert(Layout::new(&table(&ruleset, players)).size());
        }
        let players = least + (seed % u64::from(most - least + 1)) as u8;
        let game = table(&ruleset, players);
        if play(&game, seed) {
            println!("truncated with {players} players: {}", ruleset.title);
            truncated += 1;
        }
    }
    assert_eq!(sizes.len(), 1, "the universal layout is one for all: {sizes:?}");
    println!("{truncated} of {RULESETS} games were truncated");
    assert!(truncated <= 15, "{truncated} of {RULESETS} games were truncated");
}
