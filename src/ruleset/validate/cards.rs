//! Checks of the cards, the deal, the countdown and the params.

use std::collections::BTreeMap;

use super::{Problems, is_name};
use crate::card::MAX_KINDS;
use crate::ruleset::{
    DealRounds, Param, ParamCards, ParamWhen, RANK_OF_UPCARD, Ruleset, SUIT_IN_FORCE, Selector,
    StarterCardEffects, StockEmpty,
};

/// Maximum number of params of a ruleset.
const MOST_PARAMS: usize = 2;

impl Ruleset {
    pub(crate) fn check_cards(&self, problems: &mut Problems) {
        let again = self.starter.with(StarterCardEffects::Again);
        problems.0.extend(self.deck.copies_problems(self.players, again));
        problems.0.extend(self.labels.problems(self.every_deck()));
        let second = !self.second_pile.cards.is_none();
        let ends = u32::from(self.stock.empty == StockEmpty::EndsRound);
        let beyond = u32::from(self.starter.is_turned())
            + u32::from(second)
            + u32::from(self.deal.dealer_extra)
            + ends;
        let decks: BTreeMap<u8, [u8; MAX_KINDS]> = self.deck.tables(self.tables()).collect();
        for players in self.tables() {
            let (packs, jokers) = (self.deck.packs.get(players), self.deck.jokers.get(players));
            let are_listed = !self.deck.copies.is_empty();
            problems.check(are_listed || packs.is_some(), "deck.packs", || {
                format!("no value for {players} players")
            });
            problems.check(are_listed || jokers.is_some(), "deck.jokers", || {
                format!("no value for {players} players")
            });
            let target = self.matches.target.get(players);
            problems.check(target.is_some(), "match.target", || {
                format!("no value for {players} players")
            });
            let Some(cards) = self.deal.cards.get(players) else {
                problems.add("deal.cards", format!("no value for {players} players"));
                continue;
            };
            let down_and_up = self.deal.rounds == DealRounds::DownAndUp;
            if down_and_up && cards.is_choice() && !problems.has("deal.rounds") {
                problems.add(
                    "deal.rounds",
                    "the dealer chooses how many cards are dealt: write a number under deal.cards",
                );
            }
            let Some(table) = decks.get(&players) else {
                continue;
            };
            let deck: u32 = table.iter().map(|&copies| u32::from(copies)).sum();
            if deck > 255 && !problems.has("deck") {
                problems.add("deck", format!("{deck} cards for {players} players; at most 255"));
            }
            let needed = u32::from(players) * u32::from(cards.most) + beyond;
            problems.check(cards.most - cards.least <= 7, "deal.cards", || {
                format!(
                    "{} to {} for {players} players: the dealer chooses among 2 to 8 numbers",
                    cards.least, cards.most
                )
            });
            // One report is enough: if some number of players is too many, so is every greater one with the same packs.
            if needed > deck && !problems.has("deal.cards") {
                problems.add(
                    "deal.cards",
                    format!(
                        "{players} players need {needed} cards for the deal and {}, the deck has {deck}: deal fewer, add \
                         packs, or let fewer play",
                        match (second, ends) {
                            (_, 1) => "a stock, with which the round ends",
                            (true, _) => "two piles",
                            (false, _) => "a starter",
                        }
                    ),
                );
            }
        }
    }

    pub(crate) fn check_countdown(&self, problems: &mut Problems) {
        if self.countdown.from == 0 {
            return;
        }
        problems.check(
            self.matches.target.values().all(|target| target == 0),
            "countdown.from",
            || "a countdown is a match of its own: it goes with match.target = 0".to_owned(),
        );
        problems.check(self.out.places.values().all(|places| places.count <= 1), "out.places", || {
            "in a countdown nobody is out until a score is 0, which ends it: leave it at 1, or set countdown.from = 0"
                .to_owned()
        });
    }

    pub(crate) fn check_params(&self, problems: &mut Problems) {
        let params = self.params.len();
        problems.check(params <= MOST_PARAMS, "params", || {
            format!("{params} of them; at most {MOST_PARAMS}")
        });
        for (name, param) in &self.params {
            let path = format!("params.{name}");
            let taken = ["wild", SUIT_IN_FORCE, RANK_OF_UPCARD].contains(&name.as_str());
            problems.check(is_name(name) && !taken, &path, || {
                "a param's name is lower-case letters, digits and hyphens, and not \"wild\", \"suit\" or \"rank\", which \
                 have meanings of their own"
                    .to_owned()
            });
            check_param(&path, param, problems);
        }
    }
}

fn check_param(path: &str, param: &Param, problems: &mut Problems) {
    let at = |key: &str| format!("{path}.{key}");
    let no_day =
        |day: &str| format!("{day:?} is not a day of the year: write month and day, such as \"11-21\"");
    let nothing = match &param.cards {
        ParamCards::Drawn(cards) => cards.is_none(),
        ParamCards::Dated(dates) => dates.is_empty(),
    };
    problems.check(!nothing, path, || {
        "there is nothing to draw: say cards, or a table of days to cards".to_owned()
    });
    match &param.cards {
        ParamCards::Drawn(cards) => {
            let empty = !cards.is_none() && !cards.is_late() && cards.cards().is_empty();
            problems.check(!empty, &at("cards"), || "no card is left to be drawn".to_owned());
        }
        ParamCards::Dated(dates) => {
            for day in dates.keys().filter(|day| !Param::is_day(day)) {
                problems.add(format!("{path}.cards.{day}"), no_day(day));
            }
        }
    }
    if let ParamWhen::Day(day) = &param.when {
        let dated = matches!(param.cards, ParamCards::Dated(_));
        if !Param::is_day(day) {
            problems.add(
                at("when"),
                format!("{}, or \"episode\" or \"round\"", no_day(day)),
            );
        } else if !dated {
            problems.add(
                at("when"),
                "a day decides by dates: write cards as a table of days, or when = \"episode\"",
            );
        }
    }
}

/// Returns every selector outside the specials, with its path.
pub(crate) fn selectors_of_the_table(ruleset: &Ruleset) -> Vec<(String, &Selector)> {
    let mut all = vec![
        ("round.row".to_owned(), &ruleset.round.row.cards),
        ("round.first".to_owned(), &ruleset.round.first),
        ("second-pile.cards".to_owned(), &ruleset.second_pile.cards),
        ("out.not-on".to_owned(), &ruleset.out.not_on.drawn.cards),
        ("out.not-on".to_owned(), &ruleset.out.not_on.never),
    ];
    let open = [
        ("draw.cards", &ruleset.draw.cards),
        ("call.penalty", &ruleset.call.penalty),
    ];
    all.extend(
        open.iter()
            .filter_map(|(path, amount)| Some(((*path).to_owned(), amount.until()?))),
    );
    for (name, card) in &ruleset.starter.card {
        all.push((format!("starter.card.{name}.cards"), &card.cards));
    }
    for (name, word) in &ruleset.words {
        all.push((format!("words.{name}.cards"), &word.cards));
        all.push((format!("words.{name}.on"), &word.on));
    }
    let params = ruleset.params.iter();
    all.extend(params.filter_map(|(name, param)| match &param.cards {
        ParamCards::Drawn(cards) => Some((format!("params.{name}.cards"), cards)),
        ParamCards::Dated(_) => None,
    }));
    all
}
