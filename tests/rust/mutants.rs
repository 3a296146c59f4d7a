//! Mutated positions: a refused one names its keys, and an accepted one plays on under the same invariants as a reached position.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use eights::position::position_schema;
use eights::{Card, Episode, Game, Options, Phase, Rng, Seat, State, Stream};
use serde_json::{Map, Value, json};

use crate::conformance::conforms;
use crate::harness::{Position, Table, play_on};
use crate::position::is_restored;

/// Factor for the number of mutants: `EIGHTS_MUTANTS=N`.
fn times() -> usize {
    let given = std::env::var("EIGHTS_MUTANTS").ok();
    given.and_then(|n| n.parse().ok()).unwrap_or(1)
}

/// Limit of decisions per game, low enough to play a mutant to its end.
const MOST: u32 = 300;

/// Number of steps that most mutants are played on.
const STEPS: u32 = 24;

/// One accepted mutant in this number is played to its end.
const TO_THE_END: u64 = 32;

/// The keys of position notation, as its schema has them.
struct Keys {
    /// Numbers and switches, by the pointer of the table that they stand in.
    numbers: Vec<(String, String)>,
    switches: Vec<(String, String)>,
    /// Names of tasks that stand for themselves.
    tasks: Vec<String>,
    /// Names of tasks that are about a seat.
    tasks_of_seats: Vec<String>,
    /// Names of chance nodes.
    nodes: Vec<String>,
}

impl Keys {
    fn new() -> Self {
        let schema = position_schema();
        let mut keys = Self {
            numbers: Vec::new(),
            switches: Vec::new(),
            tasks: Vec::new(),
            tasks_of_seats: Vec::new(),
            nodes: Vec::new(),
        };
        keys.note(&schema, "");
        let alternatives = |schema: &Value| schema["oneOf"].as_array().cloned().unwrap_or_default();
        for phase in alternatives(&schema["properties"]["phase"]) {
            keys.note(&phase, "/phase");
            for node in alternatives(&phase) {
                keys.note(&node, "/phase");
                keys.nodes
                    .extend(node["properties"]["node"]["const"].as_str().map(str::to_owned));
            }
        }
        for task in alternatives(&schema["properties"]["agenda"]["items"]) {
            let names = task["enum"].as_array().cloned().unwrap_or_default();
            let plain = names.iter().chain([&task["const"]]).filter_map(Value::as_str);
            keys.tasks.extend(plain.map(str::to_owned));
            for (name, fields) in task["properties"].as_object().into_iter().flatten() {
                if fields["type"] != "object" {
                    keys.tasks_of_seats.push(name.clone());
                }
            }
        }
        keys
    }

    /// Notes the numbers and switches of a table, and of the tables in it.
    fn note(&mut self, schema: &Value, at: &str) {
        for (key, inner) in schema["properties"].as_object().into_iter().flatten() {
            let is = |name: &str| inner["type"] == name || inner["type"] == json!([name, "null"]);
            if is("integer") {
                self.numbers.push((at.to_owned(), key.clone()));
            } else if is("boolean") {
                self.switches.push((at.to_owned(), key.clone()));
            } else if is("object") {
                self.note(inner, &format!("{at}/{key}"));
            }
        }
    }
}

/// Mutates positions of a game, reproducibly for each seed.
struct Mutator {
    rng: Rng,
    keys: Keys,
    players: u8,
    /// Positions that random games have reached.
    reached: Vec<Value>,
    /// The values that each key has in the reached positions.
    values: BTreeMap<String, Vec<Value>>,
}

impl Mutator {
    fn new(players: u8, seed: u64) -> Self {
        Self {
            rng: Rng::new(seed, Stream::Bot),
            keys: Keys::new(),
            players,
            reached: Vec::new(),
            values: BTreeMap::new(),
        }
    }

    /// Records a reached position.
    fn note(&mut self, value: Value) {
        note_values(&value, &mut self.values);
        self.reached.push(value);
    }

    fn below(&mut self, n: usize) -> usize {
        self.rng.below(n.max(1) as u32) as usize
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        let at = self.below(all.len());
        all.get(at).cloned()
    }

    fn position(&mut self) -> Value {
        let at = self.below(self.reached.len());
        self.reached[at].clone()
    }

    /// A position with one or two changed values, and a description of the changes.
    fn mutant(&mut self) -> (Value, Vec<String>) {
        let mut value = self.position();
        let mut ways = Vec::new();
        for _ in 0..=self.below(3) / 2 {
            ways.push(self.change(&mut value));
        }
        (value, ways)
    }

    fn change(&mut self, value: &mut Value) -> String {
        match self.below(12) {
            0 => self.drop_key(value),
            1 | 2 => self.change_leaf(value),
            3 => self.add_number(value),
            4 => self.add_switch(value),
            5 => self.take_key(value),
            6 => self.take_inner_key(value),
            7 => self.take_value_seen(value),
            8 => self.move_card(value),
            9 => self.take_phase(value),
            10 => self.name_phase(value),
            _ => self.change_task(value),
        }
    }

    fn pointer(&mut self, value: &Value, of: impl Fn(&Value) -> bool) -> Option<String> {
        let mut all = Vec::new();
        pointers(value, "", &mut all);
        all.retain(|at| value.pointer(at).is_some_and(&of));
        self.one_of(&all)
    }

    fn drop_key(&mut self, value: &mut Value) -> String {
        let Some(at) = self.pointer(value, |_| true) else {
            return "nothing".into();
        };
        let (parent, key) = at.rsplit_once('/').unwrap_or_default();
        match value.pointer_mut(parent) {
            Some(Value::Object(map)) => drop(map.remove(key)),
            Some(Value::Array(items)) => drop(items.remove(key.parse().unwrap_or(0))),
            _ => {}
        }
        format!("drop {at}")
    }

    fn number(&mut self, old: i64) -> i64 {
        let most = i64::from(self.players) - 1;
        let others = [old + 1, old - 1, 0, 1, 2, 3, most, 255, 65_535];
        let few = if self.below(3) > 0 { 7 } else { others.len() };
        others[self.below(few)]
    }

    fn change_leaf(&mut self, value: &mut Value) -> String {
        let leaf = |inner: &Value| !inner.is_object() && !inner.is_array();
        let Some(at) = self.pointer(value, leaf) else {
            return "nothing".into();
        };
        let old = value.pointer(&at).cloned().unwrap_or_default();
        let new = match &old {
            Value::Number(number) => json!(self.number(number.as_i64().unwrap_or(0))),
            Value::Bool(flag) => json!(!flag),
            Value::String(text) => json!(self.text(text)),
            other => other.clone(),
        };
        if let Some(place) = value.pointer_mut(&at) {
            *place = new.clone();
        }
        format!("{at} = {new}")
    }

    /// Returns another text; in a list of cards one card is replaced, duplicated, removed or added.
    fn text(&mut self, old: &str) -> String {
        let cards: Option<Vec<Card>> = old.split_whitespace().map(|word| word.parse().ok()).collect();
        let Some(mut cards) = cards else {
            let suits = ["C", "D", "H", "S", "2", "8", ""];
            return suits[self.below(suits.len())].to_owned();
        };
        let new = Card::from_index(self.below(54) as u8).expect("a card");
        if cards.is_empty() {
            return new.to_string();
        }
        let at = self.below(cards.len());
        match self.below(4) {
            0 => cards[at] = new,
            1 => drop(cards.remove(at)),
            2 => cards.insert(at, new),
            _ => cards.insert(at, cards[at]),
        }
        let words: Vec<String> = cards.iter().map(ToString::to_string).collect();
        words.join(" ")
    }

    fn put(value: &mut Value, parent: &str, key: &str, new: Value) -> String {
        let way = format!("{parent}/{key} = {new}");
        if let (Some(phase @ Value::String(_)), "/phase") = (value.get_mut("phase"), parent) {
            *phase = json!({ "name": phase.take() });
        }
        let table = parent.split('/').skip(1).fold(value, |at, word| {
            if !at[word].is_object() {
                at[word] = json!({});
            }
            &mut at[word]
        });
        table[key] = new;
        way
    }

    fn add_number(&mut self, value: &mut Value) -> String {
        let at = self.below(self.keys.numbers.len());
        let (parent, key) = self.keys.numbers[at].clone();
        let old = value.pointer(&format!("{parent}/{key}")).and_then(Value::as_i64);
        let new = self.number(old.unwrap_or(0));
        Self::put(value, &parent, &key, json!(new))
    }

    fn add_switch(&mut self, value: &mut Value) -> String {
        let at = self.below(self.keys.switches.len());
        let (parent, key) = self.keys.switches[at].clone();
        let old = value.pointer(&format!("{parent}/{key}")).and_then(Value::as_bool);
        Self::put(value, &parent, &key, json!(!old.unwrap_or(key == "answerable")))
    }

    fn take_key(&mut self, value: &mut Value) -> String {
        let other = self.position();
        let keys: Vec<String> = other
            .as_object()
            .into_iter()
            .flat_map(Map::keys)
            .cloned()
            .collect();
        let Some(key) = self.one_of(&keys) else {
            return "nothing".into();
        };
        Self::put(value, "", &key, other[&key].clone())
    }

    fn take_inner_key(&mut self, value: &mut Value) -> String {
        for _ in 0..10 {
            let other = self.position();
            let parents = ["turn", "mirror", "phase", "pending"];
            let parent = parents[self.below(4)];
            let keys: Vec<String> = other[parent]
                .as_object()
                .into_iter()
                .flat_map(Map::keys)
                .cloned()
                .collect();
            if let Some(key) = self.one_of(&keys) {
                return Self::put(value, &format!("/{parent}"), &key, other[parent][&key].clone());
            }
        }
        "nothing".into()
    }

    fn take_value_seen(&mut self, value: &mut Value) -> String {
        let Some(at) = self.pointer(value, |_| true) else {
            return "nothing".into();
        };
        let key = at.rsplit('/').next().unwrap_or_default();
        let Some(new) = self.values.get(key).cloned().and_then(|seen| self.one_of(&seen)) else {
            return "nothing".into();
        };
        if let Some(place) = value.pointer_mut(&at) {
            *place = new.clone();
        }
        format!("{at} = {new}")
    }

    fn move_card(&mut self, value: &mut Value) -> String {
        let mut places: Vec<String> = (0..self.players).map(|seat| format!("/hands/{seat}")).collect();
        places.push("/pile".into());
        places.push("/stock".into());
        places.extend((0..4).map(|n| format!("/piles/{n}")));
        places.retain(|at| value.pointer(at).is_some_and(Value::is_string));
        let (Some(from), Some(to)) = (self.one_of(&places), self.one_of(&places)) else {
            return "nothing".into();
        };
        let words = |value: &Value, at: &str| -> Vec<String> {
            let text = value.pointer(at).and_then(Value::as_str).unwrap_or_default();
            text.split_whitespace().map(str::to_owned).collect()
        };
        let mut source = words(value, &from);
        if source.is_empty() {
            return "nothing".into();
        }
        let card = source.remove(self.below(source.len()));
        *value.pointer_mut(&from).expect("a place") = json!(source.join(" "));
        // Half of the cards are dropped, and so go to the stock or nowhere.
        let mut way = format!("move {card} from {from}");
        if self.below(2) == 0 {
            let mut target = words(value, &to);
            target.insert(self.below(target.len() + 1), card);
            *value.pointer_mut(&to).expect("a place") = json!(target.join(" "));
            way = format!("{way} to {to}");
        }
        way
    }

    fn take_phase(&mut self, value: &mut Value) -> String {
        let other = self.position();
        let mut way = Self::put(
            value,
            "",
            "phase",
            other.get("phase").cloned().unwrap_or(json!("play")),
        );
        for key in ["actor", "turn", "agenda", "words", "queued_effects", "mirror"] {
            if self.below(3) == 0
                && let Some(inner) = other.get(key)
            {
                way += ", ";
                way += &Self::put(value, "", key, inner.clone());
            }
        }
        way
    }

    fn name_phase(&mut self, value: &mut Value) -> String {
        let name = Phase::NAMES[self.below(Phase::NAMES.len())];
        let seat = self.below(usize::from(self.players));
        let new = match name {
            "chance" => match self.one_of(&self.keys.nodes.clone()).expect("nodes").as_str() {
                "deal" => json!({ "name": "chance", "node": "deal", "to": seat }),
                node @ ("draw" | "rogue") => json!({ "name": "chance", "node": node, "seat": seat }),
                "param" => json!({ "name": "chance", "node": "param", "index": 0 }),
                node => json!({ "name": "chance", "node": node }),
            },
            "over" => json!({ "name": "over", "winners": [seat] }),
            "word" => json!({ "name": "word", "word": self.below(8) }),
            "pile" => {
                let held = value["hands"][seat]
                    .as_str()
                    .unwrap_or_default()
                    .split_whitespace()
                    .next();
                json!({ "name": "pile", "card": held.unwrap_or("8H") })
            }
            name => json!(name),
        };
        let mut way = Self::put(value, "", "phase", new);
        if self.below(2) == 0 {
            way += &Self::put(value, "/turn", "played", json!(1));
        }
        way
    }

    /// Inserts a task into the agenda, removes one or replaces one.
    fn change_task(&mut self, value: &mut Value) -> String {
        let mut agenda = value["agenda"].as_array().cloned().unwrap_or_default();
        let (task, at) = (self.task(), self.below(agenda.len() + 1));
        match self.below(3) {
            0 => agenda.insert(at, task),
            1 if at < agenda.len() => agenda[at] = task,
            _ if at < agenda.len() => drop(agenda.remove(at)),
            _ => agenda.push(task),
        }
        Self::put(value, "", "agenda", Value::Array(agenda))
    }

    fn task(&mut self) -> Value {
        let (seat, other) = (
            self.below(usize::from(self.players)),
            self.below(usize::from(self.players)),
        );
        match self.below(6) {
            0 | 1 => json!(self.one_of(&self.keys.tasks.clone()).expect("tasks")),
            2 | 3 => json!({ self.one_of(&self.keys.tasks_of_seats.clone()).expect("tasks"): seat }),
            4 => {
                let from = ["stock", "pile", "pile-top"][self.below(3)];
                json!({ "draw": { "seat": seat, "cards": self.below(4), "from": from } })
            }
            _ if self.below(2) == 0 => json!({ "draw-each": { "first": seat, "cards": self.below(3) } }),
            _ => json!({ "keep-from": { "seat": seat, "next": other } }),
        }
    }
}

/// Records the values of all keys of a position, by key.
fn note_values(value: &Value, values: &mut BTreeMap<String, Vec<Value>>) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                let seen = values.entry(key.clone()).or_default();
                if seen.len() < 40 && !seen.contains(inner) {
                    seen.push(inner.clone());
                }
                note_values(inner, values);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| note_values(item, values)),
        _ => {}
    }
}

/// The JSON pointers of all values inside a value.
fn pointers(value: &Value, at: &str, all: &mut Vec<String>) {
    let mut add = |key: &str, inner: &Value| {
        let at = format!("{at}/{key}");
        pointers(inner, &at, all);
        all.push(at);
    };
    match value {
        Value::Object(map) => map.iter().for_each(|(key, inner)| add(key, inner)),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(n, item)| add(&n.to_string(), item)),
        _ => {}
    }
}

/// The number of copies of each card in play, wherever they lie.
fn in_play(game: &Game, state: &State) -> BTreeMap<String, usize> {
    let bytes: Value = serde_json::from_slice(&game.serialize(state)).expect("JSON");
    let position = &bytes["position"];
    let mut texts: Vec<&Value> = vec![&bytes["stock"], &position["pile"], &position["split"]];
    for key in ["hands", "piles"] {
        texts.extend(position[key].as_array().into_iter().flatten());
    }
    let mut cards = BTreeMap::new();
    for card in texts
        .into_iter()
        .filter_map(Value::as_str)
        .flat_map(str::split_whitespace)
    {
        *cards.entry(card.to_owned()).or_default() += 1;
    }
    cards
}

/// Checks that a position is refused with its wrong keys, or plays on like a reached one. Returns true if it was accepted.
fn judge(table: &Table, value: &Value, seed: u64) -> bool {
    let game = &table.game;
    let episode = match Episode::from_position(game, value, 1) {
        Ok(episode) => episode,
        Err(error) => {
            assert!(
                error.problems().iter().any(|problem| !problem.path.is_empty()),
                "no key is named: {error}"
            );
            return false;
        }
    };
    let to_the_end = seed.is_multiple_of(TO_THE_END);
    // Chance may deal and draw many times between two actions.
    let most = if to_the_end { game.max_actions() * 8 } else { STEPS };
    let before = Round::of(game, episode.state());
    let mut looks = 0;
    let moves = play_on(
        table,
        episode,
        seed,
        most,
        &mut [&mut |at| {
            looks += 1;
            if looks > STEPS {
                return;
            }
            // The first position is not one that a game has led to; the later ones are like those of other games.
            if looks == 1 || at.lot.is_multiple_of(8) {
                is_restored(at);
            }
            // No deal may explain what a seat has been offered: then there is no other position.
            if at.lot.is_multiple_of(256)
                && let Ok(other) = game.resample(at.state(), Seat(0), at.lot)
            {
                assert_eq!(game.check(&other), Vec::<String>::new(), "{}", at.about());
            }
            // An end may be given, with returns that no play leads to.
            if at.next.is_some() {
                conforms(at);
            }
            let now = Round::of(game, at.state());
            assert!(
                now.number != before.number || now.cards == before.cards,
                "cards are kept: {}",
                at.about()
            );
        }],
    );
    assert!(!to_the_end || moves < most, "the game ends");
    true
}

/// A round and the cards in play in it.
struct Round {
    number: Value,
    cards: BTreeMap<String, usize>,
}

impl Round {
    fn of(game: &Game, state: &State) -> Self {
        let number = game.to_value(state)["round"].clone();
        let cards = in_play(game, state);
        Self { number, cards }
    }
}

/// Mutants of the positions of many games, generated while the games are played. Some must be accepted and some refused, or the
/// test proves nothing.
pub(crate) struct Mutants {
    /// Number of mutants of each game.
    of_each: usize,
    mutator: Mutator,
    taken: usize,
    all: usize,
    wrong: Vec<String>,
}

impl Mutants {
    pub(crate) fn new(of_each: usize) -> Self {
        Self {
            of_each: of_each * times(),
            mutator: Mutator::new(0, 0),
            taken: 0,
            all: 0,
            wrong: Vec::new(),
        }
    }

    /// Starts with another game.
    pub(crate) fn begin(&mut self, game: &Game, seed: u64) {
        self.mutator = Mutator::new(game.players(), seed);
    }

    /// Keeps some of the positions of the game, and rare ones more often.
    pub(crate) fn note(&mut self, at: &Position<'_>) {
        let rare = !matches!(at.state().phase(), Phase::Play | Phase::Chance(_));
        let share = if rare { 2 } else { 8 };
        if at.lot.is_multiple_of(share) || self.mutator.reached.is_empty() {
            self.mutator.note(at.game().to_value(at.state()));
        }
    }

    /// Judges mutants of the kept positions, in the same game with fewer decisions.
    pub(crate) fn judge(&mut self, game: &Game) {
        let options = Options {
            max_decisions: Some(MOST),
            ..game.options().clone()
        };
        let table = Table::new(&Game::new(game.ruleset(), options).expect("a game"));
        for _ in 0..self.of_each {
            let (value, ways) = self.mutator.mutant();
            let seed = self.mutator.rng.next_u64();
            self.all += 1;
            match catch_unwind(AssertUnwindSafe(|| judge(&table, &value, seed))) {
                Ok(accepted) => self.taken += usize::from(accepted),
                Err(why) => {
                    let why = why.downcast_ref::<String>().cloned().unwrap_or_else(|| {
                        why.downcast_ref::<&str>().copied().unwrap_or_default().to_owned()
                    });
                    let (id, options) = (&game.ruleset().id, game.options());
                    self.wrong
                        .push(format!("{id} {options:?}: {ways:?}\n  {value}\n  {why}\n"));
                }
            }
        }
    }

    /// Fails with the first mistakes, if there are any.
    pub(crate) fn end(self) {
        let Self {
            taken, all, wrong, ..
        } = self;
        assert!(
            wrong.is_empty(),
            "{} of {all} mutants ({taken} taken), among them\n{}",
            wrong.len(),
            wrong.iter().take(20).cloned().collect::<String>()
        );
        assert!((all / 20..all).contains(&taken), "{taken} of {all} taken");
    }
}
