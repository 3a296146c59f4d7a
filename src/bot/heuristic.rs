//! `heuristic`: rules of thumb of a careful player.

use super::answer::{claim, keep, name_rank, swap};
use super::worth::{Position, Unseen};
use super::{Bot, best_card, lowest_id, without_card};
use crate::action::{Action, ActionSet};
use crate::card::{Card, CardSet};
use crate::engine::Phase;
use crate::rng::Rng;
use crate::seat::Seat;
use crate::view::View;

/// Weighs ways to play out the turn by the hand that they leave and by their effects on the others; uses no randomness.
///
/// The bot keeps wild cards, answers for attacks, and cards that can be played together in a later turn. It plays
/// several cards in a turn, or stops, whichever is better, in an order whose last card the others are least likely to
/// follow; hits and skips players who are about to go out; gives cards away and takes over smaller hands; and, where
/// points count, gets rid of them before somebody goes out. It nominates a suit of which it holds many cards and the
/// others can hold few, always calls and catches, never draws when it can play, and challenges a play that was probably
/// against the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Heuristic;

impl Bot for Heuristic {
    fn name(&self) -> &str {
        super::NAMES[2]
    }

    fn act(&self, view: &View<'_>, legal: ActionSet, _rng: &mut Rng) -> Action {
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
            // Whoever holds the fewest cards is hit.
            Phase::Swap | Phase::Choose => swap(view, legal),
            Phase::Keep => keep(view, legal),
            Phase::NameRank => name_rank(view, legal),
            Phase::Speak { .. } | Phase::Word { .. } | Phase::Chance(_) | Phase::Over { .. } => {
                without_card(legal)
            }
        }
    }
}

/// Weight of a card held of the suit to nominate, of which at most four count; minus that for one known in the next
/// player's hand.
const OWN_SUIT: i32 = 100;

/// Weight of a suit to nominate of which all cards have been seen.
const SEEN_SUIT: i32 = 100;

/// Assumed share of the players with another legal card who play one against the rules.
const BLUFFS: f64 = 0.2;

/// Plays the first card of a turn.
fn play(view: &View<'_>, legal: ActionSet) -> Action {
    let cards = view.lawful().and(legal.cards());
    if cards.len() < 2 {
        // There is nothing to weigh.
        return best_card(cards, |_| ()).unwrap_or_else(|| without_card(legal));
    }
    match best_line(view, cards) {
        Some(Next::Play(card)) => Action::Play(card),
        _ => without_card(legal),
    }
}

/// Goes on with the turn as in the best way to play it out, or stops.
fn continue_turn(view: &View<'_>, legal: ActionSet) -> Action {
    let action = match best_line(view, CardSet::EMPTY) {
        Some(Next::Play(card)) => Some(Action::Play(card)),
        Some(Next::End) => Some(without_card(legal)),
        None => None,
    };
    action
        .filter(|&action| legal.contains(action))
        .or_else(|| best_card(legal.cards(), |card| view.points(card)))
        .unwrap_or_else(|| without_card(legal))
}

/// The next step of a way to play out a turn.
#[derive(Clone, Copy)]
enum Next {
    Play(Card),
    End,
}

/// Returns the next step of the best way to play out the turn, if one is known.
fn best_line(view: &View<'_>, firsts: CardSet) -> Option<Next> {
    let position = Position::of(view);
    let mut best: Option<(i32, Next)> = None;
    view.lines(firsts, |line| {
        let worth = position.worth(line);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, line.first.map_or(Next::End, Next::Play)));
        }
    });
    best.map(|(_, first)| first)
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
    for &suit in view.pack().suits() {
        let (mut own, mut theirs, mut gone, mut all) = (0, 0, 0, 0);
        for card in view.pack().of_suit(suit).minus(wild).iter() {
            own += i32::from(hand.count(card));
            theirs += known.map_or(0, |known| i32::from(known[card.index()]));
            gone += i32::from(seen[card.index()]);
            all += i32::from(view.copies(card));
        }
        let worth = OWN_SUIT * (own.min(4) - theirs) + SEEN_SUIT * gone / all.max(1);
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
    let unlawful = able * BLUFFS / (able * BLUFFS + 1.0 - able).max(f64::MIN_POSITIVE);
    // A player challenged rightly draws, and the bot escapes the card's own penalty.
    let penalty = view.penalty(upcard);
    let won = f64::from(penalty) + f64::from(rule.draw.cards(penalty));
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
