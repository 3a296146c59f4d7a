//! Queries on hits for other rules.

use crate::ruleset::{Has, Hit, HitSets, Ruleset, Source, Special, Who};

/// Cards that attack.
pub(crate) const ATTACK: Has = ("hit", |s| s.attack().is_some());

/// Cards for which the next player draws at once.
pub(crate) const PENALTY: Has = ("hit", |s| s.penalty().is_some());

/// Cards whose penalty comes from the pile.
pub(crate) const FROM_PILE: Has = ("hit.from", |s| {
    s.penalty().is_some_and(|p| p.from != Source::Stock)
});

/// Cards for which all other players draw.
pub(crate) const OTHERS_DRAW: Has = ("hit", |s| s.others_draw() > 0);

/// The effects of a card identical to the upcard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Identical {
    /// Number of cards that all other players draw.
    pub(crate) others_draw: u8,
    /// True if its player is the next player, whom the effects of the turn hit.
    pub(crate) again: bool,
}

impl Special {
    /// Returns the hit if it is an attack, which the next player must answer.
    pub(crate) fn attack(&self) -> Option<&Hit> {
        self.hit.as_ref().filter(|hit| hit.is_attack())
    }

    /// Returns true if the special attacks and takes turns.
    pub(crate) fn takes_turns(&self) -> bool {
        self.attack().is_some_and(|attack| attack.skip > 0)
    }

    /// Returns true if the special attacks without taking turns, so that a player may act after drawing for it.
    pub(crate) fn takes_cards_alone(&self) -> bool {
        self.attack().is_some_and(|attack| attack.skip == 0)
    }

    /// Returns true if the penalty counts whatever else the turn does.
    pub(crate) fn penalty_stands(&self) -> bool {
        self.penalty()
            .is_some_and(|penalty| penalty.sets == HitSets::Instead)
    }

    /// Returns the hit if it is a penalty, which the next player draws at once.
    pub(crate) fn penalty(&self) -> Option<&Hit> {
        let hit = self.hit.as_ref();
        hit.filter(|hit| hit.who == Who::Next && !hit.is_attack())
    }

    /// Returns the number of cards that all other players draw.
    pub(crate) fn others_draw(&self) -> u8 {
        self.draws(Who::Others)
    }

    /// Returns the number of cards that a player drawn by lot draws.
    pub(crate) fn lot_draws(&self) -> u8 {
        self.draws(Who::Lot)
    }

    /// Returns the number of cards for which the player who went out in the turn before is back in the round.
    pub(crate) fn brings_back(&self) -> u8 {
        self.draws(Who::LastOut)
    }

    fn draws(&self, who: Who) -> u8 {
        let hit = self.hit.as_ref().filter(|hit| hit.who == who);
        hit.map_or(0, |hit| hit.draw)
    }
}

impl Ruleset {
    /// Returns the effects of a card identical to the upcard, from the special that sets them.
    pub(crate) fn identical(&self) -> Identical {
        let specials = self.special.values();
        let mut said = specials.filter(|special| special.when.on_identical() && !special.cards.is_none());
        said.next().map_or_else(Identical::default, |special| Identical {
            others_draw: special.others_draw(),
            again: special.again,
        })
    }
}
