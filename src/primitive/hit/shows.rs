//! What is observed of hits: the attack that is pending.

use crate::observation::cells::Cells;
use crate::observation::envs::Place;
use crate::observation::field::{Features, Field, Set};
use crate::observation::part::Part;
use crate::observation::shape::Shape;
use crate::observation::span::SpanName;
use crate::rules::Rules;
use crate::view::View;

/// The attack that is pending.
pub(crate) struct Attack;

/// Its features before those of the kinds of attack.
const BEFORE_KINDS: usize = 2;

impl Part for Attack {
    const SPAN: SpanName = SpanName::Pending;
    const WHEN: &'static str = "there are attacks";
    const FIELDS: &'static [Field] = &[
        Field {
            name: "cards",
            features: Features::Number,
            meaning: "cards that must be drawn, or answered",
        },
        Field {
            name: "unanswerable",
            features: Features::Flag,
            meaning: "whether they cannot be answered",
        },
        Field {
            name: "attack",
            features: Features::OneOf(Set::Attacks),
            meaning: "which of the ruleset's attacks it is, by the name of the special; they stand in the order of \
                      their names, and the last of the universal layout's eight stands for all further ones",
        },
    ];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(!rules.attacks.is_empty())
    }
}

impl Attack {
    /// Writes it.
    #[inline(always)]
    pub(crate) fn write<const N: usize>(place: Place, view: &View<'_>, cells: &mut Cells<'_, N>) {
        if let Some(kind) = view.pending_kind()
            && place.len > BEFORE_KINDS
        {
            let kind = usize::from(kind).min(place.len - BEFORE_KINDS - 1);
            cells.set(place, 0, view.pending().min(place.high));
            cells.set(place, 1, place.high * u8::from(view.is_unanswerable()));
            cells.set(place, BEFORE_KINDS + kind, place.high);
        }
    }
}
