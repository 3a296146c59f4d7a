//! Number of copies of each kind of card in a deck.

use super::problem::Problem;
use super::{Deck, Range, Selector};
use crate::card::{Card, CardSet, KINDS};
use crate::card_text::format_cards;
use crate::pack::Pack;

impl Deck {
    /// Returns the copies of each kind of card for a number of players; none if a value that they depend on is not given.
    pub(crate) fn table(&self, players: u8) -> Option<[u8; KINDS]> {
        if !self.copies.is_empty() {
            return self.listed(players);
        }
        let (packs, jokers) = (self.packs.get(players)?, self.jokers.get(players)?);
        let pack = Pack::standard();
        let mut table = [packs; KINDS];
        table[pack.red_joker().index()] = jokers.div_ceil(2);
        table[pack.black_joker().index()] = jokers / 2;
        Some(table)
    }

    /// Returns the number of cards for a number of players; none if a value that it depends on is not given.
    #[must_use]
    pub fn cards(&self, players: u8) -> Option<u32> {
        let table = self.table(players)?;
        Some(table.iter().map(|&copies| u32::from(copies)).sum())
    }

    /// Returns the copies listed for each kind of card; none if one of them is not given for this number of players.
    fn listed(&self, players: u8) -> Option<[u8; KINDS]> {
        let mut table = [0; KINDS];
        for (text, copies) in &self.copies {
            let copies = copies.get(players)?;
            let cards = text.parse::<Selector>().map(|selector| selector.cards());
            for card in cards.unwrap_or_default().iter() {
                table[card.index()] = copies;
            }
        }
        Some(table)
    }

    /// Returns every problem of the list of copies for these numbers of players, except its size.
    pub(crate) fn copies_problems(&self, players: Range, again: CardSet) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut listed = CardSet::EMPTY;
        let numbers = || players.min..=players.max;
        for (text, copies) in &self.copies {
            if let Some(players) = numbers().find(|&players| copies.get(players).is_none()) {
                let message = format!("no value for {players} players");
                problems.push(problem(&format!("deck.copies.{text}"), message));
            }
            let cards = match text.parse::<Selector>() {
                Ok(selector) => selector.cards(),
                Err(error) => {
                    problems.push(problem(&format!("deck.copies.{text}"), error.to_string()));
                    continue;
                }
            };
            let twice = listed.and(cards);
            if !twice.is_empty() {
                let message = format!("{} have copies already", format_cards(twice.iter()));
                problems.push(problem(&format!("deck.copies.{text}"), message));
            }
            listed = listed.or(cards);
        }
        if problems.is_empty() && !self.copies.is_empty() {
            let tables = numbers().filter_map(|players| self.listed(players));
            let begin = tables.map(|table| kinds(&table).minus(again));
            if let Some(begin) = begin.into_iter().find(|begin| begin.len() < 2) {
                let which = match begin.iter().next() {
                    Some(card) => format!("only {card}"),
                    None => "no card".to_owned(),
                };
                let message =
                    format!("{which} could begin the pile; it takes at least 2 kinds of card that can");
                problems.push(problem("deck.copies", message));
            }
        }
        problems
    }
}

/// Returns the kinds of card with at least one copy.
pub(crate) fn kinds(table: &[u8; KINDS]) -> CardSet {
    Card::all().filter(|card| table[card.index()] > 0).collect()
}

fn problem(path: &str, message: String) -> Problem {
    Problem::new(path, message)
}
