//! The keys of special cards.

use crate::ruleset::schema::key::Allowed::{Bool, Cards, LateCards, Number, Range, Word};
use crate::ruleset::schema::key::{Key, key};

/// What a special may say.
pub(crate) const SPECIAL: &[Key] = &[
    key(
        "special.NAME.cards",
        LateCards,
        "Which cards have this meaning; none switches it off. A card's specials add up.",
    ),
    key(
        "special.NAME.when.players",
        Range,
        "With how many players it holds; with any number where it is unset.",
    ),
    key(
        "special.NAME.when.upcard",
        Word(&["identical"]),
        "On which upcards it holds: those that are the same card (rank and suit, or a Joker of the colour), for which it \
         may say `again`, and a `hit` that all others draw; on all where it is unset.",
    ),
    key(
        "special.NAME.play.free",
        Word(&["never", "always", "unable", "no-suit"]),
        "Played whatever the upcard is (it is *wild*): never; always (but under an attack); or, even where it follows, \
         only when no other card held can be played, or when no card of the suit in force is held.",
    ),
    key(
        "special.NAME.play.except",
        LateCards,
        "Upcards on which it is an ordinary card: not wild (`free = \"always\"`), no nomination.",
    ),
    key(
        "special.NAME.play.on",
        Cards,
        "The only upcards on which it may be played, and there whatever its suit; none: it follows as other cards do.",
    ),
    key(
        "special.NAME.play.by",
        Word(&["suit-or-rank", "suit"]),
        "By what it may follow: as the ruleset says, or by suit only, not by its rank.",
    ),
    key(
        "special.NAME.next.cards",
        Cards,
        "The only cards that may be played on it, whatever their suit, wild ones too; none: what follows other cards.",
    ),
    key(
        "special.NAME.next.binds",
        Word(&["all", "next", "named"]),
        "Whom that binds, and a nomination: everybody until a card is played; the next player only; or the next player, \
         who must play what its player names, a rank or one of `cards`, if such a card is held, whatever its suit, or \
         else draws; either ends that turn.",
    ),
    key(
        "special.NAME.next.follow",
        Word(&["any", "under"]),
        "What follows it otherwise: any card; or what follows the card under it, as if it were not there (with nothing \
         under it any card).",
    ),
    key(
        "special.NAME.next.else-draw",
        Number(1, 20),
        "Cards that the next player draws who holds nothing of what was named.",
    ),
    key(
        "special.NAME.nominate",
        Word(&["never", "always", "if-followed", "alone", "second"]),
        "Whether its player names the suit to follow (else its own suit holds): never; always; if it followed; as the \
         only card of its turn, which it must then be where it did not follow; or a second suit, which the next player \
         may follow as well.",
    ),
    key(
        "special.NAME.skip",
        Number(0, 9),
        "So many players lose their turn.",
    ),
    key(
        "special.NAME.reverse",
        Bool,
        "Whether the direction of play turns.",
    ),
    key(
        "special.NAME.again",
        Bool,
        "Whether the same player has the next turn.",
    ),
    key(
        "special.NAME.mirror",
        Bool,
        "Whether it may be laid on a pending attack, to which it must follow by suit, or on another mirror, so that the \
         direction turns and the attacker faces what is pending; and where a card makes all others draw, whether another \
         player may lay one of its suit, so that its player draws instead of them.",
    ),
    key(
        "special.NAME.hit.who",
        Word(&["next", "others", "lot"]),
        "Who draws: the next player; all other players; or one of all the players, whom chance names.",
    ),
    key(
        "special.NAME.hit.draw",
        Number(1, 50),
        "How many cards, up to 20 where not the next player draws. If the hit can be answered, it is an *attack*: it adds \
         them to what the next player must draw who does not answer. If not, it is a *penalty*, drawn at once.",
    ),
    key(
        "special.NAME.hit.answer",
        LateCards,
        "Cards that answer it; each is an attack itself. Written, if only as `\"\"`, it makes the hit an attack; so do \
         `cancel` and `pass-on`.",
    ),
    key(
        "special.NAME.hit.cancel",
        LateCards,
        "Cards that answer it so that nothing is pending any more.",
    ),
    key(
        "special.NAME.hit.pass-on",
        LateCards,
        "Cards that, if of the suit in force, may be played so that what is pending goes on to the next player.",
    ),
    key(
        "special.NAME.hit.suit",
        Word(&["any", "nominated", "in-force"]),
        "Of which suit answers and cancelling cards must be: any; the nominated one, if one is; the one in force.",
    ),
    key(
        "special.NAME.hit.sets",
        Word(&["ordinary", "add", "unanswerable", "replace"]),
        "How attacks add up: an answer adds to what is pending, and of those played together those count whose effects \
         count (`ordinary`); equal ones that lie together on top add up, though only the top card's effects count; two \
         or more played together cannot be answered; or an answer takes the place of what is pending, and several played \
         together count once (`replace`).",
    ),
    key(
        "special.NAME.hit.suit-stays",
        Bool,
        "Whether the suit of an attack must be followed when it was cancelled or drawn for.",
    ),
    key(
        "special.NAME.hit.turn",
        Word(&["lost", "kept"]),
        "What becomes of the turn of whoever draws a penalty.",
    ),
    key(
        "special.NAME.hit.from",
        Word(&["stock", "pile", "pile-top"]),
        "Whence the cards of a penalty come: from the stock, from the pile under the upcard, shuffled (`pile`), or from \
         the top of that pile in the order of its cards (`pile-top`).",
    ),
    key(
        "special.NAME.hit.stands",
        Bool,
        "Whether a penalty counts also where it is covered and only the top card's effects count, and makes nothing of an \
         attack of the same turn.",
    ),
];
