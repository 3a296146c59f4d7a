//! The trained networks: present for the games they were trained for, and independent of hidden cards.

use std::collections::{BTreeMap, BTreeSet};

use eights::bot::{Bot, BotError, BotKind, Learned, by_name};
use eights::{Game, ObservationLayout, Options, Reward, Rng, Ruleset, State, Stream, View};
use serde_json::json;

fn game(id: &str, options: Options) -> Game {
    Game::new(&Ruleset::builtin(id).expect(id), options).expect(id)
}

fn learned(game: &Game) -> &'static Learned {
    Learned::of(game).unwrap_or_else(|| {
        panic!(
            "{} has changed: train it again and pack it (docs/learned.md)",
            game.ruleset().id
        )
    })
}

/// Positions with a choice, from a few rounds.
fn positions(game: &Game) -> Vec<State> {
    let mut rng = Rng::new(1, Stream::Bot);
    let mut found = Vec::new();
    for seed in 0..4 {
        let mut state = game.new_initial_state(seed);
        while let Some(seat) = state.actor() {
            let legal = game.legal(&state);
            if legal.len() > 1 && found.len() < 100 {
                found.push(state.clone());
            }
            let action = BotKind::Heuristic.act(&View::new(game, &state, seat), legal, &mut rng);
            game.apply(&mut state, action, &mut ()).expect("a legal action");
        }
    }
    found
}

#[test]
fn there_is_a_network_for_each_table_as_the_rules_are_now() {
    let mut by_ruleset: BTreeMap<&str, BTreeSet<u8>> = BTreeMap::new();
    for (id, players) in Learned::tables() {
        learned(&game(id, Options::new(players)));
        by_ruleset.entry(id).or_default().insert(players);
    }
    for id in ["crazy_eights_special", "kings_reverse", "other_blackjack", "uno"] {
        assert_eq!(by_ruleset.remove(id), Some(BTreeSet::from([2, 3, 4])), "{id}");
    }
    assert_eq!(by_ruleset, BTreeMap::new());
}

#[test]
fn other_rules_and_numbers_of_players_have_none() {
    let house = json!({ "deal.cards": 6 });
    let ruleset = Ruleset::builtin("uno").expect("uno");
    let changed = ruleset
        .with(house.as_object().expect("a mapping"))
        .expect("a house rule");
    let changed = Game::new(&changed, Options::new(2)).expect("a game");
    for other in [
        changed,
        game("uno", Options::new(5)),
        game("crazy_eights", Options::new(2)),
    ] {
        assert_eq!(Learned::of(&other), None);
        let error = by_name("learned", &other).expect_err("not trained");
        let (ruleset, players) = (other.ruleset().id.clone(), other.players());
        assert_eq!(error, BotError::NotTrained { ruleset, players });
    }
}

#[test]
fn it_plays_what_it_holds_to_be_most_probable() {
    for (id, players) in Learned::tables() {
        let game = game(id, Options::new(players));
        let learned = learned(&game);
        for state in positions(&game) {
            let seat = state.actor().expect("a choice");
            let (view, legal) = (View::new(&game, &state, seat), game.legal(&state));
            let judged = learned.judge(&view, legal);
            let sum: f32 = judged.priors.iter().sum();
            assert!((sum - 1.0).abs() < 1e-5, "{id}: {sum}");
            assert!((-1.0..=1.0).contains(&judged.value), "{id}: {}", judged.value);
            let prior = |id: usize| judged.priors[id];
            let legal_ids: Vec<usize> = legal.iter().map(|action| action.id().index()).collect();
            let elsewhere = (0..judged.priors.len()).filter(|id| !legal_ids.contains(id));
            assert!(elsewhere.map(prior).all(|prior| prior <= 0.0), "{id}");
            let chosen = learned
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
    for (id, players) in Learned::tables() {
        let game = game(id, Options::new(players));
        let learned = learned(&game);
        for (seed, state) in positions(&game).into_iter().enumerate() {
            let seat = state.actor().expect("a choice");
            let world = game.resample(&state, seat, seed as u64).expect("a world");
            let judge = |state| learned.judge(&View::new(&game, state, seat), game.legal(state));
            assert_eq!(judge(&state), judge(&world), "{id}");
        }
    }
}

#[test]
fn the_options_of_a_game_change_nothing() {
    for (id, players) in Learned::tables() {
        let plain = game(id, Options::new(players));
        let ruleset = Ruleset::builtin(id).expect(id);
        let options = [
            Options {
                reward: Reward::Points,
                ..Options::new(players)
            },
            Options {
                history: 8,
                ..Options::new(players)
            },
            Options {
                layout: ObservationLayout::Universal,
                ..Options::new(players)
            },
        ];
        // Some rulesets have no matches.
        for other in options
            .into_iter()
            .filter_map(|options| Game::new(&ruleset, options).ok())
        {
            let (mut here, mut there) = (plain.new_initial_state(7), other.new_initial_state(7));
            while let (Some(seat), Some(_)) = (here.actor(), there.actor()) {
                let legal = plain.legal(&here);
                let judge = |game: &Game, state| learned(game).judge(&View::new(game, state, seat), legal);
                assert_eq!(judge(&plain, &here), judge(&other, &there), "{id}");
                let action = legal.iter().next().expect("a legal action");
                plain.apply(&mut here, action, &mut ()).expect("legal");
                other.apply(&mut there, action, &mut ()).expect("legal");
            }
        }
    }
}
