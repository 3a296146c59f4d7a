//! Combinations of settings that make no sense: each is refused at its key, with what was allowed.

use eights::ruleset::{Problem, Ruleset, RulesetError};
use serde_json::{Map, Value, json};

fn with(id: &str, overrides: &Value) -> Result<Ruleset, RulesetError> {
    let map: Map<String, Value> = overrides.as_object().expect("a mapping").clone();
    Ruleset::builtin(id).expect("builtin").with(&map)
}

fn problems(overrides: &Value) -> Vec<Problem> {
    match with("crazy_eights", overrides) {
        Err(RulesetError::Invalid(problems)) => problems,
        other => panic!("{overrides}: {other:?} is not refused for its keys"),
    }
}

/// Each is refused at this path and no other, with a message that holds the text.
pub(crate) fn refused(cases: &[(Value, &str, &str)]) {
    for (overrides, path, text) in cases {
        let found = problems(overrides);
        let holds = matches!(found.as_slice(), [one] if one.path == *path && one.message.contains(text));
        assert!(holds, "{overrides}: {found:#?}");
    }
}

pub(crate) fn plays(cases: &[Value]) {
    for overrides in cases {
        if let Err(error) = with("crazy_eights", overrides) {
            panic!("{overrides}: {error}");
        }
    }
}

/// Crazy Eights with a countdown, and more.
fn countdown(more: &Value) -> Value {
    let mut all = json!({ "countdown.from": 8, "match.target": 0 });
    let map = all.as_object_mut().expect("a mapping");
    map.extend(more.as_object().expect("a mapping").clone());
    all
}

#[test]
fn countdowns_that_make_no_sense() {
    refused(&[
        (
            json!({ "countdown.from": 14, "match.target": 0 }),
            "countdown.from",
            "14 is not in 0 … 13",
        ),
        (
            json!({ "countdown.from": 8 }),
            "countdown.from",
            "match of its own",
        ),
        (
            countdown(&json!({ "players.min": 3, "out.places": 2 })),
            "out.places",
            "nobody is out until a score is 0",
        ),
    ]);
    plays(&[countdown(&json!({})), json!({ "countdown.from": 0 })]);
}

#[test]
fn params_that_cannot_be_drawn() {
    let cards = json!({ "cards": "JC QD" });
    let dates = json!({ "03-21": "JC", "04-20": "KD" });
    refused(&[
        (
            json!({ "params": { "a": cards, "b": cards, "c": cards } }),
            "params",
            "3 of them; at most 2",
        ),
        (
            json!({ "params.Zodiac": cards }),
            "params.Zodiac",
            "lower-case letters, digits and hyphens",
        ),
        (json!({ "params.wild": cards }), "params.wild", "not \"wild\""),
        (json!({ "params.zodiac": {} }), "params.zodiac", "nothing to draw"),
        (
            json!({ "params.zodiac": { "cards": "8 -8" } }),
            "params.zodiac.cards",
            "no card is left",
        ),
        (
            json!({ "params.zodiac": { "cards": "JC", "dates": dates } }),
            "params.zodiac.cards",
            "dates say which cards",
        ),
        (
            json!({ "params.zodiac": { "cards": "JC", "date": "11-21" } }),
            "params.zodiac.date",
            "decides by dates",
        ),
        (
            json!({ "params.zodiac": { "dates": dates, "date": "11-31" } }),
            "params.zodiac.date",
            "\"11-31\" is no day of the year",
        ),
        (
            json!({ "params.zodiac": { "dates": { "3-21": "JC" } } }),
            "params.zodiac.dates.3-21",
            "is no day of the year",
        ),
        (
            json!({ "params": { "a": { "cards": "H" }, "b": { "cards": "all -H" } } }),
            "params",
            "533 meanings together",
        ),
        (
            countdown(&json!({ "params.a": { "cards": "H S" }, "special.eight.cards": "@wild" })),
            "params",
            "234 meanings together",
        ),
    ]);
    plays(&[
        json!({ "params.zodiac": { "dates": dates, "date": "02-29" } }),
        json!({ "params.instapik": { "cards": "numbers", "rank": true }, "special.eight.cards": "@instapik" }),
        countdown(&json!({ "params.a": { "cards": "H S" } })),
    ]);
}

#[test]
fn late_bound_words_where_they_cannot_stand() {
    let zodiac = json!({ "cards": "JC QD KS" });
    let late = "has late-bound words";
    let table = [
        "starter.again",
        "starter.open",
        "turn.same-rank-cards",
        "turn.same-rank-stands-in",
        "turn.set-cover-cards",
        "round.row-cards",
        "score.double-hand",
        "special.six.demand",
    ];
    for key in table {
        let overrides = json!({ "params.zodiac": zodiac, "turn.same-rank": "every", "turn.set-cover": "may",
                                "special.six.cards": "6", key: "8 @zodiac" });
        refused(&[(overrides, key, late)]);
    }
    refused(&[
        (
            json!({ "params.zodiac": zodiac, "score.points.@zodiac": 7 }),
            "score.points.@zodiac",
            late,
        ),
        (
            json!({ "params.zodiac": zodiac, "params.other.cards": "9 @zodiac" }),
            "params.other.cards",
            late,
        ),
        (
            json!({ "params.zodiac": zodiac, "starter.first-nominates": "8 @zodiac" }),
            "starter.first-nominates",
            late,
        ),
    ]);
    for (key, value) in [
        ("accepts", json!("any")),
        ("demand", json!("9")),
        ("follows", json!("suit")),
        ("follow-under", json!(true)),
    ] {
        let special = json!({ "cards": "@zodiac", key: value });
        let overrides = json!({ "params.zodiac": zodiac, "special.zodiac": special });
        refused(&[(overrides, "special.zodiac.cards", "must be known before play")]);
    }
    refused(&[
        (
            json!({ "special.eight.cards": "@wild" }),
            "special.eight.cards",
            "set countdown.from",
        ),
        (
            json!({ "special.eight.cards": "@moon" }),
            "special.eight.cards",
            "this ruleset has none",
        ),
        (
            json!({ "params.zodiac": zodiac, "special.eight.not-on": "@moon" }),
            "special.eight.not-on",
            "@moon is no param: there are @zodiac",
        ),
        (
            json!({ "special.six": { "cards": "6", "cover": { "with": "any", "also": "@moon" } } }),
            "special.six.cover.also",
            "@moon is no param",
        ),
        (
            json!({ "special.six": { "cards": "6", "attack": { "draw": 1, "cancel": "@moon" } } }),
            "special.six.attack.cancel",
            "@moon is no param",
        ),
    ]);
}

#[test]
fn starters_that_cannot_be() {
    for key in ["starter.again", "starter.open", "starter.first-nominates"] {
        refused(&[(
            json!({ "starter.turned": false, key: "8" }),
            key,
            "no card is turned",
        )]);
    }
    refused(&[
        (
            json!({ "starter.open": "8", "starter.first-nominates": "8H" }),
            "starter.open",
            "8H stand under first-nominates as well",
        ),
        (
            json!({ "starter.first-nominates": "8 9H" }),
            "starter.first-nominates",
            "9H nominate nothing",
        ),
        (
            json!({ "starter.first-nominates": "8", "starter.effects": false }),
            "starter.first-nominates",
            "set starter.effects = true",
        ),
    ]);
    plays(&[
        json!({ "starter.open": "J", "starter.first-nominates": "8" }),
        json!({ "starter.turned": false }),
    ]);
}

#[test]
fn sets_where_no_cards_are_laid_together() {
    refused(&[
        (
            json!({ "turn.same-rank-stands-in": "*" }),
            "turn.same-rank-stands-in",
            "set turn.same-rank to",
        ),
        (
            json!({ "turn.set-cover": "must" }),
            "turn.set-cover",
            "set turn.same-rank to",
        ),
        (
            json!({ "turn.same-rank": "top", "turn.set-cover": "may", "turn.set-cover-cards": "" }),
            "turn.set-cover-cards",
            "no card could cover a set",
        ),
        (
            json!({ "turn.identical.others-draw": 21 }),
            "turn.identical.others-draw",
            "21 is not in 0 … 20",
        ),
        (
            json!({ "special.four": { "cards": "4", "attack": { "draw": 4, "answer": "4", "set-unanswerable": true } } }),
            "special.four.attack.set-unanswerable",
            "set turn.same-rank",
        ),
    ]);
    plays(&[json!({ "turn.runs": true })]);
}

#[test]
fn ends_of_a_round_that_cannot_be() {
    refused(&[
        (
            json!({ "out.places": 2 }),
            "out.places",
            "2 is not in 1 … 1 for 2 players",
        ),
        (
            json!({ "out.places": 0, "players.min": 9, "players.max": 9 }),
            "out.places",
            "0 is not in 1 … 8",
        ),
        (
            json!({ "out.places": { "2-5": 1 } , "players.max": 6 }),
            "out.places",
            "no value for 6 players",
        ),
        (
            json!({ "out.second-share": 101, "out.places": { "2": 1, "3-10": 2 } }),
            "out.second-share",
            "101 is not in 0 … 100",
        ),
        (
            json!({ "out.second-share": 25 }),
            "out.second-share",
            "nobody plays for the second place",
        ),
        (json!({ "round.row": 1 }), "round.row", "1 is not 0 or 2 … 20"),
        (
            json!({ "round.row": 4, "round.row-cards": "" }),
            "round.row-cards",
            "no card counts in a row",
        ),
        (
            json!({ "match.comeback": 500 }),
            "match.comeback",
            "match.at-target = \"elimination\"",
        ),
        (
            json!({ "match.comeback": 100, "match.at-target": "elimination" }),
            "match.comeback",
            "100 is not above match.target (100)",
        ),
        (
            json!({ "score.points.9": { "2-5": 5, "7-10": 20 } }),
            "score.points.9",
            "no value for 6 players",
        ),
    ]);
    plays(&[
        json!({ "out.places": { "2": 1, "3-10": 2 }, "out.second-share": 25 }),
        json!({ "match.comeback": 500, "match.at-target": "elimination", "round.first": "loser" }),
        json!({ "score.points.9": { "2-5": 5, "6-10": 20 } }),
    ]);
}

/// Sixes with a meaning of their own.
fn six(more: &Value) -> Value {
    let mut special = json!({ "cards": "6" });
    let map = special.as_object_mut().expect("a mapping");
    map.extend(more.as_object().expect("a mapping").clone());
    json!({ "special.six": special })
}

#[test]
fn words_of_a_special_that_do_not_go_together() {
    refused(&[
        (
            six(&json!({ "others-draw": 21 })),
            "special.six.others-draw",
            "21 is not in 0 … 20",
        ),
        (
            six(&json!({ "not-on": "9" })),
            "special.six.not-on",
            "ordinary card on every upcard",
        ),
        (
            six(&json!({ "not-on": "9", "wild": "unable" })),
            "special.six.not-on",
            "goes with wild = \"always\"",
        ),
        (
            six(&json!({ "follows": "suit", "wild": "always" })),
            "special.six.follows",
            "need not follow",
        ),
        (
            six(&json!({ "nominate": "second", "cards": "6 *" })),
            "special.six.nominate",
            "*R *B have no suit of their own",
        ),
        (
            six(&json!({ "again": true, "skip": 1 })),
            "special.six.again",
            "would be the next player",
        ),
        (
            six(&json!({ "follow-under": true, "nominate": "always" })),
            "special.six.follow-under",
            "does not go with special.six.nominate",
        ),
        (
            six(&json!({ "attack": { "draw": 2, "suit": "nominated" } })),
            "special.six.attack.suit",
            "nothing answers or cancels it",
        ),
        (
            json!({ "deck.jokers": 2, "special.six": { "cards": "6 *", "cover": { "with": "suit" } } }),
            "special.six.cover.with",
            "*R *B have no suit of which a cover could be",
        ),
        (
            six(&json!({ "cover": { "with": "suit", "must": true, "else-draw": 21 } })),
            "special.six.cover.else-draw",
            "21 is not in 0 … 20",
        ),
        (
            six(&json!({ "cover": { "with": "nominated" }, "nominate": "always" })),
            "special.six.cover.with",
            "does not go with special.six.nominate",
        ),
        (
            six(&json!({ "give": { "to": "next", "rest-draw": 1 } })),
            "special.six.give.rest-draw",
            "to = \"all\"",
        ),
        (
            six(&json!({ "wild": "always", "challenge": { "draw": 4, "extra": 2 } })),
            "special.six.challenge",
            "\"unable\" or \"no-suit\"",
        ),
    ]);
}

#[test]
fn plays_that_cannot_be_taken_back() {
    let undone = json!({ "wild": "no-suit", "challenge": { "draw": 4, "extra": 2, "undone": true } });
    let undone_and = |key: &str, value: Value| {
        let mut all = six(&undone);
        all[key] = value;
        all
    };
    refused(&[
        (
            undone_and("turn.runs", json!(true)),
            "special.six.challenge.undone",
            "turn.runs = false",
        ),
        (
            undone_and("round.row", json!(4)),
            "special.six.challenge.undone",
            "counted in a row",
        ),
        (
            json!({ "follow.suit": false, "special.six": { "cards": "6", "follows": "suit" } }),
            "special.six.follows",
            "could never be laid",
        ),
    ]);
    plays(&[
        six(&undone),
        six(&json!({ "follow-under": true, "wild": "always" })),
        six(&json!({ "cover": { "with": "nominated" } })),
        six(&json!({ "attack": { "draw": 2, "answer": "6", "together": true } })),
    ]);
}

#[test]
fn specials_contradict_each_other_only_where_both_hold() {
    let skip = |when: Value| json!({ "cards": "6", "when": { "players": when }, "penalty": { "draw": 1 } });
    let other = json!({ "cards": "6H 7", "when": { "players": "3-10" }, "penalty": { "draw": 2 } });
    plays(&[json!({ "special.six": skip(json!(2)), "special.red": other })]);
    refused(&[(
        json!({ "special.six": skip(json!("2-3")), "special.red": other }),
        "special.six.penalty",
        "special.red says the same of 6H",
    )]);
    // What an attack is answered with must attack wherever it holds.
    let attack = |answer: &str, when: Value| json!({ "cards": "6", "when": { "players": when }, "attack": { "draw": 1, "answer": answer } });
    let seven = json!({ "cards": "7", "when": { "players": 2 }, "attack": { "draw": 1 } });
    plays(&[json!({ "special.six": attack("6 7", json!(2)), "special.seven": seven })]);
    refused(&[(
        json!({ "special.six": attack("6 7", json!("2-3")), "special.seven": seven }),
        "special.six.attack.answer",
        "7C 7D 7H 7S would answer without being an attack",
    )]);
}

#[test]
fn late_bound_cards_contradict_others_if_they_can_in_any_episode() {
    let penalty = |cards: &str| json!({ "cards": cards, "penalty": { "draw": 1 } });
    let zodiac = json!({ "cards": "JC QD KS" });
    refused(&[(
        json!({ "params.zodiac": zodiac, "special.queen": penalty("Q"), "special.zodiac": penalty("@zodiac") }),
        "special.zodiac.penalty",
        "special.queen says the same of QD",
    )]);
    plays(&[
        json!({ "params.zodiac": zodiac, "special.ten": penalty("T"), "special.zodiac": penalty("@zodiac") }),
        json!({ "params.zodiac": zodiac, "special.queen": penalty("Q -@zodiac"), "special.zodiac": penalty("@zodiac") }),
    ]);
    let two =
        |cards: &str, answer: &str| json!({ "cards": cards, "attack": { "draw": 2, "answer": answer } });
    plays(&[countdown(&json!({ "special.two": two("2 -@wild", "2 -@wild") }))]);
    refused(&[(
        countdown(&json!({ "special.two": two("2 -@wild", "2") })),
        "special.two.attack.answer",
        "2C 2D 2H 2S would answer without being an attack",
    )]);
}

#[test]
fn a_table_of_points_by_players_replaces_another() {
    let first = with(
        "crazy_eights",
        &json!({ "score.points.9": { "2-5": 5, "6-10": 20 } }),
    )
    .expect("valid");
    let other = json!({ "score.points.9": { "2-3": 7, "4-10": 8 } });
    let ruleset = first
        .with(other.as_object().expect("a mapping"))
        .expect("the ranges do not overlap");
    let nested = json!({ "score": { "points": { "9": { "2-3": 7, "4-10": 8 } } } });
    let again = first
        .with(nested.as_object().expect("a mapping"))
        .expect("the ranges do not overlap");
    assert_eq!(ruleset, again);
    assert_eq!(ruleset.score.points["9"].get(4), Some(8));
    assert_eq!(
        ruleset.score.points["8"].get(4),
        Some(50),
        "points of other cards stay"
    );
}
