//! Text in lines of bounded width, with colours that take no columns.

use super::Style;
use crate::card::{Card, Rank, Suit};
use crate::pack::{Pack, joker_text};
use crate::ruleset::Labels;

/// Width of the longest line of a board with drawn piles.
pub(super) const WIDTH: usize = 80;

/// ANSI code for a legal card: bold and underlined.
const LEGAL: &str = "1;4";
/// ANSI code for minor details: dim.
const DIM: &str = "2";

/// A text and the number of columns that it takes.
#[derive(Debug, Clone, Default)]
pub(super) struct Cell {
    text: String,
    pub(super) width: usize,
}

impl Cell {
    /// Creates a cell without colour.
    pub(super) fn plain(text: impl Into<String>) -> Self {
        let text = text.into();
        Self {
            width: text.chars().count(),
            text,
        }
    }

    /// The text, with its colour codes if it has any.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Pads the cell on the right with blanks up to this width.
    pub(super) fn padded(mut self, width: usize) -> Self {
        self.text
            .extend(std::iter::repeat_n(' ', width.saturating_sub(self.width)));
        self.width = self.width.max(width);
        self
    }

    /// Joins two cells side by side.
    pub(super) fn and(mut self, other: &Self) -> Self {
        self.text.push_str(&other.text);
        self.width += other.width;
        self
    }
}

impl Style {
    /// Returns the text in the colour of an ANSI code.
    pub(super) fn paint(self, code: &str, text: &str) -> Cell {
        let mut cell = Cell::plain(text);
        if self.color && !code.is_empty() {
            cell.text = format!("\x1b[{code}m{text}\x1b[0m");
        }
        cell
    }

    /// Returns the symbol where symbols can be shown, else the ASCII text.
    pub(super) const fn either(self, symbol: &'static str, ascii: &'static str) -> &'static str {
        if self.unicode { symbol } else { ascii }
    }

    /// Splits a text into words, each in this colour.
    pub(super) fn words(self, code: &str, text: &str) -> Vec<Cell> {
        text.split_whitespace()
            .map(|word| self.paint(code, &self.shown(word)))
            .collect()
    }

    /// Replaces characters that the screen cannot show.
    pub(super) fn shown(self, text: &str) -> String {
        let shown = |c: char| if self.unicode || c.is_ascii() { c } else { '?' };
        text.chars().map(shown).collect()
    }

    /// Returns the text dimmed, for minor details.
    pub(super) fn dim(self, text: &str) -> Cell {
        self.paint(DIM, text)
    }

    /// Returns the symbol or letter of a suit, without colour.
    pub(super) const fn suit(self, suit: Suit) -> &'static str {
        match suit {
            Suit::Clubs => self.either("♣", "C"),
            Suit::Diamonds => self.either("♦", "D"),
            Suit::Hearts => self.either("♥", "H"),
            Suit::Spades => self.either("♠", "S"),
            Suit::V => self.either("★", "V"),
            Suit::W => self.either("●", "W"),
            Suit::X => self.either("▲", "X"),
            Suit::Y => self.either("■", "Y"),
        }
    }

    /// Returns the colour code of a suit; a label that names a colour gives that colour.
    pub(super) fn suit_code(labels: &Labels, suit: Option<Suit>) -> &'static str {
        match suit {
            Some(suit) if !labels.is_off() => match labels.suit(suit) {
                "red" => "31",
                "green" => "32",
                "yellow" => "33",
                // Many terminals show ANSI blue as a purple, or too dark.
                "blue" => "38;5;33",
                _ => "",
            },
            None if !labels.is_off() => "",
            Some(Suit::Diamonds | Suit::Hearts) => "31",
            Some(_) => "",
            None => "33",
        }
    }

    /// Returns the texts in the corners and in the middle of a large card.
    pub(super) fn card_parts(self, pack: &Pack, card: Card) -> (String, &'static str) {
        match pack.suit(card) {
            Some(suit) => (self.rank(pack.rank(card)), self.suit(suit)),
            None => (self.name(pack, card), "Joker"),
        }
    }

    /// Returns a rank as it is written in a line; ASCII keeps the letters of the text of cards.
    fn rank(self, rank: Rank) -> String {
        if self.unicode && rank.letter() == 'T' {
            "10".to_owned()
        } else {
            rank.letter().to_string()
        }
    }

    /// Returns a card as it is written in a line, without colour or label.
    fn name(self, pack: &Pack, card: Card) -> String {
        match pack.suit(card) {
            Some(suit) => self.rank(pack.rank(card)) + self.suit(suit),
            None => joker_text(pack.place_of_joker(card)).replace('*', self.either("★", "*")),
        }
    }

    /// Returns a card for a line, in colour.
    pub(super) fn card(self, labels: &Labels, card: Card) -> Cell {
        self.paint(
            Self::suit_code(labels, labels.pack().suit(card)),
            &self.called(labels, card),
        )
    }

    /// Returns the name of a card in a line: its label, or rank and suit.
    fn called(self, labels: &Labels, card: Card) -> String {
        if labels.is_off() {
            self.name(labels.pack(), card)
        } else {
            self.shown(&labels.card(card))
        }
    }

    /// Returns a card of a hand, marked if it may be played; the width is the same either way.
    pub(super) fn hand_card(self, labels: &Labels, card: Card, legal: bool) -> Cell {
        let name = self.called(labels, card);
        let code = Self::suit_code(labels, labels.pack().suit(card));
        if !legal {
            return Cell::plain(" ")
                .and(&self.paint(code, &name))
                .and(&Cell::plain(" "));
        }
        if !self.color {
            return Cell::plain(format!("[{name}]"));
        }
        let code = if code.is_empty() {
            LEGAL.to_owned()
        } else {
            format!("{LEGAL};{code}")
        };
        Cell::plain(" ")
            .and(&self.paint(&code, &name))
            .and(&Cell::plain(" "))
    }
}

/// Text under construction, line by line.
#[derive(Debug)]
pub(super) struct Page {
    text: String,
    line: Cell,
    width: usize,
}

impl Page {
    /// A page with lines of at most `width` columns.
    pub(super) fn new(width: usize) -> Self {
        let (text, line) = (String::new(), Cell::default());
        Self { text, line, width }
    }

    /// Appends a cell to the line.
    pub(super) fn put(&mut self, cell: &Cell) {
        self.line = std::mem::take(&mut self.line).and(cell);
    }

    /// Ends the line and trims blanks at its end.
    pub(super) fn end(&mut self) {
        let line = std::mem::take(&mut self.line);
        self.text.push_str(line.text.trim_end());
        self.text.push('\n');
    }

    /// The column at which the line continues.
    pub(super) const fn column(&self) -> usize {
        self.line.width
    }

    /// True if a line of this width can be written.
    pub(super) const fn fits(&self, width: usize) -> bool {
        width <= self.width
    }

    /// True if the line has room for `width` more columns.
    fn has_room(&self, width: usize) -> bool {
        self.line.width + width <= self.width
    }

    /// Continues at this column, on a new line if the present one is already longer.
    pub(super) fn tab(&mut self, column: usize) {
        if self.line.width > column {
            self.end();
        }
        self.line = std::mem::take(&mut self.line).padded(column);
    }

    /// Appends cells with a gap between them; cells that do not fit continue at `column` of the next line.
    pub(super) fn flow(&mut self, column: usize, gap: usize, cells: &[Cell]) {
        for cell in cells {
            if !self.has_room(cell.width) {
                self.end();
                self.tab(column);
            }
            self.put(cell);
            let end = self.line.width + gap;
            self.line = std::mem::take(&mut self.line).padded(end);
        }
    }

    /// Appends groups of cells with a blank between groups, each group on one line where possible.
    pub(super) fn flow_groups(&mut self, column: usize, groups: &[Vec<Cell>]) {
        for group in groups {
            let width: usize = group.iter().map(|cell| cell.width).sum();
            if !self.has_room(width) && column + width <= self.width {
                self.end();
                self.tab(column);
            }
            self.flow(column, 0, group);
            let end = self.line.width + 1;
            self.line = std::mem::take(&mut self.line).padded(end);
        }
    }

    /// True if the page is narrower than a drawn board.
    pub(super) const fn is_narrow(&self) -> bool {
        self.width < WIDTH
    }

    /// Returns the text.
    pub(super) fn finish(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_the_width_and_have_no_blanks_at_their_end() {
        let mut page = Page::new(WIDTH);
        page.tab(4);
        page.flow(4, 1, &vec![Cell::plain("1234567"); 30]);
        page.end();
        let text = page.finish();
        assert!(
            text.lines()
                .all(|line| line.starts_with("    1") && line.len() <= WIDTH)
        );
        assert!(text.lines().all(|line| line.trim_end() == line));
        assert_eq!(text.matches("1234567").count(), 30);
    }

    #[test]
    fn a_card_is_as_wide_whether_marked_or_not() {
        let (labels, card) = (Labels::default(), Pack::standard().red_joker());
        for (color, unicode) in [(false, false), (false, true), (true, true)] {
            let style = Style { color, unicode };
            assert_eq!(
                style.hand_card(&labels, card, true).width,
                style.hand_card(&labels, card, false).width
            );
            assert_eq!(style.hand_card(&labels, card, true).text.contains('\x1b'), color);
        }
    }
}
