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

A ruleset of your own takes a few lines. This one is Crazy Eights with different Sevens and Jacks:

```toml
{EXAMPLE}```

Save it as `mine.toml`, then check it and play it:

```sh
eights validate mine.toml
eights play mine.toml
```

In Python, write `eights.Game(eights.Ruleset.from_file(\"mine.toml\"))`.

An editor can complete a ruleset, explain each key and mark errors if it knows the schemas of TOML files (for example
with the language server Tombi, or with Even Better TOML in Visual Studio Code). `eights schema > ruleset.schema.json`
writes the JSON Schema of rulesets, and the first line of `mine.toml` names it:

```toml
#:schema ruleset.schema.json
```

`base` names what a ruleset starts from:

- `base = \"ID\"`: a built-in ruleset;
- `base = \"house.toml\"`: a file of your own, with a path relative to the file that names it (`../house.toml`). It may
  have a base, too, and up to eight files may build on each other. A text that is in no file has no folder to look in:
  `Ruleset.from_toml(text, folder)` names one;
- `base = { ruleset = \"ID\", variant = \"NAME\" }`: a variant of either, or several: `[\"ONE\", \"OTHER\"]`.

The file changes its base as overrides do:

- A table is merged into that of the base, key by key: after `[special.two]` with `skip = 1` the Two still has its attack.
  `eights validate` lists the keys that are kept in this way.
- A table with `replace = true` takes the place of the whole table of the base. `[special]` with `replace = true` leaves
  no special of the base, `[score.points]` no points.
- A table by players, a variant, and a table that is one value (`out.not-on`, `round.row`, `out-of-turn.identical`)
  replace the other one without this mark, and so does everything that is not a table.
- `false` removes a key that is not a flag (`special.eight = false`).
- Title, source, decisions and variants are not taken from the base.

Without `base` a ruleset starts from the plain game that the defaults below describe. A ruleset is written out
(`to_toml`) without its base. An error names the base if the key comes from there.

A ruleset is a TOML file (or a mapping) with the keys below. Only `id` is required. Unknown keys are refused. All errors
of a ruleset are reported at once: the first 200 with their keys, and with their lines if there is a text. A setting that
changes nothing, such as a special without cards, causes a warning, and so does a match that cannot end. Variants are
checked together with their ruleset: each must change something, and nothing but the rules. An override names a key as it
is written here, with dots: `{\"deal.cards\" = 7}`. `false` removes a key that is not a flag, and so does `None` in a mapping.

A ruleset has at most 262,144 bytes, and at most 204,800 when it is written out as TOML. A key has at most 8 parts.
A table whose keys you choose (specials, words, starters, variants, points, copies, days) has at most 100 entries, and so
has a list. A text has at most 1,000 bytes; titles, sources and decisions may be longer. No text may contain control
characters; in a title, a source and a decision the end of a line counts as a blank. `describe` escapes all of them for
Markdown, except for `code` in sources and decisions and web addresses in sources.

- *cards* are words separated by blanks: a rank (`8`, `T`, `*` for Jokers), a suit (`H`), a card (`QS`, `*R`), `red`,
  `black`, `pictures` (J Q K), `numbers` (2 to T), `even`, `odd` (of the numbers) or `all`. Words joined by `&` mean the
  cards that are in each of them (`J&black`); a leading `-` removes cards from those before it (`all -8`). `10`, `clubs`,
  `diamonds`, `hearts`, `spades`, `jokers`, `aces`, `twos` … `kings` and ranges of ranks are understood as well
  (`2-7`; the ace is low in `A-4`, high in `Q-A`), and so are a rank's number (`cards = 8`) and a list (`[\"8\",
  \"QS\"]`); they are written out as the words above. If a ruleset has labels, they are understood, too, one or several of
  them, in upper or lower case (`\"Skip\"`, `\"green & Draw Twos\"`), unless they are one of the words above: `8` is always
  the rank 8. Text that probably means something else than intended causes a warning: `red jokers` (the red cards and the
  Jokers; `red & jokers` are those that are both), `C H & A` (`&` joins only the words beside it), `10` where another rank
  has that label.
- *late cards* may also have words whose meaning is known only in play: `@wild` is the rank equal to the countdown score
  of whoever plays or holds the card (1 the ace, 11 the Jack, 12 the Queen, 13 the King), `@NAME` the card or rank drawn
  for `params.NAME` (`2 -@wild`). Where a card meets the upcard, in `hit.answer`, `hit.cancel`, `hit.pass-on` and
  `next.cards`, and in `continue.cards` and `continue.also` of single cards, there are also `@suit`, the cards of the suit
  in force, and `@rank`, those of the upcard's rank (`2&@suit`). In a turn of several cards the upcard is the one just
  played: `continue = { with = \"any\", cards = \"@rank 8&@suit\" }` lets a card of its rank, or the Eight of its suit, be
  added.
- `round.first` lists cards in the order in which they count: with `first = \"QS 3\"` whoever holds the Queen of spades
  shows it and has the first turn; if nobody holds it, the Three of clubs decides, and so on to the Three of spades. So
  everybody then knows that this seat holds the card, and that nobody holds the cards before it, which may lie in the
  stock or on the pile. Each round is begun so, once the cards are dealt, the piles begun and the direction chosen.
  Where several hold the card (in two packs), the first of them in the order of play decides, from the usual first player
  on: the seat after the dealer, the dealer (`starter.turned = \"by-dealer\"`), or whom `round.next` names. That one begins
  where nobody holds any. The starter has its effects before the first turn: attacks, penalties and skips meet the
  holder, and a reversal only changes the direction.
- With `deck.backs = true` each card has a back that is another card: the deck is shuffled once more for the backs of each
  round. A special with `turn-over = true` turns all cards over, and `when = { side = \"back\" }` says what a card does
  only then:

  ```toml
  [deck]
  backs = true

  [special.nine]
  cards = \"9\"
  turn-over = true

  [special.two]
  cards = \"2\"
  when = { side = \"back\" }
  hit = { draw = 5 }
  ```

  Everybody sees the backs of all hands, but nobody knows which back belongs to which card of a hand: the back of a card that
  is played is drawn from those of its hand. The pile is turned as a whole, so that the back of the card that began it is
  the upcard, which has no effect. What else moves cards (`move`, `stock.keep`, a second pile, play out of turn and the
  like) does not go with backs.
- *by players* is one number, or a table of numbers by how many play: `{ \"2-5\" = 1, \"6-10\" = 2 }`.
- `NAME` is a name that you choose: lower-case letters, digits and hyphens. An override can address, change or remove a
  special or a word by its name; a param (at most two) is called `@NAME`. `when`, `play`, `next`, `hit`, `continue`,
  `move` and `challenge` are unset unless their table is written.
- A *created rule* is a table `{ cards = CLASS, after = CLASS, does = DOES, count = k, follow = CLASS }`. It says what
  happens when such a card is played on one of `after` (on any card if that is left out). A CLASS is words joined by blanks, all
  of which must hold: `all`, a rank (`8`, `T`, `*`), a suit (`H`), `red`, `black`, `even`, `odd` (by number: ace 1,
  Jack 11, Queen 12, King 13), `face` (J Q K), `number` (A … T), or ranks from the ace up (`2-7`, `9-K`). DOES is
  `reverse`, `skip` (count), `again`, `draw-next` (count; the turn is not lost), `draw-player` (count), `draw-others`
  (count each), `only` (only cards of `follow` may be played on it, and they must follow), `nominate`, `playable` (it
  may be played on `after` whatever its suit or rank), `any-turn` (likewise, in anyone's turn), `invert` (playable cards
  become unplayable and the other way round; at most one) or `two-piles` (its pile is shuffled and dealt into two; at most
  four piles).
";
