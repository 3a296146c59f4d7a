//! The keys of what goes on around a turn: play out of turn, a second pile, calls, words, created rules.

use crate::ruleset::schema::key::Allowed::{Bool, Cards, Identicals, Number, Rules, Word};
use crate::ruleset::schema::key::{Key, key};

/// From play out of turn to created rules.
pub(crate) const OUT_OF_TURN: &[Key] = &[
    key(
        "out-of-turn.identical",
        Identicals,
        "Cards that are played out of turn if identical to the upcard (rank and suit, Jokers by colour): after each card \
         played its player is asked, then the others who hold one, in order of play; play goes on from whoever plays it. \
         Where classes of cards are listed: `may` asks whoever holds one, `must` does not ask, and `others-may` does not \
         ask the player of the upcard.",
    ),
    key(
        "second-pile.cards",
        Cards,
        "A second pile that takes only these cards, one in a turn, which ends the turn; chance begins it with such a card \
         of a player. None: there is no second pile.",
    ),
    key(
        "call.made",
        Word(&["off", "by-player", "automatic"]),
        "The call of the last card: none; a decision of the player, who may forget it; made for the player.",
    ),
    key(
        "call.penalty",
        Number(0, 255),
        "Cards drawn for a missing call: 1 … 50 where the player makes it.",
    ),
    key(
        "call.caught",
        Word(&[
            "automatic",
            "own-turn",
            "after-next",
            "by-others",
            "next-player",
            "asked",
        ]),
        "What becomes of a missing call. It is always noticed, and its penalty is drawn before the next player's turn, at \
         the start of the own, or after the next player's turn. Or it must be caught: by the others, polled in order of \
         play after the turn; by whoever has the next turn, before playing; or, once another player has had a turn, by any \
         player who asks at the beginning of the own turn, until the owner's next.",
    ),
    key(
        "call.due",
        Word(&["played", "held"]),
        "Who owes it: who has played all cards but one, or whoever holds one card at the end of a turn, however that came \
         about.",
    ),
    key(
        "words.NAME.say",
        Number(1, 7),
        "The number of the word as an action (`say 1` … `say 7`), no other word's; 0 is the call. The word itself is its \
         name, hyphens standing for blanks.",
    ),
    key(
        "words.NAME.due",
        Word(&["played", "out", "penalty"]),
        "When it is due: after playing one of the cards, in the order of numbers; after playing the last card, and who does \
         not say it is not out; after drawing for a missing call, a missing word or an illegal card.",
    ),
    key(
        "words.NAME.cards",
        Cards,
        "For which cards, where it is due when they are laid.",
    ),
    key("words.NAME.on", Cards, "Laid on which upcards."),
    key(
        "words.NAME.penalty",
        Number(1, 50),
        "Cards drawn at once by a player who does not say it.",
    ),
    key(
        "created.most",
        Number(0, 3),
        "Created rules that may stand at once; 0: there are none.",
    ),
    key(
        "created.by",
        Word(&["dealer", "winner", "lot"]),
        "Who adds one before a round: the dealer; the winner of the round before, from the second on; nobody, those drawn \
         by lot stand.",
    ),
    key(
        "created.seen",
        Word(&["dealer", "all", "nobody"]),
        "Who knows them. Whoever does not may try any card, so `mistakes.penalty` must be 1 or more.",
    ),
    key(
        "created.offered",
        Number(1, 8),
        "How many are drawn by lot and offered, of which one is added.",
    ),
    key(
        "created.cross-out",
        Bool,
        "Whether standing ones may be crossed out before one is added; if not, the oldest makes room where as many stand.",
    ),
    key(
        "created.drawn",
        Number(0, 3),
        "Rules drawn by lot when the episode begins.",
    ),
    key(
        "created.split",
        Word(&["all", "train", "test"]),
        "Which rules are drawn and offered: any, or those of the share for training (about four in five) or for testing.",
    ),
    key("created.rules", Rules, "Rules that stand from the beginning."),
];
