//! Special cards: on what one can be laid, what may be laid on it, and what it does.

use serde::{Deserialize, Serialize};

use super::Selector;

/// Cards with a meaning of their own. A card's specials add up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Special {
    /// Which cards.
    pub cards: Selector,
    /// Whether it can be laid where it does not follow.
    #[serde(skip_serializing_if = "Wild::is_never")]
    pub wild: Wild,
    /// What may be laid on it besides what follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepts: Option<Accepts>,
    /// Its player names the suit to follow.
    #[serde(skip_serializing_if = "Nominate::is_never")]
    pub nominate: Nominate,
    /// So many players lose their turn.
    #[serde(skip_serializing_if = "is_zero")]
    pub skip: u8,
    /// The direction of play turns.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reverse: bool,
    /// The next player must answer it, or draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack: Option<Attack>,
    /// The next player draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub penalty: Option<Penalty>,
    /// Its player may lay more cards on it in the same turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cover: Option<Cover>,
    /// Its player gives cards away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub give: Option<Give>,
    /// The next player may challenge that it was laid by the rule of `wild`, which is then not masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenge: Option<Challenge>,
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature that serde asks for"
)]
const fn is_zero(n: &u8) -> bool {
    *n == 0
}

/// When a card can be laid where it does not follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Wild {
    /// Never: it must follow.
    #[default]
    Never,
    /// Whatever the upcard is, but not while an attack is pending.
    Always,
    /// Only when no other card held can be laid (cards with this word do not count), even where it follows.
    Unable,
}

impl Wild {
    #[allow(
        clippy::trivially_copy_pass_by_ref,
        reason = "the signature that serde asks for"
    )]
    const fn is_never(&self) -> bool {
        matches!(self, Self::Never)
    }
}

/// What may be laid on a card besides what follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Accepts {
    /// Any card.
    Any,
}

/// Whether the player of a card names the suit to follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Nominate {
    /// Never: its own suit holds.
    #[default]
    Never,
    /// Always.
    Always,
    /// Only if it also followed; else its own suit holds.
    IfFollowed,
}

impl Nominate {
    #[allow(
        clippy::trivially_copy_pass_by_ref,
        reason = "the signature that serde asks for"
    )]
    const fn is_never(&self) -> bool {
        matches!(self, Self::Never)
    }
}

/// The next player must answer, or draw all that is pending and lose the turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Attack {
    /// Cards that it adds to what is pending.
    pub draw: u8,
    /// Cards that answer it; each is an attack itself.
    #[serde(default)]
    pub answer: Selector,
    /// Cards that answer it so that nothing is pending any more.
    #[serde(default)]
    pub cancel: Selector,
    /// Cards that, if of the suit in force, may be laid so that what is pending goes on to the next player.
    #[serde(default)]
    pub pass_on: Selector,
    /// Whether it is an ordinary card while there is no card to draw.
    #[serde(default)]
    pub needs_stock: bool,
}

/// The next player draws so many cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Penalty {
    /// How many.
    pub draw: u8,
    /// What becomes of the turn.
    #[serde(default)]
    pub turn: TurnKept,
}

/// Whether a player who draws a penalty has the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum TurnKept {
    /// The turn is lost.
    #[default]
    Lost,
    /// The turn is kept.
    Kept,
}

/// More cards of the same player on this one, in the same turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Cover {
    /// How each must go with the card that it is laid on.
    pub with: CoverWith,
    /// Which cards may cover at all.
    #[serde(default = "Selector::all")]
    pub cards: Selector,
    /// How many at most; 0 is any number.
    #[serde(default)]
    pub most: u8,
    /// Whose effects count.
    #[serde(default)]
    pub effects: Counts,
    /// Whether it may be covered also where it is a cover itself.
    #[serde(default)]
    pub again: bool,
}

/// How a covering card must go with the card under it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CoverWith {
    /// The same suit.
    Suit,
    /// The same suit or rank.
    SuitOrRank,
    /// Any card.
    Any,
}

/// Whose effects count, of several cards laid in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Counts {
    /// Those of every card.
    #[default]
    Every,
    /// Those of the top card only.
    Top,
}

/// One card of choice to each other player, in order of play, while there are cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[derive(Default)]
pub struct Give {
    /// Whether its player may stop giving.
    pub optional: bool,
    /// Cards that each player who got none draws, when the giver is out.
    pub rest_draw: u8,
}

/// The next player may challenge the play and is shown the hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Challenge {
    /// Cards that a player draws who was challenged rightly.
    pub draw: u8,
    /// Cards that a wrong challenger draws beyond the card's penalty.
    pub extra: u8,
    /// Whether a play that was challenged rightly is taken back; if not, the card stays.
    #[serde(default)]
    pub undone: bool,
}
