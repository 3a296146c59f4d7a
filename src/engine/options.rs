//! The choices that make a game of a ruleset: the one place of their names and defaults.

use serde::{Deserialize, Serialize};

/// A choice that Python, records and serialized states write as a word.
macro_rules! choice {
    ($(#[$about:meta])* $type:ident, $key:literal { $($(#[$meaning:meta])* $variant:ident = $name:literal),+ }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $type {
            $($(#[$meaning])* $variant),+
        }

        impl $type {
            /// The option that it is.
            pub const KEY: &'static str = $key;

            /// Every choice.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Its name.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }
        }
    };
}

choice!(
    /// What an episode is.
    EpisodeKind, "episode" {
        /// One round.
        #[default]
        Round = "round",
        /// Rounds to the ruleset's target.
        Match = "match"
    }
);

choice!(
    /// What returns are.
    Reward, "reward" {
        /// The winner gets +1, the others −1/(players − 1) each.
        #[default]
        Win = "win",
        /// Minus the points scored, divided by the ruleset's `score.reward-scale`.
        Points = "points"
    }
);

choice!(
    /// How chance is decided.
    ChanceMode, "chance" {
        /// By the state's own generator.
        #[default]
        Sampled = "sampled",
        /// By whoever applies outcomes at chance nodes.
        Explicit = "explicit"
    }
);

choice!(
    /// Which layout observations have.
    ObservationLayout, "layout" {
        /// What this ruleset and number of players can need.
        #[default]
        Compact = "compact",
        /// The same for all games.
        Universal = "universal"
    }
);

choice!(
    /// What the limit of decisions means for a game that it ends.
    Truncation, "truncation" {
        /// The round is paid as a blocked one: that is its end.
        #[default]
        Score = "score",
        /// Nothing is paid for the round, and nobody has won: what it would have come to is for the learner to estimate.
        Bootstrap = "bootstrap"
    }
);

/// The choices that make a game of a ruleset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// Number of seats.
    pub players: u8,
    /// What an episode is.
    #[serde(default)]
    pub episode: EpisodeKind,
    /// What returns are.
    #[serde(default)]
    pub reward: Reward,
    /// How chance is decided.
    #[serde(default)]
    pub chance: ChanceMode,
    /// Which layout observations have.
    #[serde(default)]
    pub layout: ObservationLayout,
    /// How many public events an observation shows.
    #[serde(default)]
    pub history: u8,
    /// True where an observation shows what play under compulsion proves of the cards of others: the span `ruled_out`.
    #[serde(default)]
    pub beliefs: bool,
    /// Decisions after which a game is ended; `None` is [`DEFAULT_ROUND`] or [`DEFAULT_MATCH`].
    #[serde(default)]
    pub max_decisions: Option<u32>,
    /// What becomes of a game that they end.
    #[serde(default)]
    pub truncation: Truncation,
}

/// Most public events that an observation shows.
pub const MAX_HISTORY: u8 = 32;

/// Decisions after which a round is ended, unless the game says otherwise.
pub const DEFAULT_ROUND: u32 = 5_000;

/// Decisions after which a match is ended, unless the game says otherwise.
pub const DEFAULT_MATCH: u32 = 60_000;

impl Options {
    /// The defaults for this number of players.
    #[must_use]
    pub fn new(players: u8) -> Self {
        Self {
            players,
            episode: EpisodeKind::default(),
            reward: Reward::default(),
            chance: ChanceMode::default(),
            layout: ObservationLayout::default(),
            history: 0,
            beliefs: false,
            max_decisions: None,
            truncation: Truncation::default(),
        }
    }

    /// Whether observations have the layout that is the same for all games.
    #[must_use]
    pub fn is_universal(&self) -> bool {
        self.layout == ObservationLayout::Universal
    }
}
