//! The keys of how a round and a match end.

use crate::ruleset::schema::key::Allowed::{ByPlayers, CardsNumber, Number, Word};
use crate::ruleset::schema::key::{Key, key};

/// From going out to mistakes.
pub(crate) const END: &[Key] = &[
    key(
        "out.last-card",
        Word(&["ignored", "served", "chain", "drawn"]),
        "The effect of the card that ends the round: none; whoever it hits draws before the hands are \
         scored; or an attack is played out, the next player answering or drawing, and the round ends when nothing is \
         pending. `drawn`: it has none, and one who has played it is out only after the draw at the end of the turn, by \
         calling with that single card; who does not draws `call.penalty` cards and one more, the pile but its upcard is \
         shuffled into the stock, and play goes on. With nothing to draw one is out at once.",
    ),
    key(
        "out.places",
        ByPlayers(1, 9),
        "Play goes on until so many players are out: 1 … players − 1.",
    ),
    key(
        "out.second-share",
        Number(0, 100),
        "Percent of all stakes that whoever is second gets with `reward = \"win\"`, in single rounds of three or more \
         players.",
    ),
    key(
        "out.not-on",
        CardsNumber(20),
        "Cards with which nobody goes out, and a number: played as the last one such a card has its effect, its player \
         draws so many cards, and play goes on.",
    ),
    key(
        "round.plays",
        Number(0, 65535),
        "The round ends when so many cards have been laid; 0 is off.",
    ),
    key(
        "round.row",
        CardsNumber(20),
        "The round ends when so many cards of one rank (2 or more), of these cards or of all, have been played in a row, by \
         whomever; whoever played the last has won and scores nothing. 0 is off.",
    ),
    key(
        "round.next",
        Word(&["deal-moves", "winner-deals", "loser-first"]),
        "How the rounds after the first begin: the seat after the dealer deals, and the player after it plays first; the \
         winner of the round before deals; or the deal moves, and the loser of the round before plays first.",
    ),
];

/// Of matches, and of mistakes.
pub(crate) const MATCH: &[Key] = &[
    key(
        "match.target",
        ByPlayers(0, 65535),
        "Points at which the match ends (or see `match.at-target`); 0 where the game is a single round.",
    ),
    key(
        "match.winner",
        Word(&["lowest", "highest"]),
        "Whose score then wins.",
    ),
    key(
        "match.at-target",
        Word(&["end", "sudden-death", "elimination"]),
        "What becomes of the match when a player reaches the target: it ends; that player is out and one last round is \
         played; that player is out and the match goes on until one is left.",
    ),
    key(
        "match.comeback",
        Number(0, 65535),
        "With elimination and three or more players nobody sits out: the match ends when at most one is below the \
         target, who wins, or when a player reaches this score, who then wins. 0 is off.",
    ),
    key(
        "match.turns",
        Number(0, 65535),
        "The match ends after so many turns at the latest, the round then not being scored; 0 is off.",
    ),
    key(
        "match.rounds",
        ByPlayers(0, 65535),
        "The match lasts so many rounds, where no target is set; 0 is off.",
    ),
    key(
        "mistakes.penalty",
        Number(0, 255),
        "Cards drawn for an illegal card, which goes back to the hand, the turn ending; 0: illegal cards \
         are masked.",
    ),
];
