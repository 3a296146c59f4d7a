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
];
