//! The short ways through the engine: what most decisions of most games are.
//!
//! Each leads to the very position to which the steps of `run` lead; it only asks fewer questions on the way.

use super::Engine;
use super::event::{Event, Log};
use super::phase::{Phase, Step};
use crate::action::Action;
use crate::card::Card;
use crate::rules::NO_SUIT;
use crate::ruleset::DrawThen;

impl<L: Log> Engine<'_, L> {
    /// Takes a short way if there is one for this action: the step to go on with.
    #[inline]
    pub(super) fn quickly(&mut self, action: Action) -> Option<Step> {
        let s = &*self.s;
        let ordinary =
            self.rules.quick && s.phase == Phase::Play && s.pending.draw == 0 && s.turn.taken.is_empty();
        match action {
            Action::Play(card) if ordinary => self.lay_plain(card),
            Action::Draw if ordinary => self.draw_and_end(),
            _ => None,
        }
    }

    /// Lays a card that can only pass the turn on, by a player who keeps two or more.
    #[inline]
    fn lay_plain(&mut self, card: Card) -> Option<Step> {
        let (rules, s) = (self.rules, &*self.s);
        let seat = s.seat;
        let plain = self.table().plain.contains(card) && s.hand(seat).len() > 2;
        // Where the round or the match may end by it, the position shows the turn that ended it.
        let may_end = s.went_out.is_some()
            || rules.turns > 0
            || rules.round.plays > 0 && s.plays.saturating_add(1) >= rules.round.plays;
        if !plain || may_end {
            return None;
        }
        let s = &mut *self.s;
        s.decisions += u32::from(s.turn.drawn == 0);
        s.hands[seat.index()].remove(card);
        s.pile.lay(card);
        s.under = None;
        s.nominated = NO_SUIT;
        s.second = NO_SUIT;
        s.open = false;
        s.plays = s.plays.saturating_add(1);
        s.passes = 0;
        if let Some(known) = &mut s.known {
            known.left(seat, card);
        }
        self.event(Event::Laid(seat, card));
        self.renew_at_once();
        let next = self.s.after(seat, self.rules.players);
        Some(self.start_turn(next))
    }

    /// Draws a card where that ends the turn.
    #[inline]
    fn draw_and_end(&mut self) -> Option<Step> {
        if self.rules.draw.then != DrawThen::EndTurn || self.explicit() {
            return None;
        }
        let seat = self.s.seat;
        self.s.decisions += 1;
        self.s.passes = 0;
        self.s.turn.drawn = self.s.turn.drawn.saturating_add(1);
        self.s.turn.served = self.draw_one(seat);
        self.lapse();
        let next = self.s.after(seat, self.rules.players);
        Some(self.start_turn(next))
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::{Game, Options};
    use crate::rng::{Rng, Stream};
    use crate::ruleset::{Ruleset, ids};
    use std::sync::Arc;

    /// The same game without short ways.
    fn slow(game: &Game) -> Game {
        let mut inner = super::super::Inner {
            ruleset: game.ruleset().clone(),
            rules: game.rules().clone(),
            options: game.options().clone(),
            max_decisions: game.max_decisions(),
        };
        inner.rules.quick = false;
        inner.rules.plain_offers = false;
        Game {
            inner: Arc::new(inner),
        }
    }

    #[test]
    fn the_short_ways_lead_where_the_long_ones_do() {
        for id in ids() {
            let ruleset = Ruleset::builtin(id).expect(id);
            for players in [
                ruleset.players.min,
                4.clamp(ruleset.players.min, ruleset.players.max),
            ] {
                let game = Game::new(&ruleset, Options::new(players)).expect(id);
                let slow = slow(&game);
                for seed in 0..8 {
                    let mut rng = Rng::new(seed, Stream::Bot);
                    let (mut log, mut events) = (Vec::new(), Vec::new());
                    let mut state = game.new_initial_state(seed);
                    let mut other = state.clone();
                    for _ in 0..300 {
                        let legal = game.legal(&state);
                        assert_eq!(legal, slow.legal(&other), "{id}, seed {seed}");
                        if legal.is_empty() {
                            break;
                        }
                        let action = crate::action::Action::from_id(legal.nth(rng.below(legal.len())));
                        game.apply_unchecked(&mut state, action, &mut log);
                        slow.apply_unchecked(&mut other, action, &mut events);
                        assert!(state == other && log == events, "{id}, seed {seed}: {action}");
                    }
                }
            }
        }
    }
}
