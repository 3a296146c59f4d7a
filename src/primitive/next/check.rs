//! Checks of the cards that must or may be played next.

use crate::card::{Card, CardSet};
use crate::card_text::format_cards;
use crate::primitive::again::queries::AGAIN;
use crate::primitive::continuing::queries::COVER;
use crate::primitive::hit::queries::{ATTACK, PENALTY};
use crate::primitive::next::queries::{ACCEPTS, DEMAND, FOLLOW_UNDER, FOLLOWED_BY, NAME_RANK};
use crate::primitive::nominate::queries::NOMINATE;
use crate::ruleset::validate::elsewhere::{RulesetContext, setting};
use crate::ruleset::validate::of::SpecialContext;
use crate::ruleset::{Apart, Binds, Next, Problem, Ruleset, Selector, Special};

/// Effects that conflict on the same card.
pub(crate) const APART: &[Apart] = &[
    (
        FOLLOW_UNDER,
        &[ACCEPTS, DEMAND, NOMINATE, COVER],
        "what lies under it is followed, as if it were not there",
    ),
    (
        FOLLOWED_BY,
        &[ACCEPTS, DEMAND, NOMINATE, FOLLOW_UNDER],
        "only these cards follow it, whatever their suit",
    ),
    (
        NAME_RANK,
        &[ATTACK, PENALTY, DEMAND, AGAIN],
        "the next player must play what is named, or draw",
    ),
];

/// Checks the `next` settings of a special.
pub(crate) fn check(of: &mut SpecialContext<'_>) {
    let &mut SpecialContext {
        ruleset,
        others,
        special,
        ..
    } = of;
    ruleset.check_next(special, others, of);
}

/// Checks that with each number of players some card of the deck has a rank that can be named.
fn check_ranks(listed: &Selector, of: &mut SpecialContext<'_>) {
    let ranks = listed.cards().iter().map(|card| of.ruleset.pack().alike(card));
    let ranks = ranks.fold(CardSet::EMPTY, CardSet::or);
    let unnamed = |(_, deck, _): &(u8, CardSet, CardSet)| deck.and(ranks).is_empty();
    let found = of.in_decks().find(unnamed);
    if let Some((players, ..)) = found.filter(|_| !listed.is_none() && !listed.is_late()) {
        let message = format!(
            "{:?} matches no rank of the deck with {players} players, so none could be named: list others, or say with how \
             many players it holds (when.players)",
            listed.as_str()
        );
        of.check(false, "next.cards", &message);
    }
}

impl Ruleset {
    fn check_next(&self, special: &Special, others: &RulesetContext<'_>, of: &mut SpecialContext<'_>) {
        let next = &special.next;
        if matches!(next.binds, Binds::Named | Binds::NamedAll) {
            self.check_named(next, others, of);
            return;
        }
        of.check(
            next.else_draw == 1,
            "next.else-draw",
            "nothing is named for which the next player could draw: it goes with binds = \"named\"",
        );
        let decks = self.every_deck();
        let cards = &next.cards;
        let none = !cards.is_none() && !cards.is_late() && cards.cards().and(decks).is_empty();
        let message = format!(
            "{:?} matches no card of the deck: list some, or leave it empty",
            cards.as_str()
        );
        of.check(!none, "next.cards", &message);
        of.check(
            next.binds == Binds::All || !cards.is_none() || special.names_suit(),
            "next.binds",
            "there is nothing that binds: list cards, or let its player nominate",
        );
        of.check(
            next.binds == Binds::All || next.follow.is_none(),
            "next.follow",
            "what follows a card binds nobody: it goes with binds = \"all\"",
        );
    }

    /// Warns of cards on which nothing but themselves can ever be played.
    pub(crate) fn next_warnings(&self) -> Vec<Problem> {
        let mut warnings: Vec<Problem> = Vec::new();
        if self.created.most > 0 || !self.second_pile.cards.is_none() {
            // A created rule may allow other cards, and another pile may be played on.
            return warnings;
        }
        let closing = || {
            self.special
                .iter()
                .filter(|(_, special)| special.followed_by().is_some())
        };
        for (players, deck) in self.decks_by_players() {
            let holds = |special: &Special| special.when.holds_with(players) && !special.is_for_identical();
            for (name, special) in closing().filter(|(_, special)| holds(special)) {
                let path = format!("special.{name}.next.cards");
                let caught = self.caught_on(special, players, deck);
                if let Some(caught) = caught.filter(|_| warnings.iter().all(|other| other.path != path)) {
                    let message = format!(
                        "once such a card lies, nothing but {} can be played any more, so that a round may not end: let \
                         another card follow",
                        self.labels.many(caught)
                    );
                    warnings.push(Problem::new(path, message));
                }
            }
        }
        warnings
    }

    /// Returns the cards that play can never leave once a card of this special lies; none if they are the whole deck.
    fn caught_on(&self, special: &Special, players: u8, deck: CardSet) -> Option<CardSet> {
        let mut caught = special.cards.cards().and(deck);
        if caught.is_empty() {
            return None;
        }
        loop {
            let mut all = caught;
            for card in caught.iter() {
                // On a card that is not closed, other cards may be played.
                all = all.or(self.followed_by(players, card)?.cards().and(deck));
            }
            if all == caught {
                return (caught != deck).then_some(caught);
            }
            caught = all;
        }
    }

    fn check_named(&self, named: &Next, others: &RulesetContext<'_>, of: &mut SpecialContext<'_>) {
        let single = |word: &str| word.parse::<Card>().is_ok();
        let all = named.binds == Binds::NamedAll;
        of.check(
            !all || !named.cards.is_none(),
            "next.cards",
            "no rank could be named: list the cards whose ranks can be",
        );
        if all {
            check_ranks(&named.cards, of);
        }
        of.check(
            !all || named.else_draw == 1,
            "next.else-draw",
            "who plays nothing that was named draws as ever: it goes with binds = \"named\"",
        );
        let class = named
            .cards
            .as_str()
            .split_whitespace()
            .find(|word| !all && !single(word));
        if let Some(word) = class.filter(|_| !named.cards.is_late()) {
            let message = format!(
                "{word:?} is not a single card: list cards such as QS or *R; ranks can be named in any case"
            );
            of.check(false, "next.cards", &message);
        }
        let decks = self.every_deck();
        let missing = named.cards.cards().minus(decks);
        if class.is_none() && !missing.is_empty() && !all {
            let message = format!(
                "{} are not in the deck; take them away",
                format_cards(missing.iter())
            );
            of.check(false, "next.cards", &message);
        }
        of.check(
            named.follow.is_none(),
            "next.follow",
            "the next player must play what is named, whatever follows: take it away",
        );
        of.apart(
            "next.binds",
            "the next player must play what is named, whatever is to follow",
            [
                others.special(FOLLOW_UNDER),
                setting(self.countdown.from > 0, "countdown.from", &self.countdown.from),
            ],
        );
    }
}
