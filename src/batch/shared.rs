//! What all envs of a batch share.

use super::Autoreset;
use super::policies::Told;
use super::pool::Prepared;
use super::source::Draws;
use super::watch::Watch;
use crate::action::{Action, ActionSet};
use crate::engine::Game;
use crate::observation::Layout;

/// What all envs share.
#[derive(Clone, Copy)]
pub(super) struct Shared<'a> {
    /// What they play; where games are drawn, the first of the pool, or that of the env in question, see [`Shared::of`].
    pub(super) game: &'a Game,
    pub(super) layout: &'a Layout,
    /// What the next episodes are drawn from, where envs may play different games.
    pub(super) draws: Option<&'a Draws>,
    /// Seats that the arrays have room for.
    pub(super) seats: usize,
    pub(super) autoreset: Autoreset,
    /// The number of the first env of the chunk.
    pub(super) first: usize,
    /// Whether bots or policies decide for any seat of any env.
    pub(super) any_bots: bool,
    /// Where there are policies: what they are told.
    pub(super) told: Option<&'a Told>,
    /// Whether observations show the last actions, which are then kept.
    pub(super) history: bool,
    /// Where there are bots: whether to go on.
    pub(super) watch: Option<&'a Watch<'a>>,
}

impl<'a> Shared<'a> {
    /// What envs of this game, or of games that are drawn, share, where nobody watches and no bot decides.
    pub(super) fn new(first: &'a Prepared, draws: Option<&'a Draws>, seats: usize) -> Self {
        Self {
            game: &first.game,
            layout: &first.layout,
            draws,
            seats,
            autoreset: Autoreset::default(),
            first: 0,
            any_bots: false,
            told: None,
            history: first.game.options().history > 0,
            watch: None,
        }
    }

    /// The same for an env that may play a game of its own.
    #[inline]
    pub(super) fn of<'b>(self, own: Option<&'b Prepared>) -> Shared<'b>
    where
        'a: 'b,
    {
        let (game, layout) = own.map_or((self.game, self.layout), |own| (&own.game, &*own.layout));
        Shared { game, layout, ..self }
    }
}

/// What a mask shows: an env that stands at its end has no legal action, and shows `pass`.
#[inline]
pub(super) fn mask_of(legal: ActionSet) -> ActionSet {
    legal.with_if(legal.is_empty(), Action::Pass)
}
