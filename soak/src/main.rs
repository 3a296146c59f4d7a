//! Plays random games of random rulesets, and checks every position. Each case can be played again alone.
//!
//! ```text
//! eights-soak [--decisions N] [--from CASE] [--cases K] [--threads T] [--state FILE] [--failures F]
//! ```
//!
//! With `--state`, a run goes on where the last one stopped. A case that fails is told whole, and ends the run with 1;
//! `--failures` goes on to more of them.

#![allow(clippy::print_stdout, reason = "its report")]
#![allow(clippy::print_stderr, reason = "its failures")]

mod case;
mod counts;
mod overrides;
mod play;
mod progress;
mod restored;
mod worlds;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use counts::Counts;
use play::{Played, play};
use progress::Progress;

/// Arguments of the program.
struct Arguments {
    decisions: u64,
    from: u64,
    cases: u64,
    threads: usize,
    state: Option<PathBuf>,
    failures: u64,
}

impl Arguments {
    fn read() -> Result<Self, String> {
        let mut read = Self {
            decisions: u64::MAX,
            from: 0,
            cases: u64::MAX,
            threads: thread::available_parallelism().map_or(1, usize::from),
            state: None,
            failures: 1,
        };
        let mut given = std::env::args().skip(1);
        while let Some(name) = given.next() {
            let value = given.next().ok_or_else(|| format!("{name} needs a value"))?;
            let number = || {
                value
                    .replace('_', "")
                    .parse::<u64>()
                    .map_err(|error| format!("{name} {value}: {error}"))
            };
            match name.as_str() {
                "--decisions" => read.decisions = number()?,
                "--from" => read.from = number()?,
                "--cases" => read.cases = number()?,
                "--threads" => read.threads = (number()? as usize).max(1),
                "--failures" => read.failures = number()?,
                "--state" => read.state = Some(value.into()),
                _ => {
                    return Err(format!(
                        "unknown argument {name}: there are --decisions, --from, --cases, --threads, --state and --failures"
                    ));
                }
            }
        }
        Ok(read)
    }
}

/// A case that ended, and why it failed, if it did.
struct Ended {
    case: u64,
    counts: Counts,
    failure: Option<String>,
}

fn main() -> ExitCode {
    match Arguments::read()
        .map_err(io::Error::other)
        .and_then(|arguments| run(&arguments))
    {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("eights-soak: {error}");
            ExitCode::from(2)
        }
    }
}

/// Plays until enough is played, and returns false if a case failed.
fn run(arguments: &Arguments) -> io::Result<bool> {
    let mut progress = Progress::new(arguments.state.clone(), arguments.from, arguments.threads)?;
    let next = AtomicU64::new(progress.saved.next);
    let last = arguments.from.saturating_add(arguments.cases);
    let stop = AtomicBool::new(progress.saved.counts.decisions >= arguments.decisions);
    let (sender, receiver) = channel();
    let whole = thread::scope(|scope| {
        for _ in 0..arguments.threads {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move || work(next, last, stop, &sender));
        }
        drop(sender);
        let whole = collect(&receiver, &mut progress, arguments);
        stop.store(true, Ordering::Relaxed);
        whole
    })?;
    report(&progress);
    Ok(whole)
}

/// Plays cases until enough is played, or none is left.
fn work(next: &AtomicU64, last: u64, stop: &AtomicBool, ended: &Sender<Ended>) {
    while !stop.load(Ordering::Relaxed) {
        let case = next.fetch_add(1, Ordering::Relaxed);
        if case >= last || ended.send(one(case)).is_err() {
            return;
        }
    }
}

/// Plays one case; a panic is a failure, too.
fn one(case: u64) -> Ended {
    let mut played = Played::default();
    let result = catch_unwind(AssertUnwindSafe(|| play(case, &mut played)));
    let failure = match result {
        Ok(Ok(())) => None,
        Ok(Err(why)) => Some(why),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            Some(format!("panic: {}", text.unwrap_or_default()))
        }
    };
    let failure = failure.map(|why| told(case, &why, &played));
    Ended {
        case,
        counts: played.counts,
        failure,
    }
}

/// Returns all that is needed to repeat a failed case.
fn told(case: u64, why: &str, played: &Played) -> String {
    let ruleset = played.game.as_ref().map(|game| game.ruleset().to_toml());
    let options = played.game.as_ref().map(|game| format!("{:?}", game.options()));
    let record = played.episode.as_ref().map(eights::Episode::record);
    format!(
        "case {case} failed: {why}\n\n--- ruleset\n{}\n--- options\n{}\n\n--- record\n{}\n\nagain: cargo run --release -p eights-soak -- --from \
         {case} --cases 1",
        ruleset.unwrap_or_default(),
        options.unwrap_or_default(),
        record.unwrap_or_default()
    )
}

/// Counts cases as they end, until enough is played or too many have failed. Returns false if one failed.
fn collect(ended: &Receiver<Ended>, progress: &mut Progress, arguments: &Arguments) -> io::Result<bool> {
    let mut failures = 0;
    for one in ended {
        if let Some(failure) = one.failure {
            eprintln!("{failure}");
            failures += 1;
            if failures >= arguments.failures {
                break;
            }
        }
        progress.add(one.case, one.counts)?;
        if progress.saved.counts.decisions >= arguments.decisions {
            break;
        }
    }
    progress.save()?;
    Ok(failures == 0)
}

fn report(progress: &Progress) {
    let saved = &progress.saved;
    println!("{}", serde_json::to_string_pretty(saved).unwrap_or_default());
    let speed = saved.counts.decisions as f64 / saved.seconds.max(1e-9);
    println!("{speed:.0} decisions a second");
}
