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

mod deal;
mod hands;
mod replay;
mod script;

use crate::engine::{Game, Move, State};
use crate::resample::ResampleError;
use crate::rng::{Rng, Stream};
use crate::seat::Seat;

use deal::Deal;
use replay::Replayed;
use script::Script;

/// Deals that are replayed, each by itself, before worlds are walked to instead.
const LEAPS: u32 = 100;

/// Steps that are tried on the way to the first world, for each slot.
const STEPS_TO_FIRST: usize = 10;

/// Steps between two worlds, for each slot.
const STEPS: usize = 4;

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

/// Draws worlds of one position for one seat.
pub struct Worlds {
    game: Game,
    viewer: Seat,
    state: State,
    /// None where positions are drawn without histories.
    found: Option<(Script, Deal)>,
    rng: Rng,
    replayed: u64,
    /// Once worlds were too rare to be leapt to: how likely the one is that the walk has come to.
    weight: Option<f64>,
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
            found,
            rng,
            replayed: 0,
            weight: None,
        }
    }

    /// The next world: the position that its history leads to. Its own chance is that of a seed drawn here.
    ///
    /// # Errors
    /// [`ResampleError`]: what is open, or what was seen, is so rare that drawing did not come upon it.
    pub fn draw(&mut self) -> Result<State, ResampleError> {
        let seed = self.rng.next_u64();
        let Some((script, deal)) = &mut self.found else {
            return self.game.resample(&self.state, self.viewer, seed);
        };
        let mut walk = Walk {
            script,
            deal,
            rng: &mut self.rng,
            replayed: &mut self.replayed,
        };
        let mut weight = self.weight;
        if weight.is_none() {
            if let Some(world) = walk.leap() {
                return Ok(with_chance(world, seed));
            }
            weight = walk.find();
        }
        let (world, weight) = weight.map_or((None, None), |weight| walk.on(weight));
        self.weight = weight;
        if let Some(world) = world {
            return Ok(with_chance(world, seed));
        }
        self.found = None;
        self.game.resample(&self.state, self.viewer, seed)
    }

    /// Whether worlds are drawn with their histories. They are not where created rules are drawn, where another seat has
    /// chosen which cards to keep, and where hardly any history explains what was seen: there only the position is
    /// drawn anew ([`Game::resample`]).
    #[must_use]
    pub const fn have_histories(&self) -> bool {
        self.found.is_some()
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
}

impl Walk<'_> {
    fn replay(&mut self) -> Replayed {
        *self.replayed += 1;
        self.script.replay(self.deal.cards())
    }

    /// Whether something so likely is so.
    fn is_so(&mut self, p: f64) -> bool {
        const PARTS: u32 = 1 << 24;
        p >= 1.0 || f64::from(self.rng.below(PARTS)) < p * f64::from(PARTS)
    }

    /// A world that was dealt by itself: of all deals, those that are worlds are kept.
    fn leap(&mut self) -> Option<State> {
        let mut begun = 0;
        for _ in 0..LEAPS {
            while !self.deal.next(&self.script.facts, self.rng) {
                begun += 1;
                if begun > MOST_BEGUN {
                    return None;
                }
            }
            if let Replayed::World(world, weight) = self.replay()
                && self.is_so(weight)
            {
                return Some(*world);
            }
        }
        None
    }

    /// Walks to a first world: by steps after which no less of the round is as it was. How likely the world is.
    fn find(&mut self) -> Option<f64> {
        let mut reached = 0;
        for _ in 0..STEPS_TO_FIRST * self.deal.slots().max(1) {
            let before = self.deal.clone();
            self.deal.step(&self.script.facts, self.rng);
            match self.replay() {
                Replayed::World(_, weight) => return Some(weight),
                Replayed::Differs(at) if at >= reached => reached = at,
                Replayed::Differs(_) => *self.deal = before,
            }
        }
        None
    }

    /// Walks on from world to world. Each step is as likely as its reverse, and one to a rarer world is taken as often as
    /// that is rarer: in the long run each world is drawn as often as it is likely.
    fn on(&mut self, mut weight: f64) -> (Option<State>, Option<f64>) {
        let mut last = None;
        for _ in 0..STEPS * self.deal.slots().max(1) {
            let before = self.deal.clone();
            self.deal.step(&self.script.facts, self.rng);
            match self.replay() {
                Replayed::World(world, other) if self.is_so(other / weight) => {
                    (last, weight) = (Some(*world), other);
                }
                _ => *self.deal = before,
            }
        }
        let world = last.or_else(|| match self.replay() {
            Replayed::World(world, _) => Some(*world),
            Replayed::Differs(_) => None,
        });
        (world, Some(weight))
    }
}
