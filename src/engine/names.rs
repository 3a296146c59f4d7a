//! The names of the options, as in Python, records and serialized states.

use super::{ChanceMode, EpisodeKind, Reward};

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
names!(ChanceMode { Sampled = "sampled", Explicit = "explicit" });
