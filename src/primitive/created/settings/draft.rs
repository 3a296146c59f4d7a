//! Drawing of created rules from a catalogue, in small draws that can each be a chance node.

use serde::{Deserialize, Serialize};

use super::{Class, CreatedRule, Does};
use crate::card::{RANKS, Suit};

/// A created rule under construction: three draws among at most 54 equally likely outcomes each.
///
/// The first draw gives the effect with its count, the second the cards, and the third the cards that may follow (for
/// `only`) or the card under them. The meaning of each number is fixed within a
/// [`GRAMMAR_VERSION`](super::GRAMMAR_VERSION).
///
/// Serialised as the outcomes drawn so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub struct Draft {
    digits: [u8; 4],
    len: u8,
}

/// Number of draws that complete a rule.
const DRAWS: u8 = 3;

/// Effects with their counts and weights.
const DOES: &[(Does, u8, u8)] = &[
    (Does::Reverse, 1, 4),
    (Does::Skip, 1, 3),
    (Does::Skip, 2, 2),
    (Does::Again, 1, 4),
    (Does::DrawNext, 1, 2),
    (Does::DrawNext, 2, 2),
    (Does::DrawNext, 3, 1),
    (Does::DrawPlayer, 1, 2),
    (Does::DrawPlayer, 2, 1),
    (Does::DrawOthers, 1, 3),
    (Does::DrawOthers, 2, 1),
    (Does::Only, 1, 8),
    (Does::Nominate, 1, 4),
    (Does::Playable, 1, 6),
    (Does::AnyTurn, 1, 3),
    (Does::Invert, 1, 2),
    (Does::TwoPiles, 1, 2),
];

const fn r(number: u8) -> Class {
    Class::ranks(number, number)
}

/// The cards that most rules apply to, single ranks first: classes so narrow that a rule that draws cards does not draw
/// at every turn.
const CARDS: &[Class] = &[
    r(1),
    r(2),
    r(3),
    r(4),
    r(5),
    r(6),
    r(7),
    r(8),
    r(9),
    r(10),
    r(11),
    r(12),
    r(13),
    Class::ALL.of(Suit::Clubs),
    Class::ALL.of(Suit::Diamonds),
    Class::ALL.of(Suit::Hearts),
    Class::ALL.of(Suit::Spades),
    Class::FACE,
    Class::FACE.red(),
    Class::FACE.black(),
    Class::FACE.odd(),
    Class::ranks(1, 2),
    Class::ranks(1, 3),
    Class::ranks(2, 3),
    Class::ranks(3, 4),
    Class::ranks(4, 5),
    Class::ranks(4, 6),
    Class::ranks(5, 6),
    Class::ranks(6, 7),
    Class::ranks(7, 8),
    Class::ranks(7, 9),
    Class::ranks(8, 9),
    Class::ranks(9, 10),
    Class::ranks(10, 11),
    Class::ranks(12, 13),
    Class::EVEN.red(),
    Class::EVEN.black(),
    Class::ODD.red(),
    Class::ODD.black(),
    Class::EVEN.of(Suit::Hearts),
    Class::ODD.of(Suit::Spades),
    Class::NUMBER.of(Suit::Clubs),
    Class::NUMBER.of(Suit::Diamonds),
    r(1).red(),
    r(2).black(),
    r(3).red(),
    r(5).black(),
    r(6).red(),
    r(7).black(),
    r(9).red(),
    r(10).black(),
    r(11).black(),
    r(12).red(),
    r(13).black(),
];

/// The cards that `invert` applies to: mostly every card, as in the example of the document.
const INVERTED: &[Class] = &[
    Class::ALL,
    Class::ALL,
    Class::ALL,
    Class::ALL,
    Class::ALL.red(),
    Class::ALL.black(),
    Class::EVEN,
    Class::ODD,
    Class::FACE,
    Class::NUMBER,
    Class::ranks(1, 7),
    Class::ranks(7, 13),
];

/// Cards that alone may follow: classes so wide that a card that may follow is often held.
const FOLLOW: &[Class] = &[
    Class::EVEN,
    Class::ODD,
    Class::ALL.red(),
    Class::ALL.black(),
    Class::NUMBER,
    Class::NUMBER.even(),
    Class::NUMBER.odd(),
    Class::ranks(1, 5),
    Class::ranks(1, 6),
    Class::ranks(1, 7),
    Class::ranks(1, 8),
    Class::ranks(2, 7),
    Class::ranks(2, 9),
    Class::ranks(3, 8),
    Class::ranks(3, 9),
    Class::ranks(4, 10),
    Class::ranks(5, 10),
    Class::ranks(5, 11),
    Class::ranks(6, 12),
    Class::ranks(6, 13),
    Class::ranks(7, 13),
    Class::ranks(8, 13),
    Class::ranks(9, 13),
    Class::ranks(10, 13),
];

/// Cards under the one played; the outcomes before them stand for any card.
const AFTER: &[Class] = &[
    Class::ALL.red(),
    Class::ALL.black(),
    Class::EVEN,
    Class::ODD,
    Class::FACE,
    Class::NUMBER,
    Class::NUMBER.even(),
    Class::NUMBER.odd(),
    Class::ALL.of(Suit::Clubs),
    Class::ALL.of(Suit::Diamonds),
    Class::ALL.of(Suit::Hearts),
    Class::ALL.of(Suit::Spades),
    Class::ranks(1, 4),
    Class::ranks(2, 5),
    Class::ranks(4, 7),
    Class::ranks(6, 9),
    Class::ranks(8, 11),
    Class::ranks(10, 13),
];

/// Number of outcomes for any card under the one played, beside those of [`AFTER`].
const ANY_AFTER: u8 = 30;

impl From<Draft> for Vec<u8> {
    fn from(draft: Draft) -> Self {
        draft.taken().to_vec()
    }
}

impl TryFrom<Vec<u8>> for Draft {
    type Error = String;

    fn try_from(outcomes: Vec<u8>) -> Result<Self, String> {
        let mut draft = Self::default();
        for outcome in outcomes {
            let choices = draft.outcomes();
            if outcome >= choices {
                return Err(format!("{outcome} is not in 0 … {}", choices.max(1) - 1));
            }
            draft.push(outcome);
        }
        Ok(draft)
    }
}

impl Draft {
    /// Returns the number of outcomes of the next draw, all equally likely; 0 if the rule is complete.
    #[must_use]
    pub fn outcomes(&self) -> u8 {
        match self.len {
            0 => DOES.iter().map(|(_, _, weight)| weight).sum(),
            1 => self.about().len() as u8,
            2 if self.does().0 == Does::Only => FOLLOW.len() as u8,
            2 => ANY_AFTER + AFTER.len() as u8,
            _ => 0,
        }
    }

    /// Takes the outcome of the next draw. An outcome that is too large counts as the largest; a complete rule ignores
    /// it.
    pub fn push(&mut self, k: u8) {
        let outcomes = self.outcomes();
        if outcomes > 0 {
            self.digits[usize::from(self.len)] = k.min(outcomes - 1);
            self.len += 1;
        }
    }

    /// The outcomes taken so far.
    #[must_use]
    pub fn taken(&self) -> &[u8] {
        &self.digits[..usize::from(self.len)]
    }

    /// Returns the rule, if it is complete.
    #[must_use]
    pub fn rule(&self) -> Option<CreatedRule> {
        if self.len < DRAWS {
            return None;
        }
        let (does, count) = self.does();
        let cards = self.about()[usize::from(self.digits[1])];
        let mut rule = CreatedRule {
            count,
            ..CreatedRule::new(cards, does)
        };
        let third = usize::from(self.digits[2]);
        if does == Does::Only {
            rule.follow = FOLLOW[third];
        } else if let Some(at) = third.checked_sub(usize::from(ANY_AFTER)) {
            rule.after = AFTER[at];
            if rule.is_vacuous() {
                rule.after = Class::ALL;
            }
        }
        Some(rule)
    }

    fn does(self) -> (Does, u8) {
        let mut rest = self.digits[0];
        for &(does, count, weight) in DOES {
            if rest < weight {
                return (does, count);
            }
            rest -= weight;
        }
        (Does::Reverse, 1)
    }

    fn about(self) -> &'static [Class] {
        match self.does().0 {
            Does::Invert => INVERTED,
            // Rounds would not end if others drew at every third card.
            Does::DrawOthers => &CARDS[..RANKS],
            _ => CARDS,
        }
    }
}
