//! From a state to the keys of a position, the defaults left out.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::settings::counts_turn;
use super::setup::{PendingSetup, Setup, TurnSetup};
use super::{agenda, phase, tableau};
use crate::card::{Card, CardSet, KINDS, Suit, format_cards};
use crate::engine::{Game, Phase, State};
use crate::hand::Hand;
use crate::rules::Rules;
use crate::ruleset::Source;
use crate::seat::{Direction, MAX_SEATS, Seat, SeatSet};

/// Points are kept in this fraction.
const SHARE: f64 = crate::engine::SHARE as f64;

/// The mapping of a state.
pub(crate) fn to_value(game: &Game, state: &State) -> Value {
    let mut setup = setup(game.rules(), state);
    let counted = state.matches.turns > 0 || counts_turn(game, state);
    setup.turns = counted.then(|| i64::from(state.matches.turns));
    tableau::write(game.rules(), state, &mut setup);
    serde_json::to_value(setup).unwrap_or_default()
}

fn setup(rules: &Rules, s: &State) -> Setup {
    let players = usize::from(rules.players);
    let (stock, aside) = stock(rules, s);
    let default_actor = phase::default_actor(rules, s, s.phase());
    Setup {
        hands: s.hands[..players].iter().map(hand).collect(),
        pile: format_cards(s.pile.cards().iter().copied()),
        stock,
        aside,
        seat: number(s.seat),
        actor: (s.asked() != default_actor).then(|| number(s.asked())),
        dealer: Some(number(s.dealer)),
        direction: ([s.direction, rules.deal.direction] != [Direction::Clockwise; 2])
            .then(|| i64::from(s.direction.sign())),
        suit: s.nominated().map(|suit| suit.letter().to_string()),
        second: Suit::from_index(s.in_force.second).map(|suit| suit.letter().to_string()),
        fresh: s.in_force.binds_next,
        open: s.in_force.open,
        under: s.in_force.under.map(|card| card.to_string()),
        row: i64::from(s.round.row),
        params: params(rules, s),
        pending: pending(rules, s),
        owed: one_a_seat(&s.owed, rules, |&turns| i64::from(turns)),
        first_turns: seats(s.first_turns),
        phase: phase::write_phase(s),
        agenda: agenda::write_agenda(s),
        turn: turn(rules, s),
        calls: seats(s.calls),
        passes: i64::from(s.round.passes),
        deal: (s.round.deal != rules.deal.cards_in(s.matches.round)).then(|| i64::from(s.round.deal)),
        went_out: s.round.went_out.map(number),
        placed: one_a_seat(&s.scores.placed, rules, |&place| i64::from(place)),
        first: s.round.first.map(number),
        hat: s.round.hat.map(number),
        last_round: s.matches.last_round,
        renewals: i64::from(s.matches.renewals),
        out: (0..rules.players)
            .map(Seat)
            .filter(|seat| !s.active.contains(*seat) && s.scores.placed[seat.index()] == 0)
            .map(number)
            .collect(),
        scores: scores(rules, s),
        games: games(rules, s),
        wins: s.games.as_ref().map_or_else(Vec::new, |games| {
            one_a_seat(&games.wins, rules, |&wins| i64::from(wins))
        }),
        round: i64::from(s.matches.round),
        plays: i64::from(s.round.plays),
        decisions: i64::from(s.decisions),
        paid: one_a_seat(&s.scores.paid, rules, |&paid| points(paid)),
        paid_total: one_a_seat(&s.scores.paid_before, rules, |&paid| points(paid)),
        known: known(rules, s),
        ruled_out: ruled_out(rules, s),
        ..Setup::default()
    }
}

/// What was drawn for each parameter.
fn params(rules: &Rules, s: &State) -> BTreeMap<String, String> {
    let drawn = rules.params.iter().zip(s.matches.params);
    drawn
        .map(|(param, value)| (param.name.clone(), param.values[usize::from(value)].to_string()))
        .collect()
}

/// The score of each seat, unless all have those that an episode begins with.
/// The points of each seat in each of the games that are scored at once; nothing where nobody has any.
fn games(rules: &Rules, s: &State) -> Vec<Vec<i64>> {
    let Some(games) = s.games.as_ref().filter(|games| **games != Box::default()) else {
        return Vec::new();
    };
    let points = games.points[..usize::from(rules.matches.games)].iter();
    let own = |points: &[i32; MAX_SEATS]| points[..usize::from(rules.players)].to_vec();
    points
        .map(|points| own(points).into_iter().map(i64::from).collect())
        .collect()
}

fn scores(rules: &Rules, s: &State) -> Vec<i64> {
    let scores = &s.scores.points[..usize::from(rules.players)];
    if scores.iter().all(|&score| score == i32::from(rules.countdown)) {
        return Vec::new();
    }
    scores.iter().map(|&score| i64::from(score)).collect()
}

fn number(seat: Seat) -> i64 {
    i64::from(seat.0)
}

fn seats(set: SeatSet) -> Vec<i64> {
    set.iter().map(number).collect()
}

/// One value a seat, or nothing where all are the default.
fn one_a_seat<T: PartialEq + Default, U>(
    values: &[T; MAX_SEATS],
    rules: &Rules,
    write: impl Fn(&T) -> U,
) -> Vec<U> {
    if values.iter().all(|value| *value == T::default()) {
        return Vec::new();
    }
    values[..usize::from(rules.players)].iter().map(write).collect()
}

/// Points that are kept in a fraction: a whole number where it is one.
fn points(shares: i64) -> Value {
    let whole = crate::engine::SHARE;
    if shares % whole == 0 {
        Value::from(shares / whole)
    } else {
        Value::from(shares as f64 / SHARE)
    }
}

/// A hand, by suit and rank, Jokers last.
fn hand(hand: &Hand) -> String {
    let mut cards: Vec<Card> = hand.iter().collect();
    cards.sort_by_key(|card| (card.suit().map_or(4, Suit::index), card.index()));
    format_cards(cards)
}

/// The stock and the cards out of play, as far as they must be said.
fn stock(rules: &Rules, s: &State) -> (Option<String>, Option<String>) {
    let mut nowhere = rules.deck.copies;
    let take = |counts: &[u8; KINDS], nowhere: &mut [u8; KINDS]| {
        for (left, count) in nowhere.iter_mut().zip(counts) {
            *left = left.saturating_sub(*count);
        }
    };
    take(s.pile.counts(), &mut nowhere);
    if let Some(tableau) = &s.tableau {
        tableau
            .piles
            .iter()
            .for_each(|(_, pile, _)| take(pile.counts(), &mut nowhere));
        take(tableau.piles.split.counts(), &mut nowhere);
    }
    take(&s.stock.counts(), &mut nowhere);
    for hand in &s.hands {
        take(hand.counts(), &mut nowhere);
    }
    let aside = || {
        let cards = Card::all()
            .flat_map(|card| std::iter::repeat_n(card, usize::from(nowhere[card.index()])))
            .collect::<Hand>();
        hand(&cards)
    };
    let complete = nowhere == [0; KINDS];
    let (ordered, len) = (s.stock.ordered(), s.stock.len());
    if ordered == 0 {
        return match (complete, len) {
            (true, _) => (None, None),
            (false, 0) => (Some(String::new()), None),
            (false, _) => (None, Some(aside())),
        };
    }
    // Unordered cards under those of a known order are all that is neither named nor out of play.
    let order = Some(format_cards(s.stock.order()));
    if ordered == len {
        (order, None)
    } else {
        (order, Some(aside()))
    }
}

fn pending(rules: &Rules, s: &State) -> Option<Value> {
    if !s.pending.is_some() {
        return None;
    }
    let setup = PendingSetup {
        draw: i64::from(s.pending.draw),
        skip: i64::from(s.pending.skip),
        kind: rules
            .attacks
            .get(usize::from(s.pending.kind))
            .map(|attack| attack.name.clone()),
        target: (s.phase() == Phase::Play).then(|| number(s.seat)),
        answerable: Some(!s.pending.unanswerable),
    };
    serde_json::to_value(setup).ok()
}

fn turn(rules: &Rules, s: &State) -> Option<Value> {
    let turn = &s.turn;
    let number = i64::from;
    let card = |card: Option<Card>| card.map(|card| card.to_string());
    let setup = TurnSetup {
        played: number(turn.played),
        last_out: turn.last_out.map(|seat| i64::from(seat.0)),
        back: number(turn.back_draw),
        drawn: number(turn.drawn.cards),
        last_drawn: card(turn.drawn.last),
        only_drawn: turn.drawn.only_last,
        closed: turn.drawn.no_more,
        must_play: turn.drawn.must_play,
        covers_left: number(turn.covers.left),
        covered: card(turn.covers.opener),
        one_rank: turn.set.is_all,
        run: number(turn.set.cards),
        run_rank: turn.set.rank.map(|rank| rank.letter().to_string()),
        ordinary: turn.top.ordinary,
        answered: turn.attack.answered,
        took: turn.drawn.pending,
        taken: (!turn.taken.is_empty()).then(|| format_cards(turn.taken.iter())),
        followed: turn.top.followed,
        lawful: turn.top.lawful,
        call_settled: turn.call_settled,
        challenged: turn.challenged,
        suit_before: turn.top.suit_before.map(|suit| suit.letter().to_string()),
        skip: number(turn.skip),
        reverse: number(turn.reverse),
        attack: number(turn.attack.cards),
        attack_skip: number(turn.attack.skip),
        attack_kind: (turn.attack.is_some() || turn.attack.kind > 0 || turn.drawn.pending)
            .then(|| rules.attacks.get(usize::from(turn.attack.kind)))
            .flatten()
            .map(|attack| attack.name.clone()),
        unanswerable: turn.attack.unanswerable,
        penalty: number(turn.penalty.cards),
        penalty_covered: number(turn.penalty.covered),
        penalty_kept: turn.penalty.kept,
        penalty_from_pile: turn.penalty.from != Source::Stock,
        penalty_in_order: turn.penalty.from == Source::PileTop,
        ends_attack: turn.penalty.ends_attack,
        again: turn.again,
        others_draw: number(turn.others_draw),
        hands: i64::from(turn.hands),
        slap: number(turn.owes.lot_draw),
        swap: turn.owes.swap,
        own_draw: number(turn.owes.draw),
        not_out: turn.owes.last_card,
        names: turn.created.nominates,
        splits: turn.created.splits,
        mirrors: number(turn.mirrors),
    };
    (setup != TurnSetup::default()).then(|| serde_json::to_value(setup).unwrap_or_default())
}

/// For each viewer, the other hands of which cards are known.
fn known(rules: &Rules, s: &State) -> Vec<Map<String, Value>> {
    let Some(known) = &s.known else {
        return Vec::new();
    };
    let table = || (0..rules.players).map(Seat);
    let viewers: Vec<Map<String, Value>> = table()
        .map(|viewer| {
            table()
                .filter_map(|owner| {
                    let counts = known.counts(viewer, owner);
                    let cards: Hand = Card::all()
                        .flat_map(|card| std::iter::repeat_n(card, usize::from(counts[card.index()])))
                        .collect();
                    (!cards.is_empty()).then(|| (owner.0.to_string(), Value::String(hand(&cards))))
                })
                .collect()
        })
        .collect();
    if viewers.iter().all(Map::is_empty) {
        Vec::new()
    } else {
        viewers
    }
}

/// For each seat, the kinds that so many of its cards cannot be.
fn ruled_out(rules: &Rules, s: &State) -> Vec<Map<String, Value>> {
    let Some(ruled_out) = &s.ruled_out else {
        return Vec::new();
    };
    let seats = (0..rules.players).map(Seat);
    let owners: Vec<Map<String, Value>> = seats
        .map(|owner| {
            let counts = ruled_out.counts(owner);
            let kinds_of =
                |cards: u8| -> CardSet { Card::all().filter(|card| counts[card.index()] == cards).collect() };
            let kinds = (1..=s.hand(owner).len()).map(|cards| (cards, kinds_of(cards)));
            let some = kinds.filter(|(_, kinds)| !kinds.is_empty());
            some.map(|(cards, kinds)| (cards.to_string(), Value::String(format_cards(kinds.iter()))))
                .collect()
        })
        .collect();
    if owners.iter().all(Map::is_empty) {
        Vec::new()
    } else {
        owners
    }
}
