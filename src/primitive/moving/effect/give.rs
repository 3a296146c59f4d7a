//! Giving cards: one of the player's choice to each other player, in order of play, while there are cards.

use crate::card::Card;
use crate::engine::Engine;
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::{Event, Log};
use crate::engine::phase::Phase;
use crate::rules::Features;
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Asks for a card to give to the seat after `after`; when all have one, the turn goes on.
    #[inline(always)]
    pub(crate) fn ask_gift(&mut self, after: Seat) -> Flow {
        let giver = self.state.seat;
        let Some(rule) = self.top_rules().and_then(|rules| rules.moving.give) else {
            return Flow::Next;
        };
        let to = self.state.next_active(after, self.rules.players);
        let done = to == giver || rule.next_only && after != giver;
        if self.state.hand(giver).is_empty() {
            let rest = if rule.next_only { 0 } else { rule.rest_draw };
            return self.give_rest(to, rest);
        }
        if done {
            return Flow::Next;
        }
        let mut kinds = self.state.held(giver).iter();
        match (kinds.next(), kinds.next()) {
            // There is nothing to choose.
            (Some(only), None) if !rule.optional => self.give(to, only),
            _ => self.ask(Phase::Give { to }, giver),
        }
    }

    /// Moves a card to another hand.
    pub(crate) fn give(&mut self, to: Seat, card: Card) -> Flow {
        let s = &mut *self.state;
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
        if let Some(ruled_out) = &mut s.ruled_out {
            ruled_out.left_unseen(giver, 1);
        }
        self.event(Event::Gave(giver, to, card));
        Flow::Jump(Task::Gifts(to))
    }

    /// Draws for the players from `first` on, who got no card, once the giver has none left; then the round ends or play goes on.
    fn give_rest(&mut self, first: Seat, draw: u8) -> Flow {
        let giver = self.state.seat;
        let then = match self.hand_played_out(giver) {
            Flow::Jump(Task::Out(_)) => self
                .play_out(giver)
                .unwrap_or(Flow::Jump(Task::RoundEnd(Some(giver)))),
            goes_on => goes_on,
        };
        self.each_draws(first, draw, then)
    }
}
