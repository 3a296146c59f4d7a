//! Bytes of batches, of the game that the first bytes choose: refused, or restored exactly and stepped.

#![no_main]

use eights::batch::{Arrays, Autoreset, Batch, Controller};
use eights::bot::BotKind;
use eights_fuzz::batches::{reset, steps};
use eights_fuzz::games::{Choice, choices};
use eights_fuzz::target;

target!(check, saved);

/// Most bytes of a batch: one of many envs takes long to step.
const MOST: usize = 1 << 16;

/// Number of steps of each batch.
const STEPS: usize = 8;

fn check(data: &[u8]) {
    let Some((choice, bytes)) = Choice::split(data).filter(|(_, bytes)| bytes.len() <= MOST) else {
        return;
    };
    let game = choice.game();
    let mut batch = match Batch::deserialize(&game, bytes) {
        Ok(batch) => batch,
        Err(why) => return assert!(!why.to_string().is_empty()),
    };
    let written = batch.serialize().expect("nothing is under way");
    let mut again = Batch::deserialize(&game, &written).expect("serialized");
    assert_eq!(again.serialize().as_ref(), Ok(&written));
    let mut arrays = [Arrays::<u8>::new(&batch), Arrays::<u8>::new(&again)];
    steps(&mut batch, STEPS, &mut arrays[0]);
    steps(&mut again, STEPS, &mut arrays[1]);
    assert!(
        arrays[0] == arrays[1] && batch.serialize() == again.serialize(),
        "another batch is restored"
    );
}

fn saved() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for (at, choice) in choices().enumerate().filter(|(at, _)| at % 3 != 1) {
        let autoreset = Autoreset::ALL[at % 3];
        let Ok(mut batch) = Batch::new(&choice.game(), 1 + at % 2, at as u64, autoreset) else {
            continue; // Chance is explicit.
        };
        let mut controllers = vec![Controller::Outside; batch.seats()];
        controllers[1] = [Controller::Outside, Controller::Bot(BotKind::Random)][at % 2];
        batch.set_controllers(&controllers).expect("an outside seat");
        let mut arrays = Arrays::new(&batch);
        reset(&mut batch, &mut arrays);
        steps(&mut batch, STEPS, &mut arrays);
        let bytes = batch.serialize().expect("nothing is under way");
        all.push([&choice.0[..], &bytes].concat());
    }
    all
}
