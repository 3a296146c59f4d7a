//! Warnings about selectors that probably do not mean what was intended.

use serde_json::Value;

use super::label_words::{Label, Token, in_letters, tokens};
use super::merge::merged;
use super::problem::Problem;
use super::schema::{CardPlace, card_places};
use super::selector::atom;
use super::{Labels, Selector};
use crate::card::{Card, CardSet, Suit};
use crate::limits::LONGEST;
use crate::pack::Pack;

/// Words that read like adjectives of the word after them.
const ADJECTIVES: [&str; 4] = ["red", "black", "even", "odd"];

/// A selector as it was written, with its path.
#[derive(Debug)]
pub(super) struct WrittenSelector {
    path: String,
    text: String,
}

/// Returns the selectors of a ruleset and of its variants, as they were written.
pub(super) fn of(ruleset: &Value) -> Vec<WrittenSelector> {
    let mut all = Vec::new();
    collect(ruleset, "", &mut all);
    for (name, overrides) in ruleset
        .get("variants")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        if let Some(overrides) = overrides.as_object() {
            collect(&merged(overrides), &format!("variants.{name}."), &mut all);
        }
    }
    all
}

fn collect(value: &Value, prefix: &str, all: &mut Vec<WrittenSelector>) {
    let mut add = |path: String, text: &str| {
        if text.len() <= LONGEST {
            let text = text.to_owned();
            all.push(WrittenSelector { path, text });
        }
    };
    for (path, place) in card_places(value) {
        let at = path.iter().try_fold(value, |at, key| at.get(key));
        let path = format!("{prefix}{}", path.join("."));
        match (at, place) {
            (Some(Value::Object(map)), CardPlace::Keys(words)) => {
                let keys = map.keys().filter(|text| !words.contains(&text.as_str()));
                keys.for_each(|text| add(format!("{path}.{text}"), text));
            }
            (Some(Value::String(text)), CardPlace::Value(words)) if !words.contains(&text.as_str()) => {
                add(path, text);
            }
            (Some(Value::Array(items)), CardPlace::Value(_)) => {
                let texts = items.iter().filter_map(Value::as_str);
                texts.for_each(|text| add(path.clone(), text));
            }
            _ => {}
        }
    }
}

impl WrittenSelector {
    /// Returns a warning if the selector probably does not mean what was intended.
    pub(super) fn warning(&self, labels: &Labels) -> Option<Problem> {
        let (tokens, words) = (tokens(&self.text), labels.as_words());
        let message = of_other_label(labels.pack(), &tokens, &words)
            .or_else(|| self.of_adjective(&tokens, labels, &words))
            .or_else(|| self.of_join(&tokens, labels, &words))?;
        Some(Problem::new(self.path.clone(), message))
    }

    /// Warns about `red jokers`, which selects the red cards and the Jokers.
    fn of_adjective(&self, tokens: &[Token], labels: &Labels, words: &[Label]) -> Option<String> {
        let joined = |at: usize| tokens.get(at).is_some_and(Token::is_joined);
        let pair = (1..tokens.len()).find(|&at| {
            let (one, other) = (&tokens[at - 1], &tokens[at]);
            let apart = !(one.minus || other.minus || joined(at - 1) || joined(at) || joined(at + 1));
            apart && is_adjective(one, labels) && is_of_ranks(labels.pack(), &tokens[at..], words)
        })?;
        let rest: Vec<&str> = tokens[pair..].iter().map(|token| token.word.as_str()).collect();
        let cards = |text: &str| selected(text, words).map(|cards| labels.many(cards));
        let adjective = &tokens[pair - 1].word;
        // A label may have several words.
        let noun = words.iter().find_map(|label| label.length_in(&tokens[pair..]));
        let noun = rest[..noun.unwrap_or(1)].join(" ");
        Some(format!(
            "{:?} selects {} and {}: write \"{adjective} & {noun}\" for what is both, or \"{noun} {adjective}\" if it is \
             meant",
            self.text,
            cards(adjective)?,
            cards(&noun)?
        ))
    }

    /// Warns about `C H & A`, which selects the clubs and the Ace of hearts.
    fn of_join(&self, tokens: &[Token], labels: &Labels, words: &[Label]) -> Option<String> {
        let at = (2..tokens.len()).find(|&at| {
            let (first, second, third) = (&tokens[at - 2], &tokens[at - 1], &tokens[at]);
            let blanks =
                third.before.starts_with(char::is_whitespace) && third.before.ends_with(char::is_whitespace);
            !first.minus && !second.minus && !second.is_joined() && third.is_joined() && blanks
        })?;
        let [first, second, third] = [at - 2, at - 1, at].map(|at| tokens[at].word.as_str());
        let cards = labels.many(selected(&self.text, words)?);
        Some(format!(
            "{:?} selects {cards}, for & joins only the words beside it: write \"{first}&{third} {second}&{third}\", or \
             \"{first} {second}&{third}\" if it is meant",
            self.text
        ))
    }
}

/// Warns about `10` where other cards have the label 10, and about `red` where another suit has it.
fn of_other_label(pack: &Pack, tokens: &[Token], words: &[Label]) -> Option<String> {
    tokens.iter().enumerate().find_map(|(at, token)| {
        let cards = atom(&token.word).filter(|_| token.word.chars().count() > 1)?;
        let label = words
            .iter()
            .find(|label| label.length_in(&tokens[at..=at]) == Some(1))?;
        (label.cards != cards).then(|| {
            let (word, letters, own) = (&token.word, &label.letters, in_short(pack, cards));
            format!(
                "{word:?} stands for {own} here, and is the label of {letters}: write {own:?} or {letters:?}"
            )
        })
    })
}

/// Formats cards as a selector: whole ranks and suits by their letters, other cards one by one.
fn in_short(pack: &Pack, cards: CardSet) -> String {
    let mut rest = cards;
    let mut words = Vec::new();
    let ranks = pack.all_ranks();
    let ranks = ranks.map(|rank| (pack.of_rank(rank), rank.letter().to_string()));
    let suits = pack
        .suits()
        .iter()
        .map(|suit| (pack.of_suit(*suit), suit.letter().to_string()));
    for (part, letter) in suits.chain(ranks) {
        if rest.and(part) == part {
            rest = rest.minus(part);
            words.push(letter);
        }
    }
    words.extend(rest.iter().map(|card: Card| card.to_string()));
    words.join(" ")
}

fn is_adjective(token: &Token, labels: &Labels) -> bool {
    let lower = token.word.to_lowercase();
    ADJECTIVES.contains(&token.word.as_str()) || labels.suits.iter().any(|suit| suit.to_lowercase() == lower)
}

/// True if the words begin with one for ranks, whatever the suit.
fn is_of_ranks(pack: &Pack, tokens: &[Token], words: &[Label]) -> bool {
    let of_ranks = |cards: CardSet| {
        let of = |suit: &Suit| cards.and(pack.of_suit(*suit)).len();
        let mut suits = pack.suits().windows(2);
        !cards.is_empty() && suits.all(|two| of(&two[0]) == of(&two[1])) && cards.len() < 40
    };
    let known = tokens.first().and_then(|token| atom(&token.word));
    let label = || {
        words
            .iter()
            .find(|label| label.length_in(tokens).is_some())
            .map(|label| label.cards)
    };
    known.or_else(label).is_some_and(of_ranks)
}

/// Returns the cards of a text that may be written in labels.
fn selected(text: &str, words: &[Label]) -> Option<CardSet> {
    let selector: Selector = in_letters(text, words).parse().ok()?;
    (!selector.is_late()).then(|| selector.cards())
}
