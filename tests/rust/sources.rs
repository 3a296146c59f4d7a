//! Sources of rules: documents that a reader can find, in the rulesets and in the cases.

use std::fs;

use eights::Ruleset;
use serde::Deserialize;

use crate::golden::repository;
use crate::tables::all_ids;

/// The source of rules that no published document has.
const OURS: &str = "Rules of this project: ";

/// Titles that a case may cite beside published documents: rulings and rules of this project.
const RULINGS: [&str; 2] = ["Decision", "This project's rules"];

#[derive(Deserialize)]
struct CaseFile {
    case: Vec<Cited>,
}

#[derive(Deserialize)]
struct Cited {
    name: String,
    source: String,
}

/// The sources of all rulesets, each with the id of its ruleset.
fn sources() -> impl Iterator<Item = (&'static str, String)> {
    all_ids().map(|id| (id, Ruleset::builtin(id).expect(id).source))
}

#[test]
fn every_ruleset_names_a_document_with_its_address() {
    for (id, source) in sources().filter(|(_, source)| !source.starts_with(OURS)) {
        let addresses: Vec<&str> = source
            .split(|c: char| c.is_whitespace() || "(,;".contains(c))
            .filter(|word| word.starts_with("https://") || word.starts_with("http://"))
            .collect();
        assert!(!addresses.is_empty(), "{id}: no address in {source}");
        for address in addresses {
            let host = address.split('/').nth(2).unwrap_or_default();
            assert!(host.contains('.'), "{id}: {address}");
        }
        let title = source.split(" (").next().unwrap_or_default();
        assert!(
            !title.is_empty() && !title.contains("://"),
            "{id}: no title in {source}"
        );
    }
}

#[test]
fn every_case_cites_a_document_that_a_ruleset_names() {
    let known: Vec<String> = sources().map(|(_, source)| source).collect();
    let mut files = 0;
    for entry in fs::read_dir(repository("tests/data/cases")).expect("cases") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        files += 1;
        let text = fs::read_to_string(&path).expect("a file of cases");
        let cases: CaseFile = toml::from_str(&text).expect("cases");
        for Cited { name, source } in cases.case {
            let title = source.split([',', ':', ';']).next().unwrap_or_default();
            let title = title.split(" (").next().unwrap_or_default();
            let found = RULINGS.contains(&title)
                || repository(title).is_file()
                || title.len() > 2 && known.iter().any(|source| source.contains(title));
            assert!(found, "{}: {name:?} cites {title:?}", path.display());
        }
    }
    assert_eq!(files, all_ids().count());
}
