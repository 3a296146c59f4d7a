//! The spans of an observation.

/// The greatest value of the features of a span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum High {
    /// The same in every layout.
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

            /// Its name in `game.observation_layout`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$span => $name),+
                }
            }

            /// The greatest value of its features.
            pub(crate) const fn high(self) -> High {
                match self {
                    $(Self::$span => $high),+
                }
            }
        }
    };
}

spans! {
    /// The own hand.
    Hand "hand" High::Copies;
    /// The top card of the pile.
    Upcard "upcard" High::Fixed(1);
    /// What may be asked of the own hand.
    Follow "follow" High::Fixed(1);
    /// An attack that is to be answered.
    Pending "pending" High::Pending;
    /// What the turn has done so far.
    Turn "turn" High::Fixed(20);
    /// What is to be decided, and by whom.
    Phase "phase" High::Fixed(1);
    /// How many cards each seat holds.
    HandSizes "hand_sizes" High::Deck;
    /// The direction of play.
    Direction "direction" High::Fixed(1);
    /// How many cards the stock has.
    StockSize "stock_size" High::Deck;
    /// Cards that are known to be out of the stock.
    Seen "seen" High::Copies;
    /// Cards that are known where they cannot be seen.
    Known "known" High::Deck;
    /// Calls of the last card.
    Calls "calls" High::Fixed(1);
    /// The match, and what ends a round.
    Match "match" High::Fixed(u8::MAX);
    /// The rank that is wild for each seat.
    WildRanks "wild_ranks" High::Fixed(1);
    /// The ruleset.
    Rules "rules" High::Fixed(50);
    /// The last public actions.
    History "history" High::Fixed(1);
    /// Cards that others are known not to hold. The last, so that the others stand where they stood without it.
    RuledOut "ruled_out" High::Deck;
}

/// Number of spans.
pub(crate) const SPANS: usize = SpanName::ALL.len();

impl SpanName {
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
