//! What goes on around a turn: combinations of those settings that make no sense, each refused at its key.

use serde_json::{Value, json};

use crate::refused::{plays, refused};

/// Overrides and more of them.
fn and(base: &Value, more: &Value) -> Value {
    let mut all = base.clone();
    let map = all.as_object_mut().expect("a mapping");
    map.extend(more.as_object().expect("a mapping").clone());
    all
}

/// Crazy Eights without its Eights, so that no card is wild.
fn tame(more: &Value) -> Value {
    and(&json!({ "special.eight": false, "call.made": "by-player" }), more)
}

/// A six with this meaning.
fn six(more: &Value) -> Value {
    json!({ "special.six": and(&json!({ "cards": "6" }), more) })
}

#[test]
fn late_bound_words_in_keys_that_must_be_known_before_play() {
    let zodiac = json!({ "params.zodiac": { "cards": "JC QD" } });
    for key in [
        "out-of-turn.identical",
        "second-pile.cards",
        "out.not-on",
        "starter.nominate-only",
        "starter.no-effects",
    ] {
        let overrides = and(&zodiac, &json!({ key: "8 @zodiac" }));
        refused(&[(overrides, key, "has late-bound words")]);
    }
    for key in ["out-of-turn.must", "out-of-turn.layer-not"] {
        let overrides = and(
            &zodiac,
            &json!({ "out-of-turn.identical": "8", key: "8 @zodiac" }),
        );
        refused(&[(overrides, key, "has late-bound words")]);
    }
    for key in ["cards", "on"] {
        let word = json!({ "say": 1, "text": "hello", "due": "laid", key: "8 @zodiac" });
        let overrides = and(&zodiac, &json!({ "words.hello": word }));
        refused(&[(overrides, &format!("words.hello.{key}"), "has late-bound words")]);
    }
    for (key, value) in [
        ("only-on", json!("K @zodiac")),
        ("followed-by", json!("K @zodiac")),
        ("name-rank", json!({ "cards": "QS @zodiac" })),
    ] {
        let path = if key == "name-rank" {
            "name-rank.cards"
        } else {
            key
        };
        let overrides = and(&zodiac, &six(&json!({ key: value })));
        refused(&[(overrides, &format!("special.six.{path}"), "has late-bound words")]);
    }
    let two = json!({ "special.two": { "cards": "2", "others-draw": 1 } });
    for (key, value) in [
        ("only-on", json!("K")),
        ("followed-by", json!("K")),
        ("mirror", json!(true)),
    ] {
        let special = json!({ "special.zodiac": { "cards": "@zodiac", key: value } });
        let overrides = and(&and(&zodiac, &two), &special);
        refused(&[(overrides, "special.zodiac.cards", "must be known before play")]);
    }
}

#[test]
fn cards_laid_out_of_turn_that_cannot_be() {
    let all = json!({ "out-of-turn.identical": "all -8" });
    let with = |more: Value| and(&all, &more);
    refused(&[
        (
            with(json!({ "out-of-turn.must": "2 8" })),
            "out-of-turn.must",
            "8C 8D 8H 8S are not among",
        ),
        (
            json!({ "out-of-turn.layer-not": "AS" }),
            "out-of-turn.layer-not",
            "AS are not among",
        ),
        (
            with(json!({ "turn.same-rank": "every" })),
            "out-of-turn.identical",
            "does not go with turn.same-rank = \"every\"",
        ),
        (
            with(json!({ "turn.runs": true })),
            "out-of-turn.identical",
            "turn.runs = true",
        ),
        (
            with(json!({ "special.eight": false, "turn.most": 3 })),
            "out-of-turn.identical",
            "turn.most = 3",
        ),
        (
            with(json!({ "special.eight": false, "turn.or-all": true })),
            "out-of-turn.identical",
            "turn.or-all = true",
        ),
        (
            with(json!({ "turn.identical.again": true })),
            "out-of-turn.identical",
            "turn.identical.again",
        ),
    ]);
    plays(&[
        with(json!({ "out-of-turn.must": "2", "out-of-turn.layer-not": "A" })),
        and(&all, &six(&json!({ "give": {}, "cover": { "with": "suit" } }))),
    ]);
}

#[test]
fn second_piles_that_cannot_be() {
    let red = json!({ "second-pile.cards": "red" });
    let with = |more: Value| and(&red, &more);
    let path = "second-pile.cards";
    refused(&[
        (
            json!({ "second-pile.cards": "*" }),
            path,
            "\"*\" are no cards of the deck",
        ),
        (with(json!({ "deal.cards": 1 })), path, "deal 2 cards or more"),
        (
            with(json!({ "stock.empty": "turn-over" })),
            path,
            "stock.empty = \"turn-over\"",
        ),
        (
            with(json!({ "turn.same-rank": "top" })),
            path,
            "turn.same-rank = \"top\"",
        ),
        (with(json!({ "turn.runs": true })), path, "turn.runs"),
        (
            with(json!({ "out-of-turn.identical": "2" })),
            path,
            "out-of-turn.identical = \"2\"",
        ),
        (
            with(json!({ "deal.cards": 25, "players.max": 2, "deal.dealer-extra": 1 })),
            "deal.cards",
            "need 53 cards for the deal and two piles",
        ),
    ]);
    for (key, value) in [
        ("cover", json!({ "with": "suit" })),
        ("give", json!({})),
        ("follow-under", json!(true)),
        ("demand", json!("pictures")),
        ("penalty", json!({ "draw": 1, "from": "pile" })),
    ] {
        let overrides = and(&red, &six(&json!({ key: value })));
        let named = format!("does not go with special.six.{key}");
        refused(&[(overrides, path, &named)]);
    }
    let bluff = json!({ "wild": "unable", "challenge": { "draw": 1, "extra": 1 } });
    refused(&[(and(&red, &six(&bluff)), path, "special.six.challenge")]);
    plays(&[with(json!({ "stock.empty": "none" })), red.clone()]);
}

#[test]
fn turns_of_several_cards_that_cannot_be() {
    let three = tame(&json!({ "turn.most": 3 }));
    let all = tame(&json!({ "turn.or-all": true }));
    refused(&[
        (
            tame(&json!({ "turn.most": 0 })),
            "turn.most",
            "0 is not in 1 … 20",
        ),
        (json!({ "turn.most": 2 }), "turn.most", "special.eight.wild"),
        (
            and(&three, &json!({ "turn.same-rank": "every" })),
            "turn.most",
            "turn.same-rank = \"every\"",
        ),
        (
            and(&three, &json!({ "turn.runs": true })),
            "turn.most",
            "turn.runs = true",
        ),
        (
            and(&all, &json!({ "turn.runs": true })),
            "turn.or-all",
            "turn.runs = true",
        ),
    ]);
    for (key, value) in [
        ("wild", json!("unable")),
        ("nominate", json!("second")),
        ("cover", json!({ "with": "suit" })),
        ("demand", json!("9")),
        ("follow-under", json!(true)),
    ] {
        let overrides = and(&all, &six(&json!({ key: value })));
        let named = format!("does not go with special.six.{key}");
        refused(&[(overrides, "turn.or-all", &named)]);
    }
    plays(&[and(
        &three,
        &json!({ "turn.or-all": true, "follow.sum-product": true }),
    )]);
}

#[test]
fn draws_and_ways_out_that_cannot_be() {
    let drawn = tame(&json!({ "draw.end-of-turn": 1, "out.drawn": true }));
    let never = json!({ "draw.when": "never", "draw.then": "end-turn", "draw.limit": 1 });
    refused(&[
        (
            json!({ "draw.end-of-turn": 21 }),
            "draw.end-of-turn",
            "21 is not in 0 … 20",
        ),
        (
            and(&never, &json!({ "draw.limit": 2 })),
            "draw.when",
            "does not go with draw.limit = 2",
        ),
        (
            and(&never, &json!({ "draw.until-playable": true })),
            "draw.when",
            "draw.until-playable = true",
        ),
        (
            and(&never, &json!({ "draw.until-hand": 4 })),
            "draw.when",
            "draw.until-hand = 4",
        ),
        (
            and(&never, &json!({ "draw.then": "play-any" })),
            "draw.when",
            "draw.then = \"play-any\"",
        ),
        (json!({ "stock.keep": 11 }), "stock.keep", "11 is not in 0 … 10"),
        (
            json!({ "stock.keep": 5, "stock.empty": "turn-over" }),
            "stock.keep",
            "stock.empty = \"turn-over\"",
        ),
        (
            json!({ "out.not-on-draw": 0 }),
            "out.not-on-draw",
            "0 is not in 1 … 20",
        ),
        (
            json!({ "out.not-on": "all" }),
            "out.not-on",
            "nobody could ever go out",
        ),
        (
            and(&drawn, &json!({ "draw.end-of-turn": 2 })),
            "out.drawn",
            "set draw.end-of-turn = 1, not 2",
        ),
        (
            and(&drawn, &json!({ "call.made": "automatic" })),
            "out.drawn",
            "set call.made = \"by-player\"",
        ),
        (
            and(&drawn, &json!({ "call.caught": "by-others" })),
            "out.drawn",
            "call.caught = \"by-others\"",
        ),
        (
            and(&drawn, &json!({ "call.charged": "own-turn" })),
            "out.drawn",
            "call.charged = \"own-turn\"",
        ),
        (
            and(&drawn, &json!({ "call.due": "held" })),
            "out.drawn",
            "call.due = \"held\"",
        ),
        (
            and(&drawn, &json!({ "out.last-card": "chain" })),
            "out.drawn",
            "out.last-card = \"chain\"",
        ),
        (
            and(&drawn, &json!({ "out.not-on": "A" })),
            "out.drawn",
            "out.not-on = \"A\"",
        ),
        (
            and(&drawn, &json!({ "out.places": { "2": 1, "3-10": 2 } })),
            "out.drawn",
            "out.places = {\"2\":1,\"3-10\":2}",
        ),
        (
            and(
                &drawn,
                &json!({ "words.bye": { "say": 1, "text": "bye", "due": "out" } }),
            ),
            "out.drawn",
            "words.bye.due = \"out\"",
        ),
        (
            and(&drawn, &json!({ "countdown.from": 8, "match.target": 0 })),
            "out.drawn",
            "countdown.from = 8",
        ),
    ]);
    plays(&[
        drawn,
        never,
        json!({ "stock.keep": 5 }),
        json!({ "out.not-on": "A 8", "out.last-card": "served" }),
    ]);
}

#[test]
fn words_that_cannot_be_due() {
    let word = |more: Value| json!({ "words.hello": and(&json!({ "say": 1, "text": "hello", "due": "laid" }), &more) });
    let other = json!({ "words.bye": { "say": 2, "text": "bye", "due": "out" } });
    refused(&[
        (word(json!({ "say": 0 })), "words.hello.say", "0 is not in 1 … 7"),
        (word(json!({ "say": 8 })), "words.hello.say", "8 is not in 1 … 7"),
        (
            and(&word(json!({ "say": 2 })), &other),
            "words.hello.say",
            "2 is the number of words.bye already",
        ),
        (
            word(json!({ "text": " " })),
            "words.hello.text",
            "there is no word to say",
        ),
        (
            word(json!({ "penalty": 0 })),
            "words.hello.penalty",
            "0 is not in 1 … 50",
        ),
        (word(json!({ "cards": "8 -8" })), "words.hello.cards", "never due"),
        (word(json!({ "on": "" })), "words.hello.on", "never due"),
        (
            word(json!({ "due": "out", "cards": "8" })),
            "words.hello.cards",
            "counts only where the word is due when cards are laid",
        ),
        (
            and(&word(json!({ "due": "out" })), &other),
            "words.hello.due",
            "words.bye is due then already",
        ),
        (
            and(
                &word(json!({ "due": "penalty" })),
                &json!({ "call.made": "automatic" }),
            ),
            "words.hello.due",
            "nobody draws for a missing call",
        ),
        (
            and(
                &word(json!({ "due": "out" })),
                &json!({ "countdown.from": 8, "match.target": 0 }),
            ),
            "words.hello.due",
            "in a countdown nobody is out",
        ),
        (
            json!({ "words.Hello": { "say": 1, "text": "hello", "due": "laid" } }),
            "words.Hello",
            "lower-case letters, digits and hyphens",
        ),
    ]);
    plays(&[
        and(&word(json!({ "cards": "5", "on": "2" })), &other),
        and(
            &word(json!({ "due": "penalty" })),
            &json!({ "mistakes.penalty": 1 }),
        ),
        and(&word(json!({ "due": "penalty" })), &other),
    ]);
}

#[test]
fn calls_that_cannot_be_asked_for() {
    let by_player = json!({ "call.made": "by-player", "call.penalty": 4 });
    refused(&[
        (
            json!({ "call.made": "automatic", "call.caught": "asked" }),
            "call.caught",
            "set call.made = \"by-player\"",
        ),
        (
            and(
                &by_player,
                &json!({ "call.caught": "asked", "call.charged": "after-next" }),
            ),
            "call.charged",
            "after-next goes with caught = \"automatic\"",
        ),
        (
            json!({ "call.due": "held", "countdown.from": 8, "match.target": 0 }),
            "call.due",
            "a new hand of one card is no last card",
        ),
    ]);
    plays(&[
        and(&by_player, &json!({ "call.caught": "asked", "call.due": "held" })),
        and(&by_player, &json!({ "call.charged": "after-next" })),
    ]);
}

#[test]
fn starters_that_count_for_nothing() {
    refused(&[
        (
            json!({ "starter.turned": false, "starter.before-deal": true }),
            "starter.before-deal",
            "set starter.turned = true",
        ),
        (
            json!({ "starter.turned": false, "starter.in-full": true }),
            "starter.in-full",
            "set starter.turned = true",
        ),
        (
            json!({ "starter.turned": false, "starter.no-effects": "8" }),
            "starter.no-effects",
            "no card is turned",
        ),
        (
            json!({ "starter.effects": false, "starter.in-full": true }),
            "starter.in-full",
            "set starter.effects = true",
        ),
        (
            json!({ "starter.effects": false, "starter.nominate-only": "8" }),
            "starter.nominate-only",
            "set starter.effects = true",
        ),
        (
            json!({ "starter.effects": false, "starter.no-effects": "8" }),
            "starter.no-effects",
            "set starter.effects = true",
        ),
        (
            json!({ "starter.nominate-only": "8 9H" }),
            "starter.nominate-only",
            "9H nominate nothing",
        ),
        (
            json!({ "starter.nominate-only": "8", "starter.no-effects": "8H 2" }),
            "starter.no-effects",
            "8H stand under nominate-only",
        ),
        (
            json!({ "starter.nominate-only": "8", "starter.open": "8H" }),
            "starter.nominate-only",
            "8H stand under open as well",
        ),
    ]);
    plays(&[
        json!({ "starter.before-deal": true, "starter.in-full": true, "starter.nominate-only": "8" }),
        json!({ "starter.no-effects": "8 K" }),
    ]);
}

#[test]
fn cards_that_lie_on_few_others_or_name_what_follows() {
    let with = |more: Value| six(&more);
    refused(&[
        (
            with(json!({ "only-on": "K", "wild": "always" })),
            "special.six.only-on",
            "does not go with special.six.wild",
        ),
        (
            with(json!({ "only-on": "*" })),
            "special.six.only-on",
            "\"*\" are no cards of the deck",
        ),
        (
            with(json!({ "followed-by": "8 -8" })),
            "special.six.followed-by",
            "are no cards of the deck",
        ),
        (
            with(json!({ "followed-by": "K", "nominate": "always" })),
            "special.six.followed-by",
            "does not go with special.six.nominate",
        ),
        (
            with(json!({ "followed-by": "K", "accepts": "any" })),
            "special.six.followed-by",
            "special.six.accepts",
        ),
        (
            with(json!({ "name-rank": { "cards": "Q" } })),
            "special.six.name-rank.cards",
            "\"Q\" is no single card",
        ),
        (
            with(json!({ "name-rank": { "cards": "QS *R" } })),
            "special.six.name-rank.cards",
            "*R are not in the deck",
        ),
        (
            with(json!({ "name-rank": { "draw": 0 } })),
            "special.six.name-rank.draw",
            "0 is not in 1 … 20",
        ),
        (
            with(json!({ "name-rank": {}, "attack": { "draw": 2 } })),
            "special.six.name-rank",
            "special.six.attack",
        ),
        (
            and(
                &with(json!({ "name-rank": {} })),
                &json!({ "special.five": { "cards": "5", "follow-under": true } }),
            ),
            "special.six.name-rank",
            "special.five.follow-under",
        ),
        (
            and(
                &with(json!({ "name-rank": {} })),
                &json!({ "countdown.from": 8, "match.target": 0 }),
            ),
            "special.six.name-rank",
            "countdown.from = 8",
        ),
        (
            with(json!({ "slap": 21 })),
            "special.six.slap",
            "21 is not in 0 … 20",
        ),
        (
            with(json!({ "attack": { "draw": 2, "answer": "6", "adds": false, "together": true } })),
            "special.six.attack.adds",
            "together adds up",
        ),
    ]);
    plays(&[
        with(json!({ "only-on": "K", "followed-by": "K", "swap-hands": true, "slap": 1 })),
        with(json!({ "name-rank": { "cards": "QS" }, "skip": 1 })),
    ]);
}

#[test]
fn mirrors_that_have_nothing_to_turn() {
    let two = json!({ "special.two": { "cards": "2", "attack": { "draw": 2, "answer": "2" } } });
    let with = |more: Value| and(&two, &six(&and(&json!({ "mirror": true }), &more)));
    refused(&[
        (
            six(&json!({ "mirror": true })),
            "special.six.mirror",
            "there is nothing to turn",
        ),
        (
            with(json!({ "attack": { "draw": 1 } })),
            "special.six.mirror",
            "does not go with special.six.attack",
        ),
        (
            with(json!({ "reverse": true })),
            "special.six.mirror",
            "special.six.reverse",
        ),
        (
            with(json!({ "others-draw": 1 })),
            "special.six.mirror",
            "special.six.others-draw",
        ),
        (
            and(&with(json!({})), &json!({ "special.two.attack.cancel": "6H" })),
            "special.six.mirror",
            "6H stand under answer, cancel or pass-on",
        ),
        (
            and(&with(json!({})), &json!({ "turn.same-rank": "top" })),
            "special.six.mirror",
            "turn.same-rank = \"top\"",
        ),
        (
            and(&with(json!({})), &json!({ "turn.runs": true })),
            "special.six.mirror",
            "turn.runs = true",
        ),
    ]);
    plays(&[
        with(json!({})),
        and(&with(json!({})), &json!({ "turn.same-rank": "every" })),
    ]);
}

#[test]
fn matches_of_rounds_that_do_not_count() {
    let rounds = json!({ "match.target": 0, "match.rounds": 8 });
    let with = |more: Value| and(&rounds, &more);
    let won = json!({ "score.who": "round", "match.winner": "highest" });
    refused(&[
        (
            json!({ "match.rounds": 8 }),
            "match.rounds",
            "does not go with match.target = 100",
        ),
        (
            with(json!({ "match.at-target": "elimination" })),
            "match.rounds",
            "match.at-target = \"elimination\"",
        ),
        (
            with(json!({ "countdown.from": 8 })),
            "match.rounds",
            "countdown.from = 8",
        ),
        (
            json!({ "match.target": 0, "match.rounds": { "2-5": 8 } }),
            "match.rounds",
            "no value for 6 players",
        ),
        (
            json!({ "match.target": 0, "match.rounds": { "2-5": 8, "6-10": 0 } }),
            "match.rounds",
            "0 for some numbers of players",
        ),
        (
            with(json!({ "score.who": "round" })),
            "score.who",
            "set match.winner = \"highest\"",
        ),
        (
            with(and(&won, &json!({ "score.hat": 10 }))),
            "score.who",
            "score.hat = 10",
        ),
        (
            with(and(&won, &json!({ "match.bonus": 5 }))),
            "score.who",
            "match.bonus = 5",
        ),
    ]);
    plays(&[
        with(won.clone()),
        with(json!({ "match.rounds": { "2-5": 8, "6-10": 12 }, "round.dealer": "winner" })),
        json!({ "match.target": 0, "score.who": "round" }),
    ]);
}

#[test]
fn created_rules_that_cannot_stand() {
    let most = json!({ "created.most": 2, "created.seen": "all" });
    let with = |more: Value| and(&most, &more);
    let aces = json!({ "cards": "A", "does": "reverse" });
    let invert = |cards: &str| json!({ "cards": cards, "does": "invert" });
    refused(&[
        (
            with(json!({ "created.most": 4 })),
            "created.most",
            "4 is not in 0 … 3",
        ),
        (
            with(json!({ "created.offered": 0 })),
            "created.offered",
            "0 is not in 1 … 8",
        ),
        (
            with(json!({ "created.offered": 9 })),
            "created.offered",
            "9 is not in 1 … 8",
        ),
        (
            with(json!({ "created.drawn": 3 })),
            "created.drawn",
            "3 would stand from the beginning",
        ),
        (
            with(json!({ "created.drawn": 2, "created.rules": [aces] })),
            "created.drawn",
            "created.most lets 2 stand",
        ),
        (
            json!({ "created.rules": [aces] }),
            "created.rules",
            "created.most lets 0 stand",
        ),
        (
            with(json!({ "created.by": "lot" })),
            "created.by",
            "none is drawn",
        ),
        (
            with(json!({ "created.rules": [{ "cards": "6", "does": "skip", "count": 0 }] })),
            "created.rules.[0].count",
            "0 is not in 1 … 9",
        ),
        (
            with(json!({ "created.rules": [{ "cards": "6 huge", "does": "skip" }] })),
            "created.rules.[0].cards",
            "\"huge\" is no word of a class",
        ),
        (
            with(json!({ "created.rules": [aces, aces] })),
            "created.rules.[1]",
            "stands already",
        ),
        (
            with(json!({ "created.rules": [invert("A"), invert("K")] })),
            "created.rules",
            "2 rules invert what is playable",
        ),
        (
            with(json!({ "starter.turned": false })),
            "created.most",
            "starter.turned = false",
        ),
        (
            with(json!({ "countdown.from": 8, "match.target": 0 })),
            "created.most",
            "countdown.from = 8",
        ),
        (
            with(json!({ "turn.runs": true })),
            "created.most",
            "turn.runs = true",
        ),
        (
            with(json!({ "stock.empty": "turn-over" })),
            "created.most",
            "stock.empty = \"turn-over\"",
        ),
        (
            with(json!({ "second-pile.cards": "red" })),
            "created.most",
            "second-pile.cards = \"red\"",
        ),
        (
            with(json!({ "call.made": "by-player", "draw.end-of-turn": 1, "out.drawn": true })),
            "created.most",
            "out.drawn = true",
        ),
        (
            and(&most, &six(&json!({ "follow-under": true }))),
            "created.most",
            "special.six.follow-under",
        ),
        (
            and(&most, &six(&json!({ "penalty": { "draw": 1, "from": "pile" } }))),
            "created.most",
            "special.six.penalty.from",
        ),
    ]);
    let fixed =
        json!({ "created.most": 1, "created.by": "lot", "created.seen": "all", "created.rules": [aces] });
    plays(&[
        most.clone(),
        and(&fixed, &json!({ "turn.runs": true, "stock.empty": "turn-over" })),
        with(json!({ "created.rules": [invert("A"), aces] })),
    ]);
}

#[test]
fn hidden_rules_that_nobody_could_find_out() {
    let hidden =
        json!({ "created.most": 1, "mistakes.penalty": 1, "draw.when": "always", "draw.then": "end-turn" });
    let with = |more: Value| and(&hidden, &more);
    let path = "created.seen";
    refused(&[
        (
            with(json!({ "mistakes.penalty": 0 })),
            path,
            "set mistakes.penalty to 1 or more",
        ),
        (
            with(json!({ "draw.when": "unable" })),
            path,
            "draw.when = \"unable\"",
        ),
        (
            with(json!({ "draw.then": "may-play" })),
            path,
            "draw.then = \"may-play\"",
        ),
        (
            and(&hidden, &six(&json!({ "wild": "unable" }))),
            path,
            "special.six.wild",
        ),
        (
            and(&hidden, &six(&json!({ "cover": { "with": "suit" } }))),
            path,
            "special.six.cover",
        ),
    ]);
    plays(&[hidden.clone(), with(json!({ "created.seen": "nobody" }))]);
}

#[test]
fn every_problem_of_a_list_is_told_with_those_of_other_keys() {
    let overrides =
        json!({ "created.most": 1, "created.rules": [{ "cards": "6" }], "turn.most": 0, "stock.keep": 12 });
    let builtin = eights::ruleset::Ruleset::builtin("crazy_eights").expect("builtin");
    let error = builtin
        .with(overrides.as_object().expect("a mapping"))
        .expect_err("refused")
        .to_string();
    for part in [
        "created.rules.[0]: missing field `does`",
        "turn.most: 0",
        "stock.keep: 12",
    ] {
        assert!(error.contains(part), "{part} is not in {error}");
    }
}
