//! Labels as words of selectors: a label is accepted wherever a letter is, and is stored as that letter.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::Deserialize as _;
use serde_json::{Map, Value};

use super::Labels;
use super::describe::nouns::plural;
use super::problem::Found;
use super::schema::{CardPlace, card_places};
use super::selector::is_term;
use crate::card::CardSet;
use crate::card_text::in_use;
use crate::pack::Pack;

/// A word of a selector, with the text before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    /// Blanks and `&` before the word.
    pub(super) before: String,
    /// True if the word takes cards away: a `-` stands before it.
    pub(super) minus: bool,
    pub(super) word: String,
}

/// Splits a text into its words.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut rest = text;
    loop {
        let is_between = |c: char| c.is_whitespace() || c == '&';
        let begin = rest.find(|c| !is_between(c)).unwrap_or(rest.len());
        let (before, from) = rest.split_at(begin);
        let end = from.find(is_between).unwrap_or(from.len());
        let (written, after) = from.split_at(end);
        if written.is_empty() {
            return tokens;
        }
        let word = written.strip_prefix('-').filter(|word| !word.is_empty());
        tokens.push(Token {
            before: before.to_owned(),
            minus: word.is_some(),
            word: word.unwrap_or(written).to_owned(),
        });
        rest = after;
    }
}

impl Token {
    /// True if `&` joins the word to the one before it.
    pub(super) fn is_joined(&self) -> bool {
        self.before.contains('&')
    }
}

/// A label, split into words.
pub(super) struct Label {
    words: Vec<String>,
    /// Letters as which the cards are stored.
    pub(super) letters: String,
    pub(super) cards: CardSet,
}

impl Labels {
    /// Returns the labels, those with the most words first.
    pub(super) fn as_words(&self) -> Vec<Label> {
        let pack = self.pack();
        let ranks = pack.ranks().iter().zip(&self.ranks);
        let ranks = ranks.map(|(rank, label)| (label, rank.letter().to_string(), pack.of_rank(*rank)));
        let suits = pack.suits().iter().zip(&self.suits);
        let suits = suits.map(|(suit, label)| (label, suit.letter().to_string(), pack.of_suit(*suit)));
        let jokers = pack.each_joker().zip(&self.jokers);
        let jokers = jokers.map(|(joker, label)| (label, joker.to_string(), joker.bit()));
        let all = ranks.chain(suits).chain(jokers);
        let mut labels: Vec<Label> = all
            .map(|(label, letters, cards)| Label {
                words: label.split_whitespace().map(str::to_lowercase).collect(),
                letters,
                cards,
            })
            .filter(|label| !label.words.is_empty())
            .collect();
        labels.sort_by_key(|label| std::cmp::Reverse(label.words.len()));
        labels
    }
}

impl Label {
    /// Returns the number of leading words that form this label, in the singular or plural; none if they do not.
    pub(super) fn length_in(&self, tokens: &[Token]) -> Option<usize> {
        let first = tokens.first()?.word.to_lowercase();
        let whole = self.words.join("-");
        if first == whole || first == plural(&whole) {
            return Some(1);
        }
        let apart = |token: &Token| !token.minus && !token.is_joined();
        let tokens = tokens.get(..self.words.len())?;
        let (last, begin) = self.words.split_last()?;
        let alike = begin
            .iter()
            .zip(tokens)
            .all(|(word, token)| token.word.to_lowercase() == *word);
        let end = tokens.last()?.word.to_lowercase();
        let holds = alike && tokens[1..].iter().all(apart) && (end == *last || end == plural(last));
        holds.then_some(tokens.len())
    }
}

/// Replaces the labels in a text by the letters of their cards. A single word that already stands for cards is kept.
pub(super) fn in_letters(text: &str, labels: &[Label]) -> String {
    let tokens = tokens(text);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        out.push_str(&token.before);
        if token.minus {
            out.push('-');
        }
        let found = labels
            .iter()
            .find_map(|label| Some((label.length_in(&tokens[at..])?, label)));
        if let Some((length, label)) = found.filter(|(length, _)| *length > 1 || !is_term(&token.word)) {
            out.push_str(&label.letters);
            at += length;
        } else {
            out.push_str(&token.word);
            at += 1;
        }
    }
    out
}

/// Replaces labels by letters in all selectors of a ruleset.
pub(super) fn resolve(ruleset: &mut Value, found: &mut Found) {
    let labels = ruleset
        .get("labels")
        .and_then(|labels| Labels::deserialize(labels).ok());
    let labels = labels.map_or_else(Vec::new, |mut labels| {
        labels.pack = Arc::new(in_use(Pack::clone));
        labels.as_words()
    });
    if labels.is_empty() {
        return;
    }
    for (path, place) in card_places(ruleset) {
        let at = path.iter().try_fold(&mut *ruleset, |at, key| at.get_mut(key));
        match (at, place) {
            (Some(Value::Object(map)), CardPlace::Keys(words)) => {
                resolve_keys(map, &words, &labels, &path, found);
            }
            (Some(value), CardPlace::Value(words)) => resolve_texts(value, &words, &labels),
            _ => {}
        }
    }
}

/// Replaces labels by letters in a selector or a list of selectors; `words` have other meanings and are kept.
fn resolve_texts(value: &mut Value, words: &[&str], labels: &[Label]) {
    match value {
        Value::String(text) if !words.contains(&text.as_str()) => *text = in_letters(text, labels),
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| resolve_texts(item, words, labels)),
        _ => {}
    }
}

/// Replaces labels by letters in the keys of a table; `words` have other meanings and are kept.
fn resolve_keys(
    map: &mut Map<String, Value>,
    words: &[&str],
    labels: &[Label],
    path: &[String],
    found: &mut Found,
) {
    let mut known: BTreeSet<String> = BTreeSet::new();
    for (key, value) in std::mem::take(map) {
        let letters = if words.contains(&key.as_str()) {
            key.clone()
        } else {
            in_letters(&key, labels)
        };
        if known.insert(letters.clone()) {
            map.insert(letters, value);
        } else {
            let path = [path, &[key]].concat();
            found.add(&path, || {
                format!("it stands here twice, also as {letters:?}: write it once")
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_words_of_selectors() {
        let labels = Labels::uno().as_words();
        for (text, letters) in [
            ("Skip", "Q"),
            ("skips reverse", "Q K"),
            ("green & Draw Two", "H & A"),
            ("all -Wild Draw Four", "all -*B"),
            ("Wild Wild Draw Four", "*R *B"),
            ("wilds&Draw-Two", "*R&A"),
            ("last Skip", "last Q"),
            // Words that already stand for cards are kept.
            ("7 red T", "7 red T"),
            ("Draw", "Draw"),
            ("", ""),
        ] {
            assert_eq!(in_letters(text, &labels), letters);
        }
    }
}
