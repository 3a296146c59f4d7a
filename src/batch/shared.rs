//! What all envs of a batch share.

use super::Autoreset;
use super::watch::Watch;
use crate::action::{Action, ActionSet};
use crate::engine::Game;
use crate::observation::Layout;

/// What all envs share.
#[derive(Clone, Copy)]
pub(super) struct Shared<'a> {
    pub(super) game: &'a Game,
    pub(super) layout: &'a Layout,
    pub(super) autoreset: Autoreset,
    /// Whether bots decide for any seat of any env.
    pub(super) any_bots: bool,
    /// Whether observations show the last actions, which are then kept.
    pub(super) history: bool,
    /// Where there are bots: whether to go on.
    pub(super) watch: Option<&'a Watch<'a>>,
}

/// What a mask shows: an env that stands at its end has no legal action, and shows `pass`.
#[inline]
pub(super) fn mask_of(legal: ActionSet) -> ActionSet {
    legal.with_if(legal.is_empty(), Action::Pass)
}
