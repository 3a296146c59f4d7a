//! Playing out of turn: polling seats for a card, and playing it.

use crate::card::Card;
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::Log;
use crate::engine::legal::follows::playable_at_all;
use crate::engine::phase::Phase;
use crate::engine::tableau::MAX_QUEUED;
use crate::engine::turn::{CreatedEffects, SetOnTop, TopCard};
use crate::engine::{Engine, State, TurnState, legal};
use crate::rules::features::ALL;
use crate::rules::{Features, Rules};
use crate::seat::Seat;

/// Returns the card that a seat must play out of turn.
fn forced_claim(rules: &Rules, s: &State, seat: Seat) -> Option<Card> {
    let claims = &rules.tableau.claims;
    let upcard = s.upcard().filter(|&upcard| claims.must.contains(upcard))?;
    let barred = seat == s.seat && claims.not_own.contains(upcard);
    let held = playable_at_all::<ALL>(rules, s, seat, s.held(seat));
    (!barred && claims.cards.contains(upcard) && held.contains(upcard)).then_some(upcard)
}

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Polls the seats from this one on, the player of the upcard first, for playing a card out of turn.
    pub(crate) fn ask_claims(&mut self, from: Seat) -> Flow {
        let player = self.state.seat;
        if self
            .state
            .tableau
            .as_ref()
            .is_none_or(|tableau| tableau.queued_effects[MAX_QUEUED - 2].is_some())
        {
            // The queue of effects is full.
            return Flow::Next;
        }
        let order =
            std::iter::once(player).chain(self.in_order_after(player).filter(move |&seat| seat != player));
        for seat in order.skip_while(|&seat| seat != from) {
            let cards = legal::claims(self.rules, self.state, seat, legal::JudgedBy::Trial);
            if cards.is_empty() {
                continue;
            }
            if let Some(card) = forced_claim(self.rules, self.state, seat) {
                return self.claim(seat, card);
            }
            return self.ask(Phase::Claim, seat);
        }
        Flow::Next
    }

    /// Continues polling after this seat.
    fn claims_after(&self, seat: Seat) -> Flow {
        let next = self.state.next_active(seat, self.rules.players);
        if next == self.state.seat {
            Flow::Next
        } else {
            Flow::Jump(Task::Claims(next))
        }
    }

    /// Applies the answer of a seat that was polled for a card out of turn.
    pub(crate) fn answer_claim(&mut self, card: Option<Card>) -> Flow {
        let seat = self.actor;
        let Some(card) = card else {
            return self.claims_after(seat);
        };
        if legal::claims(self.rules, self.state, seat, legal::JudgedBy::AllRules).contains(card) {
            return self.claim(seat, card);
        }
        let then = self.claims_after(seat);
        self.hand_back(seat, card);
        self.score_at_once(seat, self.rules.score.mistake);
        self.penalise(seat, self.rules.mistakes.penalty, then)
    }

    /// Plays a card out of turn; effects that the card under it still owes wait until no more cards are played out of turn.
    fn claim(&mut self, seat: Seat, card: Card) -> Flow {
        let Some(upcard) = self.state.upcard() else {
            return Flow::Jump(Task::Played);
        };
        let mut effects = self.take_card_effects(true);
        // The player draws at once, since a hand that is passed must not be empty.
        let (player, draw) = (effects.seat, std::mem::take(&mut effects.draw));
        if let (Some(tableau), false) = (self.tableau(), effects.is_nothing()) {
            tableau.queue(effects);
        }
        let before = self.state.turn;
        self.state.turn = TurnState {
            played: before.played,
            attack: before.attack,
            reverse: before.reverse,
            others_draw: before.others_draw,
            last_out: before.last_out,
            back_draw: before.back_draw,
            created: CreatedEffects {
                splits: before.created.splits,
                nominates: false,
            },
            top: TopCard {
                followed: true,
                lawful: true,
                ..TopCard::default()
            },
            set: SetOnTop::of(self.rules.pack.rank(card)),
            ..TurnState::default()
        };
        (self.state.seat, self.actor) = (seat, seat);
        self.play_out_of_turn(card, upcard);
        if draw > 0 {
            return self.seat_draws(player, draw, Flow::Jump(Task::Played));
        }
        Flow::Jump(Task::Played)
    }
}
