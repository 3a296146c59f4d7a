//! The effects that a turn has collected, resolved once: reversals, skips, penalties, the attack.

use crate::engine::Engine;
use crate::engine::event::{Event, Log};
use crate::engine::phase::Step;
use crate::ruleset::{LastCard, Reversals, ReverseWithTwo};
use crate::seat::Seat;

impl<L: Log> Engine<'_, L> {
    /// The turn's effects, then the next player's turn.
    ///
    /// Reversals come first, so that "the next player" of a penalty is the one who would play next.
    pub(in crate::engine) fn resolve(&mut self) -> Step {
        let skips = self.turn_direction();
        let mut next = self.s.after(self.s.seat, self.rules.players);
        for _ in 0..skips {
            self.skipped(next);
            if self.rules.hat > 0 {
                self.s.hat = Some(next);
            }
            next = self.s.after(next, self.rules.players);
        }
        self.press_attack();
        let missing = self.charge_missing();
        let turn = self.s.turn;
        let victim = next;
        if turn.penalty > 0 && !turn.penalty_kept {
            self.skipped(victim);
            next = self.s.after(victim, self.rules.players);
        }
        let mut step = Step::StartTurn(next);
        if turn.penalty > 0 {
            step = self.owe(victim, turn.penalty, Step::StartTurn(next));
        }
        if missing > 0 {
            step = self.owe(self.s.seat, missing, Step::StartTurn(next));
        }
        step
    }

    /// Applies the turn's reversals; how many players are skipped.
    fn turn_direction(&mut self) -> u8 {
        let turn = self.s.turn;
        let reversals = match self.rules.reversals {
            Reversals::Each => turn.reverse,
            Reversals::Once => turn.reverse.min(1),
        };
        if reversals == 0 {
            return turn.skip;
        }
        if self.s.active.len() == 2 {
            return match self.rules.reverse_with_two {
                ReverseWithTwo::Nothing => turn.skip,
                ReverseWithTwo::Skip => turn.skip.saturating_add(reversals),
            };
        }
        if reversals % 2 == 1 {
            self.s.direction = self.s.direction.reversed();
            self.event(Event::Reversed);
        }
        turn.skip
    }

    /// A player is out: the last card's effects, where they are served, then the end of the round.
    pub(in crate::engine) fn out(&mut self, winner: Seat) -> Step {
        if let Some(step) = self.play_out(winner) {
            return step;
        }
        let end = Step::RoundEnd(Some(winner));
        if self.rules.last_card != LastCard::Served {
            return end;
        }
        if let Some(give) = self.top_rules().and_then(|rules| rules.give) {
            let first = self.s.after(winner, self.rules.players);
            return self.give_rest(first, give.rest_draw);
        }
        let skips = self.turn_direction();
        let mut victim = self.s.after(winner, self.rules.players);
        for _ in 0..skips {
            victim = self.s.after(victim, self.rules.players);
        }
        self.press_attack();
        let cards = self.s.turn.penalty.saturating_add(self.s.pending.draw);
        if victim == winner {
            // With all others skipped there is nobody whom it could hit.
            return end;
        }
        self.owe(victim, cards, end)
    }
}
