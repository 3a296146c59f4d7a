//! What only few rulesets need: play out of turn, several piles, words, created rules, hands that go back to the stock.

use super::in_play::in_play;
use super::{CallRules, WordRules};
use crate::card::CardSet;
use crate::ruleset::{
    CallDue, Caught, Charged, Claimed, Created, CreatedBy, LastCard, Ruleset, SeenBy, Special,
    StarterCardEffects, StarterEffects, StarterTurned, WordDue,
};

/// Most created rules that stand at once.
pub(crate) const MAX_STANDING: usize = 3;

/// Most created rules that are offered.
pub(crate) const MAX_OFFERED: usize = 8;

/// Rules for what the side block of a state holds.
#[derive(Debug, Clone)]
pub(crate) struct SideRules {
    /// Cards that may be played out of turn on an identical one, those that must, and those that their player may not add.
    pub(crate) identical: CardSet,
    pub(crate) identical_must: CardSet,
    pub(crate) identical_not_own: CardSet,
    /// Cards of a second pile; none: there is none.
    pub(crate) second_pile: CardSet,
    /// Words that are due, in the order of their numbers.
    pub(crate) words: Vec<WordRules>,
    pub(crate) created: Created,
    /// Cards with which nobody goes out, and what is drawn for one.
    pub(crate) not_on: CardSet,
    pub(crate) not_on_draw: u8,
    /// Whether the call has to be said with a card drawn after the last one.
    pub(crate) out_drawn: bool,
    /// Cards that each player keeps when the stock runs low; 0 is off.
    pub(crate) keep: u8,
    /// Who owes a call.
    pub(crate) call: CallRules,
    pub(crate) starter_before_deal: bool,
    pub(crate) starter_in_full: bool,
    pub(crate) starter_nominate_only: CardSet,
    pub(crate) starter_no_effects: CardSet,
}

impl SideRules {
    /// What a ruleset says of it; none where it says nothing.
    pub(crate) fn compile(ruleset: &Ruleset, players: u8) -> Option<Box<Self>> {
        let mut words: Vec<WordRules> = ruleset.words.iter().map(WordRules::new).collect();
        words.sort_by_key(|word| word.say);
        let more = Self {
            identical: ruleset.out_of_turn.identical.cards(),
            identical_must: ruleset.out_of_turn.identical.with(Claimed::Must),
            identical_not_own: ruleset.out_of_turn.identical.with(Claimed::OthersMay),
            second_pile: ruleset.second_pile.cards.cards(),
            words,
            created: ruleset.created.clone(),
            not_on: ruleset.out.not_on.cards.cards(),
            not_on_draw: ruleset.out.not_on.number.max(1),
            out_drawn: ruleset.out.last_card == LastCard::Drawn,
            keep: ruleset.stock.keep,
            call: CallRules::compile(ruleset),
            starter_before_deal: ruleset.starter.turned == StarterTurned::BeforeDeal,
            starter_in_full: ruleset.starter.effects == StarterEffects::Full && players > 1,
            starter_nominate_only: ruleset.starter.with(StarterCardEffects::Nomination),
            starter_no_effects: ruleset.starter.with(StarterCardEffects::None),
        };
        let special = |special: &Special| {
            special.swaps_hands() || special.lot_draws() > 0 || special.named().is_some() || special.mirror
        };
        let needed = more.is_needed()
            || ruleset.draw.end_of_turn > 0
            || in_play(ruleset, players).any(|(_, it)| special(it));
        needed.then(|| Box::new(more))
    }

    fn is_needed(&self) -> bool {
        let some = [
            self.identical,
            self.second_pile,
            self.not_on,
            self.starter_nominate_only,
            self.starter_no_effects,
        ];
        some.iter().any(|set| !set.is_empty())
            || !self.words.is_empty()
            || self.created.most > 0
            || self.out_drawn
            || self.keep > 0
            || self.starter_before_deal
            || self.starter_in_full
            || self.call.due == CallDue::Held
            || self.call.caught == Caught::Asked
            || self.call.charged == Charged::AfterNext
    }

    /// The word that is due at this time without regard to cards.
    pub(crate) fn word(&self, due: WordDue) -> Option<&WordRules> {
        self.words.iter().find(|word| word.due == due)
    }

    /// Whether created rules are hidden from some.
    pub(crate) fn hides(&self) -> bool {
        self.created.most > 0 && self.created.seen != SeenBy::All
    }

    /// Whether somebody adds rules.
    pub(crate) fn adds_rules(&self) -> bool {
        self.created.most > 0 && self.created.by != CreatedBy::Lot
    }
}
