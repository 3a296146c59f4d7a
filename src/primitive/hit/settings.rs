//! Cards that make players draw: at once, or unless they are answered. What can be answered may take turns, too.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ruleset::schema::types::LateCards;
use crate::ruleset::word_set::alone_or_list;
use crate::ruleset::{Selector, WordSet, is_default};

/// Players draw. A hit that can be answered waits until the next player has the turn: it is an attack. Any other is a
/// penalty, which is drawn at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Hit {
    /// Who draws: the next player; the player before, who must answer and then has the turn, play going on from that
    /// seat (`previous`); all other players; one of all the players, whom chance names; or, where others play on for
    /// places, whoever went out in the turn before, who is then in the round again (`last-out`).
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub who: Who,
    /// How many cards, up to 20 where not the next player draws; 0 only where it takes turns (`skip`). If the hit can be
    /// answered, it is an *attack*: it adds them to what the next player must draw who does not answer. If not, it is a
    /// *penalty*, drawn at once.
    #[schemars(range(max = 50))]
    pub draw: u8,
    /// How many turns an attack takes: it adds them to those that the next player loses who does not answer. The first
    /// is the current turn, after the cards are drawn. The others are owed by the seat, which is passed over so many
    /// times; they are forgotten at the end of the round. Turns that nothing answers are `special.NAME.skip`.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(range(max = 10), !skip_serializing_if)]
    pub skip: u8,
    /// Cards that answer it; each is an attack itself. Written, if only as `""`, it makes the hit an attack; so do
    /// `cancel` and `pass-on`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<LateCards>")]
    pub answer: Option<Selector>,
    /// Cards that answer it so that nothing is pending any more.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(with = "LateCards", !skip_serializing_if)]
    pub cancel: Selector,
    /// Cards that, if of the suit in force, may be played so that what is pending goes on to the next player.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(with = "LateCards", !skip_serializing_if)]
    pub pass_on: Selector,
    /// Where suits count: answers and cancelling cards must be of the nominated suit, if one is, or of the suit in
    /// force, or must follow the upcard by suit or rank (`follows`), where else any suit will do; its own suit `stays`,
    /// and must be followed when the attack was cancelled or drawn for.
    #[serde(
        default,
        serialize_with = "alone_or_list",
        skip_serializing_if = "WordSet::is_empty"
    )]
    #[schemars(!skip_serializing_if)]
    pub suit: WordSet<HitSuit>,
    /// How several hits add up. Of attacks an answer adds to what is pending, and of those played together those count
    /// whose effects count (`ordinary`); equal ones that lie together on top add up, though only the top card's effects
    /// count; two or more played together cannot be answered; or an answer takes the place of what is pending, and
    /// several played together count once (`replace`); or it attacks only where something is pending, which it adds to
    /// (`only-adds`). A penalty may count also where it is covered and only the top card's effects count, instead of an
    /// attack of the same turn (`instead`).
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub sets: HitSets,
    /// The turn of the next player, who draws: lost, or kept. With an attack that is as `draw.after-attack` says, or,
    /// where its own card is the last one that attacked, `kept`.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub turn: TurnKept,
    /// Whence the cards of a penalty come: from the stock, from the pile under the upcard, shuffled (`pile`), or from
    /// the top of that pile in the order of its cards (`pile-top`).
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub from: Source,
}

/// Who draws for a hit.
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
    /// Whoever went out in the turn before, who is then in the round again.
    LastOut,
}

/// Where suits count in an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HitSuit {
    /// Answers and cancelling cards must be of the nominated one, if one is in force.
    Nominated,
    /// Answers and cancelling cards must be of the one in force: nominated, or the upcard's own.
    InForce,
    /// Answers and cancelling cards must follow the upcard.
    Follows,
    /// Its own must be followed when the attack was cancelled or drawn for.
    Stays,
}

/// Of which suit the cards must be that answer an attack or cancel it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerSuit {
    /// Any.
    Any,
    /// The nominated one, if one is in force.
    Nominated,
    /// The one in force: nominated, or the upcard's own.
    InForce,
    /// Any, if the card follows the upcard.
    Follows,
}

/// How several hits of a turn add up, and answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HitSets {
    /// Those count whose effects count, and an answer adds to what is pending.
    #[default]
    Ordinary,
    /// Equal ones that lie together on top add up, though only the top card's effects count.
    Add,
    /// They cannot be answered.
    Unanswerable,
    /// They count once, and an answer takes the place of what is pending, adding nothing to it.
    Replace,
    /// A penalty counts also where it is covered, instead of an attack of the same turn.
    Instead,
    /// It attacks only where something is pending, which it adds to.
    OnlyAdds,
}

/// Where the cards come from that somebody draws.
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

/// Whether the next player, who draws, has the turn.
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
    /// Whether it can be answered.
    pub(crate) fn is_attack(&self) -> bool {
        let one = matches!(self.who, Who::Next | Who::Previous);
        one && (self.answer.is_some() || !self.cancel.is_none() || !self.pass_on.is_none())
    }

    /// Of which suit answers and cancelling cards must be.
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

    /// Cards that answer it; none where it cannot be answered.
    pub(crate) fn answers(&self) -> Selector {
        self.answer.clone().unwrap_or_else(Selector::none)
    }
}
