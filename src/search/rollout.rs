//! Games that bots play to their end: the inner loop of a search.

use super::clock::Clock;
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

/// Number of decisions between two looks at the clock.
pub(super) const ASKED: u32 = 32;

/// Plays on to the end, or until chance is to be decided from outside. Returns false if the clock stopped it before.
pub(super) fn play_out(
    game: &Game,
    state: &mut State,
    players: Players,
    clock: &Clock<'_>,
    rng: &mut Rng,
) -> bool {
    let mut ended = true;
    with_profile!(game, F => vector::run(Rollout::<F> {
        game,
        state,
        players,
        clock,
        ended: &mut ended,
        rng,
    }));
    ended
}

/// A game played by the engine with these features, compiled as one loop.
struct Rollout<'a, const F: Features> {
    game: &'a Game,
    state: &'a mut State,
    players: Players,
    clock: &'a Clock<'a>,
    /// Set to false if the clock stops the game.
    ended: &'a mut bool,
    rng: &'a mut Rng,
}

impl<const F: Features> Work for Rollout<'_, F> {
    #[inline(always)]
    fn run(self, nth_bit: impl Fn(u64, u32) -> u32, _: impl Fn(u32) -> [bool; 32]) {
        let Self {
            game,
            state,
            players,
            clock,
            ended,
            rng,
        } = self;
        let mut decided = 0_u32;
        while let Some(seat) = state.actor() {
            decided += 1;
            if decided.is_multiple_of(ASKED) && !clock.allows(1.0) {
                *ended = false;
                return;
            }
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
