//! Legal actions that depend on the tableau: several piles, cards out of turn, created rules, named ranks and cards.

use super::follows::playable_at_all;
use crate::action::{Action, ActionSet};
use crate::card::{Card, CardSet};
use crate::engine::phase::Phase;
use crate::engine::state::State;
use crate::engine::tableau::RareState;
use crate::primitive::created::effect as created;
use crate::primitive::mirror::effect as mirror;
use crate::primitive::next::effect as next;
use crate::rules::features::{ALL, TABLEAU};
use crate::rules::{Features, Rules};
use crate::ruleset::{Caught, Does};
use crate::seat::{Seat, SeatSet};

/// Returns true if a created rule lets cards be played out of turn.
pub(crate) fn plays_any_turn(tableau: &RareState) -> bool {
    tableau
        .created
        .rules()
        .iter()
        .any(|standing| standing.rule.does == Does::AnyTurn)
}

/// Returns true if cards may be played on the upcard out of turn.
pub(crate) fn may_be_claimed(rules: &Rules, s: &State) -> bool {
    let claimed = |upcard| rules.tableau.claims.cards.contains(upcard);
    s.tableau
        .as_deref()
        .is_some_and(|tableau| plays_any_turn(tableau) || s.upcard().is_some_and(claimed))
}

/// The rules by which cards are judged, where some rules are hidden from a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum JudgedBy {
    /// All rules.
    AllRules,
    /// The rules that the seat sees.
    SeenRules,
    /// No rule that the seat does not see: the cards that the seat may try.
    Trial,
}

/// Returns the legal actions in the phases that need a tableau.
pub(crate) fn legal(rules: &Rules, s: &State) -> ActionSet {
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
            let none = ActionSet::EMPTY.with_if(!rules.tableau.must_swap, Action::Pass);
            seats.fold(none, ActionSet::with)
        }
        Phase::Choose => {
            let others = s.active.iter().filter(|&other| other != s.asked());
            let seats = others.map(|other| Action::Seat(s.active.steps(s.asked(), other)));
            seats.fold(ActionSet::EMPTY, ActionSet::with)
        }
        Phase::NameRank => next::nameable(rules, s),
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

/// Returns the actions in a seat's own turn that concern calls: asking for a missing call and, where mistakes cost cards, a wrong call.
pub(crate) fn call_actions(rules: &Rules, s: &State) -> ActionSet {
    let wrong = rules.out.drawn && rules.mistakes.penalty > 0 && turn_is_untouched(s);
    missed_call_questions(rules, s).with_if(wrong, Action::Say(0))
}

/// Returns true if nothing has been done in the turn yet.
fn turn_is_untouched(s: &State) -> bool {
    s.turn.drawn.cards == 0 && s.turn.played == 0 && !s.turn.drawn.took_pending
}

/// Returns the questions for missing calls that the seat of the turn may ask before it does anything else.
pub(crate) fn missed_call_questions(rules: &Rules, s: &State) -> ActionSet {
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

/// Returns true if a seat sees hidden created rules, and so is offered legal cards only.
pub(crate) fn sees_hidden_rules(rules: &Rules, s: &State, seat: Seat) -> bool {
    rules.tableau.hides() && created::sees(&rules.tableau, s, seat)
}

/// Returns true if created rules are hidden from a seat.
fn hides_rules_from(rules: &Rules, s: &State, seat: Seat) -> bool {
    rules.tableau.hides() && !created::sees(&rules.tableau, s, seat)
}

/// Returns the cards that may be played by rule on the pile last played on.
pub(crate) fn lawful_now<const F: Features>(rules: &Rules, s: &State) -> CardSet {
    match &s.tableau {
        Some(tableau) if F & TABLEAU != 0 => {
            lawful_at(rules, s, s.held(s.seat), tableau.piles.at, JudgedBy::AllRules)
        }
        _ => super::lawful_on_pile::<F>(rules, s, s.held(s.seat)),
    }
}

/// Returns the cards of those held that may be played on this pile as the first of a turn.
pub(crate) fn lawful_at(rules: &Rules, s: &State, held: CardSet, pile: u8, by: JudgedBy) -> CardSet {
    let Some(tableau) = &s.tableau else {
        return super::lawful_on_pile::<ALL>(rules, s, held);
    };
    let here = pile == tableau.piles.at;
    let held = playable_at_all::<ALL>(rules, s, s.seat, held);
    if let Some(named) = next::named(rules, s)
        && !(s.pending.is_some() && s.demander().is_some())
    {
        return if here && !s.pending.is_some() {
            held.and(next::named_cards(rules, s, named))
        } else {
            CardSet::EMPTY
        };
    }
    let bound = s.pending.is_some() || !s.turn.taken.is_empty();
    if bound {
        return if here {
            super::lawful_on_pile::<ALL>(rules, s, held)
        } else {
            CardSet::EMPTY
        };
    }
    let (plays, cards) = if here {
        (super::lawful_on_pile::<ALL>(rules, s, held), s.pile.cards())
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

/// Returns the cards that follow the top of a pile or are wild on it.
fn follows_or_wild(rules: &Rules, s: &State, pile: &[Card], nominated: u8) -> CardSet {
    let upcard = pile.last().copied();
    let follows = super::follows(rules, pile, nominated);
    let closed = upcard.is_some_and(|upcard| rules.follow.closed.contains(upcard));
    if closed {
        follows
    } else {
        follows.or(s.table(rules, s.seat).play.wild_on(upcard))
    }
}

/// Returns the piles on which a card of the hand may be played, one bit each; all piles if rules are hidden from the seat.
pub(crate) fn piles_for(rules: &Rules, s: &State, card: Card) -> u8 {
    let Some(tableau) = &s.tableau else {
        return 0;
    };
    let bound = s.pending.is_some() || next::named(rules, s).is_some();
    if tableau.piles.count == 1 || bound {
        return 1 << tableau.piles.at;
    }
    let all = hides_rules_from(rules, s, s.seat);
    let takes =
        |&pile: &u8| all || lawful_at(rules, s, s.held(s.seat), pile, JudgedBy::AllRules).contains(card);
    (0..tableau.piles.count)
        .filter(takes)
        .fold(0, |piles, pile| piles | 1 << pile)
}

/// Returns the cards that a seat may play out of turn.
pub(crate) fn claims(rules: &Rules, s: &State, seat: Seat, by: JudgedBy) -> CardSet {
    let (Some(tableau), Some(upcard)) = (&s.tableau, s.upcard()) else {
        return CardSet::EMPTY;
    };
    let held = playable_at_all::<ALL>(rules, s, seat, s.held(seat));
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

/// Returns the seats that hold one of these cards.
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
