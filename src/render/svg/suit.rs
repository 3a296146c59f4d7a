//! The shapes and colours of suits.

use crate::card::Suit;
use crate::ruleset::Labels;

/// The look of a pack, by the names of its suits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pack {
    /// White cards with the shapes of the suits.
    Shapes,
    /// Cards in the colours that the suits are named after.
    Colors,
}

impl Pack {
    pub(super) fn of(labels: &Labels) -> Self {
        let colored = |&suit: &Suit| color(labels.suit(suit)).is_some();
        if !labels.is_off() && labels.pack().suits().iter().all(colored) {
            Self::Colors
        } else {
            Self::Shapes
        }
    }
}

const RED: &str = "#c8102e";
const BLACK: &str = "#1d2230";

/// Returns the colour of a suit that is named after one.
fn color(label: &str) -> Option<&'static str> {
    Some(match label.to_lowercase().as_str() {
        "red" => "#d72b2b",
        "yellow" => "#e8b100",
        "green" => "#2f9e44",
        "blue" => "#1c6fd1",
        "orange" => "#e8710a",
        "purple" | "violet" => "#8a3ffc",
        "pink" => "#e64980",
        "black" => "#22262f",
        _ => return None,
    })
}

/// Returns the colour that a suit is drawn in.
pub(super) fn ink(labels: &Labels, suit: Suit) -> &'static str {
    let label = labels.suit(suit).to_lowercase();
    match label.as_str() {
        "clubs" | "spades" => BLACK,
        "diamonds" | "hearts" | "heart" | "rose" => RED,
        "acorn" => "#7a5520",
        "bell" => "#c98a00",
        "leaf" => "#2b7a3b",
        "shield" => "#2a5db0",
        "circle" | "triangle" | "cross" | "square" | "star" => "#7b1e3b",
        label => color(label).unwrap_or(if suit.is_red() { RED } else { BLACK }),
    }
}

/// Returns the outline of a suit in a square of 20 around the origin; none if its name has no shape.
pub(super) fn outline(label: &str) -> Option<&'static str> {
    Some(match label.to_lowercase().as_str() {
        "clubs" => {
            "M0-10A4.7 4.7 0 0 1 3.9-2.7A4.7 4.7 0 1 1 1.2 4.6C1.3 7 2 8.8 4 10H-4C-2 8.8-1.3 7-1.2 4.6\
             A4.7 4.7 0 1 1-3.9-2.7A4.7 4.7 0 0 1 0-10Z"
        }
        "diamonds" => "M0-10C2.3-6 5-2.6 8 0C5 2.6 2.3 6 0 10C-2.3 6-5 2.6-8 0C-5-2.6-2.3-6 0-10Z",
        "hearts" | "heart" => {
            "M0 10C-3 5.5-9.5 2-9.5-4C-9.5-9-2.5-10.5 0-5C2.5-10.5 9.5-9 9.5-4C9.5 2 3 5.5 0 10Z"
        }
        "spades" => {
            "M0-10C3-5 9.5-1.5 9.5 3.5C9.5 8 3.5 8.5 1 5C1.2 7 2 9 4 10H-4C-2 9-1.2 7-1 5C-3.5 8.5-9.5 8-9.5 3.5C-9.5-1.5-3-5 0-10Z"
        }
        "acorn" => "M-1-10H1V-7C5-7 7-5 7-2H-7C-7-5-5-7-1-7ZM-6-1H6C6 5 3 8 0 10C-3 8-6 5-6-1Z",
        "bell" => "M0-10C2-10 2-8 2-8C7-7 5-1 8 4V6H-8V4C-5-1-7-7-2-8C-2-8-2-10 0-10ZM-3 7H3C3 11-3 11-3 7Z",
        "leaf" => "M0-10C5-6 9-1 7 3C5 7 2 5 .6 4L1 10H-1L-.6 4C-2 5-5 7-7 3C-9-1-5-6 0-10Z",
        "rose" => {
            "M0-10A4 4 0 0 1 4-5A4 4 0 1 1 7 3A4 4 0 1 1 0 7A4 4 0 1 1-7 3A4 4 0 1 1-4-5A4 4 0 0 1 0-10ZM0-3A3 3 0 1 0 0 3A3 3 0 1 0 0-3Z"
        }
        "shield" => "M-8-9H8V0C8 5 3 9 0 10C-3 9-8 5-8 0Z",
        "circle" => "M0-9A9 9 0 0 1 0 9A9 9 0 0 1 0-9Z",
        "triangle" => "M0-9L9.5 8H-9.5Z",
        "cross" => "M-3-9H3V-3H9V3H3V9H-3V3H-9V-3H-3Z",
        "square" => "M-8-8H8V8H-8Z",
        "star" => "M0-10L2.4-3.2L9.5-3.1L3.8 1.2L5.9 8.1L0 4L-5.9 8.1L-3.8 1.2L-9.5-3.1L-2.4-3.2Z",
        _ => return None,
    })
}
