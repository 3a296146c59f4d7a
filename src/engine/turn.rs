//! What a turn has played and drawn so far, and the effects that it has collected.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::notation::AttackName;
use crate::card::{Card, CardSet, Rank, Suit};
use crate::rules::Features;
use crate::rules::features::{ATTACKS, LOST_TURNS, PENALTIES, TABLE};
use crate::ruleset::Source;
use crate::ruleset::schema::types::AnySeat;
use crate::seat::Seat;

/// What was played and drawn in the turn so far, and the effects that it has collected.
///
/// The order of the fields is for speed: an observation reads the four numbers from `played` on as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[repr(C)]
pub(crate) struct Turn {
    /// Kinds just drawn for an attack, of which one may be played.
    pub(crate) taken: CardSet,
    /// Cards played.
    pub(crate) played: u8,
    /// Players skipped.
    pub(crate) skip: u8,
    /// Reversals.
    pub(crate) reverse: u8,
    /// Cards that all others draw.
    pub(crate) others_draw: u8,
    /// Its attack, and how it met the one before.
    pub(crate) attack: AttackCollected,
    /// What the next player draws at once.
    pub(crate) penalty: PenaltyCollected,
    /// The run of covers that is open.
    pub(crate) covers: OpenCovers,
    /// The equal cards on top.
    pub(crate) set: SetOnTop,
    /// Seats by which all hands move, clockwise.
    pub(crate) hands: i8,
    /// True where the same player has the next turn.
    pub(crate) again: bool,
    /// Mirror cards played on an attack.
    pub(crate) mirrors: u8,
    /// Who went out in the turn before, where a card can bring them back.
    #[schemars(with = "Option<AnySeat>")]
    pub(crate) last_out: Option<Seat>,
    /// Cards with which that player is back.
    pub(crate) back_draw: u8,
    /// What the last card owes by itself, whatever is played on it.
    pub(crate) owes: CardOwes,
    /// What created rules make of the cards.
    pub(crate) created: CreatedEffects,
    /// The draws of the turn.
    pub(crate) drawn: DrawnInTurn,
    /// How the top card was played.
    pub(crate) top: TopCard,
    /// True where the call that this turn may owe was asked for, or need not be.
    pub(crate) call_settled: bool,
    /// True where the play was challenged wrongly, so that the challenger draws.
    pub(crate) challenged: bool,
}

/// The attack that a turn adds to what is pending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[repr(C)]
pub(crate) struct AttackCollected {
    /// Cards added to the attack.
    pub(crate) cards: u8,
    /// Turns added to it.
    pub(crate) skip: u8,
    /// The special that attacks.
    #[schemars(with = "AttackName")]
    pub(crate) kind: u8,
    /// True where the attack cannot be answered.
    pub(crate) unanswerable: bool,
    /// True where an attack was answered or cancelled, so that one who covers the answer faces nothing.
    pub(crate) answered: bool,
}

impl AttackCollected {
    /// Whether the turn attacks.
    #[inline]
    pub(crate) const fn is_some(self) -> bool {
        self.is_some_of::<{ LOST_TURNS }>()
    }

    /// The same, by what these features need.
    #[inline]
    pub(crate) const fn is_some_of<const F: Features>(self) -> bool {
        self.cards > 0 || F & LOST_TURNS != 0 && self.skip > 0
    }

    /// The turn does not attack any more.
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
    /// Cards that the next player draws at once.
    pub(crate) cards: u8,
    /// Those of them that count though their card is covered.
    pub(crate) covered: u8,
    /// True where that player keeps the turn.
    pub(crate) kept: bool,
    /// Where the cards come from.
    pub(crate) from: Source,
    /// True where it makes an attack of the turn nothing.
    pub(crate) ends_attack: bool,
}

impl PenaltyCollected {
    /// Whether it makes an attack of the turn nothing.
    pub(crate) const fn cancels_attack(self) -> bool {
        self.ends_attack && self.cards > 0
    }
}

/// A run of covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[repr(C)]
pub(crate) struct OpenCovers {
    /// More cards that may cover by leave of the opener.
    pub(crate) left: u8,
    /// The card that opened the run.
    pub(crate) opener: Option<Card>,
}

/// Equal cards that lie together on top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[repr(C)]
pub(crate) struct SetOnTop {
    /// How many equal cards lie on top.
    pub(crate) cards: u8,
    /// The rank that the card on top is or stands for.
    pub(crate) rank: Option<Rank>,
    /// True where every card played in the turn is of that rank.
    pub(crate) is_all: bool,
}

/// What a card owes by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[repr(C)]
pub(crate) struct CardOwes {
    /// Cards that somebody draws by lot.
    pub(crate) lot_draw: u8,
    /// Cards that the player draws.
    pub(crate) draw: u8,
    /// True where the player may swap hands.
    pub(crate) swap: bool,
    /// True for a last card that nobody goes out with.
    pub(crate) last_card: bool,
}

/// What created rules make of the cards of a turn, beyond the effects of other cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[repr(C)]
pub(crate) struct CreatedEffects {
    /// True where the player nominates.
    pub(crate) nominates: bool,
    /// True where the pile is to be dealt into two.
    pub(crate) splits: bool,
}

/// The draws of a turn, and what may be done after them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[repr(C)]
pub(crate) struct DrawnInTurn {
    /// Cards drawn by choice.
    pub(crate) cards: u8,
    /// The card drawn last.
    pub(crate) last: Option<Card>,
    /// True where only that card may be played.
    pub(crate) only_last: bool,
    /// True where no more cards may be drawn.
    pub(crate) no_more: bool,
    /// True where a card must be played.
    pub(crate) must_play: bool,
    /// True where what was pending has been drawn and the turn goes on.
    pub(crate) pending: bool,
}

/// How the top card was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[repr(C)]
pub(crate) struct TopCard {
    /// True where the top card is an ordinary one where it lies.
    pub(crate) ordinary: bool,
    /// True where the top card follows the card under it.
    pub(crate) followed: bool,
    /// True where the top card was played by rule, for a challenge.
    pub(crate) lawful: bool,
    /// Suit that was nominated before the top card was played.
    pub(crate) suit_before: Option<Suit>,
}

impl SetOnTop {
    /// This card alone, the first of a turn.
    #[inline]
    pub(crate) const fn of(card: Card) -> Self {
        Self {
            cards: 1,
            rank: Some(card.rank()),
            is_all: true,
        }
    }
}

impl Turn {
    /// Whether it has collected anything that decides who plays next, or what for.
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
            some |= self.again as u8;
        }
        some > 0
    }
}
