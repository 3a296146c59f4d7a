//! Ways to play out a turn, to evaluate moves: the engine plays the cards on a scratch state.

use crate::card::{Card, CardSet};
use crate::engine::backs::Backs;
use crate::engine::event::Log;
use crate::engine::{Engine, Game, State};
use crate::hand::Hand;
use crate::primitive::continuing::effect::cards;
use crate::rng::{Rng, Stream};
use crate::rules::Features;
use crate::rules::features::ALL;
use crate::ruleset::Who;
use crate::seat::Seat;

/// The effects of the cards of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effect {
    /// The seat that the cards hit, or the seat that plays next if they hit nobody.
    pub victim: Seat,
    /// Number of cards that the victim draws, or must answer.
    pub draws: u8,
    /// Number of turns that the victim loses unless it answers.
    pub turns: u8,
    /// The seat that plays next, or answers.
    pub next: Seat,
    /// Number of cards that each other player draws.
    pub others_draw: u8,
    /// Number of cards that one other player draws, who need not be the next one.
    pub aimed_draw: u8,
    /// Number of turns that one other player loses.
    pub aimed_turns: u8,
    /// Number of turns that the player loses.
    pub own_turns: u8,
    /// Number of cards that the player draws.
    pub own_draw: u8,
    /// Number of cards that the player gives away, while there are any.
    pub gives: u8,
    /// The seat whose hand the player receives as all hands move.
    pub receives: Option<Seat>,
    /// True if the player may swap hands with another.
    pub may_swap: bool,
    /// True if the player must swap hands with another.
    pub must_swap: bool,
    /// True if all cards are turned over to their backs.
    pub turns_over: bool,
}

/// A way to play out a turn.
#[derive(Debug, Clone, Copy)]
pub struct Line<'a> {
    /// The next card to be played; none if the turn ends without another.
    pub first: Option<Card>,
    /// The upcard at the end.
    pub top: Option<Card>,
    /// Number of cards played from here on.
    pub played: u8,
    /// The cards then left in the hand.
    pub rest: &'a Hand,
    /// The effects of the whole turn.
    pub effect: Effect,
}

/// The part of a line that is known while its cards are played.
#[derive(Clone, Copy)]
struct Begun {
    first: Option<Card>,
    played: u8,
}

/// Most further cards that are tried after the first card of a turn.
const MOST_TRIED: u16 = 24;

impl Game {
    /// Returns the effects of a card that this seat plays alone, in its own turn.
    pub(crate) fn weigh(&self, state: &State, seat: Seat, card: Card) -> Effect {
        let mut scratch = self.scratch(state, seat);
        let hand = &mut scratch.hands[seat.index()];
        if !self.rules().depends_on_cards_left() {
            *hand = Hand::default();
        }
        if !hand.held().contains(card) {
            hand.add(card);
        }
        self.engine::<ALL, ()>(&mut scratch, &mut ())
            .play_first(card, true);
        self.engine::<ALL, ()>(&mut scratch, &mut ()).weigh()
    }

    /// Calls `each` with ways to play out a turn of this seat that begins with one of the cards.
    ///
    /// Not all ways are tried where there are many.
    pub(crate) fn lines(&self, state: &State, seat: Seat, firsts: CardSet, each: &mut impl FnMut(&Line<'_>)) {
        let blank = self.scratch(state, seat);
        for card in firsts.iter() {
            let mut scratch = blank.clone();
            self.engine::<ALL, ()>(&mut scratch, &mut ())
                .play_first(card, true);
            let begun = Begun {
                first: Some(card),
                played: 1,
            };
            self.go_on(scratch, begun, &mut MOST_TRIED.clone(), each);
        }
    }

    /// Calls `each` with ways to go on with a turn of this seat, in which cards have been played; see [`Game::lines`].
    pub(crate) fn further_lines(&self, state: &State, seat: Seat, each: &mut impl FnMut(&Line<'_>)) {
        let mut scratch = self.scratch(state, seat);
        scratch.turn = state.turn;
        let begun = Begun {
            first: None,
            played: 0,
        };
        self.go_on(scratch, begun, &mut MOST_TRIED.clone(), each);
    }

    /// Returns a state with the fields that are copied here, all of them public, and the seat's own hand.
    fn scratch(&self, state: &State, seat: Seat) -> State {
        let rules = self.rules();
        let mut scratch = State::bare(rules, Rng::new(0, Stream::Chance));
        scratch.seat = seat;
        scratch.direction = state.direction;
        scratch.active = state.active;
        scratch.in_force = state.in_force;
        scratch.pending = state.pending;
        scratch.first_turns = state.first_turns;
        scratch.lost_turns = state.lost_turns;
        scratch.round.plays = state.round.plays;
        scratch.matches.params = state.matches.params;
        scratch.scores.points = state.scores.points;
        scratch.tableau = (rules.aims() || state.is_turned()).then(Box::default);
        if state.is_turned()
            && let Some(tableau) = &mut scratch.tableau
        {
            tableau.backs = Some(Box::new(Backs::only_turned()));
        }
        let pile = state.pile.cards();
        for &card in &pile[pile.len().saturating_sub(2)..] {
            scratch.pile.play(card);
        }
        if state.can_draw(rules) {
            scratch.stock.fill(&rules.deck.cards[..1]);
        }
        scratch.hands[seat.index()] = *state.hand(seat);
        scratch
    }

    /// Plays on in a turn in every way, as long as `left` allows it.
    fn go_on(&self, mut at: State, begun: Begun, left: &mut u16, each: &mut impl FnMut(&Line<'_>)) {
        if self.engine::<ALL, ()>(&mut at, &mut ()).nominates_first() {
            let held = at.hand(at.seat).held();
            for suit in self.rules().pack.suits_in(held) {
                let mut nominated = at.clone();
                nominated.in_force.nominated = suit as u8;
                self.go_on(nominated, begun, left, each);
            }
            return self.end(at, begun, each);
        }
        let further = cards::further_cards::<ALL>(self.rules(), &at);
        for card in further.iter() {
            if *left == 0 {
                break;
            }
            *left -= 1;
            let mut next = at.clone();
            self.engine::<ALL, ()>(&mut next, &mut ()).play_more(card);
            let begun = Begun {
                first: begun.first.or(Some(card)),
                played: begun.played + 1,
            };
            self.go_on(next, begun, left, each);
        }
        if further.is_empty() || cards::may_stop::<ALL>(self.rules(), &at) {
            self.end(at, begun, each);
        }
    }

    /// Calls `each` with the line that ends here.
    fn end(&self, mut at: State, begun: Begun, each: &mut impl FnMut(&Line<'_>)) {
        let effect = self.engine::<ALL, ()>(&mut at, &mut ()).weigh();
        each(&Line {
            first: begun.first,
            top: at.upcard(),
            played: begun.played,
            rest: at.hand(at.seat),
            effect,
        });
    }
}

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Returns the numbers of cards to expect of hits that are open: for the next player, the player, all others, and one other.
    fn expected_open(&self) -> [u8; 4] {
        let mut expected = [0_u8; 4];
        let open = self.rare_effects().open;
        let places = open.iter();
        for hit in places.filter_map(|&at| self.rules.open_draws.at(at)) {
            let mut add = |at: usize| expected[at] = expected[at].saturating_add(hit.expected());
            match hit.who {
                Who::Next => add(0),
                Who::Own => add(1),
                Who::Others => add(2),
                Who::All => {
                    add(1);
                    add(2);
                }
                Who::Previous | Who::Lot | Who::Chosen | Who::LastOut => add(3),
            }
        }
        expected
    }

    /// Ends the turn, without the stages that wait for an answer or for chance.
    fn weigh(&mut self) -> Effect {
        let (rules, seat) = (self.rules, self.state.seat);
        let own = self.state.turn.card_effects;
        let upcard = self.state.upcard();
        let stays_in = self.state.hand(seat).is_empty()
            && upcard.is_some_and(|upcard| rules.out.not_on.contains(upcard))
            && self.state.can_draw(rules);
        let not_out = if stays_in { rules.out.not_on_draw } else { 0 };
        let own_draw = own.draw + cards::uncovered_draw::<F>(rules, self.state) + not_out;
        let others = self.state.active.len().saturating_sub(1);
        let give = self.top_rules().and_then(|rules| rules.moving.give);
        let gives = give.map_or(0, |give| if give.next_only { 1 } else { others });
        self.mirror_attack();
        let aimed = self.rare_effects().aimed;
        self.take_turns(seat, aimed);
        if self.state.active.len() == 2 {
            let other = self.state.next_active(seat, rules.players);
            self.owe_turns(other, aimed.chosen_turns);
        }
        let next = self.find_next(true);
        let hands = self.state.turn.hands;
        let receives = (hands != 0).then(|| self.state.active.owner_before(seat, hands, rules.players));
        let opens = self.expected_open();
        let penalty = self.state.turn.penalty.cards.saturating_add(opens[0]);
        let (victim, mut next) = if penalty > 0 {
            self.penalised(next, None)
        } else {
            (next, next)
        };
        while self.loses_turn(next) {
            next = self.state.next_active(next, rules.players);
        }
        Effect {
            // Cards drawn at once hit the next player, an attack hits the seat that has the turn.
            victim: if penalty > 0 { victim } else { next },
            draws: penalty.saturating_add(self.state.pending.draw),
            turns: self.state.pending.skip,
            next,
            others_draw: self.state.turn.others_draw.saturating_add(opens[2]),
            aimed_draw: own
                .lot
                .saturating_add(opens[3])
                .saturating_add(aimed.previous_draw)
                .saturating_add(aimed.chosen_draw),
            aimed_turns: [aimed.previous_turns, aimed.chosen_turns, aimed.next_turns]
                .iter()
                .fold(0, |all, turns| all.saturating_add(*turns)),
            own_turns: aimed.own_turns,
            own_draw: own_draw.saturating_add(opens[1]),
            gives,
            receives: receives.filter(|&from| from != seat),
            may_swap: own.swap,
            must_swap: own.swap && rules.tableau.must_swap,
            turns_over: self.turns_over(),
        }
    }
}
