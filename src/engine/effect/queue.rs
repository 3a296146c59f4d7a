//! Queued effects: those of each card that was played, served in the order of the cards.

use crate::engine::Engine;
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::Log;
use crate::engine::phase::Phase;
use crate::engine::tableau::{MAX_QUEUED, QueuedEffects};
use crate::rules::Features;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Takes the effects that the card just played still owes off the turn; with `penalty`, for a card that is not
    /// the turn's last, also its penalty.
    pub(crate) fn take_card_effects(&mut self, penalty: bool) -> QueuedEffects {
        let rules = self.rules;
        let (seat, upcard) = (self.state.seat, self.state.upcard());
        let rare = self.tableau().map(|tableau| &mut tableau.effects);
        let (open, aimed) = rare.map_or_else(Default::default, |rare| {
            (std::mem::take(&mut rare.open), std::mem::take(&mut rare.aimed))
        });
        let turn = &mut self.state.turn;
        let not_out = std::mem::take(&mut turn.card_effects.not_out)
            && upcard.is_some_and(|upcard| rules.out.not_on.contains(upcard));
        let not_out = if not_out { rules.out.not_on_draw } else { 0 };
        QueuedEffects {
            seat,
            lot: std::mem::take(&mut turn.card_effects.lot),
            swap: std::mem::take(&mut turn.card_effects.swap),
            draw: std::mem::take(&mut turn.card_effects.draw).saturating_add(not_out),
            penalty: if penalty {
                std::mem::take(&mut turn.penalty.cards)
            } else {
                0
            },
            from: turn.penalty.from,
            open,
            aimed,
        }
    }

    /// Serves the queued effects, including those of the last card.
    ///
    /// For each card its player draws first, then the next player, a player by lot, those by their place, and the one who is
    /// named; then hands may be swapped.
    pub(crate) fn serve_queue(&mut self) -> Flow {
        if !self.rules.tableau.needed {
            return Flow::Jump(Task::OthersDraw);
        }
        let players = self.rules.players;
        let last = self.take_card_effects(false);
        let Some(tableau) = self.state.tableau.as_deref_mut() else {
            return Flow::Next;
        };
        if !last.is_nothing() {
            tableau.queue(last);
        }
        let again = Flow::Jump(Task::QueuedEffects);
        let Some(effects) = &mut tableau.queued_effects[0] else {
            return Flow::Next;
        };
        let seat = effects.seat;
        if effects.open[0] > 0 {
            return self.serve_open(seat);
        }
        // A player who is out while others play on draws no more.
        let draw = std::mem::take(&mut effects.draw) * u8::from(self.state.active.contains(seat));
        if draw > 0 {
            return self.seat_draws(seat, draw, again);
        }
        let penalty = std::mem::take(&mut effects.penalty);
        if penalty > 0 {
            let from = effects.from;
            let victim = self.state.next_active(seat, players);
            return self.seat_draws_from(from, victim, penalty, again);
        }
        if effects.lot > 0 || effects.aimed.lot_turns > 0 {
            return self.draw_lot();
        }
        if !effects.aimed.is_nothing()
            && let Some(flow) = self.serve_aimed(seat)
        {
            return flow;
        }
        let Some(tableau) = self.state.tableau.as_deref_mut() else {
            return Flow::Next;
        };
        let swap = tableau.queued_effects[0].is_some_and(|effects| effects.swap);
        tableau.queued_effects.rotate_left(1);
        tableau.queued_effects[MAX_QUEUED - 1] = None;
        let others = self
            .state
            .active
            .iter()
            .any(|other| other != seat && !self.state.hand(other).is_empty());
        if swap && others && !self.state.hand(seat).is_empty() {
            return self.ask(Phase::Swap, seat);
        }
        again
    }
}
