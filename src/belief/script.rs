//! A round as one seat saw it: its steps, and the facts that they imply about hidden cards.

mod proofs;

use super::Begin;
use super::hands::{Fact, Facts, Slot, SlotCard};
use crate::action::{Action, ActionSet};
use crate::card::{Card, CardSet, MAX_KINDS};
use crate::engine::{Chance, ChanceMode, Event, Game, Log, Move, Outcome, Phase, State, Task};
use crate::hand::Hand;
use crate::resample::{HiddenCards as Unseen, KeepSeeking};
use crate::rng::Rng;
use crate::ruleset::Source;
use crate::seat::{MAX_SEATS, Seat};
use proofs::{Drawing, HiddenDraw, unheld};

/// An event as the viewer saw it; a hidden card is written as [`Card::default`].
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Seen {
    event: Event,
    /// The hand that the viewer was shown or received.
    shown: Option<Box<Hand>>,
}

/// A log of the events that the viewer sees and of the renewals of the stock.
pub(super) struct ViewerLog {
    pub(super) viewer: Seat,
    pub(super) seen: Vec<Seen>,
    /// Each renewal of the stock: the number of events before it, and the cards that entered the stock.
    renewed: Vec<(usize, Vec<Card>)>,
    /// The kinds that each hand turned out not to have when the first player was found, and the number of events before it.
    unheld: Option<(usize, [CardSet; MAX_SEATS])>,
    stock: [u8; MAX_KINDS],
}

impl ViewerLog {
    pub(super) fn new(viewer: Seat) -> Self {
        Self {
            viewer,
            seen: Vec::new(),
            renewed: Vec::new(),
            unheld: None,
            stock: [0; MAX_KINDS],
        }
    }
}

impl Log for ViewerLog {
    fn event(&mut self, state: &State, event: Event) {
        let viewer = self.viewer;
        let shown = match event {
            Event::Challenged(by, player, _) => (by == viewer).then_some(player),
            Event::HandsMoved(..) => Some(viewer),
            Event::Swapped(seat, other) => (seat == viewer || other == viewer).then_some(viewer),
            _ => None,
        };
        if matches!(event, Event::Renewed(_)) {
            let now = state.stock.counts();
            let came = |kind: usize| usize::from(now[kind].saturating_sub(self.stock[kind]));
            let cards = (0..MAX_KINDS).flat_map(|kind| std::iter::repeat_n(Card::of(kind as u8), came(kind)));
            self.renewed.push((self.seen.len(), cards.collect()));
        }
        if matches!(event, Event::Begins(..)) {
            self.unheld = Some((self.seen.len(), unheld(state)));
        }
        self.stock = state.stock.counts();
        let hidden = Card::default();
        let event = match event {
            _ if event.is_open_to(viewer) => event,
            Event::Dealt(seat, _) => Event::Dealt(seat, hidden),
            Event::Drew(seat, _, open) => Event::Drew(seat, hidden, open),
            Event::Gave(from, to, _) => Event::Gave(from, to, hidden),
            other => other,
        };
        let shown = shown.map(|seat| Box::new(*state.hand(seat)));
        self.seen.push(Seen { event, shown });
    }
}

/// A value that is the same in every world, or the number of the slot whose card determines it.
#[derive(Debug, Clone, Copy)]
pub(super) enum InWorlds<T> {
    Same(T),
    Slot(usize),
}

/// A decision of a seat or of chance.
#[derive(Debug, Clone, Copy)]
pub(super) enum What {
    Chance(Chance, InWorlds<Outcome>),
    Seat(Seat, Phase, InWorlds<Action>),
}

/// One step of a round. An offer that another seat declined is none: the viewer saw neither the offer nor the answer.
pub(super) struct Step {
    pub(super) what: What,
    /// The viewer's legal actions, where it decided.
    pub(super) legal: ActionSet,
    /// Number of events that the viewer saw before the step.
    pub(super) told: usize,
}

/// A round as one seat saw it.
pub(super) struct RoundTrace {
    /// The game with explicit chance.
    pub(super) game: Game,
    pub(super) viewer: Seat,
    /// The position at the beginning of the round. Nothing is hidden in it yet unless `hidden` is set.
    pub(super) first: State,
    pub(super) hidden: Option<Unseen>,
    pub(super) steps: Vec<Step>,
    /// The events that the viewer saw.
    pub(super) seen: Vec<Seen>,
    pub(super) facts: Facts,
    /// The viewer's knowledge of the last position.
    pub(super) last: Last,
    /// The index of the hand that each seat holds at the end.
    holds: Vec<usize>,
    /// The slot of the card that each seat drew last, if that card is hidden.
    drew: Vec<Option<usize>>,
}

/// The viewer's knowledge of a position, beyond the events that it has seen.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Last {
    phase: Phase,
    by: Seat,
    legal: ActionSet,
    decisions: u32,
    points: [i32; MAX_SEATS],
}

impl Last {
    pub(super) fn of(game: &Game, state: &State, viewer: Seat) -> Self {
        let legal = if state.actor() == Some(viewer) {
            game.legal(state)
        } else {
            ActionSet::EMPTY
        };
        Self {
            phase: state.phase(),
            by: state.asked(),
            legal,
            decisions: state.decisions,
            points: state.scores.points,
        }
    }
}

/// Returns all events of a game since its beginning in order, hidden cards included.
fn happened(game: &Game, begin: Begin<'_>, moves: &[Move]) -> Option<Vec<Event>> {
    let mut events = Vec::new();
    let mut state = match begin {
        Begin::Seed(seed) => game.deal(seed, &mut events),
        Begin::State(state) => state.clone(),
    };
    for &what in moves {
        game.make(&mut state, what, &mut events).ok()?;
    }
    Some(events)
}

/// Returns the outcome of a chance node that leads to the given next events.
fn outcome_of(game: &Game, state: &State, next: &[Event]) -> Option<Outcome> {
    let outcomes = || {
        game.chance_outcomes(state)
            .into_iter()
            .map(|(outcome, _)| outcome)
    };
    let card = match next.first()? {
        Event::Dealt(_, card)
        | Event::Drew(_, card, _)
        | Event::Starter(card)
        | Event::TurnedAgain(card)
        | Event::Back(_, card) => Some(Outcome::Card(*card)),
        _ => None,
    };
    let leads = |outcome: &Outcome| {
        let (mut state, mut events) = (state.clone(), Vec::new());
        let made = game.apply_outcome(&mut state, *outcome, &mut events).is_ok();
        // The player who begins the second pile is known from the card played on it.
        let goes_on = || state.is_chance() && outcome_of(game, &state, next).is_some();
        made && next.starts_with(&events) && (!events.is_empty() || goes_on())
    };
    match card {
        Some(card) => outcomes().find(|outcome| *outcome == card),
        None => outcomes().find(leads),
    }
}

impl RoundTrace {
    /// Reads the last round of a history as a seat saw it. Returns none where such rounds are not replayed: created
    /// rules are drawn, or others chose which cards to keep; or if `goes_on` returns false meanwhile.
    pub(super) fn new(
        game: &Game,
        begin: Begin<'_>,
        moves: impl Iterator<Item = Move>,
        viewer: Seat,
        goes_on: KeepSeeking<'_>,
    ) -> Option<Self> {
        if game.rules().tableau.created.most > 0 {
            return None;
        }
        let moves: Vec<Move> = moves.collect();
        let explicit = game.with_chance(ChanceMode::Explicit);
        let state = match begin {
            Begin::Seed(seed) => explicit.new_initial_state(seed),
            Begin::State(state) => state.clone(),
        };
        let mut reader = HistoryReader::new(explicit, state, viewer);
        if game.is_explicit() {
            // With explicit chance, even an outcome without an event so far is known: the player who begins the second
            // pile.
            for &what in &moves {
                if !goes_on() {
                    return None;
                }
                match what {
                    Move::Outcome(outcome) => reader.chance(outcome)?,
                    Move::Action(action) => reader.decide(action)?,
                };
            }
            return Some(reader.finish());
        }
        let events = happened(game, begin, &moves)?;
        let mut actions = moves.iter().filter_map(|what| match what {
            Move::Action(action) => Some(*action),
            Move::Outcome(_) => None,
        });
        let mut at = 0;
        loop {
            if !goes_on() {
                return None;
            }
            let told = if reader.state.is_chance() {
                if at == events.len() {
                    break;
                }
                let outcome = outcome_of(&reader.game, &reader.state, &events[at..])?;
                reader.chance(outcome)?
            } else {
                let Some(action) = actions.next() else { break };
                reader.decide(action)?
            };
            at += told;
        }
        (at == events.len()).then(|| reader.finish())
    }
}

/// Returns cards that entered the stock when `since` slots were filled.
fn filled(cards: &[Card], since: usize) -> Vec<SlotCard> {
    cards.iter().map(|&card| SlotCard { card, since }).collect()
}

/// Reader of a history, one step at a time.
struct HistoryReader {
    game: Game,
    viewer: Seat,
    state: State,
    first: State,
    hidden: Option<Unseen>,
    steps: Vec<Step>,
    seen: Vec<Seen>,
    facts: Facts,
    /// The index of the hand that each seat holds.
    holds: Vec<usize>,
    /// The last decision of another seat, if it was to draw.
    drawing: Option<Drawing>,
    /// The seat that is being given a card of choice, which has a slot.
    receives: Option<Seat>,
    /// Hidden draws, to be judged by what the viewer saw next.
    draws: Vec<HiddenDraw>,
    /// The slot of the card that each seat drew last, if that card is hidden.
    drew: Vec<Option<usize>>,
    /// The true card of each slot, used only to check the facts.
    #[cfg(debug_assertions)]
    truth: Vec<Card>,
}

impl HistoryReader {
    fn new(game: Game, state: State, viewer: Seat) -> Self {
        let mut reader = Self {
            first: state.clone(),
            hidden: None,
            steps: Vec::new(),
            seen: Vec::new(),
            facts: Facts::default(),
            holds: Vec::new(),
            drawing: None,
            receives: None,
            draws: Vec::new(),
            drew: Vec::new(),
            #[cfg(debug_assertions)]
            truth: Vec::new(),
            game,
            viewer,
            state,
        };
        reader.begin();
        reader
    }

    /// Starts a new round, or goes on with cards that were turned over: earlier events no longer matter, since all cards lie
    /// in the stock or are hidden where they are, or everybody has seen them.
    fn begin(&mut self) {
        let players = usize::from(self.game.players());
        self.first = self.state.clone();
        self.steps.clear();
        self.seen.clear();
        self.draws.clear();
        self.holds = (0..players).collect();
        self.drew = vec![None; players];
        #[cfg(debug_assertions)]
        self.truth.clear();
        self.facts = Facts {
            hands: vec![Vec::new(); players],
            kinds: self.game.pack().num_kinds() as u32,
            ..Facts::default()
        };
        let hands = (0..self.game.players())
            .map(Seat)
            .any(|seat| !self.state.hand(seat).is_empty());
        if !self.game.rules().stock.order_public {
            // Worlds must not depend on the true order of the stock.
            let mut cards = self.first.stock.cards().to_vec();
            cards.sort_unstable_by_key(|card| card.index());
            self.first.stock.fill(&cards);
        }
        if !hands {
            self.facts.fillings = vec![filled(self.first.stock.cards(), 0)];
            self.hidden = None;
            return;
        }
        let hidden = Unseen::of(&self.game, &self.state, self.viewer);
        self.facts.fillings = vec![filled(&hidden.cards, 0)];
        for ((seat, size), (_, seen)) in hidden.sizes.iter().zip(&hidden.known) {
            #[cfg(debug_assertions)]
            {
                let unseen = |card: &Card| self.state.hand(*seat).count(*card) - seen.count(*card);
                let cards =
                    Card::every().flat_map(|card| std::iter::repeat_n(card, usize::from(unseen(&card))));
                self.truth.extend(cards);
            }
            for _ in 0..*size {
                let slot = self.new_slot(Some(seat.index()), CardSet::ALL);
                self.facts.hands[seat.index()].push(Fact::Got(slot));
            }
            self.facts.hands[seat.index()].extend(seen.iter().map(Fact::GotSeen));
        }
        let own = self.state.hand(self.viewer).iter().map(Fact::GotSeen);
        self.facts.hands[self.viewer.index()].extend(own);
        self.hidden = Some(hidden);
    }

    fn new_slot(&mut self, hand: Option<usize>, may_be: CardSet) -> usize {
        let filling = Some(self.facts.fillings.len() - 1);
        self.facts.slots.push(Slot {
            hand,
            filling,
            may_be,
        });
        self.facts.slots.len() - 1
    }

    fn add_fact(&mut self, seat: Seat, fact: Fact) {
        self.facts.hands[self.holds[seat.index()]].push(fact);
    }

    /// Reads an outcome of chance. Returns the number of events that it caused.
    fn chance(&mut self, outcome: Outcome) -> Option<usize> {
        let Phase::Chance(node) = self.state.phase() else {
            return None;
        };
        let to = match node {
            Chance::Deal { to } => Some(to),
            Chance::Draw { seat } => Some(seat),
            _ => None,
        };
        let from_pile = matches!(
            self.state.agenda.top(),
            Some(Task::Draw {
                from: Source::Pile,
                ..
            })
        );
        let before = self.state.clone();
        let stock = before.stock.len();
        let ordered = before.stock.ordered() > 0 && self.game.rules().stock.order_public;
        let mut watch = self.watch();
        self.game
            .apply_outcome(&mut self.state, outcome, &mut watch)
            .ok()?;
        let unseen = watch.seen.first().is_some_and(|seen| {
            matches!(seen.event, Event::Dealt(seat, _) | Event::Drew(seat, _, false) if seat != self.viewer)
        });
        let mut told = InWorlds::Same(outcome);
        if let (Some(seat), true, false) = (to, unseen, ordered) {
            let slot = self.new_slot(Some(self.holds[seat.index()]), CardSet::ALL);
            self.add_fact(seat, Fact::Got(slot));
            self.drew[seat.index()] = Some(slot);
            told = InWorlds::Slot(slot);
            if let Outcome::Card(card) = outcome {
                #[cfg(debug_assertions)]
                self.truth.push(card);
                self.learn_from_draw(&before, seat, card, &watch.seen, slot);
            }
        } else if let Outcome::Card(card) = outcome
            && stock > 0
            && !from_pile
            && !matches!(
                node,
                Chance::Rogue { .. } | Chance::Param { .. } | Chance::Split | Chance::Back
            )
        {
            let filling = self.facts.fillings.last_mut()?;
            // The last copy to enter: earlier ones may have been played from a hand.
            let at = filling.iter().rposition(|other| other.card == card)?;
            let alone = filling.iter().filter(|other| other.card == card).count() == 1;
            let again = watch
                .seen
                .iter()
                .any(|seen| matches!(seen.event, Event::TurnedAgain(_)));
            if !again {
                filling.remove(at);
            } else if alone {
                self.was_in_stock(card);
            }
            if let Some(seat) = to {
                self.drew[seat.index()] = None;
            }
            if let (Some(seat), true) = (to, unseen) {
                // The card's place in the stock was known, so every seat can tell which card it was.
                self.add_fact(seat, Fact::GotSeen(card));
            }
        }
        self.step(What::Chance(node, told), ActionSet::EMPTY, watch)
    }

    /// Reads a decision. Returns the number of events that it caused.
    fn decide(&mut self, action: Action) -> Option<usize> {
        let (seat, phase) = (self.state.asked(), self.state.phase());
        let legal = self.game.legal(&self.state);
        let mut told = InWorlds::Same(action);
        let (none, drawing) = self.learn_from_decision(action);
        match (phase, action) {
            (Phase::Give { to }, Action::Play(_)) if seat != self.viewer && to != self.viewer => {
                self.facts.slots.push(Slot {
                    hand: Some(self.holds[to.index()]),
                    filling: None,
                    may_be: CardSet::ALL,
                });
                told = InWorlds::Slot(self.facts.slots.len() - 1);
                self.receives = Some(to);
                #[cfg(debug_assertions)]
                self.truth.extend(match action {
                    Action::Play(card) => Some(card),
                    _ => None,
                });
            }
            (Phase::Keep, _) if seat != self.viewer => return None,
            _ => {}
        }
        let mut watch = self.watch();
        let before = self.state.clone();
        self.game.apply(&mut self.state, action, &mut watch).ok()?;
        if self.declines_unseen(seat, action, &watch) {
            return self.follow(watch);
        }
        self.drawing = drawing;
        if !none.is_empty() {
            self.add_fact(seat, Fact::HeldNone(none));
        }
        if let InWorlds::Slot(slot) = told
            && let Phase::Give { to } = phase
        {
            self.add_fact(seat, Fact::Gave(slot));
            self.add_fact(to, Fact::Got(slot));
        }
        let legal = if seat == self.viewer {
            legal
        } else {
            ActionSet::EMPTY
        };
        let events = self.step(What::Seat(seat, phase, told), legal, watch);
        if let Action::Play(card) = action
            && seat != self.viewer
            && self.state.phase() == (Phase::Chance(Chance::Draw { seat }))
        {
            self.learn_from_forced_draw(&before, seat, card);
        }
        events
    }

    /// True if another seat declined an offer that the viewer did not see.
    fn declines_unseen(&self, seat: Seat, action: Action, watch: &ViewerLog) -> bool {
        let told = watch.seen.first().map(|seen| seen.event);
        seat != self.viewer && action == Action::Pass && told != Some(Event::Passed(seat))
    }

    fn watch(&self) -> ViewerLog {
        ViewerLog {
            stock: self.state.stock.counts(),
            ..ViewerLog::new(self.viewer)
        }
    }

    /// Completes a step. Returns the number of events that it caused.
    fn step(&mut self, what: What, legal: ActionSet, watch: ViewerLog) -> Option<usize> {
        let told = self.seen.len();
        self.steps.push(Step { what, legal, told });
        self.follow(watch)
    }

    /// Reads the events of a move. Returns their number.
    fn follow(&mut self, watch: ViewerLog) -> Option<usize> {
        let mut renewed = watch.renewed.into_iter().peekable();
        let mut new_round = false;
        for (at, seen) in watch.seen.iter().enumerate() {
            // Everybody has seen the hands that are turned over, so what came before no longer matters either.
            new_round |= matches!(seen.event, Event::Dealer(_) | Event::TurnedOver);
            if let Some((_, cards)) = renewed.next_if(|(event, _)| *event == at) {
                self.refill(&cards);
            }
            self.learn(seen)?;
            if let Some((_, kinds)) = watch.unheld.filter(|(event, _)| *event == at) {
                self.learn_unheld(&kinds);
            }
        }
        let told = watch.seen.len();
        self.seen.extend(watch.seen);
        if new_round {
            self.begin();
        }
        Some(told)
    }

    /// Records that the only card of its kind lies in the stock, so no slot of this filling holds it.
    fn was_in_stock(&mut self, card: Card) {
        let filling = Some(self.facts.fillings.len() - 1);
        for slot in self.facts.slots.iter_mut().filter(|slot| slot.filling == filling) {
            slot.may_be = slot.may_be.minus(card.bit());
        }
    }

    /// Adds cards that every seat saw to the stock.
    fn refill(&mut self, cards: &[Card]) {
        let at = self.facts.fillings.len() - 1;
        let slots = self
            .facts
            .slots
            .iter()
            .filter(|slot| slot.filling == Some(at))
            .count();
        let filling = &mut self.facts.fillings[at];
        if filling.len() > slots {
            filling.extend(filled(cards, self.facts.slots.len()));
        } else {
            self.facts.fillings.push(filled(cards, 0));
        }
    }

    /// Records the facts that an event implies about hands. Returns none for an event that facts cannot express.
    fn learn(&mut self, seen: &Seen) -> Option<()> {
        let viewer = self.viewer;
        match seen.event {
            Event::Dealt(seat, card) if seat == viewer => self.add_fact(seat, Fact::GotSeen(card)),
            Event::Drew(seat, card, open) if seat == viewer || open => {
                self.add_fact(seat, Fact::GotSeen(card));
            }
            Event::Played(seat, card) => self.add_fact(seat, Fact::Lost(card)),
            Event::Mistake(seat, card) | Event::Begins(seat, Some(card)) => {
                self.add_fact(seat, Fact::Lost(card));
                self.add_fact(seat, Fact::GotSeen(card));
            }
            Event::TookBack(seat, card) => self.add_fact(seat, Fact::GotSeen(card)),
            Event::Gave(from, to, card) if from == viewer || to == viewer => {
                self.add_fact(from, Fact::Lost(card));
                self.add_fact(to, Fact::GotSeen(card));
            }
            // A last card is given without a question, and has no slot.
            Event::Gave(_, to, _) if self.receives.take() != Some(to) => return None,
            Event::Challenged(_, player, _) => {
                if let Some(hand) = &seen.shown {
                    self.add_fact(player, Fact::Shown(hand.clone()));
                }
            }
            Event::HandsMoved(owners, by) => {
                let players = self.game.players();
                let owner_before = |seat| owners.owner_before(Seat(seat), by, players);
                self.holds = (0..players)
                    .map(|seat| self.holds[owner_before(seat).index()])
                    .collect();
                self.tell_own(seen);
            }
            Event::Swapped(seat, other) => {
                self.holds.swap(seat.index(), other.index());
                self.tell_own(seen);
            }
            Event::Returned(..) | Event::Created(..) | Event::Split => return None,
            _ => {}
        }
        Some(())
    }

    /// Records the hand that the viewer now holds, if the event showed it.
    fn tell_own(&mut self, seen: &Seen) {
        if let Some(hand) = &seen.shown {
            self.add_fact(self.viewer, Fact::Shown(hand.clone()));
        }
    }

    fn finish(mut self) -> RoundTrace {
        let last = Last::of(&self.game, &self.state, self.viewer);
        for draw in std::mem::take(&mut self.draws) {
            self.judge(&draw);
        }
        self.learn_from_question();
        #[cfg(debug_assertions)]
        for hand in 0..self.facts.hands.len() {
            let wrong = self.facts.wrong(hand, &filled(&self.truth, 0));
            debug_assert_eq!(
                wrong,
                0,
                "{}: hand {hand} with {:?}: {:?}",
                self.game.ruleset().id,
                self.truth,
                self.facts.hands[hand]
            );
        }
        // Cards that still lie in the stock have slots, too.
        for filling in 0..self.facts.fillings.len() {
            let slots = self
                .facts
                .slots
                .iter()
                .filter(|slot| slot.filling == Some(filling))
                .count();
            for _ in slots..self.facts.fillings[filling].len() {
                self.facts.slots.push(Slot {
                    hand: None,
                    filling: Some(filling),
                    may_be: CardSet::ALL,
                });
            }
        }
        RoundTrace {
            game: self.game,
            viewer: self.viewer,
            first: self.first,
            hidden: self.hidden,
            steps: self.steps,
            seen: self.seen,
            facts: self.facts,
            last,
            holds: self.holds,
            drew: self.drew,
        }
    }
}

impl RoundTrace {
    /// Returns the hidden cards of the last position in the order in which [`Unseen::deal`] takes them, given the cards
    /// in the slots; none if the hands do not fit that position.
    pub(super) fn at_last(&self, hidden: &Unseen, cards: &[SlotCard], rng: &mut Rng) -> Option<Vec<Card>> {
        let mut rest = hidden.cards.clone();
        let mut dealt = Vec::with_capacity(rest.len());
        for ((seat, size), (_, seen)) in hidden.sizes.iter().zip(&hidden.known) {
            let counts = self.facts.held(self.holds[seat.index()], cards);
            let mut unseen = Vec::with_capacity(usize::from(*size));
            for card in Card::every() {
                let more = counts[card.index()].checked_sub(seen.count(card))?;
                unseen.extend(std::iter::repeat_n(card, usize::from(more)));
            }
            if unseen.len() != usize::from(*size) {
                return None;
            }
            for card in &unseen {
                let at = rest.iter().position(|other| other == card)?;
                rest.swap_remove(at);
            }
            rng.shuffle(&mut unseen);
            // The card drawn last comes first, where that still matters.
            let drew = self.drew[seat.index()].map(|slot| cards[slot].card);
            if let Some(at) = unseen.iter().position(|&card| Some(card) == drew) {
                unseen.swap(0, at);
            }
            dealt.extend(unseen);
        }
        rng.shuffle(&mut rest);
        dealt.extend(rest);
        Some(dealt)
    }
}
