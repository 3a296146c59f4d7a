//! Serialises a state to its mapping: the values that differ from the default position of the game.

use serde_json::{Map, Value, json};

use super::shape::root;
use super::{cards, defaults};
use crate::engine::notation::BY_SEAT;
use crate::engine::{Game, Phase, State};
use crate::rules::Rules;
use crate::ruleset::schema::{ValueKind, ValueShape};
use crate::seat::Seat;

/// The keys that are written even with their default values, if the state has them.
const ALWAYS: [&str; 5] = ["hands", "pile", "seat", "dealer", "created"];

/// Returns the fields of a state by their names.
pub(crate) fn fields(state: &State) -> Map<String, Value> {
    let parts = [
        serde_json::to_value(state),
        serde_json::to_value(state.tableau.as_deref()),
        serde_json::to_value(state.games.as_deref()),
    ];
    let mut all = Map::new();
    for part in parts.into_iter().flatten() {
        if let Value::Object(map) = part {
            all.extend(map);
        }
    }
    all
}

/// Returns the mapping of a state.
pub(crate) fn to_value(game: &Game, state: &State) -> Value {
    let rules = game.rules();
    let mut map = Map::new();
    let mut default = fields(&defaults::state(game, state.matches.round));
    default.insert("round".to_owned(), 0.into());
    for (key, value) in fields(state) {
        let value = match default.get(&key) {
            _ if ALWAYS.contains(&key.as_str()) => Some(value),
            Some(default) => difference(value, default, matches!(key.as_str(), "turn" | "effects")),
            None => Some(value),
        };
        map.extend(value.map(|value| (key, value)));
    }
    name_attacks(rules, state, &mut map);
    write_phase(game, state, &mut map);
    write_beside(rules, state, &mut map);
    let announced = |tableau: &crate::engine::RareState| tableau.announced.said;
    if let Some(said) = state.tableau.as_deref().map(announced) {
        map.shift_remove("said");
        if !said.is_empty() || said != defaults::said(rules, state) {
            map.insert("said".to_owned(), json!(said));
        }
    }
    map.shift_remove("turns");
    if state.matches.turns > 0 || defaults::counts_turn(game, state) {
        map.insert("turns".to_owned(), json!(state.matches.turns));
    }
    if let Some(direction) = default.get("direction").filter(|direction| **direction != 1) {
        // The direction is then clear without the ruleset.
        map.entry("direction").or_insert_with(|| direction.clone());
    }
    shorten(root(), &mut map, usize::from(rules.players));
    map.values_mut().for_each(without_nulls);
    let mut sorted = Map::new();
    for key in ["hands", "pile", "piles", "stock", "aside", "seat"] {
        sorted.extend(map.shift_remove(key).map(|value| (key.to_owned(), value)));
    }
    sorted.extend(map);
    Value::Object(sorted)
}

/// Removes the keys of tables whose values are null.
fn without_nulls(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|_, inner| !inner.is_null());
            map.values_mut().for_each(without_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(without_nulls),
        _ => {}
    }
}

/// Returns a value if it differs from its default; `within` also removes the keys of a table that do not differ.
fn difference(value: Value, default: &Value, within: bool) -> Option<Value> {
    if value == *default {
        return None;
    }
    match (value, default) {
        (Value::Object(map), Value::Object(default)) if within => {
            let own = map
                .into_iter()
                .filter_map(|(key, value)| match default.get(&key) {
                    Some(default) => difference(value, default, true).map(|value| (key, value)),
                    None => Some((key, value)),
                });
            Some(Value::Object(own.collect()))
        }
        (value, _) => Some(value),
    }
}

/// Writes the pending attack, and the names of attacks in place of their indices.
fn name_attacks(rules: &Rules, s: &State, map: &mut Map<String, Value>) {
    let name = |kind: u8| {
        rules
            .attacks
            .get(usize::from(kind))
            .map(|attack| attack.name.as_str())
    };
    map.shift_remove("pending");
    if s.pending.is_some() {
        let mut pending = json!({ "draw": s.pending.draw });
        if s.pending.skip > 0 {
            pending["skip"] = json!(s.pending.skip);
        }
        pending["kind"] = json!(name(s.pending.kind));
        if s.phase() == Phase::Play {
            pending["target"] = json!(s.seat);
        }
        pending["answerable"] = json!(!s.pending.unanswerable);
        map.insert("pending".to_owned(), pending);
    }
    let attack = s.turn.attack;
    let named = attack.is_some() || attack.kind > 0 || s.turn.drawn.took_pending;
    if named && let Some(name) = name(attack.kind) {
        let turn = map.entry("turn").or_insert_with(|| json!({}));
        if turn["attack"].is_null() {
            turn["attack"] = json!({});
        }
        turn["attack"]["kind"] = json!(name);
    }
}

/// Writes a phase without fields as its name, and the actor only if the phase does not determine it.
fn write_phase(game: &Game, s: &State, map: &mut Map<String, Value>) {
    map.shift_remove("actor");
    if s.asked() != defaults::actor(game.rules(), s) {
        map.insert("actor".to_owned(), json!(s.asked()));
    }
    if let Some(phase) = map.get_mut("phase") {
        if phase["last"] == false {
            phase.as_object_mut().map(|fields| fields.shift_remove("last"));
        }
        if phase["truncated"] == false {
            phase
                .as_object_mut()
                .map(|fields| fields.shift_remove("truncated"));
        }
        if phase.as_object().is_some_and(|fields| fields.len() == 1) {
            *phase = phase["name"].take();
        }
    }
}

/// Writes the keys that are not plain fields of a state.
fn write_beside(rules: &Rules, s: &State, map: &mut Map<String, Value>) {
    let mut put = |key: &str, value: Value| {
        map.insert(key.to_owned(), value);
    };
    let (stock, aside) = cards::stock(rules, s);
    if let Some(stock) = stock {
        put("stock", json!(stock));
    }
    if let Some(aside) = aside {
        put("aside", json!(aside));
    }
    if let Some(backs) = cards::aside_backs(rules, s) {
        put("aside_backs", json!(backs));
    }
    let is_out = |seat: &Seat| !s.active.contains(*seat) && s.scores.placed[seat.index()] == 0;
    let out: Vec<Seat> = (0..rules.players).map(Seat).filter(is_out).collect();
    if !out.is_empty() {
        put("out", json!(out));
    }
    if !rules.params.is_empty() {
        let drawn = rules.params.iter().zip(s.matches.params);
        let drawn = drawn.map(|(param, value)| (param.name.clone(), json!(param.values[usize::from(value)])));
        put("params", Value::Object(drawn.collect()));
    }
    if let Some(games) = map.get_mut("games").and_then(Value::as_array_mut) {
        games.truncate(usize::from(rules.matches.games));
    }
    if let Some((piles, suits, at)) = cards::piles(s) {
        map.insert("piles".to_owned(), json!(piles));
        if at > 0 {
            map.insert("at".to_owned(), json!(at));
        }
        if suits.iter().any(|suit| !suit.is_empty()) {
            map.insert("suits".to_owned(), json!(suits));
        }
        map.shift_remove("pile");
    }
}

/// Shortens lists with a value for each seat to the seats at the table.
fn shorten(shape: &ValueShape, map: &mut Map<String, Value>, players: usize) {
    for (key, value) in map.iter_mut() {
        let Some(shape) = shape.under(key) else { continue };
        match value {
            Value::Object(inner) if matches!(shape.kind, ValueKind::Table(_)) => {
                shorten(shape, inner, players);
            }
            value => shorten_list(shape, value, players),
        }
    }
}

fn shorten_list(shape: &ValueShape, value: &mut Value, players: usize) {
    let (ValueKind::List(item, _), Value::Array(items)) = (&shape.kind, value) else {
        return;
    };
    if shape.format == Some(BY_SEAT) {
        items.truncate(players);
    }
    for inner in items {
        shorten_list(item, inner, players);
    }
}
