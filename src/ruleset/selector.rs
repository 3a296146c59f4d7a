//! Selectors: classes of cards, written as text.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Side;
use super::card_words;
use super::schema::types::{CARDS, cards, schema_of};
use super::suggestion::closest_match;
use crate::pack::Pack;

use crate::card::{Card, CardSet, Rank};
use crate::card_text::in_use;
use crate::limits::{LONGEST, given, shown};

/// A class of cards written as words separated by blanks.
///
/// A word is a rank (`8`, `T`, `*` for Jokers), a suit (`H`), a card (`QS`, `*R`), `red`, `black`, `pictures` (J Q K),
/// `numbers` (2 … T), `even`, `odd` (of the numbers) or `all`; words joined by `&` mean what is in each (`J&black`); a
/// leading `-` takes away from what stands before it (`all -8`). Other spellings are accepted and stored as those words:
/// `hearts`, `jokers`, `eights`, `10`, ranges (`2-7`, `Q-A`), blanks around `&`. Late-bound words have a meaning only in
/// play: `@wild` is the rank equal to a player's own countdown score, `@NAME` the card or rank drawn for a param, `@suit`
/// the suit in force and `@rank` the upcard's rank.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Selector {
    text: String,
    cards: CardSet,
    /// True if every card with a suit is selected.
    every_suited: bool,
    /// Parsed words, if some are late-bound: a ruleset is checked for each of their meanings, and the text is parsed once.
    words: Vec<SelectorWord>,
}

/// A word of a selector: its terms joined by `&`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct SelectorWord {
    /// True if the word takes cards away from those before it.
    minus: bool,
    /// Cards that its other terms have in common.
    known: CardSet,
    /// Names of its late-bound terms.
    late: Vec<String>,
}

/// Meanings of the late-bound words of selectors, `@wild` and the names of the ruleset's `params`, and the side of the cards.
#[derive(Debug, Clone, Default)]
pub struct Bindings {
    meanings: Vec<(String, CardSet)>,
    /// The side that is up.
    pub(crate) side: Side,
}

impl Bindings {
    /// Adds the meaning of `@name`.
    #[must_use]
    pub fn with(mut self, name: &str, cards: CardSet) -> Self {
        self.meanings.push((name.to_owned(), cards));
        self
    }

    /// Sets the side of the cards that is up.
    #[must_use]
    pub(crate) fn of(self, side: Side) -> Self {
        Self { side, ..self }
    }

    fn meaning(&self, name: &str) -> CardSet {
        let found = self.meanings.iter().find(|(known, _)| known == name);
        found.map_or(CardSet::EMPTY, |(_, cards)| *cards)
    }
}

impl Selector {
    /// Returns a selector of no card.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Returns a selector of every card.
    #[must_use]
    pub fn all() -> Self {
        Self {
            text: "all".to_owned(),
            cards: in_use(Pack::all),
            every_suited: true,
            words: Vec::new(),
        }
    }

    /// Returns the selected cards; late-bound words mean none, but for `@suit` and `@rank`, which mean all that they can.
    #[must_use]
    pub const fn cards(&self) -> CardSet {
        self.cards
    }

    /// True if every card with a suit is selected, whatever late-bound words mean.
    pub(crate) const fn is_every_suited(&self) -> bool {
        self.every_suited && !self.is_late()
    }

    /// True if the text of the selector is empty.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        self.text.is_empty()
    }

    /// True if the selector has late-bound words.
    #[must_use]
    pub const fn is_late(&self) -> bool {
        !self.words.is_empty()
    }

    /// Returns the selected cards, given the meanings of late-bound words; `@suit` and `@rank` mean all that they can.
    #[must_use]
    pub fn bound(&self, bindings: &Bindings) -> CardSet {
        if self.is_late() {
            select(&self.words, bindings)
        } else {
            self.cards
        }
    }

    /// Returns the cards that are selected on every upcard, given the meanings of the other late-bound words.
    pub(crate) fn certain(&self, bindings: &Bindings) -> CardSet {
        let Some(on_table) = self.on_table(bindings) else {
            return self.bound(bindings);
        };
        on_table.words.iter().fold(CardSet::EMPTY, |cards, word| {
            match (word.minus, word.suit || word.rank) {
                (true, _) => cards.minus(word.known),
                (false, true) => cards,
                (false, false) => cards.or(word.known),
            }
        })
    }

    /// True if some words mean the suit in force or the upcard's rank.
    pub(crate) fn depends_on_table(&self) -> bool {
        self.late_names().any(is_of_table)
    }

    /// Returns the cards by the suit in force and the upcard's rank, given the meanings of the other late-bound words; none if
    /// they do not depend on these.
    pub(crate) fn on_table(&self, bindings: &Bindings) -> Option<OnTable> {
        if !self.depends_on_table() {
            return None;
        }
        let words = self.words.iter().map(|word| {
            let names = |which: &str| word.late.iter().any(|name| name == which);
            let others = word.late.iter().filter(|name| !is_of_table(name));
            OnTableWord {
                minus: word.minus,
                known: others.fold(word.known, |set, name| set.and(bindings.meaning(name))),
                suit: names(SUIT_IN_FORCE),
                rank: names(RANK_OF_UPCARD),
            }
        });
        Some(OnTable {
            words: words.collect(),
        })
    }

    /// Returns the cards in the order in which the words name them; those of one word in the order of the pack.
    pub(crate) fn in_order(&self) -> Vec<Card> {
        let mut cards: Vec<Card> = Vec::new();
        for SelectorWord { minus, known, .. } in self.text.split(' ').filter_map(word) {
            if minus {
                cards.retain(|&card| !known.contains(card));
            } else {
                let new: Vec<Card> = known.iter().filter(|card| !cards.contains(card)).collect();
                cards.extend(new);
            }
        }
        cards
    }

    /// Returns the names of the late-bound words.
    pub fn late_names(&self) -> impl Iterator<Item = &str> {
        self.words
            .iter()
            .flat_map(|word| word.late.iter().map(String::as_str))
    }

    /// Returns the text of the selector, in canonical words.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

/// The late-bound word for the suit in force.
pub(crate) const SUIT_IN_FORCE: &str = "suit";

/// The late-bound word for the rank of the upcard.
pub(crate) const RANK_OF_UPCARD: &str = "rank";

/// True for the late-bound words that depend on the upcard alone.
pub(crate) fn is_of_table(word: &str) -> bool {
    word == SUIT_IN_FORCE || word == RANK_OF_UPCARD
}

/// A class of cards that depends on the suit in force or on the upcard's rank.
#[derive(Debug, Clone)]
pub(crate) struct OnTable {
    words: Vec<OnTableWord>,
}

/// A word of such a class.
#[derive(Debug, Clone)]
struct OnTableWord {
    /// True if the word takes cards away from those before it.
    minus: bool,
    /// Cards that its other terms have in common.
    known: CardSet,
    /// True if its cards must be of the suit in force.
    suit: bool,
    /// True if its cards must be of the upcard's rank.
    rank: bool,
}

impl OnTable {
    /// Returns the cards, given those of the suit in force and those of the upcard's rank.
    pub(crate) fn cards(&self, suit: CardSet, rank: CardSet) -> CardSet {
        self.words.iter().fold(CardSet::EMPTY, |cards, word| {
            let set = if word.suit {
                word.known.and(suit)
            } else {
                word.known
            };
            let set = if word.rank { set.and(rank) } else { set };
            if word.minus {
                cards.minus(set)
            } else {
                cards.or(set)
            }
        })
    }
}

/// Error about a text that is not a selector.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{word:?} selects no cards: {}", suggestion(word))]
pub struct ParseSelectorError {
    /// The refused word.
    pub word: String,
}

/// Words for classes other than a rank or a suit.
const CLASSES: [&str; 7] = ["all", "red", "black", "pictures", "numbers", "even", "odd"];

/// Returns what to write instead of an unknown word.
fn suggestion(word: &str) -> String {
    let whole = word.strip_prefix('-').unwrap_or(word);
    let wrong = whole
        .split('&')
        .find(|term| late_name(term).is_none() && atom(term).is_none());
    card_words::closest_word(wrong.unwrap_or(whole), &CLASSES).map_or_else(
        || {
            "write ranks of 23456789TJQKA*, ranges such as 2-7, suits of CDHS, cards such as QS or *R, red, black, \
             pictures, numbers, even, odd, all, @wild, @suit, @rank or @NAME of a param, words joined by &, or -WORD"
                .to_owned()
        },
        |meant| format!("did you mean {meant:?}?"),
    )
}

/// Rewrites a text in canonical words: one for each rank, suit or class, with single blanks only between words.
fn plain(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let words = words
        .join(" ")
        .replace(" & ", "&")
        .replace(" &", "&")
        .replace("& ", "&");
    let plain: Vec<String> = words.split(' ').map(plain_word).collect();
    let plain = plain.join(" ");
    // A text that would become too long to be read back is kept as it is.
    if plain.len() <= LONGEST { plain } else { words }
}

/// Rewrites a word in canonical words: a range becomes one word for each rank.
fn plain_word(word: &str) -> String {
    let (minus, terms) = word.strip_prefix('-').map_or(("", word), |rest| ("-", rest));
    let mut ranks: Option<Vec<char>> = None;
    let mut others = Vec::new();
    for term in terms.split('&') {
        match (card_words::range(term), &mut ranks) {
            (Some(range), None) => ranks = Some(range),
            (Some(range), Some(known)) if known.iter().any(|rank| range.contains(rank)) => {
                known.retain(|rank| range.contains(rank));
            }
            // Ranges without a common rank select no card: a rank of the second one ensures that.
            (Some(range), Some(_)) => others.extend(range.first().map(char::to_string)),
            (None, _) => others.push(card_words::kept(term)),
        }
    }
    let Some(ranks) = ranks else {
        return format!("{minus}{}", others.join("&"));
    };
    let each = ranks.into_iter().map(|rank| {
        let terms: Vec<String> = std::iter::once(rank.to_string())
            .chain(others.iter().cloned())
            .collect();
        format!("{minus}{}", terms.join("&"))
    });
    each.collect::<Vec<_>>().join(" ")
}

/// Returns the name of a late-bound term.
fn late_name(term: &str) -> Option<&str> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let name = term.strip_prefix('@')?;
    (!name.is_empty() && name.chars().all(plain)).then_some(name)
}

/// Returns the cards of a term that is known before play: a word without `&`.
pub(super) fn atom(word: &str) -> Option<CardSet> {
    in_use(|pack| atom_of(pack, word))
}

fn atom_of(pack: &Pack, word: &str) -> Option<CardSet> {
    if let Some(ranks) = card_words::range(word) {
        let ranks = ranks.into_iter().filter_map(Rank::from_letter);
        return Some(pack.of_ranks(ranks));
    }
    let word = &card_words::kept(word);
    let mut letters = word.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        let rank = pack.rank_of_letter(letter).map(|rank| pack.of_rank(rank));
        return rank.or_else(|| pack.suit_of_letter(letter).map(|suit| pack.of_suit(suit)));
    }
    let ranks =
        |from: u8, step: usize, to: u8| pack.of_ranks((from..=to).step_by(step).filter_map(Rank::from_index));
    Some(match word.as_str() {
        "all" => pack.all(),
        "red" => pack.red(),
        "black" => pack.black(),
        "pictures" => ranks(9, 1, 11),
        "numbers" => ranks(0, 1, 8),
        "even" => ranks(0, 2, 8),
        "odd" => ranks(1, 2, 7),
        _ => return pack.named(word).map(Card::bit),
    })
}

/// True if a word without `&` stands for cards or is late-bound.
pub(super) fn is_term(word: &str) -> bool {
    late_name(word).is_some() || atom(word).is_some()
}

/// Parses a word.
fn word(text: &str) -> Option<SelectorWord> {
    let (minus, terms) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (mut known, mut late) = (in_use(Pack::all), Vec::new());
    for term in terms.split('&') {
        match late_name(term) {
            Some(name) => late.push(name.to_owned()),
            None => known = known.and(atom(term)?),
        }
    }
    Some(SelectorWord { minus, known, late })
}

/// Returns the cards of words, given the meanings of late-bound terms.
fn select(words: &[SelectorWord], bindings: &Bindings) -> CardSet {
    words.iter().fold(CardSet::EMPTY, |cards, word| {
        let late = word.late.iter().map(|name| match name.as_str() {
            SUIT_IN_FORCE | RANK_OF_UPCARD if word.minus => CardSet::EMPTY,
            SUIT_IN_FORCE | RANK_OF_UPCARD => CardSet::ALL,
            name => bindings.meaning(name),
        });
        let set = late.fold(word.known, CardSet::and);
        if word.minus {
            cards.minus(set)
        } else {
            cards.or(set)
        }
    })
}

impl FromStr for Selector {
    type Err = ParseSelectorError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = plain(text);
        let each = text
            .split_whitespace()
            .map(|written| word(written).ok_or_else(|| ParseSelectorError { word: given(written) }));
        let mut words: Vec<SelectorWord> = each.collect::<Result<_, _>>()?;
        let cards = select(&words, &Bindings::default());
        if words.iter().all(|word| word.late.is_empty()) {
            words.clear();
        }
        let suited = in_use(|pack| pack.all().minus(pack.jokers()));
        Ok(Self {
            every_suited: suited.minus(cards).is_empty(),
            text,
            cards,
            words,
        })
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Serialize for Selector {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for Selector {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        written(&value)
            .and_then(|text| text.parse().map_err(|error| format!("{error}")))
            .map_err(D::Error::custom)
    }
}

schema_of!(Selector, |_| cards(CARDS));

/// Parses a class of cards; none if the value is `word`, which has another meaning.
pub(crate) fn cards_or_word(value: &Value, word: &str) -> Result<Option<Selector>, String> {
    if value == word {
        return Ok(None);
    }
    match Selector::deserialize(value) {
        Ok(cards) => Ok(Some(cards)),
        Err(why) => Err(
            match value.as_str().and_then(|given| closest_match(given, [word])) {
                Some(meant) => format!(
                    "{} is not a class of cards: did you mean {meant:?}?",
                    shown(value)
                ),
                None => format!("{why}, or {word:?}"),
            },
        ),
    }
}

/// Returns the text of a selector written as a text, as the number of a rank, or as a list of these.
fn written(value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) if text.len() > LONGEST => {
            Err(format!("a text of {} bytes; at most {LONGEST}", text.len()))
        }
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) if number.is_u64() => Ok(number.to_string()),
        Value::Array(items) if !items.iter().any(Value::is_array) => {
            let each: Result<Vec<String>, String> = items.iter().map(written).collect();
            let text = each?.join(" ");
            if text.len() > LONGEST {
                return Err(format!("a list of {} bytes; at most {LONGEST}", text.len()));
            }
            Ok(text)
        }
        other => Err(format!(
            "{} selects no cards: write words such as \"8 QS\", a list of them, or the number of a rank",
            shown(other)
        )),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::card_text::format_cards;

    #[test]
    fn words_add_up_and_take_away() {
        for (text, cards) in [
            ("", ""),
            ("JC JS", "JC JS"),
            ("J&black", "JC JS"),
            ("8 *", "8C 8D 8H 8S *R *B"),
            ("A -AS", "AC AD AH"),
            ("even&H&-", "?"),
            ("even&H", "2H 4H 6H 8H TH"),
            ("pictures&S", "JS QS KS"),
            ("red&red&*", ""),
            ("2-4&H", "2H 3H 4H"),
            ("Q-A&S", "QS KS AS"),
            ("A-2&S", "2S AS"),
            ("10-J&red", "TD TH JD JH"),
            ("all -2-K", "AC AD AH AS *R *B"),
            ("aces & spades", "AS"),
            ("10H jokers", "TH *R *B"),
            ("red & even & 2-3", "2D 2H"),
            ("2-4&7-9", ""),
            ("K-2", "?"),
            ("*-2", "?"),
        ] {
            match text.parse::<Selector>() {
                Ok(selector) => assert_eq!(format_cards(selector.cards().iter()), cards, "{text}"),
                Err(error) => assert_eq!(("?", error.word.as_str()), (cards, text)),
            }
        }
    }

    #[test]
    fn cards_have_the_order_of_the_words() {
        for (text, cards) in [
            ("", ""),
            ("3D 3C", "3D 3C"),
            ("QS 3 3C", "QS 3C 3D 3H 3S"),
            ("3 QS -3H -K", "3C 3D 3S QS"),
            ("3 -3D 3D", "3C 3H 3S 3D"),
            ("4-3&red", "?"),
            ("3-4&red *", "3D 3H 4D 4H *R *B"),
        ] {
            match text.parse::<Selector>() {
                Ok(selector) => assert_eq!(format_cards(selector.in_order()), cards, "{text}"),
                Err(_) => assert_eq!("?", cards, "{text}"),
            }
        }
    }

    #[test]
    fn what_people_write_is_kept_in_one_way() {
        for (value, text) in [
            (json!("8  QS"), "8 QS"),
            (json!("2-4"), "2 3 4"),
            (json!("all -9-J&red"), "all -9&red -T&red -J&red"),
            (json!("hearts 10S & black"), "H TS&black"),
            (json!("8 & @wild"), "8&@wild"),
            (json!(8), "8"),
            (json!(10), "T"),
            (json!(["8", "QS", 10, "red & even"]), "8 QS T red&even"),
            (json!([]), ""),
            (json!("@x&2-K ".repeat(100)), "@x&2-K ".repeat(100).trim()),
        ] {
            let selector: Selector = serde_json::from_value(value).expect(text);
            assert_eq!(selector.as_str(), text);
            assert_eq!(text.parse(), Ok(selector));
        }
        for (value, why) in [
            (json!(11), "\"11\" selects no cards: did you mean \"J\"?"),
            (json!("j&red"), "did you mean \"J\"?"),
            (json!("heart"), "did you mean \"hearts\"?"),
            (json!("joker"), "did you mean \"jokers\"?"),
            (json!("red&evn"), "did you mean \"even\"?"),
            (json!(-8), "-8 selects no cards: write words"),
            (json!(true), "true selects no cards: write words"),
            (json!(vec!["2-K"; 300]), "a list of 1199 bytes; at most 1000"),
            (json!([["8"]]), "selects no cards: write words"),
            (json!("8X"), "write ranks of"),
        ] {
            let error = serde_json::from_value::<Selector>(value)
                .expect_err(why)
                .to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
