//! The schema stays a language: how many keys there are, and which of them serve one game only, and why.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::KEYS;
use crate::ruleset::builtin::{ids, text};

/// Most keys of the schema. The aim is 120, when specials are folded as well.
const MOST_KEYS: usize = 134;

/// Most keys that exactly one builtin ruleset writes, with its variants. The aim is 25, as above.
const MOST_SINGLE: usize = 50;

/// Each key that one builtin ruleset alone writes, that ruleset, and why the key is there all the same.
const SINGLE: &[(&str, &str, &str)] = &[
    (
        "params.NAME.cards",
        "zodiac",
        "a card that differs from episode to episode",
    ),
    ("params.NAME.draws", "zodiac", "a rank that differs so"),
    (
        "params.NAME.when",
        "zodiac",
        "drawn for a round, or fixed by a date",
    ),
    (
        "deal.dealer-extra",
        "rose_mau",
        "the dealer pays for creating a rule",
    ),
    ("draw.end-of-turn", "stalin", "a draw that ends every turn"),
    ("stock.keep", "larbys_switch", "the five-card rule"),
    ("turn.same-rank-stands-in", "pickup_countdown", "a Joker in a set"),
    ("turn.runs", "zodiac", "runs of a suit"),
    ("turn.set-cover-cards", "crazy_pairs", "no Eight covers a set"),
    (
        "turn.identical.others-draw",
        "advanced_switch",
        "identical cards on each other",
    ),
    (
        "turn.identical.again",
        "advanced_switch",
        "identical cards on each other",
    ),
    ("turn.most", "stalin", "up to three cards in a turn"),
    ("turn.or-all", "stalin", "or the whole hand"),
    (
        "special.NAME.when.players",
        "one_card",
        "a rule for three players only",
    ),
    (
        "special.NAME.not-on",
        "zodiac",
        "a wild card that is ordinary on some upcards",
    ),
    (
        "special.NAME.follows",
        "one_left",
        "cards that follow by suit only",
    ),
    (
        "special.NAME.demand",
        "advanced_switch",
        "a suit or rank that the next player must play",
    ),
    (
        "special.NAME.follow-under",
        "one_card",
        "a Joker that is looked through",
    ),
    ("special.NAME.only-on", "larbys_switch", "Jokers on Kings only"),
    (
        "special.NAME.followed-by",
        "larbys_switch",
        "only Kings on Jokers",
    ),
    ("special.NAME.again", "larbys_switch", "another turn"),
    ("special.NAME.others-draw", "larbys_switch", "all others draw"),
    (
        "special.NAME.swap-hands",
        "thirty_eights",
        "hands that are swapped",
    ),
    ("special.NAME.slap", "thirty_eights", "who slaps last"),
    (
        "special.NAME.name-rank.cards",
        "thirty_eights",
        "a rank that is named, or a card",
    ),
    (
        "special.NAME.name-rank.draw",
        "thirty_eights",
        "what is drawn by who has none",
    ),
    (
        "special.NAME.mirror",
        "larbys_switch",
        "cards that turn an attack back",
    ),
    (
        "special.NAME.attack.pass-on",
        "crazy_eights_xtreme",
        "attacks that are passed on",
    ),
    (
        "special.NAME.attack.set-unanswerable",
        "crazy_pairs",
        "pairs that nobody answers",
    ),
    (
        "special.NAME.attack.suit-stays",
        "one_card",
        "a suit that stays in force after an attack",
    ),
    (
        "special.NAME.attack.adds",
        "larbys_switch",
        "attacks that do not add up",
    ),
    (
        "special.NAME.penalty.covered",
        "zodiac",
        "a penalty that counts beneath other cards",
    ),
    (
        "special.NAME.penalty.ends-attack",
        "zodiac",
        "a penalty instead of an attack",
    ),
    (
        "special.NAME.cover.cards",
        "kings_reverse",
        "the Queen of a marriage",
    ),
    (
        "special.NAME.cover.must",
        "thirty_eights",
        "a card that has to be covered",
    ),
    (
        "special.NAME.cover.past-nominations",
        "larbys_switch",
        "covers that go on past a nomination",
    ),
    (
        "special.NAME.give.rest-draw",
        "kings_reverse",
        "who got no card draws one",
    ),
    (
        "special.NAME.challenge.undone",
        "kings_reverse",
        "a bluff that is taken back",
    ),
    ("second-pile.cards", "stalin", "a second pile"),
    ("words.NAME.on", "stalin", "a word for one card on another"),
    ("created.cross-out", "fat_buddah", "rules that only make room"),
    ("created.drawn", "rose_mau", "hidden rules to begin with"),
    ("created.split", "rose_mau", "rules for training and for testing"),
    ("out.places", "one_card", "the second place counts"),
    ("out.second-share", "one_card", "what the second place is worth"),
    ("out.not-on", "thirty_eights", "cards with which nobody goes out"),
    (
        "round.plays",
        "crazy_eights_openspiel",
        "the parameter max_turns of OpenSpiel",
    ),
    (
        "score.events",
        "crazy_eights_xtreme",
        "the winner's bonus and the hat",
    ),
    ("match.comeback", "advanced_switch", "a way back from the target"),
    ("match.turns", "crazy_eights_xtreme", "a match of limited time"),
];

/// The key of the schema that a path is, or is inside of.
fn key_at(path: &[&str]) -> Option<&'static str> {
    let is = |key: &&str| {
        let words: Vec<&str> = key.split('.').collect();
        let alike = |(word, part): (&&str, &&str)| *word == "NAME" || word == part;
        path.len() >= words.len() && words.iter().zip(path).all(alike)
    };
    KEYS.iter().map(|key| key.path).find(is)
}

/// The keys that a table writes, those with dots among them.
fn written(table: &Value, path: &str, found: &mut BTreeSet<&'static str>) {
    for (key, value) in table.as_object().into_iter().flatten() {
        let path = if path.is_empty() {
            key.clone()
        } else {
            format!("{path}.{key}")
        };
        match key_at(&path.split('.').collect::<Vec<_>>()) {
            Some(key) => {
                found.insert(key);
            }
            None => written(value, &path, found),
        }
    }
}

/// The keys that a builtin ruleset writes with its variants.
fn keys_of(id: &str) -> BTreeSet<&'static str> {
    let table: toml::Table = toml::from_str(text(id).expect("builtin")).expect("TOML");
    let mut table = serde_json::to_value(table).expect("plain values");
    let variants = table.as_object_mut().and_then(|map| map.shift_remove("variants"));
    let mut found = BTreeSet::new();
    written(&table, "", &mut found);
    for variant in variants
        .iter()
        .filter_map(Value::as_object)
        .flat_map(|map| map.values())
    {
        written(variant, "", &mut found);
    }
    found
}

#[test]
fn keys_are_few_and_each_that_serves_one_game_has_a_reason() {
    let mut games: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for id in ids() {
        for key in keys_of(id) {
            games.entry(key).or_default().push(id);
        }
    }
    let single = games.iter().filter_map(|(key, games)| match games.as_slice() {
        [game] => Some((*key, *game)),
        _ => None,
    });
    let single: BTreeSet<(&str, &str)> = single.collect();
    let listed: BTreeSet<(&str, &str)> = SINGLE.iter().map(|(key, game, _)| (*key, *game)).collect();
    assert_eq!(single, listed, "a key serves one game, or no longer does");
    assert!(SINGLE.iter().all(|(_, _, why)| !why.is_empty()));
    assert!(KEYS.len() <= MOST_KEYS, "{} keys", KEYS.len());
    assert!(single.len() <= MOST_SINGLE, "{} keys of one game", single.len());
}
