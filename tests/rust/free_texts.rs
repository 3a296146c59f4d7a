//! Free texts in rulesets: no control characters, and no markup where they are shown.

use eights::render::render_svg;
use eights::{Game, Options, Ruleset, RulesetError, Seat, View};
use serde_json::{Value, json};

/// Characters that control terminals and pages, or that XML cannot contain.
const HIDDEN: [&str; 6] = [
    "\u{1b}[31m",
    "\u{0}",
    "\u{9b}2J",
    "\u{202e}",
    "\u{2028}",
    "\u{ffff}",
];

/// A ruleset with `text` in each place that holds free text, by the path of the place.
fn places(text: &str) -> Vec<(&'static str, Value)> {
    let ranks: Vec<String> = (0..13).map(|n| n.to_string()).collect();
    let labels = json!({ "suits": ["a", "b", "c", "d"], "ranks": ranks, "jokers": ["e", "f"] });
    let labelled = |key: &str| {
        let mut labels = labels.clone();
        labels[key][1] = json!(text);
        json!({ "id": "x", "labels": labels })
    };
    vec![
        ("title", json!({ "id": "x", "title": text })),
        ("source", json!({ "id": "x", "source": text })),
        ("decisions", json!({ "id": "x", "decisions": ["one", text] })),
        ("labels.suits", labelled("suits")),
        ("labels.ranks", labelled("ranks")),
        ("labels.jokers", labelled("jokers")),
        (
            "variants",
            json!({ "id": "x", "variants": { text: { "deal.cards": 4 } } }),
        ),
        (
            "special",
            json!({ "id": "x", "special": { text: { "cards": "8", "skip": 1 } } }),
        ),
        (
            "words",
            json!({ "id": "x", "words": { text: { "say": 1, "due": "out" } } }),
        ),
        (
            "params",
            json!({ "id": "x", "params": { text: { "cards": "8" } } }),
        ),
        (
            "starter.card",
            json!({ "id": "x", "starter": { "card": { text: { "cards": "8", "effects": "none" } } } }),
        ),
        ("id", json!({ "id": text })),
        ("deal", json!({ "id": "x", "deal": { text: 1 } })),
        (
            "score.points",
            json!({ "id": "x", "score": { "points": { text: 1 } } }),
        ),
    ]
}

#[test]
fn control_characters_are_refused_wherever_a_text_stands() {
    for hidden in HIDDEN {
        for (path, ruleset) in places(&format!("a{hidden}b")) {
            let error = Ruleset::from_value(ruleset).expect_err(path);
            let RulesetError::Invalid(problems) = &error else {
                panic!("{path}: {error}");
            };
            assert!(problems[0].path.starts_with(path), "{path}: {error}");
            let told = error.to_string();
            assert!(
                !hidden
                    .chars()
                    .any(|c| c != '[' && !c.is_ascii_alphanumeric() && told.contains(c)),
                "{told:?}"
            );
        }
    }
    // A text of several lines becomes one line.
    let lines = json!({ "id": "x", "title": "two\n\tlines", "source": "a\r\nb", "decisions": ["a\nb"] });
    let text = Ruleset::from_value(lines).expect("valid").describe();
    assert!(
        text.starts_with("# two lines\n\nSource: a b.\n") && text.contains("\n- a b\n"),
        "{text}"
    );
    let broken = Ruleset::from_toml("id = \"x\"\ntitle = \"\u{1b}[31m\"").expect_err("no TOML");
    assert!(!broken.to_string().contains('\u{1b}'), "{broken}");
}

/// Texts that Markdown, HTML or XML would interpret as markup.
const MARKUP: [&str; 6] = [
    "<img src=x>",
    "![a](//b)",
    "[a](javascript:b)",
    "a&lt;b&#60;",
    "**a** `b`",
    "]]></style>",
];

#[test]
fn nothing_in_a_text_is_markup_where_it_is_shown() {
    for markup in MARKUP {
        for (path, mut ruleset) in places(markup).into_iter().take(7) {
            ruleset["deck"] = json!({ "jokers": 2 });
            ruleset["special"] =
                json!({ "all": { "cards": "3H *", "skip": 1 }, "rank": { "cards": "3", "reverse": true } });
            let ruleset = Ruleset::from_value(ruleset).unwrap_or_else(|error| panic!("{path}: {error}"));
            let text = ruleset.describe();
            // Names of variants are code spans, in which nothing is interpreted.
            let code = text.contains(&format!("- **`{markup}`.**"))
                || text.contains(&format!("- **`` {markup} ``.**"));
            assert_eq!(code, path == "variants", "{path}: {text}");
            let mut found = text.match_indices(markup);
            assert!(
                code || found.all(|(at, _)| text[..at].ends_with('\\')),
                "{path}: {text}"
            );
            let game = Game::new(&ruleset, Options::new(2)).expect("a game");
            let picture = render_svg(&View::new(&game, &game.new_initial_state(1), Seat(0)));
            let in_xml = markup.contains(['<', '&']);
            assert!(!in_xml || !picture.contains(markup), "{path}: {picture}");
            assert!(picture.chars().all(|c| c == '\n' || !c.is_control()));
        }
    }
}
