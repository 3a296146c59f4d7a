//! The view of a seat: the one place where anything of a position goes to a page.

use serde::Serialize;

use super::names::{board_with_names, named};
use crate::action::Action;
use crate::engine::{Game, Phase, State};
use crate::episode::Episode;
use crate::hand::Hand;
use crate::render::{
    match_progress, render_svg, render_table_svg, seat_notes, table_in_a_line, table_status,
};
use crate::seat::Seat;
use crate::view::View;
use crate::words::{describe_action, describe_event, labels};

/// Keys for actions: those that draw and pass, hints (h), the rules (r) do not take.
const KEYS: &str = "1234567890abcefgijklmnoqstuvwxyz";

/// A card in a hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CardText {
    /// The text of the action that plays the card.
    pub text: String,
    /// The name of the card.
    pub label: String,
}

/// A legal action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The text of the action.
    pub text: String,
    /// The action in words.
    pub label: String,
    /// Its key of the keyboard; empty where there are more actions than keys.
    pub key: String,
}

/// A position as one seat may see it; equal ones look the same to it.
///
/// Board, events and sentences are made from the seat's [`View`]; of the full position only the hand is taken, and all
/// hands once the game is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeatView {
    /// The table as SVG, from this seat.
    pub board: String,
    /// The decision that is due, in a sentence.
    pub status: String,
    /// The table and the decision in one line, for those who do not see the board.
    pub line: String,
    /// The progress of a match; empty for a single round.
    pub progress: String,
    /// The seat's cards.
    pub hand: Vec<CardText>,
    /// The legal actions of the seat, cards in the order of the hand; empty when the seat is not to act.
    pub actions: Vec<Choice>,
    /// The number of cards in each hand.
    pub sizes: Vec<u8>,
    /// The seat that is seen to act.
    pub acting: Option<u8>,
    /// Points of each seat.
    pub scores: Vec<i32>,
    /// Further facts about each seat, such as that it deals or owes a turn, and the cards that it is known to hold.
    pub notes: Vec<Vec<String>>,
    /// The seats that have won.
    pub winners: Vec<u8>,
    /// True at the end of the game.
    pub over: bool,
    /// The hands of all seats once the game is over.
    pub hands: Vec<Vec<CardText>>,
    /// The table with all hands open once the game is over, as SVG.
    pub open_board: String,
    /// The seat that played the upcard, as far as this seat was told; none if it was turned.
    pub played_by: Option<u8>,
    /// The events, as they were told to the seat; seats in them have numbers, not names.
    pub events: Vec<String>,
}

impl SeatView {
    /// Makes the view of a seat, with the names of players if there are any.
    ///
    /// ```
    /// use eights::table::SeatView;
    /// use eights::{Episode, Game, Options, Ruleset, Seat};
    /// let game = Game::new(&Ruleset::builtin("crazy_eights")?, Options::new(2))?;
    /// let episode = Episode::new(&game, 7);
    /// let waiting = Seat(1 - episode.state().seat().0);
    /// let view = SeatView::new(&episode, waiting, &[]);
    /// assert!(view.actions.is_empty() && view.sizes == [7, 7]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(episode: &Episode, seat: Seat, names: &[String]) -> Self {
        let (game, state) = (episode.game(), episode.state());
        let (view, over) = (View::new(game, state, seat), state.is_over());
        let hand = cards(game, state.hand(seat));
        let seats = || (0..game.players()).map(Seat);
        let events = episode.events().iter();
        let events: Vec<String> = events
            .map(|event| describe_event(game, event, Some(seat)))
            .collect();
        let open = if over {
            render_table_svg(game, state)
        } else {
            String::new()
        };
        Self {
            board: board_with_names(&render_svg(&view), names),
            status: named(&table_status(&view), names),
            line: named(&table_in_a_line(&view), names),
            progress: match_progress(&view),
            notes: seat_notes(&view),
            actions: choices(&view, state, &hand, names),
            hand,
            sizes: seats().map(|seat| view.hand_size(seat)).collect(),
            acting: view.actor().filter(|_| !over).map(|seat| seat.0),
            scores: state.scores(game.players()).to_vec(),
            winners: match state.phase() {
                Phase::Over { winners, .. } => winners.iter().map(|seat| seat.0).collect(),
                _ => Vec::new(),
            },
            over,
            hands: seats()
                .filter(|_| over)
                .map(|seat| cards(game, state.hand(seat)))
                .collect(),
            open_board: board_with_names(&open, names),
            played_by: played_by(&events, seat),
            events,
        }
    }
}

/// Returns the seat that played the upcard, by the events that a seat was told; none if it was turned.
fn played_by(events: &[String], told: Seat) -> Option<u8> {
    events.iter().rev().find_map(|event| {
        if event.ends_with("turned to begin the pile") {
            return Some(None);
        }
        if event.starts_with("You play ") {
            return Some(Some(told.0));
        }
        let (seat, _) = event.strip_prefix("Seat ")?.split_once(" plays ")?;
        seat.parse().ok().map(Some)
    })?
}

/// Returns the cards of a hand.
fn cards(game: &Game, hand: &Hand) -> Vec<CardText> {
    let cards = hand.in_order(&game.rules().pack).into_iter();
    cards
        .map(|card| CardText {
            text: game.text(&Action::Play(card)),
            label: labels(game).card(card),
        })
        .collect()
}

/// Returns the legal actions: cards in the order in which they lie in the hand, so that their keys are in order, too.
fn choices(view: &View<'_>, state: &State, hand: &[CardText], names: &[String]) -> Vec<Choice> {
    let mut legal: Vec<(String, String)> = view
        .legal()
        .iter()
        .map(|action| {
            let label = describe_action(view.game(), state, action);
            (view.game().text(&action), named(&label, names))
        })
        .collect();
    legal.sort_by_key(|(text, _)| {
        hand.iter()
            .position(|card| card.text == *text)
            .unwrap_or(hand.len())
    });
    let mut free = KEYS.chars();
    let with_key = |(text, label): (String, String)| {
        let key = match text.as_str() {
            "draw" => Some('d'),
            "pass" => Some('p'),
            _ => free.next(),
        };
        let key = key.map_or_else(String::new, String::from);
        Choice { text, label, key }
    };
    legal.into_iter().map(with_key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_events_tell_who_played_the_upcard() {
        let told = |events: &[&str]| {
            let events: Vec<String> = events.iter().map(|event| (*event).to_owned()).collect();
            played_by(&events, Seat(0))
        };
        assert_eq!(
            told(&[
                "The Two of clubs is turned to begin the pile",
                "Seat 3 draws a card"
            ]),
            None
        );
        assert_eq!(
            told(&["Seat 3 plays the Two of clubs", "You draw a card"]),
            Some(3)
        );
        assert_eq!(
            told(&["Seat 3 plays the Two of clubs", "You play the Ace of clubs"]),
            Some(0)
        );
    }
}
