//! Checks of the card that begins the pile.

use crate::card::CardSet;
use crate::card_text::format_cards;
use crate::ruleset::validate::elsewhere::setting;
use crate::ruleset::validate::late_bound::Late;
use crate::ruleset::validate::{Problems, is_name};
use crate::ruleset::{
    NextRound, NominatedBy, Ruleset, Special, StarterCard, StarterCardEffects, StarterEffects, StarterTurned,
};

impl Ruleset {
    pub(crate) fn check_starter(&self, late: &Late, problems: &mut Problems) {
        let starter = &self.starter;
        if !starter.is_turned() {
            problems.check(starter.effects != StarterEffects::Full, "starter.effects", || {
                "\"full\", but no card is turned to begin the pile: take it away, or set starter.turned = \"after-deal\""
                    .to_owned()
            });
        }
        let redirects = matches!(self.round.next, NextRound::LoserFirst | NextRound::WinnerFirst);
        if starter.turned == StarterTurned::ByDealer {
            problems.apart(
                "starter.turned",
                "the dealer has the first turn of each round",
                [setting(redirects, "round.next", &self.round.next)],
            );
        }
        let mut known: Vec<(&str, CardSet)> = Vec::new();
        for (name, card) in &starter.card {
            let path = format!("starter.card.{name}");
            problems.check(is_name(name), &path, || {
                "a name is lower-case letters, digits and hyphens".to_owned()
            });
            problems.check(starter.is_turned() || card.cards.is_none(), &path, || {
                "no card is turned to begin the pile: take it away, or set starter.turned = \"after-deal\"".to_owned()
            });
            for (other, cards) in &known {
                let both = cards.and(card.cards.cards());
                problems.check(both.is_empty(), &format!("{path}.cards"), || {
                    format!(
                        "{} stand under starter.card.{other} as well",
                        format_cards(both.iter())
                    )
                });
            }
            known.push((name, card.cards.cards()));
            if starter.is_turned() {
                self.check_starter_card(&path, card, late, problems);
            }
        }
        let again = starter.with(StarterCardEffects::Again);
        let left = self.pack().all().minus(self.pack().jokers()).minus(again);
        problems.check(!(starter.is_turned() && left.is_empty()), "starter.card", || {
            "no card is left to begin the pile with".to_owned()
        });
    }

    /// Checks the effects of certain starters, and who nominates for them.
    fn check_starter_card(&self, path: &str, card: &StarterCard, late: &Late, problems: &mut Problems) {
        use StarterCardEffects::{Again, DealerFirst, Nomination, None, Open, TurnKept, Usual};
        let by_dealer = card.nominated_by == NominatedBy::Dealer;
        let effects = matches!(card.effects, None | Nomination | TurnKept | DealerFirst);
        problems.check(self.starter.counts() || !effects && by_dealer, path, || {
            "a card that begins the pile has no effect: set starter.effects = \"usual\", or take it away"
                .to_owned()
        });
        let nominates = matches!(card.effects, Usual | Nomination | TurnKept | DealerFirst);
        problems.check(by_dealer || nominates, &format!("{path}.nominated-by"), || {
            let why = match card.effects {
                Again => "another card is turned",
                Open => "any card may be played on it",
                _ => "it has no effect",
            };
            format!("{why}, so nobody nominates for it: take one of them away")
        });
        let hits = |s: &Special| s.skips_next() || s.attack().is_some() || s.penalty().is_some();
        let hitting = self.special.values().filter(|s| hits(s));
        let hitting = hitting.fold(CardSet::EMPTY, |set, s| set.or(late.reach(&s.cards)));
        let hitting = hitting.and(card.cards.cards());
        problems.check(card.effects != DealerFirst || hitting.is_empty(), &format!("{path}.effects"), || {
            format!(
                "the dealer would be the next player, whom the skip or hit of {} is for: take them out of cards",
                format_cards(hitting.iter())
            )
        });
        let nominating = self.special.values().filter(|s| s.nominate.asks());
        let nominating = nominating.fold(CardSet::EMPTY, |set, s| set.or(late.reach(&s.cards)));
        let idle = card.cards.cards().minus(nominating);
        let needed = card.effects == Nomination || card.nominated_by == NominatedBy::FirstPlayer;
        problems.check(!needed || idle.is_empty(), &format!("{path}.cards"), || {
            format!(
                "{} nominate nothing; list cards of specials with nominate",
                format_cards(idle.iter())
            )
        });
    }
}
