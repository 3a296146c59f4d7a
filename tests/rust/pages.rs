//! Generated pages of the documentation: one for each ruleset, the schema reference, and the pages of observations, positions and
//! actions.

use std::fmt::Write as _;
use std::fs;

use eights::observation::{Layout, Span, SpanName, span_pages};
use eights::ruleset::{ids, schema_json, schema_reference};
use eights::{
    Action, ActionId, EpisodeKind, Game, MAX_ACTIONS, NUM_ACTIONS, OWN_PACK_ACTIONS, ObservationLayout,
    Options, Ruleset,
};
use serde_json::Value;

use crate::golden::{golden, repository};
use crate::tables::{all_ids, nearest_of};

const NOTE: &str = "<!-- Generated from src/ruleset; `make bless` rewrites it. -->\n\n";

/// Formats ranges of player numbers that share a value: "52 (2 to 5), 104 (6 to 10)".
fn by_players(ruleset: &Ruleset, value: impl Fn(u8) -> Option<u32>) -> String {
    let mut runs: Vec<(u8, u8, Option<u32>)> = Vec::new();
    for n in ruleset.players.min..=ruleset.players.max {
        match runs.last_mut() {
            Some((_, most, last)) if *last == value(n) => *most = n,
            _ => runs.push((n, n, value(n))),
        }
    }
    let shown = |value: &Option<u32>| value.map_or("none".to_owned(), |value| value.to_string());
    if let [(_, _, value)] = runs.as_slice() {
        return shown(value);
    }
    let said = runs.iter().map(|(least, most, value)| {
        let who = if least == most {
            least.to_string()
        } else {
            format!("{least} to {most}")
        };
        format!("{} ({who} players)", shown(value))
    });
    said.collect::<Vec<_>>().join(", ")
}

/// Formats the table of facts that a program needs most often.
fn specification(ruleset: &Ruleset) -> String {
    let dealt = by_players(ruleset, |n| {
        ruleset.deal.cards.get(n).map(|dealt| u32::from(dealt.least))
    });
    let deck = by_players(ruleset, |n| ruleset.deck.cards(n));
    let rows = [
        ("id", format!("`{}`", ruleset.id)),
        (
            "players",
            format!("{} to {}", ruleset.players.min, ruleset.players.max),
        ),
        ("cards dealt", dealt),
        ("cards in the deck", deck),
        ("fingerprint", format!("`{}`", ruleset.fingerprint())),
    ];
    let mut text = "\n## Specification\n\n| | |\n|---|---|\n".to_owned();
    for (name, value) in rows {
        writeln!(text, "| {name} | {value} |").expect("a string takes all");
    }
    text
}

#[test]
fn every_ruleset_has_its_page() {
    for id in all_ids() {
        let ruleset = Ruleset::builtin(id).unwrap_or_else(|error| panic!("{id}: {error}"));
        let page = format!("{NOTE}{}{}", ruleset.describe(), specification(&ruleset));
        golden(&format!("docs/rules/{id}.md"), &page);
    }
}

#[test]
fn every_page_has_its_ruleset() {
    let folder = repository("docs/rules");
    for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let name = entry
            .expect("the folder can be read")
            .file_name()
            .into_string()
            .expect("a name in UTF-8");
        let id = name.strip_suffix(".md").unwrap_or_default();
        assert!(
            all_ids().any(|known| known == id),
            "docs/rules/{name} belongs to no ruleset: delete it"
        );
    }
}

#[test]
fn the_schema_has_its_reference() {
    golden("docs/schema.md", &format!("{NOTE}{}", schema_reference()));
}

#[test]
fn editors_have_the_schema_of_the_types() {
    let schema = serde_json::to_string_pretty(&schema_json()).expect("plain values");
    golden("docs/ruleset.schema.json", &format!("{schema}\n"));
}

#[test]
fn the_schema_begins_with_a_ruleset_that_can_be_played() {
    let page = schema_reference();
    let (_, rest) = page.split_once("```toml\n").expect("an example");
    let (example, _) = rest.split_once("```").expect("its end");
    let ruleset = Ruleset::from_toml(example).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(ruleset.warnings(), []);
    let specials: Vec<&str> = ruleset.special.keys().map(String::as_str).collect();
    assert_eq!(specials, ["eight", "jack", "seven"]);
    let game = Game::new(&ruleset, Options::new(3)).expect("a game");
    let mut events = Vec::new();
    let mut state = game.deal(1, &mut events);
    while state.actor().is_some() {
        let action = Action::from_id(game.legal(&state).nth(0));
        game.apply(&mut state, action, &mut events).expect("legal");
    }
}

/// The layouts that the page of observations shows, each a name and a game.
fn layouts() -> Vec<(String, Game)> {
    let game = |id: &str, options| Game::new(&Ruleset::builtin(id).expect(id), options).expect(id);
    let mut all: Vec<(String, Game)> = ids()
        .map(|id| (format!("`{id}`"), game(id, Options::new(nearest_of(id, &[4])[0]))))
        .collect();
    for layout in [ObservationLayout::Universal, ObservationLayout::Cards] {
        let options = Options {
            layout,
            episode: EpisodeKind::Match,
            ..Options::new(4)
        };
        all.push((layout.as_str().to_owned(), game("crazy_eights", options)));
    }
    all
}

/// The beginning of the page of observations. [`with_lengths`] replaces the words in capitals by numbers.
const OBSERVATIONS: &str = r#"# Observations

An observation shows what one seat, the observer, may know: a line of features in named spans. A feature is a whole
number from 0 to the `high` of its span; a greater number is shown as `high`. `uint8` holds it as it is, `float32` holds
it divided by `high`. A flag is 0 or `high`, and so is each of "one of them".

Every feature has a name. `game.feature_names()` lists them in order, `game.explain(observation)` gives those that are
not 0, and `game.observation_layout` says where each span lies:

```python
>>> import eights
>>> game = eights.Game("crazy_eights", players=2)
>>> game.feature_names()[:3]
['hand 2C', 'hand 2D', 'hand 2H']
>>> state = game.new_initial_state(seed=7)
>>> told = game.explain(state.observation_tensor())
>>> told["hand_sizes[self]"], told["phase play"]
(7, True)

```

- *Kinds of cards* stand in the order of the actions: `2C 2D 2H 2S 3C` … `AS`, then the Jokers `*R *B` where the deck
  has any. Suits stand in the order clubs, diamonds, hearts, spades, ranks in the order 2 … A, Joker.
- In the tables `CARD`, `SUIT`, `RANK`, `WORD` stand for any of them. So do `SEAT` and other words in brackets.
- Where the deck has suits, ranks or Jokers of its own, as those of `whot`, `uno_attack` and `uno_flip` have, each length that is 54
  kinds, 4 suits, 14 ranks or 100 actions here is 64, 8, 21 or 121, so that it is the same for all such games;
  places that the deck lacks stay 0. With more than ten players each length that is 10 seats or 100 (121) actions is 16 or 127.
- Lengths: *kinds* is 52, or 54 with Jokers; *copies* the most copies of a kind (universal: 4); *attacks* and *params*
  are those of the ruleset (8 and 2); *ranks* are those that a countdown can make wild (13); *piles* are 1, 2 or 4
  (4); *standing* and *offered* are the places for created rules (8 and 8); *history* is the option of the game.
- *Seats* are relative to the observer, `[self]`, and go clockwise: `[+1]`, `[+2]` …
- *Two bytes* hold a number up to 65535: 256 × the high one + the low one.
- A game leaves out what its ruleset cannot need. The tables say when a field is there. The layouts `"universal"` and
  `"cards"` are the same for all games: they have ten seats and leave out nothing but each other's fields; `history` and
  `ruled_out` are there if the options `history` and `beliefs` ask for them.

## A policy that reads the rules

`layout="universal"` shows the ruleset in every observation. That is simple and long: RULES of its UNIVERSAL features never change
during a game. `layout="cards"` leaves them out, so that a row has CARDS features, and the game gives the constants once:

![An observation in the layout of cards beside the constants of its game](cards.svg)

```python
>>> import eights
>>> game = eights.Game("mau_mau", players=3, layout="cards")
>>> game.observation_tensor_size(), eights.Game("mau_mau", players=3, layout="universal").observation_tensor_size()
(CARDS, UNIVERSAL)
>>> matrix, vector, relations = game.rule_matrix(), game.rule_vector(), game.card_relations()
>>> matrix.shape, vector.shape, relations.shape
((1, 54, MATRIX), (VECTOR,), (1, 3, 54, 54))
>>> attack = matrix[0, :, game.rule_matrix_names().index("attack")]
>>> [eights.action_to_string(k) for k in attack.nonzero()[0]]
['play 7C', 'play 7D', 'play 7H', 'play 7S']

```

- `rule_matrix()` has a row for each kind of card, in the order of the actions: the features that the tables below call
  `rules CARD …`, then `suit SUIT` and `rank RANK`, one of each.
- `rule_vector()` holds what they call `rules table …`, then `reward_points`: true if returns are points.
- `card_relations()` says of each pair of cards whether the second follows the first, answers its attack, or covers it.
- Rules can depend on a player's score (a countdown) or on a card that is drawn for an episode. Then there are several
  matrices, and `match meaning` says which one holds for the observer.
- In a pool, `batch.game_index` says which game of `pool.game_at(place)` each env plays.

`examples/one_policy.py` is a network with these inputs, and `examples/train_one_policy.py` trains it on many games.

"#;

/// The text before the table of lengths.
const LENGTHS: &str = r"## Lengths

The length (and `high`) of each span with four players, single rounds, no history and no beliefs. The layouts `universal` and `cards` are
the same for all games. They tell no more than 8 copies of a kind apart: where a deck has more, `hand`, `seen` and `known` show 9 and
more as 8; the compact layout counts them all.

";

/// Fills in the lengths of the observations and constants of the game that [`OBSERVATIONS`] shows.
fn with_lengths(text: &str) -> String {
    let layout = |layout| {
        let options = Options {
            layout,
            ..Options::new(3)
        };
        let game = Game::new(&Ruleset::builtin("mau_mau").expect("builtin"), options).expect("a game");
        let lengths = Layout::new(&game);
        (game, lengths)
    };
    let (game, cards) = layout(ObservationLayout::Cards);
    let (_, universal) = layout(ObservationLayout::Universal);
    let rules = universal.spans()[SpanName::Rules as usize].len;
    let lengths = [
        ("RULES", rules),
        ("UNIVERSAL", universal.size()),
        ("CARDS", cards.size()),
        ("MATRIX", game.card_rules()),
        ("VECTOR", game.rule_vector().len()),
    ];
    lengths.iter().fold(text.to_owned(), |text, (word, len)| {
        text.replace(word, &len.to_string())
    })
}

/// Formats a table of the page of observations, with a line for each field.
fn field_table(rows: &[[String; 5]]) -> String {
    let mut text =
        "| features | there when | length | values | meaning |\n|---|---|---|---|---|\n".to_owned();
    for [name, when, len, values, meaning] in rows {
        writeln!(text, "| `{name}` | {when} | {len} | {values} | {meaning} |").expect("text");
    }
    text
}

/// Formats the table of span lengths in some layouts.
fn length_table(layouts: &[(String, Game)]) -> String {
    let layouts: Vec<(&str, Layout)> = layouts
        .iter()
        .map(|(name, game)| (name.as_str(), Layout::new(game)))
        .collect();
    let spans = SpanName::ALL.map(SpanName::as_str);
    let heads = spans.map(|span| format!(" `{span}` |")).concat();
    let mut text = format!("| game |{heads} all |\n|---|{}---|\n", "---|".repeat(spans.len()));
    for (name, layout) in layouts {
        let len = |span: &Span| match span.len {
            0 => " 0 |".to_owned(),
            len => format!(" {len} ({}) |", span.high),
        };
        let lens: String = layout.spans().iter().map(len).collect();
        writeln!(text, "| {name} |{lens} {} |", layout.size()).expect("text");
    }
    text
}

#[test]
fn the_observations_have_their_page() {
    let note = NOTE.replace("src/ruleset", "src/observation");
    let mut text = format!("{note}{}", with_lengths(OBSERVATIONS));
    for page in span_pages() {
        let (span, fields) = (page.span.as_str(), field_table(&page.rows));
        writeln!(text, "## {span}\n\n{fields}").expect("text");
    }
    text.push_str(LENGTHS);
    text.push_str(&length_table(&layouts()));
    golden("docs/observations.md", &text);
}

/// The example at the beginning of the page of positions.
const POSITION: &str = r#"{
    "hands": ["8H 5C", "KD QD"],
    "pile": "9C TC",
    "pending": 0,
    "scores": [10, 4]
}"#;

#[test]
fn the_positions_have_their_page() {
    let game = Game::new(
        &Ruleset::builtin("crazy_eights").expect("builtin"),
        Options::new(2),
    )
    .expect("a game");
    let example: Value = serde_json::from_str(POSITION).expect("JSON");
    let state = game.position(&example, 0).expect("a position");
    assert_eq!(game.to_value(&state)["scores"], example["scores"]);
    let page = format!(
        "<!-- Generated from the types of src/engine; `make bless` rewrites it. -->\n\n# Positions\n\n```json\n{POSITION}\n```\n\n`game.position(mapping)` makes a state of it, and `state.to_dict()` writes one.\n\n{}",
        eights::position::position_reference()
    );
    golden("docs/positions.md", &page);
}

#[test]
fn the_actions_have_their_page() {
    let mut text = format!(
        "{NOTE}# Actions\n\nOne space for every ruleset with the usual suits and ranks and up to ten players; \
         a mask says which are legal.\n\n"
    );
    text.push_str("| id | text |\n|---|---|\n");
    for id in 0..NUM_ACTIONS as u8 {
        let action = Action::from_id(ActionId::new(id).expect("an id"));
        writeln!(text, "| {id} | `{action}` |").expect("text");
    }
    text.push_str(
        "\n## Other packs\n\nA deck may have suits, ranks and kinds of Joker of its own (`deck.suits`, `deck.ranks`, `deck.joker-kinds`), \
         as those of `whot`, `uno_attack` and `uno_flip` have. Such a game has 121 actions. The ids above mean the same, but for the cards: the id of a suited card is the place of its rank × \
         the number of suits + the place of its suit, and the Jokers follow. `game.action_to_string(id)` tells the text.\n\n\
         | id | text |\n|---|---|\n| 100 … 109 | the cards from the 55th on |\n",
    );
    let all = Ruleset::from_toml(
        "id = \"all\"\nplayers = 2\n[deck]\nsuits = \"CDHSVWXY\"\nranks = \"01BEFGL\"\npacks = 1",
    );
    let game = Game::new(&all.expect("a ruleset"), Options::new(2)).expect("a game");
    let rows = |text: &mut String, ids: std::ops::Range<usize>| {
        for id in ids {
            let action = Action::from_id(ActionId::new(id as u8).expect("an id"));
            writeln!(text, "| {id} | `{}` |", game.text(&action)).expect("text");
        }
    };
    rows(&mut text, 110..OWN_PACK_ACTIONS);
    text.push_str(
        "\n## More than ten players\n\nA game of 11 to 16 players has 127 actions, whatever its pack.\n\n| id | text |\n|---|---|\n",
    );
    rows(&mut text, OWN_PACK_ACTIONS..MAX_ACTIONS);
    golden("docs/actions.md", &text);
}
