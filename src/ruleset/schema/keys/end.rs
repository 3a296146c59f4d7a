//! The keys of how a round and a match end.

use crate::ruleset::schema::key::Allowed::{ByPlayers, CardsNumber, Number, Places, Word, WordOrEntry};
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
        Places,
        "Play goes on until so many players are out: 1 … players − 1. Or the percent of all stakes that each of them gets \
         with `reward = \"win\"` in a single round: `[75, 25]` plays on for a second place that is worth a quarter. All \
         but the first two get 0; a number stands for a winner who takes all.",
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
        "The round ends when so many cards have been played; 0 is off.",
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
        WordOrEntry(&["end", "sudden-death", "elimination"], "comeback", 65535),
        "What becomes of the match when a player reaches the target: it ends; that player is out and one last round is \
         played; that player is out and the match goes on until one is left; or, with three or more players, nobody sits \
         out, and the match ends when at most one is below the target, who wins, or when a player reaches the score of \
         the comeback, who then wins.",
    ),
    key(
        "match.turns",
        Number(0, 65535),
        "The match ends after so many turns at the latest, the round then not being scored; 0 is off.",
    ),
    key(
        "match.rounds",
        ByPlayers(0, 65535),
        "The match lasts so many rounds, or, with a target, so many at most; those who are then still in it win or lose by \
         their scores. 0 is off.",
    ),
    key(
        "match.games",
        Number(1, 3),
        "Games that the match scores at once. What a player scores with the first round that is won counts in the first \
         game, with the second in the first and second, and so on. Each game is closed by itself when a player reaches \
         the target in it; when all are, the most games win.",
    ),
    key(
        "mistakes.penalty",
        Number(0, 255),
        "Cards drawn for an illegal card, which goes back to the hand, the turn ending; 0: illegal cards \
         are masked.",
    ),
];
