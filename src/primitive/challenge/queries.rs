//! Queries on challenges for other rules.

use crate::ruleset::Has;

/// Cards whose play can be challenged.
pub(crate) const CHALLENGE: Has = ("challenge", |s| s.challenge.is_some());
