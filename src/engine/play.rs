//! Playing cards: the first of a turn and further ones, and the effects that each adds to the turn.

use super::agenda::Flow;
use super::event::{Event, Log};
use super::turn::SetOnTop;
use super::{Engine, legal};
use crate::card::Card;
use crate::primitive::next::effect::forget_named;
use crate::rules::NextPlayer;
use crate::rules::features::{
    ATTACKS, CHALLENGES, COMPAT, FOLLOWING, KNOWN, MISTAKES, ROUNDS, TABLE, TABLEAU,
};
use crate::rules::{Features, NO_SUIT};
use crate::ruleset::Nominate;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Plays the first card of a turn, or hands an illegal one back.
    #[inline(always)]
    pub(crate) fn play(&mut self, card: Card) -> Flow {
        if Self::has(TABLEAU)
            && self.rules.tableau.needed
            && let Some(flow) = self.ask_pile(card)
        {
            return flow;
        }
        let lawful = self.is_lawful(card);
        if Self::has(MISTAKES)
            && !lawful
            && self.rules.mistakes.penalty > 0
            && !legal::bluffs::<F>(self.rules, self.state).contains(card)
        {
            return self.mistake(card);
        }
        self.play_first(card, lawful)
    }

    /// Returns true if a card that was offered is played by rule; otherwise it is a mistake or a bluff.
    fn is_lawful(&self, card: Card) -> bool {
        let tried = Self::has(MISTAKES) && self.rules.mistakes.penalty > 0;
        let doubtful = tried || Self::has(CHALLENGES) && self.table().challenge.cards.contains(card);
        !doubtful || legal::lawful_now::<F>(self.rules, self.state).contains(card)
    }

    /// Plays the first card of a turn on the pile.
    #[inline(always)]
    pub(crate) fn play_first(&mut self, card: Card, lawful: bool) -> Flow {
        let rules = self.rules;
        let s = &mut *self.state;
        let upcard = s.upcard();
        let face = if Self::has(FOLLOWING) {
            s.card_to_follow(rules)
        } else {
            upcard
        };
        s.turn.top.lawful = lawful;
        s.turn.top.followed = rules.following(face, s.in_force.nominated).contains(card) || s.in_force.open;
        s.turn.set = SetOnTop::of(rules.pack.rank(card));
        self.note_conditions(card, upcard);
        let (cancels, stays) = if Self::has(ATTACKS) {
            self.answer_attack(card)
        } else {
            (false, None)
        };
        self.note_play(card, upcard);
        self.open_covers(card, |_| true);
        self.go_on_with_run(card, upcard);
        self.put_on_pile(card);
        if let Some(suit) = stays {
            self.state.in_force.nominated = suit as u8;
        }
        // A card that cancels an attack does not attack.
        if !Self::has(COMPAT) || rules.draw.wild_effects || !self.plays_drawn_wild() {
            self.collect(card, !cancels);
        }
        self.after_backs(Flow::Next)
    }

    /// Plays a card out of turn on the upcard, as the first of a turn of its own.
    #[inline(never)]
    pub(crate) fn play_out_of_turn(&mut self, card: Card, upcard: Card) {
        self.note_conditions(card, Some(upcard));
        self.note_play(card, Some(upcard));
        self.open_covers(card, |_| true);
        self.put_on_pile(card);
        self.collect(card, true);
    }

    /// Notes the conditions of a card about to be played that do not hold.
    #[inline(always)]
    pub(crate) fn note_conditions(&mut self, card: Card, upcard: Option<Card>) {
        if Self::has(FOLLOWING) {
            let depends = self.table().when.cards.contains(card);
            self.state.turn.top.without = if depends {
                let left = self.state.hand(self.state.seat).len().saturating_sub(1);
                self.failing_conditions(card, upcard, Some(left))
            } else {
                0
            };
        }
    }

    /// Notes the conditions of a starter that do not hold, since it lies on nothing and nobody has played it.
    pub(crate) fn note_starter_conditions(&mut self, card: Card) {
        self.state.turn.top.without = self.failing_conditions(card, None, None);
    }

    #[inline(never)]
    fn failing_conditions(&self, card: Card, upcard: Option<Card>, left: Option<u8>) -> u8 {
        let conditional = self.table().when.of(card);
        conditional.map_or(0, |card| card.failing(upcard, left))
    }

    /// Notes the effects of a card about to be played that depend on the card under it.
    #[inline(always)]
    pub(crate) fn note_play(&mut self, card: Card, upcard: Option<Card>) {
        if Self::has(TABLEAU) && self.rules.tableau.needed {
            self.note_words(card, upcard);
            self.note_created(card, upcard);
        }
        let ordinary = Self::has(FOLLOWING) && self.table().play.is_ordinary_on(card, upcard);
        let turn = &mut self.state.turn;
        turn.top.ordinary = ordinary;
        if Self::has(TABLE) && upcard == Some(card) {
            if self.rules.turn.identical_again {
                turn.next = NextPlayer::Same;
            }
            turn.others_draw = turn.others_draw.saturating_add(self.rules.turn.identical_draw);
        }
    }

    /// Moves a card from the hand of the seat of the turn to the pile.
    #[inline(always)]
    pub(crate) fn put_on_pile(&mut self, card: Card) {
        let (rules, s) = (self.rules, &mut *self.state);
        let (seat, upcard) = (s.seat, s.upcard());
        s.turn.top.suit_before = s.nominated();
        if Self::has(ROUNDS) && rules.round.row > 0 {
            s.round.row = s.row_with_card(rules, card, upcard);
        }
        let kept = if Self::has(FOLLOWING) && s.as_played::<F>(rules, card).nominate == Nominate::InForce {
            s.suit_index(rules)
        } else {
            NO_SUIT
        };
        s.pile.play(card);
        if Self::has(FOLLOWING) && rules.follow.under.contains(card) {
            if upcard.is_none_or(|up| !rules.follow.under.contains(up)) {
                s.in_force.under = upcard;
            }
        } else {
            s.in_force.under = None;
            s.in_force.nominated = kept;
        }
        s.in_force.second = NO_SUIT;
        if Self::has(TABLEAU)
            && let Some(tableau) = &mut s.tableau
        {
            forget_named(tableau, seat, s.active);
            tableau.announced.said.remove(seat);
        }
        s.in_force.open = false;
        self.note_left(card);
        if Self::has(COMPAT) && self.of(card).challenge.is_none() {
            // A play that may be taken back needs the card under it, so the stock is renewed with the next card drawn.
            self.renew_at_once();
        }
    }

    /// Takes a card that lies on the pile from the hand of the seat of the turn, and counts the play.
    #[inline(always)]
    pub(crate) fn note_left(&mut self, card: Card) {
        let (rules, s) = (self.rules, &mut *self.state);
        let seat = s.seat;
        s.hands[seat.index()].remove(card);
        s.turn.played = s.turn.played.saturating_add(1);
        s.round.plays = s.round.plays.saturating_add(1);
        s.round.passes = 0;
        if Self::has(KNOWN)
            && let Some(known) = &mut s.known
        {
            known.left(seat, card);
        }
        // The rules are read first, since they are more often cached than the end of the state.
        if rules.keeps_ruled_out
            && let Some(ruled_out) = &mut s.ruled_out
        {
            ruled_out.left(seat, card);
        }
        self.event(Event::Played(seat, card));
    }

    /// Adds a card's effects to those of the turn; its attack only if `attacks` is true.
    #[inline(always)]
    pub(crate) fn collect(&mut self, card: Card, attacks: bool) {
        let Some(own) = self.rules_unless_plain(card) else {
            return;
        };
        macro_rules! collect {
            ($($primitive:ident),+) => {
                $(crate::primitive::$primitive::effect::collect(self, own, attacks);)+
            };
        }
        crate::primitive::collected!(collect);
    }
}
