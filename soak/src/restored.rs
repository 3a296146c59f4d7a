//! Positions and records are restored as they were, and play goes on alike.

use eights::{Action, Game, Move, Record, Rng, State};

use crate::counts::Counts;
use crate::play::{Check, Table, unless};

/// Moves that are played from a restored position.
const AHEAD: u32 = 20;

/// Checks that a state is restored from its mapping and from its bytes.
pub(crate) fn position(game: &Game, state: &State, counts: &mut Counts) -> Check {
    counts.positions += 1;
    let value = game.to_value(state);
    let again = game
        .position(&value, 1)
        .map_err(|error| format!("the position is refused: {error}: {value}"))?;
    unless(game.to_value(&again) == value, || {
        format!("the position is restored as another: {value}")
    })?;
    let alike = game.legal(&again) == game.legal(state)
        && game.chance_outcomes(&again) == game.chance_outcomes(state);
    unless(alike, || {
        format!("something else can be done in the restored position: {value}")
    })?;
    let again = game
        .deserialize(&game.serialize(state))
        .map_err(|error| format!("the bytes are refused: {error}: {value}"))?;
    unless(again == *state, || {
        format!("the bytes are restored as another state: {value}")
    })
}

/// Checks that the same moves lead to the same positions from a state and from its mapping.
pub(crate) fn future(table: &Table, state: &State, rng: &mut Rng, counts: &mut Counts) -> Check {
    counts.futures += 1;
    let game = &table.game;
    let value = game.to_value(state);
    let refused = |error| format!("the position is refused: {error}: {value}");
    let mut again = game.position(&value, 1).map_err(refused)?;
    let mut state = state.clone();
    for _ in 0..AHEAD {
        let Some(next) = random(game, &state, rng) else {
            break;
        };
        for side in [&mut state, &mut again] {
            let refused = |error| format!("{next} is refused after a restored position: {error}: {value}");
            game.make(side, next, &mut ()).map_err(refused)?;
        }
    }
    let (one, other) = (game.to_value(&state), game.to_value(&again));
    unless(one == other, || {
        format!("a restored position leads to {other} and not to {one}: {value}")
    })
}

/// Returns a random move of a seat or of chance; none at the end.
fn random(game: &Game, state: &State, rng: &mut Rng) -> Option<Move> {
    let outcomes = game.chance_outcomes(state);
    if !outcomes.is_empty() {
        return Some(Move::Outcome(
            outcomes[rng.below(outcomes.len() as u32) as usize].0,
        ));
    }
    let legal = game.legal(state);
    (!legal.is_empty()).then(|| Move::Action(Action::from_id(legal.nth(rng.below(legal.len())))))
}

/// Checks that a record replays to the same state by the same events.
pub(crate) fn record(episode: &eights::Episode, counts: &mut Counts) -> Check {
    counts.records += 1;
    let refused = |error| format!("the record is refused: {error}");
    let again = Record::parse(&episode.record())
        .and_then(|record| record.replay())
        .map_err(refused)?;
    unless(again.state() == episode.state(), || {
        "the record leads to another state".to_owned()
    })?;
    unless(again.events() == episode.events(), || {
        "the record has other events".to_owned()
    })
}
