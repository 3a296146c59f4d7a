//! Naming what the next player must play.

use crate::action::{Action, ActionSet};
use crate::card::{CardSet, Rank};
use crate::engine::agenda::Next;
use crate::engine::event::{Event, Log};
use crate::engine::phase::Phase;
use crate::engine::tableau::Named;
use crate::engine::{Engine, State};
use crate::rules::{Features, Rules};

/// The ranks of the deck, and the single cards that may be named as well.
pub(crate) fn nameable(rules: &Rules, s: &State) -> ActionSet {
    let cards = s
        .upcard()
        .and_then(|card| s.table(rules, s.seat).of(card).next.name_rank);
    let in_deck = |rank: &Rank| {
        rank.cards()
            .iter()
            .any(|card| rules.deck.copies[card.index()] > 0)
    };
    let ranks = (0..14)
        .filter_map(Rank::from_index)
        .filter(in_deck)
        .map(Action::Rank);
    ranks.fold(
        ActionSet::plays(cards.map_or(CardSet::EMPTY, |name| name.cards)),
        ActionSet::with,
    )
}

/// What the seat of the turn must play.
pub(crate) fn named(s: &State) -> Option<Named> {
    s.tableau.as_ref().and_then(|tableau| tableau.named)
}

/// Cards that the seat of the turn draws instead of what was named.
pub(crate) fn draw_instead_of_named(rules: &Rules, s: &State) -> Option<u8> {
    named(s)?;
    let rule = s
        .upcard()
        .and_then(|card| s.table(rules, s.seat).of(card).next.name_rank);
    Some(rule.map_or(1, |rule| rule.draw))
}

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Asks the player of the upcard for a rank, where it names one.
    pub(crate) fn ask_rank(&mut self) -> Next {
        let names = self
            .top_rules()
            .is_some_and(|rules| rules.next.name_rank.is_some());
        if !names || self.s.turn.played == 0 || self.s.turn.top.ordinary {
            return self.ask_challenge();
        }
        self.ask(Phase::NameRank, self.s.seat)
    }

    /// A rank or a card was named.
    pub(crate) fn name_rank(&mut self, named: Named) -> Next {
        if let Some(tableau) = self.tableau() {
            tableau.named = Some(named);
        }
        self.event(Event::Named(self.s.seat, named));
        self.ask_challenge()
    }
}
