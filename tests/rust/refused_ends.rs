//! The starter, single cards, and ways to draw, to call and to go out that make no sense, each refused at its key.

use serde_json::{Value, json};

use crate::refused::{plays, refused};
use crate::refused_around::{and, six, tame};

#[test]
fn draws_and_ways_out_that_cannot_be() {
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
    ]);
    plays(&[
        never,
        json!({ "stock.keep": 5 }),
        json!({ "out.not-on": "A 8", "out.last-card": "served" }),
    ]);
}

#[test]
fn a_card_drawn_after_the_last_one_that_cannot_be() {
    let drawn = tame(&json!({ "draw.end-of-turn": 1, "out.drawn": true }));
    refused(&[
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
    plays(&[drawn]);
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
            and(
                &with(json!({ "wild": "unable", "challenge": { "draw": 2, "extra": 1, "undone": true } })),
                &json!({ "words.six": { "say": 1, "text": "six", "due": "laid", "cards": "6" } }),
            ),
            "special.six.challenge.undone",
            "does not go with words.six",
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
        (
            and(&with(json!({})), &json!({ "round.row": 4 })),
            "special.six.mirror",
            "round.row = 4",
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
