//! `rules`: the ruleset as features, so that one network can be trained across games, and the parameters of the
//! episode.

pub(crate) mod card;
pub(crate) mod constants;
pub(crate) mod scene;
pub(crate) mod table;

use super::cursor::Cursor;
use super::declare::part;
use super::envs::{PartRows, Scene, Shown};
use super::field;
use super::part::{Part, PartWriter};
use super::shape::LayoutShape;
use crate::card::Card;
use crate::engine::Game;
use crate::rules::{CardTable, Rules};
use scene::CardScene;
use table::TableScene;

pub(crate) use crate::primitive::created::features::CreatedRules;

part! {
    /// The ruleset itself.
    by_hand RulesetFeatures in Rules, "the layout is universal" = |shape, _| shape.is_universal();
    each(AllKinds) "", (card);
    all "table", (table);
}

impl RulesetFeatures {
    /// Returns the features if they are the same for every seat in every position.
    pub(crate) fn constant(game: &Game, shape: &LayoutShape, high: u8) -> Option<Box<[u8]>> {
        let rules = game.rules();
        let table = rules.only_table().filter(|_| Self::is_shown(shape, rules))?;
        let mut bytes = vec![0; field::len(Self::FIELDS, shape)];
        write(game, table, &mut Cursor::new(&mut bytes, 0, high));
        Some(bytes.into())
    }
}

impl PartWriter for RulesetFeatures {
    fn is_optional(_: &LayoutShape, _: &Rules) -> bool {
        true
    }

    #[inline(always)]
    fn write_optional<'v, R: Shown<'v>>(scene: &Scene<'_>, envs: &mut PartRows<'_, R>) {
        match scene.ruleset {
            Some(ruleset) => envs.each(|_, _, cursor| cursor.copy(ruleset)),
            None => envs.each(|view, _, cursor| write(view.game(), view.table(), cursor)),
        }
    }
}

/// Limits a number to the range of a byte: 0 if it is less than that.
pub(crate) fn byte(number: i32) -> u8 {
    number.clamp(0, i32::from(u8::MAX)) as u8
}

/// Writes the rules of each kind of card, then the settings of the table.
#[inline(never)]
fn write(game: &Game, table: &CardTable, cursor: &mut Cursor<'_>) {
    let rules = game.rules();
    for card in Card::every().take(game.all_kinds()) {
        card::write(CardScene { rules, table, card }, cursor);
    }
    table::write(TableScene { game, rules }, cursor);
}

part! {
    /// The cards and ranks drawn for the episode.
    optional Params in Rules, "a card or a rank is drawn for each episode"
        = |shape, rules| shape.has_apart(!rules.params.is_empty());
    |view| {
        each(card in Params) "param" = view.params(), {
            one_of(AllKinds) "" = Some(card.index());
                "the value drawn for this param of the ruleset; a rank is shown as its card of clubs"
        };
    }
}
