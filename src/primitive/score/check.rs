//! Checks of scores and matches.

use std::collections::BTreeSet;

use crate::card::CardSet;
use crate::card_text::format_cards;
use crate::primitive::score::settings::{
    BACK, EVENT_PREFIXES, EVENT_WORDS, FACTOR_WORDS, LAST_CARD, OUT_WITH, OtherPoints, exact_score,
};
use crate::ruleset::validate::Problems;
use crate::ruleset::validate::elsewhere::setting;
use crate::ruleset::{
    AtTarget, Factor, LastCard, MatchWinner, Problem, Ruleset, Selector, WhoScores, closest_match,
};

impl Ruleset {
    pub(crate) fn check_score(&self, problems: &mut Problems) {
        self.check_points(problems);
        self.check_factors(problems);
        self.check_events(problems);
        let fined = self.score.events.of("renewal") != 0;
        problems.check(
            fined || !self.score.factors.doubles_renewals(),
            "score.factors.renewal",
            || "no points are scored for renewing the stock: write score.events.renewal".to_owned(),
        );
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
        let by_index = self.score.points.others == OtherPoints::Index;
        problems.check(!by_index || self.pack().is_usual(), "score.points", || {
            "the index is that of the usual suits and ranks: write else = \"face\" or a number".to_owned()
        });
        self.check_exact(problems);
        self.check_comeback(problems);
        self.check_rounds(problems);
        self.check_games(problems);
    }

    /// Checks that each key of events is an event, and that no card is in two of a kind.
    fn check_events(&self, problems: &mut Problems) {
        let mut listed = [CardSet::EMPTY; EVENT_PREFIXES.len()];
        for (key, points) in &self.score.events.0 {
            let path = format!("score.events.{key}");
            let at_once = ["renewal", "call", "mistake"].contains(&key.as_str()) || key.starts_with(OUT_WITH);
            problems.check(
                !at_once || *points == 0 || self.countdown.from == 0,
                &path,
                || "in a countdown the score is not in points: set countdown.from = 0".to_owned(),
            );
            problems.check(self.deck.backs || !key.starts_with(BACK), &path, || {
                "the cards have no backs: set deck.backs = true, or take it away".to_owned()
            });
            if EVENT_WORDS.contains(&key.as_str()) {
                continue;
            }
            let mut by_prefix = EVENT_PREFIXES.iter().zip(&mut listed);
            let Some((cards, listed)) =
                by_prefix.find_map(|(prefix, listed)| Some((key.strip_prefix(prefix)?, listed)))
            else {
                problems.add(&path, no_event(key));
                continue;
            };
            match cards.parse::<Selector>() {
                Err(error) => problems.add(&path, error.to_string()),
                Ok(selector) => {
                    let twice = listed.and(selector.cards());
                    problems.check(twice.is_empty(), &path, || {
                        format!("{} have points for this already", format_cards(twice.iter()))
                    });
                    *listed = listed.or(selector.cards());
                }
            }
        }
        let out = listed[0];
        let with_cards = !out.is_empty();
        problems.check(
            !with_cards || self.out.last_card != LastCard::Drawn,
            "score.events",
            || "with out.last-card = \"drawn\" nobody goes out with a card that is played: take the entries with \"out CARDS\" away".to_owned(),
        );
    }

    /// Checks the scores that a player does not keep.
    fn check_exact(&self, problems: &mut Problems) {
        let matches = &self.matches;
        for (key, score) in &matches.exact {
            let path = format!("match.exact.{key}");
            problems.check(exact_score(key).is_some(), &path, || {
                format!("{key:?} is not a score: write a number from 1 to 65535")
            });
            problems.check(!matches.exact.contains_key(&score.to_string()), &path, || {
                format!("a score of {score} is not kept either: write the score that it ends at")
            });
        }
        if matches.exact.is_empty() {
            return;
        }
        problems.apart(
            "match.exact",
            "it changes the score in points that a match ends by",
            [
                setting(self.countdown.from > 0, "countdown.from", &self.countdown.from),
                setting(matches.games > 1, "match.games", &matches.games),
            ],
        );
    }

    /// Warns of matches that cannot end, and of matches that are lost by winning rounds.
    pub(crate) fn match_warnings(&self) -> Vec<Problem> {
        let matches = &self.matches;
        let played = matches
            .target
            .values()
            .chain(matches.rounds.values())
            .any(|n| n > 0);
        if !played || self.countdown.from > 0 {
            return Vec::new();
        }
        let mut warnings = Vec::new();
        let against = match (self.score.who, matches.winner) {
            (WhoScores::Winner, MatchWinner::Lowest) => Some(
                "the winner of a round scores what the others hold, and the lowest score wins the match: whoever wins \
                 rounds loses it; set it to \"highest\", or score.who = \"own\"",
            ),
            (WhoScores::Own, MatchWinner::Highest) => Some(
                "everyone scores the cards left in their hand, and the highest score wins the match: whoever wins rounds loses it; set it \
                 to \"lowest\", or score.who = \"winner\"",
            ),
            _ => None,
        };
        warnings.extend(against.map(|why| Problem::new("match.winner", why)));
        let endless = self.decks_by_players().find(|(players, deck)| {
            let target = matches.target.get(*players).unwrap_or(0);
            target > 0 && !self.score_can_grow(*players, *deck)
        });
        if let Some((players, _)) = endless.filter(|_| matches.turns == 0) {
            warnings.push(Problem::new(
                "match.target",
                format!("with {players} players nothing scores a point, so nobody reaches it and a match cannot end"),
            ));
        }
        warnings
    }

    /// Returns true if anything can raise a score with this many players and these cards.
    fn score_can_grow(&self, players: u8, deck: CardSet) -> bool {
        let score = &self.score;
        score.who == WhoScores::Round
            || deck
                .iter()
                .any(|card| score.points.of(self.pack(), card, players) > 0)
            || score.events.0.values().any(|points| *points > 0)
    }

    /// Checks matches of several games that are scored at the same time.
    fn check_games(&self, problems: &mut Problems) {
        let matches = &self.matches;
        if matches.games <= 1 {
            return;
        }
        problems.check(
            matches.target.values().any(|target| target > 0),
            "match.games",
            || "each game is played to match.target: set it, or take games away".to_owned(),
        );
        problems.check(
            self.score.who != WhoScores::Own && matches.winner == MatchWinner::Highest,
            "match.games",
            || {
                "what counts is what a player wins: set score.who = \"winner\" or \"round\", and match.winner = \"highest\""
                    .to_owned()
            },
        );
        problems.apart(
            "match.games",
            "each game ends by itself, and rounds count that are won",
            [
                setting(
                    matches.at_target != AtTarget::End,
                    "match.at-target",
                    &matches.at_target,
                ),
                setting(self.score.events.score(), "score.events", &self.score.events),
            ],
        );
    }

    /// Checks matches of a number of rounds, and points for rounds won.
    fn check_rounds(&self, problems: &mut Problems) {
        let matches = &self.matches;
        if let Some(players) = self.tables().find(|&n| matches.rounds.get(n).is_none()) {
            problems.add("match.rounds", format!("no value for {players} players"));
        }
        let rounds: BTreeSet<bool> = matches.rounds.values().map(|rounds| rounds > 0).collect();
        problems.check(rounds.len() == 1, "match.rounds", || {
            "0 for some numbers of players: a match lasts a number of rounds with all of them or with none"
                .to_owned()
        });
        let target = matches.target.values().any(|target| target > 0);
        if rounds.contains(&true) {
            problems.apart(
                "match.rounds",
                "the match ends after a number of rounds",
                [
                    setting(self.countdown.from > 0, "countdown.from", &self.countdown.from),
                    setting(
                        !target && matches.at_target != AtTarget::End,
                        "match.at-target",
                        &matches.at_target,
                    ),
                    setting(matches.games > 1, "match.games", &matches.games),
                ],
            );
        }
        if self.score.who != WhoScores::Round {
            return;
        }
        let played = target || rounds.contains(&true);
        problems.check(
            !played || matches.winner == MatchWinner::Highest,
            "score.who",
            || "\"round\" counts the rounds that each has won: set match.winner = \"highest\"".to_owned(),
        );
        problems.apart(
            "score.who",
            "\"round\" counts the rounds that each has won, not points",
            [setting(
                self.score.events.score(),
                "score.events",
                &self.score.events,
            )],
        );
    }

    fn check_points(&self, problems: &mut Problems) {
        let mut listed = CardSet::EMPTY;
        for (text, points) in &self.score.points.classes {
            let path = format!("score.points.{text}");
            match text.parse::<Selector>() {
                Err(error) => problems.add(&path, error.to_string()),
                Ok(selector) => {
                    let twice = listed.and(selector.cards());
                    problems.check(twice.is_empty(), &path, || {
                        format!("{} have points already", format_cards(twice.iter()))
                    });
                    listed = listed.or(selector.cards());
                }
            }
            if let Some(players) = self.tables().find(|&players| points.get(players).is_none()) {
                problems.add(&path, format!("no value for {players} players"));
            }
        }
    }

    /// Checks the factors that double or halve points.
    fn check_factors(&self, problems: &mut Problems) {
        let factors = &self.score.factors;
        for (key, factor) in &factors.0 {
            let path = format!("score.factors.{key}");
            if !FACTOR_WORDS.contains(&key.as_str())
                && let Err(error) = key.strip_prefix(LAST_CARD).unwrap_or(key).parse::<Selector>()
            {
                problems.add(&path, format!("{error}, or last-rank, last-class or identical"));
            }
            let halves = key == "identical";
            problems.check(halves == (*factor == Factor::Halve), &path, || {
                if halves {
                    "identical cards halve a hand: write \"halve\"".to_owned()
                } else {
                    "this doubles: write \"double\"".to_owned()
                }
            });
        }
        let both = ["last-rank", "last-class"]
            .iter()
            .all(|key| factors.0.contains_key(*key));
        problems.check(!both, "score.factors", || {
            "last-rank does not go with last-class: take one of them away".to_owned()
        });
    }

    fn check_comeback(&self, problems: &mut Problems) {
        let AtTarget::Comeback(score) = self.matches.at_target else {
            return;
        };
        let highest = self.matches.target.values().max().unwrap_or(0);
        problems.check(score > highest, "match.at-target.comeback", || {
            format!("{score} is not above match.target ({highest})")
        });
    }
}

/// Returns the message about a key that is no event.
fn no_event(key: &str) -> String {
    let known = EVENT_WORDS
        .into_iter()
        .chain(["out CARDS", "alone CARDS", "back CARDS"]);
    let known: Vec<&str> = known.collect();
    let meant = closest_match(key, EVENT_WORDS);
    meant.map_or_else(
        || format!("{key:?} is no event: there are {}", known.join(", ")),
        |meant| format!("{key:?} is no event: did you mean {meant:?}?"),
    )
}
