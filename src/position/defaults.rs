//! The defaults of a position, from the ruleset or from other keys.

use crate::engine::agenda::Agenda;
use crate::engine::{Chance, EpisodeKind, Game, Phase, State};
use crate::rng::{Rng, Stream};
use crate::rules::Rules;
use crate::ruleset::{CallDue, CallMade, Caught};
use crate::seat::{Direction, Seat, SeatSet};

/// Returns the state of a position without keys in this round: it is the turn of seat 0.
pub(crate) fn state(game: &Game, round: u16) -> State {
    let rules = game.rules();
    let mut state = State::empty(rules, Rng::new(0, Stream::Chance));
    state.agenda = Agenda::new(Seat(0));
    state.matches.round = round;
    state.round.deal = rules.deal.cards_in(round);
    if let Some(tableau) = &mut state.tableau {
        tableau.created.lots = 0;
    }
    state
}

/// Returns the last active seat before the seat of the turn, in the order of seat numbers.
pub(crate) fn dealer(state: &State, players: u8) -> Seat {
    let before = |seat: Seat| seat.next(Direction::Anticlockwise, players);
    let mut dealer = before(state.seat);
    while !state.active.contains(dealer) && dealer != state.seat {
        dealer = before(dealer);
    }
    dealer
}

/// Returns the seat that decides according to the phase.
pub(crate) fn actor(rules: &Rules, state: &State) -> Seat {
    match state.phase() {
        Phase::Catch { .. } if rules.call.caught == Caught::NextPlayer => state.seat,
        Phase::Challenge { .. } | Phase::Catch { .. } => state.next_active(state.seat, rules.players),
        Phase::Chance(Chance::Draw { seat }) => seat,
        _ => state.seat,
    }
}

/// Returns the seats taken to have announced a last card: every seat that holds one card and owes no call, except the
/// seat of the turn once it has played, which has yet to be asked.
pub(crate) fn said(rules: &Rules, state: &State) -> SeatSet {
    let owed = rules.call.made != CallMade::Off && rules.call.due == CallDue::Held;
    let begun = !matches!(state.phase(), Phase::Chance(Chance::Dealer | Chance::Deal { .. }));
    let mut said = SeatSet::default();
    for seat in state.active.iter().filter(|_| owed && begun) {
        let asked = seat != state.seat || state.turn.played == 0;
        if asked && state.hand(seat).len() == 1 && !state.calls.contains(seat) {
            said.insert(seat);
        }
    }
    said
}

/// True when a turn that counts towards the limit of the match is under way, as far as the position shows it.
pub(crate) fn counts_turn(game: &Game, state: &State) -> bool {
    let limited = game.rules().matches.turns > 0 && game.options().episode == EpisodeKind::Match;
    let turn = &state.turn;
    limited
        && match state.phase() {
            Phase::Play | Phase::Catch { .. } => true,
            Phase::Over { .. } => false,
            // Before the first turn, effects of the starter may ask a question, too.
            _ => state.round.plays > 0 || turn.played > 0 || turn.drawn.cards > 0,
        }
}
