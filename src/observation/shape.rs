//! What decides which features an observation has: the rules of the game, and its options.

use super::span::SpanName;
use crate::card::{KINDS, SUITED};
use crate::engine::{EpisodeKind, Game};
use crate::rules::Rules;
use crate::seat::MAX_SEATS;

/// Copies of a kind that the universal layout tells apart; more are shown as so many.
const UNIVERSAL_COPIES: u8 = 8;

/// The shape of a layout: how many seats, kinds and actions it shows, and whether it is the universal one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) universal: bool,
    /// Whether the scores of a match are shown.
    pub(crate) is_match: bool,
    /// Number of seats that are shown.
    pub(crate) seats: usize,
    /// Number of kinds of card that are shown.
    pub(crate) kinds: usize,
    /// Most copies of a kind.
    pub(crate) copies: u8,
    /// Number of public actions that are shown.
    pub(crate) history: usize,
    /// True where it is shown what play under compulsion proves.
    pub(crate) beliefs: bool,
}

impl Shape {
    /// The shape of the observations of a game.
    pub(crate) fn new(game: &Game) -> Self {
        let (rules, options) = (game.rules(), game.options());
        let universal = options.is_universal();
        let jokers = universal || rules.deck.copies[SUITED] > 0;
        let copies = rules.deck.copies.iter().copied().max().unwrap_or(1).max(1);
        Self {
            universal,
            is_match: universal || options.episode == EpisodeKind::Match,
            seats: if universal {
                MAX_SEATS
            } else {
                usize::from(rules.players)
            },
            kinds: if jokers { KINDS } else { SUITED },
            copies: if universal { UNIVERSAL_COPIES } else { copies },
            history: usize::from(options.history),
            beliefs: options.beliefs,
        }
    }

    /// Whether something is shown that a game needs or not: the universal layout shows it anyway.
    #[inline(always)]
    pub(crate) const fn shows(&self, needed: bool) -> bool {
        self.universal || needed
    }

    /// Whether Jokers are shown.
    pub(crate) const fn has_jokers(&self) -> bool {
        self.kinds == KINDS
    }

    /// The greatest value of a feature of a span.
    pub(crate) fn high(&self, rules: &Rules, span: SpanName) -> u8 {
        let of_game = |high: u8| if self.universal { u8::MAX } else { high };
        match span {
            SpanName::Hand | SpanName::Seen => self.copies,
            SpanName::Pending => of_game(rules.most_pending().max(1)),
            SpanName::HandSizes | SpanName::StockSize | SpanName::Known | SpanName::RuledOut => {
                of_game(rules.deck.cards.len() as u8)
            }
            SpanName::Turn => 20,
            SpanName::Rules => 50,
            SpanName::Match => u8::MAX,
            SpanName::Upcard
            | SpanName::Follow
            | SpanName::Phase
            | SpanName::Direction
            | SpanName::Calls
            | SpanName::WildRanks
            | SpanName::History => 1,
        }
    }
}
