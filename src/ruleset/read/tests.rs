//! One mistake is one problem, with a message of our own.

use serde_json::{Map, json};

use super::*;
use crate::ruleset::schema::leaves;

fn listed(value: Value) -> Vec<String> {
    let mut found = Found::default();
    read(value, &mut found);
    let RulesetError::Invalid(problems) = found.refused() else {
        panic!("problems are listed")
    };
    problems.iter().map(ToString::to_string).collect()
}

fn many(count: usize, prefix: &str, value: &Value) -> Value {
    (0..count)
        .map(|n| (format!("{prefix}{n}"), value.clone()))
        .collect::<Map<_, _>>()
        .into()
}

#[test]
fn a_list_is_no_table() {
    for (value, path) in [
        (json!({ "id": "x", "deal": [7] }), "deal"),
        (json!({ "id": "x", "special": { "two": ["2"] } }), "special.two"),
        (
            json!({ "id": "x", "special": { "two": { "cards": "2", "hit": [2] } } }),
            "special.two.hit",
        ),
        (
            json!({ "id": "x", "created": { "rules": [["8", "skip"]] } }),
            "created.rules.[0]",
        ),
    ] {
        let listed = listed(value);
        assert!(
            listed.len() == 1 && listed[0].starts_with(&format!("{path}: [")),
            "{listed:?}"
        );
    }
}

#[test]
fn of_many_unknown_keys_some_are_told() {
    for (value, path) in [
        (many(4_000, "key", &json!(1)), "key7"),
        (json!({ "deal": many(4_000, "key", &json!(1)) }), "deal.key7"),
        (
            json!({ "special": { "two": { "hit": many(4_000, "key", &json!({})) } } }),
            "special.two.hit.key7",
        ),
    ] {
        let listed = listed(value);
        assert_eq!(listed.len(), 201);
        assert!(
            listed
                .iter()
                .any(|problem| problem.starts_with(&format!("{path}: unknown key `key7`")))
        );
        assert!(listed[200].starts_with("… and 380"), "{}", listed[200]);
    }
}

#[test]
fn of_too_many_entries_so_many_are_read() {
    let wrong: Map<String, Value> = ["cards", "nominate", "skip", "reverse", "again", "mirror"]
        .map(|key| (key.to_owned(), json!({})))
        .into_iter()
        .collect();
    let found = listed(json!({ "id": "x", "special": many(100, "s", &wrong.into()) }));
    assert_eq!(found[200], "… and 400 more problems");
    let found = listed(json!({ "id": "x", "special": many(12_000, "s", &json!({ "cards": "XX" })) }));
    assert_eq!(found[0], "special: 12000 of them; at most 100");
    assert_eq!(found.len(), 101);
}

#[test]
fn one_mistake_is_one_problem() {
    let mut wrong = Vec::new();
    for (value, problem) in [
        (
            json!({ "special": { "two": { "cards": "2", "hit": { "drw": 2, "answer": "" } } } }),
            "special.two.hit.drw: unknown key `drw`: did you mean `draw`?",
        ),
        (
            json!({ "special": { "two": { "cards": "2", "hit": { "draw": "two", "answer": "" } } } }),
            "special.two.hit.draw: \"two\" is not a whole number from 0 to 50",
        ),
        (
            json!({ "special": { "two": { "cards": "2", "hit": { "answer": "2" } } } }),
            "special.two.hit: `draw` is missing: write 0 … 50",
        ),
        // A starter whose only effect is a nomination needs the special with the mistake.
        (
            json!({ "special": { "eight": { "cards": "8X", "nominate": "always" } }, "starter": { "card": { "x": { "cards": "8", "effects": "nomination" } } } }),
            "special.eight.cards: \"8X\" selects no cards",
        ),
        (
            json!({ "special": { "eight": { "cards": "8", "nominat": "always" } }, "starter": { "card": { "x": { "cards": "8", "effects": "nomination" } } } }),
            "special.eight.nominat: unknown key `nominat`: did you mean `nominate`?",
        ),
        (
            json!({ "special": { "six": { "cards": "6", "play": {"free": "unabel"}, "challenge": { "draw": 1, "extra": 1 } } } }),
            "special.six.play.free: \"unabel\" is not \"never\", \"always\", \"unable\" or \"no-suit\": did you mean \"unable\"?",
        ),
        (
            json!({ "deal": 7 }),
            "deal: 7 is not a table: write its keys under [deal]",
        ),
        (
            json!({ "deal": { "cards": { "2-5": "x" } } }),
            "deal.cards: for 2-5 players \"x\" is not a number of cards from 1 to 255, nor a range such as \"5-8\"",
        ),
        (
            json!({ "score": { "points": { "8": "x" } } }),
            "score.points.8: \"x\" is not a whole number from -1000 to 65535 or a table by players such as {",
        ),
        (
            json!({ "score": { "points": { "else": "fase" } } }),
            "score.points.else: \"fase\" is not \"face\", \"index\" or a whole number from -1000 to 65535: did you mean \"face\"?",
        ),
        (
            json!({ "score": { "factors": { "identical": 2 } } }),
            "score.factors.identical: 2 is not \"double\" or \"halve\"",
        ),
        (
            json!({ "score": { "events": { "hat": -10 } } }),
            "score.events.hat: \"hat\" is no event: there are out, skipped-last, renewal, call, mistake",
        ),
        (
            json!({ "score": { "events": { "out": 1001 } } }),
            "score.events.out: 1001 is not in -1000 … 1000",
        ),
        (
            json!({ "draw": { "most": 1.5 } }),
            "draw.most: 1.5 is not a whole number from 0 to 255",
        ),
        (
            json!({ "special": { "all": { "cards": "all", "continue": { "with": "following", "most": 1.5 } } } }),
            "special.all.continue.most: 1.5 is not \"any\", a whole number from 1 to 19",
        ),
        (
            json!({ "special": { "six": { "cards": "6", "continue": { "with": "suit", "open": ["cover"] } } } }),
            "special.six.continue.open: \"cover\" is not \"covers\", \"nominations\" or \"left\": did you mean \"covers\"?",
        ),
        (
            json!({ "special": { "queen": { "cards": "Q", "mirror": "no" } } }),
            "special.queen.mirror: \"no\" is not true or false",
        ),
        (
            json!({ "follow": ["suit", "rnak"] }),
            "follow: \"rnak\" is not \"suit\", \"rank\", \"rank-on-nominated\", \"sum-or-product\" or \"adjacent-rank\": did you mean \"rank\"?",
        ),
        (
            json!({ "draw": { "until": ["playable", 0] } }),
            "draw.until: 0 is not in 1 … 255",
        ),
        (
            json!({ "draw": { "until": [4, 5], "then": "play-any" } }),
            "draw.until: 5 is not \"playable\" or a number from 1 to 255, each once",
        ),
        (
            json!({ "deal": { "cards": "8-5" } }),
            "deal.cards: \"8-5\" is not a number of cards from 1 to 255, nor a range such as \"5-8\"",
        ),
        (
            json!({ "created": { "rules": [{ "cards": "6", "does": "jump" }] } }),
            "created.rules.[0].does: \"jump\" is not \"reverse\"",
        ),
    ] {
        let listed = problems_with(value);
        if listed.len() != 1 || !listed[0].starts_with(problem) {
            wrong.push(format!("{problem}\n    {listed:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the problems of a ruleset with these keys.
fn problems_with(value: Value) -> Vec<String> {
    let mut whole = json!({ "id": "x" });
    let Value::Object(keys) = value else {
        panic!("{value} is not a table");
    };
    whole.as_object_mut().expect("a table").extend(keys);
    listed(whole)
}

#[test]
fn whatever_stands_for_a_key_is_named() {
    let odd = [
        json!(null),
        json!(true),
        json!(-1),
        json!(70_000),
        json!(0.5),
        json!("§"),
        json!({ "§": "§" }),
        json!(["§"]),
    ];
    for key in leaves() {
        for value in &odd {
            let mut whole = Value::Object(Map::new());
            let words: Vec<&str> = key.path.split('.').collect();
            let mut at = &mut whole;
            for word in &words {
                at[*word] = json!({});
                at = &mut at[*word];
            }
            *at = value.clone();
            let mut found = Found::default();
            if whole.get("id").is_none() {
                whole["id"] = json!("x");
            }
            read(whole, &mut found);
            if found.is_empty() {
                continue;
            }
            let RulesetError::Invalid(problems) = found.refused() else {
                panic!("problems are listed")
            };
            for problem in problems {
                let text = problem.to_string();
                assert!(!problem.path.is_empty(), "{}: {value}: {text}", key.path);
                for foreign in [
                    "invalid type",
                    "invalid value",
                    "unknown field",
                    "unknown variant",
                    "missing field",
                    "expected ",
                ] {
                    assert!(!text.contains(foreign), "{}: {value}: {text}", key.path);
                }
            }
        }
    }
}
