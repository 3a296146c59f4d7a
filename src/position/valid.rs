//! Checks that play can go on from a position: seats that are out hold nothing, waiting tasks can be done, and the open
//! question has an answer.
//!
//! Nothing else is checked. A position may state that cards were played, drawn or owed in a way that no game could have
//! led to; play goes on from it all the same.

use serde_json::{Map, Value};

use super::problem::{PositionProblems, ProblemCode};
use super::uses;
use crate::engine::check::misplaced_backs;
use crate::engine::{Chance, Game, Phase, State, Truncation};
use crate::rules::Rules;
use crate::ruleset::{CallMade, Caught, Does};
use crate::seat::{Seat, SeatSet};

/// Adds every reason why play cannot go on from a position.
pub(crate) fn check(game: &Game, state: &State, map: &Map<String, Value>, problems: &mut PositionProblems) {
    let mut check = Check {
        game,
        rules: game.rules(),
        state,
        problems,
    };
    uses::check(game, map, check.problems);
    check.pile();
    check.hands();
    check.backs();
    check.seats();
    check.known();
    check.created();
    check.under_way();
    check.opening();
    check.limit();
    check.words();
    check.agenda();
    check.actor();
    check.question();
}

pub(super) struct Check<'a> {
    pub(super) game: &'a Game,
    pub(super) rules: &'a Rules,
    pub(super) state: &'a State,
    pub(super) problems: &'a mut PositionProblems,
}

impl Check<'_> {
    /// Adds the problem that the phase cannot be open, unless the condition holds.
    pub(super) fn unless(&mut self, holds: bool, why: &str) {
        if !holds {
            let message = format!("phase {} cannot be open: {why}", self.state.phase().name());
            self.problems.add("phase", ProblemCode::PhaseNotOpen, message);
        }
    }

    /// Checks that each card has a back, but for those whose backs chance is about to draw.
    fn backs(&mut self) {
        if let Some(message) = misplaced_backs(self.state) {
            self.problems.add("backs", ProblemCode::Contradiction, message);
        }
    }

    /// True while a round has not begun.
    fn is_dealing(&self) -> bool {
        match self.state.phase() {
            // The backs of cards that are dealt are drawn without a task.
            Phase::Chance(Chance::Back) => self.state.agenda.is_empty(),
            Phase::Chance(node) => !matches!(
                node,
                Chance::Draw { .. } | Chance::Suit | Chance::Lot | Chance::Amount | Chance::Split
            ),
            Phase::DealerChoice | Phase::CrossOut | Phase::Create => true,
            Phase::Direction => !self.rules.deal.direction_after,
            Phase::Nominate => self.nominates_before_deal(),
            _ => false,
        }
    }

    /// True when a suit is nominated for a starter that is turned before the deal.
    fn nominates_before_deal(&self) -> bool {
        self.state.nominates_before_deal(self.rules)
    }

    /// Checks that the pile has a starter from when it is turned until the first play. Later a play that is taken back
    /// may leave the pile empty.
    fn pile(&mut self) {
        let s = self.state;
        let deals = matches!(s.phase(), Phase::Chance(Chance::Deal { .. }));
        let before_starter = self.is_dealing() && !(deals && self.rules.starter.before_deal);
        let before = before_starter || s.phase() == Phase::Chance(Chance::Split) || s.is_over();
        if s.upcard().is_none() && !before && self.rules.starter.turned && s.round.plays == 0 {
            let message = "there is no card: the last one given is the upcard";
            self.problems.add("pile", ProblemCode::WrongPile, message);
        }
    }

    /// Checks that seats that are out hold no cards, except in a game that is over.
    fn hands(&mut self) {
        for seat in (0..self.rules.players).map(Seat) {
            if !self.state.active.contains(seat) && !self.state.hand(seat).is_empty() && !self.state.is_over()
            {
                let message = format!("seat {} is no longer in, but holds cards", seat.0);
                self.problems
                    .add(format!("hands.{}", seat.0), ProblemCode::WrongHand, message);
            }
        }
    }

    /// Checks that calls and turns are owed only by seats that are in, and that the places of the others are
    /// consistent.
    fn seats(&mut self) {
        let s = self.state;
        for seat in s
            .calls
            .iter()
            .filter(|seat| !s.active.contains(*seat) && !s.is_over())
        {
            let message = format!("seat {} is out while others play on", seat.0);
            self.problems.add("calls", ProblemCode::SeatIsOut, message);
        }
        let owes = |seat: &Seat| s.lost_turns[seat.index()] > 0 && !s.active.contains(*seat);
        for seat in (0..self.rules.players).map(Seat).filter(owes) {
            let message = format!("seat {} owes turns, and is no longer in", seat.0);
            self.problems
                .add(format!("lost_turns.{}", seat.0), ProblemCode::SeatIsOut, message);
        }
        let placed = s.scores.placed.iter().filter(|&&place| place > 0).count() as u8;
        if (1..=placed).any(|place| !s.scores.placed.contains(&place)) {
            let message = format!("{placed} seats are out: their places are 1 … {placed}");
            self.problems.add("placed", ProblemCode::Contradiction, message);
        }
        if placed > 0 && self.is_dealing() {
            let message = "a seat is out before the first turn";
            self.problems.add("placed", ProblemCode::Contradiction, message);
        }
    }

    /// Checks that kept cards, a pile that is dealt into two and offered rules occur only with a question about them.
    fn under_way(&mut self) {
        let Some(tableau) = self.state.tableau.as_deref() else {
            return;
        };
        let (phase, created) = (self.state.phase(), &tableau.created);
        let drafts = phase == Phase::Chance(Chance::Create);
        let splits = phase == Phase::Chance(Chance::Split);
        let last = tableau.piles.count - 1;
        let waits = [
            ("kept", !tableau.kept.is_empty() && phase != Phase::Keep),
            ("split", !tableau.piles.split.is_empty() && !splits),
            ("at", splits && (last == 0 || tableau.piles.at == last)),
            ("draft", !created.draft.taken().is_empty() && !drafts),
            ("offered", created.offers > 0 && phase != Phase::Create && !drafts),
            (
                "offered",
                drafts && created.lots == 0 && created.offers >= self.rules.tableau.created.offered,
            ),
        ];
        for (key, _) in waits
            .into_iter()
            .filter(|(_, in_vain)| *in_vain && !self.state.is_over())
        {
            let message = format!("nothing of the kind is under way in phase {}", phase.name());
            self.problems.add(key, ProblemCode::Contradiction, message);
        }
    }

    /// Checks that the seat of the dealer has the turn until the first one begins, and that there is one pile until the
    /// second is begun.
    fn opening(&mut self) {
        let phase = self.state.phase();
        let drawn = phase == Phase::Chance(Chance::Dealer);
        if drawn || !self.is_dealing() && phase != Phase::Direction {
            return;
        }
        self.unless(
            self.state.seat == self.state.dealer,
            "it is not the dealer who is to act",
        );
        let Some(piles) = self.state.tableau.as_ref().map(|tableau| &tableau.piles) else {
            return;
        };
        let begun = matches!(phase, Phase::Chance(Chance::Starter) | Phase::Direction);
        if piles.at > 0 || piles.count > 1 && !begun {
            let message = "no second pile is begun before the starter is turned, and none is played on";
            self.problems.add("piles", ProblemCode::Contradiction, message);
        }
    }

    /// Checks that the limit of decisions has not been reached, except in a game that is over.
    fn limit(&mut self) {
        let (taken, most) = (self.state.decisions(), self.game.max_decisions());
        if taken >= most && !self.state.is_over() {
            let message = format!("{taken}: this game ends after {most} decisions");
            self.problems
                .add("decisions", ProblemCode::NumberOutOfRange, message);
        }
    }

    /// Checks that the known cards of a hand are in it, and that those ruled out are not.
    fn known(&mut self) {
        let s = self.state;
        let table = || (0..self.rules.players).map(Seat);
        for (viewer, owner) in table().flat_map(|viewer| table().map(move |owner| (viewer, owner))) {
            let known = s.known.as_ref();
            if let Some(message) = known.and_then(|known| known.contradicted(viewer, owner, s.hand(owner))) {
                let path = format!("known.{}.{}", viewer.0, owner.0);
                self.problems.add(path, ProblemCode::WrongHand, message);
            }
        }
        for owner in table() {
            let ruled_out = s.ruled_out.as_ref();
            if let Some(message) = ruled_out.and_then(|all| all.contradicted(owner, s.hand(owner))) {
                let path = format!("ruled_out.{}", owner.0);
                self.problems.add(path, ProblemCode::WrongHand, message);
            }
        }
    }

    /// Checks that created rules make sense, and that at most one inverts what is playable.
    fn created(&mut self) {
        let Some(created) = self.state.tableau.as_ref().map(|tableau| &tableau.created) else {
            return;
        };
        let standing = created.rules().iter().map(|standing| ("created", standing.rule));
        let offered = created.offers().iter().map(|&rule| ("offered", rule));
        for (key, rule) in standing.chain(offered) {
            for problem in rule.problems() {
                let path = format!("{key}.{}", problem.path);
                self.problems
                    .add(path, ProblemCode::Contradiction, problem.message);
            }
        }
        let (stand, most) = (
            created.rules().len(),
            usize::from(self.rules.tableau.created.most),
        );
        // What is drawn by lot stands; otherwise one rule is added in the questions about it.
        let adds = matches!(self.state.phase(), Phase::Create | Phase::Chance(Chance::Create));
        let coming = usize::from(created.lots.max(u8::from(adds)));
        if most > 0 && stand > most {
            let message = format!("{stand} rules stand; at most {most}");
            self.problems.add("created", ProblemCode::WrongLength, message);
        } else if most > 0 && stand + coming > most {
            let message = format!("{stand} rules stand, and {coming} more would; at most {most}");
            self.problems.add("created", ProblemCode::WrongLength, message);
        }
        let inverts = created
            .rules()
            .iter()
            .filter(|standing| standing.rule.does == Does::Invert);
        if inverts.count() > 1 {
            let message = "at most one rule may invert what is playable";
            self.problems.add("created", ProblemCode::Contradiction, message);
        }
    }

    /// Checks that the seat asked is the one that the phase determines, except where seats are polled.
    fn actor(&mut self) {
        let (s, phase) = (self.state, self.state.phase());
        let due = super::defaults::actor(self.rules, s);
        let chance = matches!(phase, Phase::Chance(node) if node != Chance::Create);
        let polled = matches!(phase, Phase::Catch { .. } | Phase::Chance(_) | Phase::Over { .. });
        let own = matches!(
            phase,
            Phase::Play | Phase::Continue | Phase::Pile { .. } | Phase::Give { .. }
        );
        let fixed = chance || !polled && (s.tableau.is_none() || own);
        if fixed && s.asked() != due {
            let message = format!(
                "seat {} does not decide in phase {}: seat {} does",
                s.asked().0,
                phase.name(),
                due.0
            );
            self.problems.add("actor", ProblemCode::Contradiction, message);
        }
    }

    /// Checks that the open question can be asked in the game, and has an answer.
    fn question(&mut self) {
        let s = self.state;
        match s.phase() {
            Phase::Over { winners, truncated } => return self.over(winners, truncated),
            Phase::Chance(node) => self.chance(node),
            Phase::Play if !s.active.contains(s.seat) => {
                let message = format!("seat {} is out while others play on: it has no turn", s.seat.0);
                self.problems.add("seat", ProblemCode::SeatIsOut, message);
            }
            Phase::Play => {}
            phase => self.asked(phase),
        }
        let none = if s.is_chance() {
            self.problems.is_empty() && self.game.chance_outcomes(s).is_empty()
        } else {
            self.problems.is_empty() && self.game.legal(s).is_empty()
        };
        self.unless(!none, "it has no answer");
    }

    /// Checks the conditions of a question to a seat.
    fn asked(&mut self, phase: Phase) {
        let (s, rules) = (self.state, self.rules);
        let made = rules.call.made == CallMade::ByPlayer;
        let holds = !s.hand(s.asked()).is_empty();
        match phase {
            Phase::DealerChoice => {
                self.unless(
                    rules.deal.choice_to > 0,
                    "the dealer has no choice in this ruleset",
                );
                self.undealt();
            }
            Phase::Direction => {
                let chooses = rules.deal.direction_choice && s.active.len() >= 3;
                self.unless(chooses, "the dealer does not choose the direction here");
                if !rules.deal.direction_after {
                    self.undealt();
                }
            }
            Phase::Speak { last } => {
                let polls = !last || rules.call.caught == Caught::ByOthers;
                self.unless(made && polls, "the ruleset has no such call");
            }
            Phase::Catch { owner } => {
                let missing = match rules.call.caught {
                    Caught::ByOthers => owner == s.seat,
                    Caught::NextPlayer => s.calls.contains(owner),
                    Caught::Automatic | Caught::Asked => false,
                };
                let others = owner != s.asked() && s.active.contains(owner) && s.active.contains(s.asked());
                self.unless(made && missing && others, "nobody can catch that call");
            }
            Phase::Challenge { player } => {
                let table = s.table(rules, s.seat);
                let rule = s.upcard().and_then(|upcard| table.of(upcard).challenge.as_ref());
                // A play that is taken back leaves the card under it.
                let stays =
                    |undone: bool| !undone || s.pile.len() > 1 || s.round.plays > 1 || !rules.starter.turned;
                let can = rule.is_some_and(|rule| stays(rule.undone)) && player == s.seat;
                self.unless(can && s.asked() != player, "the upcard cannot be challenged");
            }
            Phase::Keep => {
                let (keep, kept) = (rules.stock.keep, s.tableau.as_ref().map(|tableau| tableau.kept));
                let fewer = kept.is_some_and(|kept| {
                    let has = |card| kept.count(card) <= s.hand(s.asked()).count(card);
                    kept.len() < keep && kept.held().iter().all(has)
                });
                let more = s.hand(s.asked()).len() > keep;
                self.unless(fewer && more && !s.agenda.is_empty(), "no cards are to be kept");
            }
            Phase::CrossOut | Phase::Create => {
                self.unless(rules.tableau.adds_rules(), "nobody adds rules in this ruleset");
                self.undealt();
            }
            Phase::Pile { card } => {
                self.unless(
                    s.held(s.seat).contains(card),
                    "the card of phase.card is not held",
                );
            }
            Phase::Give { to } => self.unless(holds && to != s.seat, "the seat has nobody to give a card"),
            Phase::Swap => self.unless(holds, "the seat holds no cards"),
            Phase::Choose => self.unless(s.active.len() > 1, "there is nobody else to name"),
            Phase::Nominate if self.nominates_before_deal() => self.undealt(),
            Phase::Word { word } => {
                let due = rules.tableau.words.iter().any(|due| due.say == word);
                self.unless(due, "the ruleset has no such word");
            }
            Phase::Nominate
            | Phase::Continue
            | Phase::NameRank
            | Phase::Claim
            | Phase::Mirror
            | Phase::Play
            | Phase::Chance(_)
            | Phase::Over { .. } => {}
        }
    }

    /// Checks the conditions of a chance node, which occurs only in games of explicit chance.
    fn chance(&mut self, node: Chance) {
        let explicit = self.game.is_explicit();
        self.unless(
            explicit,
            "this game decides chance by itself; make it with chance = \"explicit\"",
        );
        match node {
            Chance::Dealer => {
                let all = self.state.active == SeatSet::first(self.rules.players);
                self.unless(all, "seats are out before the match begins");
                self.undealt();
            }
            Chance::Param { index } => {
                let params = self.rules.params.len();
                self.unless(usize::from(index) < params, "there is no such parameter");
                self.undealt();
            }
            Chance::Create => {
                self.unless(self.rules.tableau.needed, "no rules are drawn in this ruleset");
                self.undealt();
            }
            Chance::Deal { to } => self.enough(self.left_to_deal(to)),
            Chance::Starter => self.enough(0),
            Chance::Scramble | Chance::Rogue { .. } | Chance::TurnUp => {
                let turns_up = usize::from(node == Chance::TurnUp);
                let begun = self
                    .state
                    .tableau
                    .as_ref()
                    .is_none_or(|tableau| tableau.piles.count > 1);
                let second = self.rules.tableau.second_pile;
                let found =
                    turns_up == 0 || self.state.stock.cards().iter().any(|&card| second.contains(card));
                self.unless(!begun && found, "no second pile can be begun");
                self.enough(turns_up);
            }
            Chance::Suit | Chance::Draw { .. } | Chance::Lot | Chance::Split => {}
            Chance::Back => {
                let some = !self.game.chance_outcomes(self.state).is_empty();
                self.unless(some, "no card lacks its back");
            }
            Chance::Amount => {
                let some = !self.game.chance_outcomes(self.state).is_empty();
                self.unless(some, "no number is to be drawn");
            }
        }
    }

    /// Checks that nothing is dealt yet, and that there are enough cards to deal.
    fn undealt(&mut self) {
        let none = self.state.hands.iter().all(crate::hand::Hand::is_empty);
        self.unless(none, "cards are dealt already");
        let deal = &self.rules.deal;
        let each = usize::from(deal.cards.max(deal.choice_to).max(self.state.round.deal));
        let players = usize::from(self.state.active.len());
        self.enough(each * players + usize::from(deal.dealer_extra));
    }

    /// Returns the number of cards that are still to be dealt, the next one to this seat.
    fn left_to_deal(&self, mut to: Seat) -> usize {
        let (s, dealer) = (self.state, self.state.dealer);
        let due = s.round.deal.saturating_add(self.rules.deal.dealer_extra);
        let (mut held, mut cards) = (s.hand(dealer).len(), 0);
        while s.active.contains(dealer) && s.active.contains(to) {
            cards += 1;
            held = held.saturating_add(u8::from(to == dealer));
            if to == dealer && held >= due {
                break;
            }
            if to != dealer || held < s.round.deal {
                to = s.next_active(to, self.rules.players);
            }
        }
        cards
    }

    /// Checks that the stock has this many cards, and one for a starter that is not turned yet.
    fn enough(&mut self, cards: usize) {
        let starter = usize::from(self.rules.starter.turned && self.state.upcard().is_none());
        let needed = cards + starter;
        let has = usize::from(self.state.stock.len());
        if has < needed {
            let message = format!("{has} cards: {needed} are needed for the deal and the starter");
            self.problems.add("stock", ProblemCode::StockTooSmall, message);
        }
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
}
