//! Drawings of a position for a person, as text or as a picture, from one seat's view or of the full table.

mod board;
mod cards;
mod compact;
mod in_force;
mod line;
mod page;
mod sentence;
mod svg;
mod tableau;

use crate::engine::{Game, State};
use crate::seat::Seat;
use crate::view::View;

pub(crate) use svg::escaped;
pub use svg::{render_svg, render_table_svg};

/// Capabilities of the reader's screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    /// ANSI colours. Legal cards are bold and underlined with them, in brackets without.
    pub color: bool,
    /// Unicode symbols for suits and frames. Without them the text is ASCII, with cards as in the text of actions.
    pub unicode: bool,
}

impl Style {
    /// Symbols, and no colours.
    pub const PLAIN: Self = Self {
        color: false,
        unicode: true,
    };
}

/// Fewest columns that hold every part of a board drawn by [`render_compact`].
pub const NARROWEST: usize = 40;

/// Draws one seat's view in lines of at most 80 columns.
///
/// The drawing uses the [`View`] alone, so it shows no card that the seat cannot know.
///
/// ```
/// use eights::{Game, Options, Ruleset, Seat, View};
/// use eights::render::{Style, render};
/// let game = Game::new(&Ruleset::builtin("crazy_eights")?, Options::new(3))?;
/// let state = game.new_initial_state(7);
/// let board = render(&View::new(&game, &state, Seat(0)), Style::default());
/// assert!(board.contains("stock 36") && board.contains("seat 1  #####"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn render(view: &View<'_>, style: Style) -> String {
    view.pack()
        .within(|| board::Board::new(*view, None, style, page::WIDTH).draw())
}

/// Draws the full table with every hand, in lines of at most 80 columns.
#[must_use]
pub fn render_table(game: &Game, state: &State, style: Style) -> String {
    let view = View::new(game, state, state.actor().unwrap_or(state.seat()));
    game.pack()
        .within(|| board::Board::new(view, Some(state), style, page::WIDTH).draw())
}

/// Draws one seat's view in few lines of at most `width` columns: the piles in words, the players side by side.
///
/// The drawing shows what that of [`render`] shows. With less than [`NARROWEST`] columns single words may not fit.
#[must_use]
pub fn render_compact(view: &View<'_>, style: Style, width: usize) -> String {
    view.pack()
        .within(|| board::Board::new(*view, None, style, width).draw_compact())
}

/// Draws the full table with every hand in lines of at most `width` columns, the piles in words.
#[must_use]
pub fn render_table_compact(game: &Game, state: &State, style: Style, width: usize) -> String {
    let view = View::new(game, state, state.actor().unwrap_or(state.seat()));
    game.pack()
        .within(|| board::Board::new(view, Some(state), style, width).draw_compact())
}

/// Describes the decision that is due, or the result, in a sentence to the seat whose view it is.
#[must_use]
pub fn table_status(view: &View<'_>) -> String {
    view.pack()
        .within(|| board::Board::new(*view, None, Style::PLAIN, page::WIDTH).sentence())
}

/// Describes the table and the decision in one line, for those who do not see the board.
#[must_use]
pub fn table_in_a_line(view: &View<'_>) -> String {
    view.pack()
        .within(|| board::Board::new(*view, None, Style::PLAIN, page::WIDTH).line())
}

/// Describes what is known of each seat beside the size of its hand and its points, such as that it deals: some notes for
/// each, with cards in letters.
#[must_use]
pub fn seat_notes(view: &View<'_>) -> Vec<Vec<String>> {
    view.pack().within(|| {
        let board = board::Board::new(*view, None, Style::default(), page::WIDTH);
        (0..view.players()).map(|seat| board.notes(Seat(seat))).collect()
    })
}

/// Describes the progress of a match, such as "round 2 of a match to 100"; empty for a single round.
#[must_use]
pub fn match_progress(view: &View<'_>) -> String {
    let board = board::Board::new(*view, None, Style::PLAIN, page::WIDTH);
    board.progress().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Action;
    use crate::card::Card;
    use crate::engine::{EpisodeKind, Options, Pending};
    use crate::hand::Hand;
    use crate::pack::Pack;
    use crate::ruleset::Ruleset;
    use crate::seat::{Direction, MAX_SEATS, Seat};

    #[test]
    fn ten_hands_of_thirty_cards_keep_to_the_width() {
        let options = Options {
            episode: EpisodeKind::Match,
            ..Options::new(10)
        };
        let game = Game::new(&Ruleset::builtin("kings_reverse").expect("builtin"), options).expect("game");
        let mut state = game.new_initial_state(1);
        for seat in 0..10 {
            state.hands[seat] = Pack::standard()
                .all()
                .iter()
                .skip(seat)
                .step_by(2)
                .chain([Card::of(52); 4])
                .collect::<Hand>();
            state.scores.points[seat] = 1234;
            state.calls.insert(Seat(seat as u8));
        }
        let style = Style {
            color: false,
            unicode: true,
        };
        let views = (0..10).map(|seat| render(&View::new(&game, &state, Seat(seat)), style));
        for board in views.chain([render_table(&game, &state, style)]) {
            assert!(board.lines().all(|line| line.chars().count() <= 80), "{board}");
            assert!(board.contains("1234 points") && board.contains("★R"), "{board}");
        }
        for width in [NARROWEST, 60, 80] {
            let views =
                (0..10).map(|seat| render_compact(&View::new(&game, &state, Seat(seat)), style, width));
            for board in views.chain([render_table_compact(&game, &state, style, width)]) {
                assert!(board.lines().all(|line| line.chars().count() <= width), "{board}");
                assert!(board.contains("1234 points") && board.contains("★R"), "{board}");
            }
        }
        let views = (0..10).map(|seat| render_svg(&View::new(&game, &state, Seat(seat))));
        for picture in views.chain([render_table_svg(&game, &state)]) {
            assert!(picture.len() < 30_000, "{} bytes", picture.len());
            assert!(
                picture.contains("1234 points") && picture.contains("c-*R\""),
                "{picture}"
            );
        }
    }

    const BOARD: &str = "  Crazy Eights with special cards, 3 players

   ╭─────╮   ╭─────╮
   │░░░░░│   │2    │     ↻ clockwise
   │░░░░░│   │  ♥  │     4 cards pending: answer with a Two or take them
   │░░░░░│   │    2│
   ╰─────╯   ╰─────╯
   stock 36  pile 3

     seat 2  ▮▮▮▮              4  dealer
     seat 0  ▮▮▮▮▮             5
   ▶ you     seat 1            3

    [2♣]  7♦   Q♥

  Your turn: play a marked card or take the 4 pending cards.
";

    #[test]
    fn a_board_looks_like_this() {
        let ruleset = Ruleset::builtin("crazy_eights_special").expect("builtin");
        let game = Game::new(&ruleset, Options::new(3)).expect("game");
        let mut state = game.new_initial_state(5);
        (state.direction, state.pending) = (
            Direction::Clockwise,
            Pending {
                draw: 2,
                ..Pending::default()
            },
        );
        let cards = |text: &str| crate::card_text::parse_cards(text).expect("cards").into_iter();
        state.pile.clear();
        cards("9S 9H").for_each(|card| state.pile.play(card));
        state.hands = [Hand::default(); MAX_SEATS];
        state.hands[0] = cards("2H TH 4C 2S KD 8S").collect();
        state.hands[1] = cards("7D 2C QH").collect();
        state.hands[2] = cards("5D 5C 3S TD").collect();
        (state.seat, state.dealer) = (Seat(0), Seat(2));
        game.apply(&mut state, Action::Play(Card::of(2)), &mut ())
            .expect("legal");
        let board = render(
            &View::new(&game, &state, Seat(1)),
            Style {
                color: false,
                unicode: true,
            },
        );
        assert_eq!(board, BOARD);
        let board = render_compact(&View::new(&game, &state, Seat(1)), Style::PLAIN, 60);
        assert_eq!(board, COMPACT);
    }

    const COMPACT: &str = "  Crazy Eights with special cards, 3 players
  upcard 2♥ · pile 3 · stock 36 · ↻ clockwise · 4 cards
  pending: answer with a Two or take them
    seat 2 ▮4  dealer         seat 0 ▮5  ▶ you    ▮3  seat 1

    [2♣]  7♦   Q♥

  Your turn: play a marked card or take the 4 pending cards.
";

    const LABELLED: &str = "  Crazy Eights, basic game, 2 players

   +-----+   +-------+
   |:::::|   | green |   -> clockwise
   |:::::|   | Draw  |
   |:::::|   |  Two  |
   +-----+   +-------+
   stock 39  pile 1

     seat 1  #######           7  dealer
   > you     seat 0            7

     red 0 [red Draw Two]  yellow 3  [green 0][green Skip]
     Wild  Wild Draw Four

  Your turn: play a marked card or draw a card.
";

    #[test]
    fn cards_with_labels_are_drawn_by_them() {
        let mut ruleset = Ruleset::builtin("crazy_eights").expect("builtin");
        let texts = |text: &str| text.split(", ").map(str::to_owned).collect();
        ruleset.labels.suits = texts("red, yellow, green, blue");
        ruleset.labels.ranks = texts("0, 1, 2, 3, 4, 5, 6, 7, 8, 9, Skip, Reverse, Draw Two");
        ruleset.labels.jokers = texts("Wild, Wild Draw Four");
        let position =
            serde_json::json!({ "hands": ["2C AC 5D 2H QH *R *B", "2D 3D 4D 6D 7D 8D 9D"], "pile": "AH" });
        let overrides = serde_json::json!({ "deck.jokers": 2, "draw.when": "always" });
        let ruleset = ruleset
            .with(overrides.as_object().expect("a mapping"))
            .expect("valid");
        let game = Game::new(&ruleset, Options::new(2)).expect("game");
        let state = game.position(&position, 0).expect("a position");
        let board = |color, unicode| render(&View::new(&game, &state, Seat(0)), Style { color, unicode });
        assert_eq!(board(false, false), LABELLED);
        let colored = board(true, true);
        for shown in [
            "\x1b[31mred 0\x1b[0m",
            "\x1b[1;4;32mgreen Skip\x1b[0m",
            "\x1b[1;32m Draw  \x1b[0m",
        ] {
            assert!(colored.contains(shown), "{colored}");
        }
    }
}
