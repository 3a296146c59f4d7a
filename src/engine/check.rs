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

/// Checks that each card has a back, but for those whose backs chance is yet to draw.
fn check_backs(rules: &Rules, s: &State, problems: &mut Vec<String>) {
    let Some(backs) = s.backs() else { return };
    if s.phase() != Phase::Chance(Chance::Back) {
        let seats = (0..).zip(backs.hands.iter().zip(&s.hands));
        for (seat, (backs, hand)) in seats.filter(|(_, (backs, hand))| backs.len() != hand.len()) {
            let (held, backs) = (hand.len(), backs.len());
            problems.push(format!("seat {seat} holds {held} cards with {backs} backs"));
        }
        for (place, cards, backs) in [
            ("pile", s.pile.len(), backs.pile.len()),
            ("stock", s.stock.len(), backs.stock.len()),
        ] {
            if cards != backs {
                problems.push(format!("the {place} has {cards} cards with {backs} backs"));
            }
        }
    }
    for (card, copies) in Card::every().zip(rules.deck.copies) {
        let held: u8 = backs.hands.iter().map(|hand| hand.count(card)).sum();
        let all = held + backs.pile.counts()[card.index()] + backs.stock.count(card);
        if all > copies {
            problems.push(format!("{all} of {card} as backs where the deck has {copies}"));
        }
    }
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
