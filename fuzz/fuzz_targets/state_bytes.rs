//! Bytes of states and episodes, of the game that the first bytes choose: refused, or restored exactly and played on from.

#![no_main]

use eights::{Episode, Recent};
use eights_fuzz::games::Choice;
use eights_fuzz::{Bytes, play, seeds, target};

target!(check, saved);

fn check(data: &[u8]) {
    let Some((choice, bytes)) = Choice::split(data) else {
        return;
    };
    let game = choice.game();
    let tail = &bytes[bytes.len().saturating_sub(60)..];
    match game.deserialize(bytes) {
        Ok(state) => {
            let again = game.deserialize(&game.serialize(&state)).expect("serialized");
            assert!(again == state, "another state is restored");
            let mut episode = Episode::from_state(&game, state, Recent::new(game.options().history));
            play::on(&mut episode, &mut Bytes::new(tail), |_| {});
            play::is_restored(&game, episode.state());
        }
        Err(why) => assert!(!why.to_string().is_empty()),
    }
    match Episode::deserialize(&game, bytes) {
        Ok(mut episode) => {
            let written = episode.serialize();
            let again = Episode::deserialize(&game, &written).expect("serialized");
            assert!(again.state() == episode.state() && again.serialize() == written);
            for seat in (0..game.players()).map(eights::Seat) {
                assert_eq!(
                    again.information_state_string(seat),
                    episode.information_state_string(seat)
                );
            }
            play::on(&mut episode, &mut Bytes::new(tail), |_| {});
        }
        Err(why) => assert!(!why.to_string().is_empty()),
    }
}

fn saved() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for (at, (choice, episode)) in seeds::episodes(30).into_iter().enumerate() {
        let bytes = match at % 3 {
            0 => episode.serialize(),
            1 => episode.game().serialize(episode.state()),
            _ => {
                let world = episode.resample(eights::Seat(0), 1);
                world.map_or_else(|_| episode.serialize(), |world| world.serialize())
            }
        };
        all.push([&choice.0[..], &bytes].concat());
    }
    all
}
