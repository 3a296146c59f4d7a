//! Validation beyond the types: every rule that serde cannot express.

pub(crate) mod cards;
pub(crate) mod draw;
pub(crate) mod elsewhere;
pub(crate) mod late_bound;
pub(crate) mod meaning;
pub(crate) mod of;
pub(crate) mod overlap;
pub(crate) mod problems;
pub(crate) mod special;
pub(crate) mod turn;

use super::deck::kinds;
use super::problem::Problem;
use super::{Ruleset, Selector, free_text};
use crate::card::CardSet;
pub(crate) use cards::selectors_of_the_table;
use elsewhere::RulesetContext;
use late_bound::Late;
pub(crate) use problems::{Problems, is_name};

impl Ruleset {
    /// Returns every problem of the ruleset.
    pub(crate) fn problems(&self) -> Vec<Problem> {
        let mut problems = Problems::default();
        self.check_head(&mut problems);
        self.check_params(&mut problems);
        self.check_late(&mut problems);
        self.check_countdown(&mut problems);
        self.check_cards(&mut problems);
        let late = Late::of(self);
        let others = RulesetContext::new(self, &late);
        self.check_starter(&late, &mut problems);
        self.check_turn(&mut problems);
        self.check_draw(&mut problems);
        self.check_stock(&mut problems);
        self.check_continuing(&others, &mut problems);
        self.check_call(&mut problems);
        self.check_specials(&others, &mut problems);
        crate::primitive::nominate::check::check_nominations(&others, &mut problems);
        self.check_lots(&others, &mut problems);
        self.check_overlaps(&late, &mut problems);
        self.check_out_of_turn(&others, &mut problems);
        self.check_second_pile(&others, &mut problems);
        self.check_words(&mut problems);
        self.check_created(&others, &mut problems);
        self.check_end(&mut problems);
        self.check_out(&mut problems);
        self.check_backs(&others, &mut problems);
        self.check_teams(&mut problems);
        self.check_score(&mut problems);
        problems.0
    }

    pub(crate) fn check_head(&self, problems: &mut Problems) {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        problems.check(!self.id.is_empty() && self.id.chars().all(plain), "id", || {
            format!(
                "{:?} is not an id: write lower-case letters, digits and underscores",
                self.id
            )
        });
        let texts = [
            ("title".to_owned(), &self.title),
            ("source".to_owned(), &self.source),
        ];
        let decisions = self.decisions.iter().enumerate();
        let decisions = decisions.map(|(at, text)| (format!("decisions.[{at}]"), text));
        for (path, text) in texts.into_iter().chain(decisions) {
            if let Some(why) = free_text::refused(text) {
                problems.add(path, why);
            }
        }
    }

    /// Returns the kinds of card in the deck for each number of players, if it has a deck.
    pub(crate) fn decks(&self) -> impl Iterator<Item = CardSet> {
        self.decks_by_players().map(|(_, deck)| deck)
    }

    /// Returns the kinds of card in the deck with any number of players.
    pub(crate) fn every_deck(&self) -> CardSet {
        self.decks().fold(CardSet::EMPTY, CardSet::or)
    }

    /// Returns each number of players that has a deck, with the kinds of card in it.
    pub(crate) fn decks_by_players(&self) -> impl Iterator<Item = (u8, CardSet)> {
        let tables = self.deck.tables(self.tables());
        tables.map(|(players, table)| (players, kinds(&table)))
    }

    /// Returns the numbers of players that may play.
    pub(crate) fn tables(&self) -> std::ops::RangeInclusive<u8> {
        self.players.min..=self.players.max
    }
}

/// Returns all cards that a selector can mean.
pub(crate) fn reach(ruleset: &Ruleset, selector: &Selector) -> CardSet {
    Late::of(ruleset).reach(selector)
}
