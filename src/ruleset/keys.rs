//! Keys and values held against the schema: everything that is wrong with them is found in one pass.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::merge::MARK;
use super::problem::Found;
use super::schema::{Key, Kind, Names, Shape};
use super::suggestion::{joined, near};
use crate::limits::{LONGEST, cut, shown};

/// Most entries of a list that is not prose, and of a table whose keys are one's own: specials, points, variants …
pub(crate) const MOST_ENTRIES: usize = 100;

/// Most mistakes beside which the rules are looked at: beside more of them, what contradicts what cannot be told.
const MOST_TRIED: usize = 12;

/// A key that was taken out, and values that might have been meant.
pub(crate) struct Mistake {
    pub(crate) path: Vec<String>,
    pub(crate) meant: Vec<Value>,
}

/// Holds keys and values against the schema, and takes out what is wrong.
pub(crate) struct KeyChecker<'a> {
    pub(crate) found: &'a mut Found,
    pub(crate) mistakes: Vec<Mistake>,
    /// False where so much was taken out that the rules cannot be told.
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

    /// True where the rules can be checked although some keys were taken out.
    pub(crate) fn can_tell(&self) -> bool {
        self.whole && self.mistakes.len() <= MOST_TRIED
    }

    /// Notes a value that is refused, and what might have been meant.
    pub(crate) fn refuse(&mut self, path: &[String], shape: &Shape, message: impl FnOnce() -> String) {
        self.mistake(path.to_vec(), || shape.samples());
        self.found.add(path, message);
    }

    fn mistake(&mut self, path: Vec<String>, meant: impl FnOnce() -> Vec<Value>) {
        if self.mistakes.len() <= MOST_TRIED {
            self.mistakes.push(Mistake { path, meant: meant() });
        }
    }

    /// Checks a table of keys of the schema.
    pub(crate) fn table(
        &mut self,
        keys: &'static [Key],
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

    /// A key that has to be written and is not there, perhaps because what was given has been refused.
    fn missing(&mut self, key: &'static Key, given: bool, path: &[String]) {
        let place: Vec<String> = path.iter().cloned().chain([key.name.to_owned()]).collect();
        if !given {
            // The whole has no key that it could be told at.
            let at = if path.is_empty() { &place } else { path };
            let what = key.shape.in_words().replace('`', "");
            self.found
                .add(at, || format!("`{}` is missing: write {what}", key.name));
        }
        self.mistake(place, || key.shape.samples());
    }

    /// A key that is none: the nearest may have been meant.
    fn unknown(&mut self, name: &str, keys: &'static [Key], path: &[String]) -> Option<&'static str> {
        let base = (path.len() == 1).then_some("base");
        let names: Vec<&str> = keys.iter().map(|key| key.name).chain(base).collect();
        // A problem that is not listed needs no guess.
        let meant = if self.found.is_full() {
            None
        } else {
            near(name, names.iter().copied())
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

    /// True where a value may stay; what is wrong within it has been taken out.
    fn value(&mut self, shape: &'static Shape, value: &mut Value, path: &mut Vec<String>) -> bool {
        if let Some(why) = too_long(shape, value) {
            self.found.add(path, || why);
            self.whole = false;
            return false;
        }
        let alternatives = shape.alternatives();
        let of = |fits: fn(&Kind) -> bool| alternatives.iter().find(|one| fits(&one.kind));
        match value {
            // A class of cards says itself what is wrong with it.
            value if is_of_cards(shape, value) => true,
            Value::Object(map) => match of(|kind| matches!(kind, Kind::Table(_) | Kind::Entries(..))) {
                Some(one) if is_that_table(shape, one, map) => self.inner(shape, one, map, path),
                _ => self.refuse_value(shape, value, path),
            },
            Value::Array(items) => match of(|kind| matches!(kind, Kind::List(..))) {
                Some(list) => self.items(list, items, path),
                None => self.refuse_value(shape, value, path),
            },
            Value::Number(number) => match of(|kind| matches!(kind, Kind::Number(..))).map(|one| &one.kind) {
                Some(Kind::Number(least, most)) => {
                    let given = number.as_i64();
                    let fits = given.is_some_and(|given| (*least..=*most).contains(&given));
                    if !fits && (given.is_some() || number.is_u64()) {
                        self.refuse(path, shape, || format!("{number} is not in {least} … {most}"));
                        return false;
                    }
                    fits || self.refuse_value(shape, value, path)
                }
                _ => self.refuse_value(shape, value, path),
            },
            Value::String(text) => {
                let taken = alternatives.iter().any(|one| match &one.kind {
                    Kind::Words(words) => words.contains(&text.as_str()),
                    // A text in a form of its own is read by its type.
                    Kind::Text(_) => true,
                    _ => false,
                });
                taken || self.refuse_value(shape, value, path)
            }
            Value::Bool(_) => {
                of(|kind| matches!(kind, Kind::Flag)).is_some() || self.refuse_value(shape, value, path)
            }
            Value::Null => self.refuse_value(shape, value, path),
        }
    }

    /// Checks the table that stands here; where it stands for one value, that is refused with any of its entries.
    fn inner(
        &mut self,
        shape: &'static Shape,
        table: &'static Shape,
        map: &mut Map<String, Value>,
        path: &mut Vec<String>,
    ) -> bool {
        let (told, mistakes) = (self.found.count(), self.mistakes.len());
        match &table.kind {
            Kind::Table(keys) => self.table(keys, map, path),
            _ => self.entries(table, map, path),
        }
        if !matches!(shape.kind, Kind::Any(_)) || self.found.count() == told {
            return true;
        }
        self.mistakes.truncate(mistakes);
        self.mistake(path.clone(), || shape.samples());
        false
    }

    fn refuse_value(&mut self, shape: &'static Shape, value: &mut Value, path: &[String]) -> bool {
        if matches!(shape.kind, Kind::Anything) {
            return true;
        }
        self.refuse(path, shape, || refusal(shape, value, path));
        false
    }

    /// Checks a table whose keys are one's own.
    fn entries(&mut self, shape: &'static Shape, map: &mut Map<String, Value>, path: &mut Vec<String>) {
        let Kind::Entries(own, names, value) = &shape.kind else {
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
                    unknown(name, near(name, words.iter().copied()), words)
                });
                false
            } else {
                self.value(key.map_or(value, |key| &key.shape), inner, path)
            };
            path.pop();
            kept
        });
    }

    /// Checks the items of a list, which are told by their place where they are tables; if one is wrong, so is the list.
    fn items(&mut self, list: &'static Shape, items: &mut [Value], path: &mut Vec<String>) -> bool {
        let Kind::List(item, _) = &list.kind else {
            return true;
        };
        if list.format.is_some() {
            // The type reads it.
            return true;
        }
        let prose = matches!(item.kind, Kind::Text(None));
        if items.len() > MOST_ENTRIES && !prose {
            self.found.add(path, || {
                format!("{} of them; at most {MOST_ENTRIES}", items.len())
            });
            self.whole = false;
            return false;
        }
        let before = self.mistakes.len();
        let mut fits = true;
        let tables = matches!(item.kind, Kind::Table(_));
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

/// True where a table may be meant that stands beside other values: it has one of the keys.
fn is_that_table(shape: &Shape, table: &Shape, map: &Map<String, Value>) -> bool {
    let beside = matches!(shape.kind, Kind::Any(_)) && matches!(table.kind, Kind::Table(_));
    !beside || table.keys().iter().any(|key| map.contains_key(key.name))
}

/// True where a class of cards may stand, and the value could be one.
fn is_of_cards(shape: &Shape, value: &Value) -> bool {
    shape.takes_cards() && (value.is_string() || value.is_number() || value.is_array())
}

/// Why a text is longer than any that has a meaning.
fn too_long(shape: &Shape, value: &Value) -> Option<String> {
    let text = value.as_str().filter(|text| text.len() > LONGEST)?;
    let prose = matches!(shape.kind, Kind::Text(None)) && shape.format.is_none();
    (!prose).then(|| format!("a text of {} bytes; at most {LONGEST}", text.len()))
}

/// Why a value may not stand at a path.
fn refusal(shape: &Shape, value: &Value, path: &[String]) -> String {
    if matches!(shape.kind, Kind::Table(_)) && shape.format.is_none() {
        let name = cut(&path.join("."), 80);
        return format!("{} is not a table: write its keys under [{name}]", shown(value));
    }
    let not = shape.refusal(&shown(value));
    let words = shape.words();
    let meant = value.as_str().and_then(|given| near(given, words));
    meant.map_or(not.clone(), |meant| format!("{not}: did you mean {meant:?}?"))
}

/// The sentence about an unknown key: the key that was probably meant, or those that there are.
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
