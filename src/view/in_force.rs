//! Public facts beside the upcard: restrictions in force, values drawn for the episode, and counts.

use super::View;
use crate::card::{Card, CardSet, Rank, Suit};
use crate::engine::suit_before;
use crate::ruleset::wild_rank;
use crate::seat::Seat;

impl View<'_> {
    /// The second suit that may be followed.
    #[must_use]
    pub fn second(&self) -> Option<Suit> {
        Suit::from_index(self.state.in_force.second)
    }

    /// The suit that was in force when the upcard was played in this turn.
    #[must_use]
    pub fn suit_before(&self) -> Option<Suit> {
        suit_before(self.game.rules(), self.state)
    }

    /// True if a restriction is in force that binds the next player only.
    #[must_use]
    pub const fn binds_next(&self) -> bool {
        self.state.in_force.binds_next
    }

    /// The cards of which the player of the turn must play one, whatever their suit, if the upcard demands it.
    #[must_use]
    pub fn demanded(&self) -> Option<CardSet> {
        let upcard = self.upcard().filter(|_| self.binds_next())?;
        self.game.rules().demanded(upcard)
    }

    /// True if the starter allows any card to be played.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.state.in_force.open
    }

    /// True if the first player has yet to nominate for the starter.
    #[must_use]
    pub fn first_nominates(&self) -> bool {
        self.state.first_nominates()
    }

    /// Number of cards of the upcard's rank played in a row, where that can end the round.
    #[must_use]
    pub const fn row(&self) -> u8 {
        self.state.round.row
    }

    /// True if the pending attack cannot be answered.
    #[must_use]
    pub const fn is_unanswerable(&self) -> bool {
        self.state.pending.unanswerable
    }

    /// The cards drawn for the episode's parameters, in the order of their names; a rank is given as its first card.
    pub fn params(&self) -> impl Iterator<Item = Card> {
        let drawn = self.game.rules().params.iter().zip(self.state.matches.params);
        drawn.map(|(param, value)| param.values[usize::from(value)])
    }

    /// The names of the episode's parameters, each with the cards that its value stands for.
    pub fn meanings(&self) -> impl Iterator<Item = (&str, CardSet)> {
        let drawn = self.game.rules().params.iter().zip(self.state.matches.params);
        drawn.map(|(param, value)| (param.name.as_str(), param.meant[usize::from(value)]))
    }

    /// Returns the rank that is wild for a seat by its countdown score.
    #[must_use]
    pub fn wild_rank(&self, seat: Seat) -> Option<Rank> {
        // A score above the starting score makes the same rank wild as the starting score.
        let most = i32::from(self.game.rules().countdown);
        wild_rank(self.score(seat).clamp(0, most) as u8)
    }

    /// Returns the place of a seat that is out while others play on; 0 for a seat that is not.
    #[must_use]
    pub const fn place(&self, seat: Seat) -> u8 {
        self.state.scores.placed[seat.index()]
    }
}
