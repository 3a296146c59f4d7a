//! Effects of cards that move hands and cards.

mod give;
mod hands;

use crate::engine::Engine;
use crate::engine::event::Log;
use crate::rules::features::{TABLE, TABLEAU};
use crate::rules::{CardRules, Features};
use crate::ruleset::PassHands;

/// Adds the card's effects to those of the turn.
#[inline]
pub(crate) fn collect<const F: Features, L: Log>(engine: &mut Engine<'_, F, L>, own: &CardRules, _: bool) {
    let direction = engine.state.direction;
    let (moving, turn) = (&own.moving, &mut engine.state.turn);
    if Engine::<F, L>::has(TABLE) {
        turn.hands = turn.hands.saturating_add(match moving.pass_hands {
            PassHands::Off => 0,
            PassHands::Right => -1,
            PassHands::Left => 1,
            PassHands::Onward => direction.sign(),
        });
    }
    if Engine::<F, L>::has(TABLEAU) {
        turn.card_effects.swap |= moving.swap_hands;
    }
}
