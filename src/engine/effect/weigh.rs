//! Effects of playing a card, to evaluate a move: the engine plays the card on a scratch state.

use crate::card::Card;
use crate::engine::event::Log;
use crate::engine::{Engine, Game, State};
use crate::rng::{Rng, Stream};
use crate::rules::Features;
use crate::rules::features::ALL;
use crate::seat::Seat;

/// The effects of playing a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effect {
    /// The seat that the card hits, or the seat that plays next if it hits nobody.
    pub victim: Seat,
    /// Number of cards that the victim draws, or must answer.
    pub draws: u8,
    /// Number of turns that the victim loses unless it answers.
    pub turns: u8,
    /// The seat that plays next, or answers.
    pub next: Seat,
}

impl Game {
    /// Returns the effects of a card that this seat plays alone, in its own turn.
    ///
    /// The scratch state has only the fields that are copied here, all of them public.
    pub(crate) fn weigh(&self, state: &State, seat: Seat, card: Card) -> Effect {
        let rules = self.rules();
        let mut scratch = State::bare(rules, Rng::new(0, Stream::Chance));
        scratch.seat = seat;
        scratch.direction = state.direction;
        scratch.active = state.active;
        scratch.pending = state.pending;
        scratch.lost_turns = state.lost_turns;
        scratch.matches.params = state.matches.params;
        scratch.scores.points = state.scores.points;
        if let Some(upcard) = state.upcard() {
            scratch.pile.play(upcard);
        }
        if state.can_draw(rules) {
            scratch.stock.fill(&rules.deck.cards[..1]);
        }
        scratch.hands[seat.index()].add(card);
        self.engine::<ALL, ()>(&mut scratch, &mut ()).weigh(card)
    }
}

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Plays a card and ends the turn, without the stages that wait for an answer or for chance.
    fn weigh(&mut self, card: Card) -> Effect {
        self.play_first(card, true);
        self.mirror_attack();
        let next = self.find_next(true);
        let penalty = self.state.turn.penalty.cards;
        let (victim, mut next) = if penalty > 0 {
            self.penalised(next, None)
        } else {
            (next, next)
        };
        while self.loses_turn(next) {
            next = self.state.next_active(next, self.rules.players);
        }
        Effect {
            // Cards drawn at once hit the next player, an attack hits the seat that has the turn.
            victim: if penalty > 0 { victim } else { next },
            draws: penalty.saturating_add(self.state.pending.draw),
            turns: self.state.pending.skip,
            next,
        }
    }
}
