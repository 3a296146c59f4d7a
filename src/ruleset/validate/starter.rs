//! The card that begins the pile.

use super::Problems;
use super::late_bound::Late;
use crate::card::{CardSet, format_cards};
use crate::ruleset::{Nominate, Ruleset};

impl Ruleset {
    pub(super) fn check_starter(&self, late: &Late, problems: &mut Problems) {
        let starter = &self.starter;
        let (open, first) = (starter.open.cards(), starter.first_nominates.cards());
        if !starter.turned {
            let none = [
                ("starter.again", &starter.again),
                ("starter.open", &starter.open),
                ("starter.first-nominates", &starter.first_nominates),
                ("starter.by-lot", &starter.by_lot),
                ("starter.turn-kept", &starter.turn_kept),
                ("starter.nominate-only", &starter.nominate_only),
                ("starter.no-effects", &starter.no_effects),
            ];
            for (path, selector) in none {
                problems.check(selector.is_none(), path, || {
                    "no card is turned to begin the pile: leave it empty, or set starter.turned = true"
                        .to_owned()
                });
            }
            for (path, set) in [
                ("starter.before-deal", starter.before_deal),
                ("starter.in-full", starter.in_full),
            ] {
                problems.check(!set, path, || {
                    "true, but no card is turned to begin the pile: leave it false, or set starter.turned = true".to_owned()
                });
            }
            return;
        }
        self.check_starter_effects(late, problems);
        let turned = CardSet::ALL.minus(CardSet::JOKERS).minus(starter.again.cards());
        problems.check(!turned.is_empty(), "starter.again", || {
            "no card is left to begin the pile with".to_owned()
        });
        let both = open.and(first);
        problems.check(both.is_empty(), "starter.open", || {
            format!(
                "{} stand under first-nominates as well: on an open starter nobody nominates",
                format_cards(both.iter())
            )
        });
        let twice = starter.by_lot.cards().and(first.or(open));
        problems.check(twice.is_empty(), "starter.by-lot", || {
            format!(
                "{} stand under first-nominates or open as well",
                format_cards(twice.iter())
            )
        });
    }

    /// What counts of the card that begins the pile.
    fn check_starter_effects(&self, late: &Late, problems: &mut Problems) {
        let starter = &self.starter;
        let nominating = self.special.values().filter(|s| s.nominate != Nominate::Never);
        let nominating = nominating.fold(CardSet::EMPTY, |set, s| set.or(late.reach(&s.cards)));
        let named = [
            ("starter.first-nominates", &starter.first_nominates, true),
            ("starter.nominate-only", &starter.nominate_only, true),
            ("starter.no-effects", &starter.no_effects, false),
        ];
        for (path, selector, nominates) in named {
            let idle = selector.cards().minus(nominating);
            problems.check(!nominates || idle.is_empty(), path, || {
                format!(
                    "{} nominate nothing; list cards of specials with nominate",
                    format_cards(idle.iter())
                )
            });
            problems.check(starter.effects || selector.cards().is_empty(), path, || {
                "a card that begins the pile has no effect: set starter.effects = true, or leave it empty"
                    .to_owned()
            });
        }
        problems.check(starter.effects || !starter.in_full, "starter.in-full", || {
            "true, but a card that begins the pile has no effect: set starter.effects = true, or leave it false".to_owned()
        });
        let (only, none) = (starter.nominate_only.cards(), starter.no_effects.cards());
        for (path, cards, others, key) in [
            (
                "starter.no-effects",
                none,
                only.or(starter.first_nominates.cards()),
                "nominate-only or first-nominates",
            ),
            ("starter.nominate-only", only, starter.open.cards(), "open"),
        ] {
            let both = cards.and(others);
            problems.check(both.is_empty(), path, || {
                format!("{} stand under {key} as well", format_cards(both.iter()))
            });
        }
    }
}
