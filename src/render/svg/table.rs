//! The table: the piles in the middle, the other players around them, the viewer's hand below.

use std::f32::consts::PI;
use std::fmt::Write;

use super::super::board::{Board, by_suit};
use super::face::{BACK, BLANK, Faces, HEIGHT, WIDTH};
use super::hand::{HandSpace, Held, hand};
use super::markup::{N, escaped, wrapped};
use crate::action::Action;
use crate::card::{Card, CardSet};
use crate::card_text::format_cards;
use crate::engine::Phase;
use crate::hand::Hand;
use crate::seat::{Direction, Seat};
use crate::view::View;
use crate::words::pile_name;

/// Size of the picture.
pub(super) const SIZE: (u16, u16) = (800, 600);

/// The middle of the table, and the distance from it at which the other players sit.
const CENTRE: (f32, f32) = (400.0, 232.0);
const AROUND: (f32, f32) = (328.0, 158.0);

/// Size of another player's panel.
const PANEL: (f32, f32) = (132.0, 84.0);

/// Space for the hand at the bottom.
const OWN: HandSpace = HandSpace {
    x: 20.0,
    y: 436.0,
    width: 760.0,
    height: 126.0,
    scale: 1.25,
};

/// Most characters in a line of the facts in force.
const FACT: usize = 64;

/// A position being drawn, line by line, so that equal parts of two pictures are equal lines.
pub(super) struct Drawing<'a> {
    board: Board<'a>,
    faces: Faces<'a>,
    /// The seat drawn at the bottom.
    below: Seat,
    /// The cards that lie open.
    shown: CardSet,
    lines: Vec<String>,
}

impl<'a> Drawing<'a> {
    pub(super) fn new(board: Board<'a>, below: Seat) -> Self {
        let faces = Faces::new(board.view, board.labels());
        Self {
            board,
            faces,
            below,
            shown: CardSet::EMPTY,
            lines: Vec::new(),
        }
    }

    /// Draws the picture.
    pub(super) fn draw(mut self) -> String {
        self.felt();
        self.title();
        let players = self.board.view.players();
        for k in 1..players {
            self.player(self.below.clockwise_by(k, players), k);
        }
        self.piles();
        self.facts();
        self.own_row(self.below);
        self.sentence();
        self.whole()
    }

    /// Returns the picture with the symbols that it needs.
    fn whole(self) -> String {
        let (width, height) = SIZE;
        let mut whole = vec![format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"sans-serif\" role=\"img\">"
        )];
        whole.push(format!("<title>{}</title>", escaped(&self.board.sentence())));
        whole.push(format!("<desc>{}</desc>", escaped(&self.board.line())));
        whole.push("<defs>".to_owned());
        whole.push(BACK.to_owned());
        whole.push(BLANK.to_owned());
        whole.push(
            "<symbol id=\"may\" overflow=\"visible\"><rect x=\"-1\" y=\"-1\" width=\"62\" height=\"86\" rx=\"7\" \
             fill=\"none\" stroke=\"#ffd43b\" stroke-width=\"3\"/></symbol>"
                .to_owned(),
        );
        let (width, height) = PANEL;
        whole.push(format!(
            "<rect id=\"seat\" width=\"{width}\" height=\"{height}\" rx=\"9\" fill=\"#0c2a20\" \
             fill-opacity=\".85\"/>"
        ));
        whole.extend(
            self.board
                .view
                .pack()
                .suits()
                .iter()
                .map(|&suit| self.faces.suit_symbol(suit)),
        );
        whole.extend(self.faces.indices(self.shown));
        whole.extend(self.shown.iter().map(|card| self.faces.symbol(card)));
        whole.push("</defs>".to_owned());
        whole.extend(self.lines);
        whole.push("</svg>\n".to_owned());
        whole.join("\n")
    }

    fn felt(&mut self) {
        let (width, height) = SIZE;
        self.lines.push(format!(
            "<rect width=\"{width}\" height=\"{height}\" rx=\"14\" fill=\"#123b2d\"/>\
             <ellipse cx=\"{}\" cy=\"{}\" rx=\"330\" ry=\"168\" fill=\"#1d5c45\" stroke=\"#0c2a20\" stroke-width=\"6\"/>",
            CENTRE.0, CENTRE.1
        ));
    }

    fn title(&mut self) {
        let text = format!(
            "{}{}",
            self.board.view.game().ruleset().name(),
            self.board.of_the_table()
        );
        let size = if text.chars().count() > 90 { 11 } else { 14 };
        self.lines.push(format!(
            "<text data-part=\"title\" x=\"16\" y=\"24\" font-size=\"{size}\" fill=\"#cfe3d8\">{}</text>",
            escaped(&text)
        ));
    }

    /// Returns the place of the player `k` seats clockwise of the one at the bottom.
    fn place(&self, k: u8) -> (f32, f32) {
        let others = self.board.view.players() - 1;
        if others > 5 {
            return crowded(k, others);
        }
        let step = if others < 2 {
            0.0
        } else {
            (220.0 / f32::from(others - 1)).min(80.0)
        };
        let angle = (270.0 + step * (f32::from(k) - f32::from(others + 1) / 2.0)) * PI / 180.0;
        (
            CENTRE.0 + AROUND.0 * angle.cos(),
            CENTRE.1 + AROUND.1 * angle.sin() + 8.0,
        )
    }

    /// Returns the scale of the panels of other players: they are smaller where many sit.
    fn panel_scale(&self) -> f32 {
        if self.board.view.game().has_more_seats() {
            0.7
        } else {
            1.0
        }
    }

    /// Draws another player: name, hand, score and further facts.
    fn player(&mut self, seat: Seat, k: u8) {
        let (x, y) = self.place(k);
        let scale = self.panel_scale();
        let (width, height) = (PANEL.0 * scale, PANEL.1 * scale);
        let (x, y) = ((x - width / 2.0).round(), (y - height / 2.0).round());
        let smaller = if scale < 1.0 {
            format!(" scale({})", N(scale))
        } else {
            String::new()
        };
        let acts = self.board.view.actor() == Some(seat);
        let (edge, wide) = self.edge(seat, acts);
        let mut line = format!(
            "<g data-seat=\"{}\" transform=\"translate({} {}){smaller}\"><use href=\"#seat\" stroke=\"{edge}\" stroke-width=\"{wide}\"/>",
            seat.0,
            N(x),
            N(y)
        );
        let size = self.board.view.hand_size(seat);
        let _ = write!(
            line,
            "<text x=\"8\" y=\"16\" font-size=\"13\" font-weight=\"bold\" fill=\"#fff\">seat {}</text>\
             <text x=\"124\" y=\"16\" font-size=\"12\" fill=\"#cfe3d8\" text-anchor=\"end\">{size} card{}</text>",
            seat.0,
            if size == 1 { "" } else { "s" }
        );
        if acts {
            line += "<path d=\"M-9 34L4 42L-9 50Z\" fill=\"#ffd43b\"/>";
        }
        let cards = self.cards_of(seat);
        let legal = self.legal_of(seat);
        let room = HandSpace {
            x: 6.0,
            y: 19.0,
            width: 120.0,
            height: 46.0,
            scale: 0.5,
        };
        line += &hand(&self.faces, &cards, legal, room);
        line += &self.tags(seat);
        line += "</g>";
        self.lines.push(line);
    }

    /// Returns the colour of the edge of a player's panel, and its width.
    fn edge(&self, seat: Seat, acts: bool) -> (&'static str, u8) {
        let won = matches!(self.board.view.phase(), Phase::Over { winners, .. } if winners.contains(seat));
        if won || acts {
            ("#ffd43b", 3)
        } else {
            ("#2f7d60", 1)
        }
    }

    /// Returns the facts about a player besides the hand, as one line at the bottom of the panel.
    fn tags(&self, seat: Seat) -> String {
        let text = self.tags_text(seat);
        let (size, fit) = match text.chars().count() {
            0..=22 => (11, ""),
            23..=30 => (8, ""),
            31..=38 => (6, ""),
            _ => (6, " textLength=\"116\" lengthAdjust=\"spacingAndGlyphs\""),
        };
        format!(
            "<text x=\"8\" y=\"78\" font-size=\"{size}\"{fit} fill=\"#ffe8a3\">{}</text>",
            escaped(&text)
        )
    }

    fn tags_text(&self, seat: Seat) -> String {
        let view = &self.board.view;
        let mut said = Vec::new();
        if view.is_match() || self.board.is_over() {
            said.push(format!("{} points", view.score(seat)));
        }
        said.extend(self.board.tags(seat).iter().map(|cell| cell.text().to_owned()));
        if let Some(backs) = view.backs(seat).filter(|backs| !backs.is_empty()) {
            let cards = by_suit(view.pack(), backs).into_iter().flatten();
            said.push(format!("backs {}", view.pack().within(|| format_cards(cards))));
        }
        said.join(" · ")
    }

    /// Returns the cards of a hand; those that are not open here lie face down.
    fn cards_of(&mut self, seat: Seat) -> Vec<Held> {
        let view = self.board.view;
        if let Some(view) = self.board.eyes(seat) {
            return self.open(view.hand());
        }
        let known = Card::every().zip(view.known(seat).into_iter().flatten());
        let known: Hand = known
            .flat_map(|(card, &count)| std::iter::repeat_n(card, usize::from(count)))
            .collect();
        let mut cards = self.open(&known);
        cards.resize(usize::from(view.hand_size(seat)), None);
        cards
    }

    /// Returns the cards of an open hand, by suit and rank.
    fn open(&mut self, hand: &Hand) -> Vec<Held> {
        let cards: Vec<Card> = by_suit(self.board.view.pack(), hand)
            .into_iter()
            .flatten()
            .collect();
        for card in &cards {
            self.shown = self.shown.or(card.bit());
        }
        cards.into_iter().map(Some).collect()
    }

    fn legal_of(&self, seat: Seat) -> CardSet {
        let view = self.board.eyes(seat);
        view.map_or(CardSet::EMPTY, |view: View<'_>| view.legal().cards())
    }

    /// Draws the hand of the seat at the bottom, which is the viewer's unless the full table is drawn.
    fn own_row(&mut self, seat: Seat) {
        let view = self.board.view;
        let acts = view.actor() == Some(seat);
        let (edge, wide) = self.edge(seat, acts);
        let name = if self.board.you().is_some() {
            format!("you, seat {}", seat.0)
        } else {
            format!("seat {}", seat.0)
        };
        let size = view.hand_size(seat);
        let mut line = format!(
            "<g data-seat=\"{}\"><rect x=\"10\" y=\"408\" width=\"780\" height=\"158\" rx=\"12\" fill=\"#0c2a20\" fill-opacity=\".6\" \
             stroke=\"{edge}\" stroke-width=\"{wide}\"/>\
             <text x=\"24\" y=\"428\" font-size=\"15\" font-weight=\"bold\" fill=\"#fff\">{}{name}</text>\
             <text x=\"150\" y=\"428\" font-size=\"13\" fill=\"#ffe8a3\">{}</text>\
             <text x=\"776\" y=\"428\" font-size=\"13\" fill=\"#cfe3d8\" text-anchor=\"end\">{size} card{}</text>",
            seat.0,
            if acts { "▶ " } else { "" },
            escaped(&self.tags_text(seat)),
            if size == 1 { "" } else { "s" }
        );
        let cards = self.cards_of(seat);
        line += &hand(&self.faces, &cards, self.legal_of(seat), OWN);
        self.lines.push(line + "</g>");
    }

    /// Draws the stock, the piles, the nominated suit, the direction, and the pending attack.
    fn piles(&mut self) {
        let count = self.board.view.pile_count();
        let (gap, top) = (WIDTH + 22.0, CENTRE.1 - 86.0);
        let left = CENTRE.0 - f32::midpoint(gap * f32::from(count), WIDTH);
        let right = left + gap * f32::from(count) + WIDTH;
        let mut line = self.arrows(left - 44.0, right + 44.0, top + HEIGHT / 2.0);
        line += &self.stock(left, top);
        for index in 0..count {
            line += &self.pile(index, left + gap * f32::from(index + 1), top);
        }
        self.lines.push(line);
    }

    /// Opens the group of the stock or of a pile, and returns true if choosing that place is a legal action.
    ///
    /// The group names the place and the action: pages let cards travel between places, and take clicks on them.
    fn place_of_cards(&self, place: &str, choice: Option<Action>) -> (String, bool) {
        let view = self.board.eyes(self.board.view.seat());
        let legal = choice.filter(|&action| view.is_some_and(|view| view.legal().contains(action)));
        let action = legal.map_or_else(String::new, |action| format!(" data-action=\"{action}\""));
        (format!("<g data-place=\"{place}\"{action}>"), legal.is_some())
    }

    fn stock(&self, x: f32, top: f32) -> String {
        let view = self.board.view;
        let stock = view.stock_size();
        let (mut text, may) = self.place_of_cards("stock", Some(Action::Draw));
        if stock == 0 {
            text += &slot(x, top);
        }
        for depth in (0..stock.min(4).div_ceil(2)).rev() {
            let by = f32::from(depth) * 2.0;
            let _ = write!(
                text,
                "<use href=\"#back\" x=\"{}\" y=\"{}\"/>",
                N(x - by),
                N(top - by)
            );
        }
        if may {
            text += &frame(x, top);
        }
        text += &below(x, top, &format!("stock {stock}"));
        let pending = (view.pending(), view.pending_turns());
        if pending != (0, 0) && !self.board.is_over() {
            text += &badge(x + 6.0, top + 6.0, pending);
        }
        text + "</g>"
    }

    fn pile(&mut self, index: u8, x: f32, top: f32) -> String {
        let view = self.board.view;
        let (cards, nominated) = view.pile_of(index);
        let choice = matches!(view.phase(), Phase::Pile { .. }).then_some(Action::Option(index));
        let (mut text, may) = self.place_of_cards(&format!("pile {index}"), choice);
        match cards.last() {
            None => text += &slot(x, top),
            Some(&card) => {
                self.shown = self.shown.or(card.bit());
                text += &self.faces.at(card, x, top);
            }
        }
        if let Some(suit) = nominated {
            let _ = write!(
                text,
                "<circle cx=\"{0}\" cy=\"{1}\" r=\"17\" fill=\"#fff\" stroke=\"#ffd43b\" stroke-width=\"3\"/>{2}",
                N(x + WIDTH),
                N(top + HEIGHT - 8.0),
                self.faces.suit_at(suit, x + WIDTH, top + HEIGHT - 8.0, 1.1)
            );
        }
        if may {
            text += &frame(x, top);
        }
        let name = pile_name(index, view.pile_count());
        text + &below(x, top, &format!("{name} {}", cards.len())) + "</g>"
    }

    /// Draws an arrow on either side of the piles; the left one points up where play goes clockwise.
    fn arrows(&self, left: f32, right: f32, middle: f32) -> String {
        let up = "M0 22C-16 8-16-8-4-22M-15-19L-3-23L-1-11";
        let flip = if self.board.view.direction() == Direction::Clockwise {
            1
        } else {
            -1
        };
        let (left, right, middle) = (N(left), N(right), N(middle));
        format!(
            "<g fill=\"none\" stroke=\"#8fd0b3\" stroke-width=\"4\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\
             <path d=\"{up}\" transform=\"translate({left} {middle})scale(1 {flip})\"/>\
             <path d=\"{up}\" transform=\"translate({right} {middle})scale(-1 {})\"/></g>",
            -flip
        )
    }

    /// Draws the facts in force below the piles, one a line.
    fn facts(&mut self) {
        let facts = self.board.facts();
        let mut lines: Vec<String> = Vec::new();
        for fact in &facts {
            let words: Vec<&str> = fact.iter().map(|cell| cell.text().trim()).collect();
            lines.extend(wrapped(&words.join(" "), FACT));
        }
        // All lines are shown; the more there are, the smaller they are.
        let height = (104.0 / lines.len().max(1) as f32).min(16.0);
        let mut text = format!(
            "<g font-size=\"{}\" fill=\"#e9f5ee\" text-anchor=\"middle\">",
            N(height * 0.82)
        );
        for (row, line) in lines.iter().enumerate() {
            let _ = write!(
                text,
                "<text x=\"{}\" y=\"{}\">{}</text>",
                CENTRE.0,
                N(CENTRE.1 + 34.0 + height * row as f32),
                escaped(line)
            );
        }
        self.lines.push(text + "</g>");
    }

    /// Draws the decision to be made, or the result.
    fn sentence(&mut self) {
        let text = self.board.sentence();
        let size = if text.chars().count() > 90 { 12 } else { 15 };
        self.lines.push(format!(
            "<text data-part=\"sentence\" x=\"400\" y=\"588\" font-size=\"{size}\" fill=\"#fff\" text-anchor=\"middle\">{}</text>",
            escaped(&text)
        ));
    }
}

/// Returns the place of a player if there are many: up the left side, along the top, down the right side.
fn crowded(k: u8, others: u8) -> (f32, f32) {
    let side = match others {
        ..9 => 2,
        9 => 3,
        _ => (others - 6) / 2,
    };
    let top = others - 2 * side;
    let (step, width) = match others {
        ..9 => (110.0, 144.0),
        9 => (92.0, 144.0),
        _ => (66.0, 100.0),
    };
    let height = |from_below: u8| 352.0 - f32::from(from_below) * step;
    if k <= side {
        (76.0, height(k - 1))
    } else if k > side + top {
        (724.0, height(others - k))
    } else {
        let along = f32::from(k - side) - f32::from(top + 1) / 2.0;
        (CENTRE.0 + width * along, 76.0)
    }
}

/// Draws the frame of a card that may be chosen.
fn frame(x: f32, y: f32) -> String {
    format!("<use href=\"#may\" x=\"{}\" y=\"{}\"/>", N(x), N(y))
}

/// Writes a text below the stock or a pile.
fn below(x: f32, top: f32, text: &str) -> String {
    format!(
        "<text x=\"{}\" y=\"{}\" font-size=\"12\" fill=\"#fff\" text-anchor=\"middle\">{text}</text>",
        N(x + WIDTH / 2.0),
        N(top + HEIGHT + 15.0)
    )
}

/// Draws the place of an empty pile.
fn slot(x: f32, y: f32) -> String {
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"6\" fill=\"none\" stroke=\"#8fd0b3\" \
         stroke-dasharray=\"5 4\"/>",
        N(x),
        N(y)
    )
}

/// Draws a badge with the pending cards, or else the pending turns.
fn badge(x: f32, y: f32, (cards, turns): (u8, u8)) -> String {
    let text = if cards > 0 {
        format!("+{cards}")
    } else {
        format!("⊘{turns}")
    };
    format!(
        "<circle cx=\"{0}\" cy=\"{1}\" r=\"17\" fill=\"#c8102e\" stroke=\"#fff\" stroke-width=\"2\"/>\
         <text x=\"{0}\" y=\"{2}\" font-size=\"15\" font-weight=\"bold\" fill=\"#fff\" text-anchor=\"middle\">{text}</text>",
        N(x),
        N(y),
        N(y + 5.0)
    )
}
