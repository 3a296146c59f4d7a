//! Chance as nodes of the game: outcomes and their probabilities.

use std::fmt;
use std::str::FromStr;

use super::ActionError;
use super::agenda::Task;
use super::phase::{Chance, Phase};
use super::state::State;
use crate::card::{Card, MAX_KINDS, Suit};
use crate::card_text::in_use;
use crate::limits::given;
use crate::rules::{OpenNumber, Rules};
use crate::ruleset::Source;
use crate::seat::{MAX_SEATS, Seat};

/// An outcome of chance: a card, a seat, a suit or a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// A card, dealt, turned or drawn. Its id is the card's index.
    Card(Card),
    /// A seat. Its id is the absolute seat.
    Seat(Seat),
    /// A suit. Its id is the suit's index.
    Suit(Suit),
    /// One of several choices, by its number.
    Index(u8),
}

impl Outcome {
    /// Returns the id among the outcomes of its kind.
    #[must_use]
    pub const fn id(self) -> u8 {
        match self {
            Self::Card(card) => card.index() as u8,
            Self::Seat(seat) => seat.0,
            Self::Suit(suit) => suit as u8,
            Self::Index(index) => index,
        }
    }

    /// Returns the outcome with this id at a chance node of this kind.
    #[must_use]
    pub const fn from_id(node: Chance, id: u8) -> Option<Self> {
        match node {
            Chance::Dealer | Chance::Lot | Chance::Scramble if (id as usize) < MAX_SEATS => {
                Some(Self::Seat(Seat(id)))
            }
            Chance::Dealer | Chance::Lot | Chance::Scramble => None,
            Chance::Create | Chance::Amount => Some(Self::Index(id)),
            Chance::Suit => match Suit::from_index(id) {
                Some(suit) => Some(Self::Suit(suit)),
                None => None,
            },
            _ => match Card::from_index(id) {
                Some(card) => Some(Self::Card(card)),
                None => None,
            },
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(card) => write!(f, "chance {card}"),
            Self::Seat(seat) => write!(f, "chance {}", seat.0),
            Self::Suit(suit) => write!(f, "chance {}", suit.letter()),
            Self::Index(index) => write!(f, "chance #{index}"),
        }
    }
}

/// Text that names no outcome of chance.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{text:?} is not an outcome of chance: write chance CARD, chance SEAT, chance SUIT or chance #NUMBER"
)]
pub struct ParseOutcomeError {
    /// The text.
    pub text: String,
}

impl FromStr for Outcome {
    type Err = ParseOutcomeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let suit = |what: &str| in_use(|pack| pack.suit_of_letter(what.parse().ok()?));
        let index = |what: &str| {
            what.strip_prefix('#')?
                .parse()
                .ok()
                .filter(|&n: &u8| n < MAX_KINDS as u8)
        };
        let read = |what: &str| match what.parse::<u8>() {
            _ if what.starts_with('#') => index(what).map(Self::Index),
            Ok(seat) if usize::from(seat) < MAX_SEATS => Some(Self::Seat(Seat(seat))),
            _ => suit(what)
                .map(Self::Suit)
                .or_else(|| what.parse().ok().map(Self::Card)),
        };
        text.strip_prefix("chance ")
            .and_then(read)
            .filter(|outcome| outcome.to_string() == text)
            .ok_or_else(|| ParseOutcomeError { text: given(text) })
    }
}

/// Returns the outcomes with their probabilities, in the order of their ids.
pub(crate) fn outcomes(rules: &Rules, s: &State) -> Vec<(Outcome, f64)> {
    let Phase::Chance(node) = s.phase() else {
        return Vec::new();
    };
    if let Chance::Param { index } = node {
        let values = &rules.params[usize::from(index)].values;
        let p = 1.0 / values.len() as f64;
        return values.iter().map(|&card| (Outcome::Card(card), p)).collect();
    }
    if node == Chance::Dealer {
        let p = 1.0 / f64::from(rules.players);
        return (0..rules.players)
            .map(|seat| (Outcome::Seat(Seat(seat)), p))
            .collect();
    }
    if let Some(outcomes) = tableau_outcomes(rules, s, node) {
        return outcomes;
    }
    if node == Chance::Suit {
        let p = 1.0 / f64::from(rules.deck.suits.len());
        let suits = rules.pack.suits_in(rules.deck.kinds);
        return suits.map(|suit| (Outcome::Suit(suit), p)).collect();
    }
    let from_pile = matches!(
        s.agenda.top(),
        Some(Task::Draw {
            from: Source::Pile,
            ..
        })
    );
    if let (Some(card), false) = (s.stock.top(), from_pile) {
        return vec![(Outcome::Card(card), 1.0)];
    }
    let (counts, all) = if from_pile {
        let tops = s.fixed_on_top(rules);
        (s.pile.counts_under(tops), s.pile.len() - tops)
    } else {
        (s.stock.counts(), s.stock.len())
    };
    let all = f64::from(all);
    (0..MAX_KINDS)
        .filter(|&kind| counts[kind] > 0)
        .map(|kind| (Outcome::Card(Card::of(kind as u8)), f64::from(counts[kind]) / all))
        .collect()
}

/// Returns the outcomes of the nodes that need a tableau.
fn tableau_outcomes(rules: &Rules, s: &State, node: Chance) -> Option<Vec<(Outcome, f64)>> {
    let tableau = s.tableau.as_ref()?;
    let seats = |seats: crate::seat::SeatSet| {
        let p = 1.0 / f64::from(seats.len().max(1));
        seats.iter().map(|seat| (Outcome::Seat(seat), p)).collect()
    };
    let cards = |hand: &crate::hand::Hand, of: crate::card::CardSet| {
        let all: u32 = hand
            .held()
            .and(of)
            .iter()
            .map(|card| u32::from(hand.count(card)))
            .sum();
        let p = |card: Card| f64::from(hand.count(card)) / f64::from(all);
        hand.held()
            .and(of)
            .iter()
            .map(|card| (Outcome::Card(card), p(card)))
            .collect()
    };
    Some(match node {
        Chance::Lot => seats(s.active),
        Chance::Amount => amounts(rules, s, tableau),
        Chance::Back => cards(super::effect::backs::due_backs(s)?, crate::card::CardSet::ALL),
        Chance::Scramble => seats(super::legal::holders(s, rules.tableau.second_pile)),
        Chance::Rogue { seat } => cards(s.hand(seat), rules.tableau.second_pile),
        Chance::Split => cards(&tableau.piles.split, crate::card::CardSet::ALL),
        Chance::Create => {
            let choices = tableau.created.draft.outcomes();
            let p = 1.0 / f64::from(choices);
            (0..choices).map(|index| (Outcome::Index(index), p)).collect()
        }
        _ => return None,
    })
}

/// Returns the numbers of cards that may be drawn by lot, each once.
fn amounts(rules: &Rules, s: &State, tableau: &super::RareState) -> Vec<(Outcome, f64)> {
    let at = match s.agenda.top() {
        Some(Task::DrawAmount { open, .. }) => open,
        _ => tableau.queued_effects[0].map_or(0, |effects| effects.open[0]),
    };
    let Some(OpenNumber::Lot(numbers)) = rules.open_draws.at(at).map(|draw| &draw.number) else {
        return Vec::new();
    };
    let of = |number: &u8| {
        numbers
            .iter()
            .fold(0.0, |count, other| count + f64::from(u8::from(other == number)))
    };
    let all = numbers.len() as f64;
    let mut numbers_once = numbers.clone();
    numbers_once.sort_unstable();
    numbers_once.dedup();
    let outcome = |number: &u8| (Outcome::Index(*number), of(number) / all);
    numbers_once.iter().map(outcome).collect()
}

/// Checks that chance can give this outcome here.
pub(crate) fn check(rules: &Rules, s: &State, outcome: Outcome) -> Result<(), ActionError> {
    rules.pack.within(|| check_of_pack(rules, s, outcome))
}

fn check_of_pack(rules: &Rules, s: &State, outcome: Outcome) -> Result<(), ActionError> {
    if !s.is_chance() {
        return Err(ActionError::NotChance {
            outcome: outcome.to_string(),
        });
    }
    let possible = outcomes(rules, s);
    if possible.iter().any(|(other, _)| *other == outcome) {
        return Ok(());
    }
    Err(ActionError::Outcome {
        outcome: outcome.to_string(),
        possible: possible
            .iter()
            .map(|(o, _)| o.to_string())
            .collect::<Vec<_>>()
            .join(", "),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outcome_reads_back_from_its_text() {
        let cards = crate::pack::Pack::standard().all().iter().map(Outcome::Card);
        let suits = Suit::USUAL.map(Outcome::Suit);
        let seats = (0..MAX_SEATS as u8).map(|seat| Outcome::Seat(Seat(seat)));
        let indices = (0..54).map(Outcome::Index);
        for outcome in cards.chain(seats).chain(suits).chain(indices) {
            assert_eq!(outcome.to_string().parse(), Ok(outcome));
        }
        for text in [
            "chance",
            "chance 16",
            "chance 8h",
            "chance c",
            "chance CC",
            "8H",
            "chance  8H",
            "chance 03",
            "chance #64",
            "chance #03",
        ] {
            assert!(text.parse::<Outcome>().is_err(), "{text}");
        }
    }
}
