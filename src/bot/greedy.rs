//! `greedy`: gets rid of the most points, whatever the consequences.

use super::{Bot, best_card, lowest_id, without_card};
use crate::action::{Action, ActionSet};
use crate::engine::Phase;
use crate::rng::Rng;
use crate::view::View;

/// Plays or gives the card that counts most, of equal ones one that is not wild; uses no randomness.
///
/// The bot draws only if nothing can be played, says its calls, catches those of others, never plays a card against the
/// rules, never challenges, and nominates the suit of which it holds most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Greedy;

impl Bot for Greedy {
    fn name(&self) -> &str {
        super::NAMES[1]
    }

    #[inline]
    fn act(&self, view: &View<'_>, legal: ActionSet, _rng: &mut Rng) -> Action {
        let cards = match view.phase() {
            Phase::Play => view.lawful().and(legal.cards()),
            Phase::Nominate => return longest_suit(view, legal),
            Phase::Challenge { .. } => return without_card(legal),
            Phase::Catch { .. } => return lowest_id(legal.without(Action::Pass)),
            Phase::Claim => view.claims(),
            _ => legal.cards(),
        };
        let wild = view.wild();
        best_card(cards, |card| (view.points(card), !wild.contains(card)))
            .unwrap_or_else(|| without_card(legal))
    }
}

/// Nominates the suit of which most cards are held, wild ones not counted.
fn longest_suit(view: &View<'_>, legal: ActionSet) -> Action {
    let hand = view.hand();
    let held = hand.held().minus(view.wild());
    let mut best = (0, lowest_id(legal));
    for &suit in view.pack().suits() {
        let cards = held.and(view.pack().of_suit(suit)).iter();
        let count: u32 = cards.map(|card| u32::from(hand.count(card))).sum();
        if count > best.0 && legal.contains(Action::Suit(suit)) {
            best = (count, Action::Suit(suit));
        }
    }
    best.1
}
