//! Positions in JSON, of the game that the first bytes choose: refused with their keys, or restored and played on from.

#![no_main]

use eights::Episode;
use eights_fuzz::games::Choice;
use eights_fuzz::{Bytes, play, rulesets, seeds, target};
use serde_json::Value;

target!(check, texts, words);

fn check(data: &[u8]) {
    let Some((choice, text)) = Choice::split(data) else {
        return;
    };
    let Some(value) = rulesets::mapping(text).map(Value::Object) else {
        return;
    };
    match Episode::from_position(&choice.game(), &value, 1) {
        Ok(mut episode) => {
            play::is_restored(episode.game(), episode.state());
            let tail = &text[text.len().saturating_sub(60)..];
            play::on(&mut episode, &mut Bytes::new(tail), |_| {});
            play::is_restored(episode.game(), episode.state());
        }
        Err(why) => {
            let named = why.problems().iter().any(|problem| !problem.path.is_empty());
            assert!(named && !why.to_string().is_empty(), "no key is named: {why}");
        }
    }
}

fn texts() -> Vec<Vec<u8>> {
    let reached = seeds::episodes(40).into_iter();
    let reached = reached.map(|(choice, episode)| (choice, episode.game().to_value(episode.state())));
    let all = seeds::positions().into_iter().chain(reached);
    all.map(|(choice, value)| [&choice.0[..], value.to_string().as_bytes()].concat())
        .collect()
}

fn words() -> Vec<String> {
    seeds::words_of(&eights::position::position_schema())
}
