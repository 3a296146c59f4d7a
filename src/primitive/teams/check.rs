//! Checks of teams.

use super::settings::{TeamOut, Teams};
use crate::ruleset::validate::Problems;
use crate::ruleset::{Ruleset, Who};

impl Ruleset {
    /// Checks the teams for every number of players, and rules that play for oneself alone.
    pub(crate) fn check_teams(&self, problems: &mut Problems) {
        let mut any = false;
        for players in self.tables() {
            match self.teams.get(players) {
                None => problems.add("teams", format!("no value for {players} players")),
                Some(teams) => {
                    any |= !teams.is_off();
                    if let Some(why) = refused(teams, players) {
                        problems.add("teams", why);
                    }
                }
            }
        }
        if !any {
            problems.check(self.out.team == TeamOut::One, "out.team", || {
                "there are no teams: set teams, or leave it at \"one\"".to_owned()
            });
            return;
        }
        let hits_last_out = |special: &crate::ruleset::Special| {
            special.hit.as_ref().is_some_and(|hit| hit.who == Who::LastOut)
        };
        problems.apart(
            "teams",
            "a team wins and scores as one",
            [
                (self.countdown.from > 0).then(|| "countdown.from".to_owned()),
                self.out
                    .places
                    .values()
                    .any(|places| places.count > 1)
                    .then(|| "out.places".to_owned()),
                (self.matches.games > 1).then(|| "match.games".to_owned()),
                self.special
                    .values()
                    .any(hits_last_out)
                    .then(|| "hit.who = \"last-out\"".to_owned()),
            ],
        );
    }
}

/// Returns the reason to refuse teams of this many players.
fn refused(teams: Teams, players: u8) -> Option<String> {
    let unequal = || {
        format!(
            "{players} players do not make teams of the same size, of two or more: write 0 for that number"
        )
    };
    match teams {
        Teams::Alternate(0) => None,
        Teams::Alternate(1) => Some("one team has nobody to play against: write 2 … 5, or 0".to_owned()),
        Teams::Alternate(number) => (!players.is_multiple_of(number) || players / number < 2).then(unequal),
        Teams::BySeat(_, seats) if seats != players => Some(format!(
            "{seats} seats are given: there must be a team for each of {players}"
        )),
        Teams::BySeat(by_seat, _) => {
            let size = |team: u8| {
                (0..players)
                    .filter(|&seat| by_seat[usize::from(seat)] == team)
                    .count()
            };
            let sizes: Vec<usize> = (0..players).map(size).filter(|&size| size > 0).collect();
            let equal = sizes.len() > 1 && sizes[0] > 1 && sizes.iter().all(|&size| size == sizes[0]);
            (!equal).then(unequal)
        }
    }
}
