//! `calls`: calls of the last card.

use super::declare::part;
use crate::ruleset::{CallDue, CallMade, Caught};

part! {
    /// The seats whose call is due.
    base Due in Calls, "players call their last card"
        = |shape, rules| shape.has(rules.call.made == CallMade::ByPlayer);
    |view| {
        which(Seats) "due" = view.calls(); "true if the seat's call is due and not made"
    }
}

part! {
    /// The seats that have announced their last card, and those that may be asked for a missing call.
    optional Announced in Calls, "whoever holds one card announces it, or is asked for the call"
        = |shape, rules| shape.has(rules.call.due == CallDue::Held || rules.call.caught == Caught::Asked);
    |view| {
        which(Seats) "announced" = view.announced(); "true if the seat has announced the one card that it holds"
        which(Seats) "overdue" = view.overdue(); "true if the seat may be asked for its call"
    }
}
