//! What comes of playing a card, for those who weigh a move.

use super::View;
use crate::card::Card;
use crate::ruleset::{Reversals, ReverseWithTwo};
use crate::seat::{Direction, Seat};

/// What comes of playing a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effect {
    /// Who is hit by what the card makes others draw; who plays next if it makes nobody draw.
    pub victim: Seat,
    /// Cards that the victim draws, or must answer.
    pub draws: u8,
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
        let mut victim = self.next_active_in(self.seat, direction);
        for _ in 0..skips {
            victim = self.next_active_in(victim, direction);
        }
        let attack = own.hit.attack.map(|kind| &rules.attacks[kind as usize]);
        let attack = attack.filter(|attack| !attack.needs_stock || self.can_draw());
        let [_, cancel, _] = self.answering();
        let pending = if cancel.contains(card) { 0 } else { self.pending() };
        let attack = attack.map_or(0, |attack| attack.draw).saturating_add(pending);
        let lost = own.hit.penalty.is_some_and(|penalty| !penalty.kept);
        Effect {
            victim,
            draws: own.hit.penalty_draw().saturating_add(attack),
            next: if lost {
                self.next_active_in(victim, direction)
            } else {
                victim
            },
        }
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
