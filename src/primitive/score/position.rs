//! What a position says of the games that a match scores at once.

use crate::position::problem::ProblemCode;
use crate::position::read::Reader;
use crate::position::setup::Setup;
use crate::seat::Seat;

/// Most points in a game.
const MOST: u32 = 1_000_000;

impl Reader<'_> {
    /// Points and wins in the games that are scored at once; the scores are the sums.
    pub(crate) fn games(&mut self, setup: &Setup) {
        let said = !setup.games.is_empty() || !setup.wins.is_empty();
        let Some(mut games) = self.state.games.take() else {
            if said {
                let key = if setup.games.is_empty() { "wins" } else { "games" };
                let message = "the ruleset has nothing of the kind: a match scores one game";
                self.problems.add(key, ProblemCode::NotInGame, message.to_owned());
            }
            return;
        };
        let count = usize::from(self.rules.matches.games);
        if !setup.games.is_empty() && setup.games.len() != count {
            let message = format!("{} games are given: there are {count}", setup.games.len());
            self.problems.add("games", ProblemCode::WrongLength, message);
        }
        for (game, points) in setup.games.iter().enumerate().take(count) {
            let path = format!("games.{game}");
            if self.one_a_seat(points.len(), &path) {
                for (seat, &own) in points.iter().enumerate() {
                    games.points[game][seat] = self.number(own, &format!("{path}.{seat}"), MOST) as i32;
                }
            }
        }
        if self.one_a_seat(setup.wins.len(), "wins") {
            for (seat, &wins) in setup.wins.iter().enumerate() {
                games.wins[seat] = self.number(wins, &format!("wins.{seat}"), count as u32) as u8;
            }
        }
        let wins = (0..self.rules.players).map(Seat).find(|seat| {
            let beyond = games.points.iter().skip(usize::from(games.wins[seat.index()]));
            beyond.into_iter().any(|points| points[seat.index()] > 0)
        });
        if let Some(seat) = wins {
            let message = format!(
                "seat {} has won {} rounds, and has points in more games",
                seat.0,
                games.wins[seat.index()]
            );
            self.problems
                .add(format!("wins.{}", seat.0), ProblemCode::Contradiction, message);
        }
        for seat in (0..self.rules.players).map(Seat) {
            let (score, total) = (&mut self.state.scores.points[seat.index()], games.total(seat));
            if setup.scores.is_empty() {
                *score = total;
            } else if *score != total && !setup.games.is_empty() {
                let message = format!("{score}: its points in all games are {total}");
                self.problems
                    .add(format!("scores.{}", seat.0), ProblemCode::Contradiction, message);
            }
        }
        self.state.games = Some(games);
    }
}
