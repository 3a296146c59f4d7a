//! Options and words of a ruleset, in words.

use super::labels;
use crate::engine::{Game, Phase};
use crate::ruleset::CreatedRule;
use crate::view::View;

/// A word by its text, where the ruleset has it.
pub(super) fn word_text(game: &Game, word: u8) -> String {
    let words = game.rules().beside.as_ref().map(|more| more.words.as_slice());
    let known = words.unwrap_or_default().iter().find(|known| known.say == word);
    known.map_or_else(|| format!("word {word}"), |known| format!("\"{}\"", known.text))
}

/// What an option means here.
pub(super) fn option(view: &View<'_>, k: u8) -> String {
    let rule = |rules: Option<Vec<CreatedRule>>| {
        rules.and_then(|rules| rules.get(usize::from(k)).map(ToString::to_string))
    };
    match view.phase() {
        Phase::Pile { card } => {
            let name = labels(view.game()).the_card(card);
            format!("lay {name} on pile {k}")
        }
        Phase::CrossOut => match rule(view.created()) {
            Some(rule) => format!("cross out: {rule}"),
            None => format!("cross out rule {k}"),
        },
        Phase::Create => match rule(view.offered()) {
            Some(rule) => format!("add: {rule}"),
            None => format!("add rule {k}"),
        },
        _ => format!("choose option {k}"),
    }
}
