//! Compiled rules of going out, scores and matches.

use super::in_play::in_play;
use crate::card::{Card, CardSet, KINDS};
use crate::ruleset::{AtTarget, Doubling, LastCard, MatchWinner, Ruleset, ScoredEvent, WhoScores};

/// Going out.
#[derive(Debug, Clone)]
pub(crate) struct OutRules {
    pub(crate) last_card: LastCard,
    /// Number of places that are played for.
    pub(crate) places: u8,
    /// Percent of all stakes for the second place.
    pub(crate) second_share: u8,
    /// Cards with which nobody goes out, and the number of cards drawn for one.
    pub(crate) not_on: CardSet,
    pub(crate) not_on_draw: u8,
    /// True if the call must be said with a card drawn after the last one.
    pub(crate) drawn: bool,
    /// True if a card brings back a player who went out in the turn before.
    pub(crate) brings_back: bool,
}

impl OutRules {
    pub(super) fn compile(ruleset: &Ruleset, players: u8) -> Self {
        let out = &ruleset.out;
        Self {
            last_card: out.last_card.effect(),
            places: ruleset.places(players).count,
            second_share: ruleset.places(players).second_share,
            not_on: out.not_on.cards.cards(),
            not_on_draw: out.not_on.number.max(1),
            drawn: out.last_card == LastCard::Drawn,
            brings_back: in_play(ruleset, players).any(|(_, special)| special.brings_back() > 0),
        }
    }
}

/// Scoring of a round.
#[derive(Debug, Clone)]
pub(crate) struct ScoreRules {
    pub(crate) points: [u16; KINDS],
    pub(crate) who: WhoScores,
    pub(crate) reward_scale: u16,
    /// Points by which winning a round makes the score better.
    pub(crate) bonus: u16,
    /// Points by which being the player last skipped makes the score better.
    pub(crate) last_skipped: u16,
    /// Points by which causing the stock to be renewed makes the score worse.
    pub(crate) renewal: u16,
    /// True if these points double with each renewal in the match.
    pub(crate) renewals_double: bool,
    /// Cards each of which doubles a hand.
    pub(crate) double_hand: CardSet,
    /// Cards that double the score of a round as its last card.
    pub(crate) double_round: CardSet,
    pub(crate) halve_identical: bool,
    pub(crate) double: Doubling,
}

impl ScoreRules {
    pub(super) fn compile(ruleset: &Ruleset, players: u8) -> Self {
        let score = &ruleset.score;
        Self {
            points: std::array::from_fn(|kind| score.points.of(Card::of(kind as u8), players)),
            who: score.who,
            reward_scale: score.reward_scale,
            bonus: score.gained(ScoredEvent::Out),
            last_skipped: score.gained(ScoredEvent::SkippedLast),
            renewal: score.renewal(),
            renewals_double: score.factors.doubles_renewals(),
            double_hand: score.factors.double_hand(),
            double_round: score.factors.double_round(),
            halve_identical: score.factors.halves_identical(),
            double: score.factors.doubling(),
        }
    }
}

/// Rules of how a match ends and who wins it.
#[derive(Debug, Clone)]
pub(crate) struct MatchRules {
    pub(crate) target: u16,
    pub(crate) at_target: AtTarget,
    pub(crate) highest_wins: bool,
    /// Turns after which the match ends; 0 is off.
    pub(crate) turns: u16,
    /// Rounds that the match lasts; 0 is off.
    pub(crate) rounds: u16,
    /// Number of games that are scored at once.
    pub(crate) games: u8,
}

impl MatchRules {
    pub(super) fn compile(ruleset: &Ruleset, players: u8) -> Self {
        let matches = &ruleset.matches;
        Self {
            target: matches.target.get(players).unwrap_or(0),
            at_target: matches.at_target.with(players),
            highest_wins: matches.winner == MatchWinner::Highest,
            turns: matches.turns,
            rounds: matches.rounds.get(players).unwrap_or(0),
            games: matches.games,
        }
    }
}
