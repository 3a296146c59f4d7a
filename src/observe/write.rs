//! Writing features: one cursor for both encodings, and the spans in their order.

use super::features::write_rules;
use super::layout::{ATTACKS, Layout, PHASES, special_starters};
use crate::action::NUM_ACTIONS;
use crate::card::{Card, KINDS, Suit};
use crate::engine::Phase;
use crate::hand::Hand;
use crate::recent::Recent;
use crate::ruleset::{AfterAttack, AtTarget, CallMade, LastCard, Nominate};
use crate::seat::Seat;
use crate::view::View;

/// A type that holds a feature.
pub trait Feature: Copy {
    /// The feature 0.
    const ZERO: Self;

    /// The feature `high`.
    fn full(high: u8) -> Self;

    /// A feature of this value, in a span of this 1/`high`.
    fn encode(value: u8, scale: f32) -> Self;
}

impl Feature for u8 {
    const ZERO: Self = 0;

    #[inline]
    fn full(high: u8) -> Self {
        high
    }

    #[inline]
    fn encode(value: u8, _: f32) -> Self {
        value
    }
}

impl Feature for f32 {
    const ZERO: Self = 0.0;

    #[inline]
    fn full(_: u8) -> Self {
        1.0
    }

    #[inline]
    fn encode(value: u8, scale: f32) -> Self {
        f32::from(value) * scale
    }
}

/// Where the next feature goes. The slice must hold zeros, which are skipped, not written.
pub(super) struct Cursor<'a, T> {
    out: &'a mut [T],
    at: usize,
    high: u8,
    scale: f32,
}

impl<'a, T: Feature> Cursor<'a, T> {
    pub(super) const fn new(out: &'a mut [T]) -> Self {
        Self {
            out,
            at: 0,
            high: 1,
            scale: 1.0,
        }
    }

    /// Begins a span of this greatest value.
    #[inline]
    pub(super) fn high(&mut self, high: u8) {
        self.high = high;
        self.scale = 1.0 / f32::from(high);
    }

    /// Leaves features 0.
    #[inline]
    pub(super) const fn skip(&mut self, features: usize) {
        self.at += features;
    }

    /// A number; one above `high` is written as `high`.
    #[inline]
    pub(super) fn value(&mut self, value: u8) {
        self.out[self.at] = T::encode(value.min(self.high), self.scale);
        self.at += 1;
    }

    /// Yes or no.
    #[inline]
    pub(super) fn flag(&mut self, set: bool) {
        if set {
            self.out[self.at] = T::full(self.high);
        }
        self.at += 1;
    }

    /// One of `len`, or none.
    #[inline]
    pub(super) fn one_of(&mut self, len: usize, index: Option<usize>) {
        if let Some(index) = index {
            self.out[self.at + index] = T::full(self.high);
        }
        self.at += len;
    }

    /// A count for each kind; one above `high` is written as `high`.
    #[inline]
    pub(super) fn counts(&mut self, counts: &[u8]) {
        let (high, scale) = (self.high, self.scale);
        let out = &mut self.out[self.at..self.at + counts.len()];
        // The usual length as a constant lets the compiler unroll the loop.
        if counts.len() == 52 {
            encode_all(&mut out[..52], &counts[..52], high, scale);
        } else {
            encode_all(out, counts, high, scale);
        }
        self.at += counts.len();
    }

    /// A count of at most `most` for each kind, each counting `unit`; together they are at most `high`.
    #[inline]
    pub(super) fn scaled(&mut self, counts: &[u8], most: u8, unit: u8) {
        let scale = self.scale;
        let out = &mut self.out[self.at..self.at + counts.len()];
        for (out, &count) in out.iter_mut().zip(counts) {
            *out = T::encode(count.min(most) * unit, scale);
        }
        self.at += counts.len();
    }

    /// A count for each kind, of few cards.
    #[inline]
    pub(super) fn hand(&mut self, hand: &Hand, kinds: usize) {
        let out = &mut self.out[self.at..self.at + kinds];
        for card in hand.held().iter() {
            out[card.index()] = T::encode(hand.count(card).min(self.high), self.scale);
        }
        self.at += kinds;
    }

    /// A number of two bytes, the higher first.
    #[inline]
    pub(super) fn bytes(&mut self, value: u16) {
        let [high, low] = value.to_be_bytes();
        self.value(high);
        self.value(low);
    }

    /// The place of the next feature.
    pub(super) const fn at(&self) -> usize {
        self.at
    }
}

#[inline]
fn encode_all<T: Feature>(out: &mut [T], counts: &[u8], high: u8, scale: f32) {
    for (out, &count) in out.iter_mut().zip(counts) {
        *out = T::encode(count.min(high), scale);
    }
}

/// How many seats clockwise of the own a seat is.
pub(super) fn relative(view: &View<'_>, seat: Seat) -> usize {
    usize::from(view.seat().clockwise_to(seat, view.players()))
}

/// What is added to a score, so that two bytes hold it.
const SCORE_OFFSET: i32 = 10_000;

impl Layout {
    /// Writes all spans, in order.
    pub(super) fn write<T: Feature>(&self, view: &View<'_>, recent: &Recent, cursor: &mut Cursor<'_, T>) {
        self.write_cards(view, cursor);
        self.write_turn(view, cursor);
        self.write_table(view, cursor);
        self.write_knowledge(view, cursor);
        self.write_match(view, cursor);
        self.write_history(view, recent, cursor);
        debug_assert_eq!(cursor.at(), self.size());
    }

    fn begin<T: Feature>(&self, index: usize, cursor: &mut Cursor<'_, T>) -> usize {
        let span = self.span(index);
        debug_assert_eq!(cursor.at(), span.start, "{}", span.name);
        cursor.high(span.high);
        span.len
    }

    fn write_cards<T: Feature>(&self, view: &View<'_>, cursor: &mut Cursor<'_, T>) {
        self.begin(0, cursor);
        cursor.hand(view.hand(), self.kinds());
        self.begin(1, cursor);
        cursor.one_of(self.kinds(), view.upcard().map(Card::index));
        self.begin(2, cursor);
        cursor.one_of(4, view.suit().map(Suit::index));
        if self.nominates {
            cursor.flag(view.nominated().is_some());
        }
        if self.challenges {
            // Whether a challenge is right depends on what the challenged card was laid on.
            let under = view
                .under()
                .filter(|_| matches!(view.phase(), Phase::Challenge { .. }));
            cursor.one_of(self.kinds(), under.map(|(card, _)| card.index()));
            cursor.one_of(4, under.and_then(|(_, suit)| suit).map(Suit::index));
        }
        let rules = view.game().rules();
        if self.universal || rules.binds_next {
            cursor.flag(view.is_fresh());
            cursor.one_of(4, view.second().map(Suit::index));
        }
        if self.universal || !rules.follow_under.is_empty() {
            let under = view.face().filter(|_| view.face() != view.upcard());
            cursor.one_of(self.kinds(), under.map(Card::index));
        }
        if self.universal || special_starters(rules) {
            cursor.flag(view.is_open());
            cursor.flag(view.first_nominates());
        }
        self.beside.write(2, view, cursor);
    }

    fn write_turn<T: Feature>(&self, view: &View<'_>, cursor: &mut Cursor<'_, T>) {
        let pending = self.begin(3, cursor) - self.beside.len(3);
        if pending > 0 {
            cursor.value(view.pending());
            cursor.flag(view.is_unanswerable());
            let kinds = if self.universal { ATTACKS } else { pending - 2 };
            cursor.one_of(
                kinds,
                view.pending_kind().map(|kind| usize::from(kind).min(kinds - 1)),
            );
        }
        self.beside.write(3, view, cursor);
        self.begin(4, cursor);
        let turn = view.collected();
        cursor.value(turn.passes);
        if self.draws {
            cursor.value(turn.drawn);
        }
        if self.several {
            for value in [turn.laid, turn.skip, turn.reverse, turn.attack, turn.penalty] {
                cursor.value(value);
            }
            cursor.value(turn.covers_left);
            cursor.value(turn.run);
            cursor.value(turn.run_rank.map_or(0, |rank| rank.index() as u8 + 1));
            cursor.flag(turn.again);
            cursor.value(turn.others_draw);
            cursor.value(turn.hands.max(0).unsigned_abs());
            cursor.value(turn.hands.min(0).unsigned_abs());
            cursor.flag(turn.unanswerable);
        }
        if self.universal || view.game().rules().last_card == LastCard::Chain {
            cursor.one_of(self.seats(), view.went_out().map(|seat| relative(view, seat)));
        }
        let rules = view.game().rules();
        if self.universal || rules.draw.after_attack != AfterAttack::EndTurn {
            cursor.flag(turn.took);
        }
        if self.universal || rules.row > 0 {
            cursor.value(view.row());
        }
        self.beside.write(4, view, cursor);
        self.begin(5, cursor);
        let phase = view.phase().index();
        cursor.one_of(PHASES, (1..=PHASES).contains(&phase).then(|| phase - 1));
        cursor.one_of(self.seats(), view.actor().map(|seat| relative(view, seat)));
        cursor.one_of(self.seats(), Some(relative(view, view.turn())));
        self.beside.write(5, view, cursor);
    }

    fn write_table<T: Feature>(&self, view: &View<'_>, cursor: &mut Cursor<'_, T>) {
        self.begin(6, cursor);
        for k in 0..view.players() {
            let size = view.hand_size(view.relative(k));
            cursor.value(size);
            cursor.one_of(3, (1..=3).contains(&size).then(|| usize::from(size) - 1));
        }
        cursor.skip((self.seats() - usize::from(view.players())) * super::layout::SIZE_FEATURES);
        self.begin(7, cursor);
        cursor.flag(view.direction() == crate::seat::Direction::Anticlockwise);
        self.begin(8, cursor);
        cursor.value(view.stock_size());
        cursor.flag(view.can_draw());
    }

    fn write_knowledge<T: Feature>(&self, view: &View<'_>, cursor: &mut Cursor<'_, T>) {
        self.begin(9, cursor);
        cursor.counts(&view.seen()[..self.kinds()]);
        let len = self.begin(10, cursor);
        if len > 0 {
            self.write_known(view, len, cursor);
        }
    }

    /// Cards known in other hands, a count being `high` / copies each; then, where the order of the stock is public, the depth
    /// of each copy of each kind from the top, 1 being the next card.
    fn write_known<T: Feature>(&self, view: &View<'_>, len: usize, cursor: &mut Cursor<'_, T>) {
        let rules = view.game().rules();
        let start = cursor.at();
        if self.universal || rules.tracks_known {
            let unit = self.span(10).high / self.copies().max(1);
            for k in 1..self.seats() as u8 {
                match view
                    .known(view.relative(k % view.players()))
                    .filter(|_| k < view.players())
                {
                    Some(counts) => cursor.scaled(&counts[..self.kinds()], self.copies(), unit),
                    None => cursor.skip(self.kinds()),
                }
            }
        }
        let rest = len - (cursor.at() - start);
        let copies = rest / self.kinds();
        if copies == 0 {
            return;
        }
        let (mut used, base) = ([0; KINDS], cursor.at());
        for (depth, card) in view.stock_order().enumerate() {
            let copy = &mut used[card.index()];
            if *copy < copies {
                cursor.set(base + card.index() * copies + *copy, depth as u8 + 1);
                *copy += 1;
            }
        }
        cursor.skip(rest);
    }

    fn write_match<T: Feature>(&self, view: &View<'_>, cursor: &mut Cursor<'_, T>) {
        if self.begin(11, cursor) > self.beside.len(11) {
            debug_assert!(self.universal || view.game().rules().call.made == CallMade::ByPlayer);
            for k in 0..self.seats() as u8 {
                cursor.flag(k < view.players() && view.calls().contains(view.relative(k)));
            }
        }
        self.beside.write(11, view, cursor);
        self.begin(12, cursor);
        let rules = view.game().rules();
        if self.universal || view.is_match() {
            for k in 0..view.players() {
                let score = view.score(view.relative(k)) + SCORE_OFFSET;
                cursor.bytes(score.clamp(0, i32::from(u16::MAX)) as u16);
            }
            cursor.skip(2 * (self.seats() - usize::from(view.players())));
            cursor.one_of(self.seats(), Some(relative(view, view.dealer())));
            cursor.bytes(view.round());
            for k in 0..self.seats() as u8 {
                cursor.flag(k < view.players() && view.active().contains(view.relative(k)));
            }
            if self.universal || rules.at_target == AtTarget::SuddenDeath {
                cursor.flag(view.is_last_round());
            }
            if self.universal || rules.turns > 0 {
                cursor.bytes(view.turns_left().unwrap_or(u16::MAX));
            }
        }
        cursor.bytes(view.decisions_left() as u16);
        if self.universal || view.plays_left().is_some() {
            cursor.bytes(view.plays_left().unwrap_or(u16::MAX));
        }
        if self.universal || rules.hat > 0 {
            cursor.one_of(self.seats(), view.hat().map(|seat| relative(view, seat)));
        }
        if self.universal || rules.places > 1 {
            for k in 0..self.seats() as u8 {
                cursor.value(if k < view.players() {
                    view.place(view.relative(k))
                } else {
                    0
                });
            }
        }
        self.write_wild_ranks(view, cursor);
        let len = self.begin(14, cursor) - self.beside.len(14);
        let end = cursor.at() + len;
        if self.universal {
            write_rules(view, cursor);
        }
        for card in view.params() {
            cursor.one_of(KINDS, Some(card.index()));
        }
        cursor.skip(end - cursor.at());
        self.beside.write(14, view, cursor);
    }

    fn write_wild_ranks<T: Feature>(&self, view: &View<'_>, cursor: &mut Cursor<'_, T>) {
        if self.begin(13, cursor) > 0 {
            for k in 0..self.seats() as u8 {
                let rank = if k < view.players() {
                    view.wild_rank(view.relative(k))
                } else {
                    None
                };
                cursor.value(rank.map_or(0, |rank| rank.index() as u8 + 1));
            }
        }
    }

    fn write_history<T: Feature>(&self, view: &View<'_>, recent: &Recent, cursor: &mut Cursor<'_, T>) {
        self.begin(15, cursor);
        for item in recent
            .latest()
            .map(Some)
            .chain(std::iter::repeat(None))
            .take(self.history)
        {
            cursor.one_of(self.seats(), item.map(|(seat, _)| relative(view, seat)));
            cursor.one_of(NUM_ACTIONS, item.map(|(_, action)| usize::from(action)));
        }
    }
}

impl<T: Feature> Cursor<'_, T> {
    /// Sets a feature of the span elsewhere.
    #[inline]
    fn set(&mut self, at: usize, value: u8) {
        self.out[at] = T::encode(value.min(self.high), self.scale);
    }
}

/// Whether a card makes its player nominate, as a feature: 0, 1 (if it followed) or 2 (always).
pub(super) const fn nominate_level(nominate: Nominate) -> u8 {
    match nominate {
        Nominate::Never => 0,
        Nominate::IfFollowed => 10,
        Nominate::Alone => 20,
        Nominate::Second => 30,
        Nominate::Always => 50,
    }
}
