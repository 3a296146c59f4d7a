//! The hidden parts of the tableau: created rules, and cards that another seat chose to keep.

use super::{KeepSeeking, ResampleError};
use crate::engine::{Chance, Game, Phase, Standing, State, may_be_added, sees};
use crate::hand::Hand;
use crate::rng::Rng;
use crate::rules::TableauRules;
use crate::ruleset::{Class, CreatedRule, Does, Draft};
use crate::seat::Seat;

/// Most draws of the created rules before the search fails.
const MOST_DRAWN: u32 = 100_000;

/// Redraws the hidden parts of the tableau; created rules are redrawn so that they explain the current question.
///
/// # Errors
/// [`ResampleError::Rules`] if no drawn rules explain the question; [`ResampleError::Stopped`] if `goes_on` returned
/// false before some did.
pub(super) fn redraw(
    game: &Game,
    state: &State,
    viewer: Seat,
    drawn: &mut State,
    rng: &mut Rng,
    goes_on: KeepSeeking<'_>,
) -> Result<(), ResampleError> {
    let (rules, Some(before)) = (&game.rules().tableau, &state.tableau) else {
        return Ok(());
    };
    if state.phase() == Phase::Keep && state.asked() != viewer {
        let kept = some_of(drawn.hand(state.asked()), before.kept.len(), rng);
        if let Some(tableau) = &mut drawn.tableau {
            tableau.kept = kept;
        }
    }
    if rules.created.most == 0 {
        return Ok(());
    }
    if !sees(rules, state, viewer) {
        // The question depends on the rules alone, so they can be redrawn without the cards.
        let any = !is_explained(state);
        let mut explains = |drawn: &mut State| {
            redraw_rules(rules, before.created.standing, drawn, rng);
            any || is_explained(drawn)
        };
        if !(0..MOST_DRAWN).any(|_| !goes_on() || explains(&mut *drawn)) {
            return Err(ResampleError::Rules {
                seat: viewer,
                phase: state.phase().name(),
                drawn: MOST_DRAWN,
            });
        }
        if !goes_on() {
            return Err(ResampleError::Stopped);
        }
    }
    redraw_offers(rules, state, viewer, drawn, rng);
    Ok(())
}

/// Redraws the standing rules, keeping their number.
fn redraw_rules(rules: &TableauRules, standing: u8, drawn: &mut State, rng: &mut Rng) {
    let Some(tableau) = drawn.tableau.as_deref_mut() else {
        return;
    };
    tableau.created.forget_rules();
    for _ in 0..standing {
        let rule = rule(rules, tableau.created.rules(), &[], rng);
        tableau.created.stand(rule);
    }
}

/// Redraws the offered rules, keeping their number, and the finished steps of the draft, which no seat sees.
fn redraw_offers(rules: &TableauRules, state: &State, viewer: Seat, drawn: &mut State, rng: &mut Rng) {
    let (Some(before), Some(tableau)) = (&state.tableau, drawn.tableau.as_deref_mut()) else {
        return;
    };
    let chooses = state.phase() == Phase::Create && state.asked() == viewer;
    if rules.hides() && !chooses && before.created.offers > 0 {
        tableau.created.forget_offers();
        for _ in 0..before.created.offers {
            let rule = rule(rules, tableau.created.rules(), tableau.created.offers(), rng);
            tableau.created.offered[usize::from(tableau.created.offers)] = rule;
            tableau.created.offers += 1;
        }
    }
    tableau.created.draft = Draft::default();
    for _ in before.created.draft.taken() {
        tableau
            .created
            .draft
            .push(rng.below(u32::from(tableau.created.draft.outcomes())) as u8);
    }
}

/// Returns this many random cards of a hand.
fn some_of(hand: &Hand, cards: u8, rng: &mut Rng) -> Hand {
    let mut all: Vec<crate::card::Card> = hand.iter().collect();
    rng.shuffle(&mut all);
    all.into_iter().take(usize::from(cards)).collect()
}

/// Draws a rule that may be added to the standing and offered ones.
fn rule(rules: &TableauRules, standing: &[Standing], offered: &[CreatedRule], rng: &mut Rng) -> CreatedRule {
    loop {
        let mut draft = Draft::default();
        while draft.outcomes() > 0 {
            draft.push(rng.below(u32::from(draft.outcomes())) as u8);
        }
        if let Some(rule) = draft.rule()
            && may_be_added(rules, standing, offered, &rule)
        {
            return rule;
        }
    }
}

/// True if the seat of the turn holds the card for which it chooses a pile.
pub(super) fn could_be(drawn: &State) -> bool {
    match drawn.phase() {
        Phase::Pile { card } => drawn.held(drawn.seat).contains(card),
        _ => true,
    }
}

/// True if the created rules explain the pending effects of the turn.
///
/// Once other cards cover those that a rule refers to, the table no longer shows anything of that rule; then not even
/// the true rules explain the effects.
fn is_explained(drawn: &State) -> bool {
    let Some(tableau) = &drawn.tableau else {
        return true;
    };
    let turn = &drawn.turn;
    let splits = turn.created.splits || drawn.phase() == Phase::Chance(Chance::Split);
    let does = |does: Does| {
        tableau
            .created
            .rules()
            .iter()
            .filter(move |standing| standing.rule.does == does)
    };
    if splits && does(Does::TwoPiles).next().is_none() {
        return false;
    }
    !turn.created.nominates || does(Does::Nominate).any(|standing| explains(drawn, standing))
}

/// True if a rule applies to the upcard on the card beneath it.
fn explains(drawn: &State, standing: &Standing) -> bool {
    let pile = drawn.pile.cards();
    let under = pile.len().checked_sub(2).map(|at| pile[at]);
    let on = under.map_or(standing.after == Class::ALL.cards(), |under| {
        standing.after.contains(under)
    });
    on && drawn
        .upcard()
        .is_some_and(|upcard| standing.cards.contains(upcard))
}
