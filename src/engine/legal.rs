//! What the seat to act may do.

use super::phase::Phase;
use super::state::State;
use crate::action::{Action, ActionSet};
use crate::card::{Card, CardSet, Suit};
use crate::rules::{CoverRules, Rules};
use crate::ruleset::{DrawWhen, SameRank};

/// The legal actions; empty at chance nodes and at the end.
pub(super) fn legal(rules: &Rules, s: &State) -> ActionSet {
    match s.phase {
        Phase::DealerChoice => {
            let choices = (0..=rules.deal_choice_to - rules.deal).map(Action::Option);
            choices.fold(ActionSet::EMPTY, ActionSet::with)
        }
        Phase::Play => play(rules, s),
        Phase::GoOn => ActionSet::plays(go_on(rules, s)).with(Action::Pass),
        Phase::Give { .. } => {
            let optional = s
                .upcard()
                .and_then(|c| rules.of(c).give)
                .is_some_and(|g| g.optional);
            ActionSet::plays(s.held(s.actor)).with_if(optional, Action::Pass)
        }
        Phase::Speak { .. } => ActionSet::EMPTY.with(Action::Say(0)).with(Action::Pass),
        Phase::Nominate => ActionSet::SUITS,
        Phase::Challenge { .. } => ActionSet::EMPTY.with(Action::Challenge).with(Action::Pass),
        Phase::Catch { owner } => ActionSet::EMPTY
            .with(Action::Seat(s.active.steps(s.actor, owner)))
            .with(Action::Pass),
        Phase::Chance(_) | Phase::Over { .. } => ActionSet::EMPTY,
    }
}

/// The cards that may be laid by rule, as the first of a turn.
pub(crate) fn lawful(rules: &Rules, s: &State) -> CardSet {
    let held = s.held(s.seat);
    if s.pending.draw > 0 {
        let attack = &rules.attacks[s.pending.kind as usize];
        let answers = held.and(attack.answer.or(attack.cancel));
        if attack.pass_on.is_empty() {
            return answers;
        }
        return answers.or(held.and(attack.pass_on).and(suit_in_force(s)));
    }
    let plays = held.and(rules.on(s.upcard(), s.nominated));
    if rules.wild_unable.is_empty() {
        return plays;
    }
    // Cards that are wild only when nothing else can be laid do not count among what can be laid.
    if plays.minus(rules.wild_unable).is_empty() {
        plays.or(held.and(rules.wild_unable))
    } else {
        plays.minus(rules.wild_unable)
    }
}

/// The cards of the suit in force: the nominated one, or the upcard's own.
fn suit_in_force(s: &State) -> CardSet {
    let suit = s.nominated().or_else(|| s.upcard().and_then(Card::suit));
    suit.map_or(CardSet::EMPTY, Suit::cards)
}

/// The cards that may be laid as the first of a turn, those included that can only be challenged.
fn offered(rules: &Rules, s: &State) -> CardSet {
    let lawful = lawful(rules, s);
    let bluffs = if s.pending.draw > 0 {
        CardSet::EMPTY
    } else {
        s.held(s.seat).and(rules.challengeable)
    };
    let cards = lawful.or(bluffs);
    match s.turn.last_drawn {
        Some(card) if s.turn.only_drawn => cards.and(card.bit()),
        _ => cards,
    }
}

/// Whether the rules allow drawing to one who may lay these cards.
fn may_draw(rules: &Rules, s: &State, cards: CardSet) -> bool {
    rules.draw.when == DrawWhen::Always || lawful(rules, s).and(cards).is_empty()
}

/// Whether drawing now is a mistake: where mistakes are counted, it is offered though one who can play must.
pub(super) fn draws_by_mistake(rules: &Rules, s: &State) -> bool {
    rules.mistakes.penalty > 0 && s.pending.draw == 0 && !may_draw(rules, s, offered(rules, s))
}

fn play(rules: &Rules, s: &State) -> ActionSet {
    let mut cards = offered(rules, s);
    if s.pending.draw > 0 {
        if rules.mistakes.penalty > 0 {
            cards = s.held(s.seat);
        }
        return ActionSet::plays(cards).with(Action::Draw);
    }
    if s.turn.must_play {
        let all = rules.mistakes.penalty > 0;
        return ActionSet::plays(if all { s.held(s.seat) } else { cards });
    }
    let can_draw = s.can_draw(rules);
    let free = may_draw(rules, s, cards);
    let draw = can_draw && !s.turn.closed && free;
    // Who has begun to draw goes on, lays a card, or passes when no more can be drawn.
    let pass = (s.turn.closed || !can_draw) && (free || s.turn.drawn > 0);
    if rules.mistakes.penalty > 0 && !s.turn.only_drawn {
        cards = s.held(s.seat);
        return ActionSet::plays(cards)
            .with_if(can_draw && !s.turn.closed, Action::Draw)
            .with_if(pass || (!can_draw && cards.is_empty()), Action::Pass);
    }
    ActionSet::plays(cards)
        .with_if(draw, Action::Draw)
        .with_if(pass, Action::Pass)
}

/// The cards that may be laid on the upcard in the same turn.
pub(super) fn go_on(rules: &Rules, s: &State) -> CardSet {
    let Some(upcard) = s.upcard() else {
        return CardSet::EMPTY;
    };
    let held = s.held(s.seat);
    let mut cards = CardSet::EMPTY;
    if let Some(cover) = covering(rules, s) {
        cards = held.and(cover.allowed_on(upcard));
    }
    if rules.same_rank != SameRank::Off && s.turn.one_rank && rules.same_rank_cards.contains(upcard) {
        cards = cards.or(held.and(upcard.rank().cards()).and(rules.same_rank_cards));
    }
    cards
}

/// The rule by which the run of covers goes on, while it may.
pub(super) fn covering<'a>(rules: &'a Rules, s: &State) -> Option<&'a CoverRules> {
    if s.turn.covers_left == 0 {
        return None;
    }
    s.turn.covered.and_then(|card| rules.of(card).cover.as_ref())
}

/// The rule that forbids an action, in words.
pub(super) fn why_not(rules: &Rules, s: &State, action: Action) -> String {
    match (s.phase, action) {
        (Phase::Play, Action::Play(card)) => {
            if !s.held(s.seat).contains(card) {
                return format!("seat {} does not hold {card}", s.seat.0);
            }
            if s.pending.draw > 0 {
                return format!("{} cards are pending, and {card} does not answer", s.pending.draw);
            }
            if s.turn.only_drawn {
                return "only the card just drawn may be laid".to_owned();
            }
            match (s.nominated(), s.upcard()) {
                (Some(suit), _) => format!("the suit to follow is {}", rules.labels.suit(suit)),
                (None, Some(upcard)) => format!("{card} does not follow {upcard}"),
                (None, None) => "it cannot be laid now".to_owned(),
            }
        }
        (Phase::Play, Action::Draw) if !s.can_draw(rules) => "there is no card to draw".to_owned(),
        (Phase::Play, Action::Draw) if s.turn.must_play => "a card must be laid".to_owned(),
        (Phase::Play, Action::Draw) if s.turn.closed => "no more cards may be drawn in this turn".to_owned(),
        (Phase::Play, Action::Pass) if s.can_draw(rules) => {
            "one passes only when no card can be drawn".to_owned()
        }
        (Phase::Play, Action::Draw | Action::Pass) => "one who can play must".to_owned(),
        (Phase::GoOn, Action::Play(card)) => format!("{card} cannot be laid on the upcard in the same turn"),
        (phase, _) => format!("the phase is {}", phase.name()),
    }
}
