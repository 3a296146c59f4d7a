//! The trained policy: it plays every game, independent of hidden cards and of options that it does not see.

use eights::bot::{Bot, BotKind, Learned, by_name};
use eights::{EpisodeKind, Game, ObservationLayout, Options, Reward, Rng, Ruleset, State, Stream, View};

use crate::tables::{all_ids, nearest_of};

fn game(id: &str, options: Options) -> Game {
    Game::new(&Ruleset::builtin(id).expect(id), options).expect(id)
}

/// A game of each builtin ruleset, for two to four players in turn.
fn games() -> impl Iterator<Item = Game> {
    let players = |at: usize| 2 + (at % 3) as u8;
    let games = all_ids().enumerate();
    games.map(move |(at, id)| game(id, Options::new(nearest_of(id, &[players(at)])[0])))
}

/// Positions with a choice, from a few rounds.
fn positions(game: &Game) -> Vec<State> {
    let mut rng = Rng::new(1, Stream::Bot);
    let mut found = Vec::new();
    for seed in 0..4 {
        let mut state = game.new_initial_state(seed);
        while let Some(seat) = state.actor().filter(|_| found.len() < 30) {
            let legal = game.legal(&state);
            if legal.len() > 1 {
                found.push(state.clone());
            }
            let action = BotKind::Heuristic.act(&View::new(game, &state, seat), legal, &mut rng);
            game.apply(&mut state, action, &mut ()).expect("a legal action");
        }
    }
    found
}

#[test]
fn the_weights_fit_the_features() {
    let told = "observations or rules have changed: train it again and pack it (docs/learned.md)";
    Learned::check().unwrap_or_else(|why| panic!("{why}: {told}"));
    assert_eq!(by_name("learned"), Ok(BotKind::Learned));
}

#[test]
fn it_plays_what_it_holds_to_be_most_probable() {
    for game in games() {
        let id = &game.ruleset().id;
        for state in positions(&game) {
            let seat = state.actor().expect("a choice");
            let (view, legal) = (View::new(&game, &state, seat), game.legal(&state));
            let judged = Learned.judge(&view, legal);
            let sum: f32 = judged.priors.iter().sum();
            assert!((sum - 1.0).abs() < 1e-5, "{id}: {sum}");
            assert!((-1.0..=1.0).contains(&judged.value), "{id}: {}", judged.value);
            let prior = |id: usize| judged.priors[id];
            let legal_ids: Vec<usize> = legal.iter().map(|action| action.id().index()).collect();
            let elsewhere = (0..judged.priors.len()).filter(|id| !legal_ids.contains(id));
            assert!(elsewhere.map(prior).all(|prior| prior <= 0.0), "{id}");
            let chosen = Learned
                .act(&view, legal, &mut Rng::new(0, Stream::Bot))
                .id()
                .index();
            let most = legal_ids.iter().copied().map(prior).fold(0.0, f32::max);
            assert!(prior(chosen) >= most, "{id}");
        }
    }
}

#[test]
fn what_is_hidden_changes_nothing() {
    for game in games() {
        for (seed, state) in positions(&game).into_iter().enumerate() {
            let seat = state.actor().expect("a choice");
            let world = game.resample(&state, seat, seed as u64).expect("a world");
            let judge = |state| Learned.judge(&View::new(&game, state, seat), game.legal(state));
            assert_eq!(judge(&state), judge(&world), "{}", game.ruleset().id);
        }
    }
}

#[test]
fn the_layout_of_a_game_changes_nothing_and_its_purpose_does() {
    let judged = |options: Options| {
        let game = game("uno", options);
        let judge = |state: State| {
            let seat = state.actor().expect("a choice");
            Learned.judge(&View::new(&game, &state, seat), game.legal(&state))
        };
        let all: Vec<_> = positions(&game).into_iter().map(judge).collect();
        all
    };
    let plain = judged(Options::new(3));
    let universal = Options {
        layout: ObservationLayout::Universal,
        history: 8,
        beliefs: true,
        ..Options::new(3)
    };
    assert_eq!(judged(universal), plain);
    let points = Options {
        reward: Reward::Points,
        ..Options::new(3)
    };
    let matches = Options {
        episode: EpisodeKind::Match,
        ..Options::new(3)
    };
    for other in [points, matches] {
        assert_ne!(judged(other), plain);
    }
}

/// Rules that nobody wrote into the crate are played as well: a game can be made of any TOML.
#[test]
fn it_plays_house_rules() {
    for seed in 0..40 {
        let ruleset = Ruleset::sample(seed, eights::ruleset::Split::Test);
        let game = Game::new(&ruleset, Options::new(ruleset.players.min)).expect("a game");
        for state in positions(&game).iter().take(5) {
            let seat = state.actor().expect("a choice");
            let legal = game.legal(state);
            let action = Learned.act(
                &View::new(&game, state, seat),
                legal,
                &mut Rng::new(0, Stream::Bot),
            );
            assert!(legal.contains(action));
        }
    }
}
