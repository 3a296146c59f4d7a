//! Queued effects: those of each card that was played, served in the order of the cards.

use crate::engine::Engine;
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::Log;
use crate::engine::phase::Phase;
use crate::engine::tableau::{CardEffects, MAX_OWING};
use crate::rules::Features;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Takes the effects that the card just played still owes off the turn; with `penalty`, for a card that is not
    /// the turn's last, also its penalty.
    pub(crate) fn take_owing(&mut self, penalty: bool) -> CardEffects {
        let rules = self.rules;
        let (seat, upcard) = (self.s.seat, self.s.upcard());
        let turn = &mut self.s.turn;
        let draws = upcard.is_some_and(|upcard| rules.out.not_on.contains(upcard));
        let not_out = if std::mem::take(&mut turn.owes.last_card) && draws {
            rules.out.not_on_draw
        } else {
            0
        };
        CardEffects {
            seat,
            slap: std::mem::take(&mut turn.owes.lot_draw),
            swap: std::mem::take(&mut turn.owes.swap),
            draw: std::mem::take(&mut turn.owes.draw).saturating_add(not_out),
            penalty: if penalty {
                std::mem::take(&mut turn.penalty.cards)
            } else {
                0
            },
            from: turn.penalty.from,
        }
    }

    /// Serves the queued effects, including those of the last card.
    ///
    /// For each card its player draws first, then the next player, then a player by lot; then hands may be swapped.
    pub(crate) fn serve_queue(&mut self) -> Flow {
        if !self.rules.tableau.needed {
            return Flow::Jump(Task::OthersDraw);
        }
        let players = self.rules.players;
        let last = self.take_owing(false);
        let Some(tableau) = self.s.tableau.as_deref_mut() else {
            return Flow::Next;
        };
        if !last.is_nothing() {
            tableau.owes(last);
        }
        let again = Flow::Jump(Task::QueuedEffects);
        let Some(owing) = &mut tableau.owing[0] else {
            return Flow::Next;
        };
        let seat = owing.seat;
        let draw = std::mem::take(&mut owing.draw);
        if draw > 0 {
            return self.seat_draws(seat, draw, again);
        }
        let penalty = std::mem::take(&mut owing.penalty);
        if penalty > 0 {
            let from = owing.from;
            let victim = self.s.next_active(seat, players);
            return self.seat_draws_from(from, victim, penalty, again);
        }
        if owing.slap > 0 {
            return self.slap();
        }
        let swap = owing.swap;
        tableau.owing.rotate_left(1);
        tableau.owing[MAX_OWING - 1] = None;
        let others = self
            .s
            .active
            .iter()
            .any(|other| other != seat && !self.s.hand(other).is_empty());
        if swap && others && !self.s.hand(seat).is_empty() {
            return self.ask(Phase::Swap, seat);
        }
        again
    }
}
