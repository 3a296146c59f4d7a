//! Progress: counts are kept in a file, so that a run goes on where it was stopped.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::counts::Counts;

/// Time between two writes of the file.
const EVERY: Duration = Duration::from_secs(5);

/// The file: all cases before `next` are counted.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Saved {
    /// Version of `eights`; another one starts anew.
    pub(crate) version: String,
    /// The next case.
    pub(crate) next: u64,
    /// Time spent, over all runs.
    pub(crate) seconds: f64,
    /// Threads of the last run.
    pub(crate) threads: usize,
    /// The processor of the last run.
    pub(crate) machine: String,
    pub(crate) counts: Counts,
}

/// Counts of cases in order, whichever thread ends first.
pub(crate) struct Progress {
    path: Option<PathBuf>,
    pub(crate) saved: Saved,
    /// Cases that ended before an earlier one.
    early: BTreeMap<u64, Counts>,
    since: Instant,
}

impl Progress {
    /// Reads a file, if there is one; without a path nothing is kept.
    ///
    /// # Errors
    /// The file cannot be read, or is another one.
    pub(crate) fn new(path: Option<PathBuf>, from: u64, threads: usize) -> io::Result<Self> {
        let found = path.as_deref().map(read).transpose()?.flatten();
        let saved = found
            .filter(|saved| saved.version == eights::VERSION)
            .unwrap_or(Saved {
                next: from,
                ..Saved::default()
            });
        Ok(Self {
            path,
            saved: Saved {
                version: eights::VERSION.to_owned(),
                machine: machine(),
                threads,
                ..saved
            },
            early: BTreeMap::new(),
            since: Instant::now(),
        })
    }

    /// Counts a case that ended.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn add(&mut self, case: u64, counts: Counts) -> io::Result<()> {
        self.early.insert(case, counts);
        while let Some(counts) = self.early.remove(&self.saved.next) {
            self.saved.counts += &counts;
            self.saved.next += 1;
        }
        if self.since.elapsed() >= EVERY {
            self.save()
        } else {
            Ok(())
        }
    }

    /// Writes the file: whole, or not at all.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn save(&mut self) -> io::Result<()> {
        self.saved.seconds += self.since.elapsed().as_secs_f64();
        self.since = Instant::now();
        let Some(path) = &self.path else { return Ok(()) };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let part = path.with_extension("part");
        fs::write(&part, serde_json::to_string_pretty(&self.saved)? + "\n")?;
        fs::rename(part, path)
    }
}

fn read(path: &Path) -> io::Result<Option<Saved>> {
    match fs::read(path) {
        Ok(text) => Ok(Some(serde_json::from_slice(&text)?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the name of the processor, or of the system where none is known.
fn machine() -> String {
    let about = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = about.lines().find(|line| line.starts_with("model name"));
    let name = line
        .and_then(|line| line.split_once(':'))
        .map(|(_, name)| name.trim());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{}, {threads} threads", name.unwrap_or(std::env::consts::OS))
}
