//! The one list of what an observation shows: every part of every span, in order.

use super::calls::{Announced, Due};
use super::envs::{Envs, Scene, Shown};
use super::field::Field;
use super::follow::{Piles, SuitInForce};
use super::hand::Hand;
use super::history::History;
use super::known::{InHands, PileTop, Seen, StockOrder};
use super::match_state::{
    DecisionsLeft, GamesAtOnce, Hat, LastRound, Places, PlaysLeft, Renewals, Scores, TurnsLeft, WildRanks,
};
use super::part::{Optional, Part};
use super::phase::{Decision, PileFor, WordDue};
use super::ruled_out::NotHeld;
use super::ruleset::{CreatedRules, Params, RulesetFeatures};
use super::shape::Shape;
use super::span::SpanName;
use super::table::{DirectionOfPlay, HandSizes, StockSize, Upcard};
use super::turn::{Collected, Drawn, FirstTurns, InARow, Kept, Owes, Passes, Took, WentOut};
use crate::primitive::challenge::shows::Challenged;
use crate::primitive::hit::shows::{Attack, LastOut, LostTurns, TurnsAdded};
use crate::primitive::mirror::shows::Mirrored;
use crate::primitive::next::shows::{BindsNext, CardUnder, NamedBy, NamedCards};
use crate::primitive::nominate::shows::Nominated;
use crate::primitive::starter::shows::StarterLeaves;
use crate::rules::Rules;

/// What a part declares.
pub(crate) struct Declared {
    pub(crate) name: PartName,
    pub(crate) span: SpanName,
    pub(crate) when: &'static str,
    pub(crate) fields: &'static [Field],
    pub(crate) is_shown: fn(&Shape, &Rules) -> bool,
    /// Whether it is written with the optional parts, where it is shown.
    pub(crate) is_optional: fn(&Shape, &Rules) -> bool,
}

/// Makes of the list the names of the parts, what each declares, and the way from a name to what writes it.
macro_rules! parts {
    (@is_optional $part:ident optional) => { <$part as Optional>::is_optional };
    (@is_optional $part:ident) => { |_, _| false };
    (@write $part:ident optional, $scene:ident, $envs:ident) => { $part::write($scene, $envs) };
    (@write $part:ident, $scene:ident, $envs:ident) => { debug_assert!(false, "written env by env") };
    ($($part:ident $(: $optional:ident)?),+ $(,)?) => {
        /// The name of a part.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum PartName { $($part),+ }

        /// Every part, in order.
        pub(crate) static PARTS: [Declared; [$(PartName::$part),+].len()] = [$(Declared {
            name: PartName::$part,
            span: $part::SPAN,
            when: $part::WHEN,
            fields: $part::FIELDS,
            is_shown: $part::is_shown,
            is_optional: parts!(@is_optional $part $($optional)?),
        }),+];

        impl PartName {
            /// Writes an optional part of several envs.
            #[inline(always)]
            pub(crate) fn write<'v, R: Shown<'v>>(self, scene: Scene<'_>, envs: &mut Envs<'_, R>) {
                match self {
                    $(Self::$part => parts!(@write $part $($optional)?, scene, envs)),+
                }
            }
        }
    };
}

parts! {
    Hand,
    Upcard,
    SuitInForce,
    Nominated,
    Challenged: optional,
    BindsNext: optional,
    CardUnder: optional,
    StarterLeaves: optional,
    Piles: optional,
    NamedCards: optional,
    NamedBy: optional,
    Attack,
    Mirrored: optional,
    LostTurns: optional,
    Passes,
    Drawn,
    Collected: optional,
    TurnsAdded: optional,
    WentOut: optional,
    LastOut: optional,
    Took: optional,
    InARow: optional,
    Owes: optional,
    FirstTurns: optional,
    Kept: optional,
    Decision,
    WordDue: optional,
    PileFor: optional,
    HandSizes,
    DirectionOfPlay,
    StockSize,
    Seen: optional,
    PileTop: optional,
    InHands: optional,
    StockOrder: optional,
    Due,
    Announced: optional,
    Scores: optional,
    LastRound: optional,
    GamesAtOnce: optional,
    TurnsLeft: optional,
    DecisionsLeft,
    PlaysLeft: optional,
    Hat: optional,
    Renewals: optional,
    Places: optional,
    WildRanks: optional,
    RulesetFeatures: optional,
    Params: optional,
    CreatedRules: optional,
    History: optional,
    NotHeld: optional,
}

impl PartName {
    /// Its place in the list.
    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}
