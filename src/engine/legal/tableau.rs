//! What may be done where a state has a tableau: several piles, cards out of turn, created rules, what was named.

use crate::action::{Action, ActionSet};
use crate::card::{Card, CardSet, Rank};
use crate::engine::effect::{created, mirror};
use crate::engine::phase::Phase;
use crate::engine::state::State;
use crate::engine::tableau::{Named, Tableau};
use crate::hand::Hand;
use crate::rules::features::{ALL, TABLEAU};
use crate::rules::{Features, Rules};
use crate::ruleset::{Caught, Does};
use crate::seat::{Seat, SeatSet};

/// By which rules cards are judged, where some are hidden from a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum JudgedBy {
    /// All rules.
    AllRules,
    /// Those that the seat sees.
    SeenRules,
    /// None: what the seat may try.
    Trial,
}

/// The legal actions in the phases that need a tableau.
pub(super) fn legal(rules: &Rules, s: &State) -> ActionSet {
    let Some(tableau) = &s.tableau else {
        return ActionSet::EMPTY;
    };
    match s.phase() {
        Phase::Swap => {
            let others = s
                .active
                .iter()
                .filter(|&other| other != s.asked() && !s.hand(other).is_empty());
            let seats = others.map(|other| Action::Seat(s.active.steps(s.asked(), other)));
            seats.fold(ActionSet::EMPTY.with(Action::Pass), ActionSet::with)
        }
        Phase::NameRank => nameable(rules, s),
        Phase::Claim => ActionSet::plays(claims(rules, s, s.asked(), JudgedBy::Trial)).with(Action::Pass),
        Phase::Mirror => ActionSet::plays(mirror::mirrors_draws(rules, s, s.asked())).with(Action::Pass),
        Phase::Keep => {
            let hand = s.hand(s.asked());
            let left = hand
                .held()
                .iter()
                .filter(|&card| hand.count(card) > tableau.kept.count(card));
            ActionSet::plays(left.collect())
        }
        Phase::Pile { card } => {
            let piles = piles_for(rules, s, card);
            let some = (0..tableau.piles.count).filter(|&pile| piles >> pile & 1 == 1);
            some.map(Action::Option).fold(ActionSet::EMPTY, ActionSet::with)
        }
        Phase::Word { word } => ActionSet::EMPTY.with(Action::Say(word)).with(Action::Pass),
        Phase::CrossOut => {
            let standing = (0..tableau.created.standing).map(Action::Option);
            let set = standing.fold(ActionSet::EMPTY, ActionSet::with);
            set.with_if(
                tableau.created.standing < rules.tableau.created.most,
                Action::Pass,
            )
        }
        Phase::Create => {
            let offers = (0..tableau.created.offers).map(Action::Option);
            offers.fold(ActionSet::EMPTY, ActionSet::with)
        }
        _ => ActionSet::EMPTY,
    }
}

/// The ranks of the deck, and the single cards that may be named as well.
fn nameable(rules: &Rules, s: &State) -> ActionSet {
    let cards = s
        .upcard()
        .and_then(|card| s.table(rules, s.seat).of(card).name_rank);
    let in_deck = |rank: &Rank| {
        rank.cards()
            .iter()
            .any(|card| rules.deck.copies[card.index()] > 0)
    };
    let ranks = (0..14)
        .filter_map(Rank::from_index)
        .filter(in_deck)
        .map(Action::Rank);
    ranks.fold(
        ActionSet::plays(cards.map_or(CardSet::EMPTY, |name| name.cards)),
        ActionSet::with,
    )
}

/// What may be done in the own turn beside playing: asking for a missing call, and, unmasked, a wrong call.
pub(super) fn call_actions(rules: &Rules, s: &State) -> ActionSet {
    let wrong = rules.out.drawn && rules.mistakes.penalty > 0 && turn_is_untouched(s);
    missed_call_questions(rules, s).with_if(wrong, Action::Say(0))
}

/// Whether nothing has been done in the turn yet.
fn turn_is_untouched(s: &State) -> bool {
    s.turn.drawn.cards == 0 && s.turn.played == 0 && !s.turn.drawn.pending
}

/// The missing calls that may be asked after, before anything else is done in the own turn.
pub(super) fn missed_call_questions(rules: &Rules, s: &State) -> ActionSet {
    let Some(tableau) = &s.tableau else {
        return ActionSet::EMPTY;
    };
    if rules.call.caught != Caught::Asked || !turn_is_untouched(s) {
        return ActionSet::EMPTY;
    }
    let owners = tableau
        .announced
        .overdue
        .iter()
        .filter(|&owner| owner != s.seat && s.active.contains(owner));
    owners
        .map(|owner| Action::Seat(s.active.steps(s.seat, owner)))
        .fold(ActionSet::EMPTY, ActionSet::with)
}

/// What the seat of the turn must play.
pub(super) fn named(s: &State) -> Option<Named> {
    s.tableau.as_ref().and_then(|tableau| tableau.named)
}

/// Cards that the seat of the turn draws instead of what was named.
pub(in crate::engine) fn draw_instead_of_named(rules: &Rules, s: &State) -> Option<u8> {
    named(s)?;
    let rule = s
        .upcard()
        .and_then(|card| s.table(rules, s.seat).of(card).name_rank);
    Some(rule.map_or(1, |rule| rule.draw))
}

/// Whether a seat sees hidden created rules, and is then offered legal cards only.
pub(super) fn sees_hidden_rules(rules: &Rules, s: &State, seat: Seat) -> bool {
    rules.tableau.hides() && created::sees(&rules.tableau, s, seat)
}

/// Whether created rules are hidden from a seat.
fn hides_rules_from(rules: &Rules, s: &State, seat: Seat) -> bool {
    rules.tableau.hides() && !created::sees(&rules.tableau, s, seat)
}

/// The cards that may be played by rule on the pile last played on.
pub(in crate::engine) fn lawful_now<const F: Features>(rules: &Rules, s: &State) -> CardSet {
    match &s.tableau {
        Some(tableau) if F & TABLEAU != 0 => lawful_at(rules, s, tableau.piles.at, JudgedBy::AllRules),
        _ => super::lawful_on_pile::<F>(rules, s),
    }
}

/// The cards that may be played on this pile as the first of a turn.
pub(in crate::engine) fn lawful_at(rules: &Rules, s: &State, pile: u8, by: JudgedBy) -> CardSet {
    let Some(tableau) = &s.tableau else {
        return super::lawful_on_pile::<ALL>(rules, s);
    };
    let held = s.held(s.seat);
    let here = pile == tableau.piles.at;
    if let Some(named) = tableau.named {
        return if here && s.pending.draw == 0 {
            held.and(named.cards())
        } else {
            CardSet::EMPTY
        };
    }
    let bound = s.pending.draw > 0 || !s.turn.taken.is_empty();
    if bound {
        return if here {
            super::lawful_on_pile::<ALL>(rules, s)
        } else {
            CardSet::EMPTY
        };
    }
    let (plays, cards) = if here {
        (super::lawful_on_pile::<ALL>(rules, s), s.pile.cards())
    } else {
        let slot = usize::from(pile);
        let cards = tableau.piles.slots[slot].cards();
        (
            held.and(follows_or_wild(rules, s, cards, tableau.piles.nominated[slot])),
            cards,
        )
    };
    let second = !rules.tableau.second_pile.is_empty() && pile == 1;
    let plays = if second {
        plays.and(rules.tableau.second_pile)
    } else {
        plays
    };
    if tableau.created.standing == 0 || by == JudgedBy::SeenRules && hides_rules_from(rules, s, s.seat) {
        return plays;
    }
    let top = |depth: usize| cards.len().checked_sub(depth).map(|at| cards[at]);
    created::allowed_by_created_rules(tableau.created.rules(), held, plays, (top(1), top(2)))
}

/// What follows the top of a pile, or is wild on it.
fn follows_or_wild(rules: &Rules, s: &State, pile: &[Card], nominated: u8) -> CardSet {
    let upcard = pile.last().copied();
    let follows = follows(rules, pile, nominated);
    let closed = upcard.is_some_and(|upcard| rules.follow.closed.contains(upcard));
    if closed {
        follows
    } else {
        follows.or(s.table(rules, s.seat).wild_on(upcard))
    }
}

/// The cards that follow the top of a pile.
pub(in crate::engine) fn follows(rules: &Rules, pile: &[Card], nominated: u8) -> CardSet {
    let follows = rules.following(pile.last().copied(), nominated);
    if rules.follow.sum_product {
        return follows.or(sums(pile));
    }
    follows
}

/// The number of a card of each rank: ace 1; 0 for pictures and Jokers.
const NUMBERS: [u8; 14] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 0, 1, 0];

/// The cards of each number up to ten, and of more than that none.
const NUMBERED: [CardSet; 101] = {
    let mut sets = [CardSet::EMPTY; 101];
    let mut rank = 0;
    while rank < NUMBERS.len() {
        if let (number @ 1.., Some(rank)) = (NUMBERS[rank], Rank::from_index(rank as u8)) {
            sets[number as usize] = rank.cards();
        }
        rank += 1;
    }
    sets
};

/// The cards whose number is the sum or the product of those of the two top cards of a pile.
pub(in crate::engine) fn sums(pile: &[Card]) -> CardSet {
    let [.., under, top] = pile else {
        return CardSet::EMPTY;
    };
    let (a, b) = (NUMBERS[under.rank().index()], NUMBERS[top.rank().index()]);
    // A card without a number makes the product nothing, and then there is no sum either.
    let (sum, product) = (usize::from(a + b), usize::from(a * b));
    let cards = NUMBERED[sum].or(NUMBERED[product]);
    if product > 0 { cards } else { CardSet::EMPTY }
}

/// The piles on which a card of the hand may be played, one bit each; all of them for a seat that has to find out.
pub(in crate::engine) fn piles_for(rules: &Rules, s: &State, card: Card) -> u8 {
    let Some(tableau) = &s.tableau else {
        return 0;
    };
    let bound = s.pending.draw > 0 || tableau.named.is_some();
    if tableau.piles.count == 1 || bound {
        return 1 << tableau.piles.at;
    }
    let all = hides_rules_from(rules, s, s.seat);
    let takes = |&pile: &u8| all || lawful_at(rules, s, pile, JudgedBy::AllRules).contains(card);
    (0..tableau.piles.count)
        .filter(takes)
        .fold(0, |piles, pile| piles | 1 << pile)
}

/// The cards that a seat may play out of turn.
pub(crate) fn claims(rules: &Rules, s: &State, seat: Seat, by: JudgedBy) -> CardSet {
    let (Some(tableau), Some(upcard)) = (&s.tableau, s.upcard()) else {
        return CardSet::EMPTY;
    };
    let held = s.held(seat);
    let barred = seat == s.seat && rules.tableau.claims.not_own.contains(upcard);
    let identical = if rules.tableau.claims.cards.contains(upcard) && !barred {
        held.and(upcard.bit())
    } else {
        CardSet::EMPTY
    };
    if !tableau
        .created
        .rules()
        .iter()
        .any(|standing| standing.rule.does == Does::AnyTurn)
    {
        return identical;
    }
    match by {
        // Under a hidden rule of this kind everybody is asked, whatever the hand.
        JudgedBy::Trial if hides_rules_from(rules, s, seat) => held,
        JudgedBy::SeenRules if hides_rules_from(rules, s, seat) => identical,
        _ => identical.or(held.and(created::playable_any_turn(tableau.created.rules(), Some(upcard)))),
    }
}

/// The card that a seat has to play out of turn.
pub(in crate::engine) fn forced_claim(rules: &Rules, s: &State, seat: Seat) -> Option<Card> {
    let upcard = s
        .upcard()
        .filter(|&upcard| rules.tableau.claims.must.contains(upcard))?;
    let barred = seat == s.seat && rules.tableau.claims.not_own.contains(upcard);
    (!barred && rules.tableau.claims.cards.contains(upcard) && s.held(seat).contains(upcard))
        .then_some(upcard)
}

/// The seats that hold one of these cards.
pub(in crate::engine) fn holders(s: &State, cards: CardSet) -> SeatSet {
    let mut seats = SeatSet::default();
    for seat in s
        .active
        .iter()
        .filter(|&seat| !s.held(seat).and(cards).is_empty())
    {
        seats.insert(seat);
    }
    seats
}

/// Nodes after which the search for a way to play all cards held gives up.
const NODES: u16 = 4_096;

/// Whether all cards of a hand can be played, each following the one below, beginning with this one.
///
/// A way that is not found within [`NODES`] does not count (a Decision): cards are tried in the order of their indices.
pub(in crate::engine) fn all_can_follow(rules: &Rules, s: &State, first: Card) -> bool {
    let mut hand = *s.hand(s.seat);
    hand.remove(first);
    let under = s.upcard().unwrap_or(first);
    let mut nodes = NODES;
    can_play_rest(rules, &mut hand, [under, first], &mut nodes)
}

fn can_play_rest(rules: &Rules, hand: &mut Hand, top: [Card; 2], nodes: &mut u16) -> bool {
    if hand.is_empty() {
        return true;
    }
    let follows = follows(rules, &top, crate::rules::NO_SUIT);
    for card in hand.held().and(follows).iter() {
        if *nodes == 0 {
            return false;
        }
        *nodes -= 1;
        hand.remove(card);
        let found = can_play_rest(rules, hand, [top[1], card], nodes);
        hand.add(card);
        if found {
            return true;
        }
    }
    false
}

/// Whether the turn has gone to a second pile, which takes one card only.
pub(in crate::engine) fn on_second_pile(rules: &Rules, tableau: &Tableau) -> bool {
    tableau.piles.at == 1 && !rules.tableau.second_pile.is_empty()
}
