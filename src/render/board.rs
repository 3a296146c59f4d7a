//! The board: the piles and the facts in force, the players, the hands, and the decision to be made.

use super::Style;
use super::page::{Cell, Page, WIDTH};
use crate::card::{Card, CardSet, Suit};
use crate::engine::{Chance, Phase, State};
use crate::hand::Hand;
use crate::pack::Pack;
use crate::ruleset::Labels;
use crate::seat::{Direction, Seat};
use crate::view::View;
use crate::words::{any_of, cards_and_turns, join, labels, object};

/// First column of the facts beside the piles.
const FACTS: usize = 25;
/// First column of a row's hand.
const HAND: usize = 13;
/// Number of card backs that fit in the narrowest column.
const BACKS: usize = 16;
/// Most card backs drawn for a hand.
const MOST_BACKS: usize = 24;
/// Most cards shown of a stock whose order is known.
const NEXT_CARDS: usize = 8;

pub(super) const BOLD: &str = "1";
pub(super) const GREEN: &str = "1;32";
const YELLOW: &str = "1;33";

/// A position being drawn.
pub(super) struct Board<'a> {
    pub(super) view: View<'a>,
    /// The whole state, when the full table is drawn.
    pub(super) table: Option<&'a State>,
    pub(super) style: Style,
    pub(super) page: Page,
}

impl<'a> Board<'a> {
    pub(super) fn new(view: View<'a>, table: Option<&'a State>, style: Style, width: usize) -> Self {
        Self {
            view,
            table,
            style,
            page: Page::new(width),
        }
    }

    /// Draws the board.
    pub(super) fn draw(mut self) -> String {
        self.title();
        self.page.end();
        self.piles();
        self.page.end();
        if self.table.is_some() {
            self.open_rows();
        } else {
            self.others();
            self.own_row();
            self.own_hand();
        }
        self.finish()
    }

    /// Writes the decision to be made below the rest, and returns the text.
    pub(super) fn finish(mut self) -> String {
        self.page.end();
        let words = self.style.words(BOLD, &self.sentence());
        self.page.tab(2);
        self.page.flow(2, 1, &words);
        self.page.end();
        self.page.finish()
    }

    /// The seat addressed as "you"; none at the full table.
    pub(super) fn you(&self) -> Option<Seat> {
        if self.table.is_some() {
            None
        } else {
            Some(self.view.seat())
        }
    }

    /// Returns the view of a seat whose hand is open here.
    pub(super) fn eyes(&self, seat: Seat) -> Option<View<'a>> {
        match self.table {
            Some(state) => Some(View::new(self.view.game(), state, seat)),
            None => Some(self.view).filter(|view| view.seat() == seat),
        }
    }

    /// The names of suits and cards.
    pub(super) fn labels(&self) -> &'a Labels {
        labels(self.view.game())
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self.view.phase(), Phase::Over { .. })
    }

    /// Writes the name of the game and what is to be said of the table.
    pub(super) fn title(&mut self) {
        let mut words = self.style.words(BOLD, &self.view.game().ruleset().name());
        let mut rest = self.style.words("", &self.of_the_table());
        if let (Some(last), false) = (words.pop(), rest.is_empty()) {
            rest.remove(0);
            words.push(last.and(&Cell::plain(",")));
        }
        words.append(&mut rest);
        self.page.tab(2);
        self.page.flow(2, 1, &words);
        self.page.end();
    }

    /// Returns the text after the name of the game: the number of players, and the progress of a match.
    pub(super) fn of_the_table(&self) -> String {
        let progress = self
            .progress()
            .map_or_else(String::new, |progress| format!(", {progress}"));
        format!(", {} players{progress}", self.view.players())
    }

    /// Returns the progress of a match; `None` for a single round.
    pub(super) fn progress(&self) -> Option<String> {
        let view = &self.view;
        if !view.is_match() {
            return None;
        }
        let (round, target) = (view.round() + 1, view.game().rules().matches.target);
        let rounds = view.game().rules().matches.rounds;
        Some(if rounds > 0 {
            let to = if target > 0 {
                format!(", or to {target}")
            } else {
                String::new()
            };
            format!("round {round} of {rounds}{to}")
        } else if view.games().is_some() {
            let games = view.game().rules().matches.games;
            format!("round {round} of {games} games to {target}")
        } else {
            format!("round {round} of a match to {target}")
        })
    }

    /// Draws stock and upcard as cards, with the facts in force beside them.
    fn piles(&mut self) {
        let (stock, upcard) = (self.stock_card(), self.upcard_card());
        let facts: Vec<Vec<Cell>> = self.facts().iter().flat_map(|fact| lines(fact)).collect();
        for row in 0..6.max(facts.len()) {
            if let (Some(stock), Some(upcard)) = (stock.get(row), upcard.get(row)) {
                self.page.tab(3);
                self.page.put(stock);
                self.page.tab(13);
                self.page.put(upcard);
            }
            let first = usize::from(facts.len() < 6);
            if let Some(fact) = row.checked_sub(first).and_then(|at| facts.get(at)) {
                self.page.tab(FACTS);
                self.page.flow(FACTS, 1, fact);
            }
            self.page.end();
        }
    }

    /// Returns the facts in force, one a line.
    pub(super) fn facts(&self) -> Vec<Vec<Cell>> {
        let (view, style) = (&self.view, self.style);
        let mut facts = vec![style.words(
            "",
            match view.direction() {
                Direction::Clockwise => style.either("↻ clockwise", "-> clockwise"),
                Direction::Anticlockwise => style.either("↺ anticlockwise", "<- anticlockwise"),
            },
        )];
        if let Some(lowest) = view.pile_backs().first() {
            let side = if view.is_turned() {
                "the backs are up"
            } else {
                "the fronts are up"
            };
            let under = format!(
                "{side}; turned over, the pile would show {}",
                self.labels().the_card(*lowest)
            );
            facts.push(style.words("", &under));
        }
        if let Some(suit) = view.nominated() {
            facts.push(self.nominated(suit));
        }
        if view.pending_kind().is_some() {
            facts.push(style.words(YELLOW, &self.pending()));
        }
        facts.extend(self.bonds());
        if let Some(seat) = view.went_out().filter(|_| !self.is_over()) {
            let (who, is) = (
                object(seat, self.you()),
                if self.you() == Some(seat) { "are" } else { "is" },
            );
            let text = format!("{who} {is} out: the round ends when nothing is pending");
            facts.push(style.words(YELLOW, &text));
        }
        if let Some(text) = self.collected() {
            facts.push(style.words("", &text));
        }
        let mut next = self.row(view.stock_order().take(NEXT_CARDS + 1));
        if !next.is_empty() && !self.is_over() {
            if next.len() > NEXT_CARDS {
                next.pop();
                next.push(Cell::plain(style.either("…", "...")));
            }
            let mut fact = style.words("", "next in the stock:");
            fact.append(&mut next);
            facts.push(fact);
        }
        if let Some(left) = view.plays_left().filter(|_| !self.is_over()) {
            facts.push(style.words("", &format!("{left} more cards may be played in the round")));
        }
        if let Some(games) = view.games().filter(|_| view.is_match()) {
            for game in 0..usize::from(view.game().rules().matches.games) {
                let points = &games.points[game][..usize::from(view.players())];
                let points: Vec<String> = points.iter().map(ToString::to_string).collect();
                let text = format!("game {}: {}", game + 1, points.join(", "));
                facts.push(style.words("", &text));
            }
        }
        if view.is_last_round() && !self.is_over() {
            facts.push(style.words(YELLOW, "sudden death: the last round of the match"));
        }
        if let Some(left) = view.turns_left().filter(|_| !self.is_over()) {
            facts.push(style.words("", &format!("turns to come in the match: {left}")));
        }
        if view.collected().passes > 0 && !self.is_over() {
            facts.push(style.words("", &format!("passes in a row: {}", view.collected().passes)));
        }
        facts
    }

    fn nominated(&self, suit: Suit) -> Vec<Cell> {
        let (labels, style) = (self.labels(), self.style);
        let code = format!("1;{}", Style::suit_code(labels, Some(suit)));
        let code = code.trim_end_matches(';');
        let mut fact = style.words(code, labels.suit(suit));
        if style.unicode && labels.is_off() {
            fact.insert(0, style.paint(code, style.suit(suit)));
        }
        fact.push(Cell::plain("nominated"));
        fact
    }

    /// Describes the pending attack and the ways to meet it.
    fn pending(&self) -> String {
        let (labels, cards, turns) = (self.labels(), self.view.pending(), self.view.pending_turns());
        let what = cards_and_turns(cards, turns);
        let [answer, cancel, pass_on] = self.view.answering();
        if self.view.collected().played > 0 {
            // A player who has answered need not answer again.
            return format!("{what} pending");
        }
        let mut ways = Vec::new();
        if !answer.is_empty() {
            ways.push(format!("answer with {}", any_of(labels, answer)));
        }
        if !cancel.is_empty() {
            ways.push(format!("cancel with {}", any_of(labels, cancel)));
        }
        if !pass_on.is_empty() {
            ways.push(format!("pass on with {}", any_of(labels, pass_on)));
        }
        let give_in = match (cards, turns) {
            (1, 0) => "take it",
            (_, 0) => "take them",
            (0, 1) => "lose it",
            (0, _) => "lose them",
            _ => "take and lose them",
        };
        ways.push(give_in.to_owned());
        format!("{what} pending: {}", join(&ways, "or"))
    }

    /// Describes the effects that wait for the end of the turn.
    fn collected(&self) -> Option<String> {
        let turn = self.view.collected();
        let mut effects = Vec::new();
        match turn.skip {
            0 => {}
            1 => effects.push("a skip".to_owned()),
            skips => effects.push(format!("{skips} skips")),
        }
        if turn.reverse > 0 {
            effects.push(if turn.reverse == 1 {
                "a reversal".to_owned()
            } else {
                format!("{} reversals", turn.reverse)
            });
        }
        match (turn.attack, turn.attack_turns) {
            (0, 0) => {}
            (cards, 0) => effects.push(format!("an attack of {cards}")),
            (cards, turns) => effects.push(format!("an attack of {}", cards_and_turns(cards, turns))),
        }
        if turn.penalty > 0 {
            effects.push(format!("a penalty of {}", turn.penalty));
        }
        let waits = !effects.is_empty() && !self.is_over();
        waits.then(|| format!("at the end of this turn: {}", join(&effects, "and")))
    }

    /// Returns the other seats, in order of play.
    pub(super) fn order(&self) -> impl Iterator<Item = Seat> + use<'a> {
        let (view, own) = (self.view, self.view.seat());
        let next = move |seat: &Seat| Some(seat.next(view.direction(), view.players()));
        std::iter::successors(Some(own), next)
            .skip(1)
            .take_while(move |&seat| seat != own)
    }

    /// Draws the other players, in order of play.
    fn others(&mut self) {
        let view = self.view;
        let width = self.backs_width();
        for seat in self.order() {
            let size = usize::from(view.hand_size(seat));
            let mut backs = self.style.either("▮", "#").repeat(size.min(MOST_BACKS));
            if size > MOST_BACKS {
                backs.pop();
                backs.push('+');
            }
            self.name(seat);
            self.page.put(&self.style.dim(&backs).padded(width));
            self.size_and_score(seat);
            let column = HAND + width + 6;
            let tags = self.tags(seat);
            self.page.flow(column, 2, &tags);
            self.known(seat, column);
            self.page.end();
        }
    }

    /// Draws the viewer's line.
    fn own_row(&mut self) {
        let own = self.view.seat();
        self.name(own);
        let text = format!("seat {}", own.0);
        self.page.put(&Cell::plain(text).padded(self.backs_width()));
        self.size_and_score(own);
        let tags = self.tags(own);
        self.page.flow(HAND, 2, &tags);
        self.known(own, HAND);
        self.page.end();
    }

    /// Draws the viewer's hand, below the rest.
    pub(super) fn own_hand(&mut self) {
        self.page.end();
        self.page.tab(4);
        let cards = self.hand_cells(self.view.hand(), self.view.legal().cards());
        self.page.flow_groups(4, &cards);
        self.page.end();
    }

    /// Width of the column of card backs.
    fn backs_width(&self) -> usize {
        let others = (1..self.view.players()).map(|k| self.view.relative(k));
        let most = others
            .map(|seat| usize::from(self.view.hand_size(seat)))
            .max()
            .unwrap_or(0);
        most.clamp(BACKS, MOST_BACKS)
    }

    /// Draws every hand of the full table.
    pub(super) fn open_rows(&mut self) {
        (0..self.view.players()).for_each(|seat| self.open_row(Seat(seat)));
    }

    /// Draws a line of the full table.
    fn open_row(&mut self, seat: Seat) {
        let Some(view) = self.eyes(seat) else { return };
        self.name(seat);
        self.size_and_score(seat);
        if self.page.is_narrow() {
            self.page.end();
            self.page.tab(4);
        }
        let column = self.page.column();
        let cards = self.hand_cells(view.hand(), view.legal().cards());
        self.page.flow_groups(column, &cards);
        let tags = self.tags(seat);
        self.page.flow(column + 1, 2, &tags);
        self.page.end();
    }

    /// Draws the mark of the seat to act, and the name of a seat.
    fn name(&mut self, seat: Seat) {
        self.page.tab(3);
        if self.view.actor() == Some(seat) {
            self.page
                .put(&self.style.paint(GREEN, self.style.either("▶", ">")));
        }
        self.page.tab(5);
        let name = object(seat, self.you());
        let code = if self.you() == Some(seat) { BOLD } else { "" };
        self.page.put(&self.style.paint(code, &name));
        self.page.tab(HAND);
    }

    /// True if points are shown beside the players.
    pub(super) fn shows_points(&self) -> bool {
        self.view.is_match() || self.is_over()
    }

    fn size_and_score(&mut self, seat: Seat) {
        self.page
            .put(&Cell::plain(format!("{:>3}  ", self.view.hand_size(seat))));
        if self.shows_points() {
            self.page
                .put(&Cell::plain(format!("{:>4} points  ", self.view.score(seat))));
        }
    }

    /// Returns further facts about a seat.
    pub(super) fn tags(&self, seat: Seat) -> Vec<Cell> {
        let (view, style) = (&self.view, self.style);
        let mut tags = Vec::new();
        if let Phase::Over { winners, .. } = view.phase() {
            if winners.contains(seat) {
                tags.push(style.paint(GREEN, "winner"));
            }
        } else if view.turn() == seat && view.actor().is_some_and(|actor| actor != seat) {
            tags.push(Cell::plain("turn"));
        }
        if view.dealer() == seat && view.phase() != Phase::Chance(Chance::Dealer) {
            tags.push(Cell::plain("dealer"));
        }
        if view.last_skipped() == Some(seat) {
            tags.push(Cell::plain("hat"));
        }
        if view.calls().contains(seat) {
            tags.push(style.paint(YELLOW, "no call!"));
        }
        if view.first_turns().contains(seat) && !self.is_over() {
            tags.push(Cell::plain("first turn"));
        }
        if view.lost_turns(seat) > 0 && !self.is_over() {
            let text = format!("owes {}", cards_and_turns(0, view.lost_turns(seat)));
            tags.push(style.paint(YELLOW, &text));
        }
        if let Some(rank) = view.wild_rank(seat) {
            tags.push(Cell::plain(format!("{} wild", rank.name())));
        }
        match view.place(seat) {
            0 if !view.active().contains(seat) => tags.push(Cell::plain("out of the match")),
            0 => {}
            place => tags.push(Cell::plain(format!("place {place}"))),
        }
        tags
    }

    /// Returns the facts about a seat beside the number of its cards and its points: its tags, and the cards that it is known
    /// to hold.
    pub(super) fn notes(&self, seat: Seat) -> Vec<String> {
        let tags = self.tags(seat).into_iter().map(|tag| vec![tag]);
        let held = Some(self.held(seat)).filter(|held| seat != self.view.seat() && !held.is_empty());
        let backs = Some(self.backs(seat)).filter(|backs| !backs.is_empty());
        let texts = |cells: Vec<Cell>| cells.iter().map(Cell::text).collect::<Vec<_>>().join(" ");
        tags.chain(held).chain(backs).map(texts).collect()
    }

    /// Draws the cards that another seat is known to hold, and the backs of a seat's cards.
    fn known(&mut self, seat: Seat, column: usize) {
        let (mut cells, backs) = (self.held(seat), self.backs(seat));
        if !cells.is_empty() && !backs.is_empty() {
            cells.push(Cell::plain("and"));
        }
        cells.extend(backs);
        self.page.flow(column, 1, &cells);
    }

    /// Returns the backs of the cards of a seat; nothing if there are none.
    pub(super) fn backs(&self, seat: Seat) -> Vec<Cell> {
        let Some(backs) = self.view.backs(seat).filter(|backs| !backs.is_empty()) else {
            return Vec::new();
        };
        // In letters, since a line of names would be too long.
        let cards = by_suit(self.view.pack(), backs).into_iter().flatten();
        let words = cards.map(|card| Cell::plain(card.to_string()));
        std::iter::once(Cell::plain("backs")).chain(words).collect()
    }

    /// Returns the cards that another seat is known to hold; nothing if there are none.
    pub(super) fn held(&self, seat: Seat) -> Vec<Cell> {
        let cards = Card::every().zip(self.view.known(seat).into_iter().flatten());
        let held: Hand = cards
            .flat_map(|(card, &count)| std::iter::repeat_n(card, usize::from(count)))
            .collect();
        if held.is_empty() {
            return Vec::new();
        }
        let mut cells = vec![Cell::plain("holds")];
        cells.append(&mut self.row(by_suit(self.view.pack(), &held).into_iter().flatten()));
        cells
    }

    /// Returns the cards of a hand by suit and rank, with legal ones marked.
    fn hand_cells(&self, hand: &Hand, legal: CardSet) -> Vec<Vec<Cell>> {
        if hand.is_empty() {
            let words = self.style.dim("no cards");
            return vec![vec![Cell::plain(" ").and(&words).and(&Cell::plain(" "))]];
        }
        let cell = |card: Card| self.style.hand_card(self.labels(), card, legal.contains(card));
        by_suit(self.view.pack(), hand)
            .into_iter()
            .map(|cards| cards.into_iter().map(cell).collect())
            .collect()
    }
}

/// Splits a fact beside the piles into lines; all but the first are indented.
fn lines(fact: &[Cell]) -> Vec<Vec<Cell>> {
    let (mut lines, mut width) = (vec![Vec::new()], FACTS);
    for word in fact {
        if width + word.width > WIDTH {
            lines.push(vec![Cell::plain(" ")]);
            width = FACTS + 2;
        }
        width += word.width + 1;
        if let Some(line) = lines.last_mut() {
            line.push(word.clone());
        }
    }
    lines
}

/// Returns the cards of a hand grouped by suit, each in order of rank, with Jokers last.
pub(super) fn by_suit(pack: &Pack, hand: &Hand) -> Vec<Vec<Card>> {
    let suits = pack
        .suits()
        .iter()
        .map(|suit| pack.of_suit(*suit))
        .chain([pack.jokers()]);
    suits
        .map(|suit| {
            hand.iter()
                .filter(|&card| suit.contains(card))
                .collect::<Vec<_>>()
        })
        .filter(|cards| !cards.is_empty())
        .collect()
}
