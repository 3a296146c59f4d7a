//! `random`: any legal action, each with equal chance.

use super::Bot;
use crate::action::{Action, ActionSet};
use crate::rng::Rng;
use crate::view::View;

/// Chooses any legal action, each with equal chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Random;

impl Bot for Random {
    fn name(&self) -> &str {
        super::NAMES[0]
    }

    #[inline]
    fn act(&self, _view: &View<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        Action::from_id(legal.nth(rng.below(legal.len())))
    }
}
