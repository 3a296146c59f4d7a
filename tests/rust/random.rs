//! Random rulesets that mix every key of the schema and are usually valid.

use std::collections::BTreeSet;
use std::fs;

use eights::Ruleset;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Map, Value, json};

use crate::golden::repository;
use crate::random_tableau;

/// Any of these values.
fn any_of(values: &'static [&'static str]) -> impl Strategy<Value = Value> {
    prop::sample::select(values).prop_map(|v| json!(v))
}

/// Returns the word at an index, and the last word for any greater index.
fn pick(words: &[&'static str], at: u8) -> &'static str {
    words[usize::from(at).min(words.len() - 1)]
}

/// The special of one rank in a random ruleset.
fn special(ranks: &'static str) -> impl Strategy<Value = Value> {
    let features = prop::collection::vec(any::<bool>(), 8);
    let rare = prop::collection::vec(0..6u8, 20);
    (
        features,
        rare,
        1..4u8,
        any_of(&["always", "unable", "no-suit", "never"]),
        any_of(&[
            "always",
            "if-followed",
            "alone",
            "second",
            "suit-and-rank",
            "own-colour",
            "in-force",
            "other",
        ]),
        any::<bool>(),
    )
        .prop_map(move |(on, rare, n, wild, nominate, flag)| {
            let mut map = Map::new();
            map.insert("cards".into(), json!(ranks));
            let by_rule = wild == json!("unable") || wild == json!("no-suit");
            let mut put = |on: bool, key: &str, value: Value| {
                if on {
                    map.insert(key.into(), value);
                }
            };
            put(on[0], "wild", wild);
            put(on[1], "nominate", nominate);
            let players = pick(&["self", "next", "previous", "others", "lot", "chosen"], rare[19]);
            let lost = json!({ "who": players, "turns": n });
            put(on[2], "skip", if rare[18] < 3 { lost } else { json!(n) });
            let who = pick(&["self", "all", "previous", "chosen", "lot", "others"], rare[18]);
            let open = json!({ "lot": [0, n, n + 2] });
            let aimed = json!({ "who": who, "draw": if flag { open } else { json!(n) } });
            put(rare[14] == 1, "aimed", aimed);
            put(on[3], "reverse", json!(true));
            put(on[4] && !on[5], "hit", attack(ranks, n, on[3], &rare));
            put(on[5], "hit", penalty(n, flag, &rare));
            put(on[6], "continue", cover(n, on[3], flag, &rare));
            let to = if rare[8] == 0 { "next" } else { "all" };
            let to = if to == "all" && n > 1 { "each" } else { to };
            put(on[7] && flag, "give", json!({ "optional": on[0], "to": to }));
            put(
                on[0] && by_rule && on[7],
                "challenge",
                json!({ "draw": n, "extra": 1, "undone": flag }),
            );
            put(rare[9] == 0, "not-on", json!("7 Q"));
            put(rare[10] == 0, "follows", json!("suit"));
            put(rare[11] == 0, "demand", json!("pictures 7"));
            put(rare[12] == 0, "follow-under", json!(true));
            put(rare[13] == 0, "again", json!(true));
            let moves_on = on[2] || on[3] || on[4] || on[5];
            put(rare[13] == 1 && !moves_on, "previous", json!(true));
            put(rare[14] == 0, "others-draw", json!(n));
            put(
                rare[15] < 2,
                "pass-hands",
                json!(pick(&["right", "left", "onward"], rare[13])),
            );
            put(rare[7] == 0, "accepts", json!("any"));
            put(rare[16] == 0, "forbidden", json!("4 K"));
            let condition = match rare[17] {
                0 => json!({ "left": "0-2" }),
                1 => json!({ "upcard": "red 7", "left": "1-200" }),
                2 => json!({ "upcard": "identical" }),
                _ => json!({}),
            };
            put(rare[17] < 3, "condition", condition);
            put(
                rare[6] == 5,
                "when",
                json!({ "players": pick(&["2-3", "4-10", "3"], n - 1) }),
            );
            Value::Object(map)
        })
}

fn attack(ranks: &str, n: u8, passes: bool, rare: &[u8]) -> Value {
    let answers = pick(&["nominated", "in-force", "follows", ""], rare[0]);
    let stays = if rare[3] == 0 { "stays" } else { "" };
    let suit: Vec<&str> = [answers, stays]
        .into_iter()
        .filter(|word| !word.is_empty())
        .collect();
    json!({
        "draw": if rare[4] == 0 { 0 } else { n }, "skip": if rare[4] < 2 { n } else { 0 }, "answer": ranks, "cancel": if rare[3] == 1 { "3 K&@suit @rank&red" } else { "3" }, "pass-on": if passes { "T" } else { "" },
        "suit": suit,
        "sets": if rare[1] == 0 { "add" } else { pick(&["unanswerable", "only-adds", "ordinary"], rare[2]) },
        "who": if rare[5] == 0 { "previous" } else { "next" },
        "turn": if rare[4] > 1 && rare[5] == 1 { "kept" } else { "lost" },
    })
}

fn penalty(n: u8, flag: bool, rare: &[u8]) -> Value {
    let open = [
        json!({ "lot": [0, 0, n] }),
        json!({ "until": "@suit" }),
        json!({ "until": "red 9" }),
    ];
    if rare[16] == 1 {
        let draw = open[usize::from(rare[0] % 3)].clone();
        return json!({ "draw": draw, "turn": if flag { "kept" } else { "lost" } });
    }
    json!({
        "draw": n, "turn": if flag { "kept" } else { "lost" }, "from": pick(&["pile", "pile-top", "stock"], rare[0]),
        "sets": if rare[1] == 0 { "instead" } else { "ordinary" },
    })
}

fn cover(n: u8, again: bool, flag: bool, rare: &[u8]) -> Value {
    let must = rare[4] == 0;
    if rare[9] == 1 {
        return json!({ "with": "suit", "most": if flag { json!("any") } else { json!(n) }, "effects": "first", "must": must });
    }
    json!({
        "with": pick(&["suit", "suit-or-rank", "any", "nominated"], (n + rare[5]) % 4),
        "most": if n == 1 { json!("any") } else { json!(n - 1) }, "open": match (again, rare[8]) {
            (true, 0) => &["covers", "left"][..],
            (true, _) => &["covers"],
            (false, 0) => &["left"],
            (false, _) => &[],
        },
        "cards": pick(&["all", "@rank 7&@suit Q", "all -@suit", "all"], rare[13]),
        "effects": if flag { "top" } else { "every" }, "also": pick(&["* 5", "", "@rank&red 9&@suit", ""], rare[6]),
        "must": must,
        "else-draw": match (must, rare[7]) {
            (true, 5) => json!("until-able"),
            (true, _) | (_, 0 | 1) => json!(n - 1),
            _ => json!(0),
        },
    })
}

/// Removes keys of a special that contradict each other or the ruleset, so that most random rulesets are valid.
fn tame(special: &mut Value, one_card_turns: bool, same_rank: bool, served: bool) {
    let Some(map) = special.as_object_mut() else {
        return;
    };
    for key in ["hit", "aimed"] {
        if served && map.get(key).is_some_and(|hit| hit["draw"].is_object()) {
            map[key]["draw"] = json!(1);
        }
    }
    let (cards, wild) = (
        map["cards"].as_str().unwrap_or("").to_owned(),
        map.get("wild").cloned(),
    );
    let wild = wild.filter(|wild| *wild != json!("never"));
    let has = |map: &Map<String, Value>, keys: &[&str]| keys.iter().any(|key| map.contains_key(*key));
    let mut drop = Vec::new();
    if cards.contains('@') {
        drop.extend([
            "accepts",
            "demand",
            "follows",
            "follow-under",
            "only-on",
            "followed-by",
            "mirror",
            "forbidden",
        ]);
    }
    if wild.is_some() {
        drop.push("follows");
    }
    if has(map, &["nominate", "continue", "accepts", "demand"]) {
        drop.push("follow-under");
    }
    if has(map, &["skip", "hit"]) {
        drop.push("again");
    }
    if map.get("nominate") == Some(&json!("second")) && cards.contains('*') {
        drop.push("nominate");
    }
    let by_rule = wild.as_ref().is_some_and(|wild| *wild != json!("always"));
    if by_rule || wild.is_none() && !has(map, &["nominate"]) {
        drop.push("not-on");
    }
    for key in drop {
        map.remove(key);
    }
    if !has(map, &["nominate"]) && wild.is_none() {
        map.remove("not-on");
    }
    if has(map, &["nominate"])
        && map
            .get("continue")
            .is_some_and(|cover| cover["with"] == json!("nominated"))
    {
        map["continue"]["with"] = json!("suit");
    }
    let by_suit = map
        .get("continue")
        .is_some_and(|cover| cover["with"] == json!("suit"));
    if by_suit && cards.contains('*') {
        map["continue"]["with"] = json!("suit-or-rank");
    }
    let single = one_card_turns && !has(map, &["continue", "follow-under"]);
    if let Some(challenge) = map.get_mut("challenge").filter(|_| !single) {
        challenge["undone"] = json!(false);
    }
    let unanswerable = |hit: &&mut Value| hit["sets"] == json!("unanswerable");
    if let Some(attack) = map.get_mut("hit").filter(unanswerable).filter(|_| !same_rank) {
        attack["sets"] = json!("ordinary");
    }
}

/// The turn in a random ruleset and its specials for several cards: usually one card, otherwise sets or runs.
fn turn() -> impl Strategy<Value = (Value, Map<String, Value>)> {
    (
        any_of(&["off", "off", "every", "top", "top-set"]),
        any::<bool>(),
        any_of(&["nothing", "skip"]),
        any::<bool>(),
        prop::collection::vec(0..6u8, 6),
    )
        .prop_map(|(same_rank, reversals, with_two, skips, rare)| {
            let set = same_rank != json!("off");
            let once = [(reversals, "reversals"), (skips, "skips")];
            let once: Vec<&str> = once
                .into_iter()
                .filter(|(on, _)| *on)
                .map(|(_, word)| word)
                .collect();
            let effects = if set { same_rank } else { json!("every") };
            let mut specials = Map::new();
            if set {
                let cards = if rare[0] == 0 { "all -A" } else { "all" };
                let also = if rare[1] == 0 { "*" } else { "" };
                let sets = json!({ "with": "rank", "effects": effects, "also": also });
                specials.insert("sets".into(), json!({ "cards": cards, "continue": sets }));
            }
            if set && rare[3] < 3 {
                let cards = if rare[4] == 0 { "all -8" } else { "all" };
                let covers =
                    json!({ "with": "suit-after-set", "effects": effects, "cards": cards, "must": rare[3] > 0 });
                specials.insert("set-covers".into(), json!({ "cards": "all", "continue": covers }));
            }
            if rare[2] == 0 {
                let with = if rare[0] < 3 { "adjacent" } else { "adjacent-round" };
                let runs = json!({ "with": with, "effects": effects });
                specials.insert("runs".into(), json!({ "cards": "all", "continue": runs }));
            }
            let first = if rare[1] == 1 { "suit" } else { "any" };
            let turn = json!({ "once": once, "first": first, "reverse-with-two": with_two });
            let mut identical = json!({ "cards": "all", "when": { "upcard": "identical" }, "again": rare[5] == 0 });
            if rare[5] % 3 > 0 {
                identical["hit"] = json!({ "who": "others", "draw": rare[5] % 3 });
            }
            specials.insert("identical".into(), identical);
            (turn, specials)
        })
}

/// Adds the penalty for a missing call, the time at which a call is due, and the price of renewing the stock.
fn calls_and_fines(ruleset: &mut Value, countdown: u8, rare: &[u8]) {
    open_draws(ruleset, rare);
    let by_player = ruleset["call"]["made"] == json!("by-player");
    if by_player && rare[16] < 2 {
        ruleset["call"]["skip"] = json!(rare[16] + 1);
    }
    if countdown == 0 && rare[17] == 0 {
        ruleset["call"]["due"] = json!("at-once");
    }
    if countdown == 0 && rare[17] < 3 {
        let fine = i16::from(rare[17]) + 1;
        let highest = ruleset["match"]["winner"] == json!("highest");
        ruleset["score"]["events"]["renewal"] = json!(if highest { -fine } else { fine });
        if rare[17] > 0 {
            ruleset["score"]["factors"]["renewal"] = json!("double");
        }
    }
    if by_player && rare[20] == 0 {
        ruleset["call"]["due"] = json!(2);
    }
    if countdown == 0 && rare[21] < 2 {
        let events = &mut ruleset["score"]["events"];
        events["call"] = json!(if rare[21] == 0 { 10 } else { -3 });
        events["mistake"] = json!(5);
        events["out 2 Q"] = json!(-20);
        events["alone Q"] = json!(40);
    }
}

/// Adds the beginning and end of rounds for this number of players, with or without a countdown.
fn add_ends(ruleset: &mut Value, players: u8, countdown: u8, rare: &[u8]) {
    let places = if countdown > 0 || rare[0] > 2 {
        1
    } else {
        rare[0].clamp(1, players - 1)
    };
    ruleset["out"]["places"] = if places > 1 && players > 2 {
        json!(&[75, 25, 0, 0, 0][..places.into()])
    } else {
        json!(places)
    };
    ruleset["round"] = json!({
        "row": match (rare[1], rare[2]) {
            (0, 0) => json!({ "all -2": 3 }),
            (0, _) => json!(3),
            _ => json!(0),
        },
        "next": pick(&["loser-first", "deal-moves", "winner-first", "deal-moves"], rare[3]),
        "first": match rare[1] {
            1 => "9C Q -QH 2",
            2 => "all",
            _ => "",
        },
    });
    if rare[4] == 0 {
        ruleset["score"]["factors"]["2"] = json!("double");
    }
    if rare[4] == 1 {
        ruleset["score"]["factors"]["last 2 Q"] = json!("double");
    }
    if places > 1 && rare[6] > 2 {
        ruleset["special"]["back"] = json!({ "cards": "5 7", "hit": { "who": "last-out", "draw": 2 } });
    }
    let ends = &ruleset["match"];
    let wins = ends["winner"] == json!("highest") && ends["at-target"] == json!("end");
    if wins && ruleset["score"]["events"] == json!({ "out": 0, "skipped-last": 0 }) && countdown == 0 {
        ruleset["match"]["games"] = json!(1 + rare[6] % 3);
    }
    let targets = ruleset["match"]["target"].as_u64() > Some(0) && countdown == 0;
    if targets && rare[3] == 1 && ruleset["match"]["games"].as_u64().unwrap_or(1) == 1 {
        ruleset["match"]["rounds"] = json!(2);
    }
    if rare[5] == 0 {
        ruleset["score"]["factors"]["identical"] = json!("halve");
    }
    ruleset["score"]["points"] =
        json!({ "9": { "2-3": 7, "4-10": 1 }, "8": if rare[22] == 0 { -20 } else { 20 } });
    let games = ruleset["match"]["games"].as_u64().unwrap_or(1);
    if rare[22] == 1 && countdown == 0 && games == 1 {
        ruleset["match"]["exact"] = json!({ "7": 0, "20": 3 });
    }
    if rare[23] == 0 {
        ruleset["out"]["not-on"] = json!({ "2 Q": "never" });
    }
    let eliminates = ruleset["match"]["at-target"] == json!("elimination");
    if eliminates && rare[6] < 3 {
        ruleset["match"]["at-target"] = json!({ "comeback": 120 });
    }
    ruleset["deal"]["direction"] = json!(pick(
        &["dealer", "dealer-after-deal", "anticlockwise", "clockwise"],
        rare[7]
    ));
    ruleset["draw"]["after-attack"] = json!(pick(&["answer", "play", "end-turn"], rare[8]));
    let words = [
        (rare[9] == 0, "drawn-by-suit"),
        (rare[10] == 0, "drawn-wild-idle"),
        (rare[11] == 0, "drawn-wild-by-lot"),
        (rare[9] == 1, "attacks-need-stock"),
        (rare[10] == 1, "one-pass-more"),
        (rare[11] == 1, "last-draw-is-pass"),
    ];
    let compat = ruleset["compat"].as_array_mut().expect("a list");
    compat.extend(
        words
            .into_iter()
            .filter(|(on, _)| *on)
            .map(|(_, word)| json!(word)),
    );
    ruleset["binds"] = json!(if rare[12] == 0 { "next" } else { "all" });
    let nominates = names_any_suit(&ruleset["special"]["d"]);
    starters(&mut ruleset["starter"], nominates, rare);
    if countdown > 0 {
        ruleset["countdown"] = json!({ "from": countdown });
        ruleset["match"]["target"] = json!(0);
    }
    add_teams(ruleset, players, countdown, rare);
}

/// Adds teams for a number of players that makes some, where nothing is played for alone.
fn add_teams(ruleset: &mut Value, players: u8, countdown: u8, rare: &[u8]) {
    let one_place = ruleset["out"]["places"] == json!(1);
    let one_game = ruleset["match"]["games"].as_u64().unwrap_or(1) == 1;
    if countdown > 0 || !one_place || !one_game || players < 4 || players % 2 == 1 || rare[12] > 3 {
        return;
    }
    ruleset["teams"] = match rare[12] {
        0 => json!(players / 2),
        1 => json!((0..players).map(|seat| seat / 2).collect::<Vec<u8>>()),
        _ => json!(2),
    };
    ruleset["out"]["team"] = json!(if rare[8] < 3 { "all" } else { "one" });
}

/// True if the player of a special nominates a suit of free choice.
pub(crate) fn names_any_suit(special: &Value) -> bool {
    let nominate = special.get("nominate");
    nominate.is_some_and(|it| ![json!("in-force"), json!("own-colour")].contains(it))
}

/// Adds rules for the card that begins the pile.
fn starters(starter: &mut Value, nominates: bool, rare: &[u8]) {
    if rare[13] == 0 {
        *starter = json!({ "turned": if rare[14] == 1 { "by-dealer" } else { "never" } });
        return;
    }
    if rare[14] == 0 {
        starter["card"]["open"] = json!({ "cards": "J 5", "effects": "open" });
    }
    if rare[14] == 2 {
        starter["card"]["suit"] = json!({ "cards": "9 T", "effects": "suit" });
    }
    let counts = starter["effects"] != json!("none");
    if counts && rare[15] == 0 {
        starter["card"]["lot"] = json!({ "cards": "7", "nominated-by": "lot" });
    }
    if counts && rare[15] == 1 {
        starter["card"]["kept"] = json!({ "cards": "3 Q", "effects": "turn-kept" });
    }
    if counts && nominates && rare[13] == 1 {
        starter["card"]["first"] = json!({ "cards": "AH AS", "nominated-by": "first-player" });
    }
}

/// The hit of a special, if it can be answered.
pub(crate) fn attack_of(special: &mut Value) -> Option<&mut Value> {
    let hit = special.get_mut("hit")?;
    hit.get("answer").is_some().then_some(hit)
}

/// Returns the table of the schema that expresses a shorthand key of these specials, and its value.
fn spelt(key: &str, value: &Value) -> Option<(&'static str, Value)> {
    Some(match key {
        "demand" => ("next", json!({ "cards": value, "binds": "next" })),
        "followed-by" => ("next", json!({ "cards": value })),
        "accepts" => ("next", json!({ "follow": value })),
        "follow-under" => ("next", json!({ "follow": "under" })),
        "name-rank" if value["draw"] == json!(0) => {
            ("next", json!({ "cards": value["cards"], "binds": "named-all" }))
        }
        "name-rank" => (
            "next",
            json!({ "cards": value["cards"], "else-draw": value["draw"], "binds": "named" }),
        ),
        "wild" => ("play", json!({ "free": value })),
        "only-on" | "follows" => ("play", json!({ "on": value })),
        "forbidden" => ("play", json!({ "not-on": value })),
        "pass-hands" | "swap-hands" => ("move", json!({ "to": value })),
        "give" => (
            "move",
            json!({ "to": value["to"], "must": value["optional"] == json!(false) }),
        ),
        "others-draw" => ("hit", json!({ "who": "others", "draw": value })),
        "aimed" => ("hit", value.clone()),
        "slap" => ("hit", json!({ "who": "lot", "draw": value })),
        _ => return None,
    })
}

/// Moves the effects that a special has only on other upcards, being wild and nominating, into a special of its own.
fn not_on(keys: &mut Map<String, Value>, upcards: &Value) -> Value {
    let but: Vec<String> = upcards
        .as_str()
        .unwrap_or("")
        .split(' ')
        .map(|word| format!("-{word}"))
        .collect();
    let mut own =
        json!({ "cards": keys["cards"], "when": keys.get("when").cloned().unwrap_or_else(|| json!({})) });
    own["when"]["upcard"] = json!(format!("all {}", but.join(" ")));
    if let Some(wild) = keys.remove("wild") {
        own["play"] = json!({ "free": wild });
    }
    if let Some(nominate) = keys.remove("nominate") {
        own["nominate"] = nominate;
        own["next"] = keys.remove("next").unwrap_or_else(|| json!({}));
    }
    own
}

/// Moves effects that a special has only under a condition on its play into a special of its own.
fn under_condition(keys: &mut Map<String, Value>, condition: &Value) -> Value {
    let mut own =
        json!({ "cards": keys["cards"], "when": keys.get("when").cloned().unwrap_or_else(|| json!({})) });
    for (key, value) in condition.as_object().into_iter().flatten() {
        own["when"][key] = value.clone();
    }
    for key in [
        "skip", "reverse", "again", "previous", "hit", "nominate", "continue",
    ] {
        if key != "nominate" || keys.get("wild").is_none() && keys.get("not-on").is_none() {
            own.as_object_mut()
                .expect("a table")
                .extend(keys.remove_entry(key));
        }
    }
    let names = own.get("nominate").is_some() || own["continue"]["with"] == json!("nominated");
    if let Some(next) = keys.remove("next").filter(|_| names) {
        own["next"] = next;
    }
    if own["continue"]["open"]
        .as_array()
        .is_some_and(|open| open.contains(&json!("left")))
    {
        own["continue"]["open"] = json!([]);
    }
    if own.get("hit").is_none() && condition["left"] == json!("0-2") {
        own["hit"] = json!({ "draw": 1, "turn": "kept" });
    }
    own
}

/// Moves the shorthand keys of all specials into tables of the schema. A special has each table once, so a second one goes into
/// an additional special.
fn spell(ruleset: &mut Value) {
    let binds = ruleset.as_object_mut().and_then(|map| map.remove("binds"));
    let specials = ruleset["special"].as_object_mut().expect("a table");
    let mut further = Map::new();
    for (name, special) in specials.iter_mut() {
        let keys = special.as_object_mut().expect("a table");
        let names = keys
            .get("nominate")
            .is_some_and(|it| ![json!("second"), json!("never"), json!("in-force")].contains(it))
            || keys
                .get("continue")
                .is_some_and(|it| it["with"] == json!("nominated"));
        if names && binds == Some(json!("next")) {
            keys.insert("next".into(), json!({ "binds": "next" }));
        }
        if let Some(condition) = keys.remove("condition") {
            let own = under_condition(keys, &condition);
            if own.as_object().is_some_and(|own| own.len() > 2) {
                further.insert(format!("{name}-if"), own);
            }
        }
        if let Some(upcards) = keys.remove("not-on") {
            further.insert(format!("{name}-not-on"), not_on(keys, &upcards));
        }
        let said: Vec<(String, Value)> = keys
            .iter()
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        for (key, value) in said {
            let Some((table, value)) = spelt(&key, &value) else {
                continue;
            };
            keys.remove(&key);
            if table == "play"
                && let Some(Value::Object(play)) = keys.get_mut("play")
            {
                play.extend(value.as_object().cloned().unwrap_or_default());
                continue;
            }
            if !keys.contains_key(table) {
                keys.insert(table.into(), value);
                continue;
            }
            let mut own = json!({ "cards": keys["cards"], table: value });
            if let Some(when) = keys.get("when") {
                own["when"] = when.clone();
            }
            further.insert(format!("{name}-{key}"), own);
        }
    }
    specials.extend(further);
}

/// Adds late-bound cards: those of a countdown's own rank, and those drawn for the episode.
fn add_late(ruleset: &mut Value, countdown: u8, rare: &[u8]) {
    let specials = ruleset["special"].as_object_mut().expect("a table");
    if countdown > 0 {
        for name in ["a", "d"] {
            let cards = specials[name]["cards"].as_str().unwrap_or("").to_owned() + " -@wild";
            if let Some(attack) = attack_of(&mut specials[name]) {
                attack["answer"] = json!(cards);
            }
            specials[name]["cards"] = json!(cards);
        }
        let own = json!({ "cards": "@wild", "wild": "always", "nominate": "always" });
        specials.insert("own".to_owned(), own);
    }
    if rare[0] > 1 {
        return;
    }
    let rank = rare[1] < 3;
    let dates = json!({ "cards": { "03-21": "4C", "06-21": "9D" }, "when": if rare[3] == 0 { "01-05" } else { "episode" } });
    ruleset["params"] = match rare[2] {
        0 | 1 => json!({ "lot": dates }),
        _ => {
            json!({ "lot": { "cards": "4C 9D TS 9H", "draws": if rank { "rank" } else { "card" }, "when": if rare[3] < 3 { "round" } else { "episode" } } })
        }
    };
    let late = json!({ "cards": if countdown > 0 { "@lot -@wild" } else { "@lot" } });
    let specials = ruleset["special"].as_object_mut().expect("a table");
    let mut lot = specials["e"].clone();
    lot["cards"] = late["cards"].clone();
    if let Some(attack) = attack_of(&mut lot) {
        attack["answer"] = late["cards"].clone();
    }
    specials.insert("lot".to_owned(), lot);
}

/// Makes the cards of a draw, or those for a missing call, several or an open number.
fn open_draws(ruleset: &mut Value, rare: &[u8]) {
    let open = [
        json!(2),
        json!({ "lot": [0, 1, 3] }),
        json!({ "until": "@suit" }),
        json!({ "until": "red 9" }),
    ];
    let drawn = |n: u8| open[usize::from(n % 4)].clone();
    if rare[20] == 0 {
        let draw = &mut ruleset["draw"];
        (draw["cards"], draw["most"], draw["until"]) = (drawn(rare[21]), json!(1), json!([]));
        if rare[21] % 4 < 2 && draw["then"] != json!("end-turn") {
            draw["then"] = json!("play-any");
        }
    }
    if rare[22] == 0 && ruleset["call"]["made"] == json!("by-player") {
        ruleset["call"]["penalty"] = drawn(rare[23]);
    }
}

/// Gives the cards backs, to which some turn them over, unless the table moves cards in ways in which backs do not move.
fn add_backs(ruleset: &mut Value, rare: u8) {
    if ["second-pile", "out-of-turn", "created"]
        .iter()
        .any(|key| ruleset.get(*key).is_some())
    {
        return;
    }
    ruleset["deck"]["backs"] = json!(true);
    if ruleset["stock"]["empty"] == json!("turn-over") {
        ruleset["stock"]["empty"] = json!("reshuffle");
    }
    let compat = ruleset["compat"].as_array_mut().expect("a list");
    compat.retain(|word| *word != json!("renews-at-once"));
    if rare > 3 {
        ruleset["score"]["events"]["back 9"] = json!(30);
    }
    let specials = ruleset["special"].as_object_mut().expect("a table");
    for (at, special) in specials.values_mut().enumerate() {
        let special = special.as_object_mut().expect("a table");
        special.remove("move");
        special.remove("mirror");
        if let Some(hit) = special.get_mut("hit").and_then(Value::as_object_mut) {
            hit.remove("from");
        }
        if let Some(challenge) = special.get_mut("challenge").and_then(Value::as_object_mut) {
            challenge.remove("undone");
        }
        if at == usize::from(rare) {
            let mut when = special.get("when").cloned().unwrap_or(json!({}));
            when["side"] = json!(if rare.is_multiple_of(2) { "front" } else { "back" });
            special.insert("when".to_owned(), when);
        }
    }
    specials.insert("turns".to_owned(), json!({ "cards": "3 9", "turn-over": true }));
}

/// Writes the keys of a ruleset as a user does, and adds what is written so from the beginning.
fn finish(ruleset: &mut Value, rare: &[u8]) {
    spell(ruleset);
    if rare[20] == 1 {
        add_backs(ruleset, rare[21]);
    }
}

/// Points for going out and for skipping the last player, with the sign that improves a score.
fn rewards(out: i16, hat: i16, lowest: bool) -> Value {
    let sign = if lowest { -1 } else { 1 };
    json!({ "out": sign * out, "skipped-last": sign * hat })
}

/// Numbers of players, few of them large, since such tables take long.
fn players() -> impl Strategy<Value = u8> {
    prop_oneof![24 => 2..7u8, 1 => 7..17u8]
}

/// A random ruleset, usually a valid one.
pub(crate) fn ruleset() -> impl Strategy<Value = Value> {
    let deck = (
        1..3u8,
        0..5u8,
        1..9u8,
        any::<bool>(),
        any_of(&["", "8", "*", "2 4"]),
    );
    let draw = (
        any_of(&["always", "unable"]),
        0..4u8,
        any::<bool>(),
        prop::sample::select(&[0u8, 0, 4, 9][..]),
        any_of(&["end-turn", "may-play", "must-play", "play-any", "must-play-any"]),
        any::<bool>(),
    );
    let table = (
        any_of(&["reshuffle", "turn-over", "none", "ends-round"]),
        any::<bool>(),
        turn(),
        any::<bool>(),
        prop::collection::vec(0..6u8, 24),
        prop::sample::select(&[0u8, 0, 0, 1, 2, 6][..]),
    );
    let ends = (
        any_of(&["off", "by-player", "automatic"]),
        any_of(&["automatic", "own-turn", "by-others", "next-player"]),
        any_of(&["ignored", "served", "chain"]),
        any_of(&["own", "winner"]),
        prop::sample::select(&[0u8, 0, 0, 2][..]),
    );
    let matches = (
        prop::sample::select(&[0u8, 0, 1, 7][..]),
        any_of(&["end", "sudden-death", "elimination"]),
        prop::sample::select(&[0u16, 0, 1, 30][..]),
        any_of(&["", "last-rank", "last-class"]),
        prop::sample::select(&[0i16, 0, 10][..]),
        prop::sample::select(&[0i16, 0, 10][..]),
        prop::sample::select(&[20u16, 80][..]),
    );
    let specials = (
        special("2"),
        special("7"),
        special("Q"),
        special("A"),
        special("* J&black"),
    );
    let extra = (0..random_tableau::KINDS, prop::collection::vec(0..6u8, 44));
    let all = (deck, draw, table, ends, matches, specials, players(), extra);
    all.prop_map(|(deck, draw, table, ends, matches, specials, players, extra)| {
        let lowest = ends.3 == json!("own") || matches.1 != json!("end");
        // If drawing ends the turn, one card is drawn.
        let one = draw.4 == json!("end-turn");
        let mut factors = json!({});
        if let Some(last) = matches.3.as_str().filter(|last| !last.is_empty()) {
            factors[last] = json!("double");
        }
        let mut follow = vec!["suit", "rank"];
        follow.extend(table.3.then_some("rank-on-nominated"));
        follow.extend((table.4[18] == 0).then_some("adjacent-rank"));
        let until = [(draw.2 && !one, json!("playable")), (draw.3 > 0 && !one, json!(draw.3))];
        let until: Vec<Value> = until.into_iter().filter(|(on, _)| *on).map(|(_, item)| item).collect();
        let compat = [(draw.5, "asks-to-pass"), (table.1, "renews-at-once")];
        let compat: Vec<&str> = compat.into_iter().filter(|(on, _)| *on).map(|(_, word)| word).collect();
        let mut ruleset = json!({
            "id": "random",
            "players": players,
            "deck": { "packs": if players > 6 { 3 } else { deck.0 }, "jokers": deck.1 },
            "deal": { "cards": if matches.0 > 0 { json!(format!("{}-{}", deck.2, deck.2 + matches.0)) } else { json!(deck.2) } },
            "starter": { "effects": if deck.3 { "usual" } else { "none" },
                         "card": { "again": { "cards": deck.4, "effects": "again" } } },
            "follow": follow,
            "draw": { "when": draw.0, "most": if one { 1 } else { draw.1 }, "until": until, "then": draw.4 },
            "compat": compat,
            "stock": { "empty": table.0 },
            "turn": table.2.0,
            "special": { "a": specials.0, "b": specials.1, "c": specials.2, "d": specials.3, "e": specials.4 },
            "call": { "made": ends.0, "caught": ends.1 },
            "out": { "last-card": ends.2 },
            "score": { "who": ends.3, "factors": factors, "events": rewards(matches.5, matches.4, lowest) },
            "match": { "target": matches.6, "winner": if lowest { "lowest" } else { "highest" },
                       "at-target": matches.1, "turns": matches.2 },
            "mistakes": { "penalty": ends.4 },
        });
        let (rare, countdown) = (&table.4, table.5);
        calls_and_fines(&mut ruleset, countdown, rare);
        if matches.0 == 0 && rare[19] < 2 {
            ruleset["deal"]["rounds"] = json!("down-and-up");
        }
        ruleset["special"].as_object_mut().expect("a table").extend(table.2.1);
        add_ends(&mut ruleset, players, countdown, rare);
        add_late(&mut ruleset, countdown, &rare[16..20]);
        random_tableau::add(&mut ruleset, extra.0, players, &extra.1);
        let goes_on = |name: &str| ruleset["special"].get(name).is_some();
        let (same_rank, served) = (goes_on("sets"), ruleset["out"]["last-card"] == json!("served"));
        let one_card = !same_rank && !goes_on("runs") && ruleset["round"]["row"] == json!(0);
        for special in ruleset["special"].as_object_mut().expect("a table").values_mut() {
            tame(special, one_card, same_rank, served);
        }
        finish(&mut ruleset, rare);
        ruleset
    })
}

/// Random rulesets as they are written, of which most are valid; the same ones on every run.
fn written() -> impl Iterator<Item = Value> {
    let mut runner = TestRunner::deterministic();
    std::iter::repeat_with(move || {
        let tree = ruleset().new_tree(&mut runner);
        tree.expect("a value").current()
    })
}

/// Random valid rulesets, the same ones on every run.
pub(crate) fn rulesets() -> impl Iterator<Item = Ruleset> {
    written().filter_map(|value| Ruleset::from_value(value).ok())
}

/// Returns the keys that the schema allows in a special, except the one that needs a base (`tests/rust/bases.rs`).
fn keys_of_specials() -> BTreeSet<String> {
    let text = fs::read_to_string(repository("docs/ruleset.schema.json")).expect("the schema");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    let forms = &schema["properties"]["special"]["additionalProperties"]["anyOf"];
    let forms = forms.as_array().expect("a table of keys, or false");
    let keys = forms.iter().filter_map(|form| form["properties"].as_object());
    keys.flat_map(|keys| keys.keys().cloned())
        .filter(|key| key != "replace")
        .collect()
}

#[test]
fn every_key_of_a_special_is_drawn() {
    const RULESETS: usize = 500;
    let mut missing = keys_of_specials();
    assert!(missing.contains("skip"), "{missing:?}");
    for value in written()
        .filter(|value| Ruleset::from_value(value.clone()).is_ok())
        .take(RULESETS)
    {
        for special in value["special"].as_object().expect("a table").values() {
            missing.retain(|key| special.get(key).is_none());
        }
    }
    assert_eq!(
        missing,
        BTreeSet::new(),
        "keys of no random ruleset: teach them to `special` above"
    );
}
