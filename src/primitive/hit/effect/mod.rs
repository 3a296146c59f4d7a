//! Effects of cards that make players draw or lose turns.

mod aimed;
mod last_out;
mod lot;
mod open;
mod penalty;

use super::rules::HitRules;
use crate::engine::Engine;
use crate::engine::event::Log;
use crate::rules::features::{ATTACKS, COMPAT, LOST_TURNS, PENALTIES, ROUNDS, TABLE, TABLEAU};
use crate::rules::{CardRules, Features};

/// Adds the card's effects to those of the turn; its attack only if `attacks` is true.
#[inline]
pub(crate) fn collect<const F: Features, L: Log>(
    engine: &mut Engine<'_, F, L>,
    own: &CardRules,
    attacks: bool,
) {
    let (hit, turn) = (&own.hit, &mut engine.state.turn);
    if Engine::<F, L>::has(TABLE) {
        turn.others_draw = turn.others_draw.saturating_add(hit.others_draw);
    }
    if Engine::<F, L>::has(TABLEAU) {
        let effects = &mut turn.card_effects;
        effects.lot = effects.lot.saturating_add(hit.lot);
        effects.draw = effects.draw.saturating_add(hit.own_draw);
        if hit.is_rare() {
            engine.collect_rare(hit);
        }
    }
    let turn = &mut engine.state.turn;
    if Engine::<F, L>::has(ROUNDS) {
        turn.back_draw = turn.back_draw.saturating_add(hit.back_draw);
    }
    if Engine::<F, L>::has(PENALTIES)
        && let Some(penalty) = hit.penalty
    {
        let collected = &mut turn.penalty;
        collected.cards = collected.cards.saturating_add(penalty.draw);
        collected.kept = penalty.kept;
        collected.from = penalty.from;
        collected.ends_attack = penalty.ends_attack;
        if penalty.covered {
            collected.covered = collected.covered.saturating_add(penalty.draw);
        }
    }
    if Engine::<F, L>::has(ATTACKS)
        && attacks
        && let Some(kind) = hit.attack
    {
        engine.collect_attack(kind);
    }
}

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Adds the hits of the player before, of one who is named, and those whose number of cards is open.
    #[inline(never)]
    fn collect_rare(&mut self, hit: &HitRules) {
        let Some(tableau) = self.tableau() else { return };
        let effects = &mut tableau.effects;
        effects.aimed.previous_draw = effects.aimed.previous_draw.saturating_add(hit.previous_draw);
        effects.aimed.chosen_draw = effects.aimed.chosen_draw.saturating_add(hit.chosen_draw);
        if let Some(open) = hit.open
            && let Some(place) = effects.open.iter_mut().find(|place| **place == 0)
        {
            *place = open;
        }
    }

    /// Adds an attack of this kind to that of the turn, if its conditions hold.
    fn collect_attack(&mut self, kind: u8) {
        let attack = &self.rules.attacks[usize::from(kind)];
        if Self::has(COMPAT) && attack.needs_stock && !self.state.can_draw(self.rules) {
            return;
        }
        if attack.only_adds
            && !self.state.pending.is_some_of::<F>()
            && !self.state.turn.attack.is_some_of::<F>()
        {
            return;
        }
        let turn = &mut self.state.turn;
        let with = |before: u8, own: u8| {
            if attack.adds {
                before.saturating_add(own)
            } else {
                before.max(own)
            }
        };
        turn.attack.cards = with(turn.attack.cards, attack.draw);
        if Self::has(LOST_TURNS) {
            turn.attack.skip = with(turn.attack.skip, attack.skip);
        }
        turn.attack.kind = kind;
        turn.attack.unanswerable |= attack.set_unanswerable && turn.set.cards >= 2;
    }
}
