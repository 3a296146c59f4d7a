//! The ruleset as a user writes it: serde types with defaults; unknown keys are refused.
//!
//! A ruleset reads like the rules themselves. Every key has a default, so that rulesets are short; the defaults together
//! are a plain game. Play never reads a [`Ruleset`]: it is validated and then compiled into `Rules` for a number of players.

mod amount;
mod base;
mod builtin;
mod by_players;
pub(crate) mod card_words;
mod cards_number;
mod compat;
mod deal;
mod deck;
pub(crate) mod describe;
mod draw;
mod editor_schema;
mod effort;
mod free_text;
mod is_default;
mod keys;
mod label_words;
mod labels;
pub(crate) mod load;
mod merge;
mod not_on;
mod param;
pub(crate) mod problem;
mod read;
mod round_end;
mod sample;
pub(crate) mod schema;
pub(crate) mod selector;
mod selector_words;
mod settle;
mod side;
mod size;
mod special;
mod suggestion;
mod toml_text;
mod turn;
pub(crate) mod validate;
mod variants;
mod warnings;
pub(crate) mod word_set;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::schema::types::{CardsKey, ID, TableOf, Whole};
use crate::card::{MAX_RANKS, MAX_SUITS, RANK_LETTERS, SUIT_LETTERS};
use crate::limits::LONGEST;
use crate::pack::{MAX_JOKERS, USUAL_JOKERS};

pub use crate::primitive::call::settings::{Call, CallCaught, CallDue, CallMade, Caught, Charged};
pub use crate::primitive::challenge::settings::{Challenge, ChallengeDraw};
pub(crate) use crate::primitive::continuing::queries::ContinueTogether;
pub use crate::primitive::continuing::queries::{Runs, SameRank, SetCover};
pub use crate::primitive::continuing::settings::{
    Continue, ContinueWith, Counts, CoverWith, ElseDraw, Most, Open,
};
pub use crate::primitive::created::settings::{
    Class, Created, CreatedBy, CreatedRule, Does, Draft, Face, GRAMMAR_VERSION, Parity, ParseClassError,
    SeenBy, Split,
};
pub use crate::primitive::hit::settings::{AnswerSuit, Hit, HitSets, HitSuit, Source, TurnKept, Who};
pub use crate::primitive::moving::settings::{HandsMove, MoveTo, PassHands};
pub use crate::primitive::next::settings::{Binds, Next, NextFollow};
pub use crate::primitive::nominate::settings::Nominate;
pub use crate::primitive::out_of_turn::settings::{Claimed, Identicals, OutOfTurn};
pub use crate::primitive::play::settings::{Free, Play, PlayOn};
pub use crate::primitive::score::settings::{
    AtTarget, Doubling, Events, Factor, Factors, Match, MatchWinner, OtherPoints, Points, Score, WhoScores,
};
pub use crate::primitive::second_pile::settings::SecondPile;
pub use crate::primitive::skip::settings::{LostTurns, Skip};
pub use crate::primitive::starter::settings::{
    NominatedBy, Starter, StarterCard, StarterCardEffects, StarterEffects, StarterTurned,
};
pub use crate::primitive::teams::settings::{TeamOut, Teams};
pub use crate::primitive::when::settings::{Left, Upcard, When};
pub use crate::primitive::words::settings::{Word, WordDue};
pub use amount::{Amount, Until};
pub use builtin::{ids, text as builtin_toml, tiny_ids};
pub use by_players::{ByPlayers, Range};
pub use cards_number::CardsNumber;
pub use compat::{Compat, Imitation};
pub use deal::{Deal, DealDirection, DealRounds, Dealt};
pub use draw::{AfterAttack, Draw, DrawThen, DrawUntil, DrawWhen, Stock, StockEmpty};
pub use editor_schema::schema_json;
pub(crate) use is_default::is_default;
pub use labels::Labels;
pub use load::Loaded;
pub use not_on::NotOn;
pub(crate) use param::wild_rank;
pub use param::{Param, ParamCards, ParamDraws, ParamWhen};
pub use problem::{Problem, RulesetError};
pub use round_end::{Countdown, LastCard, Mistakes, NextRound, Out, Places, Round};
pub use sample::SAMPLE_VERSION;
pub use schema::schema_reference;
pub use selector::{Bindings, Selector};
pub(crate) use selector::{OnTable, RANK_OF_UPCARD, SUIT_IN_FORCE, is_of_table};
pub use side::Side;
pub use special::Special;
pub(crate) use special::{Apart, Has};
pub(crate) use suggestion::closest_match;
pub use turn::{FirstTurn, Once, Reversals, ReverseWithTwo, Skips, Turn};
pub use word_set::WordSet;

/// All the rules of one game, as data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Ruleset {
    /// Identifier.
    #[schemars(length(max = LONGEST), extend("pattern" = "^[a-z0-9_]+$", "format" = ID))]
    pub id: String,
    /// Name for people; the id stands for an empty one.
    #[serde(default)]
    pub title: String,
    /// The published document from which the rules are taken, with its address, or with the author of a book.
    #[serde(default)]
    pub source: String,
    /// Notes for readers: what the source leaves open and how it was decided.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(!skip_serializing_if)]
    pub decisions: Vec<String>,
    /// Numbers of players with which the game can be played. For more than ten the default deck and deal say nothing: set
    /// `deck.packs` and `deal.cards`, too.
    #[serde(default = "any_number")]
    pub players: Range,
    /// Teams, whose members win and score together: their number, the seats alternating (of four players, those who sit
    /// opposite each other); or the team of each seat, such as `[0, 0, 1, 1]`. All have the same size, of two or more; 0:
    /// everybody plays alone.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub teams: ByPlayers<Teams>,
    /// Ways in which a card follows: by the suit in force; by the upcard's rank; by that rank although another suit was
    /// nominated; as a number (ace 1 to ten) that is the sum or the product of the numbers of the two top cards; by the
    /// rank one higher or lower than the upcard's, the ace joining king and two.
    #[serde(default = "by_suit_or_rank")]
    pub follow: Follow,
    /// Imitations of other engines. `asks-to-pass`: a player who has drawn and can only pass has to choose to pass; by
    /// default the turn ends at once. `drawn-by-suit`: if only the drawn card may be played, it must have the suit in force
    /// or be wild. `drawn-wild-idle`: a wild card played in this way has no effect but the nomination; `drawn-wild-by-lot`:
    /// chance names the suit for it. `renews-at-once`: the stock is renewed as soon as its last card has left it.
    /// `one-pass-more`: a round is blocked when one pass more has followed than there are players. `last-draw-is-pass`: taking
    /// the last card of the stock for an attack, with none left to take, counts as a pass. `attacks-need-stock`: an attack is
    /// an ordinary card while there is no card to draw.
    #[serde(default, skip_serializing_if = "WordSet::is_empty")]
    #[schemars(!skip_serializing_if)]
    pub compat: Compat,
    /// Cards in the deck.
    #[serde(default)]
    pub deck: Deck,
    /// Names of suits and cards for display.
    #[serde(default)]
    pub labels: Labels,
    /// Cards or ranks that are drawn for an episode, by the name with which selectors refer to them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<String, Param>,
    /// A score that falls with each hand that is played out.
    #[serde(default)]
    pub countdown: Countdown,
    /// The deal: the cards for each player, and the direction in which play begins.
    #[serde(default)]
    pub deal: Deal,
    /// The card that is turned to begin the pile.
    #[serde(default)]
    pub starter: Starter,
    /// Drawing in one's turn.
    #[serde(default)]
    pub draw: Draw,
    /// Renewal of the stock.
    #[serde(default)]
    pub stock: Stock,
    /// Effects of several cards in a turn, first turns, and reversals with two players.
    #[serde(default)]
    pub turn: Turn,
    /// Cards with a meaning of their own, by name, so that an override can address each.
    #[serde(default)]
    pub special: BTreeMap<String, Special>,
    /// Playing cards out of turn.
    #[serde(default, skip_serializing_if = "is_default")]
    pub out_of_turn: OutOfTurn,
    /// A second pile.
    #[serde(default, skip_serializing_if = "is_default")]
    pub second_pile: SecondPile,
    /// Announcing one's last card.
    #[serde(default)]
    pub call: Call,
    /// Other words that players must say, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<String, Word>,
    /// Rules that are created during a match.
    #[serde(default, skip_serializing_if = "is_default")]
    pub created: Created,
    /// Going out, and the effect of the last card.
    #[serde(default)]
    pub out: Out,
    /// Ends of a round without anybody going out, and the beginning of the next one.
    #[serde(default)]
    pub round: Round,
    /// Points for the cards left in hand, and who scores them.
    #[serde(default)]
    pub score: Score,
    /// Rounds played to a target.
    #[serde(default, rename = "match")]
    pub matches: Match,
    /// Cost of playing an illegal card.
    #[serde(default)]
    pub mistakes: Mistakes,
    /// Named sets of overrides that the source or custom offers.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(!skip_serializing_if, extend("examples" = [{ "six-cards": { "deal.cards": 6 } }]))]
    pub variants: BTreeMap<String, serde_json::Map<String, serde_json::Value>>,
}

/// Returns the default numbers of players.
pub(crate) const fn any_number() -> Range {
    Range { min: 2, max: 10 }
}

/// Cards in the deck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Deck {
    /// Suits of the pack in their order, by their letters: those of `CDHSVWXY`, of which the last four have no name but their
    /// labels.
    #[serde(skip_serializing_if = "is_usual_suits")]
    #[schemars(length(max = MAX_SUITS), example = &"CDH", !skip_serializing_if)]
    pub suits: String,
    /// Ranks of the pack in their order, by their letters: those of `23456789TJQKA01BEFGL`. A pack has a card of each suit and
    /// rank, and the Jokers: 64 kinds at most.
    #[serde(skip_serializing_if = "is_usual_ranks")]
    #[schemars(length(max = MAX_RANKS - 1), example = &"A2345678TJQK", !skip_serializing_if)]
    pub ranks: String,
    /// Kinds of Joker, which are the cards without a suit: the red one `*R`, the black one `*B`, then `*3`, `*4` and so on.
    #[serde(skip_serializing_if = "is_usual_jokers")]
    #[schemars(range(min = 2, max = MAX_JOKERS), !skip_serializing_if)]
    pub joker_kinds: u8,
    /// True: each card has a back that is another card of the deck, drawn anew for each round, so that `turn-over` makes the
    /// backs the cards. Everybody sees the backs of all hands, and the back of a card that leaves a hand is drawn from them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(!skip_serializing_if)]
    pub backs: bool,
    /// Packs, of 52 cards unless the suits or ranks are others; a deck holds at most 255 cards.
    #[schemars(with = "ByPlayers<Whole<0, 4>>")]
    pub packs: ByPlayers<u8>,
    /// Jokers in all, red and black in turn (others only by `copies`).
    pub jokers: ByPlayers<u8>,
    /// Copies of each card of a class. Where any are listed, packs and Jokers do not count: a card that is in no class
    /// is not in the deck, and no card may be in two.
    #[schemars(with = "TableOf<CardsKey, ByPlayers<u8>>")]
    pub copies: BTreeMap<String, ByPlayers<u8>>,
}

impl Default for Deck {
    fn default() -> Self {
        Self {
            suits: SUIT_LETTERS.to_owned(),
            ranks: RANK_LETTERS.to_owned(),
            joker_kinds: USUAL_JOKERS as u8,
            backs: false,
            packs: ByPlayers::Ranges(vec![(2, 5, 1), (6, 10, 2)]),
            jokers: ByPlayers::Same(0),
            copies: BTreeMap::new(),
        }
    }
}

fn is_usual_suits(suits: &str) -> bool {
    suits == SUIT_LETTERS
}

fn is_usual_ranks(ranks: &str) -> bool {
    ranks == RANK_LETTERS
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_usual_jokers(kinds: &u8) -> bool {
    *kinds as usize == USUAL_JOKERS
}

/// Ways in which a card follows the upcard.
pub type Follow = WordSet<FollowBy>;

/// One way in which a card follows the upcard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FollowBy {
    /// The suit in force.
    Suit,
    /// The upcard's rank.
    Rank,
    /// The upcard's rank although another suit was nominated.
    RankOnNominated,
    /// A number that is the sum or the product of the numbers of the two top cards.
    SumOrProduct,
    /// The rank one higher or lower than the upcard's, the ace joining king and two.
    AdjacentRank,
}

/// Returns the default ways in which a card follows.
pub(crate) fn by_suit_or_rank() -> Follow {
    [FollowBy::Suit, FollowBy::Rank].into_iter().collect()
}
