//! English for the deal, the params, and the starter.

use super::words::{by_players, count, join, number};
use super::{Block, Section};
use crate::card::{Card, CardSet, MAX_KINDS};
use crate::ruleset::{
    AtTarget, DealDirection, DealRounds, Dealt, Labels, NextRound, Param, ParamCards, ParamDraws, ParamWhen,
    Ruleset, StarterTurned,
};

impl Ruleset {
    pub(crate) fn deal_section(&self) -> Section {
        let out = match self.matches.at_target {
            AtTarget::End | AtTarget::Comeback(_) => "",
            AtTarget::SuddenDeath | AtTarget::Elimination => ", past players who are out of the match",
        };
        let mut deal = vec![match self.round.next {
            NextRound::WinnerDeals if self.has_matches() => format!(
                "The first dealer is drawn by lot; the winner of a round deals the next, or, if several share it, the seat \
                 after the dealer{out}."
            ),
            _ => format!(
                "The first dealer is drawn by lot; the deal moves one seat clockwise each round{out}."
            ),
        }];
        deal.extend(
            self.params
                .iter()
                .map(|(name, param)| say_param(&self.labels, name, param)),
        );
        if self.countdown.from > 0 {
            deal.push(format!(
                "Everyone begins with a score of {}.",
                number(self.countdown.from)
            ));
        }
        let first = match self.deal.direction {
            DealDirection::Anticlockwise => "before",
            _ => "after",
        };
        let cards = by_players(
            self.players,
            |n| self.deal.cards.get(n),
            |dealt| dealt.map_or_else(String::new, say_dealt),
        );
        if self.deal.cards.values().any(Dealt::is_choice) {
            deal.push(format!(
                "Before the deal the dealer chooses how many cards each player gets: {cards}."
            ));
            deal.push(format!(
                "They are dealt one at a time from the seat {first} the dealer."
            ));
        } else {
            deal.push(format!(
                "Each player is dealt {cards}, one at a time from the seat {first} the dealer."
            ));
        }
        if self.deal.rounds == DealRounds::DownAndUp {
            deal.push(
                "In a match each round after the first is dealt one card fewer, down to one, then one more, up to as many as in \
                 the first."
                    .to_owned(),
            );
        }
        if self.deal.dealer_extra > 0 {
            let more = count(self.deal.dealer_extra, "card");
            deal.push(format!("The dealer is then dealt {more} more."));
        }
        let choice = self.deal.direction.is_choice() && self.players.max > 2;
        let after = self.deal.direction == DealDirection::DealerAfterDeal;
        if choice && !after {
            deal.push(
                "Before the deal the dealer chooses the direction of play, if three or more play.".to_owned(),
            );
        }
        let mut starter = self.say_turning();
        if choice && after {
            starter.push(
                "The dealer, who has seen their hand, then chooses the direction of play, if three or more play."
                    .to_owned(),
            );
        }
        let way = if choice {
            "in the direction chosen (clockwise with two)"
        } else if self.deal.direction == DealDirection::Anticlockwise {
            "anticlockwise"
        } else {
            "clockwise"
        };
        starter.extend(self.say_first_player(first, way));
        if self.starter.is_turned() {
            starter.extend(self.say_starter());
        }
        let mut blocks = vec![Block::paragraph(deal)];
        blocks.extend(self.say_second_begun().map(|said| Block::paragraph(vec![said])));
        blocks.push(Block::paragraph(starter));
        Section {
            title: "Deal and starter",
            blocks,
        }
    }
}

impl Ruleset {
    /// Describes who acts first, the seat before or after the dealer unless something else decides, and which way play goes.
    fn say_first_player(&self, beside: &str, way: &str) -> Vec<String> {
        let by_dealer = self.starter.turned == StarterTurned::ByDealer;
        let later = match self.round.next {
            NextRound::LoserFirst if self.has_matches() => {
                ", in later rounds the loser of the round before (who was left last, or held the most points)"
            }
            NextRound::WinnerFirst if self.has_matches() => {
                ", in later rounds the winner of the round before (unless several share it)"
            }
            _ => "",
        };
        if self.round.first.is_none() {
            return vec![if by_dealer {
                format!("Play goes {way}.")
            } else {
                format!("The seat {beside} the dealer acts first{later}, and play goes {way}.")
            }];
        }
        let who = if by_dealer {
            "the dealer".to_owned()
        } else {
            format!("the seat {beside} the dealer")
        };
        let mut said = self.say_naming_cards();
        let them = if self.round.first.in_order().len() == 1 {
            "it"
        } else {
            "any of them"
        };
        said.push(format!(
            "If nobody holds {them}, {who} acts first{later}. Play goes {way}."
        ));
        said
    }

    /// Describes the cards by which the first player is found.
    fn say_naming_cards(&self) -> Vec<String> {
        let cards = self.round.first.in_order();
        let mut said = match cards.as_slice() {
            [card] => vec![format!(
                "Whoever holds {} shows it and acts first.",
                self.labels.the_card(*card)
            )],
            _ => vec![format!(
                "Of these cards, in this order, the first that anybody holds decides who acts first, and is shown: {}.",
                join(&self.say_in_order(&cards), "and")
            )],
        };
        let twice = |copies: [u8; MAX_KINDS]| cards.iter().any(|card| copies[card.index()] > 1);
        if self.deck.tables(self.tables()).any(|(_, copies)| twice(copies)) {
            said.push("Of several holders the first in the order of play begins.".to_owned());
        }
        said
    }

    /// Describes cards one after the other; those of a whole rank in the order of the suits together.
    fn say_in_order(&self, cards: &[Card]) -> Vec<String> {
        let (pack, mut said, mut rest) = (self.pack(), Vec::new(), cards);
        let mut ranks = false;
        while let Some(&card) = rest.first() {
            let alike: Vec<Card> = pack.alike(card).iter().collect();
            if alike.len() > 1 && rest.starts_with(&alike) {
                said.push(self.labels.many(pack.alike(card)));
                ranks |= pack.suit(card).is_some();
                rest = &rest[alike.len()..];
            } else {
                said.push(self.labels.the_card(card));
                rest = &rest[1..];
            }
        }
        if ranks && let Some(last) = said.last_mut() {
            let suits: Vec<&str> = pack.suits().iter().map(|&suit| self.labels.suit(suit)).collect();
            *last = format!("{last} (those of a rank in the order {})", suits.join(", "));
        }
        said
    }
}

/// Describes the number of cards dealt to a player.
fn say_dealt(dealt: Dealt) -> String {
    let most = count(dealt.most, "card");
    if dealt.is_choice() {
        format!("{} to {most}", number(dealt.least))
    } else {
        most
    }
}

/// Describes a card or rank that is drawn for an episode or a round.
fn say_param(labels: &Labels, name: &str, param: &Param) -> String {
    let when = match param.when {
        ParamWhen::Round => "round",
        ParamWhen::Episode | ParamWhen::Day(_) => "episode",
    };
    let (what, likely) = match param.draws {
        ParamDraws::Card => ("one of", ""),
        ParamDraws::Rank => ("the rank of one of", ", each rank as likely"),
    };
    let dates = match &param.cards {
        ParamCards::Drawn(cards) => {
            let cards = labels.many(cards.cards());
            return format!(
                "For each {when} {what} these is drawn as `{name}`, for all to see{likely}: {cards}."
            );
        }
        ParamCards::Dated(dates) => dates.iter(),
    };
    let dates: Vec<String> = dates
        .map(|(day, card)| format!("from {day} {}", labels.one(CardSet::EMPTY.or(card.bit()))))
        .collect();
    let dates = dates.join(", ");
    if let ParamWhen::Day(day) = &param.when {
        let rank = if param.draws_rank() {
            "rank of the card"
        } else {
            "card"
        };
        format!("In each {when} `{name}` is the {rank} of the day {day} by these dates: {dates}.")
    } else {
        format!(
            "For each {when} {what} these is drawn as `{name}`, for all to see (they have dates: {dates})."
        )
    }
}
