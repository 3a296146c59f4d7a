//! Which features there are: named spans, compact for one game or universal for all.

use crate::action::NUM_ACTIONS;
use crate::aligned::{Aligned, LINE};
use crate::card::{KINDS, SUITED};
use crate::engine::{EpisodeKind, Game};
use crate::rules::{MAX_PARAMS, Rules};
use crate::ruleset::{AfterAttack, AtTarget, CallMade, DrawThen, LastCard, Nominate};
use crate::seat::MAX_SEATS;

use super::cursor::{Cursor, scale};
use super::features::{RULE_FEATURES, write_rules};
use super::side::SideFeatures;

/// Number of spans.
pub(super) const SPANS: usize = 16;

/// The names of the spans, in their order.
pub const SPAN_NAMES: [&str; SPANS] = [
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

/// What the features of each span are, in the order of [`SPAN_NAMES`].
pub const SPAN_FEATURES: [&str; SPANS] = [
    "how many of each kind of card the own hand holds",
    "which kind the upcard is: one of all kinds",
    "which suit is in force, nominated or that of the card to follow: one of C D H S; whether it was nominated; while a \
     challenge is to be answered, which kind the card under the upcard is and which suit was nominated on it; whether what \
     binds the next player only is in force, and which second suit may be followed; which kind is followed where it is not \
     the upcard; whether any card may be laid on the starter, whether the first player nominates for it; where there can be \
     several piles, for each the two top cards, the suit nominated on it and whether it was laid on last; where ranks are \
     named, which kinds must be laid",
    "cards that must be drawn or answered; whether they cannot be answered; which kind of attack it is: one of the \
     ruleset's, in the order of their names; where cards mirror, how many all others would draw, and whom they hit: one of \
     the seats",
    "passes in a row; cards drawn by choice in the turn; cards laid in it, then players skipped, reversals, cards of an \
     attack and cards of a penalty that it has collected, cards that may cover yet, equal cards on top, the rank that they are or stand for (2 is 1, \
     … ace 13, Joker 14), whether the same player goes on, cards for all others, by how many seats hands move clockwise \
     and anticlockwise, whether the attack cannot be answered; whether the attack of a last card is being played out; \
     whether what was pending has been drawn in the turn; cards of the upcard's rank laid in a row; cards that somebody draws \
     by lot, cards that the player draws, mirror cards laid on an attack, whether hands may be swapped, whether a created rule \
     has the player nominate, whether the pile is to be dealt into two, whether the last card was one that nobody goes out \
     with; how many of each kind the own seat has chosen to keep",
    "which phase is open: one of dealer-choice, direction, play, go-on, give, speak, nominate, challenge, catch, swap, name-rank, \
     claim, mirror, keep, pile, word, cross-out, create; who decides: one of the seats; whose turn it is: one of the seats; \
     which word is due: one of 8; for which kind a pile is chosen",
    "for each seat the size of the hand, and whether it is 1, 2 or 3",
    "whether play goes anticlockwise",
    "cards in the stock; whether a card can be drawn (the stock may be renewed)",
    "how many of each kind are known to be out of the stock: in the own hand, in the pile, or known in other hands; where a \
     penalty takes the top cards of the pile, how many of each kind are among those that it would take",
    "for each other seat how many of each kind it is known to hold (a card counts high / copies); where the order of the \
     stock is public, the depth of each copy of each kind, 1 being the next card",
    "for each seat whether its call is due and not made; whether it has announced the one card that it holds; whether it may be \
     asked for its call",
    "in matches for each seat the score + 10000 (two bytes), who deals, rounds before this one (two bytes), which seats \
     are still in, whether this is the last round, turns left (two bytes); then decisions left (two bytes), cards that \
     may still be laid in the round (two bytes), who was skipped last, the place of each seat that is out",
    "for each seat the rank that is wild for it by its score: 2 is 1, … ace 13",
    "what each kind of card does in the own hand, then the settings of the ruleset; in every layout what was drawn for the \
     episode: for each parameter one of 54 kinds; how many created rules stand, whether the seat sees them, and where it does, \
     each of those that stand and then of those offered to it: whether there is one, what it does (one of reverse, skip, again, \
     draw-next, draw-player, draw-others, only, nominate, playable, any-turn, invert, two-piles), its count, and the classes of \
     its cards, of the card under them and of what may follow: least and greatest number, which suits, even 25 or odd 50, \
     pictures 25 or numbers 50",
    "for each of the last public actions, the latest first, who acted: one of the seats; and the action: one of 100",
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

/// Copies of a kind that the universal layout tells apart; more are shown as so many.
const UNIVERSAL_COPIES: u8 = 8;

/// Room for the features of most layouts, with the few that are written past the last call and then overwritten.
pub(super) const FEW: usize = 256;

/// The same for most of the others.
pub(super) const SOME: usize = 512;

/// Room for the features that every ruleset has in nearly all layouts.
pub(super) const MANY: usize = 2048;

/// Room for them where the public order of a stock of 255 equal cards lies before them, which takes less than 14,000.
pub(super) const MOST: usize = 1 << 15;

/// Bytes that may be written past the last call, or past the decisions left, which may be the end.
const PAST: usize = 8;

/// Names of phases that an observation shows: all but chance and the end.
pub(super) const PHASES: usize = 18;

/// Features of what a turn of several cards has collected.
pub(super) const COLLECTED: usize = 13;

/// Features of a hand size: the size, and whether it is 1, 2 or 3.
pub(super) const SIZE_FEATURES: usize = 4;

/// The layout of the observations of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    spans: [Span; SPANS],
    /// What each feature's byte is multiplied by to make a float; in lines from the first that is kept as a byte.
    scales: Aligned<f32>,
    /// The greatest value of a feature of each span.
    pub(super) highs: [u8; SPANS],
    /// The features of each hand size.
    pub(super) hand_sizes: Box<[[u8; SIZE_FEATURES]; 256]>,
    size: usize,
    kinds: usize,
    seats: usize,
    copies: u8,
    /// Kinds of attack that are told apart.
    pub(super) attacks: usize,
    pub(super) universal: bool,
    /// Where the features that every ruleset has begin.
    pub(super) places: Places,
    /// Whether there is anything that only some rulesets have.
    rare: bool,
    /// Whether more is to be followed than a suit, by few rulesets.
    pub(super) bonds: bool,
    /// Whether more of a turn is shown than passes and cards drawn, by few rulesets.
    pub(super) collects: bool,
    /// Whether more cards are seen than those of the own hand and the pile.
    pub(super) sees_more: bool,
    /// Whether cards known in other hands are shown.
    pub(super) shows_known: bool,
    /// Whether the order of the stock is shown while it is known.
    pub(super) orders: bool,
    /// Whether there are calls that can be due.
    pub(super) calls: bool,
    /// Whether `beside` adds anything.
    pub(super) adds: bool,
    /// Where in each span that has it begins what `beside` adds: at its end.
    pub(super) side_places: [Option<usize>; SPANS],
    /// Whether more is shown of the match than the decisions left.
    pub(super) matches: bool,
    /// Whether there is anything to show after the match.
    pub(super) more: bool,
    /// Whether a turn can go on after a draw, so that cards drawn in it are shown.
    pub(super) draws: bool,
    /// Whether a turn can lay several cards, so that what it has collected is shown.
    pub(super) several: bool,
    /// Whether a suit can be nominated.
    pub(super) nominates: bool,
    /// Whether a play can be challenged.
    pub(super) challenges: bool,
    pub(super) history: usize,
    /// The features of the ruleset where all show them and they are the same in every position.
    pub(super) rules: Option<Box<[u8]>>,
    /// What only some rulesets have.
    pub(super) side: SideFeatures,
}

impl Layout {
    /// The layout of a game, by its options.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        let (rules, options) = (game.rules(), game.options());
        let universal = options.is_universal();
        let jokers = universal || rules.copies[52] > 0;
        let kinds = if jokers { KINDS } else { SUITED };
        let seats = if universal {
            MAX_SEATS
        } else {
            usize::from(rules.players)
        };
        let copies = rules.copies.iter().copied().max().unwrap_or(1).max(1);
        let copies = if universal { UNIVERSAL_COPIES } else { copies };
        let history = usize::from(options.history);
        let needs = Needs {
            rules,
            universal,
            is_match: options.episode == EpisodeKind::Match,
            seats,
            kinds,
        };
        let side = SideFeatures::new(rules, universal, kinds, seats);
        let mut lens = needs.lens(history);
        for (index, len) in lens.iter_mut().enumerate() {
            *len += side.len(index);
        }
        let highs = needs.highs(copies);
        let mut start = 0;
        let spans: [Span; SPANS] = std::array::from_fn(|i| {
            let span = Span {
                name: SPAN_NAMES[i],
                start,
                len: lens[i],
                high: highs[i],
            };
            start += lens[i];
            span
        });
        let mut scales = Aligned::new(start, 2 * kinds);
        for span in &spans {
            scales[span.start..][..span.len].fill(scale(span.high));
        }
        let base = 4 + usize::from(universal || nominates(rules));
        let turn = 1 + usize::from(universal || rules.draw.then != DrawThen::EndTurn);
        let side_places = std::array::from_fn(|index| {
            let len = side.len(index);
            (len > 0).then(|| spans[index].start + lens[index] - len)
        });
        let adds = side_places.iter().any(Option::is_some);
        let own = |index: usize| lens[index] - side.len(index);
        let (bonds, collects) = (own(2) > base, own(4) > turn);
        let (matches, more) = (own(12) > 2, own(13) + own(14) + own(15) > 0);
        let sees_more = universal || rules.tracks_known || rules.side.is_some();
        let orders = universal || rules.stock_order_public;
        let places = Places::new(&spans, &needs);
        Self {
            scales,
            highs,
            hand_sizes: hand_sizes(highs[6]),
            attacks: (lens[3] - side.len(3)).saturating_sub(2),
            places,
            adds,
            rare: adds || bonds || collects || sees_more || orders || matches || more,
            bonds,
            collects,
            sees_more,
            shows_known: universal || rules.tracks_known,
            orders,
            calls: lens[11] > side.len(11),
            side_places,
            matches,
            more,
            size: start,
            kinds,
            seats,
            copies,
            universal,
            draws: universal || rules.draw.then != DrawThen::EndTurn,
            several: universal || several_cards(rules),
            nominates: universal || nominates(rules),
            challenges: universal || challenges(rules),
            history,
            rules: (if universal { rules.only_table() } else { None }).map(|table| {
                let mut bytes = vec![0; RULE_FEATURES];
                write_rules(game, table, &mut Cursor::new(&mut bytes, 0, highs[14]));
                bytes.into()
            }),
            side,
            spans,
        }
    }

    /// The spans, in order.
    #[must_use]
    pub const fn spans(&self) -> &[Span; SPANS] {
        &self.spans
    }

    /// The span of an index into [`SPAN_NAMES`].
    pub(super) const fn span(&self, index: usize) -> Span {
        self.spans[index]
    }

    /// What each feature's byte is multiplied by to make a float.
    pub(crate) fn scales(&self) -> &[f32] {
        &self.scales
    }

    /// Number of features.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Whether there is anything that only some rulesets have.
    pub(crate) const fn is_rare(&self) -> bool {
        self.rare
    }

    /// Bytes that [`Layout::write_base`] needs: [`Layout::stride`] or more, of which what comes after the features means nothing.
    pub(crate) fn room(&self) -> usize {
        let (base, all) = (self.places.left + PAST, self.size + PAST);
        if all <= FEW {
            FEW
        } else if all <= SOME {
            SOME
        } else if base <= MANY {
            self.stride().max(MANY)
        } else {
            self.stride().max(MOST)
        }
    }

    /// Bytes from one observation to the next where several are written in their order: whole lines of the cache.
    pub(crate) fn stride(&self) -> usize {
        (self.size + PAST).next_multiple_of(LINE)
    }

    /// Whether Jokers are shown.
    pub(crate) const fn has_jokers(&self) -> bool {
        self.kinds == KINDS
    }

    /// Number of kinds of card that are shown.
    pub(super) const fn kinds(&self) -> usize {
        self.kinds
    }

    /// Number of seats that are shown.
    pub(crate) const fn seats(&self) -> usize {
        self.seats
    }

    /// Most copies of a kind.
    pub(super) const fn copies(&self) -> u8 {
        self.copies
    }
}

/// Where the features that every ruleset has begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Places {
    pub(super) pending: usize,
    pub(super) turn: usize,
    pub(super) phase: usize,
    pub(super) sizes: usize,
    pub(super) direction: usize,
    pub(super) stock: usize,
    pub(super) seen: usize,
    pub(super) calls: usize,
    /// The decisions left.
    pub(super) left: usize,
}

impl Places {
    fn new(spans: &[Span; SPANS], needs: &Needs<'_>) -> Self {
        let start = |index: usize| spans[index].start;
        Self {
            pending: start(3),
            turn: start(4),
            phase: start(5),
            sizes: start(6),
            direction: start(7),
            stock: start(8),
            seen: start(9),
            calls: start(11),
            left: start(12) + needs.scores(),
        }
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
    fn lens(&self, history: usize) -> [usize; SPANS] {
        let (rules, all, seats, kinds) = (self.rules, self.universal, self.seats, self.kinds);
        let if_any = |needed: bool, len: usize| if all || needed { len } else { 0 };
        let attacks = if all { ATTACKS } else { rules.attacks.len() };
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
        let scores = self.scores();
        let hat = if_any(rules.hat > 0, seats);
        [
            kinds,
            kinds,
            4 + if_any(nominates(rules), 1)
                + if_any(challenges(rules), kinds + 4)
                + if_any(rules.binds_next, 5)
                + if_any(!rules.follow_under.is_empty(), kinds)
                + if_any(special_starters(rules), 2),
            if_any(attacks > 0, 2 + attacks),
            1 + if_any(rules.draw.then != DrawThen::EndTurn, 1)
                + if_any(several_cards(rules), COLLECTED)
                + if_any(rules.last_card == LastCard::Chain, seats)
                + if_any(rules.draw.after_attack != AfterAttack::EndTurn, 1)
                + if_any(rules.row > 0, 1),
            PHASES + 2 * seats,
            seats * SIZE_FEATURES,
            1,
            2,
            kinds,
            if_any(rules.tracks_known, (seats - 1) * kinds) + stock_order,
            if_any(rules.call.made == CallMade::ByPlayer, seats),
            scores + 2 + if_any(rules.round.plays > 0, 2) + hat + if_any(rules.places > 1, seats),
            if_any(rules.countdown > 0, seats),
            if_any(all, RULE_FEATURES) + KINDS * if all { MAX_PARAMS } else { rules.params.len() },
            history * (seats + NUM_ACTIONS),
        ]
    }

    /// Features of the scores of a match, before the decisions left.
    fn scores(&self) -> usize {
        let (rules, all) = (self.rules, self.universal);
        if !(all || self.is_match) {
            return 0;
        }
        let sudden = usize::from(all || rules.at_target == AtTarget::SuddenDeath);
        let turns = if all || rules.turns > 0 { 2 } else { 0 };
        4 * self.seats + 2 + sudden + turns
    }

    fn highs(&self, copies: u8) -> [u8; SPANS] {
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

/// The features of each hand size: the size, and whether it is 1, 2 or 3.
fn hand_sizes(high: u8) -> Box<[[u8; SIZE_FEATURES]; 256]> {
    let features = |size: u8| {
        let is = |other: u8| if size == other { high } else { 0 };
        [size.min(high), is(1), is(2), is(3)]
    };
    Box::new(std::array::from_fn(|size| features(size as u8)))
}

/// Whether a turn can lay several cards, so that it collects effects.
fn several_cards(rules: &Rules) -> bool {
    rules.goes_on || rules.any(|card| card.cover.is_some())
}

/// Whether a starter can leave the first player something of its own.
pub(super) fn special_starters(rules: &Rules) -> bool {
    !rules.starter_open.or(rules.starter_first_nominates).is_empty()
}

/// Whether a suit can be nominated.
fn nominates(rules: &Rules) -> bool {
    rules.any(|card| card.nominate != Nominate::Never)
}

/// Whether a play can be challenged.
fn challenges(rules: &Rules) -> bool {
    rules.any(|card| card.challenge.is_some())
}
