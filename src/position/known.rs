//! From the key `known` of a position: which cards each seat knows of the other hands.

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
}
