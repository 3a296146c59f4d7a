//! The reference of position notation as Markdown.

use std::fmt::Write as _;

use super::shape::root;
use crate::ruleset::schema::{SchemaKey, ValueKind, ValueShape};

/// Returns every key of a position as Markdown, with its values and its meaning.
#[must_use]
pub fn position_reference() -> String {
    let mut page = HEAD.to_owned();
    let keys = root().keys();
    let ordered = FIRST
        .iter()
        .filter_map(|name| keys.iter().find(|key| key.name == *name));
    let rest = keys.iter().filter(|key| !FIRST.contains(&key.name));
    page += &table(ordered.chain(rest));
    for (name, head) in NESTED {
        page += head;
        let Some(key) = keys.iter().find(|key| key.name == *name) else {
            continue;
        };
        page += &match &key.shape.kind {
            ValueKind::Table(keys) => nested(keys),
            _ => alternatives(key.shape.item().unwrap_or(&key.shape)),
        };
    }
    page
}

/// The keys that come first on the page.
const FIRST: [&str; 7] = ["hands", "pile", "stock", "aside", "seat", "dealer", "direction"];

/// The tables within a position, each with its introduction.
const NESTED: &[(&str, &str)] = &[
    (
        "pending",
        "\n## `pending`\n\nA number stands for that many cards from the attack of the upcard. Without `kind` the attack is that of the upcard, too. `target` names the seat that is to act in phase `play`.\n\n",
    ),
    (
        "turn",
        "\n## `turn`\n\nA key that is absent is 0, false or none.\n\n",
    ),
    (
        "phase",
        "\n## `phase`\n\nA phase without fields is written as its name; with fields it is a mapping of `name` and the fields, and a chance node has its own name as `node`.\n\n",
    ),
    (
        "agenda",
        "\n## `agenda`\n\nThe tasks that wait beneath the open question, the first to be done first; most positions have none. A task without fields is its name, another a mapping of its name to its seat or its fields. At a chance node where a card is drawn the draw stands first, with all the cards that the seat has yet to draw.\n\n",
    ),
    ("queued_effects", "\n## `queued_effects`\n\n"),
];

const COLUMNS: &str = "| key | values | meaning |\n|---|---|---|\n";

fn row(name: &str, key: &SchemaKey) -> String {
    format!("| `{name}` | {} | {} |\n", values(&key.shape), key.meaning)
}

fn table<'a>(keys: impl Iterator<Item = &'a SchemaKey>) -> String {
    COLUMNS.to_owned() + &keys.map(|key| row(key.name, key)).collect::<String>()
}

/// Formats a table and the tables within it, whose keys are dotted.
fn nested(keys: &[SchemaKey]) -> String {
    let rows = keys.iter().map(|key| match &key.shape.kind {
        ValueKind::Table(inner) => inner
            .iter()
            .map(|own| row(&format!("{}.{}", key.name, own.name), own))
            .collect(),
        _ => row(key.name, key),
    });
    COLUMNS.to_owned() + &rows.collect::<String>()
}

/// Formats the alternatives of a value: words, and tables by their tags or by the key that holds them.
fn alternatives(shape: &ValueShape) -> String {
    let mut lines = String::new();
    let words = shape.words();
    if !words.is_empty() {
        let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        let _ = writeln!(lines, "- {}", words.join(", "));
    }
    for table in shape.alternatives() {
        let fields: Vec<String> = table
            .keys()
            .iter()
            .map(|key| match &key.shape.kind {
                ValueKind::Words(words) if words.len() == 1 => format!("`{}` = `{}`", key.name, words[0]),
                ValueKind::Table(inner) => {
                    let inner: Vec<String> = inner
                        .iter()
                        .map(|key| format!("{}: {}", key.name, values(&key.shape)))
                        .collect();
                    format!("`{}` = {{ {} }}", key.name, inner.join(", "))
                }
                _ => format!("`{}`: {}", key.name, values(&key.shape)),
            })
            .collect();
        if !fields.is_empty() {
            let _ = writeln!(lines, "- {}", fields.join(", "));
        }
    }
    lines
}

/// Formats the values that a key may have.
fn values(shape: &ValueShape) -> String {
    match (&shape.kind, shape.format) {
        (ValueKind::Table(_) | ValueKind::Any(_), _) => "see below".to_owned(),
        (ValueKind::List(item, _), Some(format)) => format!("{format}: {}", values(item)),
        (ValueKind::List(item, _), None) => format!("list: {}", values(item)),
        (ValueKind::Entries(_, _, inner), _) => format!("table: {}", values(inner)),
        (_, Some(format)) if !format.starts_with(['u', 'i']) => format.to_owned(),
        (ValueKind::Anything, _) => "`[seat, \"action\"]`".to_owned(),
        _ => shape.in_words(),
    }
}

const HEAD: &str = "Position notation writes a state as a mapping that people can read and write, or as bytes that restore it exactly.

Only `hands` and `pile` are required. Every other key has a default, and the mapping of a state leaves out defaults: 0, false,
nothing, seat 0 at its turn, what the ruleset says (`direction`, `deal`, `scores`, `created`, the first value of each parameter), and
what follows from other keys: `dealer` is the seat before `seat`, `actor` is whoever the phase asks, `turns` counts the turn in
progress, and `said` has all seats that hold one card and are not in `calls`, except for a seat that has played in the turn.

A position is refused, with every reason, if play could not go on from it. Each card must be in the deck and must not stand twice,
seats must be at the table and in play, the open question must be possible in the ruleset and have an answer, waiting tasks must be
possible, and the limit of decisions must not be reached. No game needs to have led there: a position may say that a seat has
announced its last card while it holds five.

The stock holds all cards that are named nowhere, in no order. With `stock` and `aside` both given, the cards named in neither lie
unordered under those of `stock`.

";
