//! Tests of layouts and their parts.

use super::cells::MANY;
use super::field::PHASES;
use super::parts::{PARTS, PartName};
use super::*;
use crate::engine::{EpisodeKind, Game, ObservationLayout, Options};
use crate::recent::Recent;
use crate::ruleset::Ruleset;
use crate::view::View;
use serde_json::json;

/// A public order of so many equal cards that base parts lie beyond the usual buffer.
#[test]
fn the_longest_layouts_have_room() {
    let deck = json!({ "2": 40, "3 4 5 6 7 8 9 T J Q K A": 1, "*": 2 });
    let settings = json!({ "stock.empty": "turn-over", "deck.copies": deck });
    let ruleset = Ruleset::builtin("uno").expect("uno");
    let ruleset = ruleset
        .with(settings.as_object().expect("a mapping"))
        .expect("valid");
    let game = Game::new(&ruleset, Options::new(10)).expect("a game");
    let layout = Layout::new(&game);
    assert!(layout.place(PartName::DecisionsLeft).at > MANY);
    let mut state = game.new_initial_state(3);
    for _ in 0..20 {
        let view = View::new(&game, &state, state.actor().expect("somebody"));
        let mut out = vec![0_u8; layout.size()];
        layout.observe(&view, &Recent::new(0), &mut out);
        let span = |name: &str| {
            let span = layout.spans().iter().find(|span| span.name == name).expect(name);
            &out[span.start..][..span.len]
        };
        let left = u16::try_from(view.decisions_left()).expect("two bytes");
        assert_eq!(span("match"), left.to_be_bytes());
        let phase = span("phase");
        assert_eq!((phase[view.phase().index() - 1], phase[PHASES]), (1, 1));
        assert_eq!(span("stock_size")[0], view.stock_size());
        let action = view.legal().iter().next().expect("something to do");
        game.apply(&mut state, action, &mut ()).expect("legal");
    }
}

#[test]
fn the_list_of_parts_is_in_the_order_of_the_spans() {
    for (index, part) in PARTS.iter().enumerate() {
        assert_eq!(part.name.index(), index);
    }
    assert!(PARTS.is_sorted_by_key(|part| part.span.index()));
}

/// Returns games in which every part has something to show: the built-in rulesets, and some with rare settings.
fn telling_games() -> Vec<Game> {
    let attacks = json!({ "cards": "3-7", "hit": { "draw": 1, "answer": "3-7" } });
    let takes_turns = json!({ "cards": "3-7", "hit": { "draw": 0, "skip": 3, "answer": "3-7" } });
    let sets = json!({ "cards": "all", "continue": { "with": "rank" } });
    let settings = [
        json!({ "score.events.skipped-last": -10, "special.queen": { "cards": "Q", "skip": 1 } }),
        json!({ "match.turns": 50, "round.plays": 40 }),
        json!({ "match.at-target": "sudden-death", "match.target": 100 }),
        json!({ "out.last-card": "chain", "special.low": attacks }),
        json!({ "special.low": { "cards": "3-7", "previous": true }, "special.sets": sets }),
        json!({ "special.low": takes_turns, "special.sets": sets }),
        json!({ "players": 4, "out.places": 3, "special.back": { "cards": "7", "hit": { "who": "last-out", "draw": 2 } } }),
    ];
    let changed = settings.into_iter().map(|settings| {
        let ruleset = Ruleset::builtin("crazy_eights").expect("builtin");
        let settings = settings.as_object().expect("a mapping");
        ruleset.with(settings).unwrap_or_else(|error| panic!("{error}"))
    });
    let builtin = crate::ruleset::ids().map(|id| Ruleset::builtin(id).expect("builtin"));
    let game = |(ruleset, layout): (Ruleset, ObservationLayout)| {
        let players = 4.clamp(ruleset.players.min, ruleset.players.max);
        let options = |episode| Options {
            layout,
            episode,
            history: 1,
            beliefs: true,
            ..Options::new(players)
        };
        let game = Game::new(&ruleset, options(EpisodeKind::Match));
        game.or_else(|_| Game::new(&ruleset, options(EpisodeKind::Round)))
            .expect("a game")
    };
    let rulesets: Vec<Ruleset> = builtin.chain(changed).collect();
    let in_each = |ruleset: Ruleset| {
        [ObservationLayout::Universal, ObservationLayout::Cards].map(|layout| (ruleset.clone(), layout))
    };
    rulesets.into_iter().flat_map(in_each).map(game).collect()
}

/// Some game shows something in every part; a part that nothing writes would always be 0.
#[test]
fn every_part_shows_something() {
    let mut silent: Vec<PartName> = PARTS.iter().map(|part| part.name).collect();
    for game in telling_games() {
        let layout = Layout::new(&game);
        assert_eq!(FeatureNames::new(&game).names().len(), layout.size());
        let mut out = vec![0_u8; layout.size()];
        for seed in 0..3 {
            let mut recent = Recent::new(1);
            let mut state = game.deal(seed, &mut recent);
            for step in 0..2_000 {
                let Some(actor) = state.actor() else { break };
                layout.observe(&View::new(&game, &state, actor), &recent, &mut out);
                silent.retain(|&part| {
                    let place = layout.place(part);
                    // A part that this layout does not show stays silent.
                    out[place.at..][..place.len].iter().all(|&value| value == 0)
                });
                let legal = game.legal(&state);
                // Neither always the first action nor a cycle.
                let nth = (step * 7 + seed as u32) % legal.len();
                let action = crate::action::Action::from_id(legal.nth(nth));
                game.apply(&mut state, action, &mut recent).expect("legal");
            }
        }
    }
    assert_eq!(silent, []);
}
