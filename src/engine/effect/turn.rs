//! The turn of a seat: the first step after a card, the end and the beginning of a turn, and the cost of a mistake.

use crate::card::Card;
use crate::engine::Engine;
use crate::engine::RareEffects;
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::{Event, Log};
use crate::engine::legal;
use crate::engine::turn::TurnState;
use crate::primitive::continuing::effect::cards::draws_until_able;
use crate::primitive::next::effect::named_stays;
use crate::rules::features::{COVERS, FOLLOWING, LOST_TURNS, ROUNDS, TABLEAU};
use crate::rules::{Features, NO_SUIT};
use crate::ruleset::{DrawThen, DrawWhen};
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Ends the round after a played card that completes a row; otherwise the stages that may follow the card come next.
    #[inline]
    pub(crate) fn card_played(&mut self) -> Flow {
        if self.ends_row() {
            Flow::Jump(Task::Out(self.state.seat))
        } else {
            Flow::Next
        }
    }

    /// True if a row of cards ends the round.
    fn ends_row(&self) -> bool {
        Self::has(ROUNDS) && self.rules.round.row > 0 && self.state.round.row >= self.rules.round.row
    }

    /// True if nothing comes between the card just played and the rest of the turn.
    #[inline(always)]
    pub(crate) fn nothing_follows(&self) -> bool {
        let may_follow = Self::has(TABLEAU) && self.rules.tableau.needed && !self.is_quiet_on_table();
        !self.ends_row() && !may_follow
    }

    /// Returns true if the stages before [`Task::Continue`] cannot apply to the card just played.
    ///
    /// No word is due, no hands pass, the player keeps two or more cards, and nobody may play a card on it.
    fn is_quiet_on_table(&self) -> bool {
        let (s, Some(upcard)) = (&*self.state, self.state.upcard()) else {
            return false;
        };
        let quiet = s.hand(s.seat).len() > 1
            && s.turn.hands == 0
            && s.tableau
                .as_ref()
                .is_some_and(|tableau| tableau.words == 0 && !legal::plays_any_turn(tableau));
        let hands = &s.hands[..usize::from(self.rules.players)];
        let held = || hands.iter().any(|hand| hand.held().contains(upcard));
        quiet && !(self.rules.tableau.claims.cards.contains(upcard) && held())
    }

    /// Continues the turn, unless its player is out or the round has used up its cards.
    #[inline]
    pub(crate) fn continue_turn(&mut self) -> Flow {
        let seat = self.state.seat;
        if self.state.hand(seat).is_empty() && !self.state.turn.card_effects.not_out {
            if Self::has(COVERS) && draws_until_able::<F>(self.rules, self.state) {
                return Flow::Jump(Task::StopPlaying);
            }
            return self.hand_played_out(seat);
        }
        if Self::has(ROUNDS) && self.plays_used_up() {
            return Flow::Jump(Task::RoundEnd(None));
        }
        Flow::Next
    }

    /// Returns true if the round has used up the number of cards that may be played in it.
    fn plays_used_up(&self) -> bool {
        self.rules.round.plays > 0 && self.state.round.plays >= self.rules.round.plays
    }

    /// Hands an illegal card back, charges the mistake and ends the turn.
    pub(crate) fn mistake(&mut self, card: Card) -> Flow {
        self.hand_back(self.state.seat, card);
        self.pay_mistake()
    }

    /// Shows everybody a card that goes back to the hand.
    pub(crate) fn hand_back(&mut self, seat: Seat, card: Card) {
        if let Some(known) = &mut self.state.known {
            known.all_know(seat, card);
        }
        self.event(Event::Mistake(seat, card));
    }

    /// Charges a mistake, together with all that is pending, and ends the turn.
    pub(crate) fn pay_mistake(&mut self) -> Flow {
        self.score_at_once(self.state.seat, self.rules.score.mistake);
        let pending = std::mem::take(&mut self.state.pending);
        if Self::has(LOST_TURNS) && pending.skip > 0 {
            self.owe_turns(self.state.seat, pending.skip);
            self.loses_turn(self.state.seat);
        }
        if !self.state.can_draw(self.rules) {
            self.pass();
            return Flow::Jump(Task::EndTurn);
        }
        self.state.round.passes = 0;
        let cards = self.rules.mistakes.penalty.saturating_add(pending.draw);
        self.penalise(self.state.seat, cards, Flow::Jump(Task::EndTurn))
    }

    /// Counts and logs a turn that ends without a card.
    ///
    /// Ending a turn after a draw is not a pass, since nobody can see whether a play was declined.
    pub(crate) fn pass(&mut self) {
        let turn_began_with_draw = self.state.turn.drawn.cards > 0 && !self.rules.draw.ask_pass;
        let never = self.rules.draw.when == DrawWhen::Never && self.rules.draw.end_of_turn == 0;
        if (self.state.can_draw(self.rules) && !never) || turn_began_with_draw {
            self.state.round.passes = 0;
        } else {
            self.state.round.passes = self.state.round.passes.saturating_add(1);
        }
        self.rule_out_if(|rules, s| {
            let drawn = s.turn.drawn;
            if drawn.cards > 0 {
                rules.draw.then == DrawThen::MustPlayAny && drawn.last.is_some()
            } else {
                !drawn.took_pending && !s.pending.is_some() && legal::plays_if_able::<F>(rules, s)
            }
        });
        if self.state.turn.drawn.cards == 0 {
            self.event(Event::Passed(self.state.seat));
        }
    }

    /// Ends the turn: the next active seat plays, or the round is blocked.
    #[inline(always)]
    pub(crate) fn end_turn(&mut self) -> Flow {
        if Self::has(FOLLOWING | TABLEAU) && self.state.turn.played == 0 {
            self.lift_one_turn_bonds();
        }
        let most = self
            .state
            .active
            .len()
            .saturating_add(self.rules.round.extra_passes);
        if self.state.round.passes > 0 && self.state.round.passes >= most {
            return Flow::Jump(Task::RoundEnd(None));
        }
        Flow::Jump(Task::BetweenTurns(
            self.state.next_active(self.state.seat, self.rules.players),
        ))
    }

    /// Begins the turn of a seat, unless the seat loses it or the round ends.
    #[inline(always)]
    pub(crate) fn start_turn(&mut self, seat: Seat) -> Flow {
        if Self::has(ROUNDS) && self.state.round.went_out.is_some() && !self.state.pending.is_some_of::<F>() {
            return Flow::Jump(Task::RoundEnd(None));
        }
        if Self::has(ROUNDS) && self.rules.stock.ends_round && self.state.stock.len() == 0 {
            return Flow::Jump(Task::RoundEnd(None));
        }
        if Self::has(TABLEAU) && self.has_nothing_left(seat) {
            return Flow::Jump(Task::Out(seat));
        }
        if Self::has(LOST_TURNS) && self.loses_turn(seat) {
            return Flow::Jump(Task::StartTurn(self.state.next_active(seat, self.rules.players)));
        }
        if Self::has(ROUNDS) && self.turns_used_up() {
            return self.end_match_by_turns();
        }
        let last_out = self.last_out(seat);
        let s = &mut *self.state;
        s.turn = TurnState {
            last_out,
            ..TurnState::default()
        };
        s.seat = seat;
        if Self::has(TABLEAU)
            && let Some(tableau) = &mut s.tableau
        {
            tableau.announced.overdue.remove(seat);
            tableau.mirror = None;
            tableau.effects = RareEffects::default();
        }
        Flow::Next
    }

    /// Lifts what binds the next player only.
    pub(crate) fn lift_one_turn_bonds(&mut self) {
        self.state.in_force.binds_next = false;
        self.state.in_force.second = NO_SUIT;
        let stays = named_stays(self.rules, self.state);
        if let Some(tableau) = &mut self.state.tableau
            && !stays
        {
            (tableau.named, tableau.named_by) = (None, None);
        }
        if self.rules.follow.nomination_lapses {
            self.state.in_force.nominated = NO_SUIT;
        }
    }
}
