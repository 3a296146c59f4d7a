//! Observations in words: the name of every feature, and the features that are set.

use super::encoding::{Feature, scale};
use super::field::{Reading, name_all};
use super::parts::PARTS;
use super::shape::LayoutShape;
use crate::engine::{Game, Options};

/// The value of a feature that is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// A whole number above 0.
    Number(u8),
    /// A flag.
    Flag,
}

/// The name and the interpretation of a feature.
#[derive(Debug, Clone)]
struct NamedFeature {
    name: String,
    reading: Reading,
    high: u8,
}

/// The features of the observations of a game, in order: their names and interpretations.
#[derive(Debug, Clone)]
pub struct FeatureNames {
    features: Vec<NamedFeature>,
    copies: u8,
}

/// The reason why an observation cannot be explained.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ExplainError {
    /// The observation has another length.
    #[error("an observation of this game has {expected} values, not {given}")]
    Length {
        /// Number of values that it has.
        given: usize,
        /// Number of values that it should have.
        expected: usize,
    },
    /// A feature has a value that is not possible.
    #[error("value {index} ({name:?}) is {given}: {possible} is possible")]
    Value {
        /// Index of the value.
        index: usize,
        /// Name of the feature.
        name: String,
        /// The value.
        given: String,
        /// The possible values.
        possible: String,
    },
}

impl FeatureNames {
    /// Returns the features of the observations of a game.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        Self::with(game, game.options())
    }

    /// Returns the features of the observations of a game under other options.
    pub(crate) fn with(game: &Game, options: &Options) -> Self {
        let (rules, shape) = (game.rules(), LayoutShape::new(game, options));
        let mut features = Vec::new();
        for part in PARTS.iter().filter(|part| (part.is_shown)(&shape, rules)) {
            let high = shape.high(rules, part.span);
            name_all(
                part.fields,
                part.span.as_str(),
                &shape,
                rules,
                &mut |name, reading| features.push(NamedFeature { name, reading, high }),
            );
        }
        Self {
            features,
            copies: shape.copies,
        }
    }

    /// Returns the name of every feature, in order; all names are different.
    #[must_use]
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.features.iter().map(|feature| feature.name.as_str())
    }

    /// Returns the features of an observation that are not 0, in order.
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

    fn value(&self, feature: &NamedFeature, byte: u8) -> Value {
        match feature.reading {
            Reading::Number => Value::Number(byte),
            Reading::Flag => Value::Flag,
            Reading::Share => Value::Number(byte / (feature.high / self.copies).max(1)),
        }
    }
}

impl NamedFeature {
    /// True if the feature can have this value.
    fn admits(&self, byte: u8) -> bool {
        byte <= self.high && (self.reading != Reading::Flag || byte == 0 || byte == self.high)
    }
}

/// A type of observations that can be explained.
pub trait Explained: Feature + std::fmt::Display {
    /// Returns the whole number that a value stands for in a span of this greatest value, if there is one.
    fn byte(self, high: u8) -> Option<u8>;

    /// Describes the values that a feature can have.
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

/// The greatest distance of a float, divided by its scale, from the whole number that it stands for.
const TOLERANCE: f32 = 1e-3;

impl Explained for f32 {
    fn byte(self, high: u8) -> Option<u8> {
        let number = self / scale(high);
        // NaN is never within the bounds.
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
