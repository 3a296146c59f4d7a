//! Checks of keys and values against the schema; one pass finds every problem.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::merge::MARK;
use super::problem::Found;
use super::schema::{Names, SchemaKey, ValueKind, ValueShape};
use super::suggestion::{closest_match, joined};
use crate::limits::{LONGEST, cut, shown};

/// Maximum number of entries of a list other than prose, and of a table with user-chosen keys: specials, points, variants …
pub(crate) const MOST_ENTRIES: usize = 100;

/// Maximum number of mistakes with which the rules are still checked; with more, no contradiction is certain.
const MOST_TRIED: usize = 12;

/// A key that was removed, with values that may have been meant.
pub(crate) struct Mistake {
    pub(crate) path: Vec<String>,
    pub(crate) meant: Vec<Value>,
}

/// Checker of keys and values against the schema, which removes those that are wrong.
pub(crate) struct KeyChecker<'a> {
    pub(crate) found: &'a mut Found,
    pub(crate) mistakes: Vec<Mistake>,
    /// False if so much was removed that the rules cannot be checked.
    pub(crate) whole: bool,
}

impl<'a> KeyChecker<'a> {
    pub(crate) fn new(found: &'a mut Found) -> Self {
        Self {
            found,
            mistakes: Vec::new(),
            whole: true,
        }
    }

    /// True if the rules can be checked although some keys were removed.
    pub(crate) fn can_tell(&self) -> bool {
        self.whole && self.mistakes.len() <= MOST_TRIED
    }

    /// Records the problem of a refused value, and the values that may have been meant.
    pub(crate) fn refuse(&mut self, path: &[String], shape: &ValueShape, message: impl FnOnce() -> String) {
        self.mistake(path.to_vec(), || shape.samples());
        self.found.add(path, message);
    }

    fn mistake(&mut self, path: Vec<String>, meant: impl FnOnce() -> Vec<Value>) {
        if self.mistakes.len() <= MOST_TRIED {
            self.mistakes.push(Mistake { path, meant: meant() });
        }
    }

    /// Checks a table with keys of the schema.
    pub(crate) fn table(
        &mut self,
        keys: &'static [SchemaKey],
        map: &mut Map<String, Value>,
        path: &mut Vec<String>,
    ) {
        let mut given: BTreeSet<&str> = BTreeSet::new();
        given.extend(
            keys.iter()
                .map(|key| key.name)
                .filter(|name| map.contains_key(*name)),
        );
        map.retain(|name, value| {
            path.push(name.clone());
            let key = keys.iter().find(|key| key.name == name);
            let kept = match key {
                Some(key) if value.is_null() && key.unset => true,
                Some(key) => self.value(&key.shape, value, path),
                None => {
                    given.extend(self.unknown(name, keys, path));
                    false
                }
            };
            path.pop();
            kept
        });
        for key in keys.iter().filter(|key| key.required) {
            if map.contains_key(key.name) {
                continue;
            }
            self.missing(key, given.contains(key.name), path);
            let sample = key.shape.samples().into_iter().next();
            map.extend(sample.map(|value| (key.name.to_owned(), value)));
        }
    }

    /// Records a required key that is missing, perhaps because its value was refused.
    fn missing(&mut self, key: &'static SchemaKey, given: bool, path: &[String]) {
        let place: Vec<String> = path.iter().cloned().chain([key.name.to_owned()]).collect();
        if !given {
            // The whole ruleset has no key to report the problem at.
            let at = if path.is_empty() { &place } else { path };
            let what = key.shape.in_words().replace('`', "");
            self.found
                .add(at, || format!("`{}` is missing: write {what}", key.name));
        }
        self.mistake(place, || key.shape.samples());
    }

    /// Records an unknown key, and returns the closest known one, if any.
    fn unknown(&mut self, name: &str, keys: &'static [SchemaKey], path: &[String]) -> Option<&'static str> {
        let base = (path.len() == 1).then_some("base");
        let names: Vec<&str> = keys.iter().map(|key| key.name).chain(base).collect();
        // A problem that is not listed needs no suggestion.
        let meant = if self.found.is_full() {
            None
        } else {
            closest_match(name, names.iter().copied())
        };
        let mut place = path.to_vec();
        let key = keys.iter().find(|key| Some(key.name) == meant);
        if let Some(key) = key {
            place.pop();
            place.push(key.name.to_owned());
        }
        self.found.add(path, || unknown(name, meant, &names));
        self.mistake(place, || key.map(|key| key.shape.samples()).unwrap_or_default());
        key.map(|key| key.name)
    }

    /// Checks a value, and returns true if it may stay; wrong parts of it have been removed.
    fn value(&mut self, shape: &'static ValueShape, value: &mut Value, path: &mut Vec<String>) -> bool {
        if let Some(why) = too_long(shape, value) {
            self.found.add(path, || why);
            self.whole = false;
            return false;
        }
        let alternatives = shape.alternatives();
        let of = |fits: fn(&ValueKind) -> bool| alternatives.iter().find(|one| fits(&one.kind));
        match value {
            // A class of cards is validated by its type.
            value if is_of_cards(shape, value) => true,
            Value::Object(map) => {
                match of(|kind| matches!(kind, ValueKind::Table(_) | ValueKind::Entries(..))) {
                    Some(one) if is_that_table(shape, one, map) => self.inner(shape, one, map, path),
                    _ => self.refuse_value(shape, value, path),
                }
            }
            Value::Array(items) => match of(|kind| matches!(kind, ValueKind::List(..))) {
                Some(list) => self.items(list, items, path),
                None => self.refuse_value(shape, value, path),
            },
            Value::Number(number) => {
                match of(|kind| matches!(kind, ValueKind::Number(..))).map(|one| &one.kind) {
                    Some(ValueKind::Number(least, most)) => {
                        let given = number.as_i64();
                        let fits = given.is_some_and(|given| (*least..=*most).contains(&given));
                        if !fits && (given.is_some() || number.is_u64()) {
                            self.refuse(path, shape, || format!("{number} is not in {least} … {most}"));
                            return false;
                        }
                        fits || self.refuse_value(shape, value, path)
                    }
                    _ => self.refuse_value(shape, value, path),
                }
            }
            Value::String(text) => {
                let taken = alternatives.iter().any(|one| match &one.kind {
                    ValueKind::Words(words) => words.contains(&text.as_str()),
                    // A text with a format of its own is validated by its type.
                    ValueKind::Text(_) => true,
                    _ => false,
                });
                taken || self.refuse_value(shape, value, path)
            }
            Value::Bool(_) => {
                of(|kind| matches!(kind, ValueKind::Flag)).is_some() || self.refuse_value(shape, value, path)
            }
            Value::Null => self.refuse_value(shape, value, path),
        }
    }

    /// Checks a table, and returns true if it may stay. A table that stands for one value is refused with any of its
    /// entries.
    fn inner(
        &mut self,
        shape: &'static ValueShape,
        table: &'static ValueShape,
        map: &mut Map<String, Value>,
        path: &mut Vec<String>,
    ) -> bool {
        let (told, mistakes) = (self.found.count(), self.mistakes.len());
        match &table.kind {
            ValueKind::Table(keys) => self.table(keys, map, path),
            _ => self.entries(table, map, path),
        }
        if !matches!(shape.kind, ValueKind::Any(_)) || self.found.count() == told {
            return true;
        }
        self.mistakes.truncate(mistakes);
        self.mistake(path.clone(), || shape.samples());
        false
    }

    fn refuse_value(&mut self, shape: &'static ValueShape, value: &mut Value, path: &[String]) -> bool {
        if matches!(shape.kind, ValueKind::Anything) {
            return true;
        }
        self.refuse(path, shape, || refusal(shape, value, path));
        false
    }

    /// Checks a table with user-chosen keys.
    fn entries(&mut self, shape: &'static ValueShape, map: &mut Map<String, Value>, path: &mut Vec<String>) {
        let ValueKind::Entries(own, names, value) = &shape.kind else {
            return;
        };
        if map.len() > MOST_ENTRIES {
            self.found
                .add(path, || format!("{} of them; at most {MOST_ENTRIES}", map.len()));
            self.whole = false;
        }
        let mut seen = 0;
        map.retain(|name, inner| {
            seen += 1;
            if seen > MOST_ENTRIES {
                return false;
            }
            path.push(name.clone());
            let key = own.iter().find(|key| key.name == name);
            let kept = if name.len() > LONGEST {
                self.found.add(path, || {
                    format!("a key of {} bytes; at most {LONGEST}", name.len())
                });
                self.whole = false;
                false
            } else if let Names::Words(words) = names
                && !words.contains(&name.as_str())
            {
                self.refuse(path, value, || {
                    unknown(name, closest_match(name, words.iter().copied()), words)
                });
                false
            } else {
                self.value(key.map_or(value, |key| &key.shape), inner, path)
            };
            path.pop();
            kept
        });
    }

    /// Checks the items of a list; any wrong item makes the list refused. Problems inside tables carry the index of the
    /// item.
    fn items(&mut self, list: &'static ValueShape, items: &mut [Value], path: &mut Vec<String>) -> bool {
        let ValueKind::List(item, _) = &list.kind else {
            return true;
        };
        if list.format.is_some() {
            // The list is validated by its type.
            return true;
        }
        let prose = matches!(item.kind, ValueKind::Text(None));
        if items.len() > MOST_ENTRIES && !prose {
            self.found.add(path, || {
                format!("{} of them; at most {MOST_ENTRIES}", items.len())
            });
            self.whole = false;
            return false;
        }
        let before = self.mistakes.len();
        let mut fits = true;
        let tables = matches!(item.kind, ValueKind::Table(_));
        for (at, inner) in items.iter_mut().enumerate() {
            if tables {
                path.push(format!("[{at}]"));
                let told = self.found.count();
                self.value(item, inner, path);
                fits &= self.found.count() == told;
                path.pop();
            } else if fits {
                fits &= self.value(item, inner, path);
            }
        }
        if tables && !fits {
            self.mistakes.truncate(before);
            self.mistake(path.clone(), Vec::new);
        }
        fits
    }
}

/// True if `table` is meant: beside other values, a table of the schema must have one of its keys.
fn is_that_table(shape: &ValueShape, table: &ValueShape, map: &Map<String, Value>) -> bool {
    let beside = matches!(shape.kind, ValueKind::Any(_)) && matches!(table.kind, ValueKind::Table(_));
    !beside || table.keys().iter().any(|key| map.contains_key(key.name))
}

/// True if the place takes a class of cards and the value could be one.
fn is_of_cards(shape: &ValueShape, value: &Value) -> bool {
    shape.takes_cards() && (value.is_string() || value.is_number() || value.is_array())
}

/// Returns the reason to refuse a text longer than any with a meaning; prose may be longer.
fn too_long(shape: &ValueShape, value: &Value) -> Option<String> {
    let text = value.as_str().filter(|text| text.len() > LONGEST)?;
    let prose = matches!(shape.kind, ValueKind::Text(None)) && shape.format.is_none();
    (!prose).then(|| format!("a text of {} bytes; at most {LONGEST}", text.len()))
}

/// Returns the reason to refuse a value at a path.
fn refusal(shape: &ValueShape, value: &Value, path: &[String]) -> String {
    if matches!(shape.kind, ValueKind::Table(_)) && shape.format.is_none() {
        let name = cut(&path.join("."), 80);
        return format!("{} is not a table: write its keys under [{name}]", shown(value));
    }
    let not = shape.refusal(&shown(value));
    let words = shape.words();
    let meant = value.as_str().and_then(|given| closest_match(given, words));
    meant.map_or(not.clone(), |meant| format!("{not}: did you mean {meant:?}?"))
}

/// Returns the message about an unknown key: the key probably meant, or a list of the known ones.
pub(crate) fn unknown(name: &str, meant: Option<&str>, keys: &[&str]) -> String {
    if name == MARK {
        return format!(
            "`{MARK} = true` stands in a table of an override, or of a ruleset with a base, to take the place of the \
             whole table"
        );
    }
    let name = cut(name, 80);
    meant.map_or_else(
        || {
            format!(
                "unknown key `{name}`: there are {}",
                joined(keys.iter().copied(), '`', "and")
            )
        },
        |meant| format!("unknown key `{name}`: did you mean `{meant}`?"),
    )
}
