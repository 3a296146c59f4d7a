//! Words that are due: after a card, for going out, and after drawing for a broken rule.

use crate::card::Card;
use crate::engine::Engine;
use crate::engine::event::{Event, Log};
use crate::engine::phase::{Phase, Step};
use crate::rules::WordRules;
use crate::ruleset::WordDue;
use crate::seat::Seat;

impl<L: Log> Engine<'_, L> {
    /// Notes the words that are due for a card that is about to be laid on another.
    pub(in crate::engine) fn note_words(&mut self, card: Card, upcard: Option<Card>) {
        let (Some(more), Some(side)) = (&self.rules.beside, &mut self.s.side) else {
            return;
        };
        let on = |cards: crate::card::CardSet| upcard.is_none_or(|upcard| cards.contains(upcard));
        // By arithmetic, since which words are due is hard to foretell.
        side.words = more.words.iter().fold(0, |words, word| {
            let due = (word.due == WordDue::Laid) & word.cards.contains(card) & on(word.on);
            words | u8::from(due) << word.say
        });
        side.stage = 0;
        (side.asked_out, side.asked_call) = (false, false);
    }

    /// Asks for the next word that is due for the card just laid.
    pub(in crate::engine) fn ask_word(&mut self) -> Option<Step> {
        let words = self.side()?.words;
        (words > 0).then(|| self.ask(words.trailing_zeros() as u8, self.s.seat))
    }

    /// Asks for the word that is due for going out, once.
    pub(in crate::engine) fn ask_out_word(&mut self) -> Option<Step> {
        let word = self.rules.beside.as_ref()?.word(WordDue::Out)?.say;
        let asked = std::mem::replace(&mut self.side()?.asked_out, true);
        (!asked).then(|| self.ask(word, self.s.seat))
    }

    fn ask(&mut self, word: u8, seat: Seat) -> Step {
        self.s.phase = Phase::Word { word };
        self.s.actor = seat;
        Step::Wait
    }

    /// A word was said, or was not.
    pub(in crate::engine) fn answer_word(&mut self, word: u8, said: bool) -> Step {
        let seat = self.s.actor;
        let rule = self
            .rules
            .beside
            .as_ref()
            .and_then(|more| more.words.iter().find(|w| w.say == word));
        let (Some(rule), Some(side)) = (rule, &mut self.s.side) else {
            return Step::Laid;
        };
        let (due, penalty) = (rule.due, rule.penalty);
        let then = if due == WordDue::Penalty {
            std::mem::replace(&mut side.then, Step::Wait)
        } else {
            side.words &= !(1 << word);
            Step::Laid
        };
        if said {
            self.event(Event::Said(seat, word));
            return then;
        }
        self.event(Event::Charged(seat));
        if due == WordDue::Penalty {
            // It is not asked for again.
            return self.owe(seat, penalty, then);
        }
        self.penalise(seat, penalty, then)
    }

    /// The word that is due after drawing for a broken rule.
    fn word_for_penalty(&self) -> Option<&WordRules> {
        self.rules.beside.as_ref()?.word(WordDue::Penalty)
    }

    /// A seat draws for breaking a rule, and then may owe a word.
    pub(in crate::engine) fn penalise(&mut self, seat: Seat, cards: u8, then: Step) -> Step {
        if self.word_for_penalty().is_none() || cards == 0 {
            return self.owe(seat, cards, then);
        }
        if let Some(side) = self.side() {
            (side.penalised, side.then) = (seat, then);
        }
        self.owe(seat, cards, Step::Thanks)
    }

    /// Asks for the word that is due after drawing for a broken rule.
    pub(in crate::engine) fn thanks(&mut self) -> Step {
        let word = self.word_for_penalty().map(|word| word.say);
        let served = self.s.turn.served;
        let (Some(word), Some(side)) = (word, &mut self.s.side) else {
            return Step::Wait;
        };
        if !served {
            return std::mem::replace(&mut side.then, Step::Wait);
        }
        let seat = side.penalised;
        self.ask(word, seat)
    }
}
