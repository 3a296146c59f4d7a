//! Counts of the sequences of actions to a depth, for tests and benchmarks.
//!
//! A changed count reveals a changed rule, and a benchmark that also asserts the count cannot be fast and wrong.

use crate::engine::{Game, State};

/// Counts the sequences of `depth` steps; a step is an action of the seat to act or an outcome of chance.
///
/// A sequence that ends before `depth` is not counted.
///
/// Sampled chance follows the random generator of the state, so that the count is the same each time.
///
/// # Examples
/// ```
/// use eights::{Game, Options, Ruleset, perft};
///
/// let game = Game::new(&Ruleset::builtin("crazy_eights")?, Options::new(2))?;
/// let position = serde_json::json!({ "hands": ["8H 5C", "KD QD"], "pile": "TC" });
/// let state = game.position(&position, 0)?;
/// // Play the Eight or the five, or draw.
/// assert_eq!(perft(&game, &state, 1), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn perft(game: &Game, state: &State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if state.is_chance() {
        return game
            .chance_outcomes(state)
            .into_iter()
            .map(|(outcome, _)| {
                let mut next = state.clone();
                let accepted = game.apply_outcome(&mut next, outcome, &mut ());
                debug_assert_eq!(accepted, Ok(()), "chance can give its own outcomes");
                perft(game, &next, depth - 1)
            })
            .sum();
    }
    let legal = game.legal(state);
    if depth == 1 {
        return u64::from(legal.len());
    }
    legal
        .iter()
        .map(|action| {
            let mut next = state.clone();
            game.apply_unchecked(&mut next, action, &mut ());
            perft(game, &next, depth - 1)
        })
        .sum()
}
