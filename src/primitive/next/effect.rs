//! Naming what the next player must play.

use crate::action::{Action, ActionSet};
use crate::card::{Card, CardSet, Rank};
use crate::engine::agenda::Flow;
use crate::engine::event::{Event, Log};
use crate::engine::legal::follows::keeps_suit;
use crate::engine::phase::Phase;
use crate::engine::tableau::Named;
use crate::engine::{Engine, State, Tableau};
use crate::rules::{CardRules, Features, Rules};
use crate::ruleset::Nominate;
use crate::seat::{Seat, SeatSet};

/// The ranks of the deck, and the single cards that may be named as well.
pub(crate) fn nameable(rules: &Rules, s: &State) -> ActionSet {
    let cards = s
        .upcard()
        .and_then(|card| s.table(rules, s.seat).of(card).next.name_rank);
    let in_deck = |rank: &Rank| !rank.cards().and(rules.deck.kinds).is_empty();
    let ranks = (0..14).filter_map(Rank::from_index).filter(in_deck);
    if let Some(rule) = cards.filter(|rule| rule.all) {
        let listed = |rank: &Rank| !rank.cards().and(rule.cards).is_empty();
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

/// Whether what was named may be followed beside a nominated suit.
fn is_followed(rules: &Rules, s: &State) -> bool {
    let nominate = |card| s.table(rules, s.seat).of(card).nominate;
    s.upcard()
        .is_some_and(|upcard| nominate(upcard) == Nominate::SuitAndRank)
}

/// The cards that may be played for their rank, which was nominated with a suit.
pub(crate) fn named_to_follow(rules: &Rules, s: &State) -> CardSet {
    let named = s.tableau.as_ref().and_then(|tableau| tableau.named);
    let followed = named.filter(|_| s.demander().is_none() && is_followed(rules, s));
    followed.map_or(CardSet::EMPTY, Named::cards)
}

/// What the seat of the turn must play.
pub(crate) fn named(rules: &Rules, s: &State) -> Option<Named> {
    let tableau = s.tableau.as_ref()?;
    let bound = match tableau.named_by {
        Some(_) => s.demander().is_some(),
        None => tableau.named.is_some() && !is_followed(rules, s),
    };
    tableau.named.filter(|_| bound)
}

/// The cards that are meant by it: those that were named, and under a name that binds all those that name anew.
pub(crate) fn named_cards(rules: &Rules, s: &State, named: Named) -> CardSet {
    if s.demander().is_none() {
        return named.cards();
    }
    let table = s.table(rules, s.seat);
    let anew = |card: &Card| table.of(*card).next.name_rank.is_some_and(|rule| rule.all);
    Card::all()
        .filter(anew)
        .fold(named.cards(), |cards, card| cards.or(card.bit()))
}

/// Cards that the seat of the turn draws instead of what was named.
pub(crate) fn draw_instead_of_named(rules: &Rules, s: &State) -> Option<u8> {
    named(rules, s).filter(|_| s.demander().is_none())?;
    let rule = s
        .upcard()
        .and_then(|card| s.table(rules, s.seat).of(card).next.name_rank);
    Some(rule.map_or(1, |rule| rule.draw))
}

/// Whether what was named is in force also after a turn without a card.
pub(crate) fn named_stays(rules: &Rules, s: &State) -> bool {
    s.demander().is_some() || is_followed(rules, s) && !rules.follow.nomination_lapses
}

/// A card is played: what was named is over, but for what binds all until whoever named it has played again.
pub(crate) fn forget_named(tableau: &mut Tableau, seat: Seat, active: SeatSet) {
    let stays = tableau
        .named_by
        .is_some_and(|by| by != seat && active.contains(by));
    if !stays {
        (tableau.named, tableau.named_by) = (None, None);
    }
}

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Asks the player of the upcard for a rank, where it names one.
    pub(crate) fn ask_rank(&mut self) -> Flow {
        let suit_and_rank =
            |rules: &CardRules| rules.nominate == Nominate::SuitAndRank && !keeps_suit(self.rules, self.s);
        let names = self
            .top_rules()
            .is_some_and(|rules| rules.next.name_rank.is_some() || suit_and_rank(rules));
        if !names || self.s.turn.played == 0 || self.s.turn.top.ordinary {
            return Flow::Next;
        }
        self.ask(Phase::NameRank, self.s.seat)
    }

    /// A rank or a card was named.
    pub(crate) fn name_rank(&mut self, named: Named) {
        let all = self
            .top_rules()
            .is_some_and(|rules| rules.next.name_rank.is_some_and(|rule| rule.all));
        let by = all.then_some(self.s.seat);
        if let Some(tableau) = self.tableau() {
            (tableau.named, tableau.named_by) = (Some(named), by);
        }
        self.event(Event::Named(self.s.seat, named));
    }
}
