//! Laying out of turn: who holds a card identical to the upcard is polled, and what the cards laid so still owe is served.

use crate::card::Card;
use crate::engine::event::{Event, Log};
use crate::engine::phase::{Chance, Phase, Step};
use crate::engine::side::{MAX_OWING, Owing, Side};
use crate::engine::{Engine, Turn, legal};
use crate::rules::More;
use crate::ruleset::Does;
use crate::seat::Seat;

/// How far the questions have come that follow a card: see [`Engine::laid_beside`].
const WORDS: u8 = 1;
const OUT: u8 = 2;
const CALL: u8 = 3;
const CLAIMS: u8 = 4;
const DONE: u8 = 5;

/// Whether a created rule lets cards be laid out of turn.
fn lays_any_turn(side: &Side) -> bool {
    side.rules()
        .iter()
        .any(|standing| standing.rule.does == Does::AnyTurn)
}

impl<L: Log> Engine<'_, L> {
    /// The block beside the state, where there is one.
    pub(in crate::engine) fn side(&mut self) -> Option<&mut Side> {
        self.s.side.as_deref_mut()
    }

    /// What comes right after a card was laid: hands that pass at once, words, claims; none when all of it is done.
    pub(in crate::engine) fn laid_beside(&mut self) -> Option<Step> {
        let more = self.rules.beside.as_deref()?;
        let seat = self.s.seat;
        let stage = self.s.side.as_ref()?.stage;
        if stage < CLAIMS && self.rules.short.taken && self.nothing_beside(more) {
            self.side()?.stage = DONE;
            return None;
        }
        if stage < WORDS {
            if !more.identical.is_empty() {
                // Who holds an identical card may only be asked when the hands lie where they stay.
                self.move_hands();
            }
            self.side()?.stage = WORDS;
        }
        if stage <= WORDS {
            if let Some(step) = self.ask_word() {
                return Some(step);
            }
            self.side()?.stage = OUT;
        }
        if self.s.side.as_ref()?.stage == OUT {
            if self.s.hand(seat).is_empty() {
                let upcard = self.s.upcard()?;
                if !more.not_on.contains(upcard) || !self.s.can_draw(self.rules) {
                    return self.ask_out_word();
                }
                self.s.turn.not_out = true;
            }
            self.side()?.stage = CALL;
        }
        if self.s.side.as_ref()?.stage == CALL {
            self.side()?.stage = CLAIMS;
            if self.may_be_claimed() && self.owes_call() {
                self.s.phase = Phase::Speak { last: false };
                self.s.actor = seat;
                return Some(Step::Wait);
            }
        }
        (self.s.side.as_ref()?.stage == CLAIMS).then_some(Step::Claims(seat))
    }

    /// Whether no word is due for the card just laid, its player keeps two or more, and nobody may lay a card on it.
    fn nothing_beside(&self, more: &More) -> bool {
        let (s, Some(upcard)) = (&*self.s, self.s.upcard()) else {
            return false;
        };
        let quiet = s.hand(s.seat).len() > 1
            && s.turn.hands == 0
            && s.side
                .as_ref()
                .is_some_and(|side| side.words == 0 && !lays_any_turn(side));
        let hands = &s.hands[..usize::from(self.rules.players)];
        let held = || hands.iter().any(|hand| hand.held().contains(upcard));
        quiet && !(more.identical.contains(upcard) && held())
    }

    /// Whether cards may be laid on the upcard out of turn: the call then comes before anybody is asked.
    fn may_be_claimed(&self) -> bool {
        let (Some(more), Some(side)) = (&self.rules.beside, &self.s.side) else {
            return false;
        };
        lays_any_turn(side)
            || self
                .s
                .upcard()
                .is_some_and(|upcard| more.identical.contains(upcard))
    }

    /// The call was made, or was not, before anybody is asked for a card out of turn; none where it comes later.
    pub(in crate::engine) fn spoken_before_claims(&mut self, said: bool) -> Option<Step> {
        let seat = self.s.actor;
        self.s.side.as_ref().filter(|side| side.stage == CLAIMS)?;
        if said {
            self.event(Event::Said(seat, 0));
        } else {
            self.s.calls.insert(seat);
        }
        Some(Step::Laid)
    }

    /// Polls the seats from this one on, the player of the upcard first, for laying a card out of turn.
    pub(in crate::engine) fn ask_claims(&mut self, from: Seat) -> Step {
        let layer = self.s.seat;
        if self
            .s
            .side
            .as_ref()
            .is_none_or(|side| side.owing[MAX_OWING - 2].is_some())
        {
            // As many wait as can.
            return self.claims_done();
        }
        let order =
            std::iter::once(layer).chain(self.in_order_after(layer).filter(move |&seat| seat != layer));
        for seat in order.skip_while(|&seat| seat != from) {
            let cards = legal::claims(self.rules, self.s, seat, legal::Rated::Offered);
            if cards.is_empty() {
                continue;
            }
            if let Some(card) = legal::forced_claim(self.rules, self.s, seat) {
                return self.claim(seat, card);
            }
            self.s.phase = Phase::Claim;
            self.s.actor = seat;
            return Step::Wait;
        }
        self.claims_done()
    }

    fn claims_done(&mut self) -> Step {
        if let Some(side) = self.side() {
            side.stage = DONE;
        }
        Step::Laid
    }

    /// Polling goes on after this seat.
    fn claims_after(&mut self, seat: Seat) -> Step {
        let next = self.s.after(seat, self.rules.players);
        if next == self.s.seat {
            self.claims_done()
        } else {
            Step::Claims(next)
        }
    }

    /// A polled seat lays a card out of turn, or does not.
    pub(in crate::engine) fn answer_claim(&mut self, card: Option<Card>) -> Step {
        let seat = self.s.actor;
        let Some(card) = card else {
            return self.claims_after(seat);
        };
        if legal::claims(self.rules, self.s, seat, legal::Rated::Lawful).contains(card) {
            return self.claim(seat, card);
        }
        let then = self.claims_after(seat);
        self.hand_back(seat, card);
        self.penalise(seat, self.rules.mistakes.penalty, then)
    }

    /// A card is laid out of turn; what its forerunner owes comes when no more are laid so.
    fn claim(&mut self, seat: Seat, card: Card) -> Step {
        let Some(upcard) = self.s.upcard() else {
            return Step::Laid;
        };
        let mut owing = self.take_owing(true);
        // The player's own cards come now: a hand that passes must not be empty.
        let (layer, draw) = (owing.seat, std::mem::take(&mut owing.draw));
        if let (Some(side), false) = (self.side(), owing.is_nothing()) {
            side.owes(owing);
        }
        let before = self.s.turn;
        self.s.turn = Turn {
            laid: before.laid,
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
        (self.s.seat, self.s.actor) = (seat, seat);
        self.note(card, Some(upcard));
        self.open_covers(card, |_| true);
        self.put(card);
        self.collect(card, true);
        if draw > 0 {
            return self.owe(layer, draw, Step::Laid);
        }
        Step::Laid
    }

    /// What the card just laid still owes, taken off the turn; with its penalty, where that is not the turn's last.
    fn take_owing(&mut self, penalty: bool) -> Owing {
        let rules = self.rules;
        let seat = self.s.seat;
        let turn = &mut self.s.turn;
        let not_out = if std::mem::take(&mut turn.not_out) {
            rules.beside.as_ref().map_or(0, |more| more.not_on_draw)
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
            from_pile: turn.penalty_from_pile,
            in_order: turn.penalty_in_order,
        }
    }

    /// Before the effects of a turn: what its cards owe, in the order in which they were laid.
    pub(in crate::engine) fn settle_turn(&mut self) -> Option<Step> {
        let owing = self.take_owing(false);
        let side = self.side()?;
        if !owing.is_nothing() {
            side.owes(owing);
        }
        if side.owing[0].is_some() {
            side.then = Step::Resolve;
            return Some(Step::Settle);
        }
        std::mem::take(&mut self.s.turn.splits)
            .then(|| self.begin_split())
            .flatten()
    }

    /// Serves what is owed for each card: its player's own cards, the next one's, somebody's by lot, then the hands that may be
    /// swapped.
    pub(in crate::engine) fn settle(&mut self) -> Step {
        let players = self.rules.players;
        let Some(side) = self.s.side.as_deref_mut() else {
            return Step::Resolve;
        };
        let Some(owing) = &mut side.owing[0] else {
            return std::mem::replace(&mut side.then, Step::Wait);
        };
        let seat = owing.seat;
        let draw = std::mem::take(&mut owing.draw);
        if draw > 0 {
            return self.owe(seat, draw, Step::Settle);
        }
        let penalty = std::mem::take(&mut owing.penalty);
        if penalty > 0 {
            let (from_pile, in_order) = (owing.from_pile, owing.in_order);
            let victim = self.s.after(seat, players);
            if from_pile {
                return self.owe_from_pile(victim, penalty, in_order, Step::Settle);
            }
            return self.owe(victim, penalty, Step::Settle);
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
            self.s.phase = Phase::Swap;
            self.s.actor = seat;
            return Step::Wait;
        }
        Step::Settle
    }

    /// Chance names who draws.
    fn slap(&mut self) -> Step {
        if self.explicit() {
            self.s.phase = Phase::Chance(Chance::Slap);
            return Step::Wait;
        }
        let at = self.s.rng.below(u32::from(self.s.active.len())) as usize;
        let seat = self.s.active.iter().nth(at).unwrap_or_default();
        self.slapped(seat)
    }

    /// A seat draws by lot.
    pub(in crate::engine) fn slapped(&mut self, seat: Seat) -> Step {
        let owing = self.side().and_then(|side| side.owing[0].as_mut());
        let cards = owing.map_or(0, |owing| std::mem::take(&mut owing.slap));
        self.event(Event::Slapped(seat));
        self.owe(seat, cards, Step::Settle)
    }

    /// A player swaps hands with another, or does not.
    pub(in crate::engine) fn answer_swap(&mut self, steps: Option<u8>) -> Step {
        let seat = self.s.actor;
        let active = self.s.active;
        let other = steps.and_then(|steps| active.at(seat, steps));
        if let Some(other) = other {
            self.s.hands.swap(seat.index(), other.index());
            let owner_before = |owner: Seat| match owner {
                _ if owner == seat => other,
                _ if owner == other => seat,
                _ => owner,
            };
            self.hands_moved(owner_before);
            self.event(Event::Swapped(seat, other));
        }
        Step::Settle
    }

    /// What goes with hands that have moved: who knows of them, and that nobody has announced a last card since.
    pub(in crate::engine) fn hands_moved(&mut self, owner_before: impl Fn(Seat) -> Seat) {
        let s = &mut *self.s;
        (s.turn.last_drawn, s.turn.only_drawn) = (None, false);
        if let Some(known) = &mut s.known {
            known.moved(&s.hands, &owner_before);
        }
        if let Some(side) = &mut s.side {
            for seat in s.active.iter().filter(|&seat| owner_before(seat) != seat) {
                side.said.remove(seat);
            }
        }
    }
}
