//! The worth of a way to play out a turn, as `heuristic` weighs it.

use crate::card::{Card, CardSet, MAX_KINDS, Suit};
use crate::engine::{Effect, Line, Reward};
use crate::hand::Hand;
use crate::pack::Pack;
use crate::ruleset::WhoScores;
use crate::seat::{Seat, SeatSet};
use crate::view::View;

/// Weight of each consideration, in hundredths of a card got rid of.
///
/// Tuned by coordinate ascent on duplicate deals of every builtin ruleset, against `greedy`.
mod weight {
    /// A card left.
    pub(super) const CARD: i32 = -100;
    /// A wild card left.
    pub(super) const WILD: i32 = 300;
    /// A card left that can be played in the same turn as another.
    pub(super) const TOGETHER: i32 = 80;
    /// A card left that would answer an attack, for each card left; at most four count.
    pub(super) const ANSWER: i32 = 20;
    /// Each suit of which a card is left that is not wild.
    pub(super) const SUIT: i32 = 5;
    /// All unseen cards could follow.
    pub(super) const FOLLOWED: i32 = -400;
    /// Each card that another player must draw; at most eight count for one player.
    pub(super) const DRAW: i32 = 5;
    /// Another turn of one's own, or a turn that another player loses, divided among all others.
    pub(super) const AGAIN: i32 = 60;
    /// The next player's turn, or its loss, if that player has 1, 2, 3 cards and two play; with more players it matters
    /// to all of them.
    pub(super) const DANGER: [i32; 3] = [60, 60, 20];
    /// A point left, if points count, when another player has at most 1, 2, or more cards.
    pub(super) const POINT: [i32; 3] = [-30, -10, -5];
}

/// Worth of going out: more than that of any other way to play out a turn.
const OUT: i32 = i32::MAX - 10_000;

/// A position as a seat weighs it, before it plays.
pub(super) struct Position<'a> {
    view: View<'a>,
    unseen: Unseen,
    wild: CardSet,
    /// Cards worth keeping for attacks.
    answers: CardSet,
    /// For each kind held, the kinds that can be played on it in the same turn.
    further: [CardSet; MAX_KINDS],
    /// Worth of a point left.
    point: i32,
    /// Number of cards of the opponent with the fewest.
    fewest: i32,
}

impl<'a> Position<'a> {
    pub(super) fn of(view: &View<'a>) -> Self {
        let held = view.hand().held();
        let mut answers = CardSet::EMPTY;
        let mut further = [CardSet::EMPTY; MAX_KINDS];
        for card in held.iter() {
            answers = answers.or(view.answers(card));
            further[card.index()] = view.further(card).and(held);
        }
        if view.pending_kind().is_some() {
            answers = CardSet::EMPTY;
        }
        let own = view.partners();
        let others = view
            .active()
            .iter()
            .filter(|&seat| seat != view.seat() && !own.contains(seat));
        let sizes = others.map(|seat| i32::from(view.hand_size(seat)));
        let fewest = sizes.min().unwrap_or(0);
        Self {
            view: *view,
            unseen: Unseen::of(view),
            wild: view.wild(),
            answers,
            further,
            point: worth_of_point(view, fewest),
            fewest,
        }
    }

    /// Returns the worth of a way to play out the turn.
    pub(super) fn worth(&self, line: &Line<'_>) -> i32 {
        let effect = &line.effect;
        let left = i32::from(line.rest.len().saturating_sub(effect.gives));
        if left == 0 && effect.own_draw == 0 {
            let points = line.top.map_or(0, |top| self.view.points_for_last(top));
            return if self.point == 0 { OUT } else { OUT + points };
        }
        let moved = self.hand_received(effect, left);
        let (rest, top) = self.after(line);
        let kept = if moved.is_none() { self.kept(rest) } else { 0 };
        // One who holds nothing but cards that are never played last needs another card to go out with.
        let stuck = moved.is_none() && rest.held().minus(self.view.never_last()).is_empty();
        let cards = moved.unwrap_or(left) + i32::from(effect.own_draw) + i32::from(stuck);
        let top = top.map_or(0, |top| self.on_top(top, effect.next, rest));
        weight::CARD * cards + kept + self.points(rest) + top + self.effect(effect)
    }

    /// Returns the cards that are left after a turn, and the upcard: their backs, if it turns all cards over. One back more
    /// counts than there are cards, since nobody knows which one leaves the hand.
    fn after<'b>(&self, line: &Line<'b>) -> (&'b Hand, Option<Card>)
    where
        'a: 'b,
    {
        match self
            .view
            .backs(self.view.seat())
            .filter(|_| line.effect.turns_over)
        {
            Some(backs) => (backs, self.view.pile_backs().first().copied()),
            None => (line.rest, line.top),
        }
    }

    /// Returns the size of the hand that is received for one of `left` cards, if hands move.
    fn hand_received(&self, effect: &Effect, left: i32) -> Option<i32> {
        if let Some(from) = effect.receives {
            return Some(i32::from(self.view.hand_size(from)));
        }
        (effect.must_swap || effect.may_swap && self.fewest < left).then_some(self.fewest)
    }

    /// Returns the worth of the cards left, apart from their number and points.
    fn kept(&self, rest: &Hand) -> i32 {
        let held = rest.held();
        let count = |set: CardSet| count(rest, held.and(set));
        let suits = self.view.pack().suits_in(held.minus(self.wild)).count() as i32;
        let together = |&card: &Card| {
            let others = if rest.count(card) > 1 {
                held
            } else {
                held.minus(card.bit())
            };
            !self.further[card.index()].and(others).is_empty()
        };
        weight::WILD * count(self.wild)
            + weight::ANSWER * i32::from(rest.len().min(4)) * count(self.answers)
            + weight::SUIT * suits
            + weight::TOGETHER * held.iter().filter(together).count() as i32
    }

    /// Returns the worth of the points left.
    fn points(&self, rest: &Hand) -> i32 {
        if self.point == 0 {
            return 0;
        }
        let points = |card: Card| i32::from(rest.count(card)) * self.view.points(card);
        self.point * rest.held().iter().map(points).sum::<i32>()
    }

    /// Returns the worth of the upcard that the next player finds.
    fn on_top(&self, top: Card, next: Seat, rest: &Hand) -> i32 {
        if next == self.view.seat() {
            return 0;
        }
        let plain = rest.held().minus(self.wild);
        let suit = self
            .view
            .nominates(top)
            .then(|| longest_suit(self.view.pack(), plain));
        let follow = self.view.playable_on(top, suit).minus(self.wild);
        weight::FOLLOWED * self.unseen.among(follow) / self.unseen.all.max(1)
    }

    /// Returns the worth of effects on the others, and so for the bot's own hand.
    fn effect(&self, effect: &Effect) -> i32 {
        let own = self.view.seat();
        let others = i32::from(self.view.active().len()) - 1;
        let against = others - 2 * i32::from(self.active_partners());
        let hits = (effect.draws > 0 || effect.turns > 0) && effect.victim != own;
        let mut worth = weight::DRAW * i32::from(effect.others_draw) * against;
        worth += weight::DRAW * i32::from(effect.aimed_draw.min(8));
        let turns = i32::from(effect.aimed_turns.min(4)) / others.max(1) - i32::from(effect.own_turns.min(4));
        worth += weight::AGAIN * turns;
        if hits {
            // A turn that another player loses brings one's own next turn nearer.
            let drawn = weight::DRAW * i32::from(effect.draws.min(8));
            worth += self.side(effect.victim) * drawn + self.urgency(effect.victim);
            worth += weight::AGAIN * i32::from(effect.turns.min(4)) / others.max(1);
        }
        if effect.next == own {
            worth + weight::AGAIN
        } else if hits && effect.next == effect.victim {
            worth
        } else {
            worth - self.urgency(effect.next)
        }
    }

    /// Returns 1 for a player who plays against the bot, −1 for a partner.
    fn side(&self, seat: Seat) -> i32 {
        if self.view.partners().contains(seat) {
            -1
        } else {
            1
        }
    }

    /// Returns the number of partners who are in the round.
    fn active_partners(&self) -> u8 {
        SeatSet(self.view.partners().0 & self.view.active().0).len()
    }

    /// Returns how much it matters that this player is about to go out; below 0 if the bot would win with that player.
    fn urgency(&self, seat: Seat) -> i32 {
        let others = usize::from(self.view.hand_size(seat)).saturating_sub(1);
        let danger = weight::DANGER.get(others).copied().unwrap_or(0);
        self.side(seat) * danger * 2 / i32::from(self.view.active().len().max(2))
    }
}

/// Returns the worth of a point left, when the other player with the fewest cards has this many; 0 if points do not count.
fn worth_of_point(view: &View<'_>, fewest: i32) -> i32 {
    if view.game().options().reward == Reward::Win && !view.is_match() {
        return 0;
    }
    let worth = weight::POINT[(fewest.clamp(1, 3) - 1) as usize];
    match view.game().ruleset().score.who {
        WhoScores::Own => worth,
        // The points help one of the others only.
        WhoScores::Winner => worth / i32::from(view.active().len().saturating_sub(1).max(1)),
        WhoScores::Round => 0,
    }
}

/// Counts the cards of these kinds in a hand.
fn count(hand: &Hand, cards: CardSet) -> i32 {
    cards.iter().map(|card| i32::from(hand.count(card))).sum()
}

/// Returns the suit with the most of these cards.
fn longest_suit(pack: &Pack, cards: CardSet) -> Suit {
    let mut best = (0, pack.suits()[0]);
    for &suit in pack.suits() {
        let count = cards.and(pack.of_suit(suit)).len();
        if count > best.0 {
            best = (count, suit);
        }
    }
    best.1
}

/// Cards that the bot's seat has not seen: in the stock or hidden in other hands.
pub(super) struct Unseen {
    counts: [u8; MAX_KINDS],
    pub(super) all: i32,
}

impl Unseen {
    pub(super) fn of(view: &View<'_>) -> Self {
        let (mut counts, mut all) = (view.seen(), 0);
        for (card, count) in Card::every().zip(&mut counts) {
            *count = view.copies(card).saturating_sub(*count);
            all += i32::from(*count);
        }
        Self { counts, all }
    }

    /// Counts the unseen cards of these kinds.
    pub(super) fn among(&self, cards: CardSet) -> i32 {
        cards
            .iter()
            .map(|card| i32::from(self.counts[card.index()]))
            .sum()
    }
}
