//! The places of the network's inputs in an observation, found by the names of its features.

use std::collections::HashMap;

use serde::Deserialize;

use crate::card::{Card, KINDS, MAX_SUITS, RANKS, SUITED, SUITS};
use crate::engine::Game;
use crate::pack::Pack;

/// Inputs of a group of cards by face: suits, ranks, and each Joker.
const FACES: usize = SUITS + RANKS + KINDS - SUITED;

/// The greatest value of a number that is a fact.
const MOST_NUMBER: f32 = 1.0;

/// The greatest absolute value of a number of two bytes, divided by [`WIDE`].
const MOST_WIDE: f32 = 2.0;

/// Divisor of a number of two bytes.
const WIDE: f32 = 128.0;

/// The inputs of the network by the names of features, as the file of weights lists them.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct InputNames {
    /// The groups of cards that are summed, each of one or several spans of kinds with what stands for one card.
    sums: Vec<Vec<(String, f32)>>,
    /// The groups of cards that are counted by face, each with a factor.
    faces: Vec<(String, f32)>,
    /// The single numbers, each with a factor.
    numbers: Vec<(String, f32)>,
    /// The numbers of two bytes, without `high_byte`, each with what stands for 0.
    wide: Vec<(String, f32)>,
    /// The features of a row of the rule matrix, and of the rule vector.
    pub(super) card: Vec<String>,
    pub(super) table: Vec<String>,
}

/// A group of kinds in an observation.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Group {
    /// The place of the first kind.
    pub(super) at: usize,
    /// The weight of a unit of the feature in a sum.
    pub(super) each: f32,
    /// The greatest number of cards that counts.
    pub(super) most: f32,
}

/// The places of the inputs.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Columns {
    pub(super) sums: Vec<Vec<Group>>,
    faces: Vec<(usize, f32)>,
    numbers: Vec<(usize, f32)>,
    wide: Vec<(usize, f32)>,
    /// The place of the number of the meaning.
    meaning: usize,
    pub(super) hand: usize,
    pub(super) seen: usize,
    pub(super) upcard: usize,
    pub(super) next: usize,
    /// The number that stands for one card at `next`.
    pub(super) known_one: f32,
    /// The place of the suit in force.
    pub(super) suit: usize,
    /// Number of features.
    pub(super) size: usize,
    /// Number of suits of which one is in force.
    pub(super) suits: usize,
}

impl InputNames {
    /// Returns the places of the inputs among these features; those on which it was not trained are left out.
    ///
    /// # Errors
    /// An input that is no feature.
    pub(super) fn columns<'a>(
        &self,
        game: &Game,
        features: impl Iterator<Item = &'a str>,
    ) -> Result<Columns, String> {
        let first = game.pack().text(Card::of(0)).unwrap_or_default();
        let places: HashMap<&str, usize> = features.enumerate().map(|(at, name)| (name, at)).collect();
        let place = |name: &str| {
            places
                .get(name)
                .copied()
                .ok_or_else(|| format!("lack the feature {name:?}"))
        };
        let mut sums = Vec::new();
        for spans in &self.sums {
            let most = if spans.len() > 1 { 1.0 } else { f32::INFINITY };
            let group = |(name, one): &(String, f32)| {
                let at = place(&format!("{name} {first}"))?;
                Ok(Group {
                    at,
                    each: 1.0 / one,
                    most,
                })
            };
            sums.push(spans.iter().map(group).collect::<Result<Vec<_>, String>>()?);
        }
        let numbers = self
            .numbers
            .iter()
            .map(|(name, factor)| Ok((place(name)?, *factor)));
        let numbers = numbers.collect::<Result<Vec<_>, String>>()?;
        let wide = self
            .wide
            .iter()
            .map(|(name, zero)| Ok((place(&format!("{name} high_byte"))?, *zero)));
        let wide = wide.collect::<Result<Vec<_>, String>>()?;
        let meaning = place("match meaning high_byte")?;
        let faces = self
            .faces
            .iter()
            .map(|(name, factor)| (format!("{name} {first}"), factor));
        Ok(Columns {
            faces: faces
                .map(|(name, factor)| Ok((place(&name)?, *factor)))
                .collect::<Result<_, String>>()?,
            hand: place(&format!("hand {first}"))?,
            seen: place(&format!("seen {first}"))?,
            upcard: place(&format!("upcard {first}"))?,
            next: place(&format!("known next {first}"))?,
            known_one: self.one_of("known next"),
            suit: place("follow suit clubs")?,
            size: places.len(),
            suits: if game.pack().is_usual() { SUITS } else { MAX_SUITS },
            sums,
            numbers,
            wide,
            meaning,
        })
    }

    /// Returns what stands for one card in a group.
    fn one_of(&self, group: &str) -> f32 {
        let mut all = self.sums.iter().flatten();
        all.find(|(name, _)| name == group).map_or(1.0, |(_, one)| *one)
    }

    /// Number of groups of cards that are summed.
    pub(super) const fn groups(&self) -> usize {
        self.sums.len()
    }

    /// Number of facts.
    pub(super) const fn facts(&self) -> usize {
        self.faces.len() * FACES + self.numbers.len() + self.wide.len()
    }
}

impl Columns {
    /// Returns the index of the meaning of the rules.
    pub(super) fn meaning(&self, bytes: &[u8]) -> usize {
        usize::from(u16::from_be_bytes([bytes[self.meaning], bytes[self.meaning + 1]]))
    }

    /// Returns the facts that are not 0: cards by face, numbers, and numbers of two bytes.
    pub(super) fn facts(&self, pack: &Pack, bytes: &[u8]) -> Vec<(u16, f32)> {
        let mut facts = Vec::with_capacity(128);
        let mut row = 0;
        for &(at, factor) in &self.faces {
            by_face(pack, &bytes[at..][..pack.num_kinds()], |face, count| {
                facts.push((row + face as u16, f32::from(count) * factor));
            });
            row += FACES as u16;
        }
        for &(at, factor) in &self.numbers {
            if bytes[at] > 0 {
                facts.push((row, (f32::from(bytes[at]) * factor).min(MOST_NUMBER)));
            }
            row += 1;
        }
        for &(at, zero) in &self.wide {
            let number = f32::from(u16::from_be_bytes([bytes[at], bytes[at + 1]])) - zero;
            if number != 0.0 {
                facts.push((row, (number / WIDE).clamp(-MOST_WIDE, MOST_WIDE)));
            }
            row += 1;
        }
        facts
    }
}

/// Counts cards by suit and by rank, and each Joker; calls `each` for every face of which there is a card. Suits and ranks
/// that the usual pack lacks have no face.
fn by_face(pack: &Pack, cards: &[u8], mut each: impl FnMut(usize, u8)) {
    let mut counts = [0_u8; FACES];
    for (card, &count) in Card::every().zip(cards).filter(|(_, count)| **count > 0) {
        if let Some(suit) = pack.suit(card) {
            let faces = [
                Some(suit.index()).filter(|&suit| suit < SUITS),
                Some(SUITS + pack.rank(card).index()).filter(|&rank| rank < SUITS + RANKS),
            ];
            faces.into_iter().flatten().for_each(|face| counts[face] += count);
        } else {
            counts[SUITS + RANKS + usize::from(card == pack.black_joker())] += count;
        }
    }
    for (face, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        each(face, count);
    }
}
