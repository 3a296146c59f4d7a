//! What comes of playing a card, for those who weigh a move: the engine plays it on a state of its own.

use crate::card::Card;
use crate::engine::event::Log;
use crate::engine::{Engine, Game, State};
use crate::rng::{Rng, Stream};
use crate::rules::Features;
use crate::rules::features::ALL;
use crate::seat::Seat;

/// What comes of playing a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effect {
    /// Who is hit by what the card makes others draw or lose; who plays next if it hits nobody.
    pub victim: Seat,
    /// Cards that the victim draws, or must answer.
    pub draws: u8,
    /// Turns that the victim loses who does not answer.
    pub turns: u8,
    /// Who plays next, or answers.
    pub next: Seat,
}

impl Game {
    /// What comes of this seat's playing a card, alone and in its own turn.
    ///
    /// The state on which it is played has only what is copied here, and all of that is public.
    pub(crate) fn weigh(&self, state: &State, seat: Seat, card: Card) -> Effect {
        let rules = self.rules();
        let mut scratch = State::bare(rules, Rng::new(0, Stream::Chance));
        scratch.seat = seat;
        scratch.direction = state.direction;
        scratch.active = state.active;
        scratch.pending = state.pending;
        scratch.owed = state.owed;
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
    /// Plays a card, and ends the turn without what waits for an answer or for chance.
    fn weigh(&mut self, card: Card) -> Effect {
        self.play_first(card, true);
        self.mirror_attack();
        let next = self.find_next(true);
        let penalty = self.s.turn.penalty.cards;
        let (victim, mut next) = if penalty > 0 {
            self.penalised(next, None)
        } else {
            (next, next)
        };
        while self.loses_turn(next) {
            next = self.s.next_active(next, self.rules.players);
        }
        Effect {
            // What is drawn at once hits whoever is next, an attack whoever has the turn.
            victim: if penalty > 0 { victim } else { next },
            draws: penalty.saturating_add(self.s.pending.draw),
            turns: self.s.pending.skip,
            next,
        }
    }
}
