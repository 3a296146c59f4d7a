//! A seat's knowledge of the tableau: piles, ranks or cards named, words, and the created rules that it sees.

use super::View;
use crate::card::{Card, CardSet, Suit};
use crate::engine::{Aimed, Demanded, JudgedBy, MAX_PILES, Phase, RareState, claims, must_play, sees};
use crate::hand::Hand;
use crate::ruleset::CreatedRule;
use crate::seat::{Seat, SeatSet};

/// Effects of a turn that only few games have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a thing of its own that the turn may owe"
)]
pub struct TurnEffects {
    /// Number of cards that a seat drawn by lot draws.
    pub lot: u8,
    /// Effects on players by their place, by lot or by choice.
    pub(crate) aimed: Aimed,
    /// Number of hits whose number of cards is open.
    pub open: u8,
    /// Number of cards that the player draws.
    pub own_draw: u8,
    /// Number of mirror cards played on an attack.
    pub mirrors: u8,
    /// True if the player may swap hands.
    pub swap: bool,
    /// True if a created rule lets the player nominate.
    pub names: bool,
    /// True if the pile is to be dealt into two.
    pub splits: bool,
    /// True if the last card was one that nobody can go out with.
    pub not_out: bool,
}

impl View<'_> {
    fn tableau(&self) -> Option<&RareState> {
        self.state.tableau.as_deref()
    }

    /// Number of piles.
    #[must_use]
    pub fn pile_count(&self) -> u8 {
        self.tableau().map_or(1, |tableau| tableau.piles.count)
    }

    /// The index of the pile last played on.
    #[must_use]
    pub fn pile_at(&self) -> u8 {
        self.tableau().map_or(0, |tableau| tableau.piles.at)
    }

    /// Returns the cards of a pile, bottom first, and the suit nominated on it; empty if there is no such pile.
    #[must_use]
    pub fn pile_of(&self, index: u8) -> (&[Card], Option<Suit>) {
        if index == self.pile_at() {
            return (self.pile(), self.nominated());
        }
        let slot = usize::from(index).min(MAX_PILES - 1);
        self.tableau().map_or((&[], None), |tableau| {
            (
                tableau.piles.slots[slot].cards(),
                Suit::from_index(tableau.piles.nominated[slot]),
            )
        })
    }

    /// Calls `each` with the counts of every pile other than the one last played on, and of a pile that is being dealt
    /// into two.
    pub(crate) fn other_piles(&self, mut each: impl FnMut(&[u8; crate::card::MAX_KINDS])) {
        if let Some(tableau) = self.tableau() {
            tableau.piles.iter().for_each(|(_, pile, _)| each(pile.counts()));
            if !tableau.piles.split.is_empty() {
                each(tableau.piles.split.counts());
            }
        }
    }

    /// The rank or card that the seat of the turn must play if it holds it, or that may be followed beside a nominated
    /// suit.
    #[must_use]
    pub fn named(&self) -> Option<Demanded> {
        self.tableau().and_then(|tableau| tableau.named)
    }

    /// True if the named rank may be followed beside a nominated suit.
    #[must_use]
    pub fn named_is_followed(&self) -> bool {
        self.named().is_some() && must_play(self.game.rules(), self.state).is_none()
    }

    /// True if a run was left open on top, so that a player with a card that fits may continue it.
    #[must_use]
    pub fn is_run_open(&self) -> bool {
        let left = |card| {
            self.table()
                .of(card)
                .continuing
                .cover
                .is_some_and(|cover| cover.left)
        };
        self.phase() == Phase::Play && self.state.round.plays > 0 && self.upcard().is_some_and(left)
    }

    /// The seat that named the card or rank that everybody must play, until that seat has played again.
    #[must_use]
    pub fn named_by(&self) -> Option<Seat> {
        self.state.demander()
    }

    /// Number of renewals of the stock in the match, where they cost points.
    #[must_use]
    pub fn renewals(&self) -> u8 {
        self.state.matches.renewals
    }

    /// Seats that have yet to end their first turn of the round, where the suit in force stays during it.
    #[must_use]
    pub fn first_turns(&self) -> SeatSet {
        self.state.first_turns
    }

    /// Number of created rules that stand.
    #[must_use]
    pub fn standing(&self) -> u8 {
        self.tableau().map_or(0, |tableau| tableau.created.standing)
    }

    /// The standing created rules, oldest first, if the seat sees them.
    #[must_use]
    pub fn created(&self) -> Option<impl ExactSizeIterator<Item = &CreatedRule>> {
        let rules = &self.game.rules().tableau;
        let tableau = self.tableau().filter(|_| sees(rules, self.state, self.seat))?;
        Some(tableau.created.rules().iter().map(|standing| &standing.rule))
    }

    /// The created rules on offer, if the seat sees them.
    #[must_use]
    pub fn offered(&self) -> Option<&[CreatedRule]> {
        let chooses = self.phase() == Phase::Create && self.actor() == Some(self.seat);
        let public = !self.game.rules().tableau.hides();
        let tableau = self
            .tableau()
            .filter(|_| chooses || public && self.phase() == Phase::Create)?;
        Some(tableau.created.offers())
    }

    /// Seats of [`View::calls`] whose call has been due for a turn.
    #[must_use]
    pub fn overdue(&self) -> SeatSet {
        self.tableau()
            .map_or_else(SeatSet::default, |tableau| tableau.announced.overdue)
    }

    /// Number of cards that all others would draw, and the seat that draws them instead once somebody has mirrored.
    #[must_use]
    pub fn mirrored(&self) -> Option<(u8, Option<Seat>)> {
        let mirror = self.tableau()?.mirror?;
        Some((mirror.total, mirror.hit.map(|(hit, _)| hit)))
    }

    /// Cards of the viewer's hand that may be played out of turn by the rules that the viewer sees.
    #[must_use]
    pub fn claims(&self) -> CardSet {
        claims(self.game.rules(), self.state, self.seat, JudgedBy::SeenRules)
    }

    /// The cards that the viewer has chosen to keep so far.
    #[must_use]
    pub fn kept(&self) -> Option<&Hand> {
        let own = self.phase() == Phase::Keep && self.actor() == Some(self.seat);
        self.tableau().filter(|_| own).map(|tableau| &tableau.kept)
    }

    /// Seats with one card that have announced it.
    #[must_use]
    pub fn announced(&self) -> SeatSet {
        self.tableau()
            .map_or_else(SeatSet::default, |tableau| tableau.announced.said)
    }

    /// Returns the effects of the turn that only few games have.
    ///
    /// Effects to which created rules may contribute are left out for a seat that does not see those rules.
    #[must_use]
    pub fn turn_owes(&self) -> TurnEffects {
        let turn = &self.state.turn;
        let all = self.knows_all_rules();
        TurnEffects {
            lot: turn.card_effects.lot,
            aimed: self.aimed(),
            open: self.tableau().map_or(0, |tableau| tableau.effects.open_hits()),
            own_draw: if all { turn.card_effects.draw } else { 0 },
            mirrors: turn.mirrors,
            swap: turn.card_effects.swap,
            names: all && turn.created.nominates,
            splits: all && turn.created.splits,
            not_out: turn.card_effects.not_out,
        }
    }

    /// Returns the effects that the card being served, or the turn, has for players by their place, by lot or by choice.
    fn aimed(&self) -> Aimed {
        let Some(tableau) = self.tableau() else {
            return Aimed::default();
        };
        let served = tableau.queued_effects[0].as_ref();
        let served = served.filter(|_| self.phase() == Phase::Choose);
        served.map_or(tableau.effects.aimed, |effects| effects.aimed)
    }

    /// True if the seat sees every created rule that stands.
    #[inline(always)]
    pub(super) fn knows_all_rules(&self) -> bool {
        let sees = |tableau: &RareState| {
            tableau.created.standing == 0 || sees(&self.game.rules().tableau, self.state, self.seat)
        };
        self.tableau().is_none_or(sees)
    }
}
