//! Whether rules can be under creation in a position.

use crate::engine::{Chance, Phase, Tableau};
use crate::position::open::Check;
use crate::position::problem::ProblemCode;

impl Check<'_> {
    /// A rule is added before the deal, and others are crossed out before that.
    pub(crate) fn creates(&mut self, tableau: &Tableau) {
        self.before_deal();
        if !self.rules.tableau.adds_rules() {
            self.not_open("nobody adds rules in this ruleset");
        } else if self.s.phase() == Phase::CrossOut
            && (!self.rules.tableau.created.cross_out || tableau.created.standing == 0)
        {
            self.not_open("no rule can be crossed out");
        }
    }

    /// Rules that are being created.
    pub(crate) fn created(&mut self, tableau: &Tableau) {
        let (rules, created) = (&self.rules.tableau.created, &tableau.created);
        let phase = self.s.phase();
        let drawing = phase == Phase::Chance(Chance::Create);
        let before = drawing || matches!(phase, Phase::Chance(Chance::Dealer | Chance::Param { .. }));
        if created.lots > 0 && !before {
            self.waits_in_vain(
                "lots",
                format!("{}: rules are drawn before the deal", created.lots),
            );
        } else if created.lots > rules.drawn {
            let message = format!("{}: {} are drawn by lot", created.lots, rules.drawn);
            self.problems.add("lots", ProblemCode::NumberOutOfRange, message);
        }
        if !created.draft.taken().is_empty() && !drawing {
            self.waits_in_vain("draft", "no rule is being drawn");
        }
        let (offers, offered) = (created.offers, rules.offered);
        let fits = match phase {
            Phase::Create => offers == offered,
            _ if drawing => created.lots == 0 && offers < offered || offers == 0,
            _ => offers == 0,
        };
        if !fits {
            let message = format!("{offers} rules are offered: {offered} are, once all are drawn");
            self.waits_in_vain("offered", message);
        }
    }
}
