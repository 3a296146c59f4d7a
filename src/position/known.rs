//! From the keys `known` and `ruled_out` of a position: what is known of hands that are not seen.

use super::problem::ProblemCode;
use super::read::Reader;
use super::setup::Setup;
use crate::card::Card;
use crate::hand::Hand;
use crate::seat::Seat;

impl Reader<'_> {
    /// What each seat knows of the other hands.
    pub(crate) fn known(&mut self, setup: &Setup) {
        if setup.known.is_empty() || !self.one_a_seat(setup.known.len(), "known") {
            return;
        }
        if self.state.known.is_none() {
            self.problems.add(
                "known",
                ProblemCode::NotInGame,
                "nothing in this ruleset makes cards in other hands known",
            );
            return;
        }
        for (viewer, hands) in setup.known.iter().enumerate() {
            for (owner, cards) in hands {
                let path = format!("known.{viewer}.{owner}");
                let Some(cards) = cards.as_str() else {
                    self.problems.add(
                        path,
                        ProblemCode::WrongType,
                        format!("{cards} is not a text of cards"),
                    );
                    continue;
                };
                let number = owner.parse::<i64>().unwrap_or(-1);
                let Some(owner) = self.seat(number, &path) else {
                    continue;
                };
                self.known_of(Seat(viewer as u8), owner, cards, &path);
            }
        }
    }

    fn known_of(&mut self, viewer: Seat, owner: Seat, cards: &str, path: &str) {
        let mut held = *self.state.hands[owner.index()].counts();
        let mut hand = Hand::default();
        for word in cards.split_whitespace() {
            match word.parse::<Card>() {
                Ok(card) if held[card.index()] > 0 && viewer != owner => {
                    held[card.index()] -= 1;
                    hand.add(card);
                }
                Ok(card) => self.problems.add(
                    path,
                    ProblemCode::WrongHand,
                    format!(
                        "seat {} cannot know {card} of seat {}: only cards that another hand holds are known",
                        viewer.0, owner.0
                    ),
                ),
                Err(error) => self.problems.add(path, ProblemCode::NotACard, error.to_string()),
            }
        }
        if let Some(known) = &mut self.state.known {
            known.shown(viewer, owner, &hand);
        }
    }

    /// What cards of each seat cannot be.
    pub(crate) fn ruled_out(&mut self, setup: &Setup) {
        if setup.ruled_out.is_empty() || !self.one_a_seat(setup.ruled_out.len(), "ruled_out") {
            return;
        }
        if self.state.ruled_out.is_none() {
            self.problems.add(
                "ruled_out",
                ProblemCode::NotInGame,
                "nothing in this ruleset proves what cards in hands are not",
            );
            return;
        }
        for (owner, kinds) in setup.ruled_out.iter().enumerate() {
            for (cards, kinds) in kinds {
                let path = format!("ruled_out.{owner}.{cards}");
                let Some(kinds) = kinds.as_str() else {
                    let message = format!("{kinds} is not a text of cards");
                    self.problems.add(path, ProblemCode::WrongType, message);
                    continue;
                };
                self.ruled_out_of(Seat(owner as u8), cards, kinds, &path);
            }
            let owner = Seat(owner as u8);
            let (ruled_out, hand) = (self.state.ruled_out.as_ref(), self.state.hand(owner));
            if let Some(message) = ruled_out.and_then(|ruled_out| ruled_out.contradicted(owner, hand)) {
                let path = format!("ruled_out.{}", owner.0);
                self.problems.add(path, ProblemCode::WrongHand, message);
            }
        }
    }

    fn ruled_out_of(&mut self, owner: Seat, cards: &str, kinds: &str, path: &str) {
        let held = self.state.hand(owner).len();
        let number = cards
            .parse::<u8>()
            .ok()
            .filter(|cards| (1..=held).contains(cards));
        let Some(cards) = number else {
            let message = format!(
                "{cards:?} is no number of cards of seat {}, which holds {held}",
                owner.0
            );
            self.problems.add(path, ProblemCode::NumberOutOfRange, message);
            return;
        };
        for word in kinds.split_whitespace() {
            match word.parse::<Card>() {
                Ok(kind) if !self.rules.deck.kinds.contains(kind) => {
                    let message = format!("{kind} is not in the deck");
                    self.problems.add(path, ProblemCode::NotInGame, message);
                }
                Ok(kind) => {
                    if let Some(ruled_out) = &mut self.state.ruled_out {
                        ruled_out.set(owner, kind, cards);
                    }
                }
                Err(error) => self.problems.add(path, ProblemCode::NotACard, error.to_string()),
            }
        }
    }
}
