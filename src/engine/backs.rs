//! The backs of cards: each card has another one on its back, and some cards turn all of them over.
//!
//! Nobody knows which back belongs to which card of a hand until the card leaves it. So a hand has cards, which its owner
//! sees, and backs, which everybody sees; a card that leaves takes one of these backs with it, each with equal chance.

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::notation::{BySeat, by_seat};
use super::piles::{Pile, StockPile};
use crate::card::Card;
use crate::hand::Hand;
use crate::ruleset::schema::types::CardText;
use crate::seat::{MAX_SEATS, Seat};

/// The backs of all cards, by where the cards lie.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Backs {
    /// True if the cards are turned over.
    pub(crate) turned: bool,
    /// The backs of the cards of each seat, in any order.
    #[serde(deserialize_with = "by_seat")]
    #[schemars(with = "BySeat<CardText>")]
    pub(crate) hands: [Hand; MAX_SEATS],
    /// The backs of the cards of the pile, that of the lowest card first.
    #[schemars(with = "CardText")]
    pub(crate) pile: Pile,
    /// The backs of the cards of the stock.
    #[serde(skip)]
    pub(crate) stock: Hand,
}

/// A back that is to go where its card went: from the stock, or else from the hand of a seat.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DueBack {
    pub(crate) from: Option<Seat>,
    /// The seat whose hand the card lies in; none if it lies on the pile.
    pub(crate) to: Option<Seat>,
}

impl Backs {
    /// Creates the backs of a deck whose cards all lie in the stock.
    pub(crate) fn new(deck: &[Card]) -> Self {
        Self {
            stock: deck.iter().copied().collect(),
            ..Self::default()
        }
    }

    /// Returns no backs of cards that are turned over.
    pub(crate) fn only_turned() -> Self {
        Self {
            turned: true,
            ..Self::default()
        }
    }

    /// Returns the backs from which a due one is drawn.
    pub(crate) const fn source(&self, due: DueBack) -> &Hand {
        match due.from {
            Some(seat) => &self.hands[seat.index()],
            None => &self.stock,
        }
    }

    /// Returns a due back, if a card has moved without its own: given the hands, and the number of cards of the pile.
    pub(crate) fn due(&self, hands: &[Hand; MAX_SEATS], pile: u8) -> Option<DueBack> {
        let seat_with = |wanted: Ordering| {
            let mut seats = (0..MAX_SEATS).map(|seat| Seat(seat as u8));
            seats.find(|seat| self.hands[seat.index()].len().cmp(&hands[seat.index()].len()) == wanted)
        };
        if self.pile.len() < pile {
            return Some(DueBack {
                from: seat_with(Ordering::Greater),
                to: None,
            });
        }
        let to = seat_with(Ordering::Less)?;
        Some(DueBack {
            from: None,
            to: Some(to),
        })
    }

    /// Moves a due back.
    pub(crate) fn give(&mut self, due: DueBack, back: Card) {
        match due.from {
            Some(seat) => self.hands[seat.index()].remove(back),
            None => self.stock.remove(back),
        };
        match due.to {
            Some(seat) => self.hands[seat.index()].add(back),
            None => self.pile.play(back),
        }
    }

    /// Moves the backs of the cards under the upcard to the stock.
    pub(crate) fn renew(&mut self) {
        let stock = &mut self.stock;
        self.pile.clear_under(|back| stock.add(back));
    }

    /// Moves the back of the upcard to the hand to which the upcard returned.
    pub(crate) fn take_back(&mut self, seat: Seat) {
        if let Some(back) = self.pile.take_back() {
            self.hands[seat.index()].add(back);
        }
    }

    /// Turns all cards over: the pile as a whole, the stock and the hands.
    pub(crate) fn turn(&mut self, hands: &mut [Hand; MAX_SEATS], pile: &mut Pile, stock: &mut StockPile) {
        let pile_turned = upside_down(&self.pile);
        self.pile = upside_down(pile);
        *pile = pile_turned;
        let fronts = stock.cards().iter().copied().collect();
        let backs = std::mem::replace(&mut self.stock, fronts);
        stock.clear();
        backs.iter().for_each(|back| stock.shuffle_in(back));
        std::mem::swap(hands, &mut self.hands);
        self.turned = !self.turned;
    }
}

/// Returns a pile of the same cards, its lowest on top.
fn upside_down(pile: &Pile) -> Pile {
    let mut turned = Pile::default();
    for &card in pile.cards().iter().rev() {
        turned.play(card);
    }
    turned
}
