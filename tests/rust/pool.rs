//! Batches whose games are drawn from a pool: each episode equals that of its game alone from the same seed.

use std::collections::BTreeSet;

use eights::batch::{
    Arrays, Autoreset, Batch, BatchError, Buffers, Controller, Extras, GamePool, GameSource, HouseRules,
    KEPT, PoolError, Threads,
};
use eights::bot::BotKind;
use eights::observation::Layout;
use eights::ruleset::Split;
use eights::{
    Action, ActionId, ChanceMode, EpisodeKind, Game, GameError, ObservationLayout, Options, Recent, Ruleset,
    Seat, State, Truncation, View,
};
use ndarray::{Array2, Array3, ArrayView1, ArrayView2, Axis, aview1};

use crate::batch::{played, step};

/// Options that give all games one shape and short episodes.
fn options(players: u8) -> Options {
    Options {
        layout: ObservationLayout::Universal,
        history: 2,
        max_decisions: Some(90),
        ..Options::new(players)
    }
}

fn game(id: &str, options: Options) -> Game {
    Game::new(&Ruleset::builtin(id).expect(id), options).expect(id)
}

/// A game of each builtin ruleset that allows three players.
fn builtin() -> GamePool {
    let rulesets = eights::ruleset::ids().map(|id| Ruleset::builtin(id).expect(id));
    let games = rulesets.filter_map(|ruleset| Game::new(&ruleset, options(3)).ok());
    // Games with packs of their own have observations of another shape.
    let games: Vec<Game> = games.filter(|game| game.pack().is_usual()).collect();
    assert!(games.len() > 30, "{}", games.len());
    GamePool::new(&games).expect("one shape")
}

fn rules(split: Split, size: Option<u32>, options: Options) -> HouseRules {
    HouseRules {
        split,
        size,
        players: vec![options.players],
        options,
    }
}

/// Games for two to five players.
fn of_several_players() -> GamePool {
    let games = [
        "crazy_eights",
        "uno",
        "macau",
        "fat_buddah",
        "tschau_sepp",
        "switch_runs",
    ];
    let games = games.into_iter().zip([2, 4, 3, 5, 2, 3]);
    let games: Vec<Game> = games.map(|(id, players)| game(id, options(players))).collect();
    let pool = GamePool::new(&games).expect("one shape");
    assert_eq!(pool.players(), (2, 5));
    pool
}

fn house(size: Option<u32>, options: Options) -> GamePool {
    let split = Split::Train;
    GamePool::house_rules(rules(split, size, options)).expect("there are such games")
}

/// Arrays of a batch with all optional observations.
struct Whole {
    plain: Arrays<u8>,
    seats: [Array3<u8>; 2],
    privileged: [Array2<u8>; 2],
}

impl Whole {
    /// Arrays of the shapes that a batch writes, with extras that hold other values before.
    fn new(batch: &Batch) -> Self {
        let (envs, layout) = (batch.num_envs(), batch.layout());
        let seats = Array3::from_elem((envs, batch.seats(), layout.size()), 77);
        let privileged = Array2::from_elem((envs, layout.privileged_size()), 77);
        Self {
            plain: Arrays::new(batch),
            seats: [seats.clone(), seats],
            privileged: [privileged.clone(), privileged],
        }
    }

    fn buffers(&mut self) -> Buffers<'_, u8> {
        let mut privileged = self.privileged.iter_mut().map(|array| array.view_mut());
        let [extras, final_extras] = self.seats.each_mut().map(|seats| Extras {
            seats: Some(seats.view_mut()),
            privileged: privileged.next(),
        });
        Buffers {
            extras,
            final_extras,
            ..self.plain.buffers()
        }
    }
}

/// The episode of one env, played without a batch.
struct Alone {
    game: Game,
    state: State,
    recent: Recent,
}

impl Alone {
    /// The current episode of an env, from its beginning.
    fn of(batch: &Batch, pool: &GamePool, env: usize) -> Self {
        let seed = batch.episode_seed(env).expect("an env");
        let begun = pool.begin(seed);
        let (game, state, recent) = (begun.game(), begun.state(), begun.recent());
        Self {
            game: game.clone(),
            state: state.clone(),
            recent: recent.clone(),
        }
    }

    fn apply(&mut self, action: i64) {
        let id = u8::try_from(action).ok().and_then(ActionId::new).expect("an id");
        self.game
            .apply(&mut self.state, Action::from_id(id), &mut self.recent)
            .expect("legal");
    }

    /// The observation of a seat.
    fn observe(&self, seat: Seat) -> Vec<u8> {
        let layout = Layout::new(&self.game);
        let mut out = vec![0; layout.size()];
        layout.observe(&View::new(&self.game, &self.state, seat), &self.recent, &mut out);
        out
    }

    /// Compares the observations of one seat and of all seats, and the full position, with those of the episode.
    fn check(
        &self,
        seat: Seat,
        shown: &ArrayView1<'_, u8>,
        seats: &ArrayView2<'_, u8>,
        privileged: &ArrayView1<'_, u8>,
        at: &str,
    ) {
        let of = format!("{at} of {}", self.game.ruleset().id);
        assert!(*shown == aview1(&self.observe(seat)), "observation of {of}");
        for (n, shown) in (0..).zip(seats.rows()) {
            if n < self.game.players() {
                assert!(shown == aview1(&self.observe(Seat(n))), "seat {n} of {of}");
            } else {
                assert!(shown.iter().all(|&byte| byte == 0), "no seat {n} of {of}");
            }
        }
        let layout = Layout::new(&self.game);
        let mut whole = vec![0; layout.privileged_size()];
        layout.privileged(&self.game, &self.state, seat, &self.recent, &mut whole);
        assert!(*privileged == aview1(&whole), "position of {of}");
    }
}

/// Steps a batch of drawn games beside the same games alone and compares all its output. Returns the rulesets that were played.
pub(crate) fn follow(
    pool: &GamePool,
    autoreset: Autoreset,
    threads: Option<&Threads>,
    envs: usize,
    steps: usize,
) -> BTreeSet<String> {
    let mut batch = Batch::new(pool, envs, 7, autoreset).expect("room");
    let mut all = Whole::new(&batch);
    batch.reset(None, None, all.buffers()).expect("all envs");
    let players = usize::from(pool.players().1);
    let mut alone: Vec<Alone> = (0..envs).map(|env| Alone::of(&batch, pool, env)).collect();
    let (mut games, mut ended) = (BTreeSet::new(), 0);
    let mut actions = vec![0_i64; envs];
    for step in 0..steps {
        batch.sample(threads, &mut actions).expect("room");
        let waited: Vec<bool> = alone.iter().map(|env| env.state.is_over()).collect();
        batch.step(&actions, threads, all.buffers()).expect("legal");
        for (env, one) in alone.iter_mut().enumerate() {
            let at = format!("env {env} after {step} steps");
            games.insert(one.game.ruleset().id.clone());
            if waited[env] && autoreset == Autoreset::NextStep {
                *one = Alone::of(&batch, pool, env);
            } else if !waited[env] {
                let last = one.state.actor().expect("not over");
                one.apply(actions[env]);
                let over = one.state.is_over();
                assert_eq!(all.plain.terminations[env], over, "{at}");
                let paid = one
                    .game
                    .rewards(&one.state)
                    .map(|won| if over { won as f32 } else { 0.0 });
                assert_eq!(all.plain.rewards.row(env), aview1(&paid[..players]), "{at}");
                if over {
                    ended += 1;
                    assert_eq!(all.plain.final_players[env], i32::from(last.0), "{at}");
                    let shown = all.plain.final_observations.row(env);
                    let seats = all.seats[1].index_axis(Axis(0), env);
                    one.check(last, &shown, &seats, &all.privileged[1].row(env), &at);
                }
                if over && autoreset == Autoreset::SameStep {
                    *one = Alone::of(&batch, pool, env);
                }
            }
            assert!(one.state == *batch.state(env).expect("an env"), "{at}");
            assert!(one.game.is_same(batch.game_of(env).expect("an env")), "{at}");
            let shown = Seat(u8::try_from(all.plain.players[env]).expect("a seat"));
            let seat = one.state.actor().unwrap_or(shown);
            assert_eq!(shown, seat, "{at}");
            let shown = all.plain.observations.row(env);
            let seats = all.seats[0].index_axis(Axis(0), env);
            one.check(seat, &shown, &seats, &all.privileged[0].row(env), &at);
            let mask = all.plain.action_masks.row(env);
            let legal: BTreeSet<_> = one
                .game
                .legal(&one.state)
                .iter()
                .map(|a| a.id().index())
                .collect();
            for (id, &shown) in mask.iter().enumerate() {
                let at_end = one.state.is_over() && id == Action::Pass.id().index();
                assert_eq!(shown, legal.contains(&id) || at_end, "action {id}: {at}");
            }
        }
    }
    let most = if autoreset == Autoreset::Disabled {
        envs
    } else {
        10 * envs
    };
    assert!(
        ended >= envs.min(10) && ended <= most * steps,
        "{ended} episodes ended"
    );
    games
}

#[test]
fn drawn_games_are_played_as_each_alone() {
    for autoreset in Autoreset::ALL {
        assert!(follow(&builtin(), autoreset, None, 20, 130).len() > 5);
        assert!(follow(&house(Some(40), options(4)), autoreset, None, 19, 130).len() > 5);
    }
    assert!(follow(&house(None, options(2)), Autoreset::SameStep, None, 4, 250).len() > 5);
}

#[test]
fn games_of_other_numbers_of_players_share_the_arrays() {
    for autoreset in Autoreset::ALL {
        assert!(follow(&of_several_players(), autoreset, None, 20, 130).len() > 5);
    }
    let several = |size| {
        let players = vec![2, 5, 3];
        let rules = HouseRules {
            players,
            ..rules(Split::Train, size, options(2))
        };
        GamePool::house_rules(rules).expect("there are such games")
    };
    assert!(follow(&several(Some(40)), Autoreset::SameStep, None, 19, 130).len() > 5);
    assert!(follow(&several(None), Autoreset::SameStep, None, 4, 250).len() > 5);
}

#[test]
fn house_rules_for_several_numbers_of_players_have_each() {
    let numbers = |size, players: &[u8]| {
        let players = players.to_vec();
        let rules = HouseRules {
            players,
            ..rules(Split::Train, size, options(2))
        };
        let pool = GamePool::house_rules(rules).expect("there are such games");
        let mut drawn = [0; 11];
        for seed in 0..90 {
            drawn[usize::from(pool.draw(seed).players())] += 1;
        }
        (pool.players(), drawn.map(|drawn| drawn > 15))
    };
    let mut each = [false; 11];
    (each[2], each[4], each[7]) = (true, true, true);
    for size in [None, Some(6)] {
        assert_eq!(numbers(size, &[4, 2, 7]), ((2, 7), each), "{size:?}");
    }
    let one = [7].map(|players| house(Some(6), options(players)));
    assert_eq!(one[0].players(), (7, 7));
    let none = HouseRules {
        players: Vec::new(),
        ..rules(Split::Train, None, options(2))
    };
    let refused = GamePool::house_rules(none).expect_err("no players").to_string();
    assert_eq!(refused, "players is empty: give at least one number");
}

/// Controllers of seats that a game does not have are ignored; controllers for only those seats are not enough.
#[test]
fn a_game_of_fewer_players_has_the_first_controllers() {
    let pool = of_several_players();
    let mut batch = Batch::new(&pool, 8, 3, Autoreset::SameStep).expect("room");
    assert_eq!(batch.seats(), 5);
    let (bot, outside) = (Controller::Bot(BotKind::Greedy), Controller::Outside);
    let refused = batch.set_controllers(&[bot, bot, outside, outside, outside]);
    assert_eq!(
        refused,
        Err(BatchError::NoOutsideSeatOfFewest { env: 0, fewest: 2 })
    );
    let refused = batch.set_controllers(&[bot, outside]);
    assert!(matches!(refused, Err(BatchError::Length { expected: 40, .. })));
    batch
        .set_controllers(&[bot, outside, bot, Controller::Policy, bot])
        .expect("an outside seat");
    let mut arrays = Arrays::<u8>::new(&batch);
    batch.reset(None, None, arrays.buffers()).expect("all envs");
    let (mut waited, mut actions) = (BTreeSet::new(), vec![0_i64; 8]);
    for _ in 0..200 {
        batch.sample(None, &mut actions).expect("room");
        batch.step(&actions, None, arrays.buffers()).expect("legal");
        for (env, seat) in batch.waiting().expect("finished") {
            let players = batch.game_of(env).expect("an env").players();
            assert!(seat.0 == 3 && players > 3, "{seat:?} of {players}");
            waited.insert(players);
        }
        let bytes = batch.serialize().expect("finished");
        assert!(Batch::deserialize(&pool, &bytes).is_ok());
        for (env, rewards) in arrays.rewards.rows().into_iter().enumerate() {
            let players = usize::from(batch.game_of(env).expect("an env").players());
            assert!(arrays.terminations[env] || rewards.iter().skip(players).all(|&won| won == 0.0));
        }
    }
    assert!(waited.contains(&4) && waited.contains(&5), "{waited:?}");
}

#[test]
fn threads_share_drawn_games() {
    let threads = Threads::new(2).expect("threads");
    let short = Options {
        max_decisions: Some(12),
        ..options(3)
    };
    follow(
        &house(Some(64), short),
        Autoreset::SameStep,
        Some(&threads),
        300,
        16,
    );
}

/// Compares the two with bots and a separate set of controllers for each env.
#[test]
fn a_pool_of_one_game_is_the_game() {
    for id in ["sevens_and_eights", "fat_buddah", "crazy_eights_countdown"] {
        let game = game(
            id,
            Options {
                layout: ObservationLayout::Compact,
                ..options(3)
            },
        );
        let pool = GamePool::new(&[game.clone(), game.clone()]).expect("one shape");
        for autoreset in Autoreset::ALL {
            let mut both = [GameSource::from(&game), GameSource::from(&pool)].map(|source| {
                let batch = Batch::new(source, 9, 3, autoreset).expect("room");
                let arrays = Arrays::<f32>::new(&batch);
                (batch, arrays)
            });
            let mut actions = [vec![0_i32; 9], vec![0_i32; 9]];
            let kinds = [BotKind::Random, BotKind::Greedy, BotKind::Heuristic];
            let controllers: Vec<_> = (0..9)
                .flat_map(|env| {
                    [
                        Controller::Bot(kinds[env % 3]),
                        Controller::Outside,
                        Controller::Bot(kinds[env / 3]),
                    ]
                })
                .collect();
            for (batch, arrays) in &mut both {
                batch.set_controllers(&controllers).expect("an outside seat");
                batch.reset(None, None, arrays.buffers()).expect("all envs");
            }
            for step in 0..80 {
                for ((batch, arrays), actions) in both.iter_mut().zip(&mut actions) {
                    batch.sample(None, actions).expect("room");
                    batch.step(actions, None, arrays.buffers()).expect("legal");
                    if step % 30 == 7 {
                        let mask: Vec<bool> = (0..9).map(|env| env % 4 == 1).collect();
                        batch
                            .reset(Some(&mask), None, arrays.buffers())
                            .expect("some envs");
                    }
                }
                let [(one, shown), (other, same)] = &both;
                assert_eq!(actions[0], actions[1]);
                assert!(shown.observations == same.observations, "{id}: step {step}");
                assert_eq!(
                    shown.final_observations, same.final_observations,
                    "{id}: step {step}"
                );
                assert_eq!(shown.rewards, same.rewards, "{id}: step {step}");
                assert_eq!(shown.terminations, same.terminations, "{id}: step {step}");
                for env in 0..9 {
                    assert!(one.state(env) == other.state(env), "{id}: env {env}, step {step}");
                }
            }
            assert_eq!(both[0].0.skipped_episodes(), both[1].0.skipped_episodes());
            assert_eq!(both[0].0.bot_decisions(), both[1].0.bot_decisions());
        }
    }
}

#[test]
fn a_saved_batch_goes_on_with_the_same_games() {
    for pool in [
        builtin(),
        of_several_players(),
        house(Some(30), options(3)),
        house(None, options(3)),
    ] {
        for autoreset in Autoreset::ALL {
            let (mut batch, mut arrays) = played(&pool, 4, autoreset, 50);
            let bytes = batch.serialize().expect("finished");
            let mut again = Batch::deserialize(&pool, &bytes).expect("the same pool");
            assert_eq!(again.serialize(), Ok(bytes));
            let saved = batch.save().expect("finished");
            let mut others = Arrays::<u8>::new(&again);
            step(&mut batch, &mut arrays, 60);
            step(&mut again, &mut others, 60);
            assert_eq!(again.serialize(), batch.serialize());
            assert!(arrays.observations == others.observations);
            let mut restored = Batch::new(&pool, 4, 0, autoreset).expect("room");
            restored.restore(&saved, others.buffers()).expect("the same pool");
            step(&mut restored, &mut others, 60);
            assert_eq!(restored.serialize(), batch.serialize());
            assert!(arrays.observations == others.observations);
        }
    }
}

#[test]
fn a_batch_that_was_never_dealt_is_saved_too() {
    let pool = house(Some(9), options(2));
    let batch = Batch::new(&pool, 2, 5, Autoreset::SameStep).expect("room");
    let bytes = batch.serialize().expect("finished");
    let again = Batch::deserialize(&pool, &bytes).expect("the same pool");
    assert_eq!(again.serialize(), Ok(bytes));
}

#[test]
fn a_saved_batch_of_another_pool_is_refused() {
    let (pool, game) = (house(Some(30), options(3)), game("crazy_eights", options(3)));
    let one = GamePool::new(std::slice::from_ref(&game)).expect("one game");
    let others = [
        house(Some(31), options(3)),
        house(None, options(3)),
        house(
            Some(30),
            Options {
                truncation: Truncation::Bootstrap,
                ..options(3)
            },
        ),
        builtin(),
        one.clone(),
    ];
    let (mut batch, mut arrays) = played(&pool, 4, Autoreset::SameStep, 3);
    let bytes = batch.serialize().expect("finished");
    for other in &others {
        let error = Batch::deserialize(other, &bytes).err().expect("another pool");
        assert!(
            error.to_string().contains("of another game: pool is {"),
            "{error}"
        );
        let (saved, _) = played(other, 4, Autoreset::SameStep, 3);
        let why = "it is of another game";
        assert_eq!(
            batch.restore(&saved, arrays.buffers()),
            Err(BatchError::Saved { why })
        );
    }
    assert!(Batch::deserialize(&game, &bytes).is_err(), "a game is not a pool");
    let (alone, _) = played(&one, 4, Autoreset::SameStep, 3);
    let alone = alone.serialize().expect("finished");
    assert!(
        Batch::deserialize(&game, &alone).is_err(),
        "nor a pool of one game a game"
    );
    assert!(Batch::deserialize(&GamePool::new(&[game]).expect("equal"), &alone).is_ok());
    let other_seed = String::from_utf8(bytes)
        .expect("text")
        .replacen("\"seed\":", "\"seed\":1", 1);
    let error = Batch::deserialize(&pool, other_seed.as_bytes())
        .err()
        .expect("another game");
    assert!(error.to_string().contains("env 0"), "{error}");
}

#[test]
fn what_is_no_pool_is_told() {
    let refused = |games: &[Game]| GamePool::new(games).expect_err("no pool").to_string();
    assert_eq!(GamePool::new(&[]).err(), Some(PoolError::Empty));
    assert_eq!(refused(&[]), "a pool needs at least one game");
    let compact = |players| Options {
        layout: ObservationLayout::Compact,
        ..options(players)
    };
    let first = || game("crazy_eights", options(3));
    for (other, told) in [
        (
            game("uno", compact(4)),
            "game 1 of the pool, uno, has 4 players, the first 3: ",
        ),
        (
            game("uno", compact(3)),
            "game 1 of the pool, uno, shows other features in \"hand\"",
        ),
        (
            game(
                "uno",
                Options {
                    history: 3,
                    ..options(3)
                },
            ),
            "game 1 of the pool, uno, shows other features in \"history\"",
        ),
        (
            game(
                "uno",
                Options {
                    chance: ChanceMode::Explicit,
                    ..options(3)
                },
            ),
            "game 1 of the pool, uno, has chance that is decided in another way",
        ),
    ] {
        let message = refused(&[first(), other]);
        assert!(message.starts_with(told), "{message}");
        assert!(
            message.ends_with("have with layout = \"universal\" and one history"),
            "{message}"
        );
    }
    let explicit = Options {
        chance: ChanceMode::Explicit,
        ..options(3)
    };
    let pool = GamePool::new(&[game("uno", explicit)]).expect("a pool of one");
    assert_eq!(
        Batch::new(&pool, 1, 0, Autoreset::SameStep).err(),
        Some(BatchError::ExplicitChance)
    );
}

/// Games with the same compact features can form a pool; games whose spans are alike but whose features differ cannot.
#[test]
fn compact_games_are_a_pool_where_their_features_are_the_same() {
    let of = |text: &str| {
        let ruleset = Ruleset::builtin("crazy_eights").expect("builtin");
        let overrides = serde_json::from_str(text).expect("JSON");
        let options = Options {
            layout: ObservationLayout::Compact,
            ..options(3)
        };
        Game::new(&ruleset.with(&overrides).expect("valid"), options).expect("a game")
    };
    let pool = GamePool::new(&[of("{}"), of(r#"{"deal.cards": 6}"#)]).expect("one shape");
    follow_two(&pool);
    assert!(matches!(
        GamePool::new(&[of("{}"), of(r#"{"deck.jokers": 2}"#)]),
        Err(PoolError::Shape { at: 1, .. })
    ));
}

fn follow_two(pool: &GamePool) {
    let (batch, _) = played(pool, 4, Autoreset::SameStep, 200);
    let drawn: BTreeSet<String> = (0..64)
        .map(|seed| pool.draw(seed).ruleset().fingerprint())
        .collect();
    assert_eq!(drawn.len(), 2);
    for env in 0..4 {
        let seed = batch.episode_seed(env).expect("an env");
        assert!(pool.draw(seed).is_same(batch.game_of(env).expect("an env")));
    }
}

#[test]
fn house_rules_that_make_no_game_are_told() {
    let refused = |size, options| {
        let split = Split::All;
        GamePool::house_rules(rules(split, size, options)).expect_err("no pool")
    };
    for players in [0, 1, 11, 255] {
        let error = refused(None, options(players));
        assert_eq!(error.to_string(), format!("players = {players} is not in 2 … 10"));
    }
    let error = refused(Some(0), options(3));
    assert_eq!(error.to_string(), "pool = 0 is not in 1 … 4294967295");
    let history = Options {
        history: 33,
        ..options(3)
    };
    assert!(matches!(
        refused(None, history),
        PoolError::Game(GameError::History { .. })
    ));
    let limit = Options {
        max_decisions: Some(0),
        ..options(3)
    };
    assert!(matches!(
        refused(None, limit),
        PoolError::Game(GameError::MaxDecisions { .. })
    ));
}

#[test]
fn every_number_of_players_and_split_has_house_rules() {
    for players in HouseRules::FEWEST..=HouseRules::MOST {
        for (split, episode) in [
            (Split::Train, EpisodeKind::Round),
            (Split::Test, EpisodeKind::Match),
            (Split::All, EpisodeKind::Match),
        ] {
            let options = Options {
                episode,
                ..options(players)
            };
            let pool = GamePool::house_rules(rules(split, Some(3), options)).expect("a pool");
            for seed in 0..4 {
                let game = pool.draw(seed);
                assert_eq!(game.players(), players);
                assert_eq!(game.options().episode, episode);
                assert!(game.options().is_for_all_games());
            }
        }
    }
}

#[test]
fn a_larger_pool_holds_a_smaller_one() {
    let prints = |size, seeds: u64| -> BTreeSet<String> {
        let pool = house(size, options(7));
        (0..seeds)
            .map(|seed| pool.draw(seed).ruleset().fingerprint())
            .collect()
    };
    let small = prints(Some(6), 60);
    assert!(small.len() >= 5 && small.len() <= 6, "{}", small.len());
    let fit = (0..6).map(|seed| Ruleset::sample(seed, Split::Train));
    let fit: BTreeSet<String> = fit
        .filter(|ruleset| (ruleset.players.min..=ruleset.players.max).contains(&7))
        .map(|ruleset| ruleset.fingerprint())
        .collect();
    assert!(
        !fit.is_empty() && fit.is_subset(&small),
        "they are those of the seeds 0, 1, 2 … that fit"
    );
    assert!(small.is_subset(&prints(Some(8), 100)));
    for size in [Some(KEPT + 1), Some(u32::MAX), None] {
        assert!(prints(size, 30).len() >= 29, "{size:?}");
    }
}

#[test]
fn all_games_of_a_list_are_drawn_and_one_twice_as_often() {
    let [one, two] = ["crazy_eights", "uno"].map(|id| game(id, options(2)));
    let pool = GamePool::new(&[one.clone(), two, one]).expect("one shape");
    assert_eq!(pool.size(), Some(3));
    assert_eq!(pool.listed().count(), 3);
    let twice = (0..3000).filter(|&seed| pool.draw(seed).ruleset().id == "crazy_eights");
    assert!((1_900..2_100).contains(&twice.count()));
}

/// A game of each name, for two players.
fn three() -> [Game; 3] {
    ["crazy_eights", "uno", "macau"].map(|id| game(id, options(2)))
}

#[test]
fn games_are_drawn_by_their_weights() {
    let often = |weights: &[f64]| {
        let pool = GamePool::weighted(&three(), weights).expect("one shape");
        assert_eq!(pool.weights(), Some(weights));
        three().map(|game| {
            let drawn = (0..4000).filter(|&seed| pool.draw(seed).is_same(&game));
            drawn.count()
        })
    };
    // The standard deviation is at most 32.
    for (weights, expected) in [
        ([1.0, 1.0, 2.0], [1000, 1000, 2000]),
        ([0.1, 0.7, 0.2], [400, 2800, 800]),
        ([f64::MAX, f64::MAX, f64::MAX / 2.0], [1600, 1600, 800]),
        ([5e-324, 1.0, 1.0], [0, 2000, 2000]),
    ] {
        for (drawn, expected) in often(&weights).into_iter().zip(expected) {
            assert!(usize::abs_diff(drawn, expected) < 130, "{weights:?}: {drawn}");
        }
    }
    // Only the proportions of weights matter.
    assert_eq!(often(&[1.0, 3.0, 4.0]), often(&[2.0, 6.0, 8.0]));
}

#[test]
fn pools_of_other_weights_are_others() {
    let of = |weights: &[f64]| GamePool::weighted(&three(), weights).expect("one shape");
    let (one, plain) = (of(&[1.0, 2.0, 3.0]), GamePool::new(&three()).expect("one shape"));
    assert!(one == of(&[1.0, 2.0, 3.0]) && one.fingerprint() == of(&[1.0, 2.0, 3.0]).fingerprint());
    let bytes = played(&one, 2, Autoreset::SameStep, 3).0.serialize();
    let bytes = bytes.expect("finished");
    assert!(Batch::deserialize(&one, &bytes).is_ok());
    assert_eq!(plain.weights(), None);
    for other in [of(&[1.0, 2.0, 4.0]), of(&[1.0, 1.0, 1.0]), plain] {
        assert!(one != other && one.fingerprint() != other.fingerprint());
        assert!(Batch::deserialize(&other, &bytes).is_err());
    }
}

#[test]
fn weights_that_do_not_fit_are_told() {
    let refused = |weights: &[f64]| {
        GamePool::weighted(&three(), weights)
            .expect_err("no pool")
            .to_string()
    };
    let told = "2 weights are too few or too many: the pool has 3 games";
    assert_eq!(refused(&[1.0, 2.0]), told);
    for (weight, shown) in [
        (0.0, "0"),
        (-1.5, "-1.5"),
        (f64::NAN, "NaN"),
        (f64::INFINITY, "inf"),
    ] {
        let told = format!("weights[1] = {shown} is not a finite number above 0");
        assert_eq!(refused(&[1.0, weight, 2.0]), told);
    }
}
