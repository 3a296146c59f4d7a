//! Effects that the turn has collected so far.

use super::View;
use crate::card::Rank;
use crate::rules::NextPlayer;

impl View<'_> {
    /// Returns what the turn has collected so far.
    ///
    /// Effects to which created rules may contribute are zero for a seat that does not see those rules.
    #[must_use]
    #[inline(always)]
    pub fn collected(&self) -> Collected {
        let turn = &self.state.turn;
        let mut collected = Collected {
            played: turn.played,
            drawn: turn.drawn.cards,
            passes: self.state.round.passes,
            skip: turn.skip,
            reverse: turn.reverse,
            attack: turn.attack.cards,
            attack_turns: turn.attack.skip,
            penalty: turn.penalty.cards,
            covers_left: turn.covers.left,
            run: turn.set.cards,
            run_rank: turn.set.rank,
            next: turn.next,
            others_draw: turn.others_draw,
            hands: turn.hands,
            unanswerable: turn.attack.unanswerable,
            took_pending: turn.drawn.took_pending,
        };
        if !self.knows_all_rules() {
            (collected.skip, collected.reverse, collected.next) = (0, 0, NextPlayer::Usual);
            (collected.penalty, collected.others_draw) = (0, 0);
        }
        collected
    }
}

/// Counts and effects of the turn so far, and the number of passes in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Collected {
    /// Number of cards played this turn.
    pub played: u8,
    /// Number of cards drawn by choice this turn.
    pub drawn: u8,
    /// Number of passes in a row.
    pub passes: u8,
    /// Number of players to be skipped.
    pub skip: u8,
    /// Number of reversals.
    pub reverse: u8,
    /// Number of cards added to the attack.
    pub attack: u8,
    /// Number of turns added to the attack.
    pub attack_turns: u8,
    /// Number of cards that the next player draws at once.
    pub penalty: u8,
    /// Number of further covers that a card played this turn allows.
    pub covers_left: u8,
    /// Number of equal cards played this turn that lie together on top.
    pub run: u8,
    /// The rank that the card on top has or stands for.
    pub run_rank: Option<Rank>,
    /// The player who has the next turn.
    pub(crate) next: NextPlayer,
    /// Number of cards that all others draw.
    pub others_draw: u8,
    /// Number of seats by which all hands move, clockwise.
    pub hands: i8,
    /// True if the attack cannot be answered.
    pub unanswerable: bool,
    /// True if the pending cards were drawn and the turn goes on.
    pub took_pending: bool,
}

impl Collected {
    /// True if nothing was played or collected, apart from passes, cards drawn by choice and pending cards drawn.
    #[inline]
    pub(crate) const fn is_empty(&self) -> bool {
        // Bytes that are adjacent in the state are read as one number.
        let side_by_side = u32::from_le_bytes([self.played, self.skip, self.reverse, self.others_draw]);
        let others = self.attack
            | self.attack_turns
            | self.unanswerable as u8
            | self.penalty
            | self.covers_left
            | self.run;
        let table = self.hands.cast_unsigned() | self.next as u8;
        side_by_side == 0 && others | table == 0 && self.run_rank.is_none()
    }
}
