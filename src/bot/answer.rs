//! Rules of thumb for phases that only some rulesets have: cards out of turn, swapped hands, kept cards, named ranks.

use super::{best_card, lowest_id, without_card};
use crate::action::{Action, ActionSet};
use crate::card::Rank;
use crate::seat::Seat;
use crate::view::View;

/// Plays a card out of turn if the rules that the seat sees allow it: one card less, and often the next turn.
pub(super) fn claim(view: &View<'_>, legal: ActionSet) -> Action {
    let cards = match view.mirrored() {
        Some(_) => legal.cards(),
        None => view.claims().and(legal.cards()),
    };
    best_card(cards, |card| view.points(card)).unwrap_or(Action::Pass)
}

/// Swaps hands with the seat that holds the fewest cards, if they are fewer than the bot's own or a swap is compulsory.
pub(super) fn swap(view: &View<'_>, legal: ActionSet) -> Action {
    let own = view.hand_size(view.seat());
    let seats = (1..view.players())
        .map(|k| view.relative(k))
        .filter(|&seat| view.active().contains(seat));
    let swap_with = |seat| Action::Seat(view.active().steps(view.seat(), seat));
    let fewest = seats
        .filter(|&seat| legal.contains(swap_with(seat)))
        .min_by_key(|&seat| view.hand_size(seat));
    let must = !legal.contains(Action::Pass);
    let seat = fewest.filter(|&seat| must || view.hand_size(seat) < own);
    seat.map_or(Action::Pass, swap_with)
}

/// Keeps the card that counts least.
pub(super) fn keep(view: &View<'_>, legal: ActionSet) -> Action {
    let least = |card| -view.points(card);
    best_card(legal.cards(), least).unwrap_or_else(|| lowest_id(legal))
}

/// Names the rank of which the next player can hold the fewest cards, if possible one of which it is not known to hold
/// any.
pub(super) fn name_rank(view: &View<'_>, legal: ActionSet) -> Action {
    let next = view.next_active(view.seat());
    let left = |rank: Rank| {
        let cards = view.pack().of_rank(rank).iter().map(|card| {
            let seen = view.hand().count(card) + view.pile_counts()[card.index()];
            u32::from(view.copies(card).saturating_sub(seen))
        });
        cards.sum::<u32>() + known_of_rank(view, next, rank) * 100
    };
    let ranks = view
        .pack()
        .all_ranks()
        .filter(|&rank| legal.contains(Action::Rank(rank)));
    ranks
        .min_by_key(|&rank| left(rank))
        .map_or_else(|| without_card(legal), Action::Rank)
}

/// Counts the cards of a rank that a seat is known to hold.
fn known_of_rank(view: &View<'_>, seat: Seat, rank: Rank) -> u32 {
    let Some(counts) = view.known(seat) else { return 0 };
    let cards = view.pack().of_rank(rank);
    cards.iter().map(|card| u32::from(counts[card.index()])).sum()
}
