//! Bounds of the returns of an episode.

use super::CARDS;
use super::hand::MOST_DOUBLINGS;
use crate::card::Card;
use crate::engine::notation::MOST_POINTS;
use crate::engine::{EpisodeKind, Game, Reward};
use crate::ruleset::{Doubling, WhoScores};

impl Game {
    /// Returns the least and the greatest return that an episode can bring a seat.
    #[must_use]
    pub fn utility(&self) -> (f64, f64) {
        let stake = 1.0 / (f64::from(self.num_teams()) - 1.0);
        if self.options().reward == Reward::Win {
            return (-stake, 1.0);
        }
        if self.rules().countdown > 0 {
            let least = (i64::from(self.rules().countdown) + 1) * CARDS;
            return (self.reward_of(-least), 0.0);
        }
        let (least, most) = self.points_of_episode();
        (self.reward_of(least), self.reward_of(most))
    }

    fn reward_of(&self, points: i64) -> f64 {
        points as f64 / f64::from(self.rules().score.reward_scale)
    }

    /// Returns bounds of the points that an episode can bring a seat.
    fn points_of_episode(&self) -> (i64, i64) {
        let score = &self.rules().score;
        let rounds = match self.options().episode {
            EpisodeKind::Round => 1,
            EpisodeKind::Match => i64::from(self.max_decisions()),
        };
        let (bad, good) = self.points_of_hand();
        let hands = |hands: u8| (bad + good).min(i64::from(MOST_POINTS) * i64::from(hands));
        let (lost, won) = self.points_of_events(rounds);
        let most = match score.who {
            WhoScores::Own => good,
            WhoScores::Winner => hands(self.rules().players - 1),
            WhoScores::Round => 1,
        };
        let least = match score.who {
            WhoScores::Own => bad.min(i64::from(MOST_POINTS) * i64::from(self.players() / self.num_teams())),
            WhoScores::Winner | WhoScores::Round => hands(self.players() / self.num_teams()),
        };
        (-(least * rounds + lost), most * rounds + won)
    }

    /// Returns bounds of the points of a hand: of those above 0, and of those below.
    fn points_of_hand(&self) -> (i64, i64) {
        let rules = self.rules();
        let cards = || rules.deck.cards.iter().copied();
        let sides = if rules.backs { &[false, true][..] } else { &[false] };
        let of_side = |sign: i64, turned: bool| {
            let alone = |card: Card| i64::from(rules.score.alone(card, turned));
            let each = |card: Card| i64::from(rules.score.points(turned)[card.index()]);
            let all: i64 = cards().map(|card| (sign * each(card)).max(0)).sum();
            cards().map(|card| sign * alone(card)).fold(all, i64::max)
        };
        let sum = |sign: i64| {
            let sums = sides.iter().map(|&turned| of_side(sign, turned));
            sums.max().unwrap_or(0)
        };
        let doubling = cards()
            .filter(|&card| rules.score.double_hand.contains(card))
            .count();
        let twice = rules.score.double != Doubling::Off || !rules.score.double_round.is_empty();
        let doublings = (doubling as u32).min(MOST_DOUBLINGS) + u32::from(twice);
        (sum(1) << doublings, sum(-1) << doublings)
    }

    /// Returns bounds of the points that events of this many rounds can bring a seat: of those lost, and of those won.
    fn points_of_events(&self, rounds: i64) -> (i64, i64) {
        let rules = self.rules();
        let score = &rules.score;
        // No decision renews the stock twice: after once, all of the pile but the upcard is in it.
        let renewal = match (score.renewal, score.renewals_double) {
            (points, true) => i64::from(points.signum() * MOST_POINTS),
            (points, false) => i64::from(points),
        };
        let decisions = i64::from(self.max_decisions());
        // No decision breaks a rule twice, but one can take two calls.
        let often =
            [renewal, i64::from(score.call) * 2, i64::from(score.mistake)].map(|points| points * decisions);
        let out_with = extremes(score.out_with.iter().map(|(_, points)| i64::from(*points)));
        let exact = extremes(rules.matches.exact.iter().map(|(from, to)| i64::from(to - from)));
        let single = [score.bonus, score.last_skipped].map(i64::from);
        let ends = single
            .into_iter()
            .chain(out_with)
            .chain(exact)
            .map(|points| points * rounds);
        let points = || often.into_iter().chain(ends.clone());
        let (up, down) = (
            points().map(|points| points.max(0)).sum::<i64>(),
            points().map(|points| (-points).max(0)).sum::<i64>(),
        );
        if rules.matches.highest_wins {
            (down, up)
        } else {
            (up, down)
        }
    }
}

/// Returns the greatest of these points that is above 0 and the least that is below, or 0 for each.
fn extremes(points: impl Iterator<Item = i64>) -> [i64; 2] {
    let (least, most) = points.fold((0, 0), |(least, most), points| {
        (points.min(least), points.max(most))
    });
    [most, least]
}
