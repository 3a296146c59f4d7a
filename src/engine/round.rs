//! The beginning and the end of a round.

use super::event::{Event, Log};
use super::phase::{Chance, Phase, Step};
use super::{Engine, EpisodeKind};
use crate::card::Card;
use crate::seat::{Seat, SeatSet};

impl<L: Log> Engine<'_, L> {
    /// Begins the episode: the dealer, the deal, the starter.
    pub(super) fn begin(&mut self) {
        self.s.phase = Phase::Chance(Chance::Dealer);
        if !self.explicit() {
            let dealer = Seat(self.s.rng.below(u32::from(self.rules.players)) as u8);
            self.dealer(dealer);
        }
    }

    /// Chance has named the dealer of the first round.
    pub(super) fn dealer(&mut self, dealer: Seat) {
        self.s.dealer = dealer;
        self.run(Step::Deal);
    }

    /// A round begins: the dealer chooses how many cards are dealt, where that is so.
    pub(super) fn begin_round(&mut self) -> Step {
        let dealer = self.s.dealer;
        self.event(Event::Dealer(dealer));
        // Whose turn it was may be out of the match by now.
        self.s.seat = dealer;
        self.s.actor = dealer;
        if self.rules.deal_choice_to == 0 {
            return Step::DealCards;
        }
        self.s.phase = Phase::DealerChoice;
        Step::Wait
    }

    /// Deals: one card at a time from the seat after the dealer.
    pub(super) fn deal_cards(&mut self) -> Step {
        let dealer = self.s.dealer;
        let first = self.s.after(dealer, self.rules.players);
        if self.explicit() {
            self.s.phase = Phase::Chance(Chance::Deal { to: first });
            return Step::Wait;
        }
        for _ in 0..self.s.deal {
            let mut to = first;
            for _ in 0..self.s.active.len() {
                let card = self.s.stock.draw(&mut self.s.rng);
                self.dealt(to, card);
                to = self.s.after(to, self.rules.players);
            }
        }
        loop {
            let card = self.s.stock.draw(&mut self.s.rng);
            if !self.turned_again(card) {
                return Step::Started(card);
            }
        }
    }

    /// A card was dealt.
    fn dealt(&mut self, to: Seat, card: Card) {
        self.s.hands[to.index()].add(card);
        self.event(Event::Dealt(to, card));
    }

    /// Chance has dealt a card: the next one, or the starter.
    pub(super) fn dealt_by_chance(&mut self, to: Seat, card: Card) {
        self.dealt(to, card);
        let dealer = self.s.dealer;
        let done = to == dealer && self.s.hand(dealer).len() >= self.s.deal;
        self.s.phase = Phase::Chance(if done {
            Chance::Starter
        } else {
            Chance::Deal {
                to: self.s.after(to, self.rules.players),
            }
        });
    }

    /// Whether a turned card goes back into the stock, which then is shuffled.
    ///
    /// A stock of nothing but such cards would be turned for ever: then the card stays.
    pub(super) fn turned_again(&mut self, card: Card) -> bool {
        let again = self.rules.starter_again;
        if !again.contains(card) || self.stock_is_all(again) {
            return false;
        }
        self.s.stock.shuffle_in(card);
        self.event(Event::TurnedAgain(card));
        true
    }

    /// The starter lies: its effects as if the dealer had played it, then the first turn.
    ///
    /// Effects that need cards of the dealer's hand (giving, covering) and polls do not arise.
    pub(super) fn started(&mut self, card: Card) -> Step {
        let dealer = self.s.dealer;
        self.s.seat = dealer;
        self.s.actor = dealer;
        self.s.pile.lay(card);
        self.event(Event::Starter(card));
        self.renew_at_once();
        if self.rules.starter_effects {
            self.s.turn.followed = true;
            self.collect(card);
            if self.rules.of(card).nominate != crate::ruleset::Nominate::Never {
                self.s.phase = Phase::Nominate;
                return Step::Wait;
            }
        }
        Step::Resolve
    }

    /// The round ends; scores are written, and the episode ends or the next round is dealt.
    ///
    /// However an attack came to its end that was played out, whoever went out first has won.
    pub(super) fn end_round(&mut self, winner: Option<Seat>) -> Step {
        let winner = self.s.went_out.or(winner);
        self.event(Event::RoundEnded(winner));
        let winners = self.score_round(winner);
        if self.game.options().episode == EpisodeKind::Round {
            return self.end(winners, false);
        }
        if let Some(winners) = self.match_winners() {
            return self.end(winners, false);
        }
        let s = &mut *self.s;
        // The deal moves on in the order of seat numbers, past those who are out of the match.
        s.direction = crate::seat::Direction::Clockwise;
        s.dealer = s.after(s.dealer, self.rules.players);
        s.round = s.round.saturating_add(1);
        s.clear_table(self.rules);
        Step::Deal
    }

    /// Whether the match has had all its turns; counts the one that begins.
    pub(super) fn turns_used_up(&mut self) -> bool {
        let limit = self.rules.turns;
        if limit == 0 || self.game.options().episode == EpisodeKind::Round {
            return false;
        }
        if self.s.turns >= limit {
            return true;
        }
        self.s.turns += 1;
        false
    }

    /// The match has had all its turns: the round is not scored, and the best score wins.
    pub(super) fn end_match_by_turns(&mut self) -> Step {
        let winners = self.leaders();
        self.end(winners, false)
    }

    /// The game ends.
    fn end(&mut self, winners: SeatSet, truncated: bool) -> Step {
        self.s.phase = Phase::Over { winners, truncated };
        self.event(Event::Ended);
        Step::Wait
    }

    /// The limit of decisions ends the game, as a blocked round would (one that is played out has its winner).
    pub(super) fn truncate(&mut self) {
        let winners = if self.s.upcard().is_none() {
            // Between two rounds of a match there are no hands to score.
            self.leaders()
        } else {
            let winners = self.score_round(self.s.went_out);
            if self.game.options().episode == EpisodeKind::Match {
                self.leaders()
            } else {
                winners
            }
        };
        self.end(winners, true);
    }
}
