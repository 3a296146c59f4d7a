//! Every compilation of the engine that serves a game plays it as the one with all features does.

#![no_main]

use eights::{Event, Game, State};
use eights_fuzz::games::{byte, game};
use eights_fuzz::{Bytes, play, seeds, target};

target!(check, || seeds::choices(100));

fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let Some(game) = game(&mut bytes) else {
        return;
    };
    let mut all = game.compilations();
    let full = all.pop().expect("one has all features");
    let seed = byte(&mut bytes);
    let mut events: Vec<Event> = Vec::new();
    let mut state = full.deal(seed.into(), &mut events);
    for game in &all {
        assert!(
            game.new_initial_state(seed.into()) == state,
            "{} deals otherwise",
            game.ruleset().id
        );
    }
    for _ in 0..play::MOST_MOVES {
        let Some(next) = play::choose(&full, &state, &mut bytes) else {
            break;
        };
        let before = state.clone();
        events.clear();
        full.make(&mut state, next, &mut events)
            .expect("a move that can be made");
        for game in &all {
            goes_the_same_way(game, &full, &before, next, (&state, &events));
        }
        if bytes.is_empty() {
            break;
        }
    }
}

/// Checks that a move leads to the same state and events, whether events are recorded or not.
fn goes_the_same_way(
    game: &Game,
    full: &Game,
    before: &State,
    next: eights::Move,
    due: (&State, &Vec<Event>),
) {
    let about = || {
        format!(
            "{} {:?}: {next} in {}",
            game.ruleset().to_toml(),
            game.options(),
            game.to_value(before)
        )
    };
    assert_eq!(game.legal(before), full.legal(before), "{}", about());
    assert_eq!(
        game.lawful_actions(before),
        full.lawful_actions(before),
        "{}",
        about()
    );
    assert_eq!(
        game.chance_outcomes(before),
        full.chance_outcomes(before),
        "{}",
        about()
    );
    let (mut silent, mut told, mut events) = (before.clone(), before.clone(), Vec::new());
    game.make(&mut silent, next, &mut ())
        .expect("a move that can be made");
    game.make(&mut told, next, &mut events)
        .expect("a move that can be made");
    assert!(silent == *due.0 && told == *due.0, "{}", about());
    assert_eq!(&events, due.1, "{}", about());
}
