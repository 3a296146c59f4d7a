//! What the turn has collected so far.

use super::View;
use crate::card::Rank;

impl View<'_> {
    /// What the turn has collected so far.
    ///
    /// Effects that created rules may have a part in are not told to a seat that does not see them.
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
            again: turn.again,
            others_draw: turn.others_draw,
            hands: turn.hands,
            unanswerable: turn.attack.unanswerable,
            took: turn.drawn.pending,
        };
        if !self.knows_all_rules() {
            (collected.skip, collected.reverse, collected.again) = (0, 0, false);
            (collected.penalty, collected.others_draw) = (0, 0);
        }
        collected
    }
}

/// What a turn has collected so far, and passes in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Collected {
    /// Cards played.
    pub played: u8,
    /// Cards drawn by choice.
    pub drawn: u8,
    /// Passes in a row.
    pub passes: u8,
    /// Players to be skipped.
    pub skip: u8,
    /// Reversals.
    pub reverse: u8,
    /// Cards added to the attack.
    pub attack: u8,
    /// Turns added to it.
    pub attack_turns: u8,
    /// Cards that the next player draws at once.
    pub penalty: u8,
    /// Cards that may yet cover by leave of a card that was played.
    pub covers_left: u8,
    /// Equal cards played in the turn that lie together on top.
    pub run: u8,
    /// The rank that the card on top is or stands for.
    pub run_rank: Option<Rank>,
    /// Whether the same player has the next turn.
    pub again: bool,
    /// Cards that all others draw.
    pub others_draw: u8,
    /// Seats by which all hands move, clockwise.
    pub hands: i8,
    /// Whether the attack cannot be answered.
    pub unanswerable: bool,
    /// Whether what was pending has been drawn and the turn goes on.
    pub took: bool,
}

impl Collected {
    /// Whether nothing was played and nothing collected: all but passes, cards drawn and what was pending.
    #[inline]
    pub(crate) const fn is_empty(&self) -> bool {
        // Bytes that lie side by side in a position are read as one number.
        let side_by_side = u32::from_le_bytes([self.played, self.skip, self.reverse, self.others_draw]);
        let others = self.attack
            | self.attack_turns
            | self.unanswerable as u8
            | self.penalty
            | self.covers_left
            | self.run;
        let table = self.hands.cast_unsigned() | self.again as u8;
        side_by_side == 0 && others | table == 0 && self.run_rank.is_none()
    }
}
