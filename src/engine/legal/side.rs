//! What may be done where a state has a side block: several piles, cards out of turn, created rules, what was named.

use crate::action::{Action, ActionSet};
use crate::card::{Card, CardSet};
use crate::engine::phase::Phase;
use crate::engine::state::State;
use crate::primitive::created::effect as created;
use crate::primitive::mirror::effect as mirror;
use crate::primitive::next::effect as next;
use crate::rules::features::{ALL, SIDE};
use crate::rules::{Features, Rules, SideRules};
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
        Phase::NameRank => next::nameable(rules, s),
        Phase::Claim => ActionSet::plays(claims(rules, s, s.asked(), JudgedBy::Trial)).with(Action::Pass),
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

/// What may be done in the own turn beside playing: asking for a missing call, and, unmasked, a wrong call.
pub(crate) fn call_actions(rules: &Rules, s: &State) -> ActionSet {
    let Some(more) = &rules.side else {
        return ActionSet::EMPTY;
    };
    let wrong = more.out_drawn && rules.mistakes.penalty > 0 && turn_is_untouched(s);
    missed_call_questions(rules, s).with_if(wrong, Action::Say(0))
}

/// Whether nothing has been done in the turn yet.
fn turn_is_untouched(s: &State) -> bool {
    s.turn.drawn == 0 && s.turn.played == 0 && !s.turn.took
}

/// The missing calls that may be asked after, before anything else is done in the own turn.
pub(crate) fn missed_call_questions(rules: &Rules, s: &State) -> ActionSet {
    let (Some(more), Some(side)) = (&rules.side, &s.side) else {
        return ActionSet::EMPTY;
    };
    if more.call.caught != Caught::Asked || !turn_is_untouched(s) {
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

/// Whether a seat sees hidden created rules, and is then offered legal cards only.
pub(crate) fn sees_hidden_rules(rules: &Rules, s: &State, seat: Seat) -> bool {
    let more = rules.side.as_ref();
    more.is_some_and(|more| more.hides() && created::sees(more, s, seat))
}

/// Whether created rules are hidden from a seat.
fn hides_rules_from(more: &SideRules, s: &State, seat: Seat) -> bool {
    more.hides() && !created::sees(more, s, seat)
}

/// The cards that may be played by rule on the pile last played on.
pub(crate) fn lawful_now<const F: Features>(rules: &Rules, s: &State) -> CardSet {
    match &s.side {
        Some(side) if F & SIDE != 0 => lawful_at(rules, s, side.at, JudgedBy::AllRules),
        _ => super::lawful_on_pile::<F>(rules, s),
    }
}

/// The cards that may be played on this pile as the first of a turn.
pub(crate) fn lawful_at(rules: &Rules, s: &State, pile: u8, by: JudgedBy) -> CardSet {
    let (Some(more), Some(side)) = (&rules.side, &s.side) else {
        return super::lawful_on_pile::<ALL>(rules, s);
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
            super::lawful_on_pile::<ALL>(rules, s)
        } else {
            CardSet::EMPTY
        };
    }
    let (plays, cards) = if here {
        (super::lawful_on_pile::<ALL>(rules, s), s.pile.cards())
    } else {
        let slot = usize::from(pile);
        let cards = side.piles[slot].cards();
        (
            held.and(follows_or_wild(rules, s, cards, side.nominated[slot])),
            cards,
        )
    };
    let second = !more.second_pile.is_empty() && pile == 1;
    let plays = if second {
        plays.and(more.second_pile)
    } else {
        plays
    };
    if side.standing == 0 || by == JudgedBy::SeenRules && hides_rules_from(more, s, s.seat) {
        return plays;
    }
    let top = |depth: usize| cards.len().checked_sub(depth).map(|at| cards[at]);
    created::allowed_by_created_rules(side.rules(), held, plays, (top(1), top(2)))
}

/// What follows the top of a pile, or is wild on it.
fn follows_or_wild(rules: &Rules, s: &State, pile: &[Card], nominated: u8) -> CardSet {
    let upcard = pile.last().copied();
    let follows = super::follows(rules, pile, nominated);
    let closed = upcard.is_some_and(|upcard| rules.settings.closed.contains(upcard));
    if closed {
        follows
    } else {
        follows.or(s.table(rules, s.seat).play.wild_on(upcard))
    }
}

/// The piles on which a card of the hand may be played, one bit each; all of them for a seat that has to find out.
pub(crate) fn piles_for(rules: &Rules, s: &State, card: Card) -> u8 {
    let (Some(more), Some(side)) = (&rules.side, &s.side) else {
        return 0;
    };
    let bound = s.pending.draw > 0 || side.named.is_some();
    if side.count == 1 || bound {
        return 1 << side.at;
    }
    let all = hides_rules_from(more, s, s.seat);
    let takes = |&pile: &u8| all || lawful_at(rules, s, pile, JudgedBy::AllRules).contains(card);
    (0..side.count)
        .filter(takes)
        .fold(0, |piles, pile| piles | 1 << pile)
}

/// The cards that a seat may play out of turn.
pub(crate) fn claims(rules: &Rules, s: &State, seat: Seat, by: JudgedBy) -> CardSet {
    let (Some(more), Some(side), Some(upcard)) = (&rules.side, &s.side, s.upcard()) else {
        return CardSet::EMPTY;
    };
    let held = s.held(seat);
    let barred = seat == s.seat && more.identical_not_own.contains(upcard);
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
        JudgedBy::Trial if hides_rules_from(more, s, seat) => held,
        JudgedBy::SeenRules if hides_rules_from(more, s, seat) => identical,
        _ => identical.or(held.and(created::playable_any_turn(side.rules(), Some(upcard)))),
    }
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
