//! The names of the options, as in Python, records and serialized states.

use super::{ChanceMode, EpisodeKind, Reward};

/// What the limit of decisions means for a game that it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Truncation {
    /// The round is paid as a blocked one: that is its end.
    #[default]
    Score,
    /// Nothing is paid for the round, and nobody has won: what it would have come to is for the learner to estimate.
    Bootstrap,
}

macro_rules! names {
    ($type:ty { $($variant:ident = $name:literal),+ }) => {
        impl $type {
            /// Every choice.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Its name.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }

            /// The choice of this name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|choice| choice.as_str() == name)
            }
        }
    };
}

names!(EpisodeKind { Round = "round", Match = "match" });
names!(Reward { Win = "win", Points = "points" });
names!(Truncation { Score = "score", Bootstrap = "bootstrap" });
names!(ChanceMode { Sampled = "sampled", Explicit = "explicit" });
