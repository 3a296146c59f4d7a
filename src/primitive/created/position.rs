//! Whether rules can be under creation in a position.

use crate::engine::{Chance, Phase, Side};
use crate::position::open::Check;
use crate::position::problem::ProblemCode;
use crate::rules::SideRules;

impl Check<'_> {
    /// A rule is added before the deal, and others are crossed out before that.
    pub(crate) fn creates(&mut self, more: &SideRules, side: &Side) {
        self.before_deal();
        if !more.adds_rules() {
            self.not_open("nobody adds rules in this ruleset");
        } else if self.s.phase() == Phase::CrossOut && (!more.created.cross_out || side.standing == 0) {
            self.not_open("no rule can be crossed out");
        }
    }

    /// Rules that are being created.
    pub(crate) fn created(&mut self, side: &Side) {
        let Some(more) = &self.rules.side else { return };
        let phase = self.s.phase();
        let drawing = phase == Phase::Chance(Chance::Create);
        let before = drawing || matches!(phase, Phase::Chance(Chance::Dealer | Chance::Param { .. }));
        if side.lots > 0 && !before {
            self.waits_in_vain("lots", format!("{}: rules are drawn before the deal", side.lots));
        } else if side.lots > more.created.drawn {
            let message = format!("{}: {} are drawn by lot", side.lots, more.created.drawn);
            self.problems.add("lots", ProblemCode::NumberOutOfRange, message);
        }
        if !side.draft.taken().is_empty() && !drawing {
            self.waits_in_vain("draft", "no rule is being drawn");
        }
        let (offers, offered) = (side.offers, more.created.offered);
        let fits = match phase {
            Phase::Create => offers == offered,
            _ if drawing => side.lots == 0 && offers < offered || offers == 0,
            _ => offers == 0,
        };
        if !fits {
            let message = format!("{offers} rules are offered: {offered} are, once all are drawn");
            self.waits_in_vain("offered", message);
        }
    }
}
