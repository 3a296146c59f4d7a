//! Cards that make players draw: at once, or unless they are answered.

use serde::{Deserialize, Serialize};

use super::word_set::alone_or_list;
use super::{Ruleset, Selector, Special, WordSet, is_default};

/// Players draw. A hit that can be answered waits until the next player has the turn: it is an attack. Any other is a
/// penalty, which is drawn at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Hit {
    /// Who draws.
    #[serde(default, skip_serializing_if = "is_default")]
    pub who: Who,
    /// How many cards; an attack adds them to what is pending.
    pub draw: u8,
    /// Cards that answer it; each is an attack itself. Written, it makes this an attack, even where it is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Selector>,
    /// Cards that answer it so that nothing is pending any more.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cancel: Selector,
    /// Cards that, if of the suit in force, may be played so that what is pending goes on to the next player.
    #[serde(default, skip_serializing_if = "is_default")]
    pub pass_on: Selector,
    /// What its suit, or the one in force, has to say.
    #[serde(
        default,
        serialize_with = "alone_or_list",
        skip_serializing_if = "WordSet::is_empty"
    )]
    pub suit: WordSet<HitSuit>,
    /// How attacks add up that are played together, or answer each other.
    #[serde(default, skip_serializing_if = "is_default")]
    pub sets: HitSets,
    /// What becomes of the turn of whoever draws a penalty.
    #[serde(default, skip_serializing_if = "is_default")]
    pub turn: TurnKept,
    /// Where the cards come from that somebody draws.
    #[serde(default, skip_serializing_if = "is_default")]
    pub from: Source,
}

/// Who draws for a hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// The next player.
    #[default]
    Next,
    /// All other players.
    Others,
    /// One of all the players, drawn by lot.
    Lot,
}

/// Where suits count in an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HitSuit {
    /// Answers and cancelling cards must be of the nominated one, if one is in force.
    Nominated,
    /// Answers and cancelling cards must be of the one in force: nominated, or the upcard's own.
    InForce,
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
}

/// How several hits of a turn add up, and answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
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
}

/// Where the cards come from that somebody draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
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

/// Whether a player who draws a penalty has the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum TurnKept {
    /// The turn is lost.
    #[default]
    Lost,
    /// The turn is kept.
    Kept,
}

/// What a card identical to the upcard does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Identical {
    /// Cards that all other players draw.
    pub(crate) others_draw: u8,
    /// Whether its player is the next player, whom the effects of the turn hit.
    pub(crate) again: bool,
}

impl Hit {
    /// Whether it can be answered.
    pub(crate) fn is_attack(&self) -> bool {
        self.who == Who::Next && (self.answer.is_some() || !self.cancel.is_none() || !self.pass_on.is_none())
    }

    /// Of which suit answers and cancelling cards must be.
    pub(crate) fn answer_suit(&self) -> AnswerSuit {
        if self.suit.has(HitSuit::InForce) {
            AnswerSuit::InForce
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

impl Special {
    /// What the next player must answer.
    pub(crate) fn attack(&self) -> Option<&Hit> {
        self.hit.as_ref().filter(|hit| hit.is_attack())
    }

    /// Whether what the next player draws at once counts whatever else the turn does.
    pub(crate) fn penalty_stands(&self) -> bool {
        self.penalty()
            .is_some_and(|penalty| penalty.sets == HitSets::Instead)
    }

    /// What the next player draws at once.
    pub(crate) fn penalty(&self) -> Option<&Hit> {
        let hit = self.hit.as_ref();
        hit.filter(|hit| hit.who == Who::Next && !hit.is_attack())
    }

    /// Cards that all other players draw.
    pub(crate) fn others_draw(&self) -> u8 {
        self.draws(Who::Others)
    }

    /// Cards that somebody draws by lot.
    pub(crate) fn lot_draws(&self) -> u8 {
        self.draws(Who::Lot)
    }

    fn draws(&self, who: Who) -> u8 {
        let hit = self.hit.as_ref().filter(|hit| hit.who == who);
        hit.map_or(0, |hit| hit.draw)
    }
}

impl Ruleset {
    /// What a card identical to the upcard does, by the special that says so.
    pub(crate) fn identical(&self) -> Identical {
        let specials = self.special.values();
        let mut said = specials.filter(|special| special.when.on_identical() && !special.cards.is_none());
        said.next().map_or_else(Identical::default, |special| Identical {
            others_draw: special.others_draw(),
            again: special.again,
        })
    }
}
