//! Playing further cards in a turn, and stopping.

use super::cards;
use crate::card::Card;
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::Log;
use crate::engine::legal::follows::keeps_suit;
use crate::engine::phase::Phase;
use crate::engine::{Engine, MOST_OPEN, Pending};
use crate::rules::NextPlayer;
use crate::rules::features::{COVERS, FOLLOWING, TABLEAU};
use crate::rules::{CoverRules, Features};
use crate::ruleset::{Counts, CoverWith, Nominate, SameRank};

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Begins a run of covers with a card, if it may be covered and `opens` accepts its rule.
    pub(crate) fn open_covers(&mut self, card: Card, opens: impl Fn(&CoverRules) -> bool) {
        if !Self::has(COVERS) {
            return;
        }
        let own = self.rules_unless_plain(card);
        if let Some(cover) = own.and_then(|own| own.continuing.cover).filter(opens) {
            self.state.turn.covers.opener = Some(card);
            self.state.turn.covers.left = cover.most;
        }
    }

    /// Plays a further card of the same turn.
    pub(crate) fn play_more(&mut self, card: Card) -> Flow {
        let Some(upcard) = self.state.upcard() else {
            return Flow::Next;
        };
        let by_rank = cards::joins_set(self.rules, self.state, upcard, card);
        let by_cover = !by_rank && cards::special_covers::<F>(self.rules, self.state, upcard).contains(card);
        let cover = cards::cover_rule::<F>(self.rules, self.state)
            .copied()
            .filter(|_| by_cover);
        let counts = match (cover, self.rules.turn.several.same_rank) {
            (Some(cover), _) => cover.effects,
            (None, SameRank::Top) => Counts::Top,
            (None, SameRank::TopSet) => Counts::TopSet,
            (None, SameRank::Off | SameRank::Every) => Counts::Every,
        };
        if counts == Counts::First {
            return self.slip_under(card);
        }
        let mirrors = Self::has(TABLEAU) && self.table().mirror.cards.contains(card);
        let rank = self.rules.pack.rank(card);
        let turn = &mut self.state.turn;
        if turn.mirrors > 0 && mirrors {
            turn.mirrors = turn.mirrors.saturating_add(1);
        }
        let equal = by_rank || turn.set.rank == Some(rank);
        turn.set.is_all &= equal;
        turn.set.cards = if equal {
            turn.set.cards.saturating_add(1)
        } else {
            1
        };
        if !equal {
            turn.set.rank = Some(rank);
        }
        turn.top.followed = true;
        self.note_conditions(card, Some(upcard));
        if counts != Counts::Every {
            self.forget_covered(card, equal, counts == Counts::TopSet && equal);
        }
        self.note_play(card, Some(upcard));
        self.go_on_with_covers(card, cover);
        self.put_on_pile(card);
        self.collect(card, true);
        let own = self.as_played(card);
        let opens = own
            .continuing
            .cover
            .is_some_and(|cover| cover.with == CoverWith::Nominated);
        let past = cover.is_some_and(|cover| cover.past_nominations);
        if own.nominate.asks() && own.nominate != Nominate::Alone && !by_rank && !opens && !past {
            // A card that nominates ends the turn, even within a run.
            self.state.turn.covers.left = 0;
        }
        self.after_backs(Flow::Next)
    }

    /// Lays a further card under the upcard, where it has no effect.
    fn slip_under(&mut self, card: Card) -> Flow {
        let s = &mut *self.state;
        s.pile.play_under(card);
        s.turn.covers.left = s.turn.covers.left.saturating_sub(1);
        self.note_left(card);
        Flow::Next
    }

    /// Updates the run of covers for a further card: counts the cover, or begins another run.
    fn go_on_with_covers(&mut self, card: Card, cover: Option<CoverRules>) {
        match cover {
            None => {
                // The nomination for the card under it is over, as if that card was covered.
                let nominated = cards::cover_rule::<F>(self.rules, self.state)
                    .is_some_and(|cover| cover.with == CoverWith::Nominated);
                if nominated {
                    self.state.turn.covers.left = 0;
                }
                self.open_covers(card, |_| true);
            }
            Some(cover) if cover.with == CoverWith::Nominated => {
                // The turn begins anew: with a set, or with the card's own covers.
                let turn = &mut self.state.turn;
                (turn.covers.left, turn.set.is_all, turn.set.cards) = (0, true, 1);
                self.open_covers(card, |_| true);
            }
            Some(cover) => {
                self.state.turn.covers.left = self.state.turn.covers.left.saturating_sub(1);
                if cover.effects != Counts::Top {
                    self.open_covers(card, |cover| cover.again);
                }
            }
        }
    }

    /// Removes the effects of the cards that this one covers, except those that count together or although covered.
    ///
    /// With `set`, effects of equal cards on top stay if this card has them, too.
    fn forget_covered(&mut self, card: Card, equal: bool, set: bool) {
        let own = self.as_played(card);
        let kind = own.hit.attack.map(usize::from);
        let together = equal && kind.is_some_and(|kind| set || self.rules.attacks[kind].together);
        let (skips, reverses) = (set && own.skip.players > 0, set && own.reverse.times > 0);
        let (penalty, others) = (set && own.hit.penalty.is_some(), set && own.hit.others_draw > 0);
        let turn = &mut self.state.turn;
        if turn.attack.answered && !equal {
            // An answer counts even if it is covered; an attack on top of the turn begins anew.
            self.state.pending = Pending::default();
        }
        if !together {
            turn.attack.forget();
        }
        if !penalty {
            turn.penalty.cards = turn.penalty.covered;
        }
        turn.skip *= u8::from(skips);
        turn.reverse *= u8::from(reverses);
        turn.others_draw *= u8::from(others);
        (turn.next, turn.hands) = (NextPlayer::Usual, 0);
        if Self::has(TABLEAU)
            && !penalty
            && let Some(tableau) = self.tableau()
        {
            tableau.effects.open = [0; MOST_OPEN];
        }
    }

    /// Continues the run of the card under the first card of a turn, if that run was left open.
    #[inline(always)]
    pub(crate) fn go_on_with_run(&mut self, card: Card, upcard: Option<Card>) {
        if !Self::has(COVERS) || self.state.round.plays == 0 || self.as_played(card).nominate.asks() {
            return;
        }
        let Some(upcard) = upcard else { return };
        let open = self.of(upcard).continuing.cover.filter(|cover| cover.left);
        let goes_on = |cover: &CoverRules| {
            let (rules, s) = (self.rules, &*self.state);
            let covers = &self.table().continuing;
            let allowed = covers.allowed_on(cover, &rules.pack, upcard, s.nominated(), || s.suit(rules));
            allowed.contains(card)
        };
        if let Some(cover) = open.filter(goes_on) {
            self.state.turn.covers.opener = Some(upcard);
            self.state.turn.covers.left = cover.most;
        }
    }

    /// Begins a run by the top card's own rule once the player stops, where only the top card counts; returns true if it did.
    fn opens_on_top(&mut self) -> bool {
        let (table, turn) = (self.table(), &self.state.turn);
        let (Some(opener), Some(upcard)) = (turn.covers.opener, self.state.upcard()) else {
            return false;
        };
        let (Some(run), Some(own)) = (
            table.of(opener).continuing.cover,
            self.as_played(upcard).continuing.cover,
        ) else {
            return false;
        };
        let opens = opener != upcard && run.effects == Counts::Top && own.again && own.effects != run.effects;
        if opens {
            self.state.turn.covers.opener = Some(upcard);
            self.state.turn.covers.left = own.most;
        }
        opens
    }

    /// Asks for more cards of the same turn, or first for their suit.
    #[inline]
    pub(crate) fn ask_more_cards(&mut self) -> Flow {
        if Self::has(COVERS) && self.nominates_first() {
            return self.ask(Phase::Nominate, self.state.seat);
        }
        if cards::further_cards::<F>(self.rules, self.state).is_empty() {
            return Flow::Next;
        }
        self.ask(Phase::Continue, self.state.seat)
    }

    /// Ends the play of further cards, and draws for a card that was not covered.
    #[inline(always)]
    pub(crate) fn stop_playing(&mut self) -> Flow {
        if self.opens_on_top() {
            return Flow::Jump(Task::Continue);
        }
        let seat = self.state.seat;
        if cards::draws_until_able::<F>(self.rules, self.state) {
            return self.seat_draws(seat, 1, Flow::Jump(Task::Continue));
        }
        let cards = cards::uncovered_draw::<F>(self.rules, self.state);
        if cards == 0 {
            return Flow::Next;
        }
        self.state.turn.covers.left = 0;
        self.seat_draws(seat, cards, Flow::Next)
    }

    /// Returns true if the card just played needs a nomination before it can be covered.
    pub(crate) fn nominates_first(&self) -> bool {
        let kept = Self::has(FOLLOWING) && keeps_suit(self.rules, self.state);
        !kept
            && self.state.nominated().is_none()
            && self.state.turn.covers.opener == self.state.upcard()
            && cards::cover_rule::<F>(self.rules, self.state)
                .is_some_and(|cover| cover.with == CoverWith::Nominated)
    }
}
