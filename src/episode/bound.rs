//! How many slots of an information state one seat can fill, by the rules of a game.
//!
//! Between two decisions that are counted lies at most this: the rest of one turn, what there is between turns, the end
//! of a round, and the deal of the next; for the next turn begins with a decision that is counted. What a turn can
//! bring that takes a slot is added up here, each kind of thing once, although no turn brings all of it.

use crate::engine::{EpisodeKind, Game, MAX_OWING};
use crate::rules::{CardRules, MAX_STANDING, Rules};
use crate::ruleset::{AfterAttack, CallMade, DrawThen, LastCard, PassHands};

/// Slots that the tensors of a game have.
pub(super) fn slots(game: &Game, decisions: usize) -> usize {
    let bound = Bound::of(game);
    // What a seat sees at the start of an episode that begins with a position, and the end. Such an episode may begin
    // within a turn.
    let ends = 2;
    bound.opening + ends + bound.decision * (decisions + 1)
}

/// Most slots of one seat.
pub(super) struct Bound {
    /// For the first deal.
    pub(super) opening: usize,
    /// For a decision that is counted and what comes until the next one.
    pub(super) decision: usize,
}

impl Bound {
    pub(super) fn of(game: &Game) -> Self {
        let rules = game.rules();
        let turn = Turn::of(rules);
        let opening = deal(rules, &turn);
        let next_deal = match game.options().episode {
            EpisodeKind::Round => 0,
            EpisodeKind::Match => opening,
        };
        Self {
            opening,
            decision: decided(rules) + turn.played + turn.resolved + between(rules) + next_deal,
        }
    }
}

fn any(rules: &Rules, has: fn(&CardRules) -> bool) -> usize {
    usize::from(rules.any(has))
}

/// The decision, which says what its event says, and what its event says beside.
fn decided(rules: &Rules) -> usize {
    // Of a challenge whether it was right, of a mistake the card, of a choice of the dealer the direction; with a
    // tableau hands swapped, what was named, a mirror, cards returned, rules created.
    let tells = rules.any(|card| card.challenge.is_some())
        || rules.mistakes.penalty > 0
        || rules.deal.direction_choice
        || rules.tableau.needed;
    1 + usize::from(tells) + usize::from(has_piles(rules))
}

/// Whether there can be several piles, so that which one is chosen is a decision that is not counted.
fn has_piles(rules: &Rules) -> bool {
    !rules.tableau.second_pile.is_empty() || rules.tableau.created.most > 0
}

/// What one turn can bring.
struct Turn {
    /// From a card played or drawn to when no more is played.
    played: usize,
    /// The effects that it has collected.
    resolved: usize,
}

impl Turn {
    fn of(rules: &Rules) -> Self {
        let forced = forced(rules);
        Self {
            played: drawn(rules) + went_on(rules) + claimed(rules) * (1 + forced) + forced,
            resolved: resolved(rules),
        }
    }
}

/// Cards drawn in the turn, which are one slot while nothing comes between, and what is done then.
fn drawn(rules: &Rules) -> usize {
    // To play the drawn card or not is not counted; played without a choice it is an event instead.
    let choice = rules.draw.then != DrawThen::EndTurn || rules.draw.after_attack == AfterAttack::PlayAttack;
    // Which may be a mistake, for which more is drawn.
    let mistake = if rules.mistakes.penalty > 0 { 2 } else { 0 };
    let lot = usize::from(rules.draw.wild_by_lot);
    1 + usize::from(choice) + mistake + lot
}

/// To play no more cards, which is not counted, with what is drawn for one that is not covered, and cards given to
/// every other seat. Who stops giving does so instead of giving to one of them, and so does who draws because the
/// giver has no card left.
fn went_on(rules: &Rules) -> usize {
    let several = rules.turn.goes_on || rules.any(|card| card.continuing.cover.is_some());
    let uncovered = any(rules, |card| {
        card.continuing
            .cover
            .is_some_and(|cover| cover.else_draw > 0 || cover.until_able)
    });
    let others = usize::from(rules.players) - 1;
    usize::from(several) + uncovered + others * any(rules, |card| card.moving.give.is_some())
}

/// Most cards that are played out of turn without a decision: copies of the card that was played.
fn forced(rules: &Rules) -> usize {
    let must = rules.tableau.claims.must.iter();
    let copies = must.map(|card| usize::from(rules.deck.copies[card.index()]));
    copies.max().map_or(0, |most| most.saturating_sub(1))
}

/// What each card played can bring before the turn goes on: hands that move, a word that was not said and the card for
/// it, a card that is not played out of turn, which is not counted, and cards that its forerunner's player draws.
fn claimed(rules: &Rules) -> usize {
    let moves = any(rules, |card| card.moving.pass_hands != PassHands::Off);
    let claims = !rules.tableau.claims.cards.is_empty() || rules.tableau.created.most > 0;
    moves + usize::from(!rules.tableau.words.is_empty()) + 2 * usize::from(claims)
}

/// The effects of a turn: those that wait for each card played out of turn, then those of the last.
fn resolved(rules: &Rules) -> usize {
    let others = usize::from(rules.players) - 1;
    let created = rules.tableau.created.most > 0;
    let all_draw = created || rules.turn.identical_draw > 0 || rules.any(|card| card.hit.others_draw > 0);
    // Whoever a challenge hits draws instead of whom the penalty would have hit; what is served when somebody is out
    // may come after.
    let penalty = created || rules.any(|card| card.hit.penalty.is_some() || card.challenge.is_some());
    let served = usize::from(rules.out.last_card == LastCard::Served);
    // Who is back in the round, and the cards drawn for that.
    let back = 2 * usize::from(rules.out.brings_back);
    usize::from(rules.countdown > 0)
        + others * usize::from(all_draw)
        + usize::from(penalty)
        + served
        + back
        + if rules.tableau.needed { owed(rules) } else { 0 }
}

/// What is owed for each card: its player's draw, the next one's, somebody's by lot with who it is. Then a pile that is
/// dealt into two, and a mirror that is not played, which is not counted, with who draws then.
fn owed(rules: &Rules) -> usize {
    let created = rules.tableau.created.most > 0;
    let cards = if rules.tableau.claims.cards.is_empty() && !created {
        1
    } else {
        MAX_OWING
    };
    let penalty = usize::from(created || rules.any(|card| card.hit.penalty.is_some()));
    // Whose call is missing is charged, and draws at once.
    let uncalled = 2 * usize::from(rules.call.keeps_in());
    let own = usize::from(created || !rules.out.not_on.is_empty()).max(uncalled);
    let slap = 2 * any(rules, |card| card.hit.lot_draw > 0);
    let mirror = 2 * any(rules, |card| card.mirror.mirrors);
    cards * (own + penalty + slap) + usize::from(created) + mirror
}

/// What there is between two turns: missing calls that are charged, the card drawn at the end of a turn, and for one
/// who is out without having said so the cards for it, that it was a false win, and the card more.
fn between(rules: &Rules) -> usize {
    let calls = rules.call.made == CallMade::ByPlayer;
    // Cards kept, which are not counted, and who returned the others.
    let keep = usize::from(rules.stock.keep);
    let kept = if keep > 0 {
        keep + usize::from(rules.players)
    } else {
        0
    };
    if !rules.tableau.needed {
        return usize::from(calls);
    }
    // Out of turn others than the seat of the turn may have come to owe a call.
    let owners = usize::from(calls) * usize::from(rules.players);
    owners + kept + usize::from(rules.draw.end_of_turn > 0) + 3 * usize::from(rules.out.drawn)
}

/// A deal: who deals with the own hand, what is drawn for the round, created rules that are shown, drawn by lot, offered
/// and added, with one that makes room, the piles, and the starter's effects, which may be those of a card that was played.
fn deal(rules: &Rules, turn: &Turn) -> usize {
    let second = !rules.tableau.second_pile.is_empty();
    let created = &rules.tableau.created;
    let rules_told = if created.most > 0 {
        2 + MAX_STANDING + usize::from(created.drawn) + usize::from(created.offered)
    } else {
        0
    };
    let in_full = rules.starter.in_full;
    let lot = !rules.starter.by_lot.is_empty();
    let moves = any(rules, |card| card.moving.pass_hands != PassHands::Off);
    let played = if in_full { turn.played } else { moves };
    2 + rules.params.len() + rules_told + usize::from(second) + usize::from(lot) + played + turn.resolved
}
