//! Positions that play reaches are restored from their texts and bytes; changed ones are refused, or play on likewise.

#![no_main]

use eights::Episode;
use eights_fuzz::games::{below, game};
use eights_fuzz::{Bytes, mutants, play, seeds, target};

target!(check, || seeds::choices(80));

fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let Some(game) = game(&mut bytes) else {
        return;
    };
    let (moves, changes) = (below(&mut bytes, 100), 1 + below(&mut bytes, 3));
    let seed = bytes.len() as u64;
    let episode = play::at_random(&game, seed, moves);
    play::is_restored(&game, episode.state());
    let mut value = game.to_value(episode.state());
    let other = play::at_random(&game, seed + 1, below(&mut bytes, 60));
    let other = game.to_value(other.state());
    for _ in 0..changes {
        mutants::change(&mut value, &other, &mut bytes);
    }
    match Episode::from_position(&game, &value, 1) {
        Ok(mut other) => {
            let mut looks = 0;
            play::on(&mut other, &mut bytes, |at| {
                looks += 1;
                if looks % 8 == 1 {
                    play::is_restored(&game, at.state());
                }
            });
            play::is_restored(&game, other.state());
        }
        Err(why) => {
            let named = why.problems().iter().any(|problem| !problem.path.is_empty());
            assert!(named && !why.to_string().is_empty(), "no key is named: {why}");
        }
    }
}
