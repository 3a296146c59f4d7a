//! Worlds that a seat cannot tell from the true one, each with a history that is legal from the deal on.
//!
//! A *world* is a round whose chance events are all known: every card dealt, turned and drawn. Given what one seat has
//! seen of a round, a round is a world of it if every action taken was legal, every forced action was forced, and the
//! seat saw, and was offered, exactly what it did see and was offered. All worlds come from deals and draws that are
//! equally likely, so a world is drawn uniformly.
//!
//! A trace holds what the seat saw, with a place (a *slot*) for each card that it did not see. A deal puts cards into
//! slots and exchanges them, within constraints that every world obeys and that are cheap to check: a card that was
//! played was held, and a seat that had to draw held no card that could be played then. Finally the round is replayed
//! with these cards; the world is kept if the replay looks the same to the seat.
//!
//! With a [`ActionModel`], a world is weighted by the probability of the other seats' actions in it, since the cards that a
//! seat plays are evidence of the cards that it holds.

mod deal;
mod hands;
mod matching;
mod replay;
mod script;

use crate::action::{Action, ActionSet};
use crate::engine::{Game, Move, State};
use crate::resample::{HiddenCards, KeepSeeking, ResampleError};
use crate::rng::{Rng, Stream};
use crate::seat::Seat;
use crate::view::View;

use deal::HiddenDeal;
use replay::Replayed;
use script::RoundTrace;

/// Independent deals that are replayed before the search walks from deal to deal instead.
const LEAPS: u32 = 100;

/// Steps tried on the way to the first world, per slot.
const STEPS_TO_FIRST: usize = 10;

/// Steps between two worlds, per slot.
const STEPS: usize = 4;

/// Steps between two worlds under a policy, where each step costs a replay that queries the policy. Consecutive worlds
/// are similar, but many are drawn.
const STEPS_BY_POLICY: usize = 6;

/// Number of worlds from which the first one is chosen under a policy.
const FIRST_BY_POLICY: u32 = 30;

/// Most first deals that are repaired to fit the facts.
const MOST_BEGUN: u32 = 10;

/// The beginning of a history.
#[derive(Clone, Copy)]
pub enum Begin<'a> {
    /// The deal of this seed.
    Seed(u64),
    /// A given state.
    State(&'a State),
}

/// A model of the other seats: the natural logarithm of the probability, at most 1, that the seat with this view takes
/// an action among the legal ones.
pub type ActionModel = Box<dyn Fn(&View<'_>, ActionSet, Action) -> f64>;

/// A sampler of worlds of one position for one seat.
pub struct Worlds {
    game: Game,
    viewer: Seat,
    state: State,
    /// None where histories of this kind are not replayed.
    found: Option<(RoundTrace, HiddenDeal)>,
    /// True while worlds are drawn with histories.
    have_histories: bool,
    rng: Rng,
    replayed: u64,
    /// The log-likelihood of the current world of the walk; none before the walk has begun.
    likely: Option<f64>,
    policy: Option<ActionModel>,
}

impl Worlds {
    /// Reads a history as a seat saw it; the moves since the beginning lead to `state`.
    ///
    /// The worlds drawn depend on that view of the history and on `seed` only.
    #[must_use]
    pub fn new(
        game: &Game,
        begin: Begin<'_>,
        moves: impl Iterator<Item = Move>,
        state: &State,
        viewer: Seat,
        seed: u64,
    ) -> Self {
        Self::new_while(game, begin, moves, state, viewer, seed, &|| true)
    }

    /// Reads a history as [`Worlds::new`] does, while `goes_on`, which is called often, returns true; a history that was
    /// not read to its end is not replayed.
    #[must_use]
    pub fn new_while(
        game: &Game,
        begin: Begin<'_>,
        moves: impl Iterator<Item = Move>,
        state: &State,
        viewer: Seat,
        seed: u64,
        goes_on: KeepSeeking<'_>,
    ) -> Self {
        let mut rng = Rng::new(seed, Stream::Resample);
        let script = RoundTrace::new(game, begin, moves, viewer, goes_on);
        let found = script.map(|script| {
            let deal = HiddenDeal::new(&script.facts, &mut rng, goes_on);
            (script, deal)
        });
        Self {
            game: game.clone(),
            viewer,
            state: state.clone(),
            have_histories: found.is_some(),
            found,
            rng,
            replayed: 0,
            likely: None,
            policy: None,
        }
    }

    /// Weights each world by the probability that the policy gives to the other seats' actions in it.
    ///
    /// Worlds are then reached by a walk, so consecutive ones are similar. The policy has no effect on worlds without
    /// histories.
    #[must_use]
    pub fn by(self, policy: ActionModel) -> Self {
        Self {
            likely: None,
            policy: Some(policy),
            ..self
        }
    }

    /// Draws the next world and returns the position at the end of its history, with chance seeded anew.
    ///
    /// Once no history is found, [`Worlds::have_histories`] returns false.
    ///
    /// # Errors
    /// [`ResampleError`] if the question asked, or what was seen, is so rare that sampling found no match.
    pub fn draw(&mut self) -> Result<State, ResampleError> {
        self.draw_while(&|| true)
    }

    /// Draws the next world as [`Worlds::draw`] does, while `goes_on`, which is called often, returns true.
    ///
    /// If no history was found by then, later worlds are drawn without one.
    ///
    /// # Errors
    /// See [`Worlds::draw`]; [`ResampleError::Stopped`] if `goes_on` has returned false before a world was found.
    pub fn draw_while(&mut self, goes_on: KeepSeeking<'_>) -> Result<State, ResampleError> {
        let seed = self.rng.next_u64();
        match self.with_history(goes_on).or_else(|| self.by_facts(goes_on)) {
            Some(world) => Ok(with_chance(world, seed)),
            None => self.game.resample_while(&self.state, self.viewer, seed, goes_on),
        }
    }

    /// Draws the next world as [`Worlds::draw`] does, but only one with a history.
    ///
    /// # Errors
    /// [`ResampleError::History`] if histories of this kind are not replayed, or none is found in bounded time.
    pub fn draw_with_history(&mut self) -> Result<State, ResampleError> {
        let seed = self.rng.next_u64();
        let world = self.with_history(&|| true);
        let world = world.map(|world| with_chance(world, seed));
        world.ok_or(ResampleError::History {
            seat: self.viewer,
            reason: match self.found {
                Some(_) => "none was found in bounded time",
                None => "created rules, and cards that others chose to keep, are not replayed",
            },
        })
    }

    /// Returns a world with a history, unless none was found in bounded time, now or earlier.
    fn with_history(&mut self, goes_on: KeepSeeking<'_>) -> Option<State> {
        let seeks = self.have_histories && goes_on();
        let world = seeks.then(|| self.seek(goes_on)).flatten();
        self.have_histories = world.is_some();
        world
    }

    /// Looks for a world with a history.
    fn seek(&mut self, goes_on: KeepSeeking<'_>) -> Option<State> {
        let (script, deal) = self.found.as_mut()?;
        let mut walk = Walk {
            script,
            deal,
            rng: &mut self.rng,
            replayed: &mut self.replayed,
            policy: self.policy.as_ref(),
            goes_on,
        };
        let mut likely = self.likely;
        if likely.is_none() && self.policy.is_some() {
            likely = walk.choose();
        } else if likely.is_none()
            && let Some((world, _)) = walk.leap()
        {
            return Some(world);
        }
        let (world, likely) = match likely.or_else(|| walk.find()) {
            Some(likely) => walk.on(likely),
            None => (None, None),
        };
        // The likelihood of a walk that was cut short may lack the policy.
        self.likely = likely.filter(|_| goes_on());
        world
    }

    /// Draws a position in which all hands obey the facts of the history, without proof that a legal history leads to
    /// it. Above all, no seat holds a card that it would have had to play.
    fn by_facts(&mut self, goes_on: KeepSeeking<'_>) -> Option<State> {
        let (script, deal) = self.found.as_mut()?;
        let hidden = HiddenCards::of(&self.game, &self.state, self.viewer);
        let mut begun = 0;
        for _ in 0..LEAPS {
            if !goes_on() {
                return None;
            }
            while !deal.next(&script.facts, &mut self.rng, goes_on) {
                begun += 1;
                if begun > MOST_BEGUN || !goes_on() {
                    return None;
                }
            }
            let cards = script.at_last(&hidden, deal.cards(), &mut self.rng)?;
            let mut world = self.state.clone();
            hidden.deal(&self.state, &mut world, &cards);
            if self.game.could_be(&self.state, self.viewer, &mut world) {
                return Some(world);
            }
        }
        None
    }

    /// Returns the history of the last world drawn, if it has one: the position at the beginning of its round, and the
    /// moves since, chance outcomes included.
    #[must_use]
    pub fn history(&self) -> Option<(State, Vec<Move>)> {
        let (script, deal) = self.found.as_ref().filter(|_| self.have_histories)?;
        script.history(deal.cards())
    }

    /// The game with explicit chance, in which [`Worlds::history`] can be replayed.
    #[must_use]
    pub fn game_of_histories(&self) -> Option<&Game> {
        self.found.as_ref().map(|(script, _)| &script.game)
    }

    /// True if worlds are drawn with their histories.
    ///
    /// False where created rules are drawn or another seat chose which cards to keep: only the position is drawn then
    /// ([`Game::resample`]). Also false where hardly any history explains what was seen: hands are drawn then that the
    /// seat cannot rule out from the cards played, drawn and shown.
    #[must_use]
    pub const fn have_histories(&self) -> bool {
        self.have_histories
    }

    /// The seat whose worlds are drawn.
    #[must_use]
    pub const fn viewer(&self) -> Seat {
        self.viewer
    }

    /// Number of deals replayed so far, including those that turned out to be no worlds.
    #[must_use]
    pub const fn replayed(&self) -> u64 {
        self.replayed
    }
}

/// Gives a world its own stream of chance.
fn with_chance(mut world: State, seed: u64) -> State {
    world.rng = Rng::new(seed, Stream::Chance);
    world
}

/// A Markov chain over the deals that are worlds.
struct Walk<'a> {
    script: &'a RoundTrace,
    deal: &'a mut HiddenDeal,
    rng: &'a mut Rng,
    replayed: &'a mut u64,
    policy: Option<&'a ActionModel>,
    goes_on: KeepSeeking<'a>,
}

impl Walk<'_> {
    fn replay(&mut self, policy: Option<&ActionModel>, least: f64) -> Replayed {
        *self.replayed += 1;
        self.script.replay(self.deal.cards(), policy, least, self.goes_on)
    }

    /// Draws the logarithm of a uniform number between 0 and 1.
    fn log_uniform(&mut self) -> f64 {
        const PARTS: u32 = 1 << 24;
        libm::log((f64::from(self.rng.below(PARTS)) + 0.5) / f64::from(PARTS))
    }

    /// Draws a world independently by rejection sampling over deals. Also returns the log-probability of its chance
    /// outcomes.
    fn leap(&mut self) -> Option<(State, f64)> {
        let mut begun = 0;
        for _ in 0..LEAPS {
            if !(self.goes_on)() {
                return None;
            }
            while !self.deal.next(&self.script.facts, self.rng, self.goes_on) {
                begun += 1;
                if begun > MOST_BEGUN || !(self.goes_on)() {
                    return None;
                }
            }
            if let Replayed::World(world, likely) = self.replay(None, f64::NEG_INFINITY)
                && (likely >= 0.0 || likely >= self.log_uniform())
            {
                return Some((*world, likely));
            }
        }
        None
    }

    /// Draws some independent worlds and continues from one of them, chosen in proportion to the policy's weight.
    /// Returns its log-likelihood.
    ///
    /// If it is stopped before the policy has weighed any world, it continues from the one that was drawn.
    fn choose(&mut self) -> Option<f64> {
        let mut chosen: Option<(HiddenDeal, f64, f64)> = None;
        let mut unweighed = None;
        for _ in 0..FIRST_BY_POLICY {
            let Some((_, by_chance)) = self.leap() else {
                break;
            };
            let Replayed::World(_, likely) = self.replay(self.policy, f64::NEG_INFINITY) else {
                unweighed = Some((self.deal.clone(), by_chance));
                continue;
            };
            // Gumbel-max trick: the largest sum of log-weight and Gumbel noise selects each world in proportion to its
            // weight. The leap has already accounted for chance.
            let noise = -libm::log(-self.log_uniform());
            let key = likely - by_chance + noise;
            if chosen.as_ref().is_none_or(|(_, most, _)| key > *most) {
                chosen = Some((self.deal.clone(), key, likely));
            }
        }
        let weighed = chosen.map(|(deal, _, likely)| (deal, likely));
        let (deal, likely) = weighed.or(unweighed)?;
        *self.deal = deal;
        Some(likely)
    }

    /// Walks to a first world, by steps that never shorten the part of the round that replays. Returns its
    /// log-likelihood.
    fn find(&mut self) -> Option<f64> {
        let mut reached = 0;
        for step in 0..STEPS_TO_FIRST * self.deal.slots().max(1) {
            if !(self.goes_on)() {
                return None;
            }
            let before = self.deal.clone();
            let changed = self.deal.step(&self.script.facts, self.rng);
            // Without a change, another replay would reach no further; the first deal has not been replayed yet.
            if !changed && step > 0 {
                continue;
            }
            match self.replay(self.policy, f64::NEG_INFINITY) {
                Replayed::World(_, likely) => return Some(likely),
                Replayed::Differs(at) if at >= reached => reached = at,
                Replayed::Differs(_) => *self.deal = before,
            }
        }
        None
    }

    /// Walks from world to world (Metropolis). Each step is as likely as its reverse, and a step to a less likely world
    /// is accepted with the ratio of the likelihoods, so in the long run each world is drawn in proportion to its
    /// likelihood.
    fn on(&mut self, mut likely: f64) -> (Option<State>, Option<f64>) {
        let mut last = None;
        let steps = match self.policy {
            None => STEPS * self.deal.slots().max(1),
            Some(_) => STEPS_BY_POLICY,
        };
        for _ in 0..steps {
            if !(self.goes_on)() {
                break;
            }
            let before = self.deal.clone();
            let changed = self.deal.step(&self.script.facts, self.rng);
            let bound = likely + self.log_uniform();
            // Many exchanges break a fact and are undone; the world is then unchanged.
            if !changed {
                continue;
            }
            match self.replay(self.policy, bound) {
                Replayed::World(world, other) if other >= bound => {
                    (last, likely) = (Some(*world), other);
                }
                _ => *self.deal = before,
            }
        }
        let replay = || {
            self.script
                .replay(self.deal.cards(), None, f64::NEG_INFINITY, &|| true)
        };
        let world = last.or_else(|| match replay() {
            Replayed::World(world, _) => Some(*world),
            Replayed::Differs(_) => None,
        });
        (world, Some(likely))
    }
}
