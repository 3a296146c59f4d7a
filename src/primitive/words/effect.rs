//! Words that are due: after a card, for going out, and after drawing for a broken rule.

use crate::card::Card;
use crate::engine::Engine;
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::{Event, Log};
use crate::engine::phase::Phase;
use crate::rules::Features;
use crate::ruleset::WordDue;
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Notes the words that are due for a card that is about to be played on another.
    pub(crate) fn note_words(&mut self, card: Card, upcard: Option<Card>) {
        let Some(tableau) = &mut self.state.tableau else {
            return;
        };
        let on = |cards: crate::card::CardSet| upcard.is_none_or(|upcard| cards.contains(upcard));
        // Without a branch, which would often be mispredicted.
        tableau.words = self.rules.tableau.words.iter().fold(0, |words, word| {
            let due = (word.due == WordDue::Played) & word.cards.contains(card) & on(word.on);
            words | u8::from(due) << word.say
        });
        self.state.turn.call_settled = false;
    }

    /// Asks for the next word that is due for the card just played.
    pub(crate) fn ask_word(&mut self) -> Flow {
        let words = self.state.tableau.as_ref().map_or(0, |tableau| tableau.words);
        if words == 0 {
            return Flow::Next;
        }
        let word = words.trailing_zeros() as u8;
        self.ask(Phase::Word { word }, self.state.seat)
    }

    /// Asks a player without cards once for the word that is due for going out; nothing else is asked of a player who goes out.
    pub(crate) fn ask_out_word(&mut self) -> Flow {
        if !self.state.hand(self.state.seat).is_empty() || self.state.turn.card_effects.not_out {
            return Flow::Next;
        }
        match self.rules.tableau.word(WordDue::Out) {
            Some(word) if !std::mem::replace(&mut self.state.turn.call_settled, true) => {
                self.ask(Phase::Word { word: word.say }, self.state.seat)
            }
            _ => Flow::Jump(Task::Continue),
        }
    }

    /// Applies the answer to the question for a word.
    pub(crate) fn answer_word(&mut self, word: u8, said: bool) -> Flow {
        let seat = self.actor;
        let mut words = self.rules.tableau.words.iter();
        let rule = words.find(|other| other.say == word);
        let Some(rule) = rule else {
            return Flow::Resume;
        };
        if let (WordDue::Played, Some(tableau)) = (rule.due, &mut self.state.tableau) {
            tableau.words &= !(1 << word);
        }
        let then = match rule.due {
            WordDue::Played => Flow::Jump(Task::Words),
            WordDue::Out => Flow::Jump(Task::OutWord),
            WordDue::Penalty => Flow::Resume,
        };
        if said {
            self.event(Event::Said(seat, word));
            return then;
        }
        self.event(Event::Charged(seat));
        if rule.due == WordDue::Penalty {
            // The word is not asked for again.
            return self.seat_draws(seat, rule.penalty, then);
        }
        self.penalise(seat, rule.penalty, then)
    }

    /// Asks for the word that is due after drawing for a broken rule.
    pub(crate) fn ask_penalty_word(&mut self, seat: Seat) -> Flow {
        match self.rules.tableau.word(WordDue::Penalty).map(|word| word.say) {
            Some(word) if self.draw_completed => self.ask(Phase::Word { word }, seat),
            _ => Flow::Resume,
        }
    }
}
