//! House rules that the compiler cannot check: which module imports which, where a ruleset or pyo3 may be named, length of files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Item, UseTree, Visibility};

use crate::golden::repository;
use crate::tables::all_ids;

/// A source file as the compiler sees it: without comments and test-only code.
struct Source {
    /// Path from the root of the repository, with slashes.
    path: String,
    /// Modules, outermost first; empty for the crate's root.
    modules: Vec<String>,
    lines: usize,
    words: Vec<Word>,
    /// Names that the file re-exports (`pub use`), each with the path it stands for.
    passed_on: Vec<(String, Vec<String>)>,
}

/// A word, punctuation mark or literal of the source.
struct Word {
    text: String,
    line: usize,
}

/// Removes test-only code and documentation.
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

/// Appends the words of a stream in order; braces are kept, so that lists of imports can be recognised.
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
    /// Parses a file. Each part of a primitive that is a single file becomes a source of its own.
    fn parse(path: &str, text: &str) -> Vec<Self> {
        let mut file = syn::parse_file(text).unwrap_or_else(|error| panic!("{path}: {error}"));
        WithoutTests.visit_file_mut(&mut file);
        let inner = path.trim_start_matches("src/").trim_end_matches(".rs");
        let inner = inner.strip_suffix("/mod").unwrap_or(inner);
        let modules = inner.split('/').filter(|name| *name != "lib");
        let modules: Vec<String> = modules.map(str::to_owned).collect();
        let mut sources = Vec::new();
        if modules.len() == 2 && modules[0] == "primitive" {
            file.items.retain(|item| {
                let Item::Mod(part) = item else { return true };
                let Some((_, items)) = &part.content else {
                    return true;
                };
                let modules = modules.iter().cloned().chain([part.ident.to_string()]).collect();
                sources.push(Self::new(path, modules, items, 0));
                false
            });
        }
        sources.push(Self::new(path, modules, &file.items, text.lines().count()));
        sources
    }

    fn new(path: &str, modules: Vec<String>, items: &[Item], lines: usize) -> Self {
        let mut words = Vec::new();
        flatten(items.iter().map(ToTokens::to_token_stream).collect(), &mut words);
        let mut passed_on = Vec::new();
        for item in items {
            if let Item::Use(item) = item
                && !matches!(item.vis, Visibility::Inherited)
            {
                names(&item.tree, &modules, &mut Vec::new(), &mut passed_on);
            }
        }
        Self {
            path: path.to_owned(),
            modules,
            lines,
            words,
            passed_on,
        }
    }

    /// The module in the drawing of the layers; empty for the crate's root.
    fn top(&self, parts: &BTreeMap<String, String>) -> String {
        home(&self.modules, parts).unwrap_or_default()
    }

    fn text(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| &word.text)
    }

    fn is_path(&self, at: usize) -> bool {
        self.text(at) == ":" && self.text(at + 1) == ":"
    }

    /// The modules of the crate that the file names from its root, each with its line.
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

    /// Appends the path that begins here, or each path of a list in braces.
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
            // In a macro a variable may stand for a name: `$primitive`.
            at += usize::from(self.text(at) == "$");
            if self.text(at) == "{" {
                return self.paths(at, &path, found);
            }
            if self.text(at) != "self" {
                path.push(self.text(at).to_owned());
            }
            if !self.is_path(at + 1) {
                break;
            }
            at += 3;
        }
        found.push((line, path));
    }

    /// Reports the place of every word for which `is_so` holds.
    fn lines_with(&self, is_so: impl Fn(&str) -> bool) -> impl Iterator<Item = String> {
        let words = self.words.iter().filter(move |word| is_so(&word.text));
        words.map(|word| format!("{}:{}: names {}", self.path, word.line, word.text))
    }
}

/// Appends the names that an import brings into these modules, each with the path from the crate's root that it stands for.
fn names(tree: &UseTree, modules: &[String], path: &mut Vec<String>, found: &mut Vec<(String, Vec<String>)>) {
    let absolute = |path: &[String], last: &str| {
        let mut base = modules.to_vec();
        let mut path = path;
        while let [first, rest @ ..] = path {
            match first.as_str() {
                "crate" => base.clear(),
                "super" => drop(base.pop()),
                "self" => {}
                _ => break,
            }
            path = rest;
        }
        [&base, path, &[last.to_owned()][..]].concat()
    };
    match tree {
        UseTree::Path(tree) => {
            path.push(tree.ident.to_string());
            names(&tree.tree, modules, path, found);
            path.pop();
        }
        UseTree::Name(tree) => {
            let name = tree.ident.to_string();
            found.push((name.clone(), absolute(path, &name)));
        }
        UseTree::Rename(tree) => {
            found.push((tree.rename.to_string(), absolute(path, &tree.ident.to_string())));
        }
        UseTree::Group(tree) => {
            for tree in &tree.items {
                names(tree, modules, path, found);
            }
        }
        UseTree::Glob(_) => {}
    }
}

/// Every source file except files of tests.
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
        .flat_map(|path| Source::parse(path, &read(path)))
        .collect()
}

/// The module of the drawing that a path of modules belongs to: its first module, or for a part of a primitive the module that such
/// parts belong to. None if a primitive is named without a part.
fn home(path: &[String], parts: &BTreeMap<String, String>) -> Option<String> {
    match path {
        [top, ..] if top != "primitive" => Some(top.clone()),
        [_, _, part, ..] => parts.get(part).cloned(),
        _ => None,
    }
}

/// The code blocks of DESIGN.md on layers: the layers, and the modules to which the parts of primitives belong.
fn drawings() -> [String; 2] {
    let design = fs::read_to_string(repository("DESIGN.md")).expect("DESIGN.md");
    let (_, section) = design
        .split_once("## What are the layers")
        .expect("the section on layers");
    let mut blocks = section.split("```").skip(1).step_by(2).map(str::to_owned);
    [(); 2].map(|()| blocks.next().expect("a drawing"))
}

/// The module to which each part of a primitive belongs.
fn parts() -> BTreeMap<String, String> {
    let [_, drawing] = drawings();
    let mut parts = BTreeMap::new();
    for line in drawing.lines().filter(|line| !line.trim().is_empty()) {
        let (names, module) = line.split_once('→').expect("parts → module");
        for name in names.split_whitespace() {
            parts.insert(name.to_owned(), module.trim().to_owned());
        }
    }
    parts
}

/// The layer of each module in DESIGN.md, counted from the lowest.
fn layers() -> BTreeMap<String, usize> {
    let [drawing, _] = drawings();
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

/// Fails with every line of `failures`, if there is one.
fn none(failures: &[String]) {
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn a_file_imports_only_what_stands_before_it() {
    let (layers, parts) = (layers(), parts());
    let mut failures = Vec::new();
    for source in sources() {
        let (path, top) = (&source.path, source.top(&parts));
        let imports = source.imports();
        if source.modules.is_empty() || imports.is_empty() {
            continue;
        }
        let Some(own) = layers.get(&top) else {
            let modules = source.modules.join("::");
            failures.push(format!("{path}: {modules} stands in no layer of DESIGN.md"));
            continue;
        };
        for (line, import) in imports {
            let name = import.join("::");
            let home = home(&import, &parts);
            if is_list(&import) {
                continue;
            }
            match home.and_then(|home| layers.get(&home)) {
                Some(layer) if layer <= own => {}
                Some(_) => failures.push(format!(
                    "{path}:{line}: {top} imports crate::{name}, which comes after it"
                )),
                None => failures.push(format!(
                    "{path}:{line}: crate::{name} stands in no layer of DESIGN.md (of a primitive name the part)"
                )),
            }
        }
    }
    none(&failures);
}

/// True if an import names a list macro of `primitive/mod.rs`, which names primitives; each user of it names the part.
fn is_list(import: &[String]) -> bool {
    matches!(import, [primitive, list] if primitive == "primitive" && !primitive_names().contains(list))
}

/// The names of the primitives, by their files.
fn primitive_names() -> BTreeSet<String> {
    let entries = fs::read_dir(repository("src/primitive")).expect("the primitives");
    let names = entries.map(|entry| {
        entry
            .expect("a primitive")
            .file_name()
            .to_string_lossy()
            .into_owned()
    });
    let names = names.map(|name| name.trim_end_matches(".rs").to_owned());
    names.filter(|name| name != "mod").collect()
}

#[test]
fn modules_of_one_layer_import_each_other_in_no_circle() {
    let (layers, parts) = (layers(), parts());
    let mut imports: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for source in sources() {
        let own = source.top(&parts);
        for (_, import) in source.imports() {
            let Some(other) = home(&import, &parts) else {
                continue;
            };
            if other != own && layers.get(&other) == layers.get(&own) {
                imports.entry(own.clone()).or_default().insert(other);
            }
        }
    }
    // Remove modules that import none of the others, until nothing is left.
    while !imports.is_empty() {
        let left: BTreeSet<String> = imports.keys().cloned().collect();
        imports.retain(|_, names| names.iter().any(|name| left.contains(name)));
        assert!(imports.len() < left.len(), "a circle of imports among {left:?}");
    }
}

/// Modules whose files must not import each other in a circle.
const WITHOUT_CIRCLES: [&str; 9] = [
    "batch",
    "belief",
    "engine",
    "observation",
    "position",
    "rules",
    "ruleset",
    "search",
    "solve",
];

/// The file that a path leads to, through re-exports.
fn file_of<'a>(
    path: &[String],
    files: &'a BTreeMap<Vec<String>, Source>,
    depth: usize,
) -> Option<&'a Source> {
    let (source, rest) = (1..=path.len())
        .rev()
        .find_map(|n| files.get(&path[..n]).map(|source| (source, &path[n..])))?;
    let passed_on = rest.first().and_then(|name| {
        let mut names = source.passed_on.iter();
        names.find(|(passed_on, _)| passed_on == name)
    });
    match passed_on {
        Some((_, meant)) if depth < 8 && meant != path => {
            let whole = [meant, &rest[1..]].concat();
            file_of(&whole, files, depth + 1).or(Some(source))
        }
        _ => Some(source),
    }
}

#[test]
fn files_of_a_module_import_each_other_in_no_circle() {
    let parts = parts();
    let files: BTreeMap<Vec<String>, Source> = sources()
        .into_iter()
        .map(|source| (source.modules.clone(), source))
        .collect();
    let mut imports: BTreeMap<&[String], BTreeSet<&[String]>> = BTreeMap::new();
    for source in files.values() {
        let home = source.top(&parts);
        if !WITHOUT_CIRCLES.contains(&home.as_str()) {
            continue;
        }
        let passed_on: BTreeSet<&Vec<String>> = source.passed_on.iter().map(|(_, path)| path).collect();
        for (_, path) in source.imports() {
            let other = file_of(&path, &files, 0).filter(|_| !passed_on.contains(&path));
            // A module and the files inside it count as one, seen from the module.
            if let Some(other) = other
                && other.top(&parts) == home
                && !other.modules.starts_with(&source.modules)
            {
                imports.entry(&source.modules).or_default().insert(&other.modules);
            }
        }
    }
    // Remove files that import none of the others or are imported by none, until only circles are left.
    let mut left = 0;
    while left != imports.len() {
        left = imports.len();
        let importing: BTreeSet<&[String]> = imports.keys().copied().collect();
        for names in imports.values_mut() {
            names.retain(|name| importing.contains(name));
        }
        let imported: BTreeSet<&[String]> = imports.values().flatten().copied().collect();
        imports.retain(|name, names| !names.is_empty() && imported.contains(name));
    }
    let circles = imports.iter().map(|(name, names)| {
        let names: Vec<String> = names.iter().map(|name| name.join("::")).collect();
        format!("{} imports {}", name.join("::"), names.join(", "))
    });
    none(&circles.collect::<Vec<_>>());
}

/// The primitive that a part named `effect` belongs to.
fn primitive_of(source: &Source) -> Option<&str> {
    match &source.modules[..] {
        [top, name, part, ..] if top == "primitive" && part == "effect" => Some(name),
        _ => None,
    }
}

#[test]
fn what_a_primitive_does_calls_no_other_primitive() {
    let sources = sources();
    let effects: Vec<(&str, &Source)> = sources
        .iter()
        .filter_map(|source| primitive_of(source).map(|name| (name, source)))
        .collect();
    let mut methods: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (name, source) in &effects {
        for at in 1..source.words.len() {
            let takes_self = (at + 1..at + 5).any(|at| source.text(at) == "self");
            if source.text(at - 1) == "fn" && takes_self {
                methods.entry(source.text(at)).or_default().insert(name);
            }
        }
    }
    assert!(methods.len() > 60, "the methods are found");
    let mut failures = Vec::new();
    for (name, source) in &effects {
        let path = &source.path;
        for (line, import) in source.imports() {
            if import[0] == "primitive" && import[1] != *name {
                failures.push(format!("{path}:{line}: {name} imports {}", import.join("::")));
            }
        }
        for at in 2..source.words.len() {
            let called = source.text(at - 2) == "self" && source.text(at - 1) == ".";
            let Some(owners) = methods.get(source.text(at)).filter(|_| called) else {
                continue;
            };
            if !owners.contains(name) {
                let (line, called) = (source.words[at].line, source.text(at));
                failures.push(format!("{path}:{line}: {name} calls {called} of {owners:?}"));
            }
        }
    }
    none(&failures);
}

#[test]
fn no_file_names_a_ruleset_but_the_list_of_them() {
    // The last card is a term of the rules, too.
    let ids: BTreeSet<&str> = all_ids().filter(|&id| id != "last_card").collect();
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
    let others = sources
        .iter()
        .filter(|source| source.modules.first().is_none_or(|top| top != "py"));
    let failures = others.flat_map(|source| source.lines_with(|word| ["pyo3", "numpy"].contains(&word)));
    none(&failures.collect::<Vec<_>>());
}

#[test]
fn a_bot_names_no_state() {
    let sources = sources();
    let bots = sources
        .iter()
        .filter(|source| source.modules.first().is_some_and(|top| top == "bot"));
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
                fn f() { g(crate::rng::new()) }\nuse super::phase;\nuse super::super::{view, perft};\n\
                macro_rules! m { ($primitive:ident) => { crate::primitive::$primitive::check::all() } }\n";
    let found = Source::parse("src/engine/apply.rs", text)[0].imports();
    let expected = [
        (1, "card::Card"),
        (4, "hand"),
        (4, "hand::Hand"),
        (4, "seat"),
        (7, "rng::new"),
        (8, "engine::phase"),
        (9, "view"),
        (9, "perft"),
        (10, "primitive::primitive::check::all"),
    ];
    let found: Vec<(usize, String)> = found
        .into_iter()
        .map(|(line, path)| (line, path.join("::")))
        .collect();
    assert_eq!(found, expected.map(|(line, path)| (line, path.to_owned())));
}
