//! Effects of lost turns.

use crate::engine::Engine;
use crate::engine::event::Log;
use crate::rules::features::TABLEAU;
use crate::rules::{CardRules, Features};
use crate::ruleset::{Skips, Who};
use crate::seat::Seat;

/// Adds the card's effects to those of the turn.
#[inline]
pub(crate) fn collect<const F: Features, L: Log>(engine: &mut Engine<'_, F, L>, own: &CardRules, _: bool) {
    let each = engine.rules.turn.skips;
    let turn = &mut engine.state.turn;
    turn.skip = match each {
        Skips::Each => turn.skip.saturating_add(own.skip.players),
        Skips::Once => turn.skip.max(own.skip.players),
    };
    if Engine::<F, L>::has(TABLEAU)
        && !own.skip.lost.is_empty()
        && let Some(tableau) = engine.tableau()
    {
        for lost in &own.skip.lost {
            let aimed = &mut tableau.effects.aimed;
            let turns = match lost.who {
                Who::Own => &mut aimed.own_turns,
                Who::Next => &mut aimed.next_turns,
                Who::Previous => &mut aimed.previous_turns,
                Who::Lot => &mut aimed.lot_turns,
                Who::Chosen => &mut aimed.chosen_turns,
                Who::Others | Who::All | Who::LastOut => &mut aimed.others_turns,
            };
            *turns = turns.saturating_add(lost.turns);
        }
    }
}

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Skips this number of seats; returns the seat that plays next.
    pub(crate) fn skip_seats(&mut self, (mut next, skips): (Seat, u8)) -> Seat {
        for _ in 0..skips {
            self.skip_seat(next);
            next = self.state.next_active(next, self.rules.players);
        }
        next
    }
}
