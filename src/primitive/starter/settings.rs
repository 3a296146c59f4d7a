//! The card that is turned to begin the pile.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::card::CardSet;
use crate::ruleset::{Selector, is_default};

/// The card that is turned to begin the pile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Starter {
    /// When a card is turned to begin the pile: after the deal; before it, so that who nominates for it has seen no
    /// hand; or never, so that the first player plays any card, or draws.
    pub turned: StarterTurned,
    /// How far a special card that begins the pile counts as if the dealer had played it: not at all; yes, but for what
    /// needs the dealer's hand or what others are asked about; or that as well: covers, gifts, hands that are swapped, a
    /// rank that is named, cards played out of turn.
    pub effects: StarterEffects,
    /// Starters that are not as the others, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub card: BTreeMap<String, StarterCard>,
}

/// When a card is turned to begin the pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StarterTurned {
    /// After the deal.
    #[default]
    AfterDeal,
    /// Before the deal: who nominates for it has seen no hand.
    BeforeDeal,
    /// Never: the first player may play any card.
    Never,
}

/// How far a starter counts as if the dealer had played it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StarterEffects {
    /// Not at all.
    None,
    /// But for what needs the dealer's hand, or what others are asked about.
    #[default]
    Usual,
    /// In full.
    Full,
}

/// Starters that are not as the others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct StarterCard {
    /// Cards for which something else holds when they begin the pile; no card may stand in two such tables.
    pub cards: Selector,
    /// Their effects: they count as others do; there are none; nothing but the nomination counts; their penalty leaves
    /// the first player the turn; they count, and the dealer has the first turn, so that a reversal only turns the
    /// direction (`dealer-first`); they go back into the stock and another card is turned; or any card may be played on
    /// them, nobody nominating.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub effects: StarterCardEffects,
    /// Who nominates for them: the dealer; the first player, before the own turn; or chance, which names the suit.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub nominated_by: NominatedBy,
}

/// What becomes of the effects of certain starters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StarterCardEffects {
    /// They are as those of other starters.
    #[default]
    Usual,
    /// There are none.
    None,
    /// Only the nomination counts.
    Nomination,
    /// A penalty leaves the first player the turn.
    TurnKept,
    /// They are as those of other starters, and the dealer has the first turn.
    DealerFirst,
    /// The card goes back into the stock, and another is turned.
    Again,
    /// Any card may be played on it, and nobody nominates.
    Open,
}

/// Who nominates for a starter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NominatedBy {
    /// The dealer.
    #[default]
    Dealer,
    /// The first player, before the own turn.
    FirstPlayer,
    /// Chance.
    Lot,
}

impl Starter {
    /// Whether a card is turned at all.
    #[must_use]
    pub fn is_turned(&self) -> bool {
        self.turned != StarterTurned::Never
    }

    /// Whether a starter has any effect.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.effects != StarterEffects::None
    }

    /// The starters with these effects.
    #[must_use]
    pub fn with(&self, effects: StarterCardEffects) -> CardSet {
        self.cards(|card| card.effects == effects)
    }

    /// The starters for which this one nominates, the dealer aside.
    #[must_use]
    pub fn nominated_by(&self, who: NominatedBy) -> CardSet {
        self.cards(|card| card.nominated_by == who)
    }

    fn cards(&self, test: impl Fn(&StarterCard) -> bool) -> CardSet {
        let cards = self.card.values().filter(|card| test(card));
        cards.fold(CardSet::EMPTY, |set, card| set.or(card.cards.cards()))
    }
}
