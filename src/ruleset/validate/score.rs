//! Scores and matches.

use std::collections::BTreeSet;

use super::Problems;
use crate::card::{CardSet, format_cards};
use crate::ruleset::{AtTarget, MatchWinner, Ruleset, Selector};

impl Ruleset {
    pub(super) fn check_score(&self, problems: &mut Problems) {
        self.check_points(problems);
        problems.check(self.score.reward_scale > 0, "score.reward-scale", || {
            "0 cannot divide the points".to_owned()
        });
        problems.range(self.score.hat, 0, 1_000, "score.hat");
        problems.range(self.matches.bonus, 0, 1_000, "match.bonus");
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
        self.check_comeback(problems);
    }

    fn check_points(&self, problems: &mut Problems) {
        let mut listed = CardSet::EMPTY;
        for (text, points) in &self.score.points {
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

    fn check_comeback(&self, problems: &mut Problems) {
        let comeback = self.matches.comeback;
        if comeback == 0 {
            return;
        }
        problems.check(
            self.matches.at_target == AtTarget::Elimination,
            "match.comeback",
            || "it is a way back from the target: it goes with match.at-target = \"elimination\"".to_owned(),
        );
        let highest = self.matches.target.values().max().unwrap_or(0);
        problems.check(comeback > highest, "match.comeback", || {
            format!("{comeback} is not above match.target ({highest})")
        });
    }
}
