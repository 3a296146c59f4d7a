//! Validates the keys and values of a position against the schema, and finds all their problems in one pass.

use serde_json::{Map, Value};

use super::problem::{PositionProblems, ProblemCode};
use crate::action::Action;
use crate::card::{Card, Suit};
use crate::engine::Demanded;
use crate::engine::notation::{ATTACK, BY_SEAT, MOST_SCORE};
use crate::limits::shown;
use crate::rules::Rules;
use crate::ruleset::closest_match;
use crate::ruleset::schema::types::{CARD_TEXT, SEAT};
use crate::ruleset::schema::{Names, SchemaKey, ValueKind, ValueShape};
use crate::seat::{Seat, SeatSet};

/// Validates keys and values against the schema, the rules and the seats in play.
pub(crate) struct PositionKeys<'a> {
    pub(crate) rules: &'a Rules,
    /// Seats no longer in the match.
    pub(crate) out: SeatSet,
    pub(crate) problems: &'a mut PositionProblems,
}

impl PositionKeys<'_> {
    /// Checks a table of keys. Below the top level, missing required keys are problems, too.
    pub(crate) fn table(&mut self, keys: &'static [SchemaKey], map: &Map<String, Value>, at: &str) {
        for (name, value) in map {
            let path = dotted(at, name);
            match keys.iter().find(|key| key.name == name) {
                Some(key) if key.unset && value.is_null() => {}
                Some(key) => self.value(&key.shape, value, &path),
                None => {
                    let names = || keys.iter().map(|key| key.name);
                    let message = if self.problems.is_full() {
                        String::new()
                    } else {
                        unknown(name, &names().collect::<Vec<_>>())
                    };
                    self.problems.add(path, ProblemCode::UnknownKey, message);
                }
            }
        }
        let missing = |key: &&SchemaKey| key.required && !at.is_empty() && !map.contains_key(key.name);
        for key in keys.iter().filter(missing) {
            let message = format!("{} is missing: write {}", key.name, plain(&key.shape));
            self.problems
                .add(dotted(at, key.name), ProblemCode::WrongType, message);
        }
    }

    fn wrong_type(&mut self, shape: &ValueShape, value: &Value, path: &str) {
        let message = format!("{} is given: write {}", shown(value), plain(shape));
        self.problems.add(path, ProblemCode::WrongType, message);
    }

    fn value(&mut self, shape: &'static ValueShape, value: &Value, path: &str) {
        match (&shape.kind, value) {
            (ValueKind::Anything, value) => {
                if shape.format == Some("points") {
                    self.points(shape, value, path);
                }
            }
            (ValueKind::Flag, Value::Bool(_)) => {}
            (ValueKind::Number(least, most), value) if value.is_i64() || value.is_u64() => {
                self.number(shape, value, (*least, *most), path);
            }
            (ValueKind::Words(words), Value::String(text)) => {
                if !words.contains(&text.as_str()) {
                    self.unknown_name(value, words, path);
                }
            }
            (ValueKind::Text(_), Value::String(text)) => self.text(shape.format, text, path),
            (ValueKind::List(item, most), Value::Array(items)) => {
                self.items((shape, item, *most), items, path);
            }
            (ValueKind::Table(keys), Value::Object(map)) => self.table(keys, map, path),
            (ValueKind::Entries(_, names, inner), Value::Object(map)) => {
                for (name, value) in map {
                    let at = dotted(path, name);
                    self.value(inner, value, &at);
                    if *names == Names::Numbers {
                        self.cards_by_number(name, value, &at);
                    }
                }
            }
            (ValueKind::Any(all), value) => self.any(shape, all, value, path),
            _ => self.wrong_type(shape, value, path),
        }
    }

    /// Checks cards that are known, or known not to be held, by a number: no count of cards finds one that the deck lacks.
    fn cards_by_number(&mut self, number: &str, cards: &Value, path: &str) {
        if number.parse::<u8>().is_err() {
            let message = format!("{number:?} is not a number from 0 to 255");
            self.problems.add(path, ProblemCode::UnknownKey, message);
        }
        for word in cards.as_str().unwrap_or_default().split_whitespace() {
            self.is_of_deck(word, path);
        }
    }

    /// Checks a whole number. A seat must be at the table and, where the format requires it, in play.
    fn points(&mut self, shape: &ValueShape, value: &Value, path: &str) {
        match value.as_f64() {
            None => self.wrong_type(shape, value, path),
            Some(points) if points.abs() <= f64::from(MOST_SCORE) => {}
            Some(points) => {
                let message = format!("{points} is not in -{MOST_SCORE} … {MOST_SCORE}");
                self.problems.add(path, ProblemCode::NumberOutOfRange, message);
            }
        }
    }

    fn number(&mut self, shape: &ValueShape, value: &Value, (least, most): (i64, i64), path: &str) {
        let number = value.as_i64();
        let seat = matches!(shape.format, Some("seat" | SEAT));
        let end = i64::from(self.rules.players) - 1;
        let (code, message) = match number {
            Some(number) if seat && !(0..=end).contains(&number) => (
                ProblemCode::SeatOutOfRange,
                format!("no seat {number}: there are 0 … {end}"),
            ),
            Some(number) if shape.format == Some(SEAT) && self.out.contains(Seat(number as u8)) => {
                (ProblemCode::SeatIsOut, format!("seat {number} is no longer in"))
            }
            Some(0) if shape.format == Some("direction") => (
                ProblemCode::NumberOutOfRange,
                "0 is not a direction: 1 is clockwise, -1 anticlockwise".to_owned(),
            ),
            Some(number) if (least..=most).contains(&number) => return,
            _ => (
                ProblemCode::NumberOutOfRange,
                format!("{value} is not in {least} … {most}"),
            ),
        };
        self.problems.add(path, code, message);
    }

    /// Checks a text by its format.
    fn text(&mut self, format: Option<&str>, text: &str, path: &str) {
        match format {
            Some("card") => self.card(text, path),
            Some(CARD_TEXT) => text.split_whitespace().for_each(|word| self.is_card(word, path)),
            Some("rank or card")
                if text
                    .parse()
                    .ok()
                    .is_some_and(|text: String| Demanded::try_from(text).is_err()) =>
            {
                let message = format!("{text:?} is neither the letter of a rank nor a card");
                self.problems.add(path, ProblemCode::NotACard, message);
            }
            Some("rank")
                if text
                    .parse()
                    .ok()
                    .and_then(|letter| self.rules.pack.rank_of_letter(letter))
                    .is_none() =>
            {
                let [_, ranks] = self.rules.pack.letters();
                let message = format!("{text:?} is not a rank: write one letter of {ranks}, or *");
                self.problems.add(path, ProblemCode::UnknownName, message);
            }
            Some("suit") => {
                self.suit(text, path);
            }
            Some(ATTACK) if !self.rules.attacks.iter().any(|attack| attack.name == text) => {
                let message = format!("{text:?} is not an attack: {}", attacks_there_are(self.rules));
                self.problems.add(path, ProblemCode::NoAttack, message);
            }
            _ => {}
        }
    }

    /// Checks that a text is a card of the deck.
    fn card(&mut self, text: &str, path: &str) {
        self.is_card(text, path);
        self.is_of_deck(text, path);
    }

    fn is_of_deck(&mut self, text: &str, path: &str) {
        if let Ok(card) = text.parse::<Card>()
            && !self.rules.deck.kinds.contains(card)
        {
            let message = format!("{card} is not in the deck");
            self.problems.add(path, ProblemCode::NotInGame, message);
        }
    }

    fn is_card(&mut self, text: &str, path: &str) {
        if let Err(error) = text.parse::<Card>() {
            self.problems.add(path, ProblemCode::NotACard, error.to_string());
        }
    }

    /// Parses a suit, which some card of the deck must have.
    pub(crate) fn suit(&mut self, text: &str, path: &str) -> Option<Suit> {
        let read = text
            .parse()
            .ok()
            .and_then(|letter| self.rules.pack.suit_of_letter(letter));
        let [suits, _] = self.rules.pack.letters();
        match read.ok_or_else(|| format!("{text:?} is not a suit: write one letter of {suits}")) {
            Err(message) => self.problems.add(path, ProblemCode::UnknownName, message),
            Ok(suit) if self.rules.deck.suits.contains(Action::Suit(suit)) => return Some(suit),
            Ok(_) => {
                let message =
                    format!("{text:?}: no card of the deck has this suit, so nobody can have named it");
                self.problems.add(path, ProblemCode::NotInGame, message);
            }
        }
        None
    }

    fn items(
        &mut self,
        (list, item, most): (&ValueShape, &'static ValueShape, Option<u64>),
        items: &[Value],
        path: &str,
    ) {
        let players = usize::from(self.rules.players);
        if list.format == Some(BY_SEAT) && items.len() != players {
            let message = format!(
                "{} values are given: there must be one for each of {players} seats",
                items.len()
            );
            self.problems.add(path, ProblemCode::WrongLength, message);
        }
        if let Some(most) = most
            && items.len() as u64 > most
        {
            let message = format!("{} are given: there can be {most}", items.len());
            self.problems.add(path, ProblemCode::WrongLength, message);
            return;
        }
        for (n, inner) in items.iter().enumerate() {
            self.value(item, inner, &dotted(path, &n.to_string()));
        }
    }

    /// Checks a value that has several alternatives; a table is selected by the given keys.
    fn any(&mut self, shape: &'static ValueShape, all: &'static [ValueShape], value: &Value, path: &str) {
        match value {
            Value::Object(map) => {
                let tables: Vec<&'static ValueShape> = all
                    .iter()
                    .filter(|one| matches!(one.kind, ValueKind::Table(_)))
                    .collect();
                match alternative(&tables, map) {
                    Ok(table) => self.table(table.keys(), map, path),
                    Err((key, names)) => {
                        let path = if key == "name" {
                            path.to_owned()
                        } else {
                            dotted(path, key)
                        };
                        let given = map.get(key).cloned();
                        let given = given.unwrap_or_else(|| {
                            map.keys().next().map_or(Value::Null, |key| key.as_str().into())
                        });
                        self.unknown_name(&given, &names, &path);
                    }
                }
            }
            Value::String(_) if !shape.words().is_empty() => {
                let words = shape.words();
                if !words.iter().any(|word| value == word) {
                    let keys = all.iter().flat_map(ValueShape::keys).map(|key| key.name);
                    self.unknown_name(
                        value,
                        &words.iter().copied().chain(keys).collect::<Vec<_>>(),
                        path,
                    );
                }
            }
            value => match all.iter().find(|one| matches!(one.kind, ValueKind::Number(..))) {
                Some(number) if value.is_number() => self.value(number, value, path),
                _ => self.wrong_type(shape, value, path),
            },
        }
    }

    fn unknown_name(&mut self, value: &Value, names: &[&str], path: &str) {
        let meant = value
            .as_str()
            .and_then(|given| closest_match(given, names.iter().copied()));
        let message = meant.map_or_else(
            || format!("{} is none of {}", shown(value), names.join(", ")),
            |meant| {
                format!(
                    "{} is none of {}: did you mean {meant:?}?",
                    shown(value),
                    names.join(", ")
                )
            },
        );
        self.problems.add(path, ProblemCode::UnknownName, message);
    }
}

/// Returns the one of several tables that a mapping is meant to be, by its tags or by a required key.
fn alternative(
    tables: &[&'static ValueShape],
    map: &Map<String, Value>,
) -> Result<&'static ValueShape, (&'static str, Vec<&'static str>)> {
    let mut left = tables.to_vec();
    while left.len() > 1 {
        // A tag is a key that allows one word in each table, and not the same in all.
        let tag = left[0].keys().iter().find(|key| {
            let words = left.iter().filter_map(|table| tag_of(table, key.name));
            let words: std::collections::BTreeSet<&str> = words.collect();
            words.len() > 1
        });
        let Some(tag) = tag else {
            let is_given = |table: &&&ValueShape| {
                table
                    .keys()
                    .iter()
                    .any(|key| key.required && map.contains_key(key.name))
            };
            let names = left.iter().flat_map(|table| table.keys()).map(|key| key.name);
            return left.iter().find(is_given).copied().ok_or(("", names.collect()));
        };
        let mut names: Vec<&str> = left.iter().filter_map(|table| tag_of(table, tag.name)).collect();
        names.dedup();
        let given = map.get(tag.name).and_then(Value::as_str);
        left.retain(|table| tag_of(table, tag.name).is_some_and(|word| Some(word) == given));
        if left.is_empty() {
            return Err((tag.name, names));
        }
    }
    left.first().copied().ok_or(("", Vec::new()))
}

/// Returns the only word that a key of a table may have.
fn tag_of(table: &ValueShape, name: &str) -> Option<&'static str> {
    let key = table.keys().iter().find(|key| key.name == name)?;
    match key.shape.kind {
        ValueKind::Words(ref words) if words.len() == 1 => words.first().copied(),
        _ => None,
    }
}

/// Describes the values of a shape, without Markdown.
fn plain(shape: &ValueShape) -> String {
    match shape.format {
        Some(format) if !format.starts_with(['u', 'i']) => format!("a {format}"),
        _ => shape.in_words().replace('`', ""),
    }
}

/// Lists the attacks of a ruleset in words.
pub(crate) fn attacks_there_are(rules: &Rules) -> String {
    let names: Vec<&str> = rules.attacks.iter().map(|attack| attack.name.as_str()).collect();
    if names.is_empty() {
        "this ruleset has no attacks".to_owned()
    } else {
        format!("there are {}", names.join(", "))
    }
}

/// Returns the message for a key that is none of these.
fn unknown(key: &str, keys: &[&'static str]) -> String {
    closest_match(key, keys.iter().copied()).map_or_else(
        || format!("there is no such key: there are {}", keys.join(", ")),
        |meant| format!("there is no such key: did you mean {meant:?}?"),
    )
}

/// Returns the dotted path of a key under another.
pub(crate) fn dotted(at: &str, key: &str) -> String {
    // An empty key is shown as such: an empty path is the whole position.
    let key = if key.is_empty() { "\"\"" } else { key };
    if at.is_empty() {
        key.to_owned()
    } else {
        format!("{at}.{key}")
    }
}
