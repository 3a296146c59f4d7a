//! Points that are scored within a round: fines, and going out with a certain card.

use crate::engine::Engine;
use crate::engine::event::Log;
use crate::engine::notation::{MOST_POINTS, MOST_SCORE, SHARE, add_paid};
use crate::rules::Features;
use crate::seat::Seat;

/// Greatest number of times that the cost of renewing the stock is doubled.
const MOST_FINES_DOUBLED: u32 = 24;

/// Returns a score with points added, within the limits of a score.
pub(crate) fn add_points(score: i32, points: i32) -> i32 {
    score.saturating_add(points).clamp(-MOST_SCORE, MOST_SCORE)
}

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Adds points to the score of a seat and its team, and pays what they are worth.
    pub(crate) fn score_at_once(&mut self, seat: Seat, points: i32) {
        if points == 0 {
            return;
        }
        let (rules, s) = (self.rules, &mut *self.state);
        let paid = i64::from(rules.improvement(points)) * SHARE;
        let scores = &mut s.scores;
        for mate in rules.teams.mates(seat).iter().map(Seat::index) {
            scores.points[mate] = add_points(scores.points[mate], points);
            add_paid(&mut scores.paid[mate], paid);
            add_paid(&mut scores.paid_total[mate], paid);
        }
        s.has_paid = true;
    }

    /// Scores for a seat for whose draw the stock was renewed.
    pub(crate) fn score_renewal(&mut self, seat: Seat) {
        let (rules, s) = (self.rules, &mut *self.state);
        let doublings = if rules.score.renewals_double {
            u32::from(s.matches.renewals).min(MOST_FINES_DOUBLED)
        } else {
            0
        };
        s.matches.renewals = s.matches.renewals.saturating_add(1);
        let most = i64::from(MOST_POINTS);
        let points = (i64::from(rules.score.renewal) << doublings).clamp(-most, most) as i32;
        self.score_at_once(seat, points);
    }

    /// Scores for a seat that goes out with the upcard as the last card played.
    pub(crate) fn score_out_with(&mut self, seat: Seat) {
        if self.rules.score.out_with.is_empty() || self.state.round.went_out == Some(seat) {
            return;
        }
        if let Some(card) = self.state.upcard() {
            self.score_at_once(seat, self.rules.score.out_with(card));
        }
    }
}
