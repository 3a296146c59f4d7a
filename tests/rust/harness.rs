//! Random games. Each game is played once while observers check every position. A property of all games is written as an
//! observer; no test plays through games of its own for it.

use std::cell::OnceCell;

use eights::observation::{Feature, Layout};
use eights::{
    Action, ChanceMode, Episode, EpisodeKind, Game, Move, ObservationLayout, Options, Reward, Rng, Ruleset,
    Seat, State, Stream, View,
};

/// A game with the objects built once for it.
pub(crate) struct Table {
    pub(crate) game: Game,
    /// The same game in the engine with all features.
    pub(crate) full: Game,
    pub(crate) layout: Layout,
}

impl Table {
    pub(crate) fn new(game: &Game) -> Self {
        Self {
            game: game.clone(),
            full: game.with_all_features(),
            layout: Layout::new(game),
        }
    }
}

/// A position of a random game.
pub(crate) struct Position<'a> {
    pub(crate) table: &'a Table,
    pub(crate) episode: &'a Episode,
    /// The next move; none at the end.
    pub(crate) next: Option<Move>,
    /// A random number of the position, for choices of an observer.
    pub(crate) lot: u64,
    observed: OnceCell<Vec<Vec<u8>>>,
}

impl Position<'_> {
    pub(crate) fn game(&self) -> &Game {
        &self.table.game
    }

    pub(crate) fn state(&self) -> &State {
        self.episode.state()
    }

    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.game().players()).map(Seat)
    }

    /// The observation of `seat`.
    pub(crate) fn observe<T: Feature>(&self, seat: Seat) -> Vec<T> {
        observe(&self.table.layout, self.episode, seat)
    }

    /// The observations of all seats in bytes, computed once.
    pub(crate) fn observed(&self) -> &[Vec<u8>] {
        self.observed
            .get_or_init(|| self.seats().map(|seat| self.observe(seat)).collect())
    }

    /// Describes the game and the moves so far, for a message.
    pub(crate) fn about(&self) -> String {
        let (game, moves) = (self.game(), self.episode.moves().len());
        let id = &game.ruleset().id;
        format!(
            "{id} {:?} after {moves} moves: {}",
            game.options(),
            self.episode.record()
        )
    }
}

/// Observes the state of an episode for `seat`.
pub(crate) fn observe<T: Feature>(layout: &Layout, episode: &Episode, seat: Seat) -> Vec<T> {
    let mut out = vec![T::ZERO; layout.size()];
    let view = View::new(episode.game(), episode.state(), seat);
    layout.observe(&view, episode.recent(), &mut out);
    out
}

/// A check that is called with the positions of a game in order.
pub(crate) type Observer<'a> = &'a mut dyn FnMut(&Position<'_>);

/// Calls `look` for one position in every `n`.
pub(crate) fn every(n: u32, mut look: impl FnMut(&Position<'_>)) -> impl FnMut(&Position<'_>) {
    let mut passed = 0;
    move |at| {
        passed += 1;
        if passed % n == 0 {
            look(at);
        }
    }
}

/// Calls `look` for a random one in `n` positions.
pub(crate) fn sometimes(n: u64, look: impl Fn(&Position<'_>)) -> impl FnMut(&Position<'_>) {
    move |at| {
        if at.lot.is_multiple_of(n) {
            look(at);
        }
    }
}

/// Plays a game at random to its end or for at most `most` moves, and returns the number of moves.
pub(crate) fn play(table: &Table, seed: u64, most: u32, observers: &mut [Observer<'_>]) -> u32 {
    play_on(table, Episode::new(&table.game, seed), seed, most, observers)
}

/// Plays games at random, one after the other, until `moves` moves are made.
pub(crate) fn play_moves(table: &Table, seed: u64, moves: u32, observers: &mut [Observer<'_>]) {
    let mut left = moves;
    for seed in seed.. {
        left -= play(table, seed, left, observers).max(1).min(left);
        if left == 0 {
            return;
        }
    }
}

/// Plays an episode on at random from its current state, as [`play`] does.
pub(crate) fn play_on(
    table: &Table,
    mut episode: Episode,
    seed: u64,
    most: u32,
    observers: &mut [Observer<'_>],
) -> u32 {
    let mut rng = Rng::new(seed, Stream::Bot);
    for moves in 0..most {
        let next = random(&episode, &mut rng);
        let at = Position {
            table,
            episode: &episode,
            next,
            lot: rng.next_u64(),
            observed: OnceCell::new(),
        };
        for look in observers.iter_mut() {
            look(&at);
        }
        let Some(next) = next else { return moves };
        episode.make(next).expect("a move that can be made");
    }
    most
}

/// A random move of chance or of the seat to act; none at the end.
pub(crate) fn random(episode: &Episode, rng: &mut Rng) -> Option<Move> {
    let (game, state) = (episode.game(), episode.state());
    let outcomes = game.chance_outcomes(state);
    if !outcomes.is_empty() {
        let pick = rng.below(outcomes.len() as u32) as usize;
        return Some(Move::Outcome(outcomes[pick].0));
    }
    let legal = game.legal(state);
    (!legal.is_empty()).then(|| Move::Action(Action::from_id(legal.nth(rng.below(legal.len())))))
}

/// The games of a ruleset with every combination of options: rounds and matches, both modes of chance, both rewards, each with a
/// layout of its own.
pub(crate) fn every_way(ruleset: &Ruleset, players: u8) -> Vec<Game> {
    let mut games = Vec::new();
    for episode in [EpisodeKind::Round, EpisodeKind::Match] {
        for chance in [ChanceMode::Sampled, ChanceMode::Explicit] {
            for reward in [Reward::Win, Reward::Points] {
                let universal = reward == Reward::Points;
                let layout = match (universal, chance) {
                    (false, _) => ObservationLayout::Compact,
                    (true, ChanceMode::Sampled) => ObservationLayout::Cards,
                    (true, ChanceMode::Explicit) => ObservationLayout::Universal,
                };
                let options = Options {
                    episode,
                    chance,
                    reward,
                    layout,
                    history: if universal { 3 } else { 0 },
                    ..Options::new(players)
                };
                // Some rulesets have no matches.
                games.extend(Game::new(ruleset, options));
            }
        }
    }
    games
}

/// Games as of [`every_way`] with half of the rewards, layouts and histories; the next `turn` has the other half.
pub(crate) fn every_other_way(ruleset: &Ruleset, players: u8, turn: usize) -> impl Iterator<Item = Game> {
    let of_turn = move |game: &Game| (game.options().reward == Reward::Win) == turn.is_multiple_of(2);
    every_way(ruleset, players).into_iter().filter(of_turn)
}
