//! Queries on hits for other rules.

use crate::ruleset::{Has, Hit, HitSets, Source, Special, Who};

/// Cards that attack.
pub(crate) const ATTACK: Has = ("hit", |s| s.attack().is_some());

/// Cards for which the next player draws at once.
pub(crate) const PENALTY: Has = ("hit", |s| s.penalty().is_some());

/// Cards with a hit whose number of cards is open.
pub(crate) const OPEN: Has = ("hit", |s| s.open_hit().is_some());

/// Cards whose penalty comes from the pile.
pub(crate) const FROM_PILE: Has = ("hit.from", |s| {
    s.penalty().is_some_and(|p| p.from != Source::Stock)
});

/// Cards for which all other players draw.
pub(crate) const OTHERS_DRAW: Has = ("hit", |s| s.others_draw() > 0);

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
        hit.filter(|hit| hit.who == Who::Next && !hit.is_attack() && !hit.draw.is_open())
    }

    /// Returns the hit if chance or the cards decide how many are drawn.
    pub(crate) fn open_hit(&self) -> Option<&Hit> {
        self.hit.as_ref().filter(|hit| hit.draw.is_open())
    }

    /// Returns the number of cards that all other players draw.
    pub(crate) fn others_draw(&self) -> u8 {
        self.draws(Who::Others).max(self.draws(Who::All))
    }

    /// Returns the number of cards that the card's own player draws.
    pub(crate) fn own_draws(&self) -> u8 {
        self.draws(Who::Own).max(self.draws(Who::All))
    }

    /// Returns the number of cards that the player before draws at once.
    pub(crate) fn previous_draws(&self) -> u8 {
        let attacks = self.attack().is_some();
        if attacks { 0 } else { self.draws(Who::Previous) }
    }

    /// Returns the number of cards that a player draws whom the card's player names.
    pub(crate) fn chosen_draws(&self) -> u8 {
        self.draws(Who::Chosen)
    }

    /// Returns true if effects of the special hit players who are served one after another: by place, by lot or by choice.
    pub(crate) fn aims(&self) -> bool {
        let draws = [
            self.own_draws(),
            self.previous_draws(),
            self.chosen_draws(),
            self.lot_draws(),
        ];
        draws.iter().any(|draw| *draw > 0) || self.lost_turns().is_some() || self.open_hit().is_some()
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
        hit.map_or(0, |hit| hit.draw.number())
    }
}
