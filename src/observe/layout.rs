//! Which features there are: named spans, compact for one game or universal for all.

use crate::action::NUM_ACTIONS;
use crate::card::KINDS;
use crate::engine::{EpisodeKind, Game};
use crate::rules::Rules;
use crate::ruleset::{AtTarget, CallMade, DrawThen, LastCard, Nominate, SameRank};
use crate::seat::MAX_SEATS;

use super::features::RULE_FEATURES;

/// The names of the spans, in their order.
pub const SPAN_NAMES: [&str; 16] = [
    "hand",
    "upcard",
    "follow",
    "pending",
    "turn",
    "phase",
    "hand_sizes",
    "direction",
    "stock_size",
    "seen",
    "known",
    "calls",
    "match",
    "wild_ranks",
    "rules",
    "history",
];

/// A named part of an observation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// Its name, of [`SPAN_NAMES`].
    pub name: &'static str,
    /// Its first feature.
    pub start: usize,
    /// Number of features; 0 where the ruleset cannot need it.
    pub len: usize,
    /// The greatest value of a feature.
    pub high: u8,
}

/// Number of kinds of attack that the universal layout has room for.
pub(super) const ATTACKS: usize = 8;

/// Names of phases that an observation shows: all but chance and the end.
pub(super) const PHASES: usize = 8;

/// Features of a hand size: the size, and whether it is 1, 2 or 3.
pub(super) const SIZE_FEATURES: usize = 4;

/// The layout of the observations of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    spans: [Span; SPAN_NAMES.len()],
    size: usize,
    kinds: usize,
    seats: usize,
    copies: u8,
    pub(super) universal: bool,
    /// Whether a turn can go on after a draw, so that cards drawn in it are shown.
    pub(super) draws: bool,
    /// Whether a turn can lay several cards, so that what it has collected is shown.
    pub(super) several: bool,
    pub(super) history: usize,
}

impl Layout {
    /// The layout of a game, by its options.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        let (rules, options) = (game.rules(), game.options());
        let universal = options.universal;
        let jokers = universal || rules.copies[52] > 0;
        let kinds = if jokers { KINDS } else { 52 };
        let seats = if universal {
            MAX_SEATS
        } else {
            usize::from(rules.players)
        };
        let copies = rules.copies.iter().copied().max().unwrap_or(1).max(1);
        let copies = if universal { copies.max(8) } else { copies };
        let history = usize::from(options.history);
        let needs = Needs {
            rules,
            universal,
            is_match: options.episode == EpisodeKind::Match,
            seats,
            kinds,
        };
        let lens = needs.lens(history);
        let highs = needs.highs(copies);
        let mut start = 0;
        let spans = std::array::from_fn(|i| {
            let span = Span {
                name: SPAN_NAMES[i],
                start,
                len: lens[i],
                high: highs[i],
            };
            start += lens[i];
            span
        });
        Self {
            spans,
            size: start,
            kinds,
            seats,
            copies,
            universal,
            draws: universal || rules.draw.then != DrawThen::EndTurn,
            several: universal || several_cards(rules),
            history,
        }
    }

    /// The spans, in order.
    #[must_use]
    pub const fn spans(&self) -> &[Span; SPAN_NAMES.len()] {
        &self.spans
    }

    /// The span of an index into [`SPAN_NAMES`].
    pub(super) const fn span(&self, index: usize) -> Span {
        self.spans[index]
    }

    /// Number of features.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Number of kinds of card that are shown.
    pub(super) const fn kinds(&self) -> usize {
        self.kinds
    }

    /// Number of seats that are shown.
    pub(super) const fn seats(&self) -> usize {
        self.seats
    }

    /// Most copies of a kind.
    pub(super) const fn copies(&self) -> u8 {
        self.copies
    }
}

struct Needs<'a> {
    rules: &'a Rules,
    universal: bool,
    is_match: bool,
    seats: usize,
    kinds: usize,
}

impl Needs<'_> {
    fn lens(&self, history: usize) -> [usize; SPAN_NAMES.len()] {
        let (rules, all, seats, kinds) = (self.rules, self.universal, self.seats, self.kinds);
        let if_any = |needed: bool, len: usize| if all || needed { len } else { 0 };
        let attacks = if all { ATTACKS } else { rules.attacks.len() };
        let nominates = rules.cards.iter().any(|card| card.nominate != Nominate::Never);
        let stock_order = if all || rules.stock_order_public {
            kinds
                * usize::from(if all {
                    4
                } else {
                    rules.copies.iter().copied().max().unwrap_or(1)
                })
        } else {
            0
        };
        let sudden = if_any(rules.at_target == AtTarget::SuddenDeath, 1);
        let turns = if_any(rules.turns > 0, 2);
        let scores = if all || self.is_match {
            4 * seats + 2 + sudden + turns
        } else {
            0
        };
        let hat = if_any(rules.hat > 0, seats);
        [
            kinds,
            kinds,
            4 + if_any(nominates, 1),
            if_any(attacks > 0, 1 + attacks),
            1 + if_any(rules.draw.then != DrawThen::EndTurn, 1)
                + if_any(several_cards(rules), 5)
                + if_any(rules.last_card == LastCard::Chain, seats),
            PHASES + 2 * seats,
            seats * SIZE_FEATURES,
            1,
            2,
            kinds,
            if_any(rules.tracks_known, (seats - 1) * kinds) + stock_order,
            if_any(rules.call.made == CallMade::ByPlayer, seats),
            scores + 2 + if_any(rules.round.plays > 0, 2) + hat,
            if_any(false, seats),
            if_any(false, RULE_FEATURES),
            history * (seats + NUM_ACTIONS),
        ]
    }

    fn highs(&self, copies: u8) -> [u8; SPAN_NAMES.len()] {
        let deck = if self.universal {
            255
        } else {
            self.rules.deck.len() as u8
        };
        let pending = if self.universal {
            255
        } else {
            self.rules.most_pending().max(1)
        };
        [
            copies, 1, 1, pending, 20, 1, deck, 1, deck, copies, deck, 1, 255, 14, 50, 1,
        ]
    }
}

/// Whether a turn can lay several cards, so that it collects effects.
fn several_cards(rules: &Rules) -> bool {
    rules.same_rank != SameRank::Off || rules.cards.iter().any(|card| card.cover.is_some())
}
