//! A kind of card whose rules are shown.

use crate::card::{Card, CardSet};
use crate::primitive::when::rules::Condition;
use crate::rules::OpenDraw;
use crate::rules::{AttackRules, CardRules, CardTable, NO_SUIT, PenaltyRules, Rules, WordRules};
use crate::ruleset::{Left, Who, WordDue};

/// A kind of card, and the rules for it.
#[derive(Clone, Copy)]
pub(crate) struct CardScene<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) table: &'a CardTable,
    pub(crate) card: Card,
}

impl<'a> CardScene<'a> {
    pub(crate) fn own(self) -> &'a CardRules {
        self.table.of(self.card)
    }

    /// Returns the number of cards for whoever is rightly challenged, one to expect where it is open.
    pub(crate) fn challenge_draw(self) -> u8 {
        let own = self.own();
        let hit = self.rules.drawn_at_once(&own.hit);
        own.challenge
            .as_ref()
            .map_or(0, |challenge| challenge.draw.cards(hit))
    }

    /// Returns the points that the card counts in a hand.
    pub(crate) fn points(self) -> i32 {
        self.rules.score.points(self.table.turned)[self.card.index()]
    }

    pub(crate) fn is_in(self, cards: CardSet) -> bool {
        cards.contains(self.card)
    }

    pub(crate) fn attack(self) -> Option<&'a AttackRules> {
        self.own()
            .hit
            .attack
            .map(|kind| &self.rules.attacks[usize::from(kind)])
    }

    /// Returns the cards that answer its attack.
    pub(crate) fn answers(self) -> CardSet {
        let answers = self
            .own()
            .hit
            .attack
            .map(|kind| self.table.hit.answers[usize::from(kind)]);
        answers.map_or(CardSet::EMPTY, |answers| answers.answer)
    }

    pub(crate) fn has_penalty(self, so: impl Fn(&PenaltyRules) -> bool) -> bool {
        self.own().hit.penalty.as_ref().is_some_and(so)
    }

    /// Returns the card's hit whose number of cards is open.
    pub(crate) fn open_hit(self) -> Option<&'a OpenDraw> {
        self.own().hit.open.and_then(|at| self.rules.open_draws.at(at))
    }

    /// Returns the turns that the card takes from these players.
    pub(crate) fn turns_of(self, who: Who) -> u8 {
        let lost = self.own().skip.lost.iter().filter(|lost| lost.who == who);
        lost.fold(0, |turns: u8, lost| turns.saturating_add(lost.turns))
    }

    /// True if a special of the card has such a condition on how the card is played.
    pub(crate) fn has_condition(self, so: impl Fn(&Condition) -> bool) -> bool {
        let conditional = self.table.when.of(self.card);
        conditional.is_some_and(|card| card.conditions.iter().any(so))
    }

    /// Returns the numbers of cards left on which the card's first such special depends.
    pub(crate) fn cards_left(self) -> Option<Left> {
        let conditional = self.table.when.of(self.card)?;
        conditional.conditions.iter().find_map(|condition| condition.left)
    }

    /// Returns the cards that follow it while nothing is nominated.
    pub(crate) fn followed_by(self) -> CardSet {
        self.rules.following(Some(self.card), NO_SUIT)
    }

    /// True if it follows no card of its rank in another suit.
    pub(crate) fn follows_suit_only(self) -> bool {
        let pack = &self.rules.pack;
        let others = pack.alike(self.card).iter();
        let mut others = others.filter(|other| pack.suit(*other) != pack.suit(self.card));
        !others.any(|other| self.is_in(self.rules.following(Some(other), NO_SUIT)))
    }

    /// Returns the number of words due after a play for which `cards` contains this card.
    pub(crate) fn words(self, cards: impl Fn(&WordRules) -> CardSet) -> u8 {
        let words = &self.rules.tableau.words;
        let due = words
            .iter()
            .filter(|word| word.due == WordDue::Played && self.is_in(cards(word)));
        due.count() as u8
    }
}
