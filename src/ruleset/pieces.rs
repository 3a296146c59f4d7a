//! Reading a ruleset so that everything that is wrong with it is found in one pass.
//!
//! What serde refuses ends its reading. What is refused is taken out, and the rest is tried again. After a few tries a
//! ruleset is read piece by piece: unknown keys are taken out by the table of keys, then each entry of a table whose keys
//! are one's own is read by itself, then each group. A piece has few keys, so that trying it again stays cheap.

use serde::Deserialize as _;
use serde_json::{Map, Value};

use super::Ruleset;
use super::bounds::{Found, cap, cut, trim};
use super::schema::{keys_of, open_tables};
use super::variants::settle;

/// How often a whole ruleset is tried.
const TRIES: usize = 6;

/// The ruleset, and how often serde was asked; where something is wrong, what is left without it.
pub(super) fn read(mut value: Value, found: &mut Found) -> (Option<Ruleset>, usize) {
    cap(&mut value, found);
    settle(&mut value, found);
    let Some(map) = value.as_object_mut() else {
        found.add(&[], || {
            format!("a ruleset is a table, not {}", cut(&value.to_string(), 60))
        });
        return (None, 0);
    };
    trim(map, &mut Vec::new(), found);
    if !map.contains_key("id") {
        found.add(&["id".to_owned()], || "missing field `id`".to_owned());
        map.insert("id".to_owned(), UNNAMED.into());
    }
    let mut reading = Reading { found, asked: 0 };
    let mut ruleset = reading.try_whole(&mut value);
    if ruleset.is_none() {
        reading.take_unknown(&mut value, &mut Vec::new(), &mut Vec::new());
        for table in open_tables() {
            reading.read_entries(&mut value, &table, &mut Vec::new());
        }
        reading.read_entries(&mut value, &[], &mut Vec::new());
        if value.get("id").is_none() {
            value["id"] = UNNAMED.into();
        }
        ruleset = reading.try_whole(&mut value);
    }
    (ruleset, reading.asked)
}

/// The id of a ruleset whose own is missing or wrong, so that the rest can be checked.
const UNNAMED: &str = "unnamed";

/// What serde refuses, and where.
#[derive(Default)]
struct Why {
    path: Vec<String>,
    message: String,
}

struct Reading<'a> {
    found: &'a mut Found,
    asked: usize,
}

impl Reading<'_> {
    fn ask(&mut self, value: &Value) -> Result<Ruleset, Why> {
        self.asked += 1;
        let mut track = serde_path_to_error::Track::new();
        let deserializer = serde_path_to_error::Deserializer::new(value, &mut track);
        Ruleset::deserialize(deserializer).map_err(|error| {
            let path: Vec<String> = track.path().iter().map(ToString::to_string).collect();
            let mut message = error.to_string();
            // What serde says of a value that may have one of two forms does not name it.
            if let Some(given) = at(value, &path).filter(|_| message.starts_with("expected")) {
                message = format!("{message}, not {}", cut(&given.to_string(), 60));
            }
            Why { path, message }
        })
    }

    /// Reads a ruleset, some times over, taking out what is refused.
    fn try_whole(&mut self, value: &mut Value) -> Option<Ruleset> {
        for _ in 0..TRIES {
            let why = match self.ask(value) {
                Ok(ruleset) => return Some(ruleset),
                Err(why) => why,
            };
            if !self.take_out(value, &[], why) {
                return None;
            }
        }
        None
    }

    /// Takes out what is refused, if it stands inside of this path.
    fn take_out(&mut self, value: &mut Value, piece: &[String], why: Why) -> bool {
        // A list is taken out whole.
        let list = why.path.iter().position(|key| key.starts_with('['));
        let place = &why.path[..list.unwrap_or(why.path.len())];
        let inside = place.len() > piece.len() && remove(value, place);
        if place == ["id"] {
            value["id"] = UNNAMED.into();
        }
        self.found.add(&why.path, || why.message);
        inside
    }

    /// Takes out every key that the schema does not have.
    fn take_unknown(&mut self, value: &mut Value, table: &mut Vec<&'static str>, path: &mut Vec<String>) {
        let keys = keys_of(table);
        let Some(map) = value.as_object_mut().filter(|_| !keys.is_empty()) else {
            return;
        };
        let named = keys == ["NAME"];
        if !named {
            map.retain(|key, _| {
                let known = keys.contains(&key.as_str());
                if !known {
                    path.push(key.clone());
                    self.found.add(path, || unknown(key, &keys));
                    path.pop();
                }
                known
            });
        }
        for (name, inner) in map.iter_mut() {
            let key = keys.iter().find(|key| named || **key == name);
            table.extend(key);
            path.push(name.clone());
            self.take_unknown(inner, table, path);
            path.pop();
            table.pop();
        }
    }

    /// Reads each entry of a table by itself, and takes out what is refused.
    fn read_entries(&mut self, value: &mut Value, table: &[&str], path: &mut Vec<String>) {
        let Some(map) = value.as_object_mut() else { return };
        match table.split_first() {
            None => {
                for (name, inner) in std::mem::take(map) {
                    path.push(name);
                    let kept = self.read_piece(inner, path);
                    let name = path.pop().unwrap_or_default();
                    if let Some(kept) = kept {
                        map.insert(name, kept);
                    }
                }
            }
            Some((&"NAME", rest)) => {
                for (name, inner) in map.iter_mut() {
                    path.push(name.clone());
                    self.read_entries(inner, rest, path);
                    path.pop();
                }
            }
            Some((key, rest)) => {
                if let Some(inner) = map.get_mut(*key) {
                    path.push((*key).to_owned());
                    self.read_entries(inner, rest, path);
                    path.pop();
                }
            }
        }
    }

    /// What is left of a value when what is refused is taken out.
    fn read_piece(&mut self, value: Value, path: &[String]) -> Option<Value> {
        let mut whole = wrap(value, path);
        while let Err(why) = self.ask(&whole) {
            if !self.take_out(&mut whole, path, why) {
                return None;
            }
        }
        path.iter()
            .try_fold(&mut whole, |at, key| at.get_mut(key))
            .map(Value::take)
    }
}

/// A ruleset of nothing but this value at this path.
fn wrap(value: Value, path: &[String]) -> Value {
    let tables = path.iter().skip(1).rev();
    let inner = tables.fold(value, |inner, key| {
        Value::Object(Map::from_iter([(key.clone(), inner)]))
    });
    let mut ruleset = Map::from_iter([("id".to_owned(), Value::String(String::new()))]);
    ruleset.extend(path.first().map(|key| (key.clone(), inner)));
    Value::Object(ruleset)
}

/// What serde says of an unknown key.
fn unknown(key: &str, known: &[&str]) -> String {
    let known: Vec<String> = known.iter().map(|key| format!("`{key}`")).collect();
    let expected = match known.as_slice() {
        [one] => one.clone(),
        [one, other] => format!("{one} or {other}"),
        _ => format!("one of {}", known.join(", ")),
    };
    format!("unknown field `{}`, expected {expected}", cut(key, 80))
}

/// The value at a path, places in lists written `[0]`.
fn at<'a>(value: &'a Value, path: &[String]) -> Option<&'a Value> {
    path.iter().try_fold(value, |at, key| {
        let place = key
            .strip_prefix('[')
            .and_then(|key| key.strip_suffix(']')?.parse::<usize>().ok());
        place.map_or_else(|| at.get(key), |place| at.get(place))
    })
}

fn remove(value: &mut Value, path: &[String]) -> bool {
    let Some((last, parents)) = path.split_last() else {
        return false;
    };
    let table = parents.iter().try_fold(value, |at, key| at.get_mut(key));
    table
        .and_then(Value::as_object_mut)
        .is_some_and(|map| map.remove(last).is_some())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::load::RulesetError;
    use super::*;

    /// How often serde is asked, and what is listed.
    fn asked(value: Value) -> (usize, Vec<String>) {
        let mut found = Found::default();
        let (_, asked) = read(value, &mut found);
        let RulesetError::Invalid(problems) = found.refused() else {
            panic!("problems are listed")
        };
        (asked, problems.iter().map(ToString::to_string).collect())
    }

    fn many(count: usize, prefix: &str, value: &Value) -> Value {
        (0..count)
            .map(|n| (format!("{prefix}{n}"), value.clone()))
            .collect::<Map<_, _>>()
            .into()
    }

    #[test]
    fn a_ruleset_without_problems_is_read_once() {
        assert_eq!(
            asked(json!({ "id": "plain", "deal": { "cards": 5 } })),
            (1, Vec::<String>::new())
        );
    }

    #[test]
    fn a_list_is_no_table() {
        for (value, path) in [
            (json!({ "id": "x", "deal": [7] }), "deal"),
            (json!({ "id": "x", "special": { "two": ["2"] } }), "special.two"),
            (
                json!({ "id": "x", "special": { "two": { "cards": "2", "attack": [2] } } }),
                "special.two.attack",
            ),
            (
                json!({ "id": "x", "created": { "rules": [["8", "skip"]] } }),
                "created.rules",
            ),
        ] {
            let (_, listed) = asked(value);
            assert!(
                listed.len() == 1 && listed[0].starts_with(&format!("{path}: no such list")),
                "{listed:?}"
            );
        }
    }

    #[test]
    fn unknown_keys_are_found_without_asking_for_each() {
        for (value, path) in [
            (many(4_000, "key", &json!(1)), "key7"),
            (json!({ "deal": many(4_000, "key", &json!(1)) }), "deal.key7"),
            (
                json!({ "special": { "two": { "attack": many(4_000, "key", &json!({})) } } }),
                "special.two.attack.key7",
            ),
        ] {
            let (asked, listed) = asked(value);
            assert!(asked <= 3 * TRIES, "{asked}");
            assert_eq!(listed.len(), 201);
            assert!(
                listed
                    .iter()
                    .any(|problem| problem.starts_with(&format!("{path}: unknown field `key7`")))
            );
            assert!(listed[200].starts_with("… and 380"), "{}", listed[200]);
        }
    }

    #[test]
    fn what_is_refused_costs_no_more_than_it_has_keys() {
        let ten = |wrong: &Value| {
            let keys = [
                "cards", "wild", "skip", "reverse", "again", "slap", "mirror", "demand", "nominate",
                "follows",
            ];
            Value::from(
                keys.iter()
                    .map(|key| ((*key).to_owned(), wrong.clone()))
                    .collect::<Map<_, _>>(),
            )
        };
        let (few, _) = asked(json!({ "id": "x", "special": many(10, "s", &ten(&json!([]))) }));
        let (more, listed) = asked(json!({ "id": "x", "special": many(100, "s", &ten(&json!([]))) }));
        assert!(few < 130 && more < 10 * few, "{few}, {more}");
        assert_eq!(listed[200], "… and 800 more problems");
        // Of too many entries so many are read.
        let (asked, listed) =
            asked(json!({ "id": "x", "special": many(12_000, "s", &json!({ "cards": "XX" })) }));
        assert!(asked < 250, "{asked}");
        assert_eq!(listed[0], "special: 12000 of them; at most 100");
        assert_eq!(listed.len(), 101);
    }
}
