//! Mutated rulesets: builtin and random ones with the decks, classes of cards and settings of other rulesets.
//!
//! No valid mutant leads to a position in which nobody can act, and a batch shows its games correctly.

use std::collections::BTreeMap;

use eights::batch::{Arrays, Autoreset, Batch};
use eights::{Action, ActionSet, ChanceMode, EpisodeKind, Game, Options, Rng, Ruleset, Stream};
use ndarray::aview1;
use serde_json::{Map, Value, json};

use crate::conformance::somebody_can_act;
use crate::harness::{Table, play_moves};
use crate::random;
use crate::tables::{all_ids, nearest};

/// Number of mutants of each ruleset: a few by default, `EIGHTS_MUTATED=N` for more.
fn amount() -> usize {
    let given = std::env::var("EIGHTS_MUTATED").ok();
    given.and_then(|n| n.parse().ok()).unwrap_or(12)
}

/// Number of steps for each game; a game that ends earlier is dealt again.
const STEPS: u32 = 200;

/// Classes of cards, some of which are missing from smaller decks.
const CLASSES: [&str; 16] = [
    "*",
    "2-5",
    "7-A",
    "9-A",
    "H",
    "D S",
    "8",
    "J",
    "J & black",
    "QS",
    "red",
    "pictures",
    "A 2",
    "all -8",
    "all -*",
    "*R",
];

/// Decks by the number of copies of each class of cards.
fn deck(rng: &mut Rng) -> Value {
    let decks = [
        json!({ "copies": { "7-A": 1 } }),
        json!({ "copies": { "2-6": 2 } }),
        json!({ "copies": { "H S": 2 } }),
        json!({ "copies": { "H": 4 } }),
        json!({ "copies": { "*": 60 } }),
        json!({ "copies": { "*": 20, "C S": 2 } }),
        json!({ "copies": { "all -8 -*": 1 } }),
        json!({ "copies": { "7-A": 1, "*": { "2-3": 0, "4-10": 2 } } }),
        json!({ "copies": { "6-A": { "2": 1, "3-10": 2 }, "2-5": { "2": 0, "3-10": 2 } } }),
        json!({ "copies": {}, "jokers": { "2": 0, "3-10": 2 }, "packs": 1 }),
        json!({ "copies": {}, "jokers": 4, "packs": 0 }),
    ];
    decks[rng.below(decks.len() as u32) as usize].clone()
}

/// The tables whose keys are free names.
const NAMED: [&str; 3] = ["special", "words", "params"];

/// The key of a path of words, with `NAME` in place of a free name.
fn key_of(path: &[String]) -> String {
    let name = |(at, word): (usize, &String)| {
        let own = at == 1 && NAMED.contains(&path[0].as_str())
            || at == 2 && path[0] == "starter" && path[1] == "card";
        if own { "NAME".to_owned() } else { word.clone() }
    };
    path.iter().enumerate().map(name).collect::<Vec<_>>().join(".")
}

/// Visits every table and leaf of a value with the path that leads to it.
fn visit(value: &Value, path: &mut Vec<String>, each: &mut impl FnMut(&[String], &Value)) {
    if let Value::Object(map) = value {
        for (key, inner) in map {
            path.push(key.clone());
            each(path, inner);
            visit(inner, path, each);
            path.pop();
        }
    }
}

/// Values found in rulesets, by key.
struct Material {
    rulesets: Vec<Value>,
    said: BTreeMap<String, Vec<Value>>,
    rng: Rng,
}

impl Material {
    fn new(rulesets: Vec<Value>, seed: u64) -> Self {
        let mut said: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for ruleset in &rulesets {
            visit(ruleset, &mut Vec::new(), &mut |path, inner| {
                let all = said.entry(key_of(path)).or_default();
                if !all.contains(inner) {
                    all.push(inner.clone());
                }
            });
        }
        let rng = Rng::new(seed, Stream::Bot);
        Self { rulesets, said, rng }
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.rng.below(all.len() as u32) as usize].clone()
    }

    /// Returns the ruleset with one to three changes, and a description of them.
    fn mutant(&mut self, ruleset: &Value) -> (Value, Vec<String>) {
        let mut value = ruleset.clone();
        let ways = (0..=self.rng.below(3)).map(|_| self.change(&mut value)).collect();
        (value, ways)
    }

    fn change(&mut self, value: &mut Value) -> String {
        match self.rng.below(8) {
            0 => {
                let deck = deck(&mut self.rng);
                value["deck"] = deck.clone();
                value["labels"] = json!({});
                format!("deck = {deck}")
            }
            1 => self.take_section(value),
            2 | 3 => self.take_special(value),
            4 => self.add_to_special(value),
            5 => self.change_class(value),
            6 => {
                let cards = self.one_of(&[1, 2, 3]);
                value["deal"] = json!({ "cards": cards });
                format!("deal.cards = {cards}")
            }
            _ => self.change_value(value),
        }
    }

    /// Replaces a section with that of another ruleset.
    fn take_section(&mut self, value: &mut Value) -> String {
        let rulesets = self.rulesets.clone();
        let other = self.one_of(&rulesets);
        let own = [
            "id",
            "title",
            "source",
            "decisions",
            "variants",
            "players",
            "special",
            "labels",
            "deck",
        ];
        let sections: Vec<String> = other
            .as_object()
            .into_iter()
            .flat_map(Map::keys)
            .cloned()
            .collect();
        let sections: Vec<String> = sections
            .into_iter()
            .filter(|key| !own.contains(&key.as_str()))
            .collect();
        let section = self.one_of(&sections);
        value[section.as_str()] = other[section.as_str()].clone();
        format!("{section} = {}", other[section.as_str()])
    }

    /// Adds a special of another ruleset, possibly for other cards.
    fn take_special(&mut self, value: &mut Value) -> String {
        let specials = self.said["special.NAME"].clone();
        let mut special = self.one_of(&specials);
        if self.rng.below(2) == 0 {
            special["cards"] = json!(self.one_of(&CLASSES));
        }
        let way = format!("special.x = {special}");
        value["special"]["x"] = special;
        way
    }

    /// Sets a value of another special in one of the ruleset's own specials.
    fn add_to_special(&mut self, value: &mut Value) -> String {
        let names: Vec<String> = value["special"]
            .as_object()
            .into_iter()
            .flat_map(Map::keys)
            .cloned()
            .collect();
        let keys: Vec<String> = self
            .said
            .keys()
            .filter(|key| key.starts_with("special.NAME."))
            .cloned()
            .collect();
        if names.is_empty() {
            return "nothing".to_owned();
        }
        let (name, key) = (self.one_of(&names), self.one_of(&keys));
        let said = self.said[&key].clone();
        let new = self.one_of(&said);
        let inner: Vec<&str> = key.split('.').skip(2).collect();
        let mut at = &mut value["special"][name.as_str()];
        for word in &inner {
            if !at.is_object() {
                *at = json!({});
            }
            at = &mut at[*word];
        }
        *at = new.clone();
        format!("special.{name}.{} = {new}", inner.join("."))
    }

    /// Replaces one class of cards with another.
    fn change_class(&mut self, value: &mut Value) -> String {
        let classes = [
            "cards",
            "answer",
            "cancel",
            "pass-on",
            "also",
            "on",
            "upcard",
            "identical",
        ];
        let is_class = |path: &[String], inner: &Value| {
            path[0] != "deal"
                && inner.is_string()
                && path.last().is_some_and(|key| classes.contains(&key.as_str()))
        };
        let class = json!(self.one_of(&CLASSES));
        self.replace(value, is_class, |_, _| class.clone())
    }

    /// Replaces one value with another that some ruleset has for the same key.
    fn change_value(&mut self, value: &mut Value) -> String {
        let pick = self.rng.next_u64() as usize;
        let said = self.said.clone();
        let is_leaf = |path: &[String], inner: &Value| {
            !inner.is_object()
                && !["id", "title", "source", "decisions", "variants", "labels"].contains(&path[0].as_str())
        };
        self.replace(value, is_leaf, |path, old| {
            let others = said.get(&key_of(path)).filter(|others| !others.is_empty());
            others.map_or_else(|| old.clone(), |others| others[pick % others.len()].clone())
        })
    }

    /// Replaces one of the values for which `of` holds.
    fn replace(
        &mut self,
        value: &mut Value,
        of: impl Fn(&[String], &Value) -> bool,
        new: impl Fn(&[String], &Value) -> Value,
    ) -> String {
        let mut paths: Vec<Vec<String>> = Vec::new();
        visit(value, &mut Vec::new(), &mut |path, inner| {
            if of(path, inner) {
                paths.push(path.to_vec());
            }
        });
        if paths.is_empty() {
            return "nothing".to_owned();
        }
        let path = self.one_of(&paths);
        let place = path.iter().fold(value, |at, word| &mut at[word.as_str()]);
        *place = new(&path, place);
        format!("{} = {place}", path.join("."))
    }
}

/// Checks that masks show the legal actions of live games and `pass` for ended ones, and that only ended games are shown as ended.
fn batch_shows_games_as_they_are(game: &Game, seed: u64, autoreset: Autoreset, says: &impl Fn() -> String) {
    let envs = 3;
    let mut batch = Batch::new(game, envs, seed, autoreset).expect("room");
    let mut arrays = Arrays::<u8>::new(&batch);
    batch.reset(None, None, arrays.buffers()).expect("all envs");
    let mut actions = vec![0_i64; envs];
    for _ in 0..40 {
        batch.sample(None, &mut actions).expect("room for the actions");
        batch
            .step(&actions, None, arrays.buffers())
            .expect("legal actions");
        for env in 0..envs {
            let state = batch.state(env).expect("an env");
            let (legal, over) = (game.legal(state), state.is_over());
            let shown = if over {
                ActionSet::EMPTY.with(Action::Pass)
            } else {
                legal
            };
            let mut mask = vec![false; game.num_actions()];
            shown.write_mask(&mut mask);
            assert_eq!(arrays.action_masks.row(env), aview1(&mask), "{}", says());
            assert_eq!(legal.is_empty(), over, "{}", says());
            let ended = arrays.terminations[env] || arrays.truncations[env];
            assert!(autoreset == Autoreset::SameStep || ended == over, "{}", says());
        }
    }
}

/// Counts of mutants: all, valid ones, and those refused because a seat could have nothing to do.
#[derive(Default)]
struct Judged {
    all: usize,
    valid: usize,
    stuck: usize,
}

/// Mutates each of these rulesets, and plays the valid mutants.
fn judge(rulesets: &[Value]) -> Judged {
    let mut material = Material::new(rulesets.to_vec(), 7);
    let mut judged = Judged::default();
    for (seed, ruleset) in (0..).zip(rulesets.iter().cycle().take(rulesets.len() * amount())) {
        let (value, ways) = material.mutant(ruleset);
        judged.all += 1;
        match Ruleset::from_value(value) {
            Ok(ruleset) => {
                judged.valid += 1;
                play(&ruleset, seed, &|| format!("{} with {ways:#?}", ruleset.id));
            }
            Err(error) => {
                let error = error.to_string();
                let named = ["so none could be named", "has a suit that could be named"];
                judged.stuck += usize::from(named.iter().any(|text| error.contains(text)));
            }
        }
    }
    judged
}

/// Plays a ruleset with several numbers of players, in both modes of chance, as a match if it has one, and in a batch.
fn play(ruleset: &Ruleset, seed: u64, says: &impl Fn() -> String) {
    for players in nearest(ruleset, &[2, 3 + (seed % 4) as u8, 10]) {
        let game = |chance, episode| {
            let options = Options {
                chance,
                episode,
                max_decisions: Some(300),
                ..Options::new(players)
            };
            Game::new(ruleset, options)
        };
        let round = |chance| game(chance, EpisodeKind::Round).expect("a game of one round");
        let sampled = round(ChanceMode::Sampled);
        let matches = game(ChanceMode::Sampled, EpisodeKind::Match).unwrap_or_else(|_| sampled.clone());
        for game in [matches, round(ChanceMode::Explicit)] {
            play_moves(&Table::new(&game), seed, STEPS, &mut [&mut somebody_can_act]);
        }
        if seed.is_multiple_of(4) {
            let autoreset = Autoreset::ALL[(seed / 4 % 3) as usize];
            batch_shows_games_as_they_are(&sampled, seed, autoreset, says);
        }
    }
}

#[test]
fn somebody_can_act_wherever_a_mutated_builtin_ruleset_leads() {
    let rulesets = all_ids().map(|id| {
        let mut value = Ruleset::builtin(id).expect(id).to_value();
        value.as_object_mut().expect("a table").remove("variants");
        value
    });
    let judged = judge(&rulesets.collect::<Vec<_>>());
    assert!(
        (judged.all / 10..judged.all).contains(&judged.valid),
        "{} are valid",
        judged.valid
    );
    assert!(
        judged.stuck > 0,
        "no mutant would have led to a position in which nobody can act"
    );
}

#[test]
fn somebody_can_act_wherever_a_mutated_random_ruleset_leads() {
    let judged = judge(
        &random::rulesets()
            .take(20)
            .map(|ruleset| ruleset.to_value())
            .collect::<Vec<_>>(),
    );
    assert!(
        (judged.all / 20..judged.all).contains(&judged.valid),
        "{} are valid",
        judged.valid
    );
}

#[test]
fn a_name_that_binds_all_is_of_the_deck_of_each_number_of_players() {
    let jack = json!({ "special.jack": { "cards": "J", "next": { "cards": "*", "binds": "named-all" } },
                       "deck.jokers": { "2-5": 0, "6-10": 2 } });
    let base = Ruleset::builtin("crazy_eights").expect("builtin");
    let mut overrides = jack.as_object().expect("a table").clone();
    let error = base
        .with(&overrides)
        .expect_err("no Jokers with two players")
        .to_string();
    assert!(error.contains("with 2 players"), "{error}");
    overrides.insert("special.jack.when.players".to_owned(), json!("6-10"));
    let ruleset = base.with(&overrides).expect("valid");
    for (players, named) in [(2, false), (6, true)] {
        let game = Game::new(&ruleset, Options::new(players)).expect("a game");
        let hands = &["JC 5C 6C", "3D 4D", "6D 7D", "6H 7H", "6S 7S", "9S 9H"][..usize::from(players)];
        let mut state = game
            .position(&json!({ "hands": hands, "pile": "TC" }), 0)
            .expect("a position");
        game.apply(&mut state, "play JC".parse().expect("an action"), &mut ())
            .expect("legal");
        assert_eq!(state.phase().name() == "name-rank", named);
        assert!(!game.legal(&state).is_empty());
    }
}

#[test]
fn only_suits_of_the_deck_are_nominated() {
    let ruleset = Ruleset::builtin("tiny_eights_a").expect("builtin");
    let game = Game::new(&ruleset, Options::new(2)).expect("a game");
    let position = json!({ "hands": ["8C 9C", "9D"], "pile": "7C" });
    let mut state = game.position(&position, 0).expect("a position");
    game.apply(&mut state, "play 8C".parse().expect("an action"), &mut ())
        .expect("legal");
    let legal: Vec<String> = game
        .legal(&state)
        .iter()
        .map(|action| action.to_string())
        .collect();
    assert_eq!(legal, ["suit C", "suit D"]);
    let nominated = json!({ "hands": ["9C", "9D"], "pile": "8C", "suit": "H" });
    let error = game
        .position(&nominated, 0)
        .err()
        .expect("no card is a heart")
        .to_string();
    assert!(error.contains("no card of the deck has this suit"), "{error}");
}

#[test]
fn chance_names_only_suits_of_the_deck() {
    let overrides = json!({ "deck.copies": { "7-A & black": 2 }, "players": 2,
                            "starter.card.eight": { "cards": "8", "nominated-by": "lot" } });
    let ruleset = Ruleset::builtin("crazy_eights").expect("builtin");
    let ruleset = ruleset
        .with(overrides.as_object().expect("a table"))
        .expect("valid");
    let options = Options {
        chance: ChanceMode::Explicit,
        ..Options::new(2)
    };
    let game = Game::new(&ruleset, options).expect("a game");
    let position = json!({ "hands": ["7C", "7S"], "pile": "8C", "phase": { "name": "chance", "node": "suit" }, "seat": 0, "dealer": 0 });
    let state = game.position(&position, 0).expect("a position");
    let outcomes: Vec<(String, f64)> = game
        .chance_outcomes(&state)
        .iter()
        .map(|(outcome, p)| (outcome.to_string(), *p))
        .collect();
    assert_eq!(
        outcomes,
        [("chance C".to_owned(), 0.5), ("chance S".to_owned(), 0.5)]
    );
}
