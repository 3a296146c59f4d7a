//! Settings of random rulesets that need a tableau: each kind of ruleset mixes settings that are compatible.

use serde_json::{Map, Value, json};

use crate::random::{attack_of, names_any_suit};

/// The number of kinds of ruleset.
pub(crate) const KINDS: u8 = 10;

/// Adds the settings of a kind to a random ruleset for this number of players, chosen by numbers from 0 to 5.
pub(crate) fn add(ruleset: &mut Value, kind: u8, players: u8, rare: &[u8]) {
    match kind {
        0..=2 => return,
        3 | 4 => claims(ruleset, rare),
        5 | 6 => piles(ruleset, rare),
        7 => created(ruleset, rare, false),
        8 => created(ruleset, rare, true),
        _ => mirrors(ruleset, rare),
    }
    let several = ruleset["special"].get("turn").is_some();
    match (kind, rare[36]) {
        (7 | 8, 0 | 1) => claims(ruleset, &rare[37..]),
        (3 | 4, 0 | 1) => mirrors(ruleset, &rare[37..]),
        (5..=8, 2) if !several => mirrors(ruleset, &rare[37..]),
        _ => {}
    }
    specials(ruleset, &rare[8..]);
    deals(ruleset, &rare[16..]);
    ends(ruleset, kind, players, &rare[24..]);
    words(ruleset, &rare[32..]);
}

fn specials_of(ruleset: &mut Value) -> impl Iterator<Item = &mut Map<String, Value>> {
    let specials = ruleset["special"].as_object_mut().expect("a table");
    specials.values_mut().filter_map(Value::as_object_mut)
}

/// Removes keys from all specials.
fn without(ruleset: &mut Value, keys: &[&str]) {
    for special in specials_of(ruleset) {
        for key in keys {
            special.remove(*key);
        }
    }
}

/// Removes specials.
fn remove(ruleset: &mut Value, names: &[&str]) {
    let specials = ruleset["special"].as_object_mut().expect("a table");
    specials.retain(|name, _| !names.contains(&name.as_str()));
}

/// Limits a turn to one card.
fn one_card(ruleset: &mut Value) {
    remove(ruleset, &["sets", "runs", "set-covers"]);
}

fn penalties_from_stock(ruleset: &mut Value) {
    for special in specials_of(ruleset) {
        if let Some(hit) = special.get_mut("hit").filter(|hit| hit.get("from").is_some()) {
            hit["from"] = json!("stock");
        }
    }
}

/// Makes the order of the stock unknown.
fn shuffled(ruleset: &mut Value) {
    if ruleset["stock"]["empty"] == json!("turn-over") {
        ruleset["stock"]["empty"] = json!("reshuffle");
    }
}

/// Adds cards played out of turn.
fn claims(ruleset: &mut Value, rare: &[u8]) {
    one_card(ruleset);
    if let Some(identical) = ruleset["special"].get_mut("identical") {
        identical["again"] = json!(false);
    }
    let identical = match rare[0] {
        0 | 1 => json!({ "3-K": "may", "2 *": "must", "A": "others-may" }),
        2 => json!({ "all -7": "may", "7": "others-may" }),
        3 => json!({ "A Q": "may", "2": "must" }),
        4 => json!({ "all -K": "must" }),
        _ => json!({ "black": "others-may" }),
    };
    ruleset["out-of-turn"] = json!({ "identical": identical });
}

/// Adds a second pile, and several cards in a turn.
fn piles(ruleset: &mut Value, rare: &[u8]) {
    one_card(ruleset);
    shuffled(ruleset);
    if rare[0] > 0 {
        without(
            ruleset,
            &["continue", "give", "challenge", "follow-under", "demand"],
        );
        penalties_from_stock(ruleset);
        ruleset["second-pile"]["cards"] = json!(if rare[0] == 1 { "H S 2" } else { "red" });
        ruleset["deal"]["rounds"] = json!("same");
        if ruleset["deal"]["cards"] == json!(1) {
            ruleset["deal"]["cards"] = json!(2);
        }
        if let Some(most) = ruleset["deal"]["cards"]
            .as_str()
            .and_then(|range| range.strip_prefix("1-"))
        {
            let most: u8 = most.parse().expect("a number");
            ruleset["deal"]["cards"] = json!(format!("2-{}", most.max(3)));
        }
    }
    if rare[1] > 2 || rare[0] == 0 {
        without(
            ruleset,
            &[
                "wild",
                "nominate",
                "continue",
                "demand",
                "follow-under",
                "challenge",
                "not-on",
            ],
        );
        remove(ruleset, &["own"]);
        if let Some(cards) = ruleset["starter"]["card"].as_object_mut() {
            cards.remove("first");
            cards.remove("lot");
        }
        let further = rare[2] % 4;
        if further > 0 {
            let most = if rare[3] > 1 {
                json!(format!("{further} or all"))
            } else {
                json!(further)
            };
            ruleset["special"]["turn"] =
                json!({ "cards": "all", "continue": { "with": "following", "most": most } });
        }
    }
    if rare[4] > 2 {
        let follow = ruleset["follow"].as_array_mut().expect("a list");
        follow.push(json!("sum-or-product"));
    }
    if rare[5] < 3 {
        never(ruleset);
    }
    if rare[6] > 2 {
        drawn(ruleset);
    }
}

fn never(ruleset: &mut Value) {
    let draw = &mut ruleset["draw"];
    draw["when"] = json!("never");
    draw["most"] = json!(1);
    draw["until"] = json!([]);
    draw["then"] = json!("end-turn");
}

/// Adds going out by a call with the card drawn at the end of the turn.
fn drawn(ruleset: &mut Value) {
    no_countdown(ruleset);
    ruleset["draw"]["end-of-turn"] = json!(1);
    ruleset["call"] = json!({ "made": "by-player", "penalty": 1 });
    ruleset["out"] = json!({ "last-card": "drawn" });
}

/// Removes a countdown, and the cards that depend on it.
fn no_countdown(ruleset: &mut Value) {
    if ruleset.get("countdown").is_none() {
        return;
    }
    ruleset["countdown"]["from"] = json!(0);
    let specials = ruleset["special"].as_object_mut().expect("a table");
    specials.remove("own");
    for special in specials.values_mut() {
        let plain = |text: &Value| json!(text.as_str().unwrap_or("").replace(" -@wild", ""));
        special["cards"] = plain(&special["cards"]);
        if let Some(attack) = attack_of(special) {
            attack["answer"] = plain(&attack["answer"]);
        }
    }
}

/// Adds created rules, known to all players or hidden.
fn created(ruleset: &mut Value, rare: &[u8], hidden: bool) {
    one_card(ruleset);
    no_countdown(ruleset);
    shuffled(ruleset);
    penalties_from_stock(ruleset);
    without(ruleset, &["follow-under"]);
    if ruleset["starter"]["turned"] == json!("never") {
        ruleset["starter"]["turned"] = json!("after-deal");
    }
    let most = rare[0] % 3 + 1;
    let drawn = rare[1].min(most - u8::from(rare[2] == 0));
    let rules = [
        json!({ "cards": "7-K red", "does": "any-turn" }),
        json!({ "cards": "odd number", "does": "two-piles" }),
        json!({ "cards": "all", "does": "invert" }),
        json!({ "cards": "A", "after": "black", "does": "only", "follow": "even" }),
    ];
    let standing: Vec<&Value> = rules
        .iter()
        .skip(usize::from(rare[3] % 4))
        .take(usize::from(most - drawn))
        .collect();
    let by = match rare[4] {
        0 | 1 => "winner",
        2 if drawn > 0 => "lot",
        _ => "dealer",
    };
    let seen = match rare[5] {
        _ if !hidden => "all",
        0..=2 => "dealer",
        _ => "nobody",
    };
    let split = ["all", "train", "test"][usize::from(rare[2] % 3)];
    ruleset["created"] = json!({
        "most": most, "by": by, "seen": seen, "offered": rare[6] + 1, "cross-out": rare[7] > 2, "drawn": drawn,
        "split": split, "rules": standing,
    });
    if hidden {
        ruleset["mistakes"]["penalty"] = json!(1);
        never(ruleset);
        ruleset["draw"]["when"] = json!("always");
        without(ruleset, &["challenge", "continue"]);
        for special in specials_of(ruleset) {
            if special.get("wild").is_some_and(|wild| *wild != json!("never")) {
                special.insert("wild".to_owned(), json!("always"));
            }
        }
    }
}

/// Adds cards that mirror, cards that follow few others, and attacks that do not add up.
fn mirrors(ruleset: &mut Value, rare: &[u8]) {
    remove(ruleset, &["runs", "set-covers"]);
    let several = ruleset["special"].get("sets").is_some();
    if several {
        ruleset["special"]["sets"]["continue"]["effects"] = json!("every");
    }
    ruleset["round"]["row"] = json!(0);
    for special in specials_of(ruleset) {
        let attack = special.get_mut("hit").filter(|hit| hit.get("answer").is_some());
        if let Some(attack) = attack.filter(|_| rare[0] > 2) {
            attack["sets"] = json!("replace");
        }
    }
    let specials = ruleset["special"].as_object_mut().expect("a table");
    if several && rare[1] < 3 {
        specials.insert(
            "three".to_owned(),
            json!({ "cards": "4", "hit": {"who": "others", "draw": rare[1] + 1} }),
        );
    }
    let two = json!({ "cards": "5 6", "hit": { "draw": 2, "answer": "5 6", "suit": if rare[2] == 0 { "in-force" } else { "any" } } });
    specials.insert("five".to_owned(), two);
    specials.insert("king".to_owned(), json!({ "cards": "K", "mirror": true }));
    specials.insert(
        "eight".to_owned(),
        json!({ "cards": "8", "hit": {"who": "others", "draw": 1} }),
    );
    if rare[3] > 1 {
        let mut nine = json!({ "cards": "9", "only-on": "T J 5" });
        if rare[4] > 2 {
            nine["followed-by"] = json!("9 K 5");
        }
        specials.insert("nine".to_owned(), nine);
    }
}

/// Adds effects of single cards.
fn specials(ruleset: &mut Value, rare: &[u8]) {
    let under = specials_of(ruleset).any(|special| special.contains_key("follow-under"));
    let countdown = ruleset
        .get("countdown")
        .is_some_and(|countdown| countdown["from"] != json!(0));
    let single = specials_of(ruleset).filter(|special| special["cards"] != json!("all"));
    for (i, special) in single.enumerate() {
        let on = |k: usize| rare[(i + k) % 8] == 0;
        let mirror = special.contains_key("mirror");
        if on(0) {
            let to = if rare[1] > 2 { "swap" } else { "chosen" };
            special.insert("swap-hands".to_owned(), json!(to));
        }
        if on(1) {
            special.insert("slap".to_owned(), json!(2));
        }
        let bound = ["hit", "demand", "again"]
            .iter()
            .any(|key| special.contains_key(*key));
        if on(2) && !bound && !under && !countdown && !mirror {
            special.insert(
                "name-rank".to_owned(),
                json!({ "cards": "QS 9D", "draw": rare[3] % 4 }),
            );
        }
    }
}

/// Adds settings of the deal, the starter, and draws.
fn deals(ruleset: &mut Value, rare: &[u8]) {
    ruleset["deal"]["dealer-extra"] = json!(if rare[0] < 2 { rare[0] + 1 } else { 0 });
    let nominates = names_any_suit(&ruleset["special"]["d"]);
    let starter = &mut ruleset["starter"];
    if starter.get("turned") != Some(&json!("never")) {
        starter["turned"] = json!(if rare[1] < 2 { "before-deal" } else { "after-deal" });
        if starter["effects"] != json!("none") {
            starter["effects"] = json!(if rare[2] < 3 { "full" } else { "usual" });
            if rare[3] == 0 {
                starter["card"]["none"] = json!({ "cards": "K 6", "effects": "none" });
            }
            if rare[4] < 2 && nominates {
                let by = if rare[4] == 0 { "dealer" } else { "lot" };
                starter["card"]["nomination"] =
                    json!({ "cards": "AC", "effects": "nomination", "nominated-by": by });
            }
        }
    }
    if rare[5] == 0 && ruleset["draw"].get("end-of-turn").is_none() {
        ruleset["draw"]["end-of-turn"] = json!(1);
    }
    if rare[6] < 2 && ruleset["stock"]["empty"] != json!("turn-over") {
        ruleset["stock"]["keep"] = json!(rare[7] + 1);
    }
}

/// Adds calls, ways of going out, and the end of a match.
fn ends(ruleset: &mut Value, kind: u8, players: u8, rare: &[u8]) {
    let countdown = ruleset
        .get("countdown")
        .is_some_and(|countdown| countdown["from"] != json!(0));
    let drawn = ruleset["out"]["last-card"] == json!("drawn");
    if !drawn {
        let call = &mut ruleset["call"];
        if rare[0] < 3 {
            *call = json!({ "made": "by-player", "penalty": 2, "caught": if rare[0] == 0 { "after-next" } else { "asked" } });
        }
        if rare[1] < 2 && !countdown {
            call["due"] = json!("held");
        }
        if rare[2] < 2 {
            let cards = if rare[2] == 0 { "A 8" } else { "black&2 Q" };
            ruleset["out"]["not-on"] = json!({ cards: rare[3] % 3 + 1 });
        }
    }
    if countdown {
        return;
    }
    let created = kind == 7 || kind == 8;
    if rare[4] < 2 || created {
        let matches = &mut ruleset["match"];
        matches["target"] = json!(0);
        matches["at-target"] = json!("end");
        matches["rounds"] = json!(players);
    }
    if rare[5] < 2 {
        ruleset["score"]["who"] = json!("round");
        ruleset["score"]["events"] = json!({});
        let matches = &mut ruleset["match"];
        matches["winner"] = json!("highest");
        matches["at-target"] = json!("end");
        if matches["target"] != json!(0) {
            matches["target"] = json!(2);
        }
    }
    if rare[6] < 3 {
        ruleset["round"]["next"] = json!("winner-deals");
    }
}

fn words(ruleset: &mut Value, rare: &[u8]) {
    let mut words = Map::new();
    let mut put = |on: bool, name: &str, word: Value| {
        if on {
            words.insert(name.to_owned(), word);
        }
    };
    let countdown = ruleset
        .get("countdown")
        .is_some_and(|countdown| countdown["from"] != json!(0));
    let out = !countdown && ruleset["out"]["last-card"] != json!("drawn");
    let played =
        json!({ "say": 1, "due": "played", "cards": "S 7", "on": if rare[0] == 0 { "red" } else { "all" } });
    put(rare[0] < 2, "spade", played);
    put(
        rare[1] < 2,
        "five",
        json!({ "say": 5, "due": "played", "cards": "5 Q", "penalty": 2 }),
    );
    put(rare[2] < 2 && out, "bye", json!({ "say": 3, "due": "out" }));
    if rare[3] < 2 && !words.is_empty() {
        words.insert(
            "thanks".to_owned(),
            json!({ "say": 2, "due": "penalty", "penalty": 3 }),
        );
    }
    if !words.is_empty() {
        for special in specials_of(ruleset) {
            if let Some(challenge) = special.get_mut("challenge") {
                challenge["undone"] = json!(false);
            }
        }
    }
    ruleset["words"] = Value::Object(words);
}
