//! Records: a text is refused with its reason, or replays to an episode whose record is the same, annotations included.

#![no_main]

use eights::Record;
use eights_fuzz::{seeds, target};
use serde_json::json;

target!(check, texts, words);

fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let episode = match Record::parse(text).and_then(|record| Ok((record.replay()?, record))) {
        Ok((episode, record)) => {
            let annotations = json!(record.annotations());
            let written = episode
                .annotated_record(annotations)
                .expect("annotations as they were read");
            let again = Record::parse(&written).unwrap_or_else(|why| panic!("{why}: {written}"));
            assert_eq!(again.moves(), record.moves());
            assert_eq!(again.annotations(), record.annotations());
            assert!(again.game().is_same(record.game()), "{written}");
            assert!(
                again.replay().expect("replayed before").state() == episode.state(),
                "{written}"
            );
            episode
        }
        Err(why) => return assert!(!why.to_string().is_empty()),
    };
    let bytes = episode.serialize();
    let again = eights::Episode::deserialize(episode.game(), &bytes).expect("serialized");
    assert_eq!(again.record(), episode.record());
}

fn texts() -> Vec<Vec<u8>> {
    // The text of a ruleset is long, and has a target of its own: most records are of short ones.
    let short = |id: &str| eights::ruleset::builtin_toml(id).is_some_and(|text| text.len() < 1_500);
    let all = seeds::episodes(12).into_iter().enumerate();
    let some = all.filter(|(at, (_, episode))| at % 8 == 0 || short(&episode.game().ruleset().id));
    some.map(|(_, (_, episode))| {
        let note = json!([{ "move": 1, "value": 0.5, "probabilities": { "draw": 0.25 } }]);
        let annotated = episode.annotated_record(note);
        annotated.unwrap_or_else(|_| episode.record()).into_bytes()
    })
    .collect()
}

fn words() -> Vec<String> {
    let words = [
        "format",
        "version",
        "ruleset",
        "players",
        "options",
        "start",
        "moves",
        "annotations",
        "seed",
        "position",
        "state",
        "recent",
        "episode",
        "reward",
        "chance",
        "layout",
        "history",
        "beliefs",
        "max_decisions",
        "truncation",
        "play 8H",
        "draw",
        "pass",
        "suit S",
        "chance 8H",
        "move",
        "probabilities",
        "values",
        "visits",
    ];
    words.map(str::to_owned).to_vec()
}
