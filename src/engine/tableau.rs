//! The parts of a position that only few games need: several piles, created rules, named cards, announcements and queued effects.
//!
//! A state keeps them in one box, and only if its ruleset needs any of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::backs::Backs;
use super::notation::bits;
use super::piles::Pile;
use crate::card::{Card, CardSet, Rank};
use crate::card_text::in_use;
use crate::hand::Hand;
use crate::pack::Pack;
use crate::rules::{MAX_OFFERED, MAX_STANDING, NO_SUIT, Rules};
use crate::ruleset::schema::types::{AnySeat, Whole, schema_of};
use crate::ruleset::{Class, Created, CreatedRule, Does, Draft, Source, is_default};
use crate::seat::{Seat, SeatSet};

/// Greatest number of piles.
pub(crate) const MAX_PILES: usize = 4;

/// Greatest number of cards, played out of turn one on the other, whose effects are queued.
pub(crate) const MAX_QUEUED: usize = 8;

/// Most hits of a turn whose number of cards is open.
pub(crate) const MOST_OPEN: usize = 4;

/// Effects of a card on players by their place, by lot or by choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Aimed {
    /// Number of cards that the player before draws.
    pub(crate) previous_draw: u8,
    /// Number of cards that the player draws who is named.
    pub(crate) chosen_draw: u8,
    /// Number of turns that the player loses.
    pub(crate) own_turns: u8,
    /// Number of turns that the next player loses.
    pub(crate) next_turns: u8,
    /// Number of turns that the player before loses.
    pub(crate) previous_turns: u8,
    /// Number of turns that each other player loses.
    pub(crate) others_turns: u8,
    /// Number of turns that a player drawn by lot loses.
    pub(crate) lot_turns: u8,
    /// Number of turns that the player loses who is named.
    pub(crate) chosen_turns: u8,
}

impl Aimed {
    /// Returns true if nobody is hit.
    pub(crate) fn is_nothing(self) -> bool {
        self == Self::default()
    }

    /// Returns true if another player is to be named.
    pub(crate) const fn asks(self) -> bool {
        self.chosen_draw | self.chosen_turns > 0
    }
}

/// Effects of the turn that only few cards have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct RareEffects {
    /// Hits whose number of cards is open, by their places in the ruleset from 1 on; at most four count in a turn.
    pub(crate) open: [u8; MOST_OPEN],
    /// The hit that the next player draws for until a card of a class is drawn, by its place in the ruleset from 1 on; 0 for none.
    pub(crate) until: u8,
    /// Effects on players by their place, by lot or by choice.
    pub(crate) aimed: Aimed,
}

impl RareEffects {
    /// Returns the number of hits whose number of cards is open.
    pub(crate) fn open_hits(&self) -> u8 {
        self.open.iter().take_while(|&&place| place > 0).count() as u8
    }
}

/// The parts of a position that only few rulesets need.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct RareState {
    #[serde(flatten)]
    pub(crate) piles: WaitingPiles,
    #[serde(flatten)]
    #[schemars(with = "CreatedKeys")]
    pub(crate) created: CreatedRules,
    /// The rank or card that the seat of the turn must play.
    pub(crate) named: Option<Demanded>,
    /// The seat that named it, if it binds everybody until that seat has played again.
    #[schemars(with = "Option<AnySeat>")]
    pub(crate) named_by: Option<Seat>,
    #[serde(flatten)]
    pub(crate) announced: Announced,
    /// Numbers of the words yet due for the card just played.
    #[serde(with = "bits")]
    #[schemars(with = "Vec<Whole<0, 7>>")]
    pub(crate) words: u8,
    /// Effects of played cards that are still due, in the order of the cards.
    #[serde(with = "queued")]
    #[schemars(with = "Vec<QueuedEffects>", length(max = MAX_QUEUED))]
    pub(crate) queued_effects: [Option<QueuedEffects>; MAX_QUEUED],
    pub(crate) mirror: Option<Mirror>,
    /// Effects of the turn that only few cards have.
    pub(crate) effects: RareEffects,
    /// Cards that the choosing seat has kept so far.
    pub(crate) kept: Hand,
    /// The backs of the cards, where they have any.
    pub(crate) backs: Option<Box<Backs>>,
}

/// Serialisation of queued effects as a list.
mod queued {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{MAX_QUEUED, QueuedEffects};

    pub(super) fn serialize<S: Serializer>(
        queued: &[Option<QueuedEffects>; MAX_QUEUED],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        queued.iter().flatten().collect::<Vec<_>>().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<[Option<QueuedEffects>; MAX_QUEUED], D::Error> {
        let mut given = Vec::<QueuedEffects>::deserialize(deserializer)?.into_iter();
        Ok(std::array::from_fn(|_| given.next()))
    }
}

/// The rank or card that the next player must play, if it is held.
///
/// Serialised as the letter of the rank, or the card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Demanded {
    /// A card of this rank.
    Rank(Rank),
    /// This card.
    Card(Card),
}

schema_of!(
    Demanded,
    |_| schemars::json_schema!({ "type": "string", "format": "rank or card", "examples": ["8", "QS"] })
);

impl From<Demanded> for String {
    fn from(named: Demanded) -> Self {
        match named {
            Demanded::Rank(rank) => rank.letter().to_string(),
            Demanded::Card(card) => card.to_string(),
        }
    }
}

impl TryFrom<String> for Demanded {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let rank = text
            .parse()
            .ok()
            .and_then(|letter| in_use(|pack| pack.rank_of_letter(letter)));
        let rank = rank.map(Self::Rank);
        let card = || text.parse().ok().map(Self::Card);
        rank.or_else(card)
            .ok_or_else(|| format!("{text:?} is neither the letter of a rank nor a card"))
    }
}

impl Demanded {
    /// Returns the cards that are meant.
    #[must_use]
    pub fn cards(self, pack: &Pack) -> CardSet {
        match self {
            Self::Rank(rank) => pack.of_rank(rank),
            Self::Card(card) => card.bit(),
        }
    }
}

/// Effects of a card that are still due, and the seat that played it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct QueuedEffects {
    /// The seat that played the card.
    pub(crate) seat: Seat,
    /// Number of cards that a player drawn by lot draws.
    pub(crate) lot: u8,
    /// True if the seat may swap hands.
    pub(crate) swap: bool,
    /// Number of cards that the seat draws: for a last card, for a missing call, or by a created rule.
    pub(crate) draw: u8,
    /// Number of cards that the next seat draws.
    pub(crate) penalty: u8,
    /// The source of these cards.
    pub(crate) from: Source,
    /// Hits whose number of cards is open, by their places in the ruleset from 1 on.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) open: [u8; MOST_OPEN],
    /// Effects on players by their place, by lot or by choice.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) aimed: Aimed,
}

impl QueuedEffects {
    /// Returns true if no effect is left.
    pub(crate) fn is_nothing(&self) -> bool {
        self.lot == 0
            && !self.swap
            && self.draw == 0
            && self.penalty == 0
            && self.aimed.is_nothing()
            && self.open[0] == 0
    }
}

/// Cards that all others would draw, while players may mirror them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Mirror {
    /// The seat that draws them, and the seat that draws them instead once that is mirrored; absent while all others draw.
    #[schemars(with = "Option<[Seat; 2]>")]
    pub(crate) hit: Option<(Seat, Seat)>,
    /// Number of cards in all.
    pub(crate) total: u8,
}

/// The piles other than the one last played on, which is a field of the state.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct WaitingPiles {
    /// The piles by index; the slot of the one last played on is empty.
    #[serde(skip)]
    pub(crate) slots: [Pile; MAX_PILES],
    /// The suits nominated on the piles.
    #[serde(skip)]
    pub(crate) nominated: [u8; MAX_PILES],
    /// Number of piles.
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
    /// Resets to a single pile.
    fn clear(&mut self) {
        for pile in &mut self.slots {
            pile.clear();
        }
        self.nominated = [NO_SUIT; MAX_PILES];
        (self.count, self.at) = (1, 0);
        self.split = Hand::default();
    }

    /// Returns the waiting piles, with their indices and the suits nominated on them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u8, &Pile, u8)> {
        let piles = (0..self.count).filter(|&index| index != self.at);
        piles.map(|index| {
            let slot = usize::from(index);
            (index, &self.slots[slot], self.nominated[slot])
        })
    }
}

/// Announcements of seats that hold one card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct Announced {
    /// Seats with one card that have announced it.
    pub(crate) said: SeatSet,
    /// Seats whose call has been missing for a turn.
    pub(crate) overdue: SeatSet,
}

/// A created rule, with the cards of its classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) rule: CreatedRule,
    pub(crate) cards: CardSet,
    pub(crate) after: CardSet,
    pub(crate) follow: CardSet,
}

impl Standing {
    /// Filler for the places of rules that do not stand.
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
    /// Number of rules that stand.
    pub(crate) standing: u8,
    /// The rules that are offered.
    pub(crate) offered: [CreatedRule; MAX_OFFERED],
    pub(crate) offers: u8,
    /// The rule that is being drawn.
    pub(crate) draft: Draft,
    /// Number of rules yet to be drawn by lot as the episode begins.
    pub(crate) lots: u8,
    /// The seat that adds a rule before the next round, as the winner of the last one.
    pub(crate) winner: Option<Seat>,
}

/// Serialised form of created rules.
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
    /// Number of created rules yet to be drawn by lot as the episode begins.
    #[schemars(range(max = MAX_STANDING))]
    lots: u8,
    /// The seat that adds a rule before the next round, as the winner of the last one.
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
    /// Resets the rules to before the first deal of an episode.
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

    /// Adds a rule that stands, while there is room.
    pub(crate) fn stand(&mut self, rule: CreatedRule) {
        if let Some(place) = self.rules.get_mut(usize::from(self.standing)) {
            *place = Standing::new(rule);
            self.standing += 1;
        }
    }

    /// Removes all rules that stand.
    pub(crate) fn forget_rules(&mut self) {
        self.standing = 0;
        self.rules = [Standing::NONE; MAX_STANDING];
    }

    /// Removes all rules that are offered.
    pub(crate) fn forget_offers(&mut self) {
        self.offers = 0;
        self.offered = [NO_RULE; MAX_OFFERED];
    }

    /// Crosses out a rule.
    pub(crate) fn strike(&mut self, index: usize) {
        self.rules.copy_within(index + 1.., index);
        self.standing -= 1;
        self.rules[usize::from(self.standing)] = Standing::NONE;
    }

    /// Returns the rules that stand, the oldest first.
    pub(crate) fn rules(&self) -> &[Standing] {
        &self.rules[..usize::from(self.standing)]
    }

    /// Returns the rules that are offered.
    pub(crate) fn offers(&self) -> &[CreatedRule] {
        &self.offered[..usize::from(self.offers)]
    }
}

impl RareState {
    /// Returns the tableau before the first deal.
    pub(crate) fn new(rules: &Rules) -> Self {
        let mut tableau = Self {
            backs: rules.backs.then(|| Box::new(Backs::new(&rules.deck.cards))),
            ..Self::default()
        };
        tableau.created.renew(&rules.tableau.created);
        tableau
    }

    /// Resets the tableau to before the first deal of another episode.
    pub(crate) fn renew(&mut self, rules: &Rules) {
        self.created.renew(&rules.tableau.created);
        self.clear(rules);
    }

    /// Forgets the round; created rules stay.
    pub(crate) fn clear(&mut self, rules: &Rules) {
        if let Some(backs) = &mut self.backs {
            **backs = Backs::new(&rules.deck.cards);
        }
        self.piles.clear();
        self.created.forget_offers();
        self.created.draft = Draft::default();
        (self.named, self.named_by) = (None, None);
        self.announced = Announced::default();
        self.words = 0;
        (self.queued_effects, self.mirror) = ([None; MAX_QUEUED], None);
        self.effects = RareEffects::default();
        self.kept = Hand::default();
    }

    /// Queues the effects of a card that was played.
    pub(crate) fn queue(&mut self, effects: QueuedEffects) {
        if let Some(place) = self.queued_effects.iter_mut().find(|place| place.is_none()) {
            *place = Some(effects);
        }
    }
}
