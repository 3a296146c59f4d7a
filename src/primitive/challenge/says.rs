//! What other rules ask of a challenge.

use crate::ruleset::Has;

/// Its play can be challenged.
pub(crate) const CHALLENGE: Has = ("challenge", |s| s.challenge.is_some());
