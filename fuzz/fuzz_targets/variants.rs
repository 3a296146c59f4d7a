//! Variants in JSON, of the builtin ruleset that the first byte chooses: refused, or a ruleset of which each can be chosen.

#![no_main]

use eights::Ruleset;
use eights_fuzz::games::Choice;
use eights_fuzz::{rulesets, seeds, target};
use serde_json::{Map, Value, json};

target!(check, texts, words);

fn check(data: &[u8]) {
    let Some((&at, text)) = data.split_first() else {
        return;
    };
    let Some(variants) = rulesets::mapping(text) else {
        return;
    };
    let mut value = Choice([at, 0, 0]).ruleset().to_value();
    let names: Vec<String> = variants.keys().take(2).cloned().collect();
    value["variants"] = Value::Object(variants);
    let read = Ruleset::from_value(value);
    if let Ok(ruleset) = &read {
        let chosen = Map::from_iter([("variant".to_owned(), json!(names))]);
        rulesets::judge(ruleset.with(&chosen), text);
    }
    rulesets::judge(read, text);
}

fn texts() -> Vec<Vec<u8>> {
    let named = |(at, overrides)| [&[at][..], json!({ "house": overrides }).to_string().as_bytes()].concat();
    let own = (0..=255).map_while(|at: u8| {
        let choice = Choice([at, 0, 0]);
        let variants = choice.ruleset().to_value()["variants"].take();
        let is_new = usize::from(at) < eights::ruleset::ids().count();
        is_new.then(|| [&[at][..], variants.to_string().as_bytes()].concat())
    });
    (0..=255)
        .cycle()
        .zip(seeds::overrides())
        .map(named)
        .chain(own)
        .collect()
}

fn words() -> Vec<String> {
    seeds::words_of(&eights::ruleset::schema_json())
}
