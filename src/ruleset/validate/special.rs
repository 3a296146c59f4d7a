//! One special: numbers in range, and words that go together.

use super::elsewhere::{ATTACK, FOLLOW_UNDER, OTHERS_DRAW, Others, RUNS, SET_COVER, setting};
use super::{Problems, is_name};
use crate::card::{Card, CardSet, format_cards};
use crate::ruleset::{
    Challenge, ContinueWith, Counts, Follows, Give, GiveTo, NameRank, Nominate, Ruleset, SameRank, Special,
    Wild, WordDue,
};

/// Collects problems under the keys of one special.
pub(super) struct Of<'a> {
    pub(super) name: &'a str,
    pub(super) problems: &'a mut Problems,
}

impl Of<'_> {
    pub(super) fn check(&mut self, holds: bool, key: &str, message: &str) {
        self.problems
            .check(holds, &format!("special.{}.{key}", self.name), || {
                message.to_owned()
            });
    }

    fn apart(&mut self, key: &str, why: &str, others: impl IntoIterator<Item = Option<String>>) {
        self.problems
            .apart(&format!("special.{}.{key}", self.name), why, others);
    }

    pub(super) fn range(&mut self, given: u8, least: u32, most: u32, key: &str) {
        self.problems
            .range(given, least, most, &format!("special.{}.{key}", self.name));
    }
}

impl Ruleset {
    pub(super) fn check_specials(&self, others: &Others<'_>, problems: &mut Problems) {
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
                self.check_identical(name, special, problems);
                continue;
            }
            let mut of = Of { name, problems };
            self.check_special(special, cards, &mut of);
            self.check_in_force(special, &mut of);
            if let Some(named) = &special.name_rank {
                self.check_name_rank(named, others, &mut of);
            }
            if special.mirror {
                self.check_mirror(cards, others, &mut of);
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
        if let Some(hit) = &special.hit {
            self.check_hit(hit, cards, of);
        }
        if let Some(give) = &special.give {
            check_give(give, of);
        }
        if let Some(challenge) = &special.challenge {
            self.check_challenge(challenge, special, cards, of);
        }
    }

    /// On what it may be laid, and what is named then.
    fn check_laying(&self, special: &Special, cards: CardSet, of: &mut Of<'_>) {
        let ordinary = special.wild == Wild::Never && special.nominate == Nominate::Never;
        of.check(
            special.not_on.is_none() || !ordinary,
            "not-on",
            "it is not wild and nominates nothing, so it is an ordinary card on every upcard: not-on goes with wild = \
             \"always\" or with nominate",
        );
        of.check(
            special.not_on.is_none() || !matches!(special.wild, Wild::Unable | Wild::NoSuit),
            "not-on",
            "it goes with wild = \"always\" or \"never\"",
        );
        of.check(
            special.follows == Follows::SuitOrRank || self.follow.suit,
            "follows",
            "no suit follows in this ruleset, so it could never be laid: set follow.suit = true, or follows = \
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

    /// On which cards alone it may be laid, and which alone follow it.
    fn check_in_force(&self, special: &Special, of: &mut Of<'_>) {
        let decks: CardSet = self.decks().fold(CardSet::EMPTY, CardSet::or);
        for (key, selector) in [
            ("only-on", &special.only_on),
            ("followed-by", &special.followed_by),
        ] {
            let none = !selector.is_none() && !selector.is_late() && selector.cards().and(decks).is_empty();
            let message = format!(
                "{:?} are no cards of the deck: list some, or leave it empty",
                selector.as_str()
            );
            of.check(!none, key, &message);
        }
    }

    fn check_name_rank(&self, named: &NameRank, others: &Others<'_>, of: &mut Of<'_>) {
        of.range(named.draw, 1, 20, "name-rank.draw");
        let single = |word: &str| word.parse::<Card>().is_ok();
        let class = named.cards.as_str().split_whitespace().find(|word| !single(word));
        if let Some(word) = class.filter(|_| !named.cards.is_late()) {
            let message = format!(
                "{word:?} is no single card: list cards such as QS or *R; ranks can be named in any case"
            );
            of.check(false, "name-rank.cards", &message);
        }
        let decks: CardSet = self.decks().fold(CardSet::EMPTY, CardSet::or);
        let missing = named.cards.cards().minus(decks);
        if class.is_none() && !missing.is_empty() {
            let message = format!(
                "{} are not in the deck; take them away",
                format_cards(missing.iter())
            );
            of.check(false, "name-rank.cards", &message);
        }
        of.apart(
            "name-rank",
            "the next player must lay what is named, whatever is to follow",
            [
                others.special(FOLLOW_UNDER),
                setting(self.countdown.from > 0, "countdown.from", &self.countdown.from),
            ],
        );
    }

    fn check_mirror(&self, cards: CardSet, others: &Others<'_>, of: &mut Of<'_>) {
        let turned = others.special(ATTACK).or_else(|| others.special(OTHERS_DRAW));
        of.check(
            turned.is_some(),
            "mirror",
            "there is nothing to turn: give some special a hit that can be answered, or that all others draw, or take mirror away",
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
        let row = self.round.row;
        of.apart(
            "mirror",
            "one that is laid in another player's turn is in no row",
            [setting(row > 0, "round.row", &row)],
        );
    }

    /// The cards of a special that can lie on equal ones laid in the same turn.
    pub(super) fn laid_together(&self, cards: CardSet) -> CardSet {
        let several = self.several();
        match several.same_rank {
            SameRank::Off => CardSet::EMPTY,
            _ => several.same_rank_cards.or(several.stands_in).and(cards),
        }
    }

    fn check_challenge(&self, challenge: &Challenge, special: &Special, cards: CardSet, of: &mut Of<'_>) {
        of.check(
            matches!(special.wild, Wild::Unable | Wild::NoSuit),
            "challenge",
            "there is nothing to challenge unless wild = \"unable\" or \"no-suit\"",
        );
        if !challenge.undone {
            return;
        }
        let runs = self.several().runs && !cards.minus(CardSet::JOKERS).is_empty();
        of.check(
            self.laid_together(cards).is_empty() && special.cover().is_none() && !runs,
            "challenge.undone",
            "a play that is taken back is a single card: take these cards out of every special with continue",
        );
        of.check(
            !special.follow_under && self.round.row == 0,
            "challenge.undone",
            "a play that is taken back cannot be followed under (follow-under) or counted in a row (round.row)",
        );
        let mut words = self.words.iter().filter(|(_, word)| word.due == WordDue::Laid);
        let word = words.find(|(_, word)| !word.cards.cards().and(cards).is_empty());
        of.apart(
            "challenge.undone",
            "a play that is taken back leaves the pile as it was, and no card is drawn for it before",
            [word.map(|(name, _)| format!("words.{name}"))],
        );
    }
}

fn check_give(give: &Give, of: &mut Of<'_>) {
    of.check(
        give.to == GiveTo::All || give.rest_draw == 0,
        "give.rest-draw",
        "only the next player is given a card, so nobody goes without: it goes with to = \"all\"",
    );
}
