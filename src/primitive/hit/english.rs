//! English description of hits.

use crate::card::CardSet;
use crate::ruleset::describe::words::{capital, count, join, number};
use crate::ruleset::{
    AfterAttack, AnswerSuit, Hit, HitSets, HitSuit, Imitation, Ruleset, Selector, Source, Special, TurnKept,
    Who,
};

/// Describes a penalty or an attack on the next player.
pub(crate) fn say_next(ruleset: &Ruleset, special: &Special) -> Vec<String> {
    let mut said = Vec::new();
    let next = if special.skipped() == 0 {
        "The next player"
    } else {
        "The player after"
    };
    if let Some(penalty) = special.penalty() {
        said.extend(ruleset.say_penalty(penalty, next));
    }
    if let Some(hit) = special.open_hit().filter(|hit| hit.who == Who::Next) {
        said.push(format!(
            "{next} draws {} and {} the turn.",
            ruleset.say_amount_and(&hit.draw),
            turn(hit.turn)
        ));
    }
    if let Some(attack) = special.attack() {
        said.extend(ruleset.say_attack(attack, &special.cards, next));
    }
    said
}

impl Ruleset {
    /// Returns settings of a special that have no effect, with their values and the reasons.
    pub(crate) fn idle_flags(&self, special: &Special) -> Vec<(&'static str, &'static str, &'static str)> {
        let covered_up = self.may_be_covered_up();
        let adds = special.attack().is_some_and(|attack| attack.sets == HitSets::Add);
        let stands = special.penalty_stands();
        let attacks = self.has(|special| special.attack().is_some());
        let all = "every card played in a turn counts";
        let kept = special
            .attack()
            .is_some_and(|attack| attack.turn == TurnKept::Kept);
        let idle = [
            (
                kept && self.draw.after_attack == AfterAttack::Play,
                (
                    "hit.turn",
                    "\"kept\"",
                    "whoever has drawn for an attack has the turn in any case",
                ),
            ),
            (adds && !covered_up, ("hit.sets", "\"add\"", all)),
            (
                stands && !covered_up && !attacks,
                (
                    "hit.sets",
                    "\"instead\"",
                    "every card played in a turn counts, and no card attacks",
                ),
            ),
        ];
        idle.into_iter()
            .filter_map(|(idle, said)| idle.then_some(said))
            .collect()
    }

    /// Explains why nobody draws for an attack that takes no turns.
    pub(crate) fn why_no_cards_alone(&self) -> &'static str {
        if self.has(Special::takes_turns) {
            "every attack takes turns"
        } else {
            "no card attacks"
        }
    }

    /// Describes the rules of turns lost to attacks, which are the same for all cards.
    pub(crate) fn say_lost_turns(&self) -> Vec<String> {
        if !self.has(Special::takes_turns) {
            return Vec::new();
        }
        let mut said = vec![
            "Whoever loses pending turns loses the current one, after drawing the cards that are pending, and owes the \
             others."
                .to_owned(),
            "A seat that owes turns is passed over when its turn comes, and owes one fewer. What is pending then faces \
             the next player who has the turn."
                .to_owned(),
            "Passes in a row are counted anew after a turn that is lost. Turns that are owed are forgotten at the end of \
             the round."
                .to_owned(),
        ];
        if self.draw.after_attack != AfterAttack::EndTurn && self.has(Special::takes_cards_alone) {
            said.push(
                "Whoever has drawn for an attack and loses turns may do nothing more in the turn.".to_owned(),
            );
        }
        said
    }

    fn say_penalty(&self, penalty: &Hit, next: &str) -> Vec<String> {
        let cards = count(penalty.draw.number(), "card");
        let whence = match penalty.from {
            Source::Stock => "",
            Source::Pile => " from the pile under the upcard, which is shuffled,",
            Source::PileTop => " from the top of the pile under the upcard, in their order,",
        };
        let mut said = vec![format!(
            "{next} draws {cards}{whence} and {} the turn.",
            turn(penalty.turn)
        )];
        if penalty.sets == HitSets::Instead && self.may_be_covered_up() {
            said.push("That counts even if it is covered.".to_owned());
        }
        if penalty.sets == HitSets::Instead && self.has(|special| special.attack().is_some()) {
            said.push("An attack of the same turn is then nothing.".to_owned());
        }
        said
    }

    fn say_attack(&self, attack: &Hit, own: &Selector, next: &str) -> Vec<String> {
        let (answer, cancel, pass_on) = (&attack.answers(), &attack.cancel, &attack.pass_on);
        let next = if attack.who == Who::Previous {
            "The player before"
        } else {
            next
        };
        let mut said = vec![match (attack.draw.number(), attack.skip) {
            (cards, 0) => format!("Attack of {}.", number(cards)),
            (0, turns) => format!("Attack of {}.", count(turns, "turn")),
            (cards, turns) => format!("Attack of {} and {}.", count(cards, "card"), count(turns, "turn")),
        }];
        let mut with = Vec::new();
        if !answer.is_none() {
            with.push(self.another_of(answer, own));
        }
        if !cancel.is_none() {
            with.push(self.one_of(cancel));
        }
        let turn = match self.draw.after_attack {
            AfterAttack::EndTurn | AfterAttack::PlayAttack if attack.turn == TurnKept::Kept => {
                format!(" and then has the turn, {}", self.say_what_may_follow())
            }
            AfterAttack::EndTurn => " and loses the turn".to_owned(),
            AfterAttack::PlayAttack | AfterAttack::Play => String::new(),
        };
        let gives_in = match (attack.draw.number(), attack.skip) {
            (_, 0) => format!("draws all that is pending{turn}"),
            (0, _) => "loses the turns that are pending".to_owned(),
            _ => "draws all that is pending and loses the turns that are".to_owned(),
        };
        said.push(if with.is_empty() {
            format!("{next} {gives_in}; no card answers.")
        } else {
            let with = join(&with, "or");
            format!("{next} answers with {with}, or {gives_in}.")
        });
        if attack.who == Who::Previous {
            said.push("Play goes on from that player's seat, in the direction that it had.".to_owned());
        }
        if attack.sets == HitSets::Replace {
            said.push(
                "It does not add up: an answer takes the place of what is pending, and several played together count once."
                    .to_owned(),
            );
        } else if !answer.is_none() {
            let what = if cancel.is_none() {
                "An answer".to_owned()
            } else {
                capital(&self.another_of(answer, own))
            };
            let attacking = self.attacking();
            let plain = !answer.cards().minus(attacking).and(self.every_deck()).is_empty();
            let or = if plain {
                ", or leaves it as it is if it does not attack"
            } else {
                ""
            };
            said.push(format!(
                "{what} adds its own attack to what the player after that faces{or}."
            ));
        }
        if !cancel.is_none() {
            said.push(format!(
                "{} cancels the attack: nothing is pending any more.",
                capital(&self.one_of(cancel))
            ));
        }
        if !pass_on.is_none() {
            said.push(format!(
                "{} of the suit in force passes the attack on: the player after that faces what is pending.",
                capital(&self.one_of(pass_on))
            ));
        }
        said.extend(self.say_terms(attack));
        said
    }

    /// Returns all cards that can attack.
    fn attacking(&self) -> CardSet {
        let specials = self.special.values().filter(|special| special.attack().is_some());
        specials.fold(CardSet::EMPTY, |set, special| {
            let cards = if special.cards.is_late() {
                CardSet::ALL
            } else {
                special.cards.cards()
            };
            set.or(cards)
        })
    }

    /// Describes the terms of an attack.
    fn say_terms(&self, attack: &Hit) -> Vec<String> {
        let mut said = Vec::new();
        let mut add = |holds: bool, text: &str| said.extend(holds.then(|| text.to_owned()));
        add(
            attack.answer_suit() == AnswerSuit::Nominated,
            "Where a suit is nominated, what answers or cancels it must be of that suit.",
        );
        add(
            attack.answer_suit() == AnswerSuit::InForce,
            "What answers or cancels it must be of the suit in force.",
        );
        add(
            attack.answer_suit() == AnswerSuit::Follows,
            "What answers or cancels it must follow the upcard.",
        );
        add(
            attack.sets == HitSets::Add && self.may_be_covered_up(),
            "Equal ones that lie together on top add up.",
        );
        add(
            attack.sets == HitSets::Unanswerable,
            "Two or more played together cannot be answered.",
        );
        add(
            attack.sets == HitSets::OnlyAdds,
            "It attacks only where something is pending, which it adds to; else it is an ordinary card.",
        );
        add(
            attack.suit.has(HitSuit::Stays) && attack.draw.number() > 0,
            "When it has been cancelled or drawn for, its suit must be followed.",
        );
        add(
            attack.suit.has(HitSuit::Stays) && attack.draw.number() == 0,
            "When it has been cancelled or the turns are lost, its suit must be followed.",
        );
        add(
            self.compat.has(Imitation::AttacksNeedStock),
            "While there is no card to draw it is an ordinary card.",
        );
        said
    }
}

/// Describes a hit of others than the next player whose number of cards is open.
pub(crate) fn say_open(ruleset: &Ruleset, special: &Special) -> Option<String> {
    let hit = special.open_hit().filter(|hit| hit.who != Who::Next)?;
    let amount = ruleset.say_amount(&hit.draw);
    Some(match hit.who {
        Who::Own => format!("Its player draws {amount}."),
        Who::Previous => {
            format!("The player before, in the direction in which it was played, draws {amount}.")
        }
        Who::All => {
            format!("Each player draws {amount}, its player first, then the others in order of play.")
        }
        Who::Lot => format!("One of all the players, named by chance, draws {amount}."),
        Who::Chosen => format!("Its player names another player, who draws {amount}."),
        Who::Others | Who::Next | Who::LastOut => {
            format!("Each other player, in order of play, draws {amount}.")
        }
    })
}

/// Returns the verb for the turn of the player who draws a penalty.
pub(crate) const fn turn(kept: TurnKept) -> &'static str {
    match kept {
        TurnKept::Lost => "loses",
        TurnKept::Kept => "still has",
    }
}

/// Describes a draw by all others, or by all.
pub(crate) fn say_others(_: &Ruleset, special: &Special) -> Option<String> {
    let (others, own) = (special.others_draw(), special.own_draws());
    if own > 0 && others > 0 {
        return Some(format!(
            "All players draw {}, its player first, then the others in order of play.",
            count(others, "card")
        ));
    }
    if own > 0 {
        return Some(format!("Its player draws {}.", count(own, "card")));
    }
    (others > 0).then(|| {
        format!(
            "All other players draw {}, in order of play.",
            count(special.others_draw(), "card")
        )
    })
}

/// Describes the return of the player who went out in the turn before.
pub(crate) fn say_last_out(_: &Ruleset, special: &Special) -> Option<String> {
    (special.brings_back() > 0).then(|| {
        format!(
            "Whoever went out in the turn before draws {} and is in the round again; the places of those who went out later \
             move up.",
            count(special.brings_back(), "card")
        )
    })
}

/// Describes a draw by the player before, or by a player who is named.
pub(crate) fn say_aimed(_: &Ruleset, special: &Special) -> Option<String> {
    if special.previous_draws() > 0 {
        return Some(format!(
            "The player before, in the direction in which it was played, draws {}.",
            count(special.previous_draws(), "card")
        ));
    }
    (special.chosen_draws() > 0).then(|| {
        format!(
            "Its player names another player, who draws {}.",
            count(special.chosen_draws(), "card")
        )
    })
}

/// Describes a draw by lot.
pub(crate) fn say_lot(_: &Ruleset, special: &Special) -> Option<String> {
    (special.lot_draws() > 0).then(|| {
        format!(
            "One of all the players, named by chance, draws {}.",
            count(special.lot_draws(), "card")
        )
    })
}
