//! Number of copies of each kind of card in a deck.

use std::ops::RangeInclusive;

use super::problem::Problem;
use super::{ByPlayers, Deck, Range, Selector};
use crate::card::{ALL_RANK_LETTERS, ALL_SUIT_LETTERS, Card, CardSet, MAX_KINDS, Rank, Suit};
use crate::card_text::format_cards;
use crate::pack::Pack;

impl Deck {
    /// Returns the pack; the usual one where the letters name none.
    pub(crate) fn pack(&self) -> Pack {
        pack_of(&self.suits, &self.ranks, self.joker_kinds).unwrap_or_default()
    }

    /// Returns the copies of each kind of card for a number of players; none if a value that they depend on is not given.
    pub(crate) fn table(&self, players: u8) -> Option<[u8; MAX_KINDS]> {
        self.tables(players..=players).next().map(|(_, table)| table)
    }

    /// Returns each of these numbers of players that has a deck, with the copies of each kind of card.
    pub(crate) fn tables(&self, players: RangeInclusive<u8>) -> impl Iterator<Item = (u8, [u8; MAX_KINDS])> {
        let pack = self.pack();
        let cards_of = |text: &str| pack.within(|| text.parse::<Selector>().map(|selector| selector.cards()));
        let listed: Vec<(CardSet, &ByPlayers<u8>)> = self
            .copies
            .iter()
            .map(|(text, copies)| (cards_of(text).unwrap_or_default(), copies))
            .collect();
        let table = move |players| {
            let mut table = [0; MAX_KINDS];
            if listed.is_empty() {
                let (packs, jokers) = (self.packs.get(players)?, self.jokers.get(players)?);
                table[..pack.num_suited()].fill(packs);
                table[pack.red_joker().index()] = jokers.div_ceil(2);
                table[pack.black_joker().index()] = jokers / 2;
            }
            for (cards, copies) in &listed {
                let copies = copies.get(players)?;
                for card in cards.iter() {
                    table[card.index()] = copies;
                }
            }
            Some((players, table))
        };
        players.filter_map(table)
    }

    /// Returns the number of cards for a number of players; none if a value that it depends on is not given.
    #[must_use]
    pub fn cards(&self, players: u8) -> Option<u32> {
        let table = self.table(players)?;
        Some(table.iter().map(|&copies| u32::from(copies)).sum())
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
            let mut begin = self
                .tables(numbers())
                .map(|(_, table)| kinds(&table).minus(again));
            if let Some(begin) = begin.find(|begin| begin.len() < 2) {
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

/// Returns the pack of these suits and ranks, given by their letters, with this many kinds of Joker.
///
/// # Errors
/// The key that is wrong, and the reason.
pub(crate) fn pack_of(suits: &str, ranks: &str, jokers: u8) -> Result<Pack, (&'static str, String)> {
    let known = |key, letters: &str, all: &str| {
        let wrong = letters.chars().find(|letter| !all.contains(*letter));
        let twice = letters
            .chars()
            .enumerate()
            .find(|(at, letter)| letters.chars().take(*at).any(|other| other == *letter));
        match (wrong, twice) {
            (Some(wrong), _) => Err((key, format!("{wrong:?} is none of {all}"))),
            (None, Some((_, twice))) => Err((key, format!("{twice} stands here twice"))),
            (None, None) if letters.is_empty() => {
                Err((key, format!("an empty text: write letters of {all}")))
            }
            (None, None) => Ok(()),
        }
    };
    known("suits", suits, ALL_SUIT_LETTERS)?;
    known("ranks", ranks, &ALL_RANK_LETTERS.replace('*', ""))?;
    let suits: Vec<Suit> = suits.chars().filter_map(Suit::from_letter).collect();
    let ranks: Vec<Rank> = ranks.chars().filter_map(Rank::from_letter).collect();
    let jokers = usize::from(jokers);
    let (all, most) = (suits.len() * ranks.len() + jokers, MAX_KINDS);
    Pack::with_jokers(&suits, &ranks, jokers).ok_or_else(|| {
        (
            "ranks",
            format!("{all} kinds of card with the Jokers: a pack has at most {most}"),
        )
    })
}

/// Returns the kinds of card with at least one copy.
pub(crate) fn kinds(table: &[u8; MAX_KINDS]) -> CardSet {
    Card::every().filter(|card| table[card.index()] > 0).collect()
}

fn problem(path: &str, message: String) -> Problem {
    Problem::new(path, message)
}
