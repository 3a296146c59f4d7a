//! The shape of an observation: which features it has, by the rules and options of the game.

use super::span::{High, SpanName};
use crate::card::{KINDS, RANKS, SUITED};
use crate::engine::{EpisodeKind, Game, MAX_PILES};
use crate::rules::{MAX_OFFERED, MAX_PARAMS, MAX_STANDING, Rules};
use crate::seat::MAX_SEATS;

/// Most copies of a kind that the universal layout counts; a greater count is shown as this one.
const UNIVERSAL_COPIES: u8 = 8;

/// Number of copies of a kind whose depth in the stock the universal layout shows.
const UNIVERSAL_DEPTHS: usize = 4;

/// Number of kinds of attack that the universal layout has room for.
const UNIVERSAL_ATTACKS: usize = 8;

/// The shape of a layout: the length of every set that it shows, and whether it is the universal one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LayoutShape {
    pub(crate) universal: bool,
    /// True when the scores of a match are shown.
    pub(crate) is_match: bool,
    /// Number of seats that are shown.
    pub(crate) seats: usize,
    /// Number of kinds of card that are shown.
    pub(crate) kinds: usize,
    /// Most copies of a kind.
    pub(crate) copies: u8,
    /// Number of public actions that are shown.
    pub(crate) history: usize,
    /// True when cards that other seats are known not to hold are shown.
    pub(crate) beliefs: bool,
    /// Number of copies of a kind whose depth in the stock is shown.
    pub(crate) depths: usize,
    /// Number of attacks.
    pub(crate) attacks: usize,
    /// Number of piles.
    pub(crate) piles: usize,
    /// Number of ranks that scores of a countdown can make wild.
    pub(crate) wild_ranks: usize,
    /// Number of cards and ranks that are drawn for an episode.
    pub(crate) params: usize,
    /// Number of places for created rules that stand.
    pub(crate) standing: usize,
    /// Number of places for created rules that are offered.
    pub(crate) offered: usize,
}

impl LayoutShape {
    /// The shape in which every set is empty.
    pub(crate) const NOTHING: Self = Self {
        universal: false,
        is_match: false,
        seats: 0,
        kinds: 0,
        copies: 0,
        history: 0,
        beliefs: false,
        depths: 0,
        attacks: 0,
        piles: 0,
        wild_ranks: 0,
        params: 0,
        standing: 0,
        offered: 0,
    };

    /// Returns the shape of the observations of a game.
    pub(crate) fn new(game: &Game) -> Self {
        let (rules, options) = (game.rules(), game.options());
        let universal = options.is_universal();
        let jokers = universal || rules.deck.copies[SUITED] > 0;
        let copies = rules.deck.copies.iter().copied().max().unwrap_or(1).max(1);
        let either = |most: usize, compact: usize| if universal { most } else { compact };
        let created = &rules.tableau.created;
        let offered = if rules.tableau.adds_rules() {
            created.offered
        } else {
            0
        };
        let piles = if universal || created.most > 0 {
            MAX_PILES
        } else {
            1 + usize::from(!rules.tableau.second_pile.is_empty())
        };
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
            depths: either(UNIVERSAL_DEPTHS, copies.into()),
            attacks: either(UNIVERSAL_ATTACKS, rules.attacks.len()),
            piles,
            wild_ranks: either(RANKS, rules.countdown.into()),
            params: either(MAX_PARAMS, rules.params.len()),
            standing: either(MAX_STANDING, created.most.into()),
            offered: either(MAX_OFFERED, offered.into()),
        }
    }

    /// True when a part is shown: where the game needs it, and always in the universal layout.
    #[inline(always)]
    pub(crate) const fn has(&self, needed: bool) -> bool {
        self.universal || needed
    }

    /// True when Jokers are shown.
    pub(crate) const fn has_jokers(&self) -> bool {
        self.kinds == KINDS
    }

    /// Returns the greatest value of the features of a span.
    pub(crate) fn high(&self, rules: &Rules, span: SpanName) -> u8 {
        let of_game = |high: u8| if self.universal { u8::MAX } else { high };
        match span.high() {
            High::Fixed(high) => high,
            High::Copies => self.copies,
            High::Pending => of_game(rules.most_pending().max(1)),
            High::Deck => of_game(rules.deck.cards.len() as u8),
        }
    }
}
