//! Shapes in English, for the reference and for messages about mistakes.

use serde_json::Value;

use super::shape::{Names, SchemaKey, ValueKind, ValueShape};
use super::types::ID;
use crate::ruleset::suggestion::joined;

impl ValueShape {
    /// Describes the allowed values for the reference.
    pub(crate) fn in_words(&self) -> String {
        if self.is_cards() {
            return self.format.unwrap_or_default().to_owned();
        }
        match &self.kind {
            ValueKind::Flag => "`true`, `false`".to_owned(),
            ValueKind::Number(least, most) => format!("{least} … {most}"),
            ValueKind::Words(words) => {
                let words: Vec<String> = words.iter().map(|word| format!("`\"{word}\"`")).collect();
                words.join(", ")
            }
            ValueKind::Text(_) | ValueKind::List(..) if self.format.is_some() => self.named('`'),
            ValueKind::Text(_) | ValueKind::Anything => "text".to_owned(),
            ValueKind::List(item, most) => format!("list of {}", item.in_plural(*most)),
            ValueKind::Table(keys) => {
                let keys: Vec<String> = keys
                    .iter()
                    .map(|key| format!("{} = {}", key.name, key.shape.in_words()))
                    .collect();
                format!("`{{ {} }}`", keys.join(", "))
            }
            ValueKind::Entries(own, names, value) => entries_in_words(own, names, value),
            ValueKind::Any(all) => any_in_words(all),
        }
    }

    /// Describes several values of this shape.
    fn in_plural(&self, most: Option<u64>) -> String {
        let count = most.map_or_else(String::new, |most| format!("{most} "));
        match (&self.kind, self.format) {
            (ValueKind::Text(_), None) => format!("{count}texts"),
            (ValueKind::Table(_), Some(name)) => format!("{name}s"),
            _ => self.in_words(),
        }
    }

    /// Returns the name with an example in the given marks: "a range such as "5-8"".
    fn named(&self, mark: char) -> String {
        let name = self.format.unwrap_or_default();
        if name == ID {
            return name.to_owned();
        }
        let mark = if mark == ' ' {
            String::new()
        } else {
            mark.to_string()
        };
        let example = self
            .examples
            .first()
            .map(|example| format!(" such as {mark}{}{mark}", toml(example)));
        format!("a {name}{}", example.unwrap_or_default())
    }

    /// Describes the allowed values for messages, one phrase for each alternative.
    pub(crate) fn phrases(&self) -> Vec<String> {
        if self.is_cards() {
            let each = [
                "words for cards such as \"8 QS\"",
                "a list of them",
                "the number of a rank",
            ];
            return each.map(str::to_owned).into();
        }
        let example = |what: &str| match self.table_example() {
            Some(example) => format!("{what} such as {}", toml(example)),
            None => what.to_owned(),
        };
        match &self.kind {
            ValueKind::Flag => vec!["true".to_owned(), "false".to_owned()],
            ValueKind::Number(least, most) => vec![format!("a whole number from {least} to {most}")],
            ValueKind::Words(words) => words.iter().map(|word| format!("{word:?}")).collect(),
            ValueKind::Text(_) if self.format == Some(ID) => vec![format!("a {ID}")],
            ValueKind::Text(_) | ValueKind::List(..) | ValueKind::Table(_) if self.format.is_some() => {
                vec![self.named(' ')]
            }
            ValueKind::Text(_) => vec!["a text".to_owned()],
            ValueKind::Anything => vec!["a value".to_owned()],
            ValueKind::List(item, _) => vec![match &item.kind {
                ValueKind::Table(_) => format!("a list of {}", item.in_plural(None)),
                _ => format!("a list of {}", item.in_plural(None).replace('`', "")),
            }],
            ValueKind::Entries(_, Names::Players, _) => {
                vec!["a table by players such as { \"2-5\" = 1, \"6-10\" = 2 }".to_owned()]
            }
            ValueKind::Entries(_, _, value) if matches!(value.kind, ValueKind::Anything) => {
                vec!["a table of overrides such as { \"deal.cards\" = 7 }".to_owned()]
            }
            ValueKind::Table(_) | ValueKind::Entries(..) => vec![example("a table")],
            ValueKind::Any(all) => {
                let items =
                    |shape: &&Self| !matches!(shape.kind, ValueKind::List(..)) || shape.format.is_some();
                let phrases = all.iter().filter(items).flat_map(|one| match &one.kind {
                    ValueKind::Table(_) | ValueKind::Entries(_, Names::Cards | Names::Days, _) => {
                        vec![example("a table")]
                    }
                    _ => one.phrases(),
                });
                phrases.collect()
            }
        }
    }

    /// Returns an example of a table that is allowed here.
    fn table_example(&self) -> Option<&Value> {
        self.examples.iter().find(|example| example.is_object())
    }

    /// Returns the message about a value that is not allowed here.
    pub(crate) fn refusal(&self, shown: &str) -> String {
        let phrases = self.phrases();
        let phrases = phrases.iter().map(String::as_str);
        format!("{shown} is not {}", joined(phrases, "", "or"))
    }
}

fn entries_in_words(own: &[SchemaKey], names: &Names, value: &ValueShape) -> String {
    let keys = match names {
        Names::Free => "name".to_owned(),
        Names::Cards => "cards".to_owned(),
        Names::Players => "players".to_owned(),
        Names::Numbers => "number".to_owned(),
        Names::Days => "days such as `\"03-21\"`".to_owned(),
        Names::Words(words) => words
            .iter()
            .map(|word| format!("`{word}`"))
            .collect::<Vec<_>>()
            .join(", "),
    };
    let whole = match &value.kind {
        ValueKind::Entries(..) => "table of overrides".to_owned(),
        ValueKind::Text(_) => "cards".to_owned(),
        _ => value.in_words(),
    };
    let (alike, others): (Vec<&SchemaKey>, Vec<&SchemaKey>) =
        own.iter().partition(|key| key.shape.in_words() == whole);
    let alike: Vec<String> = alike.iter().map(|key| format!(", `{}`", key.name)).collect();
    let others = others
        .iter()
        .map(|key| format!("; `{}` to {}", key.name, key.shape.in_words()));
    let others: Vec<String> = others.collect();
    format!("table: {keys}{} to {whole}{}", alike.concat(), others.concat())
}

fn any_in_words(all: &[ValueShape]) -> String {
    let listed = all.iter().find_map(|shape| match &shape.kind {
        ValueKind::List(item, _) if shape.format.is_none() => Some(item),
        _ => None,
    });
    if let Some(item) = listed {
        return format!("list of {}, or one of them", item.in_words());
    }
    let by_players = all
        .iter()
        .any(|shape| matches!(shape.kind, ValueKind::Entries(_, Names::Players, _)));
    let rest = all
        .iter()
        .filter(|shape| !matches!(shape.kind, ValueKind::Entries(_, Names::Players, _)));
    let rest: Vec<String> = rest.map(ValueShape::in_words).collect();
    let words = joined(rest.iter().map(String::as_str), "", "or");
    if by_players {
        format!("{words}, by players")
    } else {
        words
    }
}

/// Formats a value as TOML on one line.
pub(super) fn toml(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let plain = |key: &str| key.chars().all(|c| c.is_ascii_lowercase() || c == '-');
            let pairs = map.iter().map(|(key, inner)| {
                let key = if plain(key) {
                    key.clone()
                } else {
                    format!("{key:?}")
                };
                format!("{key} = {}", toml(inner))
            });
            format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(toml).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}
