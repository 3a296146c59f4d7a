//! Every key of the ruleset schema: what it may hold and what it means.

use self::Allowed::{
    Bool, ByPlayers, Cards, Copies, Id, Labels, Number, Overrides, Points, Text, Texts, Word, WordOrNumber,
};

/// What a key may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::ruleset) enum Allowed {
    /// Any text.
    Text,
    /// Lower-case letters, digits and underscores.
    Id,
    /// A list of texts.
    Texts,
    /// True or false.
    Bool,
    /// A whole number from the first to the second.
    Number(u32, u32),
    /// Such a number, or a table of them by number of players.
    ByPlayers(u32, u32),
    /// One of these words.
    Word(&'static [&'static str]),
    /// One of these words, or a whole number up to this.
    WordOrNumber(&'static [&'static str], u32),
    /// A class of cards.
    Cards,
    /// So many different texts, or none.
    Labels(usize),
    /// A table from classes of cards to points.
    Points,
    /// A table from classes of cards to copies of each.
    Copies,
    /// A table from names to tables of overrides.
    Overrides,
}

/// A key of the schema.
#[derive(Debug, Clone, Copy)]
pub(in crate::ruleset) struct Key {
    /// Dotted; `NAME` stands for the name of a special.
    pub(in crate::ruleset) path: &'static str,
    /// What it may hold.
    pub(in crate::ruleset) allowed: Allowed,
    /// What it means.
    pub(in crate::ruleset) meaning: &'static str,
}

const fn key(path: &'static str, allowed: Allowed, meaning: &'static str) -> Key {
    Key {
        path,
        allowed,
        meaning,
    }
}

/// Every key, group by group.
pub(in crate::ruleset) const KEYS: &[Key] = &[
    key("id", Id, "Identifier."),
    key("title", Text, "Its name for people."),
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
        "draw.when",
        Word(&["always", "unable"]),
        "When one may draw: in any turn, or only when no card can be laid, so that who can play must.",
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
        "turn.same-rank",
        Word(&["off", "every", "top"]),
        "Several cards of one rank in a turn: not allowed; with the effects of every card; with those of \
         the top card only.",
    ),
    key(
        "turn.same-rank-cards",
        Cards,
        "Which cards may be laid together so.",
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
    key(
        "special.NAME.cards",
        Cards,
        "Which cards have this meaning; none switches it off. A card's specials add up.",
    ),
    key(
        "special.NAME.wild",
        Word(&["never", "always", "unable"]),
        "Laid whatever the upcard is: never, always (but under an attack), or, even where it follows, only when no \
         other card held can be laid.",
    ),
    key(
        "special.NAME.accepts",
        Word(&["any"]),
        "What may be laid on it besides what follows: any card.",
    ),
    key(
        "special.NAME.nominate",
        Word(&["never", "always", "if-followed"]),
        "Whether its player names the suit to follow; if not, or not followed under `if-followed`, its own \
         suit holds.",
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
        "special.NAME.attack.draw",
        Number(1, 50),
        "Cards it adds to what the next player must draw who does not answer.",
    ),
    key(
        "special.NAME.attack.answer",
        Cards,
        "Cards that answer it; each is an attack itself.",
    ),
    key(
        "special.NAME.attack.cancel",
        Cards,
        "Cards that answer it so that nothing is pending any more.",
    ),
    key(
        "special.NAME.attack.pass-on",
        Cards,
        "Cards that, if of the suit in force, may be laid so that what is pending goes on to the next player.",
    ),
    key(
        "special.NAME.attack.needs-stock",
        Bool,
        "Whether it is an ordinary card while there is no card to draw.",
    ),
    key(
        "special.NAME.penalty.draw",
        Number(1, 50),
        "Cards that the next player draws.",
    ),
    key(
        "special.NAME.penalty.turn",
        Word(&["lost", "kept"]),
        "What becomes of that player's turn.",
    ),
    key(
        "special.NAME.cover.with",
        Word(&["suit", "suit-or-rank", "any"]),
        "Its player may lay more cards on it in the same turn; how each must go with the card under it.",
    ),
    key("special.NAME.cover.cards", Cards, "Which cards may cover at all."),
    key(
        "special.NAME.cover.most",
        Number(0, 255),
        "How many at most; 0 is any number.",
    ),
    key(
        "special.NAME.cover.effects",
        Word(&["every", "top"]),
        "Whose effects count: every card's, or the top card's only.",
    ),
    key(
        "special.NAME.cover.again",
        Bool,
        "Whether it may be covered also where it is a cover itself.",
    ),
    key(
        "special.NAME.give.optional",
        Bool,
        "Its player gives one card of choice to each other player, in order of play; whether giving may be \
         stopped.",
    ),
    key(
        "special.NAME.give.rest-draw",
        Number(0, 255),
        "Cards that each player who got none draws when the giver is out.",
    ),
    key(
        "special.NAME.challenge.draw",
        Number(0, 255),
        "The next player may challenge that it was laid by rule (`wild = \"unable\"`, then not masked); \
         cards drawn by its player if that was wrong.",
    ),
    key(
        "special.NAME.challenge.extra",
        Number(0, 255),
        "Cards that a wrong challenger draws beyond the card's penalty.",
    ),
    key(
        "special.NAME.challenge.undone",
        Bool,
        "Whether a play that was challenged rightly is taken back.",
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
        Word(&["automatic", "by-others"]),
        "Whether a missing call is always noticed, or another player must catch it, polled in order of play \
         after the turn.",
    ),
    key(
        "call.charged",
        Word(&["before-next", "own-turn"]),
        "When the penalty of a call caught automatically is drawn: before the next player's turn, or at the \
         start of the own.",
    ),
    key(
        "out.last-card",
        Word(&["ignored", "served", "chain"]),
        "The effect of the card that ends the round: none; whoever it hits draws before the hands are \
         scored; or an attack is played out, the next player answering or drawing, and the round ends when nothing is \
         pending.",
    ),
    key(
        "round.plays",
        Number(0, 65535),
        "The round ends when so many cards have been laid; 0 is off.",
    ),
    key(
        "round.extra-passes",
        Number(0, 255),
        "Passes in a row, beyond one by each player, before the round is blocked.",
    ),
    key(
        "round.attack-empties-stock-is-pass",
        Bool,
        "Whether taking the last card of the stock for an attack, with none left to take, counts as a pass.",
    ),
    key(
        "score.who",
        Word(&["own", "winner"]),
        "Who scores: everyone the own hand, or the winner all the other hands.",
    ),
    key(
        "score.points",
        Points,
        "Points of the cards of each class; no card may stand in two.",
    ),
    key(
        "score.others",
        WordOrNumber(&["face", "index"], 65535),
        "Points of all other cards: face value (ace 1, ten and pictures 10, Joker 50), index + 2 as \
         OpenSpiel scores, or a number.",
    ),
    key(
        "score.double",
        Word(&["off", "rank", "class"]),
        "Which cards count double after the last card laid, when somebody is out: none; those of its rank; those of \
         its class (2 … 5, 6 … 9, J Q K; of its rank after a ten or an ace). After a wild card all do.",
    ),
    key(
        "score.hat",
        Number(0, 1000),
        "Points that the player last skipped in a round takes off the own score at its end.",
    ),
    key(
        "score.reward-scale",
        Number(1, 65535),
        "What `reward = \"points\"` divides the points by.",
    ),
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
        "match.bonus",
        Number(0, 1000),
        "Points that the winner of a round takes off the own score.",
    ),
    key(
        "match.at-target",
        Word(&["end", "sudden-death", "elimination"]),
        "What becomes of the match when a player reaches the target: it ends; that player is out and one last round is \
         played; that player is out and the match goes on until one is left.",
    ),
    key(
        "match.turns",
        Number(0, 65535),
        "The match ends after so many turns at the latest, the round then not being scored; 0 is off.",
    ),
    key(
        "mistakes.penalty",
        Number(0, 255),
        "Cards drawn for an illegal card, which goes back to the hand, the turn ending; 0: illegal cards \
         are masked.",
    ),
];
