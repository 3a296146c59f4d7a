//! Going out: an empty hand, a last card with which its player does not go out, and the effects of the last card.

use crate::engine::Engine;
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::{Event, Log};
use crate::primitive::continuing::effect::cards::draws_until_able;
use crate::rules::Features;
use crate::rules::features::COVERS;
use crate::ruleset::LastCard;
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Returns the step that follows an empty hand: the player is out, or the turn goes on.
    #[inline(never)]
    pub(crate) fn hand_played_out(&mut self, seat: Seat) -> Flow {
        let s = &mut *self.state;
        if self.rules.out.drawn {
            // The turn has to end first.
            return Flow::Jump(Task::Nominate);
        }
        if self.rules.countdown > 0 {
            if s.scores.points[seat.index()] > 1 {
                return Flow::Jump(Task::Nominate);
            }
            s.scores.points[seat.index()] = 0;
            self.event(Event::CountedDown(seat, 0));
            return Flow::Jump(Task::Out(seat));
        }
        if self.rules.plays_on() && s.round.went_out.is_none() {
            let place = s.scores.placed.iter().copied().max().unwrap_or(0) + 1;
            s.scores.placed[seat.index()] = place;
            s.active.remove(seat);
            s.calls.remove(seat);
            s.lost_turns[seat.index()] = 0;
            let team_is_out = self
                .rules
                .teams
                .mates(seat)
                .iter()
                .all(|mate| !s.active.contains(mate));
            let done = if self.rules.teams.all_out {
                team_is_out
            } else {
                place >= self.rules.out.places || s.active.len() <= 1
            };
            self.event(Event::Placed(seat, place));
            self.score_out_with(seat);
            return if done {
                Flow::Jump(Task::Out(seat))
            } else {
                Flow::Jump(Task::Nominate)
            };
        }
        self.score_out_with(seat);
        Flow::Jump(Task::Out(seat))
    }

    /// Notes a last card with which the player does not go out, by its own rule or because a call that was due at once is missing.
    pub(crate) fn note_last_card(&mut self) -> Flow {
        let Some(upcard) = self.state.upcard() else {
            return Flow::Jump(Task::Continue);
        };
        if self.state.hand(self.state.seat).is_empty() {
            if Self::has(COVERS) && draws_until_able::<F>(self.rules, self.state) {
                return Flow::Jump(Task::Continue);
            }
            let without_call = self.goes_on_without_call();
            let not_out = self.rules.out.not_on.contains(upcard) && self.state.can_draw(self.rules);
            self.state.turn.card_effects.not_out |= without_call || not_out;
        }
        Flow::Next
    }

    /// Counts down for a player with an empty hand and draws the new one; the effects of the turn follow.
    #[inline(always)]
    pub(crate) fn count_down(&mut self) -> Flow {
        let s = &mut *self.state;
        let seat = s.seat;
        let due = self.rules.countdown > 0 && s.turn.played > 0 && s.hand(seat).is_empty();
        if !due || s.scores.points[seat.index()] <= 1 {
            return Flow::Next;
        }
        // Another score can change which cards may be covered, so no more cards are played in the turn.
        (s.turn.covers.left, s.turn.covers.opener) = (0, None);
        s.scores.points[seat.index()] -= 1;
        let cards = s.scores.points[seat.index()].clamp(0, 255) as u8;
        self.event(Event::CountedDown(seat, cards));
        self.seat_draws(seat, cards, Flow::Next)
    }

    /// Returns true if a player who was to draw for a last card could not, and so goes out with it.
    pub(crate) fn has_nothing_left(&self, seat: Seat) -> bool {
        let s = &*self.state;
        let played_out = s.round.went_out.is_some() || self.rules.countdown > 0 || self.rules.plays_on();
        let drawn = !self.rules.tableau.needed || self.rules.out.drawn;
        s.hand(seat).is_empty() && !drawn && !played_out && s.active.contains(seat)
    }

    /// Lets a player go out who was to draw for a last card but could not.
    pub(crate) fn find_nothing_left(&mut self) -> Flow {
        let seat = self.state.seat;
        if self.has_nothing_left(seat) {
            self.score_out_with(seat);
            Flow::Jump(Task::Out(seat))
        } else {
            Flow::Next
        }
    }

    /// Plays out the attack of a last card: the next player answers or draws, and then the round ends.
    ///
    /// The first player to go out wins the round, even if others follow.
    pub(crate) fn play_out(&mut self, winner: Seat) -> Option<Flow> {
        let presses = self.state.turn.attack.is_some_of::<F>() || self.state.pending.is_some_of::<F>();
        if self.rules.out.last_card != LastCard::Chain || !presses {
            return None;
        }
        self.state.round.went_out = self.state.round.went_out.or(Some(winner));
        Some(Flow::Jump(Task::Resolve))
    }

    /// Ends the round of a player who is out, after the effects of the last card if these are served.
    pub(crate) fn go_out(&mut self, winner: Seat) -> Flow {
        if let Some(next) = self.play_out(winner) {
            return next;
        }
        let end = Flow::Jump(Task::RoundEnd(Some(winner)));
        if self.rules.out.last_card != LastCard::Served {
            return end;
        }
        if let Some(give) = self.top_rules().and_then(|rules| rules.moving.give) {
            let first = self.state.next_active(winner, self.rules.players);
            return self.each_draws(first, give.rest_draw, end);
        }
        let others = std::mem::take(&mut self.state.turn.others_draw);
        if others > 0 {
            let first = self.state.next_active(winner, self.rules.players);
            return self.each_draws(first, others, Flow::Jump(Task::Out(winner)));
        }
        if self.turns_over() {
            self.turn_over();
        }
        let skips = self.turn_direction();
        let mut victim = self.next_to_act(winner, self.rules.players);
        for _ in 0..skips {
            victim = self.state.next_active(victim, self.rules.players);
        }
        self.press_attack();
        let cards = self
            .state
            .turn
            .penalty
            .cards
            .saturating_add(self.state.pending.draw);
        if victim == winner {
            // With all others skipped, nobody is left to be hit.
            return end;
        }
        let open = self.rare_effects().open[0];
        self.draws_for_hits(victim, cards, open, end)
    }
}
