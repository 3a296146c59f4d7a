//! Playing out of turn: who is polled for an identical card, and what the cards played so still owe.

use crate::card::Card;
use crate::engine::agenda::{Next, Next::Do, Task};
use crate::engine::event::{Event, Log};
use crate::engine::phase::Phase;
use crate::engine::tableau::{MAX_OWING, Owing, Tableau};
use crate::engine::turn::{CreatedEffects, SetOnTop, TopCard};
use crate::engine::{Engine, State, Turn, legal};
use crate::rules::{Features, Rules};
use crate::ruleset::Does;
use crate::seat::Seat;

/// Whether a created rule lets cards be played out of turn.
fn plays_any_turn(tableau: &Tableau) -> bool {
    tableau
        .created
        .rules()
        .iter()
        .any(|standing| standing.rule.does == Does::AnyTurn)
}

/// The card that a seat has to play out of turn.
fn forced_claim(rules: &Rules, s: &State, seat: Seat) -> Option<Card> {
    let claims = &rules.tableau.claims;
    let upcard = s.upcard().filter(|&upcard| claims.must.contains(upcard))?;
    let barred = seat == s.seat && claims.not_own.contains(upcard);
    (!barred && claims.cards.contains(upcard) && s.held(seat).contains(upcard)).then_some(upcard)
}

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// The tableau, where there is one.
    pub(crate) fn tableau(&mut self) -> Option<&mut Tableau> {
        self.s.tableau.as_deref_mut()
    }

    /// What comes right after a card was played: hands that pass at once, words, the call, cards out of turn.
    pub(crate) fn after_card(&mut self) -> Next {
        if self.nothing_follows() {
            return self.continue_turn();
        }
        if !self.rules.tableau.claims.cards.is_empty() {
            // Who holds an identical card may only be asked when the hands lie where they stay.
            self.move_hands();
        }
        self.ask_words()
    }

    /// The call comes before anybody is asked who may play on the card; then they are asked.
    pub(crate) fn ask_call_early(&mut self) -> Next {
        let seat = self.s.seat;
        let at_once = self.rules.call.keeps_in();
        if (at_once || self.may_be_claimed()) && self.owes_call() {
            self.s.agenda.push(Task::Claims(seat));
            return self.ask(Phase::Speak { last: false }, seat);
        }
        Do(Task::Claims(seat))
    }

    /// Whether no word is due for the card just played, its player keeps two or more, and nobody may play a card on it.
    fn nothing_follows(&self) -> bool {
        let (s, Some(upcard)) = (&*self.s, self.s.upcard()) else {
            return false;
        };
        let quiet = s.hand(s.seat).len() > 1
            && s.turn.hands == 0
            && s.tableau
                .as_ref()
                .is_some_and(|tableau| tableau.words == 0 && !plays_any_turn(tableau));
        let hands = &s.hands[..usize::from(self.rules.players)];
        let held = || hands.iter().any(|hand| hand.held().contains(upcard));
        quiet && !(self.rules.tableau.claims.cards.contains(upcard) && held())
    }

    /// Whether cards may be played on the upcard out of turn: the call then comes before anybody is asked.
    fn may_be_claimed(&self) -> bool {
        let Some(tableau) = &self.s.tableau else {
            return false;
        };
        plays_any_turn(tableau)
            || self
                .s
                .upcard()
                .is_some_and(|upcard| self.rules.tableau.claims.cards.contains(upcard))
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
            .tableau
            .as_ref()
            .is_none_or(|tableau| tableau.owing[MAX_OWING - 2].is_some())
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
        if let (Some(tableau), false) = (self.tableau(), owing.is_nothing()) {
            tableau.owes(owing);
        }
        let before = self.s.turn;
        self.s.turn = Turn {
            played: before.played,
            attack: before.attack,
            reverse: before.reverse,
            others_draw: before.others_draw,
            last_out: before.last_out,
            back_draw: before.back_draw,
            created: CreatedEffects {
                splits: before.created.splits,
                nominates: false,
            },
            top: TopCard {
                followed: true,
                lawful: true,
                ..TopCard::default()
            },
            set: SetOnTop::of(card),
            ..Turn::default()
        };
        (self.s.seat, self.by) = (seat, seat);
        self.note_play(card, Some(upcard));
        self.open_covers(card, |_| true);
        self.put_on_pile(card);
        self.collect(card, true);
        if draw > 0 {
            return self.seat_draws(player, draw, Do(Task::Played));
        }
        Do(Task::Played)
    }

    /// What the card just played still owes, taken off the turn; with its penalty, where that is not the turn's last.
    fn take_owing(&mut self, penalty: bool) -> Owing {
        let rules = self.rules;
        let (seat, upcard) = (self.s.seat, self.s.upcard());
        let turn = &mut self.s.turn;
        let draws = upcard.is_some_and(|upcard| rules.out.not_on.contains(upcard));
        let not_out = if std::mem::take(&mut turn.owes.last_card) && draws {
            rules.out.not_on_draw
        } else {
            0
        };
        Owing {
            seat,
            slap: std::mem::take(&mut turn.owes.lot_draw),
            swap: std::mem::take(&mut turn.owes.swap),
            draw: std::mem::take(&mut turn.owes.draw).saturating_add(not_out),
            penalty: if penalty {
                std::mem::take(&mut turn.penalty.cards)
            } else {
                0
            },
            from: turn.penalty.from,
        }
    }

    /// Before the effects of a turn: what its cards owe, in the order in which they were played.
    pub(crate) fn settle_turn(&mut self) -> Option<Next> {
        let owing = self.take_owing(false);
        let tableau = self.tableau()?;
        if !owing.is_nothing() {
            tableau.owes(owing);
        }
        if tableau.owing[0].is_some() {
            return Some(Do(Task::Settle));
        }
        std::mem::take(&mut self.s.turn.created.splits)
            .then(|| self.begin_split())
            .flatten()
    }

    /// Serves what is owed for each card: its player's own cards, the next one's, somebody's by lot, then the hands that may be
    /// swapped.
    pub(crate) fn settle(&mut self) -> Next {
        let players = self.rules.players;
        let Some(tableau) = self.s.tableau.as_deref_mut() else {
            return Do(Task::Effects);
        };
        let Some(owing) = &mut tableau.owing[0] else {
            return Do(Task::Effects);
        };
        let seat = owing.seat;
        let draw = std::mem::take(&mut owing.draw);
        if draw > 0 {
            return self.seat_draws(seat, draw, Do(Task::Settle));
        }
        let penalty = std::mem::take(&mut owing.penalty);
        if penalty > 0 {
            let from = owing.from;
            let victim = self.s.next_active(seat, players);
            return self.seat_draws_from(from, victim, penalty, Do(Task::Settle));
        }
        if owing.slap > 0 {
            return self.slap();
        }
        let swap = owing.swap;
        tableau.owing.rotate_left(1);
        tableau.owing[MAX_OWING - 1] = None;
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
