//! The reference of the schema as Markdown.

use serde_json::Value;

use super::places::{Leaf, leaves};
use super::words::toml;

/// Returns every key of the ruleset schema as Markdown, with its values, its default and its meaning.
#[must_use]
pub fn schema_reference() -> String {
    let mut lines = vec![HEAD.replace("{EXAMPLE}", EXAMPLE)];
    let leaves = leaves();
    let mut groups: Vec<&str> = Vec::new();
    for group in leaves.iter().map(|leaf| group_of(&leaf.path)) {
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    for group in groups {
        lines.push(format!(
            "\n## {group}\n\n| key | values | default | meaning |\n|---|---|---|---|\n"
        ));
        let of_group = leaves.iter().filter(|leaf| group_of(&leaf.path) == group);
        lines.extend(of_group.map(Leaf::row));
    }
    lines.concat()
}

impl Leaf {
    /// Returns the row of the reference for this key.
    fn row(&self) -> String {
        let default = match self.key.default {
            _ if self.key.required => "required".to_owned(),
            Some(value) if !self.key.unset => code(value),
            _ => "unset".to_owned(),
        };
        let (values, meaning) = (self.key.shape.in_words(), self.key.meaning);
        format!("| `{}` | {values} | {default} | {meaning} |\n", self.path)
    }
}

/// Formats the default of a key.
fn code(value: &Value) -> String {
    let empty = value.as_object().is_some_and(serde_json::Map::is_empty)
        || value.as_array().is_some_and(Vec::is_empty);
    if empty {
        "none".to_owned()
    } else {
        format!("`{}`", toml(value))
    }
}

/// Returns the group in which a key is listed.
fn group_of(path: &str) -> &str {
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

/// Example of a user's ruleset.
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

An editor completes a ruleset, says what each key means and marks what is wrong, if it knows the schemas of TOML files
(with the language server Tombi, or Even Better TOML of Visual Studio Code). `eights schema >
ruleset.schema.json` writes the JSON Schema of rulesets, and the first line of `mine.toml` names it:

```toml
#:schema ruleset.schema.json
```

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
  take the place of another without a mark, and so does everything that is not a table.
- `false` takes away what is not a flag (`special.eight = false`).
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
