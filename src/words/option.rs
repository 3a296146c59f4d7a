//! Descriptions of options and of the words of a ruleset.

use super::{labels, pile_name};
use crate::engine::{Game, Phase};
use crate::view::View;

/// Returns the text of a word, or its number if the ruleset has no such word; word 0 is the call.
pub(super) fn word_text(game: &Game, word: u8) -> String {
    if word == 0 {
        return format!("\"{}\"", labels(game).call_words());
    }
    let known = game.rules().tableau.words.iter().find(|known| known.say == word);
    known.map_or_else(|| format!("word {word}"), |known| format!("\"{}\"", known.text))
}

/// Describes an option.
pub(super) fn option(view: &View<'_>, k: u8) -> String {
    let at = usize::from(k);
    match view.phase() {
        Phase::Pile { card } => {
            let name = labels(view.game()).the_card(card);
            format!("play {name} on the {}", pile_name(k, view.pile_count()))
        }
        Phase::CrossOut => match view.created().and_then(|mut rules| rules.nth(at)) {
            Some(rule) => format!("cross out: {rule}"),
            None => format!("cross out rule {k}"),
        },
        Phase::Create => match view.offered().and_then(|rules| rules.get(at)) {
            Some(rule) => format!("add: {rule}"),
            None => format!("add rule {k}"),
        },
        _ => format!("choose option {k}"),
    }
}
