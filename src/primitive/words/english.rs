//! English description of words that are due.

use crate::ruleset::describe::words::{count, number};
use crate::ruleset::describe::{Block, Section};
use crate::ruleset::{Ruleset, Word, WordDue};

impl Ruleset {
    pub(crate) fn words_section(&self) -> Section {
        let mut words: Vec<(&String, &Word)> = self.words.iter().collect();
        words.sort_by_key(|(_, word)| word.say);
        let mut blocks: Vec<Block> = words
            .iter()
            .map(|(name, word)| Block::named(Word::said(name), self.say_word(word)))
            .collect();
        if !blocks.is_empty() {
            let intro =
                "Some words must be said. Where several are due they are asked for in this order.".to_owned();
            blocks.insert(0, Block::paragraph(vec![intro]));
        }
        Section {
            title: "Words",
            blocks,
        }
    }

    fn say_word(&self, word: &Word) -> Vec<String> {
        let cards = count(word.penalty, "card");
        let due = match word.due {
            WordDue::Played if word.on.as_str() == "all" => {
                format!(
                    "Due after playing {}, before anything else.",
                    self.one_of(&word.cards)
                )
            }
            WordDue::Played => format!(
                "Due after playing {} on {}, before anything else.",
                self.one_of(&word.cards),
                self.one_of(&word.on)
            ),
            WordDue::Out => "Due after playing the last card.".to_owned(),
            WordDue::Penalty => {
                "Due after drawing for a missing call, a missing word or an illegal card.".to_owned()
            }
        };
        let missing = match word.due {
            WordDue::Played => format!("A player who does not say it draws {cards} at once."),
            WordDue::Out => {
                format!("A player who does not say it draws {cards} and is not out: play goes on.")
            }
            WordDue::Penalty => {
                format!(
                    "A player who does not say it draws {} more, and is not asked again.",
                    number(word.penalty)
                )
            }
        };
        vec![format!("(`say {}`)", word.say), due, missing]
    }
}
