//! The spans of an observation.

/// The greatest value of the features of a span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum High {
    /// A constant, the same in every layout.
    Fixed(u8),
    /// The most copies of a kind of card.
    Copies,
    /// The most cards or turns that can be pending.
    Pending,
    /// The number of cards in the deck.
    Deck,
}

/// Declares the spans in order: name, name in `game.observation_layout`, greatest value.
macro_rules! spans {
    ($($(#[$about:meta])* $span:ident $name:literal $high:expr;)+) => {
        /// The name of a span; the spans stand in this order.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum SpanName {
            $($(#[$about])* $span),+
        }

        impl SpanName {
            /// Every span, in order.
            pub const ALL: [Self; [$(Self::$span),+].len()] = [$(Self::$span),+];

            /// The span's name in `game.observation_layout`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$span => $name),+
                }
            }

            /// The greatest value of the span's features.
            pub(crate) const fn high(self) -> High {
                match self {
                    $(Self::$span => $high),+
                }
            }
        }
    };
}

spans! {
    /// The observer's hand.
    Hand "hand" High::Copies;
    /// The top card of the pile.
    Upcard "upcard" High::Fixed(1);
    /// The requirements on the next card: the suit in force, nominations, names and piles.
    Follow "follow" High::Fixed(1);
    /// An attack that is to be answered, and turns that are lost.
    Pending "pending" High::Pending;
    /// The progress of the turn.
    Turn "turn" High::Fixed(20);
    /// The decision to be made, and the seat that makes it.
    Phase "phase" High::Fixed(1);
    /// The number of cards that each seat holds.
    HandSizes "hand_sizes" High::Deck;
    /// The direction of play.
    Direction "direction" High::Fixed(1);
    /// The number of cards in the stock.
    StockSize "stock_size" High::Deck;
    /// Cards that are known to be out of the stock.
    Seen "seen" High::Copies;
    /// Cards that are known in other hands and in the stock.
    Known "known" High::Deck;
    /// Calls of the last card.
    Calls "calls" High::Fixed(1);
    /// The match, and the limits of the round.
    Match "match" High::Fixed(u8::MAX);
    /// The rank that is wild for each seat.
    WildRanks "wild_ranks" High::Fixed(1);
    /// The ruleset.
    Rules "rules" High::Fixed(50);
    /// The last public actions.
    History "history" High::Fixed(1);
    /// Cards that others are known not to hold. This span is the last: without it the others keep their places.
    RuledOut "ruled_out" High::Deck;
}

/// Number of spans.
pub(crate) const SPANS: usize = SpanName::ALL.len();

impl SpanName {
    /// The span's index in the order.
    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}

/// A named part of an observation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The name.
    pub name: &'static str,
    /// Index of the first feature.
    pub start: usize,
    /// Number of features; 0 if the ruleset cannot need the span.
    pub len: usize,
    /// The greatest value of a feature.
    pub high: u8,
}
