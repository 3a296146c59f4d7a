//! `match` and `wild_ranks`: how the match stands, what else ends a round, and what a score makes wild.

use super::cells::Cells;
use super::envs::{Envs, Place, Scene, Shown};
use super::field::{Features, Field, Set};
use super::part::{Optional, Part};
use super::seats::relative;
use super::shape::Shape;
use super::span::SpanName;
use crate::rules::Rules;
use crate::ruleset::AtTarget;
use crate::seat::Direction;
use crate::view::View;

/// The scores of a match.
pub(crate) struct Scores;

/// What is added to a score, so that two bytes hold it.
const SCORE_OFFSET: i32 = 10_000;

impl Part for Scores {
    const SPAN: SpanName = SpanName::Match;
    const WHEN: &'static str = "the game is a match";
    const FIELDS: &'static [Field] = &[
        Field {
            name: "score",
            features: Features::Each(
                Set::Seats,
                &[Field {
                    name: "",
                    features: Features::TwoBytes,
                    meaning: "the seat's score + 10000",
                }],
            ),
            meaning: "",
        },
        Field {
            name: "dealer",
            features: Features::OneOf(Set::Seats),
            meaning: "who deals",
        },
        Field {
            name: "rounds",
            features: Features::TwoBytes,
            meaning: "rounds before this one",
        },
        Field {
            name: "active",
            features: Features::Which(Set::Seats),
            meaning: "whether the seat is still in the match",
        },
    ];

    fn is_shown(shape: &Shape, _: &Rules) -> bool {
        shape.is_match
    }
}

impl Optional for Scores {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        let seats = scene.shape.seats;
        envs.each(|view, cursor| {
            cursor.seats(view, seats, |seat, _| {
                let score = view.score(seat).saturating_add(SCORE_OFFSET);
                (score.clamp(0, i32::from(u16::MAX)) as u16).to_be_bytes()
            });
            cursor.one_of(seats, Some(relative(view, view.dealer())));
            cursor.bytes(view.round());
            cursor.seat_set(view, seats, view.active());
        });
    }
}

/// Whether this is the last round.
pub(crate) struct LastRound;

impl Part for LastRound {
    const SPAN: SpanName = SpanName::Match;
    const WHEN: &'static str = "the game is a match with sudden death";
    const FIELDS: &'static [Field] = &[Field {
        name: "last_round",
        features: Features::Flag,
        meaning: "whether this is the last round, whoever wins it",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.is_match && shape.shows(rules.matches.at_target == AtTarget::SuddenDeath)
    }
}

impl Optional for LastRound {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(_: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| cursor.flag(view.is_last_round()));
    }
}

/// The games that are scored at once.
pub(crate) struct GamesAtOnce;

impl Part for GamesAtOnce {
    const SPAN: SpanName = SpanName::Match;
    const WHEN: &'static str = "the game is a match that scores several games at once";
    const FIELDS: &'static [Field] = &[Field {
        name: "games",
        features: Features::Each(
            Set::Seats,
            &[
                Field {
                    name: "first",
                    features: Features::TwoBytes,
                    meaning: "the seat's points in the first game",
                },
                Field {
                    name: "second",
                    features: Features::TwoBytes,
                    meaning: "the seat's points in the second game",
                },
                Field {
                    name: "third",
                    features: Features::TwoBytes,
                    meaning: "the seat's points in the third game",
                },
                Field {
                    name: "rounds_won",
                    features: Features::Number,
                    meaning: "rounds that the seat has won, up to the number of games",
                },
            ],
        ),
        meaning: "",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.is_match && shape.shows(rules.matches.games > 1)
    }
}

impl Optional for GamesAtOnce {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| {
            if let Some(games) = view.games() {
                cursor.seats(view, scene.shape.seats, |seat, _| {
                    let points = |game: usize| {
                        let points = games.points[game][seat.index()];
                        (points.clamp(0, i32::from(u16::MAX)) as u16).to_be_bytes()
                    };
                    let mut bytes = [0; 7];
                    for game in 0..3 {
                        bytes[2 * game..2 * game + 2].copy_from_slice(&points(game));
                    }
                    bytes[6] = games.wins[seat.index()];
                    bytes
                });
            }
        });
    }
}

/// Turns left.
pub(crate) struct TurnsLeft;

impl Part for TurnsLeft {
    const SPAN: SpanName = SpanName::Match;
    const WHEN: &'static str = "the game is a match of so many turns";
    const FIELDS: &'static [Field] = &[Field {
        name: "turns_left",
        features: Features::TwoBytes,
        meaning: "turns left after this one; 65535 without a limit",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.is_match && shape.shows(rules.matches.turns > 0)
    }
}

impl Optional for TurnsLeft {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(_: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| cursor.bytes(view.turns_left().unwrap_or(u16::MAX)));
    }
}

/// How often the stock was renewed.
pub(crate) struct Renewals;

impl Part for Renewals {
    const SPAN: SpanName = SpanName::Match;
    const WHEN: &'static str = "renewing the stock costs points";
    const FIELDS: &'static [Field] = &[Field {
        name: "renewals",
        features: Features::Number,
        meaning: "how often the stock was renewed in the match",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.score.renewal > 0)
    }
}

impl Optional for Renewals {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(_: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| cursor.value(view.renewals()));
    }
}

/// Decisions left.
pub(crate) struct DecisionsLeft;

impl Part for DecisionsLeft {
    const SPAN: SpanName = SpanName::Match;
    const FIELDS: &'static [Field] = &[Field {
        name: "decisions_left",
        features: Features::TwoBytes,
        meaning: "decisions before the game is ended",
    }];
}

impl DecisionsLeft {
    /// Writes them.
    #[inline(always)]
    pub(crate) fn write<const N: usize>(place: Place, view: &View<'_>, cells: &mut Cells<'_, N>) {
        let left = view.decisions_left().min(u32::from(u16::MAX)) as u16;
        cells.put(place, 0, left.to_be_bytes());
    }
}

/// Cards that may still be played in the round.
pub(crate) struct PlaysLeft;

impl Part for PlaysLeft {
    const SPAN: SpanName = SpanName::Match;
    const WHEN: &'static str = "a round ends after so many cards";
    const FIELDS: &'static [Field] = &[Field {
        name: "plays_left",
        features: Features::TwoBytes,
        meaning: "cards that may still be played in the round; 65535 without a limit",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.round.plays > 0)
    }
}

impl Optional for PlaysLeft {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(_: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| cursor.bytes(view.plays_left().unwrap_or(u16::MAX)));
    }
}

/// Who was skipped last.
pub(crate) struct Hat;

impl Part for Hat {
    const SPAN: SpanName = SpanName::Match;
    const WHEN: &'static str = "whoever was skipped last in a round scores for it";
    const FIELDS: &'static [Field] = &[Field {
        name: "skipped_last",
        features: Features::OneOf(Set::Seats),
        meaning: "who was skipped last in the round",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.score.hat > 0)
    }
}

impl Optional for Hat {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| {
            let seat = view.hat().map(|seat| relative(view, seat));
            cursor.one_of(scene.shape.seats, seat);
        });
    }
}

/// The places of seats that are out.
pub(crate) struct Places;

impl Part for Places {
    const SPAN: SpanName = SpanName::Match;
    const WHEN: &'static str = "several places are played for";
    const FIELDS: &'static [Field] = &[Field {
        name: "place",
        features: Features::Numbers(Set::Seats),
        meaning: "the place of a seat that is out while others play on",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.out.places > 1)
    }
}

impl Optional for Places {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| {
            cursor.seats(view, scene.shape.seats, |seat, high| [view.place(seat).min(high)]);
        });
    }
}

/// The rank that is wild for each seat by its score.
pub(crate) struct WildRanks;

impl Part for WildRanks {
    const SPAN: SpanName = SpanName::WildRanks;
    const WHEN: &'static str = "players count down";
    const FIELDS: &'static [Field] = &[Field {
        name: "",
        features: Features::Each(
            Set::Seats,
            &[Field {
                name: "",
                features: Features::OneOf(Set::WildRanks),
                meaning: "the rank that is wild for the seat by its score: the ace for 1, then 2 … K",
            }],
        ),
        meaning: "",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.countdown > 0)
    }
}

impl Optional for WildRanks {
    /// Where nobody counts down, no rank is wild by a score.
    fn is_optional(_: &Shape, rules: &Rules) -> bool {
        rules.countdown > 0
    }

    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        let (ranks, most) = (envs.place.len / scene.shape.seats, scene.game.rules().countdown);
        envs.each(|view, cursor| {
            let (mut seat, players) = (view.seat(), view.players());
            for _ in 0..players {
                // The score 0 has won: it makes nothing wild, and a higher one than at the beginning as much as that.
                let score = view.score(seat).clamp(0, i32::from(most)) as usize;
                cursor.one_of(ranks, score.checked_sub(1));
                seat = seat.next(Direction::Clockwise, players);
            }
        });
    }
}
