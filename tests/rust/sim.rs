//! Random play.
use eights::action::Action;
use eights::engine::*;
use eights::rng::{Rng, Stream};
use eights::ruleset::Ruleset;

#[test]
fn random_play_ends_and_stays_sound() {
    for id in eights::ruleset::ids() {
        let ruleset = Ruleset::builtin(id).expect("builtin");
        for players in ruleset.players.min..=ruleset.players.max {
            for episode in [EpisodeKind::Round, EpisodeKind::Match] {
                for chance in [ChanceMode::Sampled, ChanceMode::Explicit] {
                    let options = Options {
                        episode,
                        chance,
                        ..Options::new(players)
                    };
                    let Ok(game) = Game::new(&ruleset, options) else {
                        continue;
                    };
                    let mut rng = Rng::new(1, Stream::Bot);
                    let mut total = 0;
                    let mut truncated = 0;
                    for seed in 0..10 {
                        let mut s = game.new_initial_state(seed);
                        while !s.is_over() {
                            assert_eq!(game.check(&s), Vec::<String>::new(), "{id} {players} {seed}");
                            if s.is_chance() {
                                let o = game.chance_outcomes(&s);
                                let pick = o[rng.below(o.len() as u32) as usize].0;
                                game.apply_outcome(&mut s, pick, &mut ()).expect("possible");
                                continue;
                            }
                            let legal = game.legal(&s);
                            let action = Action::from_id(legal.nth(rng.below(legal.len())));
                            game.apply(&mut s, action, &mut ()).expect("legal");
                        }
                        total += s.decisions();
                        truncated += u32::from(s.is_truncated());
                    }
                    println!(
                        "{id} {players} {episode:?} {chance:?} {} truncated {truncated}",
                        total / 10
                    );
                }
            }
        }
    }
    println!("{}", size_of::<State>());
}
