//! Proofs: facts about other hands that follow from what a seat did, was offered or had to do.

use super::{HistoryReader, Seen, Step, ViewerLog, What};
use crate::action::Action;
use crate::belief::hands::Fact;
use crate::card::{Card, CardSet};
use crate::engine::{Chance, Event, Game, Outcome, Phase, State, Task};
use crate::ruleset::DrawThen;
use crate::seat::{MAX_SEATS, Seat};

/// A decision to draw.
#[derive(Clone, Copy)]
pub(super) struct Drawing {
    seat: Seat,
    /// True if the seat is known to have held nothing playable.
    compelled: bool,
    /// A card that could be played instead, and one that could not.
    examples: [Option<Card>; 2],
    /// Number of facts about the hand before the draw.
    facts: usize,
}

/// A hidden draw.
pub(super) struct HiddenDraw {
    before: State,
    seat: Seat,
    card: Card,
    slot: usize,
    /// Cards that stand for the rest of the hand, which may matter.
    rests: [Option<Card>; 2],
    /// The numbers of steps and events before it.
    step: usize,
    told: usize,
}

impl HistoryReader {
    /// Records what a decision that is about to be made proves. Also returns what it proves only if it is no unseen
    /// decline: the kinds of which the seat holds none, and the decision to draw, if it is one.
    pub(super) fn learn_from_decision(&mut self, action: Action) -> (CardSet, Option<Drawing>) {
        let (seat, phase) = (self.state.asked(), self.state.phase());
        if let (Phase::Challenge { player }, Action::Challenge) = (phase, action) {
            self.learn_from_challenge(player);
        }
        if seat == self.viewer {
            return (CardSet::EMPTY, None);
        }
        if let (Action::Play(card), Some(drawing)) = (action, self.drawing)
            && drawing.seat == seat
            && !self.state.turn.taken.is_empty()
        {
            // Only a card that was drawn for the attack may be played.
            self.add_fact(seat, Fact::GotSince(drawing.facts, card));
        }
        if let (Phase::Play, Action::Play(card), true) = (phase, action, self.state.turn.drawn.only_last)
            && let Some(slot) = self.drew[seat.index()]
        {
            self.facts.slots[slot].may_be = card.bit();
        }
        let none = held_none(&self.game, &self.state, action);
        let drawing = (action == Action::Draw).then(|| Drawing {
            seat,
            compelled: !none.is_empty(),
            examples: [true, false].map(|playable| example(&self.game, &self.state, playable)),
            facts: self.facts.hands[self.holds[seat.index()]].len(),
        });
        (none, drawing)
    }

    /// Records that a seat that had to draw after it played a card held none with which it could have gone on.
    pub(super) fn learn_from_forced_draw(&mut self, before: &State, seat: Seat, card: Card) {
        let others = usize::from(before.hand(seat).len()).saturating_sub(1);
        if others == 0 {
            return;
        }
        let goes_on = |other: &Card| {
            let mut state = with_hand(before, seat, *other, others);
            state.hands[seat.index()].add(card);
            self.game.apply_unchecked(&mut state, Action::Play(card), &mut ());
            state.phase() == Phase::Continue && !self.game.legal(&state).contains(Action::Pass)
        };
        let none: CardSet = self.game.pack().all().iter().filter(goes_on).collect();
        if none.is_empty() {
            return;
        }
        self.drawing = Some(Drawing {
            seat,
            compelled: true,
            examples: [
                None,
                self.game.pack().all().iter().find(|&card| !none.contains(card)),
            ],
            facts: self.facts.hands[self.holds[seat.index()]].len(),
        });
        self.add_fact(seat, Fact::HeldNone(none));
    }

    /// Records what a challenge is about to prove of the hand of the player of the upcard.
    fn learn_from_challenge(&mut self, player: Seat) {
        let hand = self.holds[player.index()];
        let last = self.facts.hands[hand]
            .iter()
            .rposition(|fact| matches!(fact, Fact::Lost(_)));
        let (Some(at), Some(upcard)) = (last, self.state.upcard()) else {
            return;
        };
        let others = self.state.hand(player).len();
        if player == self.viewer
            || others == 0
            || !matches!(self.facts.hands[hand][at], Fact::Lost(card) if card == upcard)
        {
            return;
        }
        let forbids = |card: &Card| {
            let other = with_hand(&self.state, player, *card, usize::from(others));
            !self.game.was_lawful(&other, player)
        };
        let kinds = self.game.pack().all().iter().filter(forbids).collect();
        let fact = if self.state.turn.top.lawful {
            Fact::HeldNone(kinds)
        } else {
            Fact::HeldSome(kinds)
        };
        self.facts.hands[hand].insert(at + 1, fact);
    }

    /// Records what the events after a hidden draw imply: kinds that the card is not, and kinds that the hand lacks.
    pub(super) fn learn_from_draw(
        &mut self,
        before: &State,
        seat: Seat,
        drawn: Card,
        seen: &[Seen],
        slot: usize,
    ) {
        let rules = &self.game.rules().draw;
        // A card that is drawn at the end of the turn proves nothing.
        let in_turn = |state: &State| {
            let after = state.agenda.tasks().nth(1);
            matches!(after, Some(Task::Drawn | Task::Continue))
        };
        let Some(mut drawing) = self.drawing.filter(|drawing| drawing.seat == seat) else {
            return;
        };
        // Who wins a round that ends with the draw depends on all hands.
        let ended = seen.iter().any(|seen| matches!(seen.event, Event::RoundEnded(_)));
        if !in_turn(before) || before.seat != seat || ended {
            return;
        }
        let others = usize::from(before.hand(seat).len());
        let goes_on = |state: &State, events: &[Seen]| {
            let plays = events.iter().any(|seen| matches!(seen.event, Event::Played(..)));
            state.phase() == Phase::Chance(Chance::Draw { seat }) && in_turn(state) && !plays
        };
        if goes_on(&self.state, seen) {
            // Drawing ends as soon as any card held can be played.
            let all_equal = |card: Card| with_hand(before, seat, card, others);
            let none = self.where_drawn(drawn, all_equal, |other, events| !goes_on(other, events));
            // A card that is wild only where its holder lacks a suit may be held beside that suit.
            let none = none.minus(before.table(self.game.rules(), seat).play.wild_no_suit);
            if !none.is_empty() {
                drawing.compelled = true;
                self.drawing = Some(drawing);
                self.add_fact(seat, Fact::HeldNone(none));
            }
            return;
        }
        // Drawing may have ended because of another card in the hand, unless none of those is known to be playable.
        let of_the_hand = rules.until_playable || rules.until_hand > 0 || rules.then == DrawThen::MustPlayAny;
        if of_the_hand && !drawing.compelled {
            return;
        }
        let [playable, unplayable] = drawing.examples;
        self.draws.push(HiddenDraw {
            before: before.clone(),
            seat,
            card: drawn,
            slot,
            rests: [playable.filter(|_| !drawing.compelled), unplayable],
            step: self.steps.len(),
            told: self.seen.len(),
        });
    }

    /// Excludes the kinds that cannot have been drawn, given what the viewer saw next.
    pub(super) fn judge(&mut self, draw: &HiddenDraw) {
        let next = self.steps.get(draw.step + 1);
        let later = &self.seen[draw.told..];
        let differs = |other: &State, events: &[Seen]| {
            // Once the card is played, the rest of the hand decides how play goes on.
            let played = events
                .iter()
                .position(|seen| matches!(seen.event, Event::Played(..)));
            if let Some(at) = played {
                return !later.starts_with(&events[..=at]);
            }
            let ends = next.map_or(self.seen.len(), |step| step.told) == draw.told + events.len();
            let offered = other.actor() == Some(draw.seat) && self.game.legal(other).contains(Action::Pass);
            !(later.starts_with(events) && (offered || ends && self.asks_the_same(other, next)))
        };
        let others = usize::from(draw.before.hand(draw.seat).len());
        let rests = draw.rests.iter().flatten().map(|&rest| {
            let before = with_hand(&draw.before, draw.seat, rest, others);
            self.where_drawn(draw.card, |_| before.clone(), differs)
        });
        let other = rests.reduce(CardSet::and).unwrap_or(CardSet::EMPTY);
        // Cards that are wild only where a suit is lacking depend on the rest of the hand.
        let depends = draw.before.table(self.game.rules(), draw.seat).play.wild_no_suit;
        let may_be = &mut self.facts.slots[draw.slot].may_be;
        *may_be = may_be.minus(other.minus(depends));
    }

    /// True if a state asks the question of a step; without a step, the last question of the round.
    fn asks_the_same(&self, other: &State, step: Option<&Step>) -> bool {
        let (phase, asked) = match step.map(|step| step.what) {
            None => (self.state.phase(), self.state.asked()),
            Some(What::Chance(node, _)) => return other.phase() == Phase::Chance(node),
            Some(What::Seat(seat, phase, _)) => (phase, seat),
        };
        (other.phase().name(), other.asked()) == (phase.name(), asked)
    }

    /// Returns the kinds for which `is_so` holds when a card of that kind is drawn instead.
    fn where_drawn(
        &self,
        drawn: Card,
        state: impl Fn(Card) -> State,
        is_so: impl Fn(&State, &[Seen]) -> bool,
    ) -> CardSet {
        let holds = |card: &Card| {
            let mut other = state(*card);
            other.stock.exchange(drawn, *card);
            let mut watch = ViewerLog::new(self.viewer);
            self.game
                .apply_outcome_unchecked(&mut other, Outcome::Card(*card), &mut watch);
            is_so(&other, &watch.seen)
        };
        self.game.rules().deck.kinds.iter().filter(holds).collect()
    }

    /// Records the kinds that other hands turned out not to have.
    pub(super) fn learn_unheld(&mut self, kinds: &[CardSet; MAX_SEATS]) {
        for seat in (0..self.game.players()).map(Seat) {
            let none = kinds[seat.index()];
            if seat != self.viewer && !none.is_empty() {
                self.add_fact(seat, Fact::HeldNone(none));
            }
        }
    }

    /// Records what the last question proves of the hand of the seat that is asked.
    pub(super) fn learn_from_question(&mut self) {
        let seat = self.state.asked();
        let cards = usize::from(self.state.hand(seat).len());
        let can_answer = |card: &Card| {
            let other = with_hand(&self.state, seat, *card, cards);
            !self.game.legal(&other).cards().is_empty()
        };
        let some = match self.state.phase() {
            _ if seat == self.viewer => CardSet::EMPTY,
            Phase::Pile { card } => card.bit(),
            Phase::Claim | Phase::Mirror | Phase::Continue => {
                self.game.pack().all().iter().filter(can_answer).collect()
            }
            _ => CardSet::EMPTY,
        };
        if !some.is_empty() && !self.state.hand(seat).held().and(some).is_empty() {
            self.add_fact(seat, Fact::HeldSome(some));
        }
    }
}

/// Returns the kinds that each whole hand is known not to have.
pub(super) fn unheld(state: &State) -> [CardSet; MAX_SEATS] {
    let Some(ruled_out) = &state.ruled_out else {
        return [CardSet::EMPTY; MAX_SEATS];
    };
    std::array::from_fn(|seat| {
        let (seat, cards) = (Seat(seat as u8), state.hands[seat].len());
        let counts = ruled_out.counts(seat);
        Card::every()
            .filter(|card| cards > 0 && counts[card.index()] == cards)
            .collect()
    })
}

/// Returns the state with a hand of this number of equal cards.
fn with_hand(state: &State, seat: Seat, card: Card, cards: usize) -> State {
    let mut other = state.clone();
    other.hands[seat.index()] = std::iter::repeat_n(card, cards).collect();
    other
}

/// Returns a card that the asked seat can play if it holds no others, or one that it cannot play.
fn example(game: &Game, state: &State, playable: bool) -> Option<Card> {
    let seat = state.asked();
    let cards = usize::from(state.hand(seat).len());
    game.pack().all().iter().find(|&card| {
        let other = with_hand(state, seat, card, cards);
        game.legal(&other).cards().is_empty() != playable
    })
}

/// Returns the kinds of which the asked seat holds none if it takes this action: with one of them the action would not
/// be legal.
///
/// Applies to drawing or passing, and to playing a card that is wild only where nothing else can be played.
fn held_none(game: &Game, state: &State, action: Action) -> CardSet {
    let seat = state.asked();
    let own = match (state.phase(), action) {
        (Phase::Play | Phase::Continue, Action::Draw | Action::Pass) => None,
        (Phase::Play, Action::Play(card)) => {
            let wild = &state.table(game.rules(), seat).play;
            if !wild.wild_unable.or(wild.wild_no_suit).contains(card) {
                return CardSet::EMPTY;
            }
            Some(card)
        }
        _ => return CardSet::EMPTY,
    };
    let others = usize::from(state.hand(seat).len()) - usize::from(own.is_some());
    if others == 0 || seat != state.seat {
        return CardSet::EMPTY;
    }
    let mut other = state.clone();
    let mut refuses = |card: Card, beside: Option<Card>| {
        let same = std::iter::repeat_n(card, others - usize::from(beside.is_some()));
        other.hands[seat.index()] = own.into_iter().chain(beside).chain(same).collect();
        !game.legal(&other).contains(action)
    };
    let all = game.pack().all();
    let none: CardSet = all.iter().filter(|&card| refuses(card, None)).collect();
    // A card that is wild only where another one is not held may be held beside that one.
    let wild = &state.table(game.rules(), seat).play;
    let depends = none.and(wild.wild_unable.or(wild.wild_no_suit));
    let beside = |card: &Card| others > 1 && all.minus(none).iter().any(|one| !refuses(*card, Some(one)));
    none.minus(depends.iter().filter(beside).collect())
}
