//! Teams in observations.

use crate::observation::declare::part;

part! {
    /// The other seats of the observer's team.
    optional Partners in Match, "seats play in teams"
        = |shape, rules| shape.has(rules.teams.are_several(rules.players));
    |view| {
        which(Seats) "partner" = view.partners(); "true if the seat is of the observer's team, and not the observer's own"
    }
}
