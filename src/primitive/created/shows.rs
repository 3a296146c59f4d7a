//! Features of created rules in an observation: those that stand, and those on offer.

use crate::card::{SUITS, Suit};
use crate::observation::cursor::{Cursor, yes};
use crate::observation::envs::{Envs, Scene, Shown};
use crate::observation::field::{Features, Field, Set};
use crate::observation::part::{Optional, Part};
use crate::observation::shape::Shape;
use crate::observation::span::SpanName;
use crate::rules::Rules;
use crate::ruleset::{Class, CreatedRule, Does, Face, Parity};

/// The created rules that the seat sees.
pub(crate) struct CreatedRules;

/// The words for the effects of rules.
const DOES: [&str; Does::ALL.len()] = {
    let mut words = [""; Does::ALL.len()];
    let mut i = 0;
    while i < words.len() {
        words[i] = Does::ALL[i].name();
        i += 1;
    }
    words
};

/// The features of a class of cards.
const CLASS: &[Field] = &[
    Field {
        name: "lowest",
        features: Features::Number,
        meaning: "the lowest number of the class: ace 1 … King 13, Joker 14",
    },
    Field {
        name: "highest",
        features: Features::Number,
        meaning: "the highest number",
    },
    Field {
        name: "suit",
        features: Features::Which(Set::Suits),
        meaning: "whether the class has this suit; Jokers need all four",
    },
    Field {
        name: "parity",
        features: Features::OneOf(Set::Words(&["even", "odd"])),
        meaning: "whether only even or only odd numbers are meant",
    },
    Field {
        name: "face",
        features: Features::OneOf(Set::Words(&["picture", "number"])),
        meaning: "whether only pictures (J Q K) or only numbers (A … T) are meant",
    },
];

/// Number of features of a class of cards.
const CLASS_LEN: usize = 2 + SUITS + 2 + 2;

/// The features of a created rule.
const RULE: &[Field] = &[
    Field {
        name: "does",
        features: Features::OneOf(Set::Words(&DOES)),
        meaning: "what it does; none where there is no rule",
    },
    Field {
        name: "count",
        features: Features::Number,
        meaning: "how many players are skipped, or cards drawn",
    },
    Field {
        name: "",
        features: Features::Each(Set::Words(&["cards", "after", "follow"]), CLASS),
        meaning: "",
    },
];

/// Number of features of a created rule.
const RULE_LEN: usize = DOES.len() + 1 + 3 * CLASS_LEN;

impl Part for CreatedRules {
    const SPAN: SpanName = SpanName::Rules;
    const WHEN: &'static str = "players create rules";
    const FIELDS: &'static [Field] = &[
        Field {
            name: "created",
            features: Features::Number,
            meaning: "how many created rules stand",
        },
        Field {
            name: "created_seen",
            features: Features::Flag,
            meaning: "whether the seat sees them",
        },
        Field {
            name: "standing",
            features: Features::Each(Set::Standing, RULE),
            meaning: "",
        },
        Field {
            name: "offered",
            features: Features::Each(Set::Offered, RULE),
            meaning: "",
        },
    ];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        Set::Standing.len(shape, rules) > 0
    }
}

impl Optional for CreatedRules {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        let (shape, rules) = (scene.shape, scene.game.rules());
        let places = (Set::Standing.len(shape, rules), Set::Offered.len(shape, rules));
        envs.each(|view, cursor| {
            let standing = view.created();
            cursor.value(view.standing());
            cursor.flag(standing.is_some());
            write_rules(standing.into_iter().flatten(), places.0, cursor);
            let offered = view.offered().unwrap_or_default();
            write_rules(offered.iter(), places.1, cursor);
        });
    }
}

/// Writes rules into this many places.
fn write_rules<'a>(rules: impl Iterator<Item = &'a CreatedRule>, places: usize, cursor: &mut Cursor<'_>) {
    let mut written = 0;
    for rule in rules.take(places) {
        write_rule(rule, cursor);
        written += 1;
    }
    cursor.skip((places - written) * RULE_LEN);
}

fn write_rule(rule: &CreatedRule, cursor: &mut Cursor<'_>) {
    cursor.one_of(DOES.len(), Some(rule.does as usize));
    cursor.value(rule.count);
    for class in [rule.cards, rule.after, rule.follow] {
        write_class(class, cursor);
    }
}

fn write_class(class: Class, cursor: &mut Cursor<'_>) {
    let [clubs, diamonds, hearts, spades] = Suit::ALL.map(|suit| yes(class.has_suit(suit)));
    let values: [u8; CLASS_LEN] = [
        class.low(),
        class.high(),
        clubs,
        diamonds,
        hearts,
        spades,
        yes(class.parity() == Parity::Even),
        yes(class.parity() == Parity::Odd),
        yes(class.face() == Face::Face),
        yes(class.face() == Face::Number),
    ];
    cursor.values(values);
}

#[cfg(test)]
mod tests {
    use super::Does;

    #[test]
    fn what_a_rule_does_is_told_in_the_order_of_the_list() {
        for (index, does) in Does::ALL.into_iter().enumerate() {
            assert_eq!(does as usize, index);
        }
    }
}
