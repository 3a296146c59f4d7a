//! What may be done where a state has a side block: several piles, cards out of turn, created rules, what was named.

use crate::action::{Action, ActionSet};
use crate::card::{Card, CardSet, Rank};
use crate::engine::phase::Phase;
use crate::engine::side::{Named, Side};
use crate::engine::state::State;
use crate::hand::Hand;
use crate::primitive::created::effect as created;
use crate::primitive::mirror::effect as mirror;
use crate::rules::features::{ALL, SIDE};
use crate::rules::{Features, Rules, SideRules};
use crate::ruleset::{Caught, Does};
use crate::seat::{Seat, SeatSet};

/// By which rules cards are judged, where some are hidden from a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rated {
    /// By all rules.
    Lawful,
    /// By those that the seat sees.
    Seen,
    /// What the seat may try.
    Offered,
}

/// The legal actions in the phases of the side block.
pub(crate) fn legal(rules: &Rules, s: &State) -> ActionSet {
    let (Some(more), Some(side)) = (&rules.side, &s.side) else {
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
        Phase::Claim => ActionSet::plays(claims(rules, s, s.asked(), Rated::Offered)).with(Action::Pass),
        Phase::Mirror => ActionSet::plays(mirror::mirrors_draws(rules, s, s.asked())).with(Action::Pass),
        Phase::Keep => {
            let hand = s.hand(s.asked());
            let left = hand
                .held()
                .iter()
                .filter(|&card| hand.count(card) > side.kept.count(card));
            ActionSet::plays(left.collect())
        }
        Phase::Pile { card } => {
            let piles = piles_for(rules, s, card);
            let some = (0..side.count).filter(|&pile| piles >> pile & 1 == 1);
            some.map(Action::Option).fold(ActionSet::EMPTY, ActionSet::with)
        }
        Phase::Word { word } => ActionSet::EMPTY.with(Action::Say(word)).with(Action::Pass),
        Phase::CrossOut => {
            let standing = (0..side.standing).map(Action::Option);
            let set = standing.fold(ActionSet::EMPTY, ActionSet::with);
            set.with_if(side.standing < more.created.most, Action::Pass)
        }
        Phase::Create => {
            let offers = (0..side.offers).map(Action::Option);
            offers.fold(ActionSet::EMPTY, ActionSet::with)
        }
        _ => ActionSet::EMPTY,
    }
}

/// The ranks of the deck, and the single cards that may be named as well.
fn nameable(rules: &Rules, s: &State) -> ActionSet {
    let cards = s
        .upcard()
        .and_then(|card| s.table(rules, s.seat).of(card).next.name_rank);
    let in_deck = |rank: &Rank| rank.cards().iter().any(|card| rules.copies[card.index()] > 0);
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
pub(crate) fn asides(rules: &Rules, s: &State) -> ActionSet {
    let Some(more) = &rules.side else {
        return ActionSet::EMPTY;
    };
    let wrong = more.out_drawn && rules.mistakes.penalty > 0 && begins(s);
    questions(rules, s).with_if(wrong, Action::Say(0))
}

/// Whether nothing has been done in the turn yet.
fn begins(s: &State) -> bool {
    s.turn.drawn == 0 && s.turn.laid == 0 && !s.turn.took
}

/// The missing calls that may be asked after, before anything else is done in the own turn.
pub(crate) fn questions(rules: &Rules, s: &State) -> ActionSet {
    let (Some(more), Some(side)) = (&rules.side, &s.side) else {
        return ActionSet::EMPTY;
    };
    if more.call.caught != Caught::Asked || !begins(s) {
        return ActionSet::EMPTY;
    }
    let owners = side
        .overdue
        .iter()
        .filter(|&owner| owner != s.seat && s.active.contains(owner));
    owners
        .map(|owner| Action::Seat(s.active.steps(s.seat, owner)))
        .fold(ActionSet::EMPTY, ActionSet::with)
}

/// What the seat of the turn must lay.
pub(crate) fn named(s: &State) -> Option<Named> {
    s.side.as_ref().and_then(|side| side.named)
}

/// Cards that the seat of the turn draws instead of what was named.
pub(crate) fn named_draw(rules: &Rules, s: &State) -> Option<u8> {
    named(s)?;
    let rule = s
        .upcard()
        .and_then(|card| s.table(rules, s.seat).of(card).next.name_rank);
    Some(rule.map_or(1, |rule| rule.draw))
}

/// Whether a seat sees hidden created rules, and is then offered legal cards only.
pub(crate) fn knows(rules: &Rules, s: &State, seat: Seat) -> bool {
    let more = rules.side.as_ref();
    more.is_some_and(|more| more.hides() && created::sees(more, s, seat))
}

/// Whether created rules are hidden from a seat.
fn hidden(more: &SideRules, s: &State, seat: Seat) -> bool {
    more.hides() && !created::sees(more, s, seat)
}

/// The cards that may be laid by rule on the pile last laid on.
pub(crate) fn lawful_now<const F: Features>(rules: &Rules, s: &State) -> CardSet {
    match &s.side {
        Some(side) if F & SIDE != 0 => lawful_at(rules, s, side.at, Rated::Lawful),
        _ => super::lawful_here::<F>(rules, s),
    }
}

/// The cards that may be laid on this pile as the first of a turn.
pub(crate) fn lawful_at(rules: &Rules, s: &State, pile: u8, by: Rated) -> CardSet {
    let (Some(more), Some(side)) = (&rules.side, &s.side) else {
        return super::lawful_here::<ALL>(rules, s);
    };
    let held = s.held(s.seat);
    let here = pile == side.at;
    if let Some(named) = side.named {
        return if here && s.pending.draw == 0 {
            held.and(named.cards())
        } else {
            CardSet::EMPTY
        };
    }
    let bound = s.pending.draw > 0 || !s.turn.taken.is_empty();
    if bound {
        return if here {
            super::lawful_here::<ALL>(rules, s)
        } else {
            CardSet::EMPTY
        };
    }
    let (plays, cards) = if here {
        (super::lawful_here::<ALL>(rules, s), s.pile.cards())
    } else {
        let slot = usize::from(pile);
        let cards = side.piles[slot].cards();
        (held.and(ordinary(rules, s, cards, side.nominated[slot])), cards)
    };
    let second = !more.second_pile.is_empty() && pile == 1;
    let plays = if second {
        plays.and(more.second_pile)
    } else {
        plays
    };
    if side.standing == 0 || by == Rated::Seen && hidden(more, s, s.seat) {
        return plays;
    }
    let top = |depth: usize| cards.len().checked_sub(depth).map(|at| cards[at]);
    created::judged(side.rules(), held, plays, (top(1), top(2)))
}

/// What follows the top of a pile, or is wild on it.
fn ordinary(rules: &Rules, s: &State, pile: &[Card], nominated: u8) -> CardSet {
    let upcard = pile.last().copied();
    let follows = follows(rules, pile, nominated);
    let closed = upcard.is_some_and(|upcard| rules.settings.closed.contains(upcard));
    if closed {
        follows
    } else {
        follows.or(s.table(rules, s.seat).play.wild_on(upcard))
    }
}

/// The cards that follow the top of a pile.
pub(crate) fn follows(rules: &Rules, pile: &[Card], nominated: u8) -> CardSet {
    let follows = rules.following(pile.last().copied(), nominated);
    if rules.settings.sum_product {
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
pub(crate) fn sums(pile: &[Card]) -> CardSet {
    let [.., under, top] = pile else {
        return CardSet::EMPTY;
    };
    let (a, b) = (NUMBERS[under.rank().index()], NUMBERS[top.rank().index()]);
    // A card without a number makes the product nothing, and then there is no sum either.
    let (sum, product) = (usize::from(a + b), usize::from(a * b));
    let cards = NUMBERED[sum].or(NUMBERED[product]);
    if product > 0 { cards } else { CardSet::EMPTY }
}

/// The piles on which a card of the hand may be laid, one bit each; all of them for a seat that has to find out.
pub(crate) fn piles_for(rules: &Rules, s: &State, card: Card) -> u8 {
    let (Some(more), Some(side)) = (&rules.side, &s.side) else {
        return 0;
    };
    let bound = s.pending.draw > 0 || side.named.is_some();
    if side.count == 1 || bound {
        return 1 << side.at;
    }
    let all = hidden(more, s, s.seat);
    let takes = |&pile: &u8| all || lawful_at(rules, s, pile, Rated::Lawful).contains(card);
    (0..side.count)
        .filter(takes)
        .fold(0, |piles, pile| piles | 1 << pile)
}

/// The cards that a seat may lay out of turn.
pub(crate) fn claims(rules: &Rules, s: &State, seat: Seat, by: Rated) -> CardSet {
    let (Some(more), Some(side), Some(upcard)) = (&rules.side, &s.side, s.upcard()) else {
        return CardSet::EMPTY;
    };
    let held = s.held(seat);
    let barred = seat == s.seat && more.layer_not.contains(upcard);
    let identical = if more.identical.contains(upcard) && !barred {
        held.and(upcard.bit())
    } else {
        CardSet::EMPTY
    };
    if !side
        .rules()
        .iter()
        .any(|standing| standing.rule.does == Does::AnyTurn)
    {
        return identical;
    }
    match by {
        // Under a hidden rule of this kind everybody is asked, whatever the hand.
        Rated::Offered if hidden(more, s, seat) => held,
        Rated::Seen if hidden(more, s, seat) => identical,
        _ => identical.or(held.and(created::any_turn(side.rules(), Some(upcard)))),
    }
}

/// The card that a seat has to lay out of turn.
pub(crate) fn forced_claim(rules: &Rules, s: &State, seat: Seat) -> Option<Card> {
    let more = rules.side.as_ref()?;
    let upcard = s
        .upcard()
        .filter(|&upcard| more.identical_must.contains(upcard))?;
    let barred = seat == s.seat && more.layer_not.contains(upcard);
    (!barred && more.identical.contains(upcard) && s.held(seat).contains(upcard)).then_some(upcard)
}

/// The seats that hold one of these cards.
pub(crate) fn holders(s: &State, cards: CardSet) -> SeatSet {
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

/// Nodes after which the search for a way to lay all cards held gives up.
const NODES: u16 = 4_096;

/// Whether all cards of a hand can be laid, each following the one below, beginning with this one.
///
/// A way that is not found within [`NODES`] does not count (a Decision): cards are tried in the order of their indices.
pub(crate) fn all_can_follow(rules: &Rules, s: &State, first: Card) -> bool {
    let mut hand = *s.hand(s.seat);
    hand.remove(first);
    let under = s.upcard().unwrap_or(first);
    let mut nodes = NODES;
    follows_on(rules, &mut hand, [under, first], &mut nodes)
}

fn follows_on(rules: &Rules, hand: &mut Hand, top: [Card; 2], nodes: &mut u16) -> bool {
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
        let found = follows_on(rules, hand, [top[1], card], nodes);
        hand.add(card);
        if found {
            return true;
        }
    }
    false
}

/// Whether the turn has gone to a second pile, which takes one card only.
pub(crate) fn on_second_pile(rules: &Rules, side: &Side) -> bool {
    side.at == 1
        && rules
            .side
            .as_ref()
            .is_some_and(|more| !more.second_pile.is_empty())
}
