//! `rules`: the ruleset as features, so that one network can be trained across games; what was drawn for the episode.

pub(crate) mod card;
pub(crate) mod declare;
pub(crate) mod scene;
pub(crate) mod table;

use super::cursor::Cursor;
use super::envs::{Envs, Scene, Shown};
use super::field::{self, Features, Field, Set};
use super::part::{Optional, Part};
use super::shape::Shape;
use super::span::SpanName;
use crate::card::{Card, KINDS};
use crate::engine::Game;
use crate::rules::{CardTable, Rules};
use scene::CardScene;
use table::TableScene;

pub(crate) use crate::primitive::created::shows::CreatedRules;

/// The ruleset itself.
pub(crate) struct RulesetFeatures;

impl Part for RulesetFeatures {
    const SPAN: SpanName = SpanName::Rules;
    const WHEN: &'static str = "the layout is universal";
    const FIELDS: &'static [Field] = &[
        Field {
            name: "",
            features: Features::Each(Set::AllKinds, card::FIELDS),
            meaning: "",
        },
        Field {
            name: "table",
            features: Features::All(table::FIELDS),
            meaning: "",
        },
    ];

    fn is_shown(shape: &Shape, _: &Rules) -> bool {
        shape.universal
    }
}

impl RulesetFeatures {
    /// The features, where every seat sees the same in every position.
    pub(crate) fn constant(game: &Game, shape: &Shape, high: u8) -> Option<Box<[u8]>> {
        let rules = game.rules();
        let table = rules.only_table().filter(|_| Self::is_shown(shape, rules))?;
        let mut bytes = vec![0; field::len(Self::FIELDS, shape, rules)];
        write(game, table, &mut Cursor::new(&mut bytes, 0, high));
        Some(bytes.into())
    }
}

impl Optional for RulesetFeatures {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        match scene.ruleset {
            Some(ruleset) => envs.each(|_, cursor| cursor.copy(ruleset)),
            None => envs.each(|view, cursor| write(view.game(), view.table(), cursor)),
        }
    }
}

/// Writes what each kind of card does, then the settings of the table.
#[inline(never)]
fn write(game: &Game, table: &CardTable, cursor: &mut Cursor<'_>) {
    let rules = game.rules();
    for card in Card::all() {
        card::write(CardScene { rules, table, card }, cursor);
    }
    table::write(TableScene { game, rules }, cursor);
}

/// What was drawn for the episode.
pub(crate) struct Params;

impl Part for Params {
    const SPAN: SpanName = SpanName::Rules;
    const WHEN: &'static str = "a card or a rank is drawn for each episode";
    const FIELDS: &'static [Field] = &[Field {
        name: "param",
        features: Features::Each(
            Set::Params,
            &[Field {
                name: "",
                features: Features::OneOf(Set::AllKinds),
                meaning: "what was drawn for this param of the ruleset; a rank is its card of clubs",
            }],
        ),
        meaning: "",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(!rules.params.is_empty())
    }
}

impl Optional for Params {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(_: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| {
            for card in view.params() {
                cursor.one_of(KINDS, Some(card.index()));
            }
        });
    }
}
