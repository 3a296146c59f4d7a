//! The spans in their order.

#![allow(
    clippy::inline_always,
    reason = "what is compiled for wide vectors must be compiled where it is called"
)]

use super::cursor::{Cursor, SUITED};
use super::features::write_rules;
use super::layout::{Layout, PHASES, special_starters};
use crate::action::NUM_ACTIONS;
use crate::card::{Card, KINDS, Suit};
use crate::engine::Phase;
use crate::recent::Recent;
use crate::ruleset::{AfterAttack, AtTarget, CallMade, LastCard, Nominate};
use crate::seat::{Direction, Seat};
use crate::view::View;

/// How many seats clockwise of the own a seat is.
pub(super) fn relative(view: &View<'_>, seat: Seat) -> usize {
    usize::from(view.seat().clockwise_to(seat, view.players()))
}

/// What is added to a score, so that two bytes hold it.
const SCORE_OFFSET: i32 = 10_000;

impl Layout {
    /// Writes all spans, in order.
    #[inline(always)]
    pub(super) fn write(&self, view: &View<'_>, recent: &Recent, cursor: Cursor<'_>) {
        if self.plain {
            self.write_spans::<true>(view, recent, cursor);
        } else {
            self.write_spans::<false>(view, recent, cursor);
        }
    }

    /// Writes all spans, in order; compiled twice, once without what only some rulesets have.
    #[inline(always)]
    fn write_spans<const PLAIN: bool>(&self, view: &View<'_>, recent: &Recent, mut cursor: Cursor<'_>) {
        let cursor = &mut cursor;
        self.write_cards::<PLAIN>(view, cursor);
        self.write_turn::<PLAIN>(view, cursor);
        self.write_table::<PLAIN>(view, cursor);
        self.write_match::<PLAIN>(view, cursor);
        if !PLAIN && self.more {
            cursor.rarely(|cursor| {
                self.write_wild_ranks(view, cursor);
                self.write_rules(view, cursor);
                self.write_history(view, recent, cursor);
            });
        }
        debug_assert_eq!(cursor.at(), self.size());
    }

    /// Number of kinds of card that are shown; a constant of plain layouts.
    #[inline(always)]
    fn shown<const PLAIN: bool>(&self) -> usize {
        if PLAIN { SUITED } else { self.kinds() }
    }

    #[inline(always)]
    fn begin(&self, index: usize, cursor: &mut Cursor<'_>) {
        debug_assert_eq!(cursor.at(), self.span(index).start, "{}", self.span(index).name);
        cursor.high(self.highs[index]);
    }

    /// Begins a span of flags.
    #[inline(always)]
    fn flags(&self, index: usize, cursor: &mut Cursor<'_>) {
        debug_assert_eq!(
            (cursor.at(), 1),
            (self.span(index).start, self.span(index).high),
            "{}",
            self.span(index).name
        );
        cursor.high(1);
    }

    #[inline(always)]
    fn write_cards<const PLAIN: bool>(&self, view: &View<'_>, cursor: &mut Cursor<'_>) {
        self.begin(0, cursor);
        cursor.counts(view.hand().counts(), self.shown::<PLAIN>());
        self.flags(1, cursor);
        cursor.one_of(self.shown::<PLAIN>(), view.upcard().map(Card::index));
        self.flags(2, cursor);
        cursor.one_of(4, view.suit().map(Suit::index));
        if self.nominates {
            cursor.flag(view.nominated().is_some());
        }
        if !PLAIN && self.bonds {
            cursor.rarely(|cursor| self.write_bonds(view, cursor));
        }
    }

    /// What is to be followed beside a suit.
    #[inline(never)]
    fn write_bonds(&self, view: &View<'_>, cursor: &mut Cursor<'_>) {
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

    #[inline(always)]
    fn write_turn<const PLAIN: bool>(&self, view: &View<'_>, cursor: &mut Cursor<'_>) {
        self.begin(3, cursor);
        if self.attacks > 0 {
            cursor.value(view.pending());
            cursor.flag(view.is_unanswerable());
            let last = self.attacks - 1;
            cursor.one_of(
                self.attacks,
                view.pending_kind().map(|kind| usize::from(kind).min(last)),
            );
        }
        if !PLAIN && self.besides {
            cursor.rarely(|cursor| self.beside.write(3, view, cursor));
        }
        self.begin(4, cursor);
        let turn = view.collected();
        cursor.value(turn.passes);
        if self.draws {
            cursor.value(turn.drawn);
        }
        if !PLAIN && self.collects {
            cursor.rarely(|cursor| self.write_collected(view, cursor));
        }
        self.flags(5, cursor);
        let phase = view.phase().index();
        cursor.one_of(PHASES, (1..=PHASES).contains(&phase).then(|| phase - 1));
        cursor.one_of(self.seats(), view.actor().map(|seat| relative(view, seat)));
        cursor.one_of(self.seats(), Some(relative(view, view.turn())));
        if !PLAIN && self.besides {
            cursor.rarely(|cursor| self.beside.write(5, view, cursor));
        }
    }

    /// What a turn of several cards has collected, and what is counted beside it.
    #[inline(never)]
    fn write_collected(&self, view: &View<'_>, cursor: &mut Cursor<'_>) {
        let turn = view.collected();
        if self.several {
            let flag = |set: bool| if set { u8::MAX } else { 0 };
            cursor.values([
                turn.laid,
                turn.skip,
                turn.reverse,
                turn.attack,
                turn.penalty,
                turn.covers_left,
                turn.run,
                turn.run_rank.map_or(0, |rank| rank.index() as u8 + 1),
                flag(turn.again),
                turn.others_draw,
                turn.hands.max(0).unsigned_abs(),
                turn.hands.min(0).unsigned_abs(),
                flag(turn.unanswerable),
            ]);
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
    }

    #[inline(always)]
    fn write_table<const PLAIN: bool>(&self, view: &View<'_>, cursor: &mut Cursor<'_>) {
        self.begin(6, cursor);
        let sizes = &*self.hand_sizes;
        cursor.seats(view, self.seats(), |seat, _| {
            sizes[usize::from(view.hand_size(seat))]
        });
        self.flags(7, cursor);
        cursor.flag(view.direction() == Direction::Anticlockwise);
        self.begin(8, cursor);
        cursor.value(view.stock_size());
        cursor.flag(view.can_draw());
        self.begin(9, cursor);
        if !PLAIN && view.sees_more() {
            cursor.counts(&view.seen(), self.shown::<PLAIN>());
        } else {
            cursor.sums(view.hand().counts(), view.pile_counts(), self.shown::<PLAIN>());
        }
        self.begin(10, cursor);
        if !PLAIN && self.knows {
            cursor.rarely(|cursor| self.write_known(view, self.span(10).len, cursor));
        }
    }

    /// Cards known in other hands, a count being `high` / copies each; then, where the order of the stock is public, the depth
    /// of each copy of each kind from the top, 1 being the next card.
    #[inline(never)]
    fn write_known(&self, view: &View<'_>, len: usize, cursor: &mut Cursor<'_>) {
        let rules = view.game().rules();
        let start = cursor.at();
        if self.universal || rules.tracks_known {
            let unit = self.span(10).high / self.copies().max(1);
            for k in 1..self.seats() as u8 {
                match view
                    .known(view.relative(k % view.players()))
                    .filter(|_| k < view.players())
                {
                    Some(counts) if unit == 1 => cursor.counts(counts, self.kinds()),
                    Some(counts) => cursor.scaled(counts, self.kinds(), self.copies(), unit),
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

    #[inline(always)]
    fn write_match<const PLAIN: bool>(&self, view: &View<'_>, cursor: &mut Cursor<'_>) {
        self.flags(11, cursor);
        if self.calls {
            debug_assert!(self.universal || view.game().rules().call.made == CallMade::ByPlayer);
            cursor.seat_set(view, self.seats(), view.calls());
        }
        if !PLAIN && self.besides {
            cursor.rarely(|cursor| self.beside.write(11, view, cursor));
        }
        self.begin(12, cursor);
        if !PLAIN && self.matches {
            cursor.rarely(|cursor| self.write_scores(view, cursor));
        }
        cursor.bytes(view.decisions_left() as u16);
        if !PLAIN && self.matches {
            cursor.rarely(|cursor| self.write_ends(view, cursor));
        }
    }

    /// The scores of a match and how it stands.
    #[inline(never)]
    fn write_scores(&self, view: &View<'_>, cursor: &mut Cursor<'_>) {
        if !self.universal && !view.is_match() {
            return;
        }
        let rules = view.game().rules();
        cursor.seats(view, self.seats(), |seat, _| {
            let score = view.score(seat) + SCORE_OFFSET;
            (score.clamp(0, i32::from(u16::MAX)) as u16).to_be_bytes()
        });
        cursor.one_of(self.seats(), Some(relative(view, view.dealer())));
        cursor.bytes(view.round());
        cursor.seat_set(view, self.seats(), view.active());
        if self.universal || rules.at_target == AtTarget::SuddenDeath {
            cursor.flag(view.is_last_round());
        }
        if self.universal || rules.turns > 0 {
            cursor.bytes(view.turns_left().unwrap_or(u16::MAX));
        }
    }

    /// What else can end a round, and what counts at its end.
    #[inline(never)]
    fn write_ends(&self, view: &View<'_>, cursor: &mut Cursor<'_>) {
        let rules = view.game().rules();
        if self.universal || view.plays_left().is_some() {
            cursor.bytes(view.plays_left().unwrap_or(u16::MAX));
        }
        if self.universal || rules.hat > 0 {
            cursor.one_of(self.seats(), view.hat().map(|seat| relative(view, seat)));
        }
        if self.universal || rules.places > 1 {
            cursor.seats(view, self.seats(), |seat, high| [view.place(seat).min(high)]);
        }
    }

    #[inline(never)]
    fn write_rules(&self, view: &View<'_>, cursor: &mut Cursor<'_>) {
        self.begin(14, cursor);
        let end = cursor.at() + self.span(14).len - self.beside.len(14);
        if self.universal {
            write_rules(view, cursor);
        }
        for card in view.params() {
            cursor.one_of(KINDS, Some(card.index()));
        }
        cursor.skip(end - cursor.at());
        self.beside.write(14, view, cursor);
    }

    #[inline(never)]
    fn write_wild_ranks(&self, view: &View<'_>, cursor: &mut Cursor<'_>) {
        self.begin(13, cursor);
        if self.span(13).len > 0 {
            cursor.seats(view, self.seats(), |seat, high| {
                [view
                    .wild_rank(seat)
                    .map_or(0, |rank| rank.index() as u8 + 1)
                    .min(high)]
            });
        }
    }

    #[inline(never)]
    fn write_history(&self, view: &View<'_>, recent: &Recent, cursor: &mut Cursor<'_>) {
        self.flags(15, cursor);
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
