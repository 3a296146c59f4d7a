//! Worlds that a seat cannot distinguish from the true one: the history of each can be played, leads to it, and looks the same.

#![no_main]

use std::cell::Cell;

use eights::{Episode, Game, Move, Recent, Record, Seat, State};
use eights_fuzz::games::{Choice, below, byte};
use eights_fuzz::{Bytes, play, seeds, target};

target!(check, || seeds::choices(40));

/// Most looks at whether the search for a world goes on: an input must not take long.
const MOST_LOOKS: u32 = 200;

fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let game = Choice([byte(&mut bytes), byte(&mut bytes), byte(&mut bytes)]).game();
    let viewer = Seat(below(&mut bytes, game.players().into()) as u8);
    let seed = byte(&mut bytes).into();
    let mut episode = Episode::new(&game, seed);
    play::on(&mut episode, &mut bytes, |_| {});
    play::returns_are_promised(&game, episode.state());
    if episode.state().is_over() {
        return;
    }
    let mut worlds = episode.worlds(viewer, seed);
    let looks = Cell::new(0);
    let goes_on = || looks.replace(looks.get() + 1) < MOST_LOOKS;
    let Ok(world) = worlds.draw_while(&goes_on) else {
        return;
    };
    assert_eq!(game.check(&world), Vec::<String>::new(), "{}", episode.record());
    let history = worlds.history();
    assert_eq!(history.is_some(), worlds.have_histories());
    if let (Some(history), Some(explicit)) = (history, worlds.game_of_histories()) {
        replay(&episode, &world, explicit, history);
    }
    play::is_restored(&game, &world);
    let mut on = Episode::from_state(&game, world, Recent::new(0));
    play::on(&mut on, &mut Bytes::new(data), |_| {});
}

/// Checks that the history of a world can be played, leads to it, and is restored from its record.
fn replay(played: &Episode, world: &State, game: &Game, (first, moves): (State, Vec<Move>)) {
    let about = || format!("{}: {}", game.ruleset().id, played.record());
    let mut episode = Episode::from_state(game, first, Recent::new(0));
    for what in moves {
        let made = episode.make(what);
        assert!(made.is_ok(), "{what} {made:?}: {}", about());
    }
    assert_eq!(
        game.to_value(episode.state()),
        game.to_value(world),
        "{}",
        about()
    );
    let record = Record::parse(&episode.record()).expect("a record");
    let again = record.replay().expect("it replays");
    assert!(again.state() == episode.state(), "{}", about());
}
