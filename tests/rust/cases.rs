//! Runs every case of `tests/data/cases` as its README describes, and reports all failures at once. Python runs sixty of them.
//!
//! The variable `EIGHTS_CASES_DIR` names another folder.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use eights::{Action, Game, Options, Outcome, Phase, Ruleset, State, format_cards, parse_cards};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::position::restored;

/// A file of cases.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseFile {
    case: Vec<Case>,
}

/// A single ruling.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    source: String,
    players: u8,
    #[serde(default)]
    overrides: Map<String, Value>,
    #[serde(default)]
    options: Map<String, Value>,
    position: Value,
    #[serde(default, rename = "do")]
    actions: Vec<String>,
    expect: Expect,
}

/// The expected state after the actions.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Expect {
    error: Option<String>,
    legal: Option<Vec<String>>,
    legal_has: Vec<String>,
    legal_lacks: Vec<String>,
    player: Option<i64>,
    hand_sizes: Option<Vec<usize>>,
    stock_size: Option<usize>,
    over: Option<bool>,
    winners: Option<Vec<u8>>,
    returns: Option<Vec<f64>>,
    /// Expected values, by keys of the state's mapping.
    #[serde(flatten)]
    facts: Map<String, Value>,
}

/// Returns the default of a key that a case may expect, for mappings that omit it.
fn defaults(key: &str, players: usize) -> Option<Value> {
    Some(match key {
        "hands" | "pile" | "seat" | "dealer" | "actor" | "stock" | "aside" | "deal" => Value::Null,
        "direction" => json!(1),
        "suit" | "second" | "under" | "went_out" | "last_skipped" | "first" | "named" | "named_by"
        | "split" | "kept" | "winner" => {
            json!("")
        }
        "pending" => json!({ "draw": 0 }),
        "phase" => json!({ "name": "play" }),
        "turn" | "params" | "mirror" | "backs" => json!({}),
        "calls" | "out" | "known" | "piles" | "suits" | "created" | "offered" | "said" | "overdue"
        | "first_turns" | "agenda" | "words" | "queued_effects" | "draft" | "games" => json!([]),
        "last_round" | "binds_next" | "open" => json!(false),
        "row" | "at" | "lots" | "passes" | "round" | "plays" | "decisions" | "turns" | "renewals" => json!(0),
        "scores" | "wins" | "placed" | "lost_turns" | "paid" | "paid_total" => json!(vec![0; players]),
        _ => return None,
    })
}

/// True if the value is a default that a mapping of a turn or an attack omits.
fn is_default(value: &Value) -> bool {
    [json!(0), json!(false), json!("")].contains(value)
}

fn cases_dir() -> PathBuf {
    std::env::var_os("EIGHTS_CASES_DIR").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cases"),
        PathBuf::from,
    )
}

/// Number of parts in which the files of cases are run, at the same time; `make mutants` stops at the first that fails.
const PARTS: usize = 8;

macro_rules! parts {
    ($($name:ident $part:literal)*) => {
        $(#[test] fn $name() { every_case_holds($part) })*
    };
}

parts! {
    every_case_holds_1 0
    every_case_holds_2 1
    every_case_holds_3 2
    every_case_holds_4 3
    every_case_holds_5 4
    every_case_holds_6 5
    every_case_holds_7 6
    every_case_holds_8 7
}

fn every_case_holds(part: usize) {
    let mut failures = String::new();
    for (name, text) in files().into_iter().skip(part).step_by(PARTS) {
        let id = name.trim_end_matches(".toml");
        let mut fail = |case: &str, why: &str| {
            writeln!(failures, "{name}: {case:?}: {why}").expect("a String takes text");
        };
        let file: CaseFile = match toml::from_str(&text) {
            Ok(file) => file,
            Err(error) => {
                fail("", &error.to_string());
                continue;
            }
        };
        let mut names = BTreeSet::new();
        for case in &file.case {
            if !names.insert(&case.name) {
                fail(&case.name, "the name stands twice");
            }
            if case.source.is_empty() {
                fail(&case.name, "no source is named");
            }
            let mut found = Vec::new();
            if let Err(why) = check(id, case, &mut found) {
                found.push(why);
            }
            for why in found {
                fail(&case.name, &why);
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

/// Every file of cases, sorted by name.
fn files() -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = std::fs::read_dir(cases_dir())
        .expect("the folder of cases")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).expect("readable"))
        })
        .collect();
    files.sort();
    files
}

fn game(id: &str, case: &Case) -> Result<Game, String> {
    let mut options = case.options.clone();
    options.insert("players".to_owned(), case.players.into());
    let options: Options =
        serde_json::from_value(Value::Object(options)).map_err(|error| format!("options: {error}"))?;
    let mut ruleset = Ruleset::builtin(id).map_err(|error| error.to_string())?;
    // Most cases change nothing, and overriding checks the variants anew.
    if !case.overrides.is_empty() {
        ruleset = ruleset.with(&case.overrides).map_err(|error| error.to_string())?;
    }
    Game::new(&ruleset, options).map_err(|error| error.to_string())
}

/// Runs a case and appends every unexpected result to `found`.
fn check(id: &str, case: &Case, found: &mut Vec<String>) -> Result<(), String> {
    let game = game(id, case)?;
    let mut state = match (game.position(&case.position, 0), &case.expect.error) {
        (Ok(state), _) => state,
        (Err(error), Some(expected)) if case.actions.is_empty() => {
            return contains(&error.to_string(), expected);
        }
        (Err(error), _) => return Err(format!("position refused: {error}")),
    };
    let mut error = None;
    for (n, text) in case.actions.iter().enumerate() {
        let before = state.clone();
        let Err(why) = apply(&game, &mut state, text) else {
            continue;
        };
        if case.expect.error.is_none() || n + 1 < case.actions.len() {
            let legal = format_legal(&game, &state);
            return Err(format!(
                "action {} ({text}) is refused: {why} (legal: {legal})",
                n + 1
            ));
        }
        if before != state {
            found.push(format!("the refused action {text} has changed the state"));
        }
        error = Some(why);
    }
    match (&error, &case.expect.error) {
        (Some(error), Some(expected)) => {
            if let Err(why) = contains(error, expected) {
                found.push(why);
            }
        }
        (None, Some(expected)) => found.push(format!("expected an error with {expected:?}, there was none")),
        _ => {}
    }
    let problems = game.check(&state);
    if !problems.is_empty() {
        found.push(format!("the state contradicts itself: {problems:?}"));
    }
    found.extend(restored(&game, &state).err());
    game.pack().within(|| compare(&game, &state, &case.expect, found));
    Ok(())
}

fn contains(error: &str, expected: &str) -> Result<(), String> {
    if error.contains(expected) {
        Ok(())
    } else {
        Err(format!("expected an error with {expected:?}, got {error:?}"))
    }
}

/// Applies an action, or an outcome of chance.
fn apply(game: &Game, state: &mut State, text: &str) -> Result<(), String> {
    if text.starts_with("chance ") {
        let outcome: Result<Outcome, _> = game.pack().within(|| text.parse());
        let outcome = outcome.map_err(|error| error.to_string())?;
        return game
            .apply_outcome(state, outcome, &mut ())
            .map_err(|error| error.to_string());
    }
    let action: Result<Action, _> = game.pack().within(|| text.parse());
    let action = action.map_err(|error| format!("{error}"))?;
    game.apply(state, action, &mut ())
        .map_err(|error| error.to_string())
}

fn format_legal(game: &Game, state: &State) -> String {
    let legal: Vec<String> = game.legal(state).iter().map(|a| game.text(&a)).collect();
    legal.join(", ")
}

fn compare(game: &Game, state: &State, expect: &Expect, found: &mut Vec<String>) {
    let legal: Vec<String> = game.legal(state).iter().map(|a| game.text(&a)).collect();
    let mut differ = |what: &str, expected: String, got: String| {
        if expected != got {
            found.push(format!("{what}: expected {expected}, got {got}"));
        }
    };
    if let Some(expected) = &expect.legal {
        let set: BTreeSet<&String> = expected.iter().collect();
        let got: BTreeSet<&String> = legal.iter().collect();
        differ("legal", format!("{set:?}"), format!("{got:?}"));
    }
    for (what, actions, wanted) in [
        ("legal_has", &expect.legal_has, true),
        ("legal_lacks", &expect.legal_lacks, false),
    ] {
        for action in actions {
            if let Err(error) = action.parse::<Action>() {
                differ(what, action.clone(), error.to_string());
            } else if legal.contains(action) != wanted {
                differ(what, action.clone(), legal.join(", "));
            }
        }
    }
    let value = game.to_value(state);
    if let Some(expected) = expect.player {
        let player = match state.phase() {
            Phase::Chance(_) => -1,
            Phase::Over { .. } => -4,
            _ => state.actor().map_or(-2, |seat| i64::from(seat.0)),
        };
        differ("player", expected.to_string(), player.to_string());
    }
    if let Some(expected) = &expect.hand_sizes {
        let sizes: Vec<usize> = hands(&value).iter().map(Vec::len).collect();
        differ("hand_sizes", format!("{expected:?}"), format!("{sizes:?}"));
    }
    if let Some(expected) = expect.stock_size {
        let size = state.stock_size();
        differ("stock_size", expected.to_string(), size.to_string());
    }
    if let Some(expected) = expect.over {
        differ("over", expected.to_string(), state.is_over().to_string());
    }
    if let Some(expected) = &expect.winners {
        let winners: Vec<u8> = match state.phase() {
            Phase::Over { winners, .. } => winners.iter().map(|seat| seat.0).collect(),
            _ => Vec::new(),
        };
        differ("winners", format!("{expected:?}"), format!("{winners:?}"));
    }
    if let Some(expected) = &expect.returns {
        let returns = &game.returns(state)[..usize::from(game.players())];
        let near = expected.len() == returns.len()
            && expected.iter().zip(returns).all(|(a, b)| (a - b).abs() < 1e-6);
        if !near {
            differ("returns", format!("{expected:?}"), format!("{returns:?}"));
        }
    }
    for (key, expected) in &expect.facts {
        if let Err(why) = compare_fact(key, expected, &value, state, usize::from(game.players())) {
            found.push(why);
        }
    }
}

/// Returns the hands of a mapping, each sorted.
fn hands(value: &Value) -> Vec<Vec<String>> {
    let hands = value["hands"].as_array().cloned().unwrap_or_default();
    hands
        .iter()
        .map(|hand| sorted(hand.as_str().unwrap_or_default()))
        .collect()
}

fn sorted(cards: &str) -> Vec<String> {
    let mut cards: Vec<String> = cards.split_whitespace().map(str::to_owned).collect();
    cards.sort();
    cards
}

/// Parses cards, and writes them as the mapping does.
fn cards(value: &Value) -> Result<String, String> {
    let text = value
        .as_str()
        .ok_or_else(|| format!("{value} is not a text of cards"))?;
    parse_cards(text)
        .map(format_cards)
        .map_err(|error| error.to_string())
}

/// Compares one key of the state's mapping.
fn compare_fact(
    key: &str,
    expected: &Value,
    value: &Value,
    state: &State,
    players: usize,
) -> Result<(), String> {
    let Some(default) = defaults(key, players) else {
        return Err(format!("expect.{key}: there is no such key"));
    };
    let got = value.get(key).cloned().unwrap_or(default);
    let refused = || Err(format!("{key}: expected {expected}, got {got}"));
    let same = match key {
        "hands" => hands(&json!({ "hands": expected })) == hands(value),
        "stock" if got.is_null() && state.stock_size() > 0 => {
            return Err(format!("stock: expected {expected}, but its order is unknown"));
        }
        "aside" => sorted(expected.as_str().unwrap_or("?")) == sorted(got.as_str().unwrap_or_default()),
        "pile" | "stock" => cards(expected)? == got.as_str().unwrap_or_default(),
        "actor" => *expected == state.actor().map_or(Value::Null, |seat| json!(seat.0)),
        "calls" | "out" => {
            let set = |value: &Value| -> BTreeSet<String> {
                value
                    .as_array()
                    .into_iter()
                    .flatten()
                    .map(Value::to_string)
                    .collect()
            };
            expected.is_array() && set(expected) == set(&got)
        }
        "phase" => table(&named(expected, "name"), &named(&got, "name")),
        "pending" => table(&named(expected, "draw"), &named(&got, "draw")),
        "turn" | "mirror" | "backs" => expected.is_object() && table(expected, &got),
        _ => *expected == got,
    };
    if same { Ok(()) } else { refused() }
}

/// Returns a table as it is, and any other value as a table that holds it under `key`.
fn named(value: &Value, key: &str) -> Value {
    if value.is_object() {
        value.clone()
    } else {
        json!({ key: value })
    }
}

/// True if every key of `expected` has the same value in `got`, or is absent from `got` and a default.
fn table(expected: &Value, got: &Value) -> bool {
    let Some(expected) = expected.as_object() else {
        return false;
    };
    expected.iter().all(|(key, value)| match got.get(key) {
        Some(got) if value.is_object() => table(value, got),
        Some(got) => got == value,
        None => is_default(value),
    })
}

#[test]
fn what_a_case_says_is_read_strictly() {
    let case = "[[case]]\nname = \"a\"\nsource = \"b\"\nplayers = 2\nposition = {}\n";
    for (more, wrong) in [
        ("colour = 1\n[case.expect]\n", "colour"),
        ("[case.expect]\nlegal = 1\n", "legal"),
    ] {
        let error = match toml::from_str::<CaseFile>(&format!("{case}{more}")) {
            Ok(_) => panic!("{more} was read"),
            Err(error) => error.to_string(),
        };
        assert!(error.contains(wrong), "{error}");
    }
    let text = format!("{case}options = {{ speed = 1 }}\n[case.expect]\nflag = 1\n");
    let file: CaseFile = toml::from_str(&text).expect("read");
    let error = game("crazy_eights", &file.case[0]).expect_err("there is no such option");
    assert!(error.contains("speed"), "{error}");
    let why = compare_fact(
        "flag",
        &file.case[0].expect.facts["flag"],
        &json!({}),
        &start(),
        2,
    );
    assert!(why.is_err_and(|why| why.contains("no such key")));
}

fn start() -> State {
    let ruleset = Ruleset::builtin("crazy_eights").expect("builtin");
    Game::new(&ruleset, Options::new(2))
        .expect("a game")
        .new_initial_state(0)
}
