//! Checks of created rules.

use crate::primitive::challenge::queries::CHALLENGE;
use crate::primitive::continuing::queries::{COVER, FOLLOWING};
use crate::primitive::hit::queries::FROM_PILE;
use crate::primitive::next::queries::FOLLOW_UNDER;
use crate::primitive::play::queries::BY_RULE;
use crate::ruleset::validate::Problems;
use crate::ruleset::validate::elsewhere::{RulesetContext, setting};
use crate::ruleset::{CreatedBy, Does, DrawThen, DrawWhen, LastCard, Ruleset, SeenBy, StockEmpty};

impl Ruleset {
    pub(crate) fn check_created(&self, others: &RulesetContext<'_>, problems: &mut Problems) {
        let created = &self.created;
        let standing = usize::from(created.drawn) + created.rules.len();
        let path = if created.drawn > 0 {
            "created.drawn"
        } else {
            "created.rules"
        };
        problems.check(standing <= usize::from(created.most), path, || {
            format!(
                "{standing} would stand from the beginning, and created.most lets {} stand",
                created.most
            )
        });
        self.check_rules(problems);
        if created.most == 0 {
            return;
        }
        problems.check(created.by != CreatedBy::Lot || standing > 0, "created.by", || {
            "nobody adds a rule, and none is drawn: set created.drawn or created.rules, or let \"dealer\" or \"winner\" \
             add one"
                .to_owned()
        });
        problems.apart(
            "created.most",
            "a created rule is about cards that are played on others",
            [
                setting(!self.starter.is_turned(), "starter.turned", &self.starter.turned),
                setting(self.countdown.from > 0, "countdown.from", &self.countdown.from),
            ],
        );
        problems.check(self.pack().is_usual(), "created.most", || {
            "created rules are about the usual suits and ranks: leave deck.suits and deck.ranks as they are".to_owned()
        });
        let suits = self
            .decks()
            .all(|deck| self.pack().suits_in(deck).next().is_some());
        problems.check(suits || !self.may_create(Does::Nominate), "created.most", || {
            "a created rule may let a player name a suit, and no card of the deck has one".to_owned()
        });
        self.check_created_piles(others, problems);
        if created.seen != SeenBy::All {
            self.check_hidden(others, problems);
        }
    }

    /// Checks the rules that stand from the beginning.
    fn check_rules(&self, problems: &mut Problems) {
        let rules = &self.created.rules;
        for (i, rule) in rules.iter().enumerate() {
            let path = format!("created.rules.[{i}]");
            for problem in rule.problems() {
                problems.add(format!("{path}.{}", problem.path), problem.message);
            }
            problems.check(!rules[..i].contains(rule), &path, || {
                format!("{:?} stands already; say it once", rule.to_string())
            });
        }
        let inverts = rules.iter().filter(|rule| rule.does == Does::Invert).count();
        problems.check(inverts <= 1, "created.rules", || {
            format!("{inverts} rules invert what is playable; at most one may stand")
        });
    }

    /// Returns true if a rule with this effect can ever stand.
    fn may_create(&self, does: Does) -> bool {
        let created = &self.created;
        created.by != CreatedBy::Lot
            || created.drawn > 0
            || created.rules.iter().any(|rule| rule.does == does)
    }

    /// Checks against rules that make several piles or let cards be played in anyone's turn.
    fn check_created_piles(&self, others: &RulesetContext<'_>, problems: &mut Problems) {
        if self.may_create(Does::AnyTurn) {
            problems.apart(
                "created.most",
                "a created rule may let cards be played in anyone's turn",
                others.together().chain([others.special(FOLLOWING)]),
            );
        }
        if !self.may_create(Does::TwoPiles) {
            return;
        }
        let second = &self.second_pile.cards;
        problems.apart(
            "created.most",
            "a created rule may make several piles",
            others.specials(&[FOLLOW_UNDER, FROM_PILE]).chain([
                setting(
                    self.stock.empty == StockEmpty::TurnOver,
                    "stock.empty",
                    &self.stock.empty,
                ),
                setting(!second.is_none(), "second-pile.cards", second),
                setting(
                    self.out.last_card == LastCard::Drawn,
                    "out.last-card",
                    &self.out.last_card,
                ),
            ]),
        );
    }

    /// Checks rules that some players do not know; those players may try any card.
    fn check_hidden(&self, others: &RulesetContext<'_>, problems: &mut Problems) {
        let seen = "created.seen";
        let draw = &self.draw;
        problems.check(self.mistakes.penalty > 0, seen, || {
            "who does not know the rules finds out by mistakes: set mistakes.penalty to 1 or more, or created.seen = \"all\""
                .to_owned()
        });
        problems.apart(
            seen,
            "who does not know the rules may try any card, or draw",
            [
                setting(draw.when != DrawWhen::Always, "draw.when", &draw.when),
                setting(draw.then != DrawThen::EndTurn, "draw.then", &draw.then),
            ]
            .into_iter()
            .chain(others.specials(&[BY_RULE, CHALLENGE, COVER]))
            .chain(others.together())
            .chain([others.special(FOLLOWING)]),
        );
    }
}
