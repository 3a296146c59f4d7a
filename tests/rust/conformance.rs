//! The one suite that every ruleset passes: builtin ones, and random valid ones that mix their primitives.

use eights::action::{Action, ActionId, NUM_ACTIONS};
use eights::engine::{ChanceMode, EpisodeKind, Event, Game, ObservationLayout, Options, Reward, State};
use eights::observation::Layout;
use eights::recent::Recent;
use eights::rng::{Rng, Stream};
use eights::ruleset::Ruleset;
use eights::seat::Seat;
use eights::view::View;
use proptest::prelude::*;
use serde_json::json;

pub(crate) use crate::random::ruleset;

use crate::tables::{all_ids, nearest, nearest_of};

/// Plays a game at random, checking everything after every step; returns the number of steps, at most so many.
fn play(game: &Game, seed: u64, most: u32) -> u32 {
    let mut rng = Rng::new(seed, Stream::Bot);
    let mut events: Vec<Event> = Vec::new();
    let mut state = game.deal(seed, &mut events);
    let layout = Layout::new(game);
    let mut steps = 0;
    let full = game.with_all_features();
    let mut told: Vec<Event> = Vec::new();
    assert!(
        full.deal(seed, &mut told) == state && told == events,
        "the engine with all features deals the same"
    );
    while !state.is_over() && steps < most {
        steps += 1;
        let context = || {
            let from = events.len().saturating_sub(12);
            format!(
                "{} with {} players, seed {seed}, after {:?}",
                game.ruleset().id,
                game.players(),
                &events[from..]
            )
        };
        let observed = check_state(game, &layout, &state, &mut rng, &context);
        for (seat, bytes) in (0..).map(Seat).zip(&observed) {
            hides_what_a_seat_cannot_know(game, &layout, &state, (seat, bytes), rng.next_u64(), &context);
        }
        advance(game, &full, &mut state, &mut rng, &mut events);
    }
    check_end(game, &state, &events);
    steps
}

/// One random step, which a clone and the engine with all features take as well.
pub(crate) fn advance(game: &Game, full: &Game, state: &mut State, rng: &mut Rng, events: &mut Vec<Event>) {
    if state.is_chance() {
        let outcomes = game.chance_outcomes(state);
        let pick = outcomes[rng.below(outcomes.len() as u32) as usize].0;
        game.apply_outcome(state, pick, events)
            .expect("chance can give its outcomes");
        return;
    }
    let legal = game.legal(state);
    let action = Action::from_id(legal.nth(rng.below(legal.len())));
    let (mut twin, mut other, before) = (state.clone(), state.clone(), events.len());
    assert_eq!(full.legal(state), legal, "legal with all features");
    game.apply(state, action, events)
        .expect("a legal action is accepted");
    game.apply(&mut twin, action, &mut ())
        .expect("a clone accepts it as well");
    assert!(twin == *state, "a clone goes the same way");
    let mut told: Vec<Event> = Vec::new();
    full.apply(&mut other, action, &mut told)
        .expect("the engine with all features accepts it as well");
    assert!(
        other == *state && told == events[before..],
        "with all features {action} leads elsewhere: {told:?} and not {:?}",
        &events[before..]
    );
}

/// What holds in every state that is not over, reached or given: somebody can act and nothing but that, or chance can; no
/// feature that a seat observes is beyond its range. Returns what each seat observes.
pub(crate) fn check_state(
    game: &Game,
    layout: &Layout,
    state: &State,
    rng: &mut Rng,
    context: &impl Fn() -> String,
) -> Vec<Vec<u8>> {
    assert_eq!(game.check(state), Vec::<String>::new(), "{}", context());
    let legal = game.legal(state);
    assert_eq!(
        legal.is_empty(),
        state.is_chance(),
        "somebody can act: {}",
        context()
    );
    let lawful = game.lawful_actions(state);
    assert!(
        lawful.iter().all(|action| legal.contains(action)),
        "what is lawful is legal: {}",
        context()
    );
    if state.is_chance() {
        let outcomes = game.chance_outcomes(state);
        let sum: f64 = outcomes.iter().map(|(_, p)| p).sum();
        assert!((sum - 1.0).abs() < 1e-9, "chance gives something: {}", context());
        assert!(outcomes.windows(2).all(|pair| pair[0].0.id() < pair[1].0.id()));
    } else {
        refuses_all_else(game, state, rng, legal.len());
    }
    (0..game.players())
        .map(|seat| observes_within_bounds(game, layout, state, Seat(seat), context))
        .collect()
}

/// A few ids outside the mask are refused, and change nothing.
fn refuses_all_else(game: &Game, state: &State, rng: &mut Rng, legal: u32) {
    assert!(legal > 0);
    for _ in 0..4 {
        let id = ActionId::new(rng.below(NUM_ACTIONS as u32) as u8).expect("an id");
        if !game.legal(state).contains_id(id) {
            let mut copy = state.clone();
            let error = game
                .apply(&mut copy, Action::from_id(id), &mut ())
                .expect_err("outside the mask");
            assert!(copy == *state && error.to_string().contains(&Action::from_id(id).to_string()));
        }
    }
}

/// Each feature that a seat observes is in its range, and the same as a float. Returns the features.
fn observes_within_bounds(
    game: &Game,
    layout: &Layout,
    state: &State,
    seat: Seat,
    context: &impl Fn() -> String,
) -> Vec<u8> {
    let recent = Recent::new(game.options().history);
    let mut bytes = vec![0u8; layout.size()];
    layout.observe(&View::new(game, state, seat), &recent, &mut bytes);
    let mut floats = vec![0f32; layout.size()];
    layout.observe(&View::new(game, state, seat), &recent, &mut floats);
    for span in layout.spans() {
        for i in span.start..span.start + span.len {
            assert!(
                bytes[i] <= span.high,
                "{} of {}: {}",
                span.name,
                bytes[i],
                context()
            );
            let expected = f32::from(bytes[i]) / f32::from(span.high);
            assert!(
                (floats[i] - expected).abs() < 1e-6,
                "{}: {}",
                span.name,
                context()
            );
        }
    }
    bytes
}

/// Redrawing the hidden cards changes nothing that the seat observes.
fn hides_what_a_seat_cannot_know(
    game: &Game,
    layout: &Layout,
    state: &State,
    (seat, bytes): (Seat, &[u8]),
    seed: u64,
    context: &impl Fn() -> String,
) {
    let recent = Recent::new(game.options().history);
    let other = game
        .resample(state, seat, seed)
        .expect("usual positions are found");
    assert_eq!(
        game.check(&other),
        Vec::<String>::new(),
        "resampled for {seat:?}: {}",
        context()
    );
    assert_eq!(
        game.chance_outcomes(&other).is_empty(),
        game.chance_outcomes(state).is_empty(),
        "chance goes on: {}",
        context()
    );
    let mut again = vec![0u8; layout.size()];
    layout.observe(&View::new(game, &other, seat), &recent, &mut again);
    let differs = layout
        .spans()
        .iter()
        .find(|s| bytes[s.start..s.start + s.len] != again[s.start..s.start + s.len]);
    assert!(
        differs.is_none(),
        "{:?} shows what {seat:?} cannot know: {}",
        differs.map(|s| s.name),
        context()
    );
    if state.actor() == Some(seat) {
        assert_eq!(game.legal(&other), game.legal(state), "{}", context());
    } else if state.actor().is_some() {
        assert!(
            !game.legal(&other).is_empty(),
            "the seat to act can act: {}",
            context()
        );
    }
}

fn check_end(game: &Game, state: &State, events: &[Event]) {
    if !state.is_over() {
        return;
    }
    let (returns, (least, most)) = (game.returns(state), game.utility());
    let returns = &returns[..usize::from(game.players())];
    assert!(
        returns.iter().all(|r| (least - 1e-9..=most + 1e-9).contains(r)),
        "{returns:?} in {least} … {most}"
    );
    if game.options().reward == Reward::Win {
        assert!(returns.iter().sum::<f64>().abs() < 1e-9, "{returns:?}");
    }
    assert!(game.legal(state).is_empty() && game.chance_outcomes(state).is_empty());
    assert_eq!(events.last(), Some(&Event::Ended));
    let mut copy = state.clone();
    assert!(game.apply(&mut copy, Action::Pass, &mut ()).is_err());
}

pub(crate) fn every_way(ruleset: &Ruleset, players: u8) -> Vec<Game> {
    let mut games = Vec::new();
    for episode in [EpisodeKind::Round, EpisodeKind::Match] {
        for chance in [ChanceMode::Sampled, ChanceMode::Explicit] {
            for reward in [Reward::Win, Reward::Points] {
                let universal = reward == Reward::Points;
                let history = if universal { 3 } else { 0 };
                let options = Options {
                    episode,
                    chance,
                    reward,
                    layout: ObservationLayout::ALL[usize::from(universal)],
                    history,
                    ..Options::new(players)
                };
                games.extend(Game::new(ruleset, options));
            }
        }
    }
    games
}

#[test]
fn every_builtin_ruleset_conforms() {
    for id in all_ids() {
        let ruleset = Ruleset::builtin(id).expect(id);
        for players in nearest(&ruleset, &[2, 3, 4, 5, 6, 10]) {
            for (seed, game) in every_way(&ruleset, players).iter().enumerate() {
                play(game, seed as u64, 150);
            }
        }
        for name in ruleset.variants.keys() {
            let variant = ruleset
                .with(json!({ "variant": name }).as_object().expect("a map"))
                .expect(name);
            for game in every_way(&variant, 2) {
                play(&game, 5, 250);
            }
        }
    }
}

#[test]
fn a_state_is_under_two_kibibytes() {
    assert!(size_of::<State>() <= 2048, "{}", size_of::<State>());
}

#[test]
fn returns_are_bounded_where_hands_are_doubled_beyond_counting() {
    let change = json!({ "score.points": { "8": null, "else": 65535 }, "score.factors": { "all": "double" }, "deck.packs": 4 });
    let ruleset = Ruleset::builtin("crazy_eights").expect("builtin");
    let ruleset = ruleset.with(change.as_object().expect("a map")).expect("valid");
    let options = Options {
        episode: EpisodeKind::Match,
        reward: Reward::Points,
        max_decisions: Some(65_535),
        ..Options::new(3)
    };
    let game = Game::new(&ruleset, options).expect("a game");
    assert_eq!(game.utility(), (-65_535.0 * 100_000_000.0 / 100.0, 0.0));
}

#[test]
fn returns_are_bounded_where_a_last_card_doubles_the_round() {
    let bounds = |factors: serde_json::Value| {
        let change = json!({ "score.who": "winner", "score.factors": factors });
        let ruleset = Ruleset::builtin("crazy_eights").expect("builtin");
        let ruleset = ruleset.with(change.as_object().expect("a map")).expect("valid");
        let options = Options {
            reward: Reward::Points,
            ..Options::new(3)
        };
        Game::new(&ruleset, options).expect("a game").utility()
    };
    let (least, most) = bounds(json!({}));
    assert_eq!(bounds(json!({ "last Q": "double" })), (2.0 * least, 2.0 * most));
}

#[test]
fn the_universal_layout_is_the_same_for_all_games() {
    let mut layouts: Vec<Layout> = Vec::new();
    for id in eights::ruleset::ids() {
        let jokers = json!({ "deck.jokers": 40, "deck.packs": 3 });
        let ruleset = Ruleset::builtin(id).expect(id);
        for ruleset in [
            ruleset.with(jokers.as_object().expect("a map")).expect(id),
            ruleset,
        ] {
            for players in [ruleset.players.min, ruleset.players.max] {
                let options = Options {
                    layout: ObservationLayout::Universal,
                    ..Options::new(players)
                };
                layouts.push(Layout::new(&Game::new(&ruleset, options).expect(id)));
            }
        }
    }
    for layout in &layouts {
        assert_eq!(layout.spans(), layouts[0].spans());
    }
}

#[test]
fn the_same_seed_is_the_same_game() {
    for id in all_ids() {
        let players = nearest_of(id, &[3])[0];
        let game = Game::new(&Ruleset::builtin(id).expect(id), Options::new(players)).expect(id);
        let (mut one, mut two) = (Vec::new(), Vec::new());
        assert!(game.deal(9, &mut one) == game.deal(9, &mut two) && one == two);
        assert!(game.deal(9, &mut one) != game.deal(10, &mut two));
    }
}

/// How many random rulesets, and decisions in each: a small share by default, `EIGHTS_CONFORMANCE=RULESETSxDECISIONS` for more.
pub(crate) fn amount() -> (u32, u32) {
    let given = std::env::var("EIGHTS_CONFORMANCE").unwrap_or_default();
    let parsed = given
        .split_once('x')
        .and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    parsed.unwrap_or((400, 150))
}

#[test]
fn random_valid_rulesets_conform() {
    let (rulesets, decisions) = amount();
    let config = ProptestConfig {
        cases: rulesets,
        max_global_rejects: rulesets * 20,
        ..ProptestConfig::default()
    };
    proptest!(config, |(value in ruleset(), seed in any::<u64>(), way in 0..8usize)| {
        let ruleset = Ruleset::from_value(value).map_err(|error| TestCaseError::reject(error.to_string()))?;
        let games = every_way(&ruleset, ruleset.players.min);
        let game = &games[way % games.len()];
        let mut left = decisions;
        for episode in 0.. {
            left -= play(game, seed.wrapping_add(episode), left).max(1);
            if left == 0 {
                break;
            }
        }
    });
}
