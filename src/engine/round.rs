//! The beginning and the end of a round.

use super::agenda::{Flow, Task};
use super::event::{Event, Log};
use super::phase::{Chance, Phase};
use super::{Engine, EpisodeKind, Truncation};
use crate::card::Card;
use crate::rules::Features;
use crate::rules::NextPlayer;
use crate::rules::OpenDraw;
use crate::rules::features::{FOLLOWING, LOST_TURNS, ROUNDS, TABLEAU};
use crate::ruleset::Who;
use crate::seat::{Direction, MAX_SEATS, Seat, SeatSet};

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Begins the episode: the dealer, the deal, the starter.
    pub(crate) fn begin(&mut self) {
        if !self.explicit() {
            let dealer = Seat(self.state.rng.below(u32::from(self.rules.players)) as u8);
            let flow = self.name_dealer(dealer);
            self.run(flow);
        }
    }

    /// Sets the dealer of the first round, drawn by chance.
    pub(crate) fn name_dealer(&mut self, dealer: Seat) -> Flow {
        self.state.dealer = dealer;
        Flow::Jump(Task::Deal)
    }

    /// Begins a round.
    pub(crate) fn begin_round(&mut self) -> Flow {
        let dealer = self.state.dealer;
        self.event(Event::Dealer(dealer));
        // The seat of the last turn may be out of the match by now.
        self.state.seat = dealer;
        self.actor = dealer;
        if Self::has(TABLEAU) {
            self.show_rules_to_dealer();
        }
        Flow::Next
    }

    /// Draws all parameters.
    pub(crate) fn draw_all_params(&mut self) -> Flow {
        self.draw_params(0)
    }

    /// Draws the parameters from this one on; those that stay for a whole match only in its first round.
    fn draw_params(&mut self, from: u8) -> Flow {
        let rules = self.rules;
        for (index, param) in (0u8..).zip(&rules.params).skip(usize::from(from)) {
            if self.state.matches.round > 0 && !param.each_round {
                continue;
            }
            let values = param.values.len() as u32;
            if self.explicit() && values > 1 {
                return self.ask_chance(Chance::Param { index });
            }
            let drawn = if values > 1 {
                self.state.rng.below(values) as u8
            } else {
                0
            };
            self.param_drawn(index, drawn);
        }
        Flow::Next
    }

    /// Sets a parameter that chance has drawn, and draws the next ones.
    pub(crate) fn param_by_chance(&mut self, index: u8, card: Card) -> Flow {
        let values = &self.rules.params[usize::from(index)].values;
        let drawn = values.iter().position(|&value| value == card).unwrap_or(0);
        self.param_drawn(index, drawn as u8);
        self.draw_params(index + 1)
    }

    /// Sets a parameter to one of its values.
    fn param_drawn(&mut self, index: u8, value: u8) {
        let param = &self.rules.params[usize::from(index)];
        self.state.matches.params[usize::from(index)] = value;
        self.event(Event::Param(index, param.values[usize::from(value)]));
    }

    /// Asks the dealer for the number of cards to deal, if the dealer chooses it.
    pub(crate) fn ask_deal(&mut self) -> Flow {
        if self.rules.deal.choice_to == 0 {
            return Flow::Next;
        }
        self.ask(Phase::DealerChoice, self.state.dealer)
    }

    /// Asks the dealer for the direction, if the dealer chooses it before the deal.
    pub(crate) fn ask_direction(&mut self) -> Flow {
        if self.rules.deal.direction_after || !self.chooses_direction() {
            return Flow::Next;
        }
        self.ask(Phase::Direction, self.state.dealer)
    }

    /// Returns true if the dealer chooses the direction and that makes a difference.
    fn chooses_direction(&self) -> bool {
        self.rules.deal.direction_choice && self.state.active.len() >= 3
    }

    /// Sets the direction that the dealer has chosen.
    pub(crate) fn choose_direction(&mut self, anticlockwise: bool) {
        self.state.direction = if anticlockwise {
            Direction::Anticlockwise
        } else {
            Direction::Clockwise
        };
        self.event(Event::Direction(self.state.direction));
    }

    /// Deals one card at a time, from the seat after the dealer on.
    pub(crate) fn deal_cards(&mut self) -> Flow {
        if self.before_deal() && self.state.upcard().is_none() {
            return Flow::Jump(Task::TurnStarter);
        }
        let dealer = self.state.dealer;
        let first = self.state.next_active(dealer, self.rules.players);
        if self.explicit() {
            return self.ask_chance(Chance::Deal { to: first });
        }
        if self.state.active == self.rules.everybody && self.state.stock.ordered() == 0 {
            self.deal_round_the_table(first);
        } else {
            self.deal_to_active(first);
        }
        for _ in 0..self.rules.deal.dealer_extra {
            let card = self.state.stock.draw(&mut self.state.rng);
            self.dealt(dealer, card);
        }
        self.all_dealt()
    }

    /// Deals to the seats that are in the match.
    fn deal_to_active(&mut self, first: Seat) {
        for _ in 0..self.state.round.deal {
            let mut to = first;
            for _ in 0..self.state.active.len() {
                let card = self.state.stock.draw(&mut self.state.rng);
                self.dealt(to, card);
                to = self.state.next_active(to, self.rules.players);
            }
        }
    }

    /// Deals to all seats from a stock without an order.
    fn deal_round_the_table(&mut self, first: Seat) {
        let (players, direction) = (self.rules.players, self.state.direction);
        let mut to = first;
        // A local copy, which need not be stored after every card.
        let mut rng = self.state.rng.clone();
        for _ in 0..u16::from(self.state.round.deal) * u16::from(players) {
            let card = self.state.stock.draw_any(&mut rng);
            self.dealt(to, card);
            to = to.next(direction, players);
        }
        self.state.rng = rng;
    }

    /// Returns the step after the deal: the piles are begun, unless the starter lies already or none is turned.
    fn all_dealt(&self) -> Flow {
        if !self.rules.starter.turned || self.before_deal() {
            Flow::Jump(Task::LateDirection)
        } else {
            Flow::Next
        }
    }

    /// Returns true if the starter is turned before the deal.
    pub(crate) fn before_deal(&self) -> bool {
        self.rules.starter.before_deal
    }

    /// Returns true if a suit for the starter was nominated before the deal.
    pub(crate) fn nominated_before(&self) -> bool {
        self.before_deal() && self.state.round.plays == 0
    }

    /// Turns the starter.
    pub(crate) fn turn_starter(&mut self) -> Flow {
        if self.explicit() {
            return self.ask_chance(Chance::Starter);
        }
        loop {
            let card = self.state.stock.draw(&mut self.state.rng);
            if !self.turned_again(card) {
                return self.started(card);
            }
        }
    }

    /// Adds a dealt card to a hand.
    #[inline]
    fn dealt(&mut self, to: Seat, card: Card) {
        self.state.hands[to.index()].add(card);
        self.event(Event::Dealt(to, card));
        self.move_backs();
    }

    /// Deals the card that chance has given, then asks for the next one or goes on to the starter.
    pub(crate) fn deal_by_chance(&mut self, to: Seat, card: Card) -> Flow {
        self.state.stock.take(card);
        self.dealt(to, card);
        self.ask_dealt_back().unwrap_or_else(|| self.deal_on(to))
    }

    /// Asks for the next card after this seat was dealt one, or goes on to the starter.
    pub(crate) fn deal_on(&mut self, to: Seat) -> Flow {
        let dealer = self.state.dealer;
        let held = self.state.hand(dealer).len();
        if to == dealer && held >= self.state.round.deal.saturating_add(self.rules.deal.dealer_extra) {
            return self.all_dealt();
        }
        let next = if to == dealer && held >= self.state.round.deal {
            dealer
        } else {
            self.state.next_active(to, self.rules.players)
        };
        self.ask_chance(Chance::Deal { to: next })
    }

    /// Puts a turned card that may not be the starter back into the stock, in no order; returns true if it did.
    ///
    /// The card stays if the stock holds only such cards, which would be turned for ever.
    fn turned_again(&mut self, card: Card) -> bool {
        let again = self.rules.starter.again;
        if !again.contains(card) || self.stock_is_all(again) {
            return false;
        }
        self.state.stock.shuffle_in(card);
        self.event(Event::TurnedAgain(card));
        true
    }

    /// Turns the card that chance has given for the starter.
    pub(crate) fn starter_by_chance(&mut self, card: Card) -> Flow {
        self.state.stock.take(card);
        if self.turned_again(card) {
            Flow::Jump(Task::TurnStarter)
        } else {
            self.started(card)
        }
    }

    /// Puts the starter on the pile; before a deal, lets the dealer nominate for it.
    fn started(&mut self, card: Card) -> Flow {
        let dealer = self.state.dealer;
        self.state.seat = dealer;
        self.actor = dealer;
        self.state.pile.play(card);
        self.event(Event::Starter(card));
        self.renew_at_once();
        self.state.in_force.open = self.rules.starter.open.contains(card);
        if !self.before_deal() {
            return self.after_backs(Flow::Next);
        }
        self.note_starter_conditions(card);
        let nominates = self.as_played(card).nominate.asks();
        if self.rules.starter.effects && nominates && !self.without_effects(card) {
            return self.ask(Phase::Nominate, dealer);
        }
        Flow::Jump(Task::DealCards)
    }

    /// Returns true if this starter has no effect.
    fn without_effects(&self, card: Card) -> bool {
        self.rules.starter.no_effects.contains(card)
    }

    /// Asks the dealer for the direction, if the dealer chooses it after the deal.
    pub(crate) fn ask_late_direction(&mut self) -> Flow {
        if self.rules.deal.direction_after && self.chooses_direction() {
            return self.ask(Phase::Direction, self.state.dealer);
        }
        Flow::Next
    }

    /// Applies the effects of the starter as if the dealer had played it, and goes on to the first turn.
    pub(crate) fn count_starter(&mut self) -> Flow {
        if Self::has(FOLLOWING) && self.rules.turn.first_keeps_suit {
            self.state.first_turns = self.state.active;
        }
        if self.rules.starter.by_dealer {
            self.state.round.first = Some(self.state.dealer);
        }
        if Self::has(ROUNDS) && !self.rules.round.first.is_empty() {
            self.find_first_player();
        }
        let Some(card) = self.state.upcard() else {
            return Flow::Jump(Task::Resolve);
        };
        if self.without_effects(card) {
            if let Some(suit) = self
                .rules
                .pack
                .suit(card)
                .filter(|_| self.rules.starter.suit_only.contains(card))
            {
                self.state.in_force.nominated = suit as u8;
            }
            return Flow::Jump(Task::Resolve);
        }
        if self.rules.starter.effects && self.turns_over() {
            // The back of the starter, which then lies on top, has no effect of its own.
            self.turn_over();
            return Flow::Jump(Task::Resolve);
        }
        let only_suit = self.rules.starter.nominate_only.contains(card);
        let in_full = self.rules.starter.in_full && !only_suit;
        if self.rules.starter.effects {
            self.note_starter_conditions(card);
            self.state.turn.top.followed = true;
            if !only_suit {
                self.collect(card, true);
            }
            if self.rules.starter.dealer_first.contains(card) {
                self.state.turn.next = NextPlayer::Same;
                if self.state.active.len() == 2 {
                    // The dealer is not skipped by a reversal that skips the other of two players.
                    self.state.turn.reverse = 0;
                }
            }
            if in_full {
                // The same stages follow as after a card that the dealer has played.
                (self.state.turn.played, self.state.turn.set.is_all) = (1, true);
                self.open_covers(card, |_| true);
                return Flow::Jump(Task::Played);
            }
            // Cards of the dealer's own hand do not move, and nobody is asked.
            let effects = &mut self.state.turn.card_effects;
            (effects.swap, effects.lot) = (false, 0);
            self.leave_out_rare_effects();
            self.state.turn.penalty.kept |= self.rules.starter.turn_kept.contains(card);
            if self.as_played(card).nominate.asks() && !self.state.in_force.open && !self.before_deal() {
                if self.rules.starter.by_lot.contains(card) {
                    return self.draw_suit();
                }
                if !self.rules.starter.first_nominates.contains(card) {
                    return self.ask(Phase::Nominate, self.state.seat);
                }
                self.state.agenda.push(Task::FirstNominates);
            }
        }
        Flow::Jump(Task::Resolve)
    }

    /// Leaves out the effects of a starter that are by lot or by choice.
    fn leave_out_rare_effects(&mut self) {
        let rules = self.rules;
        let Some(tableau) = self.tableau() else { return };
        let by_place = |hit: &OpenDraw| !matches!(hit.who, Who::Lot | Who::Chosen);
        for place in &mut tableau.effects.open {
            let hit = rules.open_draws.at(*place);
            *place *= u8::from(hit.is_some_and(by_place));
        }
        // The places that are left come first.
        tableau.effects.open.sort_by_key(|place| *place == 0);
        let aimed = &mut tableau.effects.aimed;
        (aimed.lot_turns, aimed.chosen_draw, aimed.chosen_turns) = (0, 0, 0);
    }

    /// Ends the round: scores it, and ends the episode or begins the next round.
    ///
    /// If an attack was played out, the seat that went out first has won, whatever came of the attack.
    pub(crate) fn end_round(&mut self, winner: Option<Seat>) -> Flow {
        if Self::has(LOST_TURNS) {
            self.state.lost_turns = [0; MAX_SEATS];
        }
        let first = self.first_out();
        let winner = first.or(self.state.round.went_out).or(winner);
        self.state.rejoin();
        self.event(Event::RoundEnded(winner));
        let loser = self.loser();
        let winners = self.score_round(winner);
        if self.game.options().episode == EpisodeKind::Round {
            return self.end_game(winners, false);
        }
        if let Some(leaders) = self.match_winners() {
            return self.end_game(leaders, false);
        }
        if self.rules.matches.turns > 0 && self.state.matches.turns >= self.rules.matches.turns {
            // The last turn of the match has ended its round: no other begins.
            return self.end_game(self.leaders(), false);
        }
        let s = &mut *self.state;
        // The deal moves on in the order of seat numbers, past those who are out of the match.
        s.direction = Direction::Clockwise;
        let alone = Some(winners).filter(|&set| self.rules.teams.among(set) == 1);
        let winner = alone.and_then(|set| winner.filter(|&seat| set.contains(seat)).or(set.iter().next()));
        let deals = winner.filter(|&seat| self.rules.round.winner_deals && s.active.contains(seat));
        s.dealer = deals.unwrap_or_else(|| s.next_active(s.dealer, self.rules.players));
        s.matches.round = s.matches.round.saturating_add(1);
        s.clear_table(self.rules);
        if let Some(tableau) = &mut s.tableau {
            tableau.created.winner = winner.filter(|&seat| s.active.contains(seat));
        }
        let loser = loser.filter(|_| self.rules.round.loser_first);
        let first = loser.or_else(|| winner.filter(|_| self.rules.round.winner_first));
        s.round.first = first.filter(|&seat| s.active.contains(seat));
        Flow::Jump(Task::Deal)
    }

    /// Returns the seat that went out first and so has won, if play went on for places.
    fn first_out(&self) -> Option<Seat> {
        let placed = &self.state.scores.placed;
        let first = placed.iter().position(|&place| place == 1);
        first
            .filter(|_| !self.rules.teams.all_out)
            .map(|seat| Seat(seat as u8))
    }

    /// Returns true if the match has had all its turns; otherwise counts the turn that begins.
    pub(crate) fn turns_used_up(&mut self) -> bool {
        let limit = self.rules.matches.turns;
        if limit == 0 || self.game.options().episode == EpisodeKind::Round {
            return false;
        }
        if self.state.matches.turns >= limit {
            return true;
        }
        self.state.matches.turns += 1;
        false
    }

    /// Ends a match that has had all its turns: the round is not scored, and the best score wins.
    pub(crate) fn end_match_by_turns(&mut self) -> Flow {
        self.state.rejoin();
        let winners = self.leaders();
        self.end_game(winners, false)
    }

    /// Ends the game.
    fn end_game(&mut self, winners: SeatSet, truncated: bool) -> Flow {
        self.state.agenda.clear();
        self.ask(Phase::Over { winners, truncated }, self.actor);
        self.event(Event::Ended);
        Flow::Wait
    }

    /// Ends the game by the limit of decisions: as a blocked round, or unpaid with [`Truncation::Bootstrap`].
    ///
    /// A round in which a seat went out already is won by that seat.
    pub(crate) fn truncate(&mut self) {
        self.actor = self.state.asked();
        self.state.rejoin();
        if self.game.options().truncation == Truncation::Bootstrap {
            self.end_game(SeatSet::default(), true);
            return;
        }
        let no_cards = self.state.hands.iter().all(crate::hand::Hand::is_empty);
        let winners = if no_cards {
            // Between two rounds of a match there are no hands to score.
            self.leaders()
        } else {
            let winners = self.score_round(self.first_out().or(self.state.round.went_out));
            if self.game.options().episode == EpisodeKind::Match {
                self.leaders()
            } else {
                winners
            }
        };
        self.end_game(winners, true);
    }
}
