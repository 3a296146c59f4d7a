//! Hands: cards side by side in as many rows as they need, open or face down.

use std::fmt::Write;

use super::face::{Faces, HEIGHT, WIDTH};
use super::markup::{N, Point};
use crate::card::{Card, CardSet};

/// Height by which a card that may be played is raised.
const RAISED: f32 = 10.0;

/// The space for a hand.
#[derive(Debug, Clone, Copy)]
pub(super) struct HandSpace {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) width: f32,
    pub(super) height: f32,
    /// Largest scale at which cards are drawn.
    pub(super) scale: f32,
}

/// A card of a hand; none if it lies face down.
pub(super) type Held = Option<Card>;

/// Draws a hand in its space, with the cards raised that may be played.
pub(super) fn hand(faces: &Faces<'_>, cards: &[Held], legal: CardSet, room: HandSpace) -> String {
    let mut text = String::new();
    if cards.is_empty() {
        return text;
    }
    let (rows, scale) = rows(cards.len(), room);
    let each = cards.len().div_ceil(rows);
    let pitch = if rows > 1 {
        (room.height / scale - RAISED - HEIGHT) / (rows - 1) as f32
    } else {
        0.0
    };
    let _ = write!(
        text,
        "<g transform=\"translate({} {})scale({scale:.2})\">",
        N(room.x),
        N(room.y + RAISED * scale)
    );
    for (row, cards) in cards.chunks(each).enumerate() {
        let step = step(cards.len(), room.width / scale);
        let taken = step * (cards.len() - 1) as f32 + WIDTH;
        let left = (room.width / scale - taken) / 2.0;
        for (at, &card) in cards.iter().enumerate() {
            let (x, y) = ((left + step * at as f32).round(), (pitch * row as f32).round());
            match card {
                None => {
                    let _ = write!(text, "<use href=\"#back\"{}/>", Point(x, y));
                }
                Some(card) if legal.contains(card) => {
                    let _ = write!(
                        text,
                        "{}<use href=\"#may\"{}/>",
                        faces.at(card, x, y - RAISED),
                        Point(x, y - RAISED)
                    );
                }
                Some(card) => text.push_str(&faces.at(card, x, y)),
            }
        }
    }
    text + "</g>"
}

/// Returns the number of rows for this many cards, and their scale.
fn rows(cards: usize, room: HandSpace) -> (usize, f32) {
    let mut best = (1, 0.0, 0.0);
    for rows in 1..=4 {
        // A row behind another shows the index, which takes a third of the card.
        let tall = RAISED + HEIGHT * (1.0 + (rows - 1) as f32 / 3.0);
        let scale = room.scale.min(room.height / tall);
        let seen = step(cards.div_ceil(rows), room.width / scale) * scale;
        // Cards are as legible as their visible part, up to their size.
        let legible = seen.min(22.0 * scale);
        if legible > best.2 * 1.05 {
            best = (rows, scale, legible);
        }
    }
    (best.0, best.1)
}

/// Returns the distance from one card of a row to the next.
fn step(cards: usize, width: f32) -> f32 {
    if cards < 2 {
        return WIDTH;
    }
    ((width - WIDTH) / (cards - 1) as f32).clamp(0.5, WIDTH * 1.06)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_cards_are_drawn_large_and_many_in_rows() {
        let room = HandSpace {
            x: 0.0,
            y: 0.0,
            width: 760.0,
            height: 126.0,
            scale: 1.25,
        };
        for few in [1, 2, 5, 10] {
            let (rows, scale) = rows(few, room);
            assert!(rows == 1 && scale > 1.2, "{few}: {rows} rows, {scale}");
        }
        for many in [40, 60, 120] {
            let (rows, scale) = rows(many, room);
            assert!(rows > 1 && scale > 0.5, "{many}: {rows} rows, {scale}");
        }
    }
}
