//! Overrides in JSON, of the builtin ruleset that the first byte chooses: refused with their reasons, or a ruleset.

#![no_main]

use eights_fuzz::games::Choice;
use eights_fuzz::{rulesets, seeds, target};

target!(check, texts, words);

fn check(data: &[u8]) {
    let Some((&at, text)) = data.split_first() else {
        return;
    };
    if let Some(overrides) = rulesets::mapping(text) {
        rulesets::judge(Choice([at, 0, 0]).ruleset().with(&overrides), text);
    }
}

fn texts() -> Vec<Vec<u8>> {
    let of = |(at, overrides)| {
        [
            &[at][..],
            serde_json::Value::Object(overrides).to_string().as_bytes(),
        ]
        .concat()
    };
    (0..=255).cycle().zip(seeds::overrides()).map(of).collect()
}

fn words() -> Vec<String> {
    seeds::words_of(&eights::ruleset::schema_json())
}
