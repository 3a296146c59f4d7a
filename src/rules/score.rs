//! Compiled rules of going out, scores and matches.

use super::in_play::in_play;
use crate::card::{Card, CardSet, MAX_KINDS};
use crate::primitive::score::settings::{ALONE, BACK, OUT_WITH};
use crate::ruleset::{AtTarget, Doubling, LastCard, MatchWinner, Ruleset, WhoScores};

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
    /// Cards that cannot be played as the only card of a hand.
    pub(crate) never_last: CardSet,
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
            not_on: out.not_on.drawn.cards.cards(),
            never_last: out.not_on.never.cards(),
            not_on_draw: out.not_on.drawn.number.max(1),
            drawn: out.last_card == LastCard::Drawn,
            brings_back: in_play(ruleset, players).any(|(_, special)| special.brings_back() > 0),
        }
    }
}

/// Scoring of a round.
#[derive(Debug, Clone)]
pub(crate) struct ScoreRules {
    pub(crate) points: [i32; MAX_KINDS],
    pub(crate) who: WhoScores,
    pub(crate) reward_scale: u16,
    /// Points added to the score for winning a round.
    pub(crate) bonus: i32,
    /// Points added for being the player last skipped.
    pub(crate) last_skipped: i32,
    /// Points added for causing the stock to be renewed.
    pub(crate) renewal: i32,
    /// Points added for a missing call.
    pub(crate) call: i32,
    /// Points added for a mistake.
    pub(crate) mistake: i32,
    /// Points added for going out with one of these cards as the last one played.
    pub(crate) out_with: Vec<(CardSet, i32)>,
    /// Points of each kind of card while the cards are turned over.
    pub(crate) back_points: [i32; MAX_KINDS],
    /// Points of one of these cards that is alone in a hand.
    pub(crate) alone: Vec<(CardSet, i32)>,
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
        let points: [i32; MAX_KINDS] =
            std::array::from_fn(|kind| score.points.of(ruleset.pack(), Card::of(kind as u8), players));
        let backs: Vec<(CardSet, i32)> = score.events.by_cards(BACK).collect();
        Self {
            back_points: std::array::from_fn(|kind| {
                points_in(&backs, Card::of(kind as u8)).unwrap_or(points[kind])
            }),
            points,
            who: score.who,
            reward_scale: score.reward_scale,
            bonus: score.events.of("out"),
            last_skipped: score.events.of("skipped-last"),
            renewal: score.events.of("renewal"),
            call: score.events.of("call"),
            mistake: score.events.of("mistake"),
            out_with: score.events.by_cards(OUT_WITH).collect(),
            alone: score.events.by_cards(ALONE).collect(),
            renewals_double: score.factors.doubles_renewals(),
            double_hand: score.factors.double_hand(),
            double_round: score.factors.double_round(),
            halve_identical: score.factors.halves_identical(),
            double: score.factors.doubling(),
        }
    }

    /// Returns the points added to the score for going out with this card as the last one played.
    pub(crate) fn out_with(&self, card: Card) -> i32 {
        points_in(&self.out_with, card).unwrap_or(0)
    }

    /// Returns the points of each kind of card, with the front or the back up.
    pub(crate) const fn points(&self, turned: bool) -> &[i32; MAX_KINDS] {
        if turned { &self.back_points } else { &self.points }
    }

    /// Returns the points of a card that is alone in a hand.
    pub(crate) fn alone(&self, card: Card, turned: bool) -> i32 {
        points_in(&self.alone, card).unwrap_or(self.points(turned)[card.index()])
    }
}

/// Returns the points of a card by the class that it is in.
fn points_in(classes: &[(CardSet, i32)], card: Card) -> Option<i32> {
    let class = classes.iter().find(|(cards, _)| cards.contains(card));
    class.map(|(_, points)| *points)
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
    /// Scores at the end of a round that become another score.
    pub(crate) exact: Vec<(i32, i32)>,
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
            exact: matches.exact_scores().collect(),
        }
    }
}
