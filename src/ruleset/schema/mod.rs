//! The schema of rulesets as a table: every key, what it may hold and what it means.
//!
//! Defaults are not in the table: they are read off the serialised types. Tests compare the table with those
//! types, so that neither can have a key, a word or a range that the other lacks.

#[cfg(test)]
mod counts;
mod full;
pub(crate) mod key;
pub(crate) mod keys;
mod places;

use serde_json::{Value, json};

pub(crate) use full::full;
pub(crate) use key::{Allowed, Key};
pub(crate) use keys::KEYS;
pub(crate) use places::{
    Place, default_flag, is_required, is_unset, key_of, keys_of, open_tables, paths, place,
};

use super::{Most, Ruleset};
use crate::primitive::score::settings::ELSE;

/// Every key of the ruleset schema as Markdown: what it may hold, its default and its meaning.
#[must_use]
pub fn schema_reference() -> String {
    let mut lines = vec![HEAD.replace("{EXAMPLE}", EXAMPLE)];
    let mut group = "";
    for key in KEYS {
        let of_key = group_of(key.path);
        if of_key != group {
            group = of_key;
            lines.push(format!(
                "\n## {group}\n\n| key | values | default | meaning |\n|---|---|---|---|\n"
            ));
        }
        let default = match default_of(key) {
            KeyDefault::Required => "required".to_owned(),
            KeyDefault::Unset => "unset".to_owned(),
            KeyDefault::Value(value) => code(&value),
        };
        let (values, meaning) = (key.allowed.in_words(), key.meaning);
        lines.push(format!("| `{}` | {values} | {default} | {meaning} |\n", key.path));
    }
    lines.concat()
}

/// A ruleset of one's own.
const EXAMPLE: &str = include_str!("own.toml");

const HEAD: &str = "# Ruleset schema

A ruleset of one's own is a few lines. This one is Crazy Eights with other sevens and Jacks:

```toml
{EXAMPLE}```

Kept as `mine.toml`, it is checked and played so:

```sh
eights validate mine.toml
eights play mine.toml
```

In Python it is `eights.Game(eights.Ruleset.from_file(\"mine.toml\"))`.

`base` is what a ruleset starts from:

- `base = \"ID\"`, a built-in ruleset;
- `base = \"house.toml\"`, a file of one's own, seen from the file that names it (`../house.toml`); that one may have a
  base, too, and up to eight files start from each other. A text without a file has no folder to look in:
  `Ruleset.from_toml(text, folder)` names one;
- `base = { ruleset = \"ID\", variant = \"NAME\" }`, a variant of either, or several: `[\"ONE\", \"OTHER\"]`.

What the file says changes the base as overrides do:

- A table is merged into that of the base, key by key: `[special.two]` with `skip = 1` leaves the two its attack.
  `eights validate` lists the keys that stay so.
- `replace = true` in a table marks it: it takes the place of the whole table of the base. `[special]` with `replace =
  true` leaves no special of the base, `[score.points]` no points.
- A table by players, a variant, and a table that is one value (`out.not-on`, `round.row`, `out-of-turn.identical`)
  take the place of another without a mark, and so does everything that is no table.
- `false` takes away what is no flag (`special.eight = false`).
- Title, source, decisions and variants are not the base's to give.

Without `base` a ruleset starts from the plain game of the defaults below. A ruleset is written out (`to_toml`)
without its base. Problems name the base where a key is the base's own.

A ruleset is a TOML file (or a mapping) with the keys below. Only `id` must be written. Unknown keys are refused;
every problem of a ruleset is reported at once, the first 200 with their keys, and with their lines where there is a
text. What changes nothing, such as a special without cards, is a warning, and so is a match that cannot end. Variants
are checked with their ruleset: each changes something, and nothing but rules. An override names a key as it stands
here, dotted: `{\"deal.cards\" = 7}`; `false`, where no flag stands, takes a key away, and so does `None` in a mapping.

A ruleset has at most 262,144 bytes, and at most 204,800 when it is written out as TOML. A key has at most 8 parts.
A table whose keys are one's own (specials, words, starters, variants, points, copies, days) has at most 100 entries, and so
has a list. A text has at most 1,000 bytes. Titles, sources and decisions may be longer. No text has control characters;
in a title, a source and a decision an end of a line counts as a blank. `describe` escapes them all for Markdown, but for
`code` in sources and decisions.

- *cards* are words separated by blanks: a rank (`8`, `T`, `*` for Jokers), a suit (`H`), a card (`QS`, `*R`), `red`,
  `black`, `pictures` (J Q K), `numbers` (2 to T), `even`, `odd` (of the numbers) or `all`; words joined by `&` mean
  what is in each (`J&black`); a leading `-` takes away from what stands before it (`all -8`). `10`, `clubs`,
  `diamonds`, `hearts`, `spades`, `jokers`, `aces`, `twos` … `kings` and ranges of ranks are understood as well
  (`2-7`; the ace is low in `A-4`, high in `Q-A`), and so are a rank's number (`cards = 8`) and a list (`[\"8\",
  \"QS\"]`); they are written out as the words above. Where a ruleset has labels, they are understood, too, one of them
  or several, whatever the case (`\"Skip\"`, `\"green & Draw Twos\"`), unless they are such a word anyhow: `8` is the rank 8
  whatever its label. What hardly means what it was written for is a warning: `red jokers` (the red cards and the Jokers;
  `red & jokers` are those that are both), `C H & A` (`&` joins only the words beside it), `10` where another rank has that
  label.
- *late cards* may have words, too, whose meaning only play tells: `@wild` is the rank equal to the own countdown
  score of whoever plays or holds the card (1 the ace, 11 the Jack, 12 the Queen, 13 the King), `@NAME` what was drawn
  for `params.NAME` (`2 -@wild`).
- *by players* is one number, or a table of numbers by how many play: `{ \"2-5\" = 1, \"6-10\" = 2 }`.
- `NAME` is a name of one's own: lower-case letters, digits and hyphens. An override can address, change or remove a
  special or a word by it; a param (at most two) is called `@NAME` by it. `when`, `play`, `next`,
  `hit`, `continue`, `move` and `challenge` are unset unless their table is written.
- A *created rule* is a table `{ cards = CLASS, after = CLASS, does = DOES, count = k, follow = CLASS }`: what it does
  when such a card is played on one of `after` (any card where it is left out). A CLASS is words joined by blanks, all
  of which must hold: `all`, a rank (`8`, `T`, `*`), a suit (`H`), `red`, `black`, `even`, `odd` (by number: ace 1,
  Jack 11, Queen 12, King 13), `face` (J Q K), `number` (A … T), or ranks from the ace up (`2-7`, `9-K`). DOES is
  `reverse`, `skip` (count), `again`, `draw-next` (count; the turn is not lost), `draw-player` (count), `draw-others`
  (count each), `only` (only cards of `follow` may be played on it, and they must follow), `nominate`, `playable` (it
  may be played on `after` whatever its suit or rank), `any-turn` (so too, in anyone's turn), `invert` (what could be
  played cannot, and what could not can; at most one) or `two-piles` (its pile is shuffled and dealt into two; at most
  four piles).
";

/// The table that a key stands in.
fn group_of(path: &'static str) -> &'static str {
    if path.starts_with("special.") {
        let inner = path
            .match_indices('.')
            .nth(2)
            .map_or("special.NAME".len(), |(at, _)| at);
        return &path[..inner];
    }
    for named in ["params.NAME", "words.NAME"] {
        if path.starts_with(named) {
            return named;
        }
    }
    path.split_once('.').map_or("general", |(group, _)| group)
}

fn code(value: &Value) -> String {
    match value {
        Value::Object(map) if map.is_empty() => "none".to_owned(),
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Object(map) => {
            let pairs: Vec<String> = map
                .iter()
                .map(|(key, value)| format!("{key:?} = {value}"))
                .collect();
            format!("`{{ {} }}`", pairs.join(", "))
        }
        other => format!("`{other}`"),
    }
}

impl Allowed {
    /// What an entry of a table holds whose keys are one's own.
    pub(crate) fn of_entry(self, key: &str) -> Option<Self> {
        match self {
            Self::Copies => Some(Self::ByPlayers(0, 255)),
            Self::Points if key == ELSE => Some(Self::WordOrNumber(&["face", "index"], 65_535)),
            Self::Points => Some(Self::ByPlayers(0, 65_535)),
            Self::Factors => Some(Self::Word(&["double", "halve"])),
            Self::Identicals => Some(Self::Word(&["may", "must", "others-may"])),
            Self::Events => Some(Self::Signed(1_000)),
            Self::CardsOrDates => Some(Self::Card),
            Self::Overrides => Some(Self::Table),
            _ => None,
        }
    }

    /// What it may hold, as the reference says it.
    pub(crate) fn in_words(self) -> String {
        let words = |words: &[&str]| {
            words
                .iter()
                .map(|word| format!("`\"{word}\"`"))
                .collect::<Vec<_>>()
                .join(", ")
        };
        match self {
            Self::Text => "text".to_owned(),
            Self::Id => "text of lower-case letters, digits and underscores".to_owned(),
            Self::Texts => "list of texts".to_owned(),
            Self::Bool => "`true`, `false`".to_owned(),
            Self::Number(least, most) => format!("{least} … {most}"),
            Self::ByPlayers(least, most) => format!("{least} … {most}, by players"),
            Self::Word(list) => words(list),
            Self::Words(list) => format!("list of {}", words(list)),
            Self::Until => "list of `\"playable\"` and 1 … 255, or one of both".to_owned(),
            Self::Most => format!(
                "`\"any\"`, 1 … {0}, or such a number with all: `\"2 or all\"`",
                Most::LIMIT
            ),
            Self::WordOrNumber(list, most) => format!("{}, or 0 … {most}", words(list)),
            Self::WordOrEntry(list, key, most) => format!("{}, or `{{ {key} = 1 … {most} }}`", words(list)),
            Self::Cards => "cards".to_owned(),
            Self::LateCards => "late cards".to_owned(),
            Self::CardsOrWord(word) => format!("cards, or `\"{word}\"`"),
            Self::LateCardsOrWord(word) => format!("late cards, or `\"{word}\"`"),
            Self::Range => "2 … 10, or a range such as `\"3-10\"`".to_owned(),
            Self::Labels(count) => format!("list of {count} different texts"),
            Self::Points => {
                "table: cards to 0 … 65535, by players; `else` to `\"face\"`, `\"index\"` or 0 … 65535"
                    .to_owned()
            }
            Self::Factors => {
                "table: cards, `last` and cards, `last-rank` or `last-class` to `\"double\"`, `identical` to `\"halve\"`"
                    .to_owned()
            }
            Self::CardsNumber(most) => format!("0 … {most}, or table: cards to such a number"),
            Self::Identicals => {
                "cards, or table: cards to `\"may\"`, `\"must\"` or `\"others-may\"`".to_owned()
            }
            Self::Events => "table: `out`, `skipped-last`, `renewal` to -1000 … 1000".to_owned(),
            Self::Signed(most) => format!("-{most} … {most}"),
            Self::Copies => "table: cards to 0 … 255, by players".to_owned(),
            Self::CardsOrDates => "cards, or table: days such as `\"03-21\"` to cards".to_owned(),
            Self::EpisodeRoundOrDay => "`\"episode\"`, `\"round\"`, or a day such as `\"11-21\"`".to_owned(),
            Self::Dealt => "1 … 255, or a range such as `\"5-8\"`, by players".to_owned(),
            Self::Places => "1 … 9, or a list of shares such as `[75, 25]`, by players".to_owned(),
            Self::Card => "a card".to_owned(),
            Self::Table => "table of overrides".to_owned(),
            Self::Rules => "list of created rules".to_owned(),
            Self::Overrides => "table: name to table of overrides".to_owned(),
        }
    }

    /// The values that leave a serialised mapping when they stand for the default.
    fn silent(self) -> Vec<Value> {
        match self {
            Self::Texts | Self::Labels(_) | Self::Words(_) => vec![json!([])],
            Self::Most => vec![json!(Most::Any)],
            Self::Overrides | Self::Factors | Self::Events => vec![json!({})],
            Self::Cards | Self::CardsOrWord(_) | Self::LateCards | Self::Identicals => {
                vec![json!(""), json!("all")]
            }
            Self::CardsNumber(_) | Self::WordOrNumber(..) => vec![json!(0)],
            Self::Places => vec![json!(1)],
            Self::EpisodeRoundOrDay => vec![json!("episode")],
            Self::Bool => vec![json!(false), json!(true)],
            Self::Number(least, _) | Self::ByPlayers(least, _) => vec![json!(least)],
            Self::Word(words) | Self::WordOrEntry(words, ..) => {
                words.iter().map(|word| json!(word)).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// What stands where a key is not written.
#[derive(Debug, PartialEq)]
enum KeyDefault {
    /// The key has to be written.
    Required,
    /// Nothing.
    Unset,
    /// This.
    Value(Value),
}

/// The default of a key, read off the types.
fn default_of(key: &Key) -> KeyDefault {
    let mut value = full().to_value();
    let path: Vec<&str> = key.path.split('.').collect();
    take(&mut value, &path);
    let read = |value: &Value| -> Option<Value> {
        let ruleset: Ruleset = serde_json::from_value(value.clone()).ok()?;
        Some(ruleset.to_value())
    };
    let Some(written) = read(&value) else {
        return KeyDefault::Required;
    };
    if let Some(default) = get(&written, &path) {
        return KeyDefault::Value(default.clone());
    }
    // A default that is not written is the value that is not written either when it is set.
    for silent in key.allowed.silent() {
        put(&mut value, &path, silent.clone());
        if read(&value).is_some_and(|written| get(&written, &path).is_none()) {
            return KeyDefault::Value(silent);
        }
    }
    KeyDefault::Unset
}

fn get<'a>(value: &'a Value, path: &[&str]) -> Option<&'a Value> {
    path.iter().try_fold(value, |at, key| at.get(key))
}

fn take(value: &mut Value, path: &[&str]) {
    if let Some((last, tables)) = path.split_last() {
        let table = tables.iter().try_fold(value, |at, key| at.get_mut(*key));
        if let Some(map) = table.and_then(Value::as_object_mut) {
            map.remove(*last);
        }
    }
}

fn put(value: &mut Value, path: &[&str], new: Value) {
    if let Some((last, tables)) = path.split_last() {
        let table = tables.iter().try_fold(value, |at, key| at.get_mut(*key));
        if let Some(map) = table.and_then(Value::as_object_mut) {
            map.insert((*last).to_owned(), new);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Map;

    use super::*;

    /// The keys that a mapping holds, down to where the table says that a value begins.
    fn leaves(value: &Value, path: &str, found: &mut BTreeSet<String>) {
        let value_begins = KEYS.iter().any(|key| key.path == path);
        match value {
            Value::Object(map) if !value_begins => {
                for (key, inner) in map {
                    let path = if path.is_empty() {
                        key.clone()
                    } else {
                        format!("{path}.{key}")
                    };
                    leaves(inner, &path, found);
                }
            }
            _ => {
                found.insert(path.to_owned());
            }
        }
    }

    fn base() -> Ruleset {
        let text = "id = \"base\"\n[call]\nmade = \"by-player\"\n[starter.card.name]\ncards = \"8\"\n[params.name]\ncards = { \"03-21\" = \"JC\" }\n[special.name]\ncards = \"8\"\nplay.free = \
        \"unable\"\n\
                    hit = { draw = 1 }\ncontinue = { with = \"suit\" }\nmove = { to = \"all\" }\n\
                    challenge = { draw = 1, extra = 1 }\n[words.name]\nsay = 1\ndue = \"out\"\n";
        Ruleset::from_toml(text).expect("the base of these tests is valid")
    }

    fn with(path: &str, new: Value) -> Result<Ruleset, super::super::RulesetError> {
        base().with(&Map::from_iter([(path.replace("NAME", "name"), new)]))
    }

    #[test]
    fn the_table_has_every_key_of_the_types_once_and_no_other() {
        let mut found = BTreeSet::new();
        leaves(&full().to_value(), "", &mut found);
        let listed: BTreeSet<String> = KEYS.iter().map(|key| key.path.to_owned()).collect();
        assert_eq!(found, listed);
        assert_eq!(listed.len(), KEYS.len());
    }

    #[test]
    fn the_words_of_the_table_are_those_that_the_types_take() {
        for key in KEYS {
            let words = match key.allowed {
                Allowed::Word(words) | Allowed::Words(words) => words.to_vec(),
                Allowed::WordOrEntry(words, entry, _) => [words, &[entry]].concat(),
                _ => continue,
            };
            let mut value = base().to_value();
            let wrong = Map::from_iter([(key.path.replace("NAME", "name"), json!("no such word"))]);
            crate::ruleset::merge::merge(&mut value, &wrong);
            let refused = serde_json::from_value::<Ruleset>(value)
                .expect_err(key.path)
                .to_string();
            let (_, expected) = refused
                .split_once("expected ")
                .expect("serde lists what it expected");
            let expected = expected.split("; ").next().unwrap_or_default();
            let taken: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
            assert_eq!(words, taken, "{}", key.path);
        }
        for word in ["face", "index"] {
            assert!(with("score.points.else", json!(word)).is_ok());
        }
        assert!(with("score.points.else", json!("no such word")).is_err());
    }

    #[test]
    fn numbers_outside_the_range_of_the_table_are_refused() {
        for key in KEYS {
            let (Allowed::Number(least, most)
            | Allowed::ByPlayers(least, most)
            | Allowed::WordOrNumber(_, most @ least)) = key.allowed
            else {
                continue;
            };
            let below = if matches!(key.allowed, Allowed::WordOrNumber(..)) {
                -1
            } else {
                i64::from(least) - 1
            };
            for n in [below, i64::from(most) + 1] {
                assert!(with(key.path, json!(n)).is_err(), "{} took {n}", key.path);
            }
        }
    }

    #[test]
    fn defaults_are_read_off_the_types() {
        let default = |path: &str| KEYS.iter().find(|key| key.path == path).map(default_of);
        for (path, value) in [
            ("draw.most", json!(1)),
            ("special.NAME.nominate", json!("never")),
            ("special.NAME.skip", json!(0)),
            ("special.NAME.continue.cards", json!("all")),
            ("special.NAME.continue.most", json!("any")),
            ("special.NAME.continue.open", json!([])),
            ("special.NAME.hit.sets", json!("ordinary")),
            ("out.not-on", json!(0)),
            ("match.rounds", json!(0)),
            ("stock.keep", json!(0)),
            ("call.due", json!("played")),
            ("words.NAME.on", json!("all")),
            ("created.rules", json!([])),
        ] {
            assert_eq!(default(path), Some(KeyDefault::Value(value)));
        }
        assert_eq!(default("id"), Some(KeyDefault::Required));
        assert_eq!(default("special.NAME.hit.draw"), Some(KeyDefault::Required));
        assert_eq!(default("words.NAME.due"), Some(KeyDefault::Required));
        assert_eq!(
            default("special.NAME.play.free"),
            Some(KeyDefault::Value(json!("never")))
        );
    }
}
