//! Legal actions of the seat to act.

use super::phase::Phase;
use super::state::State;
use crate::action::{Action, ActionSet};
use crate::card::{CardSet, Suit};
use crate::primitive::continuing::effect::cards::{ending_action, further_cards, may_stop};
use crate::primitive::hit::rules::Answers;
use crate::primitive::mirror::effect as mirror;
use crate::primitive::next::effect as next;
use crate::rules::features::{
    AFTER_ATTACK, AFTER_DRAW, ALL, ATTACKS, CHALLENGES, COMPAT, FOLLOWING, LOST_TURNS, MISTAKES, TABLEAU,
};
use crate::rules::{CardTable, Features, Rules};
use crate::ruleset::{AnswerSuit, DrawThen, DrawWhen, Nominate};

pub(crate) mod follows;
mod mistakes;
mod tableau;

use follows::{follows, in_kept_suit, playable_at_all, sums};
pub(crate) use mistakes::lawful_actions;
pub(crate) use tableau::{
    JudgedBy, claims, holders, lawful_at, lawful_now, may_be_claimed, piles_for, plays_any_turn,
};

/// Returns the legal actions; empty at chance nodes and at the end.
#[inline(always)]
pub(crate) fn legal<const F: Features>(rules: &Rules, s: &State) -> ActionSet {
    match s.phase() {
        Phase::Play => turn_actions::<F>(rules, s),
        _ => answer_actions::<F>(rules, s),
    }
}

/// Returns the legal answers to all questions other than [`Phase::Play`].
#[inline(never)]
fn answer_actions<const F: Features>(rules: &Rules, s: &State) -> ActionSet {
    match s.phase() {
        Phase::Continue => {
            let ending = ending_action::<F>(rules, s);
            ActionSet::plays(further_cards::<F>(rules, s)).with_if(may_stop::<F>(rules, s), ending)
        }
        Phase::Nominate => nominations::<F>(rules, s),
        Phase::Chance(_) | Phase::Over { .. } => ActionSet::EMPTY,
        Phase::DealerChoice => {
            let choices = (0..=rules.deal.choice_to - rules.deal.cards).map(Action::Option);
            choices.fold(ActionSet::EMPTY, ActionSet::with)
        }
        Phase::Direction => ActionSet::EMPTY.with(Action::Option(0)).with(Action::Option(1)),
        Phase::Give { .. } => {
            let table = s.table(rules, s.seat);
            let give = s.upcard().and_then(|card| table.of(card).moving.give);
            ActionSet::plays(s.held(s.asked())).with_if(give.is_some_and(|give| give.optional), Action::Pass)
        }
        Phase::Speak { .. } => ActionSet::EMPTY.with(Action::Say(0)).with(Action::Pass),
        Phase::Challenge { .. } => ActionSet::EMPTY.with(Action::Challenge).with(Action::Pass),
        Phase::Catch { owner } => ActionSet::EMPTY
            .with(Action::Seat(s.active.steps(s.asked(), owner)))
            .with(Action::Pass),
        _ => tableau::legal(rules, s),
    }
}

/// Returns the suits of the deck that the upcard lets its player nominate.
fn nominations<const F: Features>(rules: &Rules, s: &State) -> ActionSet {
    let suits = rules.deck.suits;
    if F & FOLLOWING == 0 {
        return suits;
    }
    let Some(card) = s.upcard() else { return suits };
    let nominate = s.table_of::<F>(rules, s.seat).of(card).nominate;
    if nominate == Nominate::Other
        && let Some(suit) = suit_before(rules, s)
    {
        return suits.without(Action::Suit(suit));
    }
    let barred = rules
        .pack
        .suits()
        .iter()
        .copied()
        .filter(|&suit| !nominate.may_name(&rules.pack, card, suit));
    barred.map(Action::Suit).fold(suits, ActionSet::without)
}

/// Returns the suit that was in force when the upcard was played; none for a starter, or on a card without a suit.
pub(crate) fn suit_before(rules: &Rules, s: &State) -> Option<Suit> {
    let &[.., under, _] = s.pile.cards() else {
        return None;
    };
    let suit = s.turn.top.suit_before.or_else(|| rules.pack.suit(under));
    suit.filter(|&suit| rules.deck.suits.contains(Action::Suit(suit)) && s.turn.played > 0)
}

/// Returns the cards that may be played by rule as the first of a turn.
pub(crate) fn lawful(rules: &Rules, s: &State) -> CardSet {
    lawful_by::<ALL>(rules, s)
}

/// Returns the cards that may be played by rule as the first of a turn, for an engine with these features.
#[inline(always)]
pub(crate) fn lawful_by<const F: Features>(rules: &Rules, s: &State) -> CardSet {
    lawful_of::<F>(rules, s, s.held(s.seat))
}

/// Returns the cards of `held` that may be played by rule as the first of a turn.
#[inline(always)]
fn lawful_of<const F: Features>(rules: &Rules, s: &State, held: CardSet) -> CardSet {
    if F & TABLEAU == 0 || s.tableau.is_none() {
        return lawful_on_pile::<F>(rules, s, held);
    }
    lawful_on_any_pile(rules, s, held, JudgedBy::AllRules)
}

/// Returns the cards that cannot be in a hand of which none can be played by rule.
///
/// Cards that are playable only depending on the rest of the hand are left out where one of them might hinder another.
pub(crate) fn unheld_by_unable<const F: Features>(rules: &Rules, s: &State) -> CardSet {
    let play = &s.table_of::<F>(rules, s.seat).play;
    let independent = rules.deck.kinds.minus(play.wild_unable).minus(play.wild_no_suit);
    let cards = lawful_of::<F>(rules, s, independent);
    // A rule that forbids cards found playable hinders these, too: with a tableau, or in a suit that stays.
    if play.wild_unable.is_empty() || s.tableau.is_some() || follows::keeps_suit(rules, s) {
        return cards;
    }
    cards.or(lawful_of::<F>(rules, s, rules.deck.kinds.and(play.wild_unable)))
}

/// Returns the cards that may be played as the first of a turn on at least one pile.
pub(crate) fn lawful_on_any_pile(rules: &Rules, s: &State, held: CardSet, by: JudgedBy) -> CardSet {
    let piles = s.tableau.as_ref().map_or(1, |tableau| tableau.piles.count);
    (0..piles).fold(CardSet::EMPTY, |cards, pile| {
        cards.or(lawful_at(rules, s, held, pile, by))
    })
}

/// Returns the cards that may be played on the pile last played on, without regard to created rules.
#[inline(always)]
fn lawful_on_pile<const F: Features>(rules: &Rules, s: &State, held: CardSet) -> CardSet {
    let held = playable_at_all::<F>(rules, s, s.seat, held);
    let table = s.table_of::<F>(rules, s.seat);
    if F & ATTACKS != 0 && s.pending.is_some_of::<F>() {
        let answers = answering(rules, s, table);
        if F & TABLEAU == 0 || table.mirror.cards.is_empty() {
            return held.and(answers);
        }
        return held.and(answers.or(mirror::mirrors_attack(rules, s)));
    }
    if F & AFTER_ATTACK != 0 && !s.turn.taken.is_empty() {
        return held
            .and(s.turn.taken)
            .and(answers_to(rules, s, table, s.turn.attack.kind).answer);
    }
    let cards = lawful_by_follow_rules::<F>(rules, s, held, table);
    if F & FOLLOWING == 0 {
        return cards;
    }
    in_kept_suit(rules, s, cards)
}

/// Returns the cards that may be played with nothing pending: those that follow, and wild ones.
#[inline(always)]
fn lawful_by_follow_rules<const F: Features>(
    rules: &Rules,
    s: &State,
    held: CardSet,
    table: &CardTable,
) -> CardSet {
    if F & FOLLOWING != 0 && s.in_force.open {
        return held;
    }
    if F & FOLLOWING != 0
        && let Some(demand) = demanded(rules, s)
    {
        return held.and(demand);
    }
    let (follows, wild) = if F & FOLLOWING != 0 {
        follow_and_wild(rules, s, table)
    } else {
        (rules.following(s.upcard(), s.in_force.nominated), table.play.wild)
    };
    let plays = held.and(follows.or(wild));
    let mut plays = with_no_suit_wilds(rules, s, held, plays, table.play.wild_no_suit);
    if F & COMPAT != 0 && rules.draw.suit_only && plays_drawn(rules, s) {
        plays = plays.and(suit_in_force(rules, s).or(table.play.any_wild()));
    }
    let plays = with_last_resorts(plays, held, table.play.wild_unable);
    if F & FOLLOWING == 0 || table.play.forbidden.is_empty() {
        return plays;
    }
    plays.minus(table.play.forbidden_on(s.upcard()))
}

/// Returns the cards that follow and those that are wild, where more than suit and rank decides.
#[inline(always)]
fn follow_and_wild(rules: &Rules, s: &State, table: &CardTable) -> (CardSet, CardSet) {
    let mut follows = rules.following(s.card_to_follow(rules), s.in_force.nominated);
    if rules.follow.sum_product {
        follows = follows.or(sums(&rules.pack, s.pile.cards()));
    }
    if s.in_force.binds_next
        && let Some(second) = Suit::from_index(s.in_force.second)
    {
        follows = follows.or(rules.pack.of_suit(second));
    }
    follows = follows.or(next::named_to_follow(rules, s));
    let closed = s
        .upcard()
        .is_some_and(|upcard| rules.follow.closed.contains(upcard));
    let wild = if closed {
        CardSet::EMPTY
    } else {
        table.play.wild_on(s.upcard())
    };
    (follows, wild)
}

/// Returns the answers to an attack of this kind on the upcard.
#[inline]
pub(crate) fn answers_to(rules: &Rules, s: &State, table: &CardTable, kind: u8) -> Answers {
    if table.hit.depends_on_table() {
        let rank = s
            .upcard()
            .map_or(CardSet::EMPTY, |upcard| rules.pack.alike(upcard));
        return table.hit.on(usize::from(kind), suit_in_force(rules, s), rank);
    }
    table.hit.answers[usize::from(kind)]
}

/// Returns the cards that answer what is pending, cancel it or pass it on.
pub(crate) fn answering(rules: &Rules, s: &State, table: &CardTable) -> CardSet {
    if s.pending.unanswerable {
        return CardSet::EMPTY;
    }
    let kind = usize::from(s.pending.kind);
    let answers = answers_to(rules, s, table, s.pending.kind);
    let cards = answers.answer.or(answers.cancel);
    let cards = match rules.attacks[kind].suit {
        AnswerSuit::Any => cards,
        AnswerSuit::Nominated => s
            .nominated()
            .map_or(cards, |suit| cards.and(rules.pack.of_suit(suit))),
        AnswerSuit::InForce => cards.and(suit_in_force(rules, s)),
        AnswerSuit::Follows => cards.and(rules.following(s.card_to_follow(rules), s.in_force.nominated)),
    };
    if answers.pass_on.is_empty() {
        return cards;
    }
    cards.or(answers.pass_on.and(suit_in_force(rules, s)))
}

/// Returns true if only a card that was drawn in the turn may be played or was played.
pub(crate) fn plays_drawn(rules: &Rules, s: &State) -> bool {
    s.turn.drawn.cards > 0 && matches!(rules.draw.then, DrawThen::MayPlay | DrawThen::MustPlay)
}

/// Returns the cards that the upcard demands of the player whose turn it is, if it demands any.
pub(crate) fn demanded(rules: &Rules, s: &State) -> Option<CardSet> {
    if !s.in_force.binds_next {
        return None;
    }
    s.upcard().and_then(|upcard| rules.demanded(upcard))
}

/// Returns the cards of the suit in force: the nominated one, or that of the card to follow.
pub(crate) fn suit_in_force(rules: &Rules, s: &State) -> CardSet {
    rules.pack.of_any_suit(s.suit(rules))
}

/// Returns the cards that may be played against the rules, at the risk of a challenge.
#[inline(always)]
pub(crate) fn bluffs<const F: Features>(rules: &Rules, s: &State) -> CardSet {
    if F & CHALLENGES == 0 || s.table_of::<F>(rules, s.seat).challenge.cards.is_empty() {
        return CardSet::EMPTY;
    }
    bluffs_with_cards::<F>(rules, s)
}

/// Returns the cards that may be played against the rules, where some cards can be.
#[inline(never)]
fn bluffs_with_cards<const F: Features>(rules: &Rules, s: &State) -> CardSet {
    let bound = s.pending.is_some_of::<F>()
        || !s.turn.taken.is_empty()
        || s.in_force.open
        || demanded(rules, s).is_some();
    if bound {
        return CardSet::EMPTY;
    }
    let table = s.table_of::<F>(rules, s.seat);
    playable_at_all::<F>(rules, s, s.seat, s.held(s.seat))
        .and(table.challenge.cards)
        .minus(table.play.forbidden_on(s.upcard()))
}

/// Returns the cards that may be played as the first of a turn: the lawful ones and bluffs, of which only the card drawn last may remain.
#[inline]
fn first_card_options<const F: Features>(rules: &Rules, s: &State, lawful: CardSet) -> CardSet {
    let cards = lawful.or(bluffs::<F>(rules, s));
    match s.turn.drawn.last {
        Some(card) if F & AFTER_DRAW != 0 && s.turn.drawn.only_last => cards.and(card.bit()),
        _ => cards,
    }
}

/// Returns true if a player who may play these cards by rule may draw instead.
#[inline]
fn may_draw<const F: Features>(rules: &Rules, s: &State, lawful: CardSet) -> bool {
    !plays_if_able::<F>(rules, s) || lawful.is_empty()
}

/// Returns true if a player who can play a card must play one.
#[inline]
pub(crate) fn plays_if_able<const F: Features>(rules: &Rules, s: &State) -> bool {
    match rules.draw.when {
        DrawWhen::Always => F & TABLEAU != 0 && next::named(rules, s).is_some(),
        DrawWhen::Unable => true,
        DrawWhen::Never => false,
    }
}

/// Returns true if drawing now is a mistake: it is offered where mistakes cost cards, although a player who can play must.
pub(crate) fn draws_by_mistake(rules: &Rules, s: &State) -> bool {
    if !unmasked(rules, s) || s.pending.is_some() {
        return false;
    }
    let lawful = lawful(rules, s);
    !may_draw::<ALL>(rules, s, lawful.and(first_card_options::<ALL>(rules, s, lawful)))
}

/// Removes the cards that are wild only for a hand without the suit in force; for such a hand, adds those that it holds.
#[inline]
fn with_no_suit_wilds(rules: &Rules, s: &State, held: CardSet, plays: CardSet, wild: CardSet) -> CardSet {
    if wild.is_empty() {
        return plays;
    }
    let unsuited = held.and(suit_in_force(rules, s)).is_empty();
    plays.minus(wild).or(held.and(wild).only_if(unsuited))
}

/// Adds the cards that are wild only when nothing else can be played; they do not count as playable themselves.
#[inline]
fn with_last_resorts(plays: CardSet, held: CardSet, unable: CardSet) -> CardSet {
    let able = plays.minus(unable);
    able.or(held.and(unable).only_if(able.is_empty()))
}

/// Returns the legal actions of the seat whose turn it is.
#[inline(always)]
fn turn_actions<const F: Features>(rules: &Rules, s: &State) -> ActionSet {
    let lawful = lawful_by::<F>(rules, s);
    let mut cards = first_card_options::<F>(rules, s, lawful);
    let unmasked = F & MISTAKES != 0 && unmasked(rules, s);
    if F & ATTACKS != 0 && s.pending.is_some_of::<F>() {
        if unmasked {
            cards = s.held(s.seat);
        }
        let gives_in = if F & LOST_TURNS != 0 && s.pending.draw == 0 {
            Action::Pass
        } else {
            Action::Draw
        };
        let plays = ActionSet::plays(cards).with(gives_in);
        return if F & TABLEAU == 0 {
            plays
        } else {
            plays.or(tableau::missed_call_questions(rules, s))
        };
    }
    if F & AFTER_ATTACK != 0 && !s.turn.taken.is_empty() {
        return ActionSet::plays(cards).with(Action::Pass);
    }
    if F & AFTER_DRAW != 0 && s.turn.drawn.must_play {
        return ActionSet::plays(if unmasked { s.held(s.seat) } else { cards });
    }
    let drawn = F & (AFTER_DRAW | AFTER_ATTACK) != 0;
    let closed = drawn && s.turn.drawn.no_more;
    let free = may_draw::<F>(rules, s, lawful.and(cards));
    let never = rules.draw.when == DrawWhen::Never;
    let can_draw = s.can_draw(rules) && !never;
    let draw = can_draw && !closed && free;
    // A player who has begun to draw draws on, plays a card, or passes when no more can be drawn.
    let pass = drawn && s.turn.drawn.took_pending
        || never
        || (closed || !can_draw) && (free || drawn && s.turn.drawn.cards > 0);
    let calls = if F & TABLEAU == 0 {
        ActionSet::EMPTY
    } else {
        tableau::call_actions(rules, s)
    };
    if unmasked && !s.turn.drawn.only_last {
        cards = s.held(s.seat);
        return ActionSet::plays(cards)
            .or(calls)
            .with_if(can_draw && !closed, Action::Draw)
            .with_if(pass || (!can_draw && cards.is_empty()), Action::Pass);
    }
    ActionSet::plays(cards)
        .or(calls)
        .with_if(draw, Action::Draw)
        .with_if(pass, Action::Pass)
}

/// Returns true if the seat of the turn is offered illegal cards, too.
fn unmasked(rules: &Rules, s: &State) -> bool {
    rules.mistakes.penalty > 0 && !tableau::sees_hidden_rules(rules, s, s.seat)
}

/// Returns the rule that forbids an action, in words.
pub(crate) fn why_not(rules: &Rules, s: &State, action: Action) -> String {
    match (s.phase(), action) {
        (Phase::Play, Action::Play(card)) => {
            if !s.held(s.seat).contains(card) {
                return format!("seat {} does not hold {card}", s.seat.0);
            }
            if s.pending.draw > 0 {
                return format!("{} cards are pending, and {card} does not answer", s.pending.draw);
            }
            if s.pending.skip > 0 {
                return format!("lost turns are pending, and {card} does not answer");
            }
            if next::named(rules, s).is_some() {
                return format!("{card} is not what was named");
            }
            if playable_at_all::<ALL>(rules, s, s.seat, card.bit()).is_empty() {
                return format!("{card} is never played as the last card of a hand");
            }
            if follows::keeps_suit(rules, s)
                && lawful_by_follow_rules::<ALL>(rules, s, s.held(s.seat), s.table(rules, s.seat))
                    .contains(card)
            {
                return "only cards of the suit in force may be played in the first turn of a round"
                    .to_owned();
            }
            if s.turn.drawn.only_last {
                return "only the card just drawn may be played".to_owned();
            }
            match (s.nominated(), s.upcard()) {
                (Some(suit), _) => format!("the suit to follow is {}", rules.labels.suit(suit)),
                (None, Some(upcard)) => format!("{card} does not follow {upcard}"),
                (None, None) => "it cannot be played now".to_owned(),
            }
        }
        (Phase::Play, Action::Draw) if s.pending.skip > 0 => {
            "lost turns are pending, and no cards: pass to lose them".to_owned()
        }
        (Phase::Play, Action::Pass) if s.pending.is_some() => {
            "cards are pending: draw them, or answer".to_owned()
        }
        (Phase::Play, Action::Draw) if !s.can_draw(rules) => "there is no card to draw".to_owned(),
        (Phase::Play, Action::Draw) if s.turn.drawn.must_play => "a card must be played".to_owned(),
        (Phase::Play, Action::Draw) if s.turn.drawn.no_more => {
            "no more cards may be drawn in this turn".to_owned()
        }
        (Phase::Play, Action::Pass) if s.can_draw(rules) => {
            "one passes only when no card can be drawn".to_owned()
        }
        (Phase::Play, Action::Draw | Action::Pass) => "one who can play must".to_owned(),
        (Phase::Continue, Action::Play(card)) => {
            if playable_at_all::<ALL>(rules, s, s.seat, card.bit()).is_empty() {
                return format!("{card} is never played as the last card of a hand");
            }
            format!("{card} cannot be played on the upcard in the same turn")
        }
        (phase, _) => format!("the phase is {}", phase.name()),
    }
}
