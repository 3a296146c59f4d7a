//! A key of the ruleset schema: its path, what it may hold and what it means.

/// What a key may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Allowed {
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
    /// A list of these words, or one of them.
    Words(&'static [&'static str]),
    /// A list of the word for a playable card and a number of cards, or one of both.
    Until,
    /// A number of further cards of a turn.
    Most,
    /// One of these words, or a whole number up to this.
    WordOrNumber(&'static [&'static str], u32),
    /// One of these words, or a table of this one key to a whole number from 1 to this.
    WordOrEntry(&'static [&'static str], &'static str, u32),
    /// A class of cards.
    Cards,
    /// A class of cards, late-bound words among them.
    LateCards,
    /// A class of cards, or this word.
    CardsOrWord(&'static str),
    /// A class of cards, late-bound words among them, or this word.
    LateCardsOrWord(&'static str),
    /// A number of players, or a range of them.
    Range,
    /// So many different texts, or none.
    Labels(usize),
    /// A table from classes of cards to copies of each.
    Copies,
    /// A table from classes of cards to points, each by number of players, and for all others.
    Points,
    /// A table from what doubles or halves points to which of both it does.
    Factors,
    /// A table from events to points.
    Events,
    /// A number up to this, or a table from one class of cards to it.
    CardsNumber(u32),
    /// A class of cards, or a table from classes of cards to who may play them.
    Identicals,
    /// A whole number of either sign, up to so many.
    Signed(u32),
    /// A class of cards, or a table from days of the year to cards.
    CardsOrDates,
    /// A word for an episode or a round, or a day of the year.
    EpisodeRoundOrDay,
    /// A number of cards or a range of them, or a table of these by number of players.
    Dealt,
    /// A number of places or a list of their shares, or a table of these by number of players.
    Places,
    /// A card, as an entry of a table of them.
    Card,
    /// A table, as an entry of a table of them.
    Table,
    /// A list of created rules.
    Rules,
    /// A table from names to tables of overrides.
    Overrides,
}

/// A key of the schema.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Key {
    /// Dotted; `NAME` stands for the name of a special, a word or a param.
    pub(crate) path: &'static str,
    /// What it may hold.
    pub(crate) allowed: Allowed,
    /// What it means.
    pub(crate) meaning: &'static str,
}

/// A key.
pub(crate) const fn key(path: &'static str, allowed: Allowed, meaning: &'static str) -> Key {
    Key {
        path,
        allowed,
        meaning,
    }
}
