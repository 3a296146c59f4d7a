//! Another position that a seat cannot tell from the true one.

use crate::card::{Card, CardSet, KINDS};
use crate::engine::{Chance, Game, Phase, RuledOut, State};
use crate::hand::Hand;
use crate::rng::{Rng, Stream};
use crate::rules::NO_SUIT;
use crate::ruleset::PassHands;
use crate::seat::Seat;
use crate::view::View;

mod ruled_out;
mod unseen;

/// Positions that are drawn before none is found: less than a second's work. In random play of the builtin rulesets,
/// of about 220,000 positions 7,700 took more than one drawing, and the rarest 340 (that another seat holds the one
/// card identical to the upcard).
const MOST_DRAWN: u32 = 100_000;

/// Why there is no other position to hand out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResampleError {
    /// Hardly any other cards let the seat to act do what it was offered.
    #[error(
        "none of {drawn} positions drawn is one that seat {} could not tell from this one: with hardly any \
         other cards can phase {phase} be open",
        seat.0
    )]
    Cards {
        /// Who cannot tell.
        seat: Seat,
        /// The phase that is open.
        phase: &'static str,
        /// How many were drawn.
        drawn: u32,
    },
    /// Hardly any other created rules explain what seat can see.
    #[error(
        "none of {drawn} drawings of hidden created rules explains what seat {} can see in phase {phase}: they are \
         drawn from the catalogue of the ruleset's split",
        seat.0
    )]
    Rules {
        /// Who cannot tell.
        seat: Seat,
        /// The phase that is open.
        phase: &'static str,
        /// How many were drawn.
        drawn: u32,
    },
}

impl Game {
    /// Redraws all that `viewer` cannot know, uniformly over what it can not rule out.
    ///
    /// Kept are the own hand, what lies open, the sizes of hands and stock, cards known in other hands and the order of
    /// the stock where it is public; no seat holds what it has shown not to hold, a seat that is offered a choice can
    /// make it, and chance has outcomes. Nothing else is inferred from what others chose to do. The chance of the new
    /// state is that of `seed`.
    ///
    /// # Errors
    /// [`ResampleError`]: what is open is so rare that drawing did not come upon it. The work is bounded, and neither the true
    /// cards nor the true hidden rules are ever handed out because nothing else was found.
    pub fn resample(&self, state: &State, viewer: Seat, seed: u64) -> Result<State, ResampleError> {
        let mut rng = Rng::new(seed, Stream::Resample);
        let hidden = Hidden::of(self, state, viewer);
        let (seat, phase) = (viewer, state.phase().name());
        let mut drawn = state.clone();
        for _ in 0..MOST_DRAWN {
            hidden.redraw(state, &mut drawn, &mut rng);
            unseen::redraw(self, state, viewer, &mut drawn, &mut rng)
                .map_err(|drawn| ResampleError::Rules { seat, phase, drawn })?;
            if self.could_be(state, viewer, &mut drawn) {
                drawn.rng = Rng::new(seed, Stream::Chance);
                return Ok(drawn);
            }
        }
        Err(ResampleError::Cards {
            seat,
            phase,
            drawn: MOST_DRAWN,
        })
    }

    /// Whether the seat that is to act can make a choice that it was offered; brings what follows from hands up to
    /// date.
    pub(crate) fn could_be(&self, state: &State, viewer: Seat, drawn: &mut State) -> bool {
        if state.turn.played > 0 && state.seat != viewer {
            // A call or a nomination may come before the challenge: whether it will be right must not be kept till
            // then.
            drawn.turn.top.lawful = self.was_lawful(drawn, state.seat);
        }
        if !unseen::could_be(drawn) || !holds_what_it_may(drawn) {
            return false;
        }
        match state.phase() {
            Phase::Chance(_) => !self.chance_outcomes(drawn).is_empty(),
            // Which cards may be tried out of turn tells whether a hidden rule lets any be played so.
            Phase::Claim if state.asked() == viewer => self.legal(drawn) == self.legal(state),
            Phase::Pile { .. } => !self.legal(drawn).is_empty(),
            Phase::Claim | Phase::Mirror => !self.legal(drawn).cards().is_empty(),
            Phase::Play | Phase::GoOn if state.asked() != viewer => {
                let turn = &state.turn;
                let may_be_unable =
                    self.rules().draw.ask_pass && !turn.drawn.must_play || !turn.drawn.no_more;
                let offered = state.phase() == Phase::GoOn || turn.drawn.must_play || !turn.taken.is_empty();
                let must_be_able = offered || !may_be_unable;
                !must_be_able || !self.legal(drawn).cards().is_empty()
            }
            _ => true,
        }
    }

    /// Whether the upcard, wild only when nothing else can be played, was played by rule, given the rest of the hand.
    fn was_lawful(&self, state: &State, player: Seat) -> bool {
        let pile = state.pile.cards();
        let under = pile.len().checked_sub(2).map(|at| pile[at]);
        let suit = state.turn.top.suit_before.map_or(NO_SUIT, |suit| suit as u8);
        let rules = self.rules();
        let (table, held) = (state.table(rules, player), state.hand(player).held());
        let no_suit = state
            .upcard()
            .is_some_and(|card| table.play.wild_no_suit.contains(card));
        if no_suit {
            let in_force = state.turn.top.suit_before.or_else(|| under.and_then(Card::suit));
            let suit = in_force.map_or(CardSet::EMPTY, crate::card::Suit::cards);
            return held.and(suit).is_empty();
        }
        held.and(rules.following(under, suit).or(table.play.wild_on(under)))
            .minus(table.play.wild_unable)
            .is_empty()
    }
}

/// What a viewer cannot know of a position.
pub(crate) struct Hidden {
    /// The cards, of which any may be anywhere.
    pub(crate) cards: Vec<Card>,
    /// How many of them each seat holds.
    pub(crate) sizes: Vec<(Seat, u8)>,
    /// What the viewer knows each seat to hold.
    pub(crate) known: Vec<(Seat, Hand)>,
    /// The top of the stock where everybody knows its order, the top first; the rest of the stock is among the cards.
    order: Vec<Card>,
    /// Cards of which everybody knows that no hand holds one.
    not_held: CardSet,
    viewer: Seat,
    /// Whether others may know of hands what the viewer cannot tell: hands that they held before others did.
    hands_move: bool,
}

impl Hidden {
    pub(crate) fn of(game: &Game, state: &State, viewer: Seat) -> Self {
        let view = View::new(game, state, viewer);
        let order: Vec<Card> = view.stock_order().collect();
        let unordered = state.stock.cards().len() - order.len();
        let mut cards: Vec<Card> = state.stock.cards()[..unordered].to_vec();
        let (mut sizes, mut known) = (Vec::new(), Vec::new());
        for owner in (1..game.players()).map(|k| view.relative(k)) {
            let none = [0; KINDS];
            let counts = view.known(owner).unwrap_or(&none);
            let seen: Hand = Card::all()
                .flat_map(|card| std::iter::repeat_n(card, usize::from(counts[card.index()])))
                .collect();
            let hand = state.hand(owner);
            for card in Card::all() {
                let unseen = hand.count(card) - seen.count(card);
                cards.extend(std::iter::repeat_n(card, usize::from(unseen)));
            }
            sizes.push((owner, hand.len() - seen.len()));
            known.push((owner, seen));
        }
        // What is drawn must not depend on where the cards truly lie.
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
            // The sort is stable, so that the others stay shuffled; and there are enough of them, as the true hands
            // show.
            cards.sort_by_key(|&card| self.not_held.contains(card));
        }
        if let Some(ruled_out) = &state.ruled_out {
            ruled_out::mix(ruled_out, &self.sizes, &self.known, &mut cards, rng);
        }
        self.deal(state, drawn, &cards);
    }

    /// Deals the hidden cards in this order: to each other seat as many as it holds of them, the rest to the stock.
    pub(crate) fn deal(&self, state: &State, drawn: &mut State, cards: &[Card]) {
        let mut rest = cards;
        for ((seat, size), (_, known)) in self.sizes.iter().zip(&self.known) {
            let (dealt, left) = rest.split_at(usize::from(*size));
            let mut hand = *known;
            for &card in dealt {
                hand.add(card);
            }
            drawn.hands[seat.index()] = hand;
            // Which of a hand's hidden cards was drawn last is as hidden as the hand, and any of them may be.
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

impl Hidden {
    /// What others know of a hand is what the viewer knows them to know: how many more they do is hidden from it.
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

/// Whether no seat holds what it is known not to hold.
fn holds_what_it_may(state: &State) -> bool {
    let allows = |ruled_out: &RuledOut| {
        state
            .active
            .iter()
            .all(|seat| ruled_out.allows(seat, state.hand(seat)))
    };
    state.ruled_out.as_ref().is_none_or(|ruled_out| allows(ruled_out))
}

/// Cards of which everybody knows that no hand holds one: a second pile is begun from the stock only where that is so.
fn not_held(game: &Game, state: &State) -> CardSet {
    match state.phase() {
        Phase::Chance(Chance::TurnUp) => game.rules().tableau.second_pile,
        _ => CardSet::EMPTY,
    }
}

/// The kinds that a seat has just drawn for an attack: those that are known stay, the others are dealt to it anew.
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

/// The card that a seat drew last: kept if it is known, else one of those dealt to it anew.
fn redrawn(state: &State, hand: &Hand, known: &Hand, dealt: &[Card]) -> Option<Card> {
    let last = state.turn.drawn.last?;
    let all_known = CardSet::EMPTY.or(last.bit()).and(known.held());
    if hand.count(last) == known.count(last) && !all_known.is_empty() {
        return Some(last);
    }
    dealt.first().copied().or(Some(last))
}
