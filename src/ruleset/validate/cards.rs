//! The cards, the deal, and what is drawn for an episode.

use super::{Problems, is_name};
use crate::ruleset::{Param, Ruleset, Selector};

/// Most params of a ruleset.
const MOST_PARAMS: usize = 2;

impl Ruleset {
    pub(super) fn check_cards(&self, problems: &mut Problems) {
        problems
            .0
            .extend(self.deck.copies_problems(self.starter.again.cards()));
        problems.0.extend(self.labels.problems());
        problems.range(self.deal.dealer_extra, 0, 20, "deal.dealer-extra");
        let second = !self.second_pile.cards.is_none();
        let beyond = u32::from(self.starter.turned) + u32::from(second) + u32::from(self.deal.dealer_extra);
        for players in self.tables() {
            let (packs, jokers) = (self.deck.packs.get(players), self.deck.jokers.get(players));
            problems.check(packs.is_some(), "deck.packs", || {
                format!("no value for {players} players")
            });
            problems.check(jokers.is_some(), "deck.jokers", || {
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
            problems.check(cards > 0, "deal.cards", || {
                format!("0 for {players} players; deal at least 1")
            });
            let Some(table) = self.deck.table(players) else {
                continue;
            };
            let deck: u32 = table.iter().map(|&copies| u32::from(copies)).sum();
            if deck > 255 && !problems.has("deck") {
                problems.add("deck", format!("{deck} cards for {players} players; at most 255"));
            }
            let needed = u32::from(players) * u32::from(cards.max(self.deal.choice_to)) + beyond;
            let most = self.deal.choice_to;
            problems.check(most == 0 || (cards < most && most - cards <= 7), "deal.choice-to", || {
                format!("{most} for {players} players: the dealer chooses among 2 to 8 numbers, from {cards} up")
            });
            // Once is enough: where some number of players is too many, so is every greater one with the same packs.
            if needed > deck && !problems.has("deal.cards") {
                problems.add(
                    "deal.cards",
                    format!(
                        "{players} players need {needed} cards for the deal and {}, the deck has {deck}: deal fewer, add \
                         packs, or lower players.max",
                        if second { "two piles" } else { "a starter" }
                    ),
                );
            }
        }
    }

    pub(super) fn check_countdown(&self, problems: &mut Problems) {
        problems.range(self.countdown.from, 0, 13, "countdown.from");
        if self.countdown.from == 0 {
            return;
        }
        problems.check(
            self.matches.target.values().all(|target| target == 0),
            "countdown.from",
            || "a countdown is a match of its own: it goes with match.target = 0".to_owned(),
        );
        problems.check(self.out.places.values().all(|places| places <= 1), "out.places", || {
            "in a countdown nobody is out until a score is 0, which ends it: leave it at 1, or set countdown.from = 0"
                .to_owned()
        });
    }

    pub(super) fn check_params(&self, problems: &mut Problems) {
        let params = self.params.len();
        problems.check(params <= MOST_PARAMS, "params", || {
            format!("{params} of them; at most {MOST_PARAMS}")
        });
        for (name, param) in &self.params {
            let path = format!("params.{name}");
            problems.check(is_name(name) && name != "wild", &path, || {
                "a param's name is lower-case letters, digits and hyphens, and not \"wild\", which is the rank of the \
                 countdown score"
                    .to_owned()
            });
            check_param(&path, param, problems);
        }
    }
}

fn check_param(path: &str, param: &Param, problems: &mut Problems) {
    let at = |key: &str| format!("{path}.{key}");
    problems.check(!param.cards.is_none() || !param.dates.is_empty(), path, || {
        "there is nothing to draw: say cards, or dates".to_owned()
    });
    problems.check(
        param.cards.is_none() || param.dates.is_empty(),
        &at("cards"),
        || "dates say which cards there are: leave cards empty, or take dates away".to_owned(),
    );
    let empty = param.cards.is_none() || param.cards.is_late();
    problems.check(empty || !param.cards.cards().is_empty(), &at("cards"), || {
        "no card is left to be drawn".to_owned()
    });
    let no_day = |day: &str| format!("{day:?} is no day of the year: write month and day, such as \"11-21\"");
    for day in param.dates.keys().filter(|day| !Param::is_day(day)) {
        problems.add(format!("{path}.dates.{day}"), no_day(day));
    }
    if !param.date.is_empty() {
        problems.check(Param::is_day(&param.date), &at("date"), || no_day(&param.date));
        problems.check(!param.dates.is_empty(), &at("date"), || {
            "a date decides by dates: write them, or leave it empty".to_owned()
        });
    }
}

/// Every selector beside those of specials, with its path.
pub(in crate::ruleset) fn selectors_of_the_table(ruleset: &Ruleset) -> Vec<(String, &Selector)> {
    let (starter, out_of_turn) = (&ruleset.starter, &ruleset.out_of_turn);
    let mut all = vec![
        ("starter.again".to_owned(), &starter.again),
        ("starter.open".to_owned(), &starter.open),
        ("starter.first-nominates".to_owned(), &starter.first_nominates),
        ("starter.by-lot".to_owned(), &starter.by_lot),
        ("starter.turn-kept".to_owned(), &starter.turn_kept),
        ("starter.nominate-only".to_owned(), &starter.nominate_only),
        ("starter.no-effects".to_owned(), &starter.no_effects),
        ("round.row-cards".to_owned(), &ruleset.round.row_cards),
        ("score.double-hand".to_owned(), &ruleset.score.double_hand),
        ("out-of-turn.identical".to_owned(), &out_of_turn.identical),
        ("out-of-turn.must".to_owned(), &out_of_turn.must),
        ("out-of-turn.layer-not".to_owned(), &out_of_turn.layer_not),
        ("second-pile.cards".to_owned(), &ruleset.second_pile.cards),
        ("out.not-on".to_owned(), &ruleset.out.not_on),
    ];
    for (name, word) in &ruleset.words {
        all.push((format!("words.{name}.cards"), &word.cards));
        all.push((format!("words.{name}.on"), &word.on));
    }
    let params = ruleset.params.iter();
    all.extend(params.map(|(name, param)| (format!("params.{name}.cards"), &param.cards)));
    all
}
