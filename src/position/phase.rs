//! The phase of a position, read and written.

use serde_json::Value;

use super::problem::ProblemCode;
use super::read::Reader;
use super::setup::{PhaseSetup, Setup, read};
use crate::engine::{Chance, Phase, State, Task};
use crate::rules::Rules;
use crate::ruleset::Caught;
use crate::seat::{Seat, SeatSet};

/// The names of the chance nodes.
const NODES: [&str; 12] = [
    "dealer", "deal", "starter", "draw", "param", "suit", "slap", "scramble", "rogue", "turn-up", "create",
    "split",
];

impl Reader<'_> {
    /// The question that is open.
    pub(crate) fn phase(&mut self, setup: &Setup) {
        read_phase(self, setup);
    }
}

/// Reads the phase, and who decides in it.
fn read_phase(reader: &mut Reader<'_>, setup: &Setup) {
    let written: PhaseSetup = match &setup.phase {
        None => PhaseSetup {
            name: "play".to_owned(),
            ..PhaseSetup::default()
        },
        Some(Value::String(name)) => PhaseSetup {
            name: name.clone(),
            ..PhaseSetup::default()
        },
        Some(Value::Object(map)) => read(&Value::Object(map.clone()), "phase", &mut reader.problems),
        Some(other) => {
            let message = format!("{other} is neither the name of a phase nor a mapping of name and fields");
            reader.problems.block("phase", ProblemCode::WrongType, message);
            return;
        }
    };
    refuse_foreign_fields(reader, &written);
    if let Some(phase) = phase_of(reader, &written) {
        reader.phase_tableau(&written, setup.actor);
        let by = read_actor(reader, phase, setup.actor);
        open_question(reader, phase, by);
    }
}

/// Opens the question on top of what waits: while the seat of the turn plays nothing does, and a draw waits with its cards.
fn open_question(reader: &mut Reader<'_>, phase: Phase, by: Seat) {
    let agenda = &mut reader.state.agenda;
    agenda.ask(phase, by);
    let message = match (phase, agenda.top()) {
        (Phase::Play, Some(_)) => "nothing waits while the seat of the turn plays".to_owned(),
        (Phase::Chance(Chance::Draw { seat }), Some(Task::Draw { seat: draws, .. })) if draws == seat => {
            return;
        }
        (Phase::Chance(Chance::Draw { seat }), _) => {
            format!("a card is drawn by seat {}: its draw must come first", seat.0)
        }
        _ => return,
    };
    reader
        .problems
        .block("agenda", ProblemCode::Contradiction, message);
}

/// Fields that another phase has.
fn refuse_foreign_fields(reader: &mut Reader<'_>, written: &PhaseSetup) {
    let fields = [
        ("node", written.node.is_some(), "chance"),
        ("seat", written.seat.is_some(), "chance"),
        ("index", written.index.is_some(), "chance"),
        (
            "to",
            written.to.is_some(),
            if written.name == "chance" {
                "chance"
            } else {
                "give"
            },
        ),
        ("last", written.last.is_some(), "speak"),
        ("player", written.player.is_some(), "challenge"),
        ("owner", written.owner.is_some(), "catch"),
        ("card", written.card.is_some(), "pile"),
        ("word", written.word.is_some(), "word"),
        ("total", written.total.is_some(), "mirror"),
        ("target", written.target.is_some(), "mirror"),
        ("kept", written.kept.is_some(), "keep"),
        ("winners", written.winners.is_some(), "over"),
        ("truncated", written.truncated.is_some(), "over"),
    ];
    for (field, given, phase) in fields {
        if given && written.name != phase {
            reader.problems.block(
                format!("phase.{field}"),
                ProblemCode::UnknownKey,
                format!("phase {} has no {field}: phase {phase} has", written.name),
            );
        }
    }
}

fn phase_of(reader: &mut Reader<'_>, written: &PhaseSetup) -> Option<Phase> {
    let seat = reader.state.seat;
    let players = reader.rules.players;
    let other = |reader: &mut Reader<'_>, given: Option<i64>, field: &str, default: Seat| match given {
        Some(number) => reader.active_seat(number, &format!("phase.{field}")),
        None => Some(default),
    };
    Some(match written.name.as_str() {
        "play" => Phase::Play,
        "dealer-choice" => Phase::DealerChoice,
        "direction" => Phase::Direction,
        "go-on" => Phase::GoOn,
        "nominate" => Phase::Nominate,
        "give" => Phase::Give {
            to: other(reader, written.to, "to", reader.state.next_active(seat, players))?,
        },
        "speak" => Phase::Speak {
            last: written.last.unwrap_or(false),
        },
        "challenge" => Phase::Challenge {
            player: other(reader, written.player, "player", seat)?,
        },
        "catch" => Phase::Catch {
            owner: other(reader, written.owner, "owner", seat)?,
        },
        "over" => Phase::Over {
            winners: winners(reader, written.winners.as_deref().unwrap_or_default())?,
            truncated: written.truncated.unwrap_or(false),
        },
        "swap" => Phase::Swap,
        "name-rank" => Phase::NameRank,
        "claim" => Phase::Claim,
        "mirror" => Phase::Mirror,
        "keep" => Phase::Keep,
        "cross-out" => Phase::CrossOut,
        "create" => Phase::Create,
        "pile" => Phase::Pile {
            card: reader.card(Some(written.card.as_deref().unwrap_or_default()), "phase.card")?,
        },
        "word" => Phase::Word {
            word: reader.number(written.word.unwrap_or(1), "phase.word", 7) as u8,
        },
        "chance" => Phase::Chance(node(reader, written)?),
        name => {
            let message = format!("{name:?} is no phase: there are {}", Phase::NAMES.join(", "));
            reader.problems.block("phase", ProblemCode::UnknownName, message);
            return None;
        }
    })
}

fn winners(reader: &mut Reader<'_>, seats: &[i64]) -> Option<SeatSet> {
    let mut winners = SeatSet::default();
    for (n, &seat) in seats.iter().enumerate() {
        winners.insert(reader.active_seat(seat, &format!("phase.winners.{n}"))?);
    }
    Some(winners)
}

fn node(reader: &mut Reader<'_>, written: &PhaseSetup) -> Option<Chance> {
    let name = written.node.as_deref().unwrap_or_default();
    let (field, given) = match name {
        "dealer" => return Some(Chance::Dealer),
        "starter" => return Some(Chance::Starter),
        "suit" => return Some(Chance::Suit),
        "slap" => return Some(Chance::Slap),
        "scramble" => return Some(Chance::Scramble),
        "turn-up" => return Some(Chance::TurnUp),
        "create" => return Some(Chance::Create),
        "split" => return Some(Chance::Split),
        "deal" => ("phase.to", written.to),
        "draw" | "rogue" => ("phase.seat", written.seat),
        "param" => {
            let params = reader.rules.params.len() as i64;
            return match written.index {
                Some(index) if (0..params).contains(&index) => Some(Chance::Param { index: index as u8 }),
                index => {
                    let message =
                        format!("{index:?} is no parameter: the ruleset has {params}, counted from 0");
                    reader
                        .problems
                        .block("phase.index", ProblemCode::NumberOutOfRange, message);
                    None
                }
            };
        }
        _ => {
            let message = format!("{name:?} is no chance node: there are {}", NODES.join(", "));
            reader
                .problems
                .block("phase.node", ProblemCode::UnknownName, message);
            return None;
        }
    };
    let Some(number) = given else {
        let message = format!("node {name} needs the seat that gets the card");
        reader.problems.block(field, ProblemCode::WrongType, message);
        return None;
    };
    let seat = reader.active_seat(number, field)?;
    Some(match name {
        "deal" => Chance::Deal { to: seat },
        "rogue" => Chance::Rogue { seat },
        _ => Chance::Draw { seat },
    })
}

/// Who decides: given, or the one whom the phase asks first.
fn read_actor(reader: &mut Reader<'_>, phase: Phase, given: Option<i64>) -> Seat {
    let default = default_actor(reader.rules, &reader.state, phase);
    let actor = given
        .and_then(|number| reader.active_seat(number, "actor"))
        .unwrap_or(default);
    let chance = matches!(phase, Phase::Chance(node) if node != Chance::Create);
    let polled = matches!(phase, Phase::Catch { .. } | Phase::Chance(_) | Phase::Over { .. });
    let own = matches!(phase, Phase::Play | Phase::GoOn | Phase::Pile { .. });
    let fixed = chance || !polled && (reader.state.tableau.is_none() || own);
    if fixed && actor != default {
        reader.problems.block(
            "actor",
            ProblemCode::Contradiction,
            format!(
                "seat {} does not decide in phase {}: seat {} does",
                actor.0,
                phase.name(),
                default.0
            ),
        );
    }
    actor
}

/// Who decides in a phase, unless it is said.
pub(crate) fn default_actor(rules: &Rules, state: &State, phase: Phase) -> Seat {
    match phase {
        Phase::Catch { .. } if rules.call.caught == Caught::NextPlayer => state.seat,
        Phase::Challenge { .. } | Phase::Catch { .. } => state.next_active(state.seat, rules.players),
        Phase::Chance(Chance::Draw { seat }) => seat,
        _ => state.seat,
    }
}

/// The phase as it is written: none for `play`, a name where the fields have their defaults, else a mapping.
pub(crate) fn write_phase(state: &State) -> Option<Value> {
    let number = |seat: Seat| Some(i64::from(seat.0));
    let mut setup = PhaseSetup {
        name: state.phase().name().to_owned(),
        ..PhaseSetup::default()
    };
    match state.phase() {
        Phase::Play => return None,
        Phase::DealerChoice
        | Phase::Direction
        | Phase::GoOn
        | Phase::Nominate
        | Phase::Swap
        | Phase::NameRank
        | Phase::Claim
        | Phase::CrossOut
        | Phase::Create
        | Phase::Speak { last: false } => {
            return Some(Value::String(setup.name));
        }
        Phase::Speak { last: true } => setup.last = Some(true),
        Phase::Give { to } => setup.to = number(to),
        Phase::Challenge { player } => setup.player = number(player),
        Phase::Catch { owner } => setup.owner = number(owner),
        Phase::Mirror => {
            let mirror = state.tableau.as_ref().and_then(|tableau| tableau.mirror);
            setup.total = mirror.map(|mirror| i64::from(mirror.total));
            setup.target = mirror
                .and_then(|mirror| mirror.hit)
                .and_then(|(hit, _)| number(hit));
        }
        Phase::Keep => {
            let kept = state
                .tableau
                .as_ref()
                .map(|tableau| crate::card::format_cards(tableau.kept.iter()));
            setup.kept = kept.filter(|cards| !cards.is_empty());
        }
        Phase::Pile { card } => setup.card = Some(card.to_string()),
        Phase::Word { word } => setup.word = Some(i64::from(word)),
        Phase::Over { winners, truncated } => {
            setup.winners = Some(winners.iter().map(|seat| i64::from(seat.0)).collect());
            setup.truncated = truncated.then_some(true);
        }
        Phase::Chance(chance) => {
            let node = match chance {
                Chance::Dealer => 0,
                Chance::Deal { to } => {
                    setup.to = number(to);
                    1
                }
                Chance::Starter => 2,
                Chance::Suit => 5,
                Chance::Draw { seat } => {
                    setup.seat = number(seat);
                    3
                }
                Chance::Param { index } => {
                    setup.index = Some(i64::from(index));
                    4
                }
                Chance::Rogue { seat } => {
                    setup.seat = number(seat);
                    8
                }
                Chance::Slap => 6,
                Chance::Scramble => 7,
                Chance::TurnUp => 9,
                Chance::Create => 10,
                Chance::Split => 11,
            };
            setup.node = Some(NODES[node].to_owned());
        }
    }
    serde_json::to_value(setup).ok()
}
