//! Batches of bytes, with functions that are compiled once for all targets.

use eights::batch::{Arrays, Batch};

/// Resets all envs.
///
/// # Panics
/// The batch is refused.
pub fn reset(batch: &mut Batch, arrays: &mut Arrays<u8>) {
    batch.reset(None, None, arrays.buffers()).expect("all envs");
}

/// Takes a step with these actions.
///
/// # Panics
/// An action is refused.
pub fn step(batch: &mut Batch, actions: &[i64], arrays: &mut Arrays<u8>) {
    batch
        .step(actions, None, arrays.buffers())
        .expect("legal actions");
}

/// Takes some random steps; none once a policy is to decide.
///
/// # Panics
/// An action is refused.
pub fn steps(batch: &mut Batch, count: usize, arrays: &mut Arrays<u8>) {
    let mut actions = vec![0_i64; batch.num_envs()];
    for _ in 0..count {
        if batch.waiting().expect("nothing is under way").next().is_some() {
            return;
        }
        batch.sample(None, &mut actions).expect("room for the actions");
        step(batch, &actions, arrays);
    }
}
