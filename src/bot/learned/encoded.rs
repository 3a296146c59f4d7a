//! The rules of a game as the network reads them, computed once a game.

use super::columns::Columns;
use super::network::{FIRST, Inputs, Network, VECTOR};
use crate::card::{CardSet, MAX_KINDS};
use crate::engine::{Game, ObservationLayout, Options};
use crate::observation::{FeatureNames, Layout, RELATIONS, card_rule_names};
use crate::pack::Pack;

/// The rules of the cards under one meaning of their words.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) vectors: [[f32; VECTOR]; MAX_KINDS],
    pub(super) related: [[CardSet; MAX_KINDS]; RELATIONS.len()],
}

/// A game as the network reads it.
#[derive(Debug)]
pub(super) struct Encoded {
    pub(super) layout: Layout,
    pub(super) columns: &'static Columns,
    pub(super) pack: Pack,
    /// Number of cards of each kind in the deck.
    pub(super) copies: [f32; MAX_KINDS],
    /// The part of the first layer that is the same in every position.
    pub(super) table: [f32; FIRST],
    /// A page for each meaning.
    pub(super) pages: Vec<Page>,
}

impl Encoded {
    /// Encodes a game, whose observations the network must know.
    pub(super) fn new(network: &Network, columns: &'static Columns, game: &Game) -> Self {
        let (rules, matrix) = (game.rules(), game.rule_matrix());
        let names = card_rule_names(game);
        let places = network.card_features.iter();
        let places: Vec<usize> = places
            .filter_map(|name| names.iter().position(|other| other == name))
            .collect();
        let page = |(table, matrix): (_, &[f32])| {
            let mut vectors = [[0.0; VECTOR]; MAX_KINDS];
            for (vector, row) in vectors.iter_mut().zip(matrix.chunks(names.len())) {
                let known: Vec<f32> = places.iter().map(|&place| row[place]).collect();
                *vector = network.vector(&known);
            }
            Page {
                vectors,
                related: game.related(table),
            }
        };
        let table = network.table.of(&game.rule_vector());
        Self {
            layout: Layout::with(game, &options(game)),
            columns,
            pack: game.pack().clone(),
            copies: rules.deck.copies.map(f32::from),
            table: network.first.of(&table.map(|unit| unit.max(0.0))),
            pages: rules
                .tables()
                .zip(matrix.chunks(game.all_kinds() * names.len()))
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
                for (kind, &count) in bytes[group.at..][..self.pack.num_kinds()].iter().enumerate() {
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
            facts: self.columns.facts(&self.pack, bytes),
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
