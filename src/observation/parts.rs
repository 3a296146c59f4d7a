//! The one list of what an observation shows: every part of every span, in order.

use super::calls::{Announced, Due};
use super::cards::{
    Beneath, CreatedCards, KnownBySide, Meaning, NotHeldBySide, PileTops, Playable, StockDepths,
};
use super::cells::Cells;
use super::envs::{PartRows, PartSpan, Scene, Shown};
use super::field::Field;
use super::follow::{Piles, SuitInForce};
use super::hand::Hand;
use super::history::History;
use super::known::{InHands, PileTop, Seen, StockOrder};
use super::match_state::{
    DecisionsLeft, GamesAtOnce, Hat, LastRound, Places, PlaysLeft, Renewals, Scores, TurnsLeft, WildRanks,
};
use super::part::{Part, PartWriter};
use super::phase::{Decision, PileFor, WordDue};
use super::ruled_out::NotHeld;
use super::ruleset::{CreatedRules, Params, RulesetFeatures};
use super::shape::LayoutShape;
use super::span::SpanName;
use super::table::{DirectionOfPlay, HandSizes, StockSize, Upcard};
use super::turn::{Collected, Drawn, FirstTurns, InARow, Kept, Owes, Passes, Took, WentOut};
use crate::primitive::challenge::features::Challenged;
use crate::primitive::hit::features::{Aimed, Attack, LastOut, LostTurns, TurnsAdded};
use crate::primitive::mirror::features::Mirrored;
use crate::primitive::next::features::{BindsNext, CardUnder, NamedBy, NamedCards};
use crate::primitive::nominate::features::{Nominated, SuitBefore};
use crate::primitive::previous::features::PlaysBefore;
use crate::primitive::starter::features::StarterLeaves;
use crate::primitive::teams::features::Partners;
use crate::primitive::turn_over::features::BacksOfCards;
use crate::rules::Rules;
use crate::view::View;

/// The declaration of a part.
pub(crate) struct Declared {
    pub(crate) name: PartName,
    pub(crate) span: SpanName,
    pub(crate) when: &'static str,
    pub(crate) fields: &'static [Field],
    pub(crate) is_shown: fn(&LayoutShape, &Rules) -> bool,
    /// True when the part, where it is shown, is written with the optional parts.
    pub(crate) is_optional: fn(&LayoutShape, &Rules) -> bool,
}

/// Generates from the list the names of the parts, their declarations and their writers.
macro_rules! parts {
    ($($part:ident),+ $(,)?) => {
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
            is_optional: $part::is_optional,
        }),+];

        /// Writes the base parts of one env.
        #[inline(always)]
        pub(crate) fn write_base<const K: usize, const P: usize, const N: usize>(
            scene: &Scene<'_>,
            place: impl Fn(PartName) -> PartSpan,
            view: &View<'_>,
            cells: &mut Cells<'_, N>,
        ) {
            $($part::write_base::<K, P, N>(scene, place(PartName::$part), view, cells);)+
        }

        impl PartName {
            /// Writes an optional part for several envs.
            #[inline(always)]
            pub(crate) fn write<'v, R: Shown<'v>>(self, scene: &Scene<'_>, envs: &mut PartRows<'_, R>) {
                match self {
                    $(Self::$part => $part::write_optional(scene, envs)),+
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
    Challenged,
    BindsNext,
    CardUnder,
    StarterLeaves,
    Piles,
    PileTops,
    Beneath,
    NamedCards,
    NamedBy,
    SuitBefore,
    Attack,
    Mirrored,
    LostTurns,
    Passes,
    Drawn,
    Collected,
    TurnsAdded,
    WentOut,
    LastOut,
    Took,
    InARow,
    Owes,
    FirstTurns,
    Kept,
    PlaysBefore,
    Aimed,
    Decision,
    WordDue,
    PileFor,
    Playable,
    HandSizes,
    DirectionOfPlay,
    StockSize,
    Seen,
    PileTop,
    BacksOfCards,
    InHands,
    StockOrder,
    KnownBySide,
    StockDepths,
    Due,
    Announced,
    Scores,
    LastRound,
    GamesAtOnce,
    TurnsLeft,
    DecisionsLeft,
    PlaysLeft,
    Hat,
    Renewals,
    Places,
    Partners,
    Meaning,
    WildRanks,
    RulesetFeatures,
    Params,
    CreatedRules,
    CreatedCards,
    History,
    NotHeld,
    NotHeldBySide,
}

impl PartName {
    /// The part's index in the list.
    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}
