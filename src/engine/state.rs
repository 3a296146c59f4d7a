//! One position: flat, cheap to clone.

use std::ptr::from_ref;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::agenda::{Agenda, Task, Waiting};
use super::backs::Backs;
use super::games::Games;
use super::known::Known;
use super::notation::{AttackName, BySeat, MOST_SCORE, PointsSchema, by_seat, negated, shares, suit_index};
use super::phase::{Chance, Phase};
use super::piles::{Pile, StockPile};
use super::ruled_out::RuledOut;
use super::tableau::RareState;
use super::turn::TurnState;
use crate::card::{Card, CardSet, MAX_SUITS, Suit};
use crate::hand::Hand;
use crate::rng::{Rng, Stream};
use crate::rules::features::{FOLLOWING, LOST_TURNS, MEANINGS};
use crate::rules::{CardRules, CardTable, Features, MAX_PARAMS, NO_SUIT, Rules};
use crate::ruleset::schema::types::{AnySeat, CardText, Whole};
use crate::seat::{Direction, MAX_SEATS, Seat, SeatSet};

/// The suit in force, by the nominated suit and the suit of the card to follow.
const IN_FORCE: [[u8; 16]; 16] = {
    let mut table = [[NO_SUIT; 16]; 16];
    let mut nominated = 0;
    while nominated < 16 {
        let mut own = 0;
        while own < 16 {
            if nominated < MAX_SUITS {
                table[nominated][own] = nominated as u8;
            } else if own < MAX_SUITS {
                table[nominated][own] = own as u8;
            }
            own += 1;
        }
        nominated += 1;
    }
    table
};

/// The pending attack: cards to draw and turns to lose, unless the seat that acts next answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[repr(C)]
pub(crate) struct Pending {
    /// Number of cards to draw.
    pub(crate) draw: u8,
    /// Number of turns to lose. Nothing is pending with neither cards nor turns.
    pub(crate) skip: u8,
    /// The special that attacks; without meaning if nothing is pending.
    #[schemars(with = "AttackName")]
    pub(crate) kind: u8,
    /// False if the attack cannot be answered.
    #[serde(rename = "answerable", with = "negated")]
    #[schemars(with = "bool")]
    pub(crate) unanswerable: bool,
}

impl Pending {
    /// Returns true if anything is pending.
    #[inline]
    pub(crate) const fn is_some(self) -> bool {
        self.is_some_of::<{ LOST_TURNS }>()
    }

    /// Returns true if anything is pending, for an engine with these features.
    #[inline]
    pub(crate) const fn is_some_of<const F: Features>(self) -> bool {
        self.draw > 0 || F & LOST_TURNS != 0 && self.skip > 0
    }
}

/// One position of a game.
///
/// A position is complete: hands, stock, pile, the seat of the turn, the pending attack, scores, and the random generator of chance.
///
/// The order of the fields keeps the number of cache lines that a decision touches small: two lines that nearly every decision
/// reads, then the generator, the pile, the stock and the hands, each aligned to a line, and rarely read fields at the end.
/// Deserialising a state does not check that its fields agree; [`Game::position`](super::Game::position) does.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[repr(C, align(64))]
pub struct State {
    /// The seat whose turn it is.
    pub(crate) seat: Seat,
    /// The seat that dealt, or is to deal.
    pub(crate) dealer: Seat,
    /// Direction of play: 1 clockwise, -1 anticlockwise.
    pub(crate) direction: Direction,
    /// True if `scores.paid` is not all zeros, so that an ordinary action need not read it.
    #[serde(skip)]
    pub(crate) has_paid: bool,
    /// Seats still in the match.
    #[serde(skip)]
    pub(crate) active: SeatSet,
    /// Seats whose call is due and not made.
    pub(crate) calls: SeatSet,
    /// Number of decisions taken in the episode.
    #[schemars(range(max = 65_535))]
    pub(crate) decisions: u32,
    /// Restrictions on the next card, apart from the upcard.
    #[serde(flatten)]
    pub(crate) in_force: InForce,
    /// The pending attack, which the seat that acts next must take or answer: a number of cards by the attack of the upcard, or a table.
    pub(crate) pending: Pending,
    /// The round so far.
    #[serde(flatten)]
    pub(crate) round: RoundState,
    /// Cards that each seat knows in other hands, by the seats that hold them; only where a ruleset can create such knowledge.
    pub(crate) known: Option<Box<Known>>,
    /// The parts of a position that only few rulesets need; only where one does.
    #[serde(skip)]
    pub(crate) tableau: Option<Box<RareState>>,
    /// Cards played and drawn, and effects collected, in the turn.
    pub(crate) turn: TurnState,
    /// The match so far, without its scores.
    #[serde(flatten)]
    pub(crate) matches: MatchState,
    /// The open question and the waiting tasks.
    #[serde(flatten)]
    #[schemars(with = "Waiting")]
    pub(crate) agenda: Agenda,
    #[serde(skip, default = "unseeded")]
    pub(crate) rng: Rng,
    /// The cards of the pile, the bottom first; the last is the upcard.
    #[schemars(with = "CardText")]
    pub(crate) pile: Pile,
    #[serde(skip)]
    pub(crate) stock: StockPile,
    /// The cards of each seat, in any order.
    #[serde(deserialize_with = "by_seat")]
    #[schemars(with = "BySeat<CardText>")]
    pub(crate) hands: [Hand; MAX_SEATS],
    #[serde(flatten)]
    pub(crate) scores: Scores,
    /// Number of turns that each seat owes, in which it is passed over.
    #[serde(deserialize_with = "by_seat")]
    #[schemars(with = "BySeat<Whole<0, 255>>")]
    pub(crate) lost_turns: [u8; MAX_SEATS],
    /// Seats that have yet to end their first turn of the round; only where that turn differs from the others.
    #[schemars(with = "Vec<AnySeat>")]
    pub(crate) first_turns: SeatSet,
    /// Kinds that cards in each hand are known not to be, by the number of these cards; only where a ruleset can prove any.
    pub(crate) ruled_out: Option<Box<RuledOut>>,
    /// The games of a match that are scored at once; only where the ruleset has several.
    #[serde(skip)]
    pub(crate) games: Option<Box<Games>>,
}

/// Returns a placeholder for the generator of a position that is read, which gets one of its own.
fn unseeded() -> Rng {
    Rng::new(0, Stream::Chance)
}

/// Restrictions on the next card, apart from the upcard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[repr(C)]
pub(crate) struct InForce {
    /// The nominated suit in force.
    #[serde(rename = "suit", with = "suit_index")]
    #[schemars(with = "Option<Suit>")]
    pub(crate) nominated: u8,
    /// The second suit that may be followed.
    #[serde(with = "suit_index")]
    #[schemars(with = "Option<Suit>")]
    pub(crate) second: u8,
    /// True if restrictions on the next player only bind the seat of the turn.
    pub(crate) binds_next: bool,
    /// True if any card may be played, as the starter allows.
    pub(crate) open: bool,
    /// The card to follow where the upcard is not followed.
    pub(crate) under: Option<Card>,
}

impl Default for InForce {
    fn default() -> Self {
        Self {
            nominated: NO_SUIT,
            second: NO_SUIT,
            binds_next: false,
            open: false,
            under: None,
        }
    }
}

/// A round so far, without hands, piles and scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[repr(C)]
pub(crate) struct RoundState {
    /// Number of cards played in the round.
    pub(crate) plays: u16,
    /// Number of passes in a row.
    pub(crate) passes: u8,
    /// Number of cards of the upcard's rank played in a row; only counted where that ends rounds.
    pub(crate) row: u8,
    /// Number of cards that each player is dealt in the round.
    pub(crate) deal: u8,
    /// The seat that went out first, while an attack is played out.
    pub(crate) went_out: Option<Seat>,
    /// The seat that plays first in the round, if not the player after the dealer.
    pub(crate) first: Option<Seat>,
    /// The seat that was skipped last in the round.
    pub(crate) last_skipped: Option<Seat>,
}

/// A match so far, without its scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[repr(C)]
pub(crate) struct MatchState {
    /// Number of rounds before this one.
    pub(crate) round: u16,
    /// Number of turns of the match so far; only counted where the ruleset limits them.
    pub(crate) turns: u16,
    /// The value drawn for each parameter, as an index into its values.
    #[serde(skip)]
    pub(crate) params: [u8; MAX_PARAMS],
    /// True if this is the last round of the match.
    pub(crate) last_round: bool,
    /// Number of times that the stock was renewed in the match; only counted where that costs points.
    pub(crate) renewals: u8,
}

/// Points of the match, points paid, and the places of seats that are out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[repr(C)]
pub(crate) struct Scores {
    /// Points of each seat in the match.
    #[serde(rename = "scores", deserialize_with = "by_seat")]
    #[schemars(with = "BySeat<Whole<{ -(MOST_SCORE as i64) }, { MOST_SCORE as i64 }>>")]
    pub(crate) points: [i32; MAX_SEATS],
    /// Points paid by the last action, by seat.
    #[serde(with = "shares")]
    #[schemars(with = "BySeat<PointsSchema>")]
    pub(crate) paid: [i64; MAX_SEATS],
    /// Points paid since the episode began, by seat.
    #[serde(with = "shares")]
    #[schemars(with = "BySeat<PointsSchema>")]
    pub(crate) paid_total: [i64; MAX_SEATS],
    /// The place of each seat that is out while others play on; 0 for none yet.
    #[serde(deserialize_with = "by_seat")]
    #[schemars(with = "BySeat<Whole<0, { MAX_SEATS as i64 }>>")]
    pub(crate) placed: [u8; MAX_SEATS],
}

impl Scores {
    /// Returns scores with which everybody has this number of points.
    fn of(points: i32) -> Self {
        Self {
            points: [points; MAX_SEATS],
            paid: [0; MAX_SEATS],
            paid_total: [0; MAX_SEATS],
            placed: [0; MAX_SEATS],
        }
    }
}

impl State {
    /// Returns the nominated suit that is in force.
    #[must_use]
    pub const fn nominated(&self) -> Option<Suit> {
        Suit::from_index(self.in_force.nominated)
    }

    /// Returns the top card of the pile.
    #[must_use]
    #[inline]
    pub fn upcard(&self) -> Option<Card> {
        self.pile.upcard()
    }

    /// Returns the card to follow: the upcard, or the card under it.
    #[inline]
    pub(crate) fn card_to_follow(&self, rules: &Rules) -> Option<Card> {
        match self.upcard() {
            Some(upcard) if rules.follow.under.contains(upcard) => self.in_force.under,
            upcard => upcard,
        }
    }

    /// Returns the suit in force: the nominated one, or that of the card to follow.
    #[inline]
    pub(crate) fn suit(&self, rules: &Rules) -> Option<Suit> {
        Suit::from_index(self.suit_index(rules))
    }

    /// Returns the index of the suit in force, or [`NO_SUIT`].
    ///
    /// A table decides without a branch, since a nomination is hard to predict.
    #[inline]
    pub(crate) fn suit_index(&self, rules: &Rules) -> u8 {
        let own = self.card_to_follow(rules).and_then(|card| rules.pack.suit(card));
        let own = own.map_or(NO_SUIT, |suit| suit as u8);
        IN_FORCE[usize::from(self.in_force.nominated & 15)][usize::from(own & 15)]
    }

    /// Returns the seat that named what everybody must play, while that seat is active.
    pub(crate) fn demander(&self) -> Option<Seat> {
        let by = self.tableau.as_ref().and_then(|tableau| tableau.named_by);
        by.filter(|&by| self.active.contains(by))
    }

    /// Makes seats active again that were out while others played on.
    pub(crate) fn rejoin(&mut self) {
        for seat in (0..MAX_SEATS as u8).map(Seat) {
            if self.scores.placed[seat.index()] > 0 {
                self.active.insert(seat);
            }
        }
    }

    /// Returns the rules of all cards, played by this seat.
    #[inline]
    pub(crate) fn table<'a>(&self, rules: &'a Rules, seat: Seat) -> &'a CardTable {
        if let Some(only) = rules.only_table() {
            return only;
        }
        rules.table(self.meaning(rules, seat))
    }

    /// Returns the index of the meaning that late-bound words have for this seat.
    pub(crate) fn meaning(&self, rules: &Rules, seat: Seat) -> usize {
        let (params, score) = (self.matches.params, self.scores.points[seat.index()]);
        rules.meaning(self.is_turned(), params, score)
    }

    /// Returns the backs of the cards, where they have any.
    pub(crate) fn backs(&self) -> Option<&Backs> {
        self.tableau.as_ref()?.backs.as_deref()
    }

    /// Returns the backs of the cards for a change, where they have any.
    pub(crate) fn backs_mut(&mut self) -> Option<&mut Backs> {
        self.tableau.as_mut()?.backs.as_deref_mut()
    }

    /// Returns true if the cards are turned over to their backs.
    pub(crate) fn is_turned(&self) -> bool {
        self.backs().is_some_and(|backs| backs.turned)
    }

    /// Returns the rules of all cards, played by this seat; without the feature [`MEANINGS`] there is only one table.
    #[inline]
    pub(crate) fn table_of<'a, const F: Features>(&self, rules: &'a Rules, seat: Seat) -> &'a CardTable {
        if F & MEANINGS == 0 {
            rules.first_table()
        } else {
            self.table(rules, seat)
        }
    }

    /// Returns the rules of a card that the seat of the turn is playing, or that lies on top, under the conditions of its play.
    #[inline(always)]
    pub(crate) fn as_played<'a, const F: Features>(&self, rules: &'a Rules, card: Card) -> &'a CardRules {
        let table = self.table_of::<F>(rules, self.seat);
        if F & FOLLOWING != 0 && self.turn.top.without != 0 {
            let conditional = table.when.of(card);
            let own = conditional.and_then(|card| card.rules_without(self.turn.top.without));
            return own.unwrap_or_else(|| table.of(card));
        }
        table.of(card)
    }

    /// Returns the question to be decided, on top of the agenda.
    #[must_use]
    #[inline]
    pub const fn phase(&self) -> Phase {
        self.agenda.phase()
    }

    /// Returns the seat that decides now; none at a chance node and at the end.
    ///
    /// A seat that is polled need not be the one whose turn it is.
    #[must_use]
    pub const fn actor(&self) -> Option<Seat> {
        match self.agenda.phase() {
            Phase::Chance(_) | Phase::Over { .. } => None,
            _ => Some(self.agenda.by()),
        }
    }

    /// Returns the seat that decides now; at the end, the one that decided last.
    #[inline]
    pub(crate) const fn asked(&self) -> Seat {
        self.agenda.by()
    }

    /// Returns true if the first player has yet to nominate for the starter.
    pub(crate) fn first_nominates(&self) -> bool {
        self.agenda.tasks().any(|task| task == Task::FirstNominates)
    }

    /// Returns true if a nomination is the dealer's, for a starter that is turned before the deal.
    pub(crate) fn nominates_before_deal(&self, rules: &Rules) -> bool {
        let first = self.round.plays == 0 && self.turn.played == 0;
        rules.starter.before_deal && first && !self.first_nominates()
    }

    /// Returns the seat whose turn it is.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns true if the game has ended.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(self.phase(), Phase::Over { .. })
    }

    /// Returns true if the limit of decisions has ended the game.
    #[must_use]
    pub const fn is_truncated(&self) -> bool {
        matches!(self.phase(), Phase::Over { truncated: true, .. })
    }

    /// Returns the size in bytes of the boxed parts of the state.
    pub(crate) fn heap_size(&self) -> usize {
        let known = self.known.as_ref().map_or(0, |known| known.size());
        let backs = self.backs().map_or(0, size_of_val);
        let tableau = self.tableau.as_ref().map_or(0, |tableau| size_of_val(&**tableau));
        let games = self.games.as_ref().map_or(0, |games| size_of_val(&**games));
        let ruled_out = self
            .ruled_out
            .as_ref()
            .map_or(0, |ruled_out| size_of_val(&**ruled_out));
        known + ruled_out + tableau + backs + games
    }

    /// Clears the points that the previous action paid.
    #[inline]
    pub(crate) fn forget_paid(&mut self) {
        if self.has_paid {
            self.scores.paid = [0; MAX_SEATS];
            self.has_paid = false;
        }
    }

    /// Returns true if chance decides.
    #[must_use]
    pub const fn is_chance(&self) -> bool {
        matches!(self.phase(), Phase::Chance(_))
    }

    /// Returns the number of decisions taken in the episode.
    #[must_use]
    pub const fn decisions(&self) -> u32 {
        self.decisions
    }

    /// Returns the number of cards in the stock.
    #[must_use]
    pub const fn stock_size(&self) -> u8 {
        self.stock.len()
    }

    /// Returns the points in the match so far, by seat.
    #[must_use]
    pub fn scores(&self, players: u8) -> &[i32] {
        &self.scores.points[..usize::from(players)]
    }

    /// Returns the hand of a seat, which is hidden from the others.
    pub(crate) const fn hand(&self, seat: Seat) -> &Hand {
        &self.hands[seat.index()]
    }

    /// Returns the kinds that a seat holds.
    pub(crate) const fn held(&self, seat: Seat) -> CardSet {
        self.hands[seat.index()].held()
    }

    /// Returns the next active seat after this one in the direction of play.
    #[inline]
    pub(crate) fn next_active(&self, seat: Seat, players: u8) -> Seat {
        let next = seat.next(self.direction, players);
        if self.active.contains(next) {
            next
        } else {
            self.skip_inactive(next, seat, players)
        }
    }

    /// Returns the active seat before this one in the direction of play.
    pub(crate) fn previous_active(&self, seat: Seat, players: u8) -> Seat {
        let back = self.direction.reversed();
        let mut before = seat.next(back, players);
        while !self.active.contains(before) && before != seat {
            before = before.next(back, players);
        }
        before
    }

    /// Returns the first active seat from `next` on, or `seat` if there is none before it.
    #[inline(never)]
    fn skip_inactive(&self, mut next: Seat, seat: Seat, players: u8) -> Seat {
        while !self.active.contains(next) && next != seat {
            next = next.next(self.direction, players);
        }
        next
    }

    /// Returns the number of cards of one rank in a row, once this card is played on the upcard.
    pub(crate) fn row_with_card(&self, rules: &Rules, card: Card, upcard: Option<Card>) -> u8 {
        let goes_on =
            self.round.row > 0 && upcard.is_some_and(|up| rules.pack.rank(up) == rules.pack.rank(card));
        let row = if goes_on {
            self.round.row.saturating_add(1)
        } else {
            1
        };
        if rules.round.row_cards.contains(card) {
            row
        } else {
            0
        }
    }

    /// Returns true if a card can be drawn, after renewing the stock if necessary.
    #[inline]
    pub(crate) fn can_draw(&self, rules: &Rules) -> bool {
        let renews = rules.stock.renews;
        // Without short circuits, since the branch would often be mispredicted near the end of a round.
        let plainly = (self.stock.len() > 0) | (renews & (self.pile.len() > 1));
        match &self.tableau {
            None => plainly,
            Some(tableau) => plainly || renews && tableau.piles.iter().any(|(_, pile, _)| pile.len() > 1),
        }
    }

    /// Returns the number of cards on top of the pile that nobody draws: the upcard, and the cards on which it was played out of turn.
    pub(crate) fn fixed_on_top(&self, rules: &Rules) -> u8 {
        let out_of_turn = !rules.tableau.claims.cards.is_empty();
        if out_of_turn {
            self.pile.equal_tops().min(self.turn.played).max(1)
        } else {
            1
        }
    }

    /// Resets the state to before the first deal of another episode, keeping its memory.
    pub(crate) fn renew(&mut self, rules: &Rules, rng: Rng) {
        self.seat = Seat(0);
        self.dealer = Seat(0);
        self.active = SeatSet::first(rules.players);
        self.matches = MatchState::default();
        self.round.first = None;
        self.decisions = 0;
        self.scores.points = [i32::from(rules.countdown); MAX_SEATS];
        self.forget_paid();
        self.scores.paid_total = [0; MAX_SEATS];
        self.rng = rng;
        if let Some(games) = &mut self.games {
            **games = Games::default();
        }
        if let Some(tableau) = &mut self.tableau {
            tableau.renew(rules);
        }
        self.clear_table(rules);
        self.await_dealer();
    }

    /// Opens the chance node for the dealer.
    fn await_dealer(&mut self) {
        self.agenda.ask(Phase::Chance(Chance::Dealer), self.seat);
    }

    /// Passes the address of each cache line that a decision with this number of players may touch to `tell`.
    #[inline]
    pub(crate) fn each_cache_line<const F: Features>(&self, players: u8, tell: impl Fn(*const u8)) {
        tell(from_ref(self).cast());
        tell(from_ref(&self.agenda).cast());
        tell(from_ref(&self.rng).cast());
        tell(from_ref(&self.pile).cast());
        tell(from_ref(&self.stock).cast());
        if F & MEANINGS != 0 {
            // The rules of a card depend on the scores.
            tell(from_ref(&self.scores).cast());
        }
        // Two seats are always at the table; a loop with a variable bound would cost more than most of the lines.
        for (seat, hand) in self.hands.iter().enumerate() {
            if seat < 2 || seat < usize::from(players) {
                tell(from_ref(hand).cast());
            } else {
                break;
            }
        }
    }

    /// Gathers all cards into the stock and forgets the round.
    pub(crate) fn clear_table(&mut self, rules: &Rules) {
        self.agenda.clear();
        self.direction = rules.deal.direction;
        self.in_force = InForce::default();
        self.round = RoundState {
            deal: rules.deal.cards_in(self.matches.round),
            first: self.round.first,
            ..RoundState::default()
        };
        self.pending = Pending::default();
        self.turn = TurnState::default();
        self.calls = SeatSet::default();
        self.scores.placed = [0; MAX_SEATS];
        self.lost_turns = [0; MAX_SEATS];
        self.first_turns = SeatSet::default();
        for hand in &mut self.hands[..usize::from(rules.players)] {
            *hand = Hand::default();
        }
        self.stock.fill(&rules.deck.cards);
        self.pile.clear();
        if let Some(known) = &mut self.known {
            known.clear();
        }
        if let Some(ruled_out) = &mut self.ruled_out {
            ruled_out.clear();
        }
        if let Some(tableau) = &mut self.tableau {
            tableau.clear(rules);
        }
    }

    /// Returns a position before the first deal.
    pub(crate) fn empty(rules: &Rules, rng: Rng) -> Self {
        let mut state = Self {
            games: (rules.matches.games > 1).then(Box::default),
            known: rules.tracks_known.then(|| Box::new(Known::new(rules.players))),
            ruled_out: rules
                .keeps_ruled_out
                .then(|| Box::new(RuledOut::new(rules.players))),
            tableau: rules.tableau.needed.then(|| Box::new(RareState::new(rules))),
            ..Self::bare(rules, rng)
        };
        state.stock.fill(&rules.deck.cards);
        state.await_dealer();
        state
    }

    /// Returns a position without cards and without the parts that only few rulesets need.
    pub(crate) fn bare(rules: &Rules, rng: Rng) -> Self {
        Self {
            agenda: Agenda::new(Seat(0)),
            seat: Seat(0),
            dealer: Seat(0),
            direction: rules.deal.direction,
            active: SeatSet::first(rules.players),
            in_force: InForce::default(),
            pending: Pending::default(),
            turn: TurnState::default(),
            calls: SeatSet::default(),
            round: RoundState {
                deal: rules.deal.cards_in(0),
                ..RoundState::default()
            },
            matches: MatchState::default(),
            decisions: 0,
            scores: Scores::of(i32::from(rules.countdown)),
            lost_turns: [0; MAX_SEATS],
            first_turns: SeatSet::default(),
            games: None,
            has_paid: false,
            hands: [Hand::default(); MAX_SEATS],
            stock: StockPile::default(),
            pile: Pile::default(),
            rng,
            known: None,
            ruled_out: None,
            tableau: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::mem::offset_of;

    use super::*;

    /// The fields that every decision reads, the first task and the generator lie in three cache lines.
    #[test]
    #[cfg(target_pointer_width = "64")]
    fn what_every_decision_reads_lies_together() {
        assert!(offset_of!(State, agenda) + size_of::<(Phase, Seat, u8)>() <= 128);
        assert!(offset_of!(State, rng) + size_of::<Rng>() <= 192);
        assert_eq!(offset_of!(State, pile), 192);
    }
}
