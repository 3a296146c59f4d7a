//! The information state as text: one line for each entry that a seat remembers.

use super::Episode;
use super::entry::{ADDED, Entry, Kind, OFFERED, join_draws};
use crate::action::{Action, ActionId};
use crate::card::{Card, format_cards};
use crate::engine::Phase;
use crate::seat::Seat;

impl Episode {
    /// Returns everything that a seat may know of the past (perfect recall) as text, one entry a line, in order.
    ///
    /// The seat's own decisions begin with `>`. Offers that others declined and hidden cards are absent. Cards that
    /// come together (the deal; consecutive draws) are remembered without an order, except which card was drawn last.
    /// The last line names the current decision and the seat that makes it. Two positions have the same text exactly if
    /// the seat cannot tell them apart.
    #[must_use]
    pub fn information_state_string(&self, seat: Seat) -> String {
        let mut lines = vec![format!("seat {} of {}", seat.0, self.game.players())];
        lines.extend(join_draws(self.entries(seat)).iter().map(line));
        let phase = self.state.phase();
        match self.state.actor() {
            Some(actor) if actor == seat => lines.push(format!("to decide: {}", decision(phase))),
            Some(actor) => lines.push(format!("seat {} is to decide: {}", actor.0, decision(phase))),
            None => {}
        }
        lines.push(String::new());
        lines.join("\n")
    }
}

/// Formats the name of a decision and the seat that it concerns.
fn decision(phase: Phase) -> String {
    let name = phase.name();
    match about(phase) {
        About::Nothing => name.to_owned(),
        About::Late => format!("{name} late"),
        About::Receiver(seat) => format!("{name} to seat {}", seat.0),
        About::Player(seat) => format!("{name} seat {}", seat.0),
    }
}

/// The subject of a decision, beyond its phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum About {
    Nothing,
    Late,
    Receiver(Seat),
    Player(Seat),
}

/// Returns the subject of the decision that an information state includes, beyond the name of its phase.
pub(super) const fn about(phase: Phase) -> About {
    match phase {
        Phase::Give { to } => About::Receiver(to),
        Phase::Challenge { player } => About::Player(player),
        Phase::Catch { owner } => About::Player(owner),
        Phase::Speak { last: true } => About::Late,
        _ => About::Nothing,
    }
}

fn line(entry: &Entry) -> String {
    let seat = entry.seat.map_or_else(String::new, |seat| format!("seat {seat}"));
    let other = entry
        .other
        .map_or_else(String::new, |seat| format!("seat {seat}"));
    let cards = format_cards(entry.cards.iter().map(|&index| Card::of(index)));
    let text = match entry.kind {
        Kind::Start => format!("start: hand {cards}; {}", entry.text),
        Kind::Param => format!("drawn for the episode: {cards}"),
        Kind::Direction if entry.flag => "play goes anticlockwise".to_owned(),
        Kind::Direction => "play goes clockwise".to_owned(),
        Kind::HandsMoved => format!("all hands move {} clockwise: hand {cards}", number(entry)),
        Kind::CountedDown => format!("{seat} counts down to {}", number(entry)),
        Kind::Placed if entry.number == Some(0) => format!("{seat} is in the round again"),
        Kind::Placed => format!("{seat} is out in place {}", number(entry)),
        Kind::Deal => format!("{seat} deals: hand {cards}"),
        Kind::Starter => format!("starter {cards}"),
        Kind::TurnedAgain => format!("{cards} is turned, and goes back"),
        Kind::Played => {
            let pile = match entry.choice.and_then(ActionId::new).map(Action::from_id) {
                Some(Action::Option(index)) => format!(" on pile {index}"),
                _ => String::new(),
            };
            format!("{seat} plays {cards}{pile}")
        }
        Kind::Drew => format!("{seat} draws {}", drawn(entry, cards)),
        Kind::Passed => format!("{seat} passes"),
        Kind::Nominated if seat.is_empty() => format!("by lot: {}", choice(entry)),
        Kind::Nominated | Kind::Said => format!("{seat}: {}", choice(entry)),
        Kind::Gave if cards.is_empty() => format!("{seat} gives {other} a card"),
        Kind::Gave => format!("{seat} gives {other} {cards}"),
        Kind::Caught => format!("{seat} catches {other}"),
        Kind::Charged => format!("{seat} is charged for a missing call"),
        Kind::Challenged => {
            let result = if entry.flag { "rightly" } else { "wrongly" };
            let shown = if cards.is_empty() {
                String::new()
            } else {
                format!(": hand {cards}")
            };
            format!("{seat} challenges {other} {result}{shown}")
        }
        Kind::TookBack => format!("{seat} takes back {cards}"),
        Kind::Mistake => format!("{seat} tries {cards} in vain"),
        Kind::Skipped => format!("{seat} is skipped"),
        Kind::Reversed => "the direction turns".to_owned(),
        Kind::Renewed if entry.flag => "the pile is shuffled into the stock".to_owned(),
        Kind::Renewed => "the pile is turned over".to_owned(),
        Kind::RoundEnded if seat.is_empty() => "the round is blocked".to_owned(),
        Kind::RoundEnded => format!("{seat} is out"),
        Kind::Ended => "the game ends".to_owned(),
        Kind::Decided => format!("> {}", choice(entry)),
        _ => special_kind(entry, &seat, &other, &cards),
    };
    if entry.scores.is_empty() {
        return text;
    }
    let scores: Vec<String> = entry.scores.iter().map(ToString::to_string).collect();
    format!("{text}; scores {}", scores.join(" "))
}

/// Formats an entry of a kind that only some rulesets have.
fn special_kind(entry: &Entry, seat: &str, other: &str, cards: &str) -> String {
    match entry.kind {
        Kind::Slapped => format!("{seat} slaps last"),
        Kind::Swapped if cards.is_empty() => format!("{seat} swaps hands with {other}"),
        Kind::Swapped => format!("{seat} swaps hands with {other}: hand {cards}"),
        Kind::Named if cards.is_empty() => format!("{seat} names {}", choice(entry)),
        Kind::Named => format!("{seat} names {cards}"),
        Kind::Mirrored => format!("{seat} mirrors it onto {other}"),
        Kind::FalseWin => format!("{seat} makes a false win"),
        Kind::Returned => format!("{seat} returns {} cards", entry.hidden),
        Kind::CrossedOut => format!("{seat} crosses out rule {}", number(entry)),
        Kind::Created => {
            let rule = if entry.text.is_empty() {
                "a rule"
            } else {
                &entry.text
            };
            match entry.choice.and_then(ActionId::new).map(Action::from_id) {
                Some(ADDED) => format!("{seat} adds {rule}"),
                Some(OFFERED) => format!("{seat} is offered {rule}"),
                _ if seat.is_empty() => format!("a rule stands: {rule}"),
                _ => format!("{seat} is shown {rule}"),
            }
        }
        Kind::Split => format!("the pile is dealt into two: {}", entry.text),
        _ => String::new(),
    }
}

fn number(entry: &Entry) -> i32 {
    entry.number.unwrap_or_default()
}

/// Formats cards drawn: those seen, the last of several, and the number not seen.
fn drawn(entry: &Entry, cards: String) -> String {
    let mut parts = Vec::new();
    if !cards.is_empty() {
        parts.push(cards);
    }
    if entry.hidden > 0 {
        let plural = if entry.hidden == 1 { "" } else { "s" };
        parts.push(format!("{} card{plural}", entry.hidden));
    }
    if let (Some(last), true) = (entry.last, entry.cards.len() > 1) {
        parts.push(format!("last {}", Card::of(last)));
    }
    parts.join(", ")
}

fn choice(entry: &Entry) -> String {
    entry
        .choice
        .and_then(ActionId::new)
        .map_or_else(String::new, |id| Action::from_id(id).to_string())
}
