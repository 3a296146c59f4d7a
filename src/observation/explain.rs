//! Observations in words: the name of every feature, and what an observation says.

use super::encoding::{Feature, scale};
use super::field::{Reading, name_all};
use super::parts::PARTS;
use super::shape::Shape;
use crate::engine::Game;

/// What a feature says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// A whole number above 0.
    Number(u8),
    /// It is so.
    Flag,
}

/// A feature as it is named and read.
#[derive(Debug, Clone)]
struct Named {
    name: String,
    reading: Reading,
    high: u8,
}

/// The features of the observations of a game, in order: their names, and how each is read.
#[derive(Debug, Clone)]
pub struct FeatureNames {
    features: Vec<Named>,
    copies: u8,
}

/// Why an observation cannot be explained.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ExplainError {
    /// It has another length.
    #[error("an observation of this game has {expected} values, not {given}")]
    Length {
        /// The values that it has.
        given: usize,
        /// The values that it should have.
        expected: usize,
    },
    /// A value is none that its feature can have.
    #[error("value {index} ({name:?}) is {given}: {possible} is possible")]
    Value {
        /// Which one it is.
        index: usize,
        /// The name of its feature.
        name: String,
        /// The value.
        given: String,
        /// What could have been given.
        possible: String,
    },
}

impl FeatureNames {
    /// The features of the observations of a game.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        let (rules, shape) = (game.rules(), Shape::new(game));
        let mut features = Vec::new();
        for part in PARTS.iter().filter(|part| (part.is_shown)(&shape, rules)) {
            let high = shape.high(rules, part.span);
            name_all(
                part.fields,
                part.span.as_str(),
                &shape,
                rules,
                &mut |name, reading| features.push(Named { name, reading, high }),
            );
        }
        Self {
            features,
            copies: shape.copies,
        }
    }

    /// The names, one a feature, each once.
    #[must_use]
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.features.iter().map(|feature| feature.name.as_str())
    }

    /// The features of an observation that are not 0, in order.
    ///
    /// # Errors
    /// If the observation has another length, or holds a value that its feature cannot have.
    pub fn explain<T: Explained>(&self, observation: &[T]) -> Result<Vec<(&str, Value)>, ExplainError> {
        if observation.len() != self.features.len() {
            return Err(ExplainError::Length {
                given: observation.len(),
                expected: self.features.len(),
            });
        }
        let mut told = Vec::new();
        for (index, (feature, &given)) in self.features.iter().zip(observation).enumerate() {
            let byte = given.byte(feature.high);
            let Some(byte) = byte.filter(|&byte| feature.admits(byte)) else {
                return Err(ExplainError::Value {
                    index,
                    name: feature.name.clone(),
                    given: given.to_string(),
                    possible: T::possible(feature.reading == Reading::Flag, feature.high),
                });
            };
            if byte > 0 {
                told.push((feature.name.as_str(), self.value(feature, byte)));
            }
        }
        Ok(told)
    }

    fn value(&self, feature: &Named, byte: u8) -> Value {
        match feature.reading {
            Reading::Number => Value::Number(byte),
            Reading::Flag => Value::Flag,
            Reading::Share => Value::Number(byte / (feature.high / self.copies).max(1)),
        }
    }
}

impl Named {
    /// Whether a value is one that this feature can have.
    fn admits(&self, byte: u8) -> bool {
        byte <= self.high && (self.reading != Reading::Flag || byte == 0 || byte == self.high)
    }
}

/// A type of observations that can be explained.
pub trait Explained: Feature + std::fmt::Display {
    /// The whole number that a value stands for in a span of this greatest value; none if there is none.
    fn byte(self, high: u8) -> Option<u8>;

    /// The values that a feature can have, in words.
    fn possible(is_flag: bool, high: u8) -> String;
}

impl Explained for u8 {
    fn byte(self, _: u8) -> Option<u8> {
        Some(self)
    }

    fn possible(is_flag: bool, high: u8) -> String {
        if is_flag {
            format!("0 or {high}")
        } else {
            format!("0 … {high}")
        }
    }
}

/// How far a float may lie from the number that it stands for, as a part of 1.
const TOLERANCE: f32 = 1e-3;

impl Explained for f32 {
    fn byte(self, high: u8) -> Option<u8> {
        let number = self / scale(high);
        // A value that is no number is never within the bounds.
        let whole = number.round();
        let near = (0.0..=255.0).contains(&whole) && (number - whole).abs() <= TOLERANCE;
        near.then_some(whole as u8)
    }

    fn possible(is_flag: bool, high: u8) -> String {
        if is_flag || high == 1 {
            "0 or 1".to_owned()
        } else {
            format!("k/{high} with k = 0 … {high}")
        }
    }
}
