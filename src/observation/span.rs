//! The spans of an observation.

/// The name of a span; the spans stand in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpanName {
    /// The own hand.
    Hand,
    /// The top card of the pile.
    Upcard,
    /// What may be asked of the own hand.
    Follow,
    /// An attack that is to be answered.
    Pending,
    /// What the turn has done so far.
    Turn,
    /// What is to be decided, and by whom.
    Phase,
    /// How many cards each seat holds.
    HandSizes,
    /// The direction of play.
    Direction,
    /// How many cards the stock has.
    StockSize,
    /// Cards that are known to be out of the stock.
    Seen,
    /// Cards that are known where they cannot be seen.
    Known,
    /// Calls of the last card.
    Calls,
    /// The match, and what ends a round.
    Match,
    /// The rank that is wild for each seat.
    WildRanks,
    /// The ruleset.
    Rules,
    /// The last public actions.
    History,
    /// Cards that others are known not to hold. The last, so that the others stand where they stood without it.
    RuledOut,
}

/// Number of spans.
pub(crate) const SPANS: usize = SpanName::ALL.len();

impl SpanName {
    /// Every span, in order.
    pub const ALL: [Self; 17] = [
        Self::Hand,
        Self::Upcard,
        Self::Follow,
        Self::Pending,
        Self::Turn,
        Self::Phase,
        Self::HandSizes,
        Self::Direction,
        Self::StockSize,
        Self::Seen,
        Self::Known,
        Self::Calls,
        Self::Match,
        Self::WildRanks,
        Self::Rules,
        Self::History,
        Self::RuledOut,
    ];

    /// Its name in `game.observation_layout`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Hand => "hand",
            Self::Upcard => "upcard",
            Self::Follow => "follow",
            Self::Pending => "pending",
            Self::Turn => "turn",
            Self::Phase => "phase",
            Self::HandSizes => "hand_sizes",
            Self::Direction => "direction",
            Self::StockSize => "stock_size",
            Self::Seen => "seen",
            Self::Known => "known",
            Self::RuledOut => "ruled_out",
            Self::Calls => "calls",
            Self::Match => "match",
            Self::WildRanks => "wild_ranks",
            Self::Rules => "rules",
            Self::History => "history",
        }
    }

    /// Its place in the order.
    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}

/// A named part of an observation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// Its name.
    pub name: &'static str,
    /// Its first feature.
    pub start: usize,
    /// Number of features; 0 where the ruleset cannot need it.
    pub len: usize,
    /// The greatest value of a feature.
    pub high: u8,
}

#[cfg(test)]
mod tests {
    use super::SpanName;

    #[test]
    fn the_list_of_spans_is_in_their_order() {
        for (index, span) in SpanName::ALL.into_iter().enumerate() {
            assert_eq!(span.index(), index);
        }
    }
}
