//! Playing out of turn: who holds a card identical to the upcard is polled, and what the cards played so still owe is served.

use crate::card::Card;
use crate::engine::agenda::{Next, Next::Do, Task};
use crate::engine::event::{Event, Log};
use crate::engine::phase::Phase;
use crate::engine::side::{MAX_OWING, Owing, Side};
use crate::engine::{Engine, State, Turn, legal};
use crate::rules::{Features, Rules, SideRules};
use crate::ruleset::Does;
use crate::seat::Seat;

/// Whether a created rule lets cards be played out of turn.
fn plays_any_turn(side: &Side) -> bool {
    side.rules()
        .iter()
        .any(|standing| standing.rule.does == Does::AnyTurn)
}

/// The card that a seat has to play out of turn.
fn forced_claim(rules: &Rules, s: &State, seat: Seat) -> Option<Card> {
    let more = rules.side.as_ref()?;
    let upcard = s
        .upcard()
        .filter(|&upcard| more.identical_must.contains(upcard))?;
    let barred = seat == s.seat && more.identical_not_own.contains(upcard);
    (!barred && more.identical.contains(upcard) && s.held(seat).contains(upcard)).then_some(upcard)
}

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// The block beside the state, where there is one.
    pub(crate) fn side(&mut self) -> Option<&mut Side> {
        self.s.side.as_deref_mut()
    }

    /// What comes right after a card was played: hands that pass at once, words, the call, cards out of turn.
    pub(crate) fn after_card(&mut self) -> Next {
        let Some(more) = self.rules.side.as_deref() else {
            return self.continue_turn();
        };
        if self.nothing_follows(more) {
            return self.continue_turn();
        }
        if !more.identical.is_empty() {
            // Who holds an identical card may only be asked when the hands lie where they stay.
            self.move_hands();
        }
        self.ask_words()
    }

    /// The call comes before anybody is asked who may play on the card; then they are asked.
    pub(crate) fn ask_call_early(&mut self) -> Next {
        let seat = self.s.seat;
        if self.may_be_claimed() && self.owes_call() {
            self.s.agenda.push(Task::Claims(seat));
            return self.ask(Phase::Speak { last: false }, seat);
        }
        Do(Task::Claims(seat))
    }

    /// Whether no word is due for the card just played, its player keeps two or more, and nobody may play a card on it.
    fn nothing_follows(&self, more: &SideRules) -> bool {
        let (s, Some(upcard)) = (&*self.s, self.s.upcard()) else {
            return false;
        };
        let quiet = s.hand(s.seat).len() > 1
            && s.turn.hands == 0
            && s.side
                .as_ref()
                .is_some_and(|side| side.words == 0 && !plays_any_turn(side));
        let hands = &s.hands[..usize::from(self.rules.players)];
        let held = || hands.iter().any(|hand| hand.held().contains(upcard));
        quiet && !(more.identical.contains(upcard) && held())
    }

    /// Whether cards may be played on the upcard out of turn: the call then comes before anybody is asked.
    fn may_be_claimed(&self) -> bool {
        let (Some(more), Some(side)) = (&self.rules.side, &self.s.side) else {
            return false;
        };
        plays_any_turn(side)
            || self
                .s
                .upcard()
                .is_some_and(|upcard| more.identical.contains(upcard))
    }

    /// The call was made, or was not, before anybody is asked for a card out of turn.
    pub(crate) fn spoken_before_claims(&mut self, said: bool) -> Next {
        let seat = self.by;
        if said {
            self.event(Event::Said(seat, 0));
        } else {
            self.s.calls.insert(seat);
        }
        Next::Agenda
    }

    /// Polls the seats from this one on, the player of the upcard first, for playing a card out of turn.
    pub(crate) fn ask_claims(&mut self, from: Seat) -> Next {
        let player = self.s.seat;
        if self
            .s
            .side
            .as_ref()
            .is_none_or(|side| side.owing[MAX_OWING - 2].is_some())
        {
            // As many wait as can.
            return Do(Task::Continue);
        }
        let order =
            std::iter::once(player).chain(self.in_order_after(player).filter(move |&seat| seat != player));
        for seat in order.skip_while(|&seat| seat != from) {
            let cards = legal::claims(self.rules, self.s, seat, legal::JudgedBy::Trial);
            if cards.is_empty() {
                continue;
            }
            if let Some(card) = forced_claim(self.rules, self.s, seat) {
                return self.claim(seat, card);
            }
            return self.ask(Phase::Claim, seat);
        }
        Do(Task::Continue)
    }

    /// Polling goes on after this seat.
    fn claims_after(&self, seat: Seat) -> Next {
        let next = self.s.next_active(seat, self.rules.players);
        if next == self.s.seat {
            Do(Task::Continue)
        } else {
            Do(Task::Claims(next))
        }
    }

    /// A polled seat plays a card out of turn, or does not.
    pub(crate) fn answer_claim(&mut self, card: Option<Card>) -> Next {
        let seat = self.by;
        let Some(card) = card else {
            return self.claims_after(seat);
        };
        if legal::claims(self.rules, self.s, seat, legal::JudgedBy::AllRules).contains(card) {
            return self.claim(seat, card);
        }
        let then = self.claims_after(seat);
        self.hand_back(seat, card);
        self.penalise(seat, self.rules.mistakes.penalty, then)
    }

    /// A card is played out of turn; what its forerunner owes comes when no more are played so.
    fn claim(&mut self, seat: Seat, card: Card) -> Next {
        let Some(upcard) = self.s.upcard() else {
            return Do(Task::Played);
        };
        let mut owing = self.take_owing(true);
        // The player's own cards come now: a hand that passes must not be empty.
        let (player, draw) = (owing.seat, std::mem::take(&mut owing.draw));
        if let (Some(side), false) = (self.side(), owing.is_nothing()) {
            side.owes(owing);
        }
        let before = self.s.turn;
        self.s.turn = Turn {
            played: before.played,
            attack: before.attack,
            attack_kind: before.attack_kind,
            unanswerable: before.unanswerable,
            answered: before.answered,
            reverse: before.reverse,
            others_draw: before.others_draw,
            splits: before.splits,
            followed: true,
            lawful: true,
            one_rank: true,
            run: 1,
            run_rank: Some(card.rank()),
            ..Turn::default()
        };
        (self.s.seat, self.by) = (seat, seat);
        self.note_play(card, Some(upcard));
        self.open_covers(card, |_| true);
        self.put_on_pile(card);
        self.collect(card, true);
        if draw > 0 {
            return self.owe(player, draw, Do(Task::Played));
        }
        Do(Task::Played)
    }

    /// What the card just played still owes, taken off the turn; with its penalty, where that is not the turn's last.
    fn take_owing(&mut self, penalty: bool) -> Owing {
        let rules = self.rules;
        let seat = self.s.seat;
        let turn = &mut self.s.turn;
        let not_out = if std::mem::take(&mut turn.not_out) {
            rules.side.as_ref().map_or(0, |more| more.not_on_draw)
        } else {
            0
        };
        Owing {
            seat,
            slap: std::mem::take(&mut turn.slap),
            swap: std::mem::take(&mut turn.swap),
            draw: std::mem::take(&mut turn.own_draw).saturating_add(not_out),
            penalty: if penalty {
                std::mem::take(&mut turn.penalty)
            } else {
                0
            },
            from: turn.penalty_from(),
        }
    }

    /// Before the effects of a turn: what its cards owe, in the order in which they were played.
    pub(crate) fn settle_turn(&mut self) -> Option<Next> {
        let owing = self.take_owing(false);
        let side = self.side()?;
        if !owing.is_nothing() {
            side.owes(owing);
        }
        if side.owing[0].is_some() {
            return Some(Do(Task::Settle));
        }
        std::mem::take(&mut self.s.turn.splits)
            .then(|| self.begin_split())
            .flatten()
    }

    /// Serves what is owed for each card: its player's own cards, the next one's, somebody's by lot, then the hands that may be
    /// swapped.
    pub(crate) fn settle(&mut self) -> Next {
        let players = self.rules.players;
        let Some(side) = self.s.side.as_deref_mut() else {
            return Do(Task::Effects);
        };
        let Some(owing) = &mut side.owing[0] else {
            return Do(Task::Effects);
        };
        let seat = owing.seat;
        let draw = std::mem::take(&mut owing.draw);
        if draw > 0 {
            return self.owe(seat, draw, Do(Task::Settle));
        }
        let penalty = std::mem::take(&mut owing.penalty);
        if penalty > 0 {
            let from = owing.from;
            let victim = self.s.next_active(seat, players);
            return self.owe_from(from, victim, penalty, Do(Task::Settle));
        }
        if owing.slap > 0 {
            return self.slap();
        }
        let swap = owing.swap;
        side.owing.rotate_left(1);
        side.owing[MAX_OWING - 1] = None;
        let others = self
            .s
            .active
            .iter()
            .any(|other| other != seat && !self.s.hand(other).is_empty());
        if swap && others && !self.s.hand(seat).is_empty() {
            return self.ask(Phase::Swap, seat);
        }
        Do(Task::Settle)
    }
}
