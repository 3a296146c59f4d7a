//! The house rules that a compiler does not hold: who imports whom, where a ruleset or pyo3 may be named, how long a file is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Item};

use crate::golden::repository;

/// A source file as the compiler reads it: without comments, and without what only tests have.
struct Source {
    /// Its path from the root of the repository, with slashes.
    path: String,
    /// Its modules, outermost first; none for the crate's root.
    modules: Vec<String>,
    lines: usize,
    words: Vec<Word>,
}

/// A word, a mark or a literal of the source.
struct Word {
    text: String,
    line: usize,
}

/// Takes out what only tests and documentation have.
struct WithoutTests;

fn is_test(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg") && attribute.to_token_stream().to_string().contains("(test)")
}

impl VisitMut for WithoutTests {
    fn visit_file_mut(&mut self, file: &mut syn::File) {
        file.items.retain(|item| !attributes(item).iter().any(is_test));
        visit_mut::visit_file_mut(self, file);
    }

    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        attributes.retain(|attribute| !attribute.path().is_ident("doc"));
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// The words of a stream in order; braces stay, so that lists of imports can be told.
fn flatten(stream: TokenStream, words: &mut Vec<Word>) {
    for tree in stream {
        let line = tree.span().start().line;
        let mut push = |text: &str| {
            let text = text.to_owned();
            words.push(Word { text, line });
        };
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::None => ("", ""),
                };
                push(open);
                flatten(group.stream(), words);
                words.push(Word {
                    text: close.to_owned(),
                    line,
                });
            }
            other => push(&other.to_string()),
        }
    }
}

impl Source {
    fn parse(path: &str, text: &str) -> Self {
        let mut file = syn::parse_file(text).unwrap_or_else(|error| panic!("{path}: {error}"));
        WithoutTests.visit_file_mut(&mut file);
        let mut words = Vec::new();
        flatten(file.into_token_stream(), &mut words);
        let inner = path.trim_start_matches("src/").trim_end_matches(".rs");
        let inner = inner.strip_suffix("/mod").unwrap_or(inner);
        let modules = inner.split('/').filter(|name| *name != "lib");
        Self {
            path: path.to_owned(),
            modules: modules.map(str::to_owned).collect(),
            lines: text.lines().count(),
            words,
        }
    }

    /// The outermost module; empty for the crate's root.
    fn top(&self) -> &str {
        self.modules.first().map_or("", String::as_str)
    }

    fn text(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| &word.text)
    }

    fn is_path(&self, at: usize) -> bool {
        self.text(at) == ":" && self.text(at + 1) == ":"
    }

    /// The modules of the crate that it names from its root, each with its line.
    fn imports(&self) -> Vec<(usize, Vec<String>)> {
        let mut found = Vec::new();
        for at in 0..self.words.len() {
            let is_first = at < 3 || !self.is_path(at - 2);
            let mut base = match self.text(at) {
                "crate" if is_first => Vec::new(),
                "super" if is_first => self.modules.clone(),
                _ => continue,
            };
            let mut at = at;
            while self.text(at) == "super" {
                base.pop();
                at += if self.is_path(at + 1) && self.text(at + 3) == "super" {
                    3
                } else {
                    break;
                };
            }
            if self.is_path(at + 1) {
                self.paths(at + 3, &base, &mut found);
            }
        }
        found
    }

    /// The paths that begin here, or each of a list in braces.
    fn paths(&self, at: usize, base: &[String], found: &mut Vec<(usize, Vec<String>)>) {
        if self.text(at) == "{" {
            let (mut depth, mut at, mut begins) = (1, at + 1, true);
            while depth > 0 && at < self.words.len() {
                match self.text(at) {
                    "{" => depth += 1,
                    "}" => depth -= 1,
                    "," if depth == 1 => begins = true,
                    _ if begins => {
                        self.paths(at, base, found);
                        begins = false;
                    }
                    _ => {}
                }
                at += 1;
            }
            return;
        }
        let (mut path, mut at, line) = (base.to_vec(), at, self.words[at].line);
        loop {
            path.push(self.text(at).to_owned());
            if !self.is_path(at + 1) || self.text(at + 3) == "{" {
                break;
            }
            at += 3;
        }
        found.push((line, path));
    }

    /// Fails where one of its words is so, with the place.
    fn lines_with(&self, is_so: impl Fn(&str) -> bool) -> impl Iterator<Item = String> {
        let words = self.words.iter().filter(move |word| is_so(&word.text));
        words.map(|word| format!("{}:{}: names {}", self.path, word.line, word.text))
    }
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
    let read = |path: &String| fs::read_to_string(repository(path)).expect("the file can be read");
    files
        .iter()
        .map(|path| Source::parse(path, &read(path)))
        .collect()
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
            let import = &import[0];
            match layers.get(import) {
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
            if import[0] != own && layers.get(&import[0]) == layers.get(own) {
                imports
                    .entry(own.to_owned())
                    .or_default()
                    .insert(import[0].clone());
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
    let ids: BTreeSet<&str> = eights::ruleset::ids().collect();
    let sources = sources();
    let others = sources
        .iter()
        .filter(|source| source.path != "src/ruleset/builtin.rs");
    let failures = others.flat_map(|source| {
        source.lines_with(|word| {
            let mut parts = word.split(|c: char| !c.is_alphanumeric() && c != '_');
            parts.any(|part| ids.contains(part))
        })
    });
    none(&failures.collect::<Vec<_>>());
}

#[test]
fn only_the_bindings_name_pyo3_or_numpy() {
    let sources = sources();
    let others = sources.iter().filter(|source| source.top() != "py");
    let failures = others.flat_map(|source| source.lines_with(|word| ["pyo3", "numpy"].contains(&word)));
    none(&failures.collect::<Vec<_>>());
}

#[test]
fn a_bot_names_no_state() {
    let sources = sources();
    let bots = sources.iter().filter(|source| source.top() == "bot");
    let failures = bots.flat_map(|source| source.lines_with(|word| word == "State"));
    none(&failures.collect::<Vec<_>>());
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
fn imports_are_found_wherever_they_stand() {
    let text = "use crate::card::Card; // crate::py\n/// crate::py\nconst X: &str = \"crate::py\";\n\
                use crate::{hand::{self, Hand}, seat};\n#[cfg(test)]\nmod tests { use crate::py; }\n\
                fn f() { g(crate::rng::new()) }\nuse super::phase;\nuse super::super::{view, perft};\n";
    let found = Source::parse("src/engine/apply.rs", text).imports();
    let expected = [
        (1, "card::Card"),
        (4, "hand"),
        (4, "seat"),
        (7, "rng::new"),
        (8, "engine::phase"),
        (9, "view"),
        (9, "perft"),
    ];
    let found: Vec<(usize, String)> = found
        .into_iter()
        .map(|(line, path)| (line, path.join("::")))
        .collect();
    assert_eq!(found, expected.map(|(line, path)| (line, path.to_owned())));
}
