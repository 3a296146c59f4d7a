//! Settings of scores and matches: the points of cards left in hand, and rounds played to a target.

use std::collections::BTreeMap;

use schemars::{JsonSchema, json_schema};
use serde::de::{Deserializer, Error as _};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};

use crate::card::{Card, CardSet};
use crate::pack::Pack;
use crate::ruleset::schema::types::{CardsKey, NUMBER, TableOf, Whole, schema_of};
use crate::ruleset::{ByPlayers, Selector, is_default};

/// The points of the cards left in hand, and the players who score them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Score {
    /// The players who score: everyone the cards in their own hand; the winner all the other hands; or the winner one
    /// point, whatever is left in the hands.
    pub who: WhoScores,
    /// Points of the cards of each class, possibly by the number of players; no card may be in two classes. Points below
    /// 0 make a hand worth less. `else` stands for all other cards: face value (ace 1, ten and pictures 10, Joker 50),
    /// index + 2 as in OpenSpiel, or a number; `"face"` if it is absent.
    pub points: Points,
    /// Factors that double or halve points. `last-rank` and `last-class` double, when somebody is out, the cards of the
    /// rank or of the class of the last card played (2 … 5, 6 … 9, J Q K; of its rank after a ten or an ace); after a
    /// wild card all cards. Cards without `last` double the whole hand that they are left in, each of them, at most
    /// twelve times, and to at most 100,000,000 points. `last` and cards (`last J`) double everything that the round
    /// scores when its last card is one of them. `identical` halves the whole hand for each set of identical cards in
    /// it, rounded down at the end. `renewal` doubles the points for renewing the stock with each renewal in the match.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub factors: Factors,
    /// Points for events in a round, added to the score as they are written, above or below 0. At its end: for winning
    /// it (`out`), and for being the player last skipped in it (`skipped-last`), who holds the hat. At once: for each
    /// renewal of the stock for the player's draw (`renewal`), for a missing call (`call`), for an illegal card or
    /// another mistake (`mistake`), each in addition to the cards drawn for it; and for going out with one of these
    /// cards as the last one played (`out Q`), in addition to `out`. `alone` and cards (`alone Q`) are the points of
    /// such a card that is the only card left in a hand, instead of those of `score.points`; `back` and cards (`back Q`)
    /// those of such a card while the cards are turned over. No card may be in two entries with the same of these words.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub events: Events,
    /// Divisor of the points with `reward = "points"`.
    #[schemars(range(min = 1))]
    pub reward_scale: u16,
}

impl Default for Score {
    fn default() -> Self {
        Self {
            who: WhoScores::Own,
            points: Points::default(),
            factors: Factors::default(),
            events: Events::default(),
            reward_scale: 100,
        }
    }
}

/// Points for events in a round, by event: a word such as `out` or `renewal`, or `out` or `alone` before a selector.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(transparent)]
pub struct Events(pub BTreeMap<String, i16>);

/// The keys of events that name no cards.
pub(crate) const EVENT_WORDS: [&str; 5] = ["out", "skipped-last", "renewal", "call", "mistake"];

/// The prefix of a selector for the last card of a player who goes out.
pub(crate) const OUT_WITH: &str = "out ";

/// The prefix of a selector for the only card left in a hand.
pub(crate) const ALONE: &str = "alone ";

/// The prefix of a selector for cards left in a hand while the cards are turned over.
pub(crate) const BACK: &str = "back ";

/// The prefixes of selectors among the keys of events.
pub(crate) const EVENT_PREFIXES: [&str; 3] = [OUT_WITH, ALONE, BACK];

schema_of!(Events, |generator| {
    let mut table = generator.subschema_for::<TableOf<CardsKey, Whole<-1000, 1000>>>();
    let words = EVENT_WORDS.map(|word| {
        let points = generator.subschema_for::<Whole<-1000, 1000>>();
        (word.to_owned(), points.into())
    });
    table.insert(
        "properties".to_owned(),
        Value::Object(words.into_iter().collect()),
    );
    table.insert("examples".to_owned(), json!([{ "out": -10, "out Q": -20 }]));
    table
});

impl Events {
    /// Returns the points for an event that is a word.
    #[must_use]
    pub fn of(&self, event: &str) -> i32 {
        self.0.get(event).copied().map_or(0, i32::from)
    }

    /// Returns the cards of each entry with this prefix, and its points.
    pub(crate) fn by_cards(&self, prefix: &str) -> impl Iterator<Item = (CardSet, i32)> {
        self.0.iter().filter_map(move |(key, points)| {
            let cards = key.strip_prefix(prefix)?.parse::<Selector>().ok()?;
            Some((cards.cards(), i32::from(*points)))
        })
    }

    /// Returns the selectors of the keys that name cards.
    pub(crate) fn selectors(&self) -> impl Iterator<Item = (&String, &str)> {
        let keys = self.0.keys();
        keys.filter_map(|key| {
            let cards = EVENT_PREFIXES
                .iter()
                .find_map(|prefix| key.strip_prefix(prefix))?;
            Some((key, cards))
        })
    }

    /// Returns true if any event scores points.
    pub(crate) fn score(&self) -> bool {
        self.0.values().any(|points| *points != 0)
    }
}

/// Points of the cards of each selector, and of all other cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Points {
    /// Points by selector; a card must not be in two of them.
    pub classes: BTreeMap<String, ByPlayers<i32>>,
    /// Points of all other cards.
    pub others: OtherPoints,
}

/// Points of a card in a hand.
type CardPoints = Whole<-1000, 65535>;

/// The key for all other cards in a table of points.
pub(crate) const ELSE: &str = "else";

impl Default for Points {
    fn default() -> Self {
        Self {
            classes: BTreeMap::new(),
            others: OtherPoints::Face,
        }
    }
}

impl Points {
    /// Returns the points of a card with this many players.
    pub(crate) fn of(&self, pack: &Pack, card: Card, players: u8) -> i32 {
        let is_of = |text: &str| {
            text.parse::<Selector>()
                .is_ok_and(|cards| cards.cards().contains(card))
        };
        if let Some((_, points)) = self.classes.iter().find(|(text, _)| is_of(text)) {
            return points.get(players).unwrap_or(0);
        }
        match self.others {
            OtherPoints::Each(points) => points,
            OtherPoints::Index => card.index() as i32 + 2,
            OtherPoints::Face => match pack.rank(card).index() {
                13 => 50,
                12 | 15 => 1,
                rank @ 0..=7 => rank as i32 + 2,
                14 => 0,
                _ => 10,
            },
        }
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.classes.len() + 1))?;
        for (cards, points) in &self.classes {
            map.serialize_entry(cards, points)?;
        }
        map.serialize_entry(ELSE, &self.others)?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut entries = BTreeMap::<String, Value>::deserialize(deserializer)?;
        let others = entries
            .remove(ELSE)
            .map_or(Ok(OtherPoints::Face), OtherPoints::deserialize)
            .map_err(D::Error::custom)?;
        let classes = entries
            .into_iter()
            .map(|(cards, points)| Ok((cards, ByPlayers::deserialize(points)?)));
        Ok(Self {
            classes: classes
                .collect::<Result<_, serde_json::Error>>()
                .map_err(D::Error::custom)?,
            others,
        })
    }
}

schema_of!(Points, |generator| {
    let mut table = generator.subschema_for::<TableOf<CardsKey, ByPlayers<CardPoints>>>();
    let others = json!({ ELSE: generator.subschema_for::<OtherPoints>() });
    table.insert("properties".to_owned(), others);
    table.insert("examples".to_owned(), json!([{ "8": 50, ELSE: 3 }]));
    table
});

/// Factors that double or halve points, by the cards or points that they apply to.
///
/// `last-rank` and `last-class` apply to the cards of the rank or the class of the last card played, when somebody is
/// out (after a wild card, to all cards). `identical` applies to the whole hand, once for each set of identical cards;
/// a selector likewise, once for each of its cards in that hand. `last` with a selector applies to everything that the
/// round scores, when its last card is one of them. `renewal` applies to the points for the next renewal of the stock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(transparent)]
pub struct Factors(pub BTreeMap<String, Factor>);

/// A factor for points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Factor {
    /// Points count twice.
    Double,
    /// Points count half.
    Halve,
}

/// The keys of factors other than selectors.
pub(crate) const FACTOR_WORDS: [&str; 4] = ["last-rank", "last-class", "identical", "renewal"];

/// The prefix of a selector for the last card.
pub(crate) const LAST_CARD: &str = "last ";

schema_of!(Factors, |generator| {
    let mut table = generator.subschema_for::<TableOf<CardsKey, Factor>>();
    let words = FACTOR_WORDS.map(|word| (word.to_owned(), generator.subschema_for::<Factor>().into()));
    table.insert(
        "properties".to_owned(),
        Value::Object(words.into_iter().collect()),
    );
    table.insert("examples".to_owned(), json!([{ "identical": "halve" }]));
    table
});

impl Factors {
    /// Returns the cards that count double after the last card played.
    #[must_use]
    pub fn doubling(&self) -> Doubling {
        if self.0.contains_key("last-rank") {
            Doubling::Rank
        } else if self.0.contains_key("last-class") {
            Doubling::Class
        } else {
            Doubling::Off
        }
    }

    /// Returns the cards each of which doubles the whole hand.
    #[must_use]
    pub fn double_hand(&self) -> CardSet {
        let texts = self.selectors().filter(|text| !text.starts_with(LAST_CARD));
        cards_of(texts.map(String::as_str))
    }

    /// Returns the cards that, as the last card, double the scores of a round.
    #[must_use]
    pub fn double_round(&self) -> CardSet {
        cards_of(self.selectors().filter_map(|text| text.strip_prefix(LAST_CARD)))
    }

    /// Returns true if each set of identical cards halves the whole hand.
    #[must_use]
    pub fn halves_identical(&self) -> bool {
        self.0.contains_key("identical")
    }

    /// Returns true if each renewal of the stock doubles the cost of the next.
    #[must_use]
    pub fn doubles_renewals(&self) -> bool {
        self.0.contains_key("renewal")
    }

    /// Returns the keys that name cards, alone or after `last`.
    pub(crate) fn selectors(&self) -> impl Iterator<Item = &String> {
        self.0.keys().filter(|key| !FACTOR_WORDS.contains(&key.as_str()))
    }
}

/// Returns the cards of those texts that are selectors.
fn cards_of<'a>(texts: impl Iterator<Item = &'a str>) -> CardSet {
    let cards = texts.filter_map(|text| text.parse::<Selector>().ok());
    cards.fold(CardSet::EMPTY, |set, selector| set.or(selector.cards()))
}

/// The players who score the cards left in hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WhoScores {
    /// Everyone adds the cards in their own hand.
    Own,
    /// The winner adds all the other hands.
    Winner,
    /// The winner adds one point, whatever is left in the hands.
    Round,
}

/// Points of the cards that are not listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OtherPoints {
    /// 2 … 9 as printed, ace 1, ten and pictures 10, a Joker 50.
    Face,
    /// The index of the card + 2, as `OpenSpiel` scores them.
    Index,
    /// The same number for each card.
    #[serde(untagged)]
    Each(#[schemars(with = "CardPoints")] i32),
}

/// The cards that count double after the last card played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubling {
    /// None.
    Off,
    /// Those of the rank of the last card.
    Rank,
    /// Those of the class of the last card: 2 … 5, 6 … 9, or J Q K; those of its rank after a ten or an ace.
    Class,
}

/// A score as the key of a table.
struct ScoreKey;

schema_of!(
    ScoreKey,
    |_| json_schema!({ "type": "string", "format": NUMBER, "pattern": "^[1-9][0-9]{0,4}$" })
);

/// Rounds played to a target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Match {
    /// Points at which the match ends (or see `match.at-target`); 0 where the game is a single round.
    pub target: ByPlayers<u16>,
    /// The score that then wins.
    pub winner: MatchWinner,
    /// The event when a player reaches the target: the match ends; that player is out and one last round is played;
    /// that player is out and the match goes on until one is left; or, with three or more players, nobody sits out, and
    /// the match ends when at most one is below the target, who wins, or when a player reaches the score of the
    /// comeback, who then wins.
    pub at_target: AtTarget,
    /// The match ends after this many turns at the latest, without a score for the round being played; 0 is off.
    pub turns: u16,
    /// Number of rounds in the match, or, with a target, the most; players still in it then win or lose by their
    /// scores. 0 is off.
    #[serde(skip_serializing_if = "no_rounds")]
    #[schemars(!skip_serializing_if)]
    pub rounds: ByPlayers<u16>,
    /// Games that the match scores at the same time. A player's first round won counts in the first game, the second in
    /// the first and second, and so on. Each game closes on its own when a player reaches the target in it; when all
    /// are closed, the most games win.
    #[serde(skip_serializing_if = "one_game")]
    #[schemars(range(min = 1, max = Match::MOST_GAMES), !skip_serializing_if)]
    pub games: u8,
    /// Scores that a player does not keep: whoever has exactly the first number at the end of a round has the second
    /// one instead (`{ 101 = 0 }`), before the target is looked at.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(with = "TableOf<ScoreKey, Whole<-10000, 10000>>", !skip_serializing_if)]
    pub exact: BTreeMap<String, i16>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn one_game(games: &u8) -> bool {
    *games == 1
}

fn no_rounds(rounds: &ByPlayers<u16>) -> bool {
    *rounds == ByPlayers::Same(0)
}

impl Default for Match {
    fn default() -> Self {
        Self {
            target: ByPlayers::Same(0),
            winner: MatchWinner::Lowest,
            at_target: AtTarget::End,
            turns: 0,
            rounds: ByPlayers::Same(0),
            games: 1,
            exact: BTreeMap::new(),
        }
    }
}

impl Match {
    /// Returns the scores that a player does not keep, each with the score instead; keys that are no scores are left out.
    pub(crate) fn exact_scores(&self) -> impl Iterator<Item = (i32, i32)> {
        let numbered = |(key, score): (&String, &i16)| Some((exact_score(key)?, i32::from(*score)));
        self.exact.iter().filter_map(numbered)
    }

    /// Most games that can be scored at the same time.
    pub(crate) const MOST_GAMES: u8 = 3;
}

/// Returns the score that a key of `match.exact` stands for: a whole number from 1, written in one way only.
pub(crate) fn exact_score(key: &str) -> Option<i32> {
    let score: u16 = key.parse().ok()?;
    (score > 0 && score.to_string() == key).then_some(i32::from(score))
}

/// The event when a player reaches the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(extend("examples" = [{ "comeback": 100 }]))]
pub enum AtTarget {
    /// The match ends.
    End,
    /// The player who reached it is out, and one last round is played; the best of the rest then wins.
    SuddenDeath,
    /// The player who reached it is out; the match goes on until at most one is left (if none, the best score wins).
    Elimination,
    /// Elimination for two players. With three or more nobody sits out, and a player who reaches this score before all
    /// but one have reached the target wins.
    Comeback(#[schemars(range(min = 1))] u16),
}

impl AtTarget {
    /// Returns the rule with this many players: with two, a comeback becomes an elimination.
    #[must_use]
    pub const fn with(self, players: u8) -> Self {
        match self {
            Self::Comeback(_) if players < 3 => Self::Elimination,
            other => other,
        }
    }

    /// Returns the score that wins before all but one have reached the target; 0 if there is none.
    #[must_use]
    pub const fn comeback(self) -> u16 {
        match self {
            Self::Comeback(score) => score,
            _ => 0,
        }
    }
}

/// The winner of the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MatchWinner {
    /// The lowest score.
    Lowest,
    /// The highest score.
    Highest,
}
