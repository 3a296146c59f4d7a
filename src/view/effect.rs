//! What comes of playing a card, for those who weigh a move.

use super::View;
use crate::card::Card;
use crate::ruleset::{Reversals, ReverseWithTwo};
use crate::seat::{Direction, Seat};

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

impl View<'_> {
    /// What comes of playing this card alone in the own turn, by the rules of the card.
    #[must_use]
    pub fn effect(&self, card: Card) -> Effect {
        let rules = self.game.rules();
        let own = self.table().of(card);
        let reversals = match rules.turn.reversals {
            Reversals::Each => own.reverse.times,
            Reversals::Once => own.reverse.times.min(1),
        };
        let two = self.active().len() == 2;
        let (mut skips, mut direction) = (own.skip.players, self.direction());
        if two && rules.turn.reverse_with_two == ReverseWithTwo::Skip {
            skips += reversals;
        } else if !two && reversals % 2 == 1 {
            direction = direction.reversed();
        }
        let back = |kind: u8| rules.attacks[usize::from(kind)].back;
        let mut victim = if own.hit.attack.is_some_and(back) {
            self.next_active_in(self.seat, direction.reversed())
        } else {
            self.next_active_in(self.seat, direction)
        };
        for _ in 0..skips {
            victim = self.next_active_in(victim, direction);
        }
        let attack = own.hit.attack.map(|kind| &rules.attacks[kind as usize]);
        let attack = attack.filter(|attack| !attack.needs_stock || self.can_draw());
        let attack = attack.filter(|attack| !attack.only_adds || self.pending_kind().is_some());
        let [_, cancel, _] = self.answering();
        let (cards, turns) = if cancel.contains(card) {
            (0, 0)
        } else {
            (self.pending(), self.pending_turns())
        };
        let cards = attack.map_or(0, |attack| attack.draw).saturating_add(cards);
        let turns = attack.map_or(0, |attack| attack.skip).saturating_add(turns);
        let lost = own.hit.penalty.is_some_and(|penalty| !penalty.kept);
        let next = if lost {
            self.next_active_in(victim, direction)
        } else {
            victim
        };
        let next = self.whose_turn_comes(next, direction);
        Effect {
            // What is drawn at once hits whoever is next, an attack whoever has the turn.
            victim: if own.hit.penalty.is_some() { victim } else { next },
            draws: own.hit.penalty_draw().saturating_add(cards),
            turns,
            next,
        }
    }

    /// Who has the turn from this seat on, once those are passed over who owe turns.
    fn whose_turn_comes(&self, mut seat: Seat, direction: Direction) -> Seat {
        let mut owed = self.state.owed;
        while owed[seat.index()] > 0 {
            owed[seat.index()] -= 1;
            seat = self.next_active_in(seat, direction);
        }
        seat
    }

    /// The next active seat after this one in a direction.
    fn next_active_in(&self, seat: Seat, direction: Direction) -> Seat {
        let mut next = seat.next(direction, self.players());
        while !self.active().contains(next) && next != seat {
            next = next.next(direction, self.players());
        }
        next
    }
}
