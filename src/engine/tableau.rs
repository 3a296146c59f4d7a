//! What only few games need of a table: several piles, created rules, what was named, and what is owed.
//!
//! A state carries it in one box, and only where its ruleset needs any of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::notation::bits;
use super::piles::Pile;
use crate::card::{Card, CardSet, Rank};
use crate::hand::Hand;
use crate::rules::{MAX_OFFERED, MAX_STANDING, NO_SUIT};
use crate::ruleset::schema::types::{AnySeat, Whole, schema_of};
use crate::ruleset::{Class, Created, CreatedRule, Does, Draft, Source};
use crate::seat::{Seat, SeatSet};

/// Most piles at once.
pub(crate) const MAX_PILES: usize = 4;

/// Most cards played out of turn, one on the other, whose effects wait.
pub(crate) const MAX_OWING: usize = 8;

/// What only few rulesets need of a position, each part by its rule.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct Tableau {
    #[serde(flatten)]
    pub(crate) piles: WaitingPiles,
    #[serde(flatten)]
    #[schemars(with = "CreatedKeys")]
    pub(crate) created: CreatedRules,
    /// What the seat of the turn must play.
    pub(crate) named: Option<Named>,
    /// Who named it, where it binds everybody until that seat has played again.
    #[schemars(with = "Option<AnySeat>")]
    pub(crate) named_by: Option<Seat>,
    #[serde(flatten)]
    pub(crate) announced: Announced,
    /// Numbers of the words yet due for the card just played, one bit each.
    #[serde(with = "bits")]
    #[schemars(with = "Vec<Whole<0, 7>>")]
    pub(crate) words: u8,
    /// What is yet to come of the cards played, in their order.
    #[serde(with = "owing")]
    #[schemars(with = "Vec<Owing>", length(max = MAX_OWING))]
    pub(crate) owing: [Option<Owing>; MAX_OWING],
    pub(crate) mirror: Option<Mirror>,
    /// What the seat that chooses keeps.
    pub(crate) kept: Hand,
}

/// What a tableau owes for cards, as a list.
mod owing {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{MAX_OWING, Owing};

    pub(super) fn serialize<S: Serializer>(
        owing: &[Option<Owing>; MAX_OWING],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        owing.iter().flatten().collect::<Vec<_>>().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<[Option<Owing>; MAX_OWING], D::Error> {
        let mut given = Vec::<Owing>::deserialize(deserializer)?.into_iter();
        Ok(std::array::from_fn(|_| given.next()))
    }
}

/// What the next player must play, if it is held.
///
/// Serialised as the letter of the rank, or the card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Named {
    /// A card of this rank.
    Rank(Rank),
    /// This card.
    Card(Card),
}

schema_of!(
    Named,
    |_| schemars::json_schema!({ "type": "string", "format": "rank or card", "examples": ["8", "QS"] })
);

impl From<Named> for String {
    fn from(named: Named) -> Self {
        match named {
            Named::Rank(rank) => rank.letter().to_string(),
            Named::Card(card) => card.to_string(),
        }
    }
}

impl TryFrom<String> for Named {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let rank = text.parse().ok().and_then(Rank::from_letter).map(Self::Rank);
        let card = || text.parse().ok().map(Self::Card);
        rank.or_else(card)
            .ok_or_else(|| format!("{text:?} is neither the letter of a rank nor a card"))
    }
}

impl Named {
    /// The cards that it means.
    #[must_use]
    pub fn cards(self) -> CardSet {
        match self {
            Self::Rank(rank) => rank.cards(),
            Self::Card(card) => card.bit(),
        }
    }
}

/// What is left to do of the last card's own effects, and for whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Owing {
    /// Whose cards have it to come.
    pub(crate) seat: Seat,
    /// Cards that somebody draws by lot.
    pub(crate) slap: u8,
    /// True where the seat may swap hands.
    pub(crate) swap: bool,
    /// Cards for a last card that nobody goes out with, or that a created rule makes its player draw.
    pub(crate) draw: u8,
    /// Cards that the seat after this one draws.
    pub(crate) penalty: u8,
    /// Where they come from.
    pub(crate) from: Source,
}

impl Owing {
    /// Whether nothing is left of it.
    pub(crate) const fn is_nothing(self) -> bool {
        self.slap == 0 && !self.swap && self.draw == 0 && self.penalty == 0
    }
}

/// Cards that all others would draw, while they are turned back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Mirror {
    /// Who draws them, and whom they go to if that is mirrored; none: all others draw.
    #[schemars(with = "Option<[Seat; 2]>")]
    pub(crate) hit: Option<(Seat, Seat)>,
    /// Cards in all.
    pub(crate) total: u8,
}

/// The piles but the one last played on, which is the state's own.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct WaitingPiles {
    /// The piles by index; the slot of the one last played on is empty.
    #[serde(skip)]
    pub(crate) slots: [Pile; MAX_PILES],
    /// The suits nominated on them.
    #[serde(skip)]
    pub(crate) nominated: [u8; MAX_PILES],
    /// How many piles there are.
    #[serde(skip)]
    pub(crate) count: u8,
    /// The index of the pile last played on.
    #[serde(skip)]
    pub(crate) at: u8,
    /// Cards of a pile that is being dealt into two.
    pub(crate) split: Hand,
}

impl Default for WaitingPiles {
    fn default() -> Self {
        Self {
            slots: Default::default(),
            nominated: [NO_SUIT; MAX_PILES],
            count: 1,
            at: 0,
            split: Hand::default(),
        }
    }
}

impl WaitingPiles {
    /// There is one pile again.
    fn clear(&mut self) {
        for pile in &mut self.slots {
            pile.clear();
        }
        self.nominated = [NO_SUIT; MAX_PILES];
        (self.count, self.at) = (1, 0);
        self.split = Hand::default();
    }

    /// The waiting piles, with their indices and the suits nominated on them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u8, &Pile, u8)> {
        let piles = (0..self.count).filter(|&index| index != self.at);
        piles.map(|index| {
            let slot = usize::from(index);
            (index, &self.slots[slot], self.nominated[slot])
        })
    }
}

/// Last cards that are announced by whoever holds one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct Announced {
    /// Seats with one card that have announced it.
    pub(crate) said: SeatSet,
    /// Seats whose call has been due for a turn.
    pub(crate) overdue: SeatSet,
}

/// A created rule with the cards that its classes mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) rule: CreatedRule,
    pub(crate) cards: CardSet,
    pub(crate) after: CardSet,
    pub(crate) follow: CardSet,
}

impl Standing {
    /// What fills the places of rules that do not stand.
    const NONE: Self = Self {
        rule: NO_RULE,
        cards: CardSet::EMPTY,
        after: CardSet::EMPTY,
        follow: CardSet::EMPTY,
    };

    fn new(rule: CreatedRule) -> Self {
        Self {
            rule,
            cards: rule.cards.cards(),
            after: rule.after.cards(),
            follow: rule.follow.cards(),
        }
    }
}

const NO_RULE: CreatedRule = CreatedRule::new(Class::ALL, Does::Reverse);

/// The created rules that stand, and those that are being created.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "CreatedKeys", into = "CreatedKeys")]
pub(crate) struct CreatedRules {
    rules: [Standing; MAX_STANDING],
    /// How many stand.
    pub(crate) standing: u8,
    /// Those that are offered.
    pub(crate) offered: [CreatedRule; MAX_OFFERED],
    pub(crate) offers: u8,
    /// A rule that is being drawn.
    pub(crate) draft: Draft,
    /// Rules yet to be drawn by lot as the episode begins.
    pub(crate) lots: u8,
    /// Who adds a rule before the next round, where its winner does.
    pub(crate) winner: Option<Seat>,
}

/// Created rules as they are written.
#[derive(Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct CreatedKeys {
    /// The created rules that stand, the oldest first.
    #[schemars(length(max = MAX_STANDING))]
    created: Vec<CreatedRule>,
    /// The created rules that are offered.
    #[schemars(length(max = MAX_OFFERED))]
    offered: Vec<CreatedRule>,
    /// The choices of chance so far for a created rule that is being drawn.
    #[schemars(with = "Vec<Whole<0, 53>>")]
    draft: Draft,
    /// Created rules yet to be drawn by lot as the episode begins.
    #[schemars(range(max = MAX_STANDING))]
    lots: u8,
    /// Who adds a rule before the next round, where its winner does.
    winner: Option<Seat>,
}

impl From<CreatedRules> for CreatedKeys {
    fn from(rules: CreatedRules) -> Self {
        Self {
            created: rules.rules().iter().map(|standing| standing.rule).collect(),
            offered: rules.offers().to_vec(),
            draft: rules.draft,
            lots: rules.lots,
            winner: rules.winner,
        }
    }
}

impl From<CreatedKeys> for CreatedRules {
    fn from(keys: CreatedKeys) -> Self {
        let mut rules = Self {
            draft: keys.draft,
            lots: keys.lots,
            winner: keys.winner,
            ..Self::default()
        };
        keys.created.into_iter().for_each(|rule| rules.stand(rule));
        for (place, rule) in rules.offered.iter_mut().zip(keys.offered) {
            *place = rule;
            rules.offers += 1;
        }
        rules
    }
}

impl Default for CreatedRules {
    fn default() -> Self {
        Self {
            rules: [Standing::NONE; MAX_STANDING],
            standing: 0,
            offered: [NO_RULE; MAX_OFFERED],
            offers: 0,
            draft: Draft::default(),
            lots: 0,
            winner: None,
        }
    }
}

impl CreatedRules {
    /// The rules before the first deal of an episode.
    fn renew(&mut self, created: &Created) {
        let same = self.rules().iter().map(|standing| standing.rule);
        if !same.eq(created.rules.iter().copied()) {
            self.forget_rules();
            for &rule in &created.rules {
                self.stand(rule);
            }
        }
        self.lots = created.drawn;
        self.winner = None;
    }

    /// A rule stands, while there is room.
    pub(crate) fn stand(&mut self, rule: CreatedRule) {
        if let Some(place) = self.rules.get_mut(usize::from(self.standing)) {
            *place = Standing::new(rule);
            self.standing += 1;
        }
    }

    /// No created rule stands.
    pub(crate) fn forget_rules(&mut self) {
        self.standing = 0;
        self.rules = [Standing::NONE; MAX_STANDING];
    }

    /// No rule is offered any more.
    pub(crate) fn forget_offers(&mut self) {
        self.offers = 0;
        self.offered = [NO_RULE; MAX_OFFERED];
    }

    /// A rule is crossed out.
    pub(crate) fn strike(&mut self, index: usize) {
        self.rules.copy_within(index + 1.., index);
        self.standing -= 1;
        self.rules[usize::from(self.standing)] = Standing::NONE;
    }

    /// The rules that stand, the oldest first.
    pub(crate) fn rules(&self) -> &[Standing] {
        &self.rules[..usize::from(self.standing)]
    }

    /// The rules that are offered.
    pub(crate) fn offers(&self) -> &[CreatedRule] {
        &self.offered[..usize::from(self.offers)]
    }
}

impl Tableau {
    /// The tableau before the first deal.
    pub(crate) fn new(created: &Created) -> Self {
        let mut tableau = Self::default();
        tableau.created.renew(created);
        tableau
    }

    /// The tableau before the first deal of another episode.
    pub(crate) fn renew(&mut self, created: &Created) {
        self.created.renew(created);
        self.clear();
    }

    /// Forgets the round; created rules stay.
    pub(crate) fn clear(&mut self) {
        self.piles.clear();
        self.created.forget_offers();
        self.created.draft = Draft::default();
        (self.named, self.named_by) = (None, None);
        self.announced = Announced::default();
        self.words = 0;
        (self.owing, self.mirror) = ([None; MAX_OWING], None);
        self.kept = Hand::default();
    }

    /// Adds what is owed for a card that was played.
    pub(crate) fn owes(&mut self, owing: Owing) {
        if let Some(place) = self.owing.iter_mut().find(|place| place.is_none()) {
            *place = Some(owing);
        }
    }
}
