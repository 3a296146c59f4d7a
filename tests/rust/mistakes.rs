//! Lawful actions where every card may be tried: exactly those cards that are not handed back.

use eights::{Action, ActionSet, EpisodeKind, Event, Game, Options, Rng, Ruleset, State, Stream};

const HIDDEN: &str = r#"
id = "hidden"
[created]
most = 3
by = "lot"
seen = "nobody"
drawn = 3
[mistakes]
penalty = 1
"#;

/// Number of random decisions for each game.
const DECISIONS: u32 = 20_000;

/// Plays at random, compares every decision with the lawful actions, and returns the number of mistakes.
fn play(game: &Game) -> u32 {
    let mut rng = Rng::new(3, Stream::Bot);
    let (mut mistakes, mut left) = (0, DECISIONS);
    for seed in 0.. {
        let mut state = game.new_initial_state(seed);
        while !state.is_over() {
            if left == 0 {
                return mistakes;
            }
            left -= 1;
            mistakes += u32::from(decide(game, &mut state, &mut rng));
        }
    }
    mistakes
}

/// Takes a random decision. Returns true if it was a mistake.
fn decide(game: &Game, state: &mut State, rng: &mut Rng) -> bool {
    let (legal, lawful) = (game.legal(state), game.lawful_actions(state));
    let outside = lawful.iter().fold(lawful, |set, action| {
        if legal.contains(action) {
            set.without(action)
        } else {
            set
        }
    });
    assert_eq!(outside, ActionSet::EMPTY, "what is lawful is legal");
    let (phase, action) = (
        state.phase().name(),
        Action::from_id(legal.nth(rng.below(legal.len()))),
    );
    let asks_pile = |state: &State| state.phase().name() == "pile";
    assert!(
        !lawful.is_empty() || asks_pile(state),
        "something may be done in phase {phase}"
    );
    let mut events: Vec<Event> = Vec::new();
    game.apply(state, action, &mut events).expect("legal");
    if matches!(action, Action::Play(_)) && asks_pile(state) {
        return false;
    }
    let handed_back = matches!(events.first(), Some(Event::Mistake(..)));
    let charged = action == Action::Draw && matches!(events.first(), Some(Event::Charged(_)));
    assert_eq!(
        handed_back || charged,
        !lawful.contains(action),
        "{action} in phase {phase}: {events:?}"
    );
    handed_back
}

fn table(ruleset: &Ruleset, players: u8, episode: EpisodeKind) -> Game {
    let options = Options {
        episode,
        ..Options::new(players)
    };
    Game::new(ruleset, options).expect("a game")
}

#[test]
fn under_hidden_rules_what_is_lawful_is_not_handed_back() {
    let ruleset = Ruleset::from_toml(HIDDEN).expect("valid");
    for players in [2, 3, 5] {
        let mistakes = play(&table(&ruleset, players, EpisodeKind::Round));
        assert!(
            mistakes > DECISIONS / 4,
            "{mistakes} mistakes with {players} players"
        );
    }
}

#[test]
fn where_mistakes_cost_cards_what_is_lawful_is_free() {
    for id in ["crazy_eights_special", "switch_redjack", "kings_reverse"] {
        for when in ["always", "unable"] {
            let overrides = serde_json::json!({ "mistakes.penalty": 2, "draw.when": when });
            let ruleset = Ruleset::builtin(id).expect("builtin");
            let ruleset = ruleset
                .with(overrides.as_object().expect("a table"))
                .expect("valid");
            let mistakes = play(&table(&ruleset, 3, EpisodeKind::Match));
            assert!(mistakes > DECISIONS / 10, "{mistakes} mistakes in {id}");
        }
    }
}

#[test]
fn where_mistakes_are_refused_all_that_is_legal_is_lawful() {
    let game = table(
        &Ruleset::builtin("kings_reverse").expect("builtin"),
        4,
        EpisodeKind::Round,
    );
    let mut rng = Rng::new(1, Stream::Bot);
    for seed in 0..20 {
        let mut state = game.new_initial_state(seed);
        while !state.is_over() {
            assert_eq!(game.lawful_actions(&state), game.legal(&state));
            assert!(!decide(&game, &mut state, &mut rng));
        }
    }
}
