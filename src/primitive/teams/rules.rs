//! Teams in compiled form.

use super::settings::TeamOut;
use crate::ruleset::Ruleset;
use crate::seat::{MAX_SEATS, Seat, SeatSet};

/// The teams of a table. Without teams everybody is a team of one, so that play need not tell the two apart.
#[derive(Debug, Clone)]
pub(crate) struct TeamRules {
    /// The seats of the team of each seat, itself included.
    mates: [SeatSet; MAX_SEATS],
    /// The first seat of each team.
    pub(crate) leads: SeatSet,
    /// True if a round ends only when a whole team is out.
    pub(crate) all_out: bool,
}

impl TeamRules {
    pub(crate) fn compile(ruleset: &Ruleset, players: u8) -> Self {
        let teams = ruleset.teams.get(players).unwrap_or_default();
        let seats = || (0..players).map(Seat);
        let (mut mates, mut leads) = ([SeatSet::default(); MAX_SEATS], SeatSet::default());
        for seat in seats() {
            let own: Vec<Seat> = seats()
                .filter(|other| teams.of(other.0) == teams.of(seat.0))
                .collect();
            if own.first() == Some(&seat) {
                leads.insert(seat);
            }
            mates[seat.index()] = own.into();
        }
        Self {
            mates,
            leads,
            all_out: !teams.is_off() && ruleset.out.team == TeamOut::All,
        }
    }

    /// Returns the seats of the team of a seat, itself included.
    pub(crate) const fn mates(&self, seat: Seat) -> SeatSet {
        self.mates[seat.index()]
    }

    /// True if any team has several seats.
    pub(crate) fn are_several(&self, players: u8) -> bool {
        self.leads.len() < players
    }

    /// Returns the number of teams with a seat in this set, which holds all seats of a team or none.
    pub(crate) const fn among(&self, seats: SeatSet) -> u8 {
        SeatSet(seats.0 & self.leads.0).len()
    }
}
