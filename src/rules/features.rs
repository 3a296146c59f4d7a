//! What a ruleset can need of the engine, one bit each.
//!
//! The engine is compiled for a few sets of features. Where a set lacks one, the compiler leaves out what serves it.

use super::Rules;
use crate::ruleset::{AfterAttack, CallMade, DrawThen, LastCard};

/// A set of features.
pub(crate) type Features = u32;

/// Attacks, which wait for an answer.
pub(crate) const ATTACKS: Features = 1;
/// Cards that the next player draws at once.
pub(crate) const PENALTIES: Features = 1 << 1;
/// Calls that their player may forget.
pub(crate) const CALLS: Features = 1 << 2;
/// Cards that may be covered in the same turn.
pub(crate) const COVERS: Features = 1 << 3;
/// Turns of several cards by rank, by number or one after the other.
pub(crate) const SETS: Features = 1 << 4;
/// Cards that are given away.
pub(crate) const GIFTS: Features = 1 << 5;
/// Plays that can be challenged.
pub(crate) const CHALLENGES: Features = 1 << 6;
/// More than suit, rank and being wild decides what may be played.
pub(crate) const FOLLOWING: Features = 1 << 7;
/// Late-bound words: what a card does depends on the episode and on the seat.
pub(crate) const MEANINGS: Features = 1 << 8;
/// Something may be done after a draw.
pub(crate) const AFTER_DRAW: Features = 1 << 9;
/// Something may be done after drawing for an attack.
pub(crate) const AFTER_ATTACK: Features = 1 << 10;
/// Rounds that end in other ways than by going out or passing, or begin with another seat than the next.
pub(crate) const ROUNDS: Features = 1 << 11;
/// Effects on more seats than the next ones: hands that move, all others draw, the same player goes on.
pub(crate) const TABLE: Features = 1 << 12;
/// Illegal cards may be tried.
pub(crate) const MISTAKES: Features = 1 << 13;
/// What imitates another engine.
pub(crate) const COMPAT: Features = 1 << 14;
/// Seats can come to know cards of others.
pub(crate) const KNOWN: Features = 1 << 15;
/// The side block.
pub(crate) const SIDE: Features = 1 << 16;
/// Chance is decided from outside.
pub(crate) const CHANCE_NODES: Features = 1 << 17;
/// All features.
pub(crate) const ALL: Features = (1 << 18) - 1;

/// What compiled rules need; whether chance is decided from outside is not theirs to say.
pub(crate) fn needed(rules: &Rules) -> Features {
    let when = |needed: bool, feature: Features| if needed { feature } else { 0 };
    let by_cards = rules.tables().fold(0, |features, table| features | table.needs());
    let following = rules.binds_next
        || !rules.follow_under.is_empty()
        || !rules.settings.closed.is_empty()
        || rules.settings.sum_product
        || !rules.starter_open.is_empty()
        || rules.draw.suit_only;
    let rounds = rules.round.plays > 0
        || rules.row > 0
        || rules.turns > 0
        || rules.countdown > 0
        || rules.places > 1
        || rules.last_card == LastCard::Chain
        || rules.loser_first
        || rules.hat > 0
        || rules.settings.closes_turns;
    let compat = rules.stock.renews_at_once
        || rules.round.attack_empties_stock_is_pass
        || !rules.draw.wild_effects
        || rules.draw.wild_by_lot
        || rules.attacks.iter().any(|attack| attack.needs_stock);
    let created = rules.side.as_ref().is_some_and(|side| side.created.most > 0);
    by_cards
        | when(created, PENALTIES | TABLE)
        | when(rules.call.made == CallMade::ByPlayer, CALLS)
        | when(rules.goes_on, SETS)
        | when(rules.identical_again || rules.identical_draw > 0, TABLE)
        | when(following, FOLLOWING)
        | when(rules.only_table().is_none(), MEANINGS)
        | when(rules.draw.then != DrawThen::EndTurn, AFTER_DRAW)
        | when(rules.draw.after_attack != AfterAttack::EndTurn, AFTER_ATTACK)
        | when(rounds, ROUNDS)
        | when(rules.mistakes.penalty > 0, MISTAKES)
        | when(compat, COMPAT)
        | when(rules.tracks_known, KNOWN)
        | when(rules.side.is_some(), SIDE)
}
