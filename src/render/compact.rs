//! The board in few lines of a chosen width: the piles in words, the players side by side.

use super::board::{BOLD, Board, GREEN};
use super::page::Cell;
use crate::seat::Seat;
use crate::words::object;

/// Columns between two players.
const GAP: usize = 2;

impl Board<'_> {
    /// Draws the board without large cards.
    pub(super) fn draw_compact(mut self) -> String {
        self.title();
        self.piles_in_words();
        if self.table.is_some() {
            self.open_rows();
        } else {
            self.side_by_side();
            self.own_hand();
        }
        self.finish()
    }

    /// Writes upcard and stock, and the facts in force after them.
    fn piles_in_words(&mut self) {
        let view = self.view;
        let upcard = view.upcard().map(|card| self.style.card(self.labels(), card));
        let mut facts = vec![vec![
            Cell::plain("upcard"),
            upcard.unwrap_or_else(|| Cell::plain("none")),
        ]];
        for (pile, size) in [
            ("pile", view.pile().len()),
            ("stock", usize::from(view.stock_size())),
        ] {
            facts.push(vec![Cell::plain(format!("{pile} {size}"))]);
        }
        facts.append(&mut self.facts());
        let between = [self.style.dim(self.style.either("·", "|"))];
        let words = facts.join(between.as_slice());
        self.page.tab(2);
        self.page.flow(2, 1, &words);
        self.page.end();
    }

    /// Writes the players in order of play, the viewer last, in columns of one width; who has more to say takes several.
    fn side_by_side(&mut self) {
        let seats: Vec<Seat> = self.order().chain([self.view.seat()]).collect();
        let longest = |texts: Vec<String>| texts.iter().map(|text| text.chars().count()).max();
        let names = longest(seats.iter().map(|&seat| object(seat, self.you())).collect()).unwrap_or(0);
        let sizes = longest(seats.iter().map(|&seat| self.size(seat)).collect()).unwrap_or(0);
        let column = 2 + names + 1 + sizes + GAP;
        for seat in seats {
            self.player(seat, names, sizes, column);
        }
        self.page.end();
    }

    /// Writes one player at the next column that is free.
    fn player(&mut self, seat: Seat, names: usize, sizes: usize, column: usize) {
        let is_own = self.you() == Some(seat);
        let is_to_act = self.view.actor() == Some(seat);
        let mark = if is_to_act {
            self.style.paint(GREEN, self.style.either("▶", ">"))
        } else {
            Cell::plain(" ")
        };
        let name = self
            .style
            .paint(if is_own { BOLD } else { "" }, &object(seat, self.you()));
        let first = mark
            .and(&Cell::plain(" "))
            .and(&name.padded(names + 1))
            .and(&Cell::plain(self.size(seat)).padded(sizes + GAP));
        let mut rest = Vec::new();
        if is_own {
            rest.push(Cell::plain(format!("seat {}", seat.0)));
        }
        rest.append(&mut self.tags(seat));
        rest.append(&mut self.held(seat));
        rest.append(&mut self.backs(seat));
        let wide = first.width + rest.iter().map(|cell| cell.width + 1).sum::<usize>();
        let taken = self.page.column().saturating_sub(2).div_ceil(column) * column;
        let start = if taken == 0 || self.page.fits(2 + taken + wide - GAP) {
            2 + taken
        } else {
            self.page.end();
            2
        };
        self.page.tab(start);
        self.page.put(&first);
        self.page.flow(4, 1, &rest);
    }

    /// Returns the size of a hand, and the points where they count.
    fn size(&self, seat: Seat) -> String {
        let size = format!("{}{}", self.style.either("▮", "#"), self.view.hand_size(seat));
        if self.shows_points() {
            format!("{size} {} points", self.view.score(seat))
        } else {
            size
        }
    }
}
