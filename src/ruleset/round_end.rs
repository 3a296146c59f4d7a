//! Announcing the last card, and how a round ends.

use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::{ByPlayers, CardsNumber, Ruleset, is_default};

/// What becomes of the last card's effect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Out {
    /// The effect of the card that ends the round.
    pub last_card: LastCard,
    /// Play goes on until so many players are out, and what each of them gets.
    pub places: ByPlayers<Places>,
    /// Cards with which nobody goes out, and how many a player draws who has played one as the last.
    #[serde(skip_serializing_if = "is_default")]
    pub not_on: CardsNumber,
}

impl Default for Out {
    fn default() -> Self {
        Self {
            last_card: LastCard::Ignored,
            places: ByPlayers::Same(Places::default()),
            not_on: CardsNumber::default(),
        }
    }
}

/// For how many places players play on: a number, or the percent of all stakes that each place gets, such as `[75, 25]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Places {
    /// So many are out when the round ends.
    pub count: u8,
    /// Percent of all stakes that whoever is second gets; the winner gets the rest.
    pub second_share: u8,
}

impl Ruleset {
    /// For how many places so many players play.
    pub(crate) fn places(&self, players: u8) -> Places {
        self.out.places.get(players).unwrap_or_default()
    }
}

impl Default for Places {
    fn default() -> Self {
        Self {
            count: 1,
            second_share: 0,
        }
    }
}

impl Serialize for Places {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.second_share == 0 {
            return serializer.serialize_u8(self.count);
        }
        let shares = [100 - self.second_share.min(100), self.second_share];
        let rest = usize::from(self.count).saturating_sub(shares.len());
        serializer.collect_seq(shares.into_iter().chain(std::iter::repeat_n(0, rest)))
    }
}

impl<'de> Deserialize<'de> for Places {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let Value::Array(_) = value else {
            let count = u8::deserialize(value).map_err(D::Error::custom)?;
            return Ok(Self {
                count,
                second_share: 0,
            });
        };
        let shares = Vec::<u8>::deserialize(value).map_err(D::Error::custom)?;
        match shares.as_slice() {
            [first, second, rest @ ..]
                if first.checked_add(*second) == Some(100) && rest.iter().all(|share| *share == 0) =>
            {
                Ok(Self {
                    count: shares.len() as u8,
                    second_share: *second,
                })
            }
            _ => Err(D::Error::custom(format!(
                "{shares:?} are no shares of 100 percent, of which only the first two places get any"
            ))),
        }
    }
}

/// The effect of the card that ends the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LastCard {
    /// It has none.
    Ignored,
    /// Whoever it hits draws before the hands are scored, and cannot answer.
    Served,
    /// An attack is played out: whoever it hits answers or draws; the round ends when nothing is pending any more.
    Chain,
    /// It has none, and one is out only after the draw at the end of the turn, by calling with the card drawn.
    Drawn,
}

impl LastCard {
    /// What becomes of the card's effect, however one goes out.
    #[must_use]
    pub const fn effect(self) -> Self {
        match self {
            Self::Drawn => Self::Ignored,
            other => other,
        }
    }
}

/// How a round ends without anybody going out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Round {
    /// The round ends when so many cards have been played; 0 is off.
    pub plays: u16,
    /// The round ends when so many of these cards, of one rank, have been played in a row.
    pub row: CardsNumber,
    /// Who deals the rounds after the first, and who plays first in them.
    pub next: NextRound,
}

/// Who deals the rounds after the first, and who plays first in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NextRound {
    /// The seat after the dealer deals, clockwise, and the player after that seat plays first.
    DealMoves,
    /// The winner of the round before deals; if several share it, the seat after the dealer.
    WinnerDeals,
    /// The deal moves, and the loser of the round before plays first.
    LoserFirst,
}

impl Default for Round {
    fn default() -> Self {
        Self {
            plays: 0,
            row: CardsNumber::default(),
            next: NextRound::DealMoves,
        }
    }
}

/// A score that falls with each hand that is played out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Countdown {
    /// The score that everyone begins with; 0 is off.
    pub from: u8,
}

/// What an illegal card costs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Mistakes {
    /// Cards drawn for it, the card going back to the hand and the turn ending; 0: illegal cards are masked.
    pub penalty: u8,
}
