//! Features of the engine that compiled rules need.

use super::Rules;
use super::features::{
    AFTER_ATTACK, AFTER_DRAW, CALLS, COMPAT, FOLLOWING, Features, KNOWN, LOST_TURNS, MEANINGS, MISTAKES,
    PENALTIES, ROUNDS, SETS, TABLE, TABLEAU,
};
use crate::ruleset::{CallMade, DrawThen, LastCard};

/// Returns the features that compiled rules need; chance that is decided from outside is added elsewhere.
pub(crate) fn needed(rules: &Rules) -> Features {
    let when = |needed: bool, feature: Features| if needed { feature } else { 0 };
    let by_cards = rules.tables().fold(0, |features, table| features | table.needs());
    let following = rules.follow.binds_next
        || !rules.follow.under.is_empty()
        || !rules.follow.closed.is_empty()
        || rules.follow.sum_product
        || rules.turn.first_keeps_suit
        || !rules.out.never_last.is_empty()
        || !rules.starter.open.is_empty()
        || rules.backs;
    let rounds = rules.round.plays > 0
        || rules.round.row > 0
        || rules.matches.turns > 0
        || rules.countdown > 0
        || rules.plays_on()
        || rules.out.last_card == LastCard::Chain
        || rules.round.loser_first
        || rules.round.winner_first
        || !rules.round.first.is_empty()
        || rules.starter.by_dealer
        || rules.stock.ends_round
        || rules.score.last_skipped != 0
        || rules.turn.closes;
    let compat = rules.stock.renews_at_once
        || rules.draw.suit_only
        || rules.round.attack_empties_stock_is_pass
        || !rules.draw.wild_effects
        || rules.draw.wild_by_lot
        || rules.attacks.iter().any(|attack| attack.needs_stock);
    let created = rules.tableau.created.most > 0;
    by_cards
        | when(created, PENALTIES | TABLE)
        | when(rules.call.made == CallMade::ByPlayer, CALLS)
        | when(rules.turn.goes_on, SETS)
        | when(rules.turn.identical_again || rules.turn.identical_draw > 0, TABLE)
        | when(rules.attacks.iter().any(|attack| attack.back), TABLE)
        | when(!rules.starter.dealer_first.is_empty(), TABLE)
        | when(following, FOLLOWING)
        | when(rules.only_table().is_none(), MEANINGS)
        | when(rules.draw.then != DrawThen::EndTurn, AFTER_DRAW)
        | when(rules.goes_on_after_attack(), AFTER_ATTACK)
        | when(rounds, ROUNDS)
        | when(rules.mistakes.penalty > 0, MISTAKES)
        | when(compat, COMPAT)
        | when(rules.tracks_known, KNOWN)
        | when(rules.tableau.needed, TABLEAU)
        | when(rules.owes_turns(), LOST_TURNS)
}
