//! Data that all envs of a batch share.

use super::Autoreset;
use super::policies::EpisodeCollector;
use super::pool::Prepared;
use super::source::Draws;
use super::watch::Watch;
use crate::action::{Action, ActionSet};
use crate::engine::Game;
use crate::observation::Layout;

/// Data that all envs share.
#[derive(Clone, Copy)]
pub(super) struct Shared<'a> {
    /// The game; if games are drawn, the first of the pool, or that of one env (see [`Shared::of`]).
    pub(super) game: &'a Game,
    pub(super) layout: &'a Layout,
    /// Source of the games of the next episodes, if envs may play different games.
    pub(super) draws: Option<&'a Draws>,
    /// Number of seats in the arrays.
    pub(super) seats: usize,
    pub(super) autoreset: Autoreset,
    /// Number of the first env of the chunk.
    pub(super) first: usize,
    /// True if bots or policies decide for any seat of any env.
    pub(super) any_bots: bool,
    /// Collector of the episodes of policies, if there are policies.
    pub(super) told: Option<&'a EpisodeCollector>,
    /// True if observations show the last actions, which are then kept.
    pub(super) history: bool,
    /// Watch for interruptions, if there are bots.
    pub(super) watch: Option<&'a Watch<'a>>,
}

impl<'a> Shared<'a> {
    /// Creates the data for envs of this game, or of games that are drawn, without a watch or bots.
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

    /// Returns the data for an env that may play a game of its own.
    #[inline]
    pub(super) fn of<'b>(self, own: Option<&'b Prepared>) -> Shared<'b>
    where
        'a: 'b,
    {
        let (game, layout) = own.map_or((self.game, self.layout), |own| (&own.game, &*own.layout));
        Shared { game, layout, ..self }
    }
}

/// Returns the actions of the mask: the legal ones, or `pass` in an env that stands at the end of its episode.
#[inline]
pub(super) fn mask_of(legal: ActionSet) -> ActionSet {
    legal.with_if(legal.is_empty(), Action::Pass)
}
