//! Actions that the rules allow, where every card in hand may be tried.

use super::tableau::{JudgedBy, claims, lawful_at};
use super::{draws_by_mistake, first_card_options, lawful, legal};
use crate::action::{Action, ActionSet};
use crate::engine::phase::Phase;
use crate::engine::state::State;
use crate::rules::Rules;
use crate::rules::features::ALL;

/// Returns the legal actions that are not mistakes: no card is handed back, and no draw or call is charged.
///
/// At a decision the set is empty only if a card that fits no pile was tried and its pile is to be chosen.
pub(crate) fn lawful_actions(rules: &Rules, s: &State) -> ActionSet {
    let legal = legal::<ALL>(rules, s);
    if rules.mistakes.penalty == 0 {
        return legal;
    }
    let others = ActionSet::plays(legal.cards())
        .iter()
        .fold(legal, ActionSet::without);
    match s.phase() {
        Phase::Play => {
            let others = others.without(Action::Say(0));
            let others = if draws_by_mistake(rules, s) {
                others.without(Action::Draw)
            } else {
                others
            };
            others.or(ActionSet::plays(legal.cards().and(first_card_options::<ALL>(
                rules,
                s,
                lawful(rules, s),
            ))))
        }
        Phase::Claim => others.or(ActionSet::plays(claims(rules, s, s.asked(), JudgedBy::AllRules))),
        Phase::Pile { card } => {
            let fits =
                |pile: u8| lawful_at(rules, s, s.held(s.seat), pile, JudgedBy::AllRules).contains(card);
            let misfit = |action: &Action| matches!(action, Action::Option(pile) if !fits(*pile));
            legal.iter().filter(misfit).fold(legal, ActionSet::without)
        }
        _ => legal,
    }
}
