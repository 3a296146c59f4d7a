//! The layout of an observation: its named spans and the places of their parts, compact for one game or universal for
//! all.

use super::cells::{buffer_size, seat_set_bytes};
use super::encoding::scale;
use super::envs::{PartSpan, SizeTable};
use super::field;
use super::parts::{Declared, PARTS, PartName};
use super::ruleset::RulesetFeatures;
use super::shape::{LayoutShape, ShownKinds};
use super::span::{SPANS, Span, SpanName};
use super::table::HandSizes;
use crate::aligned::{Aligned, LINE};
use crate::engine::{Game, Options};
use crate::rules::Rules;

/// The layout of the observations of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    spans: [Span; SPANS],
    /// The place of each part; the length of one that is not shown is 0.
    places: [PartSpan; PARTS.len()],
    /// The parts that are written together for several envs.
    optional: Vec<PartName>,
    /// The factor by which each feature's byte becomes a float.
    scales: Aligned<f32>,
    /// The factors of the hidden cards of [`Layout::privileged`].
    hidden_scales: Aligned<f32>,
    size: usize,
    buffer_size: usize,
    stride: usize,
    pub(crate) shape: LayoutShape,
    /// True when cards are seen in other places than the observer's hand and the pile.
    pub(crate) sees_elsewhere: bool,
    /// The features of each hand size.
    pub(crate) hand_sizes: SizeTable,
    /// The features of the ruleset, if they are shown and the same in every position.
    pub(crate) ruleset: Option<Box<[u8]>>,
}

impl Layout {
    /// Makes the layout of a game, by its options.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        Self::with(game, game.options())
    }

    /// Makes the layout of a game under other options.
    pub(crate) fn with(game: &Game, options: &Options) -> Self {
        let (rules, shape) = (game.rules(), LayoutShape::new(game, options));
        let (spans, places) = lay_out(rules, &shape);
        let size = spans.iter().map(|span| span.len).sum();
        let needed = shape.needed();
        let is_optional = |part: &&Declared| {
            places[part.name.index()].len > 0
                && (part.is_shown)(&needed, rules)
                && (part.is_optional)(&needed, rules)
        };
        let optional: Vec<PartName> = PARTS.iter().filter(is_optional).map(|part| part.name).collect();
        let mut scales = Aligned::new(size);
        for span in &spans {
            scales[span.start..][..span.len].fill(scale(span.high));
        }
        let mut hidden_scales = Aligned::new(shape.kinds * shape.seats);
        hidden_scales.fill(scale(shape.copies));
        let high = |span: SpanName| spans[span.index()].high;
        let (due, left) = (
            places[PartName::Due.index()],
            places[PartName::DecisionsLeft.index()],
        );
        let end = (due.at + seat_set_bytes(rules.players)).max(left.at + left.len);
        let written = size.max(end);
        let stride = written.next_multiple_of(LINE);
        Self {
            buffer_size: buffer_size(written, end, stride),
            stride,
            hand_sizes: HandSizes::table(high(SpanName::HandSizes)),
            ruleset: RulesetFeatures::constant(game, &shape, high(SpanName::Rules)),
            sees_elsewhere: optional.contains(&PartName::Seen) || optional.contains(&PartName::InHands),
            spans,
            places,
            optional,
            scales,
            hidden_scales,
            size,
            shape,
        }
    }

    /// The spans, in order.
    #[must_use]
    pub const fn spans(&self) -> &[Span; SPANS] {
        &self.spans
    }

    /// Number of features.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Returns the place of a part.
    #[inline(always)]
    pub(crate) const fn place(&self, part: PartName) -> PartSpan {
        self.places[part.index()]
    }

    /// The parts that [`Layout::write_optional`] writes, in order.
    pub(crate) fn optional(&self) -> &[PartName] {
        &self.optional
    }

    /// True when [`Layout::write_optional`] has a part to write.
    pub(crate) const fn has_optional(&self) -> bool {
        !self.optional.is_empty()
    }

    /// The factor by which each feature's byte becomes a float.
    pub(crate) fn scales(&self) -> &[f32] {
        &self.scales
    }

    /// The factor by which the byte of each hidden card becomes a float.
    pub(crate) fn hidden_scales(&self) -> &[f32] {
        &self.hidden_scales
    }

    /// Number of bytes that [`Layout::write_base`] needs, at least [`Layout::stride`]. Those after the features have no
    /// meaning.
    pub(crate) const fn buffer_size(&self) -> usize {
        self.buffer_size
    }

    /// Number of bytes from one observation to the next where several are written in order: whole cache lines.
    pub(crate) const fn stride(&self) -> usize {
        self.stride
    }

    /// True when Jokers are shown.
    pub(crate) const fn num_actions(&self) -> usize {
        self.shape.actions
    }

    /// The kinds of card that are shown.
    pub(crate) const fn shown_kinds(&self) -> ShownKinds {
        self.shape.shown_kinds()
    }

    /// Number of seats that are shown.
    pub(crate) const fn seats(&self) -> usize {
        self.shape.seats
    }
}

/// Computes the spans, and the place of each part.
fn lay_out(rules: &Rules, shape: &LayoutShape) -> ([Span; SPANS], [PartSpan; PARTS.len()]) {
    let mut spans = SpanName::ALL.map(|span| Span {
        name: span.as_str(),
        start: 0,
        len: 0,
        high: shape.high(rules, span),
    });
    let mut at = 0;
    let places = PARTS.each_ref().map(|part| {
        let is_shown = (part.is_shown)(shape, rules);
        let len = if is_shown {
            field::len(part.fields, shape)
        } else {
            0
        };
        let span = &mut spans[part.span.index()];
        span.len += len;
        at += len;
        PartSpan {
            at: at - len,
            len,
            high: span.high,
        }
    });
    let mut start = 0;
    for span in &mut spans {
        span.start = start;
        start += span.len;
    }
    (spans, places)
}
