//! Keys of earlier schemas, and what is written now in their place.

/// An earlier key, dotted, and what is written now.
type Renamed = (&'static str, &'static str);

/// Those of specials.
const OF_SPECIALS: &[Renamed] = &[
    ("accepts", "next = { follow = \"any\" }"),
    ("attack", "hit = { draw = …, answer = … }"),
    (
        "cover",
        "continue = { with = \"suit\", \"suit-or-rank\", \"any\" or \"nominated\", … }",
    ),
    ("demand", "next = { cards = …, binds = \"next\" }"),
    ("follow-under", "next = { follow = \"under\" }"),
    ("followed-by", "next = { cards = … }"),
    ("follows", "play = { on = \"suit\" }"),
    ("give", "move = { to = \"all\", \"each\" or \"next\" }"),
    (
        "name-rank",
        "next = { binds = \"named\", cards = …, else-draw = … }",
    ),
    ("not-on", "when = { upcard = \"all -…\" }"),
    ("only-on", "play = { on = … }"),
    ("others-draw", "hit = { who = \"others\", draw = … }"),
    ("pass-hands", "move = { to = \"left\", \"right\" or \"onward\" }"),
    ("penalty", "hit = { draw = … }"),
    ("slap", "hit = { who = \"lot\", draw = … }"),
    ("swap-hands", "move = { to = \"chosen\" }"),
    ("wild", "play = { free = \"always\", \"unable\" or \"no-suit\" }"),
    ("hit.adds", "sets = \"replace\""),
    ("hit.needs-stock", "compat = [\"attacks-need-stock\"]"),
    ("hit.stands", "sets = \"instead\""),
    ("hit.suit-stays", "suit = \"stays\""),
    ("move.rest-draw", "to = \"each\""),
    ("move.what", "to"),
    ("play.by", "on = \"suit\""),
    ("play.except", "when = { upcard = \"all -…\" } of the special"),
];

/// Those of sections.
const OF_SECTIONS: &[Renamed] = &[
    ("call.charged", "caught = \"own-turn\" or \"after-next\""),
    ("deal.choice-to", "cards = \"5-8\""),
    ("draw.ask-pass", "compat = [\"asks-to-pass\"]"),
    ("draw.limit", "most"),
    ("draw.suit-only", "compat = [\"drawn-by-suit\"]"),
    ("draw.until-hand", "until = 8"),
    ("draw.until-playable", "until = \"playable\""),
    ("draw.wild-by-lot", "compat = [\"drawn-wild-by-lot\"]"),
    ("draw.wild-effects", "compat = [\"drawn-wild-idle\"]"),
    ("match.bonus", "score.events = { out = -10 }"),
    ("match.comeback", "at-target = { comeback = … }"),
    ("out-of-turn.layer-not", "identical = { \"A\" = \"others-may\" }"),
    ("out-of-turn.must", "identical = { \"2\" = \"must\" }"),
    ("out.drawn", "last-card = \"drawn\""),
    ("out.not-on-draw", "not-on = { \"A 8\" = 1 }"),
    ("out.second-share", "places = [75, 25]"),
    ("params.NAME.date", "when = \"11-21\""),
    ("params.NAME.dates", "cards = { \"03-21\" = \"JC\" }"),
    ("params.NAME.each-round", "when = \"round\""),
    ("params.NAME.rank", "draws = \"rank\""),
    (
        "round.attack-empties-stock-is-pass",
        "compat = [\"last-draw-is-pass\"]",
    ),
    ("round.dealer", "next"),
    ("round.extra-passes", "compat = [\"one-pass-more\"]"),
    ("round.first", "next"),
    ("round.row-cards", "row = { \"all -*\" = 4 }"),
    (
        "score.double",
        "factors = { last-rank = \"double\" } or { last-class = \"double\" }",
    ),
    ("score.double-hand", "factors = { \"2\" = \"double\" }"),
    ("score.halve-identical", "factors = { identical = \"halve\" }"),
    ("score.hat", "events = { skipped-last = -10 }"),
    ("score.others", "points = { else = … }"),
    (
        "starter.again",
        "starter.card.NAME = { cards = …, effects = \"again\" }",
    ),
    ("starter.before-deal", "turned = \"before-deal\""),
    (
        "starter.by-lot",
        "starter.card.NAME = { cards = …, nominated-by = \"lot\" }",
    ),
    (
        "starter.first-nominates",
        "starter.card.NAME = { cards = …, nominated-by = \"first-player\" }",
    ),
    ("starter.in-full", "effects = \"full\""),
    (
        "starter.no-effects",
        "starter.card.NAME = { cards = …, effects = \"none\" }",
    ),
    (
        "starter.nominate-only",
        "starter.card.NAME = { cards = …, effects = \"nomination\" }",
    ),
    (
        "starter.open",
        "starter.card.NAME = { cards = …, effects = \"open\" }",
    ),
    (
        "starter.turn-kept",
        "starter.card.NAME = { cards = …, effects = \"turn-kept\" }",
    ),
    ("stock.renew", "compat = [\"renews-at-once\"]"),
    (
        "turn.identical",
        "a special with when = { upcard = \"identical\" }",
    ),
    (
        "turn.most",
        "a special with continue = { with = \"following\", most = … }",
    ),
    (
        "turn.or-all",
        "a special with continue = { with = \"following\", most = \"2 or all\" }",
    ),
    ("turn.reversals", "once = \"reversals\""),
    ("turn.runs", "a special with continue = { with = \"adjacent\" }"),
    ("turn.same-rank", "a special with continue = { with = \"rank\" }"),
    (
        "turn.same-rank-cards",
        "the cards of a special with continue = { with = \"rank\" }",
    ),
    (
        "turn.same-rank-stands-in",
        "a special with continue = { with = \"rank\", also = … }",
    ),
    (
        "turn.set-cover",
        "a special with continue = { with = \"suit-after-set\" }",
    ),
    (
        "turn.set-cover-cards",
        "a special with continue = { with = \"suit-after-set\", cards = … }",
    ),
    ("turn.skips", "once = \"skips\""),
    ("words.NAME.text", "the word as its name, hyphens for blanks"),
];

/// What is written now for a key of this table, if an earlier schema had it.
pub(crate) fn renamed(table: &[&str], key: &str) -> Option<&'static str> {
    let (list, table) = match table {
        ["special", "NAME", rest @ ..] => (OF_SPECIALS, rest),
        _ => (OF_SECTIONS, table),
    };
    let is = |(path, _): &&Renamed| path.split('.').eq(table.iter().copied().chain([key]));
    list.iter().find(is).map(|(_, now)| *now)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::schema::{key_of, keys_of};

    #[test]
    fn no_key_of_the_schema_is_an_earlier_one() {
        let of_specials = OF_SPECIALS.iter().map(|(path, _)| format!("special.NAME.{path}"));
        let of_sections = OF_SECTIONS.iter().map(|(path, _)| (*path).to_owned());
        for path in of_specials.chain(of_sections) {
            let words: Vec<&str> = path.split('.').collect();
            assert!(key_of(&words).is_none() && keys_of(&words).is_empty(), "{path}");
            let (key, table) = words.split_last().expect("a key");
            assert!(!keys_of(table).is_empty(), "{path} stands in no table");
            assert!(renamed(table, key).is_some(), "{path}");
        }
    }
}
