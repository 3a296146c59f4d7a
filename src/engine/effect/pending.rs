//! The pending attack: cards add to it, and the next player answers with a listed card, or takes all cards or turns.

use crate::card::{Card, Suit};
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::Log;
use crate::engine::{Engine, Pending, legal};
use crate::rules::Features;
use crate::rules::features::{AFTER_ATTACK, COMPAT, LOST_TURNS, TABLEAU};
use crate::ruleset::AfterAttack;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Meets a pending attack with a card: a card that cancels removes it, a card that answers adds to it later.
    ///
    /// Returns true if the card cancels, with the suit of the attack if that must still be followed.
    #[inline(always)]
    pub(crate) fn answer_attack(&mut self, card: Card) -> (bool, Option<Suit>) {
        if !self.state.pending.is_some_of::<F>() {
            return (false, None);
        }
        let kind = usize::from(self.state.pending.kind);
        let answers = legal::answers_to(self.rules, self.state, self.table(), self.state.pending.kind);
        self.state.turn.attack.answered = answers.answer.contains(card) && self.of(card).hit.attack.is_some();
        if Self::has(TABLEAU) {
            self.state.turn.mirrors = u8::from(self.table().mirror.cards.contains(card));
        }
        if !answers.cancel.contains(card) {
            return (false, None);
        }
        self.state.turn.attack.answered = true;
        self.state.pending = Pending::default();
        (true, self.staying_suit(kind))
    }

    /// Returns the suit of an attack, if it must be followed even when the attack is over.
    pub(crate) fn staying_suit(&self, kind: usize) -> Option<Suit> {
        let stays = self.rules.attacks[kind].suit_stays;
        self.state.suit(self.rules).filter(|_| stays)
    }

    /// Takes all that is pending: draws the cards, and owes the turns, of which the current turn is the first.
    pub(crate) fn take_pending(&mut self) -> Flow {
        let Pending {
            draw: cards,
            skip,
            kind,
            ..
        } = std::mem::take(&mut self.state.pending);
        if let Some(suit) = self.staying_suit(usize::from(kind)) {
            self.state.in_force.nominated = suit as u8;
        }
        if Self::has(LOST_TURNS) && skip > 0 {
            self.owe_turns(self.state.seat, skip);
        } else if self.rules.attacks[usize::from(kind)].after != AfterAttack::EndTurn {
            self.state.turn.drawn.took_pending = true;
            self.state.turn.attack.kind = kind;
        }
        self.state.round.passes = 0;
        self.seat_draws(self.state.seat, cards, Flow::Next)
    }

    /// Ends the turn after the pending attack was taken, unless the player may still act.
    pub(crate) fn after_taking(&mut self) -> Flow {
        if Self::has(COMPAT)
            && self.rules.round.attack_empties_stock_is_pass
            && self.draw_completed
            && !self.state.can_draw(self.rules)
        {
            self.state.round.passes = self.state.round.passes.saturating_add(1);
        }
        if Self::has(LOST_TURNS) && self.loses_turn(self.state.seat) {
            return Flow::Jump(Task::EndTurn);
        }
        let goes_on = match self.rules.attacks[usize::from(self.state.turn.attack.kind)].after {
            _ if !Self::has(AFTER_ATTACK) || !self.state.turn.drawn.took_pending => false,
            AfterAttack::EndTurn => false,
            AfterAttack::PlayAttack => !self.state.turn.taken.is_empty() && !self.lawful().is_empty(),
            AfterAttack::Play => true,
        };
        // Once the attack of a last card is played out, nothing is left to play for.
        if !goes_on || self.state.round.went_out.is_some() {
            return Flow::Jump(Task::EndTurn);
        }
        self.play_on()
    }

    /// Makes the turn's attack pending for the seat that acts next.
    pub(crate) fn press_attack(&mut self) {
        let turn = self.state.turn;
        let nothing = turn.penalty.cancels_attack();
        if turn.attack.is_some_of::<F>() && !nothing {
            let adds = self.rules.attacks[usize::from(turn.attack.kind)].adds;
            if !adds {
                self.state.pending = Pending::default();
            }
            self.state.pending.draw = self.state.pending.draw.saturating_add(turn.attack.cards);
            if Self::has(LOST_TURNS) {
                self.state.pending.skip = self.state.pending.skip.saturating_add(turn.attack.skip);
            }
            self.state.pending.kind = turn.attack.kind;
            self.state.pending.unanswerable = turn.attack.unanswerable;
        } else if turn.attack.answered && (turn.played > 1 || nothing) {
            // An answer counts even if it was covered.
            self.state.pending = Pending::default();
        }
    }
}
