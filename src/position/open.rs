//! Whether a position could be reached: what its values say together.

use super::problem::{ProblemCode, Problems};
use crate::engine::games::Games;
use crate::engine::{Chance, EpisodeKind, Game, Phase, State, Task, Truncation};
use crate::rules::Rules;
use crate::ruleset::{AtTarget, DrawWhen, WordDue};
use crate::seat::{Seat, SeatSet};

/// Adds every reason why no game comes to this position.
pub(crate) fn check(game: &Game, state: &State, problems: &mut Problems) {
    let mut check = Check {
        game,
        rules: game.rules(),
        s: state,
        problems,
    };
    check.pile();
    check.hands();
    check.agenda();
    check.under_way();
    check.calls();
    check.settings();
    check.pending();
    check.owed();
    check.turn();
    check.not_over();
    match state.phase() {
        Phase::Play => check.play(),
        Phase::GoOn => check.go_on(),
        Phase::Give { to } => check.give(to),
        Phase::Speak { last } => check.speak(last),
        Phase::Nominate => check.nominate(),
        Phase::Challenge { player } => check.challenge(player),
        Phase::Catch { owner } => check.catch(owner),
        Phase::DealerChoice => check.dealer_choice(),
        Phase::Direction => check.direction(),
        Phase::Over { winners, truncated } => check.over(winners, truncated),
        Phase::Chance(node) => check.chance(node),
        _ => check.tableau(),
    }
}

pub(crate) struct Check<'a> {
    pub(crate) game: &'a Game,
    pub(crate) rules: &'a Rules,
    pub(crate) s: &'a State,
    pub(crate) problems: &'a mut Problems,
}

impl Check<'_> {
    pub(crate) fn not_open(&mut self, why: impl std::fmt::Display) {
        let message = format!("phase {} cannot be open: {why}", self.s.phase().name());
        self.problems.add("phase", ProblemCode::PhaseNotOpen, message);
    }

    fn over(&mut self, winners: SeatSet, truncated: bool) {
        let left_open = truncated && self.game.options().truncation == Truncation::Bootstrap;
        let message = match (winners.is_empty(), left_open) {
            (true, false) => "nobody has won: at least one seat wins a game that is over",
            (false, true) => {
                "somebody has won: with truncation = \"bootstrap\" nobody wins a game that is truncated"
            }
            _ => return,
        };
        self.problems
            .add("phase.winners", ProblemCode::WrongLength, message);
    }

    /// Whether the round has not begun: nothing lies yet.
    pub(crate) fn is_dealing(&self) -> bool {
        let before_draws = matches!(
            self.s.phase(),
            Phase::Chance(node) if !matches!(node, Chance::Draw { .. } | Chance::Suit | Chance::Slap | Chance::Split)
        );
        before_draws
            || matches!(
                self.s.phase(),
                Phase::DealerChoice | Phase::CrossOut | Phase::Create
            )
            || (self.s.phase() == Phase::Direction && !self.rules.deal.direction_after)
            || self.before_deal_starter()
    }

    fn dealer_choice(&mut self) {
        if self.rules.deal.choice_to == 0 {
            self.not_open("the dealer has no choice in this ruleset");
        }
        self.before_deal();
    }

    fn direction(&mut self) {
        if !self.rules.deal.direction_choice || self.s.active.len() < 3 {
            self.not_open("the dealer does not choose the direction here");
        }
        if !self.rules.deal.direction_after {
            return self.before_deal();
        }
        if self.s.seat != self.s.dealer {
            self.not_open("it is not the dealer who is to act");
        }
        if self.s.round.plays > 0 || self.s.turn.played > 0 {
            self.not_open("the direction is chosen before any card is played");
        }
    }

    pub(crate) fn before_deal(&mut self) {
        if self.s.seat != self.s.dealer {
            self.not_open("it is not the dealer who is to act");
        }
        if self.s.hands.iter().any(|hand| !hand.is_empty()) {
            self.not_open("cards are dealt already");
        }
        self.enough_to_deal(self.most_dealt());
    }

    fn pile(&mut self) {
        let lies = self.s.upcard().is_some();
        let early = self.rules.starter.before_deal;
        if self.is_dealing() && lies && !early {
            let message = "cards lie, though the starter has not been turned";
            self.problems.add("pile", ProblemCode::WrongPile, message);
        }
        if early && !lies && matches!(self.s.phase(), Phase::Chance(Chance::Deal { .. })) {
            let message = "there is no card: the starter is turned before the deal";
            self.problems.add("pile", ProblemCode::WrongPile, message);
        }
        let none_turned = !self.rules.starter.turned && self.s.round.plays == 0;
        let splitting = self.s.phase() == Phase::Chance(Chance::Split);
        if !self.is_dealing() && !lies && !self.s.is_over() && !none_turned && !splitting {
            let message = "there is no card: the last one given is the upcard";
            self.problems.add("pile", ProblemCode::WrongPile, message);
        }
    }

    /// Who has no cards is out; who is not in has none, but where the round that put a seat out ended the game.
    fn hands(&mut self) {
        let ends = |task: Task| matches!(task, Task::RoundEnd(_) | Task::Out(_));
        let ending = self.s.is_over() || self.s.agenda.tasks().any(ends);
        for seat in (0..self.rules.players).map(Seat) {
            let (path, holds) = (format!("hands.{}", seat.0), !self.s.hand(seat).is_empty());
            if !self.s.active.contains(seat) {
                if holds && !self.s.is_over() {
                    let message = format!("seat {} is no longer in, but holds cards", seat.0);
                    self.problems.add(path, ProblemCode::WrongHand, message);
                }
            } else if !holds && !ending && !self.is_dealing() && !self.plays_on(seat) {
                let message = format!("seat {} holds no card: it would be out", seat.0);
                self.problems.add(path, ProblemCode::WrongHand, message);
            }
        }
    }

    /// Whether a seat without cards stays in the round.
    fn plays_on(&self, seat: Seat) -> bool {
        let (rules, s) = (self.rules, self.s);
        if s.round.went_out.is_some() || rules.countdown > 0 {
            return true;
        }
        let Some(tableau) = &s.tableau else {
            return false;
        };
        if seat != s.seat {
            // Whoever cannot go out with a card, and cannot draw for it either, waits without one.
            return (!rules.out.not_on.is_empty() || rules.call.keeps_in()) && s.turn.played > 0;
        }
        let draws_yet = tableau
            .owing
            .iter()
            .flatten()
            .any(|owing| owing.seat == seat && owing.draw > 0);
        let asked = matches!(
            s.phase(),
            Phase::Chance(_) | Phase::Nominate | Phase::Word { .. } | Phase::NameRank
        );
        s.turn.owes.last_card || (s.turn.played > 0 && (draws_yet || asked))
    }

    /// Nothing has ended the round, the match or the episode.
    fn not_over(&mut self) {
        let (rules, s) = (self.rules, self.s);
        if s.is_over() {
            return;
        }
        let beyond = self.plays_beyond();
        let mut over = |path: &str, message: String| {
            self.problems.add(path, ProblemCode::AlreadyOver, message);
        };
        if s.decisions >= self.game.max_decisions() {
            let most = self.game.max_decisions();
            over(
                "decisions",
                format!("{}: the limit of {most} would have ended the game", s.decisions),
            );
        }
        if rules.round.plays > 0 && s.round.plays >= rules.round.plays && !beyond {
            let most = rules.round.plays;
            over(
                "plays",
                format!("{}: the round ends after {most} cards", s.round.plays),
            );
        }
        let passes = s.active.len() + rules.round.extra_passes;
        if s.round.passes >= passes {
            over(
                "passes",
                format!("{}: {passes} in a row would have ended the round", s.round.passes),
            );
        }
        self.passes();
        let mut over = |path: &str, message: String| {
            self.problems.add(path, ProblemCode::AlreadyOver, message);
        };
        let rounds = rules.matches.rounds;
        if self.game.options().episode == EpisodeKind::Match && rounds > 0 && s.matches.round >= rounds {
            over(
                "round",
                format!("{}: the match ends after {rounds} rounds", s.matches.round),
            );
        }
        let target = match rules.matches.at_target {
            // Nobody sits out below the score that wins.
            AtTarget::Comeback(score) => i32::from(score),
            _ => i32::from(rules.matches.target),
        };
        let all_closed =
            |games: &Games| games.are_closed(rules.matches.games, i32::from(rules.matches.target));
        if self.game.options().episode == EpisodeKind::Match && s.games.as_deref().is_some_and(all_closed) {
            over(
                "games",
                "somebody has reached the target in each of them".to_owned(),
            );
        }
        // Fines for renewing the stock are scored at once, and the target is looked at when the round is over.
        if self.game.options().episode == EpisodeKind::Match
            && rules.matches.target > 0
            && rules.matches.games == 1
            && s.matches.renewals == 0
            && let Some(seat) = s
                .active
                .iter()
                .find(|seat| s.scores.points[seat.index()] >= target)
        {
            let score = s.scores.points[seat.index()];
            let what = match rules.matches.at_target {
                AtTarget::Comeback(score) => format!("{score} would have won the match"),
                AtTarget::End => format!("the match ends at {target}"),
                AtTarget::SuddenDeath | AtTarget::Elimination => format!("a seat is out at {target}"),
            };
            over(&format!("scores.{}", seat.0), format!("{score}: {what}"));
        }
    }

    /// Whether more cards may have been played than end the round: before that comes whatever is asked of the last of
    /// them, its player being out, and cards that mirror.
    fn plays_beyond(&self) -> bool {
        let (rules, s) = (self.rules, self.s);
        let plays_on = s.round.went_out.is_some()
            || rules.countdown > 0
            || rules.out.places > 1
            || rules.out.drawn
            || rules.any(|card| card.mirror.mirrors);
        let asked = match s.phase() {
            Phase::Claim | Phase::Mirror => true,
            Phase::Word { word } => !self.is_due(word, WordDue::Penalty),
            _ => false,
        };
        let waits = matches!(
            self.comes_next(),
            Some(
                Task::Played
                    | Task::Words
                    | Task::OutWord
                    | Task::Claims(_)
                    | Task::Continue
                    | Task::RoundEnd(_)
                    | Task::Out(_)
            )
        );
        plays_on || asked || waits
    }

    /// Passes are counted only while no card can be drawn.
    fn passes(&mut self) {
        let never = self.rules.draw.when == DrawWhen::Never;
        // Cards that players do not keep come back to an empty stock.
        let keeps = self.rules.stock.keep > 0;
        if self.s.round.passes > 0 && self.s.can_draw(self.rules) && !never && !keeps {
            let message = format!(
                "{}: passes are counted only while no card can be drawn",
                self.s.round.passes
            );
            self.problems.add("passes", ProblemCode::Contradiction, message);
        }
    }

    fn play(&mut self) {
        let turn = &self.s.turn;
        if turn.played > 0
            || turn.skip > 0
            || turn.reverse > 0
            || turn.attack.is_some()
            || turn.penalty.cards > 0
        {
            self.not_open("cards were played in the turn (turn.played, or effects collected)");
        }
        if self.game.legal(self.s).is_empty() {
            self.not_open("no action is legal");
        }
    }

    /// Phases that open after a card was played.
    pub(crate) fn needs_played_card(&mut self) {
        if self.s.turn.played == 0 {
            self.not_open("no card was played in the turn: set turn.played");
        }
    }
}
