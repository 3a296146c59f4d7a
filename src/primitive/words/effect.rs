//! Words that are due: after a card, for going out, and after drawing for a broken rule.

use crate::card::Card;
use crate::engine::Engine;
use crate::engine::agenda::{Next, Next::Do, Task};
use crate::engine::event::{Event, Log};
use crate::engine::phase::Phase;
use crate::primitive::continuing::effect::cards::draws_until_able;
use crate::rules::features::COVERS;
use crate::rules::{Features, WordRules};
use crate::ruleset::WordDue;
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Notes the words that are due for a card that is about to be played on another.
    pub(crate) fn note_words(&mut self, card: Card, upcard: Option<Card>) {
        let Some(tableau) = &mut self.s.tableau else {
            return;
        };
        let on = |cards: crate::card::CardSet| upcard.is_none_or(|upcard| cards.contains(upcard));
        // Without a branch, which would often be mispredicted.
        tableau.words = self.rules.tableau.words.iter().fold(0, |words, word| {
            let due = (word.due == WordDue::Played) & word.cards.contains(card) & on(word.on);
            words | u8::from(due) << word.say
        });
        self.s.turn.call_settled = false;
    }

    /// Asks for the next word that is due for the card just played; after the last one, for what comes then.
    pub(crate) fn ask_words(&mut self) -> Next {
        let words = self.s.tableau.as_ref().map_or(0, |tableau| tableau.words);
        if words == 0 {
            return self.ask_out_word();
        }
        let word = words.trailing_zeros() as u8;
        self.ask(Phase::Word { word }, self.s.seat)
    }

    /// Asks a player without cards for the word that is due for going out, once; or takes the last card for one that nobody
    /// goes out with.
    pub(crate) fn ask_out_word(&mut self) -> Next {
        let Some(upcard) = self.s.upcard() else {
            return Do(Task::Continue);
        };
        if self.s.hand(self.s.seat).is_empty() {
            if Self::has(COVERS) && draws_until_able::<F>(self.rules, self.s) {
                return Do(Task::Continue);
            }
            let without_call = self.goes_on_without_call();
            let not_out = self.rules.out.not_on.contains(upcard) && self.s.can_draw(self.rules);
            if !without_call && !not_out {
                return match self.rules.tableau.word(WordDue::Out) {
                    Some(word) if !std::mem::replace(&mut self.s.turn.call_settled, true) => {
                        self.ask(Phase::Word { word: word.say }, self.s.seat)
                    }
                    _ => Do(Task::Continue),
                };
            }
            self.s.turn.owes.last_card = true;
        }
        self.ask_call_early()
    }

    /// A word was said, or was not.
    pub(crate) fn answer_word(&mut self, word: u8, said: bool) -> Next {
        let seat = self.by;
        let mut words = self.rules.tableau.words.iter();
        let rule = words.find(|other| other.say == word);
        let Some(rule) = rule else {
            return Next::Agenda;
        };
        if let (WordDue::Played, Some(tableau)) = (rule.due, &mut self.s.tableau) {
            tableau.words &= !(1 << word);
        }
        let then = match rule.due {
            WordDue::Played => Do(Task::Words),
            WordDue::Out => Do(Task::OutWord),
            WordDue::Penalty => Next::Agenda,
        };
        if said {
            self.event(Event::Said(seat, word));
            return then;
        }
        self.event(Event::Charged(seat));
        if rule.due == WordDue::Penalty {
            // It is not asked for again.
            return self.seat_draws(seat, rule.penalty, then);
        }
        self.penalise(seat, rule.penalty, then)
    }

    /// The word that is due after drawing for a broken rule.
    fn word_for_penalty(&self) -> Option<&WordRules> {
        self.rules.tableau.word(WordDue::Penalty)
    }

    /// A seat draws for breaking a rule, and then may owe a word; what comes after that waits on the agenda.
    pub(crate) fn penalise(&mut self, seat: Seat, cards: u8, then: Next) -> Next {
        if self.word_for_penalty().is_none() || cards == 0 {
            return self.seat_draws(seat, cards, then);
        }
        self.postpone(then);
        self.seat_draws(seat, cards, Do(Task::Thanks(seat)))
    }

    /// Asks for the word that is due after drawing for a broken rule.
    pub(crate) fn ask_penalty_word(&mut self, seat: Seat) -> Next {
        match self.word_for_penalty().map(|word| word.say) {
            Some(word) if self.served => self.ask(Phase::Word { word }, seat),
            _ => Next::Agenda,
        }
    }
}
