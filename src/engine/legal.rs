//! What the seat to act may do.

use super::phase::Phase;
use super::state::State;
use crate::action::{Action, ActionSet};
use crate::card::{Card, CardSet, Suit};
use crate::rules::{CardTable, Rules};
use crate::ruleset::{AnswerSuit, DrawThen, DrawWhen, Nominate};

use super::effect::mirror;
use super::go_on::{ending, go_on, may_stop};

mod mistakes;
mod side;

pub(super) use mistakes::lawful_actions;
pub(crate) use side::{Rated, claims};
pub(super) use side::{all_can_follow, on_second_pile};
pub(super) use side::{follows, forced_claim, holders, lawful_at, lawful_now, named_draw, piles_for, sums};

/// The legal actions; empty at chance nodes and at the end.
#[inline(never)]
pub(super) fn legal(rules: &Rules, s: &State) -> ActionSet {
    // By far the most frequent, and so not through a table.
    match s.phase() {
        Phase::Play => play(rules, s),
        Phase::GoOn => ActionSet::plays(go_on(rules, s)).with_if(may_stop(rules, s), ending(rules, s)),
        Phase::Nominate => nominations(rules, s),
        _ => seldom(rules, s),
    }
}

/// The legal actions in the other phases.
fn seldom(rules: &Rules, s: &State) -> ActionSet {
    match s.phase() {
        Phase::DealerChoice => {
            let choices = (0..=rules.deal_choice_to - rules.deal).map(Action::Option);
            choices.fold(ActionSet::EMPTY, ActionSet::with)
        }
        Phase::Direction => ActionSet::EMPTY.with(Action::Option(0)).with(Action::Option(1)),
        Phase::Give { .. } => {
            let table = s.table(rules, s.seat);
            let optional = s
                .upcard()
                .and_then(|c| table.of(c).give)
                .is_some_and(|g| g.optional);
            ActionSet::plays(s.held(s.asked())).with_if(optional, Action::Pass)
        }
        Phase::Speak { .. } => ActionSet::EMPTY.with(Action::Say(0)).with(Action::Pass),
        Phase::Challenge { .. } => ActionSet::EMPTY.with(Action::Challenge).with(Action::Pass),
        Phase::Catch { owner } => ActionSet::EMPTY
            .with(Action::Seat(s.active.steps(s.asked(), owner)))
            .with(Action::Pass),
        Phase::Chance(_) | Phase::Over { .. } => ActionSet::EMPTY,
        _ => side::legal(rules, s),
    }
}

/// The suits that may be nominated: a second one is another than the card's own.
fn nominations(rules: &Rules, s: &State) -> ActionSet {
    let table = s.table(rules, s.seat);
    let own = s
        .upcard()
        .filter(|&card| table.of(card).nominate == Nominate::Second)
        .and_then(Card::suit);
    match own {
        Some(own) => Suit::ALL
            .into_iter()
            .filter(|&suit| suit != own)
            .map(Action::Suit)
            .fold(ActionSet::EMPTY, ActionSet::with),
        None => ActionSet::SUITS,
    }
}

/// The cards that may be laid by rule, as the first of a turn.
pub(crate) fn lawful(rules: &Rules, s: &State) -> CardSet {
    rated(rules, s, Rated::Lawful)
}

/// The cards that may be laid, as the first of a turn, on whichever pile.
pub(crate) fn rated(rules: &Rules, s: &State, by: Rated) -> CardSet {
    match &s.side {
        None => lawful_here(rules, s),
        Some(side) if side.count == 1 => lawful_at(rules, s, 0, by),
        Some(side) => (0..side.count).fold(CardSet::EMPTY, |cards, pile| {
            cards.or(lawful_at(rules, s, pile, by))
        }),
    }
}

/// The cards that may be laid on the pile last laid on, created rules apart.
#[inline(never)]
fn lawful_here(rules: &Rules, s: &State) -> CardSet {
    let held = s.held(s.seat);
    let table = s.table(rules, s.seat);
    if s.pending.draw > 0 {
        let answers = answering(rules, s, table);
        if table.mirrors.is_empty() {
            return held.and(answers);
        }
        return held.and(answers.or(mirror::mirrors_attack(rules, s)));
    }
    if rules.plain_following {
        return held.and(rules.following(s.upcard(), s.nominated).or(table.wild));
    }
    if !rules.short.odd_following && !rules.draw.suit_only && s.turn.taken.is_empty() && !s.open {
        return lawful_begun(rules, s, table);
    }
    if !s.turn.taken.is_empty() {
        return held
            .and(s.turn.taken)
            .and(table.answers[s.turn.attack_kind as usize].answer);
    }
    if s.open {
        return held;
    }
    if let Some(demand) = demanded(rules, s) {
        return held.and(demand);
    }
    let mut follows = rules.following(s.face(rules), s.nominated);
    if rules.settings.sum_product {
        follows = follows.or(sums(s.pile.cards()));
    }
    if s.fresh
        && let Some(second) = Suit::from_index(s.second)
    {
        follows = follows.or(second.cards());
    }
    let open = s
        .upcard()
        .is_none_or(|upcard| !rules.settings.closed.contains(upcard));
    let wild = if open {
        table.wild_on(s.upcard())
    } else {
        CardSet::EMPTY
    };
    let mut plays = held.and(follows.or(wild));
    plays = with_unsuited(rules, s, plays, table.wild_no_suit);
    if rules.draw.suit_only && lays_drawn(rules, s) {
        plays = plays.and(suit_in_force(rules, s).or(table.any_wild()));
    }
    unless_able(plays, held, table.wild_unable)
}

/// The cards that answer what is pending, cancel it or pass it on.
pub(crate) fn answering(rules: &Rules, s: &State, table: &CardTable) -> CardSet {
    if s.pending.unanswerable {
        return CardSet::EMPTY;
    }
    let kind = usize::from(s.pending.kind);
    let answers = table.answers[kind];
    let cards = answers.answer.or(answers.cancel);
    let cards = match rules.attacks[kind].suit {
        AnswerSuit::Any => cards,
        AnswerSuit::Nominated => s.nominated().map_or(cards, |suit| cards.and(suit.cards())),
        AnswerSuit::InForce => cards.and(suit_in_force(rules, s)),
    };
    if answers.pass_on.is_empty() {
        return cards;
    }
    cards.or(answers.pass_on.and(suit_in_force(rules, s)))
}

/// Whether only a card that was drawn in the turn may be laid, or was.
pub(super) fn lays_drawn(rules: &Rules, s: &State) -> bool {
    s.turn.drawn > 0 && matches!(rules.draw.then, DrawThen::MayPlay | DrawThen::MustPlay)
}

/// What the upcard demands of the player whose turn it is, if it does.
pub(super) fn demanded(rules: &Rules, s: &State) -> Option<CardSet> {
    if !s.fresh {
        return None;
    }
    s.upcard().and_then(|upcard| rules.demanded(upcard))
}

/// The cards of the suit in force: the nominated one, or that of the card to follow.
pub(super) fn suit_in_force(rules: &Rules, s: &State) -> CardSet {
    s.suit(rules).map_or(CardSet::EMPTY, Suit::cards)
}

/// The cards that may be laid against the rule, to be challenged.
pub(super) fn bluffs(rules: &Rules, s: &State) -> CardSet {
    let challengeable = s.table(rules, s.seat).challengeable;
    if challengeable.is_empty() {
        return CardSet::EMPTY;
    }
    let bound = s.pending.draw > 0 || !s.turn.taken.is_empty() || s.open || demanded(rules, s).is_some();
    if bound {
        return CardSet::EMPTY;
    }
    s.held(s.seat).and(challengeable)
}

/// The cards that may be laid as the first of a turn, those included that can only be challenged, where these are lawful.
fn offered(rules: &Rules, s: &State, lawful: CardSet) -> CardSet {
    let cards = lawful.or(bluffs(rules, s));
    match s.turn.last_drawn {
        Some(card) if s.turn.only_drawn => cards.and(card.bit()),
        _ => cards,
    }
}

/// Whether the rules allow drawing to one who may lay these cards by rule.
fn may_draw(rules: &Rules, s: &State, lawful: CardSet) -> bool {
    let free = rules.draw.when == DrawWhen::Always && side::named(s).is_none();
    free || lawful.is_empty()
}

/// Whether drawing now is a mistake: where mistakes are counted, it is offered though one who can play must.
pub(super) fn draws_by_mistake(rules: &Rules, s: &State) -> bool {
    if !unmasked(rules, s) || s.pending.draw > 0 {
        return false;
    }
    let lawful = lawful(rules, s);
    !may_draw(rules, s, lawful.and(offered(rules, s, lawful)))
}

/// Whether a turn begins with nothing pending, and what is offered is what follows, drawing and passing.
#[inline(always)]
pub(super) fn offers_plainly(rules: &Rules, s: &State) -> bool {
    rules.plain_offers && begins_freely(s)
}

/// Whether a turn begins with nothing pending, and what is offered is what may be laid, what may be challenged, drawing and passing.
#[inline(always)]
pub(super) fn offers_simply(rules: &Rules, s: &State) -> bool {
    rules.short.offers && begins_freely(s) && !(s.open | s.turn.only_drawn | s.turn.must_play)
}

/// Whether a turn begins with nothing pending.
#[inline(always)]
fn begins_freely(s: &State) -> bool {
    matches!(s.phase(), Phase::Play) && s.pending.draw == 0 && s.turn.drawn == 0 && !s.turn.took
}

/// The legal actions where a turn offers plainly.
#[inline(always)]
pub(super) fn plain_play(rules: &Rules, s: &State) -> ActionSet {
    let table = s.table(rules, s.seat);
    let cards = s
        .held(s.seat)
        .and(rules.following(s.upcard(), s.nominated).or(table.wild));
    begun(rules, s, cards, cards)
}

/// The legal actions where it offers simply.
#[inline(always)]
pub(super) fn simple_play(rules: &Rules, s: &State) -> ActionSet {
    if rules.short.odd_following {
        let lawful = lawful_here(rules, s);
        return begun(rules, s, lawful.or(bluffs(rules, s)), lawful);
    }
    let table = s.table(rules, s.seat);
    let lawful = lawful_begun(rules, s, table);
    let cards = lawful.or(s.held(s.seat).and(table.challengeable));
    begun(rules, s, cards, lawful)
}

/// What is offered as a turn begins with nothing pending, where these may be laid, and these by rule.
#[inline(always)]
fn begun(rules: &Rules, s: &State, cards: CardSet, lawful: CardSet) -> ActionSet {
    let free = rules.draw.when == DrawWhen::Always || lawful.is_empty();
    let can_draw = s.can_draw(rules);
    ActionSet::plays(cards)
        .with_if(can_draw && free, Action::Draw)
        .with_if(!can_draw && free, Action::Pass)
}

/// The cards that may be laid by rule with nothing pending, where suit, rank and being wild decide.
#[inline(always)]
fn lawful_begun(rules: &Rules, s: &State, table: &CardTable) -> CardSet {
    let held = s.held(s.seat);
    let mut plays = held.and(rules.following(s.upcard(), s.nominated).or(table.wild));
    plays = with_unsuited(rules, s, plays, table.wild_no_suit);
    unless_able(plays, held, table.wild_unable)
}

/// Takes out the cards that are wild only for one who cannot follow suit, or adds those that are held.
#[inline]
fn with_unsuited(rules: &Rules, s: &State, plays: CardSet, wild: CardSet) -> CardSet {
    if wild.is_empty() {
        return plays;
    }
    let held = s.held(s.seat);
    let unsuited = held.and(suit_in_force(rules, s)).is_empty();
    plays.minus(wild).or(held.and(wild).only_if(unsuited))
}

/// Adds the cards that are wild only when nothing else can be laid: they do not count among what can be laid.
#[inline]
fn unless_able(plays: CardSet, held: CardSet, unable: CardSet) -> CardSet {
    let able = plays.minus(unable);
    able.or(held.and(unable).only_if(able.is_empty()))
}

fn play(rules: &Rules, s: &State) -> ActionSet {
    let lawful = lawful(rules, s);
    let mut cards = offered(rules, s, lawful);
    let unmasked = unmasked(rules, s);
    if s.pending.draw > 0 {
        if unmasked {
            cards = s.held(s.seat);
        }
        return ActionSet::plays(cards)
            .or(side::questions(rules, s))
            .with(Action::Draw);
    }
    if !s.turn.taken.is_empty() {
        return ActionSet::plays(cards).with(Action::Pass);
    }
    if s.turn.must_play {
        return ActionSet::plays(if unmasked { s.held(s.seat) } else { cards });
    }
    let can_draw = s.can_draw(rules);
    let free = may_draw(rules, s, lawful.and(cards));
    let never = rules.draw.when == DrawWhen::Never;
    let can_draw = can_draw && !never;
    let draw = can_draw && !s.turn.closed && free;
    // Who has begun to draw goes on, lays a card, or passes when no more can be drawn.
    let pass = s.turn.took || never || (s.turn.closed || !can_draw) && (free || s.turn.drawn > 0);
    let more = side::asides(rules, s);
    if unmasked && !s.turn.only_drawn {
        cards = s.held(s.seat);
        return ActionSet::plays(cards)
            .or(more)
            .with_if(can_draw && !s.turn.closed, Action::Draw)
            .with_if(pass || (!can_draw && cards.is_empty()), Action::Pass);
    }
    ActionSet::plays(cards)
        .or(more)
        .with_if(draw, Action::Draw)
        .with_if(pass, Action::Pass)
}

/// Whether the seat of the turn is offered illegal cards too.
fn unmasked(rules: &Rules, s: &State) -> bool {
    rules.mistakes.penalty > 0 && !side::knows(rules, s, s.seat)
}

/// The rule that forbids an action, in words.
pub(super) fn why_not(rules: &Rules, s: &State, action: Action) -> String {
    match (s.phase(), action) {
        (Phase::Play, Action::Play(card)) => {
            if !s.held(s.seat).contains(card) {
                return format!("seat {} does not hold {card}", s.seat.0);
            }
            if s.pending.draw > 0 {
                return format!("{} cards are pending, and {card} does not answer", s.pending.draw);
            }
            if side::named(s).is_some() {
                return format!("{card} is not what was named");
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
