//! The keys of what lies on the table and of a turn.

use crate::ruleset::schema::key::Allowed::{
    ByPlayers, CardsOrDates, Copies, Dealt, EpisodeRoundOrDay, Id, Labels, Number, Overrides, Range, Text,
    Texts, Until, Word, Words,
};
use crate::ruleset::schema::key::{Key, key};

/// From the head of a ruleset to the turn.
pub(crate) const TABLE: &[Key] = &[
    key("id", Id, "Identifier."),
    key(
        "title",
        Text,
        "Its name for people; where it is empty, the id stands for it.",
    ),
    key("source", Text, "The document (and section) that it rests on."),
    key(
        "decisions",
        Texts,
        "Notes for readers: what the source leaves open and how it was decided.",
    ),
    key(
        "variants",
        Overrides,
        "Named sets of overrides that the source or custom offers.",
    ),
    key("players", Range, "How many may play."),
    key(
        "follow",
        Words(&[
            "suit",
            "rank",
            "rank-on-nominated",
            "sum-or-product",
            "adjacent-rank",
        ]),
        "By what a card follows: by the suit in force; by the upcard's rank; by that rank although another suit was \
         nominated; as a number (ace 1 to ten) that is the sum or the product of the numbers of the two top cards; by the \
         rank one higher or lower than the upcard's, the ace joining king and two.",
    ),
    key(
        "compat",
        Words(&[
            "asks-to-pass",
            "drawn-by-suit",
            "drawn-wild-idle",
            "drawn-wild-by-lot",
            "renews-at-once",
            "one-pass-more",
            "last-draw-is-pass",
            "attacks-need-stock",
        ]),
        "What only imitates another engine. `asks-to-pass`: one who has drawn and can only pass is asked to, where else the \
         turn ends by itself. `drawn-by-suit`: where the drawn card and no other may be played, it may be only if it has \
         the suit in force or is wild. `drawn-wild-idle`: a wild card so played has no effect but the nomination; \
         `drawn-wild-by-lot`: chance names the suit for it. `renews-at-once`: the stock is renewed as soon as its last \
         card has left it. `one-pass-more`: a round is blocked when one pass more has followed than there are players. \
         `last-draw-is-pass`: taking the last card of the stock for an attack, with none left to take, counts as a pass. \
         `attacks-need-stock`: an attack is an ordinary card while there is no card to draw.",
    ),
    key(
        "deck.packs",
        ByPlayers(0, 4),
        "Packs of 52 cards; a deck holds at most 255 cards.",
    ),
    key(
        "deck.jokers",
        ByPlayers(0, 255),
        "Jokers in all, red and black in turn.",
    ),
    key(
        "deck.copies",
        Copies,
        "Copies of each card of a class. Where any are listed, packs and Jokers do not count: a card that is in no class \
         is not in the deck, and no card may be in two.",
    ),
    key(
        "labels.suits",
        Labels(4),
        "What the suits C D H S are called, for people only: actions, positions and records write cards as ever. All \
         three lists of labels are written, or none; that of Jokers only where the deck has some.",
    ),
    key(
        "labels.ranks",
        Labels(13),
        "What the ranks 2 … A are called; a card is called by its suit and its rank (`red 5`). A rank that the deck lacks \
         may have an empty text.",
    ),
    key(
        "labels.jokers",
        Labels(2),
        "What the red and the black Joker are called.",
    ),
    key(
        "params.NAME.cards",
        CardsOrDates,
        "The cards of which one is drawn, public; `@NAME` means it in the selectors of specials. Or the cards by date: the \
         first day of each period, and its card.",
    ),
    key(
        "params.NAME.draws",
        Word(&["card", "rank"]),
        "Whether a card is drawn, or a rank (each rank of the cards is as likely); `@NAME` then means all its cards.",
    ),
    key(
        "params.NAME.when",
        EpisodeRoundOrDay,
        "When it is drawn: for each episode, or for each round of a match. Or the day that decides by the dates, so that \
         nothing is drawn.",
    ),
    key(
        "countdown.from",
        Number(0, 13),
        "The score that everyone begins with; who plays the last card counts down by one and is dealt as many cards as \
         the score then is, and at 0 has won. 0 is off.",
    ),
    key(
        "deal.cards",
        Dealt,
        "Cards dealt to each player; the deck must hold them all and a starter. From a range (of at most 8 numbers) the \
         dealer chooses before the deal.",
    ),
    key(
        "deal.rounds",
        Word(&["same", "down-and-up"]),
        "Cards dealt in later rounds of a match: as many; or one fewer in each round, down to one, then one more in each, up \
         to as many as in the first, and so on.",
    ),
    key(
        "deal.direction",
        Word(&["clockwise", "anticlockwise", "dealer", "dealer-after-deal"]),
        "In which direction play begins: clockwise, or anticlockwise, from the seat before the dealer; or, where three \
         or more play, as the dealer says before the deal, or after the deal, having seen the own hand and the starter.",
    ),
    key(
        "deal.dealer-extra",
        Number(0, 20),
        "Cards that the dealer is dealt beyond the others, after them.",
    ),
];

/// From drawing to turns.
pub(crate) const DRAWING: &[Key] = &[
    key(
        "draw.when",
        Word(&["always", "unable", "never"]),
        "When one may draw: in any turn; only when no card can be played, so that who can play must; or never by choice, \
         but one may always pass.",
    ),
    key(
        "draw.most",
        Number(0, 255),
        "Cards that may be drawn in a turn, one decision each; 0 is no limit but the stock.",
    ),
    key(
        "draw.until",
        Until,
        "Until when drawing, once begun, goes on: until a card held is playable, or until the hand holds so many cards (at \
         least one is drawn); of both, whichever comes first.",
    ),
    key(
        "draw.then",
        Word(&["end-turn", "may-play", "must-play", "play-any", "must-play-any"]),
        "What may follow a draw: nothing; the drawn card may be played, or must if it can; any card held \
         may, or one must.",
    ),
    key(
        "draw.after-attack",
        Word(&["end-turn", "answer", "play"]),
        "What a player may do who has drawn for an attack: nothing; play one of the cards just drawn that would have \
         answered, alone; take the turn.",
    ),
    key(
        "draw.end-of-turn",
        Number(0, 20),
        "Cards that are drawn at the end of every own turn, whatever was done in it.",
    ),
    key(
        "stock.empty",
        Word(&["reshuffle", "turn-over", "none"]),
        "What becomes of the pile but its upcard when the stock is empty: shuffled or turned over into a \
         new stock, or nothing.",
    ),
    key(
        "stock.keep",
        Number(0, 10),
        "With fewer than so many cards in the stock after a turn each player keeps so many of choice, and the others go \
         back into the stock together with the pile but its upcard; 0 is off.",
    ),
    key(
        "turn.once",
        Words(&["skips", "reversals"]),
        "What counts once where it is played several times in a turn: skips, as the greatest of them; reversals.",
    ),
    key(
        "turn.first",
        Word(&["any", "suit"]),
        "What a player may play in the first own turn of a round: what follows in any other; or only cards of the suit in \
         force, so that it stays: neither by rank nor as a wild card, and nothing is nominated (`suit`).",
    ),
    key(
        "turn.reverse-with-two",
        Word(&["nothing", "skip"]),
        "What a reversal does when two play.",
    ),
];
