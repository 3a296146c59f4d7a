//! Queries on mirrors for other rules.

use crate::ruleset::Has;

/// Mirror cards.
pub(crate) const MIRROR: Has = ("mirror", |s| s.mirror);
