//! `turn`: what the turn has done so far, and what it owes.

use super::cells::Cells;
use super::cursor::yes;
use super::envs::{Envs, Place, Scene, Shown};
use super::field::{Features, Field, Set};
use super::part::{Optional, Part};
use super::seats::relative;
use super::shape::Shape;
use super::span::SpanName;
use crate::card::{RANKS, Rank};
use crate::rules::Rules;
use crate::ruleset::{DrawThen, LastCard};
use crate::view::View;

/// A number of the turn.
const fn number(name: &'static str, meaning: &'static str) -> Field {
    Field {
        name,
        features: Features::Number,
        meaning,
    }
}

/// Something that the turn has or has not.
const fn flag(name: &'static str, meaning: &'static str) -> Field {
    Field {
        name,
        features: Features::Flag,
        meaning,
    }
}

/// Passes in a row.
pub(crate) struct Passes;

impl Part for Passes {
    const SPAN: SpanName = SpanName::Turn;
    const FIELDS: &'static [Field] = &[number("passes", "passes in a row")];
}

impl Passes {
    /// Writes them.
    #[inline(always)]
    pub(crate) fn write<const N: usize>(place: Place, view: &View<'_>, cells: &mut Cells<'_, N>) {
        cells.set(place, 0, view.collected().passes.min(place.high));
    }
}

/// Cards drawn in the turn.
pub(crate) struct Drawn;

impl Part for Drawn {
    const SPAN: SpanName = SpanName::Turn;
    const WHEN: &'static str = "a turn can go on after a draw";
    const FIELDS: &'static [Field] = &[number("cards_drawn", "cards drawn by choice in the turn")];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.draw.then != DrawThen::EndTurn)
    }
}

impl Drawn {
    /// Writes them.
    #[inline(always)]
    pub(crate) fn write<const N: usize>(place: Place, view: &View<'_>, cells: &mut Cells<'_, N>) {
        cells.set(place, 0, view.collected().drawn.min(place.high));
    }
}

/// What a turn of several cards has collected.
pub(crate) struct Collected;

impl Part for Collected {
    const SPAN: SpanName = SpanName::Turn;
    const WHEN: &'static str = "several cards can be played in a turn";
    const FIELDS: &'static [Field] = &[
        number("cards_played", "cards played in the turn"),
        number("skips", "players to be skipped"),
        number("reversals", "reversals of the direction"),
        number("attack", "cards added to the attack"),
        number("penalty", "cards that the next player draws at once"),
        number("covers_left", "cards that may cover yet"),
        number(
            "set",
            "cards of one rank played in the turn that lie together on top",
        ),
        flag("again", "whether the same player has the next turn"),
        number("others_draw", "cards that all others draw"),
        number("hands_clockwise", "by how many seats all hands move clockwise"),
        number(
            "hands_anticlockwise",
            "by how many seats all hands move anticlockwise",
        ),
        flag("unanswerable", "whether the attack cannot be answered"),
        Field {
            name: "set_rank",
            features: Features::OneOf(Set::Ranks),
            meaning: "the rank that the card on top is, or stands for",
        },
    ];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.turn.goes_on || rules.any(|card| card.continuing.cover.is_some()))
    }
}

impl Optional for Collected {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(_: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| {
            let turn = view.collected();
            // Most turns begin with nothing; what is not written is 0.
            if !turn.is_empty() {
                cursor.values([
                    turn.played,
                    turn.skip,
                    turn.reverse,
                    turn.attack,
                    turn.penalty,
                    turn.covers_left,
                    turn.run,
                    yes(turn.again),
                    turn.others_draw,
                    turn.hands.max(0).unsigned_abs(),
                    turn.hands.min(0).unsigned_abs(),
                    yes(turn.unanswerable),
                ]);
                cursor.one_of(RANKS + 1, turn.run_rank.map(Rank::index));
            }
        });
    }
}

/// Who went out first, while the attack of the last card is played out.
pub(crate) struct WentOut;

impl Part for WentOut {
    const SPAN: SpanName = SpanName::Turn;
    const WHEN: &'static str = "the attack of a last card is played out";
    const FIELDS: &'static [Field] = &[Field {
        name: "went_out",
        features: Features::OneOf(Set::Seats),
        meaning: "who has gone out with an attack that is being played out",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.out.last_card == LastCard::Chain)
    }
}

impl Optional for WentOut {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| {
            let seat = view.went_out().map(|seat| relative(view, seat));
            cursor.one_of(scene.shape.seats, seat);
        });
    }
}

/// Whether what was pending has been drawn.
pub(crate) struct Took;

impl Part for Took {
    const SPAN: SpanName = SpanName::Turn;
    const WHEN: &'static str = "a turn goes on after what was pending is drawn";
    const FIELDS: &'static [Field] = &[flag(
        "took_pending",
        "whether what was pending has been drawn in the turn",
    )];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.goes_on_after_attack())
    }
}

impl Optional for Took {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(_: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| cursor.flag(view.collected().took));
    }
}

/// Who has yet to end the first turn of the round.
pub(crate) struct FirstTurns;

impl Part for FirstTurns {
    const SPAN: SpanName = SpanName::Turn;
    const WHEN: &'static str = "the suit in force stays in a player's first turn";
    const FIELDS: &'static [Field] = &[Field {
        name: "first_turn",
        features: Features::Which(Set::Seats),
        meaning: "whether the seat has yet to end its first turn of the round",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.turn.first_keeps_suit)
    }
}

impl Optional for FirstTurns {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| cursor.seat_set(view, scene.shape.seats, view.first_turns()));
    }
}

/// Cards of one rank in a row.
pub(crate) struct InARow;

impl Part for InARow {
    const SPAN: SpanName = SpanName::Turn;
    const WHEN: &'static str = "cards of one rank in a row end a round";
    const FIELDS: &'static [Field] = &[number("in_a_row", "cards of the upcard's rank played in a row")];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.round.row > 0)
    }
}

impl Optional for InARow {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(_: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| cursor.value(view.row()));
    }
}

/// What the turn owes beyond the effects of most games.
pub(crate) struct Owes;

impl Part for Owes {
    const SPAN: SpanName = SpanName::Turn;
    const WHEN: &'static str =
        "cards can be played out of turn, hands swapped, words due, rules created, or cards kept";
    const FIELDS: &'static [Field] = &[
        number("slap", "cards that somebody draws by lot"),
        number("own_draw", "cards that the player draws"),
        number("mirrors", "mirror cards played on an attack"),
        flag("may_swap", "whether hands may be swapped"),
        flag(
            "created_nominates",
            "whether a created rule has the player nominate",
        ),
        flag("deals_pile", "whether the pile is to be dealt into two"),
        flag(
            "not_out",
            "whether the last card was one with which nobody goes out",
        ),
    ];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.tableau.needed)
    }
}

impl Optional for Owes {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(_: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| {
            let turn = view.turn_owes();
            cursor.values([
                turn.slap,
                turn.own_draw,
                turn.mirrors,
                yes(turn.swap),
                yes(turn.names),
                yes(turn.splits),
                yes(turn.not_out),
            ]);
        });
    }
}

/// Cards that the seat has chosen to keep.
pub(crate) struct Kept;

impl Part for Kept {
    const SPAN: SpanName = SpanName::Turn;
    const WHEN: &'static str = "players keep cards when the stock runs low";
    const FIELDS: &'static [Field] = &[Field {
        name: "kept",
        features: Features::Numbers(Set::Kinds),
        meaning: "how many cards of this kind the own seat has chosen to keep",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.stock.keep > 0)
    }
}

impl Optional for Kept {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| {
            if let Some(kept) = view.kept() {
                cursor.counts(kept.counts(), scene.shape.kinds);
            }
        });
    }
}
