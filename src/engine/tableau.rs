//! What only few games need of a table: several piles, created rules, what was named, and what is owed.
//!
//! A state carries it in one box, and only where its ruleset needs any of it.

use super::piles::Pile;
use crate::card::{Card, CardSet, Rank};
use crate::hand::Hand;
use crate::rules::{MAX_OFFERED, MAX_STANDING, NO_SUIT};
use crate::ruleset::{Class, Created, CreatedRule, Does, Draft, Source};
use crate::seat::{Seat, SeatSet};

/// Most piles at once.
pub(crate) const MAX_PILES: usize = 4;

/// Most cards played out of turn, one on the other, whose effects wait.
pub(crate) const MAX_OWING: usize = 8;

/// What only few rulesets need of a position, each part by its rule.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Tableau {
    pub(crate) piles: WaitingPiles,
    pub(crate) created: CreatedRules,
    /// What the seat of the turn must play.
    pub(crate) named: Option<Named>,
    /// Who named it, where it binds everybody until that seat has played again.
    pub(crate) named_by: Option<Seat>,
    pub(crate) announced: Announced,
    /// Words yet due for the card just played, one bit each by their numbers.
    pub(crate) words: u8,
    /// What is yet to come of the cards played, in their order.
    pub(crate) owing: [Option<Owing>; MAX_OWING],
    pub(crate) mirror: Option<Mirror>,
    /// What the seat that chooses keeps.
    pub(crate) kept: Hand,
}

/// What the next player must play, if it is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// A card of this rank.
    Rank(Rank),
    /// This card.
    Card(Card),
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Owing {
    pub(crate) seat: Seat,
    /// Cards that somebody draws by lot.
    pub(crate) slap: u8,
    /// Whether the seat may swap hands.
    pub(crate) swap: bool,
    /// Cards for a last card that nobody goes out with, or that a created rule makes its player draw.
    pub(crate) draw: u8,
    /// Cards that the seat after this one draws, and where they come from.
    pub(crate) penalty: u8,
    pub(crate) from: Source,
}

impl Owing {
    /// Whether nothing is left of it.
    pub(crate) const fn is_nothing(self) -> bool {
        self.slap == 0 && !self.swap && self.draw == 0 && self.penalty == 0
    }
}

/// Cards that all others would draw, while they are turned back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mirror {
    /// Who draws them, and whom they go to if that is mirrored; none: all others draw.
    pub(crate) hit: Option<(Seat, Seat)>,
    /// Cards in all.
    pub(crate) total: u8,
}

/// The piles but the one last played on, which is the state's own.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct WaitingPiles {
    /// The piles by index; the slot of the one last played on is empty.
    pub(crate) slots: [Pile; MAX_PILES],
    /// The suits nominated on them.
    pub(crate) nominated: [u8; MAX_PILES],
    /// How many piles there are.
    pub(crate) count: u8,
    /// The index of the pile last played on.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
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
#[derive(Clone, PartialEq, Eq)]
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
        let mut tableau = Self {
            piles: WaitingPiles::default(),
            created: CreatedRules::default(),
            named: None,
            named_by: None,
            announced: Announced::default(),
            words: 0,
            owing: [None; MAX_OWING],
            mirror: None,
            kept: Hand::default(),
        };
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
