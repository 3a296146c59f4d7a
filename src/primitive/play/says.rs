//! What other rules ask of where a card may be played.

use crate::ruleset::{Free, Has, PlayOn};

/// It is wild in whatever way.
pub(crate) const WILD: Has = ("play.free", |s| s.play.free != Free::Never);

/// It is wild by a rule of the hand, which can be broken.
pub(crate) const BY_RULE: Has = ("play.free", |s| {
    matches!(s.play.free, Free::Unable | Free::NoSuit)
});

/// It follows by suit only.
pub(crate) const FOLLOWS: Has = ("play.on", |s| s.play.on == PlayOn::Suit);

/// It may be played on listed cards only.
pub(crate) const ONLY_ON: Has = ("play.on", |s| s.play.on.cards().is_some());
