//! The keys of what lies on the table and of a turn.

use super::Allowed::{
    Bool, ByPlayers, Cards, Copies, Dates, Day, Id, Labels, Number, Overrides, Text, Texts, Word,
};
use super::{Key, key};

/// From the head of a ruleset to the turn.
pub(super) const TABLE: &[Key] = &[
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
    key("players.min", Number(2, 10), "Fewest players."),
    key("players.max", Number(2, 10), "Most players."),
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
         three lists of labels are written, or none.",
    ),
    key(
        "labels.ranks",
        Labels(13),
        "What the ranks 2 … A are called; a card is called by its suit and its rank (`red 5`).",
    ),
    key(
        "labels.jokers",
        Labels(2),
        "What the red and the black Joker are called.",
    ),
    key(
        "params.NAME.cards",
        Cards,
        "The cards of which one is drawn for each episode, public; `@NAME` means it in the selectors of specials.",
    ),
    key(
        "params.NAME.rank",
        Bool,
        "Whether it is a rank that is drawn (each rank of the cards is as likely); `@NAME` then means all its cards.",
    ),
    key(
        "params.NAME.each-round",
        Bool,
        "Whether it is drawn again for each round of a match.",
    ),
    key(
        "params.NAME.dates",
        Dates,
        "The cards by date instead: the first day of each period, and its card.",
    ),
    key(
        "params.NAME.date",
        Day,
        "The day that decides by `dates`; empty: chance decides.",
    ),
    key(
        "countdown.from",
        Number(0, 13),
        "The score that everyone begins with; who lays the last card counts down by one and is dealt as many cards as \
         the score then is, and at 0 has won. 0 is off.",
    ),
    key(
        "deal.cards",
        ByPlayers(1, 255),
        "Cards dealt to each player; the deck must hold them all and a starter.",
    ),
    key(
        "deal.choice-to",
        Number(0, 255),
        "Most cards, if the dealer chooses before the deal how many (`deal.cards` is then the fewest; at most 8 numbers \
         to choose from); 0: there is no choice.",
    ),
    key(
        "deal.direction",
        Word(&["clockwise", "dealer", "dealer-after-deal"]),
        "Who says in which direction play begins, where three or more play: nobody (clockwise), the dealer before the \
         deal, or the dealer after the deal, who then has seen the own hand and the starter.",
    ),
    key(
        "deal.dealer-extra",
        Number(0, 20),
        "Cards that the dealer is dealt beyond the others, after them.",
    ),
    key(
        "starter.effects",
        Bool,
        "Whether a special card that begins the pile counts as if the dealer had played it.",
    ),
    key(
        "starter.again",
        Cards,
        "Cards that go back into the stock when turned to begin the pile, another being turned.",
    ),
    key(
        "starter.turned",
        Bool,
        "Whether a card is turned at all; if not, the first player lays any card, or draws.",
    ),
    key(
        "starter.open",
        Cards,
        "Cards on which, when they begin the pile, any card may be laid, nobody nominating.",
    ),
    key(
        "starter.first-nominates",
        Cards,
        "Cards for which, when they begin the pile, the first player nominates instead of the dealer, before the own \
         turn.",
    ),
    key(
        "starter.by-lot",
        Cards,
        "Nominating cards for which, when they begin the pile, chance names the suit.",
    ),
    key(
        "starter.turn-kept",
        Cards,
        "Cards whose penalty, when they begin the pile, leaves the first player the turn.",
    ),
    key(
        "starter.before-deal",
        Bool,
        "Whether the card is turned before the deal: who nominates for it then has seen no hand.",
    ),
    key(
        "starter.in-full",
        Bool,
        "Whether effects count, too, that need the dealer's hand or that others are asked about: covers, gifts, hands that \
         are swapped, a rank that is named, cards laid out of turn.",
    ),
    key(
        "starter.nominate-only",
        Cards,
        "Cards of which, when they begin the pile, nothing counts but the nomination.",
    ),
    key(
        "starter.no-effects",
        Cards,
        "Cards that have no effect when they begin the pile.",
    ),
    key(
        "follow.suit",
        Bool,
        "Whether a card of the suit in force follows.",
    ),
    key(
        "follow.rank",
        Bool,
        "Whether a card of the upcard's rank follows.",
    ),
    key(
        "follow.rank-on-nominated",
        Bool,
        "Whether it follows although another suit was nominated.",
    ),
    key(
        "follow.sum-product",
        Bool,
        "Whether a number (ace 1 to ten) also follows that is the sum or the product of the numbers of the two top cards.",
    ),
    key(
        "draw.when",
        Word(&["always", "unable", "never"]),
        "When one may draw: in any turn; only when no card can be laid, so that who can play must; or never by choice, \
         but one may always pass.",
    ),
    key(
        "draw.limit",
        Number(0, 255),
        "Cards that may be drawn in a turn, one decision each; 0 is no limit but the stock.",
    ),
    key(
        "draw.until-playable",
        Bool,
        "Whether drawing, once begun, goes on until a card held is playable.",
    ),
    key(
        "draw.until-hand",
        Number(0, 255),
        "Drawing, once begun, goes on until the hand holds so many cards (at least one is drawn); 0 is off.",
    ),
    key(
        "draw.then",
        Word(&["end-turn", "may-play", "must-play", "play-any", "must-play-any"]),
        "What may follow a draw: nothing; the drawn card may be played, or must if it can; any card held \
         may, or one must.",
    ),
    key(
        "draw.ask-pass",
        Bool,
        "Whether one who has drawn and can only pass is asked to; where not, the turn ends by itself.",
    ),
    key(
        "draw.after-attack",
        Word(&["end-turn", "lay-attack", "play"]),
        "What a player may do who has drawn for an attack: nothing; lay one of the cards just drawn that would have \
         answered, alone; take the turn.",
    ),
    key(
        "draw.suit-only",
        Bool,
        "Whether the drawn card may be laid only if it has the suit in force or is wild, not for its rank (where the drawn \
         card and no other may or must be played).",
    ),
    key(
        "draw.wild-effects",
        Bool,
        "Whether a wild card that is laid when drawn has its effects; it nominates in any case (there, too).",
    ),
    key(
        "draw.wild-by-lot",
        Bool,
        "Whether chance names the suit for such a card, not its player.",
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
        "stock.renew",
        Word(&["needed", "at-once"]),
        "When that is done: when a card is to be drawn and there is none, or as soon as the last card has \
         left the stock.",
    ),
    key(
        "stock.keep",
        Number(0, 10),
        "With fewer than so many cards in the stock after a turn each player keeps so many of choice, and the others go \
         back into the stock together with the pile but its upcard; 0 is off.",
    ),
    key(
        "turn.skips",
        Word(&["each", "once"]),
        "Whether skips laid in one turn add up, or count as the greatest of them.",
    ),
    key(
        "turn.reversals",
        Word(&["each", "once"]),
        "Whether each reversal laid in one turn turns the direction, or all together once.",
    ),
    key(
        "turn.reverse-with-two",
        Word(&["nothing", "skip"]),
        "What a reversal does when two play.",
    ),
];
