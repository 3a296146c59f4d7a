//! Replay of a round with other cards, as long as it looks the same to the viewer.

use super::ActionModel;
use super::hands::SlotCard;
use super::script::{InWorlds, Last, RoundTrace, Step, ViewerLog, What};
use crate::action::{Action, ActionSet};
use crate::card::Card;
use crate::engine::{Chance, Move, Outcome, Phase, State};
use crate::resample::{HiddenCards as Unseen, KeepSeeking};
use crate::view::View;

/// Number of moves between two questions whether a replay goes on.
const ASKED: u32 = 8;

/// The result of a replay.
pub(super) enum Replayed {
    /// A world: its final position, and its log-likelihood up to a constant shared by all worlds.
    World(Box<State>, f64),
    /// Not a world, or too unlikely a one: the number of steps and events replayed before one was impossible, looked
    /// different to the viewer, or became too unlikely.
    Differs(usize),
}

impl RoundTrace {
    /// Replays the round with these cards in the slots. Its likelihood combines chance and, if a policy is given, the
    /// actions of the other seats; `least` is the smallest log-likelihood that is accepted. A replay that is cut short
    /// since `goes_on` returned false counts as one that differs.
    pub(super) fn replay(
        &self,
        cards: &[SlotCard],
        policy: Option<&ActionModel>,
        least: f64,
        goes_on: KeepSeeking<'_>,
    ) -> Replayed {
        let mut made = 0_u32;
        self.run(cards, policy, least, &mut |_| {
            made += 1;
            !made.is_multiple_of(ASKED) || goes_on()
        })
    }

    /// Returns the position at the beginning of the round with these cards in the slots, and its moves; none if the
    /// round is not a world.
    pub(super) fn history(&self, cards: &[SlotCard]) -> Option<(State, Vec<Move>)> {
        let mut moves = Vec::new();
        let mut keep = |what| {
            moves.push(what);
            true
        };
        match self.run(cards, None, f64::NEG_INFINITY, &mut keep) {
            Replayed::World(..) => Some((self.first_with(cards), moves)),
            Replayed::Differs(_) => None,
        }
    }

    /// Returns the position at the beginning of the round, with these cards in the slots.
    fn first_with(&self, cards: &[SlotCard]) -> State {
        let mut state = self.first.clone();
        if let Some(hidden) = &self.hidden {
            hidden.deal(&self.first, &mut state, &at_first(hidden, cards));
        }
        state
    }

    /// Makes the moves of the round with these cards in the slots and passes each one to `goes_on`, which returns false
    /// to stop.
    fn run(
        &self,
        cards: &[SlotCard],
        policy: Option<&ActionModel>,
        least: f64,
        goes_on: &mut impl FnMut(Move) -> bool,
    ) -> Replayed {
        let mut state = self.first_with(cards);
        let mut likely = 0.0;
        if self.hidden.is_some() && !self.game.could_be(&self.first, self.viewer, &mut state) {
            return Replayed::Differs(0);
        }
        let mut watch = ViewerLog::new(self.viewer);
        let (mut made, mut told) = (0, 0);
        loop {
            let differs = Replayed::Differs(made + told);
            let step = self.steps.get(made);
            let other = !state.is_chance() && state.asked() != self.viewer;
            watch.seen.clear();
            match step {
                Some(step) if step.told == told && self.fits(step, &state, cards) => {
                    let Some(p) = self.make(step, &mut state, cards, policy, &mut watch) else {
                        return differs;
                    };
                    likely += p;
                    if !goes_on(step.what.with(cards)) {
                        return differs;
                    }
                    made += 1;
                }
                None if told == self.seen.len() && self.is_last(&mut state) => {
                    return Replayed::World(Box::new(state), likely);
                }
                // An offer that the viewer cannot see is declined.
                _ if other => {
                    let legal = self.game.legal(&state);
                    if !legal.contains(Action::Pass) {
                        return differs;
                    }
                    likely += self.decided(&state, legal, Action::Pass, policy);
                    if !goes_on(Move::Action(Action::Pass)) {
                        return differs;
                    }
                    self.game.apply_unchecked(&mut state, Action::Pass, &mut watch);
                }
                _ => return differs,
            }
            if !self.seen[told..].starts_with(&watch.seen) {
                return differs;
            }
            told += watch.seen.len();
            // The likelihood can only fall from here on.
            if likely < least {
                return differs;
            }
        }
    }

    /// True if the step is possible in the state.
    fn fits(&self, step: &Step, state: &State, cards: &[SlotCard]) -> bool {
        match step.what {
            What::Chance(node, _) => state.phase() == Phase::Chance(node),
            What::Seat(seat, phase, action) => {
                state.asked() == seat
                    && state.phase() == phase
                    && (seat == self.viewer || self.game.legal(state).contains(action.of(cards)))
            }
        }
    }

    /// Returns the log-probability that the asked seat takes this action; 0 without a policy.
    fn decided(&self, state: &State, legal: ActionSet, action: Action, policy: Option<&ActionModel>) -> f64 {
        policy.map_or(0.0, |policy| {
            policy(&View::new(&self.game, state, state.asked()), legal, action)
        })
    }

    /// Makes a step and returns its log-probability with these cards; none if the step cannot be made.
    fn make(
        &self,
        step: &Step,
        state: &mut State,
        cards: &[SlotCard],
        policy: Option<&ActionModel>,
        watch: &mut ViewerLog,
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
                // The viewer's own actions are the same in all worlds.
                let others = policy.filter(|_| seat != self.viewer);
                let likely = self.decided(state, legal, action, others);
                self.game.apply_unchecked(state, action, watch);
                Some(likely)
            }
        }
    }

    /// True if the viewer cannot tell the position from the last one of the true round.
    fn is_last(&self, state: &mut State) -> bool {
        Last::of(&self.game, state, self.viewer) == self.last
    }
}

/// Returns the hidden cards of the first position: the cards of the first slots lie in hands, the rest in the stock.
fn at_first(hidden: &Unseen, cards: &[SlotCard]) -> Vec<Card> {
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
    /// Returns the move, with these cards in the slots.
    fn with(self, cards: &[SlotCard]) -> Move {
        match self {
            Self::Chance(_, outcome) => Move::Outcome(outcome.of(cards)),
            Self::Seat(_, _, action) => Move::Action(action.of(cards)),
        }
    }
}

impl InWorlds<Outcome> {
    fn of(self, cards: &[SlotCard]) -> Outcome {
        match self {
            Self::Same(outcome) => outcome,
            Self::Slot(slot) => Outcome::Card(cards[slot].card),
        }
    }
}

impl InWorlds<Action> {
    fn of(self, cards: &[SlotCard]) -> Action {
        match self {
            Self::Same(action) => action,
            Self::Slot(slot) => Action::Play(cards[slot].card),
        }
    }
}
