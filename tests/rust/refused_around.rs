//! What goes on around a turn: combinations of those settings that make no sense, each refused at its key.

use serde_json::{Value, json};

use crate::refused::{plays, refused};

/// Overrides and more of them.
pub(crate) fn and(base: &Value, more: &Value) -> Value {
    let mut all = base.clone();
    let map = all.as_object_mut().expect("a mapping");
    map.extend(more.as_object().expect("a mapping").clone());
    all
}

/// Crazy Eights without its Eights, so that no card is wild.
pub(crate) fn tame(more: &Value) -> Value {
    and(&json!({ "special.eight": false, "call.made": "by-player" }), more)
}

/// A six with this meaning.
pub(crate) fn six(more: &Value) -> Value {
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
fn created_rules_that_go_with_no_such_table() {
    let most = json!({ "created.most": 2, "created.seen": "all" });
    let with = |more: Value| and(&most, &more);
    refused(&[
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
