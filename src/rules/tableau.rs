//! Rules that need a tableau: play out of turn, a second pile, words that are due, created rules.

use super::in_play::in_play;
use super::{CallRules, OpenDraws, OutRules, StarterRules, WordRules};
use crate::card::CardSet;
use crate::ruleset::{
    CallDue, Caught, Charged, Claimed, Created, CreatedBy, Nominate, Ruleset, SeenBy, Special, WordDue,
};

/// Maximum number of created rules that stand at once.
pub(crate) const MAX_STANDING: usize = 8;

/// Maximum number of created rules that are offered.
pub(crate) const MAX_OFFERED: usize = 8;

/// Rules that need a tableau.
#[derive(Debug, Clone)]
pub(crate) struct TableauRules {
    /// True if states carry a tableau.
    pub(crate) needed: bool,
    pub(crate) claims: ClaimRules,
    /// Cards of a second pile; empty if there is none.
    pub(crate) second_pile: CardSet,
    /// Words that are due, in the order of their numbers.
    pub(crate) words: Vec<WordRules>,
    pub(crate) created: Created,
    /// True if a player who may swap hands must.
    pub(crate) must_swap: bool,
}

/// Cards that are played out of turn on an identical one.
#[derive(Debug, Clone)]
pub(crate) struct ClaimRules {
    /// Cards that may be played so.
    pub(crate) cards: CardSet,
    /// Cards that must be played so.
    pub(crate) must: CardSet,
    /// Cards that the player of the upcard may not add.
    pub(crate) not_own: CardSet,
}

impl TableauRules {
    /// Compiles the tableau rules of a ruleset.
    pub(super) fn compile(
        ruleset: &Ruleset,
        players: u8,
        (starter, out, call): (&StarterRules, &OutRules, &CallRules),
        open: &OpenDraws,
    ) -> Self {
        let mut words: Vec<WordRules> = ruleset.words.iter().map(WordRules::new).collect();
        words.sort_by_key(|word| word.say);
        let identical = &ruleset.out_of_turn.identical;
        let mut rules = Self {
            needed: false,
            claims: ClaimRules {
                cards: identical.cards(),
                must: identical.with(Claimed::Must),
                not_own: identical.with(Claimed::OthersMay),
            },
            second_pile: ruleset.second_pile.cards.cards(),
            words,
            created: ruleset.created.clone(),
            must_swap: in_play(ruleset, players).any(|(_, special)| special.must_swap_hands()),
        };
        let special = |special: &Special| {
            special.swaps_hands()
                || special.aims()
                || special.named().is_some()
                || special.nominate == Nominate::SuitAndRank
                || special.mirror
        };
        rules.needed = rules.says_something()
            || starter.before_deal
            || starter.in_full
            || !starter.nominate_only.is_empty()
            || !starter.no_effects.minus(starter.suit_only).is_empty()
            || !out.not_on.is_empty()
            || out.drawn
            || call.due != CallDue::Played
            || call.caught == Caught::Asked
            || call.charged == Charged::AfterNext
            || ruleset.stock.keep > 0
            || ruleset.draw.end_of_turn > 0
            || !ruleset.draw.cards.is_one()
            || open.call > 0
            || ruleset.deck.backs
            || in_play(ruleset, players).any(|(_, it)| special(it));
        rules
    }

    fn says_something(&self) -> bool {
        !self.claims.cards.is_empty()
            || !self.second_pile.is_empty()
            || !self.words.is_empty()
            || self.created.most > 0
    }

    /// Returns the word that is due at this time, whatever the cards.
    pub(crate) fn word(&self, due: WordDue) -> Option<&WordRules> {
        self.words.iter().find(|word| word.due == due)
    }

    /// True if created rules are hidden from some seats.
    pub(crate) fn hides(&self) -> bool {
        self.created.most > 0 && self.created.seen != SeenBy::All
    }

    /// True if players add rules.
    pub(crate) fn adds_rules(&self) -> bool {
        self.created.most > 0 && self.created.by != CreatedBy::Lot
    }
}
