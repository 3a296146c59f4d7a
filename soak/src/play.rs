//! Random play of a case: every position is checked, some of them thoroughly.

use eights::observation::Layout;
use eights::{Action, ChanceMode, Episode, Game, Move, Reward, Rng, State};

use crate::case::Case;
use crate::counts::Counts;
use crate::overrides::once_in;
use crate::{restored, worlds};

/// Decisions and outcomes of a case; a longer episode is left there.
const MOVES: u64 = 12_000;

/// Moves up to which histories are replayed: the search for a world takes seconds after thousands.
const SHORT: usize = 400;

/// The reason why a case failed.
pub(crate) type Check = Result<(), String>;

/// What is left of a case when it fails, so that it can be told.
#[derive(Default)]
pub(crate) struct Played {
    pub(crate) game: Option<Game>,
    pub(crate) episode: Option<Episode>,
    pub(crate) counts: Counts,
}

/// A game with what is built once for it.
pub(crate) struct Table {
    pub(crate) game: Game,
    pub(crate) full: Game,
    pub(crate) layout: Layout,
}

/// Plays a case, and checks every position on the way.
///
/// # Errors
/// The first thing that is wrong.
pub(crate) fn play(number: u64, played: &mut Played) -> Check {
    played.counts.cases = 1;
    let Some(Case { game, mut rng }) = Case::new(number) else {
        played.counts.no_games = 1;
        return Ok(());
    };
    played.game = Some(game.clone());
    let table = Table {
        full: game.with_all_features(),
        layout: Layout::new(&game),
        game,
    };
    while played.counts.decisions + played.counts.outcomes < MOVES {
        episode(&table, &mut rng, played)?;
    }
    Ok(())
}

/// Plays an episode to its end, or till the case has had its moves.
fn episode(table: &Table, rng: &mut Rng, played: &mut Played) -> Check {
    let seed = rng.next_u64();
    let eager = once_in(rng, 2);
    let counts = &mut played.counts;
    let episode = played.episode.insert(Episode::new(&table.game, seed));
    counts.episodes += 1;
    loop {
        let next = choose(episode, eager, rng);
        position(table, episode, next, rng, counts)?;
        let Some(next) = next else {
            counts.ended += 1;
            break;
        };
        if counts.decisions + counts.outcomes >= MOVES {
            break;
        }
        match next {
            Move::Action(_) => counts.decisions += 1,
            Move::Outcome(_) => counts.outcomes += 1,
        }
        made(table, episode, next, rng, counts)?;
    }
    if once_in(rng, 32) {
        restored::record(episode, counts)?;
    }
    Ok(())
}

/// Chooses the next move: at random, or, of an eager player, rather a card than a draw or a pass.
fn choose(episode: &Episode, eager: bool, rng: &mut Rng) -> Option<Move> {
    let (game, state) = (episode.game(), episode.state());
    if state.is_chance() {
        let outcomes = game.chance_outcomes(state);
        let count = outcomes.len() as u32;
        return (count > 0).then(|| Move::Outcome(outcomes[rng.below(count) as usize].0));
    }
    let legal = game.legal(state);
    if legal.is_empty() {
        return None;
    }
    let draw = |rng: &mut Rng| Action::from_id(legal.nth(rng.below(legal.len())));
    let mut action = draw(rng);
    for _ in 0..3 {
        if !eager || !matches!(action, Action::Draw | Action::Pass) {
            break;
        }
        action = draw(rng);
    }
    Some(Move::Action(action))
}

/// Makes a move; sometimes the engine with all features makes it as well.
fn made(table: &Table, episode: &mut Episode, next: Move, rng: &mut Rng, counts: &mut Counts) -> Check {
    let before = once_in(rng, 8).then(|| episode.state().clone());
    episode
        .make(next)
        .map_err(|error| format!("{next} was offered and is refused: {error}"))?;
    let Some(mut beside) = before else {
        return Ok(());
    };
    counts.compared += 1;
    let refused = |error| format!("{next} is refused by the engine with all features: {error}");
    table.full.make(&mut beside, next, &mut ()).map_err(refused)?;
    unless(beside == *episode.state(), || {
        format!("{next} leads elsewhere with all features")
    })
}

/// Fails unless something holds.
pub(crate) fn unless(holds: bool, why: impl FnOnce() -> String) -> Check {
    if holds { Ok(()) } else { Err(why()) }
}

/// Checks a position: always what is cheap, the rest sometimes.
fn position(
    table: &Table,
    episode: &Episode,
    next: Option<Move>,
    rng: &mut Rng,
    counts: &mut Counts,
) -> Check {
    let (game, state) = (&table.game, episode.state());
    contradictions(game, state)?;
    match next {
        None => return ends(game, state),
        Some(Move::Outcome(_)) => {
            let sum: f64 = game.chance_outcomes(state).iter().map(|(_, p)| p).sum();
            unless((sum - 1.0).abs() < 1e-9, || format!("chances sum to {sum}"))?;
        }
        Some(Move::Action(_)) => {
            let (legal, lawful) = (game.legal(state), game.lawful_actions(state));
            let all = || lawful.iter().all(|action| legal.contains(action));
            unless(all(), || "a lawful action is not legal".to_owned())?;
        }
    }
    unless(!state.is_over(), || {
        "the game is over, and something can be done".to_owned()
    })?;
    unless(state.decisions() < game.max_decisions(), || {
        format!("{} decisions", state.decisions())
    })?;
    if once_in(rng, 8) {
        worlds::observed(table, episode, rng, counts)?;
    }
    if once_in(rng, 64) {
        worlds::redrawn(table, episode, rng, counts)?;
    }
    if once_in(rng, 256) {
        restored::position(game, state, counts)?;
    }
    if game.options().chance == ChanceMode::Explicit && once_in(rng, 1_000) {
        restored::future(table, state, rng, counts)?;
    }
    if episode.moves().len() < SHORT && once_in(rng, 1_000) {
        worlds::histories(table, episode, rng, counts)?;
    }
    Ok(())
}

/// Checks a state for contradictions: above all that every card is somewhere, once.
pub(crate) fn contradictions(game: &Game, state: &State) -> Check {
    let found = game.check(state);
    unless(found.is_empty(), || found.join("; "))
}

/// Checks the end of a game: nothing can be done, and returns are as promised.
fn ends(game: &Game, state: &State) -> Check {
    unless(state.is_over(), || {
        "nobody can act, and the game is not over".to_owned()
    })?;
    let (returns, (least, most)) = (game.returns(state), game.utility());
    let returns = &returns[..usize::from(game.players())];
    let within = returns.iter().all(|of| (least - 1e-9..=most + 1e-9).contains(of));
    unless(within, || {
        format!("returns {returns:?} are not in {least} … {most}")
    })?;
    let sum: f64 = returns.iter().sum();
    let zero = game.options().reward != Reward::Win || sum.abs() < 1e-9;
    unless(zero, || format!("returns {returns:?} sum to {sum}"))?;
    unless(game.chance_outcomes(state).is_empty(), || {
        "chance goes on after the end".to_owned()
    })
}
