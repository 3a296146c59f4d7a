//! Settings of teams.

use schemars::{JsonSchema, json_schema};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::limits::shown;
use crate::ruleset::schema::types::{Whole, schema_of};
use crate::seat::MAX_SEATS;

/// The teams of a table: their number, with seats that alternate, or the team of each seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Teams {
    /// This many teams, whose seats alternate; 0: everybody plays alone.
    Alternate(u8),
    /// The number of each seat's team, and how many seats are given.
    BySeat([u8; MAX_SEATS], u8),
}

impl Default for Teams {
    fn default() -> Self {
        Self::Alternate(0)
    }
}

impl Teams {
    /// True if everybody plays alone.
    #[must_use]
    pub const fn is_off(self) -> bool {
        matches!(self, Self::Alternate(0))
    }

    /// Returns the number of the team of a seat; without teams that of the seat.
    pub(crate) fn of(self, seat: u8) -> u8 {
        match self {
            Self::Alternate(0) => seat,
            Self::Alternate(teams) => seat % teams,
            Self::BySeat(teams, _) => teams[usize::from(seat)],
        }
    }
}

impl Serialize for Teams {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Alternate(teams) => serializer.serialize_u8(*teams),
            Self::BySeat(teams, seats) => serializer.collect_seq(&teams[..usize::from(*seats)]),
        }
    }
}

impl<'de> Deserialize<'de> for Teams {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let Value::Array(_) = value else {
            return u8::deserialize(value)
                .map(Self::Alternate)
                .map_err(D::Error::custom);
        };
        let given = Vec::<u8>::deserialize(&value).ok();
        let given = given.filter(|teams| teams.len() <= MAX_SEATS);
        let given = given.ok_or_else(|| {
            D::Error::custom(format!(
                "{} is not a list of the team of each seat, such as [0, 0, 1, 1]",
                shown(&value)
            ))
        })?;
        let mut teams = [0; MAX_SEATS];
        teams[..given.len()].copy_from_slice(&given);
        Ok(Self::BySeat(teams, given.len() as u8))
    }
}

schema_of!(Teams, |generator| {
    let team = generator.subschema_for::<Whole<0, 4>>();
    json_schema!({
        "anyOf": [
            generator.subschema_for::<Whole<0, 5>>(),
            { "type": "array", "items": team, "minItems": 4, "maxItems": MAX_SEATS, "format": "list of the team of each seat",
              "examples": [[0, 0, 1, 1], [0, 1, 2, 0, 1, 2]] },
        ],
    })
});

/// Members of a team whose going out ends the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TeamOut {
    /// One member: the others of the team win with it.
    #[default]
    One,
    /// All members: whoever is out waits, while the others play on.
    All,
}
