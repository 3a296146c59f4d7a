//! The cards of a position: each card of the deck is in a hand, on a pile, in the stock or out of play.

use serde_json::{Map, Value};

use super::problem::{PositionProblems, ProblemCode};
use super::shape::Beside;
use crate::card::{Card, MAX_KINDS, Suit};
use crate::card_text::format_cards;
use crate::engine::State;
use crate::hand::Hand;
use crate::rules::{NO_SUIT, Rules};

/// Counts the cards that a position names against the deck, and returns those that are named nowhere.
pub(crate) fn count(
    rules: &Rules,
    map: &Map<String, Value>,
    problems: &mut PositionProblems,
) -> [u8; MAX_KINDS] {
    let mut left = rules.deck.copies;
    let mut take = |value: &Value, path: &str| {
        for card in cards_of(value.as_str().unwrap_or_default()) {
            take_named(rules, &mut left, card, path, problems);
        }
    };
    for key in ["hands", "pile", "piles", "split", "stock", "aside"] {
        match map.get(key) {
            Some(Value::Array(texts)) => {
                for (n, text) in texts.iter().enumerate() {
                    take(text, &format!("{key}.{n}"));
                }
            }
            Some(text) => take(text, key),
            None => {}
        }
    }
    left
}

/// Fills the stock: the cards of the key `stock` on top of those that are named nowhere, unless these are out of play.
pub(crate) fn fill_stock(state: &mut State, beside: &Beside, nowhere: [u8; MAX_KINDS]) {
    let out_of_play = beside.stock.is_some() && beside.aside.is_none();
    let rest: Vec<Card> = if out_of_play {
        Vec::new()
    } else {
        each(&nowhere).collect()
    };
    state.stock.fill(&rest);
    let order = cards_of(beside.stock.as_deref().unwrap_or_default());
    order
        .into_iter()
        .rev()
        .for_each(|card| state.stock.put_on_top(card));
}

/// Returns the cards of a text, without words that are none.
fn cards_of(text: &str) -> Vec<Card> {
    let words = text.split_whitespace();
    words.filter_map(|word| word.parse().ok()).collect()
}

/// Takes a card that is named at a path from those left. Returns false, with a problem, if there is none of its kind.
fn take_named(
    rules: &Rules,
    left: &mut [u8; MAX_KINDS],
    card: Card,
    path: &str,
    problems: &mut PositionProblems,
) -> bool {
    let left = &mut left[card.index()];
    let is_left = *left > 0;
    if is_left {
        *left -= 1;
    } else {
        let copies = rules.deck.copies[card.index()];
        let message = format!("one {card} too many: the deck has {copies}");
        problems.add(path, ProblemCode::TooManyCopies, message);
    }
    is_left
}

/// Takes cards away, as far as they are there.
fn take_all(left: &mut [u8; MAX_KINDS], counts: &[u8; MAX_KINDS]) {
    for (left, count) in left.iter_mut().zip(counts) {
        *left = left.saturating_sub(*count);
    }
}

/// Gives the stock the backs that are named nowhere, unless their cards are out of play.
pub(crate) fn fill_backs_of_stock(
    rules: &Rules,
    state: &mut State,
    beside: &Beside,
    problems: &mut PositionProblems,
) {
    let hands = state
        .hands
        .iter()
        .map(|hand| usize::from(hand.len()))
        .sum::<usize>();
    let cards = hands + usize::from(state.pile.len()) + usize::from(state.stock.len());
    let Some(backs) = state.backs_mut() else { return };
    let mut left = rules.deck.copies;
    let in_hands = backs.hands.iter().flat_map(Hand::iter);
    let in_play: Vec<Card> = in_hands.chain(backs.pile.cards().iter().copied()).collect();
    let aside: Option<Vec<Card>> = beside.aside_backs.as_deref().map(cards_of);
    let named = in_play.iter().map(|card| ("backs", card));
    for (key, card) in named.chain(aside.iter().flatten().map(|card| ("aside_backs", card))) {
        if !take_named(rules, &mut left, *card, key, problems) {
            return;
        }
    }
    let of_stock = cards.saturating_sub(in_play.len());
    let aside = aside.map(|aside| aside.len());
    let out_of_play = rules.deck.cards.len().saturating_sub(cards);
    if let Some(given) = aside.filter(|&given| given != out_of_play) {
        let message = format!("cards out of play: {out_of_play}, not {given}");
        problems.add("aside_backs", ProblemCode::Contradiction, message);
    }
    // Where cards are out of play, so are as many backs.
    backs.stock = each(&left).take(of_stock).collect();
}

/// The backs of the cards out of play, where they must be written.
pub(crate) fn aside_backs(rules: &Rules, s: &State) -> Option<String> {
    let backs = s.backs()?;
    let mut left = rules.deck.copies;
    let hands = backs.hands.iter().map(Hand::counts);
    for counts in hands.chain([backs.pile.counts(), backs.stock.counts()]) {
        take_all(&mut left, counts);
    }
    (left != [0; MAX_KINDS]).then(|| String::from(each(&left).collect::<Hand>()))
}

/// Gives each card a back, in the order of the deck: to the hands, the pile and the stock.
pub(crate) fn lay_backs(rules: &Rules, state: &mut State) {
    let (hands, pile, stock) = (state.hands, state.pile.len(), state.stock.len());
    let Some(backs) = state.backs_mut() else { return };
    let mut left = rules.deck.cards.iter().copied();
    for (backs, hand) in backs.hands.iter_mut().zip(&hands) {
        *backs = left.by_ref().take(usize::from(hand.len())).collect();
    }
    left.by_ref()
        .take(usize::from(pile))
        .for_each(|back| backs.pile.play(back));
    backs.stock = left.take(usize::from(stock)).collect();
}

/// Returns this many cards of each kind.
fn each(counts: &[u8; MAX_KINDS]) -> impl Iterator<Item = Card> {
    Card::every().flat_map(|card| std::iter::repeat_n(card, usize::from(counts[card.index()])))
}

/// Returns the values of the keys `stock` and `aside`, where they must be written.
pub(crate) fn stock(rules: &Rules, s: &State) -> (Option<String>, Option<String>) {
    let mut nowhere = rules.deck.copies;
    let mut take = |counts: &[u8; MAX_KINDS]| take_all(&mut nowhere, counts);
    take(s.pile.counts());
    if let Some(tableau) = &s.tableau {
        tableau.piles.iter().for_each(|(_, pile, _)| take(pile.counts()));
        take(tableau.piles.split.counts());
    }
    take(&s.stock.counts());
    s.hands.iter().for_each(|hand| take(hand.counts()));
    let aside = || Some(String::from(each(&nowhere).collect::<Hand>()));
    let complete = nowhere == [0; MAX_KINDS];
    let (ordered, len) = (s.stock.ordered(), s.stock.len());
    if ordered == 0 {
        return match (complete, len) {
            (true, _) => (None, None),
            (false, 0) => (Some(String::new()), None),
            (false, _) => (None, aside()),
        };
    }
    // All cards that are neither named nor out of play lie without an order under those of a known order.
    let order = Some(format_cards(s.stock.order()));
    let aside = if ordered == len { None } else { aside() };
    (order, aside)
}

/// Places several piles; the one last played on becomes the state's own.
pub(crate) fn lay_piles(state: &mut State, beside: &Beside) {
    let (count, at) = (beside.piles.len(), usize::from(beside.at));
    let Some(tableau) = state.tableau.as_deref_mut().filter(|_| count > 0) else {
        return;
    };
    (tableau.piles.count, tableau.piles.at) = (count as u8, beside.at);
    for (n, text) in beside.piles.iter().enumerate() {
        let pile = if n == at {
            &mut state.pile
        } else {
            &mut tableau.piles.slots[n]
        };
        let cards = text.split_whitespace().filter_map(|word| word.parse().ok());
        cards.for_each(|card| pile.play(card));
    }
    for (n, text) in beside.suits.iter().enumerate().filter(|(n, _)| *n != at) {
        let suit = text.parse().ok().and_then(Suit::from_letter);
        tableau.piles.nominated[n] = suit.map_or(NO_SUIT, |suit| suit as u8);
    }
}

/// Returns the piles, the suits nominated on them, and the index of the pile last played on, if there are several
/// piles.
pub(crate) fn piles(s: &State) -> Option<(Vec<String>, Vec<String>, u8)> {
    let piles = &s
        .tableau
        .as_ref()
        .filter(|tableau| tableau.piles.count > 1)?
        .piles;
    let all = (0..piles.count).map(|index| {
        let slot = usize::from(index);
        if index == piles.at {
            (&s.pile, s.in_force.nominated)
        } else {
            (&piles.slots[slot], piles.nominated[slot])
        }
    });
    let letter = |suit| Suit::from_index(suit).map_or_else(String::new, |suit| suit.letter().to_string());
    let (texts, suits) = all
        .map(|(pile, suit)| (format_cards(pile.cards().iter().copied()), letter(suit)))
        .unzip();
    Some((texts, suits, piles.at))
}
