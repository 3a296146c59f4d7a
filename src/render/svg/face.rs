//! The faces of cards, each drawn once as a symbol, and the back.

use std::fmt::Write;

use super::markup::{N, Point, escaped, wrapped};
use super::suit::{Pack, ink, outline};
use crate::card::{Card, CardSet, Rank, Suit};
use crate::ruleset::Labels;
use crate::ruleset::load::fnv1a;
use crate::view::View;

/// Width and height of a card.
pub(super) const WIDTH: f32 = 60.0;
pub(super) const HEIGHT: f32 = 84.0;

/// Left, middle and right column of the pips, to the right of the index in the corner.
const COLUMNS: [u8; 3] = [22, 34, 46];

/// The back of a card.
pub(super) const BACK: &str = "<symbol id=\"back\">\
    <rect x=\".5\" y=\".5\" width=\"59\" height=\"83\" rx=\"6\" fill=\"#fff\" stroke=\"#0b2b20\"/>\
    <rect x=\"4\" y=\"4\" width=\"52\" height=\"76\" rx=\"4\" fill=\"#27408b\"/>\
    <path d=\"M4 23L23 4M4 42L42 4M4 61L56 9M4 80L56 28M15 80L56 47M34 80L56 66M56 61L37 80M56 42L18 80M56 23L4 75\
    M51 4L4 56M33 4L4 37M14 4L4 18\" stroke=\"#5d7bd0\" stroke-width=\"1.5\"/>\
    <circle cx=\"30\" cy=\"42\" r=\"11\" fill=\"#27408b\" stroke=\"#fff\" stroke-width=\"1.5\"/>\
    <text x=\"30\" y=\"47\" font-size=\"15\" font-weight=\"bold\" fill=\"#fff\" text-anchor=\"middle\">8</text></symbol>";

/// An empty card, and the frame of a court card.
pub(super) const BLANK: &str = "<rect id=\"blank\" x=\".5\" y=\".5\" width=\"59\" height=\"83\" rx=\"6\" fill=\"#fff\" \
    stroke=\"#566\"/>\n<rect id=\"court\" x=\"19\" y=\"8\" width=\"34\" height=\"68\" rx=\"3\" fill=\"#fdf6e3\" \
    stroke=\"#d9b44a\"/>";

/// Drawings of the cards of a game.
pub(super) struct Faces<'a> {
    view: View<'a>,
    labels: &'a Labels,
    pub(super) pack: Pack,
    /// Prefix of the symbol ids: a page may show several packs, and ids must be unique on a page.
    prefix: String,
}

impl<'a> Faces<'a> {
    pub(super) fn new(view: View<'a>, labels: &'a Labels) -> Self {
        let pack = Pack::of(labels);
        let prefix = if labels.is_off() {
            "c".to_owned()
        } else {
            let labels = [&labels.suits, &labels.ranks, &labels.jokers].map(|names| names.join(","));
            format!("k{:04x}", fnv1a(&labels.join(";")) & 0xFFFF)
        };
        Self {
            view,
            labels,
            pack,
            prefix,
        }
    }

    /// Draws a card face up with its upper left corner at this place.
    pub(super) fn at(&self, card: Card, x: f32, y: f32) -> String {
        format!("<use href=\"#{}\"{}/>", self.id(card), Point(x, y))
    }

    /// Draws a suit around this place, scaled from its size of 20.
    pub(super) fn suit_at(&self, suit: Suit, x: f32, y: f32, size: f32) -> String {
        format!(
            "<use href=\"#{}s{}\" fill=\"{}\" transform=\"translate({} {})scale({})\"/>",
            self.prefix,
            suit.index(),
            ink(self.labels, suit),
            N(x),
            N(y),
            N(size)
        )
    }

    /// Returns the symbols of a suit: its shape and its pips, or its disc and the coloured ground of its cards.
    pub(super) fn suit_symbol(&self, suit: Suit) -> String {
        let (prefix, index, label) = (&self.prefix, suit.index(), self.labels.suit(suit));
        if self.pack == Pack::Colors {
            return format!(
                "<circle id=\"{prefix}s{index}\" r=\"9\"/><g id=\"{prefix}p{index}\">{}<ellipse {MIDDLE} fill=\"#fff\"/></g>",
                paper(ink(self.labels, suit))
            );
        }
        let shape = if let Some(path) = outline(label) {
            format!("<path d=\"{path}\"/>")
        } else {
            // A suit with an unknown name is drawn as its first letter.
            let letter: String = label.chars().take(1).collect();
            format!(
                "<circle r=\"9\"/><text y=\"5\" font-size=\"14\" fill=\"#fff\" text-anchor=\"middle\">{}</text>",
                escaped(&letter)
            )
        };
        let pip = format!("{prefix}p{index}");
        format!(
            "<g id=\"{prefix}s{index}\">{shape}</g><g id=\"{pip}\">\
             <use href=\"#{prefix}s{index}\" transform=\"scale(.55)\"/></g>\
             <g id=\"{prefix}q{index}\">{}</g><g id=\"{prefix}m{index}\">{}</g>",
            uses(&pip, &OUTER),
            uses(&pip, &MIDDLES)
        )
    }

    /// Returns the symbol of a card.
    pub(super) fn symbol(&self, card: Card) -> String {
        let (fill, face) = match (self.pack, self.labels.pack().suit(card)) {
            (Pack::Colors, suit) => ("#fff", self.colored(card, suit)),
            (Pack::Shapes, Some(suit)) => (
                ink(self.labels, suit),
                self.suited(self.labels.pack().rank(card), suit),
            ),
            (Pack::Shapes, None) if card == self.labels.pack().red_joker() => ("#c8102e", self.joker(card)),
            (Pack::Shapes, None) => ("#1d2230", self.joker(card)),
        };
        format!(
            "<symbol id=\"{}\" fill=\"{fill}\"><use href=\"#blank\"/>{face}</symbol>",
            self.id(card)
        )
    }

    /// Returns the id of a card's symbol: it ends with a hyphen and the card's text, by which pages find it.
    fn id(&self, card: Card) -> String {
        format!("{}-{card}", self.prefix)
    }

    /// Returns the corner indices of these cards, one symbol for each rank.
    pub(super) fn indices(&self, cards: CardSet) -> Vec<String> {
        let pack = self.labels.pack();
        let ranks = pack.ranks().iter().copied();
        let held =
            ranks.filter(|rank| self.pack == Pack::Shapes && !pack.of_rank(*rank).and(cards).is_empty());
        held.map(|rank| {
            let corner = self.corner(rank);
            let narrow = if corner.chars().count() > 1 {
                " textLength=\"14\" lengthAdjust=\"spacingAndGlyphs\""
            } else {
                ""
            };
            format!(
                "<text id=\"{}r{}\" x=\"3\" y=\"15\" font-size=\"14\" font-weight=\"bold\"{narrow}>{}</text>",
                self.prefix,
                rank.index(),
                escaped(&corner)
            )
        })
        .collect()
    }

    /// Returns the text in the corner for a rank.
    fn corner(&self, rank: Rank) -> String {
        let label = self.labels.rank(rank);
        if label == rank.name() {
            return match rank.letter() {
                'T' => "10".to_owned(),
                letter => letter.to_string(),
            };
        }
        if label.chars().count() <= 2 {
            return label;
        }
        label
            .split_whitespace()
            .filter_map(|word| word.chars().next())
            .take(2)
            .collect()
    }

    /// Draws a white card with its rank and its pips.
    fn suited(&self, rank: Rank, suit: Suit) -> String {
        let (prefix, s, r) = (&self.prefix, suit.index(), rank.index());
        let mut face = format!("<use href=\"#{prefix}r{r}\"/><use href=\"#{prefix}p{s}\" x=\"9\" y=\"24\"/>");
        let usual = self.labels.rank(rank) == rank.name();
        match rank.letter() {
            'A' if usual => {
                let _ = write!(
                    face,
                    "<use href=\"#{prefix}s{s}\" transform=\"translate(34 44)scale(1.5)\"/>"
                );
            }
            '2'..='9' | 'T' if usual => {
                let (group, rest) = pips(r as u8 + 2);
                for name in group.chars() {
                    let _ = write!(face, "<use href=\"#{prefix}{name}{s}\"/>");
                }
                face += &uses(&format!("{prefix}p{s}"), &rest);
            }
            _ => {
                let corner = self.corner(rank);
                let _ = write!(
                    face,
                    "<use href=\"#court\"/><use href=\"#{prefix}s{s}\" transform=\"translate(36 27)scale(1.1)\"/>\
                     <text x=\"36\" y=\"63\" font-size=\"{}\" font-weight=\"bold\" text-anchor=\"middle\">{}</text>",
                    if corner.chars().count() > 1 { 18 } else { 26 },
                    escaped(&corner)
                );
            }
        }
        face
    }

    fn joker(&self, card: Card) -> String {
        format!(
            "<path d=\"M34 18L40 36L59 36L44 47L50 66L34 54L18 66L24 47L9 36L28 36Z\" \
             transform=\"translate(4.5 8)scale(.75)\"/>\
             <text x=\"3\" y=\"15\" font-size=\"12\" font-weight=\"bold\">★</text>\
             <text x=\"30\" y=\"75\" font-size=\"8\" text-anchor=\"middle\">{}</text>",
            escaped(&self.labels.card(card))
        )
    }

    /// Draws a card in the colour of its suit.
    fn colored(&self, card: Card, suit: Option<Suit>) -> String {
        let label = match suit {
            Some(_) => self.labels.rank(self.labels.pack().rank(card)),
            None => self.labels.card(card),
        };
        let sign = self.sign(card, &label);
        let mut face = if let Some(suit) = suit {
            format!("<use href=\"#{}p{}\"/>", self.prefix, suit.index())
        } else {
            let [a, b, c, d] = Suit::USUAL.map(|suit| ink(self.labels, suit));
            format!(
                "{}<g transform=\"rotate(22 30 42)\"><path d=\"M30 42V11A21 31 0 0 0 9 42Z\" fill=\"{a}\"/>\
                 <path d=\"M30 42V11A21 31 0 0 1 51 42Z\" fill=\"{d}\"/><path d=\"M30 42V73A21 31 0 0 1 9 42Z\" \
                 fill=\"{b}\"/><path d=\"M30 42V73A21 31 0 0 0 51 42Z\" fill=\"{c}\"/></g>",
                paper("#22262f")
            )
        };
        let bright = suit.map_or("#fff", |suit| ink(self.labels, suit));
        match sign {
            Sign::Text(text) => {
                let size = match text.chars().count() {
                    1 => 30,
                    2 => 21,
                    _ => 18,
                };
                let _ = write!(
                    face,
                    "<g font-weight=\"bold\"><text x=\"30\" y=\"53\" font-size=\"{size}\" fill=\"{bright}\" \
                     text-anchor=\"middle\">{0}</text><text x=\"6\" y=\"17\" font-size=\"12\">{0}</text></g>",
                    escaped(&text)
                );
            }
            Sign::Shape(shape) => {
                let _ = write!(
                    face,
                    "<g fill=\"none\" stroke=\"{bright}\" stroke-width=\"3.5\"><path d=\"{shape}\" \
                     transform=\"translate(30 42)\"/></g><path d=\"{shape}\" transform=\"translate(12 13)scale(.4)\" \
                     fill=\"none\" stroke=\"#fff\" stroke-width=\"4\"/>"
                );
            }
            Sign::Words(words) => {
                face.push_str(&words_on(&words, bright));
                let letters: String = words
                    .iter()
                    .filter_map(|word| word.chars().next())
                    .take(2)
                    .collect();
                let _ = write!(
                    face,
                    "<text x=\"6\" y=\"17\" font-size=\"12\" font-weight=\"bold\" fill=\"#fff\">{}</text>",
                    escaped(&letters)
                );
            }
        }
        face
    }

    /// Returns the sign of a card with a label: a short label itself, else a sign for the card's effect, else the
    /// words.
    fn sign(&self, card: Card, label: &str) -> Sign {
        if label.chars().count() <= 2 {
            return Sign::Text(label.to_owned());
        }
        let (skips, draws) = self.view.cost_to_next(card);
        if self.view.draws_open(card) {
            Sign::Text("+?".to_owned())
        } else if draws > 0 {
            Sign::Text(format!("+{draws}"))
        } else if self.view.reverses(card) {
            Sign::Shape("M-9-1C-9-9 5-12 10-5M11-13L11-4L2-4M9 1C9 9-5 12-10 5M-11 13L-11 4L-2 4")
        } else if skips > 0 {
            Sign::Shape("M-13 0A13 13 0 1 1 13 0A13 13 0 1 1-13 0ZM-9-9L9 9")
        } else {
            Sign::Words(wrapped(label, 9))
        }
    }
}

/// Attributes of the bright ellipse in the middle of a coloured card.
const MIDDLE: &str = "cx=\"30\" cy=\"42\" rx=\"21\" ry=\"31\" transform=\"rotate(22 30 42)\"";

/// Draws the coloured part of a card.
fn paper(color: &str) -> String {
    format!("<rect x=\"4\" y=\"4\" width=\"52\" height=\"76\" rx=\"4\" fill=\"{color}\"/>")
}

/// The sign in the middle of a card with a label.
enum Sign {
    Text(String),
    /// The path of a sign around the origin.
    Shape(&'static str),
    Words(Vec<String>),
}

/// Draws words one below the other in the middle of a card.
fn words_on(words: &[String], color: &str) -> String {
    let mut text = String::new();
    let first = 45.0 - 5.5 * (words.len() as f32 - 1.0);
    for (line, word) in words.iter().enumerate() {
        let _ = write!(
            text,
            "<text x=\"30\" y=\"{}\" font-size=\"10\" font-weight=\"bold\" fill=\"{color}\" \
             text-anchor=\"middle\">{}</text>",
            N(first + 11.0 * line as f32),
            escaped(word)
        );
    }
    text
}

/// Places of the pips in the four corners, which seven ranks have, and of the two between them.
const OUTER: [(u8, u8); 4] = [
    (COLUMNS[0], 16),
    (COLUMNS[2], 16),
    (COLUMNS[0], 68),
    (COLUMNS[2], 68),
];
const MIDDLES: [(u8, u8); 2] = [(COLUMNS[0], 42), (COLUMNS[2], 42)];

/// Draws a symbol at each of these places.
fn uses(symbol: &str, places: &[(u8, u8)]) -> String {
    let one = |(x, y): &(u8, u8)| format!("<use href=\"#{symbol}\" x=\"{x}\" y=\"{y}\"/>");
    places.iter().map(one).collect()
}

/// Returns the layout of 2 to 10 pips: the letters of the groups, and the places of the other pips.
fn pips(count: u8) -> (&'static str, Vec<(u8, u8)>) {
    let [left, middle, right] = COLUMNS;
    let ys = |ys: &[u8]| ys.iter().map(|&y| (middle, y)).collect::<Vec<_>>();
    let four = [(left, 33), (right, 33), (left, 51), (right, 51)];
    match count {
        2 => ("", ys(&[16, 68])),
        3 => ("", ys(&[16, 42, 68])),
        4 => ("q", Vec::new()),
        5 => ("q", ys(&[42])),
        6 => ("qm", Vec::new()),
        7 => ("qm", ys(&[29])),
        8 => ("qm", ys(&[29, 55])),
        9 => ("q", [&four[..], &ys(&[42])].concat()),
        _ => ("q", [&four[..], &ys(&[24, 60])].concat()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_has_as_many_pips_as_its_number() {
        for count in 2..=10 {
            let (groups, mut places) = pips(count);
            for group in groups.chars() {
                places.extend(if group == 'q' { &OUTER[..] } else { &MIDDLES });
            }
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), usize::from(count));
        }
    }
}
