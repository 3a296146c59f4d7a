//! JSON Schemas of types with parsers of their own, and of constraints that the type of a field does not express.

use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, json_schema};

use crate::card::{ALL_RANK_LETTERS, ALL_SUIT_LETTERS, Card, CardSet, Rank, Suit};
use crate::hand::Hand;
use crate::seat::{Direction, MAX_SEATS, Seat, SeatSet};

/// The format of the id of a ruleset.
pub(crate) const ID: &str = "text of lower-case letters, digits and underscores";

/// The format of a class of cards.
pub(crate) const CARDS: &str = "cards";

/// The format of a class of cards that may have late-bound words.
pub(crate) const LATE_CARDS: &str = "late cards";

/// The format of keys that are numbers of players.
pub(crate) const PLAYERS: &str = "players";

/// Format of a number as a key.
pub(crate) const NUMBER: &str = "number";

/// The pattern of one number of players, or a range of them.
const RANGE: &str = "^([2-9]|1[0-6])(-([2-9]|1[0-6]))?$";

/// Declares the JSON Schema of a type by an expression, which may ask the generator for that of other types.
macro_rules! schema_of {
    (@ $name:expr, |$generator:pat_param| $schema:expr) => {
        fn inline_schema() -> bool {
            true
        }

        fn schema_name() -> std::borrow::Cow<'static, str> {
            $name.into()
        }

        fn json_schema($generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
            $schema
        }
    };
    (<$($generic:ident $(: $bound:ident)?),+> $type:ty, |$generator:pat_param| $schema:expr) => {
        impl<$($generic: schemars::JsonSchema $(+ $bound)?),+> schemars::JsonSchema for $type {
            schema_of!(@ [stringify!($type) $(, &$generic::schema_name())+].concat(), |$generator| $schema);
        }
    };
    ($type:ty, |$generator:pat_param| $schema:expr) => {
        impl schemars::JsonSchema for $type {
            schema_of!(@ stringify!($type), |$generator| $schema);
        }
    };
}

pub(crate) use schema_of;

schema_of!(
    Card,
    |_| json_schema!({ "type": "string", "format": "card", "examples": ["QS"] })
);

schema_of!(
    Suit,
    |_| json_schema!({ "type": "string", "format": "suit", "pattern": format!("^[{ALL_SUIT_LETTERS}]$") })
);

schema_of!(
    Rank,
    |_| json_schema!({ "type": "string", "format": "rank", "pattern": format!("^[{ALL_RANK_LETTERS}]$") })
);

/// The format of a text of cards, none of them a class.
pub(crate) const CARD_TEXT: &str = "text of cards";

/// Cards separated by blanks.
pub(crate) struct CardText;

schema_of!(
    CardText,
    |_| json_schema!({ "type": "string", "format": CARD_TEXT, "examples": ["8H 5C"] })
);
schema_of!(Hand, |generator| generator.subschema_for::<CardText>());
schema_of!(CardSet, |generator| generator.subschema_for::<CardText>());

/// The format of a seat that is in play.
pub(crate) const SEAT: &str = "seat in play";

schema_of!(Seat, |_| seat(SEAT));
schema_of!(SeatSet, |generator| {
    json_schema!({ "type": "array", "items": generator.subschema_for::<Seat>() })
});

/// A seat at the table, in play or not.
pub(crate) struct AnySeat;

schema_of!(AnySeat, |_| seat("seat"));

fn seat(format: &str) -> Schema {
    json_schema!({ "type": "integer", "format": format, "minimum": 0, "maximum": MAX_SEATS - 1 })
}

schema_of!(
    Direction,
    |_| json_schema!({ "type": "integer", "format": "direction", "minimum": -1, "maximum": 1 })
);

/// A whole number from the first to the second.
pub(crate) struct Whole<const LEAST: i64, const MOST: i64>;

impl<const LEAST: i64, const MOST: i64> JsonSchema for Whole<LEAST, MOST> {
    schema_of!(@ format!("Whole{LEAST}To{MOST}"), |_| {
        json_schema!({ "type": "integer", "minimum": LEAST, "maximum": MOST })
    });
}

/// A table with user-chosen keys of the first type and values of the second.
pub(crate) struct TableOf<K, V>(PhantomData<(K, V)>);

schema_of!(<K, V> TableOf<K, V>, |generator| {
    json_schema!({
        "type": "object",
        "propertyNames": generator.subschema_for::<K>(),
        "additionalProperties": generator.subschema_for::<V>(),
    })
});

/// A class of cards as the key of a table.
pub(crate) struct CardsKey;

schema_of!(CardsKey, |_| json_schema!({ "type": "string", "format": CARDS }));

/// A number of players, or a range of them, as the key of a table.
pub(crate) struct PlayersKey;

schema_of!(PlayersKey, |_| {
    json_schema!({ "type": "string", "format": PLAYERS, "pattern": RANGE })
});

/// A range of numbers of players as a text.
pub(crate) struct PlayersText;

schema_of!(PlayersText, |_| {
    json_schema!({ "type": "string", "format": "range", "pattern": RANGE, "examples": ["3-10"] })
});

/// A day of the year.
pub(crate) struct Day;

schema_of!(Day, |_| {
    json_schema!({
        "type": "string",
        "format": "day",
        "pattern": "^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
        "examples": ["11-21", "02-29"],
    })
});

/// A selector that may have late-bound words.
pub(crate) struct LateCards;

schema_of!(LateCards, |_| cards(LATE_CARDS));

/// Returns the schema of a selector: its words, a list of them, or the number of a rank.
pub(crate) fn cards(format: &str) -> Schema {
    json_schema!({
        "anyOf": [
            { "type": "string" },
            { "type": "integer", "minimum": 2, "maximum": 10 },
            { "type": "array", "items": { "type": ["string", "integer"] } },
        ],
        "format": format,
        "examples": ["8 QS"],
    })
}
