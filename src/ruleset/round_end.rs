//! Going out, the end of a round, the countdown, and mistakes.

use schemars::{JsonSchema, json_schema};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::schema::types::{Whole, schema_of};
use super::{ByPlayers, CardsNumber, NotOn, Ruleset, Selector, TeamOut, is_default};
use crate::limits::shown;
use crate::seat::MAX_SEATS;

/// Going out, and the effect of the last card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Out {
    /// The effect of the card that ends the round: none; whoever it hits draws before the hands are scored; or an attack is
    /// played out, the next player answering or drawing, and the round ends when nothing is pending. `drawn`: it has none,
    /// and a player who has played it is out only after the draw at the end of the turn, by calling with that single card;
    /// a player who does not call draws `call.penalty` cards and one more, the pile but its upcard is shuffled into the
    /// stock, and play goes on. With nothing to draw the player is out at once.
    pub last_card: LastCard,
    /// Play goes on until this many players are out: 1 … players − 1. Or the percent of all stakes that each of them gets
    /// with `reward = "win"` in a single round: `[75, 25]` plays on for a second place that is worth a quarter. All but
    /// the first two get 0; a number stands for a winner who takes all.
    pub places: ByPlayers<Places>,
    /// Cards with which nobody goes out, and a number: played as the last one such a card has its effect, its player
    /// draws that many cards, and play goes on. Or `never`: such a card cannot be played while it is the only card of
    /// its player, whatever it follows or answers, so that a player left with nothing else draws. There may be one entry
    /// of each kind.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub not_on: NotOn,
    /// Members of a team whose going out ends the round, where there are teams: one, or all, so that whoever is out waits
    /// while the others play on.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub team: TeamOut,
}

impl Default for Out {
    fn default() -> Self {
        Self {
            last_card: LastCard::Ignored,
            places: ByPlayers::Same(Places::default()),
            not_on: NotOn::default(),
            team: TeamOut::One,
        }
    }
}

/// Places for which players play on: a number, or the percent of all stakes for each place, such as `[75, 25]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Places {
    /// Number of players who are out when the round ends.
    pub count: u8,
    /// Percent of all stakes for the player who comes second; the winner gets the rest.
    pub second_share: u8,
}

impl Ruleset {
    /// Returns the places for a number of players.
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
        let refused = || {
            D::Error::custom(format!(
                "{} is not a list of shares such as [75, 25]: they add up to 100, and all but the first two are 0",
                shown(&value)
            ))
        };
        let shares = Vec::<u8>::deserialize(&value).map_err(|_| refused())?;
        match shares.as_slice() {
            [first, second, rest @ ..]
                if first.checked_add(*second) == Some(100) && rest.iter().all(|share| *share == 0) =>
            {
                Ok(Self {
                    count: shares.len() as u8,
                    second_share: *second,
                })
            }
            _ => Err(refused()),
        }
    }
}

schema_of!(Places, |generator| {
    let share = generator.subschema_for::<Whole<0, 100>>();
    json_schema!({
        "anyOf": [
            generator.subschema_for::<Whole<1, { MAX_SEATS as i64 - 1 }>>(),
            { "type": "array", "items": share, "minItems": 2, "maxItems": MAX_SEATS - 1, "format": "list of shares",
              "examples": [[75, 25], [60, 40, 0]] },
        ],
    })
});

/// Effect of the card that ends the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LastCard {
    /// No effect.
    Ignored,
    /// Whoever it hits draws before the hands are scored, and cannot answer.
    Served,
    /// An attack is played out: whoever it hits answers or draws; the round ends when nothing is pending any more.
    Chain,
    /// No effect; a player is out only after the draw at the end of the turn, by calling with the card drawn.
    Drawn,
}

impl LastCard {
    /// Returns the effect of the card alone: `Ignored` for `Drawn`, which is about going out.
    #[must_use]
    pub const fn effect(self) -> Self {
        match self {
            Self::Drawn => Self::Ignored,
            other => other,
        }
    }
}

/// Ends of a round without anybody going out, and the beginning of the next one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Round {
    /// The round ends when this many cards have been played; 0 is off.
    pub plays: u16,
    /// The round ends when this many cards of one rank (2 or more), of these cards or of all, have been played in a row,
    /// by anybody; whoever played the last has won and scores nothing. 0 is off.
    pub row: CardsNumber,
    /// Beginning of the rounds after the first: the seat after the dealer deals, and the player after it plays first; the
    /// winner of the round before deals; or the deal moves, and the loser or the winner of the round before plays first.
    pub next: NextRound,
    /// Cards that name the first player of each round, the one that counts most first: when the cards are dealt and the
    /// pile is begun, the holder of the first of them that anybody holds shows it and has the first turn (of several
    /// holders the first in the order of play, from the usual first player on). A class stands for its cards in the order
    /// of the deck (`3` is `3C 3D 3H 3S`). If nobody holds any, the usual first player begins.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub first: Selector,
}

/// Dealer and first player of the rounds after the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NextRound {
    /// The seat after the dealer deals, clockwise, and the player after that seat plays first.
    DealMoves,
    /// The winner of the round before deals; if several share it, the seat after the dealer.
    WinnerDeals,
    /// The deal moves, and the loser of the round before plays first.
    LoserFirst,
    /// The deal moves, and the winner of the round before plays first; if several share it, the player after the dealer.
    WinnerFirst,
}

impl Default for Round {
    fn default() -> Self {
        Self {
            plays: 0,
            row: CardsNumber::default(),
            next: NextRound::DealMoves,
            first: Selector::none(),
        }
    }
}

/// A score that falls with each hand that is played out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Countdown {
    /// The score with which everyone begins. A player who plays the last card counts down by one and is dealt as many cards
    /// as the score then is; at 0 the player has won. 0 is off.
    #[schemars(range(max = 13))]
    pub from: u8,
}

/// Cost of playing an illegal card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Mistakes {
    /// Cards drawn for an illegal card, which goes back to the hand, the turn ending; 0: illegal cards are masked.
    pub penalty: u8,
}
