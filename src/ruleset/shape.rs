//! Reading a ruleset so that everything that is wrong with its keys is found in one pass, in our words.
//!
//! A ruleset that serde takes is not looked at further. Else every key is held against the table of keys; what is refused
//! is taken out, so that the rest can be read and checked. What a rule then says against the rest counts only if no value
//! of a key that was taken out could change it: one mistake is one problem.

use serde::Deserialize as _;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::bounds::{Found, cap, trim};
use super::merge::MARK;
use super::problem::{Problem, RulesetError};
use super::schema::{Allowed, is_required, is_unset, key_of, keys_of};
use super::settle::settle;
use super::suggestion::{joined, near};
use super::{
    ByPlayers, Class, CreatedRule, Dealt, Does, DrawUntil, Most, Places, Range, Ruleset, Selector,
    label_words,
};
use crate::card::{Card, RANK_LETTERS};
use crate::limits::{cut, shown};

/// Most mistakes beside which the rules are looked at: beside more of them, what contradicts what cannot be told.
const MOST_TRIED: usize = 12;

/// The events that have points.
const EVENTS: [&str; 3] = ["out", "skipped-last", "renewal"];

/// The id of a ruleset whose own is missing or wrong, so that the rest can be checked.
const UNNAMED: &str = "unnamed";

/// The ruleset, if it can be read without what is wrong with it; all that is wrong is found.
pub(crate) fn read(mut value: Value, found: &mut Found) -> Option<Ruleset> {
    cap(&mut value, found);
    settle(&mut value, found);
    label_words::resolve(&mut value, found);
    let Some(map) = value.as_object_mut() else {
        found.add(&[], || format!("a ruleset is a table, not {}", shown(&value)));
        return None;
    };
    trim(map, &mut Vec::new(), found);
    let left_out = !found.is_empty();
    if let Ok(ruleset) = Ruleset::deserialize(&value) {
        if !left_out {
            found.extend(ruleset.problems());
        }
        return Some(ruleset);
    }
    let mut holding = Holding {
        found,
        mistakes: Vec::new(),
    };
    if let Some(map) = value.as_object_mut() {
        holding.table(map, &mut Vec::new(), &mut Vec::new());
    }
    let mistakes = holding.mistakes;
    match Ruleset::deserialize(&value) {
        Ok(ruleset) if !left_out => {
            found.extend(certain(&value, &mistakes, ruleset.problems()));
            Some(ruleset)
        }
        Ok(ruleset) => Some(ruleset),
        Err(_) => {
            if found.is_empty() {
                found.add(&[], || {
                    "it has a value that stands for nothing: see docs/schema.md".to_owned()
                });
            }
            None
        }
    }
}

/// A key that was taken out, and values that might have been meant.
struct Mistake {
    path: Vec<String>,
    meant: Vec<Value>,
}

/// The problems that stay whatever was meant by the keys that were taken out: what would bring a new one was not meant.
fn certain(value: &Value, mistakes: &[Mistake], mut problems: Vec<Problem>) -> Vec<Problem> {
    if mistakes.len() > MOST_TRIED {
        return Vec::new();
    }
    let first = problems.clone();
    for mistake in mistakes {
        for meant in &mistake.meant {
            if problems.is_empty() {
                return problems;
            }
            let mut other = value.clone();
            put(&mut other, &mistake.path, meant);
            if let Ok(ruleset) = Ruleset::deserialize(&other) {
                let again = ruleset.problems();
                let listed = |list: &[Problem], path: &str| list.iter().any(|problem| problem.path == path);
                if again.iter().all(|problem| listed(&first, &problem.path)) {
                    problems.retain(|problem| listed(&again, &problem.path));
                }
            }
        }
    }
    problems
}

fn put(value: &mut Value, path: &[String], new: &Value) {
    let Some((last, tables)) = path.split_last() else {
        return;
    };
    let table = tables.iter().try_fold(value, |at, key| at.get_mut(key));
    if let Some(map) = table.and_then(Value::as_object_mut) {
        map.insert(last.clone(), new.clone());
    }
}

/// Holds keys and values against the table of keys.
struct Holding<'a> {
    found: &'a mut Found,
    mistakes: Vec<Mistake>,
}

impl Holding<'_> {
    fn refuse(&mut self, path: &[String], meant: Vec<Value>, message: impl FnOnce() -> String) {
        if self.mistakes.len() <= MOST_TRIED {
            let path = path.to_vec();
            self.mistakes.push(Mistake { path, meant });
        }
        self.found.add(path, message);
    }

    /// The keys of a table, which is known by the words of the schema that lead to it.
    fn table(&mut self, map: &mut Map<String, Value>, known: &mut Vec<&'static str>, path: &mut Vec<String>) {
        let keys = keys_of(known);
        let named = keys == ["NAME"];
        let mut given: Vec<&str> = keys
            .iter()
            .copied()
            .filter(|key| map.contains_key(*key))
            .collect();
        map.retain(|name, value| {
            path.push(name.clone());
            let key = keys.iter().find(|key| named || **key == name);
            let kept = if let Some(key) = key {
                known.push(key);
                let kept = self.value(value, known, path);
                known.pop();
                kept
            } else {
                given.extend(self.unknown(name, keys, known, path));
                false
            };
            path.pop();
            kept
        });
        for &key in if named { &[] } else { keys } {
            known.push(key);
            let required = key_of(known).filter(|_| is_required(known) && !map.contains_key(key));
            if let Some(allowed) = required {
                self.missing(key, allowed, given.contains(&key), path);
                let meant = samples(allowed).into_iter().next();
                map.extend(meant.map(|value| (key.to_owned(), value)));
            }
            known.pop();
        }
    }

    /// A key that has to be written and is not there, perhaps because what was given has been refused.
    fn missing(&mut self, key: &str, allowed: Allowed, given: bool, path: &[String]) {
        let place: Vec<String> = path.iter().cloned().chain([key.to_owned()]).collect();
        if !given {
            // The whole has no key that it could be told at.
            let at = if path.is_empty() { &place } else { path };
            let what = allowed.in_words();
            self.found.add(at, || format!("`{key}` is missing: write {what}"));
        }
        let meant = samples(allowed);
        self.mistakes.push(Mistake { path: place, meant });
    }

    /// A key that is none: the nearest may have been meant.
    fn unknown<'k>(
        &mut self,
        name: &str,
        keys: &[&'k str],
        known: &[&'static str],
        path: &[String],
    ) -> Option<&'k str> {
        let base = known.is_empty().then_some("base");
        let keys: Vec<&str> = keys.iter().copied().chain(base).collect();
        // What is not listed need not be guessed.
        let meant = if self.found.is_full() {
            None
        } else {
            near(name, keys.iter().copied())
        };
        let mut place = path.to_vec();
        let mut values = Vec::new();
        if let Some(key) = meant {
            place.pop();
            place.push(key.to_owned());
            let words: Vec<&str> = known.iter().copied().chain([key]).collect();
            values = key_of(&words).map(samples).unwrap_or_default();
        }
        self.found.add(path, || unknown(name, meant, &keys));
        if self.mistakes.len() <= MOST_TRIED {
            self.mistakes.push(Mistake {
                path: place,
                meant: values,
            });
        }
        meant
    }

    /// Whether a value may stay where it stands.
    fn value(&mut self, value: &mut Value, known: &mut Vec<&'static str>, path: &mut Vec<String>) -> bool {
        // What a special does not have may be written as null.
        if value.is_null()
            && matches!(known.as_slice(), ["special", "NAME", _, ..])
            && (key_of(known).is_none() || is_unset(known))
        {
            return true;
        }
        let Some(allowed) = key_of(known) else {
            if let Value::Object(map) = value {
                self.table(map, known, path);
                return true;
            }
            self.refuse(path, Vec::new(), || {
                let name = cut(&path.join("."), 80);
                format!("{} is not a table: write its keys under [{name}]", shown(value))
            });
            return false;
        };
        match &mut *value {
            Value::Object(map) if allowed.of_entry("").is_some() => {
                self.entries(map, allowed, path);
                return true;
            }
            Value::Array(items) if allowed == Allowed::Rules => return self.rules(items, path),
            _ => {}
        }
        let Some(why) = wrong(allowed, value) else {
            return true;
        };
        self.refuse(path, samples(allowed), || why);
        let id = known.as_slice() == ["id"];
        if id {
            *value = UNNAMED.into();
        }
        id
    }

    /// The entries of a table whose keys are one's own, or events.
    fn entries(&mut self, map: &mut Map<String, Value>, allowed: Allowed, path: &mut Vec<String>) {
        map.retain(|key, value| {
            let event = allowed != Allowed::Events || EVENTS.contains(&key.as_str());
            let inner = allowed.of_entry(key).unwrap_or(allowed);
            let why = if event {
                wrong(inner, value)
            } else {
                Some(unknown(key, near(key, EVENTS), &EVENTS))
            };
            let Some(why) = why else {
                return true;
            };
            path.push(key.clone());
            self.refuse(path, samples(inner), || why);
            path.pop();
            false
        });
    }

    /// Whether all of these are created rules.
    fn rules(&mut self, items: &[Value], path: &mut Vec<String>) -> bool {
        let mut all = true;
        for (place, item) in items.iter().enumerate() {
            path.push(format!("[{place}]"));
            for problem in created_rule(item) {
                all = false;
                let key = (!problem.path.is_empty()).then_some(problem.path);
                let place: Vec<String> = path.iter().cloned().chain(key).collect();
                self.refuse(&place, Vec::new(), || problem.message);
            }
            path.pop();
        }
        all
    }
}

/// What is said of an unknown key: what was probably meant, or the keys that there are.
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

/// Values that may have been meant where a wrong one stands.
fn samples(allowed: Allowed) -> Vec<Value> {
    match allowed {
        Allowed::Id => vec![UNNAMED.into()],
        Allowed::Bool => vec![false.into(), true.into()],
        Allowed::EpisodeRoundOrDay => vec![json!("episode"), json!("round")],
        Allowed::Places => vec![json!(1), json!(2), json!([75, 25])],
        Allowed::Dealt => vec![json!(1), json!(2), json!("1-2")],
        Allowed::CardsNumber(most) => vec![json!(0), json!(2), json!(most)],
        Allowed::Number(least, most) | Allowed::ByPlayers(least, most) => {
            vec![json!(least), json!((least + 1).min(most)), json!(most)]
        }
        Allowed::Word(words) | Allowed::Words(words) | Allowed::WordOrEntry(words, ..) => {
            words.iter().map(|word| json!(word)).collect()
        }
        Allowed::Until => vec![json!([]), json!("playable")],
        Allowed::Most => vec![json!(Most::Any), json!(1), json!(2)],
        Allowed::WordOrNumber(words, _) => words.iter().map(|word| json!(word)).chain([json!(0)]).collect(),
        Allowed::CardsOrWord(word) | Allowed::LateCardsOrWord(word) => {
            let cards = samples(Allowed::Cards).into_iter();
            cards.chain([json!(word)]).collect()
        }
        Allowed::Cards | Allowed::LateCards | Allowed::CardsOrDates | Allowed::Identicals => {
            let ranks = RANK_LETTERS
                .chars()
                .chain(['*'])
                .map(|rank| json!(rank.to_string()));
            ["", "all"].map(Value::from).into_iter().chain(ranks).collect()
        }
        Allowed::Range => vec![json!(2), json!("2-10")],
        _ => Vec::new(),
    }
}

/// Why a value cannot stand for a key.
fn wrong(allowed: Allowed, value: &Value) -> Option<String> {
    let not = |what: &str| Some(format!("{} is not {what}", shown(value)));
    match allowed {
        Allowed::Text if !value.is_string() => not("a text"),
        Allowed::EpisodeRoundOrDay if !value.is_string() => {
            not("\"episode\", \"round\" or a day such as \"11-21\"")
        }
        Allowed::Id if !value.is_string() => not("a text of lower-case letters, digits and underscores"),
        Allowed::Texts | Allowed::Labels(_) => {
            let texts = |items: &Vec<Value>| items.iter().all(Value::is_string);
            (!value.as_array().is_some_and(texts)).then(|| format!("{} is not a list of texts", shown(value)))
        }
        Allowed::Bool if !value.is_boolean() => not("true or false"),
        Allowed::Number(least, most) => number(value, least, most),
        Allowed::ByPlayers(least, most) => by_players::<u16>(value, |value| number(value, least, most)),
        Allowed::Dealt => by_players::<Dealt>(value, dealt),
        Allowed::Places => by_players::<Places>(value, places),
        Allowed::Word(words) => word(value, words, ""),
        Allowed::Words(words) => each(value, |item| word(item, words, "")),
        Allowed::WordOrEntry(words, key, most) => word_or_entry(value, words, key, most),
        Allowed::Until => until(value),
        Allowed::CardsNumber(most) => cards_number(value, most),
        Allowed::WordOrNumber(_, most) if value.is_number() => number(value, 0, most),
        Allowed::WordOrNumber(words, most) => {
            word(value, words, &format!(", or a whole number from 0 to {most}"))
        }
        Allowed::Cards | Allowed::LateCards | Allowed::CardsOrDates | Allowed::Identicals => {
            Selector::deserialize(value).err().map(|error| error.to_string())
        }
        Allowed::CardsOrWord(word) | Allowed::LateCardsOrWord(word) => cards_or_word(value, word),
        Allowed::Card => match value.as_str() {
            Some(text) => text.parse::<Card>().err().map(|error| error.to_string()),
            None => not("a card such as \"QS\""),
        },
        Allowed::Most => Most::deserialize(value).err().map(|_| {
            let most = Most::LIMIT;
            format!(
                "{} is not \"any\", a whole number from 1 to {most}, or such a number with all: \"2 or all\"",
                shown(value)
            )
        }),
        Allowed::Range => Range::deserialize(value).err().map(|_| {
            format!(
                "{} is no range of players in 2 … 10, such as \"3-10\"",
                shown(value)
            )
        }),
        Allowed::Copies | Allowed::Points => not("a table such as { \"8\" = 2 }"),
        Allowed::Factors => not("a table such as { identical = \"halve\" }"),
        Allowed::Events => not("a table such as { out = -10 }"),
        Allowed::Signed(most) if value.as_i64().is_none_or(|n| n.unsigned_abs() > most.into()) => {
            not(&format!("a whole number from -{most} to {most}"))
        }
        Allowed::Overrides => not("a table of variants, each with its overrides"),
        Allowed::Table if !value.is_object() => not("a table of overrides such as { \"deal.cards\" = 7 }"),
        Allowed::Rules => not("a list of created rules such as { cards = \"6\", does = \"skip\" }"),
        _ => None,
    }
}

impl CreatedRule {
    /// Reads a created rule.
    ///
    /// # Errors
    /// [`RulesetError::Invalid`] with every problem; the paths are its keys.
    pub fn from_value(value: &Value) -> Result<Self, RulesetError> {
        let mut problems = created_rule(value);
        if problems.is_empty()
            && let Ok(rule) = Self::deserialize(value)
        {
            problems = rule.problems();
            if problems.is_empty() {
                return Ok(rule);
            }
        }
        Err(RulesetError::Invalid(problems))
    }
}

/// What is wrong with the keys and values of a created rule.
fn created_rule(value: &Value) -> Vec<Problem> {
    const KEYS: [&str; 5] = ["cards", "after", "does", "count", "follow"];
    let Some(map) = value.as_object() else {
        let message = format!(
            "{} is no created rule such as {{ cards = \"6\", does = \"skip\" }}",
            shown(value)
        );
        return vec![Problem::new("", message)];
    };
    let mut problems = Vec::new();
    let mut meant = Vec::new();
    for (key, value) in map {
        let why = match key.as_str() {
            "cards" | "after" | "follow" => match value.as_str() {
                Some(text) => text.parse::<Class>().err().map(|error| error.to_string()),
                None => Some(format!("{} is not a text such as \"red 2-7\"", shown(value))),
            },
            "does" => word(value, &Does::ALL.map(Does::name), ""),
            "count" => number(value, 1, 9),
            _ => {
                let known = near(key, KEYS);
                meant.extend(known);
                Some(unknown(key, known, &KEYS))
            }
        };
        problems.extend(why.map(|why| Problem::new(key, why)));
    }
    for key in ["cards", "does"] {
        if !map.contains_key(key) && !meant.contains(&key) {
            problems.push(Problem::new("", format!("`{key}` is missing")));
        }
    }
    problems
}

/// Why a value is no such number. Those that the types hold are left to the rules, which say the same of them.
pub(crate) fn number(value: &Value, least: u32, most: u32) -> Option<String> {
    let kept = if most <= 255 { 255 } else { 65_535 };
    if value.as_u64().is_some_and(|number| number <= kept) {
        return None;
    }
    let whole = value.is_i64() || value.is_u64();
    Some(if whole {
        format!("{value} is not in {least} … {most}")
    } else {
        format!("{} is not a whole number from {least} to {most}", shown(value))
    })
}

/// Why a value is neither such a one nor a table of them by players.
fn by_players<T: DeserializeOwned + Copy>(
    value: &Value,
    wrong: impl Fn(&Value) -> Option<String>,
) -> Option<String> {
    let Some(map) = value.as_object() else {
        let why = wrong(value)?;
        let table = "nor a table by players such as { \"2-5\" = 1, \"6-10\" = 2 }";
        return Some(if value.is_number() {
            why
        } else {
            format!("{why}, {table}")
        });
    };
    let inner = map.iter().find_map(|(key, value)| Some((key, wrong(value)?)));
    if let Some((key, why)) = inner {
        return Some(format!("for {} players {why}", cut(key, 20)));
    }
    ByPlayers::<T>::deserialize(value)
        .err()
        .map(|error| error.to_string())
}

/// Why a value is neither a number nor a table of one about certain cards.
fn cards_number(value: &Value, most: u32) -> Option<String> {
    let Some(map) = value.as_object() else {
        return number(value, 0, most);
    };
    let mut entries = map.iter();
    match (entries.next(), entries.next()) {
        (Some((cards, inner)), None) => {
            let cards = cards.parse::<Selector>().err().map(|error| error.to_string());
            cards.or_else(|| number(inner, 0, most))
        }
        _ => Some(format!(
            "{} has not one entry such as {{ \"all -*\" = 4 }}",
            shown(value)
        )),
    }
}

/// Why a value is neither a class of cards nor this word.
fn cards_or_word(value: &Value, word: &str) -> Option<String> {
    let given = value.as_str();
    if given == Some(word) {
        return None;
    }
    let why = Selector::deserialize(value).err()?;
    let meant = given.and_then(|given| near(given, [word]));
    Some(match meant {
        Some(meant) => format!("{} is no class of cards: did you mean {meant:?}?", shown(value)),
        None => format!("{why}, or \"{word}\""),
    })
}

/// Why a value is none of these words, nor a table of this key to a number.
fn word_or_entry(value: &Value, words: &[&str], key: &str, most: u32) -> Option<String> {
    match value.as_object() {
        Some(map) if map.len() == 1 && map.contains_key(key) => number(&map[key], 1, most),
        _ => word(value, words, &format!(", or a table such as {{ {key} = 100 }}")),
    }
}

/// Why a value is no number of cards to be dealt, nor a range of them.
fn dealt(value: &Value) -> Option<String> {
    if value.is_string() && Dealt::deserialize(value).is_ok() {
        return None;
    }
    let why = number(value, 1, 255)?;
    Some(if value.is_number() {
        why
    } else {
        format!("{why}, nor a range such as \"5-8\"")
    })
}

/// Why a value is no number of places, nor a list of their shares.
fn places(value: &Value) -> Option<String> {
    if value.is_array() {
        let refused = Places::deserialize(value).is_err();
        return refused.then(|| {
            format!(
                "{} is no list of shares such as [75, 25]: they add up to 100, and all but the first two are 0",
                shown(value)
            )
        });
    }
    let why = number(value, 1, 9)?;
    Some(if value.is_number() {
        why
    } else {
        format!("{why}, nor a list of shares such as [75, 25]")
    })
}

/// Why an item of a list, or what stands for one alone, is wrong.
fn each(value: &Value, wrong: impl Fn(&Value) -> Option<String>) -> Option<String> {
    value
        .as_array()
        .map_or_else(|| wrong(value), |items| items.iter().find_map(&wrong))
}

/// Why a value does not say until when cards are drawn.
fn until(value: &Value) -> Option<String> {
    let item = |item: &Value| match item.as_u64() {
        Some(1..=255) => None,
        Some(number) => Some(format!("{number} is not in 1 … 255")),
        None => word(item, &["playable"], ", or a whole number from 1 to 255"),
    };
    each(value, item).or_else(|| {
        let twice = DrawUntil::deserialize(value).is_err();
        twice.then(|| format!("{} says the same twice", shown(value)))
    })
}

/// Why a value is none of these words.
pub(crate) fn word(value: &Value, words: &[&str], more: &str) -> Option<String> {
    let given = value.as_str();
    if given.is_some_and(|given| words.contains(&given)) {
        return None;
    }
    let not = format!(
        "{} is not {}{more}",
        shown(value),
        joined(words.iter().copied(), '"', "or")
    );
    let meant = given.and_then(|given| near(given, words.iter().copied()));
    Some(meant.map_or(not.clone(), |meant| format!("{not}: did you mean {meant:?}?")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(value: Value) -> Vec<String> {
        let mut found = Found::default();
        read(value, &mut found);
        let RulesetError::Invalid(problems) = found.refused() else {
            panic!("problems are listed")
        };
        problems.iter().map(ToString::to_string).collect()
    }

    fn many(count: usize, prefix: &str, value: &Value) -> Value {
        (0..count)
            .map(|n| (format!("{prefix}{n}"), value.clone()))
            .collect::<Map<_, _>>()
            .into()
    }

    #[test]
    fn a_list_is_no_table() {
        for (value, path) in [
            (json!({ "id": "x", "deal": [7] }), "deal"),
            (json!({ "id": "x", "special": { "two": ["2"] } }), "special.two"),
            (
                json!({ "id": "x", "special": { "two": { "cards": "2", "hit": [2] } } }),
                "special.two.hit",
            ),
            (
                json!({ "id": "x", "created": { "rules": [["8", "skip"]] } }),
                "created.rules",
            ),
        ] {
            let listed = listed(value);
            assert!(
                listed.len() == 1 && listed[0].starts_with(&format!("{path}: no such list")),
                "{listed:?}"
            );
        }
    }

    #[test]
    fn of_many_unknown_keys_some_are_told() {
        for (value, path) in [
            (many(4_000, "key", &json!(1)), "key7"),
            (json!({ "deal": many(4_000, "key", &json!(1)) }), "deal.key7"),
            (
                json!({ "special": { "two": { "hit": many(4_000, "key", &json!({})) } } }),
                "special.two.hit.key7",
            ),
        ] {
            let listed = listed(value);
            assert_eq!(listed.len(), 201);
            assert!(
                listed
                    .iter()
                    .any(|problem| problem.starts_with(&format!("{path}: unknown key `key7`")))
            );
            assert!(listed[200].starts_with("… and 380"), "{}", listed[200]);
        }
    }

    #[test]
    fn of_too_many_entries_so_many_are_read() {
        let wrong: Map<String, Value> = ["cards", "nominate", "skip", "reverse", "again", "mirror"]
            .map(|key| (key.to_owned(), json!({})))
            .into_iter()
            .collect();
        let found = listed(json!({ "id": "x", "special": many(100, "s", &wrong.into()) }));
        assert_eq!(found[200], "… and 400 more problems");
        let found = listed(json!({ "id": "x", "special": many(12_000, "s", &json!({ "cards": "XX" })) }));
        assert_eq!(found[0], "special: 12000 of them; at most 100");
        assert_eq!(found.len(), 101);
    }

    #[test]
    fn one_mistake_is_one_problem() {
        for (value, problem) in [
            (
                json!({ "special": { "two": { "cards": "2", "hit": { "drw": 2, "answer": "" } } } }),
                "special.two.hit.drw: unknown key `drw`: did you mean `draw`?",
            ),
            (
                json!({ "special": { "two": { "cards": "2", "hit": { "draw": "two", "answer": "" } } } }),
                "special.two.hit.draw: \"two\" is not a whole number from 0 to 50",
            ),
            (
                json!({ "special": { "two": { "cards": "2", "hit": { "answer": "2" } } } }),
                "special.two.hit: `draw` is missing: write 0 … 50",
            ),
            // Without the nomination there would be nothing to nominate.
            (
                json!({ "special": { "eight": { "cards": "8X", "nominate": "always" } }, "starter": { "card": { "x": { "cards": "8", "effects": "nomination" } } } }),
                "special.eight.cards: \"8X\" selects no cards",
            ),
            (
                json!({ "special": { "eight": { "cards": "8", "nominat": "always" } }, "starter": { "card": { "x": { "cards": "8", "effects": "nomination" } } } }),
                "special.eight.nominat: unknown key `nominat`: did you mean `nominate`?",
            ),
            (
                json!({ "special": { "six": { "cards": "6", "play": {"free": "unabel"}, "challenge": { "draw": 1, "extra": 1 } } } }),
                "special.six.play.free: \"unabel\" is not \"never\", \"always\", \"unable\" or \"no-suit\": did you mean \"unable\"?",
            ),
            (
                json!({ "deal": 7 }),
                "deal: 7 is not a table: write its keys under [deal]",
            ),
            (
                json!({ "deal": { "cards": { "2-5": "x" } } }),
                "deal.cards: for 2-5 players \"x\" is not a whole number from 1 to 255",
            ),
            (
                json!({ "score": { "points": { "8": "x" } } }),
                "score.points.8: \"x\" is not a whole number from 0 to 65535, nor a table by players",
            ),
            (
                json!({ "score": { "points": { "else": "fase" } } }),
                "score.points.else: \"fase\" is not \"face\" or \"index\", or a whole number from 0 to 65535: did you mean \"face\"?",
            ),
            (
                json!({ "score": { "factors": { "identical": 2 } } }),
                "score.factors.identical: 2 is not \"double\" or \"halve\"",
            ),
            (
                json!({ "score": { "events": { "hat": -10 } } }),
                "score.events.hat: unknown key `hat`: there are `out`, `skipped-last` and `renewal`",
            ),
            (
                json!({ "score": { "events": { "out": 10 } } }),
                "score.events.out: 10 is not in -1000 … 0",
            ),
            (
                json!({ "draw": { "most": 1.5 } }),
                "draw.most: 1.5 is not a whole number from 0 to 255",
            ),
            (
                json!({ "special": { "all": { "cards": "all", "continue": { "with": "following", "most": 1.5 } } } }),
                "special.all.continue.most: 1.5 is not \"any\", a whole number from 1 to 19",
            ),
            (
                json!({ "special": { "six": { "cards": "6", "continue": { "with": "suit", "open": ["cover"] } } } }),
                "special.six.continue.open: \"cover\" is not \"covers\", \"nominations\" or \"left\": did you mean \"covers\"?",
            ),
            (
                json!({ "special": { "queen": { "cards": "Q", "mirror": "no" } } }),
                "special.queen.mirror: \"no\" is not true or false",
            ),
            (
                json!({ "follow": ["suit", "rnak"] }),
                "follow: \"rnak\" is not \"suit\", \"rank\", \"rank-on-nominated\", \"sum-or-product\" or \"adjacent-rank\": did you mean \"rank\"?",
            ),
            (
                json!({ "draw": { "until": ["playable", 0] } }),
                "draw.until: 0 is not in 1 … 255",
            ),
            (
                json!({ "draw": { "until": [4, 5], "then": "play-any" } }),
                "draw.until: [4,5] says the same twice",
            ),
            (
                json!({ "deal": { "cards": "8-5" } }),
                "deal.cards: \"8-5\" is not a whole number from 1 to 255, nor a range such as \"5-8\"",
            ),
            (
                json!({ "created": { "rules": [{ "cards": "6", "does": "jump" }] } }),
                "created.rules.[0].does: \"jump\" is not \"reverse\"",
            ),
        ] {
            is_one_problem(value, problem);
        }
    }

    /// Checks that such a ruleset has one problem, which begins so.
    fn is_one_problem(value: Value, problem: &str) {
        let mut whole = json!({ "id": "x" });
        let Value::Object(keys) = value else {
            panic!("{value} is no table");
        };
        whole.as_object_mut().expect("a table").extend(keys);
        let listed = listed(whole);
        assert!(
            listed.len() == 1 && listed[0].starts_with(problem),
            "{problem}\n{listed:#?}"
        );
    }

    #[test]
    fn whatever_stands_for_a_key_is_named() {
        let odd = [
            json!(null),
            json!(true),
            json!(-1),
            json!(70_000),
            json!(0.5),
            json!("§"),
            json!({ "§": "§" }),
            json!(["§"]),
        ];
        for key in super::super::schema::KEYS {
            for value in &odd {
                let mut whole = Value::Object(Map::new());
                let words: Vec<&str> = key.path.split('.').collect();
                let mut at = &mut whole;
                for word in &words {
                    at[*word] = json!({});
                    at = &mut at[*word];
                }
                *at = value.clone();
                let mut found = Found::default();
                if whole.get("id").is_none() {
                    whole["id"] = json!("x");
                }
                read(whole, &mut found);
                if found.is_empty() {
                    continue;
                }
                let RulesetError::Invalid(problems) = found.refused() else {
                    panic!("problems are listed")
                };
                for problem in problems {
                    let text = problem.to_string();
                    assert!(!problem.path.is_empty(), "{}: {value}: {text}", key.path);
                    for foreign in [
                        "invalid type",
                        "invalid value",
                        "unknown field",
                        "unknown variant",
                        "missing field",
                        "expected ",
                    ] {
                        assert!(!text.contains(foreign), "{}: {value}: {text}", key.path);
                    }
                }
            }
        }
    }
}
