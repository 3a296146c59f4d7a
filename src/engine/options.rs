//! Options that make a game of a ruleset: the one place of their names and defaults.

use serde::{Deserialize, Serialize};

/// Defines a choice that Python, records and serialised states write as a word.
macro_rules! choice {
    ($(#[$about:meta])* $type:ident, $key:literal { $($(#[$meaning:meta])* $variant:ident = $name:literal),+ }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $type {
            $($(#[$meaning])* $variant),+
        }

        impl $type {
            /// Key of the option.
            pub const KEY: &'static str = $key;

            /// Every choice.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the name of the choice.
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
    /// The length of an episode.
    EpisodeKind, "episode" {
        /// One round.
        #[default]
        Round = "round",
        /// A match: rounds up to the ruleset's target.
        Match = "match"
    }
);

choice!(
    /// The kind of returns.
    Reward, "reward" {
        /// The winner gets +1, the others −1/(players − 1) each.
        #[default]
        Win = "win",
        /// Minus the points scored, divided by the ruleset's `score.reward-scale`.
        Points = "points"
    }
);

choice!(
    /// The source of chance.
    ChanceMode, "chance" {
        /// The state's own generator.
        #[default]
        Sampled = "sampled",
        /// The caller, who applies outcomes at chance nodes.
        Explicit = "explicit"
    }
);

choice!(
    /// The layout of observations.
    ObservationLayout, "layout" {
        /// Only the features that this ruleset and number of players can need.
        #[default]
        Compact = "compact",
        /// The same layout for all games, with the ruleset in it.
        Universal = "universal",
        /// The same layout for all games, without what is constant in a game: that is given once a game.
        Cards = "cards"
    }
);

choice!(
    /// The treatment of a game that the limit of decisions ends.
    Truncation, "truncation" {
        /// The round is paid as a blocked one.
        #[default]
        Score = "score",
        /// Nothing is paid for the round and nobody wins; the learner is to estimate its value.
        Bootstrap = "bootstrap"
    }
);

/// The options that make a game of a ruleset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// Number of seats.
    pub players: u8,
    /// The length of an episode.
    #[serde(default)]
    pub episode: EpisodeKind,
    /// The kind of returns.
    #[serde(default)]
    pub reward: Reward,
    /// The source of chance.
    #[serde(default)]
    pub chance: ChanceMode,
    /// The layout of observations.
    #[serde(default)]
    pub layout: ObservationLayout,
    /// Number of public events that an observation shows.
    #[serde(default)]
    pub history: u8,
    /// True if an observation shows what forced play proves of the cards of others: the span `ruled_out`.
    #[serde(default)]
    pub beliefs: bool,
    /// Number of decisions after which a game is ended; `None` stands for [`DEFAULT_ROUND`] or [`DEFAULT_MATCH`].
    #[serde(default)]
    pub max_decisions: Option<u32>,
    /// The treatment of a game that the limit of decisions ends.
    #[serde(default)]
    pub truncation: Truncation,
}

/// Greatest number of public events that an observation shows.
pub const MAX_HISTORY: u8 = 32;

/// Default number of decisions after which a round is ended.
pub const DEFAULT_ROUND: u32 = 5_000;

/// Default number of decisions after which a match is ended.
pub const DEFAULT_MATCH: u32 = 60_000;

impl Options {
    /// Returns the defaults for this number of players.
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

    /// Returns true if observations have a layout that is the same for all games.
    #[must_use]
    pub fn is_for_all_games(&self) -> bool {
        self.layout != ObservationLayout::Compact
    }
}
