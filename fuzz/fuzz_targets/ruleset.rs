//! TOML of rulesets: a text is refused with its reasons, or is a ruleset that reads back and can be played.

#![no_main]

use eights::Ruleset;
use eights_fuzz::{rulesets, seeds, target};

target!(check, texts, words);

fn check(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data) {
        rulesets::judge(Ruleset::from_toml(text), data);
    }
}

fn texts() -> Vec<Vec<u8>> {
    let builtin = eights::ruleset::ids().chain(eights::ruleset::tiny_ids());
    let builtin = builtin
        .filter_map(eights::ruleset::builtin_toml)
        .map(str::to_owned);
    let changed = seeds::overrides().into_iter().filter_map(|overrides| {
        let mut whole = serde_json::Map::from_iter([("id".to_owned(), "x".into())]);
        whole.extend(overrides);
        toml::to_string(&whole).ok()
    });
    builtin.chain(changed).map(String::into_bytes).collect()
}

fn words() -> Vec<String> {
    seeds::words_of(&eights::ruleset::schema_json())
}
