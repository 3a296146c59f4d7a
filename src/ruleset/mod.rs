//! The ruleset as a user writes it: serde types with defaults, unknown keys refused.
//!
//! A ruleset reads like the rules themselves. Every key has a default, so that a game is short; the default of the whole
//! is the plain game of "Unless a section says otherwise" in the rulebook. Nothing here is consulted during play: a
//! [`Ruleset`] is validated and then compiled into [`crate::rules::Rules`] for a number of players.

mod bounds;
mod builtin;
mod by_players;
mod card_words;
mod continuing;
mod created;
mod deck;
mod describe;
mod draw;
mod hit;
mod labels;
mod load;
mod moving;
mod next;
mod out_of_turn;
mod param;
mod play;
mod round_end;
mod sample;
mod schema;
mod score;
mod selector;
mod shape;
mod special;
mod suggestion;
mod toml_lines;
mod turn;
mod validate;
mod variants;
mod warnings;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

#[cfg(feature = "python")]
pub(crate) use bounds::{MOST_BYTES, room};
pub use builtin::ids;
pub use by_players::{ByPlayers, Range};
pub use continuing::{Continue, ContinueWith, Counts, CoverWith, Most, Open, SameRank, SetCover};
pub use created::{Class, CreatedRule, Does, Draft, Face, GRAMMAR_VERSION, Parity, ParseClassError, Split};
pub use draw::{AfterAttack, Draw, DrawThen, DrawWhen, Stock, StockEmpty, StockRenew};
pub(crate) use hit::Identical;
pub use hit::{AnswerSuit, Hit, HitFrom, HitSets, TurnKept, Who};
pub use labels::Labels;
pub(crate) use labels::article;
pub use load::{Problem, RulesetError};
pub use moving::{Move, MoveTo, PassHands};
pub use next::{Binds, Next, NextFollow};
pub use out_of_turn::{Created, CreatedBy, OutOfTurn, SecondPile, SeenBy, Word, WordDue};
pub use param::Param;
pub(crate) use param::wild_rank;
pub use play::{Free, Play, PlayBy};
pub use round_end::{
    Call, CallDue, CallMade, Caught, Charged, Countdown, FirstPlayer, LastCard, Mistakes, NextDealer, Out,
    Round,
};
pub use sample::SAMPLE_VERSION;
pub use schema::schema_reference;
pub use score::{AtTarget, Doubling, Match, MatchWinner, OtherPoints, Score, WhoScores};
pub use selector::{Bindings, Selector};
pub(crate) use special::is_default;
pub use special::{Challenge, Nominate, Special, Upcard, When};
pub use toml_lines::tell_lines;
pub use turn::{Reversals, ReverseWithTwo, Skips, Turn};

/// All the rules of one game, as data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Ruleset {
    /// Identifier: lower-case letters, digits and underscores.
    pub id: String,
    /// Its name for people.
    #[serde(default)]
    pub title: String,
    /// The document (and section) that it rests on.
    #[serde(default)]
    pub source: String,
    /// Notes for readers: what the source leaves open and how it was decided.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<String>,
    /// How many may play.
    #[serde(default)]
    pub players: Players,
    /// Which cards there are.
    #[serde(default)]
    pub deck: Deck,
    /// What suits and cards are called, for people.
    #[serde(default)]
    pub labels: Labels,
    /// Cards or ranks that are drawn for an episode, by the name that selectors call them by.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<String, Param>,
    /// A score that falls with each hand that is played out.
    #[serde(default)]
    pub countdown: Countdown,
    /// How many cards each player is dealt.
    #[serde(default)]
    pub deal: Deal,
    /// The card that is turned to begin the pile.
    #[serde(default)]
    pub starter: Starter,
    /// What may be laid on the upcard.
    #[serde(default)]
    pub follow: Follow,
    /// Drawing in one's turn.
    #[serde(default)]
    pub draw: Draw,
    /// What happens when the stock is empty.
    #[serde(default)]
    pub stock: Stock,
    /// How the effects of several cards of a turn count.
    #[serde(default)]
    pub turn: Turn,
    /// Cards with a meaning of their own, by name, so that an override can address each.
    #[serde(default)]
    pub special: BTreeMap<String, Special>,
    /// Laying cards out of turn.
    #[serde(default, skip_serializing_if = "is_default")]
    pub out_of_turn: OutOfTurn,
    /// A second pile.
    #[serde(default, skip_serializing_if = "is_default")]
    pub second_pile: SecondPile,
    /// Announcing one's last card.
    #[serde(default)]
    pub call: Call,
    /// Other words that are due, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<String, Word>,
    /// Rules that are created during a match.
    #[serde(default, skip_serializing_if = "is_default")]
    pub created: Created,
    /// What becomes of the last card's effect.
    #[serde(default)]
    pub out: Out,
    /// How a round ends without anybody going out.
    #[serde(default)]
    pub round: Round,
    /// What the cards left in hand are worth, and to whom.
    #[serde(default)]
    pub score: Score,
    /// Rounds played to a target.
    #[serde(default, rename = "match")]
    pub matches: Match,
    /// What an illegal card costs.
    #[serde(default)]
    pub mistakes: Mistakes,
    /// Named sets of overrides that the source or custom offers.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub variants: BTreeMap<String, serde_json::Map<String, serde_json::Value>>,
}

/// How many may play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Players {
    /// Fewest, at least 2.
    pub min: u8,
    /// Most, at most 10.
    pub max: u8,
}

impl Default for Players {
    fn default() -> Self {
        Self { min: 2, max: 10 }
    }
}

/// Which cards there are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Deck {
    /// Packs of 52 cards.
    pub packs: ByPlayers<u8>,
    /// Jokers in all, red and black in turn.
    pub jokers: ByPlayers<u8>,
    /// Copies of each card of a selector; where any are listed, packs and Jokers do not count, and a card that is in
    /// none is not in the deck.
    pub copies: BTreeMap<String, u8>,
}

impl Default for Deck {
    fn default() -> Self {
        Self {
            packs: ByPlayers::Ranges(vec![(2, 5, 1), (6, 10, 2)]),
            jokers: ByPlayers::Same(0),
            copies: BTreeMap::new(),
        }
    }
}

/// How many cards each player is dealt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Deal {
    /// Cards for each player, one at a time from the seat after the dealer.
    pub cards: ByPlayers<u8>,
    /// Most cards, if the dealer chooses before the deal; `cards` is then the fewest. 0: there is no choice.
    pub choice_to: u8,
    /// Who says in which direction play begins.
    pub direction: DealDirection,
    /// Cards that the dealer is dealt beyond the others, after them.
    #[serde(skip_serializing_if = "is_default")]
    pub dealer_extra: u8,
}

/// Who says in which direction play begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DealDirection {
    /// Nobody: it is clockwise.
    Clockwise,
    /// The dealer, before the deal, where three or more play.
    Dealer,
    /// The dealer, after the deal and with the starter in view, where three or more play.
    DealerAfterDeal,
}

impl Default for Deal {
    fn default() -> Self {
        Self {
            cards: ByPlayers::Ranges(vec![(2, 2, 7), (3, 10, 5)]),
            choice_to: 0,
            direction: DealDirection::Clockwise,
            dealer_extra: 0,
        }
    }
}

/// The card that is turned to begin the pile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Starter {
    /// Whether a special card counts as if the dealer had played it.
    pub effects: bool,
    /// Cards that go back into the stock, another being turned.
    pub again: Selector,
    /// Whether a card is turned at all; if not, the first player may lay any card.
    pub turned: bool,
    /// Cards on which the first player may lay any card, nobody nominating.
    pub open: Selector,
    /// Cards for which the first player nominates instead of the dealer.
    pub first_nominates: Selector,
    /// Cards for which chance names the suit.
    pub by_lot: Selector,
    /// Cards whose penalty leaves the first player the turn.
    pub turn_kept: Selector,
    /// Whether it is turned before the deal, so that who nominates for it has seen no hand.
    #[serde(skip_serializing_if = "is_default")]
    pub before_deal: bool,
    /// Whether effects count too that need the dealer's hand, or polls.
    #[serde(skip_serializing_if = "is_default")]
    pub in_full: bool,
    /// Cards of which nothing counts but the nomination.
    #[serde(skip_serializing_if = "is_default")]
    pub nominate_only: Selector,
    /// Cards without any effect.
    #[serde(skip_serializing_if = "is_default")]
    pub no_effects: Selector,
}

impl Default for Starter {
    fn default() -> Self {
        Self {
            effects: true,
            again: Selector::none(),
            turned: true,
            open: Selector::none(),
            first_nominates: Selector::none(),
            by_lot: Selector::none(),
            turn_kept: Selector::none(),
            before_deal: false,
            in_full: false,
            nominate_only: Selector::none(),
            no_effects: Selector::none(),
        }
    }
}

/// What may be laid on the upcard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Follow {
    /// A card of the suit in force.
    pub suit: bool,
    /// A card of the upcard's rank.
    pub rank: bool,
    /// A card of the upcard's rank although another suit was nominated.
    pub rank_on_nominated: bool,
    /// Whether a number also follows that is the sum or the product of the numbers of the two top cards.
    #[serde(skip_serializing_if = "is_default")]
    pub sum_product: bool,
}

impl Default for Follow {
    fn default() -> Self {
        Self {
            suit: true,
            rank: true,
            rank_on_nominated: false,
            sum_product: false,
        }
    }
}
