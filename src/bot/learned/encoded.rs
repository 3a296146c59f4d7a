//! The rules of a game as the network reads them, computed once a game.

use super::columns::Columns;
use super::network::{FIRST, Inputs, Network, VECTOR};
use crate::card::{CardSet, KINDS};
use crate::engine::{Game, ObservationLayout, Options};
use crate::observation::{CARD_RULES, FeatureNames, Layout, RELATIONS};

/// The rules of the cards under one meaning of their words.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) vectors: [[f32; VECTOR]; KINDS],
    pub(super) related: [[CardSet; KINDS]; RELATIONS.len()],
}

/// A game as the network reads it.
#[derive(Debug)]
pub(super) struct Encoded {
    pub(super) layout: Layout,
    pub(super) columns: &'static Columns,
    /// Number of cards of each kind in the deck.
    pub(super) copies: [f32; KINDS],
    /// The part of the first layer that is the same in every position.
    pub(super) table: [f32; FIRST],
    /// A page for each meaning.
    pub(super) pages: Vec<Page>,
}

impl Encoded {
    /// Encodes a game, whose observations the network must know.
    pub(super) fn new(network: &Network, columns: &'static Columns, game: &Game) -> Self {
        let (rules, matrix) = (game.rules(), game.rule_matrix());
        let page = |(table, matrix): (_, &[f32])| {
            let (rows, _) = matrix.as_chunks::<CARD_RULES>();
            Page {
                vectors: std::array::from_fn(|kind| network.vector(&rows[kind])),
                related: game.related(table),
            }
        };
        let table = network.table.of(&game.rule_vector());
        Self {
            layout: Layout::with(game, &options(game)),
            columns,
            copies: rules.deck.copies.map(f32::from),
            table: network.first.of(&table.map(|unit| unit.max(0.0))),
            pages: rules
                .tables()
                .zip(matrix.chunks(KINDS * CARD_RULES))
                .map(page)
                .collect(),
        }
    }

    /// Computes the inputs of the network from an observation.
    pub(super) fn inputs(&self, page: &Page, bytes: &[u8]) -> Inputs {
        let mut sums = Vec::with_capacity(self.columns.sums.len());
        for groups in &self.columns.sums {
            let (mut sum, mut any) = ([0.0; VECTOR], false);
            for group in groups {
                for (kind, &count) in bytes[group.at..][..KINDS].iter().enumerate() {
                    if count > 0 {
                        let cards = (f32::from(count) * group.each).min(group.most);
                        let vector = &page.vectors[kind];
                        sum.iter_mut()
                            .zip(vector)
                            .for_each(|(sum, of)| *sum += of * cards);
                        any = true;
                    }
                }
            }
            sums.push(any.then_some(sum));
        }
        Inputs {
            sums,
            facts: self.columns.facts(bytes),
        }
    }
}

/// Returns the options under which the network observes a game.
fn options(game: &Game) -> Options {
    Options {
        layout: ObservationLayout::Cards,
        history: 0,
        beliefs: false,
        ..game.options().clone()
    }
}

/// Returns the names of the features that the network sees.
pub(super) fn names(game: &Game) -> FeatureNames {
    FeatureNames::with(game, &options(game))
}
