//! What only some rulesets show, as bytes.

use super::cursor::{ByKind, Cursor, yes};
use super::features::write_rules;
use super::layout::{COLLECTED, Layout, special_starters};
use crate::action::NUM_ACTIONS;
use crate::card::{Card, KINDS, SUITED, Suit};
use crate::engine::Phase;
use crate::recent::Recent;
use crate::ruleset::{AfterAttack, AtTarget, LastCard, wild_rank};
use crate::seat::Seat;
use crate::view::View;

/// How many seats clockwise of the own a seat is.
#[inline(always)]
pub(super) fn relative(view: &View<'_>, seat: Seat) -> usize {
    usize::from(view.seat().clockwise_to(seat, view.players()))
}

/// What is added to a score, so that two bytes hold it.
const SCORE_OFFSET: i32 = 10_000;

/// The feature of the rank that is wild for a player, by countdown score.
const WILD_RANKS: [u8; 14] = {
    let mut ranks = [0; 14];
    let mut score = 0;
    while score < ranks.len() {
        if let Some(rank) = wild_rank(score as u8) {
            ranks[score] = rank.index() as u8 + 1;
        }
        score += 1;
    }
    ranks
};

impl Layout {
    /// Writes what only some rulesets have, where [`Layout::is_rare`], over what [`Layout::write_base`] left.
    #[inline(always)]
    pub(crate) fn write_rare(&self, view: &View<'_>, recent: &Recent, out: &mut [u8]) {
        let (places, base) = (&self.places, 4 + usize::from(self.nominates));
        if self.bonds {
            self.write_bonds(view, &mut self.cursor(out, 2, base));
        }
        if self.adds {
            self.beside.write(&self.besides, &self.highs, view, out);
        }
        if self.collects {
            self.write_collected(view, &mut self.cursor(out, 4, 1 + usize::from(self.draws)));
        }
        if self.sees_more {
            if self.has_jokers() {
                self.write_known::<KINDS>(view, out);
            } else {
                self.write_known::<SUITED>(view, out);
            }
        }
        if self.orders {
            let known = if self.shows_known {
                (self.seats() - 1) * self.kinds()
            } else {
                0
            };
            self.write_order(view, &mut self.cursor(out, 10, known));
        }
        if self.matches {
            self.write_scores(view, &mut self.cursor(out, 12, 0));
            self.write_ends(
                view,
                &mut self.cursor(out, 12, places.left + 2 - self.span(12).start),
            );
        }
        if self.more {
            self.write_more(view, recent, out);
        }
    }

    /// Writes the last spans, which most layouts have not.
    #[inline(always)]
    fn write_more(&self, view: &View<'_>, recent: &Recent, out: &mut [u8]) {
        if self.span(13).len > 0 {
            self.write_wild_ranks(view, &mut self.cursor(out, 13, 0));
        }
        if self.span(14).len > 0 {
            self.write_rules(view, &mut self.cursor(out, 14, 0));
        }
        if self.history > 0 {
            self.write_history(view, recent, &mut self.cursor(out, 15, 0));
        }
    }

    /// A cursor at a feature of a span.
    #[inline(always)]
    fn cursor<'a>(&self, out: &'a mut [u8], span: usize, feature: usize) -> Cursor<'a> {
        Cursor::new(out, self.span(span).start + feature, self.highs[span])
    }

    /// What is to be followed beside a suit.
    #[inline(always)]
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
    }

    /// What a turn of several cards has collected, and what is counted beside it.
    #[inline(always)]
    fn write_collected(&self, view: &View<'_>, cursor: &mut Cursor<'_>) {
        let turn = view.collected();
        if self.several {
            if turn.is_empty() {
                // As most turns begin; what is not written is 0.
                cursor.skip(COLLECTED);
            } else {
                let numbers: [u8; COLLECTED] = [
                    turn.laid,
                    turn.skip,
                    turn.reverse,
                    turn.attack,
                    turn.penalty,
                    turn.covers_left,
                    turn.run,
                    turn.run_rank.map_or(0, |rank| rank.index() as u8 + 1),
                    yes(turn.again),
                    turn.others_draw,
                    turn.hands.max(0).unsigned_abs(),
                    turn.hands.min(0).unsigned_abs(),
                    yes(turn.unanswerable),
                ];
                cursor.values(numbers);
            }
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
    }

    /// Cards known in other hands, a count being `high` / copies each; these and other piles are out of the stock too.
    #[inline(always)]
    fn write_known<const K: usize>(&self, view: &View<'_>, out: &mut [u8]) {
        let mut seen = ByKind::<K>::new(view.hand().counts()).plus(view.pile_counts());
        let start = self.span(10).start;
        let (copies, unit) = (self.copies(), self.highs[10] / self.copies().max(1));
        for k in 1..view.players() {
            let Some(counts) = view.known(view.relative(k)) else {
                break;
            };
            seen = seen.plus(counts);
            if self.shows_known {
                // Bytes are compared more cheaply than multiplied.
                let at_least = |count, least| if count >= least { unit } else { 0 };
                let known = match copies {
                    1 => ByKind::<K>::new(counts).map(|count| at_least(count, 1)),
                    2 => ByKind::<K>::new(counts).map(|count| at_least(count, 1) + at_least(count, 2)),
                    _ => ByKind::<K>::new(counts).map(|count| count.min(copies) * unit),
                };
                known.write(&mut out[start + (usize::from(k) - 1) * K..]);
            }
        }
        view.other_piles(|counts| seen = seen.plus(counts));
        seen.map(|seen| seen.min(self.highs[9]))
            .write(&mut out[self.places.seen..]);
    }

    /// Where the order of the stock is public, the depth of each copy of each kind from the top, 1 being the next card.
    #[inline(always)]
    fn write_order(&self, view: &View<'_>, cursor: &mut Cursor<'_>) {
        let copies = (self.span(10).start + self.span(10).len - cursor.at()) / self.kinds();
        let (mut used, base) = ([0; KINDS], cursor.at());
        for (depth, card) in view.stock_order().enumerate() {
            let copy = &mut used[card.index()];
            if *copy < copies {
                cursor.set(base + card.index() * copies + *copy, depth as u8 + 1);
                *copy += 1;
            }
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
        if let Some(rules) = &self.rules {
            cursor.copy(rules);
        } else if self.universal {
            write_rules(view.game(), view.table(), cursor);
        }
        for card in view.params() {
            cursor.one_of(KINDS, Some(card.index()));
        }
    }

    #[inline(never)]
    fn write_wild_ranks(&self, view: &View<'_>, cursor: &mut Cursor<'_>) {
        if self.universal && view.game().rules().countdown == 0 {
            return;
        }
        cursor.seats(view, self.seats(), |seat, _| {
            [WILD_RANKS[view.score(seat).clamp(0, WILD_RANKS.len() as i32 - 1) as usize]]
        });
    }

    #[inline(never)]
    fn write_history(&self, view: &View<'_>, recent: &Recent, cursor: &mut Cursor<'_>) {
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
