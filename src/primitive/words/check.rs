//! Checks of words that are due besides the call.

use crate::ruleset::validate::{Problems, is_name};
use crate::ruleset::{CallMade, Ruleset, Word, WordDue};

impl Ruleset {
    pub(crate) fn check_words(&self, problems: &mut Problems) {
        for (name, word) in &self.words {
            problems.check(is_name(name), &format!("words.{name}"), || {
                "a word's name is lower-case letters, digits and hyphens".to_owned()
            });
            self.check_word(name, word, problems);
        }
    }

    fn check_word(&self, name: &str, word: &Word, problems: &mut Problems) {
        let path = |key: &str| format!("words.{name}.{key}");
        let twice = self.words.iter().find(|(_, other)| other.say == word.say);
        let twice = twice.filter(|(other, _)| other.as_str() < name);
        if let Some((other, _)) = twice {
            problems.add(
                path("say"),
                format!(
                    "{} is the number of words.{other} already: choose another of 1 … 7",
                    word.say
                ),
            );
        }
        let played = word.due == WordDue::Played;
        for (key, selector) in [("cards", &word.cards), ("on", &word.on)] {
            problems.check(played || selector.as_str() == "all", &path(key), || {
                format!(
                    "{:?} counts only where the word is due when cards are played: set due = \"played\", or leave it at \"all\"",
                    selector.as_str()
                )
            });
            problems.check(
                !played || selector.is_late() || !selector.cards().is_empty(),
                &path(key),
                || "without any card the word is never due: list some".to_owned(),
            );
        }
        let penalties = self.call.made == CallMade::ByPlayer
            || self.mistakes.penalty > 0
            || self.words.values().any(|word| word.due != WordDue::Penalty);
        problems.check(word.due != WordDue::Penalty || penalties, &path("due"), || {
            "nobody draws for a missing call, a missing word or an illegal card: set call.made = \"by-player\", \
             mistakes.penalty, or another word"
                .to_owned()
        });
        let same = self.words.iter().find(|(_, other)| other.due == word.due);
        let same = same.filter(|(other, _)| !played && other.as_str() < name);
        if let Some((other, _)) = same {
            problems.add(
                path("due"),
                format!("words.{other} is due then already: one word at a time, but for those of cards that are played"),
            );
        }
        problems.check(
            word.due != WordDue::Out || self.countdown.from == 0,
            &path("due"),
            || {
                "in a countdown nobody is out with the last card: it goes with \"played\" or \"penalty\", or with \
                 countdown.from = 0"
                    .to_owned()
            },
        );
    }
}
