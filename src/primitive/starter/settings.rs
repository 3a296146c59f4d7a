//! Settings of the card that is turned to begin the pile.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::card::CardSet;
use crate::ruleset::{Selector, is_default};

/// The card that is turned to begin the pile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Starter {
    /// The time at which a card is turned to begin the pile: after the deal; before it, so that a player who nominates
    /// for it has seen no hand; or never, so that the first player plays any card, or draws. Or never, and the first player
    /// is the dealer (`by-dealer`).
    pub turned: StarterTurned,
    /// The effects of a special card that begins the pile, as if the dealer had played it: none; all but those that
    /// need the dealer's hand or a decision of others; or those as well: covers, gifts, swapped hands, a rank that is
    /// named, cards played out of turn.
    pub effects: StarterEffects,
    /// Starters with rules of their own, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub card: BTreeMap<String, StarterCard>,
}

/// The time at which a card is turned to begin the pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StarterTurned {
    /// After the deal.
    #[default]
    AfterDeal,
    /// Before the deal, so that a player who nominates for it has seen no hand.
    BeforeDeal,
    /// Never: the first player may play any card.
    Never,
    /// Never: the dealer has the first turn and may play any card.
    ByDealer,
}

/// The extent to which a starter counts as if the dealer had played it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StarterEffects {
    /// Not at all.
    None,
    /// All effects except those that need the dealer's hand or a decision of others.
    #[default]
    Usual,
    /// In full.
    Full,
}

/// Starters with rules of their own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct StarterCard {
    /// Cards to which this applies when they begin the pile; no card may be in two such tables.
    pub cards: Selector,
    /// The effects of these starters: those of any starter; none; the nomination only; those of any starter, with the
    /// turn left to the first player after a penalty (`turn-kept`), or with the first turn for the dealer, so that a
    /// reversal only turns the direction (`dealer-first`). Or the card goes back into the stock and another is turned
    /// (`again`); or any card may be played on it, and nobody nominates (`open`); or it has no effect, and is followed as if
    /// its suit was nominated, not by its rank (`suit`).
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub effects: StarterCardEffects,
    /// The nominator for these starters: the dealer; the first player, before the first turn; or chance, which names
    /// the suit.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub nominated_by: NominatedBy,
}

/// The effects of certain starters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StarterCardEffects {
    /// Those of any starter.
    #[default]
    Usual,
    /// None.
    None,
    /// The nomination only.
    Nomination,
    /// Those of any starter; a penalty leaves the turn to the first player.
    TurnKept,
    /// Those of any starter; the dealer has the first turn.
    DealerFirst,
    /// The card goes back into the stock, and another is turned.
    Again,
    /// Any card may be played on it, and nobody nominates.
    Open,
    /// None, and only its suit is followed, as if it was nominated.
    Suit,
}

/// The player who nominates for a starter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NominatedBy {
    /// The dealer.
    #[default]
    Dealer,
    /// The first player, before the first turn.
    FirstPlayer,
    /// Chance names the suit.
    Lot,
}

impl Starter {
    /// True if a card is turned at all.
    #[must_use]
    pub fn is_turned(&self) -> bool {
        !matches!(self.turned, StarterTurned::Never | StarterTurned::ByDealer)
    }

    /// True if a starter has any effect.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.effects != StarterEffects::None
    }

    /// Returns the starters with these effects.
    #[must_use]
    pub fn with(&self, effects: StarterCardEffects) -> CardSet {
        self.cards(|card| card.effects == effects)
    }

    /// Returns the starters listed with this nominator.
    #[must_use]
    pub fn nominated_by(&self, who: NominatedBy) -> CardSet {
        self.cards(|card| card.nominated_by == who)
    }

    fn cards(&self, test: impl Fn(&StarterCard) -> bool) -> CardSet {
        let cards = self.card.values().filter(|card| test(card));
        cards.fold(CardSet::EMPTY, |set, card| set.or(card.cards.cards()))
    }
}
