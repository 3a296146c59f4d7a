//! Play that bytes choose, and what holds in every position.

use std::collections::BTreeMap;

use eights::observation::{Feature, Layout};
use eights::{Action, Episode, Game, Move, Reward, Rng, Seat, State, Stream, View};
use serde_json::Value;

use crate::Bytes;
use crate::games::below;

/// Most moves within an input.
pub const MOST_MOVES: usize = 120;

/// Chooses a move; none at the end of the game.
///
/// # Panics
/// Nobody can act before the end.
pub fn choose(game: &Game, state: &State, bytes: &mut Bytes<'_>) -> Option<Move> {
    if state.is_chance() {
        let outcomes = game.chance_outcomes(state);
        assert!(!outcomes.is_empty(), "chance gives something");
        return Some(Move::Outcome(outcomes[below(bytes, outcomes.len())].0));
    }
    let legal = game.legal(state);
    assert_eq!(
        legal.is_empty(),
        state.is_over(),
        "somebody can act until the end"
    );
    let pick = |n: u32| Move::Action(Action::from_id(legal.nth(n)));
    (!legal.is_empty()).then(|| pick(below(bytes, legal.len() as usize) as u32))
}

/// Number of moves between two checks that the position does not contradict itself, which take longer than the moves.
const BETWEEN_CHECKS: usize = 5;

/// Plays an episode at random for some moves.
///
/// # Panics
/// A move that can be made is refused.
#[must_use]
pub fn at_random(game: &Game, seed: u64, moves: usize) -> Episode {
    let mut rng = Rng::new(seed, Stream::Bot);
    let mut episode = Episode::new(game, seed);
    for _ in 0..moves {
        let noise: [u8; 2] = std::array::from_fn(|_| rng.below(256) as u8);
        let Some(next) = choose(game, episode.state(), &mut Bytes::new(&noise)) else {
            break;
        };
        episode.make(next).expect("a move that can be made");
    }
    episode
}

/// Plays on by the bytes, until the game or the bytes end, and calls `look` with each position.
///
/// # Panics
/// A position contradicts itself, a move that can be made is refused, or cards get lost.
pub fn on(episode: &mut Episode, bytes: &mut Bytes<'_>, mut look: impl FnMut(&Episode)) {
    let game = episode.game().clone();
    let before = Round::of(&game, episode.state());
    for number in 0..MOST_MOVES {
        if number % BETWEEN_CHECKS == 0 {
            assert_eq!(
                game.check(episode.state()),
                Vec::<String>::new(),
                "{}",
                episode.record()
            );
        }
        look(episode);
        if bytes.is_empty() {
            break;
        }
        let Some(next) = choose(&game, episode.state(), bytes) else {
            break;
        };
        episode.make(next).expect("a move that can be made");
    }
    let after = Round::of(&game, episode.state());
    assert!(
        after.number != before.number || after.cards == before.cards,
        "cards are kept: {}",
        episode.record()
    );
}

/// Checks that the returns at the end of a game that was dealt are within bounds, and add up where they should. A position may have
/// been given points that no play leads to.
///
/// # Panics
/// They do not.
pub fn returns_are_promised(game: &Game, state: &State) {
    if !state.is_over() {
        return;
    }
    let returns = &game.returns(state)[..usize::from(game.players())];
    let (least, most) = game.utility();
    assert!(
        returns.iter().all(|of| (least - 1e-9..=most + 1e-9).contains(of)),
        "{returns:?} in {least} … {most}"
    );
    if game.options().reward == Reward::Win {
        assert!(returns.iter().sum::<f64>().abs() < 1e-9, "{returns:?}");
    }
}

/// A round, and the number of copies of each card in play in it; of all cards, where a card has another name on its other side.
#[derive(Debug, PartialEq, Eq)]
struct Round {
    number: Value,
    cards: BTreeMap<String, usize>,
}

impl Round {
    fn of(game: &Game, state: &State) -> Self {
        let bytes: Value = serde_json::from_slice(&game.serialize(state)).expect("JSON");
        let position = &bytes["position"];
        let mut texts: Vec<&Value> = vec![&bytes["stock"], &position["pile"], &position["split"]];
        for key in ["hands", "piles"] {
            texts.extend(position[key].as_array().into_iter().flatten());
        }
        let mut cards = BTreeMap::new();
        for card in texts
            .into_iter()
            .filter_map(Value::as_str)
            .flat_map(str::split_whitespace)
        {
            let name = if game.ruleset().deck.backs { "any" } else { card };
            *cards.entry(name.to_owned()).or_default() += 1;
        }
        Self {
            number: position["round"].clone(),
            cards,
        }
    }
}

/// Observes a position for a seat.
#[must_use]
pub fn observe<T: Feature>(layout: &Layout, episode: &Episode, seat: Seat) -> Vec<T> {
    let mut out = vec![T::ZERO; layout.size()];
    layout.observe(
        &View::new(episode.game(), episode.state(), seat),
        episode.recent(),
        &mut out,
    );
    out
}

/// Checks that a state is restored from its mapping and from its bytes.
///
/// # Panics
/// Another state is restored, or none.
pub fn is_restored(game: &Game, state: &State) {
    let value = game.to_value(state);
    let again = game
        .position(&value, 1)
        .unwrap_or_else(|why| panic!("refused: {why}: {value}"));
    assert_eq!(game.to_value(&again), value, "the mapping is restored");
    assert_eq!(
        game.legal(&again),
        game.legal(state),
        "the same is legal: {value}"
    );
    assert_eq!(
        game.chance_outcomes(&again),
        game.chance_outcomes(state),
        "the same can happen: {value}"
    );
    let again = game
        .deserialize(&game.serialize(state))
        .unwrap_or_else(|why| panic!("refused: {why}: {value}"));
    assert!(again == *state, "the bytes are restored: {value}");
}
