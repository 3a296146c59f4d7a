use super::*;
use crate::action::MAX_ACTIONS;
use crate::bot::Bot;
use crate::engine::{Game, Options as GameOptions};
use crate::ruleset::Ruleset;

/// Plays two actions so many times each, with these mean returns; gives the place of the action taken if the first has
/// the prior `probable`.
fn advised(visits: [u64; 2], values: [f64; 2], probable: f32) -> Option<usize> {
    let actions = [Action::Draw, Action::Pass];
    let mut counts = RootCounts::new();
    let mut priors = [0.0; MAX_ACTIONS];
    let mut legal = ActionSet::EMPTY;
    for (n, action) in actions.into_iter().enumerate() {
        counts.visits[action.id().index()] = visits[n];
        counts.returns[action.id().index()] = values[n] * visits[n] as f64;
        priors[action.id().index()] = [probable, 1.0 - probable][n];
        legal = legal.with(action);
    }
    let best = counts.advised(legal, &priors);
    actions.iter().position(|&action| Some(action) == best)
}

#[test]
fn a_policy_counts_for_less_the_more_was_played() {
    // An action of prior 0.01 must bring 0.15 more after 2,000 games, and 0.5 more after 200.
    assert_eq!(advised([1000; 2], [0.5, 0.3], 0.01), Some(0));
    assert_eq!(advised([1000; 2], [0.5, 0.4], 0.01), Some(1));
    assert_eq!(advised([100; 2], [0.5, 0.3], 0.01), Some(1));
    assert_eq!(advised([100; 2], [0.5, 0.3], 0.5), Some(0));
}

#[test]
fn what_a_policy_never_does_is_done_where_it_wins() {
    assert_eq!(advised([1000; 2], [1.0, 0.0], 0.0), Some(0));
    assert_eq!(advised([1000; 2], [0.1, 0.0], 0.0), Some(1));
}

#[test]
fn what_was_not_played_is_not_taken() {
    assert_eq!(advised([1, 0], [-1.0, 0.0], 0.01), Some(0));
    assert_eq!(advised([0, 1], [0.0, -1.0], 0.99), Some(1));
    assert_eq!(advised([0; 2], [0.0; 2], 0.6), None);
}

/// Counts the cards of the other hand that worlds have right at the beginning of games of a prior against itself: with
/// the prior, and without.
///
/// Later positions are left out: two networks can play on for thousands of decisions, with hands so large that any guess
/// is right about much of them.
fn guessed(id: &str) -> [u32; 2] {
    let game = Game::new(&Ruleset::builtin(id).expect(id), GameOptions::new(2)).expect("a game");
    let prior = Learned;
    let mut right = [0, 0];
    for seed in 0..5 {
        let mut episode = Episode::new(&game, seed);
        for _ in 0..30 {
            let Some(seat) = episode.state().actor() else {
                break;
            };
            let held = |state: &State| *View::new(&game, state, Seat(1 - seat.0)).hand().counts();
            let truth = held(episode.state());
            for (right, prior) in right.iter_mut().zip([Some(prior), None]) {
                let clock = Clock::new(Budget::Iterations(1), &|| true);
                let mut worlds = worlds(&episode, seat, prior, 3, &clock);
                for _ in 0..5 {
                    let world = held(&worlds.draw().expect("a world"));
                    *right += truth
                        .iter()
                        .zip(world)
                        .map(|(a, b)| u32::from(*a.min(&b)))
                        .sum::<u32>();
                }
            }
            let view = View::new(&game, episode.state(), seat);
            let action = prior.act(&view, game.legal(episode.state()), &mut Rng::new(0, Stream::Bot));
            episode.apply(action).expect("legal");
        }
    }
    right
}

#[test]
fn a_prior_guesses_what_the_others_hold() {
    for id in ["crazy_eights_special", "kings_reverse", "uno", "mau_mau"] {
        let [with, without] = guessed(id);
        assert!(
            f64::from(with) > 1.05 * f64::from(without),
            "{id}: {with} cards, {without} without a prior"
        );
    }
}

#[test]
fn every_ruleset_is_searched_with_a_prior_from_its_first_decision_on() {
    let options = SearchOptions {
        budget: Budget::Iterations(4),
        worlds: 4,
        prior: Some(Learned),
        ..SearchOptions::default()
    };
    for id in crate::ruleset::ids() {
        let ruleset = Ruleset::builtin(id).expect("builtin");
        let game = Game::new(&ruleset, GameOptions::new(ruleset.players.min)).expect("a game");
        let mut episode = Episode::new(&game, 3);
        for decision in 0..3 {
            let found = search(&episode, &options, decision).expect("a choice");
            assert!(game.legal(episode.state()).contains(found.best), "{id}");
            episode.apply(found.best).expect("legal");
        }
    }
}
