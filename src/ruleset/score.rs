//! What the cards left in hand are worth, and rounds played to a target.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{ByPlayers, Selector};

/// What the cards left in hand are worth, and to whom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Score {
    /// Who scores.
    pub who: WhoScores,
    /// Points of the cards of each selector; a card must not be in two.
    pub points: BTreeMap<String, ByPlayers<u16>>,
    /// Points of all other cards.
    pub others: OtherPoints,
    /// Which cards count double after the last card laid, when somebody is out; after a wild one all do.
    pub double: Doubling,
    /// Cards of which each doubles the whole hand that it is left in.
    pub double_hand: Selector,
    /// Whether each set of identical cards halves the whole hand, rounded down at the end.
    pub halve_identical: bool,
    /// Points that the player last skipped in a round takes off the own score at its end.
    pub hat: u16,
    /// What `reward = "points"` divides the points by.
    pub reward_scale: u16,
}

impl Default for Score {
    fn default() -> Self {
        Self {
            who: WhoScores::Own,
            points: BTreeMap::new(),
            others: OtherPoints::Face,
            double: Doubling::Off,
            double_hand: Selector::none(),
            halve_identical: false,
            hat: 0,
            reward_scale: 100,
        }
    }
}

/// Who scores the cards left in hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhoScores {
    /// Everyone adds the own hand.
    Own,
    /// The winner adds all the other hands.
    Winner,
    /// The winner adds one point, whatever is left in the hands.
    Round,
}

/// Points of the cards that are not listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OtherPoints {
    /// 2 … 9 as printed, ace 1, ten and pictures 10, a Joker 50.
    Face,
    /// The index of the card + 2, as `OpenSpiel` scores them.
    Index,
    /// The same for each.
    #[serde(untagged)]
    Each(u16),
}

/// Which cards count double after the last card laid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Doubling {
    /// None.
    Off,
    /// Those of its rank.
    Rank,
    /// Those of its class: 2 … 5, 6 … 9, or J Q K; of its rank after a ten or an ace.
    Class,
}

/// Rounds played to a target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Match {
    /// Points at which the match ends; 0 where the game is played in single rounds.
    pub target: ByPlayers<u16>,
    /// Who then wins.
    pub winner: MatchWinner,
    /// Points that the winner of a round takes off the own score.
    pub bonus: u16,
    /// What happens when somebody reaches the target.
    pub at_target: AtTarget,
    /// With elimination and three or more players nobody sits out, and who reaches this score before all but one have
    /// reached the target wins; 0 is off.
    pub comeback: u16,
    /// The match ends after so many turns at the latest, the round then not being scored; 0 is off.
    pub turns: u16,
    /// The match lasts so many rounds; 0 is off.
    #[serde(skip_serializing_if = "no_rounds")]
    pub rounds: ByPlayers<u16>,
}

fn no_rounds(rounds: &ByPlayers<u16>) -> bool {
    *rounds == ByPlayers::Same(0)
}

impl Default for Match {
    fn default() -> Self {
        Self {
            target: ByPlayers::Same(0),
            winner: MatchWinner::Lowest,
            bonus: 0,
            at_target: AtTarget::End,
            comeback: 0,
            turns: 0,
            rounds: ByPlayers::Same(0),
        }
    }
}

/// What happens when somebody reaches the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AtTarget {
    /// The match ends.
    End,
    /// Whoever reached it is out, and one last round is played; the best of the rest then wins.
    SuddenDeath,
    /// Whoever reached it is out; the match goes on until at most one is left (if none, the best score wins).
    Elimination,
}

/// Who wins the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchWinner {
    /// The lowest score.
    Lowest,
    /// The highest score.
    Highest,
}
