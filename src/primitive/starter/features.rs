//! Features of the starter in an observation.

use crate::observation::declare::part;

part! {
    /// Rights that the starter gives the first player.
    optional StarterLeaves in Follow, "a starter can leave the first player something of its own"
        = |shape, rules| shape.has(!rules.starter.open.or(rules.starter.first_nominates).is_empty());
    |view| {
        flag "anything" = view.is_open(); "true if any card may be played on the starter"
        flag "first_nominates" = view.first_nominates();
            "true if the first player nominates for the starter"
    }
}
