//! A batch shows and pays what its states do when they are played one by one.

#![no_main]

use eights::batch::{Arrays, Autoreset, Batch};
use eights::{Action, Episode, Game, Seat, State};
use eights_fuzz::games::{below, byte, game};
use eights_fuzz::{Bytes, batches, play, seeds, target};

target!(check, || seeds::choices(60));

const ENVS: usize = 2;

/// An env as it should be.
struct Expected {
    episode: Episode,
    /// The sum of the rewards of each seat.
    won: Vec<f64>,
    /// True if the next step only deals.
    ended: bool,
}

fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let Some(game) = game(&mut bytes) else {
        return;
    };
    let autoreset = Autoreset::ALL[below(&mut bytes, 3)];
    let Ok(mut batch) = Batch::new(&game, ENVS, byte(&mut bytes).into(), autoreset) else {
        return; // Chance is explicit.
    };
    let mut arrays = Arrays::<u8>::new(&batch);
    batches::reset(&mut batch, &mut arrays);
    let mut envs: Vec<Expected> = (0..ENVS).map(|env| dealt(&game, &batch, env)).collect();
    shows(&batch, &arrays, &envs);
    for _ in 0..play::MOST_MOVES {
        if bytes.is_empty() {
            break;
        }
        let actions: [i64; ENVS] =
            std::array::from_fn(|env| choose(&game, envs[env].episode.state(), &mut bytes));
        batches::step(&mut batch, &actions, &mut arrays);
        for (env, expected) in envs.iter_mut().enumerate() {
            steps(&batch, &arrays, env, expected, actions[env]);
        }
        shows(&batch, &arrays, &envs);
    }
}

/// The env just dealt.
fn dealt(game: &Game, batch: &Batch, env: usize) -> Expected {
    let seed = batch.episode_seed(env).expect("an env");
    Expected {
        episode: Episode::new(game, seed),
        won: vec![0.0; game.players().into()],
        ended: false,
    }
}

fn choose(game: &Game, state: &State, bytes: &mut Bytes<'_>) -> i64 {
    let legal = game.legal(state);
    if legal.is_empty() {
        return Action::Pass.id().index() as i64;
    }
    let id = legal.nth(below(bytes, legal.len() as usize) as u32);
    id.index() as i64
}

/// Makes the same step in the expected env, and compares what the batch reports of it.
fn steps(batch: &Batch, arrays: &Arrays<u8>, env: usize, expected: &mut Expected, action: i64) {
    let game = batch.game().clone();
    let rewards: Vec<f32> = arrays.rewards.row(env).to_vec();
    if expected.ended {
        assert!(rewards.iter().all(|&won| won == 0.0));
        if batch.state(env).expect("an env").is_over() {
            return; // Until it is reset from outside.
        }
        *expected = dealt(&game, batch, env);
        return;
    }
    let before = expected.episode.state().actor().expect("somebody acts");
    let id = eights::ActionId::new(action as u8).expect("an id");
    expected.episode.apply(Action::from_id(id)).expect("legal");
    let state = expected.episode.state();
    let left_open = state.is_truncated() && game.options().truncation == eights::Truncation::Bootstrap;
    assert_eq!(arrays.terminations[env], state.is_over() && !left_open);
    assert_eq!(arrays.truncations[env], state.is_truncated());
    for (sum, won) in expected.won.iter_mut().zip(rewards) {
        *sum += f64::from(won);
    }
    if !state.is_over() {
        assert_eq!(arrays.final_players[env], -1);
        return;
    }
    let returns = game.returns(state);
    for (seat, (won, due)) in expected.won.iter().zip(returns).enumerate() {
        assert!(
            (won - due).abs() < 1e-3 * due.abs().max(1.0),
            "seat {seat} gets {won} in all, not {due}"
        );
    }
    let last = Seat(u8::try_from(arrays.final_players[env]).expect("a seat"));
    assert_eq!(last, before, "the seat that acted last");
    let seen = play::observe::<u8>(batch.layout(), &expected.episode, last);
    assert_eq!(arrays.final_observations.row(env).to_vec(), seen);
    if batch.state(env).expect("an env").is_over() {
        expected.ended = true;
    } else {
        *expected = dealt(&game, batch, env);
    }
}

/// Checks that each env is in the expected position, and shown as such.
fn shows(batch: &Batch, arrays: &Arrays<u8>, envs: &[Expected]) {
    for (env, expected) in envs.iter().enumerate() {
        let (game, state) = (batch.game(), expected.episode.state());
        assert!(
            batch.state(env).expect("an env") == state,
            "env {env}: {}",
            expected.episode.record()
        );
        assert_eq!(game.check(state), Vec::<String>::new());
        let legal = arrays.action_masks.row(env).to_vec();
        let mut due = vec![false; legal.len()];
        game.legal(state).write_mask(&mut due);
        // An env that stands at its end ignores its action.
        due[Action::Pass.id().index()] |= state.is_over();
        assert_eq!(legal, due, "the mask of env {env}");
        if let Some(actor) = state.actor() {
            assert_eq!(arrays.players[env], i32::from(actor.0));
            let seen = play::observe::<u8>(batch.layout(), &expected.episode, actor);
            assert_eq!(arrays.observations.row(env).to_vec(), seen);
        }
    }
}
