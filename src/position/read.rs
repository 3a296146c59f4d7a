//! Parses the mapping of a position into a state.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::keys::{PositionKeys, attacks_there_are, dotted};
use super::problem::{PositionError, PositionProblems, ProblemCode};
use super::shape::{Beside, is_beside, is_nothing, root};
use super::write::fields;
use super::{cards, defaults, recent, valid};
use crate::engine::games::Games;
use crate::engine::{Chance, Game, Pending, Phase, RareState, State};
use crate::limits::{said, shown};
use crate::recent::Recent;
use crate::rng::{Rng, Stream};
use crate::rules::Rules;
use crate::seat::{Seat, SeatSet};

/// Returns the state of a position, and the public actions before it.
pub(crate) fn position(game: &Game, value: &Value, seed: u64) -> Result<(State, Recent), PositionError> {
    let mut problems = PositionProblems::default();
    let Some(given) = value.as_object() else {
        let message = format!("{} is not a mapping of keys to values", shown(value));
        problems.add("", ProblemCode::NotAMapping, message);
        return problems.finish((defaults::state(game, 0), Recent::new(0)));
    };
    let mut reader = PositionReader {
        game,
        rules: game.rules(),
        map: given.clone(),
        problems,
    };
    reader.write_out();
    let nowhere = reader.check_keys();
    let items = reader.map.get("recent").and_then(Value::as_array);
    let items = items.cloned().unwrap_or_default();
    let recent = recent::read(game, &items, &mut reader.problems);
    let mut state = defaults::state(game, 0);
    if reader.problems.is_empty()
        && let Some(read) = reader.state(nowhere)
    {
        state = read;
        state.rng = Rng::new(seed, Stream::Chance);
    }
    if reader.problems.is_empty() {
        valid::check(game, &state, &reader.map, &mut reader.problems);
    }
    if reader.problems.is_empty() {
        for problem in game.check(&state) {
            reader.problems.add("", ProblemCode::Inconsistent, problem);
        }
    }
    reader.problems.finish((state, recent))
}

/// A position that is being parsed.
struct PositionReader<'a> {
    game: &'a Game,
    rules: &'a Rules,
    map: Map<String, Value>,
    problems: PositionProblems,
}

impl PositionReader<'_> {
    /// Expands short forms: a phase given as its name, and a pending attack given as its number of cards.
    fn write_out(&mut self) {
        if let Some(phase) = self.map.get_mut("phase").filter(|phase| phase.is_string()) {
            *phase = json!({ "name": phase.take() });
        }
        if let Some(pending) = self.map.get_mut("pending").filter(|pending| pending.is_number()) {
            *pending = json!({ "draw": pending.take() });
        }
    }

    /// Checks all keys against the schema, and returns the cards that are named nowhere.
    fn check_keys(&mut self) -> [u8; crate::card::MAX_KINDS] {
        let mut target = None;
        if let Some(Value::Object(pending)) = self.map.get_mut("pending") {
            target = pending.shift_remove("target");
        }
        self.check_target(target);
        let mut checker = PositionKeys {
            rules: self.rules,
            out: out_of_match(&self.map),
            problems: &mut self.problems,
        };
        checker.table(root().keys(), &self.map, "");
        let suits = self.map.get("suits").and_then(Value::as_array);
        for (n, suit) in suits.into_iter().flatten().enumerate() {
            let text = suit.as_str().unwrap_or_default();
            if !text.is_empty() {
                checker.suit(text, &format!("suits.{n}"));
            }
        }
        if !self.map.contains_key("hands") {
            let message = "hands are missing: write a text of cards for each seat";
            self.problems.add("hands", ProblemCode::WrongLength, message);
        }
        self.check_piles();
        cards::count(self.rules, &self.map, &mut self.problems)
    }

    /// Checks that the target of an attack is the seat that is to act.
    fn check_target(&mut self, target: Option<Value>) {
        let Some(target) = target else { return };
        let seat = self.map.get("seat").cloned().unwrap_or(json!(0));
        let phase = self.map.get("phase").and_then(|phase| phase.get("name"));
        let number = target.as_u64();
        if number.is_none_or(|number| number >= u64::from(self.rules.players)) {
            let message = format!(
                "no seat {}: there are 0 … {}",
                shown(&target),
                self.rules.players - 1
            );
            self.problems
                .add("pending.target", ProblemCode::SeatOutOfRange, message);
        } else if target != seat || phase.is_some_and(|name| name != "play") {
            let message = format!(
                "seat {target}: what is pending is for the seat to act, {seat}, and its target is named in phase play only"
            );
            self.problems
                .add("pending.target", ProblemCode::Contradiction, message);
        }
    }

    /// Checks that several piles are given without `pile`, and that the one last played on is among them.
    fn check_piles(&mut self) {
        let count = self
            .map
            .get("piles")
            .and_then(Value::as_array)
            .map_or(0, Vec::len);
        let at = self.map.get("at").and_then(Value::as_u64).unwrap_or(0);
        let suits = self
            .map
            .get("suits")
            .and_then(Value::as_array)
            .map_or(0, Vec::len);
        let message = if count > 0 && (!self.rules.tableau.needed || self.map.contains_key("pile")) {
            "several piles are given as piles alone, and only where the ruleset has more than one"
        } else if at > 0 && at >= count as u64 || suits > count {
            "there are fewer piles"
        } else {
            return;
        };
        self.problems.add("piles", ProblemCode::NotInGame, message);
    }

    /// Builds the state from keys and values that fit the schema.
    fn state(&mut self, nowhere: [u8; crate::card::MAX_KINDS]) -> Option<State> {
        let beside: Beside = self.parse()?;
        let round = self.map.get("round").and_then(Value::as_u64).unwrap_or(0) as u16;
        let default = defaults::state(self.game, round);
        let kinds = [self.take_kind(&["pending"]), self.take_kind(&["turn", "attack"])];
        let given = std::mem::replace(&mut self.map, fields(&default));
        for (key, value) in &given {
            self.put(key, value);
        }
        let mut state: State = self.parse()?;
        state.tableau = default.tableau;
        if state.tableau.is_some() {
            state.tableau = Some(Box::new(self.parse::<RareState>()?));
        }
        state.games = default.games;
        if state.games.is_some() {
            state.games = Some(Box::new(self.parse::<Games>()?));
        }
        let backs = given.get("backs");
        let has_backs = ["hands", "pile"]
            .iter()
            .any(|key| backs.is_some_and(|backs| backs.get(*key).is_some()))
            || beside.aside_backs.is_some();
        self.map = given;
        let at_table = usize::from(self.rules.players);
        state.scores.points[at_table..].copy_from_slice(&default.scores.points[at_table..]);
        cards::lay_piles(&mut state, &beside);
        cards::fill_stock(&mut state, &beside, nowhere);
        if has_backs || state.phase() == Phase::Chance(Chance::Back) {
            cards::fill_backs_of_stock(self.rules, &mut state, &beside, &mut self.problems);
        } else {
            cards::lay_backs(self.rules, &mut state);
        }
        self.seats(&mut state, &beside);
        self.params(&mut state, &beside);
        self.attacks(&mut state, kinds);
        self.ruleset_defaults(&mut state);
        state.has_paid = state.scores.paid.iter().any(|&paid| paid != 0);
        Some(state)
    }

    /// Replaces the default of a key, if the ruleset has anything of the kind.
    fn put(&mut self, key: &str, value: &Value) {
        if let Some(place) = self.map.get_mut(key) {
            if place.is_null() && !value.is_null() && matches!(key, "known" | "ruled_out" | "backs") {
                let message = "nothing in this ruleset needs it";
                self.problems.add(key, ProblemCode::NotInGame, message);
            }
            *place = value.clone();
        } else if !is_beside(key) && !is_nothing(key, value) {
            let message = "nothing in this ruleset needs it";
            self.problems.add(key, ProblemCode::NotInGame, message);
        }
    }

    /// Deserialises a part of the state from the mapping.
    fn parse<T: DeserializeOwned>(&mut self) -> Option<T> {
        let refused = match parse(&self.map) {
            Ok(part) => return Some(part),
            Err(refused) => refused,
        };
        // The path of the error lacks fields of flattened structs: the key at fault is the one without which the rest
        // can be read.
        let default = fields(&defaults::state(self.game, 0));
        let key = self.map.keys().find(|key| {
            let mut other = self.map.clone();
            match default.get(*key) {
                Some(value) => other.insert((*key).clone(), value.clone()),
                None => other.shift_remove(*key),
            };
            parse::<T>(&other).is_ok()
        });
        let key = key.cloned().unwrap_or_default();
        self.problems.add(key, ProblemCode::WrongType, refused);
        None
    }

    /// Removes and returns the name of an attack. Its index is resolved once the upcard is known.
    fn take_kind(&mut self, path: &[&str]) -> Option<String> {
        let (first, rest) = path.split_first()?;
        let table = self.map.get_mut(*first)?;
        let table = rest.iter().try_fold(table, |at, key| at.get_mut(*key))?;
        let kind = table.as_object_mut()?.shift_remove("kind")?;
        kind.as_str().map(str::to_owned)
    }

    /// Sets the seats that are still in, and the dealer.
    fn seats(&mut self, state: &mut State, beside: &Beside) {
        let players = self.rules.players;
        let placed = |seat: &Seat| state.scores.placed[seat.index()] > 0;
        let active = (0..players)
            .map(Seat)
            .filter(|seat| !beside.out.contains(*seat) && !placed(seat));
        state.active = active.collect::<Vec<Seat>>().into();
        let in_match = (0..players)
            .map(Seat)
            .filter(|seat| !beside.out.contains(*seat))
            .count();
        if in_match < 2 || state.active.is_empty() {
            let message = format!("{in_match} of {players} seats are in: at least two play");
            self.problems.add("out", ProblemCode::WrongLength, message);
        }
        if state.is_over() {
            state.rejoin();
        }
        if !self.map.contains_key("dealer") {
            state.dealer = defaults::dealer(state, players);
        }
        if out_of_match(&self.map).contains(state.seat) {
            let message = format!("seat {} is no longer in", state.seat.0);
            self.problems.add("seat", ProblemCode::SeatIsOut, message);
        }
    }

    /// Sets the values drawn for the parameters; those that are not named keep the first value.
    fn params(&mut self, state: &mut State, beside: &Beside) {
        let params = &self.rules.params;
        for (name, text) in &beside.params {
            let path = dotted("params", name);
            let Some(index) = params.iter().position(|param| param.name == *name) else {
                let names: Vec<&str> = params.iter().map(|param| param.name.as_str()).collect();
                let message = format!("there is no such parameter: there are {}", names.join(", "));
                self.problems.add(path, ProblemCode::NotInGame, message);
                continue;
            };
            let values = &params[index].values;
            if let Some(value) = values.iter().position(|value| value.to_string() == *text) {
                state.matches.params[index] = value as u8;
            } else {
                let values = crate::card_text::format_cards(values.iter().copied());
                let message = format!("{text:?} is not drawn for it: there are {values}");
                self.problems.add(path, ProblemCode::UnknownName, message);
            }
        }
    }

    /// Resolves the pending and the collected attack, by name or by the upcard.
    fn attacks(&mut self, state: &mut State, [pending, collected]: [Option<String>; 2]) {
        if state.pending.is_some() {
            state.pending.kind = self.attack(state, pending.as_deref(), "pending.kind");
        } else {
            state.pending = Pending::default();
        }
        if state.turn.attack.is_some() || collected.is_some() {
            state.turn.attack.kind = self.attack(state, collected.as_deref(), "turn.attack.kind");
        }
    }

    /// Returns the index of the attack of this name, or of the upcard's.
    fn attack(&mut self, state: &State, name: Option<&str>, path: &str) -> u8 {
        let attacks = &self.rules.attacks;
        let of = |upcard| state.table(self.rules, state.seat).of(upcard).hit.attack;
        let found = match name {
            Some(name) => attacks.iter().position(|attack| attack.name == name),
            None => state.upcard().and_then(of).map(usize::from),
        };
        if found.is_none() {
            let what = state
                .upcard()
                .map_or("there is no upcard to attack".to_owned(), |upcard| {
                    format!("the upcard {upcard} does not attack")
                });
            let message = format!("{what}: {}", attacks_there_are(self.rules));
            self.problems.add(path, ProblemCode::NoAttack, message);
        }
        found.unwrap_or(0) as u8
    }

    /// Sets the scores to the sums of the points in the games that are scored at once, or checks that they are.
    fn games(&mut self, state: &mut State) {
        let (given, count) = (
            self.map.get("games").and_then(Value::as_array),
            self.rules.matches.games,
        );
        let Some(games) = &state.games else { return };
        if given.is_some_and(|given| given.len() != usize::from(count)) {
            let message = format!("there must be one list for each of {count} games");
            self.problems.add("games", ProblemCode::WrongLength, message);
        }
        for seat in (0..self.rules.players).map(Seat) {
            let (score, total) = (&mut state.scores.points[seat.index()], games.total(seat));
            if !self.map.contains_key("scores") {
                *score = total;
            } else if *score != total && given.is_some() {
                let message = format!("{score}: its points in all games are {total}");
                self.problems
                    .add(format!("scores.{}", seat.0), ProblemCode::Contradiction, message);
            }
        }
    }

    /// Derives absent values from other keys.
    fn ruleset_defaults(&mut self, state: &mut State) {
        let is_given = |key: &str| self.map.contains_key(key);
        if !is_given("actor") {
            let (phase, actor) = (state.phase(), defaults::actor(self.rules, state));
            state.agenda.ask(phase, actor);
        }
        if !is_given("turns") {
            state.matches.turns = u16::from(defaults::counts_turn(self.game, state));
        }
        if !is_given("said") {
            let said = defaults::said(self.rules, state);
            if let Some(tableau) = &mut state.tableau {
                tableau.announced.said = said;
            }
        }
        self.games(state);
        if let Phase::Play = state.phase()
            && !state.agenda.is_empty()
        {
            let message = "nothing waits while the seat of the turn plays";
            self.problems.add("agenda", ProblemCode::Contradiction, message);
        }
    }
}

/// Deserialises a part of the state from a mapping, or returns the reason why that fails.
fn parse<T: DeserializeOwned>(map: &Map<String, Value>) -> Result<T, String> {
    serde_json::from_value(Value::Object(map.clone())).map_err(|error| said(&error))
}

/// Returns the seats that a position lists as no longer in the match; none once it is over, since nobody acts any more.
fn out_of_match(map: &Map<String, Value>) -> SeatSet {
    if map.get("phase").is_some_and(|phase| phase["name"] == "over") {
        return SeatSet::default();
    }
    let out = map.get("out").and_then(Value::as_array).into_iter().flatten();
    let seats = out.filter_map(|seat| seat.as_u64().and_then(|seat| u8::try_from(seat).ok()));
    seats
        .filter_map(|seat| Seat::try_from(seat).ok())
        .collect::<Vec<_>>()
        .into()
}
