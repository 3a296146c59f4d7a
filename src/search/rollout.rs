//! Games that bots play to their end: the inner loop of a search.

use crate::action::Action;
use crate::bot::BotKind;
use crate::engine::profile::with_profile;
use crate::engine::{Game, State};
use crate::rng::Rng;
use crate::rules::Features;
use crate::seat::Seat;
use crate::vector::{self, Work};
use crate::view::View;

/// The bots that decide: one for one seat, and one for all others.
#[derive(Clone, Copy)]
pub(super) struct Players {
    pub(super) seat: Seat,
    pub(super) own: BotKind,
    pub(super) others: BotKind,
}

/// Plays on to the end, or until chance is to be decided from outside.
pub(super) fn play_out(game: &Game, state: &mut State, players: Players, rng: &mut Rng) {
    with_profile!(game, F => vector::run(Rollout::<F> { game, state, players, rng }));
}

/// A game played by the engine with these features, compiled as one loop.
struct Rollout<'a, const F: Features> {
    game: &'a Game,
    state: &'a mut State,
    players: Players,
    rng: &'a mut Rng,
}

impl<const F: Features> Work for Rollout<'_, F> {
    #[inline(always)]
    fn run(self, nth_bit: impl Fn(u64, u32) -> u32, _: impl Fn(u32) -> [bool; 32]) {
        let Self {
            game,
            state,
            players,
            rng,
        } = self;
        while let Some(seat) = state.actor() {
            let legal = game.legal_by::<F>(state);
            let bot = if seat == players.seat {
                players.own
            } else {
                players.others
            };
            let action = match bot {
                // The same choice as the bot's, by the machine's fastest way to the nth bit.
                BotKind::Random => Action::from_id(legal.nth_by(rng.below(legal.len()), &nth_bit)),
                _ => bot.act(&View::new(game, state, seat), legal, rng),
            };
            game.decide::<F>(state, action);
        }
    }
}
