//! Settings of cards that make players draw, at once or unless they are answered. An attack may also take turns.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ruleset::schema::types::LateCards;
use crate::ruleset::word_set::alone_or_list;
use crate::ruleset::{Amount, Selector, WordSet, is_default};

/// A draw by other players. A hit that can be answered is an attack: it waits for the next player's turn. Any other is
/// a penalty, which is drawn at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Hit {
    /// The players who draw: the next player; the player before (`previous`), in the direction in which the card was
    /// played, who, if the hit can be answered, must answer and then has the turn, play going on from that seat; all
    /// other players; one of all the players, drawn by lot; the card's own player (`self`), or that player and all
    /// others (`all`); another player, whom the card's player names (`chosen`); or, where others play on for places, the
    /// player who went out in the turn before, who is then in the round again (`last-out`).
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub who: Who,
    /// Number of cards: up to 20 unless the next or the previous player draws, and 0 only if the hit takes turns
    /// (`skip`). If the hit can be answered, it is an *attack*: it adds them to the cards that the next player must
    /// draw without an answer. If not, it is a *penalty*, drawn at once, whose number may be open: one of several by
    /// chance, `{ lot = [0, 0, 1, 3] }`, each of several players by a lot of their own; or, for the next player, the one before, or the card's own
    /// player, as many cards as it takes until one is drawn of a class, or of the suit in force, `{ until = "@suit" }`.
    /// These cards are shown to all.
    pub draw: Amount,
    /// Turns that an attack takes: it adds them to those that the next player loses without an answer. The first is the
    /// current turn, after the cards are drawn. For the others the seat is passed over that many times; they are
    /// forgotten at the end of the round. Turns that cannot be answered are `special.NAME.skip`.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(range(max = 10), !skip_serializing_if)]
    pub skip: u8,
    /// Cards that answer the attack: one that attacks adds its own attack, any other leaves what is pending to the next
    /// player as it is. Written, if only as `""`, it makes the hit an attack; so do `cancel` and `pass-on`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<LateCards>")]
    pub answer: Option<Selector>,
    /// Cards that answer the attack and leave nothing pending.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(with = "LateCards", !skip_serializing_if)]
    pub cancel: Selector,
    /// Cards that, if of the suit in force, pass the attack on to the next player.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(with = "LateCards", !skip_serializing_if)]
    pub pass_on: Selector,
    /// The role of suits: answers and cancelling cards must be of the nominated suit, if there is one, or of the suit
    /// in force, or must follow the upcard by suit or rank (`follows`), where otherwise any suit will do; the attack's
    /// own suit `stays`, and must be followed after the attack was cancelled or drawn for.
    #[serde(
        default,
        serialize_with = "alone_or_list",
        skip_serializing_if = "WordSet::is_empty"
    )]
    #[schemars(!skip_serializing_if)]
    pub suit: WordSet<HitSuit>,
    /// The sum of several hits. An answer adds to the pending attack, and of attacks played together those count whose
    /// effects count (`ordinary`); equal ones together on top add up even where only the top card's effects count
    /// (`add`); two or more played together cannot be answered; an answer replaces the pending attack, and several
    /// played together count once (`replace`); or the card attacks only where an attack is pending, to which it adds
    /// (`only-adds`). A penalty may count even if it is covered and only the top card's effects count, instead of an
    /// attack of the same turn (`instead`).
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub sets: HitSets,
    /// The turn of the next player, who draws: lost, or kept. After an attack `draw.after-attack` decides, unless the
    /// card that attacked last has `kept`.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub turn: TurnKept,
    /// The source of a penalty's cards: the stock; the pile under the upcard, shuffled (`pile`); or the top of that
    /// pile in the order of its cards (`pile-top`).
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub from: Source,
}

/// The players whom an effect hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// The next player.
    #[default]
    Next,
    /// The player before, who then acts.
    Previous,
    /// All other players.
    Others,
    /// One of all the players, drawn by lot.
    Lot,
    /// The player who went out in the turn before, who is then in the round again.
    LastOut,
    /// The card's own player.
    #[serde(rename = "self")]
    Own,
    /// The card's own player, and all others.
    All,
    /// Another player, whom the card's player names.
    Chosen,
}

/// The role of suits in an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HitSuit {
    /// Answers and cancelling cards must be of the nominated suit, if there is one.
    Nominated,
    /// Answers and cancelling cards must be of the suit in force: the nominated one, or the upcard's own.
    InForce,
    /// Answers and cancelling cards must follow the upcard.
    Follows,
    /// The attack's own suit must be followed after the attack was cancelled or drawn for.
    Stays,
}

/// The suit required of cards that answer or cancel an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerSuit {
    /// Any suit.
    Any,
    /// The nominated suit, if there is one.
    Nominated,
    /// The suit in force: the nominated one, or the upcard's own.
    InForce,
    /// Any suit, if the card follows the upcard.
    Follows,
}

/// The sum of several hits of a turn, and of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HitSets {
    /// Hits whose effects count add up, and an answer adds to the pending attack.
    #[default]
    Ordinary,
    /// Equal hits together on top add up even where only the top card's effects count.
    Add,
    /// Two or more played together cannot be answered.
    Unanswerable,
    /// Several count once, and an answer replaces the pending attack without adding to it.
    Replace,
    /// A penalty counts even if it is covered, instead of an attack of the same turn.
    Instead,
    /// The card attacks only where an attack is pending, to which it adds.
    OnlyAdds,
}

/// The source of cards that a player draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// From the stock.
    #[default]
    Stock,
    /// From the pile under the upcard, which is shuffled.
    Pile,
    /// From the pile under the upcard: its top cards, in their order.
    PileTop,
}

/// The turn of the next player, who draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TurnKept {
    /// The turn is lost.
    #[default]
    Lost,
    /// The turn is kept.
    Kept,
}

impl Hit {
    /// Returns true if the hit can be answered.
    pub(crate) fn is_attack(&self) -> bool {
        let one = matches!(self.who, Who::Next | Who::Previous);
        one && (self.answer.is_some() || !self.cancel.is_none() || !self.pass_on.is_none())
    }

    /// Returns the suit required of answers and cancelling cards.
    pub(crate) fn answer_suit(&self) -> AnswerSuit {
        if self.suit.has(HitSuit::InForce) {
            AnswerSuit::InForce
        } else if self.suit.has(HitSuit::Follows) {
            AnswerSuit::Follows
        } else if self.suit.has(HitSuit::Nominated) {
            AnswerSuit::Nominated
        } else {
            AnswerSuit::Any
        }
    }

    /// Returns the cards that answer the hit; none if it cannot be answered.
    pub(crate) fn answers(&self) -> Selector {
        self.answer.clone().unwrap_or_else(Selector::none)
    }
}
