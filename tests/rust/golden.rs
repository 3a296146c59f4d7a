//! Committed files that are generated: compared with the current output, or rewritten.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// Resolves a path of the repository.
pub(crate) fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// True if this run rewrites goldens: `EIGHTS_BLESS=1`, as `make bless` sets it.
pub(crate) fn blessing() -> bool {
    env::var("EIGHTS_BLESS").is_ok_and(|value| value == "1")
}

/// Compares the file at this path of the repository with `text`, or writes it while goldens are being blessed.
///
/// # Panics
/// If the file is missing or differs, naming the first line that does.
pub(crate) fn golden(path: &str, text: &str) {
    let file = repository(path);
    if blessing() {
        let folder = file.parent().expect("a golden lies in a folder");
        fs::create_dir_all(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        fs::write(&file, text).unwrap_or_else(|error| panic!("{path}: {error}"));
        return;
    }
    // A checkout may have converted line ends.
    let committed = match fs::read_to_string(&file) {
        Ok(committed) => committed.replace("\r\n", "\n"),
        Err(error) => panic!("{path}: {error}; run make bless"),
    };
    if committed != text {
        let (line, old, new) = first_difference(&committed, text);
        panic!("{path} is stale from line {line} on; run make bless\n  committed: {old}\n  generated: {new}");
    }
}

/// The number of the first line that differs, with its old and new text.
fn first_difference<'a>(old: &'a str, new: &'a str) -> (usize, &'a str, &'a str) {
    let (mut before, mut after) = (old.lines(), new.lines());
    let mut line = 0;
    loop {
        line += 1;
        match (before.next(), after.next()) {
            (None, None) => return (line, "(end of file)", "(end of file, but for its last line end)"),
            (old, new) if old != new => {
                return (line, old.unwrap_or("(no line)"), new.unwrap_or("(no line)"));
            }
            _ => {}
        }
    }
}

#[test]
fn the_first_line_that_differs_is_named() {
    assert_eq!(first_difference("a\nb\nc\n", "a\nx\nc\n"), (2, "b", "x"));
    assert_eq!(first_difference("a\n", "a\nb\n"), (2, "(no line)", "b"));
}

#[test]
#[should_panic(expected = "run make bless")]
fn a_golden_that_is_missing_says_how_to_make_it() {
    assert!(!blessing(), "run make bless is not tried while blessing");
    golden("tests/data/no such golden", "");
}
