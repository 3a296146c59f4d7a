//! Whether a position says only what its ruleset's settings can bring about.

use super::open::Check;
use super::problem::ProblemCode;
use crate::engine::{Chance, EpisodeKind, Game, Phase, State};
use crate::rules::NO_SUIT;
use crate::ruleset::{AfterAttack, AtTarget, LastCard, Nominate};

/// Whether a turn that counts towards the limit of the match is under way, as far as the position shows it.
pub(crate) fn counts_turn(game: &Game, state: &State) -> bool {
    let limited = game.rules().matches.turns > 0 && game.options().episode == EpisodeKind::Match;
    let turn = &state.turn;
    limited
        && match state.phase() {
            Phase::Play | Phase::Catch { .. } => true,
            Phase::Over { .. } => false,
            // Before the first turn the starter's effects may ask for something, too.
            _ => state.round.plays > 0 || turn.played > 0 || turn.drawn.cards > 0,
        }
}

impl Check<'_> {
    fn not_in_game(&mut self, key: &str, message: impl Into<String>) {
        self.problems.add(key, ProblemCode::NotInGame, message);
    }

    fn contradicts(&mut self, key: &str, message: impl Into<String>) {
        self.problems.add(key, ProblemCode::Contradiction, message);
    }

    /// Cards dealt by choice, an attack that is played out, the hat, the last round and the turns of a match.
    pub(crate) fn settings(&mut self) {
        self.deal_chosen();
        self.went_out();
        if let Some(seat) = self.s.round.hat {
            if self.rules.score.hat == 0 {
                self.not_in_game("hat", "the ruleset has none");
            } else if self.is_dealing() {
                self.contradicts("hat", format!("seat {} has it before the first turn", seat.0));
            }
        }
        if self.s.matches.renewals > 0 && self.rules.score.renewal == 0 {
            self.not_in_game("renewals", "renewing the stock costs no points");
        }
        self.last_round();
        self.turns();
        self.bonds();
        self.places();
    }

    /// What binds beside the upcard.
    fn bonds(&mut self) {
        let (rules, s) = (self.rules, self.s);
        let second = rules.any(|card| card.nominate == Nominate::Second);
        let sets = rules.attacks.iter().any(|attack| attack.set_unanswerable);
        let all = rules.any(|card| card.next.name_rank.is_some_and(|rule| rule.all));
        let named_by = s
            .tableau
            .as_ref()
            .is_some_and(|tableau| tableau.named_by.is_some());
        let given = [
            (
                "pending.answerable",
                s.pending.unanswerable,
                sets,
                "every attack can be answered",
            ),
            (
                "fresh",
                s.in_force.binds_next,
                rules.follow.binds_next,
                "nothing binds the next player only",
            ),
            (
                "second",
                s.in_force.second != NO_SUIT,
                second,
                "no card names a second suit",
            ),
            (
                "open",
                s.in_force.open,
                !rules.starter.open.is_empty(),
                "no starter lets any card be played",
            ),
            (
                "named_by",
                named_by,
                all && s.tableau.as_ref().is_some_and(|tableau| tableau.named.is_some()),
                "nothing was named that binds everybody",
            ),
            (
                "first_turns",
                !s.first_turns.is_empty(),
                rules.turn.first_keeps_suit,
                "a player's first turn is as any other",
            ),
            (
                "row",
                s.round.row > 0,
                rules.round.row > 0,
                "no row of equal cards is counted",
            ),
            (
                "turn.taken",
                !s.turn.taken.is_empty(),
                self.plays_after_attack(),
                "nothing may be played after an attack",
            ),
        ];
        for (key, said, in_game, why) in given {
            if said && !in_game {
                self.not_in_game(key, format!("the ruleset has nothing of the kind: {why}"));
            }
        }
        self.under_and_row();
        self.first_nominates();
    }

    /// The first player nominates for the starter before anything else.
    fn first_nominates(&mut self) {
        let (rules, s) = (self.rules, self.s);
        if !s.first_nominates() || s.is_over() {
            return;
        }
        let asked = matches!(s.phase(), Phase::Nominate | Phase::Chance(Chance::Draw { .. }));
        let starter = s
            .upcard()
            .is_some_and(|card| rules.starter.first_nominates.contains(card));
        if !asked || !starter || s.round.plays > 0 {
            let message =
                "the first player nominates before any card is played on a starter that asks for it";
            self.contradicts("agenda", message);
        }
    }

    /// What is followed in place of the upcard, and equal cards in a row.
    fn under_and_row(&mut self) {
        let (rules, s) = (self.rules, self.s);
        let under = s.upcard().is_some_and(|card| rules.follow.under.contains(card));
        if s.in_force.under.is_some() && !under {
            self.contradicts("under", "the upcard itself is followed");
        }
        if s.round.row > 0
            && s.round.row >= rules.round.row
            && rules.round.row > 0
            && !s.is_over()
            && !s.is_chance()
            && s.round.went_out.is_none()
            && !rules.any(|card| card.mirror.mirrors)
        {
            let message = format!(
                "{}: the round ends with {} in a row",
                s.round.row, rules.round.row
            );
            self.problems.add("row", ProblemCode::AlreadyOver, message);
        }
    }

    fn plays_after_attack(&self) -> bool {
        self.rules.draw.after_attack == AfterAttack::PlayAttack
    }

    /// Who is out while others play on, and who plays first.
    fn places(&mut self) {
        let placed = self.s.scores.placed.iter().filter(|&&place| place > 0).count();
        if placed > 0 && self.rules.out.places < 2 {
            self.not_in_game("placed", "the round ends with the first player who is out");
        }
        if placed > 0 && self.is_dealing() {
            self.contradicts("placed", "a seat is out before the first turn");
        }
        for place in 1..=placed as u8 {
            if !self.s.scores.placed.contains(&place) {
                self.contradicts(
                    "placed",
                    format!("{placed} seats are out, but none is in place {place}"),
                );
            }
        }
        if self.s.round.first.is_some() && !self.rules.round.loser_first {
            self.not_in_game("first", "the player after the dealer plays first");
        }
    }

    fn deal_chosen(&mut self) {
        let (given, least, most) = (
            self.s.round.deal,
            self.rules.deal.cards_in(self.s.matches.round),
            self.rules.deal.choice_to,
        );
        if given == least {
            return;
        }
        if most == 0 {
            self.not_in_game("deal", format!("{given}: every seat is dealt {least} cards"));
        } else if !(least..=most).contains(&given) {
            let message = format!("{given} is not in {least} … {most}");
            self.problems.add("deal", ProblemCode::NumberOutOfRange, message);
        } else if matches!(
            self.s.phase(),
            Phase::DealerChoice
                | Phase::CrossOut
                | Phase::Create
                | Phase::Chance(Chance::Dealer | Chance::Param { .. } | Chance::Create)
        ) {
            self.contradicts("deal", format!("{given}: the dealer has yet to choose"));
        }
    }

    fn went_out(&mut self) {
        let Some(seat) = self.s.round.went_out else { return };
        if self.rules.out.last_card != LastCard::Chain {
            let message = format!("seat {}: the ruleset plays no attack out", seat.0);
            self.not_in_game("went_out", message);
            return;
        }
        if self.is_dealing() {
            let message = format!("seat {} is out before the first turn", seat.0);
            self.contradicts("went_out", message);
        }
        if self.s.phase() == Phase::Play && !self.s.pending.is_some() {
            let message = format!(
                "seat {}: nothing is pending, so the round would have ended",
                seat.0
            );
            self.problems.add("went_out", ProblemCode::AlreadyOver, message);
        }
    }

    fn last_round(&mut self) {
        if !self.s.matches.last_round {
            return;
        }
        if self.rules.matches.at_target != AtTarget::SuddenDeath || !self.is_match() {
            self.not_in_game(
                "last_round",
                "true: nothing in this game announces the last round",
            );
        } else if self.s.active.len() == self.rules.players {
            self.contradicts("last_round", "true: it is played when a seat is out");
        }
    }

    fn turns(&mut self) {
        let (turns, limit) = (self.s.matches.turns, self.rules.matches.turns);
        if turns == 0 {
            if self.s.phase() == Phase::Play && counts_turn(self.game, self.s) {
                self.contradicts("turns", "0: the turn under way counts, too");
            }
            return;
        }
        if limit == 0 || !self.is_match() {
            self.not_in_game("turns", format!("{turns}: this game does not count them"));
        } else if turns > limit || (turns == limit && self.is_dealing()) {
            let message = format!("{turns}: the match ends after {limit}");
            self.problems.add("turns", ProblemCode::AlreadyOver, message);
        }
    }

    fn is_match(&self) -> bool {
        self.game.options().episode == EpisodeKind::Match
    }
}
