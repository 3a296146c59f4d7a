//! What other rules ask of mirrors.

use crate::ruleset::Has;

/// It mirrors.
pub(crate) const MIRROR: Has = ("mirror", |s| s.mirror);
