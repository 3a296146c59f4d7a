//! What serde cannot say: every rule that a ruleset must keep beyond its types.

use std::collections::BTreeSet;

use super::load::Problem;
use super::{
    AtTarget, Call, CallMade, Caught, Charged, DrawThen, MatchWinner, Ruleset, SameRank, Selector, Special,
    Wild,
};
use crate::card::{CardSet, format_cards};

/// Collects problems under key paths.
#[derive(Default)]
struct Problems(Vec<Problem>);

impl Problems {
    fn add(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.0.push(Problem {
            path: path.into(),
            message: message.into(),
        });
    }

    fn has(&self, path: &str) -> bool {
        self.0.iter().any(|problem| problem.path == path)
    }

    fn check(&mut self, holds: bool, path: &str, message: impl FnOnce() -> String) {
        if !holds {
            self.add(path, message());
        }
    }
}

impl Ruleset {
    /// Everything that is wrong with it.
    pub(super) fn problems(&self) -> Vec<Problem> {
        let mut problems = Problems::default();
        self.check_head(&mut problems);
        self.check_cards(&mut problems);
        self.check_turn(&mut problems);
        check_call(&self.call, &mut problems);
        for (name, special) in &self.special {
            self.check_special(name, special, &mut problems);
        }
        self.check_overlaps(&mut problems);
        self.check_score(&mut problems);
        problems.0
    }

    fn check_head(&self, problems: &mut Problems) {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        problems.check(!self.id.is_empty() && self.id.chars().all(plain), "id", || {
            format!(
                "{:?} is no id: write lower-case letters, digits and underscores",
                self.id
            )
        });
        let (min, max) = (self.players.min, self.players.max);
        problems.check((2..=10).contains(&min), "players.min", || {
            format!("{min} is not in 2 … 10")
        });
        problems.check((2..=10).contains(&max), "players.max", || {
            format!("{max} is not in 2 … 10")
        });
        problems.check(min <= max, "players", || format!("min {min} is above max {max}"));
    }

    fn check_cards(&self, problems: &mut Problems) {
        for players in self.players.min.max(2)..=self.players.max.min(10) {
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
            let (Some(packs), Some(jokers)) = (packs, jokers) else {
                continue;
            };
            let deck = u32::from(packs) * 52 + u32::from(jokers);
            problems.check(deck <= 255, "deck", || {
                format!("{deck} cards for {players} players; at most 255")
            });
            let needed = u32::from(players) * u32::from(cards.max(self.deal.choice_to)) + 1;
            let most = self.deal.choice_to;
            problems.check(most == 0 || (cards < most && most - cards <= 7), "deal.choice-to", || {
                format!("{most} for {players} players: the dealer chooses among 2 to 8 numbers, from {cards} up")
            });
            // Once is enough: where some number of players is too many, so is every greater one with the same packs.
            if needed > deck && !problems.has("deal.cards") {
                problems.add(
                    "deal.cards",
                    format!(
                        "{players} players need {needed} cards for the deal and a starter, the deck has {deck}: deal \
                         fewer, add packs, or lower players.max"
                    ),
                );
            }
        }
        let turned = CardSet::ALL
            .minus(CardSet::JOKERS)
            .minus(self.starter.again.cards());
        problems.check(!turned.is_empty(), "starter.again", || {
            "no card is left to begin the pile with".to_owned()
        });
    }

    fn check_turn(&self, problems: &mut Problems) {
        let draw = &self.draw;
        let several = draw.limit != 1 || draw.until_hand > 0;
        problems.check(!(draw.then == DrawThen::EndTurn && (several || draw.until_playable)), "draw.then", || {
            "drawing on makes no sense where drawing ends the turn: choose may-play, must-play, play-any or \
             must-play-any, or limit = 1"
                .to_owned()
        });
        problems.check(self.follow.suit || self.follow.rank, "follow", || {
            "nothing would ever follow: let suit or rank be true".to_owned()
        });
    }

    fn check_special(&self, name: &str, special: &Special, problems: &mut Problems) {
        let path = |key: &str| format!("special.{name}.{key}");
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        problems.check(
            !name.is_empty() && name.chars().all(plain),
            &format!("special.{name}"),
            || "a special's name is lower-case letters, digits and hyphens".to_owned(),
        );
        if special.cards.cards().is_empty() {
            // No card has it: nothing in it can contradict anything.
            return;
        }
        problems.check(special.skip < 10, &path("skip"), || {
            format!("{} is not in 0 … 9", special.skip)
        });
        if let Some(attack) = &special.attack {
            problems.check((1..=50).contains(&attack.draw), &path("attack.draw"), || {
                format!("{} is not in 1 … 50", attack.draw)
            });
            let attacks = union(
                self.special
                    .values()
                    .filter(|s| s.attack.is_some())
                    .map(|s| &s.cards),
            );
            let idle = attack.answer.cards().minus(attacks);
            problems.check(idle.is_empty(), &path("attack.answer"), || {
                format!(
                    "{} would answer without being an attack; list them under cancel",
                    format_cards(idle.iter())
                )
            });
            let both = attack.answer.cards().and(attack.cancel.cards());
            problems.check(both.is_empty(), &path("attack.cancel"), || {
                format!("{} stand under answer as well", format_cards(both.iter()))
            });
            let both = attack
                .pass_on
                .cards()
                .and(attack.answer.cards().or(attack.cancel.cards()));
            problems.check(both.is_empty(), &path("attack.pass-on"), || {
                format!(
                    "{} stand under answer or cancel as well",
                    format_cards(both.iter())
                )
            });
        }
        if let Some(penalty) = &special.penalty {
            problems.check((1..=50).contains(&penalty.draw), &path("penalty.draw"), || {
                format!("{} is not in 1 … 50", penalty.draw)
            });
        }
        let together = match self.turn.same_rank {
            SameRank::Off => CardSet::EMPTY,
            _ => self.turn.same_rank_cards.cards().and(special.cards.cards()),
        };
        if special
            .challenge
            .as_ref()
            .is_some_and(|challenge| challenge.undone)
        {
            problems.check(together.is_empty() && special.cover.is_none(), &path("challenge.undone"), || {
                "a play that is taken back is a single card: take these cards out of turn.same-rank-cards, and give \
                 them no cover"
                    .to_owned()
            });
        }
        if special.challenge.is_some() {
            problems.check(special.wild == Wild::Unable, &path("challenge"), || {
                "there is nothing to challenge unless wild = \"unable\"".to_owned()
            });
        }
    }

    /// Two specials of one card may add up; where they would contradict each other they are refused.
    fn check_overlaps(&self, problems: &mut Problems) {
        type Has = (&'static str, fn(&Special) -> bool);
        let exclusive: [Has; 6] = [
            ("wild", |s| s.wild != Wild::Never),
            ("attack", |s| s.attack.is_some()),
            ("penalty", |s| s.penalty.is_some()),
            ("cover", |s| s.cover.is_some()),
            ("give", |s| s.give.is_some()),
            ("nominate", |s| s.nominate != super::Nominate::Never),
        ];
        let specials: Vec<_> = self.special.iter().collect();
        for (i, (name, special)) in specials.iter().enumerate() {
            for (other, earlier) in &specials[..i] {
                let shared = special.cards.cards().and(earlier.cards.cards());
                for (key, _) in exclusive.iter().filter(|(_, has)| has(special) && has(earlier)) {
                    problems.check(shared.is_empty(), &format!("special.{name}.{key}"), || {
                        format!(
                            "special.{other} says the same of {}; say it once",
                            format_cards(shared.iter())
                        )
                    });
                }
            }
        }
    }

    fn check_score(&self, problems: &mut Problems) {
        let mut listed = CardSet::EMPTY;
        for text in self.score.points.keys() {
            let path = format!("score.points.{text}");
            match text.parse::<Selector>() {
                Err(error) => problems.add(path, error.to_string()),
                Ok(selector) => {
                    let twice = listed.and(selector.cards());
                    problems.check(twice.is_empty(), &path, || {
                        format!("{} have points already", format_cards(twice.iter()))
                    });
                    listed = listed.or(selector.cards());
                }
            }
        }
        problems.check(self.score.reward_scale > 0, "score.reward-scale", || {
            "0 cannot divide the points".to_owned()
        });
        let points = |name: &str, given: u16, problems: &mut Problems| {
            problems.check(given <= 1_000, name, || format!("{given} is not in 0 … 1000"));
        };
        points("score.hat", self.score.hat, problems);
        points("match.bonus", self.matches.bonus, problems);
        let falls = self.matches.at_target != AtTarget::End;
        problems.check(
            !falls || self.matches.winner == MatchWinner::Lowest,
            "match.at-target",
            || "whoever reaches the target is out, so it goes with winner = \"lowest\"".to_owned(),
        );
        let targets: BTreeSet<bool> = self.matches.target.values().map(|target| target > 0).collect();
        problems.check(targets.len() == 1, "match.target", || {
            "0 for some numbers of players: a game has matches for all of them or for none".to_owned()
        });
    }
}

fn check_call(call: &Call, problems: &mut Problems) {
    if call.made == CallMade::ByPlayer {
        problems.check((1..=50).contains(&call.penalty), "call.penalty", || {
            format!("{} is not in 1 … 50", call.penalty)
        });
        problems.check(
            call.caught == Caught::Automatic || call.charged == Charged::BeforeNext,
            "call.charged",
            || {
                "own-turn goes with caught = \"automatic\"; others catch before the next player's turn"
                    .to_owned()
            },
        );
    }
}

fn union<'a>(selectors: impl Iterator<Item = &'a Selector>) -> CardSet {
    selectors.fold(CardSet::EMPTY, |set, selector| set.or(selector.cards()))
}
