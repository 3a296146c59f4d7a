//! Scores of a round, the standing of a match, and returns.

use crate::card::CardSet;
use crate::engine::effect::score::add_points;
use crate::engine::event::Log;
use crate::engine::notation::{SHARE, add_paid};
use crate::engine::phase::Phase;
use crate::engine::state::State;
use crate::engine::{Engine, EpisodeKind, Game, Reward, Truncation};
use crate::rules::{Features, Rules};
use crate::ruleset::{AtTarget, WhoScores};
use crate::seat::{MAX_SEATS, Seat, SeatSet};

mod hand;
mod utility;

use hand::{doubled_cards, hand_points};

/// Worth of a point of a countdown's score, in held cards: more than any hand has.
const CARDS: i64 = 256;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Scores a round that a seat has won, or a blocked one; returns the winners.
    pub(crate) fn score_round(&mut self, out: Option<Seat>) -> SeatSet {
        if self.rules.countdown > 0 {
            return self.score_countdown(out);
        }
        let points = self.points(out);
        let is_match = self.game.options().episode == EpisodeKind::Match;
        let (rules, s) = (self.rules, &mut *self.state);
        let fewest = s
            .active
            .iter()
            .map(|seat| points[seat.index()])
            .min()
            .unwrap_or(0);
        let winners = out.map_or_else(
            || seats_with_most(s.active, |seat| i64::from(-points[seat.index()])),
            |seat| rules.teams.mates(seat),
        );
        // In a blocked round the winner scores the difference between each other hand and the winner's own.
        let base = if out.is_some() { 0 } else { fewest };
        let won: i32 = s
            .active
            .iter()
            .filter(|&seat| rules.teams.leads.contains(seat) && !winners.contains(seat))
            .map(|seat| points[seat.index()] - base)
            .sum();
        let share = i64::from(rules.teams.among(winners).max(1));
        let alone = rules.score.who != WhoScores::Round || share == 1;
        let counted = count_in_games(rules, s, winners, is_match && alone);
        for seat in s.active.iter() {
            let own = points[seat.index()];
            let times = counted.times[seat.index()];
            let (score, paid) = match (rules.score.who, winners.contains(seat)) {
                (WhoScores::Own, _) => (own, -i64::from(own) * SHARE),
                (WhoScores::Winner, true) => (won / share as i32, i64::from(won) * SHARE / share * times),
                (WhoScores::Winner, false) => (0, -i64::from(own - base) * SHARE * counted.all / share),
                // Seats that share a round have not won it.
                (WhoScores::Round, _) if share > 1 => (0, 0),
                (WhoScores::Round, true) => (1, SHARE * times),
                (WhoScores::Round, false) => (
                    0,
                    -SHARE * counted.all / i64::from(rules.teams.among(s.active).saturating_sub(1).max(1)),
                ),
            };
            if let Some(games) = &mut s.games {
                games.add(seat, &counted.open, score);
            }
            let score = score.saturating_mul(times as i32);
            let team = rules.teams.mates(seat);
            let given =
                |to: Option<Seat>, points: i32| to.filter(|&to| team.contains(to)).map_or(0, |_| points);
            let bonus = given(out, rules.score.bonus) + given(s.round.last_skipped, rules.score.last_skipped);
            let total = add_points(s.scores.points[seat.index()], score.saturating_add(bonus));
            let kept = if is_match { kept_score(rules, total) } else { total };
            s.scores.points[seat.index()] = kept;
            let paid = paid + i64::from(rules.improvement(bonus + kept - total)) * SHARE;
            add_paid(&mut s.scores.paid[seat.index()], paid);
            add_paid(&mut s.scores.paid_total[seat.index()], paid);
            s.has_paid |= s.scores.paid[seat.index()] != 0;
        }
        winners
    }

    /// Returns for each seat the points of its team's hands at the end of a round.
    fn points(&self, out: Option<Seat>) -> [i32; MAX_SEATS] {
        let hands = self.points_of_hands(out);
        let teams = &self.rules.teams;
        std::array::from_fn(|seat| {
            let team = teams.mates(Seat(seat as u8));
            team.iter().map(|mate| hands[mate.index()]).sum()
        })
    }

    /// Returns the points of each hand at the end of a round.
    fn points_of_hands(&self, out: Option<Seat>) -> [i32; MAX_SEATS] {
        let (rules, s) = (self.rules, &*self.state);
        let mut points = [0; MAX_SEATS];
        let top = s.upcard().filter(|_| out.is_some());
        let twice = top.map_or(CardSet::EMPTY, |top| {
            if rules.score.double_round.contains(top) {
                CardSet::ALL
            } else {
                doubled_cards(rules, self.table().play.any_wild(), top)
            }
        });
        // A player who completes a row scores nothing, whatever is left in hand.
        let nothing = out
            .filter(|_| rules.round.row > 0 && s.round.row >= rules.round.row && s.round.went_out.is_none());
        for seat in s.active.iter().filter(|&seat| nothing != Some(seat)) {
            points[seat.index()] = hand_points(rules, s.hand(seat), s.is_turned(), twice);
        }
        points
    }

    /// Returns the seat that has lost a round: of the seats that are still in it, the one with most points in hand, the first
    /// after the dealer if several tie.
    pub(crate) fn loser(&self) -> Option<Seat> {
        let points = self.points_of_hands(None);
        let in_order = self.in_order_after(self.state.dealer);
        let left = in_order.filter(|seat| self.state.scores.placed[seat.index()] == 0);
        left.min_by_key(|seat| -points[seat.index()])
    }

    /// Scores the end of a countdown: the lowest score has won, then the fewest cards; both are paid.
    fn score_countdown(&mut self, out: Option<Seat>) -> SeatSet {
        let s = &mut *self.state;
        let mut points = [0; MAX_SEATS];
        for seat in s.active.iter() {
            points[seat.index()] = countdown_standing(s, seat);
            let paid = -points[seat.index()] * SHARE;
            add_paid(&mut s.scores.paid[seat.index()], paid);
            add_paid(&mut s.scores.paid_total[seat.index()], paid);
            s.has_paid |= s.scores.paid[seat.index()] != 0;
        }
        out.map_or_else(
            || seats_with_most(s.active, |seat| -points[seat.index()]),
            |seat| SeatSet(1 << seat.0),
        )
    }

    /// Returns the winners of the match if it is over; removes the seats that the target takes out.
    pub(crate) fn match_winners(&mut self) -> Option<SeatSet> {
        let (target, rounds) = (self.rules.matches.target, self.rules.matches.rounds);
        let by_target = if target > 0 {
            self.winners_at_target()
        } else {
            None
        };
        by_target.or_else(|| (rounds > 0 && self.state.matches.round + 1 >= rounds).then(|| self.leaders()))
    }

    /// Returns the winners of the match if the target ends it; removes the seats that the target takes out.
    fn winners_at_target(&mut self) -> Option<SeatSet> {
        let leaders = self.leaders();
        let (target, rule) = (i32::from(self.rules.matches.target), self.rules.matches.at_target);
        let s = &mut *self.state;
        if let Some(games) = &s.games {
            return games
                .are_closed(self.rules.matches.games, target)
                .then_some(leaders);
        }
        let mut left = s.active;
        for seat in s
            .active
            .iter()
            .filter(|seat| s.scores.points[seat.index()] >= target)
        {
            left.remove(seat);
        }
        if s.matches.last_round {
            return Some(leaders);
        }
        if left == s.active {
            return None;
        }
        if rule == AtTarget::End || left.is_empty() {
            return Some(leaders);
        }
        if self.rules.teams.among(left) == 1 {
            return Some(left);
        }
        if let AtTarget::Comeback(score) = rule {
            let back = |seat: Seat| s.scores.points[seat.index()] >= i32::from(score);
            let most = seats_with_most(s.active, |seat| i64::from(s.scores.points[seat.index()]));
            return s.active.iter().any(back).then_some(most);
        }
        s.active = left;
        s.matches.last_round = rule == AtTarget::SuddenDeath;
        None
    }

    /// Returns the seats that lead the match.
    pub(crate) fn leaders(&self) -> SeatSet {
        seats_with_most(self.state.active, |seat| {
            match_standing(self.rules, self.state, seat)
        })
    }
}

/// Returns the score that a player keeps at the end of a round.
fn kept_score(rules: &Rules, score: i32) -> i32 {
    let mut exact = rules.matches.exact.iter();
    exact
        .find(|(from, _)| *from == score)
        .map_or(score, |(_, to)| *to)
}

/// Returns the standing of a seat in the match: more is better.
///
/// With several games the seat that has won most stands best; while some are open, the sum of points decides between equals.
fn match_standing(rules: &Rules, s: &State, seat: Seat) -> i64 {
    let rule = &rules.matches;
    if let Some(games) = &s.games {
        let target = i32::from(rule.target);
        let open = !games.are_closed(rule.games, target);
        let points = if open { i64::from(games.total(seat)) } else { 0 };
        return (i64::from(games.won(seat, rule.games, target)) << 40) + points;
    }
    let score = i64::from(s.scores.points[seat.index()]);
    if rule.highest_wins { score } else { -score }
}

/// Returns the standing of a seat in a countdown, by score and then by cards: more is worse.
fn countdown_standing(s: &State, seat: Seat) -> i64 {
    i64::from(s.scores.points[seat.index()]) * CARDS + i64::from(s.hand(seat).len())
}

/// The games, of those that are scored at once, in which a round counts.
struct Counted {
    /// The games that were open before the round.
    open: Vec<usize>,
    /// Number of games in which the round counts for each seat: 0 for losers, or 1 for everybody where there are no such games.
    times: [i64; MAX_SEATS],
    /// Sum over all winning teams.
    all: i64,
}

/// Counts a round that these seats have won in the open games, if `is_won`; returns the games in which it counts.
fn count_in_games(rules: &Rules, s: &mut State, winners: SeatSet, is_won: bool) -> Counted {
    let mut counted = Counted {
        open: Vec::new(),
        times: [1; MAX_SEATS],
        all: i64::from(rules.teams.among(winners).max(1)),
    };
    let Some(games) = s.games.as_mut().filter(|_| is_won) else {
        return counted;
    };
    let target = i32::from(rules.matches.target);
    let all = 0..usize::from(rules.matches.games);
    counted.open = all.filter(|&game| !games.is_closed(game, target)).collect();
    counted.times = [0; MAX_SEATS];
    for seat in winners.iter() {
        counted.times[seat.index()] = i64::from(games.win(seat, &counted.open, rules.matches.games));
    }
    counted.all = counted.times.iter().sum();
    counted
}

/// Returns the seats with the greatest value.
fn seats_with_most(seats: SeatSet, value: impl Fn(Seat) -> i64) -> SeatSet {
    let most = seats.iter().map(&value).max().unwrap_or(0);
    let mut set = SeatSet::default();
    for seat in seats.iter().filter(|seat| value(*seat) == most) {
        set.insert(seat);
    }
    set
}

impl Game {
    /// Returns the sum of each seat's rewards since the episode began.
    ///
    /// With [`Truncation::Bootstrap`] a round that the limit of decisions has ended pays nothing; earlier rounds of the match stay paid.
    #[must_use]
    pub fn returns(&self, state: &State) -> [f64; MAX_SEATS] {
        match self.options().reward {
            Reward::Win => self.win_returns(state),
            Reward::Points => state.scores.paid_total.map(|paid| self.to_reward(paid)),
        }
    }

    /// Returns the reward of each seat for the last action.
    #[must_use]
    pub fn rewards(&self, state: &State) -> [f64; MAX_SEATS] {
        match self.options().reward {
            Reward::Win => self.win_returns(state),
            Reward::Points => state.scores.paid.map(|paid| self.to_reward(paid)),
        }
    }

    fn to_reward(&self, paid: i64) -> f64 {
        paid as f64 / (SHARE as f64 * f64::from(self.rules().score.reward_scale))
    }

    /// Returns the rewards of [`Reward::Win`]: each team (without teams each seat) stakes 1/(teams − 1), and the winners
    /// share the whole, or leave a share to the second.
    fn win_returns(&self, state: &State) -> [f64; MAX_SEATS] {
        let seats = match state.phase() {
            Phase::Over { truncated: true, .. } if self.options().truncation == Truncation::Bootstrap => {
                return [0.0; MAX_SEATS];
            }
            Phase::Over { winners, .. } => winners,
            _ => return [0.0; MAX_SEATS],
        };
        let teams = &self.rules().teams;
        let players = f64::from(teams.leads.len());
        let share = 1.0 / (players - 1.0);
        let seconds = self.second_places(state, seats);
        let of_second = if seconds.is_empty() {
            0.0
        } else {
            self.second_share()
        };
        std::array::from_fn(|seat| {
            let seat = Seat(seat as u8);
            if seat.0 >= self.players() {
                0.0
            } else if seats.contains(seat) {
                players * share * (1.0 - of_second) / f64::from(teams.among(seats).max(1)) - share
            } else if seconds.contains(seat) {
                players * share * of_second / f64::from(seconds.len()) - share
            } else {
                -share
            }
        })
    }

    /// Returns the place of each seat once the episode is over.
    ///
    /// Seats that tie share the first of the places that they take, such as 1, 2, 2, 4. Before the end, and if
    /// nobody has won, every seat is first.
    ///
    /// Winners come first. In a round the seats that are out follow in the order of going out, then the others by the points of
    /// their hands, the fewest first; in a countdown by score and cards. In a match seats that are still in it come before the
    /// others, each group by its scores.
    #[must_use]
    pub fn places(&self, state: &State) -> [u8; MAX_SEATS] {
        let mut places = [1; MAX_SEATS];
        let winners = match state.phase() {
            Phase::Over { winners, .. } if !winners.is_empty() => winners,
            _ => return places,
        };
        let players = usize::from(self.players());
        let mut behind = [(0, 0); MAX_SEATS];
        for (seat, behind) in behind.iter_mut().enumerate().take(players) {
            *behind = self.behind(state, winners, Seat(seat as u8));
        }
        let behind = &behind[..players];
        for (place, own) in places.iter_mut().zip(behind) {
            *place += behind.iter().filter(|other| *other < own).count() as u8;
        }
        places
    }

    /// Returns the key that orders seats at the end of an episode, the best first.
    fn behind(&self, state: &State, winners: SeatSet, seat: Seat) -> (u8, i64) {
        let rules = self.rules();
        if winners.contains(seat) {
            return (0, 0);
        }
        if self.options().episode == EpisodeKind::Match {
            let group = if state.active.contains(seat) { 1 } else { 2 };
            return (group, -match_standing(rules, state, seat));
        }
        if rules.teams.are_several(rules.players) {
            let hands = rules.teams.mates(seat).iter();
            let points = hands.map(|mate| {
                i64::from(hand_points(
                    rules,
                    state.hand(mate),
                    state.is_turned(),
                    CardSet::EMPTY,
                ))
            });
            return (MAX_SEATS as u8, points.sum());
        }
        match state.scores.placed[seat.index()] {
            0 if rules.countdown > 0 => (MAX_SEATS as u8, countdown_standing(state, seat)),
            0 => {
                let points = hand_points(rules, state.hand(seat), state.is_turned(), CardSet::EMPTY);
                (MAX_SEATS as u8, i64::from(points))
            }
            place => (place, 0),
        }
    }

    /// Returns the share of all stakes that the second gets.
    fn second_share(&self) -> f64 {
        let rules = self.rules();
        let plays = self.options().episode == EpisodeKind::Round && rules.players > 2;
        if plays {
            f64::from(rules.out.second_share) / 100.0
        } else {
            0.0
        }
    }

    /// Returns the seats that are second in a round that one seat has won: the one that was out second, else those
    /// with the fewest points in hand.
    fn second_places(&self, state: &State, winners: SeatSet) -> SeatSet {
        if self.rules().out.second_share == 0 || winners.len() != 1 {
            return SeatSet::default();
        }
        let others = || {
            (0..self.players())
                .map(Seat)
                .filter(|&seat| !winners.contains(seat))
        };
        if let Some(second) = others().find(|seat| state.scores.placed[seat.index()] == 2) {
            return SeatSet(1 << second.0);
        }
        let mut left = SeatSet::default();
        others().for_each(|seat| left.insert(seat));
        seats_with_most(left, |seat| {
            -i64::from(hand_points(
                self.rules(),
                state.hand(seat),
                state.is_turned(),
                CardSet::EMPTY,
            ))
        })
    }
}
