//! The contents of the page of observations, span by span.

use super::field::{Field, FieldFeatures, Set};
use super::parts::PARTS;
use super::span::SpanName;

/// A span and the table of its fields: name, condition, number of features, kind of values, meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpanPage {
    /// The span.
    pub span: SpanName,
    /// A row for each field, in order.
    pub rows: Vec<[String; 5]>,
}

/// Returns the table of every span, in order.
#[must_use]
pub fn span_pages() -> Vec<SpanPage> {
    let page = |span: SpanName| {
        let mut rows = Vec::new();
        for part in PARTS.iter().filter(|part| part.span == span) {
            let when = if part.when.is_empty() { "always" } else { part.when };
            add_rows(part.fields, &Before::span(span), when, &mut rows);
        }
        SpanPage { span, rows }
    };
    SpanName::ALL.into_iter().map(page).collect()
}

/// The prefix of the name of a field, and the factors of the number of its features.
struct Before {
    name: String,
    times: Vec<String>,
}

impl Before {
    fn span(span: SpanName) -> Self {
        Self {
            name: span.as_str().to_owned(),
            times: Vec::new(),
        }
    }

    /// Appends the name of a field.
    fn named(&self, name: &str) -> Self {
        let blank = if name.is_empty() { "" } else { " " };
        Self {
            name: format!("{}{blank}{name}", self.name),
            times: self.times.clone(),
        }
    }

    /// Appends the placeholder and the length of a set.
    fn each(&self, set: Set) -> Self {
        let (name, times) = set.described();
        let times = self.times.iter().cloned().chain([times]);
        Self {
            name: format!("{}{name}", self.name),
            times: times.collect(),
        }
    }
}

fn add_rows(fields: &[Field], before: &Before, when: &str, rows: &mut Vec<[String; 5]>) {
    for field in fields {
        let own = before.named(field.name);
        let (own, values) = match &field.features {
            FieldFeatures::Number => (own, "number".to_owned()),
            FieldFeatures::Flag => (own, "flag".to_owned()),
            FieldFeatures::TwoBytes => {
                let mut own = own.named("BYTE");
                own.times.push("2".to_owned());
                (own, "number of two bytes: `high_byte`, `low_byte`".to_owned())
            }
            FieldFeatures::OneOf(set) => (own.each(*set), format!("one of them{}", words(*set))),
            FieldFeatures::Which(set) => (own.each(*set), format!("flags{}", words(*set))),
            FieldFeatures::Numbers(set) => (own.each(*set), "numbers".to_owned()),
            FieldFeatures::Shares(set) => (own.each(*set), "numbers, each × high / copies".to_owned()),
            FieldFeatures::Each(set, fields) => {
                add_rows(fields, &own.each(*set), when, rows);
                continue;
            }
            FieldFeatures::All(fields) => {
                add_rows(fields, &own, when, rows);
                continue;
            }
        };
        let times = if own.times.is_empty() {
            "1".to_owned()
        } else {
            own.times.join(" × ")
        };
        let row = [own.name, when.to_owned(), times, values, field.meaning.to_owned()];
        rows.push(row);
    }
}

/// Formats the words of a set for the column of values; empty for a set without words.
fn words(set: Set) -> String {
    let words = match set {
        Set::Words(words) => words.to_vec(),
        Set::Phases => super::field::phase_names().to_vec(),
        _ => return String::new(),
    };
    let words = words.iter().map(|word| format!("`{word}`"));
    format!(": {}", words.collect::<Vec<_>>().join(" "))
}
