//! The house rules that a compiler does not hold: who imports whom, where a ruleset or pyo3 may be named, how long a file is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::golden::repository;

/// A source file, read for what it says to the compiler.
struct Source {
    /// Its path from the root of the repository, with slashes.
    path: String,
    /// Its modules, outermost first; none for the crate's root.
    modules: Vec<String>,
    lines: usize,
    /// The text without comments and tests; every line stands where it stood.
    code: String,
    /// The same without what stands in quotes.
    bare: String,
}

impl Source {
    fn read(path: String) -> Self {
        let text = fs::read_to_string(repository(&path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        let (mut code, mut bare) = blank(&text);
        blank_tests(&mut code, &mut bare);
        let inner = path.trim_start_matches("src/").trim_end_matches(".rs");
        let inner = inner.strip_suffix("/mod").unwrap_or(inner);
        let modules = inner
            .split('/')
            .filter(|name| *name != "lib")
            .map(str::to_owned)
            .collect();
        Self {
            lines: text.lines().count(),
            modules,
            code,
            bare,
            path,
        }
    }

    /// The outermost module; empty for the crate's root.
    fn top(&self) -> &str {
        self.modules.first().map_or("", String::as_str)
    }

    /// The modules of the crate that it names, each with its line.
    fn imports(&self) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        for (root, depth) in [("crate", self.modules.len()), ("super", 1)] {
            for at in words(&self.bare, root) {
                let Some(path) = self.bare[at + root.len()..].strip_prefix("::") else {
                    continue;
                };
                // `super::super::x` is found at its last `super`, with so many before it.
                let before = self.bare[..at].bytes().rev().collect::<Vec<_>>();
                let supers = before.chunks(7).take_while(|chunk| *chunk == b"::repus").count();
                let up = depth + if root == "super" { supers } else { 0 };
                if path.starts_with("super::") {
                    continue;
                }
                if up >= self.modules.len() {
                    let line = line_of(&self.bare, at);
                    found.extend(first_names(path).into_iter().map(|name| (line, name)));
                }
            }
        }
        found
    }
}

/// The names that a path begins with: one, or those of a list in braces.
fn first_names(path: &str) -> Vec<String> {
    let name = |text: &str| {
        let text = text.trim_start();
        text.chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect::<String>()
    };
    let Some(list) = path.strip_prefix('{') else {
        return vec![name(path)];
    };
    let (mut names, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            ',' | '}' if depth == 0 => {
                names.push(name(&list[start..at]));
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// Where a word stands in a text, as a whole word.
fn words<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word)
        .map(|(at, _)| at)
        .filter(move |&at| !text[..at].ends_with(part) && !text[at + word.len()..].starts_with(part))
}

fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

/// As many blanks as the text has bytes, so that later places stay where they are; line ends are kept.
fn blanks(text: &str) -> String {
    text.bytes()
        .map(|byte| if byte == b'\n' { '\n' } else { ' ' })
        .collect()
}

/// The text without comments, and without what stands in quotes as well; what is taken out becomes blanks.
fn blank(text: &str) -> (String, String) {
    let (mut code, mut bare) = (String::new(), String::new());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (len, comment, quoted) = piece(rest, c);
        let part = &rest[..len];
        code.push_str(&if comment { blanks(part) } else { part.to_owned() });
        bare.push_str(&if comment || quoted {
            blanks(part)
        } else {
            part.to_owned()
        });
        rest = &rest[len..];
    }
    (code, bare)
}

/// The length of what a text begins with, whether that is a comment, and whether it is in quotes.
fn piece(text: &str, c: char) -> (usize, bool, bool) {
    let until = |end: &str, from: usize| {
        text[from..]
            .find(end)
            .map_or(text.len(), |at| from + at + end.len())
    };
    if text.starts_with("//") {
        return (text.find('\n').unwrap_or(text.len()), true, false);
    }
    if text.starts_with("/*") {
        return (until("*/", 2), true, false);
    }
    if text.starts_with("r\"") || text.starts_with("r#") {
        let hashes = text[1..].chars().take_while(|c| *c == '#').count();
        if text[1 + hashes..].starts_with('"') {
            return (
                until(&format!("\"{}", "#".repeat(hashes)), 2 + hashes),
                false,
                true,
            );
        }
    }
    if c == '"' {
        let mut escaped = false;
        for (at, c) in text.char_indices().skip(1) {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => return (at + 1, false, true),
                _ => {}
            }
        }
        return (text.len(), false, true);
    }
    if c == '\'' {
        // A character and not a lifetime: its closing quote is near.
        let inner = &text[1..];
        let len = if inner.starts_with('\\') {
            2
        } else {
            inner.chars().next().map_or(0, char::len_utf8)
        };
        if inner.get(len..).is_some_and(|rest| rest.starts_with('\'')) {
            return (len + 2, false, true);
        }
    }
    // A word at once, so that an `r` inside one opens no raw text.
    let word = text
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(text.len());
    (word.max(c.len_utf8()), false, false)
}

/// Blanks the items that only tests have.
fn blank_tests(code: &mut String, bare: &mut String) {
    while let Some(at) = bare.find("#[cfg(test)]") {
        let rest = &bare[at..];
        let end = match (rest.find(';'), rest.find('{')) {
            (Some(semicolon), Some(brace)) if brace < semicolon => closing(rest, brace),
            (None, Some(brace)) => closing(rest, brace),
            (Some(semicolon), _) => semicolon + 1,
            (None, None) => rest.len(),
        };
        for text in [&mut *code, &mut *bare] {
            let part = blanks(&text[at..at + end]);
            text.replace_range(at..at + end, &part);
        }
    }
}

/// The place after the brace that closes the one at `open`.
fn closing(text: &str, open: usize) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < open) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}

/// Every source file, files of tests left out.
fn sources() -> Vec<Source> {
    fn walk(folder: &Path, files: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                walk(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let inner = path.strip_prefix(repository("")).expect("inside the repository");
                let parts: Vec<_> = inner.iter().map(|part| part.to_string_lossy()).collect();
                files.push(parts.join("/"));
            }
        }
    }
    let mut files = Vec::new();
    walk(&repository("src"), &mut files);
    files.sort();
    files.retain(|path| !path.ends_with("/tests.rs"));
    assert!(files.len() > 40, "the walk has found the files");
    files.into_iter().map(Source::read).collect()
}

/// The layers of DESIGN.md, the lowest first: for each module the layer that it is in.
fn layers() -> BTreeMap<String, usize> {
    let design = fs::read_to_string(repository("DESIGN.md")).expect("DESIGN.md");
    let (_, section) = design
        .split_once("## What are the layers")
        .expect("the section on layers");
    let drawing = section.split("```").nth(1).expect("the drawing of the layers");
    let mut layers = BTreeMap::new();
    for (n, layer) in drawing.split('←').enumerate() {
        for module in layer.split_whitespace() {
            assert_eq!(
                layers.insert(module.to_owned(), n),
                None,
                "{module} stands twice in the drawing"
            );
        }
    }
    layers
}

/// Fails with every line, if there is one.
fn none(failures: &[String]) {
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn a_file_imports_only_what_stands_before_it() {
    let layers = layers();
    let mut failures = Vec::new();
    for source in sources() {
        let (path, top) = (&source.path, source.top());
        if top.is_empty() {
            continue;
        }
        let Some(own) = layers.get(top) else {
            failures.push(format!("{path}: {top} stands in no layer of DESIGN.md"));
            continue;
        };
        for (line, import) in source.imports() {
            match layers.get(&import) {
                Some(layer) if layer <= own => {}
                Some(_) => failures.push(format!(
                    "{path}:{line}: {top} imports crate::{import}, which comes after it"
                )),
                None => failures.push(format!(
                    "{path}:{line}: crate::{import} stands in no layer of DESIGN.md"
                )),
            }
        }
    }
    none(&failures);
}

#[test]
fn modules_of_one_layer_import_each_other_in_no_circle() {
    let layers = layers();
    let mut imports: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for source in sources() {
        let own = source.top();
        for (_, import) in source.imports() {
            if import != own && layers.get(&import) == layers.get(own) {
                imports.entry(own.to_owned()).or_default().insert(import);
            }
        }
    }
    // Take away what imports nothing that is left, until nothing is left.
    while !imports.is_empty() {
        let left: BTreeSet<String> = imports.keys().cloned().collect();
        imports.retain(|_, names| names.iter().any(|name| left.contains(name)));
        assert!(imports.len() < left.len(), "a circle of imports among {left:?}");
    }
}

#[test]
fn no_file_names_a_ruleset_but_the_list_of_them() {
    let mut failures = Vec::new();
    for source in sources() {
        if source.path == "src/ruleset/builtin.rs" {
            continue;
        }
        for id in eights::ruleset::ids() {
            for at in words(&source.code, id) {
                failures.push(format!(
                    "{}:{}: names {id}",
                    source.path,
                    line_of(&source.code, at)
                ));
            }
        }
    }
    none(&failures);
}

#[test]
fn only_the_bindings_name_pyo3_or_numpy() {
    let mut failures = Vec::new();
    for source in sources() {
        for name in ["pyo3", "numpy"] {
            for at in words(&source.bare, name) {
                if source.top() != "py" {
                    failures.push(format!(
                        "{}:{}: names {name}",
                        source.path,
                        line_of(&source.bare, at)
                    ));
                }
            }
        }
    }
    none(&failures);
}

#[test]
fn a_bot_names_no_state() {
    let mut failures = Vec::new();
    for source in sources().iter().filter(|source| source.top() == "bot") {
        for at in words(&source.bare, "State") {
            failures.push(format!(
                "{}:{}: names State",
                source.path,
                line_of(&source.bare, at)
            ));
        }
    }
    none(&failures);
}

#[test]
fn no_file_is_longer_than_1000_lines() {
    let long = sources().into_iter().filter(|source| source.lines > 1_000);
    none(
        &long
            .map(|source| format!("{}: {} lines", source.path, source.lines))
            .collect::<Vec<_>>(),
    );
}

#[test]
fn what_the_compiler_does_not_read_is_no_import() {
    let text = "use crate::card::Card; // crate::py\n/// crate::py\nlet x = \"crate::py\"; let c = '\"';\n\
                use crate::{hand::{self, Hand}, seat};\n#[cfg(test)]\nmod tests { use crate::py; }\nuse crate::rng;\n";
    let (mut code, mut bare) = blank(text);
    blank_tests(&mut code, &mut bare);
    let source = Source {
        path: "src/view.rs".to_owned(),
        modules: vec!["view".to_owned()],
        lines: 7,
        code,
        bare,
    };
    let expected =
        [(1, "card"), (4, "hand"), (4, "seat"), (7, "rng")].map(|(line, name)| (line, name.to_owned()));
    assert_eq!(source.imports(), expected);
}

#[test]
fn paths_upwards_are_imports_where_they_leave_the_module() {
    let bare =
        "use super::phase;\nuse super::super::card::Card;\nuse super::super::{hand, seat};\n".to_owned();
    let modules = vec!["engine".to_owned(), "apply".to_owned()];
    let source = Source {
        path: "src/engine/apply.rs".to_owned(),
        modules,
        lines: 3,
        code: bare.clone(),
        bare,
    };
    let expected = [(2, "card"), (3, "hand"), (3, "seat")].map(|(line, name)| (line, name.to_owned()));
    assert_eq!(source.imports(), expected);
}
