//! Names of players in the engine's texts and boards, which know seats by their numbers.

use super::opponents::PERSON;
use crate::render::escaped;

/// Names of opponents, one for each seat.
const NAMES: [&str; crate::seat::MAX_SEATS] = [
    "Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "June", "Kai", "Lena", "Max", "Nora",
    "Otto", "Pia",
];

/// Characters of a name for which a player's place on the board has room.
const ON_BOARD: usize = 9;

/// Returns the name of each seat that was given none, by who plays on it.
///
/// ```
/// assert_eq!(eights::table::usual_names(["person", "greedy"]), ["Player 1", "Ben"]);
/// ```
pub fn usual_names<'a>(who: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let names = who.into_iter().zip(NAMES).enumerate();
    names
        .map(|(seat, (who, name))| match who {
            PERSON => format!("Player {}", seat + 1),
            _ => name.to_owned(),
        })
        .collect()
}

/// Returns a text of the engine with the names of players, if there are any, for the numbers of seats.
///
/// ```
/// let names = ["Ann".to_owned(), "Ben".to_owned()];
/// assert_eq!(eights::table::named("Seat 1 challenges seat 0's Eight", &names), "Ben challenges Ann's Eight");
/// ```
#[must_use]
pub fn named(text: &str, names: &[String]) -> String {
    let (mut whole, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find("eat ") {
        let (before, number) = (&rest[..at], &rest[at + "eat ".len()..]);
        let digits = number.len() - number.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let head = before
            .strip_suffix(['s', 'S'])
            .filter(|head| !head.ends_with(is_word));
        let name = number[..digits]
            .parse()
            .ok()
            .and_then(|seat: usize| names.get(seat));
        match (head, name) {
            (Some(head), Some(name)) if !number[digits..].starts_with(is_word) => {
                whole.extend([head, name]);
                rest = &number[digits..];
            }
            _ => {
                whole.push_str(&rest[..at + "eat ".len()]);
                rest = number;
            }
        }
    }
    whole + rest
}

/// Returns a board (SVG) with the names of players, which are cut where they are long.
pub(super) fn board_with_names(board: &str, names: &[String]) -> String {
    let short = names.iter().map(|name| {
        if name.chars().count() <= ON_BOARD {
            return escaped(name);
        }
        escaped(&(name.chars().take(ON_BOARD - 1).collect::<String>() + "…"))
    });
    named(board, &short.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_seats_that_stand_alone_are_named() {
        let names = ["Ann".to_owned()];
        assert_eq!(
            named("Seat 0, seat 0. seat 1 repeat 0 seat 0b", &names),
            "Ann, Ann. seat 1 repeat 0 seat 0b"
        );
        assert_eq!(named("Seat 0 plays", &[]), "Seat 0 plays");
        assert_eq!(named("All hands move 2 seats", &names), "All hands move 2 seats");
    }

    #[test]
    fn long_names_are_cut_on_boards_and_markup_is_escaped() {
        assert_eq!(
            board_with_names("<text>seat 0</text>", &["Maximilian <3".to_owned()]),
            "<text>Maximili…</text>"
        );
        assert_eq!(
            board_with_names("<text>seat 0</text>", &["<b>".to_owned()]),
            "<text>&lt;b&gt;</text>"
        );
    }
}
