//! Serialisation of parts of a state that their own type does not define: values by seat, points, suits by index.

use std::marker::PhantomData;

use schemars::json_schema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::Suit;
use crate::rules::NO_SUIT;
use crate::ruleset::schema::types::schema_of;
use crate::seat::MAX_SEATS;

/// Number of shares in a point, so that up to [`MAX_SEATS`] seats that tie share points exactly.
pub(crate) const SHARE: i64 = 720_720;

/// Greatest absolute value of a score; points beyond it are lost.
pub(crate) const MOST_SCORE: i32 = 2_000_000_000;

/// Greatest absolute value of shares paid; those beyond it are lost. Up to there a float of points is exact to the share.
const MOST_PAID: i64 = MOST_SCORE as i64 * SHARE;

/// Adds shares that are paid.
pub(crate) fn add_paid(total: &mut i64, paid: i64) {
    *total = total.saturating_add(paid).clamp(-MOST_PAID, MOST_PAID);
}

/// Greatest number of points of a hand: more than any hand has that is not doubled, and nine such hands are within
/// [`MOST_SCORE`].
pub(crate) const MOST_POINTS: i32 = 100_000_000;

/// Schema format of a list with one value for each seat at the table.
pub(crate) const BY_SEAT: &str = "list with one value a seat";

/// Schema format of the name of an attack.
pub(crate) const ATTACK: &str = "name of an attack";

/// Schema of a list with one value for each seat.
pub(crate) struct BySeat<T>(PhantomData<T>);

schema_of!(<T> BySeat<T>, |generator| {
    json_schema!({ "type": "array", "format": BY_SEAT, "items": generator.subschema_for::<T>() })
});

/// Schema of points, which may be fractions.
pub(crate) struct PointsSchema;

schema_of!(
    PointsSchema,
    |_| json_schema!({ "type": "number", "format": "points" })
);

/// Schema of an attack, which is an index into the rules and is written as the name of its special.
pub(crate) struct AttackName;

schema_of!(
    AttackName,
    |_| json_schema!({ "type": "string", "format": ATTACK })
);

/// Deserialises one value for each seat; seats without a value get the default.
pub(crate) fn by_seat<'de, D, T>(deserializer: D) -> Result<[T; MAX_SEATS], D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    let mut given = Vec::<T>::deserialize(deserializer)?.into_iter();
    Ok(std::array::from_fn(|_| given.next().unwrap_or_default()))
}

/// Serialisation of points kept in shares ([`SHARE`]), written as points.
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

/// Serialisation of a suit kept as its index, or [`NO_SUIT`].
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

/// Serialisation of the bits of a byte as a list of their numbers.
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

/// Serialisation of a flag as its opposite.
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
