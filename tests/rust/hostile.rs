//! Hostile rulesets: any input is either refused with its keys, or is a ruleset that reads back and can be played.

use eights::ruleset::{Problem, ids, schema_reference};
use eights::{Action, Game, MAX_RULESET_BYTES, Options, Rng, Ruleset, RulesetError, Stream};
use serde_json::{Map, Value, json};

/// Number of inputs of each kind: a few by default, `EIGHTS_HOSTILE=N` for more.
fn amount() -> u64 {
    let given = std::env::var("EIGHTS_HOSTILE").ok();
    given.and_then(|n| n.parse().ok()).unwrap_or(300)
}

/// Generates hostile input, reproducibly for each seed.
struct Foe(Rng);

impl Foe {
    fn new(seed: u64) -> Self {
        Self(Rng::new(seed, Stream::Bot))
    }

    fn below(&mut self, n: usize) -> usize {
        self.0.below(n as u32) as usize
    }

    fn one_of<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[self.below(all.len())]
    }

    fn text(&mut self) -> String {
        let texts = [
            "",
            " ",
            "8",
            "8 -8",
            "all",
            "@wild",
            "@x",
            "H&",
            "off",
            "always",
            "none",
            "\u{0}",
            "\u{7f}\u{80}",
            "\r",
            "\n\t\"\\'",
            "'''\"\"\"",
            "ß\u{301}\u{202e}",
            "🂡",
            "2-5",
            "3",
            "1979-05-27",
            "[0]",
            "a.b",
            "$__toml_private_datetime",
            "$serde_json::private::Number",
            "\u{feff}",
            "true",
            "null",
        ];
        match self.below(12) {
            0 => "x".repeat(self.below(3_000)),
            1 => (0..self.below(6))
                .filter_map(|_| char::from_u32(self.below(0x11_0000) as u32))
                .collect(),
            _ => self.one_of(&texts).to_owned(),
        }
    }

    fn number(&mut self) -> Value {
        let numbers = [
            json!(0),
            json!(1),
            json!(-1),
            json!(2),
            json!(255),
            json!(256),
            json!(65_535),
            json!(65_536),
            json!(1_u64 << 32),
            json!(i64::MAX),
            json!(1_u64 << 63),
            json!(u64::MAX),
            json!(i64::MIN),
            json!(0.5),
            json!(-0.0),
            json!(1e300),
            json!(5e-324),
        ];
        numbers[self.below(numbers.len())].clone()
    }

    /// Generates any value, sometimes nested.
    fn value(&mut self, depth: usize) -> Value {
        match self.below(if depth > 3 { 6 } else { 9 }) {
            0 => Value::Null,
            1 | 2 => Value::Bool(self.below(2) == 0),
            3 | 4 => self.number(),
            5 => self.text().into(),
            6 => (0..self.below(4)).map(|_| self.value(depth + 1)).collect(),
            _ => Value::Object(
                (0..self.below(5))
                    .map(|_| (self.key(), self.value(depth + 1)))
                    .collect(),
            ),
        }
    }

    /// Generates a key, often of the schema, sometimes dotted.
    fn key(&mut self) -> String {
        let keys = [
            "id",
            "title",
            "deal",
            "deal.cards",
            "deck.packs",
            "deck.jokers",
            "deck.copies",
            "special",
            "special.two",
            "special.new",
            "special.new.cards",
            "special.two.hit",
            "special.two.hit.draw",
            "variants",
            "variants.old",
            "variants.old.follow",
            "score.points",
            "score.points.8",
            "params.x",
            "words.say",
            "labels.suits",
            "follow",
            "starter.effects",
            "starter.card",
            "starter.card.x",
            "players",
            "created.rules",
            "out-of-turn.identical",
            "2-5",
            "cards",
            "draw",
            "hit",
            "",
            ".",
            "deal..cards",
            "call",
            "match.target",
        ];
        if self.below(8) == 0 {
            self.text()
        } else {
            self.one_of(&keys).to_owned()
        }
    }

    /// Applies `change` somewhere inside a value.
    fn change(&mut self, value: &mut Value, change: &mut dyn FnMut(&mut Value)) {
        match value {
            Value::Object(map) if !map.is_empty() && self.below(5) > 0 => {
                let at = self.below(map.len());
                if let Some(inner) = map.values_mut().nth(at) {
                    self.change(inner, change);
                }
            }
            Value::Array(items) if !items.is_empty() && self.below(3) > 0 => {
                let at = self.below(items.len());
                self.change(&mut items[at], change);
            }
            _ => change(value),
        }
    }
}

/// Checks that an input is refused with its keys, or reads back and can be played. Returns true if it was accepted.
fn judge(given: &dyn std::fmt::Debug, read: Result<Ruleset, RulesetError>, seed: u64) -> bool {
    let ruleset = match read {
        Ok(ruleset) => ruleset,
        Err(RulesetError::Invalid(problems)) => {
            let no_table = |problem: &Problem| problem.message.starts_with("a ruleset is a table");
            assert!(
                problems
                    .iter()
                    .any(|problem| !problem.path.is_empty() || no_table(problem)),
                "{given:?}: {problems:?}"
            );
            assert!(
                problems.len() <= 201 && problems.iter().all(|p| p.message.len() < 4_000),
                "{given:?}"
            );
            return false;
        }
        Err(RulesetError::Toml { .. } | RulesetError::TooLarge) => return false,
        Err(error) => panic!("{given:?}: {error}"),
    };
    let text = ruleset.to_toml();
    for again in [
        Ruleset::from_toml(&text),
        Ruleset::from_value(ruleset.to_value()),
        Ruleset::from_value(ruleset.to_full_value()),
    ] {
        let again = again.unwrap_or_else(|error| panic!("{given:?}: {error}\n{text}"));
        assert_eq!(again, ruleset, "{given:?}");
        assert_eq!(again.fingerprint(), ruleset.fingerprint());
        assert_eq!(again.describe(), ruleset.describe());
    }
    for name in ruleset.variants.keys() {
        // A variant may be invalid; choosing it has the same result after writing and reading.
        let chosen = Map::from_iter([("variant".to_owned(), json!(name))]);
        let again = Ruleset::from_toml(&text).expect("it has been read");
        assert_eq!(again.with(&chosen), ruleset.with(&chosen), "{given:?}");
    }
    play(&ruleset, seed);
    true
}

/// Plays a round at random.
fn play(ruleset: &Ruleset, seed: u64) {
    let options = Options {
        max_decisions: Some(100),
        ..Options::new(ruleset.players.min)
    };
    let game = Game::new(ruleset, options).unwrap_or_else(|error| panic!("{error}\n{}", ruleset.to_toml()));
    let mut foe = Foe::new(seed);
    let mut events = Vec::new();
    let mut state = game.deal(seed, &mut events);
    while state.actor().is_some() {
        let legal = game.legal(&state);
        let action = Action::from_id(legal.nth(foe.0.below(legal.len())));
        game.apply(&mut state, action, &mut events).expect("legal");
    }
}

/// The builtin ruleset of a seed.
fn builtin(seed: u64) -> Ruleset {
    let all: Vec<&str> = ids().collect();
    Ruleset::builtin(all[seed as usize % all.len()]).expect("builtin")
}

/// Runs `one` for each seed, and checks that some inputs are accepted and some refused.
fn each(one: impl Fn(u64) -> bool) {
    let accepted = (0..amount()).filter(|seed| one(*seed)).count() as u64;
    assert!(
        (1..amount()).contains(&accepted),
        "{accepted} of {} accepted",
        amount()
    );
}

#[test]
fn hostile_overrides_are_refused_or_read_back() {
    each(|seed| {
        let mut foe = Foe::new(seed);
        let count = 1 + foe.below(3);
        let overrides: Map<String, Value> = (0..count).map(|_| (foe.key(), foe.value(0))).collect();
        judge(&overrides, builtin(seed).with(&overrides), seed)
    });
}

#[test]
fn hostile_variants_are_refused_or_read_back() {
    each(|seed| {
        let mut foe = Foe::new(seed);
        let name = if foe.below(4) == 0 {
            foe.text()
        } else {
            "house".to_owned()
        };
        let count = 1 + foe.below(4);
        let variant: Map<String, Value> = (0..count).map(|_| (foe.key(), foe.value(0))).collect();
        let mut value = builtin(seed).to_value();
        value["variants"] = json!({ name: variant });
        judge(&value["variants"].clone(), Ruleset::from_value(value), seed)
    });
}

#[test]
fn mutated_mappings_are_refused_or_read_back() {
    each(|seed| {
        let mut foe = Foe::new(seed);
        let mut value = builtin(seed).to_full_value();
        for _ in 0..=foe.below(2) {
            let new = foe.value(0);
            let key = foe.key();
            let way = foe.below(3);
            foe.change(&mut value, &mut |place| match (way, place) {
                (0, Value::Object(map)) => {
                    map.insert(key.clone(), new.clone());
                }
                (1, Value::Object(map)) if !map.is_empty() => {
                    let key = map.keys().next().cloned().unwrap_or_default();
                    map.remove(&key);
                }
                (_, place) => *place = new.clone(),
            });
        }
        judge(&value, Ruleset::from_value(value.clone()), seed)
    });
}

#[test]
fn mutated_texts_are_refused_or_read_back() {
    each(|seed| {
        let mut foe = Foe::new(seed);
        let text = builtin(seed).to_toml();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for _ in 0..=foe.below(2) {
            let at = foe.below(lines.len());
            let other = lines[foe.below(lines.len())].clone();
            let key = lines[at].split('=').next().unwrap_or_default().to_owned();
            match foe.below(7) {
                0 => drop(lines.remove(at)),
                1 => lines.insert(at, other),
                2 => lines.swap(at, 0),
                3 => lines[at] = format!("{key} = {}", "[".repeat(foe.below(2_000))),
                4 => {
                    lines[at] = format!(
                        "{key} = {}",
                        foe.one_of(&["1979-05-27", "inf", "nan", "0x1F", "9223372036854775808", "{}"])
                    );
                }
                5 => lines[at].push_str(&foe.text()),
                _ => lines[at] = format!("{key} = {}", foe.number()),
            }
        }
        let text = lines.join("\n");
        judge(&text, Ruleset::from_toml(&text), seed)
    });
}

#[test]
fn what_is_too_large_or_too_deep_is_refused_at_once() {
    let ruleset = builtin(0);
    let title = |length: usize| json!({ "id": "x", "title": "t".repeat(length) });
    assert!(Ruleset::from_value(title(190_000)).is_ok());
    assert_eq!(
        Ruleset::from_value(title(MAX_RULESET_BYTES)),
        Err(RulesetError::TooLarge)
    );
    let overrides = title(MAX_RULESET_BYTES).as_object().expect("a map").clone();
    assert_eq!(ruleset.with(&overrides), Err(RulesetError::TooLarge));
    assert_eq!(
        Ruleset::from_toml(&"#".repeat(MAX_RULESET_BYTES + 1)),
        Err(RulesetError::TooLarge)
    );
    assert!(
        RulesetError::TooLarge
            .to_string()
            .contains("more than 262144 bytes")
    );
    assert_eq!(MAX_RULESET_BYTES, 262_144);
    assert!(schema_reference().contains("A ruleset has at most 262,144 bytes"));
    // Escapes lengthen the written text, and keys may be repeated many times.
    assert_eq!(
        Ruleset::from_value(json!({ "id": "x", "title": "\\".repeat(200_000) + "'''" })),
        Err(RulesetError::TooLarge)
    );
    let tables: Map<String, Value> = (0..4_000).map(|n| (format!("t{n}"), json!({}))).collect();
    let inner = json!({ "a".repeat(100): tables });
    assert_eq!(
        Ruleset::from_value(json!({ "id": "x", "variants": { "v": inner } })),
        Err(RulesetError::TooLarge)
    );
    let deep = (0..9).fold(json!(1), |inner, _| json!({ "a": inner }));
    for refused in [
        Ruleset::from_value(json!({ "id": "x", "variants": { "v": deep } })),
        ruleset.with(deep.as_object().expect("a map")),
    ] {
        let text = refused.expect_err("too deep").to_string();
        assert!(
            text.contains("a.a.a.a") && text.contains("at most 8 parts"),
            "{text}"
        );
    }
}

/// A ruleset of 40 kB, whose variants have mistakes and contradictions. Once it took two minutes, as each value that may have been
/// meant was tried with each variant.
#[test]
fn many_mistakes_in_many_variants_are_refused_after_bounded_work() {
    let special = |n: usize| {
        (
            format!("s{n}"),
            json!({ "cards": &"23456789TJQKA"[n % 13..=n % 13], "skip": 1 }),
        )
    };
    let wrong = |n: usize| (format!("b{n}"), json!({ "cards": "zz" }));
    let contrary = |n: usize| (format!("q{n}"), json!({ "cards": "8", "skip": n + 2 }));
    let mistaken: Map<String, Value> = (0..12).map(wrong).chain((0..2).map(contrary)).collect();
    let variant = |n: usize| (format!("v{n}"), json!({ "deal.cards": 60, "special": mistaken }));
    let rules: Map<String, Value> = (0..80).map(special).collect();
    let variants: Map<String, Value> = (0..100).map(variant).collect();
    let refused = Ruleset::from_value(json!({ "id": "x", "special": rules, "variants": variants }));
    let text = refused.expect_err("mistakes").to_string();
    assert!(
        text.contains("variants.v0.special.b0.cards: \"zz\" selects no cards")
            && text.contains("variants: 100 of them are too much to check with these rules"),
        "{text}"
    );
}
