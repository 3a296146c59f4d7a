//! The built-in bots play only legal actions, and are as strong as they claim.

use std::ops::ControlFlow;

use eights::arena::{Interval, deal_seed, games_while, interval, play, win_rate_interval};
use eights::bot::{Bot, BotKind};
use eights::ruleset::{DrawWhen, Source};
use eights::{
    Action, ActionSet, CardSet, EpisodeKind, Game, Options, Phase, Reward, Rng, Ruleset, Seat, View,
};
use serde_json::json;

use crate::tables::nearest_of;

/// Plays `rounds` rounds of every bot against itself and against the others; an illegal choice fails.
fn plays_legally(ruleset: &Ruleset, options: &Options, rounds: u64) {
    let Ok(game) = Game::new(ruleset, options.clone()) else {
        return;
    };
    let mut state = game.new_initial_state(0);
    let bots = BotKind::ALL;
    for first in 0..bots.len() {
        for round in 0..rounds {
            let seed = deal_seed(1, round);
            // Rounds alternate between a table of one kind of bot and a table of all kinds.
            let mixed = round % 2 == 1;
            let seats = |seat: Seat| {
                let shift = if mixed { seat.index() } else { 0 };
                &bots[(first + shift) % bots.len()]
            };
            let played = play(&game, &mut state, seed, seats);
            assert_eq!(played, Ok(()), "{} {options:?}", ruleset.id);
            assert!(state.is_over());
            assert_eq!(
                game.check(&state),
                Vec::<String>::new(),
                "{} {options:?}",
                ruleset.id
            );
        }
    }
}

#[test]
fn every_bot_plays_every_ruleset_with_any_number_of_players() {
    for id in eights::ruleset::ids() {
        let ruleset = Ruleset::builtin(id).expect(id);
        for players in ruleset.players.min..=ruleset.players.max {
            plays_legally(&ruleset, &Options::new(players), 8);
        }
    }
}

/// Plays at random, and compares what each card is believed to do with what it has done where the next turn has begun; how
/// many were compared, and how many of them passed a seat over, made somebody draw or took turns.
fn compare_effects(game: &Game) -> [u32; 2] {
    let (mut compared, mut telling) = (0, 0);
    let mut rng = Rng::new(1, eights::Stream::Sample);
    for seed in 0..20 {
        let mut state = game.new_initial_state(seed);
        while !state.is_over() {
            let (seat, phase) = (state.seat(), state.phase());
            let legal = game.legal(&state);
            let chosen = rng.below(legal.len()) as usize;
            let action = legal.iter().nth(chosen).expect("one is legal");
            let view = View::new(game, &state, seat);
            let card = match action {
                // A last card may end the round, and one against the rules goes back.
                Action::Play(card)
                    if phase == Phase::Play && view.hand().len() > 1 && view.lawful().contains(card) =>
                {
                    Some(card)
                }
                _ => None,
            };
            let believed = card.map(|card| (view.effect(card), view.penalty(card), view.next_active(seat)));
            let lay = view.pile().len();
            game.apply_unchecked(&mut state, action, &mut ());
            let view = View::new(game, &state, seat);
            // Others may have to play on it at once.
            let ended = state.phase() == Phase::Play && view.pile().len() == lay + 1;
            let Some((effect, penalty, next)) = believed.filter(|_| ended) else {
                continue;
            };
            let case = format!("{} seed {seed}: {action} by {seat:?}", game.ruleset().id);
            assert_eq!(effect.next, state.seat(), "{case}");
            let pending = effect.draws.saturating_sub(penalty);
            assert_eq!(
                (pending, effect.turns),
                (view.pending(), view.pending_turns()),
                "{case}"
            );
            compared += 1;
            telling += u32::from(effect.next != next || effect.draws > 0 || effect.turns > 0);
        }
    }
    [compared, telling]
}

#[test]
fn a_card_does_what_it_is_believed_to_do() {
    let mut sum = [0, 0];
    for id in eights::ruleset::ids() {
        let ruleset = Ruleset::builtin(id).expect(id);
        if ruleset.created.most > 0 {
            // Rules that are created in play change what cards do, and not everybody sees them.
            continue;
        }
        for players in nearest_of(id, &[2, 4]) {
            let game = Game::new(&ruleset, Options::new(players)).expect(id);
            let [compared, telling] = compare_effects(&game);
            sum = [sum[0] + compared, sum[1] + telling];
        }
    }
    assert!(sum[0] > 10_000 && sum[1] > 1_000, "{sum:?}");
}

#[test]
fn every_bot_plays_matches_for_points() {
    for id in eights::ruleset::ids() {
        let ruleset = Ruleset::builtin(id).expect(id);
        for players in [2, 5] {
            let options = Options {
                episode: EpisodeKind::Match,
                reward: Reward::Points,
                ..Options::new(players)
            };
            plays_legally(&ruleset, &options, 2);
        }
    }
}

#[test]
fn every_bot_plays_under_any_setting() {
    let settings = [
        json!({"mistakes.penalty": 2}),
        json!({"mistakes.penalty": 1, "draw.then": "may-play"}),
        json!({"draw.when": "unable", "draw.then": "may-play"}),
        json!({"draw.most": 3, "draw.then": "play-any", "compat": "asks-to-pass"}),
        json!({"draw.until": "playable", "draw.most": 0, "draw.then": "must-play-any"}),
        json!({"special.sets": {"cards": "all", "continue": {"with": "rank"}}}),
        json!({"special.sets": {"cards": "all", "continue": {"with": "rank", "effects": "top"}}, "turn.once": "reversals"}),
        json!({"call.made": "by-player", "call.caught": "by-others"}),
        json!({"stock.empty": "none"}),
        json!({"deal.cards": 1}),
        json!({"special.five": {"cards": "5", "move": { "to": "all", "must": false }}}),
        json!({"special.nine": {"cards": "9", "play": {"free": "unable"}, "hit": {"draw": 1, "turn": "kept"},
            "challenge": {"draw": 2, "extra": 2}}}),
        json!({"special.four": {"cards": "4", "continue": {"with": "any", "most": 2}}}),
        json!({"special.six": {"cards": "6 7", "hit": {"draw": 0, "skip": 2, "answer": "6 7", "cancel": "9"}}}),
    ];
    for id in eights::ruleset::ids() {
        let ruleset = Ruleset::builtin(id).expect(id);
        for (turn, setting) in settings.iter().enumerate() {
            // The test of the settings checks the reason for a refusal.
            let Ok(ruleset) = ruleset.with(setting.as_object().expect("a mapping")) else {
                continue;
            };
            let players = [2, 3, 7][(turn + id.len()) % 3];
            plays_legally(&ruleset, &Options::new(players), 2);
        }
    }
}

/// Pairs of a better and a worse bot, each with the margin above the fair share that the lower end of the better bot's interval
/// must exceed: first where a seat may always draw, then where it must play if it can, which leaves less to choose.
const DUELS: [(BotKind, BotKind, f64, f64); 3] = [
    (BotKind::Greedy, BotKind::Random, 0.15, 0.05),
    (BotKind::Heuristic, BotKind::Random, 0.2, 0.08),
    (BotKind::Heuristic, BotKind::Greedy, 0.01, 0.0),
];

/// Returns the margin above its fair share that the better bot must win under this ruleset.
fn margin(ruleset: &Ruleset, (better, _, free, must_play): (BotKind, BotKind, f64, f64)) -> f64 {
    if ruleset.id == "rockaway" {
        // The Aces are wild and count most, so that greedy wastes them first (docs/rule-bots.md).
        return if better == BotKind::Greedy { -0.1 } else { 0.0 };
    }
    if ruleset.draw.when == DrawWhen::Unable {
        // The margin is smallest where a drawn card is played automatically.
        if ruleset.id == "uno_rlcard" {
            0.0
        } else {
            must_play
        }
    } else {
        free
    }
}

#[test]
fn better_bots_win_more() {
    for id in eights::ruleset::ids() {
        let ruleset = Ruleset::builtin(id).expect(id);
        for players in nearest_of(id, &[2, 4]) {
            let game = Game::new(&ruleset, Options::new(players)).expect(id);
            // Where a card gives the next player the card just played, some rounds between careful players never end.
            let returns = ruleset
                .special
                .values()
                .any(|special| special.hit.as_ref().is_some_and(|it| it.from == Source::PileTop));
            let percent = if returns { 5 } else { 1 };
            for duel in DUELS {
                let case = format!("{id} {players}: {duel:?}");
                let least = 1.0 / f64::from(players) + margin(&ruleset, duel);
                let (mut games, mut rate) = (Vec::new(), interval(&[]));
                // For most duels a few deals are enough.
                for deals in [0..50, 50..150, 150..400, 400..1_000] {
                    let on = |_| ControlFlow::Continue(());
                    let sides = games_while(&game, [&duel.0, &duel.1], deals, 7, 0, on).expect("legal play");
                    games.extend_from_slice(&sides[0]);
                    let won: Vec<f64> = games.iter().map(|game| game.won).collect();
                    rate = win_rate_interval(&won, players.into()).expect("whole deals");
                    if rate.low > least {
                        break;
                    }
                }
                assert!(rate.low > least, "{case}: {rate:?}");
                let truncated = games.iter().filter(|game| game.truncated).count();
                assert!(
                    truncated * 100 <= percent * games.len(),
                    "{case}: {truncated} cut short"
                );
            }
        }
    }
}

/// A bot whose every choice is passed to a check.
struct Watched(BotKind, fn(&View<'_>, ActionSet, Action));

impl Bot for Watched {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn act(&self, view: &View<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        let action = self.0.act(view, legal, rng);
        (self.1)(view, legal, action);
        action
    }
}

/// Checks the choices of a bot in rounds of every ruleset.
fn watch(bot: BotKind, choice: fn(&View<'_>, ActionSet, Action)) {
    let (watched, random) = (Watched(bot, choice), Watched(BotKind::Random, |_, _, _| ()));
    for id in eights::ruleset::ids() {
        for players in nearest_of(id, &[2, 4]) {
            let ruleset = Ruleset::builtin(id).expect(id);
            let game = Game::new(&ruleset, Options::new(players)).expect(id);
            let mut state = game.new_initial_state(0);
            for seed in 0..40 {
                let at = |seat: Seat| if seat.0 == 0 { &watched } else { &random };
                play(&game, &mut state, seed, at).expect("legal play");
            }
        }
    }
}

#[test]
fn greedy_and_heuristic_draw_only_if_nothing_can_be_played_by_rule() {
    for bot in [BotKind::Greedy, BotKind::Heuristic] {
        watch(bot, |view, legal, action| {
            if view.phase() == Phase::Play {
                let lawful = view.lawful().and(legal.cards());
                match action {
                    Action::Play(card) => assert!(lawful.contains(card), "{card} is against the rules"),
                    _ => assert!(lawful.is_empty(), "{action} with {lawful:?}"),
                }
            }
        });
    }
}

#[test]
fn greedy_and_heuristic_call_and_catch_and_play_runs() {
    for bot in [BotKind::Greedy, BotKind::Heuristic] {
        watch(bot, |view, _, action| match view.phase() {
            Phase::Speak { .. } => assert_eq!(action, Action::Say(0)),
            Phase::Catch { .. } => assert!(matches!(action, Action::Seat(_))),
            _ => {}
        });
    }
    watch(BotKind::Greedy, |view, _, action| {
        if view.phase() == Phase::Continue {
            assert!(matches!(action, Action::Play(_)));
        }
    });
}

#[test]
fn ways_to_play_out_a_turn_are_legal_and_complete() {
    watch(BotKind::Random, |view, legal, _| {
        let own_turn = view.turn() == view.seat() && matches!(view.phase(), Phase::Play | Phase::Continue);
        if !own_turn || view.game().ruleset().created.most > 0 {
            return;
        }
        let cards = match view.phase() {
            Phase::Play => view.lawful().and(legal.cards()),
            _ => legal.cards(),
        };
        let (mut firsts, mut stops) = (CardSet::EMPTY, false);
        view.lines(cards, |line| {
            assert_eq!(line.rest.len() + line.played, view.hand().len());
            match line.first {
                Some(card) => firsts = firsts.or(card.bit()),
                None => stops = true,
            }
        });
        // A turn in which many cards go on is not played out in every way.
        let few = cards.len() < 4 && view.hand().len() < 4;
        assert!(firsts.minus(cards).is_empty(), "{firsts:?} of {cards:?}");
        assert!(!few || firsts == cards, "{firsts:?} of {cards:?}");
        let may_stop = view.phase() == Phase::Continue && legal.len() > legal.cards().len();
        assert_eq!(stops, may_stop, "{legal:?}");
    });
}

#[test]
fn of_a_turn_of_many_cards_few_ways_are_tried() {
    let runs = json!({ "special.runs": { "cards": "all -8", "continue": { "with": "suit" } } });
    let ruleset = Ruleset::builtin("crazy_eights").expect("builtin");
    let ruleset = ruleset.with(runs.as_object().expect("a map")).expect("valid");
    let game = Game::new(&ruleset, Options::new(2)).expect("a game");
    // Ten cards in any order, of which a first and 24 further ones are tried.
    let position = json!({ "hands": ["2C 3C 4C 5C 6C 7C 9C TC JC QC", "2D"], "pile": "KC" });
    let state = game.position(&position, 0).expect("a position");
    let mut ways = 0;
    View::new(&game, &state, Seat(0)).lines(game.legal(&state).cards(), |_| ways += 1);
    assert!((100..=250).contains(&ways), "{ways} ways");
}

/// Plays some deals of a pair, and returns the better bot's share of the wins.
fn share_of(game: &Game, [better, worse]: [BotKind; 2], deals: u64) -> Interval {
    let on = |_| ControlFlow::Continue(());
    let sides = games_while(game, [&better, &worse], 0..deals, 3, 0, on).expect("legal play");
    let won: Vec<f64> = sides[0].iter().map(|game| game.won).collect();
    win_rate_interval(&won, game.players().into()).expect("whole deals")
}

#[test]
fn better_bots_win_more_at_large_tables() {
    for (pair, least) in [
        ([BotKind::Heuristic, BotKind::Greedy], 1.3),
        ([BotKind::Greedy, BotKind::Random], 3.0),
    ] {
        let (mut sum, mut tables) = (0.0, 0.0);
        for id in eights::ruleset::ids() {
            for players in nearest_of(id, &[6, 10]) {
                let game = Game::new(&Ruleset::builtin(id).expect(id), Options::new(players)).expect(id);
                sum += f64::from(players) * share_of(&game, pair, 20).mean;
                tables += 1.0;
            }
        }
        assert!(
            sum / tables > least,
            "{pair:?}: {} times the fair share",
            sum / tables
        );
    }
}

#[test]
fn heuristic_gives_cards_away_moves_hands_and_plays_sets_and_runs() {
    let tables = [
        ("kings_reverse", 10),
        ("stalin", 4),
        ("stalin", 8),
        ("grandads_game", 6),
        ("crazy_pairs", 8),
        ("switch_runs", 6),
        ("advanced_switch", 6),
        ("zodiac", 4),
    ];
    for (id, players) in tables {
        let game = Game::new(&Ruleset::builtin(id).expect(id), Options::new(players)).expect(id);
        let rate = share_of(&game, [BotKind::Heuristic, BotKind::Greedy], 700);
        assert!(rate.low > 1.0 / f64::from(players), "{id} {players}: {rate:?}");
    }
}

#[test]
fn heuristic_gets_rid_of_points_where_they_count() {
    for (id, players) in [("crazy_eights", 2), ("kings_reverse", 3), ("switch_redjack", 2)] {
        let options = Options {
            episode: EpisodeKind::Match,
            ..Options::new(players)
        };
        let game = Game::new(&Ruleset::builtin(id).expect(id), options).expect(id);
        let rate = share_of(&game, [BotKind::Heuristic, BotKind::Greedy], 150);
        assert!(rate.low > 1.0 / f64::from(players), "{id} {players}: {rate:?}");
    }
}

#[test]
fn greedy_plays_the_most_points() {
    watch(BotKind::Greedy, |view, legal, action| {
        if let (Phase::Play, Action::Play(card)) = (view.phase(), action) {
            let others = view.lawful().and(legal.cards());
            assert!(others.iter().all(|other| view.points(other) <= view.points(card)));
        }
    });
}

#[test]
fn heuristic_keeps_a_wild_card_while_a_plain_one_can_be_played() {
    watch(BotKind::Heuristic, |view, legal, action| {
        // A card that anything may follow is as valuable to keep as a wild one.
        let all = view.pack().all();
        let open = all
            .iter()
            .filter(|&card| all.minus(view.playable_on(card, None)).is_empty())
            .collect();
        let lawful = view.lawful().and(legal.cards());
        // Cards that are played together, move or turn hands, or bring another turn are weighed by more than their kind.
        let does_more = |card| {
            let effect = view.effect(card);
            effect.next == view.seat()
                || effect.receives.is_some()
                || effect.may_swap
                || effect.gives > 0
                || effect.own_draw > 0
                || effect.turns_over
        };
        let mut several = false;
        view.lines(lawful, |line| several |= line.played > 1);
        // Later in a round a wild card that hardly anybody can follow may be worth more on the pile.
        if several || view.pile().len() > 12 || lawful.iter().any(does_more) {
            return;
        }
        let plain = lawful.minus(view.wild()).minus(open);
        let calm = (1..view.players()).all(|k| view.hand_size(view.relative(k)) > 3);
        if let (Phase::Play, Action::Play(card)) = (view.phase(), action) {
            assert!(
                !calm || plain.is_empty() || !view.wild().contains(card),
                "{card} before {plain:?}"
            );
        }
    });
}
