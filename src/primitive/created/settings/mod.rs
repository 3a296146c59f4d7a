//! Created rules: the grammar of rules that players make up, their settings, and how they are drawn.

mod class;
mod draft;

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use class::{Class, Face, Parity, ParseClassError};
pub use draft::Draft;

use crate::card::Suit;
use crate::pack::Pack;
use crate::rng::mix;
use crate::ruleset::problem::Problem;

/// The version of the grammar, of the catalogue that [`Draft`] draws from, and of the splits. Within a version, the
/// rules drawn and the split of each rule never change.
pub const GRAMMAR_VERSION: u32 = 1;

/// Most seats skipped or cards drawn for one created rule.
const MOST: u8 = 9;

/// The test split holds one of this many rules.
const TEST_ONE_IN: u64 = 5;

/// The effect of a created rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Does {
    /// The direction of play reverses.
    Reverse,
    /// The next `count` players are skipped.
    Skip,
    /// Its player has another turn.
    Again,
    /// The next player draws `count` cards and keeps the turn.
    DrawNext,
    /// Its player draws `count` cards.
    DrawPlayer,
    /// All others draw `count` cards each.
    DrawOthers,
    /// Only `follow` may be played on such a card, and it must follow as usual.
    Only,
    /// Its player nominates a suit.
    Nominate,
    /// Such cards may be played on `after` whatever suit or rank.
    Playable,
    /// Such cards may be played in anyone's turn, on any card in `after`, whatever suit or rank.
    AnyTurn,
    /// Such cards may be played on `after` exactly where they otherwise may not; applied last.
    Invert,
    /// After such a card is played, its pile is shuffled and dealt face up, one card at a time, into two.
    TwoPiles,
}

impl Does {
    /// Every effect.
    pub const ALL: [Self; 12] = [
        Self::Reverse,
        Self::Skip,
        Self::Again,
        Self::DrawNext,
        Self::DrawPlayer,
        Self::DrawOthers,
        Self::Only,
        Self::Nominate,
        Self::Playable,
        Self::AnyTurn,
        Self::Invert,
        Self::TwoPiles,
    ];

    /// Returns the word in rulesets.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reverse => "reverse",
            Self::Skip => "skip",
            Self::Again => "again",
            Self::DrawNext => "draw-next",
            Self::DrawPlayer => "draw-player",
            Self::DrawOthers => "draw-others",
            Self::Only => "only",
            Self::Nominate => "nominate",
            Self::Playable => "playable",
            Self::AnyTurn => "any-turn",
            Self::Invert => "invert",
            Self::TwoPiles => "two-piles",
        }
    }

    /// True if `count` has a meaning.
    #[must_use]
    pub const fn counts(self) -> bool {
        matches!(
            self,
            Self::Skip | Self::DrawNext | Self::DrawPlayer | Self::DrawOthers
        )
    }
}

/// A rule that a player made up, or that was drawn: cards played, perhaps on certain cards, and their effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(extend("format" = "created rule", "examples" = [
    { "cards": "6", "does": "skip" },
    { "cards": "all", "after": "5", "does": "only", "follow": "even number" },
    { "cards": "2", "does": "any-turn" },
]))]
pub struct CreatedRule {
    /// The cards that the rule applies to.
    pub cards: Class,
    /// The cards under them, on which the rule applies.
    #[serde(default, skip_serializing_if = "is_all")]
    pub after: Class,
    /// The effect.
    pub does: Does,
    /// Number of players skipped, or of cards drawn.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[schemars(range(min = 1, max = MOST), !skip_serializing_if)]
    pub count: u8,
    /// The cards that alone may follow, for `only`.
    #[serde(default, skip_serializing_if = "is_all")]
    pub follow: Class,
}

const fn one() -> u8 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
const fn is_one(count: &u8) -> bool {
    *count == 1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_all(class: &Class) -> bool {
    *class == Class::ALL
}

impl CreatedRule {
    /// Creates the rule that these cards have this effect, on any card, with count 1.
    #[must_use]
    pub const fn new(cards: Class, does: Does) -> Self {
        Self {
            cards,
            after: Class::ALL,
            does,
            count: 1,
            follow: Class::ALL,
        }
    }

    /// Returns everything that is wrong with the rule, each problem under its key.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        let (does, count) = (self.does.name(), self.count);
        let mut problems = Vec::new();
        let mut add = |path: &str, message: String| {
            problems.push(Problem::new(path, message));
        };
        if self.does.counts() {
            if !(1..=MOST).contains(&count) {
                add("count", format!("{count} is not in 1 … {MOST}"));
            }
        } else if count != 1 {
            add(
                "count",
                format!("{count} has no meaning with does = {does:?}: leave it out"),
            );
        }
        let narrow = !is_all(&self.follow);
        if self.does == Does::Only && !narrow {
            add(
                "follow",
                "does = \"only\" needs the cards that alone may follow, such as \"even number\"".to_owned(),
            );
        } else if self.does != Does::Only && narrow {
            add(
                "follow",
                format!(
                    "{:?} has no meaning with does = {does:?}: leave it out",
                    self.follow.to_string()
                ),
            );
        }
        if self.is_vacuous() {
            add(
                "after",
                format!(
                    "{:?} may be played on {:?} as it is; name other cards",
                    self.cards.to_string(),
                    self.after.to_string()
                ),
            );
        }
        problems
    }

    /// Returns true if the rule allows nothing beyond what suit or rank allow.
    pub(crate) fn is_vacuous(&self) -> bool {
        self.does == Does::Playable
            && self.cards.cards().iter().all(|card| {
                let pack = Pack::standard();
                let follows = |under: crate::card::Card| {
                    pack.rank(card) == pack.rank(under) || pack.suit(card) == pack.suit(under)
                };
                self.after.cards().iter().all(follows)
            })
    }

    /// Returns the unique text of the rule, with its keys in order; splits are made by it.
    #[must_use]
    pub fn text(&self) -> String {
        let Self {
            cards,
            after,
            does,
            count,
            follow,
        } = self;
        format!(
            "cards={cards};after={after};does={};count={count};follow={follow}",
            does.name()
        )
    }
}

impl fmt::Display for CreatedRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cards, count) = (self.cards.noun(), self.count);
        let drawn = format_args!("{count} card{}", if count == 1 { "" } else { "s" }).to_string();
        let after = if is_all(&self.after) {
            String::new()
        } else {
            format!(" played on {}", self.after.noun())
        };
        let on = if is_all(&self.after) {
            "any card".to_owned()
        } else {
            self.after.noun()
        };
        let text = match self.does {
            Does::Reverse => format!("{cards}{after} reverse the direction of play"),
            Does::Skip => {
                let players = if count == 1 { "player" } else { "players" };
                format!("{cards}{after} skip {count} {players}")
            }
            Does::Again => format!("{cards}{after} give their player another turn"),
            Does::DrawNext => format!("{cards}{after} make the next player draw {drawn}"),
            Does::DrawPlayer => format!("{cards}{after} make their player draw {drawn}"),
            Does::DrawOthers => format!("{cards}{after} make all others draw {drawn} each"),
            Does::Only => format!("only {} may be played on {cards}{after}", self.follow.noun()),
            Does::Nominate => format!("{cards}{after} let their player nominate a suit"),
            Does::Playable => format!("{cards} may be played on {on}, whatever suit or rank"),
            Does::AnyTurn => format!("{cards} may be played on {on} in anyone's turn, whatever suit or rank"),
            Does::Invert => {
                format!("{cards} may be played on {on} only where they otherwise may not")
            }
            Does::TwoPiles => format!("{cards}{after} split their pile into two"),
        };
        let mut letters = text.chars();
        let first = letters.next().map(char::to_uppercase);
        first
            .into_iter()
            .flatten()
            .try_for_each(|c| fmt::Write::write_char(f, c))?;
        f.write_str(letters.as_str())
    }
}

/// Parts of a class, for those who write it as features.
impl Class {
    /// The lowest number of the class: ace 1 … king 13, Joker 14.
    #[must_use]
    pub const fn low(self) -> u8 {
        self.low
    }

    /// The highest number of the class.
    #[must_use]
    pub const fn high(self) -> u8 {
        self.high
    }

    /// True if the class holds cards of this suit.
    #[must_use]
    pub const fn has_suit(self, suit: Suit) -> bool {
        self.suits >> suit as u8 & 1 == 1
    }

    /// The restriction to even or odd numbers.
    #[must_use]
    pub const fn parity(self) -> Parity {
        self.parity
    }

    /// The restriction to pictures or number cards.
    #[must_use]
    pub const fn face(self) -> Face {
        self.face
    }
}

/// A part of all created rules: those that an agent is trained on, or those that it is tested on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Split {
    /// Every rule.
    #[default]
    All,
    /// About four in five rules.
    Train,
    /// About one in five rules.
    Test,
}

impl Split {
    /// Every split.
    pub const ALL: [Self; 3] = [Self::All, Self::Train, Self::Test];

    /// Returns the word in rulesets.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Train => "train",
            Self::Test => "test",
        }
    }

    /// Returns true if the split holds the rule, by a hash of the rule's text and [`GRAMMAR_VERSION`].
    #[must_use]
    pub fn contains(self, rule: &CreatedRule) -> bool {
        // The split of all rules needs no text.
        self == Self::All || self.holds(&rule.text(), GRAMMAR_VERSION)
    }

    /// Returns true if the split holds something with this text, under a version of the thing that is split.
    pub(crate) fn holds(self, text: &str, version: u32) -> bool {
        let is_test = split_hash(text, version).is_multiple_of(TEST_ONE_IN);
        match self {
            Self::All => true,
            Self::Train => !is_test,
            Self::Test => is_test,
        }
    }
}

/// Returns the FNV-1a hash of a text, mixed with a version.
fn split_hash(text: &str, version: u32) -> u64 {
    let hash = text.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    mix(hash, u64::from(version))
}

/// Rules created during a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Created {
    /// Created rules that may stand at the same time; 0: there are none.
    #[schemars(range(max = 8))]
    pub most: u8,
    /// The player who adds a rule before a round: the dealer; the winner of the round before, from the second round on;
    /// or nobody, so that those drawn by lot stand.
    pub by: CreatedBy,
    /// The players who see the rules. Players who do not may try any card, so `mistakes.penalty` must be 1 or more.
    pub seen: SeenBy,
    /// Rules drawn by lot and offered, of which one is added.
    #[schemars(range(min = 1, max = 8))]
    pub offered: u8,
    /// True: standing rules may be crossed out before one is added; if not, the oldest makes room where `most` stand.
    pub cross_out: bool,
    /// Rules drawn by lot when the episode begins.
    #[schemars(range(max = 8))]
    pub drawn: u8,
    /// The rules that may be drawn and offered: any, or those of the share for training (about four in five) or for
    /// testing.
    pub split: Split,
    /// Rules that stand from the beginning.
    pub rules: Vec<CreatedRule>,
}

impl Default for Created {
    fn default() -> Self {
        Self {
            most: 0,
            by: CreatedBy::Dealer,
            seen: SeenBy::Dealer,
            offered: 4,
            cross_out: true,
            drawn: 0,
            split: Split::All,
            rules: Vec::new(),
        }
    }
}

/// The player who adds a created rule before a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CreatedBy {
    /// The dealer.
    Dealer,
    /// The winner of the round before.
    Winner,
    /// Nobody: the rules drawn by lot stand.
    Lot,
}

/// The players who see the created rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeenBy {
    /// The dealer of the round.
    Dealer,
    /// Everybody.
    All,
    /// Nobody.
    Nobody,
}

#[cfg(test)]
mod tests;
