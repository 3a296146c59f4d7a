//! A round replayed with other cards, as long as it looks the same to the viewer.

use super::Policy;
use super::hands::Hidden;
use super::script::{Last, Script, Step, Told, Watch, What};
use crate::action::{Action, ActionSet};
use crate::card::Card;
use crate::engine::{Chance, Move, Outcome, Phase, State};
use crate::resample::Hidden as Unseen;
use crate::view::View;

/// What came of a replay.
pub(super) enum Replayed {
    /// A world: its position, and the logarithm of how likely it is, up to what is the same for all.
    World(Box<State>, f64),
    /// It cannot have been so, or is not likely enough: after so many steps something was not possible, did not look the
    /// same, or was too improbable.
    Differs(usize),
}

impl Script {
    /// The round with these cards in the slots. How likely it is tells chance, and the policy for the other seats, if one is
    /// given; `least` is the logarithm of how likely it has to be.
    pub(super) fn replay(&self, cards: &[Hidden], policy: Option<&Policy>, least: f64) -> Replayed {
        self.run(cards, policy, least, &mut |_| ())
    }

    /// Where the round began with these cards in the slots, and its moves; none where it cannot have been so.
    pub(super) fn history(&self, cards: &[Hidden]) -> Option<(State, Vec<Move>)> {
        let mut moves = Vec::new();
        match self.run(cards, None, f64::NEG_INFINITY, &mut |what| moves.push(what)) {
            Replayed::World(..) => Some((self.first_with(cards), moves)),
            Replayed::Differs(_) => None,
        }
    }

    /// The position with which the round began, with these cards in the slots.
    fn first_with(&self, cards: &[Hidden]) -> State {
        let mut state = self.first.clone();
        if let Some(hidden) = &self.hidden {
            hidden.deal(&self.first, &mut state, &at_first(hidden, cards));
        }
        state
    }

    /// Makes the moves of the round with these cards in the slots, telling each of them.
    fn run(
        &self,
        cards: &[Hidden],
        policy: Option<&Policy>,
        least: f64,
        made: &mut impl FnMut(Move),
    ) -> Replayed {
        let mut state = self.first_with(cards);
        let mut likely = 0.0;
        if self.hidden.is_some() && !self.game.could_be(&self.first, self.viewer, &mut state) {
            return Replayed::Differs(0);
        }
        let mut watch = Watch::new(self.viewer);
        let mut steps = self.steps.iter().peekable();
        loop {
            let other = !state.is_chance() && state.asked() != self.viewer;
            // What the others did that could not be seen may not have been there to be done.
            while steps
                .next_if(|step| step.is_silent(self.viewer) && !self.fits(step, &state, cards))
                .is_some()
            {}
            let differs = Replayed::Differs(self.steps.len() - steps.len());
            let step = steps.peek().copied();
            watch.seen.clear();
            match step {
                Some(step) if self.fits(step, &state, cards) => {
                    let Some(p) = self.make(step, &mut state, cards, policy, &mut watch) else {
                        return differs;
                    };
                    likely += p;
                    made(step.what.with(cards));
                    steps.next();
                    if watch.seen != step.seen {
                        return differs;
                    }
                }
                None if self.is_last(&mut state) => return Replayed::World(Box::new(state), likely),
                _ if other => {
                    let legal = self.game.legal(&state);
                    if !legal.contains(Action::Pass) {
                        return differs;
                    }
                    likely += self.decided(&state, legal, Action::Pass, policy);
                    made(Move::Action(Action::Pass));
                    self.game.apply_unchecked(&mut state, Action::Pass, &mut watch);
                    if !watch.seen.is_empty() {
                        return differs;
                    }
                }
                _ => return differs,
            }
            // Nothing makes it more likely again.
            if likely < least {
                return differs;
            }
        }
    }

    /// Whether a step is one of what is open.
    fn fits(&self, step: &Step, state: &State, cards: &[Hidden]) -> bool {
        match step.what {
            What::Chance(node, _) => state.phase() == Phase::Chance(node),
            What::Seat(seat, phase, action) => {
                state.asked() == seat
                    && state.phase() == phase
                    && (seat == self.viewer || self.game.legal(state).contains(action.of(cards)))
            }
        }
    }

    /// The logarithm of how likely it is that the seat that is asked does this.
    fn decided(&self, state: &State, legal: ActionSet, action: Action, policy: Option<&Policy>) -> f64 {
        policy.map_or(0.0, |policy| {
            policy(&View::new(&self.game, state, state.asked()), legal, action)
        })
    }

    /// Makes a step, and tells the logarithm of how likely it was with the hands; none where it cannot be made.
    fn make(
        &self,
        step: &Step,
        state: &mut State,
        cards: &[Hidden],
        policy: Option<&Policy>,
        watch: &mut Watch,
    ) -> Option<f64> {
        match step.what {
            What::Chance(node, outcome) => {
                let outcome = outcome.of(cards);
                let mut likely = 1.0;
                if matches!(node, Chance::Scramble | Chance::Rogue { .. }) {
                    let outcomes = self.game.chance_outcomes(state);
                    (_, likely) = outcomes.into_iter().find(|(other, _)| *other == outcome)?;
                }
                self.game.apply_outcome(state, outcome, watch).ok()?;
                Some(libm::log(likely))
            }
            What::Seat(seat, _, action) => {
                let legal = self.game.legal(state);
                if seat == self.viewer && legal != step.legal {
                    return None;
                }
                let action = action.of(cards);
                if !legal.contains(action) {
                    return None;
                }
                // What the viewer itself did is the same in all worlds.
                let others = policy.filter(|_| seat != self.viewer);
                let likely = self.decided(state, legal, action, others);
                self.game.apply_unchecked(state, action, watch);
                Some(likely)
            }
        }
    }

    /// Whether a position is one that the viewer cannot tell from the last one.
    fn is_last(&self, state: &mut State) -> bool {
        Last::of(&self.game, state, self.viewer) == self.last
    }
}

/// The cards that were hidden at first: those in hands have the first slots, the rest lies in the stock.
fn at_first(hidden: &Unseen, cards: &[Hidden]) -> Vec<Card> {
    let held: usize = hidden.sizes.iter().map(|(_, size)| usize::from(*size)).sum();
    let mut dealt: Vec<Card> = cards[..held].iter().map(|hidden| hidden.card).collect();
    let mut rest = hidden.cards.clone();
    for card in &dealt {
        if let Some(at) = rest.iter().position(|other| other == card) {
            rest.swap_remove(at);
        }
    }
    dealt.extend(rest);
    dealt
}

impl What {
    /// The move, with these cards in the slots.
    fn with(self, cards: &[Hidden]) -> Move {
        match self {
            Self::Chance(_, outcome) => Move::Outcome(outcome.of(cards)),
            Self::Seat(_, _, action) => Move::Action(action.of(cards)),
        }
    }
}

impl Told<Outcome> {
    fn of(self, cards: &[Hidden]) -> Outcome {
        match self {
            Self::Same(outcome) => outcome,
            Self::Slot(slot) => Outcome::Card(cards[slot].card),
        }
    }
}

impl Told<Action> {
    fn of(self, cards: &[Hidden]) -> Action {
        match self {
            Self::Same(action) => action,
            Self::Slot(slot) => Action::Play(cards[slot].card),
        }
    }
}
