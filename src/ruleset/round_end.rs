//! Announcing the last card, and how a round ends.

use serde::{Deserialize, Serialize};

use super::{ByPlayers, Selector, is_default};

/// Announcing one's last card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Call {
    /// Whether it is due, and who makes it.
    pub made: CallMade,
    /// Cards drawn for a missing call.
    pub penalty: u8,
    /// Who notices.
    pub caught: Caught,
    /// When the penalty of a call caught automatically is drawn.
    pub charged: Charged,
    /// Who owes it.
    #[serde(skip_serializing_if = "is_default")]
    pub due: CallDue,
}

impl Default for Call {
    fn default() -> Self {
        Self {
            made: CallMade::Off,
            penalty: 2,
            caught: Caught::Automatic,
            charged: Charged::BeforeNext,
            due: CallDue::Laid,
        }
    }
}

/// Who owes a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum CallDue {
    /// Who has laid all cards but one.
    #[default]
    Laid,
    /// Whoever holds one card at the end of a turn, however that came about.
    Held,
}

/// Whether a call is due, and who makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CallMade {
    /// No call.
    Off,
    /// The player, who may forget it: a decision of its own.
    ByPlayer,
    /// It is made for the player, always.
    Automatic,
}

/// Who notices a missing call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Caught {
    /// It is always noticed.
    Automatic,
    /// Any other player may catch it, polled in order of play after the turn.
    ByOthers,
    /// The player who has the next turn may catch it, before playing.
    NextPlayer,
    /// Once another player has had a turn, any player may ask at the beginning of the own turn.
    Asked,
}

/// When the penalty of a call caught automatically is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Charged {
    /// Before the next player's turn.
    BeforeNext,
    /// At the start of the own next turn, which is kept.
    OwnTurn,
    /// After the next player's turn.
    AfterNext,
}

/// What becomes of the last card's effect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Out {
    /// The effect of the card that ends the round.
    pub last_card: LastCard,
    /// Play goes on until so many players are out.
    pub places: ByPlayers<u8>,
    /// Percent of all stakes that whoever is second gets, where three or more play for the win.
    pub second_share: u8,
    /// Cards with which nobody goes out.
    #[serde(skip_serializing_if = "is_default")]
    pub not_on: Selector,
    /// Cards that a player draws who has laid such a card as the last one.
    #[serde(skip_serializing_if = "is_one")]
    pub not_on_draw: u8,
    /// Whether one has to draw a card after the last one and say the call with it.
    #[serde(skip_serializing_if = "is_default")]
    pub drawn: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_one(number: &u8) -> bool {
    *number == 1
}

impl Default for Out {
    fn default() -> Self {
        Self {
            last_card: LastCard::Ignored,
            places: ByPlayers::Same(1),
            second_share: 0,
            not_on: Selector::none(),
            not_on_draw: 1,
            drawn: false,
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
}

/// How a round ends without anybody going out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Round {
    /// The round ends when so many cards have been laid; 0 is off.
    pub plays: u16,
    /// The round ends when so many cards of one rank have been laid in a row; 0 is off.
    pub row: u8,
    /// Which cards count in such a row.
    pub row_cards: Selector,
    /// Who plays first in the rounds after the first.
    pub first: FirstPlayer,
    /// Who deals the rounds after the first.
    #[serde(skip_serializing_if = "is_default")]
    pub dealer: NextDealer,
}

/// Who deals the rounds after the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum NextDealer {
    /// The seat after the dealer, clockwise.
    #[default]
    Next,
    /// The winner of the round before; if several share it, the seat after the dealer.
    Winner,
}

impl Default for Round {
    fn default() -> Self {
        Self {
            plays: 0,
            row: 0,
            row_cards: Selector::all(),
            first: FirstPlayer::AfterDealer,
            dealer: NextDealer::Next,
        }
    }
}

/// Who plays first in the rounds after the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstPlayer {
    /// The player after the dealer, and the deal moves on by one seat.
    AfterDealer,
    /// The loser of the round before.
    Loser,
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
