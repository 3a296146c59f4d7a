//! Bounds on the number of slots of an information state that one seat can fill, from the rules of a game.
//!
//! Between two counted decisions lie at most the rest of one turn, the steps between turns, the end of a round and the
//! deal of the next, since the next turn begins with a counted decision. Everything in a turn that can take a slot is
//! added up here, each kind once, although no single turn contains all of it.

use crate::engine::{EpisodeKind, Game, MAX_QUEUED, MOST_OPEN};
use crate::rules::{CardRules, MAX_STANDING, Rules};
use crate::ruleset::{AfterAttack, CallMade, DrawThen, LastCard, PassHands, Who};

/// Returns the number of slots in the tensors of a game.
pub(super) fn slots(game: &Game, decisions: usize) -> usize {
    let bound = Bound::of(game);
    // One slot for the start of an episode that begins with a position, which may lie within a turn, and one for the
    // end.
    let ends = 2;
    bound.opening + ends + bound.decision * (decisions + 1)
}

/// Most slots that one seat can fill.
pub(super) struct Bound {
    /// Slots for the first deal.
    pub(super) opening: usize,
    /// Slots for a counted decision and all that follows until the next one.
    pub(super) decision: usize,
}

impl Bound {
    pub(super) fn of(game: &Game) -> Self {
        let rules = game.rules();
        let turn = TurnSlots::of(rules);
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

/// Slots for a decision and for its event, where that adds information.
fn decided(rules: &Rules) -> usize {
    // Events add whether a challenge was right, the card of a mistake, and the direction chosen by the dealer; with a
    // tableau also hands swapped, ranks or cards named, mirrors, cards returned, and rules created.
    let tells = rules.any(|card| card.challenge.is_some())
        || rules.mistakes.penalty > 0
        || rules.deal.direction_choice
        || rules.tableau.needed;
    // The back of a card played is told as well.
    1 + usize::from(tells) + usize::from(has_piles(rules)) + usize::from(rules.backs)
}

/// True if there can be several piles, so that the choice of one is a decision that is not counted.
fn has_piles(rules: &Rules) -> bool {
    !rules.tableau.second_pile.is_empty() || rules.tableau.created.most > 0
}

/// Most slots for one turn.
struct TurnSlots {
    /// From a card played or drawn until no more is played.
    played: usize,
    /// The effects that the turn has collected.
    resolved: usize,
}

impl TurnSlots {
    fn of(rules: &Rules) -> Self {
        let forced = forced(rules);
        Self {
            played: drawn(rules) + went_on(rules) + claimed(rules) * (1 + forced) + forced,
            resolved: resolved(rules),
        }
    }
}

/// Slots for the cards drawn in a turn, one while nothing comes between, and for the decision after them.
fn drawn(rules: &Rules) -> usize {
    // Playing the drawn card or not is not a counted decision; played without a choice it is an event instead.
    let choice = rules.draw.then != DrawThen::EndTurn || rules.draw.after_attack == AfterAttack::PlayAttack;
    // Playing it may be a mistake, for which more cards are drawn.
    let mistake = if rules.mistakes.penalty > 0 { 2 } else { 0 };
    let lot = usize::from(rules.draw.wild_by_lot) + usize::from(rules.open_draws.own > 0);
    1 + usize::from(choice) + mistake + lot
}

/// Slots for going on within a turn: the decision to play no more cards, which is not counted, the cards drawn for an
/// uncovered one, and the cards given to every other seat. A seat that stops giving, or that draws because the giver
/// has no card left, does so in place of one gift.
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

/// Returns the largest number of cards that are played out of turn without a decision: copies of the card played.
fn forced(rules: &Rules) -> usize {
    let must = rules.tableau.claims.must.iter();
    let copies = must.map(|card| usize::from(rules.deck.copies[card.index()]));
    copies.max().map_or(0, |most| most.saturating_sub(1))
}

/// Slots that each card played can add before the turn goes on: hands that move, a word that was left out and the card
/// drawn for it, the decision not to play out of turn, which is not counted, and cards that the player of the card
/// beneath draws.
fn claimed(rules: &Rules) -> usize {
    let moves = any(rules, |card| card.moving.pass_hands != PassHands::Off);
    let claims = !rules.tableau.claims.cards.is_empty() || rules.tableau.created.most > 0;
    moves + usize::from(!rules.tableau.words.is_empty()) + 2 * usize::from(claims)
}

/// Slots for the effects of a turn: those queued for each card played out of turn, then those of the last card.
fn resolved(rules: &Rules) -> usize {
    let others = usize::from(rules.players) - 1;
    let created = rules.tableau.created.most > 0;
    let all_draw = created || rules.turn.identical_draw > 0 || rules.any(|card| card.hit.others_draw > 0);
    // The loser of a challenge draws instead of the penalty's target; a penalty served after somebody is out may
    // follow.
    let penalty = created || rules.any(|card| card.hit.penalty.is_some() || card.challenge.is_some());
    let served = usize::from(rules.out.last_card == LastCard::Served);
    // A seat that is back in the round, and the cards drawn for that.
    let back = 2 * usize::from(rules.out.brings_back);
    // The backs of the other hands are told once cards are turned over.
    let turned = if rules.backs { others } else { 0 };
    usize::from(rules.countdown > 0)
        + turned
        + others * usize::from(all_draw)
        + usize::from(penalty)
        + served
        + back
        + if rules.tableau.needed {
            lost_turns(rules)
        } else {
            0
        }
}

/// Slots for the queued effects of each card: its player's draw, those of the next player and of the one before, and draws by
/// lot and by choice with their results.
/// Then a pile that is dealt into two, and the decision not to mirror, which is not counted, with the draw that
/// follows.
fn lost_turns(rules: &Rules) -> usize {
    let created = rules.tableau.created.most > 0;
    let cards = if rules.tableau.claims.cards.is_empty() && !created {
        1
    } else {
        MAX_QUEUED
    };
    let penalty = usize::from(created || rules.any(|card| card.hit.penalty.is_some()));
    // A seat charged for a missing call draws at once.
    let uncalled = 2 * usize::from(rules.call.keeps_in());
    let draws = rules.any(|card| card.hit.own_draw > 0);
    let own = usize::from(created || !rules.out.not_on.is_empty() || draws).max(uncalled);
    let lots = |who: Who| move |card: &CardRules| card.skip.lost.iter().any(|lost| lost.who == who);
    let lot = 2 * usize::from(rules.any(|card| card.hit.lot > 0 || lots(Who::Lot)(card)));
    let named = 2 * usize::from(rules.any(|card| card.hit.chosen_draw > 0 || lots(Who::Chosen)(card)));
    let before = any(rules, |card| card.hit.previous_draw > 0);
    // For each open hit its number, and the draws of one seat or of all.
    let opens = if rules.open_draws.hits == 0 {
        0
    } else {
        MOST_OPEN * (2 + 2 * usize::from(rules.players))
    };
    let mirror = 2 * any(rules, |card| card.mirror.mirrors);
    cards * (own + penalty + lot + named + before + opens) + usize::from(created) + mirror
}

/// Slots between two turns: charges for missing calls, and the card drawn at the end of a turn. A seat that goes out
/// without announcing it adds three: the cards for that, the false win, and the card drawn in addition.
fn between(rules: &Rules) -> usize {
    let calls = rules.call.made == CallMade::ByPlayer;
    // Cards kept, by decisions that are not counted, and the seats that returned the others.
    let keep = usize::from(rules.stock.keep);
    let kept = if keep > 0 {
        keep + usize::from(rules.players)
    } else {
        0
    };
    if !rules.tableau.needed {
        return usize::from(calls);
    }
    // Cards played out of turn may leave other seats than that of the turn with a missing call.
    let charged = 1 + usize::from(rules.open_draws.call > 0);
    let owners = usize::from(calls) * usize::from(rules.players) * charged;
    owners + kept + usize::from(rules.draw.end_of_turn > 0) + 3 * usize::from(rules.out.drawn)
}

/// Slots for a deal: the dealer with the seat's hand, the backs of each hand, the draws for the round, created rules (shown, drawn, offered,
/// added, and one crossed out to make room), the piles, the first player, and the starter's effects, which may be those of a card that
/// was played.
fn deal(rules: &Rules, turn: &TurnSlots) -> usize {
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
    let begins = !rules.round.first.is_empty();
    let backs = if rules.backs {
        usize::from(rules.players)
    } else {
        0
    };
    2 + rules.params.len()
        + rules_told
        + backs
        + usize::from(second)
        + usize::from(begins)
        + usize::from(lot)
        + played
        + turn.resolved
}
