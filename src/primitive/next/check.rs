//! What must or may be played on a card next.

use crate::card::{Card, CardSet, format_cards};
use crate::primitive::again::says::AGAIN;
use crate::primitive::continuing::says::COVER;
use crate::primitive::hit::says::{ATTACK, PENALTY};
use crate::primitive::next::says::{ACCEPTS, DEMAND, FOLLOW_UNDER, FOLLOWED_BY, NAME_RANK};
use crate::primitive::nominate::says::NOMINATE;
use crate::ruleset::validate::elsewhere::{Others, setting};
use crate::ruleset::validate::of::Of;
use crate::ruleset::{Apart, Binds, Next, Ruleset, Selector, Special};

/// What makes no sense on the same card.
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

/// What goes with what comes next.
pub(crate) fn check(of: &mut Of<'_>) {
    let &mut Of {
        ruleset,
        others,
        special,
        ..
    } = of;
    ruleset.check_next(special, others, of);
}

/// With each number of players some card of the deck has a rank that can be named.
fn check_ranks(listed: &Selector, of: &mut Of<'_>) {
    let ranks = listed.cards().iter().map(|card| card.rank().cards());
    let ranks = ranks.fold(CardSet::EMPTY, CardSet::or);
    let unnamed = |(_, deck, _): &(u8, CardSet, CardSet)| deck.and(ranks).is_empty();
    let found = of.in_decks().find(unnamed);
    if let Some((players, ..)) = found.filter(|_| !listed.is_none() && !listed.is_late()) {
        let message = format!(
            "{:?} are no ranks of the deck with {players} players, so none could be named: list others, or say with how \
             many players it holds (when.players)",
            listed.as_str()
        );
        of.check(false, "next.cards", &message);
    }
}

impl Ruleset {
    fn check_next(&self, special: &Special, others: &Others<'_>, of: &mut Of<'_>) {
        let next = &special.next;
        of.range(next.else_draw, 1, 20, "next.else-draw");
        if matches!(next.binds, Binds::Named | Binds::NamedAll) {
            self.check_named(next, others, of);
            return;
        }
        of.check(
            next.else_draw == 1,
            "next.else-draw",
            "nothing is named for which the next player could draw: it goes with binds = \"named\"",
        );
        let decks: CardSet = self.decks().fold(CardSet::EMPTY, CardSet::or);
        let cards = &next.cards;
        let none = !cards.is_none() && !cards.is_late() && cards.cards().and(decks).is_empty();
        let message = format!(
            "{:?} are no cards of the deck: list some, or leave it empty",
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

    fn check_named(&self, named: &Next, others: &Others<'_>, of: &mut Of<'_>) {
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
                "{word:?} is no single card: list cards such as QS or *R; ranks can be named in any case"
            );
            of.check(false, "next.cards", &message);
        }
        let decks: CardSet = self.decks().fold(CardSet::EMPTY, CardSet::or);
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
