//! The ruleset as a user writes it: serde types with defaults, unknown keys refused.
//!
//! A ruleset reads like the rules themselves. Every key has a default, so that a game is short; the default of the whole
//! is the plain game of "Unless a section says otherwise" in the rulebook. Nothing here is consulted during play: a
//! [`Ruleset`] is validated and then compiled into [`crate::rules::Rules`] for a number of players.

mod builtin;
mod by_players;
mod deck;
mod describe;
mod labels;
mod load;
mod schema;
mod score;
mod selector;
mod special;
mod validate;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use builtin::ids;
pub use by_players::ByPlayers;
pub use labels::Labels;
pub(crate) use labels::article;
pub use load::{Problem, RulesetError};
pub use schema::schema_reference;
pub use score::{AtTarget, Doubling, Match, MatchWinner, OtherPoints, Score, WhoScores};
pub use selector::Selector;
pub use special::{
    Accepts, Attack, Challenge, Counts, Cover, CoverWith, Give, Nominate, Penalty, Special, TurnKept, Wild,
};

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
    /// Several cards in a turn, and how their effects count.
    #[serde(default)]
    pub turn: Turn,
    /// Cards with a meaning of their own, by name, so that an override can address each.
    #[serde(default)]
    pub special: BTreeMap<String, Special>,
    /// Announcing one's last card.
    #[serde(default)]
    pub call: Call,
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
}

impl Default for Deal {
    fn default() -> Self {
        Self {
            cards: ByPlayers::Ranges(vec![(2, 2, 7), (3, 10, 5)]),
            choice_to: 0,
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
}

impl Default for Starter {
    fn default() -> Self {
        Self {
            effects: true,
            again: Selector::none(),
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
}

impl Default for Follow {
    fn default() -> Self {
        Self {
            suit: true,
            rank: true,
            rank_on_nominated: false,
        }
    }
}

/// Drawing in one's turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Draw {
    /// When one may draw.
    pub when: DrawWhen,
    /// Cards that may be drawn in a turn, one decision each; 0 is no limit but the stock.
    pub limit: u8,
    /// Drawing, once begun, goes on until a card held is playable.
    pub until_playable: bool,
    /// Drawing, once begun, goes on until the hand holds so many cards (at least one is drawn); 0 is off.
    pub until_hand: u8,
    /// What may be done with the drawn card.
    pub then: DrawThen,
    /// Whether one who has drawn and can only pass is asked to (where not, the turn ends by itself).
    pub ask_pass: bool,
}

impl Default for Draw {
    fn default() -> Self {
        Self {
            when: DrawWhen::Always,
            limit: 1,
            until_playable: false,
            until_hand: 0,
            then: DrawThen::EndTurn,
            ask_pass: false,
        }
    }
}

/// When one may draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrawWhen {
    /// In any turn, instead of playing.
    Always,
    /// Only when no card can be played: who can play must.
    Unable,
}

/// What may be done with the drawn card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrawThen {
    /// Nothing: drawing ends the turn.
    EndTurn,
    /// It may be played if it is playable.
    MayPlay,
    /// It must be played if it is playable.
    MustPlay,
    /// Any card held may be played.
    PlayAny,
    /// A playable card, if one is held, must be played.
    MustPlayAny,
}

/// What happens when the stock is empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Stock {
    /// What becomes of the pile.
    pub empty: StockEmpty,
    /// When that is done.
    pub renew: StockRenew,
}

impl Default for Stock {
    fn default() -> Self {
        Self {
            empty: StockEmpty::Reshuffle,
            renew: StockRenew::Needed,
        }
    }
}

/// What becomes of the pile when the stock is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StockEmpty {
    /// All of it but the upcard is shuffled into a new stock.
    Reshuffle,
    /// All of it but the upcard is turned over unshuffled: the oldest card is drawn first.
    TurnOver,
    /// Nothing: play goes on without drawing.
    None,
}

/// When the stock is renewed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StockRenew {
    /// When a card is to be drawn and there is none.
    Needed,
    /// As soon as the last card has left it.
    AtOnce,
}

/// Several cards in a turn, and how their effects count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Turn {
    /// Several cards of one rank in a turn.
    pub same_rank: SameRank,
    /// Which cards may be laid together so.
    pub same_rank_cards: Selector,
    /// How reversals laid in one turn count.
    pub reversals: Reversals,
    /// What a reversal does when two play.
    pub reverse_with_two: ReverseWithTwo,
}

impl Default for Turn {
    fn default() -> Self {
        Self {
            same_rank: SameRank::Off,
            same_rank_cards: Selector::all(),
            reversals: Reversals::Each,
            reverse_with_two: ReverseWithTwo::Nothing,
        }
    }
}

/// Several cards of one rank in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SameRank {
    /// Not allowed.
    Off,
    /// Allowed; the effects of every card count.
    Every,
    /// Allowed; only the effects of the top card count.
    Top,
}

/// How reversals laid in one turn count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reversals {
    /// Each turns the direction.
    Each,
    /// Together they turn it once.
    Once,
}

/// What a reversal does when two play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReverseWithTwo {
    /// Nothing.
    Nothing,
    /// It skips the other player.
    Skip,
}

/// Announcing one's last card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Call {
    /// Whether it is due, and who makes it.
    pub made: CallMade,
    /// Cards drawn for a missing call.
    pub penalty: u8,
    /// Who notices.
    pub caught: Caught,
    /// When the penalty of a call caught automatically is drawn.
    pub charged: Charged,
}

impl Default for Call {
    fn default() -> Self {
        Self {
            made: CallMade::Off,
            penalty: 2,
            caught: Caught::Automatic,
            charged: Charged::BeforeNext,
        }
    }
}

/// Whether a call is due, and who makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CallMade {
    /// No call.
    Off,
    /// The player, who may forget it: a decision of its own.
    ByPlayer,
    /// It is made for the player, always.
    Automatic,
}

/// Who notices a missing call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Caught {
    /// It is always noticed.
    Automatic,
    /// Any other player may catch it, polled in order of play after the turn.
    ByOthers,
}

/// When the penalty of a call caught automatically is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Charged {
    /// Before the next player's turn.
    BeforeNext,
    /// At the start of the own next turn, which is kept.
    OwnTurn,
}

/// What becomes of the last card's effect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Out {
    /// The effect of the card that ends the round.
    pub last_card: LastCard,
}

impl Default for Out {
    fn default() -> Self {
        Self {
            last_card: LastCard::Ignored,
        }
    }
}

/// The effect of the card that ends the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LastCard {
    /// It has none.
    Ignored,
    /// Whoever it hits draws before the hands are scored, and cannot answer.
    Served,
    /// An attack is played out: whoever it hits answers or draws; the round ends when nothing is pending any more.
    Chain,
}

/// How a round ends without anybody going out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
#[derive(Default)]
pub struct Round {
    /// The round ends when so many cards have been laid; 0 is off.
    pub plays: u16,
    /// Passes in a row, beyond one by each player, before the round is blocked.
    pub extra_passes: u8,
    /// Whether taking the last card of the stock for an attack, with none left to take, counts as a pass.
    pub attack_empties_stock_is_pass: bool,
}

/// What an illegal card costs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Mistakes {
    /// Cards drawn for it, the card going back to the hand and the turn ending; 0: illegal cards are masked.
    pub penalty: u8,
}
