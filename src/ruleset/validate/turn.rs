//! Checks of the turn and the end of a round.

use super::Problems;
use crate::ruleset::{DrawThen, DrawWhen, FollowBy, Ruleset};

impl Ruleset {
    pub(crate) fn check_turn(&self, problems: &mut Problems) {
        let draw = &self.draw;
        let several = draw.most != 1 || draw.until.hand > 0;
        let chosen = draw.when != DrawWhen::Never;
        problems.check(!(chosen && draw.then == DrawThen::EndTurn && (several || draw.until.playable)), "draw.then", || {
            "drawing on makes no sense where drawing ends the turn: choose may-play, must-play, play-any or \
             must-play-any, or most = 1"
                .to_owned()
        });
        problems.check(
            self.follow.has(FollowBy::Suit)
                || self.follow.has(FollowBy::Rank)
                || self.follow.has(FollowBy::AdjacentRank),
            "follow",
            || "nothing would ever follow: list \"suit\", \"rank\" or \"adjacent-rank\"".to_owned(),
        );
    }

    /// Checks that the cards which name the first player are in the deck.
    fn check_first(&self, problems: &mut Problems) {
        let first = &self.round.first;
        if first.is_none() || first.is_late() {
            return;
        }
        for (players, deck) in self.decks_by_players() {
            problems.check(!first.cards().and(deck).is_empty(), "round.first", || {
                format!(
                    "{:?} matches no card of the deck with {players} players, so nobody could hold one: list some of {}, or \
                     leave it empty",
                    first.as_str(),
                    self.labels.many(deck)
                )
            });
        }
    }

    /// Checks the settings of the end of a round.
    pub(crate) fn check_end(&self, problems: &mut Problems) {
        let (out, round) = (&self.out, &self.round);
        for players in self.tables() {
            let Some(places) = out.places.get(players) else {
                problems.add("out.places", format!("no value for {players} players"));
                continue;
            };
            let count = places.count;
            problems.check((1..players).contains(&count), "out.places", || {
                format!("{count} is not in 1 … {} for {players} players", players - 1)
            });
        }
        self.check_first(problems);
        let row = &round.row;
        problems.check(row.number != 1, "round.row", || {
            format!("{} is not 0 or 2 … 20", row.number)
        });
        problems.check(
            row.number == 0 || !row.cards.cards().is_empty(),
            "round.row",
            || "no card counts in a row: list some, or write 0".to_owned(),
        );
    }
}
