//! The generated pages of the documentation: one for each ruleset, and the reference of the schema.

use std::fmt::Write as _;
use std::fs;

use eights::ruleset::{Ruleset, ids, schema_reference};

use crate::golden::{golden, repository};

const NOTE: &str = "<!-- Generated from src/ruleset; `make bless` rewrites it. -->\n\n";

/// Runs of player numbers with the same value: "52 (2 to 5), 104 (6 to 10)".
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

/// What a program wants to know at a glance.
fn specification(ruleset: &Ruleset) -> String {
    let dealt = by_players(ruleset, |n| ruleset.deal.cards.get(n).map(u32::from));
    let deck = by_players(ruleset, |n| {
        Some(u32::from(ruleset.deck.packs.get(n)?) * 52 + u32::from(ruleset.deck.jokers.get(n)?))
    });
    let rows = [
        ("id", format!("`{}`", ruleset.id)),
        (
            "players",
            format!("{} to {}", ruleset.players.min, ruleset.players.max),
        ),
        ("cards dealt", dealt),
        ("cards in the deck", deck),
        ("source", ruleset.source.replace('|', "\\|")),
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
    for id in ids() {
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
            ids().any(|known| known == id),
            "docs/rules/{name} belongs to no ruleset: delete it"
        );
    }
}

#[test]
fn the_schema_has_its_reference() {
    golden("docs/schema.md", &format!("{NOTE}{}", schema_reference()));
}
