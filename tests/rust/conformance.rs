//! The checks that every ruleset passes, written as observers of random games that `properties` plays.

use eights::observation::Layout;
use eights::{
    Action, ActionId, EpisodeKind, Event, Game, Move, ObservationLayout, Options, Reward, Rng, Ruleset, Seat,
    State, Stream, View,
};
use serde_json::json;

use crate::harness::{Position, Table};
use crate::tables::{all_ids, nearest_of};

/// Checks every position, reached or given: the next action is accepted and others are refused, or chance has outcomes; observed
/// features are in range; the engine with all features agrees; the end of a game is consistent.
pub(crate) fn conforms(at: &Position<'_>) {
    let (game, state) = (at.game(), at.state());
    assert_eq!(game.check(state), Vec::<String>::new(), "{}", at.about());
    somebody_can_act(at);
    for seat in at.seats() {
        observes_within_bounds(at, seat);
    }
    match at.next {
        None => ends(at),
        Some(Move::Outcome(_)) => chance_gives_something(at),
        Some(Move::Action(action)) => {
            refuses_all_else(at);
            goes_the_same_way_with_all_features(at, action);
        }
    }
}

/// Checks that until the end some seat can act or chance has an outcome.
pub(crate) fn somebody_can_act(at: &Position<'_>) {
    let (game, state) = (at.game(), at.state());
    assert_eq!(
        at.next.is_none(),
        state.is_over(),
        "somebody can act: {}",
        at.about()
    );
    let (legal, lawful) = (game.legal(state), game.lawful_actions(state));
    assert!(
        lawful.iter().all(|action| legal.contains(action)),
        "what is lawful is legal: {}",
        at.about()
    );
}

fn chance_gives_something(at: &Position<'_>) {
    let (game, state) = (at.game(), at.state());
    assert!(
        state.is_chance() && game.legal(state).is_empty(),
        "{}",
        at.about()
    );
    let outcomes = game.chance_outcomes(state);
    let sum: f64 = outcomes.iter().map(|(_, p)| p).sum();
    assert!((sum - 1.0).abs() < 1e-9, "chance gives something: {}", at.about());
    assert!(outcomes.windows(2).all(|pair| pair[0].0.id() < pair[1].0.id()));
}

/// Checks that some ids outside the mask are refused and leave the state unchanged.
fn refuses_all_else(at: &Position<'_>) {
    let (game, state) = (at.game(), at.state());
    let (legal, mut rng) = (game.legal(state), Rng::new(at.lot, Stream::Bot));
    for _ in 0..4 {
        let id = ActionId::new(rng.below(game.num_actions() as u32) as u8).expect("an id");
        if !legal.contains_id(id) {
            let mut copy = state.clone();
            let error = game
                .apply(&mut copy, Action::from_id(id), &mut ())
                .expect_err("outside the mask");
            assert!(copy == *state && error.to_string().contains(&game.text(&Action::from_id(id))));
        }
    }
}

/// Checks that an action leads to the same state and events with all features, and whether events are recorded or not.
fn goes_the_same_way_with_all_features(at: &Position<'_>, action: Action) {
    let (game, full, before) = (at.game(), &at.table.full, at.state());
    assert_eq!(
        full.legal(before),
        game.legal(before),
        "legal with all features: {}",
        at.about()
    );
    let after = |game: &Game, events: &mut Vec<Event>| {
        let mut state = before.clone();
        game.apply(&mut state, action, events)
            .expect("a legal action is accepted");
        state
    };
    let (mut events, mut others): (Vec<Event>, Vec<Event>) = (Vec::new(), Vec::new());
    let (state, other) = (after(game, &mut events), after(full, &mut others));
    assert!(
        other == state && others == events,
        "with all features {action} leads elsewhere: {others:?} and not {events:?}: {}",
        at.about()
    );
    let mut silent = before.clone();
    game.apply(&mut silent, action, &mut ())
        .expect("a legal action is accepted");
    assert!(
        silent == state,
        "without events {action} leads elsewhere: {}",
        at.about()
    );
}

/// Checks that the engine with all features deals the same cards.
pub(crate) fn deals_the_same(table: &Table, seed: u64) {
    let (mut events, mut others): (Vec<Event>, Vec<Event>) = (Vec::new(), Vec::new());
    let same = table.game.deal(seed, &mut events) == table.full.deal(seed, &mut others);
    assert!(
        same && events == others,
        "{} with seed {seed}",
        table.game.ruleset().id
    );
}

/// Checks that each observed feature is in range and equal as a byte and as a float.
fn observes_within_bounds(at: &Position<'_>, seat: Seat) {
    let (bytes, floats) = (&at.observed()[seat.index()], at.observe::<f32>(seat));
    for span in at.table.layout.spans() {
        // Most features are 0, in both forms.
        let nonzero = |&i: &usize| bytes[i] != 0 || floats[i].to_bits() != 0;
        for i in (span.start..span.start + span.len).filter(nonzero) {
            let expected = f32::from(bytes[i]) / f32::from(span.high);
            assert!(
                bytes[i] <= span.high && (floats[i] - expected).abs() < 1e-6,
                "{} of {} and {}: {}",
                span.name,
                bytes[i],
                floats[i],
                at.about()
            );
        }
    }
}

/// Checks that redrawing the hidden cards changes nothing that a seat observes.
pub(crate) fn hides_what_seats_cannot_know(at: &Position<'_>) {
    if at.next.is_none() {
        return; // After the end no seat is asked to act.
    }
    for seat in at.seats() {
        let (game, state) = (at.game(), at.state());
        let other = game
            .resample(state, seat, at.lot.wrapping_add(u64::from(seat.0)))
            .unwrap_or_else(|error| panic!("{error}: {}", at.about()));
        let about = || format!("resampled for {seat:?}: {}", at.about());
        assert_eq!(game.check(&other), Vec::<String>::new(), "{}", about());
        assert_eq!(other.is_chance(), state.is_chance(), "{}", about());
        let (layout, bytes) = (&at.table.layout, &at.observed()[seat.index()]);
        let mut again = vec![0u8; layout.size()];
        layout.observe(&View::new(game, &other, seat), at.episode.recent(), &mut again);
        let differs = layout
            .spans()
            .iter()
            .find(|s| bytes[s.start..s.start + s.len] != again[s.start..s.start + s.len]);
        assert_eq!(differs.map(|span| span.name), None, "{}", about());
        if state.actor() == Some(seat) {
            assert_eq!(game.legal(&other), game.legal(state), "{}", about());
        } else {
            assert_eq!(game.legal(&other).is_empty(), state.is_chance(), "{}", about());
        }
    }
}

fn ends(at: &Position<'_>) {
    let (game, state) = (at.game(), at.state());
    let (returns, (least, most)) = (game.returns(state), game.utility());
    let returns = &returns[..usize::from(game.players())];
    assert!(
        state.is_over() && returns.iter().all(|r| (least - 1e-9..=most + 1e-9).contains(r)),
        "{returns:?} in {least} … {most}: {}",
        at.about()
    );
    if game.options().reward == Reward::Win {
        assert!(returns.iter().sum::<f64>().abs() < 1e-9, "{returns:?}");
    }
    assert!(game.legal(state).is_empty() && game.chance_outcomes(state).is_empty());
    assert_eq!(at.episode.events().last(), Some(&Event::Ended));
    let mut copy = state.clone();
    assert!(game.apply(&mut copy, Action::Pass, &mut ()).is_err());
}

#[test]
fn a_state_is_under_three_and_a_half_kibibytes() {
    assert!(size_of::<State>() <= 3584, "{}", size_of::<State>());
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
fn two_layouts_are_the_same_for_all_games() {
    same_for_all_games(ObservationLayout::Universal);
    same_for_all_games(ObservationLayout::Cards);
}

fn same_for_all_games(layout: ObservationLayout) {
    let (mut layouts, mut of_other_packs): (Vec<Layout>, Vec<Layout>) = (Vec::new(), Vec::new());
    let other = json!({ "deck.suits": "CDHSV", "deck.ranks": "23456789TJQK" });
    for id in eights::ruleset::ids() {
        let jokers = json!({ "deck.jokers": 40, "deck.packs": 3 });
        let ruleset = Ruleset::builtin(id).expect(id);
        let other = ruleset.with(other.as_object().expect("a map"));
        for ruleset in [
            ruleset
                .with(jokers.as_object().expect("a map"))
                .unwrap_or(ruleset.clone()),
            other.unwrap_or(ruleset.clone()),
            ruleset,
        ] {
            for players in [ruleset.players.min, ruleset.players.max] {
                let options = Options {
                    layout,
                    ..Options::new(players)
                };
                let game = Game::new(&ruleset, options).expect(id);
                if game.pack().is_usual() {
                    layouts.push(Layout::new(&game));
                } else {
                    of_other_packs.push(Layout::new(&game));
                }
            }
        }
    }
    assert!(of_other_packs.len() > 10, "{}", of_other_packs.len());
    for layouts in [layouts, of_other_packs] {
        for layout in &layouts {
            assert_eq!(layout.spans(), layouts[0].spans());
        }
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
