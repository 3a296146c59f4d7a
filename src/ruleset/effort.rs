//! The work that checks of a ruleset may take, counted so that it is the same everywhere.

use serde_json::{Map, Value};

/// Maximum work of the checks that a ruleset needs beyond the first: of its variants, and with the values that may have been
/// meant. In release builds less than 100 ms.
const MOST_WORK: usize = 1 << 20;

/// Work of comparing two specials, where that of reading a byte is 1.
const PAIR: usize = 10;

/// Work of checking even the shortest ruleset.
const LEAST: usize = 4_000;

/// Work that is left for checks of a ruleset.
pub(crate) struct Effort(usize);

impl Default for Effort {
    fn default() -> Self {
        Self(MOST_WORK)
    }
}

impl Effort {
    /// Spends the work of reading and checking a ruleset once; returns false if less is left.
    pub(crate) fn spend(&mut self, ruleset: &Value) -> bool {
        let left = self.0.checked_sub(cost(ruleset));
        self.0 = left.unwrap_or(0);
        left.is_some()
    }
}

/// Returns the work of reading and checking a ruleset, whose bytes are read, and whose specials are compared with each other.
fn cost(ruleset: &Value) -> usize {
    let specials = ruleset["special"].as_object().map_or(0, Map::len);
    LEAST + ruleset.to_string().len() + PAIR * specials * specials
}
