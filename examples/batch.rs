//! Plays 64 games at once, random legal actions against the bot `heuristic`, and prints the mean return.

#![allow(clippy::print_stdout, reason = "a program prints its result")]

use eights::batch::{Arrays, Autoreset, Batch, Controller};
use eights::bot::BotKind;
use eights::{Game, Options, Ruleset};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Game::new(&Ruleset::builtin("crazy_eights")?, Options::new(2))?;
    let mut batch = Batch::new(&game, 64, 0, Autoreset::SameStep)?;
    batch.set_controllers(&[Controller::Outside, Controller::Bot(BotKind::Heuristic)])?;
    let mut arrays = Arrays::<f32>::new(&batch);
    batch.reset(None, None, arrays.buffers())?;

    let (mut actions, mut won, mut episodes) = (vec![0_i64; 64], 0.0, 0);
    for _ in 0..1_000 {
        // A policy would read `arrays.observations` and `arrays.action_masks` here.
        batch.sample(None, &mut actions)?;
        batch.step(&actions, None, arrays.buffers())?;
        won += arrays.rewards.column(0).sum();
        episodes += arrays.terminations.iter().filter(|&&ended| ended).count();
    }
    println!("{episodes} episodes, mean return {:+.2}", won / episodes as f32);
    Ok(())
}
