//! The one check of a position: the invariants that hold after every step, derived again from scratch.

use super::phase::{Chance, Phase};
use super::state::State;
use crate::card::Card;
use crate::hand::Hand;
use crate::rules::features::ALL;
use crate::rules::{NO_SUIT, Rules};
use crate::seat::Seat;

/// Returns every contradiction in the position.
pub(crate) fn check(rules: &Rules, s: &State) -> Vec<String> {
    let mut problems = Vec::new();
    check_cards(rules, s, &mut problems);
    check_backs(rules, s, &mut problems);
    check_phase(rules, s, &mut problems);
    check_known(s, &mut problems);
    check_ruled_out(rules, s, &mut problems);
    problems
}

fn check_cards(rules: &Rules, s: &State, problems: &mut Vec<String>) {
    let mut pile: Hand = s.pile.cards().iter().copied().collect();
    if pile.counts() != s.pile.counts() {
        problems.push("the pile's counts differ from its cards".to_owned());
    }
    if let Some(tableau) = &s.tableau {
        let others = tableau
            .piles
            .slots
            .iter()
            .flat_map(|other| other.cards().iter().copied());
        for card in others.chain(tableau.piles.split.iter()) {
            pile.add(card);
        }
        if !tableau.piles.slots[usize::from(tableau.piles.at)]
            .cards()
            .is_empty()
        {
            problems.push("the place of the pile last played on is not empty".to_owned());
        }
    }
    for (seat, hand) in s.hands.iter().enumerate() {
        let again: Hand = hand.iter().collect();
        if again != *hand {
            problems.push(format!("the hand of seat {seat} differs from its counts"));
        }
        if seat >= usize::from(rules.players) && !hand.is_empty() {
            problems.push(format!("seat {seat} holds cards but is not at the table"));
        }
    }
    let at_table = &s.hands[..usize::from(rules.players)];
    for (card, (in_stock, copies)) in Card::every().zip(s.stock.counts().into_iter().zip(rules.deck.copies)) {
        let held: u8 = at_table.iter().map(|hand| hand.count(card)).sum();
        let all = in_stock + pile.count(card) + held;
        if all > copies {
            problems.push(format!("{all} of {card} where the deck has {copies}"));
        }
    }
    if s.stock.ordered() > s.stock.len() {
        problems.push("more of the stock is in order than it has cards".to_owned());
    }
}

/// Checks that the backs lie where the cards do, and are those of the deck.
fn check_backs(rules: &Rules, s: &State, problems: &mut Vec<String>) {
    let Some(backs) = s.backs() else { return };
    problems.extend(misplaced_backs(s));
    let (cards, with) = (s.stock.len(), backs.stock.len());
    if s.phase() != Phase::Chance(Chance::Back) && cards != with {
        problems.push(format!("the stock has {cards} cards with {with} backs"));
    }
    for (card, copies) in Card::every().zip(rules.deck.copies) {
        let held: u8 = backs.hands.iter().map(|hand| hand.count(card)).sum();
        let all = held + backs.pile.counts()[card.index()] + backs.stock.count(card);
        if all > copies {
            problems.push(format!("{all} of {card} as backs where the deck has {copies}"));
        }
    }
}

/// Returns where the hands or the pile have other numbers of backs than of cards, but for cards whose backs chance is about to
/// draw: the one card just dealt; otherwise cards that have come to the pile, from hands that still have their backs, and
/// cards drawn.
pub(crate) fn misplaced_backs(s: &State) -> Option<String> {
    let backs = s.backs()?;
    let hands = || (0..).zip(s.hands.iter().zip(&backs.hands));
    let (mut without, mut beyond) = (0_u32, 0_u32);
    for (_, (hand, backs)) in hands() {
        without += u32::from(hand.len().saturating_sub(backs.len()));
        beyond += u32::from(backs.len().saturating_sub(hand.len()));
    }
    let on_pile = i64::from(s.pile.len()) - i64::from(backs.pile.len());
    let possible = match s.phase() {
        Phase::Chance(Chance::Back) if s.agenda.is_empty() => {
            beyond == 0 && i64::from(without) + on_pile == 1
        }
        Phase::Chance(Chance::Back) => i64::from(beyond) <= on_pile,
        _ => without + beyond == 0 && on_pile == 0,
    };
    if on_pile >= 0 && possible {
        return None;
    }
    let other = hands().find(|(_, (hand, backs))| hand.len() != backs.len());
    let (whose, cards, backs) = match other {
        Some((seat, (hand, backs))) => (format!("seat {seat} holds"), hand.len(), backs.len()),
        None => ("the pile has".to_owned(), s.pile.len(), backs.pile.len()),
    };
    Some(format!("{whose} {cards} cards with {backs} backs"))
}

fn check_phase(rules: &Rules, s: &State, problems: &mut Vec<String>) {
    for (name, seat) in [("seat", s.seat), ("actor", s.asked()), ("dealer", s.dealer)] {
        if seat.0 >= rules.players {
            problems.push(format!(
                "{name} {} is not at a table of {}",
                seat.0, rules.players
            ));
        }
    }
    if s.in_force.nominated > NO_SUIT {
        problems.push(format!("{} is not a suit", s.in_force.nominated));
    }
    if s.in_force.second > NO_SUIT {
        problems.push(format!("{} is not a second suit", s.in_force.second));
    }
    if s.pending.is_some() && usize::from(s.pending.kind) >= rules.attacks.len() {
        problems.push("an attack is pending that the ruleset does not have".to_owned());
    }
    let everybody = (0..rules.players).map(Seat);
    for seat in everybody.filter(|seat| s.lost_turns[seat.index()] > 0 && !s.active.contains(*seat)) {
        problems.push(format!("seat {} owes turns but is out", seat.0));
    }
    match s.phase() {
        Phase::Chance(_) | Phase::Over { .. } => {}
        _ => {
            if super::legal::legal::<{ ALL }>(rules, s).is_empty() {
                problems.push(format!("no action is legal in phase {}", s.phase().name()));
            }
        }
    }
}

fn check_known(s: &State, problems: &mut Vec<String>) {
    let Some(known) = &s.known else { return };
    for viewer in known.viewers() {
        let others = known.viewers().filter(|&owner| owner != viewer);
        problems.extend(others.filter_map(|owner| known.contradicted(viewer, owner, s.hand(owner))));
    }
}

fn check_ruled_out(rules: &Rules, s: &State, problems: &mut Vec<String>) {
    let Some(ruled_out) = &s.ruled_out else { return };
    let owners = (0..rules.players).map(Seat);
    problems.extend(owners.filter_map(|owner| ruled_out.contradicted(owner, s.hand(owner))));
}
