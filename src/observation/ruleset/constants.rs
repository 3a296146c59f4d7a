//! The rules of a game as tensors, for policies that read them: constants, which the layout of cards leaves out.

use super::card;
use super::scene::CardScene;
use super::table::{self, TableScene};
use crate::card::{Card, CardSet, KINDS};
use crate::engine::Game;
use crate::observation::cursor::Cursor;
use crate::observation::encoding::scale;
use crate::observation::field::{Field, FieldFeatures, fixed_len, name_all};
use crate::observation::shape::LayoutShape;
use crate::observation::span::{High, SpanName};
use crate::rules::{CardTable, NO_SUIT};

/// The suit and the rank of a card.
mod face {
    use crate::card::{Rank, Suit};
    use crate::observation::declare::features;
    use crate::observation::ruleset::scene::CardScene;

    features! {
        it: CardScene<'_>;
        one_of(Suits) "suit" = it.rules.pack.suit(it.card).map(Suit::index); "the suit"
        one_of(Ranks) "rank" = Some(Rank::index(it.rules.pack.rank(it.card))); "the rank"
    }
}

/// The purpose of the game.
mod purpose {
    use crate::engine::{Game, Reward};
    use crate::observation::declare::features;

    features! {
        it: &Game;
        flag "reward_points" = it.options().reward == Reward::Points; "true if returns are points"
    }
}

/// Returns the field of a group without a name of its own.
const fn all(fields: &'static [Field]) -> Field {
    Field {
        name: "",
        features: FieldFeatures::All(fields),
        meaning: "",
    }
}

/// The fields of a row of [`Game::rule_matrix`].
const ROW: &[Field] = &[all(card::FIELDS), all(face::FIELDS)];

/// The fields of [`Game::rule_vector`].
const VECTOR: &[Field] = &[all(table::FIELDS), all(purpose::FIELDS)];

/// Number of features of a kind of card in [`Game::rule_matrix`].
pub const CARD_RULES: usize = fixed_len(ROW).expect("the same in every layout");

/// Number of features of [`Game::rule_vector`].
pub const TABLE_RULES: usize = fixed_len(VECTOR).expect("the same in every layout");

/// The names of [`Game::card_relations`].
pub const RELATIONS: [&str; 3] = ["follows", "answers", "covers"];

/// The greatest value of the features of rules.
const HIGH: u8 = match SpanName::Rules.high() {
    High::Fixed(high) => high,
    _ => u8::MAX,
};

/// Returns the names of the features of a row of [`Game::rule_matrix`].
#[must_use]
pub fn card_rule_names(game: &Game) -> Vec<String> {
    names(ROW, game)
}

/// Returns the names of the features of [`Game::rule_vector`].
#[must_use]
pub fn table_rule_names(game: &Game) -> Vec<String> {
    names(VECTOR, game)
}

fn names(fields: &[Field], game: &Game) -> Vec<String> {
    let mut names = Vec::new();
    name_all(fields, "", &LayoutShape::NOTHING, game.rules(), &mut |name, _| {
        names.push(name);
    });
    names
}

fn floats(bytes: Vec<u8>) -> Vec<f32> {
    let scale = scale(HIGH);
    bytes.into_iter().map(|byte| f32::from(byte) * scale).collect()
}

impl Game {
    /// Number of meanings that the rules of cards can have: 1, unless they depend on a player's score or on what is drawn
    /// for an episode.
    #[must_use]
    pub fn meanings(&self) -> usize {
        self.rules().tables().len()
    }

    /// Returns the rules of each kind of card as floats of 0 … 1, of shape [meanings, kinds, [`CARD_RULES`]]: those of the
    /// span `rules` of the universal layout, then suit and rank.
    #[must_use]
    pub fn rule_matrix(&self) -> Vec<f32> {
        let rules = self.rules();
        let mut bytes = vec![0; self.meanings() * KINDS * CARD_RULES];
        let mut cursor = Cursor::new(&mut bytes, 0, HIGH);
        for table in rules.tables() {
            for card in Card::all() {
                let scene = CardScene { rules, table, card };
                card::write(scene, &mut cursor);
                face::write(scene, &mut cursor);
            }
        }
        floats(bytes)
    }

    /// Returns the rules of the table, and the purpose of the game, as [`TABLE_RULES`] floats of 0 … 1.
    #[must_use]
    pub fn rule_vector(&self) -> Vec<f32> {
        let mut bytes = vec![0; TABLE_RULES];
        let rules = self.rules();
        let mut cursor = Cursor::new(&mut bytes, 0, HIGH);
        table::write(TableScene { game: self, rules }, &mut cursor);
        purpose::write(self, &mut cursor);
        floats(bytes)
    }

    /// Returns what holds between two kinds of card as flags of shape [meanings, [`RELATIONS`], kinds, kinds]: the second
    /// follows the first, answers its attack, or covers it.
    #[must_use]
    pub fn card_relations(&self) -> Vec<bool> {
        let mut flags = Vec::with_capacity(self.meanings() * RELATIONS.len() * KINDS * KINDS);
        for table in self.rules().tables() {
            for cards in self.related(table).into_iter().flatten() {
                flags.extend(Card::all().map(|card| cards.contains(card)));
            }
        }
        flags
    }

    /// Returns the cards in each of the [`RELATIONS`] to each kind of card.
    pub(crate) fn related(&self, table: &CardTable) -> [[CardSet; KINDS]; RELATIONS.len()] {
        let (rules, mut related) = (self.rules(), [[CardSet::EMPTY; KINDS]; RELATIONS.len()]);
        let in_deck = rules.deck.kinds;
        for card in in_deck.iter() {
            let scene = CardScene { rules, table, card };
            let cover = table.of(card).continuing.cover;
            let sets = [
                rules
                    .following(Some(card), NO_SUIT)
                    .or(table.play.wild_on(Some(card))),
                scene.answers(),
                cover.map_or(CardSet::EMPTY, |cover| cover.allowed_on(&rules.pack, card, None)),
            ];
            for (relation, set) in related.iter_mut().zip(sets) {
                relation[card.index()] = set.and(in_deck);
            }
        }
        related
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Suit;
    use crate::engine::Options;
    use crate::ruleset::Ruleset;

    fn game(id: &str) -> Game {
        Game::new(&Ruleset::builtin(id).expect("builtin"), Options::new(2)).expect("a game")
    }

    #[test]
    fn every_feature_of_the_rules_has_a_name_of_its_own() {
        let game = game("uno");
        for (names, len) in [
            (card_rule_names(&game), CARD_RULES),
            (table_rule_names(&game), TABLE_RULES),
        ] {
            let different: std::collections::BTreeSet<_> = names.iter().collect();
            assert_eq!((names.len(), different.len()), (len, len));
        }
    }

    #[test]
    fn a_card_of_the_same_suit_follows_and_an_attack_is_answered() {
        let game = game("mau_mau");
        let related = game.related(game.rules().first_table());
        let [seven, eight, king] = [(5, Suit::Hearts), (6, Suit::Hearts), (11, Suit::Spades)]
            .map(|(rank, suit)| Card::of(rank * 4 + suit as u8));
        assert!(related[0][seven.index()].contains(eight));
        assert!(!related[0][seven.index()].contains(king));
        assert!(!related[1][seven.index()].contains(eight));
        let flags = game.card_relations();
        assert_eq!(flags.len(), RELATIONS.len() * KINDS * KINDS);
        assert!(flags[seven.index() * KINDS + eight.index()]);
    }

    #[test]
    fn the_rules_of_a_countdown_have_a_meaning_for_each_score() {
        let game = game("countdown_jacks");
        assert!(game.meanings() > 1);
        let matrix = game.rule_matrix();
        assert_eq!(matrix.len(), game.meanings() * KINDS * CARD_RULES);
        let tables: Vec<_> = matrix.chunks(KINDS * CARD_RULES).collect();
        assert_ne!(tables[1], tables[2]);
        assert!(matrix.iter().all(|value| (0.0..=1.0).contains(value)));
    }
}
