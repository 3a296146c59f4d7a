//! The agenda of a position: what waits beneath the question that is open, by name, read and written.
//!
//! A task without fields is its name; one that is about a seat is `{"start-turn": 2}`; a draw is
//! `{"draw": {"seat": 2, "cards": 4}}`, with `from` where the cards come from the pile.

use serde_json::{Map, Value, json};

use super::problem::ProblemCode;
use super::read::Reader;
use crate::engine::{MAX_TASKS, State, Task};
use crate::ruleset::Source;
use crate::seat::Seat;

/// A task that is about one seat.
type Seated = fn(Seat) -> Task;

/// The tasks that are written as their name.
const PLAIN: [(&str, Task); 16] = [
    ("played", Task::Played),
    ("words", Task::Words),
    ("out-word", Task::OutWord),
    ("continue", Task::Continue),
    ("nominate", Task::Nominate),
    ("catch", Task::Catch),
    ("resolve", Task::Resolve),
    ("bring-back", Task::BringBack),
    ("move-hands", Task::MoveHands),
    ("queued-effects", Task::QueuedEffects),
    ("mirror-attack", Task::MirrorAttack),
    ("effects", Task::Effects),
    ("drawn", Task::Drawn),
    ("taken", Task::Taken),
    ("end-turn", Task::EndTurn),
    ("first-nominates", Task::FirstNominates),
];

/// The tasks that are written with a seat.
const SEATED: [(&str, Seated); 13] = [
    ("claims", Task::Claims),
    ("gifts", Task::Gifts),
    ("charge", Task::Charge),
    ("last-draw", Task::LastDraw),
    ("last-card-call", Task::LastCardCall),
    ("mark-overdue", Task::MarkOverdue),
    ("charge-overdue", Task::ChargeOverdue),
    ("announce", Task::Announce),
    ("false-win", Task::FalseWin),
    ("penalty-word", Task::PenaltyWord),
    ("start-turn", Task::StartTurn),
    ("out", Task::Out),
    ("round-end", |seat| Task::RoundEnd(Some(seat))),
];

/// The names of where cards are drawn from.
const SOURCES: [(&str, Source); 3] = [
    ("stock", Source::Stock),
    ("pile", Source::Pile),
    ("pile-top", Source::PileTop),
];

/// The name of where cards are drawn from.
pub(crate) fn source_name(from: Source) -> &'static str {
    let found = SOURCES.iter().find(|(_, source)| *source == from);
    found.map_or("", |(name, _)| name)
}

/// The tasks that wait beneath the question, the first to be done first.
pub(crate) fn write_agenda(state: &State) -> Vec<Value> {
    state.agenda.tasks().map(write_task).collect()
}

fn write_task(task: Task) -> Value {
    if let Some(name) = plain_name(task) {
        return Value::from(name);
    }
    match task {
        Task::Draw {
            seat,
            cards,
            from: Source::Stock,
        } => {
            json!({ "draw": { "seat": seat.0, "cards": cards } })
        }
        Task::Draw { seat, cards, from } => {
            json!({ "draw": { "seat": seat.0, "cards": cards, "from": source_name(from) } })
        }
        Task::DrawEach { first, cards } => json!({ "draw-each": { "first": first.0, "cards": cards } }),
        Task::KeepFrom { seat, next } => json!({ "keep-from": { "seat": seat.0, "next": next.0 } }),
        task => seat_of(task).map_or(Value::Null, |(name, seat)| json!({ name: seat.0 })),
    }
}

/// The name of a task without fields.
fn plain_name(task: Task) -> Option<&'static str> {
    let found = PLAIN.iter().find(|(_, plain)| *plain == task);
    found.map(|(name, _)| *name)
}

/// The name of a task about a seat, and the seat.
fn seat_of(task: Task) -> Option<(&'static str, Seat)> {
    let seats = || (0..crate::seat::MAX_SEATS as u8).map(Seat);
    let seat_in = |make: Seated| seats().find(|&seat| make(seat) == task);
    SEATED
        .iter()
        .find_map(|(name, make)| seat_in(*make).map(|seat| (*name, seat)))
}

/// The name of a task, for messages.
pub(crate) fn task_name(task: Task) -> &'static str {
    match task {
        Task::Draw { .. } => "draw",
        Task::DrawEach { .. } => "draw-each",
        Task::KeepFrom { .. } => "keep-from",
        task => plain_name(task).unwrap_or_else(|| seat_of(task).map_or("", |(name, _)| name)),
    }
}

impl Reader<'_> {
    /// The tasks that wait beneath the question of the phase, the first to be done first.
    pub(crate) fn agenda(&mut self, tasks: &[Value]) {
        if tasks.len() > MAX_TASKS {
            let message = format!(
                "{} tasks are given: at most {MAX_TASKS} wait at once",
                tasks.len()
            );
            self.problems.block("agenda", ProblemCode::WrongLength, message);
            return;
        }
        for (n, value) in tasks.iter().enumerate().rev() {
            if let Some(task) = self.task(value, &format!("agenda.{n}")) {
                self.state.agenda.push(task);
            }
        }
    }

    fn task(&mut self, value: &Value, path: &str) -> Option<Task> {
        match value {
            Value::String(name) => {
                let found = PLAIN.iter().find(|(plain, _)| plain == name);
                if found.is_none() {
                    self.unknown_task(name, path);
                }
                found.map(|(_, task)| *task)
            }
            Value::Object(map) if map.len() == 1 => {
                let (name, fields) = map.iter().next()?;
                self.task_with(name, fields, path)
            }
            other => {
                let message = format!("{other} is neither the name of a task nor a mapping of one name");
                self.problems.block(path, ProblemCode::WrongType, message);
                None
            }
        }
    }

    fn unknown_task(&mut self, name: &str, path: &str) {
        let plain = PLAIN.iter().map(|(name, _)| (*name).to_owned());
        let seated = SEATED.iter().map(|(name, _)| format!("{{{name}: SEAT}}"));
        let others = ["draw", "draw-each", "keep-from"].map(|name| format!("{{{name}: …}}"));
        let all: Vec<String> = plain.chain(seated).chain(others).collect();
        let message = format!("{name:?} is no task: there are {}", all.join(", "));
        self.problems.block(path, ProblemCode::UnknownName, message);
    }

    /// A task with fields.
    fn task_with(&mut self, name: &str, fields: &Value, path: &str) -> Option<Task> {
        let path = format!("{path}.{name}");
        let seated = SEATED.iter().find(|(other, _)| *other == name);
        if let Some((_, make)) = seated {
            return self.seat_at(Some(fields), &path).map(make);
        }
        let keys: &[&str] = match name {
            "draw" => &["seat", "cards", "from"],
            "draw-each" => &["first", "cards"],
            "keep-from" => &["seat", "next"],
            name => {
                self.unknown_task(name, path.trim_end_matches(&format!(".{name}")));
                return None;
            }
        };
        let fields = self.fields(fields, keys, &path)?;
        let seat = |reader: &mut Self, key: &str| reader.seat_at(fields.get(key), &format!("{path}.{key}"));
        Some(match name {
            "draw" => Task::Draw {
                seat: seat(self, "seat")?,
                cards: self.cards_at(fields, &path)?,
                from: self.source(fields.get("from"), &format!("{path}.from"))?,
            },
            "draw-each" => Task::DrawEach {
                first: seat(self, "first")?,
                cards: self.cards_at(fields, &path)?,
            },
            _ => Task::KeepFrom {
                seat: seat(self, "seat")?,
                next: seat(self, "next")?,
            },
        })
    }

    /// A mapping with no keys but these.
    fn fields<'v>(&mut self, value: &'v Value, keys: &[&str], path: &str) -> Option<&'v Map<String, Value>> {
        let Some(map) = value.as_object() else {
            let message = format!("{value} is not a mapping of {}", keys.join(", "));
            self.problems.block(path, ProblemCode::WrongType, message);
            return None;
        };
        for key in map.keys().filter(|key| !keys.contains(&key.as_str())) {
            let message = format!("there are {}", keys.join(", "));
            self.problems
                .block(format!("{path}.{key}"), ProblemCode::UnknownKey, message);
        }
        Some(map)
    }

    fn whole_number(&mut self, value: Option<&Value>, path: &str) -> Option<i64> {
        let number = value.and_then(Value::as_i64);
        if number.is_none() {
            let given = value.map_or("nothing".to_owned(), ToString::to_string);
            let message = format!("{given} is given: a whole number is needed");
            self.problems.block(path, ProblemCode::WrongType, message);
        }
        number
    }

    fn seat_at(&mut self, value: Option<&Value>, path: &str) -> Option<Seat> {
        let number = self.whole_number(value, path)?;
        self.active_seat(number, path)
    }

    fn cards_at(&mut self, fields: &Map<String, Value>, path: &str) -> Option<u8> {
        let path = format!("{path}.cards");
        let number = self.whole_number(fields.get("cards"), &path)?;
        Some(self.number(number, &path, 255) as u8)
    }

    /// Where cards are drawn from; from the stock unless it is said.
    pub(crate) fn source(&mut self, value: Option<&Value>, path: &str) -> Option<Source> {
        let Some(value) = value else {
            return Some(Source::Stock);
        };
        let found = SOURCES.iter().find(|(name, _)| value == name);
        if found.is_none() {
            let names = SOURCES.map(|(name, _)| name).join(", ");
            let message = format!("{value} is no source of cards: there are {names}");
            self.problems.block(path, ProblemCode::UnknownName, message);
        }
        found.map(|(_, source)| *source)
    }
}
