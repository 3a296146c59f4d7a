//! Words for cards as people write them, and the canonical word for each.

use super::suggestion::closest_match;
use crate::card::{Rank, SUIT_LETTERS};

/// Words with the letter that each stands for.
const LETTERS: [(&str, &str); 19] = [
    ("clubs", "C"),
    ("diamonds", "D"),
    ("hearts", "H"),
    ("spades", "S"),
    ("jokers", "*"),
    ("twos", "2"),
    ("threes", "3"),
    ("fours", "4"),
    ("fives", "5"),
    ("sixes", "6"),
    ("sevens", "7"),
    ("eights", "8"),
    ("nines", "9"),
    ("tens", "T"),
    ("jacks", "J"),
    ("queens", "Q"),
    ("kings", "K"),
    ("aces", "A"),
    ("10", "T"),
];

/// Returns the canonical form of a word: `H` for `hearts`, `T` for `10`, `TS` for `10S`.
pub(crate) fn kept(word: &str) -> String {
    if let Some((_, letter)) = LETTERS.iter().find(|(long, _)| *long == word) {
        return (*letter).to_owned();
    }
    match word.strip_prefix("10") {
        Some(suit) if suit.len() == 1 && SUIT_LETTERS.contains(suit) => format!("T{suit}"),
        _ => word.to_owned(),
    }
}

/// Returns the word probably meant by an unknown one, among `known` and the words for ranks and suits.
pub(crate) fn closest_word<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    if let [letter] = word.as_bytes()
        && letter.is_ascii_lowercase()
    {
        let upper = letter.to_ascii_uppercase();
        return LETTERS
            .iter()
            .find_map(|(_, short)| (short.as_bytes() == [upper]).then_some(*short));
    }
    match word {
        "1" | "11" | "12" | "13" => {
            let letters = [("1", "A"), ("11", "J"), ("12", "Q"), ("13", "K")];
            letters
                .iter()
                .find_map(|(number, letter)| (*number == word).then_some(*letter))
        }
        "joker" => Some("jokers"),
        "face" | "faces" | "picture" if known.contains(&"pictures") => Some("pictures"),
        "pictures" | "faces" if known.contains(&"face") => Some("face"),
        _ => closest_match(
            word,
            known
                .iter()
                .copied()
                .chain(LETTERS[..18].iter().map(|(long, _)| *long)),
        ),
    }
}

/// Returns the number of a rank: ace 1 … King 13; none for Jokers.
fn number(rank: Rank) -> Option<u8> {
    match rank.index() as u8 {
        12 => Some(1),
        index @ ..12 => Some(index + 2),
        _ => None,
    }
}

/// Returns the letters of the ranks in a range such as `2-7`; the ace is low as the first rank and high as the last.
pub(crate) fn range(word: &str) -> Option<Vec<char>> {
    let one = |word: &str| {
        let word = kept(word);
        let mut letters = word.chars();
        let letter = letters.next().filter(|_| letters.next().is_none())?;
        number(Rank::from_letter(letter)?)
    };
    let (low, high) = word.split_once('-')?;
    let (low, high) = (one(low)?, one(high)?);
    let high = if high == 1 && low > 1 { 14 } else { high };
    let letter = |number: u8| match number {
        1 | 14 => Rank::ACE.letter(),
        number => Rank::from_index(number - 2).map_or('?', Rank::letter),
    };
    (low <= high).then(|| (low..=high).map(letter).collect())
}
