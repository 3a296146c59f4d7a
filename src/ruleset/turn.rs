//! Several cards in a turn, and how their effects count.

use serde::{Deserialize, Serialize};

use super::{Selector, WordSet, is_default};

/// Several cards in a turn, and how their effects count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Turn {
    /// Several cards of one rank in a turn.
    pub same_rank: SameRank,
    /// Which cards may be laid together so.
    pub same_rank_cards: Selector,
    /// Cards that may be added to cards of one rank laid together, standing for the rank.
    pub same_rank_stands_in: Selector,
    /// Whether the turn may go on with the next higher or lower card of the same suit (ace low).
    pub runs: bool,
    /// Whether two or more equal cards laid together are covered by a card of the last one's suit and another rank.
    pub set_cover: SetCover,
    /// Which cards may cover such a set.
    pub set_cover_cards: Selector,
    /// What laying a card identical to the upcard does.
    pub identical: Identical,
    /// What counts once where it is played several times in a turn.
    #[serde(skip_serializing_if = "WordSet::is_empty")]
    pub once: WordSet<Once>,
    /// What a reversal does when two play.
    pub reverse_with_two: ReverseWithTwo,
    /// Up to so many cards in a turn, each following the one below.
    #[serde(skip_serializing_if = "is_one")]
    pub most: u8,
    /// Whether more may be laid if then all cards held are.
    #[serde(skip_serializing_if = "is_default")]
    pub or_all: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_one(number: &u8) -> bool {
    *number == 1
}

impl Default for Turn {
    fn default() -> Self {
        Self {
            same_rank: SameRank::Off,
            same_rank_cards: Selector::all(),
            same_rank_stands_in: Selector::none(),
            runs: false,
            set_cover: SetCover::Off,
            set_cover_cards: Selector::all(),
            identical: Identical::default(),
            once: WordSet::default(),
            reverse_with_two: ReverseWithTwo::Nothing,
            most: 1,
            or_all: false,
        }
    }
}

/// What may count once where it is played several times in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Once {
    /// Skips: as the greatest of them.
    Skips,
    /// Reversals.
    Reversals,
}

impl Turn {
    /// How skips played in one turn count.
    #[must_use]
    pub fn skips(&self) -> Skips {
        if self.once.has(Once::Skips) {
            Skips::Once
        } else {
            Skips::Each
        }
    }

    /// How reversals played in one turn count.
    #[must_use]
    pub fn reversals(&self) -> Reversals {
        if self.once.has(Once::Reversals) {
            Reversals::Once
        } else {
            Reversals::Each
        }
    }
}

/// Several cards of one rank in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SameRank {
    /// Not allowed.
    Off,
    /// Allowed; the effects of every card count.
    Every,
    /// Allowed; only the effects of the top card count.
    Top,
}

/// How reversals played in one turn count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reversals {
    /// Each turns the direction.
    Each,
    /// Together they turn it once.
    Once,
}

/// What a reversal does when two play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReverseWithTwo {
    /// Nothing.
    Nothing,
    /// It skips the other player.
    Skip,
}

/// How skips played in one turn count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Skips {
    /// Each adds its own.
    Each,
    /// Together they count as the greatest of them.
    Once,
}

/// Whether equal cards laid together are covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SetCover {
    /// They are not.
    Off,
    /// They may be; the cover may begin a set again.
    May,
    /// They must be: a card is legal only if the turn can still end with every set covered.
    Must,
}

/// What laying a card identical to the upcard does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Identical {
    /// All other players draw so many cards.
    pub others_draw: u8,
    /// Its player is the next player: the effects of the turn hit that player, who then plays again.
    pub again: bool,
}
