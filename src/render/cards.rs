//! The stock and the upcard, drawn as large cards.

use std::ops::RangeInclusive;

use super::Style;
use super::board::Board;
use super::page::Cell;
use crate::card::Card;

/// Number of columns inside a card, and those inside one with a label, by its longest word.
const INSIDE: usize = 5;
const LABELLED: RangeInclusive<usize> = 7..=9;

impl Board<'_> {
    /// Returns the lines of the stock, with its size below.
    pub(super) fn stock_card(&self) -> [Cell; 6] {
        let cards = self.view.stock_size();
        let inside = if cards > 0 {
            self.style.either("░", ":").repeat(INSIDE)
        } else {
            " ".repeat(INSIDE)
        };
        let side = self.style.either("│", "|");
        let row = self.style.dim(&format!("{side}{inside}{side}"));
        let [top, bottom] = self.edges(INSIDE).map(|edge| self.style.dim(&edge));
        let below = Cell::plain(format!("stock {cards}"));
        [top, row.clone(), row.clone(), row, bottom, below]
    }

    /// Returns the lines of the upcard, with the size of the pile below.
    pub(super) fn upcard_card(&self) -> [Cell; 6] {
        let labelled = !self.labels().is_off();
        let width = if labelled { self.label_width() } else { INSIDE };
        let rows = match self.view.upcard() {
            None => std::array::from_fn(|_| " ".repeat(width)),
            Some(card) if labelled => self.label_rows(card),
            Some(card) => {
                let (corner, middle) = self.style.card_parts(self.view.pack(), card);
                [
                    format!("{corner:<INSIDE$}"),
                    format!("{middle:^INSIDE$}"),
                    format!("{corner:>INSIDE$}"),
                ]
            }
        };
        let code = self.view.upcard().map_or_else(String::new, |card| {
            format!(
                "1;{}",
                Style::suit_code(self.labels(), self.view.pack().suit(card))
            )
        });
        let code = code.trim_end_matches(';');
        let side = Cell::plain(self.style.either("│", "|"));
        let [first, second, third] =
            rows.map(|row| side.clone().and(&self.style.paint(code, &row)).and(&side));
        let [top, bottom] = self.edges(width).map(Cell::plain);
        let below = Cell::plain(format!("pile {}", self.view.pile().len()));
        [top, first, second, third, bottom, below]
    }

    /// Returns the number of columns inside a card with a label, the same for every card of the game.
    fn label_width(&self) -> usize {
        let cards = self.view.pack().all().minus(self.labels().absent);
        let labels: Vec<String> = cards.iter().map(|card| self.labels().card(card)).collect();
        let words = labels.iter().flat_map(|label| label.split_whitespace());
        let longest = words.map(|word| word.chars().count()).max().unwrap_or_default();
        longest.clamp(*LABELLED.start(), *LABELLED.end())
    }

    /// Returns the words of a label, one a line; words and letters that do not fit are dropped.
    fn label_rows(&self, card: Card) -> [String; 3] {
        let (label, width) = (self.style.shown(&self.labels().card(card)), self.label_width());
        let mut words = label.split_whitespace();
        std::array::from_fn(|_| {
            let word: String = words.next().unwrap_or_default().chars().take(width).collect();
            format!("{word:^width$}")
        })
    }

    /// Returns cards for a line of text; labels are separated by commas.
    pub(super) fn row(&self, cards: impl Iterator<Item = Card>) -> Vec<Cell> {
        let mut cells: Vec<Cell> = cards.map(|card| self.style.card(self.labels(), card)).collect();
        if let Some((_, before)) = cells.split_last_mut()
            && !self.labels().is_off()
        {
            for cell in before {
                *cell = std::mem::take(cell).and(&Cell::plain(","));
            }
        }
        cells
    }

    /// Returns the upper and the lower edge of a card.
    fn edges(&self, inside: usize) -> [String; 2] {
        let edge = self.style.either("─", "-").repeat(inside);
        [
            self.style.either("╭", "+").to_owned() + &edge + self.style.either("╮", "+"),
            self.style.either("╰", "+").to_owned() + &edge + self.style.either("╯", "+"),
        ]
    }
}
