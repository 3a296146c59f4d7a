//! `heuristic`: rules of thumb of a careful player.

use super::answer::{claim, keep, name_rank, swap};
use super::{Bot, Greedy, best_card, lowest_id, without_card};
use crate::action::{Action, ActionSet};
use crate::card::{Card, CardSet, KINDS, Suit};
use crate::engine::{Phase, Reward};
use crate::rng::Rng;
use crate::seat::Seat;
use crate::view::View;

/// Weighs each card by its effect on the bot's own hand and on the others; uses no randomness.
///
/// The bot keeps wild cards for last and answers for attacks, plays cards that the others are least likely to follow and
/// that leave it many suits, plays runs of covers, hits and skips players who are about to go out, nominates a suit of
/// which it holds many cards and the others can hold few, always calls and catches, never draws when it can play, and
/// challenges a play that was probably against the rules. Where several cards may be played in a turn, each following the
/// one below, it plays as [`Greedy`] does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Heuristic;

impl Bot for Heuristic {
    fn name(&self) -> &str {
        super::NAMES[2]
    }

    fn act(&self, view: &View<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        if view.plays_several() {
            // The weights are for turns of one card, or of cards of one kind.
            return Greedy.act(view, legal, rng);
        }
        match view.phase() {
            // The lowest id deals the fewest cards, which are soon got rid of.
            Phase::DealerChoice | Phase::Direction | Phase::Pile { .. } | Phase::CrossOut | Phase::Create => {
                lowest_id(legal)
            }
            Phase::Play => play(view, legal),
            Phase::Continue => continue_turn(view, legal),
            Phase::Give { .. } => give(view, legal),
            Phase::Nominate => nominate(view, legal),
            Phase::Challenge { player } => challenge(view, legal, player),
            Phase::Catch { .. } => lowest_id(legal.without(Action::Pass)),
            Phase::Claim | Phase::Mirror => claim(view, legal),
            Phase::Swap => swap(view, legal),
            Phase::Keep => keep(view, legal),
            Phase::NameRank => name_rank(view, legal),
            Phase::Speak { .. } | Phase::Word { .. } | Phase::Chance(_) | Phase::Over { .. } => {
                without_card(legal)
            }
        }
    }
}

/// Weight of each consideration, in hundredths of a card got rid of.
///
/// Tuned by coordinate ascent on duplicate deals of every builtin ruleset with 2, 3, 4 and 6 players, against `greedy`
/// and against the bot's own earlier weights.
mod weight {
    /// Each further card that can be played in the same turn.
    pub(super) const RUN: i32 = 100;
    /// Playing a wild card while others are left.
    pub(super) const WILD: i32 = -300;
    /// All unseen cards could follow.
    pub(super) const FOLLOWED: i32 = -400;
    /// Playing a card that would answer an attack, for each other card left; at most four count.
    pub(super) const ANSWER: i32 = -20;
    /// Each suit of which a card is left that is not wild.
    pub(super) const SUIT: i32 = 5;
    /// Each card that another player must draw; at most eight count.
    pub(super) const DRAW: i32 = 5;
    /// Each card fewer in the hand that is received for one's own, where hands must be swapped.
    pub(super) const SWAPPED: i32 = 100;
    /// Another turn of one's own.
    pub(super) const AGAIN: i32 = 60;
    /// The next player's turn, or its loss, if that player has 1, 2, 3 cards.
    pub(super) const DANGER: [i32; 3] = [60, 60, 20];
    /// A point got rid of, if points count; twice that when somebody is about to go out.
    pub(super) const POINT: i32 = 2;
    /// A card held of the suit to nominate, of which at most four count; minus that for one known in the next player's
    /// hand.
    pub(super) const OWN_SUIT: i32 = 100;
    /// All cards of the suit to nominate have been seen.
    pub(super) const SEEN_SUIT: i32 = 100;
    /// Assumed share of the players with another legal card who play one against the rules.
    pub(super) const BLUFFS: f64 = 0.2;
}

/// Plays the first card of a turn.
fn play(view: &View<'_>, legal: ActionSet) -> Action {
    let cards = view.lawful().and(legal.cards());
    if cards.len() < 2 {
        // There is nothing to weigh.
        return best_card(cards, |_| ()).unwrap_or_else(|| without_card(legal));
    }
    let held = view.hand().held();
    let answers = held
        .iter()
        .fold(CardSet::EMPTY, |set, card| set.or(view.answers(card)));
    let keep = if view.pending_kind().is_some() {
        CardSet::EMPTY
    } else {
        answers
    };
    let unseen = Unseen::of(view);
    best_card(cards, |card| card_worth(view, &unseen, keep, card)).unwrap_or_else(|| without_card(legal))
}

/// Returns the worth of a card as the first of a turn; `keep` are cards worth keeping for attacks.
fn card_worth(view: &View<'_>, unseen: &Unseen, keep: CardSet, card: Card) -> i32 {
    let hand = view.hand();
    let left = i32::from(hand.len()) - 1;
    if left == 0 {
        return i32::MAX;
    }
    let last_of_kind = hand.count(card) == 1;
    let rest = if last_of_kind {
        hand.held().minus(card.bit())
    } else {
        hand.held()
    };
    let run = rest.and(view.covers(card)).len() as i32;
    let wild = view.wild();
    let plain = rest.minus(wild);
    let mut worth = points(view, card) + weight::RUN * run + weight::SUIT * count_suits(plain);
    if wild.contains(card) && left > run {
        worth += weight::WILD;
    }
    if keep.contains(card) {
        worth += weight::ANSWER * left.min(4);
    }
    let suit = view.nominates(card).then(|| longest_suit(plain));
    worth += weight::FOLLOWED * unseen.among(view.playable_on(card, suit).minus(wild)) / unseen.all.max(1);
    if view.must_swap_hands(card) {
        let others = view.active().iter().filter(|&seat| seat != view.seat());
        let fewest = others.map(|seat| i32::from(view.hand_size(seat))).min();
        worth += weight::SWAPPED * fewest.map_or(0, |fewest| left - fewest);
    }
    worth + effect_worth(view, card)
}

/// Returns the worth of a card's effect on the others, and so for the bot's own hand.
fn effect_worth(view: &View<'_>, card: Card) -> i32 {
    let effect = view.effect(card);
    let hits = (effect.draws > 0 || effect.turns > 0) && effect.victim != view.seat();
    let mut worth = 0;
    if hits {
        // A turn that another player loses brings one's own next turn nearer.
        let others = i32::from(view.active().len()) - 1;
        worth += weight::DRAW * i32::from(effect.draws.min(8)) + urgency(view, effect.victim);
        worth += weight::AGAIN * i32::from(effect.turns.min(4)) / others.max(1);
    }
    if effect.next == view.seat() {
        worth + weight::AGAIN
    } else if hits && effect.next == effect.victim {
        worth
    } else {
        worth - urgency(view, effect.next)
    }
}

/// Returns how much it matters that this player is about to go out.
fn urgency(view: &View<'_>, seat: Seat) -> i32 {
    let others = usize::from(view.hand_size(seat)).saturating_sub(1);
    weight::DANGER.get(others).copied().unwrap_or(0)
}

/// Returns the worth of getting rid of a card's points; 0 if points do not count.
fn points(view: &View<'_>, card: Card) -> i32 {
    if view.game().options().reward == Reward::Win && !view.is_match() {
        return 0;
    }
    let others = view.active().iter().filter(|&seat| seat != view.seat());
    let urgent = others
        .map(|seat| view.hand_size(seat))
        .min()
        .is_some_and(|least| least <= 2);
    i32::from(view.points(card)) * weight::POINT * if urgent { 2 } else { 1 }
}

/// Plays further cards in the same turn: those with the least effect first, so that all can follow, and one that ends the
/// run last.
fn continue_turn(view: &View<'_>, legal: ActionSet) -> Action {
    let cards = legal.cards();
    let value = |card: Card| {
        let ends = view.nominates(card) && cards.len() > 1;
        (!ends, -effect_worth(view, card), view.points(card))
    };
    best_card(cards, value).unwrap_or_else(|| without_card(legal))
}

/// Gives the card that counts most, wild ones last.
fn give(view: &View<'_>, legal: ActionSet) -> Action {
    let value = |card: Card| (!view.wild().contains(card), view.points(card));
    best_card(legal.cards(), value).unwrap_or_else(|| without_card(legal))
}

/// Nominates by the bot's own cards, by those that the others can still hold, and by those known in the next player's
/// hand.
fn nominate(view: &View<'_>, legal: ActionSet) -> Action {
    let (hand, wild, seen) = (view.hand(), view.wild(), view.seen());
    let known = view.known(view.next_active(view.seat()));
    let mut best = (i32::MIN, lowest_id(legal));
    for suit in Suit::ALL {
        let (mut own, mut theirs, mut gone, mut all) = (0, 0, 0, 0);
        for card in suit.cards().minus(wild).iter() {
            own += i32::from(hand.count(card));
            theirs += known.map_or(0, |known| i32::from(known[card.index()]));
            gone += i32::from(seen[card.index()]);
            all += i32::from(view.copies(card));
        }
        let worth = weight::OWN_SUIT * (own.min(4) - theirs) + weight::SEEN_SUIT * gone / all.max(1);
        if worth > best.0 && legal.contains(Action::Suit(suit)) {
            best = (worth, Action::Suit(suit));
        }
    }
    best.1
}

/// Challenges if the expected gain from a play against the rules outweighs the expected loss from a legal one.
fn challenge(view: &View<'_>, legal: ActionSet, player: Seat) -> Action {
    let pass = without_card(legal);
    let (Some(rule), Some(upcard)) = (view.challenge(), view.upcard()) else {
        return pass;
    };
    let able = chance_of_bluff(view, player);
    let unlawful = able * weight::BLUFFS / (able * weight::BLUFFS + 1.0 - able).max(f64::MIN_POSITIVE);
    // A player challenged rightly draws, and the bot escapes the card's own penalty.
    let won = f64::from(view.penalty(upcard)) + f64::from(rule.draw);
    let lost = f64::from(rule.extra);
    if unlawful * won > (1.0 - unlawful) * lost && legal.contains(Action::Challenge) {
        Action::Challenge
    } else {
        pass
    }
}

/// Returns the probability that a player still holds a card that made playing the upcard illegal.
fn chance_of_bluff(view: &View<'_>, player: Seat) -> f64 {
    let fits = view.forbidding();
    let known = view.known(player);
    if fits
        .iter()
        .any(|card| known.is_some_and(|known| known[card.index()] > 0))
    {
        return 1.0;
    }
    let known = known.map_or(0, |known| known.iter().sum());
    let hidden = i32::from(view.hand_size(player).saturating_sub(known));
    let unseen = Unseen::of(view);
    let fitting = f64::from(unseen.among(fits)) / f64::from(unseen.all.max(1));
    1.0 - (1.0 - fitting).powi(hidden)
}

/// Returns the suit with the most of these cards.
fn longest_suit(cards: CardSet) -> Suit {
    let mut best = (0, Suit::Clubs);
    for suit in Suit::ALL {
        let count = cards.and(suit.cards()).len();
        if count > best.0 {
            best = (count, suit);
        }
    }
    best.1
}

/// Counts the suits of these cards.
fn count_suits(cards: CardSet) -> i32 {
    cards.suits().count() as i32
}

/// Cards that the bot's seat has not seen: in the stock or hidden in other hands.
struct Unseen {
    counts: [u8; KINDS],
    all: i32,
}

impl Unseen {
    fn of(view: &View<'_>) -> Self {
        let (mut counts, mut all) = (view.seen(), 0);
        for (card, count) in Card::all().zip(&mut counts) {
            *count = view.copies(card).saturating_sub(*count);
            all += i32::from(*count);
        }
        Self { counts, all }
    }

    /// Counts the unseen cards of these kinds.
    fn among(&self, cards: CardSet) -> i32 {
        cards
            .iter()
            .map(|card| i32::from(self.counts[card.index()]))
            .sum()
    }
}
