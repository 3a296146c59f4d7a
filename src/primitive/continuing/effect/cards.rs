//! Cards that continue a turn: covers, equal cards, runs, and sets that must be covered.

use crate::action::Action;
use crate::card::{Card, CardSet};
use crate::engine::legal::follows::{follows, in_kept_suit, playable_at_all};
use crate::engine::{RareState, State};
use crate::hand::Hand;
use crate::rules::features::{COVERS, FOLLOWING, SETS, TABLEAU};
use crate::rules::{CoverRules, Features, NO_SUIT, Rules};
use crate::ruleset::{CoverWith, Nominate, Runs, SameRank, SetCover};

/// Returns the cards that may be played on the upcard in the same turn.
#[inline(always)]
pub(crate) fn further_cards<const F: Features>(rules: &Rules, s: &State) -> CardSet {
    if F & (COVERS | SETS) == 0 {
        return CardSet::EMPTY;
    }
    let Some(upcard) = s.upcard() else {
        return CardSet::EMPTY;
    };
    let second = || {
        s.tableau
            .as_ref()
            .is_some_and(|tableau| on_second_pile(rules, tableau))
    };
    if must_be_alone::<F>(rules, s, upcard) || F & TABLEAU != 0 && second() {
        return CardSet::EMPTY;
    }
    playable_at_all::<F>(rules, s, s.seat, cards_on::<F>(rules, s, upcard))
}

/// Returns the held cards that may be played on the upcard in the same turn, unless one must not be the last of its hand.
#[inline(always)]
fn cards_on<const F: Features>(rules: &Rules, s: &State, upcard: Card) -> CardSet {
    if F & SETS != 0 && owes_cover(rules, s) {
        return equal_held(rules, s, upcard).or(set_covers(rules, s, upcard));
    }
    let mut cards = special_covers::<F>(rules, s, upcard);
    if F & SETS != 0 && rules.turn.goes_on && s.turn.taken.is_empty() {
        cards = cards.or(equal_held(rules, s, upcard));
        cards = cards.or(s
            .held(s.seat)
            .and(rules.turn.several.adjacent(&rules.pack, upcard)));
        if rules.turn.several.set_cover != SetCover::Off && s.turn.set.cards >= 2 {
            cards = cards.or(set_covers(rules, s, upcard));
        }
        if rules.turn.several.most > 1 {
            cards = cards.or(following_cards(rules, s));
        }
    }
    if F & FOLLOWING != 0 {
        cards = in_kept_suit(rules, s, cards);
    }
    cards
}

/// Returns the held cards that follow the card below, up to the limit of cards in a turn.
///
/// Beyond the limit, and only if the ruleset allows it, these are the cards after which all others can be played.
fn following_cards(rules: &Rules, s: &State) -> CardSet {
    let cards = s
        .held(s.seat)
        .and(follows(rules, s.pile.cards(), s.in_force.nominated));
    if s.turn.played < rules.turn.several.most {
        return cards;
    }
    if !rules.turn.several.or_all {
        return CardSet::EMPTY;
    }
    let all = |&card: &Card| all_can_follow(rules, s, card);
    cards.iter().filter(all).collect()
}

/// Returns true if the player may stop although the turn can go on.
pub(crate) fn may_stop<const F: Features>(rules: &Rules, s: &State) -> bool {
    let Some(upcard) = s.upcard() else { return true };
    let must = cover_rule::<F>(rules, s).is_some_and(|cover| cover.must);
    // A player beyond the limit of cards in a turn must play all.
    let all = rules.turn.several.most > 1 && s.turn.played > rules.turn.several.most;
    !(all || owes_cover(rules, s) || must && !special_covers::<F>(rules, s, upcard).is_empty())
}

/// Returns the rule of the open run of covers, while further cards may cover.
#[inline]
pub(crate) fn cover_rule<'a, const F: Features>(rules: &'a Rules, s: &State) -> Option<&'a CoverRules> {
    if F & COVERS == 0 || s.turn.covers.left == 0 {
        return None;
    }
    let table = s.table_of::<F>(rules, s.seat);
    s.turn
        .covers
        .opener
        .and_then(|card| table.of(card).continuing.cover.as_ref())
}

/// Returns the rule of a card that was not covered, for which its player may have to draw.
fn uncovered<'a, const F: Features>(rules: &'a Rules, s: &State) -> Option<&'a CoverRules> {
    cover_rule::<F>(rules, s).filter(|cover| s.turn.covers.left == cover.most && !s.turn.card_effects.not_out)
}

/// Returns the number of cards to draw for a card that was not covered, if the player plays no more.
pub(crate) fn uncovered_draw<const F: Features>(rules: &Rules, s: &State) -> u8 {
    uncovered::<F>(rules, s).map_or(0, |cover| cover.else_draw)
}

/// Returns true if a player without a card to cover with draws until there is one.
pub(crate) fn draws_until_able<const F: Features>(rules: &Rules, s: &State) -> bool {
    uncovered::<F>(rules, s).is_some_and(|cover| cover.until_able) && s.can_draw(rules)
}

/// Returns the action that ends a turn that can go on: drawing for a card that is not covered, else passing.
pub(crate) fn ending_action<const F: Features>(rules: &Rules, s: &State) -> Action {
    if uncovered_draw::<F>(rules, s) > 0 && s.can_draw(rules) {
        Action::Draw
    } else {
        Action::Pass
    }
}

/// Returns true if a card may join the cards of one rank on top.
pub(crate) fn joins_set(rules: &Rules, s: &State, upcard: Card, card: Card) -> bool {
    equal_cards(rules, s, upcard).contains(card)
}

/// Returns the held cards that may cover by the rule of the open run.
pub(crate) fn special_covers<const F: Features>(rules: &Rules, s: &State, upcard: Card) -> CardSet {
    match cover_rule::<F>(rules, s) {
        // The suit is nominated first.
        Some(cover) if cover.with == CoverWith::Nominated && s.nominated().is_none() => CardSet::EMPTY,
        Some(cover) => {
            let held = playable_at_all::<F>(rules, s, s.seat, s.held(s.seat));
            let covers = &s.table_of::<F>(rules, s.seat).continuing;
            held.and(covers.allowed_on(cover, &rules.pack, upcard, s.nominated(), || s.suit(rules)))
        }
        None => CardSet::EMPTY,
    }
}

/// Returns true if equal cards lie on top with which the turn must not end.
fn owes_cover(rules: &Rules, s: &State) -> bool {
    rules.turn.several.set_cover == SetCover::Must && s.turn.set.cards >= 2
}

/// Returns true if the upcard did not follow when it was played, and so must be the only card of the turn.
fn must_be_alone<const F: Features>(rules: &Rules, s: &State, upcard: Card) -> bool {
    let nominate = s.as_played::<F>(rules, upcard).nominate;
    nominate == Nominate::Alone && s.turn.played == 1 && !s.turn.top.followed
}

/// Returns the cards that are equal to those on top, held or not.
fn equal_cards(rules: &Rules, s: &State, upcard: Card) -> CardSet {
    let several = &rules.turn.several;
    let sets_anywhere = several.runs != Runs::Off || several.set_cover != SetCover::Off;
    let allowed = rules.turn.several.same_rank != SameRank::Off && (s.turn.set.is_all || sets_anywhere);
    let on = rules
        .turn
        .several
        .same_rank_cards
        .or(rules.turn.several.stands_in)
        .contains(upcard);
    if !allowed || !on {
        return CardSet::EMPTY;
    }
    let rank = s.turn.set.rank.unwrap_or(rules.pack.rank(upcard));
    rules
        .pack
        .of_rank(rank)
        .and(rules.turn.several.same_rank_cards)
        .or(rules.turn.several.stands_in)
}

/// Returns the held cards that are equal to those on top.
///
/// Where a set must be covered, these are only the cards after which it still can be.
fn equal_held(rules: &Rules, s: &State, upcard: Card) -> CardSet {
    let cards = s.held(s.seat).and(equal_cards(rules, s, upcard));
    if rules.turn.several.set_cover != SetCover::Must || cards.is_empty() {
        return cards;
    }
    cards
        .iter()
        .filter(|&card| can_be_covered(rules, s, card, cards))
        .collect()
}

/// Returns true if a set can still be covered once this card of it lies on top: at once, or after another card of the set.
///
/// This is exact without a search: a cover is of another rank, so further cards of the set use up no cover, and one
/// cover is enough to end the turn.
fn can_be_covered(rules: &Rules, s: &State, card: Card, set: CardSet) -> bool {
    let hand = s.hand(s.seat);
    let left = if hand.count(card) > 1 {
        set
    } else {
        set.minus(card.bit())
    };
    // A cover must not be the last card of the hand if it is never that.
    let covers = |top: Card, cards: u8| {
        let covers = set_covers(rules, s, top);
        if cards == 1 {
            covers.minus(rules.out.never_last)
        } else {
            covers
        }
    };
    !covers(card, hand.len() - 1).is_empty()
        || left
            .iter()
            .any(|other| !covers(other, hand.len().saturating_sub(2)).is_empty())
}

/// Returns the held cards that cover a set with this card on top: those of its suit and another rank.
fn set_covers(rules: &Rules, s: &State, top: Card) -> CardSet {
    let suit = rules.pack.of_any_suit(rules.pack.suit(top));
    let covers = suit
        .minus(rules.pack.alike(top))
        .and(rules.turn.several.set_cover_cards);
    s.held(s.seat).and(covers)
}

/// Number of nodes after which the search for a way to play all held cards gives up.
const NODES: u16 = 4_096;

/// Returns true if all cards of the hand can be played, each following the one below, beginning with this one.
///
/// A way that is not found within [`NODES`] does not count (a Decision); cards are tried in the order of their indices.
fn all_can_follow(rules: &Rules, s: &State, first: Card) -> bool {
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
    let follows = follows(rules, &top, NO_SUIT);
    for card in hand.held().and(follows).iter() {
        if *nodes == 0 {
            return false;
        }
        *nodes -= 1;
        if hand.len() == 1 && rules.out.never_last.contains(card) {
            return false;
        }
        hand.remove(card);
        let found = can_play_rest(rules, hand, [top[1], card], nodes);
        hand.add(card);
        if found {
            return true;
        }
    }
    false
}

/// Returns true if the turn has gone to a second pile, which takes one card only.
fn on_second_pile(rules: &Rules, tableau: &RareState) -> bool {
    tableau.piles.at == 1 && !rules.tableau.second_pile.is_empty()
}
