//! That nothing is left unsaid: whatever changes in a ruleset changes its text.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::ruleset::schema::{Allowed, KEYS, Key};
use crate::ruleset::{Ruleset, ids};

/// The default, every builtin, and a ruleset that uses what they leave out.
fn rulesets() -> Vec<Ruleset> {
    let busy = "id = \"busy\"\n[draw]\nthen = \"may-play\"\n[turn]\nsame-rank = \"every\"\n[call]\nmade = \
    \"automatic\"\n\
                [special.two]\ncards = \"2\"\nattack = { draw = 2, answer = \"2\", cancel = \"3\", pass-on = \"T\" }\n\
                [special.nine]\ncards = \"9\"\nwild = \"unable\"\nnominate = \"if-followed\"\nreverse = \
                true\nskip = 3\n\
                penalty = { draw = 1, turn = \"kept\" }\ncover = { with = \"suit-or-rank\", cards = \"T\", \
                most = 2 }\n\
                give = {}\nchallenge = { draw = 2, extra = 0 }\n[match]\ntarget = 50\nbonus = 5\n\
                at-target = \"elimination\"\nturns = 90\n[deal]\ncards = 2\nchoice-to = 8\n[score]\ndouble = \
                \"class\"\nhat = 10\n[out]\nlast-card = \"chain\"\n[labels]\nsuits = [\"c\", \"d\", \"h\", \"s\"]\n\
                ranks = [\"2\", \"3\", \"4\", \"5\", \"6\", \"7\", \"8\", \"9\", \"10\", \"J\", \"Q\", \"K\", \"A\"]\n\
                jokers = [\"fool\", \"jester\"]\n";
    let mut all = vec![Ruleset::from_toml("id = \"default\""), Ruleset::from_toml(busy)];
    all.extend(ids().map(Ruleset::builtin));
    all.into_iter()
        .map(|ruleset| ruleset.expect("these are valid"))
        .collect()
}

/// Values of other meanings that a key may hold.
fn samples(allowed: Allowed, now: Option<&Value>) -> Vec<Value> {
    let numbers = |least: u32, most: u32| {
        [1, 2, 3, 4, 9, 13]
            .into_iter()
            .filter(move |n| (least..=most).contains(n))
            .map(|n| json!(n))
    };
    match allowed {
        Allowed::Id => Vec::new(),
        Allowed::Text => vec![json!("Another text")],
        Allowed::Texts => vec![json!([]), json!(["Another text."])],
        Allowed::Bool => vec![json!(false), json!(true)],
        Allowed::Number(least, most) => numbers(least, most).collect(),
        Allowed::ByPlayers(least, most) => {
            let each = numbers(least, most).chain([json!({"2-3": 3, "4-10": 4})]);
            // One number of the table changed at a time.
            let one = now.and_then(Value::as_object).into_iter().flat_map(|table| {
                table.keys().map(|range| {
                    let mut table = table.clone();
                    table[range] = json!(table[range].as_u64().map(|n| n + 3));
                    Value::Object(table)
                })
            });
            each.chain(one).collect()
        }
        Allowed::Word(words) => words.iter().map(|word| json!(word)).collect(),
        Allowed::WordOrNumber(words, most) => words
            .iter()
            .map(|word| json!(word))
            .chain(numbers(0, most))
            .collect(),
        Allowed::Cards => ["", "8", "red&8", "JS", "*", "QS JD", "H", "all", "all -2"]
            .map(|cards| json!(cards))
            .into(),
        Allowed::Labels(count) => ["a", "b"]
            .map(|letter| (0..count).map(|n| json!(format!("{letter}{n}"))).collect())
            .into(),
        Allowed::Copies => vec![
            json!({"all": 2}),
            json!({"all -*": 2, "*": 1}),
            json!({"8 9": 20}),
        ],
        Allowed::Points => vec![json!({"8": 50}), json!({"8": 20, "red&9": 3}), json!({"8 9": 50})],
        Allowed::Overrides => vec![
            json!({}),
            json!({"other": {"deal.cards": 6}}),
            json!({"other": {"deal.cards": 8}}),
        ],
    }
}

/// The paths of a key in a ruleset: one for each special.
fn paths(key: &Key, ruleset: &Ruleset) -> Vec<String> {
    if key.path.contains("NAME") {
        ruleset
            .special
            .keys()
            .map(|name| key.path.replace("NAME", name))
            .collect()
    } else {
        vec![key.path.to_owned()]
    }
}

#[test]
fn whatever_key_is_changed_the_text_changes() {
    let mut changed = BTreeSet::from(["id"]);
    for ruleset in rulesets() {
        let (value, text) = (ruleset.to_value(), ruleset.describe());
        for key in KEYS {
            for path in paths(key, &ruleset) {
                let now = path.split('.').try_fold(&value, |at, word| at.get(word));
                let mut texts = vec![(json!("as it is"), ruleset.clone(), text.clone())];
                for sample in samples(key.allowed, now) {
                    // A table is replaced, not merged into: it is taken away first.
                    let mut base = ruleset.clone();
                    if matches!(
                        key.allowed,
                        Allowed::Points | Allowed::Copies | Allowed::Overrides
                    ) {
                        base = base
                            .with(&Map::from_iter([(path.clone(), Value::Null)]))
                            .expect("defaults are valid");
                    }
                    let Ok(other) = base.with(&Map::from_iter([(path.clone(), sample.clone())])) else {
                        continue;
                    };
                    let said = other.describe();
                    for (earlier, differing, earlier_said) in &texts {
                        assert!(
                            *differing == other || *earlier_said != said,
                            "{}: {path} = {sample} reads like {earlier}",
                            ruleset.id
                        );
                    }
                    if other != ruleset {
                        changed.insert(key.path);
                    }
                    texts.push((sample, other, said));
                }
            }
        }
    }
    let missed: Vec<&str> = KEYS
        .iter()
        .map(|key| key.path)
        .filter(|path| !changed.contains(path))
        .collect();
    assert!(
        missed.is_empty(),
        "no ruleset here lets these be changed: {missed:?}"
    );
}

#[test]
fn rulesets_that_differ_read_differently() {
    let bodies: BTreeSet<String> = rulesets()
        .iter()
        .map(|ruleset| ruleset.sections().iter().map(super::render).collect())
        .collect();
    assert_eq!(bodies.len(), rulesets().len());
}

#[test]
fn a_variant_reads_differently() {
    let mut chosen = 0;
    for ruleset in rulesets() {
        for name in ruleset.variants.keys() {
            // That every variant can be chosen is for the tests of loading to say.
            if let Ok(variant) = ruleset.with(&Map::from_iter([("variant".to_owned(), json!(name))])) {
                assert_ne!(variant.describe(), ruleset.describe(), "{} {name}", ruleset.id);
                chosen += 1;
            }
        }
    }
    assert!(chosen > 0);
}

#[test]
fn sentences_are_whole() {
    for ruleset in rulesets() {
        let text = ruleset.describe();
        for flaw in ["  ", "..", " .", " ,", "``", "one cards", "\u{0}"] {
            assert!(!text.contains(flaw), "{}: {flaw:?} in\n{text}", ruleset.id);
        }
    }
}
