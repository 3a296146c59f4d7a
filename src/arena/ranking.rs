//! Ratings of entrants by the model of Bradley, Terry and Luce, from the winner of every game.

use std::ops::ControlFlow;

use serde::Serialize;

use super::Tally;
use super::interval::{KeepPlaying, gamma};
use super::tally::GameResult;
use crate::rng::{Rng, Stream};

/// The rating of an entrant.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Rating {
    /// Name of the entrant.
    pub entrant: String,
    /// The rating: 400 points more are odds of ten to one to win, and not the other. All ratings have a mean of 0.
    pub rating: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// Most blocks of deals for which wins are counted.
const BLOCKS: usize = 512;

/// Counts of the games that the entrant of a pairing won, in blocks of deals.
///
/// All blocks except the last have the same size. A block is one deal at first; where there would be more than
/// [`BLOCKS`], every two become one. So the blocks depend on the number of deals alone.
#[derive(Debug, Clone)]
pub(super) struct Wins {
    teams: u8,
    deals_per_block: usize,
    deals: usize,
    blocks: Vec<Block>,
    /// True while the place of every game is known.
    known: bool,
}

/// Games of some deals, as the entrant finished them: first, or after the field. Whoever shares the first place with
/// others has an equal part of it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Block {
    won: f64,
    lost: f64,
}

impl Block {
    fn add(&mut self, other: Self, weight: f64) {
        self.won += weight * other.won;
        self.lost += weight * other.lost;
    }
}

impl Wins {
    /// Makes the counts of no games.
    pub(super) fn new(teams: u8) -> Self {
        Self {
            teams,
            deals_per_block: 1,
            deals: 0,
            blocks: Vec::new(),
            known: true,
        }
    }

    /// Counts the games of one more deal.
    pub(super) fn push(&mut self, deal: &[GameResult]) {
        if self.deals == BLOCKS * self.deals_per_block {
            self.halve();
        }
        let mut played = Block::default();
        for game in deal {
            let won = match game.place {
                1 => 1.0 / (f64::from(game.tied) + 1.0),
                _ => 0.0,
            };
            self.known &= game.place > 0;
            played.won += won;
            played.lost += 1.0 - won;
        }
        if self.deals.is_multiple_of(self.deals_per_block) {
            self.blocks.push(Block::default());
        }
        self.deals += 1;
        if let Some(block) = self.blocks.last_mut() {
            block.add(played, 1.0);
        }
    }

    fn halve(&mut self) {
        let both = |two: &[Block]| {
            let mut sum = Block::default();
            for &block in two {
                sum.add(block, 1.0);
            }
            sum
        };
        self.blocks = self.blocks.chunks(2).map(both).collect();
        self.deals_per_block *= 2;
    }
}

/// Weighted counts of the games that the entrant of a pairing won and lost against a field of others.
struct Record {
    entrant: usize,
    field: usize,
    /// Number of seats of the field.
    others: f64,
    games: Block,
}

/// Number of draws of the bootstrap.
const DRAWS: usize = 1_000;

/// Least number of draws, and the number of counts added up by all draws together that limits it.
const LEAST_DRAWS: usize = 200;
const MOST_COUNTS: usize = 1 << 31;

/// Returns the ratings of entrants, the best first; none if the place of some game is not known.
///
/// The winner of a game is modelled as drawn by Bradley, Terry and Luce: one of all seats, with odds by their worth; all
/// seats of a field have the field's worth. The ratings are those of greatest likelihood, found by minorisation and
/// maximisation (Hunter 2004). The places of those who lost do not count: bots that play to win are not to be told apart
/// by how they lose. In addition, every two entrants are taken to have met once with two seats and won half each, so that
/// an entrant that won every game has a rating, too.
///
/// Intervals are percentiles of a bootstrap clustered by deal: a draw weighs whole deals, and the additional games, by
/// exponential numbers that are the same in all pairings. Where there are many deals, adjacent ones are weighed
/// together. The bootstrap draws the same numbers every time. One deal has no spread: the ends are then infinite.
pub(super) fn ratings<B>(
    entrants: &[String],
    tallies: &[Tally],
    goes_on: KeepPlaying<'_, B>,
) -> ControlFlow<B, Option<Vec<Rating>>> {
    let Some(games) = games_of(tallies) else {
        return ControlFlow::Continue(None);
    };
    let pairs: Vec<Record> = games.iter().map(|tally| weighed(tally, |_| 1.0)).collect();
    let zeros = vec![0.0; entrants.len()];
    let found = most_likely(zeros, &pairs, 1.0, 1e-10, goes_on)?;
    let blocks = games.iter().map(|tally| tally.wins.blocks.len());
    let spread = match blocks.max().unwrap_or_default() {
        0 | 1 => None,
        blocks => Some(bootstrap(&found, &games, blocks, goes_on)?),
    };
    let rating = |(at, entrant): (usize, &String)| {
        let (low, high) = spread
            .as_ref()
            .map_or((f64::NEG_INFINITY, f64::INFINITY), |draws| {
                percentiles(draws.iter().map(|draw| draw[at]).collect())
            });
        let rating = points(found[at]);
        Rating {
            entrant: entrant.clone(),
            rating,
            low: points(low).min(rating),
            high: points(high).max(rating),
        }
    };
    let mut ratings: Vec<Rating> = entrants.iter().enumerate().map(rating).collect();
    ratings.sort_by(|a, b| b.rating.total_cmp(&a.rating));
    ControlFlow::Continue(Some(ratings))
}

/// Returns the tallies to be counted, each game once; none if a place is not known, or nothing was played.
fn games_of(tallies: &[Tally]) -> Option<Vec<&Tally>> {
    let mut seen = std::collections::BTreeSet::new();
    let once: Vec<&Tally> = tallies
        .iter()
        .filter(|tally| seen.insert(tally.games_of()))
        .collect();
    let known = once.iter().all(|tally| tally.wins.known && tally.wins.deals > 0);
    (known && !once.is_empty()).then_some(once)
}

/// Converts a logarithm of worth to points, rounded to the precision of the search.
fn points(log: f64) -> f64 {
    let points = 400.0 / std::f64::consts::LN_10 * log;
    (points * 1e6).round() / 1e6 + 0.0
}

/// Returns the record of a pairing, with weighed blocks of deals.
fn weighed(tally: &Tally, weight: impl Fn(usize) -> f64) -> Record {
    let mut games = Block::default();
    for (at, &block) in tally.wins.blocks.iter().enumerate() {
        games.add(block, weight(at));
    }
    Record {
        entrant: tally.entrant,
        field: tally.field,
        others: f64::from(tally.wins.teams) - 1.0,
        games,
    }
}

/// Returns the logarithms of worth, with a mean of 0, that make these wins the likeliest, found from a first guess.
///
/// Every two entrants are taken to have met `met` times more and won half each.
fn most_likely<B>(
    mut logs: Vec<f64>,
    pairs: &[Record],
    met: f64,
    precision: f64,
    goes_on: KeepPlaying<'_, B>,
) -> ControlFlow<B, Vec<f64>> {
    const MOST_STEPS: usize = 10_000;
    for _ in 0..MOST_STEPS {
        goes_on()?;
        let next = step(&logs, pairs, met);
        let far = next
            .iter()
            .zip(&logs)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f64::max);
        logs = next;
        if far < precision {
            break;
        }
    }
    ControlFlow::Continue(logs)
}

/// Makes a step of minorisation and maximisation: the new worth is the games won divided by the chances to win them.
fn step(logs: &[f64], pairs: &[Record], met: f64) -> Vec<f64> {
    let worth: Vec<f64> = logs.iter().map(|log| log.exp()).collect();
    let mut won = vec![met / 2.0 * (worth.len() as f64 - 1.0); worth.len()];
    let mut chances = vec![0.0; worth.len()];
    for one in 0..worth.len() {
        for other in one + 1..worth.len() {
            let each = met / (worth[one] + worth[other]);
            chances[one] += each;
            chances[other] += each;
        }
    }
    for record in pairs {
        let (entrant, field, games) = (record.entrant, record.field, record.games);
        let each = (games.won + games.lost) / (worth[entrant] + record.others * worth[field]);
        won[entrant] += games.won;
        won[field] += games.lost;
        chances[entrant] += each;
        chances[field] += each * record.others;
    }
    let next: Vec<f64> = won
        .iter()
        .zip(&chances)
        .map(|(won, chances)| (won / chances).ln())
        .collect();
    let mean = next.iter().sum::<f64>() / next.len() as f64;
    next.into_iter().map(|log| log - mean).collect()
}

/// Returns the logarithms of worth for each draw of weights of deals.
fn bootstrap<B>(
    found: &[f64],
    games: &[&Tally],
    blocks: usize,
    goes_on: KeepPlaying<'_, B>,
) -> ControlFlow<B, Vec<Vec<f64>>> {
    let counts: usize = games
        .iter()
        .map(|tally| tally.wins.blocks.len() * usize::from(tally.wins.teams))
        .sum();
    let draws = (MOST_COUNTS / counts).clamp(LEAST_DRAWS, DRAWS);
    let mut rng = Rng::new(0, Stream::Sample);
    let mut found_each = Vec::with_capacity(draws);
    for _ in 0..draws {
        let weights: Vec<f64> = (0..blocks).map(|_| gamma(&mut rng, 1.0)).collect();
        let met = gamma(&mut rng, 1.0);
        let pairs = games.iter().map(|tally| weighed(tally, |block| weights[block]));
        let pairs: Vec<Record> = pairs.collect();
        found_each.push(most_likely(found.to_vec(), &pairs, met, 1e-6, goes_on)?);
    }
    ControlFlow::Continue(found_each)
}

/// Returns the ends of the middle 95 %.
fn percentiles(mut draws: Vec<f64>) -> (f64, f64) {
    draws.sort_by(f64::total_cmp);
    let beyond = draws.len() / 40;
    (draws[beyond - 1], draws[draws.len() - beyond])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn ratings(entrants: &[String], tallies: &[Tally]) -> Option<Vec<Rating>> {
        let always = || ControlFlow::<Infallible>::Continue(());
        let ControlFlow::Continue(found) = super::ratings(entrants, tallies, &always);
        found
    }

    fn game(place: u8, tied: u8) -> GameResult {
        GameResult {
            won: 0.0,
            returns: 0.0,
            decisions: 1,
            truncated: false,
            points: 0.0,
            place,
            tied,
        }
    }

    fn names(n: usize) -> Vec<String> {
        (0..n).map(|at| format!("bot {at}")).collect()
    }

    /// Draws an order by the model and returns the place of a seat of worth `worth` among `others` seats of worth
    /// `other`.
    fn place_drawn(rng: &mut Rng, worth: f64, other: f64, others: u32) -> u8 {
        let mut left = others;
        loop {
            let all = worth + f64::from(left) * other;
            let at = f64::from(rng.below(1 << 30)) / f64::from(1 << 30) * all;
            if at < worth {
                return (others - left + 1) as u8;
            }
            left -= 1;
        }
    }

    #[test]
    fn two_seats_are_rated_by_the_odds() {
        // 30 games won and 10 lost, and the additional game with one half each: odds of 30.5 to 10.5.
        let mut tally = Tally::new(0, 1, 2);
        for _ in 0..10 {
            tally
                .add(&[game(1, 0), game(1, 0), game(1, 0), game(2, 0)])
                .expect("games");
        }
        let found = ratings(&names(2), &[tally]).expect("places");
        let gap = found[0].rating - found[1].rating;
        assert!((gap - 400.0 * (30.5_f64 / 10.5).log10()).abs() < 1e-3, "{gap}");
        assert!((found[0].rating + found[1].rating).abs() < 1e-5, "a mean of 0");
        assert!(found[0].low < found[0].rating && found[0].rating < found[0].high);
    }

    #[test]
    fn the_worth_that_orders_were_drawn_by_is_found_19_times_in_20() {
        let worth = [2.0_f64, 1.0, 0.5];
        let mut rng = Rng::new(4, Stream::Bot);
        for players in [2_u8, 4, 10] {
            let (mut held, rounds) = (0, 40);
            for _ in 0..rounds {
                let mut tallies = Vec::new();
                for one in 0..3 {
                    for other in (0..3).filter(|&other| other != one && (players > 2 || one < other)) {
                        let mut tally = Tally::new(one, other, players);
                        for _ in 0..60 * u32::from(players) {
                            let others = u32::from(players) - 1;
                            let place = place_drawn(&mut rng, worth[one], worth[other], others);
                            tally
                                .add(&vec![game(place, 0); usize::from(players)])
                                .expect("games");
                        }
                        tallies.push(tally);
                    }
                }
                let found = ratings(&names(3), &tallies).expect("places");
                assert_eq!(
                    found.iter().map(|one| one.entrant.as_str()).collect::<Vec<_>>(),
                    names(3)
                );
                for (rating, worth) in found.iter().zip(worth) {
                    let truth = 400.0 * worth.log10();
                    held += u32::from(rating.low <= truth && truth <= rating.high);
                }
            }
            // Of 120, about 112 are expected: with so few deals the intervals are a little too narrow.
            assert!(
                (106..=120).contains(&held),
                "{held} of {} with {players} players",
                3 * rounds
            );
        }
    }

    #[test]
    fn who_wins_more_is_rated_above_who_loses_better() {
        // Of four games the first wins two and comes in last twice, the second wins one and is second else.
        let mut tallies = [Tally::new(0, 1, 4), Tally::new(1, 0, 4)];
        for _ in 0..10 {
            let places = [[1, 4, 1, 4], [1, 2, 2, 2]];
            for (tally, places) in tallies.iter_mut().zip(places) {
                tally.add(&places.map(|place| game(place, 0))).expect("games");
            }
        }
        let found = ratings(&names(2), &tallies).expect("places");
        assert_eq!(found[0].entrant, "bot 0");
        assert!(found[0].low > found[1].high, "{found:?}");
    }

    #[test]
    fn ties_of_all_tell_nobody_apart() {
        for players in 2..=10_u8 {
            let mut tally = Tally::new(1, 0, players);
            for _ in 0..30 {
                tally
                    .add(&vec![game(1, players - 1); usize::from(players)])
                    .expect("games");
            }
            for rating in ratings(&names(2), &[tally]).expect("places") {
                for found in [rating.low, rating.rating, rating.high] {
                    assert_eq!(found.to_bits(), 0_f64.to_bits(), "exactly zero");
                }
            }
        }
    }

    #[test]
    fn whoever_wins_every_game_has_a_rating() {
        let mut tally = Tally::new(0, 1, 3);
        tally.add(&vec![game(1, 0); 300]).expect("games");
        let found = ratings(&names(2), &[tally]).expect("places");
        assert!(found[0].rating > 500.0 && found[0].high.is_finite());
        assert!(
            found[0].low < found[0].rating - 10.0,
            "it is not certain: {found:?}"
        );
    }

    #[test]
    fn one_deal_or_an_unknown_place_is_not_enough() {
        let mut tally = Tally::new(0, 1, 2);
        tally.add(&[game(1, 0), game(1, 0)]).expect("games");
        let one = ratings(&names(2), std::slice::from_ref(&tally)).expect("places");
        assert!(one[0].rating > 0.0 && one[0].high == f64::INFINITY && one[0].low == f64::NEG_INFINITY);
        tally.add(&[game(0, 0), game(1, 0)]).expect("games");
        assert_eq!(ratings(&names(2), &[tally]), None);
        assert_eq!(ratings(&names(2), &[Tally::new(0, 1, 2)]), None);
        assert_eq!(ratings(&names(2), &[]), None);
    }

    #[test]
    fn many_deals_are_counted_in_blocks() {
        let mut wins = Wins::new(2);
        for deal in 0..=3 * BLOCKS as u32 {
            wins.push(&[game(1, 0), game(1 + (deal % 2) as u8, 0)]);
        }
        assert_eq!(wins.deals_per_block, 4);
        assert_eq!(wins.blocks.len(), 3 * BLOCKS / 4 + 1);
        let block = |won, lost| Block { won, lost };
        assert!(
            wins.blocks[..3 * BLOCKS / 4]
                .iter()
                .all(|&found| found == block(6.0, 2.0))
        );
        assert_eq!(wins.blocks[3 * BLOCKS / 4], block(2.0, 0.0));
    }
}
