//! Special cards: where they may be played, what may be played on them, and what they do.

use schemars::JsonSchema;
use serde::de::Deserializer;
use serde::{Deserialize, Serialize};

use super::is_default::is_default;
use super::schema::types::LateCards;
use super::{Bindings, Challenge, Continue, HandsMove, Hit, Next, Nominate, Play, Selector, Skip, When};
use crate::card::CardSet;

/// Cards with a meaning of their own. A card's specials add up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Special {
    /// Cards with this meaning; none switches it off. A card's specials add up.
    #[schemars(with = "LateCards")]
    pub cards: Selector,
    /// Conditions under which the special holds.
    #[serde(deserialize_with = "or_default", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<When>")]
    pub when: When,
    /// Upcards on which the card may be played.
    #[serde(deserialize_with = "or_default", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<Play>")]
    pub play: Play,
    /// Cards that must or may be played on it next.
    #[serde(deserialize_with = "or_default", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<Next>")]
    pub next: Next,
    /// When its player names the suit to follow, one that some card of the deck has (else its own suit holds): never;
    /// always; if it followed; as the only card of its turn, which it must then be where it did not follow; a second
    /// suit, which the next player may follow as well; a suit and a rank, either of which is followed; one of the two
    /// suits of its own colour; another suit than the one in force when the card was played (`other`); or, without being
    /// asked, the suit that is in force, which stays (`in-force`).
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub nominate: Nominate,
    /// The players who lose turns: this many next players, one turn each; or a table, `{ who = "chosen", turns = 2 }`, of the
    /// players who lose their next turn, or as many turns: its player (`self`), the `next` or the `previous` one in the
    /// direction of play, all `others`, one of all the players, drawn by `lot`, or another one that its player names
    /// (`chosen`). A seat is passed over as often as it owes a turn, until the end of the round.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub skip: Skip,
    /// True: the direction of play turns.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(!skip_serializing_if)]
    pub reverse: bool,
    /// True: the same player has the next turn.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(!skip_serializing_if)]
    pub again: bool,
    /// True: the player before, in the direction of play, has the next turn; the direction stays.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(!skip_serializing_if)]
    pub previous: bool,
    /// True: all cards are turned over, where they have backs (`deck.backs`): the pile as a whole, so that the back of its
    /// lowest card is the upcard, the stock, and the hands. Nothing stays nominated.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(!skip_serializing_if)]
    pub turn_over: bool,
    /// Hands or cards go to other players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#move: Option<HandsMove>,
    /// Players draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hit: Option<Hit>,
    /// Its player may play more cards in the same turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#continue: Option<Continue>,
    /// True: it may be played on a pending attack, to which it must follow by suit, or on another mirror, so that the
    /// direction turns and the attacker faces what is pending; and where a card makes all others draw, another player
    /// may play one of its suit, so that its player draws instead of them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(!skip_serializing_if)]
    pub mirror: bool,
    /// The next player may challenge that it was played by the rule of `play.free`, which is then not masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenge: Option<Challenge>,
}

impl Special {
    /// Returns the cards that have this meaning, given the meanings of late-bound words and the side that is up.
    pub(crate) fn bound(&self, bindings: &Bindings) -> CardSet {
        if self.when.side.is_none_or(|side| side == bindings.side) {
            self.cards.bound(bindings)
        } else {
            CardSet::EMPTY
        }
    }

    /// Returns the selectors that may have late-bound words.
    pub fn selectors(&self) -> impl Iterator<Item = &Selector> {
        let hit = self.hit.iter();
        let answers = hit.flat_map(|hit| hit.answer.iter().chain([&hit.cancel, &hit.pass_on]));
        let further = self.r#continue.iter().flat_map(|c| [&c.cards, &c.also]);
        [&self.cards]
            .into_iter()
            .chain(self.when.upcards())
            .chain(answers)
            .chain(further)
    }
}

/// A key of a special, with a test that is true if the key is set.
pub(crate) type Has = (&'static str, fn(&Special) -> bool);

/// A conflict between keys of one card: a key, the keys that do not go with it, and the reason.
pub(crate) type Apart = (Has, &'static [Has], &'static str);

/// Reads a table, or `null` as the default.
fn or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}
