//! The settings that a user can change on any ruleset: each plays, or is refused with a reason.

use std::collections::{BTreeMap, BTreeSet};

use eights::ruleset::ids;
use eights::{Action, ChanceMode, EpisodeKind, Event, Game, Options, Rng, Ruleset, Stream};
use serde_json::{Value, json};

/// Number of random decisions for each ruleset, setting and number of players.
const DECISIONS: u32 = 120;

/// Settings that every ruleset can override: each a name and overrides for its values.
fn rows() -> Vec<(&'static str, Vec<Value>)> {
    vec![
        ("packs and Jokers", packs()),
        ("cards dealt", dealt()),
        (
            "starter",
            vec![
                json!({ "starter.effects": "usual" }),
                json!({ "starter.effects": "none" }),
                json!({ "starter.card": false, "starter.card.again": { "cards": "8 *", "effects": "again" } }),
                json!({ "starter.card": false }),
                json!({ "starter.card": { "again": { "cards": "all", "effects": "again" } } }),
            ],
        ),
        (
            "when one may draw",
            vec![json!({ "draw.when": "always" }), json!({ "draw.when": "unable" })],
        ),
        ("how many", how_many()),
        (
            "the drawn card",
            words(
                "draw.then",
                &["end-turn", "may-play", "must-play", "play-any", "must-play-any"],
            ),
        ),
        ("wild", wild()),
        (
            "equal rank on a wild",
            vec![
                json!({ "follow": ["suit", "rank", "rank-on-nominated"] }),
                json!({ "follow": ["suit", "rank"] }),
            ],
        ),
        ("which cards skip, reverse, attack, …", effects()),
        ("several cards of one rank in a turn", one_rank()),
        ("call of the last card", calls()),
        (
            "empty stock",
            words("stock.empty", &["reshuffle", "turn-over", "none", "ends-round"]),
        ),
        (
            "king reversals played together",
            vec![
                json!({ "turn.once": [], "special.sets": sets("every"), "special.new": { "cards": "K", "reverse": true } }),
                json!({ "turn.once": "reversals", "special.sets": sets("every"), "special.new": { "cards": "K", "reverse": true } }),
            ],
        ),
        (
            "reversal with two players",
            words("turn.reverse-with-two", &["nothing", "skip"]),
        ),
        (
            "last card's effect at the round's end",
            words("out.last-card", &["ignored", "served", "chain"]),
        ),
        (
            "defensive cards",
            vec![
                attack(&json!({ "draw": 2, "answer": "2", "cancel": "T" })),
                attack(&json!({ "draw": 2, "answer": "2", "pass-on": "T" })),
                attack(&json!({ "draw": 2, "answer": "2", "pass-on": "T", "cancel": "T" })),
                attack(&json!({ "draw": 0, "skip": 3, "answer": "2", "pass-on": "T", "cancel": "J" })),
                attack(&json!({ "draw": 2, "skip": 2, "answer": "", "suit": "stays", "sets": "replace" })),
            ],
        ),
        (
            "who scores",
            vec![
                json!({ "score.who": "own" }),
                json!({ "score.who": "winner" }),
                json!({ "score.points": false, "score.points.else": 1 }),
            ],
        ),
        ("points, doubling, target, who wins the match", points()),
        ("bonus, sudden death, elimination, the hat", ends()),
        (
            "limit of turns in a match",
            vec![
                json!({ "match.turns": 0 }),
                json!({ "match.turns": 1 }),
                json!({ "match.turns": 60 }),
            ],
        ),
        (
            "mistakes",
            vec![json!({ "mistakes.penalty": 0 }), json!({ "mistakes.penalty": 2 })],
        ),
        ("countdown, cards drawn for an episode", late()),
        ("how a round begins", beginnings()),
        ("what binds the next player", binding()),
        (
            "after an attack",
            words("draw.after-attack", &["end-turn", "answer", "play"]),
        ),
        ("sets, runs, identical cards", several_cards()),
        ("who plays on, rows, hands doubled and halved", places()),
        ("what goes on around a turn", around()),
    ]
}

/// Settings around the turn: play out of turn, several piles, words, created rules, calls on request and the like.
fn around() -> Vec<Value> {
    let new = |special: Value| json!({ "special.new": special });
    vec![
        json!({ "out-of-turn.identical": { "3-K *": "may", "2": "must", "A": "others-may" } }),
        json!({ "second-pile.cards": "red", "follow": ["suit", "rank", "sum-or-product"] }),
        json!({ "draw.end-of-turn": 1, "stock.keep": 5, "deal.dealer-extra": 2 }),
        json!({ "call.made": "by-player", "call.penalty": 2, "call.caught": "asked", "call.due": "held" }),
        json!({ "out.not-on": { "A 5": 1 }, "starter.turned": "before-deal", "starter.effects": "full" }),
        json!({ "out.not-on": { "A 5": "never", "7": 1 } }),
        json!({ "call.made": "by-player", "call.penalty": 0, "call.due": 3, "score.events": { "call": 10, "out": 0 } }),
        json!({ "mistakes.penalty": 1, "score.events": { "mistake": 5, "out A": -20, "alone A": 40, "out": 0 }, "match.exact": { "20": 0 } }),
        json!({ "words": { "five": { "say": 1, "due": "played", "cards": "5" },
                           "bye": { "say": 2, "due": "out" } } }),
        json!({ "created": { "most": 3, "seen": "all", "drawn": 2 } }),
        json!({ "match.target": 0, "match.rounds": 3, "round.next": "winner-deals" }),
        json!({ "match.rounds": 3, "match.at-target": "elimination" }),
        new(json!({ "cards": "6", "next": { "cards": "QS", "binds": "named" } })),
        new(json!({ "cards": "6", "move": { "to": "chosen" }, "hit": {"who": "lot", "draw": 1} })),
        new(json!({ "cards": "6", "play": {"on": "7"}, "next": { "cards": "7" } })),
        new(json!({ "cards": "6", "mirror": true })),
    ]
}

/// Late-bound cards: those of a player's own countdown score, and those drawn for the episode.
fn late() -> Vec<Value> {
    let own = json!({ "cards": "@wild", "play": {"free": "always"}, "nominate": "always" });
    let lot = json!({ "cards": "@lot", "skip": 1 });
    vec![
        json!({ "countdown.from": 5, "match.target": 0, "out.places": 1 }),
        json!({ "countdown.from": 13, "match.target": 0, "special.eight": null, "special.own": own }),
        json!({ "countdown.from": 14, "match.target": 0 }),
        json!({ "countdown.from": 8, "match.target": 50 }),
        json!({ "params.lot": { "cards": "JC QD 5H" }, "special.lot": lot }),
        json!({ "params.lot": { "cards": "numbers", "draws": "rank", "when": "round" }, "special.lot": lot }),
        json!({ "params.lot": { "cards": { "03-21": "JC", "11-21": "5D" }, "when": "01-01" }, "special.lot": lot }),
        json!({ "params.lot": { "cards": { "13-21": "JC" } }, "special.lot": lot }),
        json!({ "special.lot": { "cards": "@nothing", "skip": 1 } }),
    ]
}

fn beginnings() -> Vec<Value> {
    vec![
        json!({ "deal.direction": "dealer" }),
        json!({ "starter": { "turned": "never", "card": null } }),
        json!({ "starter.turned": "never", "starter.card.open": { "cards": "8", "effects": "open" } }),
        json!({ "starter.card.open": { "cards": "8", "effects": "open" } }),
        json!({ "starter.card.first": { "cards": "8", "nominated-by": "first-player" } }),
        json!({ "starter.card": { "lot": { "cards": "8", "nominated-by": "lot" }, "kept": { "cards": "2", "effects": "turn-kept" } } }),
        json!({ "round.next": "loser-first" }),
        json!({ "round.next": "winner-first" }),
        json!({ "round.first": "3C 9 QS" }),
        json!({ "round.first": "all", "round.next": "loser-first", "deck.packs": 2, "starter.effects": "full" }),
        json!({ "round.first": "" }),
        json!({ "starter": { "turned": "by-dealer", "card": null } }),
        json!({ "starter.card.suit": { "cards": "all -8", "effects": "suit" } }),
    ]
}

fn binding() -> Vec<Value> {
    let new = |special: Value| json!({ "special.new": special });
    vec![
        json!({ "special.eight": { "cards": "8", "nominate": "always", "next": { "binds": "next" } } }),
        new(json!({ "cards": "5", "next": { "cards": "pictures", "binds": "next" } })),
        new(json!({ "cards": "5", "nominate": "second" })),
        new(json!({ "cards": "5", "nominate": "other" })),
        new(json!({ "cards": "5", "next": { "cards": "@rank A&@suit" } })),
        new(
            json!({ "cards": "5", "hit": { "draw": 2, "answer": "5 A&@suit", "cancel": "@rank -5", "pass-on": "9" } }),
        ),
        new(json!({ "cards": "5 *", "nominate": "second" })),
        new(json!({ "cards": "*", "next": { "follow": "under" } })),
        new(json!({ "cards": "5", "next": { "follow": "under" }, "play": {"free": "always"} })),
        new(json!({ "cards": "5", "play": {"on": "suit"} })),
        new(json!({ "cards": "6", "when": {"upcard": "all -7 -9"}, "play": {"free": "always"} })),
        new(json!({ "cards": "6", "play": {"free": "no-suit"}, "challenge": { "draw": 2, "extra": 1 } })),
        new(json!({ "cards": "6", "nominate": "alone", "when": { "players": "3-10" } })),
        new(json!({ "cards": "6", "when": {"left": 1}, "play": {"on": "7"}, "skip": 1 })),
        new(
            json!({ "cards": "6", "when": {"left": "0-2", "upcard": "identical"}, "skip": { "who": "chosen" } }),
        ),
        new(json!({ "cards": "6", "hit": { "who": "all", "draw": 1 }, "play": {"not-on": "7"} })),
    ]
}

fn one_rank() -> Vec<Value> {
    let values = [json!(false), sets("every"), sets("top")];
    values.map(|sets| json!({ "special.sets": sets })).into()
}

/// Cards of one rank played together, with `effects` as the cards that count.
fn sets(effects: &str) -> Value {
    json!({ "cards": "all", "continue": { "with": "rank", "effects": effects } })
}

/// Sets that these cards may cover.
fn set_covers(must: bool, cards: &str) -> Value {
    json!({ "cards": "all", "continue": { "with": "suit-after-set", "effects": "every", "cards": cards, "must": must } })
}

fn several_cards() -> Vec<Value> {
    vec![
        json!({ "special.runs": { "cards": "all", "continue": { "with": "adjacent" } } }),
        json!({ "special.sets": sets("every"), "special.set-covers": set_covers(false, "all") }),
        json!({ "special.sets": sets("every"), "special.set-covers": set_covers(true, "all -8") }),
        json!({ "special.sets": { "cards": "all", "continue": { "with": "rank", "effects": "top", "also": "3" } } }),
        json!({ "special.sets": false, "special.set-covers": set_covers(true, "all") }),
        json!({ "special.sets": sets("every"), "turn.once": "skips" }),
        json!({ "special.identical": { "cards": "all", "when": { "upcard": "identical" }, "hit": { "who": "others", "draw": 1 },
                "again": true } }),
        json!({ "special.new": { "cards": "6", "continue": { "with": "any", "cards": "@rank 7&@suit", "open": "covers" } } }),
        json!({ "special.new": { "cards": "6", "continue": { "with": "suit", "cards": "all -8", "also": "@rank&red", "must": true } } }),
        json!({ "call.made": "by-player", "call.penalty": 2, "call.caught": "next-player" }),
    ]
}

fn places() -> Vec<Value> {
    vec![
        json!({ "out.places": { "2": 1, "3-10": 2 } }),
        json!({ "out.places": { "2": 1, "3-10": [75, 25] } }),
        json!({ "out.places": [75, 30] }),
        json!({ "out.places": 10 }),
        json!({ "round.row": 4 }),
        json!({ "round.row": 1 }),
        json!({ "score.factors": { "2": "double", "identical": "halve" } }),
        json!({ "score.points.5": { "2": 5, "3-10": 20 } }),
        json!({ "match.target": 60, "match.at-target": { "comeback": 90 }, "match.winner": "lowest" }),
        json!({ "match.target": 60, "match.at-target": { "comeback": 60 } }),
    ]
}

fn words(key: &str, words: &[&str]) -> Vec<Value> {
    words.iter().map(|word| json!({ key: word })).collect()
}

fn packs() -> Vec<Value> {
    vec![
        json!({ "deck.packs": 1 }),
        json!({ "deck.packs": 2 }),
        json!({ "deck.packs": 4 }),
        json!({ "deck.packs": 2, "deck.jokers": 4 }),
        json!({ "deck.jokers": 2 }),
        json!({ "deck.packs": { "2-3": 1, "4-10": 3 }, "deck.jokers": { "2-3": 0, "4-10": 6 } }),
        json!({ "deck.packs": 0, "deck.jokers": 60 }),
    ]
}

fn dealt() -> Vec<Value> {
    vec![
        json!({ "deal.cards": 1 }),
        json!({ "deal.cards": 7 }),
        json!({ "deal.cards": 25 }),
        json!({ "deal.cards": { "2-4": 9, "5-10": 4 } }),
        json!({ "deal.cards": "3-7" }),
        json!({ "deal.cards": "5-8" }),
        json!({ "deal.cards": "250-255" }),
    ]
}

fn how_many() -> Vec<Value> {
    let many = |most: u8, playable: bool, hand: u8, then: &str| {
        let until = [(playable, json!("playable")), (hand > 0, json!(hand))];
        let until: Vec<Value> = until
            .into_iter()
            .filter(|(on, _)| *on)
            .map(|(_, word)| word)
            .collect();
        json!({ "draw.most": most, "draw.until": until, "draw.then": then })
    };
    vec![
        many(1, false, 0, "end-turn"),
        many(3, false, 0, "may-play"),
        many(0, true, 0, "must-play"),
        many(0, false, 8, "may-play"),
        many(0, true, 8, "must-play-any"),
        many(0, false, 0, "play-any"),
        many(3, false, 0, "end-turn"),
        json!({ "draw.most": 3 }),
    ]
}

fn wild() -> Vec<Value> {
    let wild = |cards: &str, wild: &str, nominate: &str| json!({ "special.eight": null, "special.new": { "cards": cards, "play": {"free": wild}, "nominate": nominate } });
    let mut all = vec![json!({ "special.eight": null })];
    for cards in ["8", "J", "8&red", "*", "3 5"] {
        all.push(wild(cards, "always", "always"));
    }
    for when in ["never", "always", "unable"] {
        for nominate in ["never", "always", "if-followed"] {
            all.push(wild("8", when, nominate));
        }
    }
    all
}

fn effects() -> Vec<Value> {
    let new = |special: Value| json!({ "special.new": special });
    vec![
        new(json!({ "cards": "9", "skip": 1 })),
        new(json!({ "cards": "9 JC", "skip": 3 })),
        new(json!({ "cards": "5&red", "reverse": true })),
        new(json!({ "cards": "6", "hit": { "draw": 3, "answer": "6" } })),
        new(json!({ "cards": "6", "hit": { "draw": 3, "answer": "5" } })),
        new(json!({ "cards": "4", "hit": { "draw": 1 } })),
        new(json!({ "cards": "4", "hit": { "draw": 2, "turn": "kept" } })),
        new(json!({ "cards": "T", "continue": { "with": "suit-or-rank" } })),
        new(json!({ "cards": "JH", "move": { "to": "all" } })),
        new(json!({ "cards": "H", "next": { "follow": "any" } })),
        new(json!({ "cards": "6", "again": true })),
        new(json!({ "cards": "6", "previous": true })),
        new(json!({ "cards": "6", "again": true, "skip": 1 })),
        new(json!({ "cards": "6", "hit": {"who": "others", "draw": 1} })),
        new(json!({ "cards": "5", "move": { "to": "right" } })),
        new(json!({ "cards": "5", "move": { "to": "onward" } })),
        new(json!({ "cards": "4", "hit": { "draw": 2, "from": "pile", "sets": "instead" } })),
        new(json!({ "cards": "4", "hit": { "draw": 2, "from": "pile-top" } })),
        new(json!({ "cards": "6", "hit": { "draw": 3, "answer": "6", "suit": ["in-force", "stays"] } })),
        new(json!({ "cards": "6", "hit": { "draw": 3, "answer": "6", "suit": "nominated", "sets": "add" } })),
        new(json!({ "cards": "T", "continue": { "with": "nominated", "also": "3" } })),
        new(
            json!({ "cards": "T", "continue": { "with": "suit", "must": true, "else-draw": 1, "most": 1, "open": ["covers"] } }),
        ),
        new(json!({ "cards": "T", "continue": { "with": "suit", "else-draw": 1 } })),
        new(json!({ "cards": "JH", "move": { "to": "next" } })),
        new(json!({ "cards": "JH", "move": { "to": "each" } })),
        new(json!({ "cards": "JH", "move": { "to": "chosen", "must": false } })),
        new(json!({ "cards": "9", "play": {"free": "unable"}, "challenge": { "draw": 2, "extra": 1 } })),
        new(json!({ "cards": "", "skip": 1 })),
    ]
}

fn calls() -> Vec<Value> {
    let by_player =
        |caught: &str| json!({ "call.made": "by-player", "call.penalty": 3, "call.caught": caught });
    vec![
        json!({ "call.made": "off" }),
        json!({ "call.made": "automatic" }),
        by_player("automatic"),
        by_player("own-turn"),
        by_player("after-next"),
        by_player("by-others"),
    ]
}

fn attack(attack: &Value) -> Value {
    json!({ "special.two": { "cards": "2", "hit": attack } })
}

fn points() -> Vec<Value> {
    vec![
        json!({ "score.points": { "8": 20, "A": 11, "J Q K": 10 } }),
        json!({ "score.points.else": "index" }),
        json!({ "score.factors": { "last-class": null, "last-rank": "double" } }),
        json!({ "score.factors": { "last-rank": null, "last-class": "double" } }),
        json!({ "match.target": 500 }),
        json!({ "match.target": 0 }),
        json!({ "match.winner": "lowest" }),
        json!({ "match.winner": "highest" }),
    ]
}

fn ends() -> Vec<Value> {
    vec![
        json!({ "score.events.out": 0 }),
        json!({ "score.events.out": -10 }),
        json!({ "score.events.skipped-last": -10 }),
        json!({ "score.events.skipped-last": -2000 }),
        json!({ "match.target": 60, "match.at-target": "sudden-death" }),
        json!({ "match.target": 60, "match.at-target": "elimination" }),
        json!({ "match.target": 60, "match.at-target": "sudden-death", "match.winner": "lowest", "score.who": "own" }),
        json!({ "match.target": 60, "match.at-target": "elimination", "match.winner": "lowest", "score.who": "own" }),
    ]
}

/// Plays random episodes of a game, and checks every step.
fn play(game: &Game, about: &str) {
    let mut rng = Rng::new(7, Stream::Bot);
    let mut left = DECISIONS;
    for seed in 0.. {
        let mut events: Vec<Event> = Vec::new();
        let mut state = game.deal(seed, &mut events);
        while !state.is_over() {
            let problems = game.check(&state);
            assert!(problems.is_empty(), "{about}: {problems:?}");
            if state.is_chance() {
                let outcomes = game.chance_outcomes(&state);
                let outcome = outcomes[rng.below(outcomes.len() as u32) as usize].0;
                game.apply_outcome(&mut state, outcome, &mut events)
                    .expect("possible");
                continue;
            }
            if left == 0 {
                return;
            }
            left -= 1;
            let legal = game.legal(&state);
            let action = Action::from_id(legal.nth(rng.below(legal.len())));
            game.apply(&mut state, action, &mut events).expect("legal");
        }
        assert_eq!(game.check(&state), Vec::<String>::new(), "{about}");
        assert_eq!(events.last(), Some(&Event::Ended), "{about}");
    }
}

#[test]
fn every_setting_plays_on_every_ruleset_or_is_refused_with_a_reason() {
    let (mut played, mut refused) = (0, 0);
    let mut plays_somewhere: BTreeMap<String, bool> = BTreeMap::new();
    let builtins: Vec<Ruleset> = ids().map(|id| Ruleset::builtin(id).expect(id)).collect();
    for (row, values) in rows() {
        for builtin in &builtins {
            for overrides in &values {
                let about = format!("{row}: {} with {overrides}", builtin.id);
                let ruleset = match builtin.with(overrides.as_object().expect("a mapping")) {
                    Ok(ruleset) => ruleset,
                    Err(error) => {
                        refused += 1;
                        plays_somewhere.entry(overrides.to_string()).or_default();
                        let why = error.to_string();
                        assert!(why.len() > 20 && why.contains(": "), "{about}: {why:?}");
                        println!("{about} is refused: {why}");
                        continue;
                    }
                };
                played += 1;
                plays_somewhere.insert(overrides.to_string(), true);
                let players = &ruleset.players;
                let tables = [players.min, 4.clamp(players.min, players.max), players.max];
                // Every other one is played, one table each in turn, so that every setting is played at the smallest and the
                // largest, by some ruleset.
                let n = played / 2 % tables.len();
                if played % 2 == 0 {
                    continue;
                }
                play(
                    &table(&ruleset, tables[n], n),
                    &format!("{about}, {} players", tables[n]),
                );
            }
        }
    }
    println!("{played} play, {refused} are refused");
    assert!(played > 3 * refused, "{played} play, {refused} are refused");
    let nowhere: BTreeSet<String> = plays_somewhere
        .into_iter()
        .filter_map(|(overrides, plays)| (!plays).then_some(overrides))
        .collect();
    let contradictions: BTreeSet<String> = contradictions().iter().map(Value::to_string).collect();
    assert_eq!(
        nowhere, contradictions,
        "what contradicts itself is refused everywhere, nothing else is"
    );
}

/// Values that are contradictory under every ruleset, or out of range.
fn contradictions() -> Vec<Value> {
    vec![
        json!({ "deal.cards": "250-255" }),
        json!({ "starter.card": { "again": { "cards": "all", "effects": "again" } } }),
        json!({ "draw.most": 3, "draw.until": [], "draw.then": "end-turn" }),
        attack(&json!({ "draw": 2, "answer": "2", "pass-on": "T", "cancel": "T" })),
        json!({ "score.events.skipped-last": -2000 }),
        json!({ "countdown.from": 14, "match.target": 0 }),
        json!({ "countdown.from": 8, "match.target": 50 }),
        json!({ "params.lot": { "cards": { "13-21": "JC" } }, "special.lot": { "cards": "@lot", "skip": 1 } }),
        json!({ "special.lot": { "cards": "@nothing", "skip": 1 } }),
        json!({ "starter.turned": "never", "starter.card.open": { "cards": "8", "effects": "open" } }),
        json!({ "special.new": { "cards": "5 *", "nominate": "second" } }),
        json!({ "special.new": { "cards": "6", "when": {"left": 1}, "play": {"on": "7"}, "skip": 1 } }),
        json!({ "special.sets": false, "special.set-covers": set_covers(true, "all") }),
        json!({ "out.places": [75, 30] }),
        json!({ "out.places": 10 }),
        json!({ "round.row": 1 }),
        json!({ "special.new": { "cards": "6", "again": true, "skip": 1 } }),
        json!({ "special.new": { "cards": "JH", "move": { "to": "chosen", "must": false } } }),
        json!({ "match.target": 60, "match.at-target": { "comeback": 60 } }),
    ]
}

/// Rulesets that combine many settings of the table, especially those that no builtin ruleset uses.
pub(crate) fn together() -> Vec<Ruleset> {
    let special = Ruleset::builtin("crazy_eights_special").expect("builtin");
    let xtreme = json!({
        "deck.packs": 2, "deal.cards": "3-7", "out.last-card": "chain", "score.factors": { "last-class": "double" },
        "score.events": { "out": -10, "skipped-last": -10 }, "match.target": 60, "match.at-target": "sudden-death",
        "special.two": { "cards": "2", "hit": { "draw": 2, "answer": "2", "pass-on": "T" } },
    });
    let timed = json!({
        "deck.packs": 2, "deal.cards": 2, "out.last-card": "chain", "score.factors": { "last-rank": "double" }, "match.target": 40,
        "match.at-target": "elimination", "match.turns": 150, "call.caught": "own-turn", "round.first": "QS 3 all",
        "special.two": { "cards": "2 3", "hit": { "draw": 1, "answer": "2 3", "cancel": "T" } },
    });
    let with = |overrides: &Value| {
        special
            .with(overrides.as_object().expect("a mapping"))
            .expect("valid")
    };
    [xtreme, timed].iter().map(with).collect()
}

/// A game of matches, or of rounds if there are none; the second number of players plays with explicit chance.
fn table(ruleset: &Ruleset, players: u8, n: usize) -> Game {
    let chance = if n == 1 {
        ChanceMode::Explicit
    } else {
        ChanceMode::Sampled
    };
    let options = |episode| Options {
        chance,
        episode,
        ..Options::new(players)
    };
    Game::new(ruleset, options(EpisodeKind::Match))
        .or_else(|_| Game::new(ruleset, options(EpisodeKind::Round)))
        .expect("a game")
}
