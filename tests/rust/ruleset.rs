//! Rulesets: parsing, refusing with all problems at once, overriding and writing; and games made of them.

use eights::ruleset::{ByPlayers, Dealt, FollowBy, Problem, ids};
use eights::{EpisodeKind, Game, GameError, MAX_HISTORY, Options, Reward, Ruleset, RulesetError};
use serde_json::{Map, Value, json};

fn builtin(id: &str) -> Ruleset {
    Ruleset::builtin(id).expect("builtin")
}

fn map(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        other => panic!("{other} is not a mapping"),
    }
}

fn with(id: &str, overrides: Value) -> Result<Ruleset, RulesetError> {
    builtin(id).with(&map(overrides))
}

#[track_caller]
fn problems(result: Result<Ruleset, RulesetError>) -> Vec<Problem> {
    match result {
        Err(RulesetError::Invalid(problems)) => problems,
        other => panic!("{other:?} is not refused for its keys"),
    }
}

/// Checks that exactly these paths are refused, in any order, each with a message that contains the text.
#[track_caller]
fn refused(result: Result<Ruleset, RulesetError>, expected: &[(&str, &str)]) {
    let found = problems(result);
    for (path, text) in expected {
        let holds = found
            .iter()
            .any(|problem| problem.path == *path && problem.message.contains(text));
        assert!(holds, "nothing of {path}: {text:?} in {found:#?}");
    }
    assert_eq!(found.len(), expected.len(), "{found:#?}");
}

#[test]
fn a_ruleset_of_nothing_but_an_id_is_the_plain_game() {
    let plain = Ruleset::from_toml("id = \"plain\"").expect("every other key has a default");
    assert_eq!((plain.players.min, plain.players.max), (2, 10));
    let by_players =
        |get: &dyn Fn(u8) -> Option<u8>| (2..=10).map(|n| get(n).expect("a value")).collect::<Vec<_>>();
    assert_eq!(
        by_players(&|n| plain.deck.packs.get(n)),
        [1, 1, 1, 1, 2, 2, 2, 2, 2]
    );
    assert_eq!(
        by_players(&|n| plain.deal.cards.get(n).map(|dealt| dealt.least)),
        [7, 5, 5, 5, 5, 5, 5, 5, 5]
    );
    assert!(plain.special.is_empty() && plain.starter.counts() && plain.compat.is_empty());
    assert!(
        [FollowBy::Suit, FollowBy::Rank]
            .iter()
            .all(|by| plain.follow.has(*by))
    );
}

#[test]
fn every_problem_of_a_ruleset_is_reported_at_once() {
    let text = r#"
        id = "Bad Id"
        colour = "red"
        follow = ["rank-on-nominated"]
        [deck]
        packs = { "2-5" = 1, "7-10" = 2 }
        [deal]
        cards = "many"
        [draw]
        when = "sometimes"
        most = 3
        [call]
        made = "by-player"
        penalty = 0
        [special.Two]
        cards = "2X"
        skp = 1
        [special.three]
        cards = "3"
        skip = 10
        hit = { draw = 0, answer = "4" }
        [score]
        reward-scale = 0
        points = { "8" = 50, "8H" = 1, "hearts!" = 2 }
    "#;
    refused(
        Ruleset::from_toml(text),
        &[
            ("id", "lower-case letters"),
            ("colour", "unknown key `colour`: there are `id`, `title`"),
            ("deck.packs", "no value for 6 players"),
            ("deal.cards", "\"many\" is not a number of cards from 1 to 255"),
            ("draw.when", "is not \"always\", \"unable\" or \"never\""),
            ("draw.then", "drawing on makes no sense"),
            ("follow", "nothing would ever follow"),
            ("call.penalty", "0 is not in 1 … 50"),
            ("special.Two", "lower-case letters, digits and hyphens"),
            ("special.Two.cards", "2X"),
            ("special.Two.skp", "unknown key `skp`: did you mean `skip`?"),
            ("special.three.skip", "10 is not in 0 … 9"),
            ("special.three.hit.draw", "0 is not in 1 … 50"),
            ("score.reward-scale", "0 is not in 1 … 65535"),
            ("score.points.8H", "have points already"),
            ("score.points.hearts!", "hearts!"),
        ],
    );
}

#[test]
fn the_message_names_every_problem_with_its_path() {
    let error =
        Ruleset::from_toml("id = \"x\"\n[deal]\ncards = 0\n[draw]\nmots = 2").expect_err("two problems");
    let text = error.to_string();
    assert!(
        text.contains("draw.mots: unknown key `mots`: did you mean `most`? (line 5)"),
        "{text}"
    );
    assert!(
        text.contains("deal.cards: 0 is not in 1 … 255 (line 3)"),
        "{text}"
    );
}

#[test]
fn every_problem_of_a_list_is_told_with_those_of_other_keys() {
    let overrides = json!({ "created.most": 1, "created.rules": [{ "cards": "6" }], "match.turns": -1, "stock.keep": 12 });
    let error = with("crazy_eights", overrides).expect_err("refused").to_string();
    for part in [
        "created.rules.[0]: `does` is missing",
        "match.turns: -1",
        "stock.keep: 12",
    ] {
        assert!(error.contains(part), "{part} is not in {error}");
    }
}

#[test]
fn an_unknown_key_is_refused_wherever_it_stands() {
    for id in ids() {
        let value = builtin(id).to_value();
        let mut paths = vec![String::new()];
        for (key, inner) in value.as_object().expect("a mapping") {
            if inner.is_object() && !["special", "variants"].contains(&key.as_str()) {
                paths.push(key.clone());
            }
        }
        paths.extend(builtin(id).special.keys().map(|name| format!("special.{name}")));
        for path in paths {
            let key = if path.is_empty() {
                "nonsense".to_owned()
            } else {
                format!("{path}.nonsense")
            };
            let refused = problems(with(id, json!({ key.clone(): 1 })));
            assert_eq!(refused.len(), 1, "{refused:?}");
            // A name of one's own for a table: a score's selector is one as well.
            assert_eq!(refused[0].path, key);
        }
    }
}

#[test]
fn what_cannot_be_played_is_refused() {
    let cases = [
        (
            json!({ "players": "5-4" }),
            "players",
            "\"5-4\" is not a range of players",
        ),
        (json!({ "deck.packs": 5 }), "deck.packs", "5 is not in 0 … 4"),
        (
            json!({ "deck.packs": 4, "deck.jokers": 60 }),
            "deck",
            "at most 255",
        ),
        (json!({ "deal.cards": 30 }), "deal.cards", "the deck has"),
        (
            json!({ "deck.jokers": { "2-3": 2 } }),
            "deck.jokers",
            "no value for 4 players",
        ),
        (
            json!({ "match.target": { "2-9": 100, "10": 0 } }),
            "match.target",
            "for all of them or for none",
        ),
        (
            json!({ "match.target": { "3-10": 100 } }),
            "match.target",
            "no value for 2 players",
        ),
        (
            json!({ "starter.card.again": { "cards": "all", "effects": "again" } }),
            "starter.card",
            "no card is left",
        ),
        (
            json!({ "draw.until": "playable" }),
            "draw.then",
            "drawing on makes no sense",
        ),
        (
            json!({ "draw.until": 5 }),
            "draw.then",
            "drawing on makes no sense",
        ),
        (
            json!({ "call.penalty": 51 }),
            "call.penalty",
            "51 is not in 0 … 50",
        ),
        (
            json!({ "call.caught": "own turn" }),
            "call.caught",
            "did you mean \"own-turn\"?",
        ),
        (
            json!({ "special.six": { "cards": "6", "hit": { "draw": 0 } } }),
            "special.six.hit.draw",
            "1 … 50",
        ),
        (
            json!({ "special.six": { "cards": "6", "challenge": { "draw": 4, "extra": 2 } } }),
            "special.six.challenge",
            "unable",
        ),
        (
            json!({ "special.six": { "cards": "6", "hit": { "draw": 2, "answer": "6", "cancel": "6H" } } }),
            "special.six.hit.cancel",
            "stand under answer",
        ),
        (
            json!({ "special.red-eight": { "cards": "8H", "play": {"free": "always"} } }),
            "special.red-eight.play.free",
            "special.eight says the same of 8H",
        ),
        (
            json!({ "deck.packs": { "2-6": 1, "6-10": 2 } }),
            "deck.packs",
            "overlap",
        ),
        (
            json!({ "deck.packs": { "two": 1 } }),
            "deck.packs",
            "is not a range of players",
        ),
        (json!({ "deck.packs": 256 }), "deck.packs", "256 is not in 0 … 4"),
        (json!({ "draw.most": -1 }), "draw.most", "-1"),
    ];
    refused_by_crazy_eights(&cases);
}

/// Checks that each of these overrides is refused at a path, with a message that contains the text.
fn refused_by_crazy_eights(cases: &[(Value, &str, &str)]) {
    for (overrides, path, text) in cases {
        let found = problems(with("crazy_eights", overrides.clone()));
        let holds = found
            .iter()
            .any(|problem| problem.path == *path && problem.message.contains(text));
        assert!(holds, "{overrides}: {found:?}");
    }
}

#[test]
fn copies_and_labels_that_make_no_deck_are_refused() {
    refused_by_crazy_eights(&[
        (
            json!({ "deck.copies": { "8": 30, "9": 40 } }),
            "deck",
            "280 cards for 2 players; at most 255",
        ),
        (
            json!({ "deck.copies": { "8": 2, "red 8X": 2 } }),
            "deck.copies.red 8X",
            "8X",
        ),
        (
            json!({ "deck.copies": { "8": 2, "black": 2 } }),
            "deck.copies.black",
            "8C 8S have copies already",
        ),
        (
            json!({ "deck.copies": { "8H *": 60 }, "starter.card.joker": { "cards": "*", "effects": "again" } }),
            "deck.copies",
            "only 8H could begin the pile",
        ),
        (
            json!({ "deck.copies": { "all": 0 } }),
            "deck.copies",
            "no card could begin the pile",
        ),
        (
            json!({ "deck.copies": { "8 9": 1 } }),
            "deal.cards",
            "the deck has 8",
        ),
        (json!({ "deck.copies": { "8 9": 256 } }), "deck.copies.8 9", "256"),
        (
            labels("suits", json!(["red", "green"])),
            "labels.suits",
            "2 labels; write 4",
        ),
        (
            labels("suits", json!(["red", "green", "red", "blue"])),
            "labels.suits",
            "\"red\" stands here twice",
        ),
        (
            json!({ "starter.card": { "a": { "cards": "8 9", "nominated-by": "lot" },
                                      "b": { "cards": "8", "nominated-by": "first-player" } } }),
            "starter.card.b.cards",
            "8C 8D 8H 8S stand under starter.card.a as well",
        ),
        (labels("ranks", json!([])), "labels.ranks", "0 labels; write 13"),
        (
            {
                let mut labels = labels("jokers", json!(["Wild", ""]));
                labels["deck.jokers"] = json!(2);
                labels
            },
            "labels.jokers",
            "\"\" is not a label",
        ),
        (
            labels("jokers", json!(["Wild", "Wild\nDraw Four"])),
            "labels.jokers",
            "on one line",
        ),
        (
            labels("jokers", json!(["Wild", "The Wild that draws Four"])),
            "labels.jokers",
            "1 to 20 characters",
        ),
    ]);
}

/// Labels for every card, with one list replaced by the given one.
fn labels(key: &str, given: Value) -> Value {
    let ranks: Vec<String> = (0..13).map(|n| n.to_string()).collect();
    let mut all =
        json!({ "suits": ["red", "yellow", "green", "blue"], "ranks": ranks, "jokers": ["Wild", "Fool"] });
    all[key] = given;
    json!({ "labels": all })
}

#[test]
fn a_deck_can_be_listed_card_by_card() {
    let copies = json!({ "deck.copies": { "2": 1, "3 4 5 6 7 8 9 T J Q K A": 2, "*": 4 }, "deal.cards": 7 });
    let ruleset = with("crazy_eights", copies).expect("valid");
    let game = Game::new(&ruleset, Options::new(2)).expect("a game");
    let position = json!({ "hands": ["2C", "*R *R *R *R"], "pile": "2D 8H 8H" });
    let state = game.position(&position, 0).expect("a position");
    assert_eq!(state.stock_size(), 108 - 8);
    for (more, text) in [("2C 2C", "2C"), ("8H 8H 8H", "8H")] {
        let position = json!({ "hands": [more, "*R"], "pile": "2D" });
        let error = game.position(&position, 0).err().expect("more than there are");
        assert!(error.to_string().contains(text), "{error}");
    }
}

#[test]
fn labels_are_for_people_only() {
    let plain = builtin("crazy_eights");
    let labelled = plain
        .with(&map(labels("suits", json!(["a", "b", "c", "d"]))))
        .expect("valid");
    assert_eq!(labelled.fingerprint(), plain.fingerprint());
    assert_ne!(labelled.describe(), plain.describe());
    let again = Ruleset::from_toml(&labelled.to_toml()).expect("valid");
    assert_eq!(again, labelled);
}

#[test]
fn two_specials_of_a_card_that_contradict_each_other_are_refused_and_others_add_up() {
    let attack = json!({ "draw": 2, "answer": "6" });
    for (key, value) in [
        ("play", json!({ "free": "unable" })),
        ("nominate", json!("always")),
        ("hit", attack),
        ("hit", json!({ "draw": 1 })),
        ("continue", json!({ "with": "suit" })),
        ("move", json!({ "to": "all" })),
        ("next", json!({ "cards": "pictures", "binds": "next" })),
        ("move", json!({ "to": "left" })),
    ] {
        let path = match key {
            "next" => "next.cards",
            "play" => "play.free",
            _ => key,
        };
        let twice = json!({ "special.one": { "cards": "6", key: value }, "special.two": { "cards": "6H", key: value } });
        refused(
            with("crazy_eights", twice),
            &[(&format!("special.two.{path}"), "say it once")],
        );
    }
    let skip = json!({ "cards": "8H", "skip": 1, "reverse": true });
    with("crazy_eights", json!({ "special.red-eight": skip })).expect("skips and reversals add up");
}

#[test]
fn an_override_changes_a_key_by_its_dotted_path_or_nested() {
    let dotted = with(
        "crazy_eights",
        json!({ "deal.cards": 9, "special.eight.skip": 1 }),
    )
    .expect("valid");
    let nested = with(
        "crazy_eights",
        json!({ "deal": { "cards": 9 }, "special": { "eight": { "skip": 1 } } }),
    );
    assert_eq!(nested.as_ref(), Ok(&dotted));
    let mixed = with(
        "crazy_eights",
        json!({ "deal": { "cards": 9 }, "special.eight": { "skip": 1 } }),
    );
    assert_eq!(mixed.as_ref(), Ok(&dotted));
    assert_eq!(dotted.deal.cards, ByPlayers::Same(Dealt { least: 9, most: 9 }));
    assert_eq!(dotted.special["eight"].skip, eights::ruleset::Skip::Next(1));
    // All other settings are unchanged.
    assert_eq!(
        dotted.special["eight"].play.free,
        builtin("crazy_eights").special["eight"].play.free
    );
    assert_eq!(dotted.call, builtin("crazy_eights").call);
}

#[test]
fn an_override_takes_a_key_away_by_null_or_by_false() {
    for nothing in [json!(null), json!(false)] {
        let without = with("crazy_eights_special", json!({ "special.queen": nothing })).expect("valid");
        assert!(!without.special.contains_key("queen") && without.special.contains_key("ace"));
        let by_default = with("crazy_eights", json!({ "deal.cards": nothing })).expect("valid");
        assert_eq!(
            by_default.deal,
            Ruleset::from_toml("id = \"x\"").expect("plain").deal
        );
        let attack = with("crazy_eights_special", json!({ "special.two.hit": nothing })).expect("valid");
        assert_eq!(attack.special["two"].hit, None);
    }
    // Removing an absent key is allowed, and a new special may spell out that it lacks an effect.
    for nothing in [json!(null), json!(false)] {
        for key in [
            "special.jack",
            "special.eight.hit",
            "special.jack.hit.draw",
            "deal.cards.2-3",
        ] {
            let absent = with("crazy_eights_openspiel", json!({ key: nothing }));
            assert_eq!(absent, Ok(builtin("crazy_eights_openspiel")), "{key}");
        }
        let new =
            json!({ "special.jack": { "cards": "J", "skip": 1, "hit": nothing, "play": {"free": nothing} } });
        assert_eq!(
            with("crazy_eights", new).expect("valid").special["jack"].skip,
            eights::ruleset::Skip::Next(1)
        );
    }
    refused(
        with("crazy_eights", json!({ "special.eight.nonsense": false })),
        &[("special.eight.nonsense", "unknown key")],
    );
    // For a flag, false is an ordinary value.
    let flag = with(
        "kings_reverse",
        json!({ "special.ace-of-spades.move.must": false }),
    )
    .expect("valid");
    let gift = flag.special["ace-of-spades"].r#move.as_ref().expect("a gift");
    assert!(!gift.must);
    let absent = with("crazy_eights", json!({ "special.jack": null })).expect("nothing to take away");
    assert_eq!(absent, builtin("crazy_eights"));
}

#[test]
fn a_table_by_players_replaces_another() {
    let other = with("kings_reverse", json!({ "deck.packs": { "2-4": 2, "5-10": 3 } })).expect("valid");
    assert_eq!(other.deck.packs, ByPlayers::Ranges(vec![(2, 4, 2), (5, 10, 3)]));
    let nested = with(
        "kings_reverse",
        json!({ "deck": { "packs": { "2-4": 2, "5-10": 3 } } }),
    )
    .expect("valid");
    assert_eq!(nested, other);
    let target = with("classic_eights", json!({ "match.target": { "2-10": 70 } })).expect("valid");
    assert_eq!(
        (target.matches.target.get(2), target.matches.target.get(10)),
        (Some(70), Some(70))
    );
}

#[test]
fn a_table_of_points_by_players_replaces_another() {
    let points = json!({ "score.points.9": { "2-5": 5, "6-10": 20 } });
    let first = with("crazy_eights", points).expect("valid");
    let other = map(json!({ "score.points.9": { "2-3": 7, "4-10": 8 } }));
    let ruleset = first.with(&other).expect("the ranges do not overlap");
    let nested = map(json!({ "score": { "points": { "9": { "2-3": 7, "4-10": 8 } } } }));
    assert_eq!(first.with(&nested), Ok(ruleset.clone()));
    assert_eq!(ruleset.score.points.classes["9"].get(4), Some(8));
    assert_eq!(
        ruleset.score.points.classes["8"].get(4),
        Some(50),
        "points of other cards stay"
    );
}

#[test]
fn an_override_leaves_the_ruleset_as_it_was() {
    let ruleset = builtin("kings_reverse");
    let copy = ruleset.clone();
    assert!(
        ruleset
            .with(&map(json!({ "deal.cards": 5, "nonsense": 1 })))
            .is_err()
    );
    assert!(ruleset.with(&map(json!({ "deal.cards": 5 }))).is_ok());
    assert_eq!(ruleset, copy);
}

#[test]
fn an_override_may_bring_a_special_of_its_own() {
    let seven = json!({ "special.seven": { "cards": "7", "hit": { "draw": 1, "turn": "kept" } } });
    let ruleset = with("crazy_eights", seven).expect("valid");
    assert_eq!(ruleset.special.len(), 2);
}

#[test]
fn every_variant_of_every_ruleset_loads_and_makes_a_game() {
    let mut variants = 0;
    for id in ids() {
        let ruleset = builtin(id);
        for name in ruleset.variants.keys() {
            variants += 1;
            let variant =
                with(id, json!({ "variant": name })).unwrap_or_else(|error| panic!("{id}, {name}: {error}"));
            assert_ne!(
                variant.fingerprint(),
                ruleset.fingerprint(),
                "{id}, {name} changes nothing"
            );
            Game::new(&variant, Options::new(variant.players.min)).expect("a game");
        }
    }
    assert!(variants >= 5);
}

#[test]
fn a_variant_is_applied_before_the_other_overrides() {
    let cards = json!({ "variant": "before-2015", "deck.jokers": 2 });
    let ruleset = with("kings_reverse", cards).expect("valid");
    assert_eq!(ruleset.deck.jokers, ByPlayers::Same(2));
    assert!(!ruleset.special.contains_key("joker"));
}

#[test]
fn an_unknown_variant_is_refused_and_the_known_ones_are_named() {
    refused(
        with("kings_reverse", json!({ "variant": "modern" })),
        &[("variant", "there are before-2015, two-packs")],
    );
    refused(
        with("crazy_eights", json!({ "variant": "modern" })),
        &[("variant", "this ruleset has none")],
    );
    refused(
        with("kings_reverse", json!({ "variant": 1 })),
        &[("variant", "no variant 1")],
    );
    refused(
        with("uno", json!({ "variant": ["jump-in", "jump-out"] })),
        &[("variant", "no variant \"jump-out\": there are")],
    );
}

#[test]
fn several_variants_are_chosen_by_a_list_in_order() {
    let uno = with(
        "uno",
        json!({ "variant": ["stacking", "stacking-all", "seven-zero"] }),
    )
    .expect("valid");
    let hit = |ruleset: &Ruleset| ruleset.special["draw-two"].hit.clone().expect("a hit").answer;
    assert_eq!(hit(&uno).expect("answers").as_str(), "A *B");
    assert!(uno.special.contains_key("seven"));
    let none = with("uno", json!({ "variant": [] })).expect("valid");
    assert_eq!(none, Ruleset::builtin("uno").expect("builtin"));
}

#[test]
fn a_partial_deck_needs_no_labels_for_what_it_lacks() {
    let labels = |ranks: &[&str]| {
        json!({ "deck.copies": { "9-A": 1 }, "deal.cards": 3, "players": "2-4",
                "labels": { "suits": ["a", "b", "c", "d"], "ranks": ranks, "jokers": [] } })
    };
    let ranks = [
        "", "", "", "", "", "", "", "Nine", "Ten", "Under", "Ober", "King", "Ace",
    ];
    let ruleset = with("crazy_eights", labels(&ranks)).expect("valid");
    assert!(
        ruleset
            .describe()
            .contains("The ranks 9 T J Q K A are Nine, Ten, Under")
    );
    let mut lacking = ranks;
    lacking[12] = "";
    refused(
        with("crazy_eights", labels(&lacking)),
        &[("labels.ranks", "\"\" is not a label")],
    );
}

#[test]
fn a_ruleset_reads_back_from_what_it_is_written_as() {
    for id in ids() {
        let ruleset = builtin(id);
        let variants = ruleset.variants.keys().map(|name| json!({ "variant": name }));
        for overrides in variants.chain([
            json!({}),
            json!({ "mistakes.penalty": 1, "score.points.else": 3 }),
        ]) {
            let ruleset = ruleset.with(&map(overrides)).expect("valid");
            let again =
                Ruleset::from_toml(&ruleset.to_toml()).unwrap_or_else(|error| panic!("{id}: {error}"));
            assert_eq!(again, ruleset);
            let again =
                Ruleset::from_value(ruleset.to_value()).unwrap_or_else(|error| panic!("{id}: {error}"));
            assert_eq!(again, ruleset);
            assert_eq!(again.fingerprint(), ruleset.fingerprint());
        }
    }
}

#[test]
fn what_is_written_holds_every_default() {
    let value = builtin("crazy_eights").to_value();
    assert_eq!(value["draw"]["when"], "always");
    assert_eq!(value["match"]["target"], 100);
    assert_eq!(value["deck"]["packs"], json!({ "2-5": 1, "6-10": 2 }));
}

#[test]
fn fingerprints_differ_where_rules_differ_and_not_where_prose_does() {
    let ruleset = builtin("crazy_eights_special");
    let prose =
        json!({ "id": "mine", "title": "Mine", "source": "me", "decisions": ["none"], "variants": {} });
    let renamed = ruleset.with(&map(prose)).expect("valid");
    assert_ne!(renamed, ruleset);
    assert_eq!(renamed.fingerprint(), ruleset.fingerprint());
    let mut prints = vec![ruleset.fingerprint()];
    for overrides in [
        json!({ "deal.cards": 6 }),
        json!({ "special.queen.skip": 2 }),
        json!({ "special.queen": null }),
        json!({ "starter.effects": "none" }),
        json!({ "score.points.8": 51 }),
        json!({ "match.target": 101 }),
        json!({ "players": "2-9" }),
        json!({ "deck.copies": { "all": 1 } }),
    ] {
        prints.push(ruleset.with(&map(overrides)).expect("valid").fingerprint());
    }
    prints.extend(
        ids()
            .filter(|id| *id != "crazy_eights_special")
            .map(|id| builtin(id).fingerprint()),
    );
    let all = prints.len();
    prints.sort();
    prints.dedup();
    assert_eq!(prints.len(), all, "no two are equal");
    assert!(
        prints
            .iter()
            .all(|print| print.len() == 16 && print.chars().all(|c| c.is_ascii_hexdigit()))
    );
}

#[test]
fn an_unknown_ruleset_is_refused_and_what_may_be_meant_is_named() {
    let known = format!("there are {}", ids().collect::<Vec<_>>().join(", "));
    let long = "x".repeat(1_000_000);
    for (id, shown, advice) in [
        ("chess", "\"chess\"", known.as_str()),
        ("crazy_eight", "\"crazy_eight\"", "did you mean \"crazy_eights\"?"),
        (long.as_str(), "\"xxx", known.as_str()),
    ] {
        let error = Ruleset::builtin(id).expect_err("there is none");
        assert!(matches!(&error, RulesetError::Unknown { .. }));
        let told = error.to_string();
        assert!(told.starts_with(&format!("no ruleset {shown}")), "{told}");
        assert!(told.ends_with(&format!(": {advice}")), "{told}");
        assert!(told.len() < 1_000, "{told}");
    }
}

#[test]
fn text_that_is_no_toml_is_refused_with_its_place() {
    let error = Ruleset::from_toml("id = \"x\"\ndeal = = 3").expect_err("no TOML");
    assert!(
        matches!(
            &error,
            RulesetError::Toml {
                line: 2,
                column: 8,
                ..
            }
        ),
        "{error:?}"
    );
    assert_eq!(
        error.to_string(),
        "line 2, column 8: not TOML: there is one `=` too many: deal = = 3"
    );
}

#[test]
fn a_value_that_is_no_mapping_is_refused() {
    for value in [json!(null), json!([]), json!("crazy_eights"), json!(8)] {
        assert_eq!(problems(Ruleset::from_value(value)).len(), 1);
    }
    refused(Ruleset::from_value(json!({})), &[("id", "`id` is missing")]);
    let twice = json!({ "id": 3, "call": { "penalty": 51, "made": "by-player" } });
    refused(
        Ruleset::from_value(twice),
        &[
            ("id", "3 is not a text of lower-case letters"),
            ("call.penalty", "51 is not in 0 … 50"),
        ],
    );
}

#[test]
fn what_is_no_toml_is_told_in_our_words() {
    let mut failures = Vec::new();
    for (text, told) in [
        (
            "id =",
            "line 1, column 5: not TOML: there is no value after `=`: id =",
        ),
        ("id", "line 1, column 3: not TOML: there is no `=`"),
        ("id = x", "a text stands in quotes"),
        ("id = \"x", "line 1, column 8: not TOML: the text is not closed"),
        (
            "id = \"x\"\nid = \"y\"",
            "line 2, column 1: not TOML: this key stands here twice: id = \"y\"",
        ),
        ("[deal\ncards = 7", "not TOML: "),
        (
            "id = \"ß\"\ndecisions = [\"ß\", ß]",
            "line 2, column 19: not TOML: ",
        ),
        (
            "[special.two]\ncards = [\"2\"",
            "not TOML: the list is not closed",
        ),
    ] {
        let error = Ruleset::from_toml(text).expect_err(text).to_string();
        if !error.contains(told) || error.contains("expected") || error.contains('\n') {
            failures.push(format!("{text:?}: {error}"));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn a_problem_of_a_text_names_its_line() {
    let text = "id = \"x\"\n\n[special.two]\ncards = \"2\"\nhit = { answer = \"2\" }\n\n[deal]\ncard = 7\n\
                [created]\nmost = 1\nrules = [\n  { cards = \"6\", does = \"jump\" },\n]\n[variants.old]\n\"deal.crads\" = 1\n";
    let found = problems(Ruleset::from_toml(text));
    let lines: Vec<(&str, Option<usize>)> = found.iter().map(|p| (p.path.as_str(), p.line)).collect();
    for expected in [
        ("special.two.hit", Some(5)),
        ("deal.card", Some(8)),
        ("created.rules.[0].does", Some(12)),
    ] {
        assert!(lines.contains(&expected), "{found:#?}");
    }
    assert!(
        found
            .iter()
            .any(|p| p.to_string() == "deal.card: unknown key `card`: did you mean `cards`? (line 8)")
    );
    let variant = problems(Ruleset::from_toml(
        "id = \"x\"\n[variants.old]\n\"deal.crads\" = 1\n\"deck.packs\" = 9",
    ));
    let lines: Vec<(&str, Option<usize>)> = variant.iter().map(|p| (p.path.as_str(), p.line)).collect();
    for expected in [
        ("variants.old.deal.crads", Some(3)),
        ("variants.old.deck.packs", Some(4)),
    ] {
        assert!(lines.contains(&expected), "{variant:#?}");
    }
    // Mappings have no line numbers.
    assert!(
        problems(Ruleset::from_value(json!({ "id": "x", "deal": { "card": 7 } })))[0]
            .line
            .is_none()
    );
}

#[test]
fn variants_are_checked_with_their_ruleset() {
    let value = |variant: Value| json!({ "id": "x", "special": { "eight": { "cards": "8", "play": {"free": "always"} } }, "variants": { "old": variant } });
    for (variant, path, text) in [
        (
            json!({ "deal.crads": 7 }),
            "variants.old.deal.crads",
            "did you mean `cards`?",
        ),
        (
            json!({ "deal.cards": 60 }),
            "variants.old.deal.cards",
            "the deck has",
        ),
        (
            json!({ "special": { "eight": { "play": {"free": "alway"} } } }),
            "variants.old.special.eight.play.free",
            "did you mean \"always\"?",
        ),
        (
            json!({ "variants": {} }),
            "variants.old.variants",
            "a variant changes rules",
        ),
        (
            json!({ "base": "uno" }),
            "variants.old.base",
            "a variant changes rules",
        ),
        (
            json!({ "title": "Old rules" }),
            "variants.old.title",
            "a variant changes rules",
        ),
        (json!({ "id": "y" }), "variants.old.id", "a variant changes rules"),
        (json!({}), "variants.old", "it changes nothing"),
        (
            json!({ "special.eight.play.free": "always" }),
            "variants.old",
            "it changes nothing",
        ),
        (
            json!({ "special.eigth.skip": 2, "deal.cards": 3 }),
            "variants.old.special.eigth",
            "did you mean special.eight?",
        ),
        (
            json!({ "special.five": false, "deal.cards": 3 }),
            "variants.old.special.five",
            "there is no such special",
        ),
        (json!(7), "variants.old", "7 is not a table of overrides"),
    ] {
        refused(Ruleset::from_value(value(variant)), &[(path, text)]);
    }
    let good = Ruleset::from_value(value(json!({ "special.eight": false, "deal.cards": 3 }))).expect("valid");
    // After a variant is chosen, none is left.
    let chosen = good.with(&map(json!({ "variant": "old" }))).expect("valid");
    assert!(chosen.variants.is_empty() && chosen.special.is_empty());
    assert_eq!(Ruleset::from_toml(&chosen.to_toml()), Ok(chosen));
    let added = map(json!({ "variants.new": { "deal.cards": 60 } }));
    refused(good.with(&added), &[("variants.new.deal.cards", "the deck has")]);
    // A variant that is incompatible with a change is no longer offered.
    let base = Ruleset::from_value(value(json!({ "deal.cards": 10, "players": "2-5" }))).expect("valid");
    let changed = base
        .with(&map(json!({ "deck.copies": { "8 9 T J": 1 }, "deal.cards": 1 })))
        .expect("valid");
    assert!(changed.variants.is_empty() && base.variants.len() == 1);
    assert_eq!(Ruleset::from_toml(&changed.to_toml()), Ok(changed));
}

#[test]
fn what_changes_nothing_is_warned_of() {
    let base = builtin("crazy_eights_special");
    for (overrides, path, text) in [
        (
            json!({ "special.twoo.skip": 1 }),
            "special.twoo",
            "it has no cards, so it does nothing: write `cards`; did you mean special.two?",
        ),
        (
            json!({ "special.zebra.skip": 1 }),
            "special.zebra",
            "there are `ace`, `eight`",
        ),
        (
            json!({ "special.six.cards": "6" }),
            "special.six",
            "they are ordinary cards",
        ),
        (
            json!({ "special.joker": { "cards": "*", "skip": 1 } }),
            "special.joker.cards",
            "\"*\" matches no card of the deck",
        ),
        (
            json!({ "special.six": { "cards": "6", "skip": 1, "when": { "players": 9 } }, "players": "2-4" }),
            "special.six.when.players",
            "2 to 4 may play",
        ),
        (
            json!({ "special.six": { "cards": "6", "hit": { "draw": 1, "answer": "6", "sets": "add" } } }),
            "special.six.hit.sets",
            "it does nothing: every card",
        ),
        (
            json!({ "starter.card.joker": { "cards": "*", "effects": "again" } }),
            "starter.card.joker.cards",
            "matches no card of the deck",
        ),
        (
            json!({ "starter.card.king": { "cards": "K" } }),
            "starter.card.king",
            "it does nothing: they are as other starters",
        ),
        (
            json!({ "starter.card.king": { "cards": "K", "effects": "turn-kept" } }),
            "starter.card.king",
            "it does nothing: no card has a penalty",
        ),
        (
            json!({ "deck.backs": true }),
            "deck.backs",
            "it does nothing: no card turns the cards over",
        ),
        (
            json!({ "created.offered": 5 }),
            "created.offered",
            "it does nothing: no rules are created",
        ),
    ] {
        let changed = base.with(&map(overrides)).expect("valid");
        let found = changed.warnings();
        assert!(
            found.len() == 1 && found[0].path == path && found[0].message.contains(text),
            "{found:#?}"
        );
    }
    for (overrides, path) in [
        (json!({ "special.qeen": null }), "special.qeen"),
        (
            json!({ "special": { "qeen": { "cards": "Q" }, "kng": false } }),
            "special.kng",
        ),
        (json!({ "special.qeen.skip": false }), "special.qeen.skip"),
    ] {
        let found = base.warnings_of(&map(overrides));
        assert!(found.len() == 1 && found[0].path == path, "{found:#?}");
        assert!(
            found[0].message.contains("there is no such special"),
            "{found:#?}"
        );
    }
    assert_eq!(
        base.warnings_of(&map(json!({ "special.queen": null, "deal.cards": 7 }))),
        []
    );
}

#[test]
fn matches_that_cannot_end_or_are_lost_by_winning_are_warned_of() {
    let base = builtin("crazy_eights");
    let found = |overrides: Value| base.with(&map(overrides)).expect("valid").warnings();
    let nothing = json!({ "score.points": { "8": 0, "else": 0 } });
    for (overrides, path, text) in [
        (
            nothing.clone(),
            "match.target",
            "with 2 players nothing scores a point",
        ),
        (
            json!({ "score.points": { "8": { "2-3": 1, "4-10": 0 }, "else": 0 } }),
            "match.target",
            "with 4 players",
        ),
        (
            json!({ "score.who": "winner" }),
            "match.winner",
            "whoever wins rounds loses it",
        ),
        (
            json!({ "match.winner": "highest" }),
            "match.winner",
            "whoever wins rounds loses it",
        ),
        (
            json!({ "special.six": { "cards": "6", "next": { "cards": "6" } } }),
            "special.six.next.cards",
            "nothing but Sixes can be played any more",
        ),
        (
            json!({ "special.six": { "cards": "6", "next": { "cards": "7 9" } },
                    "special.high": { "cards": "7 9", "next": { "cards": "6" } } }),
            "special.high.next.cards",
            "Sixes, Sevens and Nines",
        ),
        (
            json!({ "draw.end-of-turn": 1 }),
            "draw.end-of-turn",
            "no hand gets smaller",
        ),
    ] {
        let found = found(overrides);
        let told = found
            .iter()
            .any(|problem| problem.path == path && problem.message.contains(text));
        assert!(told, "{path}: {found:#?}");
    }
    let mut ends = nothing.clone();
    ends["match.turns"] = json!(100);
    let mut fined = nothing.clone();
    fined["score.events.renewal"] = json!(5);
    let mut counted = nothing.clone();
    counted["match.target"] = json!(0);
    counted["match.rounds"] = json!(4);
    for overrides in [
        ends,
        fined,
        counted,
        json!({ "match.target": 0, "score.who": "winner" }),
        json!({ "score.who": "winner", "match.winner": "highest" }),
        json!({ "special.six": { "cards": "6", "next": { "cards": "6 7" } } }),
        json!({ "draw.end-of-turn": 1, "special.six": { "cards": "6", "continue": { "with": "suit" } } }),
    ] {
        assert_eq!(found(overrides.clone()), [], "{overrides}");
    }
}

#[test]
fn points_for_events_are_rewards_and_fines_whoever_wins_the_match() {
    let rewards = |winner: &str, events: Value| {
        let who = if winner == "highest" { "winner" } else { "own" };
        let overrides = json!({ "match.winner": winner, "score.who": who, "score.events": events });
        let ruleset = builtin("crazy_eights").with(&map(overrides)).expect("valid");
        let options = Options {
            episode: EpisodeKind::Match,
            reward: Reward::Points,
            ..Options::new(2)
        };
        let game = Game::new(&ruleset, options).expect("a game");
        let position = json!({ "hands": ["4C", "KD QD"], "pile": "TC", "stock": "", "scores": [3, 3] });
        let out = game.position(&position, 0).expect("a position");
        let position = json!({ "hands": ["KD QD", "4C"], "pile": "7H 8H TC", "stock": "", "scores": [3, 3] });
        let renewed = game.position(&position, 0).expect("a position");
        [(out, "play 4C"), (renewed, "draw")].map(|(mut state, action)| {
            game.apply(&mut state, action.parse().expect("an action"), &mut ())
                .expect("legal");
            let score = game.to_value(&state)["scores"][0].clone();
            (score, game.returns(&state)[0])
        })
    };
    let lowest = rewards("lowest", json!({ "out": -10, "renewal": 5 }));
    assert_eq!(lowest, [(json!(-7), 0.1), (json!(8), -0.05)]);
    let highest = rewards("highest", json!({ "out": 10, "renewal": -5 }));
    assert_eq!(highest, [(json!(33), 0.3), (json!(-2), -0.05)]);
}

#[test]
fn no_builtin_ruleset_and_no_variant_of_one_warns() {
    let mut warned = Vec::new();
    for id in ids() {
        let ruleset = builtin(id);
        warned.extend(
            ruleset
                .warnings()
                .into_iter()
                .map(|warning| format!("{id}: {warning}")),
        );
        for (name, overrides) in &ruleset.variants {
            let variant = with(id, json!({ "variant": name })).expect("valid");
            let warnings = variant
                .warnings()
                .into_iter()
                .chain(ruleset.warnings_of(overrides));
            warned.extend(warnings.map(|warning| format!("{id}, {name}: {warning}")));
        }
    }
    assert_eq!(warned, Vec::<String>::new());
}

#[test]
fn a_ruleset_may_start_from_a_builtin_one() {
    let text = "id = \"mine\"\nbase = \"kings_reverse\"\n[deal]\ncards = 6\n[special]\nqueen = false\n";
    let mine = Ruleset::from_toml(text).expect("valid");
    let base = builtin("kings_reverse");
    let other = base
        .with(&map(json!({ "deal.cards": 6, "special.queen": false })))
        .expect("valid");
    assert_eq!(mine.fingerprint(), other.fingerprint());
    assert_ne!(mine.fingerprint(), base.fingerprint());
    assert_eq!((mine.id.as_str(), mine.name()), ("mine", "mine".to_owned()));
    assert!(mine.source.is_empty() && mine.decisions.is_empty() && mine.variants.is_empty());
    assert_eq!(Ruleset::from_toml(&mine.to_toml()), Ok(mine));
    for (value, path, text) in [
        (
            json!({ "id": "x", "base": "kings-reverse" }),
            "base",
            "no ruleset \"kings-reverse\": did you mean \"kings_reverse\"?",
        ),
        (
            json!({ "id": "x", "base": "chess" }),
            "base",
            "there are crazy_eights, ",
        ),
        (
            json!({ "id": "x", "base": 8 }),
            "base",
            "8 is not the id of a builtin ruleset",
        ),
        (json!({ "base": "uno" }), "id", "`id` is missing"),
        (
            json!({ "id": "x", "base": "uno", "deal": { "crads": 7 } }),
            "deal.crads",
            "did you mean `cards`?",
        ),
        (json!({ "id": "x", "bas": "uno" }), "bas", "did you mean `base`?"),
    ] {
        refused(Ruleset::from_value(value), &[(path, text)]);
    }
    refused(
        base.with(&map(json!({ "base": "uno" }))),
        &[("base", "not among overrides")],
    );
}

#[track_caller]
fn no_game(id: &str, options: Options) -> GameError {
    Game::new(&builtin(id), options).expect_err("no game")
}

#[test]
fn a_game_is_refused_for_the_wrong_number_of_players() {
    for players in [0, 1, 11, 255] {
        let error = no_game("crazy_eights", Options::new(players));
        let id = "crazy_eights".to_owned();
        assert_eq!(
            error,
            GameError::Players {
                id,
                players,
                min: 2,
                max: 10
            }
        );
        assert_eq!(
            error.to_string(),
            format!("crazy_eights is not for {players} players: 2 to 10 may play")
        );
    }
    let error = no_game("one_left", Options::new(5));
    assert_eq!(error.to_string(), "one_left is not for 5 players: 2 may play");
}

#[test]
fn a_match_is_refused_where_the_ruleset_has_none() {
    let options = Options {
        episode: EpisodeKind::Match,
        ..Options::new(2)
    };
    let error = no_game("other_blackjack", options);
    assert_eq!(
        error,
        GameError::NoMatch {
            id: "other_blackjack".to_owned()
        }
    );
    assert!(
        error
            .to_string()
            .contains("set match.target or match.rounds, or episode = \"round\""),
        "{error}"
    );
}

#[test]
fn a_limit_of_decisions_is_refused_out_of_its_range() {
    for given in [0, 65_536, u32::MAX] {
        let options = Options {
            max_decisions: Some(given),
            ..Options::new(2)
        };
        let error = no_game("crazy_eights", options);
        assert_eq!(error, GameError::MaxDecisions { given });
        assert_eq!(
            error.to_string(),
            format!("max_decisions = {given} is not in 1 … 65535")
        );
    }
}

#[test]
fn a_history_that_is_too_long_is_refused() {
    let options = Options {
        history: MAX_HISTORY + 1,
        ..Options::new(2)
    };
    let error = no_game("crazy_eights", options);
    assert_eq!(
        error,
        GameError::History {
            given: MAX_HISTORY + 1,
            most: MAX_HISTORY
        }
    );
    assert_eq!(error.to_string(), "history = 33 is not in 0 … 32");
}
