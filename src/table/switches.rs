//! House rules as switches: made from the schema of rulesets, for whatever keys it has.

use std::sync::OnceLock;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::choices::SetupError;
use crate::ruleset::{Ruleset, schema_json};

/// Numbers beside words are listed one by one, up to so many.
const LISTED: i64 = 60;

/// A value, and its meaning in plain words.
type Plain = (&'static str, &'static str);

/// The keys that people change first: a label in plain words, and the values in plain words.
const FIRST: &[(&str, &str, &[Plain])] = &[
    ("deal.cards", "Cards for each player", &[]),
    (
        "draw.when",
        "A card may be drawn",
        &[
            ("always", "at any time"),
            ("unable", "only if none can be played"),
            ("never", "never"),
        ],
    ),
    ("draw.most", "Cards drawn in a turn at most (0: any number)", &[]),
    (
        "draw.then",
        "After drawing",
        &[
            ("end-turn", "the turn ends"),
            ("may-play", "the drawn card may be played"),
            ("must-play", "the drawn card must be played, if it can be"),
            ("play-any", "any card may be played"),
            ("must-play-any", "a card must be played, if one can be"),
        ],
    ),
    ("special.NAME.hit.draw", "{name}: cards to draw", &[]),
    (
        "turn.reverse-with-two",
        "A reverse when two play",
        &[("nothing", "changes nothing"), ("skip", "skips the other")],
    ),
    (
        "call.made",
        "Calling the last card",
        &[
            ("off", "is not needed"),
            ("by-player", "can be forgotten"),
            ("automatic", "happens by itself"),
        ],
    ),
    ("call.penalty", "Cards for a forgotten call", &[]),
    (
        "out.last-card",
        "A special card that goes out",
        &[
            ("ignored", "has no effect"),
            ("served", "hits the others before scoring"),
            ("chain", "can be answered"),
            ("drawn", "makes its player draw"),
        ],
    ),
    (
        "stock.empty",
        "When the stock is empty",
        &[
            ("reshuffle", "the pile is shuffled"),
            ("turn-over", "the pile is turned over"),
            ("none", "play goes on without it"),
        ],
    ),
    ("deck.packs", "Packs of cards", &[]),
    ("deck.jokers", "Jokers", &[]),
];

/// A key of the schema that a switch can set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Setting {
    /// The dotted key; `NAME` stands for a name of the ruleset's own.
    pub key: String,
    /// The meaning of the key, in English.
    pub meaning: String,
    /// True when the value is true or false.
    pub flag: bool,
    /// The texts that the value can be.
    pub words: Vec<String>,
    /// The least and the greatest number that the value can be.
    pub numbers: Option<(i64, i64)>,
    /// True when the value is a list of the words.
    pub many: bool,
}

impl Setting {
    /// True when a switch can be set to a value; the ruleset may still refuse it.
    #[must_use]
    pub fn allows(&self, value: &Value) -> bool {
        let is_word = |value: &Value| {
            value
                .as_str()
                .is_some_and(|word| self.words.iter().any(|of| of == word))
        };
        match value {
            Value::Array(all) if self.many => {
                let once = |(at, one): (usize, &Value)| is_word(one) && !all[..at].contains(one);
                all.iter().enumerate().all(once)
            }
            _ if self.many => false,
            Value::Bool(_) => self.flag,
            Value::Number(number) => number.as_i64().is_some_and(|number| {
                self.numbers
                    .is_some_and(|(least, most)| (least..=most).contains(&number))
            }),
            value => is_word(value),
        }
    }

    /// Describes the possible values.
    #[must_use]
    pub fn possible(&self) -> String {
        if self.flag {
            return "true or false".to_owned();
        }
        let mut parts: Vec<String> = self.words.iter().map(|word| format!("{word:?}")).collect();
        parts.extend(self.numbers.map(|(least, most)| format!("{least} … {most}")));
        format!(
            "{}{}",
            if self.many { "a list of " } else { "" },
            parts.join(", ")
        )
    }
}

/// A switch of a ruleset with its value: a page makes a control of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Switch {
    /// The key as the ruleset has it, and its values: few numbers beside words are among the words.
    #[serde(flatten)]
    pub setting: Setting,
    /// The value that the ruleset has.
    pub value: Value,
    /// The label of a key that people change first; empty for others.
    pub label: String,
    /// The values of such a key in plain words.
    pub plain: Map<String, Value>,
}

/// Returns the keys of the schema that a switch can set: flags, numbers, words, lists of words.
pub fn settings() -> &'static [Setting] {
    static SETTINGS: OnceLock<Vec<Setting>> = OnceLock::new();
    SETTINGS.get_or_init(|| {
        let mut found = Vec::new();
        collect(&schema_json(), "", &mut found);
        found
    })
}

/// Collects the settings of the keys of a table, and of the tables in it.
fn collect(keys: &Value, before: &str, found: &mut Vec<Setting>) {
    for (name, schema) in keys["properties"].as_object().into_iter().flatten() {
        let key = format!("{before}{name}");
        if key == "base" || name == "replace" {
            continue; // what a file says of its base is not a setting
        }
        let of = table(schema);
        if let Some(named) = of.and_then(|of| table(&of["additionalProperties"])) {
            collect(named, &format!("{key}.NAME."), found);
        } else if let Some(of) = of.filter(|of| of["additionalProperties"] == false) {
            collect(of, &format!("{key}."), found);
        } else {
            found.extend(setting(key, schema));
        }
    }
}

/// Returns the table that a value is; none where it may be anything else but `false`.
fn table(schema: &Value) -> Option<&Value> {
    let mut tables = alternatives(schema)
        .into_iter()
        .filter(|one| one["const"] != false);
    let first = tables.next().filter(|one| one["type"] == "object")?;
    tables.next().is_none().then_some(first)
}

/// Returns the alternatives of a value, each by itself.
fn alternatives(schema: &Value) -> Vec<&Value> {
    match schema
        .get("anyOf")
        .or_else(|| schema.get("oneOf"))
        .and_then(Value::as_array)
    {
        Some(all) => all.iter().flat_map(alternatives).collect(),
        None if schema.is_object() => vec![schema],
        None => Vec::new(),
    }
}

/// True if classes of cards may stand for a value.
fn is_of_cards(schema: &Value) -> bool {
    let all = schema["anyOf"].as_array();
    schema["format"] == "cards"
        || schema["format"] == "late cards"
        || all.is_some_and(|all| all.iter().any(is_of_cards))
}

/// Returns the setting of a key; none if no switch can set it.
fn setting(key: String, schema: &Value) -> Option<Setting> {
    if is_of_cards(schema) {
        return None;
    }
    let all = alternatives(schema);
    let has_type = |kind: &str| all.iter().any(|one| one["type"] == kind);
    let words: Vec<String> = all.iter().flat_map(|one| words(one)).collect();
    let numbers = all
        .iter()
        .find_map(|one| Some((one["minimum"].as_i64()?, one["maximum"].as_i64()?)));
    let many = has_type("array") && !words.is_empty();
    let setting = Setting {
        key,
        meaning: schema["description"].as_str().unwrap_or_default().to_owned(),
        flag: has_type("boolean"),
        words,
        numbers,
        many,
    };
    if setting.flag {
        let (words, numbers, many) = (Vec::new(), None, false);
        return Some(Setting {
            words,
            numbers,
            many,
            ..setting
        });
    }
    let is_one = (!setting.words.is_empty() || numbers.is_some()) && !(many && numbers.is_some());
    is_one.then_some(setting)
}

/// Returns the words that a value may be.
fn words(schema: &Value) -> Vec<String> {
    let all = schema.get("const").map(std::slice::from_ref);
    let all = all.or_else(|| schema["enum"].as_array().map(Vec::as_slice));
    all.into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect()
}

/// Returns the switches of a ruleset, each with its value; a number by players is shown for so many.
///
/// Keys of tables that the ruleset has not, such as the attack of a card without one, are not there.
///
/// ```
/// use eights::Ruleset;
/// let all = eights::table::switches(&Ruleset::builtin("crazy_eights_special")?, 4);
/// let cards = all.iter().find(|one| one.setting.key == "deal.cards").expect("a switch");
/// assert_eq!((cards.value.as_i64(), cards.label.as_str()), (Some(5), "Cards for each player"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn switches(ruleset: &Ruleset, players: u8) -> Vec<Switch> {
    let all = values(ruleset).into_iter();
    all.map(|(key, setting, value)| {
        let value = match value {
            Value::Object(by_players) => for_players(&by_players, players),
            // A list of one word is that word.
            Value::String(word) if setting.many => json!([word]),
            value => value,
        };
        let (label, plain) = first(&key, setting);
        let mut setting = Setting {
            key,
            ..setting.clone()
        };
        let few = |(least, most): &(i64, i64)| !setting.words.is_empty() && most - least <= LISTED;
        if let Some((least, most)) = setting.numbers.filter(few) {
            setting
                .words
                .extend((least..=most).map(|number| number.to_string()));
        }
        Switch {
            setting,
            value,
            label,
            plain,
        }
    })
    .collect()
}

/// Returns the plain words of a key that people change first; nothing for other keys.
fn first(key: &str, setting: &Setting) -> (String, Map<String, Value>) {
    let Some((_, label, plain)) = FIRST.iter().find(|(of, ..)| *of == setting.key) else {
        return (String::new(), Map::new());
    };
    let name = key.split('.').nth(1).unwrap_or_default().replace('-', " ");
    let name = crate::ruleset::describe::words::capital(&name);
    let plain = plain.iter().map(|(word, said)| ((*word).to_owned(), json!(said)));
    (label.replace("{name}", &name), plain.collect())
}

/// Refuses what no switch of a ruleset can be set to.
///
/// # Errors
/// There is no such switch, or it cannot be so.
pub fn check_switches(ruleset: &Ruleset, overrides: &Map<String, Value>) -> Result<(), SetupError> {
    let known = values(ruleset);
    for (key, value) in overrides {
        let Some((_, setting, _)) = known.iter().find(|(of, ..)| of == key) else {
            return Err(SetupError(format!(
                "{} has no switch {:?}",
                ruleset.id,
                crate::limits::given(key)
            )));
        };
        if !setting.allows(value) {
            let (shown, possible) = (crate::limits::shown(value), setting.possible());
            return Err(SetupError(format!("{key} cannot be {shown}: it is {possible}")));
        }
    }
    Ok(())
}

/// Returns each key that a switch can set in a ruleset, with its setting and its value.
fn values(ruleset: &Ruleset) -> Vec<(String, &'static Setting, Value)> {
    let whole = ruleset.to_full_value();
    let mut all = Vec::new();
    for setting in settings() {
        let mut tables = vec![(String::new(), &whole)];
        let (path, last) = setting.key.rsplit_once('.').unwrap_or(("", &setting.key));
        for part in path.split('.').filter(|part| !part.is_empty()) {
            let inner = tables
                .iter()
                .flat_map(|(path, table)| named_in(path, table, part));
            tables = inner
                .filter(|(_, table)| table.is_object())
                .map(|(path, table)| (format!("{path}."), table))
                .collect();
        }
        let found = tables
            .iter()
            .flat_map(|(path, table)| named_in(path, table, last));
        all.extend(found.map(|(key, value)| (key, setting, value.clone())));
    }
    all
}

/// Returns the keys of a table that a part of a key means: `NAME` is any name of the ruleset's own.
fn named_in<'a>(path: &str, table: &'a Value, part: &str) -> Vec<(String, &'a Value)> {
    let keys = table.as_object().into_iter().flatten();
    let meant = keys.filter(|(name, _)| part == "NAME" || *name == part);
    meant
        .map(|(name, value)| (format!("{path}{name}"), value))
        .collect()
}

/// Returns the value of a table by players for so many; null if there is none.
fn for_players(by_players: &Map<String, Value>, players: u8) -> Value {
    let holds = |span: &str| {
        let (first, last) = span.split_once('-').unwrap_or((span, span));
        first.parse().is_ok_and(|first: u8| first <= players)
            && last.parse().is_ok_and(|last: u8| players <= last)
    };
    by_players
        .iter()
        .find(|(span, _)| holds(span))
        .map_or(Value::Null, |(_, value)| value.clone())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::ruleset::{ids, schema_reference};

    /// Values of keys that a person writes by hand; such a key has no switch.
    const BY_HAND: [&str; 8] = [
        "cards",
        "late cards",
        "text",
        "table",
        "list of created",
        "list of `\"playable\"`",
        "list of texts",
        " or late cards",
    ];

    fn setting(key: &str) -> &'static Setting {
        settings().iter().find(|one| one.key == key).expect("a setting")
    }

    #[test]
    fn every_key_is_a_switch_or_is_written_by_hand() {
        let reference = schema_reference();
        let rows = reference.lines().filter_map(|line| {
            let mut cells = line.strip_prefix("| `")?.split(" | ");
            Some((cells.next()?.trim_end_matches('`'), cells.next()?))
        });
        let is_by_hand = |values: &str| {
            let values = values.trim_start_matches(' ');
            let without_number = values
                .strip_prefix("list of ")
                .and_then(|rest| rest.split_once(" texts"));
            BY_HAND[..6].iter().any(|start| values.starts_with(start))
                || values.contains(BY_HAND[7])
                || values.starts_with("list of texts")
                || without_number.is_some_and(|(number, _)| number.parse::<u32>().is_ok())
        };
        let switched: BTreeSet<&str> = rows
            .filter(|(_, values)| !is_by_hand(values))
            .map(|(key, _)| key)
            .collect();
        let made: BTreeSet<&str> = settings().iter().map(|one| one.key.as_str()).collect();
        assert_eq!(switched, made);
    }

    #[test]
    fn settings_say_what_is_possible() {
        assert_eq!(setting("special.NAME.reverse").possible(), "true or false");
        assert_eq!(
            setting("draw.when").possible(),
            "\"always\", \"unable\", \"never\""
        );
        assert_eq!(setting("special.NAME.skip").possible(), "0 … 9");
        assert_eq!(
            setting("turn.once").possible(),
            "a list of \"skips\", \"reversals\""
        );
        assert_eq!(setting("special.NAME.continue.else-draw").words, ["until-able"]);
        assert_eq!(setting("special.NAME.continue.else-draw").numbers, Some((0, 20)));
    }

    #[test]
    fn a_switch_takes_its_values_only() {
        for (key, good, bad) in [
            (
                "special.NAME.reverse",
                json!([true, false]),
                json!([1, 0, "true", null]),
            ),
            (
                "special.NAME.skip",
                json!([0, 9]),
                json!([-1, 10, true, "1", 1.0]),
            ),
            (
                "draw.when",
                json!(["never"]),
                json!(["often", 1, ["never"], null]),
            ),
            (
                "turn.once",
                json!([[], ["skips"], ["reversals", "skips"]]),
                json!(["skips", ["skips", "skips"], [1]]),
            ),
            (
                "special.NAME.continue.else-draw",
                json!(["until-able", 3]),
                json!(["until", 21, false]),
            ),
        ] {
            let all = |values: Value| values.as_array().cloned().expect("a list");
            assert!(all(good).iter().all(|value| setting(key).allows(value)), "{key}");
            assert!(!all(bad).iter().any(|value| setting(key).allows(value)), "{key}");
        }
    }

    /// To one value each: to each of its values at some ruleset.
    #[test]
    fn switches_of_every_ruleset_can_be_set() {
        for (at, id) in ids().enumerate() {
            let rules = Ruleset::builtin(id).expect("builtin");
            let players = rules.players.min;
            let (mut taken, mut refused) = (0, 0);
            for one in switches(&rules, players) {
                let words = one
                    .setting
                    .words
                    .iter()
                    .filter(|word| word.parse::<u8>().is_err());
                let values: Vec<Value> = if one.setting.flag {
                    vec![json!(one.value != json!(true))]
                } else if one.setting.many {
                    vec![json!(one.setting.words[..1])]
                } else {
                    let ends = one
                        .setting
                        .numbers
                        .into_iter()
                        .flat_map(|(least, most)| [json!(least), json!(most)]);
                    words.map(|word| json!(word)).chain(ends).collect()
                };
                let value = &values[at % values.len()];
                let change = Map::from_iter([(one.setting.key.clone(), value.clone())]);
                check_switches(&rules, &change).expect("a value of the switch");
                let Ok(changed) = rules.with(&change) else {
                    refused += 1;
                    continue;
                };
                let shown = switches(&changed, players)
                    .into_iter()
                    .find(|two| two.setting.key == one.setting.key);
                assert!(
                    shown.is_none_or(|two| two.value == *value),
                    "{id}: {} = {value}",
                    one.setting.key
                );
                taken += 1;
            }
            assert!(taken > refused, "{id}: {taken} are taken, {refused} refused");
        }
    }

    #[test]
    fn unknown_switches_are_refused() {
        let rules = Ruleset::builtin("crazy_eights_special").expect("builtin");
        for key in [
            "id",
            "special.queen.cards",
            "special.king.skip",
            "special.queen.hit.draw",
            "",
        ] {
            let why = check_switches(&rules, &Map::from_iter([(key.to_owned(), json!(1))])).expect_err(key);
            assert!(why.to_string().contains("has no switch"), "{why}");
        }
    }
}
