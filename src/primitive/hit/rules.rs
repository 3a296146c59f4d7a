//! Compiled rules of hits.

use crate::card::CardSet;
use crate::rules::Features;
use crate::rules::compile::{CompileCard, CompileTable, Compiled};
use crate::rules::features::{ATTACKS, PENALTIES, TABLE};
use crate::rules::in_play::in_play;
use crate::ruleset::{
    AfterAttack, AnswerSuit, HitSets, HitSuit, Imitation, OnTable, Ruleset, Source, TurnKept, Who,
};

/// The draws that a card causes.
#[derive(Debug, Clone, Default)]
pub(crate) struct HitRules {
    /// Index into the rules' attacks.
    pub(crate) attack: Option<u8>,
    pub(crate) penalty: Option<PenaltyRules>,
    /// Number of cards that all other players draw.
    pub(crate) others_draw: u8,
    /// Number of cards that a player drawn by lot draws.
    pub(crate) lot: u8,
    /// Number of cards drawn by the player who went out in the turn before and is thereby back.
    pub(crate) back_draw: u8,
    /// Number of cards that the card's own player draws.
    pub(crate) own_draw: u8,
    /// Number of cards that the player before draws at once.
    pub(crate) previous_draw: u8,
    /// Number of cards that a player draws whom the card's player names.
    pub(crate) chosen_draw: u8,
    /// Place among the rules' open draws, from 1 on.
    pub(crate) open: Option<u8>,
}

/// A penalty: cards that the next player draws at once.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PenaltyRules {
    pub(crate) draw: u8,
    /// True if that player keeps the turn.
    pub(crate) kept: bool,
    /// The source of the cards.
    pub(crate) from: Source,
    /// True if the penalty counts even if its card is covered.
    pub(crate) covered: bool,
    /// True if the penalty voids an attack of the same turn.
    pub(crate) ends_attack: bool,
}

/// One kind of attack.
#[derive(Debug, Clone)]
pub(crate) struct AttackRules {
    /// Number of cards to draw.
    pub(crate) draw: u8,
    /// Number of turns to lose.
    pub(crate) skip: u8,
    pub(crate) needs_stock: bool,
    /// The suit required of answers and cancelling cards.
    pub(crate) suit: AnswerSuit,
    /// True if equal cards together on top add up where only the top card counts.
    pub(crate) together: bool,
    /// True if two or more played together cannot be answered.
    pub(crate) set_unanswerable: bool,
    /// True if its suit must be followed after the attack was cancelled or drawn for.
    pub(crate) suit_stays: bool,
    /// True if an answer adds to the pending attack; if not, the answer replaces it.
    pub(crate) adds: bool,
    /// True if the card attacks only where an attack is pending.
    pub(crate) only_adds: bool,
    /// True if it hits the player before, who then acts.
    pub(crate) back: bool,
    /// The options of a player who has drawn for the attack.
    pub(crate) after: AfterAttack,
    /// The special's name, for position notation.
    pub(crate) name: String,
}

/// The cards with which an attack can be met.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Answers {
    pub(crate) answer: CardSet,
    pub(crate) cancel: CardSet,
    pub(crate) pass_on: CardSet,
}

impl CompileCard for HitRules {
    fn add(&mut self, of: Compiled<'_>) {
        let special = of.special;
        self.others_draw = self.others_draw.saturating_add(special.others_draw());
        self.lot = self.lot.saturating_add(special.lot_draws());
        self.back_draw = self.back_draw.saturating_add(special.brings_back());
        self.own_draw = self.own_draw.saturating_add(special.own_draws());
        self.previous_draw = self.previous_draw.saturating_add(special.previous_draws());
        self.chosen_draw = self.chosen_draw.saturating_add(special.chosen_draws());
        self.open = special.open_hit().map(|_| of.opens + 1).or(self.open);
        self.attack = special.attack().map(|_| of.attacks).or(self.attack);
        if let Some(penalty) = special.penalty() {
            self.penalty = Some(PenaltyRules {
                draw: penalty.draw.number(),
                kept: penalty.turn == TurnKept::Kept,
                from: penalty.from,
                covered: special.penalty_stands(),
                ends_attack: special.penalty_stands(),
            });
        }
    }

    fn is_plain(&self) -> bool {
        let draws = self.others_draw | self.lot | self.back_draw | self.aimed_draws();
        self.attack.is_none() && self.penalty.is_none() && self.open.is_none() && draws == 0
    }

    fn needs(&self) -> Features {
        let when = |needed: bool, feature: Features| if needed { feature } else { 0 };
        when(self.attack.is_some(), ATTACKS)
            | when(self.penalty.is_some() || self.open.is_some(), PENALTIES)
            | when(self.open.is_some(), TABLE)
            | when(self.others_draw > 0, TABLE)
    }

    fn makes_known(&self) -> bool {
        self.penalty.is_some_and(|penalty| penalty.from != Source::Stock)
    }
}

impl HitRules {
    /// Returns a number that is 0 if neither the card's own player, nor the one before, nor one who is named draws.
    const fn aimed_draws(&self) -> u8 {
        self.own_draw | self.previous_draw | self.chosen_draw
    }

    /// True if the player before draws, or one who is named, or a number of cards is open.
    pub(crate) const fn is_rare(&self) -> bool {
        self.previous_draw | self.chosen_draw > 0 || self.open.is_some()
    }

    /// Returns the number of cards that the next player draws at once.
    pub(crate) fn penalty_draw(&self) -> u8 {
        self.penalty.map_or(0, |penalty| penalty.draw)
    }
}

/// The cards with which each attack can be met.
#[derive(Debug, Clone, Default)]
pub(crate) struct Answering {
    /// The answers to each attack, by its index: all that they can be, where they depend on the upcard.
    pub(crate) answers: Vec<Answers>,
    /// Number of hits whose number of cards is open.
    pub(crate) opens: u8,
    /// The answers to each attack by the upcard; empty if none depend on it.
    on_table: Vec<AnswersOnTable>,
}

/// The answers to an attack by the upcard, where they depend on it.
#[derive(Debug, Clone, Default)]
struct AnswersOnTable {
    answer: Option<OnTable>,
    cancel: Option<OnTable>,
    pass_on: Option<OnTable>,
}

impl Answering {
    /// True if the answers to any attack depend on the upcard.
    #[inline]
    pub(crate) fn depends_on_table(&self) -> bool {
        !self.on_table.is_empty()
    }

    /// Returns the answers to an attack, given the cards of the suit in force and those of the upcard's rank.
    pub(crate) fn on(&self, attack: usize, suit: CardSet, rank: CardSet) -> Answers {
        let all = self.answers[attack];
        let Some(on_table) = self.on_table.get(attack) else {
            return all;
        };
        let now =
            |cards: &Option<OnTable>, all: CardSet| cards.as_ref().map_or(all, |on| on.cards(suit, rank));
        Answers {
            answer: now(&on_table.answer, all.answer),
            cancel: now(&on_table.cancel, all.cancel),
            pass_on: now(&on_table.pass_on, all.pass_on),
        }
    }
}

impl CompileTable for Answering {
    fn add(&mut self, of: Compiled<'_>) {
        self.opens += u8::from(of.special.open_hit().is_some());
        if let Some(attack) = of.special.attack() {
            self.answers.push(Answers {
                answer: attack.answers().bound(of.bindings),
                cancel: attack.cancel.bound(of.bindings),
                pass_on: attack.pass_on.bound(of.bindings),
            });
            let on_table = AnswersOnTable {
                answer: attack.answers().on_table(of.bindings),
                cancel: attack.cancel.on_table(of.bindings),
                pass_on: attack.pass_on.on_table(of.bindings),
            };
            let depends = [&on_table.answer, &on_table.cancel, &on_table.pass_on];
            if depends.into_iter().any(Option::is_some) || self.depends_on_table() {
                self.on_table
                    .resize_with(self.answers.len() - 1, AnswersOnTable::default);
                self.on_table.push(on_table);
            }
        }
    }
}

/// Returns the attacks of a ruleset, in the order of the specials' names.
pub(crate) fn attacks(ruleset: &Ruleset, players: u8) -> Vec<AttackRules> {
    in_play(ruleset, players)
        .filter_map(|(name, special)| special.attack().map(|attack| (name, attack)))
        .map(|(name, attack)| AttackRules {
            draw: attack.draw.number(),
            skip: attack.skip,
            needs_stock: ruleset.compat.has(Imitation::AttacksNeedStock),
            suit: attack.answer_suit(),
            together: attack.sets == HitSets::Add,
            set_unanswerable: attack.sets == HitSets::Unanswerable,
            suit_stays: attack.suit.has(HitSuit::Stays),
            adds: attack.sets != HitSets::Replace,
            back: attack.who == Who::Previous,
            only_adds: attack.sets == HitSets::OnlyAdds,
            after: match attack.turn {
                TurnKept::Kept => AfterAttack::Play,
                TurnKept::Lost => ruleset.draw.after_attack,
            },
            name: name.clone(),
        })
        .collect()
}
