//! Challenging a play: the next player is shown the hand, and one of the two draws.

use crate::engine::Engine;
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::{Event, Log};
use crate::engine::phase::Phase;
use crate::rules::features::LOST_TURNS;
use crate::rules::{Features, NO_SUIT};
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Asks the next player where the play can be challenged.
    #[inline]
    pub(crate) fn ask_challenge(&mut self) -> Flow {
        let player = self.s.seat;
        let challengeable = self.top_rules().is_some_and(|rules| rules.challenge.is_some());
        // Whoever holds nothing else could play it, and of cards played together none is judged by what lies under
        // the first.
        if !challengeable
            || self.s.hand(player).is_empty()
            || self.s.turn.played > 1
            || self.s.round.plays == 0
        {
            return Flow::Next;
        }
        if self.s.turn.attack.answered || self.s.pending.is_some_of::<F>() {
            // What answers an attack is played by leave of that, and not of its being wild.
            return Flow::Next;
        }
        self.ask(
            Phase::Challenge { player },
            self.s.next_active(player, self.rules.players),
        )
    }

    /// The next player has challenged, or has not.
    pub(crate) fn answer_challenge(&mut self, player: Seat, challenged: bool) -> Flow {
        let rule = self.top_rules().and_then(|rules| rules.challenge.clone());
        let (true, Some(rule)) = (challenged, rule) else {
            return Flow::Next;
        };
        let (by, lawful) = (self.actor, self.s.turn.top.lawful);
        if let Some(known) = &mut self.s.known {
            known.shown(by, player, &self.s.hands[player.index()]);
        }
        self.event(Event::Challenged(by, player, !lawful));
        if lawful {
            self.challenged_wrongly(by, rule.extra);
            return Flow::Next;
        }
        if rule.undone {
            self.take_back(player);
            return self.seat_draws(player, rule.draw, Flow::Jump(Task::EndTurn));
        }
        let turn = &mut self.s.turn;
        turn.penalty.cards = 0;
        turn.attack.forget();
        if rule.draw > 0 {
            // More than one card is held now: no call is due.
            self.s.calls.remove(player);
        }
        self.seat_draws(player, rule.draw, Flow::Next)
    }

    /// The challenger draws all that the play would make the next player draw, an attack too, and more; and owes the
    /// turns that the attack takes.
    fn challenged_wrongly(&mut self, by: Seat, extra: u8) {
        if self.s.turn.penalty.cancels_attack() {
            self.s.turn.attack.forget();
        }
        let turn = self.s.turn;
        let attack = turn.attack.cards;
        if turn.attack.is_some_of::<F>()
            && let Some(suit) = self.staying_suit(usize::from(turn.attack.kind))
        {
            self.s.in_force.nominated = suit as u8;
        }
        let turn = &mut self.s.turn;
        turn.penalty.cards = turn.penalty.cards.saturating_add(attack).saturating_add(extra);
        turn.penalty.kept &= attack == 0;
        turn.challenged = true;
        let skip = turn.attack.skip;
        turn.attack.forget();
        if Self::has(LOST_TURNS) && skip > 0 {
            // The turns that are owed begin with the one that the draw would cost.
            turn.penalty.kept = true;
            self.owe_turns(by, skip);
        }
    }

    /// The upcard goes back to the hand that played it; the pile is as before.
    fn take_back(&mut self, player: Seat) {
        let s = &mut *self.s;
        let Some(card) = s.pile.take_back() else { return };
        s.hands[player.index()].add(card);
        s.in_force.nominated = s.turn.top.suit_before.map_or(NO_SUIT, |suit| suit as u8);
        s.round.plays = s.round.plays.saturating_sub(1);
        // No card was played in the turn: what bound its player binds nobody after it.
        s.turn.played = s.turn.played.saturating_sub(1);
        s.calls.remove(player);
        if let Some(known) = &mut s.known {
            known.all_saw(player, card);
        }
        self.event(Event::TookBack(player, card));
    }
}
