//! Observations are within their bounds, and equal in all worlds that a seat cannot tell apart.

use eights::observation::Feature;
use eights::{Episode, Recent, ResampleError, Rng, Seat, State, View};

use crate::counts::Counts;
use crate::play::{Check, Table, contradictions, unless};

/// Worlds drawn from one history.
const DRAWN: u32 = 2;

/// Draws a seat.
fn seat(table: &Table, rng: &mut Rng) -> Seat {
    Seat(rng.below(u32::from(table.game.players())) as u8)
}

/// Observes a state after the public events of an episode.
fn observe<T: Feature>(table: &Table, episode: &Episode, state: &State, seat: Seat) -> Vec<T> {
    let mut out = vec![T::ZERO; table.layout.size()];
    let view = View::new(&table.game, state, seat);
    table.layout.observe(&view, episode.recent(), &mut out);
    out
}

/// Checks that each observed feature is within its bound, and equal as a byte and as a float.
pub(crate) fn observed(table: &Table, episode: &Episode, rng: &mut Rng, counts: &mut Counts) -> Check {
    counts.observations += 1;
    let seat = seat(table, rng);
    let bytes: Vec<u8> = observe(table, episode, episode.state(), seat);
    let floats: Vec<f32> = observe(table, episode, episode.state(), seat);
    for span in table.layout.spans() {
        for at in span.start..span.start + span.len {
            let (byte, float) = (bytes[at], floats[at]);
            if byte == 0 && float.to_bits() == 0 {
                continue;
            }
            let same = (float - f32::from(byte) / f32::from(span.high)).abs() < 1e-6;
            unless(same && byte <= span.high, || {
                format!("{} of {seat:?} at {at} is {byte} and {float}", span.name)
            })?;
        }
    }
    Ok(())
}

/// Checks that a state which a seat cannot tell from the true one looks the same to it.
fn looks_the_same(table: &Table, episode: &Episode, other: &State, seat: Seat) -> Check {
    let (game, state) = (&table.game, episode.state());
    contradictions(game, other)?;
    unless(other.is_chance() == state.is_chance(), || {
        "chance would not be asked".to_owned()
    })?;
    if state.actor() == Some(seat) {
        unless(game.legal(other) == game.legal(state), || {
            "other actions are legal".to_owned()
        })?;
    }
    let one: Vec<u8> = observe(table, episode, state, seat);
    let two: Vec<u8> = observe(table, episode, other, seat);
    let differs = |span: &&eights::observation::Span| {
        let place = span.start..span.start + span.len;
        one[place.clone()] != two[place]
    };
    let differs = table.layout.spans().iter().find(differs);
    unless(differs.is_none(), || {
        let name = differs.map_or("", |span| span.name);
        format!("{name} differs in {}", game.to_value(other))
    })
}

/// Counts a failed search, which is no fault: the error says that hardly any other position is possible.
fn none_found(error: &ResampleError, counts: &mut Counts) {
    let _ = error;
    counts.none_found += 1;
}

/// Checks that redrawing all that a seat cannot know changes nothing that it observes.
pub(crate) fn redrawn(table: &Table, episode: &Episode, rng: &mut Rng, counts: &mut Counts) -> Check {
    let (seat, seed) = (seat(table, rng), rng.next_u64());
    match table.game.resample(episode.state(), seat, seed) {
        Ok(other) => {
            counts.redrawn += 1;
            looks_the_same(table, episode, &other, seat)
                .map_err(|why| format!("redrawn for {seat:?} with seed {seed}: {why}"))
        }
        Err(error) => {
            none_found(&error, counts);
            Ok(())
        }
    }
}

/// Draws worlds of a seat, and replays the history of each.
pub(crate) fn histories(table: &Table, episode: &Episode, rng: &mut Rng, counts: &mut Counts) -> Check {
    let (seat, seed) = (seat(table, rng), rng.next_u64());
    let mut worlds = episode.worlds(seat, seed);
    for number in 1..=DRAWN {
        let about = |why| format!("world {number} of {seat:?} with seed {seed}: {why}");
        let world = match worlds.draw() {
            Ok(world) => world,
            Err(error) => {
                none_found(&error, counts);
                return Ok(());
            }
        };
        contradictions(&table.game, &world).map_err(about)?;
        let history = worlds.history().zip(worlds.game_of_histories());
        unless(history.is_some() == worlds.have_histories(), || {
            about("no history".to_owned())
        })?;
        let Some(((first, moves), explicit)) = history else {
            counts.without_history += 1;
            continue;
        };
        counts.worlds += 1;
        let mut again = Episode::from_state(explicit, first, Recent::new(0));
        for what in moves {
            again
                .make(what)
                .map_err(|error| about(format!("{what} is refused: {error}")))?;
        }
        let (one, other) = (explicit.to_value(again.state()), explicit.to_value(&world));
        unless(one == other, || {
            about(format!("its history leads to {one} and not to {other}"))
        })?;
        looks_the_same(table, episode, &world, seat).map_err(about)?;
    }
    Ok(())
}
