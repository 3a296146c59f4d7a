//! The sentence below the board: the decision to be made and the seat that makes it, or the result.

use super::board::Board;
use crate::action::{Action, ActionSet};
use crate::engine::{Chance, Phase};
use crate::ruleset::describe::nouns::article;
use crate::seat::{Seat, SeatSet};
use crate::words::{conjugate, giving_in, join, object, subject, upcard_name};

impl Board<'_> {
    /// Returns the sentence on the decision to be made, or on the result.
    pub(super) fn sentence(&self) -> String {
        match self.view.phase() {
            Phase::Over { winners, truncated } => self.result(winners, truncated),
            Phase::Chance(chance) => self.chance(chance),
            phase => match self.view.actor() {
                Some(actor) if Some(actor) == self.you() => self.own_decision(phase),
                Some(actor) => self.decision(phase, actor),
                None => String::new(),
            },
        }
    }

    fn result(&self, winners: SeatSet, truncated: bool) -> String {
        let names: Vec<String> = winners.iter().map(|seat| object(seat, self.you())).collect();
        let what = if self.view.is_match() { "match" } else { "round" };
        let end = if truncated {
            format!("The {what} was cut short")
        } else {
            format!("The {what} is over")
        };
        match winners.iter().next() {
            None => format!("{end}: nobody has won."),
            Some(winner) if names.len() == 1 => {
                format!("{end}: {} {}.", names[0], conjugate(winner, self.you(), "win"))
            }
            _ => format!("{end}: {} share the win.", join(&names, "and")),
        }
    }

    fn chance(&self, chance: Chance) -> String {
        match chance {
            Chance::Dealer => "Chance decides who deals first.".to_owned(),
            Chance::Param { index } => {
                let name = &self.view.game().rules().params[usize::from(index)].name;
                format!("The {name} card is drawn for the episode.")
            }
            Chance::Deal { to } => format!("A card is dealt to {}.", object(to, self.you())),
            Chance::Suit => format!("The {} to follow is drawn by lot.", self.labels().suit_word()),
            Chance::Starter => "A card is turned to begin the pile.".to_owned(),
            Chance::Lot => "Who slaps last is drawn by lot.".to_owned(),
            Chance::Amount => "The number of cards to be drawn is drawn by lot.".to_owned(),
            Chance::Back => "The back of a card is drawn.".to_owned(),
            Chance::Scramble => "Who begins the second pile is drawn by lot.".to_owned(),
            Chance::Rogue { seat } => format!("{} the second pile.", self.does(seat, "begin")),
            Chance::TurnUp => "A card is turned for the second pile.".to_owned(),
            Chance::Create => "A rule is drawn.".to_owned(),
            Chance::Split => "The pile is dealt into two.".to_owned(),
            Chance::Draw { seat } => {
                format!(
                    "{} {} a card.",
                    subject(seat, self.you()),
                    conjugate(seat, self.you(), "draw")
                )
            }
        }
    }

    /// Describes another seat's decision; offers of a further card are private, except at the full table.
    fn decision(&self, phase: Phase, actor: Seat) -> String {
        let who = subject(actor, self.you());
        match phase {
            Phase::DealerChoice => format!(
                "{who} {} how many cards to deal.",
                conjugate(actor, self.you(), "choose")
            ),
            Phase::Direction => format!(
                "{who} {} the direction of play.",
                conjugate(actor, self.you(), "choose")
            ),
            Phase::Continue if self.table.is_some() => format!("{who} may play another card."),
            Phase::Give { to } => format!("{who} is to give {} a card.", object(to, self.you())),
            Phase::Speak { .. } => format!("{who} has one card left and may say so."),
            Phase::Nominate => format!("{who} is to nominate {}.", self.a_suit()),
            Phase::Challenge { player } => {
                let whose = self.whose(player);
                format!("{who} may challenge {whose} {}.", upcard_name(&self.view))
            }
            Phase::Catch { owner } => format!("{who} may catch {} missing call.", self.whose(owner)),
            Phase::Swap if self.view.game().rules().tableau.must_swap => {
                format!("{who} is to swap hands.")
            }
            Phase::Swap => format!("{who} may swap hands."),
            Phase::Choose => format!("{who} is to name the player whom the card hits."),
            Phase::NameRank => format!("{who} is to name a rank."),
            Phase::Claim | Phase::Mirror if self.table.is_some() => {
                format!("{who} may play a card out of turn.")
            }
            Phase::Keep => format!(
                "{who} {} the cards to keep.",
                conjugate(actor, self.you(), "choose")
            ),
            Phase::Pile { .. } => format!("{who} {} the pile.", conjugate(actor, self.you(), "choose")),
            Phase::Word { .. } => format!("{who} may owe a word."),
            Phase::CrossOut => format!("{who} may cross out rules."),
            Phase::Create => format!("{who} {} a rule.", conjugate(actor, self.you(), "add")),
            _ => format!("{who} is to play."),
        }
    }

    /// Describes the viewer's own decision, with its choices.
    fn own_decision(&self, phase: Phase) -> String {
        let legal = self.view.legal();
        match phase {
            Phase::DealerChoice => {
                let rules = self.view.game().rules();
                format!(
                    "Choose how many cards each player is dealt: {} to {}.",
                    rules.deal.cards, rules.deal.choice_to
                )
            }
            Phase::Direction => "Choose the direction of play.".to_owned(),
            Phase::Continue if legal.contains(Action::Pass) => {
                "Play another marked card, or no more.".to_owned()
            }
            Phase::Continue if legal.contains(Action::Draw) => {
                "Play another marked card, or draw.".to_owned()
            }
            Phase::Continue => "Play another marked card.".to_owned(),
            Phase::Give { to } if legal.contains(Action::Pass) => {
                format!("Give seat {} a card, or nothing.", to.0)
            }
            Phase::Give { to } => format!("Give seat {} a card.", to.0),
            Phase::Speak { .. } => format!(
                "One card left: say \"{}\", or say nothing.",
                self.labels().call_words()
            ),
            Phase::Nominate => format!("Nominate {}.", self.a_suit()),
            Phase::Challenge { player } => {
                format!(
                    "Challenge {} {}, or accept it.",
                    self.whose(player),
                    upcard_name(&self.view)
                )
            }
            Phase::Catch { owner } => format!("Catch {} missing call, or let it pass.", self.whose(owner)),
            Phase::Choose => "Name the player whom the card hits.".to_owned(),
            Phase::Swap if !legal.contains(Action::Pass) => "Swap hands with another player.".to_owned(),
            Phase::Swap => "Swap hands with another player, or keep yours.".to_owned(),
            Phase::NameRank if self.view.upcard().is_some_and(|card| self.view.nominates(card)) => {
                "Name the rank that may be followed as well.".to_owned()
            }
            Phase::NameRank => "Name what the next player must play.".to_owned(),
            Phase::Claim => "Play a marked card out of turn, or nothing.".to_owned(),
            Phase::Mirror => "Mirror with a marked card, or play nothing.".to_owned(),
            Phase::Keep => "Choose a card to keep.".to_owned(),
            Phase::Pile { .. } => "Choose the pile.".to_owned(),
            Phase::Word { .. } => "Say the word that is due, or say nothing.".to_owned(),
            Phase::CrossOut if legal.contains(Action::Pass) => "Cross out a rule, or no more.".to_owned(),
            Phase::CrossOut => "Cross out a rule.".to_owned(),
            Phase::Create => "Choose the rule to add.".to_owned(),
            _ => self.own_turn(legal),
        }
    }

    fn own_turn(&self, legal: ActionSet) -> String {
        let mut ways = Vec::new();
        if !legal.cards().is_empty() {
            ways.push("play a marked card".to_owned());
        }
        if legal.contains(Action::Draw) {
            ways.push(if self.view.pending() > 0 {
                giving_in(&self.view)
            } else {
                "draw a card".to_owned()
            });
        }
        if legal.contains(Action::Pass) {
            ways.push(if self.view.pending_turns() > 0 {
                giving_in(&self.view)
            } else {
                "end the turn".to_owned()
            });
        }
        let begin = match self.view.just_drawn() {
            Some(card) => format!("You have drawn {}", self.labels().the_card(card)),
            None => "Your turn".to_owned(),
        };
        format!("{begin}: {}.", join(&ways, "or"))
    }

    fn does(&self, seat: Seat, verb: &str) -> String {
        format!(
            "{} {}",
            subject(seat, self.you()),
            conjugate(seat, self.you(), verb)
        )
    }

    fn a_suit(&self) -> String {
        let word = self.labels().suit_word();
        format!("{} {word}", article(word))
    }

    fn whose(&self, seat: Seat) -> String {
        if self.you() == Some(seat) {
            "your".to_owned()
        } else {
            format!("seat {}'s", seat.0)
        }
    }
}
