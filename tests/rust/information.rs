//! Information states: all positions that share one have the same observation, hand and legal actions for the seat.

use std::collections::HashMap;

use eights::observation::{FeatureNames, Layout};
use eights::ruleset::{CreatedRule, Does};
use eights::{
    ChanceMode, Episode, EpisodeKind, Game, Move, ObservationLayout, Options, Rng, Ruleset, Seat, Stream,
    View,
};
use serde_json::{Value, json};

use crate::harness::random;
use crate::tables::{all_ids, nearest};

/// The observation and hand found in each information state so far.
struct Met {
    layout: Layout,
    seen: HashMap<(Seat, String), (Vec<u8>, String)>,
    again: usize,
}

impl Met {
    fn new(game: &Game) -> Self {
        Self {
            layout: Layout::new(game),
            seen: HashMap::new(),
            again: 0,
        }
    }

    /// Checks that equal information states have the same observation and, where the seat acts, the same hand and legal actions.
    fn meet(&mut self, episode: &Episode, seat: Seat) {
        let (game, state) = (episode.game(), episode.state());
        if state.is_chance() {
            return; // An information state does not count the cards dealt so far.
        }
        let view = View::new(game, state, seat);
        let mut observed = vec![0; self.layout.size()];
        self.layout.observe(&view, episode.recent(), &mut observed);
        let held = format!("{:?} {:?}", view.hand(), view.legal());
        let key = (seat, episode.information_state_string(seat));
        let Some((before, other)) = self.seen.get(&key) else {
            self.seen.insert(key, (observed, held));
            return;
        };
        self.again += 1;
        let about = || format!("{} for {seat:?}: {}", game.ruleset().id, key.1);
        if observed != *before {
            let names = FeatureNames::new(game);
            let all = names.names().zip(before.iter().zip(&observed));
            let differ: Vec<_> = all.filter(|(_, (before, now))| before != now).collect();
            panic!("{differ:?}: {}", about());
        }
        assert_eq!(*other, held, "{}", about());
    }
}

/// Makes a move if it is possible. Otherwise another seat declines an offer that only it received, or nothing happens. Returns true
/// if the episode still follows the same course.
fn follow(episode: &mut Episode, what: Move, viewer: Seat) -> bool {
    if episode.make(what).is_ok() {
        return true;
    }
    let other = episode.state().actor().is_some_and(|actor| actor != viewer);
    other && (episode.apply(eights::Action::Pass).is_ok() || !matches!(what, Move::Outcome(_)))
}

/// Plays one episode, and with the same moves some others that one seat could not distinguish from it at that point.
fn play_beside(met: &mut Met, game: &Game, rng: &mut Rng, (before, after): (u32, u32)) {
    let mut episode = Episode::new(game, rng.next_u64());
    let viewer = Seat(rng.below(u32::from(game.players())) as u8);
    let mut others: Vec<Episode> = Vec::new();
    for at in 0..before + after {
        if at == before {
            let alike = |_| episode.resample(viewer, rng.next_u64()).ok();
            others = (0..4).filter_map(alike).collect();
        }
        for seat in (0..game.players()).map(Seat) {
            met.meet(&episode, seat);
        }
        for other in &others {
            met.meet(other, viewer);
        }
        // A move that most of the others can make keeps them together.
        let Some(mut what) = random(&episode, rng) else {
            return;
        };
        for _ in 0..8 {
            let can = |other: &&Episode| (*other).clone().make(what).is_ok();
            if others.iter().filter(can).count() == others.len() {
                break;
            }
            let Some(again) = random(&episode, rng) else {
                return;
            };
            what = again;
        }
        episode.make(what).expect("possible");
        others.retain_mut(|other| follow(other, what, viewer));
    }
}

/// A ruleset and its variants.
pub(crate) fn with_variants(id: &str) -> Vec<Ruleset> {
    let base = Ruleset::builtin(id).expect("builtin");
    let names = base.variants.keys().map(|name| json!({ "variant": name }));
    let all = names.chain([json!({})]);
    let with = |change: Value| base.with(change.as_object().expect("a mapping")).expect("valid");
    all.map(with).collect()
}

/// Plays a ruleset with few players and explicit chance and with more players and sampled chance. Returns how often an information
/// state recurred.
fn check(ruleset: &Ruleset, episode: EpisodeKind, times: u32) -> usize {
    let mut again = 0;
    let players = nearest(ruleset, &[2, 5]);
    for (players, chance) in players
        .into_iter()
        .zip([ChanceMode::Explicit, ChanceMode::Sampled])
    {
        let options = Options {
            chance,
            episode,
            history: 3,
            ..Options::new(players)
        };
        let game = Game::new(ruleset, options).expect("a game");
        let (mut met, mut rng) = (Met::new(&game), Rng::new(9, Stream::Bot));
        for n in 0..times {
            // With explicit chance the deal alone takes many moves.
            let before = if n % 3 == 0 { 0 } else { rng.below(90) };
            play_beside(&mut met, &game, &mut rng, (before, 25));
        }
        again += met.again;
    }
    again
}

#[test]
fn equal_information_states_have_the_same_observation_hand_and_legal_actions() {
    let mut again = 0;
    for id in all_ids() {
        for ruleset in with_variants(id) {
            again += check(&ruleset, EpisodeKind::Round, 3);
        }
    }
    assert!(again > 10_000, "{again}");
}

/// Created rules, drawn ones and standing ones, as the seats that see them learn of them.
#[test]
fn created_rules_are_remembered_by_those_who_see_them() {
    for seen in ["all", "dealer", "nobody"] {
        let lots =
            json!({ "created.by": "lot", "created.seen": seen, "created.most": 2, "created.drawn": 2 });
        let ruleset = Ruleset::builtin("rose_mau").expect("builtin");
        let ruleset = ruleset.with(lots.as_object().expect("a mapping")).expect("valid");
        assert!(check(&ruleset, EpisodeKind::Match, 20) > 500);
    }
}

#[test]
fn hidden_rules_show_nothing_before_they_act() {
    let hidden =
        json!({ "created.by": "lot", "created.seen": "nobody", "created.most": 2, "created.drawn": 2 });
    let ruleset = Ruleset::builtin("rose_mau").expect("builtin");
    let ruleset = ruleset
        .with(hidden.as_object().expect("a mapping"))
        .expect("valid");
    for &layout in ObservationLayout::ALL {
        let options = Options {
            layout,
            ..Options::new(3)
        };
        let game = Game::new(&ruleset, options).expect("a game");
        let (mut met, mut claims) = (Met::new(&game), 0);
        for does in Does::ALL {
            let mut rule = CreatedRule::new("K".parse().expect("a class"), does);
            if does == Does::Only {
                rule.follow = "red".parse().expect("a class");
            }
            let any_turn = CreatedRule::new("K".parse().expect("a class"), Does::AnyTurn);
            let position = json!({
                "hands": ["KC KH 5C", "KD 6C 7C", "KS 8C 9C"], "pile": "QC", "seat": 0, "created": [any_turn, rule],
            });
            let mut episode = Episode::from_position(&game, &position, 1).expect("a position");
            for text in ["play KC", "pass", "pass", "pass"] {
                let Ok(()) = episode.apply(text.parse().expect("an action")) else {
                    break;
                };
                claims += usize::from(episode.state().phase().name() == "claim");
                for seat in [0, 1, 2] {
                    met.meet(&episode, Seat(seat));
                }
            }
        }
        assert!(claims > 20 && met.again > 50, "{claims} {}", met.again);
    }
}

/// The episode from a position after these actions.
fn after(game: &Game, position: &Value, actions: &[&str]) -> Episode {
    let mut episode = Episode::from_position(game, position, 0).expect("a position");
    for text in actions {
        episode.apply(text.parse().expect("an action")).expect("legal");
    }
    episode
}

#[test]
fn a_hand_received_by_a_swap_is_remembered_by_both_and_by_nobody_else() {
    let seven = json!({ "variant": "seven-zero" });
    let uno = Ruleset::builtin("uno").expect("builtin");
    let uno = uno.with(seven.as_object().expect("a mapping")).expect("valid");
    let options = Options {
        max_decisions: Some(50),
        ..Options::new(3)
    };
    let game = Game::new(&uno, options).expect("a game");
    let world = |hand: &str| json!({ "hands": ["9C 3C 4C TC", hand, "5S 6S 7S"], "pile": "QC" });
    let played = ["play 9C", "seat +1"];
    let one = after(&game, &world("5H 6H 7H TH"), &played);
    let other = after(&game, &world("2C 6D 7D TD"), &played);
    let text = one.information_state_string(Seat(0));
    assert!(
        text.contains("seat 0 swaps hands with seat 1: hand 5H 6H 7H TH\n"),
        "{text}"
    );
    let text = one.information_state_string(Seat(1));
    assert!(
        text.contains("seat 0 swaps hands with seat 1: hand 3C 4C TC\n"),
        "{text}"
    );
    let equal = |seat: u8| {
        let [one, other] = [&one, &other].map(|episode| {
            let tensor = episode
                .information_state_tensor(Seat(seat))
                .expect("a limit is set");
            (episode.information_state_string(Seat(seat)), tensor)
        });
        (one.0 == other.0, one.1 == other.1)
    };
    assert_eq!(equal(0), (false, false));
    assert_eq!(equal(2), (true, true));
}
