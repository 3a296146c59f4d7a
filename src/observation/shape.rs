//! The shape of an observation: which features it has, by the rules and options of the game.

use super::span::{High, SpanName};
use crate::card::{KINDS, MAX_KINDS, MAX_RANKS, MAX_SUITS, RANKS, SUITED, SUITS};
use crate::engine::{EpisodeKind, Game, MAX_PILES, ObservationLayout, Options};
use crate::rules::{MAX_OFFERED, MAX_PARAMS, MAX_STANDING, Rules};
use crate::seat::{MAX_SEATS, USUAL_SEATS};

/// Most copies of a kind that the layouts for all games count; a greater count is shown as this one.
const UNIVERSAL_COPIES: u8 = 8;

/// Number of copies of a kind whose depth in the stock the universal layout shows.
const UNIVERSAL_DEPTHS: usize = 4;

/// Number of kinds of attack that the layouts for all games have room for.
const UNIVERSAL_ATTACKS: usize = 8;

/// The kinds of card that a layout shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ShownKinds {
    /// Those of the usual pack without Jokers.
    Suited,
    /// Those of the usual pack.
    Usual,
    /// As many as a pack can have.
    All,
}

/// The shape of a layout: the length of every set that it shows, and which layout it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LayoutShape {
    pub(crate) layout: ObservationLayout,
    /// True when a part is asked for only if this game can have something to show in it: in a layout for all games the
    /// others stay 0, and need not be written.
    pub(crate) needed_only: bool,
    /// True when the scores of a match are shown.
    pub(crate) is_match: bool,
    /// Number of seats that are shown.
    pub(crate) seats: usize,
    /// Number of kinds of card that are shown.
    pub(crate) kinds: usize,
    /// Number of kinds, suits and ranks that packs can have, and of actions.
    pub(crate) all_kinds: usize,
    pub(crate) suits: usize,
    pub(crate) ranks: usize,
    pub(crate) actions: usize,
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
        layout: ObservationLayout::Compact,
        needed_only: false,
        is_match: false,
        seats: 0,
        kinds: 0,
        all_kinds: 0,
        suits: 0,
        ranks: 0,
        actions: 0,
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

    /// Returns the shape of the observations of a game under these options.
    pub(crate) fn new(game: &Game, options: &Options) -> Self {
        let rules = game.rules();
        let (layout, of_all) = (options.layout, options.is_for_all_games());
        let usual = rules.pack.is_usual();
        let of_pack = |usual_number: usize, most: usize| if usual { usual_number } else { most };
        let jokers = of_all || rules.deck.copies[SUITED] > 0;
        let copies = rules.deck.copies.iter().copied().max().unwrap_or(1).max(1);
        let either = |most: usize, compact: usize| if of_all { most } else { compact };
        let created = &rules.tableau.created;
        let offered = if rules.tableau.adds_rules() {
            created.offered
        } else {
            0
        };
        let piles = if of_all || created.most > 0 {
            MAX_PILES
        } else {
            1 + usize::from(!rules.tableau.second_pile.is_empty())
        };
        Self {
            layout,
            needed_only: false,
            is_match: of_all || options.episode == EpisodeKind::Match,
            seats: either(
                if game.has_more_seats() {
                    MAX_SEATS
                } else {
                    USUAL_SEATS
                },
                rules.players.into(),
            ),
            kinds: of_pack(if jokers { KINDS } else { SUITED }, MAX_KINDS),
            all_kinds: of_pack(KINDS, MAX_KINDS),
            suits: of_pack(SUITS, MAX_SUITS),
            ranks: of_pack(RANKS + 1, MAX_RANKS),
            actions: game.num_actions(),
            copies: if of_all { UNIVERSAL_COPIES } else { copies },
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

    /// True when a part is shown: where the game needs it, and always in a layout for all games.
    #[inline(always)]
    pub(crate) const fn has(&self, needed: bool) -> bool {
        self.is_for_all_games() && !self.needed_only || needed
    }

    /// True when a part is shown that can have something to show in any game, which is clear from other parts where the
    /// game does not need it.
    #[inline(always)]
    pub(crate) const fn has_anyway(&self, needed: bool) -> bool {
        self.is_for_all_games() || needed
    }

    /// True when a part is shown that the layout of cards replaces by a smaller one, or leaves out.
    #[inline(always)]
    pub(crate) const fn has_apart(&self, needed: bool) -> bool {
        self.has(needed) && !self.is_cards()
    }

    /// True when a part of the layout of cards alone is shown.
    #[inline(always)]
    pub(crate) const fn has_in_cards(&self, needed: bool) -> bool {
        self.is_cards() && self.has(needed)
    }

    /// The same shape, with parts only where this game can have something to show in them.
    pub(crate) const fn needed(self) -> Self {
        Self {
            needed_only: true,
            ..self
        }
    }

    /// True when the layout is the same for all games.
    pub(crate) const fn is_for_all_games(&self) -> bool {
        !matches!(self.layout, ObservationLayout::Compact)
    }

    /// True when the layout shows the ruleset.
    pub(crate) const fn is_universal(&self) -> bool {
        matches!(self.layout, ObservationLayout::Universal)
    }

    /// True when the layout is that of cards.
    pub(crate) const fn is_cards(&self) -> bool {
        matches!(self.layout, ObservationLayout::Cards)
    }

    /// Which kinds of card are shown.
    pub(crate) const fn shown_kinds(&self) -> ShownKinds {
        match self.kinds {
            SUITED => ShownKinds::Suited,
            KINDS => ShownKinds::Usual,
            _ => ShownKinds::All,
        }
    }

    /// Returns the greatest value of the features of a span.
    pub(crate) fn high(&self, rules: &Rules, span: SpanName) -> u8 {
        let of_game = |high: u8| if self.is_for_all_games() { u8::MAX } else { high };
        match span.high() {
            High::Fixed(high) => high,
            High::Copies => self.copies,
            High::Pending => of_game(rules.most_pending().max(1)),
            High::Deck => of_game(rules.deck.cards.len() as u8),
        }
    }
}
