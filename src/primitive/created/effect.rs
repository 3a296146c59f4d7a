//! Created rules: crossing out and adding them before a round, and their effects in play.

use crate::card::{Card, CardSet};
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::{Event, Log};
use crate::engine::phase::{Chance, Phase};
use crate::engine::tableau::Standing;
use crate::engine::{Engine, State};
use crate::rules::NextPlayer;
use crate::rules::{Features, MAX_STANDING, TableauRules};
use crate::ruleset::{Class, CreatedBy, CreatedRule, Does, SeenBy};
use crate::seat::Seat;

/// Returns true if a seat sees the created rules.
pub(crate) fn sees(rules: &TableauRules, s: &State, seat: Seat) -> bool {
    match rules.created.seen {
        SeenBy::All => true,
        SeenBy::Dealer => seat == s.dealer,
        SeenBy::Nobody => false,
    }
}

/// Returns true if a drawn rule may stand or be offered beside these.
pub(crate) fn may_be_added(
    rules: &TableauRules,
    standing: &[Standing],
    offered: &[CreatedRule],
    rule: &CreatedRule,
) -> bool {
    let invert = |other: &Standing| other.rule.does == Does::Invert;
    let second = rule.does == Does::Invert && standing.iter().any(invert);
    let stands = standing.iter().any(|other| other.rule == *rule) || offered.contains(rule);
    !second && !stands && rules.created.split.contains(rule)
}

/// Returns true if a rule concerns cards played on this one.
fn is_on(standing: &Standing, upcard: Option<Card>) -> bool {
    upcard.map_or(standing.after == Class::ALL.cards(), |upcard| {
        standing.after.contains(upcard)
    })
}

/// Returns the cards that a rule concerns when they are played on this one.
fn about_on(standing: &Standing, upcard: Option<Card>) -> CardSet {
    if is_on(standing, upcard) {
        standing.cards
    } else {
        CardSet::EMPTY
    }
}

/// Applies the created rules to the held cards that can be played on a pile with these two cards on top.
///
/// Rules that allow cards come first, then those that forbid, then those that invert.
pub(crate) fn allowed_by_created_rules(
    rules: &[Standing],
    held: CardSet,
    mut plays: CardSet,
    (upcard, under): (Option<Card>, Option<Card>),
) -> CardSet {
    for standing in rules {
        if matches!(standing.rule.does, Does::Playable | Does::AnyTurn) {
            plays = plays.or(held.and(about_on(standing, upcard)));
        }
    }
    for standing in rules.iter().filter(|standing| standing.rule.does == Does::Only) {
        let about = about_on(standing, under);
        if upcard.is_some_and(|upcard| about.contains(upcard)) {
            plays = plays.and(standing.follow);
        }
    }
    for standing in rules.iter().filter(|standing| standing.rule.does == Does::Invert) {
        let about = held.and(about_on(standing, upcard));
        plays = plays.minus(about).or(about.minus(plays));
    }
    plays
}

/// Returns the cards that may be played on this card in anyone's turn.
pub(crate) fn playable_any_turn(rules: &[Standing], upcard: Option<Card>) -> CardSet {
    let rules = rules
        .iter()
        .filter(|standing| standing.rule.does == Does::AnyTurn);
    rules.fold(CardSet::EMPTY, |cards, standing| {
        cards.or(about_on(standing, upcard))
    })
}

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Adds rules before the deal: those drawn by lot, and the one that a player adds.
    pub(crate) fn create_rules(&mut self) -> Flow {
        let rules = &self.rules.tableau.created;
        if rules.most == 0 {
            return Flow::Next;
        }
        let Some(tableau) = self.state.tableau.as_deref_mut() else {
            return Flow::Next;
        };
        if tableau.created.lots > 0 {
            return Flow::Jump(Task::Draft(self.state.seat));
        }
        let creator = match rules.by {
            CreatedBy::Dealer => Some(self.state.dealer),
            CreatedBy::Winner => tableau.created.winner,
            CreatedBy::Lot => None,
        };
        let Some(creator) = creator else {
            return Flow::Next;
        };
        if rules.cross_out && tableau.created.standing > 0 {
            return self.ask(Phase::CrossOut, creator);
        }
        if tableau.created.standing >= rules.most {
            // The oldest rule makes room.
            tableau.created.strike(0);
            self.event(Event::CrossedOut(creator, 0));
        }
        Flow::Jump(Task::Draft(creator))
    }

    /// Crosses out a rule, or goes on once the player has crossed out enough.
    pub(crate) fn cross_out(&mut self, index: Option<u8>) -> Flow {
        let creator = self.actor;
        let (Some(index), Some(tableau)) = (index, self.state.tableau.as_deref_mut()) else {
            return Flow::Jump(Task::Draft(creator));
        };
        tableau.created.strike(usize::from(index));
        let left = tableau.created.standing;
        self.event(Event::CrossedOut(creator, index));
        if left > 0 {
            self.ask(Phase::CrossOut, creator)
        } else {
            Flow::Jump(Task::Draft(creator))
        }
    }

    /// Draws rules, choice by choice, until enough are drawn.
    pub(crate) fn draft(&mut self, by: Seat) -> Flow {
        loop {
            let explicit = self.explicit();
            let Some(tableau) = self.state.tableau.as_deref_mut() else {
                return Flow::Next;
            };
            let choices = tableau.created.draft.outcomes();
            if choices > 0 {
                if explicit {
                    return self.ask(Phase::Chance(Chance::Create), by);
                }
                tableau
                    .created
                    .draft
                    .push(self.state.rng.below(u32::from(choices)) as u8);
            } else if let Some(flow) = self.drafted(by) {
                return flow;
            }
        }
    }

    /// Lets a drawn rule stand or offers it, unless it may not be added; returns the next step once enough are drawn.
    fn drafted(&mut self, by: Seat) -> Option<Flow> {
        let rules = &self.rules.tableau;
        let tableau = self.state.tableau.as_deref_mut()?;
        let rule = std::mem::take(&mut tableau.created.draft).rule()?;
        if !may_be_added(rules, tableau.created.rules(), tableau.created.offers(), &rule) {
            return None;
        }
        if tableau.created.lots > 0 {
            tableau.created.stand(rule);
            tableau.created.lots -= 1;
            let last = tableau.created.lots == 0;
            self.show_rule(rule);
            return last.then_some(Flow::Jump(Task::Created));
        }
        tableau.created.offered[usize::from(tableau.created.offers)] = rule;
        tableau.created.offers += 1;
        let last = tableau.created.offers >= rules.created.offered;
        self.event(Event::Offered(by, rule, !rules.hides()));
        last.then(|| self.ask(Phase::Create, by))
    }

    /// Applies the next choice of a rule, which chance has made.
    pub(crate) fn draft_on(&mut self, choice: u8) -> Flow {
        if let Some(tableau) = self.tableau() {
            tableau.created.draft.push(choice);
        }
        Flow::Jump(Task::Draft(self.actor))
    }

    /// Adds one of the offered rules.
    pub(crate) fn add_rule(&mut self, index: u8) {
        let creator = self.actor;
        let Some(tableau) = self.state.tableau.as_deref_mut() else {
            return;
        };
        let rule = tableau.created.offered[usize::from(index)];
        tableau.created.stand(rule);
        tableau.created.forget_offers();
        let public = !self.rules.tableau.hides();
        self.event(Event::Created(creator, rule, public));
        if !public && creator != self.state.dealer {
            self.show_rule(rule);
        }
    }

    /// Logs a rule that now stands, for the seats that see created rules.
    fn show_rule(&mut self, rule: CreatedRule) {
        let to = match self.rules.tableau.created.seen {
            SeenBy::All => None,
            SeenBy::Dealer => Some(self.state.dealer),
            SeenBy::Nobody => return,
        };
        self.event(Event::Stands(to, rule));
    }

    /// Shows a new dealer the rules that stand.
    pub(crate) fn show_rules_to_dealer(&mut self) {
        let created = &self.rules.tableau.created;
        if created.most == 0 || created.seen != SeenBy::Dealer {
            return;
        }
        for index in 0..MAX_STANDING {
            let standing = self
                .state
                .tableau
                .as_ref()
                .and_then(|tableau| tableau.created.rules().get(index));
            let Some(rule) = standing.map(|standing| standing.rule) else {
                return;
            };
            self.show_rule(rule);
        }
    }

    /// Adds the effects that created rules give to a card about to be played to those of the turn.
    pub(crate) fn note_created(&mut self, card: Card, upcard: Option<Card>) {
        let Some(tableau) = &self.state.tableau else {
            return;
        };
        let turn = &mut self.state.turn;
        for standing in tableau.created.rules() {
            if !about_on(standing, upcard).contains(card) {
                continue;
            }
            let count = standing.rule.count;
            match standing.rule.does {
                Does::Reverse => turn.reverse = turn.reverse.saturating_add(1),
                Does::Skip => turn.skip = turn.skip.saturating_add(count),
                Does::Again => turn.next = NextPlayer::Same,
                Does::DrawNext => {
                    turn.penalty.cards = turn.penalty.cards.saturating_add(count);
                    turn.penalty.kept = true;
                }
                Does::DrawPlayer => turn.card_effects.draw = turn.card_effects.draw.saturating_add(count),
                Does::DrawOthers => turn.others_draw = turn.others_draw.saturating_add(count),
                Does::Nominate => turn.created.nominates = true,
                Does::TwoPiles => turn.created.splits = true,
                Does::Only | Does::Playable | Does::AnyTurn | Does::Invert => {}
            }
        }
    }
}
