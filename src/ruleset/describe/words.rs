//! English for numbers, cards, and values that depend on the number of players.

use super::nouns::{article, plural};
use crate::card::{Card, CardSet, Rank};
use crate::ruleset::{Labels, Range};

/// Returns a number in words up to twelve, in digits beyond.
pub(crate) fn number(n: impl Into<u32>) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    let n = n.into();
    WORDS
        .get(n as usize)
        .map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// Returns a number with its noun: "one card", "two cards".
pub(crate) fn count(n: impl Into<u32>, noun: &str) -> String {
    let n = n.into();
    format!("{} {noun}{}", number(n), if n == 1 { "" } else { "s" })
}

/// Returns a text with its first letter as a capital.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Writes the labels' word for a suit in place of "suit" in a text, except within spans of `code`.
pub(super) fn with_suit_word(labels: &Labels, text: &str) -> String {
    let word = labels.suit_word();
    if word == "suit" {
        return text.to_owned();
    }
    let in_prose = |(at, part): (usize, &str)| match at % 2 {
        0 => part
            .split_inclusive(|c: char| !c.is_alphabetic())
            .map(|text| in_place(text, word))
            .collect(),
        _ => part.to_owned(),
    };
    text.split('`')
        .enumerate()
        .map(in_prose)
        .collect::<Vec<String>>()
        .join("`")
}

/// Returns the word in place of "suit", with what follows it; any other text as it is.
fn in_place(text: &str, word: &str) -> String {
    let letters = text.trim_end_matches(|c: char| !c.is_alphabetic());
    let after = &text[letters.len()..];
    match letters {
        "suit" => format!("{word}{after}"),
        "suits" => format!("{word}s{after}"),
        "Suits" => format!("{}s{after}", capital(word)),
        _ => text.to_owned(),
    }
}

/// Joins items as in a sentence: "a", "a and b", "a, b and c".
pub(crate) fn join(items: &[String], conjunction: &str) -> String {
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
        let article = article(&bare);
        let (head, tail) = bare
            .split_once(" (")
            .map_or((bare.as_str(), String::new()), |(h, t)| (h, format!(" ({t}")));
        Self {
            one: format!("{article} {bare}"),
            many: format!("{}{tail}", plural(head)),
            bare,
        }
    }

    /// Returns the noun for one kind of card; if cards have labels, there may be several of the kind.
    fn single(labels: &Labels, card: Card) -> Self {
        let bare = labels.card(card);
        if !labels.is_off() {
            return Self::class(bare);
        }
        Self {
            one: format!("the {bare}"),
            many: format!("the {bare}"),
            bare,
        }
    }
}

/// Splits a set into classes: whole colours, whole suits, whole ranks, then parts of ranks.
fn nouns(labels: &Labels, set: CardSet) -> Vec<Noun> {
    let pack = labels.pack();
    let has = |part: CardSet| set.and(part) == part;
    let mut nouns = Vec::new();
    let mut rest = set;
    let usual = labels.is_off();
    for (colour, name) in [(pack.black(), "black card"), (pack.red(), "red card")] {
        if usual && has(colour) {
            nouns.push(Noun::class(name.to_owned()));
            rest = rest.minus(colour);
        }
    }
    for &suit in pack.suits() {
        if has(labels.of_suit(suit)) && !rest.and(labels.of_suit(suit)).is_empty() {
            nouns.push(Noun::class(if usual {
                suit.name().trim_end_matches('s').to_owned()
            } else {
                format!("{} card", labels.suit(suit))
            }));
            rest = rest.minus(labels.of_suit(suit));
        }
    }
    for rank in pack.all_ranks() {
        nouns.extend(of_rank(labels, rank, set, rest.and(labels.of_rank(rank))));
    }
    nouns
}

/// Splits the remaining cards of a rank into classes.
fn of_rank(labels: &Labels, rank: Rank, set: CardSet, left: CardSet) -> Vec<Noun> {
    let pack = labels.pack();
    let (all, name, usual) = (labels.of_rank(rank), labels.rank(rank), labels.is_off());
    if left.is_empty() {
        Vec::new()
    } else if set.and(all) == all && (usual || rank != Rank::JOKER) {
        vec![Noun::class(name)]
    } else if usual && left == all.and(pack.red()) {
        vec![Noun::class(format!("red {name}"))]
    } else if usual && left == all.and(pack.black()) {
        vec![Noun::class(format!("black {name}"))]
    } else if left.len() >= 3 && left.len() + 1 == all.len() {
        let missing = all.minus(left).iter().filter_map(|card| pack.suit(card));
        let missing: String = missing.map(|suit| labels.suit(suit)).collect();
        let of = if usual { "of " } else { "" };
        vec![Noun::class(format!("{name} (not {of}{missing})"))]
    } else {
        left.iter().map(|card| Noun::single(labels, card)).collect()
    }
}

/// Returns the cards that a set leaves out, if naming those is shorter.
fn exception(labels: &Labels, set: CardSet) -> Option<CardSet> {
    let all = labels.all();
    (2 * set.len() > all.len()).then(|| all.minus(set))
}

impl Labels {
    fn phrase(&self, set: CardSet, every: &str, conjunction: &str, form: impl Fn(Noun) -> String) -> String {
        match exception(self, set) {
            _ if set.is_empty() => "no card".to_owned(),
            Some(missing) if missing.is_empty() => every.to_owned(),
            Some(missing) => format!("{every} except {}", self.many(missing)),
            None => join(
                &nouns(self, set).into_iter().map(form).collect::<Vec<_>>(),
                conjunction,
            ),
        }
    }

    /// Describes one card of the set: "a Two or a black Jack".
    pub(crate) fn one(&self, set: CardSet) -> String {
        self.phrase(set, "any card", "or", |noun| noun.one)
    }

    /// Describes a further card of the set, beside one of its cards: "another Two".
    pub(crate) fn another(&self, set: CardSet) -> String {
        match nouns(self, set).as_slice() {
            [noun] if noun.one != noun.many => format!("another {}", noun.bare),
            _ => self.one(set),
        }
    }

    /// Describes the cards of the set: "Twos and black Jacks".
    pub(crate) fn many(&self, set: CardSet) -> String {
        self.phrase(set, "all cards", "and", |noun| noun.many)
    }

    /// Describes the cards of the set class by class, without exceptions: "Sevens, Eights and Nines".
    pub(crate) fn each(&self, set: CardSet) -> String {
        let nouns = nouns(self, set).into_iter().map(|noun| noun.many);
        join(&nouns.collect::<Vec<_>>(), "and")
    }

    /// Describes a restriction to the set, in brackets: " (Kings only)", " (not Eights)"; empty for all cards.
    pub(crate) fn only(&self, set: CardSet) -> String {
        match exception(self, set) {
            Some(missing) if missing.is_empty() => String::new(),
            Some(missing) => format!(" (not {})", self.many(missing)),
            None => format!(" ({} only)", self.many(set)),
        }
    }

    /// Returns the heading of the set: "Two, black Jack".
    pub(crate) fn heading(&self, set: CardSet) -> String {
        capital(&self.phrase(set, "any card", "or", |noun| noun.bare))
    }
}

/// Describes a range of numbers of players: "two players", "three to ten players".
pub(crate) fn by_range(range: Range) -> String {
    if range.min == range.max {
        format!("{} players", number(range.min))
    } else {
        format!("{} to {} players", number(range.min), number(range.max))
    }
}

/// Describes a value for each number of players: "seven cards with two players and five cards with three or more".
pub(crate) fn by_players<T: PartialEq>(
    players: Range,
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
    fn a_suit_has_the_word_of_the_labels_except_in_code() {
        let labels = Labels {
            suit: "colour".to_owned(),
            ..Labels::default()
        };
        let text = "Suits, a suit's Ace and suited suits; `suit`.";
        let written = "Colours, a colour's Ace and suited colours; `suit`.";
        assert_eq!(with_suit_word(&labels, text), written);
        assert_eq!(with_suit_word(&Labels::default(), text), text);
    }

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
            let usual = Labels::default();
            let said = (usual.one(cards), usual.many(cards));
            assert_eq!(
                (said.0.as_str(), said.1.as_str()),
                (said_one, said_many),
                "{text}"
            );
        }
    }

    #[test]
    fn selectors_are_said_in_labels() {
        let texts = |text: &str| text.split(", ").map(str::to_owned).collect();
        let labels = Labels {
            suits: texts("red, yellow, green, blue"),
            ranks: texts("0, 1, 2, 3, 4, 5, 6, 7, 8, 9, Skip, Reverse, Draw Two"),
            jokers: texts("Wild, Wild Draw Four"),
            ..Labels::default()
        };
        for (text, said_one, said_many) in [
            ("T", "an 8", "8s"),
            ("QC QH", "a red Skip or a green Skip", "red Skips and green Skips"),
            ("A -AS", "a Draw Two (not blue)", "Draw Twos (not blue)"),
            ("*", "a Wild or a Wild Draw Four", "Wilds and Wild Draw Fours"),
            (
                "D *B",
                "a yellow card or a Wild Draw Four",
                "yellow cards and Wild Draw Fours",
            ),
            ("all -2", "any card except 0s", "all cards except 0s"),
        ] {
            let cards = text.parse::<Selector>().expect("a selector").cards();
            let said = (labels.one(cards), labels.many(cards));
            assert_eq!(
                (said.0.as_str(), said.1.as_str()),
                (said_one, said_many),
                "{text}"
            );
        }
        assert_eq!(
            labels.another(labels.pack().of_rank(Rank::ACE)),
            "another Draw Two"
        );
        assert_eq!(
            labels.heading(labels.pack().black_joker().bit()),
            "Wild Draw Four"
        );
    }

    #[test]
    fn values_by_players_are_said_once_for_each_run() {
        let players = Range { min: 2, max: 10 };
        let say = |n: &u8| count(*n, "pack");
        assert_eq!(by_players(players, |_| 1, say), "one pack");
        assert_eq!(
            by_players(players, |n| 1 + n / 6, say),
            "one pack with up to five players and two packs with six or more"
        );
        assert_eq!(
            by_players(players, |n| n / 4, say),
            "no packs with up to three players, one pack with four to seven and two packs with eight or more"
        );
    }
}
