//! What binds beside the upcard, what was drawn for the episode, and what is counted: all of it public.

use super::View;
use crate::card::{Card, CardSet, Rank, Suit};
use crate::ruleset::wild_rank;
use crate::seat::Seat;

impl View<'_> {
    /// The second suit that may be followed.
    #[must_use]
    pub fn second(&self) -> Option<Suit> {
        Suit::from_index(self.state.in_force.second)
    }

    /// Whether what binds the next player only is in force.
    #[must_use]
    pub const fn binds_next(&self) -> bool {
        self.state.in_force.binds_next
    }

    /// The cards of which the player whose turn it is must play one, whatever their suit, if the upcard demands it.
    #[must_use]
    pub fn demanded(&self) -> Option<CardSet> {
        let upcard = self.upcard().filter(|_| self.binds_next())?;
        self.game.rules().demanded(upcard)
    }

    /// Whether any card may be played, by leave of the starter.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.state.in_force.open
    }

    /// Whether the first player has yet to nominate for the starter.
    #[must_use]
    pub fn first_nominates(&self) -> bool {
        self.state.first_nominates()
    }

    /// Cards of the upcard's rank played in a row, where that can end the round.
    #[must_use]
    pub const fn row(&self) -> u8 {
        self.state.round.row
    }

    /// Whether what is pending cannot be answered.
    #[must_use]
    pub const fn is_unanswerable(&self) -> bool {
        self.state.pending.unanswerable
    }

    /// What was drawn for the episode, in the order of the names; a rank as its first card.
    pub fn params(&self) -> impl Iterator<Item = Card> {
        let drawn = self.game.rules().params.iter().zip(self.state.matches.params);
        drawn.map(|(param, value)| param.values[usize::from(value)])
    }

    /// The names of what was drawn for the episode, and the cards that each means.
    pub fn meanings(&self) -> impl Iterator<Item = (&str, CardSet)> {
        let drawn = self.game.rules().params.iter().zip(self.state.matches.params);
        drawn.map(|(param, value)| (param.name.as_str(), param.meant[usize::from(value)]))
    }

    /// The rank that is wild for a seat by its countdown score.
    #[must_use]
    pub fn wild_rank(&self, seat: Seat) -> Option<Rank> {
        // What a higher score makes wild is what the first one does.
        let most = i32::from(self.game.rules().countdown);
        wild_rank(self.score(seat).clamp(0, most) as u8)
    }

    /// The place of a seat that is out while others play on; 0 if it is not.
    #[must_use]
    pub const fn place(&self, seat: Seat) -> u8 {
        self.state.scores.placed[seat.index()]
    }
}
