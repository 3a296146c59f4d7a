//! What a round pays, who leads a match, and returns.

use super::event::Log;
use super::phase::Phase;
use super::state::State;
use super::{Engine, EpisodeKind, Game, Reward};
use crate::card::{Card, CardSet, Rank};
use crate::hand::Hand;
use crate::rules::Rules;
use crate::ruleset::{AtTarget, Doubling, WhoScores};
use crate::seat::{MAX_SEATS, Seat, SeatSet};

/// Points are paid in this fraction, so that up to ten who tie share them exactly.
pub(crate) const SHARE: i64 = 2520;

/// What a hand counts, the cards of a set twice.
fn hand_points(rules: &Rules, hand: &Hand, twice: CardSet) -> i32 {
    let each = |card| i32::from(rules.of(card).points) * if twice.contains(card) { 2 } else { 1 };
    let cards = hand.held().iter();
    cards.map(|card| each(card) * i32::from(hand.count(card))).sum()
}

/// The cards that count double after this last card.
fn doubled(rules: &Rules, last: Card) -> CardSet {
    let ranks = |from: u8, to: u8| {
        let ranks = (from..=to).filter_map(Rank::from_index);
        ranks.fold(CardSet::EMPTY, |set, rank| set.or(rank.cards()))
    };
    if rules.double == Doubling::Off {
        return CardSet::EMPTY;
    }
    if rules.wild.or(rules.wild_unable).contains(last) {
        return CardSet::ALL;
    }
    match (rules.double, last.rank().index()) {
        (Doubling::Class, 0..=3) => ranks(0, 3),
        (Doubling::Class, 4..=7) => ranks(4, 7),
        (Doubling::Class, 9..=11) => ranks(9, 11),
        _ => last.rank().cards(),
    }
}

impl<L: Log> Engine<'_, L> {
    /// Writes down the points of a round that a seat has won, or of a blocked one; who has won it.
    pub(super) fn score_round(&mut self, out: Option<Seat>) -> SeatSet {
        let (rules, s) = (self.rules, &mut *self.s);
        let mut points = [0; MAX_SEATS];
        let top = s.upcard().filter(|_| out.is_some());
        let twice = top.map_or(CardSet::EMPTY, |top| doubled(rules, top));
        for seat in s.active.iter() {
            points[seat.index()] = hand_points(rules, s.hand(seat), twice);
        }
        let fewest = s
            .active
            .iter()
            .map(|seat| points[seat.index()])
            .min()
            .unwrap_or(0);
        let winners = out.map_or_else(
            || best(s.active, |seat| i64::from(-points[seat.index()])),
            |seat| SeatSet(1 << seat.0),
        );
        // In a blocked round the winner wins the difference of each other hand to the own.
        let base = if out.is_some() { 0 } else { fewest };
        let won: i32 = s
            .active
            .iter()
            .filter(|seat| !winners.contains(*seat))
            .map(|seat| points[seat.index()] - base)
            .sum();
        let share = i64::from(winners.len().max(1));
        for seat in s.active.iter() {
            let own = points[seat.index()];
            let (score, paid) = match (rules.who_scores, winners.contains(seat)) {
                (WhoScores::Own, _) => (own, -i64::from(own) * SHARE),
                (WhoScores::Winner, true) => (won / share as i32, i64::from(won) * SHARE / share),
                (WhoScores::Winner, false) => (0, -i64::from(own - base) * SHARE),
            };
            let given = |to: Option<Seat>, points: u16| if to == Some(seat) { i32::from(points) } else { 0 };
            let bonus = given(out, rules.bonus) + given(s.hat, rules.hat);
            s.scores[seat.index()] += score - bonus;
            let paid = paid + i64::from(bonus) * SHARE;
            s.paid[seat.index()] += paid;
            s.paid_before[seat.index()] += paid;
            s.has_paid |= s.paid[seat.index()] != 0;
        }
        winners
    }

    /// Who has won the match, if it is over; takes those out of it whom the target takes out.
    pub(super) fn match_winners(&mut self) -> Option<SeatSet> {
        let (target, rule) = (i32::from(self.rules.target), self.rules.at_target);
        let leaders = self.leaders();
        let s = &mut *self.s;
        let mut left = s.active;
        for seat in s.active.iter().filter(|seat| s.scores[seat.index()] >= target) {
            left.remove(seat);
        }
        if s.last_round {
            return Some(leaders);
        }
        if left == s.active {
            return None;
        }
        if rule == AtTarget::End || left.is_empty() {
            return Some(leaders);
        }
        if left.len() == 1 {
            return Some(left);
        }
        s.active = left;
        s.last_round = rule == AtTarget::SuddenDeath;
        None
    }

    /// Who leads the match.
    pub(super) fn leaders(&self) -> SeatSet {
        let sign = if self.rules.highest_wins { 1 } else { -1 };
        best(self.s.active, |seat| {
            sign * i64::from(self.s.scores[seat.index()])
        })
    }
}

/// The seats of the greatest value.
fn best(seats: SeatSet, value: impl Fn(Seat) -> i64) -> SeatSet {
    let most = seats.iter().map(&value).max().unwrap_or(0);
    let mut set = SeatSet::default();
    for seat in seats.iter().filter(|seat| value(*seat) == most) {
        set.insert(seat);
    }
    set
}

impl Game {
    /// What each seat has won since the episode began.
    #[must_use]
    pub fn returns(&self, state: &State) -> [f64; MAX_SEATS] {
        match self.options().reward {
            Reward::Win => self.win(state),
            Reward::Points => state.paid_before.map(|paid| self.scaled(paid)),
        }
    }

    /// What each seat has won by the last action.
    #[must_use]
    pub fn rewards(&self, state: &State) -> [f64; MAX_SEATS] {
        match self.options().reward {
            Reward::Win => self.win(state),
            Reward::Points => state.paid.map(|paid| self.scaled(paid)),
        }
    }

    fn scaled(&self, paid: i64) -> f64 {
        paid as f64 / (SHARE as f64 * f64::from(self.rules().reward_scale))
    }

    /// Each stakes 1/(players − 1); the winners share the whole.
    fn win(&self, state: &State) -> [f64; MAX_SEATS] {
        let Phase::Over { winners: seats, .. } = state.phase else {
            return [0.0; MAX_SEATS];
        };
        let players = f64::from(self.players());
        let share = 1.0 / (players - 1.0);
        std::array::from_fn(|seat| {
            let seat = Seat(seat as u8);
            if seat.0 >= self.players() {
                0.0
            } else if seats.contains(seat) {
                players * share / f64::from(seats.len()) - share
            } else {
                -share
            }
        })
    }

    /// The least and the greatest return that an episode can bring a seat.
    #[must_use]
    pub fn utility(&self) -> (f64, f64) {
        let stake = 1.0 / (f64::from(self.players()) - 1.0);
        if self.options().reward == Reward::Win {
            return (-stake, 1.0);
        }
        let rules = self.rules();
        let deck: i64 = rules
            .deck
            .iter()
            .map(|&card| i64::from(rules.of(card).points))
            .sum();
        let rounds = match self.options().episode {
            EpisodeKind::Round => 1,
            EpisodeKind::Match => i64::from(self.max_decisions()),
        };
        let deck = if rules.double == Doubling::Off {
            deck
        } else {
            deck * 2
        };
        let bonus = i64::from(rules.bonus) + i64::from(rules.hat);
        let most = match rules.who_scores {
            WhoScores::Own => bonus,
            WhoScores::Winner => deck + bonus,
        };
        (
            self.scaled(-deck * rounds * SHARE),
            self.scaled(most * rounds * SHARE),
        )
    }
}
