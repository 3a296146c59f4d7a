//! What the cards left in hand are worth, and rounds played to a target.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::{Deserializer, Error as _};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};

use crate::card::{Card, CardSet};
use crate::ruleset::schema::types::{CardsKey, TableOf, Whole, schema_of};
use crate::ruleset::{ByPlayers, Selector, is_default};

/// What the cards left in hand are worth, and to whom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Score {
    /// Who scores: everyone the own hand; the winner all the other hands; or the winner one point, whatever is left in
    /// the hands.
    pub who: WhoScores,
    /// Points of the cards of each class; no card may stand in two. Each may be by players. `else` are all other cards:
    /// face value (ace 1, ten and pictures 10, Joker 50), index + 2 as OpenSpiel scores, or a number; `"face"` where it
    /// is not written.
    pub points: Points,
    /// Factors that double or halve points. `last-rank` and `last-class` double, when somebody is out, the cards of the
    /// rank or of the class of the last card played (2 … 5, 6 … 9, J Q K; of its rank after a ten or an ace); after a
    /// wild card all cards. Cards double the whole hand that one is left in, each of them, at most twelve times, and to
    /// at most 100,000,000 points. `last` and cards (`last J`) double all that the round scores when its last card is
    /// one of them. `identical` halves the whole hand for each set of identical cards in it, rounded down at the end.
    /// `renewal` doubles the points for renewing the stock with each time in the match.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub factors: Factors,
    /// Points for what happens in a round: for winning it (`out`); for being the player last skipped in it
    /// (`skipped-last`), who holds the hat; and, at once, for each time that the stock must be renewed for the player's
    /// draw (`renewal`). They are added to the score as they are written. The first two are rewards, the third is a
    /// fine: where the lowest score wins (`match.winner`) rewards are 0 or less and fines 0 or more, and where the
    /// highest wins it is the other way round.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(with = "TableOf<ScoredEvent, Whole<-1000, 1000>>", !skip_serializing_if)]
    pub events: BTreeMap<ScoredEvent, i16>,
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
            events: BTreeMap::new(),
            reward_scale: 100,
        }
    }
}

impl Score {
    /// By how many points renewing the stock makes the score worse of whoever causes it.
    #[must_use]
    pub fn renewal(&self) -> u16 {
        let points = self.events.get(&ScoredEvent::Renewal);
        points.map_or(0, |points| points.unsigned_abs())
    }

    /// By how many points an event makes the own score better: lower, or higher where the highest wins.
    #[must_use]
    pub fn gained(&self, event: ScoredEvent) -> u16 {
        self.events.get(&event).map_or(0, |points| points.unsigned_abs())
    }
}

/// What happens in a round and has points.
///
/// A fine makes the score worse, the others better; which sign that is follows from who wins the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ScoredEvent {
    /// Winning the round.
    Out,
    /// Being the player last skipped in it.
    SkippedLast,
    /// Causing the stock to be renewed.
    Renewal,
}

/// Points of the cards of each selector, and of all others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Points {
    /// By selector; a card must not be in two.
    pub classes: BTreeMap<String, ByPlayers<u16>>,
    /// Points of all other cards.
    pub others: OtherPoints,
}

/// The key of a table of points for all other cards.
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
    /// What a card counts with so many players.
    pub(crate) fn of(&self, card: Card, players: u8) -> u16 {
        let is_of = |text: &str| {
            text.parse::<Selector>()
                .is_ok_and(|cards| cards.cards().contains(card))
        };
        if let Some((_, points)) = self.classes.iter().find(|(text, _)| is_of(text)) {
            return points.get(players).unwrap_or(0);
        }
        match self.others {
            OtherPoints::Each(points) => points,
            OtherPoints::Index => card.index() as u16 + 2,
            OtherPoints::Face => match card.rank().index() {
                13 => 50,
                12 => 1,
                8..=11 => 10,
                rank => rank as u16 + 2,
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
    let mut table = generator.subschema_for::<TableOf<CardsKey, ByPlayers<u16>>>();
    let others = json!({ ELSE: generator.subschema_for::<OtherPoints>() });
    table.insert("properties".to_owned(), others);
    table.insert("examples".to_owned(), json!([{ "8": 50, ELSE: 3 }]));
    table
});

/// What doubles or halves points, by what it is about.
///
/// `last-rank` and `last-class` are the cards of the rank or the class of the last card played, when somebody is out
/// (after a wild one all cards); `identical` is each set of identical cards, for the whole hand; cards are each of them,
/// for the whole hand that it is left in; `last` and cards are what the round scores, when its last card is one of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(transparent)]
pub struct Factors(pub BTreeMap<String, Factor>);

/// What becomes of points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Factor {
    /// They count twice.
    Double,
    /// They count half.
    Halve,
}

/// What factors are about, cards aside.
pub(crate) const FACTOR_WORDS: [&str; 4] = ["last-rank", "last-class", "identical", "renewal"];

/// What a text begins with that is about the last card, before the cards.
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
    /// Which cards count double after the last card played.
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

    /// The cards of which each doubles the whole hand.
    #[must_use]
    pub fn double_hand(&self) -> CardSet {
        let texts = self.selectors().filter(|text| !text.starts_with(LAST_CARD));
        cards_of(texts.map(String::as_str))
    }

    /// The cards after which, as the last one, a round scores double.
    #[must_use]
    pub fn double_round(&self) -> CardSet {
        cards_of(self.selectors().filter_map(|text| text.strip_prefix(LAST_CARD)))
    }

    /// Whether each set of identical cards halves the whole hand.
    #[must_use]
    pub fn halves_identical(&self) -> bool {
        self.0.contains_key("identical")
    }

    /// Whether each renewal of the stock doubles what the next one costs.
    #[must_use]
    pub fn doubles_renewals(&self) -> bool {
        self.0.contains_key("renewal")
    }

    /// The texts that stand for cards, after `last` or alone.
    pub(crate) fn selectors(&self) -> impl Iterator<Item = &String> {
        self.0.keys().filter(|key| !FACTOR_WORDS.contains(&key.as_str()))
    }
}

/// The cards of all these texts that are selectors.
fn cards_of<'a>(texts: impl Iterator<Item = &'a str>) -> CardSet {
    let cards = texts.filter_map(|text| text.parse::<Selector>().ok());
    cards.fold(CardSet::EMPTY, |set, selector| set.or(selector.cards()))
}

/// Who scores the cards left in hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WhoScores {
    /// Everyone adds the own hand.
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
    /// The same for each.
    #[serde(untagged)]
    Each(u16),
}

/// Which cards count double after the last card played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubling {
    /// None.
    Off,
    /// Those of its rank.
    Rank,
    /// Those of its class: 2 … 5, 6 … 9, or J Q K; of its rank after a ten or an ace.
    Class,
}

/// Rounds played to a target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Match {
    /// Points at which the match ends (or see `match.at-target`); 0 where the game is a single round.
    pub target: ByPlayers<u16>,
    /// Whose score then wins.
    pub winner: MatchWinner,
    /// When a player reaches the target: the match ends; that player is out and one last round is played; that player is
    /// out and the match goes on until one is left; or, with three or more players, nobody sits out, and the match ends
    /// when at most one is below the target, who wins, or when a player reaches the score of the comeback, who then
    /// wins.
    pub at_target: AtTarget,
    /// The match ends after so many turns at the latest, the round then not being scored; 0 is off.
    pub turns: u16,
    /// The match lasts so many rounds, or, with a target, so many at most; those who are then still in it win or lose by
    /// their scores. 0 is off.
    #[serde(skip_serializing_if = "no_rounds")]
    #[schemars(!skip_serializing_if)]
    pub rounds: ByPlayers<u16>,
    /// Games that the match scores at once. What a player scores with the first round that is won counts in the first
    /// game, with the second in the first and second, and so on. Each game is closed by itself when a player reaches the
    /// target in it; when all are, the most games win.
    #[serde(skip_serializing_if = "one_game")]
    #[schemars(range(min = 1, max = Match::MOST_GAMES), !skip_serializing_if)]
    pub games: u8,
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
        }
    }
}

impl Match {
    /// Most games that are scored at once.
    pub(crate) const MOST_GAMES: u8 = 3;
}

/// What happens when somebody reaches the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(extend("examples" = [{ "comeback": 100 }]))]
pub enum AtTarget {
    /// The match ends.
    End,
    /// Whoever reached it is out, and one last round is played; the best of the rest then wins.
    SuddenDeath,
    /// Whoever reached it is out; the match goes on until at most one is left (if none, the best score wins).
    Elimination,
    /// The same, but with three or more players nobody sits out, and who reaches this score before all but one have
    /// reached the target wins.
    Comeback(#[schemars(range(min = 1))] u16),
}

impl AtTarget {
    /// What happens with so many players: nobody comes back of two.
    #[must_use]
    pub const fn with(self, players: u8) -> Self {
        match self {
            Self::Comeback(_) if players < 3 => Self::Elimination,
            other => other,
        }
    }

    /// The score that wins before all but one have reached the target; 0 where there is none.
    #[must_use]
    pub const fn comeback(self) -> u16 {
        match self {
            Self::Comeback(score) => score,
            _ => 0,
        }
    }
}

/// Who wins the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MatchWinner {
    /// The lowest score.
    Lowest,
    /// The highest score.
    Highest,
}
