//! Observations in words: every feature has a unique name, and shows exactly what its seat may see.

use std::collections::{BTreeMap, BTreeSet};

use eights::observation::{ExplainError, FeatureNames, Layout, Span, Value};
use eights::ruleset::ids;
use eights::{Direction, EpisodeKind, Game, ObservationLayout, Options, Ruleset, Seat, View};
use serde_json::json;

use crate::harness::{Position, Table, play};
use crate::tables::nearest_of;

/// A builtin ruleset with these options.
fn builtin(id: &str, options: Options) -> Game {
    let ruleset = Ruleset::builtin(id).expect("a builtin ruleset");
    Game::new(&ruleset, options).expect("a game")
}

/// The same game with another layout.
fn with_layout(game: &Game, layout: ObservationLayout) -> Game {
    let options = Options {
        layout,
        ..game.options().clone()
    };
    Game::new(game.ruleset(), options).expect("a game")
}

/// Every builtin ruleset with these numbers of players or the nearest allowed ones, as a round and, if it has any, as a match.
fn games(players: &[u8]) -> impl Iterator<Item = Game> {
    let each = ids().flat_map(|id| nearest_of(id, players).into_iter().map(move |n| (id, n)));
    each.flat_map(|(id, n)| {
        let game = move |episode| {
            let ruleset = Ruleset::builtin(id).expect("a builtin ruleset");
            let options = Options {
                episode,
                history: 3,
                beliefs: true,
                ..Options::new(n)
            };
            Game::new(&ruleset, options)
        };
        let round = game(EpisodeKind::Round).expect("a game");
        std::iter::once(round).chain(game(EpisodeKind::Match).ok())
    })
}

#[test]
fn every_feature_has_a_name_of_its_own() {
    let all: Vec<u8> = (2..=10).collect();
    for compact in games(&all) {
        for &layout in ObservationLayout::ALL {
            let game = with_layout(&compact, layout);
            let features = FeatureNames::new(&game);
            let names: Vec<&str> = features.names().collect();
            let context = || format!("{} {:?}", game.ruleset().id, game.options());
            assert_eq!(names.len(), Layout::new(&game).size(), "{}", context());
            let mut seen = BTreeSet::new();
            let twice = names.iter().find(|name| !seen.insert(**name));
            assert_eq!(twice, None, "{}", context());
            let spans = Layout::new(&game);
            for span in spans.spans() {
                let own = &names[span.start..][..span.len];
                let is_own = |name: &&str| {
                    let rest = name.strip_prefix(span.name);
                    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '[']))
                };
                assert!(own.iter().all(is_own), "{} {}", span.name, context());
            }
        }
    }
}

#[test]
fn names_are_as_the_documentation_says() {
    let game = builtin("crazy_eights_special", Options::new(4));
    let features = FeatureNames::new(&game);
    let names: BTreeSet<&str> = features.names().collect();
    for name in [
        "hand 8H",
        "upcard QS",
        "follow suit hearts",
        "follow nominated",
        "pending cards",
        "pending attack two",
        "phase play",
        "phase actor[self]",
        "phase turn[+3]",
        "hand_sizes[+1]",
        "hand_sizes[+1] is 1",
        "direction anticlockwise",
        "stock_size",
        "seen 8H",
        "match decisions_left high_byte",
    ] {
        assert!(names.contains(name), "{name} in {names:?}");
    }
    let game = builtin("zodiac", Options::new(2));
    let features = FeatureNames::new(&game);
    let param = &game.ruleset().params.keys().next().expect("a param").clone();
    let name = format!("rules param {param} AC");
    assert!(features.names().any(|other| other == name), "{name}");
}

/// Rebuilds an observation from its explanation.
fn retold(layout: &Layout, names: &FeatureNames, told: &[(&str, Value)]) -> Vec<u8> {
    let told: BTreeMap<&str, Value> = told.iter().copied().collect();
    let copies = layout.spans()[0].high;
    let high_of = |index: usize| {
        let holds = |span: &&Span| (span.start..span.start + span.len).contains(&index);
        layout.spans().iter().find(holds).expect("a span").high
    };
    let bytes = names.names().enumerate().map(|(index, name)| {
        // The counts of cards known in other hands are scaled to the greatest value.
        let is_share = name.starts_with("known") && !name.starts_with("known depth");
        match told.get(name) {
            None => 0,
            Some(Value::Flag) => high_of(index),
            Some(Value::Number(number)) if is_share => number * (high_of(index) / copies),
            Some(Value::Number(number)) => *number,
        }
    });
    bytes.collect()
}

/// Checks that no two features have the same name.
pub(crate) fn has_distinct_names(layout: &Layout, names: &FeatureNames) {
    let different: BTreeSet<&str> = names.names().collect();
    let counts = (names.names().len(), different.len());
    assert_eq!(counts, (layout.size(), layout.size()));
}

/// Checks that the explanation of each observation rebuilds it, in bytes and in floats.
pub(crate) fn is_told_in_words(at: &Position<'_>, names: &FeatureNames) {
    for (seat, bytes) in at.seats().zip(at.observed()) {
        let told = names
            .explain(bytes)
            .unwrap_or_else(|error| panic!("{error}: {}", at.about()));
        assert_eq!(retold(&at.table.layout, names, &told), *bytes, "{}", at.about());
        let floats = at.observe::<f32>(seat);
        assert_eq!(names.explain(&floats).as_ref(), Ok(&told), "{}", at.about());
    }
}

#[test]
fn the_universal_layout_contains_the_compact_one() {
    for game in games(&[2, 3, 4, 10]) {
        let other = with_layout(&game, ObservationLayout::Universal);
        let (few, many) = (FeatureNames::new(&game), FeatureNames::new(&other));
        let names: BTreeSet<&str> = few.names().collect();
        let all: BTreeSet<&str> = many.names().collect();
        let lacks: Vec<_> = names.difference(&all).collect();
        assert_eq!(lacks, Vec::<&&str>::new(), "{}", game.ruleset().id);
        let table = Table::new(&game);
        let universal = Layout::new(&other);
        play(
            &table,
            6,
            25,
            &mut [&mut |at| {
                let Some(seat) = at.state().actor() else { return };
                let told = few.explain(&at.observe::<u8>(seat)).expect("an observation");
                let mut bytes = vec![0; universal.size()];
                universal.observe(
                    &View::new(&other, at.state(), seat),
                    at.episode.recent(),
                    &mut bytes,
                );
                let mut more = many.explain(&bytes).expect("an observation");
                more.retain(|(name, _)| names.contains(name));
                assert_eq!(told, more, "{}", game.ruleset().id);
            }],
        );
    }
}

/// The part of a seat's view that this test checks, by names of features.
fn expected(view: &View<'_>) -> BTreeMap<String, Value> {
    let mut told = BTreeMap::new();
    let mut number = |name: String, number: u8| {
        if number > 0 {
            told.insert(name, Value::Number(number));
        }
    };
    for card in view.pack().all().iter() {
        let text = view.game().text(&card);
        number(format!("hand {text}"), view.hand().counts()[card.index()]);
        number(format!("seen {text}"), view.seen()[card.index()]);
    }
    let seat_name = |seat: Seat| match view.seat().clockwise_to(seat, view.players()) {
        0 => "[self]".to_owned(),
        place => format!("[+{place}]"),
    };
    for seat in (0..view.players()).map(Seat) {
        number(format!("hand_sizes{}", seat_name(seat)), view.hand_size(seat));
        number(
            format!("pending lost_turns{}", seat_name(seat)),
            view.lost_turns(seat),
        );
    }
    let turn = view.collected();
    number("turn passes".to_owned(), turn.passes);
    number("turn cards_drawn".to_owned(), turn.drawn);
    number("turn cards_played".to_owned(), turn.played);
    number("pending cards".to_owned(), view.pending());
    number("pending turns".to_owned(), view.pending_turns());
    number("stock_size".to_owned(), view.stock_size());
    let mut flag = |name: String| told.insert(name, Value::Flag);
    if let Some(card) = view.upcard() {
        flag(format!("upcard {}", view.game().text(&card)));
    }
    if let Some(suit) = view.suit() {
        flag(format!("follow suit {}", suit.name()));
    }
    if let Some(rank) = view
        .collected()
        .run_rank
        .filter(|rank| *rank != eights::Rank::JOKER)
    {
        flag(format!("turn set_rank {}", rank.letter()));
    }
    for seat in (0..view.players()).map(Seat) {
        if let Some(rank) = view.wild_rank(seat) {
            flag(format!("wild_ranks{} {}", seat_name(seat), rank.letter()));
        }
        if view.calls().contains(seat) {
            flag(format!("calls due{}", seat_name(seat)));
        }
        let size = view.hand_size(seat);
        if (1..=3).contains(&size) {
            flag(format!("hand_sizes{} is {size}", seat_name(seat)));
        }
    }
    flag(format!("phase {}", view.phase().name()));
    if let Some(actor) = view.actor() {
        flag(format!("phase actor{}", seat_name(actor)));
    }
    flag(format!("phase turn{}", seat_name(view.turn())));
    if view.direction() == Direction::Anticlockwise {
        flag("direction anticlockwise".to_owned());
    }
    told
}

/// True for names of features that [`expected`] covers completely.
fn is_expected(name: &str) -> bool {
    let starts = [
        "hand ",
        "upcard ",
        "seen ",
        "hand_sizes",
        "follow suit ",
        "turn passes",
        "turn cards_",
        "turn set_rank ",
        "wild_ranks",
        "calls due",
        "pending cards",
        "pending turns",
        "pending lost_turns",
        "phase ",
        "direction ",
    ];
    let not_told = [
        "seen pile_top",
        "seen turned_over",
        "seen lowest_back",
        "seen backs",
        "phase word_due",
        "phase pile_for",
        "turn set_rank joker",
    ];
    let tells = |all: &[&str]| all.iter().any(|start| name.starts_with(start));
    name == "stock_size" || tells(&starts) && !tells(&not_told)
}

/// A game in which attacks take turns and may add up.
fn takes_turns() -> Game {
    let ruleset = Ruleset::builtin("crazy_eights").expect("a builtin ruleset");
    let low = json!({ "special.low": { "cards": "2-7", "hit": { "draw": 0, "skip": 2, "answer": "2-7" } } });
    let ruleset = ruleset.with(low.as_object().expect("a mapping")).expect("valid");
    Game::new(&ruleset, Options::new(3)).expect("a game")
}

#[test]
fn turns_that_seats_may_owe_are_shown_where_there_are_any_only() {
    let shown = |game: &Game| {
        let features = FeatureNames::new(game);
        let about = |name: &&str| name.starts_with("pending turns") || name.starts_with("pending lost_turns");
        features
            .names()
            .filter(about)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let mut names = vec![
        "pending turns",
        "pending lost_turns[self]",
        "pending lost_turns[+1]",
        "pending lost_turns[+2]",
    ];
    assert_eq!(shown(&takes_turns()), names);
    for game in games(&[3]) {
        let specials = game.ruleset().special.values();
        let mut hits = specials.filter_map(|special| special.hit.as_ref());
        let by_call = game.ruleset().call.skip > 0;
        let expected = if by_call || hits.any(|hit| hit.skip > 0) {
            names.clone()
        } else {
            Vec::new()
        };
        assert_eq!(shown(&game), expected, "{}", game.ruleset().id);
    }
    let universal = with_layout(
        &builtin("crazy_eights", Options::new(3)),
        ObservationLayout::Universal,
    );
    let more: Vec<String> = (3..10)
        .map(|place| format!("pending lost_turns[+{place}]"))
        .collect();
    names.extend(more.iter().map(String::as_str));
    assert_eq!(shown(&universal), names);
}

#[test]
fn what_is_told_is_what_the_seat_sees() {
    for game in games(&[3]).chain([takes_turns()]) {
        let game = with_layout(&game, ObservationLayout::Universal);
        let names = FeatureNames::new(&game);
        play(
            &Table::new(&game),
            7,
            60,
            &mut [&mut |at| {
                if at.next.is_none() {
                    return; // After the end the decider is undefined.
                }
                for (seat, bytes) in at.seats().zip(at.observed()) {
                    let view = View::new(&game, at.state(), seat);
                    let told = names.explain(bytes).expect("an observation").into_iter();
                    let told = told.filter(|(name, _)| is_expected(name));
                    let told: BTreeMap<String, Value> =
                        told.map(|(name, value)| (name.to_owned(), value)).collect();
                    assert_eq!(told, expected(&view), "{}", game.ruleset().id);
                }
            }],
        );
    }
}

#[test]
fn what_is_no_observation_is_refused() {
    let game = builtin("crazy_eights", Options::new(2));
    let (size, names) = (Layout::new(&game).size(), FeatureNames::new(&game));
    let error = names.explain(&[0_u8; 3]).expect_err("too short");
    assert_eq!(
        error.to_string(),
        format!("an observation of this game has {size} values, not 3")
    );
    let at = names
        .names()
        .position(|name| name == "phase play")
        .expect("a name");
    let refused = |value: f32| {
        let mut floats = vec![0.0; size];
        floats[at] = value;
        names.explain(&floats).expect_err("no value of a flag")
    };
    let text = format!("value {at} (\"phase play\") is 0.5: 0 or 1 is possible");
    assert_eq!(refused(0.5).to_string(), text);
    for value in [-1.0, 1.1, 2.0, f32::NAN, f32::INFINITY, 300.0] {
        assert!(
            matches!(refused(value), ExplainError::Value { index, .. } if index == at),
            "{value}"
        );
    }
    let mut bytes = vec![0_u8; size];
    bytes[0] = 2;
    let error = names.explain(&bytes).expect_err("one copy of each card");
    assert_eq!(error.to_string(), "value 0 (\"hand 2C\") is 2: 0 … 1 is possible");
}
