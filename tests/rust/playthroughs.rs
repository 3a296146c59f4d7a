//! Committed transcripts of the beginning and the end of a game of every ruleset, with a checksum of the whole game. The effect of
//! a
//! change shows as a difference of a transcript.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use eights::observation::Layout;
use eights::{
    Action, ActionSet, Event, Game, Log as _, Options, Phase, Recent, Rng, Ruleset, Seat, State, Stream, View,
};
use serde_json::Value;

use crate::golden::{golden, repository};
use crate::tables::all_ids;

/// The folder of the transcripts.
pub(crate) const FOLDER: &str = "tests/data/playthroughs";

const PLAYERS: u8 = 3;

/// Number of decisions shown from the beginning and from the end; the checksum covers all. `EIGHTS_PLAYTHROUGHS=whole` shows all
/// decisions, to compare the games of two builds.
fn shown_decisions() -> (usize, usize) {
    let whole = std::env::var("EIGHTS_PLAYTHROUGHS").is_ok_and(|value| value == "whole");
    if whole { (usize::MAX, 0) } else { (8, 4) }
}

/// Number of decisions within which a chosen game should end.
const SOON: usize = 130;

/// The FNV-1a hash, as in fingerprints.
struct Sum(u64);

impl Sum {
    const fn new() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
}

/// A decision, with the position before and after it.
struct Step {
    before: Value,
    after: Value,
    phase: Phase,
    actor: Seat,
    legal: String,
    action: Action,
    events: Vec<Event>,
    /// The checksum of all seats' observations before the decision.
    observed: u64,
}

/// A finished game.
struct Played {
    beginning: Value,
    dealt: Vec<Event>,
    steps: Vec<Step>,
    end: State,
}

fn game_of(id: &str) -> Game {
    let ruleset = Ruleset::builtin(id).expect("builtin");
    let options = Options {
        history: 2,
        ..Options::new(PLAYERS.clamp(ruleset.players.min, ruleset.players.max))
    };
    Game::new(&ruleset, options).expect("a game")
}

/// The checksum of all seats' observations.
fn observed(game: &Game, layout: &Layout, state: &State, recent: &Recent) -> u64 {
    let mut sum = Sum::new();
    let mut out = vec![0u8; layout.size()];
    for seat in (0..game.players()).map(Seat) {
        layout.observe(&View::new(game, state, seat), recent, &mut out);
        sum.add(&out);
    }
    sum.0
}

/// A random legal action.
fn random(legal: ActionSet, rng: &mut Rng) -> Action {
    Action::from_id(legal.nth(rng.below(legal.len())))
}

/// Plays the game of this seed at random.
fn play(game: &Game, seed: u64) -> Played {
    let layout = Layout::new(game);
    let mut rng = Rng::new(seed, Stream::Bot);
    let mut recent = Recent::new(game.options().history);
    let mut dealt = Vec::new();
    let mut state = game.deal(seed, &mut dealt);
    let beginning = game.to_value(&state);
    let mut steps = Vec::new();
    while let Some(actor) = state.actor() {
        let (legal, before, phase) = (game.legal(&state), game.to_value(&state), state.phase());
        let observed = observed(game, &layout, &state, &recent);
        let action = random(legal, &mut rng);
        let mut events = Vec::new();
        game.apply(&mut state, action, &mut events).expect("legal");
        for event in &events {
            recent.event(&state, *event);
        }
        steps.push(Step {
            before,
            after: game.to_value(&state),
            phase,
            actor,
            legal: legal
                .iter()
                .map(|action| action.to_string())
                .collect::<Vec<_>>()
                .join(", "),
            action,
            events,
            observed,
        });
    }
    Played {
        beginning,
        dealt,
        steps,
        end: state,
    }
}

/// The name of a variant, as `Debug` writes it.
pub(crate) fn variant(of: &impl std::fmt::Debug) -> String {
    let text = format!("{of:?}");
    text.chars().take_while(char::is_ascii_alphanumeric).collect()
}

/// The number of kinds of phases and events in the game of this seed; none if the game does not end soon.
fn variety(game: &Game, seed: u64) -> Option<usize> {
    let mut rng = Rng::new(seed, Stream::Bot);
    let mut events: Vec<Event> = Vec::new();
    let mut state = game.deal(seed, &mut events);
    let mut kinds = BTreeSet::new();
    for _ in 0..SOON {
        kinds.insert(variant(&state.phase()));
        let action = random(game.legal(&state), &mut rng);
        game.apply(&mut state, action, &mut events).expect("legal");
        if state.is_over() {
            kinds.extend(events.iter().map(variant));
            return Some(kinds.len());
        }
    }
    None
}

/// Chooses the game with the greatest variety among the first ones that end soon.
fn choose(game: &Game) -> (u64, Played) {
    let soon = (0..150).filter_map(|seed| Some((usize::MAX - variety(game, seed)?, seed)));
    let seed = soon.min().map_or(0, |(_, seed)| seed);
    (seed, play(game, seed))
}

/// Formats an event in words: "Drew(seat 2, 8H, false)".
fn event_text(event: Event) -> String {
    let text = format!("{event:?}");
    // `Seat(2)` becomes `seat 2`.
    let mut short = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once("Seat(") {
        let (number, after) = after.split_once(')').expect("a seat is in parentheses");
        write!(short, "{before}seat {number}").expect("a string takes all");
        rest = after;
    }
    short + rest
}

fn events_text(events: &[Event]) -> String {
    events
        .iter()
        .copied()
        .map(event_text)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Formats the differences of two positions: the card played on the pile, the hands that differ, and every other key.
fn changes(before: &Value, after: &Value) -> String {
    let (Some(old), Some(new)) = (before.as_object(), after.as_object()) else {
        panic!("a position is a mapping");
    };
    let mut parts = Vec::new();
    let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    for key in keys
        .into_iter()
        .filter(|key| *key != "decisions" && *key != "plays")
    {
        let (was, is) = (
            &old.get(key).unwrap_or(&Value::Null),
            &new.get(key).unwrap_or(&Value::Null),
        );
        match (was, is) {
            _ if was == is => {}
            (Value::Array(was), Value::Array(is)) if was.len() == is.len() => {
                let differ = was.iter().zip(is).enumerate().filter(|(_, (was, is))| was != is);
                parts.extend(differ.map(|(i, (_, is))| format!("{key}.{i} = {}", shown(is))));
            }
            (Value::String(was), Value::String(is)) if key == "pile" && is.starts_with(was.as_str()) => {
                parts.push(format!("pile +{}", &is[was.len()..]));
            }
            (_, is) => parts.push(format!("{key} = {}", shown(is))),
        }
    }
    parts.join("; ")
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "default".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn transcript(id: &str) -> String {
    let game = game_of(id);
    game.pack().within(|| transcript_of(id, &game))
}

fn transcript_of(id: &str, game: &Game) -> String {
    let (seed, played) = choose(game);
    let layout = Layout::new(game);
    let mut text = String::new();
    let mut line = |args: std::fmt::Arguments<'_>| writeln!(text, "{args}").expect("a string takes all");
    line(format_args!("ruleset {id}"));
    line(format_args!("fingerprint {}", game.ruleset().fingerprint()));
    line(format_args!(
        "players {}, a round, chance sampled, history {}, seed {seed}",
        game.players(),
        game.options().history
    ));
    line(format_args!(
        "\nobservation: {} features; name, start, length, high",
        layout.size()
    ));
    for span in layout.spans() {
        line(format_args!(
            "  {} {} {} {}",
            span.name, span.start, span.len, span.high
        ));
    }
    line(format_args!("\ndeal"));
    for events in played.dealt.chunks(usize::from(game.players())) {
        line(format_args!("  {}", events_text(events)));
    }
    for (key, value) in played.beginning.as_object().expect("a mapping") {
        line(format_args!("  {key} = {}", shown(value)));
    }
    let mut sum = Sum::new();
    let count = played.steps.len();
    let (first, last) = shown_decisions();
    for (n, step) in played.steps.iter().enumerate() {
        let decision = format!(
            "{n}: seat {} {}, observed {:016x}: {}\n  {}: {}\n  {}",
            step.actor.0,
            step.phase.name(),
            step.observed,
            step.legal,
            step.action,
            events_text(&step.events),
            changes(&step.before, &step.after)
        );
        sum.add(decision.as_bytes());
        if n < first || n + last >= count {
            line(format_args!("\n{decision}"));
        } else if n == first {
            let hidden = count - first - last;
            line(format_args!(
                "\n({hidden} decisions are left out; the sum at the end is over all)"
            ));
        }
    }
    let returns: Vec<String> = game
        .returns(&played.end)
        .iter()
        .map(|r| format!("{r:.4}"))
        .collect();
    line(format_args!(
        "\nend after {count} decisions: {:?}",
        played.end.phase()
    ));
    line(format_args!(
        "returns {}",
        returns[..usize::from(game.players())].join(" ")
    ));
    line(format_args!("sum over all decisions {:016x}", sum.0));
    text
}

#[test]
fn every_ruleset_has_its_playthrough() {
    for id in all_ids() {
        let text = transcript(id);
        golden(&format!("{FOLDER}/{id}.txt"), &text);
    }
}

#[test]
fn every_playthrough_has_its_ruleset() {
    let folder = repository(FOLDER);
    for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let name = entry.expect("the folder can be read").file_name();
        let name = name.to_str().expect("a name in UTF-8");
        let id = name.strip_suffix(".txt").unwrap_or_default();
        assert!(
            all_ids().any(|known| known == id),
            "{FOLDER}/{name} belongs to no ruleset: delete it"
        );
    }
}
