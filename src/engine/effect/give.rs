//! Giving cards: one of choice to each other player, in order of play, while there are cards.

use crate::card::Card;
use crate::engine::Engine;
use crate::engine::event::{Event, Log};
use crate::engine::phase::{Phase, Step};
use crate::seat::Seat;

impl<L: Log> Engine<'_, L> {
    /// The next seat after `after` is to get a card; when all have one, the turn goes on.
    pub(in crate::engine) fn give_next(&mut self, after: Seat) -> Step {
        let giver = self.s.seat;
        let Some(rule) = self.top_rules().and_then(|rules| rules.give) else {
            return Step::Speak;
        };
        let to = self.s.after(after, self.rules.players);
        let done = to == giver || rule.next_only && after != giver;
        if self.s.hand(giver).is_empty() {
            let rest = if rule.next_only { 0 } else { rule.rest_draw };
            return self.give_rest(to, rest);
        }
        if done {
            return Step::Speak;
        }
        if self.s.held(giver).len() == 1 && !rule.optional {
            // Nothing to choose.
            let only = self.s.held(giver).iter().next().unwrap_or_default();
            return self.give(to, only);
        }
        self.s.phase = Phase::Give { to };
        self.s.actor = giver;
        Step::Wait
    }

    /// A card goes to another hand.
    pub(in crate::engine) fn give(&mut self, to: Seat, card: Card) -> Step {
        let s = &mut *self.s;
        let giver = s.seat;
        s.hands[giver.index()].remove(card);
        s.hands[to.index()].add(card);
        if let Some(known) = &mut s.known {
            for viewer in (0..self.rules.players)
                .map(Seat)
                .filter(|&v| v != giver && v != to)
            {
                known.left_unseen(viewer, giver);
            }
            known.left_seen(to, giver, card);
            known.saw(giver, to, card);
        }
        self.event(Event::Gave(giver, to, card));
        Step::Give(to)
    }

    /// The giver has no cards left: from `first` on, those who got no card draw, then the round ends or play goes on.
    pub(in crate::engine) fn give_rest(&mut self, first: Seat, draw: u8) -> Step {
        let giver = self.s.seat;
        let then = match self.emptied(giver) {
            Step::Out(_) => self.play_out(giver).unwrap_or(Step::RoundEnd(Some(giver))),
            goes_on => goes_on,
        };
        self.owe_rest(first, draw, then)
    }

    /// From `first` on, up to the seat of the turn, each player draws.
    pub(in crate::engine) fn owe_rest(&mut self, first: Seat, draw: u8, then: Step) -> Step {
        let giver = self.s.seat;
        let mut step = then;
        // A giver who is out while others play on no longer stands in their order.
        let others = self.in_order_after(giver).filter(|&seat| seat != giver);
        for seat in others.skip_while(|&seat| seat != first) {
            step = self.owe(seat, draw, then);
        }
        step
    }
}
