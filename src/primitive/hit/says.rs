//! What other rules ask of hits.

use crate::ruleset::{Has, Hit, HitSets, Ruleset, Source, Special, Who};

/// It attacks.
pub(crate) const ATTACK: Has = ("hit", |s| s.attack().is_some());

/// The next player draws at once.
pub(crate) const PENALTY: Has = ("hit", |s| s.penalty().is_some());

/// Those cards come from the pile.
pub(crate) const FROM_PILE: Has = ("hit.from", |s| {
    s.penalty().is_some_and(|p| p.from != Source::Stock)
});

/// All other players draw.
pub(crate) const OTHERS_DRAW: Has = ("hit", |s| s.others_draw() > 0);

/// What a card identical to the upcard does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Identical {
    /// Cards that all other players draw.
    pub(crate) others_draw: u8,
    /// Whether its player is the next player, whom the effects of the turn hit.
    pub(crate) again: bool,
}

impl Special {
    /// What the next player must answer.
    pub(crate) fn attack(&self) -> Option<&Hit> {
        self.hit.as_ref().filter(|hit| hit.is_attack())
    }

    /// Whether it attacks and takes turns.
    pub(crate) fn takes_turns(&self) -> bool {
        self.attack().is_some_and(|attack| attack.skip > 0)
    }

    /// Whether it attacks and takes no turns, so that something may be done after drawing for it.
    pub(crate) fn takes_cards_alone(&self) -> bool {
        self.attack().is_some_and(|attack| attack.skip == 0)
    }

    /// Whether what the next player draws at once counts whatever else the turn does.
    pub(crate) fn penalty_stands(&self) -> bool {
        self.penalty()
            .is_some_and(|penalty| penalty.sets == HitSets::Instead)
    }

    /// What the next player draws at once.
    pub(crate) fn penalty(&self) -> Option<&Hit> {
        let hit = self.hit.as_ref();
        hit.filter(|hit| hit.who == Who::Next && !hit.is_attack())
    }

    /// Cards that all other players draw.
    pub(crate) fn others_draw(&self) -> u8 {
        self.draws(Who::Others)
    }

    /// Cards that somebody draws by lot.
    pub(crate) fn lot_draws(&self) -> u8 {
        self.draws(Who::Lot)
    }

    /// Cards with which whoever went out in the turn before is in the round again.
    pub(crate) fn brings_back(&self) -> u8 {
        self.draws(Who::LastOut)
    }

    fn draws(&self, who: Who) -> u8 {
        let hit = self.hit.as_ref().filter(|hit| hit.who == who);
        hit.map_or(0, |hit| hit.draw)
    }
}

impl Ruleset {
    /// What a card identical to the upcard does, by the special that says so.
    pub(crate) fn identical(&self) -> Identical {
        let specials = self.special.values();
        let mut said = specials.filter(|special| special.when.on_identical() && !special.cards.is_none());
        said.next().map_or_else(Identical::default, |special| Identical {
            others_draw: special.others_draw(),
            again: special.again,
        })
    }
}
