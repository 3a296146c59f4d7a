//! Boards and words: nothing hidden is shown, and every event has words.

use eights::render::{
    NARROWEST, Style, render, render_compact, render_svg, render_table, render_table_compact,
    render_table_svg,
};
use eights::{
    Action, ChanceMode, EpisodeKind, Event, Game, Options, Pack, Phase, Rng, Ruleset, Seat, State, Stream,
    View, describe_action, describe_event,
};

use crate::settings;

const PLAIN: Style = Style {
    color: false,
    unicode: true,
};
const ASCII: Style = Style {
    color: false,
    unicode: false,
};
const COLOR: Style = Style {
    color: true,
    unicode: true,
};

/// Plays games at random and calls `at` for every position, with the events since the last one.
fn positions(game: &Game, seeds: std::ops::Range<u64>, mut at: impl FnMut(&State, &[Event])) {
    for seed in seeds {
        let mut rng = Rng::new(seed, Stream::Bot);
        let mut log = Vec::new();
        let mut state = game.deal(seed, &mut log);
        loop {
            at(&state, &log);
            log.clear();
            if state.is_over() {
                break;
            }
            if state.is_chance() {
                let outcomes = game.chance_outcomes(&state);
                let pick = outcomes[rng.below(outcomes.len() as u32) as usize].0;
                game.apply_outcome(&mut state, pick, &mut log).expect("possible");
            } else {
                let legal = game.legal(&state);
                let action = Action::from_id(legal.nth(rng.below(legal.len())));
                game.apply(&mut state, action, &mut log).expect("legal");
            }
        }
    }
}

/// Games of every builtin ruleset and of some with many settings, for the fewest and the most players: rounds, rounds with explicit
/// chance,
/// and matches.
fn games() -> Vec<Game> {
    let mut games = Vec::new();
    let builtin = eights::ruleset::ids().map(|id| Ruleset::builtin(id).expect("builtin"));
    for ruleset in builtin.chain(settings::together()) {
        for players in [ruleset.players.min, ruleset.players.max] {
            for (episode, chance) in [
                (EpisodeKind::Round, ChanceMode::Sampled),
                (EpisodeKind::Round, ChanceMode::Explicit),
                (EpisodeKind::Match, ChanceMode::Sampled),
            ] {
                let max_decisions = Some(100);
                games.extend(Game::new(
                    &ruleset,
                    Options {
                        episode,
                        chance,
                        max_decisions,
                        ..Options::new(players)
                    },
                ));
            }
        }
    }
    games
}

#[test]
fn a_seat_sees_the_same_board_in_every_position_that_it_cannot_tell_apart() {
    for game in games() {
        let mut seats = (0..game.players()).map(Seat).cycle();
        positions(&game, 0..1, |state, _| {
            // The seats take turns as viewers.
            let seat = seats.next().expect("endless");
            let other = game.resample(state, seat, 1).expect("usual positions are found");
            let (view, same) = (View::new(&game, state, seat), View::new(&game, &other, seat));
            assert_eq!(render(&view, COLOR), render(&same, COLOR));
            assert_eq!(
                render_compact(&view, COLOR, NARROWEST),
                render_compact(&same, COLOR, NARROWEST)
            );
            assert_eq!(render_svg(&view), render_svg(&same));
        });
    }
}

#[test]
fn pictures_are_small_and_show_every_card_once() {
    for game in games() {
        let mut seats = (0..game.players()).map(Seat).cycle();
        positions(&game, 0..1, |state, _| {
            // The seats take turns as viewers.
            let view = View::new(&game, state, seats.next().expect("endless"));
            for picture in [render_svg(&view), render_table_svg(&game, state)] {
                assert!(picture.len() < 30_000, "{} bytes: {picture}", picture.len());
                let names: Vec<&str> = picture
                    .split("<symbol id=\"")
                    .skip(1)
                    .filter_map(|rest| rest.split('"').next())
                    .collect();
                let once: std::collections::BTreeSet<&str> = names.iter().copied().collect();
                assert_eq!(names.len(), once.len(), "{names:?}");
                // The page of a served table finds the face of a card by the end of its name.
                for card in view.hand().iter().map(|card| format!("-{}", game.text(&card))) {
                    let faces = names.iter().filter(|name| name.ends_with(&card));
                    assert_eq!(faces.count(), 1, "{card}: {names:?}");
                }
            }
        });
    }
}

/// Checks that a board has no colours, no symbols without Unicode, and lines of at most this width.
fn keeps_to_its_lines(board: &str, style: Style, width: usize) {
    assert!(!board.contains('\x1b'), "{board}");
    assert!(style.unicode || board.is_ascii(), "{board}");
    for line in board.lines() {
        assert!(
            line.chars().count() <= width && line.trim_end() == line,
            "{width}: {board}"
        );
    }
}

#[test]
fn boards_keep_to_their_lines() {
    for game in games() {
        let mut positions_seen = 0;
        positions(&game, 0..1, |state, _| {
            positions_seen += 1;
            if positions_seen % 6 != 1 && !state.is_over() {
                return;
            }
            let seats = (0..game.players()).map(|seat| View::new(&game, state, Seat(seat)));
            for style in [PLAIN, ASCII] {
                let table = render_table(&game, state, style);
                for board in seats.clone().map(|view| render(&view, style)).chain([table]) {
                    keeps_to_its_lines(&board, style, 80);
                }
                for width in [NARROWEST, 60] {
                    let table = render_table_compact(&game, state, style, width);
                    let boards = seats.clone().map(|view| render_compact(&view, style, width));
                    for board in boards.chain([table]) {
                        keeps_to_its_lines(&board, style, width);
                    }
                }
            }
        });
    }
}

#[test]
fn a_board_is_the_same_with_colour_but_for_the_marks_of_legal_cards() {
    let game = Game::new(
        &Ruleset::builtin("kings_reverse").expect("builtin"),
        Options::new(5),
    )
    .expect("game");
    positions(&game, 0..3, |state, _| {
        let plain = render_table(&game, state, PLAIN).replace(['[', ']'], " ");
        let mut bare = String::new();
        for (at, part) in render_table(&game, state, COLOR).split('\x1b').enumerate() {
            bare += if at == 0 {
                part
            } else {
                part.split_once('m').expect("a code").1
            };
        }
        let lines = |text: &str| {
            text.lines()
                .map(|line| line.trim_end().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(lines(&bare), lines(&plain));
    });
}

#[test]
fn the_full_table_shows_every_hand_and_a_seat_only_its_own() {
    let game = Game::new(
        &Ruleset::builtin("crazy_eights").expect("builtin"),
        Options::new(4),
    )
    .expect("game");
    positions(&game, 0..3, |state, _| {
        let table = render_table(&game, state, ASCII);
        for seat in (0..4).map(Seat) {
            let view = View::new(&game, state, seat);
            let board = render(&view, ASCII);
            for card in Pack::standard().all().iter() {
                let shown =
                    |text: &str| text.contains(&format!("{card} ")) || text.contains(&format!("[{card}]"));
                let held = view.hand().held().contains(card);
                assert!(!held || table.contains(&card.to_string()), "{card} {table}");
                assert!(held || !shown(&board), "{card} {board}");
            }
        }
    });
}

#[test]
fn every_legal_action_has_words_of_its_own() {
    for game in games() {
        positions(&game, 0..3, |state, _| {
            let words: Vec<String> = game
                .legal(state)
                .iter()
                .map(|action| describe_action(&game, state, action))
                .collect();
            for (at, text) in words.iter().enumerate() {
                assert!(!text.is_empty() && !words[..at].contains(text), "{words:?}");
                assert!(!text.starts_with("choose") && text.trim() == text, "{text}");
            }
        });
    }
}

#[test]
fn every_event_has_words_and_tells_no_card_to_whom_it_is_hidden() {
    for game in games() {
        positions(&game, 0..2, |_, log| {
            for event in log {
                assert!(!describe_event(&game, event, None).is_empty());
                for viewer in (0..game.players()).map(Seat) {
                    let text = describe_event(&game, event, Some(viewer));
                    let names_card = text.contains(" of ") || text.contains("Joker");
                    assert!(event.is_open_to(viewer) || !names_card, "{text}");
                    assert!(!text.contains('\n'));
                }
            }
        });
    }
}

#[test]
fn a_card_is_called_a_bluff_when_a_challenge_would_be_right() {
    let game = Game::new(
        &Ruleset::builtin("kings_reverse").expect("builtin"),
        Options::new(4),
    )
    .expect("game");
    let (mut bluffs, mut challenges) = (0, 0);
    for seed in 0..20 {
        let mut rng = Rng::new(seed, Stream::Bot);
        let (mut log, mut bluff) = (Vec::new(), false);
        let mut state = game.deal(seed, &mut log);
        while !state.is_over() {
            let legal = game.legal(&state);
            let action = Action::from_id(legal.nth(rng.below(legal.len())));
            if state.phase() == Phase::Play {
                bluff = describe_action(&game, &state, action).ends_with("as a bluff");
                bluffs += u32::from(bluff);
            }
            log.clear();
            game.apply(&mut state, action, &mut log).expect("legal");
            for event in &log {
                if let Event::Challenged(_, _, rightly) = event {
                    challenges += 1;
                    assert_eq!(*rightly, bluff);
                }
            }
        }
    }
    assert!(bluffs > 0 && challenges > bluffs / 4);
}

/// Prints boards for reviewing changes to the drawing: `cargo test gallery -- --nocapture`.
#[test]
fn gallery() {
    for (id, players, chance) in [
        ("crazy_eights_special", 4, ChanceMode::Sampled),
        ("kings_reverse", 5, ChanceMode::Sampled),
        ("other_blackjack", 3, ChanceMode::Explicit),
        ("crazy_eights_openspiel", 2, ChanceMode::Sampled),
    ] {
        let game = Game::new(
            &Ruleset::builtin(id).expect("builtin"),
            Options {
                chance,
                ..Options::new(players)
            },
        );
        let game = game.expect("game");
        let mut seen = Vec::new();
        positions(&game, 3..4, |state, log| {
            let viewer = state.actor().unwrap_or(state.seat());
            let view = View::new(&game, state, viewer);
            let kind = (
                state.phase().index(),
                view.pending() > 0,
                view.stock_order().next().is_some(),
            );
            if seen.contains(&kind) {
                return;
            }
            seen.push(kind);
            for event in log {
                println!("  - {}", describe_event(&game, event, Some(viewer)));
            }
            println!("\n{}", render(&view, PLAIN));
            for action in game.legal(state).iter() {
                println!(
                    "    {:<10} {}",
                    action.to_string(),
                    describe_action(&game, state, action)
                );
            }
            println!("\n{}\n{}", render_table(&game, state, ASCII), "=".repeat(80));
        });
        assert!(seen.len() >= 3, "{id} {seen:?}");
    }
}

#[test]
fn what_the_settings_bring_about_is_told() {
    let overrides = serde_json::json!({
        "deal.cards": "3-7", "out.last-card": "chain", "score.events.skipped-last": -10, "match.turns": 9,
        "match.at-target": "sudden-death", "special.two.hit.pass-on": "T",
    });
    let ruleset = Ruleset::builtin("crazy_eights_special").expect("builtin");
    let ruleset = ruleset
        .with(overrides.as_object().expect("a mapping"))
        .expect("valid");
    let options = Options {
        episode: EpisodeKind::Match,
        ..Options::new(4)
    };
    let game = Game::new(&ruleset, options).expect("a game");
    let told = |position: serde_json::Value, action: &str| {
        let state = game.position(&position, 0).expect("a position");
        let boards = [0, 2].map(|seat| render(&View::new(&game, &state, Seat(seat)), ASCII));
        let words = describe_action(&game, &state, action.parse().expect("an action"));
        (
            boards.concat().split_whitespace().collect::<Vec<_>>().join(" "),
            words,
        )
    };
    let choice =
        serde_json::json!({ "hands": ["", "", "", ""], "pile": "", "phase": "dealer-choice", "dealer": 0 });
    let (board, words) = told(choice, "option 2");
    assert_eq!(words, "deal 5 cards to each player");
    for text in [
        "Choose how many cards each player is dealt: 3 to 7.",
        "Seat 0 chooses how many cards to deal.",
    ] {
        assert!(board.contains(text), "{board}");
    }
    let chain = serde_json::json!({
        "hands": ["TC 5C", "", "", "9D"], "pile": "2C", "pending": 2, "seat": 0, "went_out": 2, "last_skipped": 3, "turns": 5,
        "out": [1], "scores": [0, 100, 0, 0], "last_round": true,
    });
    let (board, words) = told(chain, "play TC");
    assert_eq!(words, "pass the attack on with the Ten of clubs");
    for text in [
        "2 cards pending: answer with a Two, pass on with the",
        "seat 2 is out: the round ends when nothing is pending",
        "you are out: the round ends when nothing is pending",
        "sudden death: the last round of the match",
        "turns to come in the match: 4",
        "points dealer hat",
        "out of the match",
    ] {
        assert!(board.contains(text), "{text}: {board}");
    }
}
