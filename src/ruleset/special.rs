//! Special cards: on what one can be laid, what may be laid on it, and what it does.

use serde::{Deserialize, Deserializer, Serialize};

use super::{Continue, Hit, Range, Selector};

/// Cards with a meaning of their own. A card's specials add up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Special {
    /// Which cards.
    pub cards: Selector,
    /// When it holds.
    #[serde(deserialize_with = "or_default", skip_serializing_if = "is_default")]
    pub when: When,
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
    /// All hands move to a neighbour.
    #[serde(skip_serializing_if = "is_default")]
    pub pass_hands: PassHands,
    /// Players draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hit: Option<Hit>,
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
        let hit = self.hit.iter();
        let answers = hit.flat_map(|hit| hit.answer.iter().chain([&hit.cancel, &hit.pass_on]));
        let further = self.r#continue.iter().flat_map(|c| [&c.cards, &c.also]);
        [&self.cards, &self.not_on]
            .into_iter()
            .chain(answers)
            .chain(further)
    }
}

/// A table that may be written as null, which is that of the defaults.
fn or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
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

/// When a special holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct When {
    /// With so many at the table; with any number where it is not written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<Range>,
    /// On which upcards; on all where it is not written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upcard: Option<Upcard>,
}

impl When {
    /// Whether it holds with so many at the table.
    pub(crate) fn holds_with(&self, players: u8) -> bool {
        self.players.is_none_or(|range| range.contains(players))
    }
}

/// On which upcards a special holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Upcard {
    /// Those that are the same card.
    Identical,
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
    #[serde(default, skip_serializing_if = "is_default")]
    pub undone: bool,
}
