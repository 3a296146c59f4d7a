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
        if self.s.hand(giver).is_empty() {
            return self.give_rest(to, rule.rest_draw);
        }
        if to == giver {
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

    /// The giver is out: from `first` on, those who got no card draw, and the round ends, an attack being played out.
    pub(in crate::engine) fn give_rest(&mut self, first: Seat, draw: u8) -> Step {
        let giver = self.s.seat;
        let end = self.play_out(giver).unwrap_or(Step::RoundEnd(Some(giver)));
        let mut step = end;
        let mut seat = first;
        while seat != giver {
            step = self.owe(seat, draw, end);
            seat = self.s.after(seat, self.rules.players);
        }
        step
    }
}
