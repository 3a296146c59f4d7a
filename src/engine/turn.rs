//! The turn so far: cards played and drawn, and the effects collected.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::notation::AttackName;
use crate::card::{Card, CardSet, Rank, Suit};
use crate::rules::features::{ATTACKS, LOST_TURNS, PENALTIES, TABLE};
use crate::rules::{Features, NextPlayer};
use crate::ruleset::Source;
use crate::ruleset::schema::types::AnySeat;
use crate::seat::Seat;

/// The turn so far: cards played and drawn, and the effects collected.
///
/// The order of the fields is for speed: an observation reads the four numbers from `played` on as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[repr(C)]
pub(crate) struct TurnState {
    /// Kinds just drawn for an attack, of which one may be played.
    pub(crate) taken: CardSet,
    /// Number of cards played.
    pub(crate) played: u8,
    /// Number of players skipped.
    pub(crate) skip: u8,
    /// Number of reversals.
    pub(crate) reverse: u8,
    /// Number of cards that all others draw.
    pub(crate) others_draw: u8,
    /// The attack of the turn, and its answer to the pending one.
    pub(crate) attack: AttackCollected,
    /// The cards that the next player draws at once.
    pub(crate) penalty: PenaltyCollected,
    /// The open run of covers.
    pub(crate) covers: OpenCovers,
    /// The equal cards on top.
    pub(crate) set: SetOnTop,
    /// Number of seats by which all hands move, clockwise.
    pub(crate) hands: i8,
    /// The player who has the next turn.
    pub(crate) next: NextPlayer,
    /// Number of mirror cards played on an attack.
    pub(crate) mirrors: u8,
    /// The seat that went out in the turn before, if a card can bring it back.
    #[schemars(with = "Option<AnySeat>")]
    pub(crate) last_out: Option<Seat>,
    /// Number of cards that this seat draws when it is brought back.
    pub(crate) back_draw: u8,
    /// Effects of the last card that stay whatever is played on it.
    pub(crate) card_effects: CardEffects,
    /// Effects that only created rules give.
    pub(crate) created: CreatedEffects,
    /// The draws of the turn.
    pub(crate) drawn: DrawnInTurn,
    /// Facts about the play of the top card.
    pub(crate) top: TopCard,
    /// True if the call of this turn was asked for, or need not be.
    pub(crate) call_settled: bool,
    /// True if the play was challenged wrongly, so that the challenger draws.
    pub(crate) challenged: bool,
}

/// The attack that a turn adds to what is pending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[repr(C)]
pub(crate) struct AttackCollected {
    /// Number of cards added to the attack.
    pub(crate) cards: u8,
    /// Number of turns added to the attack.
    pub(crate) skip: u8,
    /// The special that attacks.
    #[schemars(with = "AttackName")]
    pub(crate) kind: u8,
    /// True if the attack cannot be answered.
    pub(crate) unanswerable: bool,
    /// True if an attack was answered or cancelled, so that nothing is pending once the answer is covered.
    pub(crate) answered: bool,
}

impl AttackCollected {
    /// Returns true if the turn attacks.
    #[inline]
    pub(crate) const fn is_some(self) -> bool {
        self.is_some_of::<{ LOST_TURNS }>()
    }

    /// Returns true if the turn attacks, for an engine with these features.
    #[inline]
    pub(crate) const fn is_some_of<const F: Features>(self) -> bool {
        self.cards > 0 || F & LOST_TURNS != 0 && self.skip > 0
    }

    /// Removes the attack of the turn.
    #[inline]
    pub(crate) const fn forget(&mut self) {
        (self.cards, self.skip, self.unanswerable) = (0, 0, false);
    }
}

/// The penalty that a turn gives the next player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[repr(C)]
pub(crate) struct PenaltyCollected {
    /// Number of cards that the next player draws at once.
    pub(crate) cards: u8,
    /// Number of these cards that are drawn even if their card is covered.
    pub(crate) covered: u8,
    /// True if the next player keeps the turn.
    pub(crate) kept: bool,
    /// The source of the cards.
    pub(crate) from: Source,
    /// True if the penalty cancels an attack of the turn.
    pub(crate) ends_attack: bool,
}

impl PenaltyCollected {
    /// Returns true if the penalty cancels an attack of the turn.
    pub(crate) const fn cancels_attack(self) -> bool {
        self.ends_attack && self.cards > 0
    }
}

/// A run of covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[repr(C)]
pub(crate) struct OpenCovers {
    /// Number of further cards that may cover, as the opener allows.
    pub(crate) left: u8,
    /// The card that opened the run.
    pub(crate) opener: Option<Card>,
}

/// Equal cards that lie together on top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[repr(C)]
pub(crate) struct SetOnTop {
    /// Number of equal cards on top.
    pub(crate) cards: u8,
    /// The rank that the top card has or stands for.
    pub(crate) rank: Option<Rank>,
    /// True if every card played in the turn has that rank.
    pub(crate) is_all: bool,
}

/// Effects of a card that stay whatever is played on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[repr(C)]
pub(crate) struct CardEffects {
    /// Number of cards that a player drawn by lot draws.
    pub(crate) lot: u8,
    /// Number of cards that the player draws.
    pub(crate) draw: u8,
    /// True if the player may swap hands.
    pub(crate) swap: bool,
    /// True if the player does not go out with this last card.
    pub(crate) not_out: bool,
}

/// Effects that only created rules give to the cards of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[repr(C)]
pub(crate) struct CreatedEffects {
    /// True if the player nominates.
    pub(crate) nominates: bool,
    /// True if the pile is to be dealt into two.
    pub(crate) splits: bool,
}

/// The draws of a turn, and the choices after them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[repr(C)]
pub(crate) struct DrawnInTurn {
    /// Number of cards drawn by choice.
    pub(crate) cards: u8,
    /// The card drawn last.
    pub(crate) last: Option<Card>,
    /// True if only that card may be played.
    pub(crate) only_last: bool,
    /// True if no more cards may be drawn.
    pub(crate) no_more: bool,
    /// True if a card must be played.
    pub(crate) must_play: bool,
    /// True if the pending attack was taken and the turn goes on.
    pub(crate) took_pending: bool,
}

/// Facts about the play of the top card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[repr(C)]
pub(crate) struct TopCard {
    /// True if the top card is an ordinary card where it lies.
    pub(crate) ordinary: bool,
    /// True if the top card follows the card under it.
    pub(crate) followed: bool,
    /// True if the top card was played by rule, which decides a challenge.
    pub(crate) lawful: bool,
    /// The suit that was nominated before the top card was played.
    pub(crate) suit_before: Option<Suit>,
    /// Conditions of the top card's specials that do not hold, one bit each in the order of their names.
    pub(crate) without: u8,
}

impl SetOnTop {
    /// Returns the set of one card of this rank alone, the first of a turn.
    #[inline]
    pub(crate) const fn of(rank: Rank) -> Self {
        Self {
            cards: 1,
            rank: Some(rank),
            is_all: true,
        }
    }
}

impl TurnState {
    /// Returns true if the turn has collected effects on the order of play or on the next player.
    #[inline]
    pub(crate) const fn has_effects<const F: Features>(&self) -> bool {
        let mut some = self.skip | self.reverse;
        if F & ATTACKS != 0 {
            some |= self.attack.cards | self.attack.answered as u8;
        }
        if F & LOST_TURNS != 0 {
            some |= self.attack.skip;
        }
        if F & PENALTIES != 0 {
            some |= self.penalty.cards | self.challenged as u8;
        }
        if F & TABLE != 0 {
            some |= self.next as u8;
        }
        some > 0
    }
}
