//! One environment: its position, who decides for its seats, and what a step does to it.

use super::buffers::Buffers;
use super::{Autoreset, Controller};
use crate::action::{Action, ActionId, ActionSet};
use crate::engine::{Game, State};
use crate::observe::{Feature, Layout};
use crate::recent::Recent;
use crate::rng::{Rng, Stream, episode_seed};
use crate::seat::{MAX_SEATS, Seat};
use crate::view::View;

/// One environment of a batch, without its buffers.
#[derive(Clone)]
pub(super) struct Row {
    pub(super) state: State,
    pub(super) recent: Recent,
    pub(super) legal: ActionSet,
    pub(super) controllers: [Controller; MAX_SEATS],
    /// For the next episode.
    pub(super) next_controllers: [Controller; MAX_SEATS],
    pub(super) bots: Rng,
    pub(super) sample: Rng,
    pub(super) seed: u64,
    pub(super) episode: u64,
    pub(super) skipped: u64,
    pub(super) done: bool,
    pub(super) has_bots: bool,
    /// What was won before the first outside decision of the episode; it counts with the first step.
    early: [f32; MAX_SEATS],
}

impl Row {
    /// A row that is still to be dealt.
    pub(super) fn new(game: &Game) -> Self {
        Self {
            state: game.new_initial_state(0),
            recent: Recent::new(game.options().history),
            legal: ActionSet::EMPTY,
            controllers: [Controller::Outside; MAX_SEATS],
            next_controllers: [Controller::Outside; MAX_SEATS],
            bots: Rng::new(0, Stream::Bot),
            sample: Rng::new(0, Stream::Sample),
            seed: 0,
            episode: 0,
            skipped: 0,
            done: false,
            has_bots: false,
            early: [0.0; MAX_SEATS],
        }
    }

    /// Deals the next episode and plays on to the first outside decision.
    pub(super) fn deal(&mut self, game: &Game, base: u64, env: u64) {
        loop {
            self.seed = episode_seed(base, env, self.episode);
            self.episode += 1;
            self.controllers = self.next_controllers;
            self.has_bots = self.controllers.iter().any(|c| *c != Controller::Outside);
            self.done = false;
            self.bots = Rng::new(self.seed, Stream::Bot);
            self.recent.clear();
            if game.options().history > 0 {
                game.deal_into(&mut self.state, self.seed, &mut self.recent);
            } else {
                game.deal_into(&mut self.state, self.seed, &mut ());
            }
            self.legal = game.legal(&self.state);
            if self.has_bots {
                let mut early = [0.0; MAX_SEATS];
                self.play_bots(game, &mut early);
                self.early = early;
            }
            if !self.state.is_over() {
                return;
            }
            self.skipped += 1;
        }
    }

    /// Lets bots decide until an outside seat is to act or the game is over; adds what they win to `rewards`.
    fn play_bots(&mut self, game: &Game, rewards: &mut [f32]) {
        while self.has_bots && !self.state.is_over() {
            let Controller::Bot(bot) = self.controllers[self.state.actor.index()] else {
                return;
            };
            let view = View::new(game, &self.state, self.state.actor);
            let action = bot.act(&view, self.legal, &mut self.bots);
            self.apply(game, action, rewards);
        }
    }

    #[inline]
    fn apply(&mut self, game: &Game, action: Action, rewards: &mut [f32]) {
        if game.options().history > 0 {
            game.apply_unchecked(&mut self.state, action, &mut self.recent);
        } else {
            game.apply_unchecked(&mut self.state, action, &mut ());
        }
        self.legal = game.legal(&self.state);
        if !rewards.is_empty() && (self.state.is_over() || self.state.has_paid) {
            for (sum, won) in rewards.iter_mut().zip(game.rewards(&self.state)) {
                *sum += won as f32;
            }
        }
    }

    /// One step of this row.
    #[allow(
        clippy::too_many_arguments,
        reason = "what a row shares with the others is passed, not stored in each"
    )]
    pub(super) fn step<T: Feature>(
        &mut self,
        game: &Game,
        layout: &Layout,
        base: u64,
        env: u64,
        autoreset: Autoreset,
        action: i64,
        out: &mut Buffers<'_, T>,
    ) {
        out.clear_ends();
        if self.done {
            if autoreset == Autoreset::NextStep {
                self.deal(game, base, env);
                self.write(game, layout, out);
            } else {
                // It still stands at its end.
                self.show_end(out);
            }
            return;
        }
        let seat = self.state.actor;
        if self.has_bots {
            let early = std::mem::take(&mut self.early);
            out.rewards.copy_from_slice(&early[..out.rewards.len()]);
        }
        let id = u8::try_from(action).ok().and_then(ActionId::new);
        self.apply(game, id.map_or(Action::Pass, Action::from_id), out.rewards);
        self.play_bots(game, out.rewards);
        if self.state.is_over() {
            self.end(game, layout, seat, out);
            if autoreset == Autoreset::SameStep {
                self.deal(game, base, env);
            } else {
                self.done = true;
            }
        }
        self.write(game, layout, out);
    }

    /// How the episode has ended.
    pub(super) fn show_end<T: Feature>(&self, out: &mut Buffers<'_, T>) {
        out.terminations[0] = !self.state.is_truncated();
        out.truncations[0] = self.state.is_truncated();
    }

    /// The episode has ended: its last observation, as the seat that acted last sees it.
    fn end<T: Feature>(&self, game: &Game, layout: &Layout, seat: Seat, out: &mut Buffers<'_, T>) {
        self.show_end(out);
        layout.observe(
            &View::new(game, &self.state, seat),
            &self.recent,
            out.final_observations,
        );
        out.final_players[0] = i32::from(seat.0);
    }

    /// Observation, mask and seat to act.
    pub(super) fn write<T: Feature>(&self, game: &Game, layout: &Layout, out: &mut Buffers<'_, T>) {
        let actor = self.state.actor;
        layout.observe(
            &View::new(game, &self.state, actor),
            &self.recent,
            out.observations,
        );
        let legal = if self.done {
            ActionSet::EMPTY.with(Action::Pass)
        } else {
            self.legal
        };
        legal.write_mask(out.action_masks);
        out.players[0] = i32::from(actor.0);
    }
}
