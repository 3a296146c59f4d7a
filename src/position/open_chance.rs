//! Whether a position could be reached, at chance nodes.

use super::open::Check;
use super::problem::ProblemCode;
use crate::engine::{Chance, Task};
use crate::ruleset::Source;
use crate::seat::{Seat, SeatSet};

impl Check<'_> {
    /// Chance names the suit for a starter, or for a wild card that was drawn.
    fn lot(&mut self) {
        let table = self.s.table(self.rules, self.s.seat);
        let Some(upcard) = self.s.upcard() else {
            self.not_open("nothing lies that nominates");
            return;
        };
        let turn = &self.s.turn;
        let starter = turn.played == 0
            && self.s.round.plays == 0
            && self.s.seat == self.s.dealer
            && self.rules.starter.by_lot.contains(upcard);
        let drawn = turn.played == 1
            && turn.drawn.cards > 0
            && self.rules.draw.wild_by_lot
            && table.play.any_wild().contains(upcard);
        if !table.of(upcard).nominate.asks() || !(starter || drawn) {
            self.not_open("the upcard is neither a starter for which chance names the suit nor a wild card that was drawn (compat drawn-wild-by-lot)");
        }
    }

    pub(crate) fn chance(&mut self, node: Chance) {
        if !self.game.is_explicit() {
            self.not_open("this game decides chance by itself; make it with chance = \"explicit\"");
        }
        match node {
            Chance::Dealer => self.dealer(),
            Chance::Param { .. } => self.before_deal(),
            Chance::Deal { to } => self.deal(Some(to)),
            Chance::Starter => self.deal(None),
            Chance::Suit => self.lot(),
            Chance::Draw { .. } => self.draw(),
            _ => self.chance_tableau(node),
        }
    }

    fn dealer(&mut self) {
        if self.s.hands.iter().any(|hand| !hand.is_empty()) {
            self.not_open("cards are dealt before the dealer is known");
        }
        if self.s.active != SeatSet::first(self.rules.players) {
            self.not_open("seats are out before the match begins");
        }
        self.enough_to_deal(self.most_dealt());
    }

    /// The most cards that each seat can be dealt in the round to come.
    pub(crate) fn most_dealt(&self) -> u8 {
        self.rules.deal.cards.max(self.rules.deal.choice_to)
    }

    /// Cards are dealt one at a time; `to` gets the next one, or the starter is next.
    pub(crate) fn deal(&mut self, to: Option<Seat>) {
        let dealer = self.s.dealer;
        let dealt = to.map_or(self.s.round.deal, |to| self.s.hand(to).len());
        let extra = self.rules.deal.dealer_extra;
        if extra > 0 && to == Some(dealer) && dealt >= self.s.round.deal {
            return self.deal_extra(dealer);
        }
        if to.is_some() && dealt >= self.s.round.deal {
            self.not_open(format!("every seat is dealt {} cards", self.s.round.deal));
        }
        let early = self.rules.starter.before_deal;
        if to.is_none() && early {
            return self.before_any_deal();
        }
        let mut served = to.is_some();
        let mut gave = to.is_some() || !self.second_pile_begun();
        let mut seat = dealer;
        for _ in 0..self.s.active.len() {
            seat = self.s.next_active(seat, self.rules.players);
            served &= Some(seat) != to;
            let more = if to.is_none() && seat == dealer { extra } else { 0 };
            let due = dealt.saturating_add(u8::from(served)).saturating_add(more);
            let held = self.s.hand(seat).len();
            if !gave && held + 1 == due {
                // Its card began the second pile.
                gave = true;
            } else if held != due {
                let message = format!(
                    "seat {} has {held} cards where {due} are dealt, in turn from the seat after the dealer, {}",
                    seat.0, dealer.0
                );
                self.problems
                    .add(format!("hands.{}", seat.0), ProblemCode::WrongHand, message);
            }
        }
        self.enough_to_deal(self.s.round.deal);
    }

    /// All are dealt their cards, and the dealer is dealt those beyond.
    fn deal_extra(&mut self, dealer: Seat) {
        let (due, extra) = (self.s.round.deal, self.rules.deal.dealer_extra);
        for seat in self.s.active.iter() {
            let held = self.s.hand(seat).len();
            let fits = if seat == dealer {
                held < due.saturating_add(extra)
            } else {
                held == due
            };
            if !fits {
                let message = format!(
                    "seat {} has {held} cards where {due} are dealt, and {extra} more to the dealer, {}",
                    seat.0, dealer.0
                );
                self.problems
                    .add(format!("hands.{}", seat.0), ProblemCode::WrongHand, message);
            }
        }
        self.enough_to_deal(due);
    }

    pub(crate) fn enough_to_deal(&mut self, cards: u8) {
        let held: usize = self.s.hands.iter().map(|hand| usize::from(hand.len())).sum();
        let extra = usize::from(self.rules.deal.dealer_extra);
        let due = usize::from(cards) * usize::from(self.s.active.len()) + extra;
        let held = if self.second_pile_begun() {
            due.min(held + 1)
        } else {
            held
        };
        let starter = self.rules.starter.turned && self.s.upcard().is_none();
        let needed = (due + usize::from(starter)).saturating_sub(held);
        let has = usize::from(self.s.stock.len());
        if has < needed {
            let message = format!("{has} cards: {needed} are needed for the deal and the starter");
            self.problems.add("stock", ProblemCode::StockTooSmall, message);
        }
    }

    /// There is a card to draw.
    fn draw(&mut self) {
        let Some(Task::Draw { from, .. }) = self.s.agenda.top() else {
            return;
        };
        let (path, none) = if from == Source::Stock {
            ("stock", self.s.stock.len() == 0)
        } else {
            ("pile", self.s.pile.len() <= self.s.fixed_on_top(self.rules))
        };
        if none {
            let message = "no cards: there is none to draw";
            self.problems.add(path, ProblemCode::StockTooSmall, message);
        }
    }
}
