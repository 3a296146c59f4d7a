//! Compiled rules of nominations.

use crate::rules::Features;
use crate::rules::compile::{CompileCard, Compiled};
use crate::rules::features::FOLLOWING;
use crate::ruleset::Nominate;

/// The cases in which the player of a card nominates.
pub(crate) type NominateRules = Nominate;

impl CompileCard for NominateRules {
    fn add(&mut self, of: Compiled<'_>) {
        if of.special.nominate != Self::Never {
            *self = of.special.nominate;
        }
    }

    fn is_plain(&self) -> bool {
        *self == Self::Never
    }

    fn needs(&self) -> Features {
        if matches!(
            self,
            Self::Second | Self::SuitAndRank | Self::OwnColour | Self::InForce | Self::Other
        ) {
            FOLLOWING
        } else {
            0
        }
    }
}
