//! The last public actions in position notation: a list of `[seat, "action"]`, the oldest first, written as moves are.

use serde_json::{Value, json};

use super::problem::{PositionError, PositionProblems, ProblemCode};
use crate::action::Action;
use crate::engine::{Game, MAX_HISTORY};
use crate::recent::Recent;
use crate::seat::Seat;

/// Serialises the actions to such a list.
pub(crate) fn recent_to_value(game: &Game, recent: &Recent) -> Value {
    let mut items: Vec<Value> = recent
        .latest()
        .map(|(seat, action)| json!([seat.0, game.text(&action)]))
        .collect();
    items.reverse();
    Value::Array(items)
}

/// Parses such a list, and keeps as many actions as observations of the game show.
///
/// # Errors
/// Every reason why the value is not such a list.
pub(crate) fn recent_of(game: &Game, value: &Value) -> Result<Recent, PositionError> {
    let mut problems = PositionProblems::default();
    let Some(items) = value.as_array() else {
        let message = format!("{value} is not a list of [seat, \"action\"]");
        problems.add("recent", ProblemCode::WrongType, message);
        return problems.finish(Recent::new(0));
    };
    let recent = read(game, items, &mut problems);
    problems.finish(recent)
}

/// Parses the items of the list.
pub(crate) fn read(game: &Game, items: &[Value], problems: &mut PositionProblems) -> Recent {
    let mut recent = Recent::new(game.options().history);
    if items.len() > usize::from(MAX_HISTORY) {
        let message = format!("{} actions: at most {MAX_HISTORY} are remembered", items.len());
        problems.add("recent", ProblemCode::WrongLength, message);
        return recent;
    }
    for (n, item) in items.iter().enumerate() {
        match item_of(game, item) {
            Ok((seat, action)) => recent.push(seat, action),
            Err((code, message)) => problems.add(format!("recent.{n}"), code, message),
        }
    }
    recent
}

/// Parses an item: the seat that acted, and the action.
fn item_of(game: &Game, item: &Value) -> Result<(Seat, Action), (ProblemCode, String)> {
    let pair = item.as_array().map(Vec::as_slice);
    let Some([Value::Number(seat), Value::String(text)]) = pair else {
        let message = format!("{item} is not [seat, \"action\"]");
        return Err((ProblemCode::WrongType, message));
    };
    let players = game.players();
    let seat = seat
        .as_u64()
        .and_then(|seat| u8::try_from(seat).ok())
        .filter(|&seat| seat < players)
        .ok_or_else(|| {
            let message = format!("{seat} is not a seat: there are 0 … {}", players - 1);
            (ProblemCode::SeatOutOfRange, message)
        })?;
    let action: Result<Action, _> = game.pack().within(|| text.parse());
    let action = action.map_err(|error| (ProblemCode::UnknownName, error.to_string()))?;
    match action {
        Action::Option(_) => {
            let message =
                format!("{action} is not among what is remembered: what is chosen by number is not");
            Err((ProblemCode::UnknownName, message))
        }
        Action::Seat(steps) if steps >= players => {
            let message = format!(
                "{action} is more than the others at the table: there are {}",
                players - 1
            );
            Err((ProblemCode::SeatOutOfRange, message))
        }
        action => Ok((Seat(seat), action)),
    }
}
