//! House rules to sample from, in rows; a ruleset gets at most one of each row.

/// One house rule of a row.
#[derive(Clone, Copy)]
pub(crate) struct Setting {
    /// Word for the id; `{n}` is the rank drawn, in the plural.
    pub(crate) tag: &'static str,
    /// Phrase for the title; `{N}` is the rank drawn, in the plural, and `{black}` names the two black suits.
    pub(crate) phrase: &'static str,
    /// Overrides as JSON; `{R}` is the letter of the rank drawn.
    pub(crate) overrides: &'static str,
}

const fn set(tag: &'static str, phrase: &'static str, overrides: &'static str) -> Setting {
    Setting {
        tag,
        phrase,
        overrides,
    }
}

/// All rows; a house rule that stands twice is twice as likely.
pub(crate) const ROWS: &[&[Setting]] = &[
    DEALT, DECK, STARTER, WHEN, DRAWN, WILD, NOMINATION, SETS, CALL, STOCK, LAST_CARD, SCORE, SKIP, REVERSE,
    ATTACK, PENALTY, AGAIN, OTHERS, HANDS, COVER, IDENTICAL,
];

const DEALT: &[Setting] = &[
    set("deal_4", "4 cards each", r#"{"deal.cards": 4}"#),
    set("deal_5", "5 cards each", r#"{"deal.cards": 5}"#),
    set("deal_6", "6 cards each", r#"{"deal.cards": 6}"#),
    set("deal_7", "7 cards each", r#"{"deal.cards": 7}"#),
    set("deal_8", "8 cards each", r#"{"deal.cards": 8}"#),
];

const DECK: &[Setting] = &[
    set("two_packs", "two packs", r#"{"deck.packs": 2}"#),
    set(
        "wild_jokers",
        "two wild Jokers",
        r#"{"deck.jokers": 2, "special.house-joker": {"cards": "*", "play": {"free": "always"}, "nominate": "always"}}"#,
    ),
];

const STARTER: &[Setting] = &[
    set(
        "starter_counts",
        "the starter counts as if it had been played",
        r#"{"starter.effects": "usual"}"#,
    ),
    set(
        "plain_starter",
        "the starter has no effect",
        r#"{"starter.effects": "none"}"#,
    ),
];

const WHEN: &[Setting] = &[
    set(
        "draw_freely",
        "who can play a card may draw instead",
        r#"{"draw.when": "always"}"#,
    ),
    set(
        "draw_if_unable",
        "who can play a card must",
        r#"{"draw.when": "unable"}"#,
    ),
];

const DRAWN: &[Setting] = &[
    set(
        "draw_one",
        "draw one card, which ends the turn",
        r#"{"draw.most": 1, "draw.until": [], "draw.then": "end-turn"}"#,
    ),
    set(
        "draw_one_or_play",
        "draw one card, which may be played",
        r#"{"draw.most": 1, "draw.until": [], "draw.then": "may-play"}"#,
    ),
    set(
        "draw_up_to_3",
        "draw up to three cards",
        r#"{"draw.most": 3, "draw.until": [], "draw.then": "may-play"}"#,
    ),
    set(
        "draw_until_playable",
        "draw until a card can be played",
        r#"{"draw.most": 0, "draw.until": ["playable"], "draw.then": "must-play"}"#,
    ),
    set(
        "draw_up_to_5",
        "draw up to five cards until one can be played",
        r#"{"draw.most": 5, "draw.until": ["playable"], "draw.then": "may-play"}"#,
    ),
];

const WILD: &[Setting] = &[
    set(
        "wild_{n}",
        "{N} are wild",
        r#"{"special.house-wild": {"cards": "{R}", "play": {"free": "always"}, "nominate": "always"}}"#,
    ),
    set(
        "wild_if_stuck_{n}",
        "{N} are wild for who can play nothing else",
        r#"{"special.house-wild": {"cards": "{R}", "play": {"free": "unable"}, "nominate": "always"}}"#,
    ),
    set(
        "nominating_{n}",
        "{N} nominate a suit",
        r#"{"special.house-wild": {"cards": "{R}", "nominate": "always"}}"#,
    ),
];

const NOMINATION: &[Setting] = &[
    set(
        "rank_on_nominated",
        "an equal rank follows although another suit was nominated",
        r#"{"follow": ["suit", "rank", "rank-on-nominated"]}"#,
    ),
    set(
        "no_rank_on_nominated",
        "only the nominated suit follows",
        r#"{"follow": ["suit", "rank"]}"#,
    ),
    set(
        "nomination_binds_next",
        "a nomination binds the next player only",
        r#"{"special.{nominating}.next.binds": "next"}"#,
    ),
];

const SETS: &[Setting] = &[
    set(
        "sets",
        "several cards of one rank in a turn",
        r#"{"special.sets": {"cards": "all", "continue": {"with": "rank", "effects": "every"}}}"#,
    ),
    set(
        "sets_top",
        "several cards of one rank in a turn, the top one counts",
        r#"{"special.sets": {"cards": "all", "continue": {"with": "rank", "effects": "top"}}}"#,
    ),
    set("single_cards", "one card in a turn", r#"{"special.sets": false}"#),
    set(
        "runs",
        "runs of a suit in a turn",
        r#"{"special.runs": {"cards": "all", "continue": {"with": "adjacent"}}}"#,
    ),
];

const CALL: &[Setting] = &[
    set("no_call", "no call of the last card", r#"{"call.made": "off"}"#),
    set(
        "call_1",
        "a missing call costs one card",
        r#"{"call.made": "by-player", "call.penalty": 1, "call.caught": "automatic"}"#,
    ),
    set(
        "call_2",
        "a missing call costs two cards, if caught",
        r#"{"call.made": "by-player", "call.penalty": 2, "call.caught": "by-others"}"#,
    ),
    set(
        "call_3",
        "a missing call costs three cards",
        r#"{"call.made": "by-player", "call.penalty": 3, "call.caught": "automatic"}"#,
    ),
];

const STOCK: &[Setting] = &[
    set(
        "shuffle_pile",
        "the pile is shuffled into a new stock",
        r#"{"stock.empty": "reshuffle"}"#,
    ),
    set(
        "turn_pile_over",
        "the pile is turned over into a new stock",
        r#"{"stock.empty": "turn-over"}"#,
    ),
    set(
        "one_stock",
        "the stock is not renewed",
        r#"{"stock.empty": "none"}"#,
    ),
];

const LAST_CARD: &[Setting] = &[
    set(
        "last_card_plain",
        "the last card has no effect",
        r#"{"out.last-card": "ignored"}"#,
    ),
    set(
        "last_card_served",
        "what the last card does is served before scoring",
        r#"{"out.last-card": "served"}"#,
    ),
];

const SCORE: &[Setting] = &[
    set(
        "own_points",
        "everyone scores the cards left in their hand",
        r#"{"score.who": "own"}"#,
    ),
    set(
        "winner_scores",
        "the winner scores all hands",
        r#"{"score.who": "winner"}"#,
    ),
    set(
        "one_point",
        "every card is worth one point",
        r#"{"score.points": false, "score.points.else": 1}"#,
    ),
];

const SKIP: &[Setting] = &[
    set(
        "skip_{n}",
        "{N} skip a player",
        r#"{"special.house-skip": {"cards": "{R}", "skip": 1}}"#,
    ),
    set(
        "skip_{n}",
        "{N} skip a player",
        r#"{"special.house-skip": {"cards": "{R}", "skip": 1}}"#,
    ),
    set(
        "skip_2_{n}",
        "{N} skip two players",
        r#"{"special.house-skip": {"cards": "{R}", "skip": 2}}"#,
    ),
    set(
        "answered_skip_{n}",
        "{N} cost the next player a turn unless answered by one of them",
        r#"{"special.house-skip": {"cards": "{R}", "hit": {"draw": 0, "skip": 1, "answer": "{R}"}}}"#,
    ),
];

const REVERSE: &[Setting] = &[
    set(
        "reverse_{n}",
        "{N} reverse",
        r#"{"special.house-reverse": {"cards": "{R}", "reverse": true}}"#,
    ),
    set(
        "reverse_{n}",
        "{N} reverse",
        r#"{"special.house-reverse": {"cards": "{R}", "reverse": true}}"#,
    ),
    set(
        "reverse_or_skip_{n}",
        "{N} reverse, and skip where two play",
        r#"{"special.house-reverse": {"cards": "{R}", "reverse": true}, "turn.reverse-with-two": "skip"}"#,
    ),
];

const ATTACK: &[Setting] = &[
    set(
        "attack_{n}",
        "{N} attack with two cards",
        r#"{"special.house-attack": {"cards": "{R}", "hit": {"draw": 2, "answer": "{R}"}}}"#,
    ),
    set(
        "attack_3_{n}",
        "{N} attack with three cards",
        r#"{"special.house-attack": {"cards": "{R}", "hit": {"draw": 3, "answer": "{R}"}}}"#,
    ),
    set(
        "attack_and_play_{n}",
        "{N} attack with two cards, and who has drawn for an attack has the turn",
        r#"{"special.house-attack": {"cards": "{R}", "hit": {"draw": 2, "answer": "{R}"}}, "draw.after-attack": "play"}"#,
    ),
];

const PENALTY: &[Setting] = &[
    set(
        "penalty_2_{n}",
        "after {N} the next player draws two cards and loses the turn",
        r#"{"special.house-penalty": {"cards": "{R}", "hit": {"draw": 2}}}"#,
    ),
    set(
        "penalty_1_{n}",
        "after {N} the next player draws a card",
        r#"{"special.house-penalty": {"cards": "{R}", "hit": {"draw": 1, "turn": "kept"}}}"#,
    ),
];

const AGAIN: &[Setting] = &[set(
    "again_{n}",
    "{N} give another turn",
    r#"{"special.house-again": {"cards": "{R}", "again": true}}"#,
)];

const OTHERS: &[Setting] = &[set(
    "others_draw_black_{n}",
    "after {black} {N} all others draw a card",
    r#"{"special.house-others": {"cards": "{R}&black", "hit": {"who": "others", "draw": 1}}}"#,
)];

const HANDS: &[Setting] = &[
    set(
        "hands_right_{n}",
        "{N} pass all hands to the right",
        r#"{"special.house-hands": {"cards": "{R}", "move": { "to": "right" }}}"#,
    ),
    set(
        "give_{n}",
        "{N} let their player give a card away",
        r#"{"special.house-hands": {"cards": "{R}", "move": { "to": "all", "must": false }}}"#,
    ),
];

const COVER: &[Setting] = &[set(
    "cover_{n}",
    "{N} may be covered by their suit",
    r#"{"special.house-cover": {"cards": "{R}", "continue": {"with": "suit"}}}"#,
)];

const IDENTICAL: &[Setting] = &[set(
    "identical",
    "a card identical to the upcard makes all others draw one",
    r#"{"special.identical": {"cards": "all", "when": {"upcard": "identical"}, "hit": {"who": "others", "draw": 1}}}"#,
)];
