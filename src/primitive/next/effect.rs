//! Naming the rank or card that the next player must play.

use crate::action::{Action, ActionSet};
use crate::card::{Card, CardSet, Rank};
use crate::engine::agenda::Flow;
use crate::engine::event::{Event, Log};
use crate::engine::legal::follows::keeps_suit;
use crate::engine::phase::Phase;
use crate::engine::tableau::Demanded;
use crate::engine::{Engine, RareState, State};
use crate::rules::{CardRules, Features, Rules};
use crate::ruleset::Nominate;
use crate::seat::{Seat, SeatSet};

/// Returns the ranks of the deck, and the single cards that may be named as well.
pub(crate) fn nameable(rules: &Rules, s: &State) -> ActionSet {
    let cards = s
        .upcard()
        .and_then(|card| s.table(rules, s.seat).of(card).next.name_rank);
    let in_deck = |rank: &Rank| !rules.pack.of_rank(*rank).and(rules.deck.kinds).is_empty();
    let ranks = rules.pack.all_ranks().filter(in_deck);
    if let Some(rule) = cards.filter(|rule| rule.all) {
        let listed = |rank: &Rank| !rules.pack.of_rank(*rank).and(rule.cards).is_empty();
        return ranks
            .filter(listed)
            .map(Action::Rank)
            .fold(ActionSet::EMPTY, ActionSet::with);
    }
    let ranks = ranks.map(Action::Rank);
    ranks.fold(
        ActionSet::plays(cards.map_or(CardSet::EMPTY, |name| name.cards.and(rules.deck.kinds))),
        ActionSet::with,
    )
}

/// Returns true if the named rank may be followed beside a nominated suit.
fn is_followed(rules: &Rules, s: &State) -> bool {
    let nominate = |card| s.table(rules, s.seat).of(card).nominate;
    s.upcard()
        .is_some_and(|upcard| nominate(upcard) == Nominate::SuitAndRank)
}

/// Returns the cards that may be played for their rank, which was nominated with a suit.
pub(crate) fn named_to_follow(rules: &Rules, s: &State) -> CardSet {
    let named = s.tableau.as_ref().and_then(|tableau| tableau.named);
    let followed = named.filter(|_| s.demander().is_none() && is_followed(rules, s));
    followed.map_or(CardSet::EMPTY, |named| named.cards(&rules.pack))
}

/// Returns the rank or card that the seat of the turn must play.
pub(crate) fn named(rules: &Rules, s: &State) -> Option<Demanded> {
    let tableau = s.tableau.as_ref()?;
    let bound = match tableau.named_by {
        Some(_) => s.demander().is_some(),
        None => tableau.named.is_some() && !is_followed(rules, s),
    };
    tableau.named.filter(|_| bound)
}

/// Returns the cards that satisfy what was named: the named cards and, if that binds everybody, also all cards that name anew.
pub(crate) fn named_cards(rules: &Rules, s: &State, named: Demanded) -> CardSet {
    if s.demander().is_none() {
        return named.cards(&rules.pack);
    }
    let table = s.table(rules, s.seat);
    let anew = |card: &Card| table.of(*card).next.name_rank.is_some_and(|rule| rule.all);
    Card::every()
        .filter(anew)
        .fold(named.cards(&rules.pack), |cards, card| cards.or(card.bit()))
}

/// Returns the number of cards that the seat of the turn draws instead of playing what was named.
pub(crate) fn draw_instead_of_named(rules: &Rules, s: &State) -> Option<u8> {
    named(rules, s).filter(|_| s.demander().is_none())?;
    let rule = s
        .upcard()
        .and_then(|card| s.table(rules, s.seat).of(card).next.name_rank);
    Some(rule.map_or(1, |rule| rule.draw))
}

/// Returns true if what was named stays in force after a turn without a card.
pub(crate) fn named_stays(rules: &Rules, s: &State) -> bool {
    s.demander().is_some() || is_followed(rules, s) && !rules.follow.nomination_lapses
}

/// Clears what was named once a card is played, unless it binds everybody until the seat that named it has played again.
pub(crate) fn forget_named(tableau: &mut RareState, seat: Seat, active: SeatSet) {
    let stays = tableau
        .named_by
        .is_some_and(|by| by != seat && active.contains(by));
    if !stays {
        (tableau.named, tableau.named_by) = (None, None);
    }
}

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Asks the player of the upcard for a rank, if the upcard names one.
    pub(crate) fn ask_rank(&mut self) -> Flow {
        let suit_and_rank = |rules: &CardRules| {
            rules.nominate == Nominate::SuitAndRank && !keeps_suit(self.rules, self.state)
        };
        let names = self
            .top_rules()
            .is_some_and(|rules| rules.next.name_rank.is_some() || suit_and_rank(rules));
        if !names || self.state.turn.played == 0 || self.state.turn.top.ordinary {
            return Flow::Next;
        }
        self.ask(Phase::NameRank, self.state.seat)
    }

    /// Sets the rank or card that was named.
    pub(crate) fn name_rank(&mut self, named: Demanded) {
        let all = self
            .top_rules()
            .is_some_and(|rules| rules.next.name_rank.is_some_and(|rule| rule.all));
        let by = all.then_some(self.state.seat);
        if let Some(tableau) = self.tableau() {
            (tableau.named, tableau.named_by) = (Some(named), by);
        }
        self.event(Event::Named(self.state.seat, named));
    }
}
