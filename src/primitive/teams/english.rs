//! English description of teams.

use super::settings::{TeamOut, Teams};
use crate::ruleset::describe::words::{count, join};
use crate::ruleset::describe::{Block, Section};
use crate::ruleset::{Ruleset, WhoScores};

impl Ruleset {
    /// Describes who plays with whom, how a team goes out and what it scores.
    pub(crate) fn teams_section(&self) -> Section {
        let blocks = if self.has_teams() {
            let mut said: Vec<String> = self
                .tables()
                .filter_map(|players| self.say_seats(players))
                .collect();
            said.push(
                match self.out.team {
                    TeamOut::One => "As soon as one of a team is out, the round ends, and the whole team has won it.",
                    TeamOut::All => {
                        "A player who is out waits while the others play on; the round ends when a whole team is out, \
                         which has then won it."
                    }
                }
                .to_owned(),
            );
            said.push(
                match self.score.who {
                    WhoScores::Own => "A team scores what all its members hold.",
                    WhoScores::Winner => "A team that wins scores what all members of the other teams hold.",
                    WhoScores::Round => "A team that wins scores one point.",
                }
                .to_owned(),
            );
            said.push("Where a round is blocked, a team counts what all its members hold.".to_owned());
            said.push("Partners neither see nor tell each other their cards.".to_owned());
            vec![Block::paragraph(said)]
        } else {
            Vec::new()
        };
        Section {
            title: "Teams",
            blocks,
        }
    }

    /// True if some number of players plays in teams.
    pub(crate) fn has_teams(&self) -> bool {
        self.teams.values().any(|teams| !teams.is_off())
    }

    /// Describes the seats of each team of this many players, if they play in teams.
    fn say_seats(&self, players: u8) -> Option<String> {
        let teams = self.teams.get(players).filter(|teams| !teams.is_off())?;
        let intro = match players {
            _ if self.players.min == self.players.max => "There are".to_owned(),
            players => format!("With {} there are", count(players, "player")),
        };
        Some(match teams {
            Teams::Alternate(number) if number * 2 == players => {
                format!(
                    "{intro} {} of two, who sit opposite each other.",
                    count(number, "team")
                )
            }
            Teams::Alternate(number) => format!("{intro} {}, whose seats alternate.", count(number, "team")),
            Teams::BySeat(..) => {
                let seats = |team: u8| -> Vec<String> {
                    let own = (0..players).filter(|&seat| teams.of(seat) == team);
                    own.map(|seat| (seat + 1).to_string()).collect()
                };
                let each: Vec<Vec<String>> = (0..players).map(seats).filter(|own| !own.is_empty()).collect();
                let said: Vec<String> = each
                    .iter()
                    .map(|own| format!("seats {}", join(own, "and")))
                    .collect();
                format!(
                    "{intro} {}: {}.",
                    count(each.len() as u8, "team"),
                    said.join("; ")
                )
            }
        })
    }
}
