//! Defaults, ranges and words of the schema are those of the types.

use serde_json::{Map, Value, json};

use super::*;

fn base() -> Ruleset {
    let text = r#"
        id = "base"
        [call]
        made = "by-player"
        [starter.card.name]
        cards = "8"
        [params.name]
        cards = { "03-21" = "JC" }
        [special.name]
        cards = "8"
        play.free = "unable"
        hit = { draw = 1 }
        continue = { with = "suit" }
        move = { to = "all" }
        challenge = { draw = 1, extra = 1 }
        [words.name]
        say = 1
        due = "out"
    "#;
    Ruleset::from_toml(text).expect("the base of these tests is valid")
}

fn with(path: &str, new: Value) -> Result<Ruleset, crate::ruleset::RulesetError> {
    base().with(&Map::from_iter([(path.replace("NAME", "name"), new)]))
}

#[test]
fn numbers_outside_of_a_range_are_refused_with_the_range() {
    let mut numbers = 0;
    for leaf in leaves() {
        for one in leaf.key.shape.alternatives() {
            let ValueKind::Number(least, most) = one.kind else {
                continue;
            };
            numbers += 1;
            if leaf.key.shape.is_cards() {
                continue;
            }
            for n in [least - 1, most + 1] {
                let refused = with(&leaf.path, json!(n)).expect_err(&leaf.path).to_string();
                let said = format!("{n} is not in {least} … {most}");
                assert!(refused.contains(&said), "{}: {refused}", leaf.path);
            }
        }
    }
    assert!(numbers > 30);
}

#[test]
fn words_that_the_schema_lacks_are_refused_and_those_that_it_has_are_read() {
    for leaf in leaves().iter().filter(|leaf| !leaf.key.shape.words().is_empty()) {
        let words = leaf.key.shape.words();
        let refused = with(&leaf.path, json!("no such word"))
            .expect_err(&leaf.path)
            .to_string();
        // The message about a class of cards names the first unknown word.
        assert!(refused.contains("\"no"), "{}: {refused}", leaf.path);
        for word in words {
            let read = with(&leaf.path, json!(word));
            let problems = read.err().map(|error| error.to_string()).unwrap_or_default();
            let refused = format!("{word:?} is not ");
            assert!(!problems.contains(&refused), "{}: {problems}", leaf.path);
        }
    }
}

#[test]
fn every_key_has_a_meaning_and_a_default_unless_it_must_be_written_or_is_unset() {
    for leaf in leaves() {
        let key = leaf.key;
        assert!(key.meaning.ends_with('.'), "{}: {}", leaf.path, key.meaning);
        let kinds = [key.required, key.unset, key.default.is_some()];
        assert_eq!(
            kinds.iter().filter(|is| **is).count(),
            1,
            "{}: {kinds:?}",
            leaf.path
        );
    }
}

#[test]
fn defaults_are_those_of_the_types() {
    let find = |path: &str| {
        leaves()
            .into_iter()
            .find(|leaf| leaf.path == path)
            .expect("a key")
            .key
    };
    for (path, value) in [
        ("draw.most", json!(1)),
        ("special.NAME.nominate", json!("never")),
        ("special.NAME.skip", json!(0)),
        ("special.NAME.continue.cards", json!("all")),
        ("special.NAME.continue.most", json!("any")),
        ("special.NAME.continue.open", json!([])),
        ("special.NAME.hit.sets", json!("ordinary")),
        ("special.NAME.play.free", json!("never")),
        ("out.not-on", json!(0)),
        ("match.rounds", json!(0)),
        ("stock.keep", json!(0)),
        ("call.due", json!("played")),
        ("words.NAME.on", json!("all")),
        ("created.rules", json!([])),
    ] {
        assert_eq!(find(path).default, Some(&value), "{path}");
    }
    for path in ["id", "special.NAME.hit.draw", "words.NAME.due"] {
        assert!(find(path).required, "{path}");
    }
    let plain = Ruleset::from_toml("id = \"plain\"")
        .expect("valid")
        .to_full_value();
    let mut defaults = plain_value();
    defaults["id"] = json!("plain");
    assert_eq!(plain, defaults);
}
