//! Another position that a seat cannot tell from the true one.

use crate::card::{Card, CardSet, MAX_KINDS};
use crate::engine::{Chance, Game, Phase, RuledOut, State};
use crate::hand::Hand;
use crate::rng::{Rng, Stream};
use crate::rules::NO_SUIT;
use crate::ruleset::PassHands;
use crate::seat::Seat;
use crate::view::View;

mod ruled_out;
mod unseen;

/// Most positions drawn before the search fails; less than a second of work. In random play of the builtin rulesets, of
/// about 220,000 positions 7,700 took more than one draw, and the rarest took 340 (another seat holds the only card
/// identical to the upcard).
const MOST_DRAWN: u32 = 100_000;

/// Callback that returns false to give up the search for another position.
pub type KeepSeeking<'a> = &'a dyn Fn() -> bool;

/// The reason why no other position was found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResampleError {
    /// Hardly any other cards allow the question that is asked.
    #[error(
        "none of {drawn} positions drawn is one that seat {} could not tell from this one: with hardly any \
         other cards can phase {phase} be open",
        seat.0
    )]
    Cards {
        /// The seat that cannot tell.
        seat: Seat,
        /// The current phase.
        phase: &'static str,
        /// Number of positions drawn.
        drawn: u32,
    },
    /// Hardly any other created rules explain what the seat can see.
    #[error(
        "none of {drawn} drawings of hidden created rules explains what seat {} can see in phase {phase}: they are \
         drawn from the catalogue of the ruleset's split",
        seat.0
    )]
    Rules {
        /// The seat that cannot tell.
        seat: Seat,
        /// The current phase.
        phase: &'static str,
        /// Number of times that the rules were drawn.
        drawn: u32,
    },
    /// A history was required, and there is none.
    #[error("no history leads to a world that seat {} could not tell from this one: {reason}", seat.0)]
    History {
        /// The seat that cannot tell.
        seat: Seat,
        /// The reason why there is none.
        reason: &'static str,
    },
    /// The search was stopped by its caller.
    #[error("the search for another position was stopped")]
    Stopped,
}

impl Game {
    /// Redraws everything that `viewer` cannot know, uniformly over the positions that it cannot rule out.
    ///
    /// The viewer's hand, all open cards, the sizes of hands and stock, known cards in other hands and a public order
    /// of the stock are kept. No seat holds a card that it has shown not to hold, a seat that is offered a choice can
    /// make it, and a chance node has outcomes. Nothing else is inferred from the choices of other seats. Chance in the
    /// new state is seeded by `seed`.
    ///
    /// # Errors
    /// [`ResampleError`] if the question asked is so rare that sampling found no match. The work is bounded; the true
    /// cards and the true hidden rules are never returned for lack of others.
    pub fn resample(&self, state: &State, viewer: Seat, seed: u64) -> Result<State, ResampleError> {
        self.resample_while(state, viewer, seed, &|| true)
    }

    /// Redraws as [`Game::resample`] does, while `goes_on` returns true.
    pub(crate) fn resample_while(
        &self,
        state: &State,
        viewer: Seat,
        seed: u64,
        goes_on: KeepSeeking<'_>,
    ) -> Result<State, ResampleError> {
        let mut rng = Rng::new(seed, Stream::Resample);
        let hidden = HiddenCards::of(self, state, viewer);
        let mut drawn = state.clone();
        for _ in 0..MOST_DRAWN {
            if !goes_on() {
                return Err(ResampleError::Stopped);
            }
            hidden.redraw(state, &mut drawn, &mut rng);
            unseen::redraw(self, state, viewer, &mut drawn, &mut rng, goes_on)?;
            if self.could_be(state, viewer, &mut drawn) {
                drawn.rng = Rng::new(seed, Stream::Chance);
                return Ok(drawn);
            }
        }
        Err(ResampleError::Cards {
            seat: viewer,
            phase: state.phase().name(),
            drawn: MOST_DRAWN,
        })
    }

    /// True if the seat to act can make a choice that it was offered. Also updates values in `drawn` that depend on the
    /// hands.
    pub(crate) fn could_be(&self, state: &State, viewer: Seat, drawn: &mut State) -> bool {
        if state.turn.played > 0 && state.seat != viewer {
            // A call or a nomination may come before the challenge, so the value that decides the challenge must be
            // computed from the new cards.
            drawn.turn.top.lawful = self.was_lawful(drawn, state.seat);
        }
        if !unseen::could_be(drawn) || !holds_what_it_may(drawn) {
            return false;
        }
        match state.phase() {
            Phase::Chance(_) => !self.chance_outcomes(drawn).is_empty(),
            // The cards that may be tried out of turn reveal whether a hidden rule lets any be played so.
            Phase::Claim if state.asked() == viewer => self.legal(drawn) == self.legal(state),
            Phase::Pile { .. } => !self.legal(drawn).is_empty(),
            Phase::Claim | Phase::Mirror => !self.legal(drawn).cards().is_empty(),
            Phase::Play | Phase::Continue if state.asked() != viewer => {
                let turn = &state.turn;
                let may_be_unable =
                    self.rules().draw.ask_pass && !turn.drawn.must_play || !turn.drawn.no_more;
                let offered =
                    state.phase() == Phase::Continue || turn.drawn.must_play || !turn.taken.is_empty();
                let must_be_able = offered || !may_be_unable;
                !must_be_able || !self.legal(drawn).cards().is_empty()
            }
            _ => true,
        }
    }

    /// True if the upcard, wild only when nothing else can be played, was played lawfully, given the rest of the hand.
    pub(crate) fn was_lawful(&self, state: &State, player: Seat) -> bool {
        let pile = state.pile.cards();
        let under = pile.len().checked_sub(2).map(|at| pile[at]);
        let suit = state.turn.top.suit_before.map_or(NO_SUIT, |suit| suit as u8);
        let rules = self.rules();
        let (table, held) = (state.table(rules, player), state.hand(player).held());
        let no_suit = state
            .upcard()
            .is_some_and(|card| table.play.wild_no_suit.contains(card));
        if no_suit {
            let in_force = state
                .turn
                .top
                .suit_before
                .or_else(|| under.and_then(|under| rules.pack.suit(under)));
            let suit = rules.pack.of_any_suit(in_force);
            return held.and(suit).is_empty();
        }
        held.and(rules.following(under, suit).or(table.play.wild_on(under)))
            .minus(table.play.wild_unable)
            .is_empty()
    }
}

/// The parts of a position that a viewer cannot know.
pub(crate) struct HiddenCards {
    /// The hidden cards, each of which may be anywhere.
    pub(crate) cards: Vec<Card>,
    /// Number of hidden cards in each other seat's hand.
    pub(crate) sizes: Vec<(Seat, u8)>,
    /// The cards that the viewer knows each other seat to hold.
    pub(crate) known: Vec<(Seat, Hand)>,
    /// The top of the stock where its order is public, top first; the rest of the stock is in `cards`.
    order: Vec<Card>,
    /// Kinds that, as every seat knows, no hand holds.
    not_held: CardSet,
    viewer: Seat,
    /// True if others may know cards of a hand in a way that the viewer cannot tell, since they once held that hand.
    hands_move: bool,
}

impl HiddenCards {
    pub(crate) fn of(game: &Game, state: &State, viewer: Seat) -> Self {
        let view = View::new(game, state, viewer);
        let order: Vec<Card> = view.stock_order().collect();
        let unordered = state.stock.cards().len() - order.len();
        let mut cards: Vec<Card> = state.stock.cards()[..unordered].to_vec();
        let (mut sizes, mut known) = (Vec::new(), Vec::new());
        for owner in (1..game.players()).map(|k| view.relative(k)) {
            let none = [0; MAX_KINDS];
            let counts = view.known(owner).unwrap_or(&none);
            let seen: Hand = Card::every()
                .flat_map(|card| std::iter::repeat_n(card, usize::from(counts[card.index()])))
                .collect();
            let hand = state.hand(owner);
            for card in Card::every() {
                let unseen = hand.count(card) - seen.count(card);
                cards.extend(std::iter::repeat_n(card, usize::from(unseen)));
            }
            sizes.push((owner, hand.len() - seen.len()));
            known.push((owner, seen));
        }
        // The result must not depend on where the cards truly lie.
        cards.sort_unstable_by_key(|card| card.index());
        Self {
            cards,
            sizes,
            known,
            order,
            not_held: not_held(game, state),
            viewer,
            hands_move: game.players() > 2
                && game
                    .rules()
                    .any(|card| card.moving.pass_hands != PassHands::Off || card.moving.swap_hands),
        }
    }

    /// Deals the hidden cards anew.
    fn redraw(&self, state: &State, drawn: &mut State, rng: &mut Rng) {
        let mut cards = self.cards.clone();
        rng.shuffle(&mut cards);
        if !self.not_held.is_empty() {
            // The sort is stable, so the other cards stay shuffled; the true hands prove that there are enough of them.
            cards.sort_by_key(|&card| self.not_held.contains(card));
        }
        if let Some(ruled_out) = &state.ruled_out {
            ruled_out::mix(ruled_out, &self.sizes, &self.known, &mut cards, rng);
        }
        self.deal(state, drawn, &cards);
    }

    /// Deals the hidden cards in this order: to each other seat its number of hidden cards, the rest to the stock.
    pub(crate) fn deal(&self, state: &State, drawn: &mut State, cards: &[Card]) {
        let mut rest = cards;
        for ((seat, size), (_, known)) in self.sizes.iter().zip(&self.known) {
            let (dealt, left) = rest.split_at(usize::from(*size));
            let mut hand = *known;
            for &card in dealt {
                hand.add(card);
            }
            drawn.hands[seat.index()] = hand;
            // The card of a hand that was drawn last is as hidden as the hand itself, and may be any hidden card in it.
            if *seat == state.seat && state.seat != self.viewer && state.turn.drawn.last.is_some() {
                drawn.turn.drawn.last = redrawn(state, &state.hands[seat.index()], known, dealt);
            }
            if *seat == state.seat && state.seat != self.viewer && !state.turn.taken.is_empty() {
                drawn.turn.taken = redrawn_taken(state.turn.taken, known, dealt);
            }
            self.redraw_knowledge(state, drawn, *seat, known);
            rest = left;
        }
        self.redraw_knowledge(state, drawn, self.viewer, state.hand(self.viewer));
        drawn.stock.fill(rest);
        for &card in self.order.iter().rev() {
            drawn.stock.put_on_top(card);
        }
    }
}

impl HiddenCards {
    /// Limits what others know of a hand to what the viewer knows them to know; their further knowledge is hidden from
    /// it.
    fn redraw_knowledge(&self, state: &State, drawn: &mut State, owner: Seat, known: &Hand) {
        let (Some(before), Some(after)) = (&state.known, &mut drawn.known) else {
            return;
        };
        for other in before
            .viewers()
            .filter(|&other| other != self.viewer && other != owner)
        {
            let counts = before.counts(other, owner);
            let mut shared = Hand::default();
            for card in known.iter().filter(|_| !self.hands_move) {
                if shared.count(card) < counts[card.index()] {
                    shared.add(card);
                }
            }
            after.shown(other, owner, &shared);
        }
    }
}

/// True if no seat holds a card that it is known not to hold.
fn holds_what_it_may(state: &State) -> bool {
    let allows = |ruled_out: &RuledOut| {
        state
            .active
            .iter()
            .all(|seat| ruled_out.allows(seat, state.hand(seat)))
    };
    state.ruled_out.as_ref().is_none_or(|ruled_out| allows(ruled_out))
}

/// Returns the kinds that, as every seat knows, no hand holds: a second pile is begun from the stock only where no hand
/// has a card for it.
fn not_held(game: &Game, state: &State) -> CardSet {
    match state.phase() {
        Phase::Chance(Chance::TurnUp) => game.rules().tableau.second_pile,
        _ => CardSet::EMPTY,
    }
}

/// Returns the kinds that a seat just drew for an attack: known kinds stay, the others come from the new cards.
fn redrawn_taken(taken: CardSet, known: &Hand, dealt: &[Card]) -> CardSet {
    let seen = taken.and(known.held());
    let others = taken.len() - seen.len();
    dealt.iter().fold(seen, |set, card| {
        if set.len() - seen.len() < others {
            set.or(card.bit())
        } else {
            set
        }
    })
}

/// Returns the card that a seat drew last: the same if the viewer knows it, else one of the new cards.
fn redrawn(state: &State, hand: &Hand, known: &Hand, dealt: &[Card]) -> Option<Card> {
    let last = state.turn.drawn.last?;
    let all_known = CardSet::EMPTY.or(last.bit()).and(known.held());
    if hand.count(last) == known.count(last) && !all_known.is_empty() {
        return Some(last);
    }
    dealt.first().copied().or(Some(last))
}
