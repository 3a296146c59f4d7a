//! How parts of a state are written where their own type does not say it: values by seat, points, suits by index.

use std::marker::PhantomData;

use schemars::json_schema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::Suit;
use crate::rules::NO_SUIT;
use crate::ruleset::schema::types::schema_of;
use crate::seat::MAX_SEATS;

/// Points are paid in this fraction, so that up to ten who tie share them exactly.
pub(crate) const SHARE: i64 = 2520;

/// A score is within so many points of either sign: those beyond are forgone.
pub(crate) const MOST_SCORE: i32 = 2_000_000_000;

/// The format of a list with one value for each seat at the table.
pub(crate) const BY_SEAT: &str = "list with one value a seat";

/// The format of the name of an attack.
pub(crate) const ATTACK: &str = "name of an attack";

/// The schema of one value a seat.
pub(crate) struct BySeat<T>(PhantomData<T>);

schema_of!(<T> BySeat<T>, |generator| {
    json_schema!({ "type": "array", "format": BY_SEAT, "items": generator.subschema_for::<T>() })
});

/// The schema of points, of which there are fractions.
pub(crate) struct Points;

schema_of!(Points, |_| json_schema!({ "type": "number", "format": "points" }));

/// The schema of an attack, which is an index into the rules and is written as the name of its special.
pub(crate) struct AttackName;

schema_of!(
    AttackName,
    |_| json_schema!({ "type": "string", "format": ATTACK })
);

/// Reads one value a seat; seats that are not named have the default.
pub(crate) fn by_seat<'de, D, T>(deserializer: D) -> Result<[T; MAX_SEATS], D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    let mut given = Vec::<T>::deserialize(deserializer)?.into_iter();
    Ok(std::array::from_fn(|_| given.next().unwrap_or_default()))
}

/// Points that are kept in [`SHARE`]s, written as points.
pub(crate) mod shares {
    use super::{Deserializer, MAX_SEATS, SHARE, Serialize, Serializer, by_seat};

    pub(crate) fn serialize<S: Serializer>(
        shares: &[i64; MAX_SEATS],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let points = |&shares: &i64| {
            if shares % SHARE == 0 {
                serde_json::Value::from(shares / SHARE)
            } else {
                serde_json::Value::from(shares as f64 / SHARE as f64)
            }
        };
        shares
            .iter()
            .map(points)
            .collect::<Vec<_>>()
            .serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<[i64; MAX_SEATS], D::Error> {
        let points: [f64; MAX_SEATS] = by_seat(deserializer)?;
        Ok(points.map(|points| (points * SHARE as f64).round() as i64))
    }
}

/// A suit by its index, or [`NO_SUIT`].
pub(crate) mod suit_index {
    use super::{Deserialize, Deserializer, NO_SUIT, Serialize, Serializer, Suit};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
    pub(crate) fn serialize<S: Serializer>(index: &u8, serializer: S) -> Result<S::Ok, S::Error> {
        Suit::from_index(*index).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
        Ok(Option::<Suit>::deserialize(deserializer)?.map_or(NO_SUIT, |suit| suit as u8))
    }
}

/// Numbers that are the bits of a byte, as a list.
pub(crate) mod bits {
    use super::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
    pub(crate) fn serialize<S: Serializer>(bits: &u8, serializer: S) -> Result<S::Ok, S::Error> {
        let set = (0..8_u8).filter(|bit| bits >> bit & 1 == 1);
        set.collect::<Vec<_>>().serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
        let set = Vec::<u8>::deserialize(deserializer)?;
        Ok(set.into_iter().fold(0, |bits, bit| bits | 1 << (bit & 7)))
    }
}

/// A flag that is written as its opposite.
pub(crate) mod negated {
    use super::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
    pub(crate) fn serialize<S: Serializer>(flag: &bool, serializer: S) -> Result<S::Ok, S::Error> {
        (!flag).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
        bool::deserialize(deserializer).map(|flag| !flag)
    }
}
