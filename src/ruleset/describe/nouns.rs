//! Articles and plurals of nouns, labels included.

/// Letters whose spoken names begin with a vowel: "an F", "an X".
const SPELT_WITH_VOWEL: &str = "AEFHILMNORSX";

/// Beginnings of words written with a vowel but spoken with a consonant: "a Unicorn", "a Euro", "a User".
const SPOKEN_WITH_CONSONANT: [&str; 13] = [
    "eu", "ewe", "once", "ubiq", "unic", "unif", "union", "uniq", "unis", "unit", "univ", "us", "ut",
];

/// Beginnings of words whose first letter is mute: "an Hour".
const MUTE_H: [&str; 4] = ["heir", "honest", "hono", "hour"];

/// Returns the article of a noun: "an Eight", "an 8", "an Under", "a Skip", "a Unicorn".
pub(crate) fn article(noun: &str) -> &'static str {
    let noun = noun.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '+');
    let word: String = noun.chars().take_while(|c| c.is_alphanumeric()).collect();
    let lower = word.to_lowercase();
    let begins = |with: &[&str]| with.iter().any(|begin| lower.starts_with(begin));
    let vowel = if lower.starts_with(|c: char| c.is_ascii_digit()) {
        lower.starts_with('8') || lower == "11" || lower == "18"
    } else if word.chars().count() == 1 {
        word.to_uppercase().chars().all(|c| SPELT_WITH_VOWEL.contains(c))
            || begins_with_vowel(&lower) && lower != "u"
    } else if begins(&MUTE_H) {
        true
    } else {
        begins_with_vowel(&lower) && lower != "one" && !begins(&SPOKEN_WITH_CONSONANT)
    };
    if vowel { "an" } else { "a" }
}

/// True if a word in lower case begins with a vowel, with an accent or without.
fn begins_with_vowel(word: &str) -> bool {
    word.starts_with(|c| "aeiouàáâãäåæèéêëìíîïòóôõöøœùúûü".contains(c))
}

/// Returns the plural of a noun, formed on its last word: "Eights", "Sixes", "Switches", "Ladies", "8s".
pub(crate) fn plural(noun: &str) -> String {
    let lower = noun.to_lowercase();
    let hissing = ["s", "x", "z", "ch", "sh"].iter().any(|end| lower.ends_with(end));
    let mut letters = lower.chars().rev();
    let (last, before) = (letters.next(), letters.next());
    let single = before.is_none_or(|c| !c.is_alphabetic());
    if last == Some('y') && before.is_some_and(|c| c.is_alphabetic() && !"aeiou".contains(c)) {
        let stem: String = noun.chars().take(noun.chars().count() - 1).collect();
        return format!("{stem}ies");
    }
    // "Hands" is a plural already.
    if last == Some('s') && before.is_some_and(|c| c.is_alphabetic() && !"aeiouys".contains(c)) {
        return noun.to_owned();
    }
    // A single letter takes a plain "s": "Xs".
    let ending = if hissing && !single { "es" } else { "s" };
    format!("{noun}{ending}")
}

#[cfg(test)]
mod tests {
    use super::{article, plural};

    #[test]
    fn articles_go_with_what_is_spoken() {
        for noun in [
            "Eight",
            "8",
            "80",
            "11",
            "18",
            "Under",
            "Ober",
            "Ace",
            "X",
            "F",
            "+8 is one",
            "Upper",
            "Hour",
            "Étoile",
            "unimportant card",
            "\\*Ace",
            "UNO card",
        ] {
            let expected = if noun.starts_with('+') { "a" } else { "an" };
            assert_eq!(article(noun), expected, "{noun}");
        }
        for noun in [
            "Skip",
            "7",
            "1",
            "+2",
            "One",
            "Unicorn",
            "Unit",
            "User",
            "Euro",
            "U",
            "B",
            "Rose",
            "",
            "House",
            "black Ace",
            "100",
            "118",
        ] {
            assert_eq!(article(noun), "a", "{noun}");
        }
    }

    #[test]
    fn plurals_end_as_they_are_spoken() {
        for (noun, many) in [
            ("Eight", "Eights"),
            ("Six", "Sixes"),
            ("Switch", "Switches"),
            ("Plus", "Pluses"),
            ("Lady", "Ladies"),
            ("Joy", "Joys"),
            ("8", "8s"),
            ("+2", "+2s"),
            ("X", "Xs"),
            ("Wild Draw Four", "Wild Draw Fours"),
            ("black Flash", "black Flashes"),
            ("", "s"),
        ] {
            assert_eq!(plural(noun), many);
        }
    }
}
