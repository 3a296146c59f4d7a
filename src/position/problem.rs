//! The problems of a position: all of them at once, each with its key, a stable code and a message.

use std::fmt;

use crate::limits::{LISTED, problem};

/// The kind of a problem, with a stable code for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProblemCode {
    /// The position is not a mapping.
    NotAMapping,
    /// There is no such key here.
    UnknownKey,
    /// The value of a key is of another type.
    WrongType,
    /// A word is not a card.
    NotACard,
    /// More copies of a card than the deck has.
    TooManyCopies,
    /// A list has the wrong number of items.
    WrongLength,
    /// A seat that is not at the table.
    SeatOutOfRange,
    /// A seat that is no longer in.
    SeatIsOut,
    /// A number out of its range.
    NumberOutOfRange,
    /// A text that is not one of those possible.
    UnknownName,
    /// A seat holds no cards, or cards that it cannot hold.
    WrongHand,
    /// There is no upcard, or there is one before the deal is done.
    WrongPile,
    /// There are too few cards to deal or to draw.
    StockTooSmall,
    /// The ruleset has no attack of this kind.
    NoAttack,
    /// Two values contradict each other.
    Contradiction,
    /// The question of the phase cannot be asked, or has no answer.
    PhaseNotOpen,
    /// The ruleset or the game has nothing of the kind.
    NotInGame,
    /// The state contradicts itself in another way.
    Inconsistent,
}

impl ProblemCode {
    /// Every code.
    pub const ALL: [Self; 18] = [
        Self::NotAMapping,
        Self::UnknownKey,
        Self::WrongType,
        Self::NotACard,
        Self::TooManyCopies,
        Self::WrongLength,
        Self::SeatOutOfRange,
        Self::SeatIsOut,
        Self::NumberOutOfRange,
        Self::UnknownName,
        Self::WrongHand,
        Self::WrongPile,
        Self::StockTooSmall,
        Self::NoAttack,
        Self::Contradiction,
        Self::PhaseNotOpen,
        Self::NotInGame,
        Self::Inconsistent,
    ];

    /// Returns the text of the code, which stays the same from version to version.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotAMapping => "not_a_mapping",
            Self::UnknownKey => "unknown_key",
            Self::WrongType => "wrong_type",
            Self::NotACard => "not_a_card",
            Self::TooManyCopies => "too_many_copies",
            Self::WrongLength => "wrong_length",
            Self::SeatOutOfRange => "seat_out_of_range",
            Self::SeatIsOut => "seat_is_out",
            Self::NumberOutOfRange => "number_out_of_range",
            Self::UnknownName => "unknown_name",
            Self::WrongHand => "wrong_hand",
            Self::WrongPile => "wrong_pile",
            Self::StockTooSmall => "stock_too_small",
            Self::NoAttack => "no_attack",
            Self::Contradiction => "contradiction",
            Self::PhaseNotOpen => "phase_not_open",
            Self::NotInGame => "not_in_game",
            Self::Inconsistent => "inconsistent",
        }
    }
}

impl fmt::Display for ProblemCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A problem of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionProblem {
    /// The dotted key, with list items by number; empty for the whole position.
    pub path: String,
    /// The kind of the problem.
    pub code: ProblemCode,
    /// A message that states what is wrong and what was possible.
    pub message: String,
}

impl fmt::Display for PositionProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.path, self.message)
        }
    }
}

/// The reason why a position was refused: every problem found, or the first 200 and the number of the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionError {
    problems: Vec<PositionProblem>,
    more: usize,
}

impl PositionError {
    /// Returns the problems, at most the first 200; there is at least one.
    #[must_use]
    pub fn problems(&self) -> &[PositionProblem] {
        &self.problems
    }

    /// True if one of the problems is of this kind.
    #[must_use]
    pub fn has(&self, code: ProblemCode) -> bool {
        self.problems.iter().any(|problem| problem.code == code)
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, problem) in self.problems.iter().enumerate() {
            let separator = if n == 0 { "" } else { "; " };
            write!(f, "{separator}{problem}")?;
        }
        if self.more > 0 {
            write!(f, "; … and {} more problems", self.more)?;
        }
        Ok(())
    }
}

impl std::error::Error for PositionError {}

/// The problems collected so far.
#[derive(Debug, Default)]
pub(crate) struct PositionProblems {
    list: Vec<PositionProblem>,
    /// Number of problems that are not listed.
    more: usize,
}

impl PositionProblems {
    /// Adds a problem after which the rest can still be checked.
    pub(crate) fn add(&mut self, path: impl Into<String>, code: ProblemCode, message: impl Into<String>) {
        if self.is_full() {
            self.more += 1;
            return;
        }
        let (path, message) = problem(&path.into(), &message.into());
        self.list.push(PositionProblem { path, code, message });
    }

    /// True when further problems are counted but not listed.
    pub(crate) const fn is_full(&self) -> bool {
        self.list.len() >= LISTED
    }

    /// True when there are no problems.
    pub(crate) const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the value, or the error if there are problems.
    pub(crate) fn finish<T>(self, value: T) -> Result<T, PositionError> {
        if self.list.is_empty() {
            Ok(value)
        } else {
            Err(PositionError {
                problems: self.list,
                more: self.more,
            })
        }
    }
}
