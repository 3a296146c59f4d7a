//! English for numbers, cards and values that depend on the number of players.

use crate::card::{Card, CardSet, Rank, Suit};
use crate::ruleset::{Players, Range};

const RED: CardSet = Suit::Diamonds.cards().or(Suit::Hearts.cards());
const BLACK: CardSet = Suit::Clubs.cards().or(Suit::Spades.cards());

/// A number in words up to twelve, in digits beyond.
pub(super) fn number(n: impl Into<u32>) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    let n = n.into();
    WORDS
        .get(n as usize)
        .map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// "one card", "two cards".
pub(super) fn count(n: impl Into<u32>, noun: &str) -> String {
    let n = n.into();
    format!("{} {noun}{}", number(n), if n == 1 { "" } else { "s" })
}

/// With a capital.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// "a", "a and b", "a, b and c".
pub(super) fn join(items: &[String], conjunction: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {conjunction} {last}", most.join(", ")),
    }
}

/// A class of cards as a noun.
struct Noun {
    /// "an Eight", "the Jack of clubs".
    one: String,
    /// "Eights", "the Jack of clubs".
    many: String,
    /// "Eight", "Jack of clubs".
    bare: String,
}

impl Noun {
    fn class(bare: String) -> Self {
        let article = if bare.starts_with(['A', 'E']) { "an" } else { "a" };
        let (head, tail) = bare
            .split_once(" (")
            .map_or((bare.as_str(), String::new()), |(h, t)| (h, format!(" ({t}")));
        let ending = if head.ends_with('x') { "es" } else { "s" };
        Self {
            one: format!("{article} {bare}"),
            many: format!("{head}{ending}{tail}"),
            bare,
        }
    }

    fn single(card: Card) -> Self {
        let bare = match card.suit() {
            Some(suit) => format!("{} of {}", card.rank().name(), suit.name()),
            None if card == Card::RED_JOKER => "red Joker".to_owned(),
            None => "black Joker".to_owned(),
        };
        Self {
            one: format!("the {bare}"),
            many: format!("the {bare}"),
            bare,
        }
    }
}

/// The classes that a set falls into: whole suits, whole ranks, then parts of ranks.
fn nouns(set: CardSet) -> Vec<Noun> {
    let has = |part: CardSet| set.and(part) == part;
    let mut nouns = Vec::new();
    let mut rest = set;
    for (colour, name) in [(BLACK, "black card"), (RED, "red card")] {
        if has(colour) {
            nouns.push(Noun::class(name.to_owned()));
            rest = rest.minus(colour);
        }
    }
    for suit in Suit::ALL {
        if has(suit.cards()) && !rest.and(suit.cards()).is_empty() {
            nouns.push(Noun::class(suit.name().trim_end_matches('s').to_owned()));
            rest = rest.minus(suit.cards());
        }
    }
    for rank in (0..14).filter_map(Rank::from_index) {
        let left = rest.and(rank.cards());
        if left.is_empty() {
            continue;
        }
        let name = rank.name();
        if has(rank.cards()) {
            nouns.push(Noun::class(name.to_owned()));
        } else if left == rank.cards().and(RED) {
            nouns.push(Noun::class(format!("red {name}")));
        } else if left == rank.cards().and(BLACK) {
            nouns.push(Noun::class(format!("black {name}")));
        } else if left.len() == 3 {
            let missing = rank
                .cards()
                .minus(left)
                .iter()
                .filter_map(Card::suit)
                .map(Suit::name);
            nouns.push(Noun::class(format!(
                "{name} (not of {})",
                missing.collect::<String>()
            )));
        } else {
            nouns.extend(left.iter().map(Noun::single));
        }
    }
    nouns
}

/// What a set leaves out, where saying that is shorter.
fn exception(set: CardSet) -> Option<CardSet> {
    (set.len() > 27).then(|| CardSet::ALL.minus(set))
}

fn phrase(set: CardSet, every: &str, conjunction: &str, form: impl Fn(Noun) -> String) -> String {
    match exception(set) {
        _ if set.is_empty() => "no card".to_owned(),
        Some(missing) if missing.is_empty() => every.to_owned(),
        Some(missing) => format!("{every} except {}", many(missing)),
        None => join(&nouns(set).into_iter().map(form).collect::<Vec<_>>(), conjunction),
    }
}

/// One card of the set: "a Two or a black Jack".
pub(super) fn one(set: CardSet) -> String {
    phrase(set, "any card", "or", |noun| noun.one)
}

/// One more card of the set, said of one of its cards: "another Two".
pub(super) fn another(set: CardSet) -> String {
    match nouns(set).as_slice() {
        [noun] if noun.one != noun.many => format!("another {}", noun.bare),
        _ => one(set),
    }
}

/// The cards of the set: "Twos and black Jacks".
pub(super) fn many(set: CardSet) -> String {
    phrase(set, "all cards", "and", |noun| noun.many)
}

/// The name of the set as a heading: "Two, black Jack".
pub(super) fn heading(set: CardSet) -> String {
    capital(&phrase(set, "any card", "or", |noun| noun.bare))
}

/// Numbers of players: "two players", "three to ten players".
pub(super) fn by_range(range: Range) -> String {
    if range.least == range.most {
        format!("{} players", number(range.least))
    } else {
        format!("{} to {} players", number(range.least), number(range.most))
    }
}

/// A value for each number of players: "seven cards with two players and five cards with three or more".
pub(super) fn by_players<T: PartialEq>(
    players: &Players,
    value: impl Fn(u8) -> T,
    say: impl Fn(&T) -> String,
) -> String {
    let mut runs: Vec<(u8, u8, T)> = Vec::new();
    for n in players.min..=players.max {
        let value = value(n);
        match runs.last_mut() {
            Some((_, most, last)) if *last == value => *most = n,
            _ => runs.push((n, n, value)),
        }
    }
    if let [(_, _, value)] = runs.as_slice() {
        return say(value);
    }
    let noun = |least: u8| if least == players.min { " players" } else { "" };
    let said: Vec<String> = runs
        .iter()
        .map(|(least, most, value)| {
            let who = if least == most {
                number(*least)
            } else if *least == players.min {
                format!("up to {}", number(*most))
            } else if *most == players.max {
                format!("{} or more", number(*least))
            } else {
                format!("{} to {}", number(*least), number(*most))
            };
            format!("{} with {who}{}", say(value), noun(*least))
        })
        .collect();
    join(&said, "and")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Selector;

    #[test]
    fn selectors_are_said_in_words() {
        for (text, said_one, said_many) in [
            ("8", "an Eight", "Eights"),
            ("6 *", "a Six or a Joker", "Sixes and Jokers"),
            ("JC JS", "a black Jack", "black Jacks"),
            (
                "JC JD",
                "the Jack of clubs or the Jack of diamonds",
                "the Jack of clubs and the Jack of diamonds",
            ),
            ("A -AS", "an Ace (not of spades)", "Aces (not of spades)"),
            (
                "QS *B",
                "the Queen of spades or the black Joker",
                "the Queen of spades and the black Joker",
            ),
            ("H 8", "a heart or an Eight", "hearts and Eights"),
            ("red", "a red card", "red cards"),
            ("all", "any card", "all cards"),
            ("all -8", "any card except Eights", "all cards except Eights"),
            ("", "no card", "no card"),
        ] {
            let cards = text
                .parse::<Selector>()
                .map(|selector| selector.cards())
                .unwrap_or_default();
            assert_eq!(
                (one(cards).as_str(), many(cards).as_str()),
                (said_one, said_many),
                "{text}"
            );
        }
    }

    #[test]
    fn values_by_players_are_said_once_for_each_run() {
        let players = Players { min: 2, max: 10 };
        let say = |n: &u8| count(*n, "pack");
        assert_eq!(by_players(&players, |_| 1, say), "one pack");
        assert_eq!(
            by_players(&players, |n| 1 + n / 6, say),
            "one pack with up to five players and two packs with six or more"
        );
        assert_eq!(
            by_players(&players, |n| n / 4, say),
            "no packs with up to three players, one pack with four to seven and two packs with eight or more"
        );
    }
}
