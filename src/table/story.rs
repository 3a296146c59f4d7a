//! The events at a table, told piece by piece.

use super::names::named;

/// The line for all cards of a deal.
const DEAL: &str = "The cards are dealt";

/// Returns the events that are new, as lines with the names of players: the deal is one line, and so are draws.
///
/// ```
/// let events = ["Seat 0 is dealt a card", "Seat 1 is dealt a card", "Seat 1 draws a card", "Seat 1 draws a card"];
/// let names = ["Ann".to_owned(), "Ben".to_owned()];
/// assert_eq!(eights::table::news(&events, &names), ["The cards are dealt", "Ben draws 2 cards"]);
/// ```
#[must_use]
pub fn news<S: AsRef<str>>(events: &[S], names: &[String]) -> Vec<String> {
    let told = events.iter().map(|event| {
        if is_deal(event.as_ref()) {
            DEAL
        } else {
            event.as_ref()
        }
    });
    let told: Vec<&str> = told.collect();
    let mut lines = Vec::new();
    for same in told.chunk_by(|one, other| one == other) {
        match (same[0].strip_suffix(" a card"), same[0]) {
            (Some(drew), _) if same.len() > 1 => lines.push(format!("{drew} {} cards", same.len())),
            (_, DEAL) => lines.push(DEAL.to_owned()),
            (_, line) => lines.extend(same.iter().map(|_| line.to_owned())),
        }
    }
    lines.iter().map(|line| named(line, names)).collect()
}

/// True if an event is the deal of one card.
fn is_deal(event: &str) -> bool {
    let Some((who, _)) = event.split_once(" dealt ") else {
        return false;
    };
    who == "You are"
        || who
            .strip_prefix("Seat ")
            .and_then(|of| of.strip_suffix(" is"))
            .is_some_and(|seat| seat.parse::<u8>().is_ok())
}
