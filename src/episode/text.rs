//! The information state as text: one line for each entry that a seat remembers.

use super::Episode;
use super::entry::{ADDED, EntryKind, LogEntry, OFFERED, join_draws};
use crate::action::{Action, ActionId};
use crate::card::Card;
use crate::card_text::format_cards;
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
        let entries = join_draws(self.entries(seat));
        self.game.pack().within(|| lines.extend(entries.iter().map(line)));
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
        Subject::Nothing => name.to_owned(),
        Subject::Late => format!("{name} late"),
        Subject::Receiver(seat) => format!("{name} to seat {}", seat.0),
        Subject::Player(seat) => format!("{name} seat {}", seat.0),
    }
}

/// The subject of a decision, beyond its phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Subject {
    Nothing,
    Late,
    Receiver(Seat),
    Player(Seat),
}

/// Returns the subject of the decision that an information state includes, beyond the name of its phase.
pub(super) const fn about(phase: Phase) -> Subject {
    match phase {
        Phase::Give { to } => Subject::Receiver(to),
        Phase::Challenge { player } => Subject::Player(player),
        Phase::Catch { owner } => Subject::Player(owner),
        Phase::Speak { last: true } => Subject::Late,
        _ => Subject::Nothing,
    }
}

fn line(entry: &LogEntry) -> String {
    let seat = entry.seat.map_or_else(String::new, |seat| format!("seat {seat}"));
    let other = entry
        .other
        .map_or_else(String::new, |seat| format!("seat {seat}"));
    let cards = format_cards(entry.cards.iter().map(|&index| Card::of(index)));
    let text = match entry.kind {
        EntryKind::Start => format!("start: hand {cards}; {}", entry.text),
        EntryKind::Param => format!("drawn for the episode: {cards}"),
        EntryKind::Direction if entry.flag => "play goes anticlockwise".to_owned(),
        EntryKind::Direction => "play goes clockwise".to_owned(),
        EntryKind::HandsMoved => format!("all hands move {} clockwise: hand {cards}", number(entry)),
        EntryKind::CountedDown => format!("{seat} counts down to {}", number(entry)),
        EntryKind::Placed if entry.number == Some(0) => format!("{seat} is in the round again"),
        EntryKind::Placed => format!("{seat} is out in place {}", number(entry)),
        EntryKind::Deal if entry.flag => format!("{seat} has turned its cards"),
        EntryKind::Deal if !entry.backs.is_empty() => format!("{seat} is dealt cards"),
        EntryKind::Deal => format!("{seat} deals: hand {cards}"),
        EntryKind::Starter if seat.is_empty() => format!("starter {cards}"),
        EntryKind::Starter if cards.is_empty() => format!("{seat} begins"),
        EntryKind::Starter => format!("{seat} begins by {cards}"),
        EntryKind::TurnedAgain => format!("{cards} is turned, and goes back"),
        EntryKind::Played => {
            let pile = match entry.choice.and_then(ActionId::new).map(Action::from_id) {
                Some(Action::Option(index)) => format!(" on pile {index}"),
                _ => String::new(),
            };
            format!("{seat} plays {cards}{pile}")
        }
        EntryKind::Drew => format!("{seat} draws {}", drawn(entry, cards)),
        EntryKind::Passed => format!("{seat} passes"),
        EntryKind::Nominated if seat.is_empty() => format!("by lot: {}", choice(entry)),
        EntryKind::Nominated | EntryKind::Said => format!("{seat}: {}", choice(entry)),
        EntryKind::Gave if cards.is_empty() => format!("{seat} gives {other} a card"),
        EntryKind::Gave => format!("{seat} gives {other} {cards}"),
        EntryKind::Caught => format!("{seat} catches {other}"),
        EntryKind::Charged => format!("{seat} is charged for a missing call"),
        EntryKind::Challenged => {
            let result = if entry.flag { "rightly" } else { "wrongly" };
            let shown = if cards.is_empty() {
                String::new()
            } else {
                format!(": hand {cards}")
            };
            format!("{seat} challenges {other} {result}{shown}")
        }
        EntryKind::TookBack => format!("{seat} takes back {cards}"),
        EntryKind::Mistake => format!("{seat} tries {cards} in vain"),
        EntryKind::Skipped => format!("{seat} is skipped"),
        EntryKind::Reversed => "the direction turns".to_owned(),
        EntryKind::Renewed if entry.flag => "the pile is shuffled into the stock".to_owned(),
        EntryKind::Renewed => "the pile is turned over".to_owned(),
        EntryKind::RoundEnded if seat.is_empty() => "the round is blocked".to_owned(),
        EntryKind::RoundEnded => format!("{seat} is out"),
        EntryKind::Ended => "the game ends".to_owned(),
        EntryKind::Decided => format!("> {}", choice(entry)),
        _ => special_kind(entry, &seat, &other, &cards),
    };
    let text = if entry.backs.is_empty() {
        text
    } else {
        let backs = format_cards(entry.backs.iter().map(|&index| Card::of(index)));
        format!("{text}; backs {backs}")
    };
    if entry.scores.is_empty() {
        return text;
    }
    let scores: Vec<String> = entry.scores.iter().map(ToString::to_string).collect();
    format!("{text}; scores {}", scores.join(" "))
}

/// Formats an entry of a kind that only some rulesets have.
fn special_kind(entry: &LogEntry, seat: &str, other: &str, cards: &str) -> String {
    match entry.kind {
        EntryKind::SeatByLot if seat.is_empty() => format!("{} cards by lot", number(entry)),
        EntryKind::SeatByLot => format!("{seat} slaps last"),
        EntryKind::Swapped if cards.is_empty() => format!("{seat} swaps hands with {other}"),
        EntryKind::Swapped => format!("{seat} swaps hands with {other}: hand {cards}"),
        EntryKind::Named if !other.is_empty() => format!("{seat} names {other}"),
        EntryKind::Named if cards.is_empty() => format!("{seat} names {}", choice(entry)),
        EntryKind::Named => format!("{seat} names {cards}"),
        EntryKind::Mirrored => format!("{seat} mirrors it onto {other}"),
        EntryKind::FalseWin => format!("{seat} makes a false win"),
        EntryKind::Returned => format!("{seat} returns {} cards", entry.hidden),
        EntryKind::CrossedOut => format!("{seat} crosses out rule {}", number(entry)),
        EntryKind::Created => {
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
        EntryKind::TurnedOver => "all cards are turned over".to_owned(),
        EntryKind::Split => format!("the pile is dealt into two: {}", entry.text),
        _ => String::new(),
    }
}

fn number(entry: &LogEntry) -> i32 {
    entry.number.unwrap_or_default()
}

/// Formats cards drawn: those seen, the last of several, and the number not seen.
fn drawn(entry: &LogEntry, cards: String) -> String {
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

fn choice(entry: &LogEntry) -> String {
    entry
        .choice
        .and_then(ActionId::new)
        .map_or_else(String::new, |id| Action::from_id(id).to_string())
}
