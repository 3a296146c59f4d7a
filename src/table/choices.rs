//! The choices for a table, and the game that they make.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::names::usual_names;
use super::opponents::{SEARCHERS, strength};
use super::switches::{Switch, check_switches, switches};
use crate::bot;
use crate::engine::{EpisodeKind, Game, Options};
use crate::limits::given;
use crate::ruleset::{self, Ruleset};

/// The reason why no table can be made of some choices.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SetupError(pub(super) String);

/// The choices of somebody for a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Choices {
    /// The id of a built-in ruleset.
    pub ruleset: String,
    /// The text of a ruleset of somebody's own, in place of a built-in one.
    #[serde(default)]
    pub toml: Option<String>,
    /// Number of seats.
    pub players: i64,
    /// True for a match, false for a round.
    #[serde(rename = "match")]
    pub is_match: bool,
    /// The variants of the ruleset that hold, in order.
    pub variants: Vec<String>,
    /// The switches that were changed, each with its value.
    pub overrides: Map<String, Value>,
    /// The player of each seat: `person`, or the name of an opponent.
    pub seats: Vec<String>,
}

/// A variant that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VariantText {
    /// The name of the variant.
    pub name: String,
    /// The meaning, in English; empty where the rules do not say it.
    pub meaning: String,
}

/// An opponent that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OpponentText {
    /// The name, as a seat of [`Choices`] says it.
    pub name: String,
    /// How strong the opponent is.
    pub strength: String,
}

/// The possible choices for a table, after those that have been made.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Setup {
    /// The title of the ruleset.
    pub title: String,
    /// Fewest and most players.
    pub players: (u8, u8),
    /// True if there are matches.
    #[serde(rename = "match")]
    pub has_match: bool,
    /// The variants of the ruleset without changes.
    pub variants: Vec<VariantText>,
    /// The switches, with the values that hold now.
    pub switches: Vec<Switch>,
    /// The usual name of each seat.
    pub names: Vec<String>,
    /// The possible players beside people.
    pub opponents: Vec<OpponentText>,
    /// The rules in English, as Markdown.
    pub rules: String,
}

impl Choices {
    /// Returns the ruleset before any change.
    fn base(&self) -> Result<Ruleset, SetupError> {
        if let Some(toml) = &self.toml {
            return Ruleset::from_toml(toml).map_err(refused);
        }
        if !ruleset::ids().any(|id| id == self.ruleset) {
            return Err(refused(format!("there is no ruleset {:?}", given(&self.ruleset))));
        }
        Ruleset::builtin(&self.ruleset).map_err(refused)
    }

    /// Makes the game.
    ///
    /// # Errors
    /// The ruleset, a variant, a switch, its value, or the number of players is not possible.
    pub fn game(&self) -> Result<Game, SetupError> {
        self.game_of(&self.base()?)
    }

    /// Makes the game of a ruleset before any change.
    fn game_of(&self, base: &Ruleset) -> Result<Game, SetupError> {
        let mut variants = self.variants.iter();
        if let Some(variant) = variants.find(|name| !base.variants.contains_key(*name)) {
            let known: Vec<&str> = base.variants.keys().map(String::as_str).collect();
            let known = if known.is_empty() {
                "none".to_owned()
            } else {
                known.join(", ")
            };
            return Err(refused(format!(
                "there is no variant {:?}: there are {known}",
                given(variant)
            )));
        }
        let chosen = Map::from_iter([("variant".to_owned(), json!(self.variants))]);
        let varied = if self.variants.is_empty() {
            None
        } else {
            Some(base.with(&chosen).map_err(refused)?)
        };
        let varied = varied.as_ref().unwrap_or(base);
        check_switches(varied, &self.overrides)?;
        let ruleset = self.overridden(varied).map_err(refused)?;
        let players = u8::try_from(self.players).map_err(|_| {
            let (least, most) = (ruleset.players.min, ruleset.players.max);
            refused(format!(
                "{} is not for {} players: {least} to {most} may play",
                ruleset.id, self.players
            ))
        })?;
        let episode = if self.is_match {
            EpisodeKind::Match
        } else {
            EpisodeKind::Round
        };
        let options = Options {
            episode,
            ..Options::new(players)
        };
        Game::new(&ruleset, options).map_err(refused)
    }

    /// Returns the ruleset with the house rules, which need only work for the chosen number of players.
    fn overridden(&self, ruleset: &Ruleset) -> Result<Ruleset, ruleset::RulesetError> {
        ruleset.with(&self.overrides).or_else(|_| {
            let mut overrides = Map::from_iter([("players".to_owned(), json!(self.players))]);
            overrides.extend(self.overrides.clone());
            ruleset.with(&overrides)
        })
    }

    /// Makes the game, and returns the possible choices, with the opponents that every table offers.
    ///
    /// # Errors
    /// As for [`Choices::game`].
    ///
    /// ```
    /// use eights::table::Choices;
    /// let json = r#"{"ruleset": "uno", "players": 2, "match": false, "variants": [], "overrides": {}, "seats": []}"#;
    /// let (_, setup) = serde_json::from_str::<Choices>(json)?.setup()?;
    /// assert_eq!((setup.title.as_str(), setup.players), ("UNO", (2, 10)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn setup(&self) -> Result<(Game, Setup), SetupError> {
        let base = self.base()?;
        let game = self.game_of(&base)?;
        let ruleset = game.ruleset();
        let opponents = bot::NAMES.iter().copied().chain(SEARCHERS);
        let seats = self.seats.iter().map(String::as_str);
        let text = base.describe();
        let setup = Setup {
            title: ruleset.name(),
            players: (ruleset.players.min, ruleset.players.max),
            has_match: ruleset.has_matches(),
            variants: base.variants.keys().map(|name| variant(name, &text)).collect(),
            switches: switches(ruleset, game.players()),
            names: usual_names(seats.take(usize::from(game.players()))),
            opponents: opponents.map(opponent).collect(),
            rules: ruleset.describe(),
        };
        Ok((game, setup))
    }
}

/// Converts a reason to an error.
#[expect(clippy::needless_pass_by_value, reason = "the argument of `map_err`")]
fn refused(why: impl ToString) -> SetupError {
    SetupError(why.to_string())
}

fn opponent(name: &str) -> OpponentText {
    OpponentText {
        name: name.to_owned(),
        strength: strength(name).to_owned(),
    }
}

/// Returns a variant with its meaning, from the rules in English.
fn variant(name: &str, rules: &str) -> VariantText {
    let mark = format!("- **`{name}`.** ");
    let meaning = rules.lines().find_map(|line| line.strip_prefix(&mark));
    VariantText {
        name: name.to_owned(),
        meaning: meaning.unwrap_or_default().to_owned(),
    }
}
