//! One special: numbers in range, and words that go together.

use super::elsewhere::{Others, setting};
use super::{Problems, is_name};
use crate::card::{CardSet, format_cards};
use crate::primitive::continuing::says::{RUNS, SET_COVER};
use crate::primitive::hit::says::{ATTACK, OTHERS_DRAW};
use crate::ruleset::{ContinueWith, Counts, FollowBy, Free, Nominate, PlayBy, Ruleset, Special};

/// Collects problems under the keys of one special.
pub(crate) struct Of<'a> {
    pub(crate) ruleset: &'a Ruleset,
    pub(crate) others: &'a Others<'a>,
    pub(crate) special: &'a Special,
    /// Every card that it can mean.
    pub(crate) cards: CardSet,
    pub(crate) name: &'a str,
    pub(crate) problems: &'a mut Problems,
}

impl Of<'_> {
    pub(crate) fn check(&mut self, holds: bool, key: &str, message: &str) {
        self.problems
            .check(holds, &format!("special.{}.{key}", self.name), || {
                message.to_owned()
            });
    }

    pub(crate) fn apart(&mut self, key: &str, why: &str, others: impl IntoIterator<Item = Option<String>>) {
        self.problems
            .apart(&format!("special.{}.{key}", self.name), why, others);
    }

    pub(crate) fn range(&mut self, given: u8, least: u32, most: u32, key: &str) {
        self.problems
            .range(given, least, most, &format!("special.{}.{key}", self.name));
    }
}

impl Ruleset {
    pub(crate) fn check_specials(&self, others: &Others<'_>, problems: &mut Problems) {
        for (name, special) in &self.special {
            problems.check(is_name(name), &format!("special.{name}"), || {
                "a special's name is lower-case letters, digits and hyphens".to_owned()
            });
            let cards = others.late.reach(&special.cards);
            if cards.is_empty() {
                // No card has it: nothing in it can contradict anything.
                continue;
            }
            if special.when.upcard.is_some() {
                self.check_identical(name, special, others, problems);
                continue;
            }
            let mut of = Of {
                ruleset: self,
                others,
                special,
                cards,
                name,
                problems,
            };
            self.check_special(special, cards, &mut of);
            self.check_in_force(special, &mut of);
            self.check_next(special, others, &mut of);
            if special.mirror {
                self.check_mirror(&mut of);
            }
        }
    }

    fn check_special(&self, special: &Special, cards: CardSet, of: &mut Of<'_>) {
        of.range(special.skip, 0, 9, "skip");
        let hits = special.skip > 0 || special.attack().is_some() || special.penalty().is_some();
        of.check(
            !special.again || !hits,
            "again",
            "its player would be the next player, whom its own skip or hit is for: take that away, or set again = \
             false",
        );
        self.check_laying(special, cards, of);
        crate::primitive::hit::check::check(of);
        crate::primitive::moving::check::check(of);
        crate::primitive::challenge::check::check(of);
    }

    /// On what it may be laid, and what is named then.
    fn check_laying(&self, special: &Special, cards: CardSet, of: &mut Of<'_>) {
        let ordinary = special.play.free == Free::Never && special.nominate == Nominate::Never;
        of.check(
            special.play.except.is_none() || !ordinary,
            "play.except",
            "it is not free and nominates nothing, so it is an ordinary card on every upcard: except goes with free = \
             \"always\" or with nominate",
        );
        of.check(
            special.play.except.is_none() || !matches!(special.play.free, Free::Unable | Free::NoSuit),
            "play.except",
            "it goes with free = \"always\" or \"never\"",
        );
        of.check(
            special.play.by == PlayBy::SuitOrRank || self.follow.has(FollowBy::Suit),
            "play.by",
            "no suit follows in this ruleset, so it could never be laid: list \"suit\" in follow, or by = \
             \"suit-or-rank\"",
        );
        let jokers = cards.and(CardSet::JOKERS);
        if special.nominate == Nominate::Second && !jokers.is_empty() {
            let message = format!(
                "{} have no suit of their own to which a second could be added; take them out of cards",
                format_cards(jokers.iter())
            );
            of.check(false, "nominate", &message);
        }
    }

    /// On which cards alone it may be laid.
    fn check_in_force(&self, special: &Special, of: &mut Of<'_>) {
        let decks: CardSet = self.decks().fold(CardSet::EMPTY, CardSet::or);
        let on = &special.play.on;
        let none = !on.is_none() && !on.is_late() && on.cards().and(decks).is_empty();
        let message = format!(
            "{:?} are no cards of the deck: list some, or leave it empty",
            on.as_str()
        );
        of.check(!none, "play.on", &message);
    }

    fn check_mirror(&self, of: &mut Of<'_>) {
        let &mut Of { others, cards, .. } = of;
        let turned = others.special(ATTACK).or_else(|| others.special(OTHERS_DRAW));
        of.check(
            turned.is_some(),
            "mirror",
            "there is nothing to turn: give some special a hit that can be answered, or that all others draw, or take \
             mirror away",
        );
        let answers = cards.and(others.answers());
        if !answers.is_empty() {
            let message = format!(
                "{} stand under answer, cancel or pass-on of an attack, which they would turn: take them out of one",
                format_cards(answers.iter())
            );
            of.check(false, "mirror", &message);
        }
        let top = |special: &Special| {
            special
                .goes_on(ContinueWith::Rank)
                .is_some_and(|sets| sets.effects == Counts::Top)
        };
        of.apart(
            "mirror",
            "several laid together turn it so many times",
            others.specials(&[("continue.effects", top), RUNS, SET_COVER]),
        );
        let row = self.round.row.number;
        of.apart(
            "mirror",
            "one that is laid in another player's turn is in no row",
            [setting(row > 0, "round.row", &row)],
        );
    }
}
