//! The rules of a game as tensors, for policies that read them: constants, which the layout of cards leaves out.

use super::card;
use super::scene::CardScene;
use super::table::{self, TableScene};
use crate::card::{Card, CardSet, MAX_KINDS, Suit};
use crate::engine::Game;
use crate::observation::cursor::Cursor;
use crate::observation::declare::fields;
use crate::observation::encoding::scale;
use crate::observation::field::{self, Field, FieldFeatures, fixed_len, name_all};
use crate::observation::shape::LayoutShape;
use crate::observation::span::{High, SpanName};
use crate::rules::{CardTable, NO_SUIT};

/// The suit and the rank of a card, of which the pack has more or fewer.
const FACE: &[Field] = fields!(
    one_of(Suits) "suit"; "the suit"
    one_of(Ranks) "rank"; "the rank"
);

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
const ROW: &[Field] = &[all(card::FIELDS), all(FACE)];

/// The fields of [`Game::rule_vector`].
const VECTOR: &[Field] = &[all(table::FIELDS), all(purpose::FIELDS)];

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
    name_all(fields, "", &shape(game), game.rules(), &mut |name, _| {
        names.push(name);
    });
    names
}

/// Returns the shape by which the rules of a game are shown.
fn shape(game: &Game) -> LayoutShape {
    LayoutShape::new(game, game.options())
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

    /// Number of features of a kind of card in [`Game::rule_matrix`].
    #[must_use]
    pub fn card_rules(&self) -> usize {
        field::len(ROW, &shape(self))
    }

    /// Returns the rules of each kind of card as floats of 0 … 1, of shape [meanings, [`Game::all_kinds`],
    /// [`Game::card_rules`]]: those of the span `rules` of the universal layout, then suit and rank.
    #[must_use]
    pub fn rule_matrix(&self) -> Vec<f32> {
        let (rules, shape) = (self.rules(), shape(self));
        let mut bytes = vec![0; self.meanings() * shape.all_kinds * self.card_rules()];
        let mut cursor = Cursor::new(&mut bytes, 0, HIGH);
        for table in rules.tables() {
            for card in Card::every().take(shape.all_kinds) {
                card::write(CardScene { rules, table, card }, &mut cursor);
                cursor.one_of(shape.suits, rules.pack.suit(card).map(Suit::index));
                cursor.one_of(shape.ranks, Some(rules.pack.rank(card).index()));
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
        let kinds = self.all_kinds();
        let mut flags = Vec::with_capacity(self.meanings() * RELATIONS.len() * kinds * kinds);
        for table in self.rules().tables() {
            for relation in self.related(table) {
                for cards in &relation[..kinds] {
                    flags.extend(Card::every().take(kinds).map(|card| cards.contains(card)));
                }
            }
        }
        flags
    }

    /// Returns the cards in each of the [`RELATIONS`] to each kind of card.
    pub(crate) fn related(&self, table: &CardTable) -> [[CardSet; MAX_KINDS]; RELATIONS.len()] {
        let (rules, mut related) = (self.rules(), [[CardSet::EMPTY; MAX_KINDS]; RELATIONS.len()]);
        let in_deck = rules.deck.kinds;
        for card in in_deck.iter() {
            let scene = CardScene { rules, table, card };
            let cover = table.of(card).continuing.cover.as_ref();
            let sets = [
                rules
                    .following(Some(card), NO_SUIT)
                    .or(table.play.wild_on(Some(card))),
                scene.answers(),
                cover.map_or(CardSet::EMPTY, |cover| {
                    table.continuing.allowed_on_card(cover, &rules.pack, card)
                }),
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
    use crate::card::KINDS;
    use crate::engine::Options;
    use crate::ruleset::Ruleset;

    fn game(id: &str) -> Game {
        Game::new(&Ruleset::builtin(id).expect("builtin"), Options::new(2)).expect("a game")
    }

    #[test]
    fn every_feature_of_the_rules_has_a_name_of_its_own() {
        let game = game("uno");
        for (names, len) in [
            (card_rule_names(&game), game.card_rules()),
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
        assert_eq!(matrix.len(), game.meanings() * KINDS * game.card_rules());
        let tables: Vec<_> = matrix.chunks(KINDS * game.card_rules()).collect();
        assert_ne!(tables[1], tables[2]);
        assert!(matrix.iter().all(|value| (0.0..=1.0).contains(value)));
    }
}
