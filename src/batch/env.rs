//! One environment: its position, the controllers of its seats, and the effect of a step on it.

use std::sync::Arc;

use super::pool::Prepared;
use super::shared::{Shared, mask_of};
use super::slices::{ExtraSlices, Slices};
use super::source::Draws;
use super::starts::EnvStart;
use super::watch::Watch;
use super::{Autoreset, Controller};
use crate::action::{Action, ActionId, ActionSet};
use crate::engine::{Game, Log, State, Truncation};
use crate::observation::Feature;
use crate::recent::Recent;
use crate::rng::{Rng, Stream, episode_seed};
use crate::rules::Features;
use crate::seat::{MAX_SEATS, Seat};
use crate::view::View;

/// One environment of a batch, without its buffers.
///
/// The batch keeps the legal actions and the streams that sample them, each in one array for all envs.
#[derive(Clone)]
pub(super) struct Env {
    pub(super) state: State,
    /// True if bots or policies have seats in the episode.
    pub(super) has_bots: bool,
    /// True if bots or policies have seats and no outside seat has decided in the episode yet.
    pub(super) is_early: bool,
    pub(super) recent: Recent,
    pub(super) controllers: [Controller; MAX_SEATS],
    /// Controllers of the next episode.
    pub(super) next_controllers: [Controller; MAX_SEATS],
    pub(super) bots: Rng,
    pub(super) seed: u64,
    /// The seed that the seeds of the episodes derive from, and the number of the env under it.
    pub(super) origin: (u64, u64),
    pub(super) episode: u64,
    pub(super) skipped: u64,
    /// Number of decisions made by bots.
    pub(super) bot_decisions: u64,
    /// Rewards before the first outside decision of the episode; they are added to those of that decision.
    pub(super) early: [f32; MAX_SEATS],
    /// Seat of the last observation of an episode that has ended.
    pub(super) last: Seat,
    /// The game of the episode, if games are drawn: the episode's seed determines it.
    pub(super) own: Option<Arc<Prepared>>,
    /// True while `own` is a game of an earlier pool than that of the next episode.
    pub(super) is_earlier: bool,
}

/// Makes a position the first one of an episode; a position of the same game keeps its memory.
fn deal_to<L: Log>(state: &mut State, game: &Game, seed: u64, is_of_game: bool, log: &mut L) {
    if is_of_game {
        game.deal_into(state, seed, log);
    } else {
        *state = game.deal(seed, log);
    }
}

/// Maximum number of episodes in a row that bots may finish before an env is given up: all that begin from a position may
/// end so.
const MOST_SKIPPED: u64 = 10_000;

/// Number of decisions of bots between two checks for an interruption.
const BETWEEN_LOOKS: u64 = 256;

impl Env {
    /// Creates an env of this game, still to be dealt; `own` is the game if games are drawn.
    pub(super) fn new(game: &Game, own: Option<Arc<Prepared>>) -> Self {
        Self {
            own,
            is_earlier: false,
            state: game.new_initial_state(0),
            has_bots: false,
            is_early: false,
            recent: Recent::new(game.options().history),
            controllers: [Controller::Outside; MAX_SEATS],
            next_controllers: [Controller::Outside; MAX_SEATS],
            bots: Rng::new(0, Stream::Bot),
            seed: 0,
            origin: (0, 0),
            episode: 0,
            skipped: 0,
            bot_decisions: 0,
            early: [0.0; MAX_SEATS],
            last: Seat(0),
        }
    }

    /// Creates an env, still to be dealt, of the game that seed 0 draws.
    pub(super) fn drawn(draws: &Draws) -> Self {
        let own = draws.draw(0);
        Self::new(&own.game, Some(Arc::clone(&own)))
    }

    /// True if the ended episode was paid; a truncated one, which nobody has won, is paid under [`Truncation::Score`]
    /// only.
    fn is_paid(&self, game: &Game) -> bool {
        !self.state.is_truncated() || game.options().truncation == Truncation::Score
    }

    /// True if a policy has a seat in the episode.
    pub(super) fn has_policies(&self) -> bool {
        self.controllers.contains(&Controller::Policy)
    }

    /// True if a policy is to decide.
    pub(super) fn waits_for_policy(&self) -> bool {
        !self.state.is_over() && self.controllers[self.state.asked().index()] == Controller::Policy
    }

    /// Returns the seat to act, or the seat that acted last.
    pub(super) const fn actor(&self) -> u8 {
        self.state.asked().0
    }

    /// Does `work` by the game that the env plays; afterwards the env may play another.
    pub(super) fn by_its_game<R>(
        &mut self,
        shared: &Shared<'_>,
        work: impl FnOnce(&mut Self, &Shared<'_>) -> R,
    ) -> R {
        let own = self.own.take();
        let done = work(self, &shared.of(own.as_deref()));
        self.own = self.own.take().or(own);
        done
    }

    /// Deals the next episode, plays on to the first outside decision and returns the legal actions there.
    ///
    /// If the watch stops the call, the env is left in the middle of an episode.
    pub(super) fn deal(&mut self, shared: &Shared<'_>) -> ActionSet {
        for skipped in 0_u64.. {
            self.seed = episode_seed(self.origin.0, self.origin.1, self.episode);
            self.episode = self.episode.wrapping_add(1);
            let drawn = shared.draws.map(|draws| draws.draw(self.seed));
            let before = self.own.as_ref().map_or(shared.game, |own| &own.game);
            let is_of_game = drawn
                .as_ref()
                .is_none_or(|drawn| std::ptr::eq(before, &raw const drawn.game));
            let start = drawn.as_ref().and_then(|drawn| drawn.start.as_ref());
            let legal = self.begin(&shared.of(drawn.as_deref()), start, is_of_game);
            (self.own, self.is_earlier) = (drawn, false);
            if !self.state.is_over() {
                return legal;
            }
            self.skipped += 1;
            if let Some(watch) = shared.watch {
                if skipped >= MOST_SKIPPED {
                    watch.give_up();
                }
                if watch.stops() {
                    break;
                }
            }
        }
        ActionSet::EMPTY
    }

    /// Begins the episode of the env's seed, dealt or from a start, plays on to the first outside decision and returns
    /// the legal actions there.
    ///
    /// A position of the same game keeps its memory.
    fn begin(&mut self, shared: &Shared<'_>, start: Option<&EnvStart>, is_of_game: bool) -> ActionSet {
        let game = shared.game;
        self.controllers = self.next_controllers;
        self.controllers[usize::from(game.players())..].fill(Controller::Outside);
        self.has_bots = self.controllers.iter().any(|c| *c != Controller::Outside);
        self.is_early = self.has_bots;
        self.recent.clear();
        if let Some(start) = start {
            start.begin(&mut self.state, &mut self.recent, self.seed);
        } else if game.options().history > 0 {
            deal_to(&mut self.state, game, self.seed, is_of_game, &mut self.recent);
        } else {
            deal_to(&mut self.state, game, self.seed, is_of_game, &mut ());
        }
        if self.has_bots {
            self.bots = Rng::new(self.seed, Stream::Bot);
            let mut early = [0.0; MAX_SEATS];
            self.play_bots(game, &mut early, shared.watch);
            self.early = early;
        }
        if self.state.is_over() {
            ActionSet::EMPTY
        } else {
            game.legal(&self.state)
        }
    }

    /// Lets bots decide until another controller is to act or the game is over; adds the rewards to `rewards`.
    #[inline(never)]
    fn play_bots(&mut self, game: &Game, rewards: &mut [f32], watch: Option<&Watch<'_>>) {
        while !self.state.is_over() {
            if self.bot_decisions.is_multiple_of(BETWEEN_LOOKS) && watch.is_some_and(Watch::stops) {
                return;
            }
            let Controller::Bot(bot) = self.controllers[self.state.asked().index()] else {
                return;
            };
            let view = View::new(game, &self.state, self.state.asked());
            let action = bot.act(&view, game.legal(&self.state), &mut self.bots);
            self.apply(game, action);
            self.bot_decisions += 1;
            self.pay(game, rewards);
        }
    }

    fn apply(&mut self, game: &Game, action: Action) {
        if game.options().history > 0 {
            game.apply_unchecked(&mut self.state, action, &mut self.recent);
        } else {
            game.apply_unchecked(&mut self.state, action, &mut ());
        }
    }

    /// Adds the rewards of the last action to `rewards`.
    fn pay(&self, game: &Game, rewards: &mut [f32]) {
        if self.state.is_over() || self.state.has_paid {
            for (sum, won) in rewards.iter_mut().zip(game.rewards(&self.state)) {
                *sum += won as f32;
            }
        }
    }

    /// Steps this env, which is env `i` of the buffers, and sets its legal actions: none if it stands at the end of its
    /// episode.
    #[inline(always)]
    pub(super) fn step<const F: Features>(
        &mut self,
        shared: &Shared<'_>,
        action: usize,
        legal: &mut ActionSet,
        ends: &mut dyn Ends,
        i: usize,
    ) {
        let game = shared.game;
        if legal.is_empty() {
            *legal = self.step_at_end(shared, ends, i);
            return;
        }
        let seat = self.state.asked();
        let id = ActionId::new(action as u8);
        let action = id.map_or(Action::Pass, Action::from_id);
        if shared.history {
            game.apply_unchecked(&mut self.state, action, &mut self.recent);
        } else {
            game.decide::<F>(&mut self.state, action);
        }
        if shared.any_bots && self.has_bots || self.state.has_paid || self.state.is_over() {
            self.after_decision(shared, seat, ends, i);
            if self.state.is_over() {
                *legal = self.step_over(shared, i);
                return;
            }
        }
        *legal = game.legal_by::<F>(&self.state);
    }

    /// Steps an env that stands at the end of its episode: deals the next one, or shows the end again.
    #[cold]
    fn step_at_end(&mut self, shared: &Shared<'_>, ends: &mut dyn Ends, i: usize) -> ActionSet {
        if shared.autoreset == Autoreset::NextStep {
            return self.deal_in_step(shared, i);
        }
        ends.show_end(self, shared.game, i);
        ActionSet::EMPTY
    }

    /// Completes a step that has ended the episode: deals the next one, or leaves the env at the end.
    ///
    /// An episode without an outside decision is not shown.
    fn step_over(&mut self, shared: &Shared<'_>, i: usize) -> ActionSet {
        let told = shared
            .told
            .filter(|_| self.has_policies() && self.is_paid(shared.game));
        if let Some(told) = told {
            let returns = shared.game.returns(&self.state);
            let players = usize::from(shared.game.players());
            told.ended(shared.first + i, &self.controllers[..players], &returns);
        }
        self.skipped += u64::from(self.is_early);
        if self.is_early || shared.autoreset == Autoreset::SameStep {
            return self.deal_in_step(shared, i);
        }
        ActionSet::EMPTY
    }

    /// Deals the next episode and records that for the policies.
    fn deal_in_step(&mut self, shared: &Shared<'_>, i: usize) -> ActionSet {
        let legal = self.deal(shared);
        if let Some(told) = shared.told.filter(|_| self.has_policies()) {
            told.dealt(shared.first + i);
        }
        legal
    }

    /// Completes a decision that paid, ended the episode or is followed by bots or policies.
    #[inline(never)]
    fn after_decision(&mut self, shared: &Shared<'_>, seat: Seat, ends: &mut dyn Ends, i: usize) {
        let game = shared.game;
        let rewards = ends.rewards(shared, i);
        if self.controllers[seat.index()] == Controller::Outside {
            self.last = seat;
            if self.has_bots {
                self.is_early = false;
                let early = std::mem::take(&mut self.early);
                rewards.iter_mut().zip(early).for_each(|(sum, won)| *sum += won);
            }
        }
        if self.is_early {
            let mut early = self.early;
            self.pay(game, &mut early);
            self.play_bots(game, &mut early, shared.watch);
            self.early = early;
        } else {
            self.pay(game, rewards);
            if self.has_bots {
                self.play_bots(game, rewards, shared.watch);
            }
        }
        if self.state.is_over() && !self.is_early {
            ends.show_end(self, game, i);
            ends.show_last(self, shared, i);
        }
    }

    /// Returns the position as the seat to act sees it.
    #[inline(always)]
    pub(super) fn view<'a>(&'a self, game: &'a Game) -> View<'a> {
        View::new(game, &self.state, self.state.asked())
    }

    /// Writes what the seat to act may know and do into the buffers of this env alone.
    pub(super) fn write<T: Feature>(&self, shared: &Shared<'_>, legal: ActionSet, out: &mut Slices<'_, T>) {
        let shared = shared.of(self.own.as_deref());
        let Shared { game, layout, .. } = shared;
        layout.observe(&self.view(game), &self.recent, out.observations);
        mask_of(legal).write_mask(out.action_masks);
        out.players[0] = i32::from(self.actor());
        out.extras
            .of(0..1, layout, shared.seats)
            .write(self, &shared, self.state.asked());
    }
}

impl<T: Feature> ExtraSlices<'_, T> {
    /// Writes the further observations of one env, as `seat` sees it.
    fn write(self, env: &Env, shared: &Shared<'_>, seat: Seat) {
        let Shared { game, layout, .. } = *shared;
        for (seat, out) in (0..).map(Seat).zip(self.seats.chunks_exact_mut(layout.size())) {
            if seat.0 < game.players() {
                layout.observe(&View::new(game, &env.state, seat), &env.recent, out);
            } else {
                out.fill(T::ZERO);
            }
        }
        if !self.privileged.is_empty() {
            layout.privileged(game, &env.state, seat, &env.recent, self.privileged);
        }
    }
}

/// Destination of the rewards and ends of episodes that a step writes, whatever the type of the observations.
pub(super) trait Ends {
    /// Returns the rewards of env `i`.
    fn rewards(&mut self, shared: &Shared<'_>, i: usize) -> &mut [f32];

    /// Writes how the episode of env `i` has ended, and the seat of its last observation.
    fn show_end(&mut self, env: &Env, game: &Game, i: usize);

    /// Writes the last observation of the episode of env `i`.
    fn show_last(&mut self, env: &Env, shared: &Shared<'_>, i: usize);
}

impl<T: Feature> Ends for Slices<'_, T> {
    fn rewards(&mut self, shared: &Shared<'_>, i: usize) -> &mut [f32] {
        &mut self.rewards[i * shared.seats..][..shared.seats]
    }

    fn show_end(&mut self, env: &Env, game: &Game, i: usize) {
        self.terminations[i] = env.is_paid(game);
        self.truncations[i] = env.state.is_truncated();
        self.final_players[i] = i32::from(env.last.0);
    }

    fn show_last(&mut self, env: &Env, shared: &Shared<'_>, i: usize) {
        let Shared { game, layout, .. } = *shared;
        let size = layout.size();
        let out = &mut self.final_observations[i * size..][..size];
        layout.observe(&View::new(game, &env.state, env.last), &env.recent, out);
        self.final_extras
            .of(i..i + 1, layout, shared.seats)
            .write(env, shared, env.last);
    }
}
