//! Rulesets based on others, by id, by file and by variant, and the notices about how they are written.

use std::fs;
use std::path::PathBuf;

use eights::ruleset::Loaded;
use eights::{Ruleset, RulesetError};
use serde_json::{Map, Value, json};

/// A temporary folder, removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("eights-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn load(&self, text: &str) -> Result<Loaded, RulesetError> {
        Ruleset::load(text, Some(&self.0))
    }

    fn refused(&self, text: &str) -> String {
        self.load(text).expect_err(text).to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn builtin(id: &str) -> Ruleset {
    Ruleset::builtin(id).expect("builtin")
}

fn with(ruleset: &Ruleset, overrides: &Value) -> Ruleset {
    let overrides: Map<String, Value> = overrides.as_object().expect("a table").clone();
    ruleset.with(&overrides).expect("valid")
}

#[test]
fn a_file_of_ones_own_is_a_base() {
    let folder = Folder::new("bases");
    folder.write(
        "house.toml",
        "id = \"house\"\nbase = \"uno\"\ntitle = \"House\"\n[deal]\ncards = 5\n",
    );
    folder.write(
        "deep/garden.toml",
        "id = \"garden\"\nbase = \"../house.toml\"\n[match]\ntarget = 300\n",
    );
    let mine = folder.load("id = \"mine\"\nbase = \"deep/garden.toml\"\n[draw]\nwhen = \"unable\"\n");
    let mine = mine.expect("valid").ruleset;
    let same = with(
        &builtin("uno"),
        &json!({ "deal.cards": 5, "match.target": 300, "draw.when": "unable" }),
    );
    assert_eq!(
        (mine.fingerprint(), mine.title.as_str()),
        (same.fingerprint(), "")
    );
    // The ruleset is written without its base.
    assert_eq!(Ruleset::from_toml(&mine.to_toml()), Ok(mine));
}

#[test]
fn a_variant_is_a_base() {
    let folder = Folder::new("variants");
    folder.write(
        "house.toml",
        "id = \"house\"\nbase = \"uno\"\n[variants.short]\n\"deal.cards\" = 3\n",
    );
    for (base, same) in [
        (
            "{ ruleset = \"uno\", variant = \"stacking\" }",
            with(&builtin("uno"), &json!({ "variant": "stacking" })),
        ),
        (
            "{ ruleset = \"uno\", variant = [\"stacking\", \"jump-in\"] }",
            with(&builtin("uno"), &json!({ "variant": ["stacking", "jump-in"] })),
        ),
        ("{ ruleset = \"uno\" }", builtin("uno")),
        (
            "{ ruleset = \"house.toml\", variant = \"short\" }",
            with(&builtin("uno"), &json!({ "deal.cards": 3 })),
        ),
    ] {
        let mine = folder
            .load(&format!("id = \"mine\"\nbase = {base}\n"))
            .expect(base)
            .ruleset;
        assert_eq!(mine.fingerprint(), same.fingerprint(), "{base}");
        assert!(mine.variants.is_empty());
    }
}

#[test]
fn a_base_that_cannot_be_read_is_told() {
    let folder = Folder::new("refused");
    for at in 1..=9 {
        folder.write(
            &format!("{at}.toml"),
            &format!("id = \"x\"\nbase = \"{}.toml\"\n", at + 1),
        );
    }
    folder.write("10.toml", "id = \"x\"\n");
    folder.write("one.toml", "id = \"x\"\nbase = \"other.toml\"\n");
    folder.write("other.toml", "id = \"x\"\nbase = \"./one.toml\"\n");
    folder.write("wrong.toml", "id = \"x\"\n[deal]\ncard = 7\n");
    folder.write("large.toml", &"#".repeat(1_000_001));
    folder.write("text.toml", "id =");
    fs::create_dir_all(folder.0.join("folder.toml")).expect("a folder");
    fs::write(folder.0.join("bytes.toml"), [0xFF]).expect("a file");
    let absolute = folder.0.join("10.toml").to_string_lossy().replace('\\', "/");
    for (base, told) in [
        ("\"none.toml\"", "base: cannot read \"none.toml\": "),
        (
            "\"one.toml\"",
            "would be its own base: one.toml → other.toml → one.toml",
        ),
        (
            "\"1.toml\"",
            "\"9.toml\" is one file too many: at most 8 start from each other",
        ),
        (
            "\"wrong.toml\"",
            "base: wrong.toml: deal.card: unknown key `card`: did you mean `cards`? (line 3)",
        ),
        (
            "\"large.toml\"",
            "base: cannot read \"large.toml\": more than 262144 bytes",
        ),
        ("\"text.toml\"", "base: text.toml: line 1, column 5: not TOML"),
        (
            "\"folder.toml\"",
            "base: cannot read \"folder.toml\": it is not a file",
        ),
        (
            "\"bytes.toml\"",
            "base: cannot read \"bytes.toml\": it is not UTF-8 text",
        ),
        (
            &format!("\"{absolute}\""),
            "write where it is seen from the file that names it",
        ),
        ("\"crazy_eight\"", "did you mean \"crazy_eights\"?"),
        (
            "8",
            "8 is not the id of a builtin ruleset, a file such as \"house.toml\", or a table",
        ),
        ("{ variant = \"stacking\" }", "is not the id of a builtin ruleset"),
        (
            "{ ruleset = \"uno\", variants = \"x\" }",
            "base.variants: unknown key `variants`: did you mean `variant`?",
        ),
        (
            "{ ruleset = \"uno\", variant = \"stack\" }",
            "base.variant: no variant \"stack\": there are both-partners",
        ),
    ] {
        let error = folder.refused(&format!("id = \"mine\"\nbase = {base}\n"));
        assert!(error.contains(told), "{base}: {error}");
    }
    folder
        .load("id = \"mine\"\nbase = \"2.toml\"\n")
        .map(|_| ())
        .expect_err("nine files");
    folder
        .load("id = \"mine\"\nbase = \"3.toml\"\n")
        .map(|_| ())
        .expect("eight files");
    let text = "id = \"mine\"\nbase = \"10.toml\"\n";
    for refused in [
        Ruleset::from_toml(text),
        Ruleset::from_value(json!({ "id": "mine", "base": "10.toml" })),
    ] {
        let error = refused.expect_err("no folder").to_string();
        assert!(
            error.starts_with("base: no folder to look for \"10.toml\" in"),
            "{error}"
        );
    }
}

#[test]
fn a_mark_takes_the_place_of_a_table() {
    let own =
        |text: &str| Ruleset::from_toml(&format!("id = \"mine\"\nbase = \"crazy_eights_special\"\n{text}"));
    let merged = own("[special.two]\nskip = 1\n").expect("valid");
    assert!(
        merged.special["two"].hit.is_some() && merged.special["two"].skip == eights::ruleset::Skip::Next(1)
    );
    let replaced = own("[special.two]\nreplace = true\ncards = \"2\"\nskip = 1\n").expect("valid");
    assert!(
        replaced.special["two"].hit.is_none()
            && replaced.special["two"].skip == eights::ruleset::Skip::Next(1)
    );
    assert_eq!(replaced.special.len(), merged.special.len());
    let alone = own("[special]\nreplace = true\n[special.nine]\ncards = \"9\"\nskip = 1\n").expect("valid");
    assert_eq!(alone.special.keys().collect::<Vec<_>>(), ["nine"]);
    let points = own("[score.points]\nreplace = true\nelse = 1\n").expect("valid");
    assert!(points.score.points.classes.is_empty());
    let base = builtin("crazy_eights_special");
    for overrides in [
        json!({ "special.two": { "replace": true, "cards": "2", "skip": 1 } }),
        json!({ "special": { "two": { "cards": "2", "skip": 1, "replace": true } } }),
        json!({ "special.two.cards": "2", "special.two.replace": true, "special.two.skip": 1 }),
    ] {
        assert_eq!(with(&base, &overrides).special, replaced.special);
    }
    let mut value = base.to_value();
    value["variants"] =
        json!({ "soft": { "special.two.cards": "2", "special.two.skip": 1, "special.two.replace": true } });
    let varied = Ruleset::from_value(value).expect("valid");
    assert_eq!(
        with(&varied, &json!({ "variant": "soft" })).special,
        replaced.special
    );
    // A special may be named `replace`; in a table that stands for a value the key has no effect.
    let named = with(
        &base,
        &json!({ "special.replace": { "cards": "9", "skip": 1 }, "deal.cards": { "replace": true, "2-10": 4 } }),
    );
    assert_eq!(
        (
            named.special.len(),
            named.deal.cards.get(3).map(|dealt| dealt.most)
        ),
        (base.special.len() + 1, Some(4))
    );
    for (text, path) in [
        (
            "id = \"x\"\n[special.two]\ncards = \"2\"\nskip = 1\nreplace = true\n",
            "special.two.replace",
        ),
        ("id = \"x\"\nbase = \"uno\"\nreplace = true\n", "replace"),
        (
            "id = \"x\"\nbase = \"uno\"\n[deal]\nreplace = 1\n",
            "deal.replace",
        ),
    ] {
        let error = Ruleset::from_toml(text).expect_err(text).to_string();
        assert!(
            error.starts_with(&format!(
                "{path}: `replace = true` stands in a table of an override"
            )),
            "{error}"
        );
    }
}

#[test]
fn what_stays_of_a_base_is_told() {
    let kept = |text: &str| {
        let text = format!("id = \"mine\"\nbase = \"crazy_eights_special\"\n{text}");
        Ruleset::load(&text, None).expect("valid").kept
    };
    assert_eq!(
        kept("[special.two]\nskip = 1\n[special.nine]\ncards = \"9\"\nskip = 1\n[special.queen]\nskip = 2\n"),
        [
            "special.queen: `cards` stays as in crazy_eights_special",
            "special.two: `cards` and `hit` stay as in crazy_eights_special"
        ]
    );
    assert_eq!(
        kept("[special.two]\nhit = false\nskip = 1\ncards = \"2\"\n"),
        Vec::<String>::new()
    );
    assert_eq!(
        kept("[special.two]\nreplace = true\nskip = 1\ncards = \"2\"\n"),
        Vec::<String>::new()
    );
    assert_eq!(kept("[deal]\ncards = 4\n"), Vec::<String>::new());
}

#[test]
fn problems_name_what_is_of_the_base() {
    let text = "id = \"mine\"\nbase = \"crazy_eights\"\n[special.any-eight]\ncards = \"8\"\nnominate = \"always\"\n[call]\n\
                made = \"by-player\"\n[deck.copies]\n\"9\" = 2\n[special.two]\ncards = \"2\"\nhit = 2\n";
    let error = Ruleset::from_toml(text).expect_err("refused").to_string();
    assert!(
        error.contains("special.two.hit: 2 is not a table: write its keys under [special.two.hit] (line 12)"),
        "{error}"
    );
    let text =
        "id = \"mine\"\nbase = \"crazy_eights\"\n[special.any-eight]\ncards = \"8\"\nnominate = \"always\"\n";
    let error = Ruleset::from_toml(text).expect_err("refused").to_string();
    assert_eq!(
        error,
        "special.eight.nominate (of base crazy_eights): special.any-eight says the same of 8C 8D 8H 8S; say it once"
    );
    let error = Ruleset::from_toml(
        "id = \"mine\"\nbase = \"crazy_eights\"\nplayers = \"2-5\"\n[deck]\npacks = { \"2-4\" = 1 }\n",
    );
    let error = error.expect_err("refused").to_string();
    assert!(
        error.starts_with("deck.packs: no value for 5 players (line 5)"),
        "{error}"
    );
}

#[test]
fn a_problem_is_told_once() {
    for overrides in [
        json!({ "out.places": 9 }),
        json!({ "deck.packs": { "2-3": 1 }, "match.rounds": { "2-3": 4 }, "match.target": 0 }),
        json!({ "special.two": { "cards": "2", "hit": { "draw": 2, "answer": "2 3", "cancel": "2" } } }),
        json!({ "special.a": { "cards": "3", "nominate": "always", "play.free": "always" },
                "special.b": { "cards": "3", "nominate": "always", "play.free": "always" } }),
        json!({ "variants.a": { "deal.cards": 0 }, "variants.b": { "deal.cards": 0 } }),
        json!({ "deal.cards": 0 }),
    ] {
        let overrides = overrides.as_object().expect("a table");
        let error = builtin("crazy_eights").with(overrides).expect_err("refused");
        let RulesetError::Invalid(problems) = error else {
            panic!("{error}");
        };
        for (at, problem) in problems.iter().enumerate() {
            let again = problems[..at].iter().filter(|other| other.path == problem.path);
            assert_eq!(again.count(), 0, "{problems:#?}");
        }
    }
}

#[test]
fn labels_are_words_of_selectors() {
    let text = |cards: &str| {
        format!("id = \"mine\"\nbase = \"uno\"\n[special.own]\ncards = {cards}\nmove = {{ to = \"next\" }}\n")
    };
    for (cards, kept) in [
        ("\"7\"", "7"),
        ("\"green & 9\"", "H&9"),
        ("\"green & Skip\"", "H&Q"),
        ("[\"blue & Draw Two\", \"reverses\"]", "S&A K"),
        ("\"all -Wild -wild draw four\"", "all -*R -*B"),
    ] {
        let mine = Ruleset::from_toml(&text(cards)).unwrap_or_else(|error| panic!("{cards}: {error}"));
        assert_eq!(mine.special["own"].cards.as_str(), kept);
    }
    let points =
        "id = \"mine\"\nbase = \"uno\"\n[score.points]\nreplace = true\nSkip = 30\nWild = 40\nelse = 1\n";
    let points = Ruleset::from_toml(points).expect("valid").score.points;
    assert_eq!(points.classes.keys().collect::<Vec<_>>(), ["*R", "Q"]);
    let twice = with(&builtin("uno"), &json!({ "variants": {} }));
    let twice = twice.with(
        json!({ "out.not-on": { "Skip": 2 }, "score.points": { "replace": true, "Skip": 1, "Q": 2 } })
            .as_object()
            .expect("a table"),
    );
    let error = twice.expect_err("twice").to_string();
    assert_eq!(
        error,
        "score.points.Q: it stands here twice, also as \"Q\": write it once"
    );
}

#[test]
fn selectors_that_hardly_mean_what_they_say_are_told() {
    let warned = |base: &str, cards: &str| {
        let text =
            format!("id = \"mine\"\nbase = \"{base}\"\n[special.own]\ncards = {cards}\nagain = true\n");
        let loaded = Ruleset::load(&text, None).unwrap_or_else(|error| panic!("{cards}: {error}"));
        loaded
            .warnings
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    for (base, cards, told) in [
        (
            "crazy_eights",
            "\"red jokers\"",
            "\"red jokers\" selects red cards and Jokers: write \"red & jokers\" for what is both, or \"jokers red\" if it is meant",
        ),
        (
            "crazy_eights",
            "\"C H & A\"",
            "\"C H & A\" selects clubs and the Ace of hearts, for & joins only the words beside it: write \"C&A H&A\", or \
             \"C H&A\" if it is meant",
        ),
        (
            "uno",
            "\"green Draw Two\"",
            "\"green Draw Two\" selects green cards and Draw Twos: write \"green & Draw Two\" for what is both, or \
             \"Draw Two green\" if it is meant",
        ),
        (
            "uno",
            "\"red\"",
            "\"red\" stands for D H here, and is the label of C: write \"D H\" or \"C\"",
        ),
    ] {
        let told = format!("special.own.cards: {told} (line 4)");
        assert_eq!(warned(base, cards), [told]);
    }
    let ten = "id = \"mine\"\n[labels]\nsuits = [\"a\", \"b\", \"c\", \"d\"]\nranks = [\"1\", \"2\", \"3\", \"4\", \"5\", \"6\", \
               \"7\", \"8\", \"9\", \"10\", \"11\", \"12\", \"13\"]\njokers = []\n[special.ten]\ncards = \"10\"\nagain = true\n";
    let loaded = Ruleset::load(ten, None).expect("valid");
    assert_eq!(loaded.warnings.len(), 1, "{loaded:?}");
    assert_eq!(
        loaded.warnings[0].to_string(),
        "special.ten.cards: \"10\" stands for T here, and is the label of J: write \"T\" or \"J\" (line 7)"
    );
    for (base, cards) in [
        ("crazy_eights", "\"red & jokers\""),
        ("crazy_eights", "\"jokers red\""),
        ("crazy_eights", "[\"red\", \"jokers\"]"),
        ("crazy_eights", "\"C H&A\""),
        ("crazy_eights", "\"J & black\""),
        ("crazy_eights", "\"all -red & 8\""),
        ("crazy_eights", "\"9 J & black\""),
        ("crazy_eights", "\"H 10\""),
        ("uno", "\"9\""),
    ] {
        let expected = usize::from(cards.contains("9 J & black"));
        assert_eq!(warned(base, cards).len(), expected, "{cards}");
    }
    for id in eights::ruleset::ids() {
        let again = Ruleset::load(&builtin(id).to_toml(), None).expect("valid");
        assert_eq!(again.warnings, [], "{id}");
    }
    let base = builtin("crazy_eights");
    let overrides = json!({ "special.eight.cards": "red jokers" });
    let warnings = base.warnings_of(overrides.as_object().expect("a table"));
    assert!(
        warnings.len() == 1 && warnings[0].path == "special.eight.cards",
        "{warnings:?}"
    );
}
