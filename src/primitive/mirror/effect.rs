//! Mirrors: an attack, or a card that makes all others draw, is turned against the seat that played it.

use crate::card::{Card, CardSet};
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::{Event, Log};
use crate::engine::legal::follows::playable_at_all;
use crate::engine::phase::Phase;
use crate::engine::tableau::Mirror;
use crate::engine::{Engine, State};
use crate::rules::NextPlayer;
use crate::rules::features::ALL;
use crate::rules::{Features, Rules};
use crate::seat::Seat;

/// Returns the mirror cards that may be played on the pending attack: those of the suit in force, or any on another mirror.
pub(crate) fn mirrors_attack(rules: &Rules, s: &State) -> CardSet {
    let mirrors = s.table(rules, s.seat).mirror.cards;
    let on_mirror = s.upcard().is_some_and(|upcard| mirrors.contains(upcard));
    if on_mirror || mirrors.is_empty() {
        return mirrors;
    }
    mirrors.and(rules.pack.of_any_suit(s.suit(rules)))
}

/// Returns the cards with which a seat may mirror the draws of all others.
pub(crate) fn mirrors_draws(rules: &Rules, s: &State, seat: Seat) -> CardSet {
    let Some(mirror) = s.tableau.as_ref().and_then(|tableau| tableau.mirror) else {
        return CardSet::EMPTY;
    };
    let held = playable_at_all::<ALL>(rules, s, seat, s.held(seat));
    let mirrors = held.and(s.table(rules, seat).mirror.cards);
    match mirror.hit {
        // The seat that mirrored last may play more mirrors together, and the seat that is hit may mirror again.
        Some((hit, back)) if seat == hit || seat == back => mirrors,
        Some(_) => CardSet::EMPTY,
        None if seat == s.seat => CardSet::EMPTY,
        None => {
            let suit = s.upcard().and_then(|upcard| rules.pack.suit(upcard));
            mirrors.and(rules.pack.of_any_suit(suit))
        }
    }
}

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Begins to poll for mirrors before all others draw.
    pub(crate) fn offer_mirrors(&mut self) -> Flow {
        let cards = self.state.turn.others_draw;
        let upcard = self
            .state
            .upcard()
            .filter(|_| self.state.turn.played > 0 && cards > 0);
        let all_draw = upcard.is_some_and(|upcard| self.of(upcard).hit.others_draw > 0);
        if !all_draw || self.table().mirror.cards.is_empty() {
            return Flow::Next;
        }
        let first = self.state.next_active(self.state.seat, self.rules.players);
        let total = cards.saturating_mul(self.state.active.len() - 1);
        match self.tableau() {
            Some(tableau) if tableau.mirror.is_none() => {
                tableau.mirror = Some(Mirror { hit: None, total });
                Flow::Jump(Task::Mirrors(first))
            }
            _ => Flow::Next,
        }
    }

    /// Polls the seats from this one on for mirroring; if nobody can, the cards are drawn.
    pub(crate) fn poll_mirrors(&mut self, from: Seat) -> Flow {
        let hit = self
            .state
            .tableau
            .as_ref()
            .and_then(|tableau| tableau.mirror)
            .and_then(|mirror| mirror.hit);
        let pair = hit.into_iter().flat_map(|(hit, back)| [back, hit]);
        let others = self.in_order_after(self.state.seat).filter(|_| hit.is_none());
        for seat in pair.chain(others).skip_while(|&seat| seat != from) {
            if !mirrors_draws(self.rules, self.state, seat).is_empty() {
                return self.ask(Phase::Mirror, seat);
            }
        }
        self.mirrored()
    }

    /// Applies the answer of a seat that was polled for a mirror.
    pub(crate) fn answer_mirror(&mut self, card: Option<Card>) -> Flow {
        let seat = self.actor;
        let mirror = self.state.tableau.as_ref().and_then(|tableau| tableau.mirror);
        let Some(mirror) = mirror else {
            return Flow::Next;
        };
        let Some(card) = card else {
            let next = match mirror.hit {
                Some((hit, back)) if seat == back && hit != seat => Some(hit),
                Some(_) => None,
                None => Some(self.state.next_active(seat, self.rules.players))
                    .filter(|&next| next != self.state.seat),
            };
            return next.map_or_else(|| self.mirrored(), |next| Flow::Jump(Task::Mirrors(next)));
        };
        let player = self.state.seat;
        self.state.seat = seat;
        self.put_on_pile(card);
        if self.state.hand(seat).is_empty() {
            // The player is out and has won the round, so nobody draws any more.
            self.state.turn.others_draw = 0;
            self.score_out_with(seat);
            return Flow::Jump(Task::Out(seat));
        }
        self.state.seat = player;
        let (hit, back) = match mirror.hit {
            None => (player, seat),
            Some((hit, back)) => (back, hit),
        };
        if let Some(tableau) = self.tableau() {
            tableau.mirror = Some(Mirror {
                hit: Some((hit, back)),
                ..mirror
            });
        }
        self.event(Event::Mirrored(seat, hit));
        // The seat that has just mirrored is polled first; a second mirror played together hits that seat.
        if seat == back {
            Flow::Jump(Task::Mirrors(back))
        } else {
            Flow::Jump(Task::Mirrors(hit))
        }
    }

    /// Ends mirroring: the seat that is hit draws all cards; if none is, all others draw.
    fn mirrored(&mut self) -> Flow {
        let hit = self
            .state
            .tableau
            .as_ref()
            .and_then(|tableau| tableau.mirror)
            .filter(|m| m.hit.is_some());
        let Some(Mirror {
            hit: Some((hit, _)),
            total,
        }) = hit
        else {
            return Flow::Next;
        };
        self.state.turn.others_draw = 0;
        if let Some(tableau) = self.tableau() {
            tableau.mirror = None;
        }
        if !self.state.active.contains(hit) {
            // A seat that is out while others play on draws no more.
            return Flow::Next;
        }
        self.seat_draws(hit, total, Flow::Next)
    }

    /// Turns an attack back for the mirror cards played on it; an even number of them turns it on their own player.
    pub(crate) fn mirror_attack(&mut self) -> Flow {
        match std::mem::take(&mut self.state.turn.mirrors) {
            0 => {}
            odd if odd % 2 == 1 => {
                if self.state.active.len() > 2 {
                    self.state.direction = self.state.direction.reversed();
                    self.event(Event::Reversed);
                }
            }
            _ => self.state.turn.next = NextPlayer::Same,
        }
        Flow::Next
    }
}
