//! English for the deal, the params, and the starter.

use super::words::{by_players, count, number};
use super::{Block, Section};
use crate::card::CardSet;
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
        starter.push(match self.round.next {
            NextRound::LoserFirst if self.has_matches() => format!(
                "The seat {first} the dealer acts first, in later rounds the loser of the round before (who was left last, \
                 or held the most points), and play goes {way}."
            ),
            NextRound::WinnerFirst if self.has_matches() => format!(
                "The seat {first} the dealer acts first, in later rounds the winner of the round before (unless several \
                 share it), and play goes {way}."
            ),
            _ if self.starter.turned == StarterTurned::ByDealer => format!("Play goes {way}."),
            _ => format!("The seat {first} the dealer acts first, and play goes {way}."),
        });
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
