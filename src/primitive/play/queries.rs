//! Queries on where a card may be played, for other rules.

use crate::ruleset::{Free, Has, PlayOn};

/// Cards that are wild in any way.
pub(crate) const WILD: Has = ("play.free", |s| s.play.free != Free::Never);

/// Cards that are wild by a rule about the hand, which can be broken.
pub(crate) const BY_RULE: Has = ("play.free", |s| {
    matches!(s.play.free, Free::Unable | Free::NoSuit)
});

/// Cards that follow by suit only.
pub(crate) const FOLLOWS: Has = ("play.on", |s| s.play.on == PlayOn::Suit);

/// Cards that may be played on listed cards only.
pub(crate) const ONLY_ON: Has = ("play.on", |s| s.play.on.cards().is_some());
