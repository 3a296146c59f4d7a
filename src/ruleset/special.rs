//! Special cards: on what one can be laid, what may be laid on it, and what it does.

use serde::{Deserialize, Serialize};

use super::{Continue, Range, Selector};

/// Cards with a meaning of their own. A card's specials add up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Special {
    /// Which cards.
    pub cards: Selector,
    /// With how many players it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<When>,
    /// Whether it can be laid where it does not follow.
    #[serde(skip_serializing_if = "is_default")]
    pub wild: Wild,
    /// Upcards on which it is an ordinary card: it is not wild there, and nominates nothing.
    #[serde(skip_serializing_if = "Selector::is_none")]
    pub not_on: Selector,
    /// By what it may follow.
    #[serde(skip_serializing_if = "is_default")]
    pub follows: Follows,
    /// What may be laid on it besides what follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepts: Option<Accepts>,
    /// The next player must lay one of these, of whatever suit, and nothing else; others need not.
    #[serde(skip_serializing_if = "Selector::is_none")]
    pub demand: Selector,
    /// What lies under it is followed, as if it were not there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub follow_under: bool,
    /// Its player names the suit to follow.
    #[serde(skip_serializing_if = "is_default")]
    pub nominate: Nominate,
    /// So many players lose their turn.
    #[serde(skip_serializing_if = "is_default")]
    pub skip: u8,
    /// The direction of play turns.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reverse: bool,
    /// The same player has the next turn.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
    /// All other players draw so many cards.
    #[serde(skip_serializing_if = "is_default")]
    pub others_draw: u8,
    /// All hands move to a neighbour.
    #[serde(skip_serializing_if = "is_default")]
    pub pass_hands: PassHands,
    /// The next player must answer it, or draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack: Option<Attack>,
    /// The next player draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub penalty: Option<Penalty>,
    /// Its player may play more cards in the same turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#continue: Option<Continue>,
    /// Its player gives cards away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub give: Option<Give>,
    /// It may be laid only on these upcards, and on them whatever its suit.
    #[serde(skip_serializing_if = "Selector::is_none")]
    pub only_on: Selector,
    /// Only these follow it.
    #[serde(skip_serializing_if = "Selector::is_none")]
    pub followed_by: Selector,
    /// Its player may swap hands with another.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub swap_hands: bool,
    /// Somebody, drawn by lot, draws so many cards.
    #[serde(skip_serializing_if = "is_default")]
    pub slap: u8,
    /// Its player names what the next player must lay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name_rank: Option<NameRank>,
    /// Laid on what makes others draw, it turns that against whoever laid it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub mirror: bool,
    /// The next player may challenge that it was laid by the rule of `wild`, which is then not masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenge: Option<Challenge>,
}

impl Special {
    /// Its selectors that may have late-bound words.
    pub fn selectors(&self) -> impl Iterator<Item = &Selector> {
        let attack = self
            .attack
            .iter()
            .flat_map(|a| [&a.answer, &a.cancel, &a.pass_on]);
        let further = self.r#continue.iter().flat_map(|c| [&c.cards, &c.also]);
        [&self.cards, &self.not_on]
            .into_iter()
            .chain(attack)
            .chain(further)
    }
}

/// Whether a value is the default, and need not be written: a setting that is off then changes no fingerprint.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
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
    /// Only when no card of the suit in force is held.
    NoSuit,
}

/// With how many players a special holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct When {
    /// So many at the table.
    pub players: Range,
}

/// By what a card may follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Follows {
    /// By suit or rank, as the ruleset says.
    #[default]
    SuitOrRank,
    /// By suit only.
    Suit,
}

/// To whom all hands move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum PassHands {
    /// They stay.
    #[default]
    Off,
    /// To the seat before, anticlockwise.
    Right,
    /// To the seat after, clockwise.
    Left,
    /// To the next seat in the direction of play.
    Onward,
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
    /// Only as the only card of its turn; one that did not follow must then be that.
    Alone,
    /// A second suit, that may be followed as well by the next player only.
    Second,
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
    /// Of which suit answers and cancelling cards must be.
    #[serde(default, skip_serializing_if = "is_default")]
    pub suit: AnswerSuit,
    /// Whether equal cards that lie together on top add up where only the top card's effects count.
    #[serde(default, skip_serializing_if = "is_default")]
    pub together: bool,
    /// Whether two or more laid together cannot be answered.
    #[serde(default, skip_serializing_if = "is_default")]
    pub set_unanswerable: bool,
    /// Whether its suit must be followed when it was cancelled or drawn for.
    #[serde(default, skip_serializing_if = "is_default")]
    pub suit_stays: bool,
    /// Whether an answer adds to what is pending; if not, it takes its place, and several laid together count once.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub adds: bool,
}

const fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_yes(flag: &bool) -> bool {
    *flag
}

/// Its player names a rank, or one of the listed cards; the next player must lay one, if one is held.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct NameRank {
    /// Single cards that may be named as well.
    pub cards: Selector,
    /// Cards that the next player draws who holds none.
    pub draw: u8,
}

impl Default for NameRank {
    fn default() -> Self {
        Self {
            cards: Selector::none(),
            draw: 1,
        }
    }
}

/// Of which suit the cards must be that answer an attack or cancel it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum AnswerSuit {
    /// Any.
    #[default]
    Any,
    /// The nominated one, if one is in force.
    Nominated,
    /// The one in force: nominated, or the upcard's own.
    InForce,
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
    /// Whence the cards come.
    #[serde(default, skip_serializing_if = "is_default")]
    pub from: PenaltyFrom,
    /// Whether it counts also where it is covered and only the top card's effects count.
    #[serde(default, skip_serializing_if = "is_default")]
    pub covered: bool,
    /// Whether an attack of the same turn is then nothing.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ends_attack: bool,
}

/// Whence the cards of a penalty come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum PenaltyFrom {
    /// From the stock.
    #[default]
    Stock,
    /// From the pile under the upcard, which is shuffled.
    Pile,
    /// From the pile under the upcard: its top cards, in their order.
    PileTop,
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

/// Cards of choice to other players, while there are cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[derive(Default)]
pub struct Give {
    /// Whether its player may stop giving.
    pub optional: bool,
    /// Cards that each player who got none draws, when the giver is out.
    pub rest_draw: u8,
    /// To whom.
    #[serde(skip_serializing_if = "is_default")]
    pub to: GiveTo,
}

/// To whom cards are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum GiveTo {
    /// One to each other player, in order of play.
    #[default]
    All,
    /// One to the next player.
    Next,
}

/// The next player may challenge the play and is shown the hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Challenge {
    /// Cards that a player draws who was challenged rightly.
    pub draw: u8,
    /// Cards that a wrong challenger draws beyond the card's penalty and attack.
    pub extra: u8,
    /// Whether a play that was challenged rightly is taken back; if not, the card stays.
    #[serde(default)]
    pub undone: bool,
}
