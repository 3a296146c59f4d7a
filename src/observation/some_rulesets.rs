//! What only some rulesets show, as bytes.

use super::cursor::{ByKind, Cursor, yes};
use super::features::write_rules;
use super::layout::{COLLECTED, Layout, special_starters};
use super::rows::{Part, Rows, Shown};
use crate::action::NUM_ACTIONS;
use crate::card::{Card, KINDS, SUITED, Suit};
use crate::engine::{EpisodeKind, Game, Phase};
use crate::recent::Recent;
use crate::rules::Rules;
use crate::ruleset::{AfterAttack, AtTarget, LastCard, wild_rank};
use crate::seat::Seat;
use crate::view::{Collected, View};

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

/// The features of what a turn of several cards has collected.
#[inline(always)]
fn collected(turn: &Collected) -> [u8; COLLECTED] {
    [
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
    ]
}

impl Layout {
    /// Writes what only some rulesets have, where [`Layout::is_rare`], over what [`Layout::write_base`] left.
    ///
    /// `bytes` holds an observation for each of the rows that are shown, one [`Layout::stride`] after the other.
    #[inline(always)]
    pub(crate) fn write_rare<'v, R: Shown<'v>>(&self, game: &Game, shown: R, bytes: &mut [u8]) {
        let rows = &mut Rows::new(shown, bytes, self.stride());
        if self.bonds {
            self.write_in_force(game.rules(), rows);
        }
        if self.adds {
            self.side.write(&self.side_places, &self.highs, rows);
        }
        if self.collects {
            self.write_collected(game.rules(), rows);
        }
        if self.has_jokers() {
            self.write_kinds::<KINDS, R>(rows);
        } else {
            self.write_kinds::<SUITED, R>(rows);
        }
        if self.matches {
            if self.universal || game.options().episode == EpisodeKind::Match {
                self.write_scores(game.rules(), rows);
            }
            self.write_ends(game.rules(), rows);
        }
        if self.more {
            self.write_more(game, rows);
        }
    }

    /// Writes what is known of each kind beside the own hand and the pile.
    #[inline(always)]
    fn write_kinds<'v, const K: usize, R: Shown<'v>>(&self, rows: &mut Rows<'_, R>) {
        if self.sees_more {
            self.write_known::<K, R>(rows);
        }
        if self.orders {
            self.write_order::<K, R>(rows);
        }
    }

    /// Writes the last spans, which most layouts have not.
    #[inline(always)]
    fn write_more<'v, R: Shown<'v>>(&self, game: &Game, rows: &mut Rows<'_, R>) {
        if game.rules().countdown > 0 {
            rows.each(self.part(13, 0), |view, cursor| {
                cursor.seats(view, self.seats(), |seat, _| {
                    [WILD_RANKS[view.score(seat).clamp(0, WILD_RANKS.len() as i32 - 1) as usize]]
                });
            });
        }
        if self.span(14).len > 0 {
            rows.each(self.part(14, 0), |view, cursor| self.write_rules(view, cursor));
        }
        if self.history > 0 {
            rows.each_recent(self.part(15, 0), |view, recent, cursor| {
                self.write_history(view, recent, cursor);
            });
        }
    }

    /// What a span has from a feature on.
    #[inline(always)]
    fn part(&self, span: usize, feature: usize) -> Part {
        Part {
            at: self.span(span).start + feature,
            high: self.highs[span],
        }
    }

    /// What is to be followed beside a suit.
    #[inline(always)]
    fn write_in_force<'v, R: Shown<'v>>(&self, rules: &Rules, rows: &mut Rows<'_, R>) {
        let mut part = self.part(2, 4 + usize::from(self.nominates));
        let kinds = self.kinds();
        if self.challenges {
            rows.each(part.take(kinds + 4), |view, cursor| {
                // Whether a challenge is right depends on what the challenged card was laid on.
                if let Phase::Challenge { .. } = view.phase()
                    && let Some((card, suit)) = view.under()
                {
                    cursor.one_of(kinds, Some(card.index()));
                    cursor.one_of(4, suit.map(Suit::index));
                }
            });
        }
        if self.universal || rules.binds_next {
            rows.each(part.take(5), |view, cursor| {
                cursor.flag(view.is_fresh());
                cursor.one_of(4, view.second().map(Suit::index));
            });
        }
        if self.universal || !rules.follow_under.is_empty() {
            rows.each(part.take(kinds), |view, cursor| {
                let under = view.face().filter(|_| view.face() != view.upcard());
                cursor.one_of(kinds, under.map(Card::index));
            });
        }
        if self.universal || special_starters(rules) {
            rows.each(part.take(2), |view, cursor| {
                cursor.flag(view.is_open());
                cursor.flag(view.first_nominates());
            });
        }
    }

    /// What a turn of several cards has collected, and what is counted beside it.
    #[inline(always)]
    fn write_collected<'v, R: Shown<'v>>(&self, rules: &Rules, rows: &mut Rows<'_, R>) {
        let mut part = self.part(4, 1 + usize::from(self.draws));
        if self.several {
            rows.each(part.take(COLLECTED), |view, cursor| {
                let turn = view.collected();
                // Most turns begin with nothing; what is not written is 0.
                if !turn.is_empty() {
                    cursor.values(collected(&turn));
                }
            });
        }
        if self.universal || rules.last_card == LastCard::Chain {
            rows.each(part.take(self.seats()), |view, cursor| {
                cursor.one_of(self.seats(), view.went_out().map(|seat| relative(view, seat)));
            });
        }
        if self.universal || rules.draw.after_attack != AfterAttack::EndTurn {
            rows.each(part.take(1), |view, cursor| cursor.flag(view.collected().took));
        }
        if self.universal || rules.row > 0 {
            rows.each(part.take(1), |view, cursor| cursor.value(view.row()));
        }
    }

    /// Cards known in other hands, a count being `high` / copies each; these and other piles are out of the stock too.
    #[inline(always)]
    fn write_known<'v, const K: usize, R: Shown<'v>>(&self, rows: &mut Rows<'_, R>) {
        let unit = self.highs[10] / self.copies().max(1);
        // Bytes are compared more cheaply than multiplied.
        let at_least = |count, least| if count >= least { unit } else { 0 };
        match self.copies() {
            1 => self.write_known_by::<K, R>(rows, |count| at_least(count, 1)),
            2 => self.write_known_by::<K, R>(rows, |count| at_least(count, 1) + at_least(count, 2)),
            copies => self.write_known_by::<K, R>(rows, |count| count.min(copies) * unit),
        }
    }

    #[inline(always)]
    fn write_known_by<'v, const K: usize, R: Shown<'v>>(
        &self,
        rows: &mut Rows<'_, R>,
        known: impl Fn(u8) -> u8,
    ) {
        let (start, most) = (self.span(10).start, self.highs[9]);
        rows.each(self.part(9, 0), |view, cursor| {
            let mut seen = ByKind::<K>::new(view.hand().counts()).plus(view.pile_counts());
            for k in 1..view.players() {
                let Some(counts) = view.known(view.relative(k)) else {
                    break;
                };
                seen = seen.plus(counts);
                if self.shows_known {
                    let counts = ByKind::<K>::new(counts).map(&known);
                    cursor.by_kind(start + (usize::from(k) - 1) * K, counts);
                }
            }
            view.other_piles(|counts| seen = seen.plus(counts));
            cursor.by_kind(self.places.seen, seen.map(|seen| seen.min(most)));
        });
    }

    /// Where the order of the stock is public, the depth of each copy of each kind from the top, 1 being the next card.
    #[inline(always)]
    fn write_order<'v, const K: usize, R: Shown<'v>>(&self, rows: &mut Rows<'_, R>) {
        let known = if self.shows_known {
            (self.seats() - 1) * K
        } else {
            0
        };
        let (part, copies) = (self.part(10, known), (self.span(10).len - known) / K);
        if copies == 1 {
            return rows.each(part, |view, cursor| {
                let mut depths = [0; KINDS];
                for (card, depth) in view.stock_order().zip(1..) {
                    depths[card.index()] = depth;
                }
                cursor.by_kind(part.at, ByKind::<K>::new(&depths));
            });
        }
        rows.each(part, |view, cursor| {
            let mut used = [0; KINDS];
            for (card, depth) in view.stock_order().zip(1..) {
                let copy = &mut used[card.index()];
                if *copy < copies {
                    cursor.set(part.at + card.index() * copies + *copy, depth);
                    *copy += 1;
                }
            }
        });
    }

    /// The scores of a match and how it stands.
    #[inline(always)]
    fn write_scores<'v, R: Shown<'v>>(&self, rules: &Rules, rows: &mut Rows<'_, R>) {
        rows.each(self.part(12, 0), |view, cursor| {
            cursor.seats(view, self.seats(), |seat, _| {
                let score = view.score(seat).saturating_add(SCORE_OFFSET);
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
        });
    }

    /// What else can end a round, and what counts at its end.
    #[inline(always)]
    fn write_ends<'v, R: Shown<'v>>(&self, rules: &Rules, rows: &mut Rows<'_, R>) {
        let mut part = self.part(12, self.places.left + 2 - self.span(12).start);
        if self.universal || rules.round.plays > 0 {
            rows.each(part.take(2), |view, cursor| {
                cursor.bytes(view.plays_left().unwrap_or(u16::MAX));
            });
        }
        if self.universal || rules.hat > 0 {
            rows.each(part.take(self.seats()), |view, cursor| {
                cursor.one_of(self.seats(), view.hat().map(|seat| relative(view, seat)));
            });
        }
        if self.universal || rules.places > 1 {
            rows.each(part.take(self.seats()), |view, cursor| {
                cursor.seats(view, self.seats(), |seat, high| [view.place(seat).min(high)]);
            });
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
    fn write_history(&self, view: &View<'_>, recent: &Recent, cursor: &mut Cursor<'_>) {
        for item in recent
            .latest()
            .map(Some)
            .chain(std::iter::repeat(None))
            .take(self.history)
        {
            cursor.one_of(self.seats(), item.map(|(seat, _)| relative(view, seat)));
            cursor.one_of(NUM_ACTIONS, item.map(|(_, action)| action.id().index()));
        }
    }
}
