//! Worlds that a seat cannot tell from the true one, each with a history that is legal from the deal on.
//!
//! A *world* is a round of which the chance is known: every card dealt, turned and drawn. Given what one seat has seen of
//! a round, a world of it is one in which every action that was taken could be taken, whatever was compelled was
//! compelled, and the seat saw, and was offered, just what it saw and was offered. All worlds come from deals and draws
//! that are equally likely, so a world is drawn uniformly.
//!
//! How: a script holds what the seat saw, with a place (a *slot*) for each card that it did not see. A deal puts
//! cards into slots and exchanges them, by rules that every world obeys and that cost little to look at: a card that
//! was played was held, and who had to draw held none of the cards that could be played then. Last, the round is
//! replayed with these cards, and the world is kept if the replay looks the same to the seat.
//!
//! With a [`Policy`] worlds are as likely as it makes what the other seats did in them: what somebody plays tells what
//! they hold.

mod deal;
mod hands;
mod replay;
mod script;

use crate::action::{Action, ActionSet};
use crate::engine::{Game, Move, State};
use crate::resample::{Hidden, ResampleError};
use crate::rng::{Rng, Stream};
use crate::seat::Seat;
use crate::view::View;

use deal::Deal;
use replay::Replayed;
use script::Script;

/// Deals that are replayed, each by itself, before worlds are walked to instead.
const LEAPS: u32 = 100;

/// Steps that are tried on the way to the first world, for each slot.
const STEPS_TO_FIRST: usize = 10;

/// Steps between two worlds, for each slot.
const STEPS: usize = 4;

/// Steps between two worlds where a policy makes some likelier: each costs a replay that asks it. Worlds that follow each
/// other are alike, but many are drawn.
const STEPS_BY_POLICY: usize = 6;

/// Worlds of which the first is chosen where a policy makes some likelier.
const FIRST_BY_POLICY: u32 = 30;

/// First deals that are tried to bring in line with what was seen.
const MOST_BEGUN: u32 = 10;

/// Where a history begins.
#[derive(Clone, Copy)]
pub enum Begin<'a> {
    /// With the deal of this seed.
    Seed(u64),
    /// With a state.
    State(&'a State),
}

/// What other seats do: the logarithm of how likely the seat that looks is to take an action, of those that are legal. It is
/// never more than 0.
pub type Policy = Box<dyn Fn(&View<'_>, ActionSet, Action) -> f64>;

/// Draws worlds of one position for one seat.
pub struct Worlds {
    game: Game,
    viewer: Seat,
    state: State,
    /// None where histories of this kind are not replayed.
    found: Option<(Script, Deal)>,
    /// Whether worlds have histories.
    have_histories: bool,
    rng: Rng,
    replayed: u64,
    /// Once worlds are walked to: the logarithm of how likely the one is that the walk has come to.
    likely: Option<f64>,
    policy: Option<Policy>,
}

impl Worlds {
    /// Looks at a history as a seat saw it: the moves since the beginning lead to `state`.
    ///
    /// What is drawn follows from the history as the seat saw it and from `seed`.
    #[must_use]
    pub fn new(
        game: &Game,
        begin: Begin<'_>,
        moves: impl Iterator<Item = Move>,
        state: &State,
        viewer: Seat,
        seed: u64,
    ) -> Self {
        let mut rng = Rng::new(seed, Stream::Resample);
        let script = Script::new(game, begin, moves, viewer);
        let found = script.map(|script| {
            let deal = Deal::new(&script.facts, &mut rng);
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

    /// These worlds, each as likely as the policy makes what the other seats did in it. They are walked to: worlds that
    /// follow each other are alike. Where worlds have no histories, the policy tells nothing.
    #[must_use]
    pub fn by(self, policy: Policy) -> Self {
        Self {
            likely: None,
            policy: Some(policy),
            ..self
        }
    }

    /// The next world: the position that its history leads to. Its own chance is that of a seed drawn here.
    ///
    /// Once no history is found, [`Worlds::have_histories`] says so.
    ///
    /// # Errors
    /// [`ResampleError`]: what is open, or what was seen, is so rare that drawing did not come upon it.
    pub fn draw(&mut self) -> Result<State, ResampleError> {
        let seed = self.rng.next_u64();
        if self.have_histories {
            if let Some(world) = self.with_history() {
                return Ok(with_chance(world, seed));
            }
            self.have_histories = false;
        }
        if let Some(world) = self.by_facts() {
            return Ok(with_chance(world, seed));
        }
        self.game.resample(&self.state, self.viewer, seed)
    }

    /// A world with a history, if one is found in bounded time.
    fn with_history(&mut self) -> Option<State> {
        let (script, deal) = self.found.as_mut()?;
        let mut walk = Walk {
            script,
            deal,
            rng: &mut self.rng,
            replayed: &mut self.replayed,
            policy: self.policy.as_ref(),
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
        self.likely = likely;
        world
    }

    /// A position in which all hands are as the facts of the history tell, though nothing tells that all of it was possible:
    /// above all nobody holds what it would have had to play.
    fn by_facts(&mut self) -> Option<State> {
        let (script, deal) = self.found.as_mut()?;
        let hidden = Hidden::of(&self.game, &self.state, self.viewer);
        let mut begun = 0;
        for _ in 0..LEAPS {
            while !deal.next(&script.facts, &mut self.rng) {
                begun += 1;
                if begun > MOST_BEGUN {
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

    /// The history of the world that was drawn last, if it has one: the position with which its round begins, and the moves
    /// since, those of chance included.
    #[must_use]
    pub fn history(&self) -> Option<(State, Vec<Move>)> {
        let (script, deal) = self.found.as_ref().filter(|_| self.have_histories)?;
        script.history(deal.cards())
    }

    /// The game with chance from outside, in which [`Worlds::history`] is one.
    #[must_use]
    pub fn game_of_histories(&self) -> Option<&Game> {
        self.found.as_ref().map(|(script, _)| &script.game)
    }

    /// Whether worlds are drawn with their histories. They are not where created rules are drawn, and where another seat has
    /// chosen which cards to keep: there only the position is drawn anew ([`Game::resample`]). Nor are they where hardly any
    /// history explains what was seen: there hands are drawn that the seat cannot rule out by what each card played, drawn
    /// or shown has told it.
    #[must_use]
    pub const fn have_histories(&self) -> bool {
        self.have_histories
    }

    /// Whose worlds they are.
    #[must_use]
    pub const fn viewer(&self) -> Seat {
        self.viewer
    }

    /// How many deals were replayed so far; those that are no worlds included.
    #[must_use]
    pub const fn replayed(&self) -> u64 {
        self.replayed
    }
}

/// A world goes on by chance of its own.
fn with_chance(mut world: State, seed: u64) -> State {
    world.rng = Rng::new(seed, Stream::Chance);
    world
}

/// The way from world to world.
struct Walk<'a> {
    script: &'a Script,
    deal: &'a mut Deal,
    rng: &'a mut Rng,
    replayed: &'a mut u64,
    policy: Option<&'a Policy>,
}

impl Walk<'_> {
    fn replay(&mut self, policy: Option<&Policy>, least: f64) -> Replayed {
        *self.replayed += 1;
        self.script.replay(self.deal.cards(), policy, least)
    }

    /// The logarithm of a number between 0 and 1, drawn evenly.
    fn log_uniform(&mut self) -> f64 {
        const PARTS: u32 = 1 << 24;
        libm::log((f64::from(self.rng.below(PARTS)) + 0.5) / f64::from(PARTS))
    }

    /// A world that was dealt by itself: of all deals, those that are worlds are kept. And the logarithm of how likely
    /// chance makes it.
    fn leap(&mut self) -> Option<(State, f64)> {
        let mut begun = 0;
        for _ in 0..LEAPS {
            while !self.deal.next(&self.script.facts, self.rng) {
                begun += 1;
                if begun > MOST_BEGUN {
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

    /// Leaps to some worlds, and goes on from one of them: each is chosen as likely as the policy makes it. The logarithm
    /// of how likely it is.
    fn choose(&mut self) -> Option<f64> {
        let mut chosen: Option<(Deal, f64, f64)> = None;
        for _ in 0..FIRST_BY_POLICY {
            let Some((_, by_chance)) = self.leap() else {
                break;
            };
            if let Replayed::World(_, likely) = self.replay(self.policy, f64::NEG_INFINITY) {
                // The greatest sum of a logarithm and Gumbel noise is of each as often as it is likely. Chance has
                // had its say in the leap.
                let noise = -libm::log(-self.log_uniform());
                let key = likely - by_chance + noise;
                if chosen.as_ref().is_none_or(|(_, most, _)| key > *most) {
                    chosen = Some((self.deal.clone(), key, likely));
                }
            }
        }
        let (deal, _, likely) = chosen?;
        *self.deal = deal;
        Some(likely)
    }

    /// Walks to a first world: by steps after which no less of the round is as it was. The logarithm of how likely it is.
    fn find(&mut self) -> Option<f64> {
        let mut reached = 0;
        for step in 0..STEPS_TO_FIRST * self.deal.slots().max(1) {
            let before = self.deal.clone();
            let changed = self.deal.step(&self.script.facts, self.rng);
            // What has been replayed is no further now; the first deal has not been.
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

    /// Walks on from world to world. Each step is as likely as its reverse, and one to a rarer world is taken as often as
    /// that is rarer: in the long run each world is drawn as often as it is likely.
    fn on(&mut self, mut likely: f64) -> (Option<State>, Option<f64>) {
        let mut last = None;
        let steps = match self.policy {
            None => STEPS * self.deal.slots().max(1),
            Some(_) => STEPS_BY_POLICY,
        };
        for _ in 0..steps {
            let before = self.deal.clone();
            let changed = self.deal.step(&self.script.facts, self.rng);
            let bound = likely + self.log_uniform();
            // Many exchanges break a fact, and are taken back: the world is the same then.
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
        let world = last.or_else(|| match self.replay(None, f64::NEG_INFINITY) {
            Replayed::World(world, _) => Some(*world),
            Replayed::Differs(_) => None,
        });
        (world, Some(likely))
    }
}
