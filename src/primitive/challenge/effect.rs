//! Challenging a play: the next player is shown the hand, and one of the two draws.

use crate::engine::agenda::{Flow, Task};
use crate::engine::event::{Event, Log};
use crate::engine::phase::Phase;
use crate::engine::{Engine, MOST_OPEN};
use crate::rules::features::LOST_TURNS;
use crate::rules::{CardRules, Features, NO_SUIT};
use crate::ruleset::ChallengeDraw;
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Asks the next player for a challenge, if the play can be challenged.
    #[inline(always)]
    pub(crate) fn ask_challenge(&mut self) -> Flow {
        let player = self.state.seat;
        let challengeable = self.top_rules().is_some_and(|rules| rules.challenge.is_some());
        // A last card was the only one to play, and cards played together are not judged by the card under the first of them.
        if !challengeable
            || self.state.hand(player).is_empty()
            || self.state.turn.played > 1
            || self.state.round.plays == 0
        {
            return Flow::Next;
        }
        if self.state.turn.attack.answered || self.state.pending.is_some_of::<F>() {
            // A card that answers an attack is played by the rules of the attack, not as a wild card.
            return Flow::Next;
        }
        self.ask(
            Phase::Challenge { player },
            self.state.next_active(player, self.rules.players),
        )
    }

    /// Applies the next player's answer to the offer of a challenge.
    pub(crate) fn answer_challenge(&mut self, player: Seat, challenged: bool) -> Flow {
        let Some(top) = self.top_rules().filter(|_| challenged) else {
            return Flow::Next;
        };
        let Some(rule) = top.challenge.clone() else {
            return Flow::Next;
        };
        let (by, lawful) = (self.actor, self.state.turn.top.lawful);
        if let Some(known) = &mut self.state.known {
            known.shown(by, player, &self.state.hands[player.index()]);
        }
        self.event(Event::Challenged(by, player, !lawful));
        if lawful {
            self.challenged_wrongly(by, rule.extra);
            return Flow::Next;
        }
        if rule.undone {
            self.take_back(player);
            return self.draws_rightly_challenged(player, rule.draw, top, Flow::Jump(Task::EndTurn));
        }
        let turn = &mut self.state.turn;
        turn.penalty.cards = 0;
        turn.attack.forget();
        if let Some(tableau) = self.tableau() {
            tableau.effects.open = [0; MOST_OPEN];
        }
        if rule.draw != ChallengeDraw::Cards(0) {
            // The player now holds more than one card, so no call is due.
            self.state.calls.remove(player);
        }
        self.draws_rightly_challenged(player, rule.draw, top, Flow::Next)
    }

    /// Draws the cards of a player who was rightly challenged for a card of these rules.
    fn draws_rightly_challenged(
        &mut self,
        player: Seat,
        draw: ChallengeDraw,
        of: &CardRules,
        then: Flow,
    ) -> Flow {
        match of.hit.open.filter(|_| draw == ChallengeDraw::Hit) {
            Some(open) => self.seat_draws_open(player, open, then),
            None => self.seat_draws(player, draw.cards(of.hit.penalty_draw()), then),
        }
    }

    /// Turns all hits of the play on the challenger, who draws `extra` cards more and owes the turns of an attack.
    fn challenged_wrongly(&mut self, by: Seat, extra: u8) {
        if self.state.turn.penalty.cancels_attack() {
            self.state.turn.attack.forget();
        }
        let turn = self.state.turn;
        let attack = turn.attack.cards;
        if turn.attack.is_some_of::<F>()
            && let Some(suit) = self.staying_suit(usize::from(turn.attack.kind))
        {
            self.state.in_force.nominated = suit as u8;
        }
        let turn = &mut self.state.turn;
        turn.penalty.cards = turn.penalty.cards.saturating_add(attack).saturating_add(extra);
        turn.penalty.kept &= attack == 0;
        turn.challenged = true;
        let skip = turn.attack.skip;
        turn.attack.forget();
        if Self::has(LOST_TURNS) && skip > 0 {
            // The turn that the draw would cost is the first of those owed.
            turn.penalty.kept = true;
            self.owe_turns(by, skip);
        }
    }

    /// Returns the upcard to the hand that played it, and restores the pile.
    fn take_back(&mut self, player: Seat) {
        let s = &mut *self.state;
        let Some(card) = s.pile.take_back() else { return };
        s.hands[player.index()].add(card);
        if let Some(backs) = s.backs_mut() {
            backs.take_back(player);
        }
        s.in_force.nominated = s.turn.top.suit_before.map_or(NO_SUIT, |suit| suit as u8);
        s.round.plays = s.round.plays.saturating_sub(1);
        // No card was played in the turn now, so restrictions that bound its player end with it.
        s.turn.played = s.turn.played.saturating_sub(1);
        s.calls.remove(player);
        if let Some(known) = &mut s.known {
            known.all_saw(player, card);
        }
        self.event(Event::TookBack(player, card));
    }
}
