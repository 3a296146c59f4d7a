//! Drawing in a player's own turn, and renewing the stock.

use crate::card::{Card, CardSet};
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::{Event, Log};
use crate::engine::phase::{Chance, Phase};
use crate::engine::{Engine, State, legal};
use crate::rules::features::{AFTER_ATTACK, AFTER_DRAW, COMPAT, KNOWN, MISTAKES, TABLEAU};
use crate::rules::{Features, Rules};
use crate::ruleset::{AfterAttack, DrawThen, Source, StockEmpty, WordDue};
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Draws a card by choice, or the cards that are due instead: for a mistake, or for a named rank or card.
    #[inline(always)]
    pub(crate) fn draw(&mut self) -> Flow {
        if Self::has(MISTAKES) && legal::draws_by_mistake(self.rules, self.state) {
            self.event(Event::Charged(self.state.seat));
            return self.pay_mistake();
        }
        self.state.round.passes = 0;
        self.rule_out_if(|rules, s| {
            let again = s.turn.drawn.cards > 0 && rules.draw.then == DrawThen::MustPlayAny;
            again || legal::plays_if_able::<F>(rules, s) && !s.turn.drawn.only_last
        });
        if Self::has(TABLEAU)
            && let Some(cards) = crate::primitive::next::effect::draw_instead_of_named(self.rules, self.state)
        {
            self.state.turn.drawn.cards = cards;
            return self.seat_draws(self.state.seat, cards, Flow::Jump(Task::EndTurn));
        }
        self.draw_another(Flow::Next)
    }

    /// Draws one more card by choice in this turn.
    #[inline(always)]
    fn draw_another(&mut self, then: Flow) -> Flow {
        self.state.turn.drawn.cards = self.state.turn.drawn.cards.saturating_add(1);
        if Self::has(TABLEAU) && self.rules.draw.cards != 1 {
            return self.draw_cards_at_once(then);
        }
        if self.explicit() {
            return self.seat_draws(self.state.seat, 1, then);
        }
        self.draw_completed = self.draw_one(self.state.seat);
        then
    }

    /// Draws the cards of one draw by choice, where they are not a single one.
    #[inline(never)]
    fn draw_cards_at_once(&mut self, then: Flow) -> Flow {
        let seat = self.state.seat;
        match self.rules.draw.cards {
            0 => self.seat_draws_open(seat, self.rules.open_draws.own, then),
            cards => self.seat_draws(seat, cards, then),
        }
    }

    /// Continues after a card drawn by choice: draws on, plays it, asks the player, or ends the turn.
    #[inline(always)]
    pub(crate) fn after_draw(&mut self) -> Flow {
        let rule = &self.rules.draw;
        if !Self::has(AFTER_DRAW) || rule.then == DrawThen::EndTurn {
            return Flow::Next;
        }
        let plays = self.lawful();
        let used_up = rule.limit > 0 && self.state.turn.drawn.cards >= rule.limit;
        let more = !used_up && self.state.can_draw(self.rules);
        let goes_on = rule.until_playable || rule.until_hand > 0;
        if goes_on {
            let playable = rule.until_playable && !plays.is_empty();
            let full = rule.until_hand > 0 && self.state.hand(self.state.seat).len() >= rule.until_hand;
            if more && !playable && !full {
                self.rule_out_if(|rules, _| rules.draw.until_playable);
                return self.draw_another(Flow::Jump(Task::Drawn));
            }
        }
        self.state.turn.drawn.no_more = used_up || goes_on || !more;
        let Some(card) = self.state.turn.drawn.last else {
            return Flow::Next;
        };
        match rule.then {
            DrawThen::EndTurn => Flow::Next,
            DrawThen::MustPlay if plays.contains(card) => Flow::Jump(Task::PlayDrawn),
            DrawThen::MustPlay | DrawThen::MayPlay => {
                self.state.turn.drawn.only_last = true;
                let bluff = legal::bluffs::<F>(self.rules, self.state).contains(card);
                self.play_on_or_end(plays.contains(card) || bluff)
            }
            DrawThen::PlayAny => {
                let bluffs = legal::bluffs::<F>(self.rules, self.state);
                self.play_on_or_end(!plays.or(bluffs).is_empty())
            }
            DrawThen::MustPlayAny => {
                self.state.turn.drawn.must_play = !plays.is_empty();
                self.play_on_or_end(!plays.is_empty())
            }
        }
    }

    /// Plays the card that was drawn.
    #[inline(never)]
    pub(crate) fn play_drawn(&mut self) -> Flow {
        match self.state.turn.drawn.last {
            Some(card) => self.play(card),
            None => Flow::Jump(Task::EndTurn),
        }
    }

    /// Asks the player again if there is a choice; otherwise ends the turn.
    fn play_on_or_end(&mut self, can_play: bool) -> Flow {
        if can_play || !self.state.turn.drawn.no_more || self.rules.draw.ask_pass {
            return self.play_on();
        }
        self.rule_out_if(|rules, _| rules.draw.then == DrawThen::MustPlayAny);
        Flow::Next
    }

    /// Rules out the playable cards if the seat of the turn does what is allowed only to a player who can play no card.
    ///
    /// `is_unable` is not evaluated where ruled-out cards are not tracked.
    #[inline]
    pub(crate) fn rule_out_if(&mut self, is_unable: impl FnOnce(&Rules, &State) -> bool) {
        if self.rules.tracks_ruled_out && is_unable(self.rules, self.state) {
            self.rule_out_playable();
        }
    }

    /// Records that the seat of the turn holds no card that could be played.
    #[inline(never)]
    fn rule_out_playable(&mut self) {
        let (seat, cards) = (self.state.seat, self.state.hand(self.state.seat).len());
        // A position that was read may contradict this, so kinds that the seat holds are never ruled out.
        let kinds = legal::unheld_by_unable::<F>(self.rules, self.state).minus(self.state.held(seat));
        if let Some(ruled_out) = &mut self.state.ruled_out {
            ruled_out.showed(seat, kinds, cards);
        }
    }

    /// Draws cards for a seat from the stock, then continues with `then`.
    #[inline]
    pub(crate) fn seat_draws(&mut self, seat: Seat, cards: u8, then: Flow) -> Flow {
        self.seat_draws_from(Source::Stock, seat, cards, then)
    }

    /// Draws cards for a seat, then continues with `then`; with explicit chance the draw waits on the agenda for each card.
    pub(crate) fn seat_draws_from(&mut self, from: Source, seat: Seat, cards: u8, then: Flow) -> Flow {
        if self.explicit() && from != Source::PileTop {
            return self.first(Task::Draw { seat, cards, from }, then);
        }
        if from == Source::Stock {
            self.draw_completed = (0..cards).all(|_| self.draw_one(seat));
        } else {
            self.draw_from_pile(seat, cards, from);
        }
        then
    }

    /// Draws cards for each player from `first` on, up to the last one before the seat of the turn.
    pub(crate) fn each_draws(&mut self, first: Seat, cards: u8, then: Flow) -> Flow {
        if self.explicit() {
            return self.first(Task::DrawEach { first, cards }, then);
        }
        for seat in self.others_from(first) {
            self.draw_completed = (0..cards).all(|_| self.draw_one(seat));
        }
        then
    }

    /// Draws the cards that the turn has collected for all other players.
    pub(crate) fn others_draw(&mut self) -> Flow {
        let cards = std::mem::take(&mut self.state.turn.others_draw);
        if cards == 0 {
            return Flow::Next;
        }
        let first = self.state.next_active(self.state.seat, self.rules.players);
        self.each_draws(first, cards, Flow::Next)
    }

    /// Draws cards for a seat that broke a rule, and then asks for the word that may be due; `then` waits on the agenda meanwhile.
    pub(crate) fn penalise(&mut self, seat: Seat, cards: u8, then: Flow) -> Flow {
        if self.rules.tableau.word(WordDue::Penalty).is_none() || cards == 0 {
            return self.seat_draws(seat, cards, then);
        }
        self.first(Task::Penalty { seat, cards }, then)
    }

    /// Draws cards for a seat that broke a rule, then asks for the word.
    pub(crate) fn draw_penalty(&mut self, seat: Seat, cards: u8) -> Flow {
        self.seat_draws(seat, cards, Flow::Jump(Task::PenaltyWord(seat)))
    }

    /// Runs a task before `then`, which waits on the agenda.
    pub(crate) fn first(&mut self, task: Task, then: Flow) -> Flow {
        match then {
            Flow::Next => Flow::Interrupt(task),
            Flow::Jump(then) => {
                self.state.agenda.push(then);
                Flow::Jump(task)
            }
            Flow::Interrupt(_) | Flow::Resume | Flow::Wait => Flow::Jump(task),
        }
    }

    /// Returns the seats from this one on, up to the last one before the seat of the turn.
    pub(crate) fn others_from(&self, first: Seat) -> impl Iterator<Item = Seat> + use<F, L> {
        // A seat that is out while others play on is no longer in the order.
        let turn = self.state.seat;
        let others = self.in_order_after(turn).filter(move |&seat| seat != turn);
        others.skip_while(move |&seat| seat != first)
    }

    /// Starts the draw of the next of several players; the draws of the others wait on the agenda.
    pub(crate) fn draw_each(&mut self, first: Seat, cards: u8) -> Flow {
        let mut seats = self.others_from(first);
        let Some(seat) = seats.next() else {
            return Flow::Resume;
        };
        if let Some(first) = seats.next() {
            self.state.agenda.push(Task::DrawEach { first, cards });
        }
        let from = Source::Stock;
        Flow::Jump(Task::Draw { seat, cards, from })
    }

    /// Opens the chance node for the next card of a draw, if there is a card.
    pub(crate) fn draw_cards(&mut self, seat: Seat, cards: u8, from: Source) -> Flow {
        let some = cards > 0
            && match from {
                Source::Stock => self.renew(seat),
                Source::Pile | Source::PileTop => self.state.pile.len() > self.state.fixed_on_top(self.rules),
            };
        self.draw_completed = cards == 0;
        if !some {
            return Flow::Resume;
        }
        self.state.agenda.push(Task::Draw { seat, cards, from });
        self.ask(Phase::Chance(Chance::Draw { seat }), seat)
    }

    /// Draws up to this many cards for a seat from the pile under the upcard.
    fn draw_from_pile(&mut self, seat: Seat, cards: u8, from: Source) {
        let tops = self.state.fixed_on_top(self.rules);
        for _ in 0..cards {
            let s = &mut *self.state;
            if s.pile.len() > tops {
                let card = if from == Source::PileTop {
                    s.pile.draw_next(tops)
                } else {
                    s.pile.draw_under(&mut s.rng, tops)
                };
                self.take_drawn(seat, card, true);
            }
        }
    }

    /// Applies the next card of a draw, which chance has given.
    pub(crate) fn draw_by_chance(&mut self, card: Card) -> Flow {
        let (seat, cards, from) = match self.state.agenda.pop() {
            Some(Task::Draw { seat, cards, from }) => (seat, cards, from),
            Some(Task::DrawUntil { seat, until }) => {
                self.state.stock.take(card);
                self.take_drawn(seat, card, true);
                let then = if self.ends_draw(until, card) {
                    Flow::Resume
                } else {
                    Flow::Jump(Task::DrawUntil { seat, until })
                };
                return self.after_backs(then);
            }
            _ => return Flow::Resume,
        };
        let ordered = self.state.stock.ordered() > 0 && self.rules.stock.order_public;
        if from == Source::Stock {
            self.state.stock.take(card);
        } else {
            let tops = self.state.fixed_on_top(self.rules);
            self.state.pile.take_under(card, tops);
        }
        self.take_drawn(seat, card, from != Source::Stock || ordered);
        let cards = cards - 1;
        self.after_backs(Flow::Jump(Task::Draw { seat, cards, from }))
    }

    /// Draws a card for a seat with the state's own generator; returns true if there was one.
    #[inline(always)]
    pub(crate) fn draw_one(&mut self, seat: Seat) -> bool {
        if !self.renew(seat) {
            return false;
        }
        let open = self.state.stock.ordered() > 0 && self.rules.stock.order_public;
        let card = self.state.stock.draw(&mut self.state.rng);
        self.take_drawn(seat, card, open);
        true
    }

    /// Adds a drawn card to a hand; `open` is true if everybody knows the card.
    #[inline(always)]
    pub(crate) fn take_drawn(&mut self, seat: Seat, card: Card, open: bool) {
        let s = &mut *self.state;
        s.hands[seat.index()].add(card);
        if seat == s.seat {
            s.turn.drawn.last = Some(card);
            if Self::has(AFTER_ATTACK)
                && s.turn.drawn.took_pending
                && self.rules.attacks[usize::from(s.turn.attack.kind)].after == AfterAttack::PlayAttack
            {
                s.turn.taken = s.turn.taken.or(card.bit());
            }
        }
        if Self::has(KNOWN)
            && open
            && let Some(known) = &mut s.known
        {
            known.all_saw(seat, card);
        }
        self.event(Event::Drew(seat, card, open));
        self.move_backs();
        self.renew_at_once();
    }

    /// Renews an empty stock for a seat that draws; returns true if there is a card to draw.
    pub(crate) fn renew(&mut self, seat: Seat) -> bool {
        if self.state.stock.len() == 0 {
            self.renew_from_pile();
            if self.rules.score.renewal != 0 && self.state.stock.len() > 0 {
                self.score_renewal(seat);
            }
        }
        self.state.stock.len() > 0
    }

    /// Renews an empty stock before it is needed, if the ruleset requires it.
    pub(crate) fn renew_at_once(&mut self) {
        if Self::has(COMPAT) && self.rules.stock.renews_at_once && self.state.stock.len() == 0 {
            self.renew_from_pile();
        }
    }

    #[inline(never)]
    fn renew_from_pile(&mut self) {
        if !self.rules.stock.renews {
            return;
        }
        if Self::has(TABLEAU)
            && self
                .state
                .tableau
                .as_ref()
                .is_some_and(|tableau| tableau.piles.count > 1)
        {
            return self.renew_from_piles();
        }
        if self.state.pile.len() <= 1 {
            return;
        }
        let s = &mut *self.state;
        let mut cards = [Card::default(); crate::engine::MAX_CARDS];
        let mut len = 0;
        s.pile.clear_under(|card| {
            cards[len] = card;
            len += 1;
        });
        if self.rules.stock.empty == StockEmpty::TurnOver {
            // The pile is turned over in its order: the oldest card, at the bottom, comes to lie on top.
            for &card in cards[..len].iter().rev() {
                s.stock.put_on_top(card);
            }
        } else {
            s.stock.fill(&cards[..len]);
        }
        if Self::has(TABLEAU) {
            self.renew_backs();
        }
        self.event(Event::Renewed(self.rules.stock.empty == StockEmpty::Reshuffle));
    }

    /// Moves all cards of several piles but their upcards into the stock.
    fn renew_from_piles(&mut self) {
        let s = &mut *self.state;
        let Some(tableau) = s.tableau.as_deref_mut() else {
            return;
        };
        let stock = &mut s.stock;
        for pile in std::iter::once(&mut s.pile).chain(&mut tableau.piles.slots) {
            pile.clear_under(|card| stock.shuffle_in(card));
        }
        if stock.len() > 0 {
            self.event(Event::Renewed(true));
        }
    }

    /// Returns true if all cards of the stock are in this set.
    pub(crate) fn stock_is_all(&self, cards: CardSet) -> bool {
        self.state.stock.cards().iter().all(|&card| cards.contains(card))
    }
}
