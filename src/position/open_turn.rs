//! Whether a turn could have come so far: what it says of cards drawn and played, and the effects that it has
//! collected.

use super::open::Check;
use super::problem::ProblemCode;
use crate::engine::{Phase, Task, Turn};
use crate::rules::{CardRules, PenaltyRules};
use crate::ruleset::{Caught, DrawThen, PassHands, Source};

/// A key of `turn`, whether it says something, and whether the ruleset has that.
type Said = (&'static str, bool, bool);

impl Check<'_> {
    /// What the turn says, with the phase and the ruleset.
    pub(crate) fn turn(&mut self) {
        self.not_in_turns();
        if self.s.is_over() {
            // The limit of decisions ends a turn wherever it is.
            return;
        }
        self.covers_and_draws();
        if self.is_before_first_turn() {
            self.nothing_done();
        } else if self.begins() {
            self.nothing_played();
        }
    }

    fn turn_contradicts(&mut self, key: &str, message: impl Into<String>) {
        self.problems
            .add(format!("turn.{key}"), ProblemCode::Contradiction, message);
    }

    /// What no turn of the ruleset collects.
    fn not_in_turns(&mut self) {
        let given = [&self.draws_and_attacks()[..], &self.penalties(), &self.others()].concat();
        for (key, _, _) in given.into_iter().filter(|(_, said, in_game)| *said && !in_game) {
            let message = "the ruleset has nothing of the kind";
            self.problems
                .add(format!("turn.{key}"), ProblemCode::NotInGame, message);
        }
    }

    /// Whether created rules stand, or can.
    fn rules_are_created(&self) -> bool {
        self.rules.tableau.created.most > 0
            || self
                .s
                .tableau
                .as_ref()
                .is_some_and(|tableau| tableau.created.standing > 0)
    }

    /// Keys of draws, covers and attacks, whether they are said, and whether the ruleset has them.
    fn draws_and_attacks(&self) -> [Said; 9] {
        let (rules, turn) = (self.rules, &self.s.turn);
        let attacks = !rules.attacks.is_empty();
        let draws = rules.attacks.iter().any(|attack| attack.draw > 0);
        let unanswerable = rules.attacks.iter().any(|attack| attack.set_unanswerable);
        let goes_on = rules.goes_on_after_attack();
        let covers = rules.any(|card| card.continuing.cover.is_some());
        let must = rules.draw.then == DrawThen::MustPlayAny;
        let only = matches!(rules.draw.then, DrawThen::MayPlay | DrawThen::MustPlay);
        [
            ("attack", turn.attack.cards > 0, draws),
            ("attack_skip", turn.attack.skip > 0, rules.takes_turns()),
            ("answered", turn.attack.answered, attacks),
            ("unanswerable", turn.attack.unanswerable, unanswerable),
            ("took", turn.drawn.pending, attacks && goes_on),
            ("mirrors", turn.mirrors > 0, rules.any(|card| card.mirror.mirrors)),
            ("covered", turn.covers.opener.is_some(), covers),
            ("must_play", turn.drawn.must_play, must),
            ("only_drawn", turn.drawn.only_last, only),
        ]
    }

    /// The same of penalties.
    fn penalties(&self) -> [Said; 7] {
        let (rules, turn, created) = (self.rules, &self.s.turn, self.rules_are_created());
        let any = |of: fn(&PenaltyRules) -> bool| rules.any(|card| card.hit.penalty.as_ref().is_some_and(of));
        let challenges = rules.any(|card| card.challenge.is_some());
        let owed = challenges && rules.takes_turns();
        let kept = created || owed || !rules.starter.turn_kept.is_empty() || any(|penalty| penalty.kept);
        [
            (
                "penalty",
                turn.penalty.cards > 0,
                created || challenges || any(|_| true),
            ),
            (
                "penalty_covered",
                turn.penalty.covered > 0,
                any(|penalty| penalty.covered),
            ),
            ("penalty_kept", turn.penalty.kept, kept),
            (
                "penalty_from_pile",
                turn.penalty.from != Source::Stock,
                any(|penalty| penalty.from != Source::Stock),
            ),
            (
                "penalty_in_order",
                turn.penalty.from == Source::PileTop,
                any(|penalty| penalty.from == Source::PileTop),
            ),
            (
                "ends_attack",
                turn.penalty.ends_attack,
                any(|penalty| penalty.ends_attack),
            ),
            ("challenged", turn.challenged, challenges),
        ]
    }

    /// The same of all other effects.
    fn others(&self) -> [Said; 14] {
        let (rules, turn, created) = (self.rules, &self.s.turn, self.rules_are_created());
        let any = |does: fn(&CardRules) -> bool| rules.any(does);
        let again = created
            || rules.turn.identical_again
            || !rules.starter.dealer_first.is_empty()
            || any(|card| card.again.same_player || card.mirror.mirrors);
        let others_draw = created || rules.turn.identical_draw > 0 || any(|card| card.hit.others_draw > 0);
        let keeps_in = rules.call.keeps_in();
        let not_out = keeps_in || !rules.out.not_on.is_empty();
        let hands = any(|card| card.moving.pass_hands != PassHands::Off);
        [
            (
                "skip",
                turn.skip > 0,
                created || any(|card| card.skip.players > 0),
            ),
            (
                "reverse",
                turn.reverse > 0,
                created || any(|card| card.reverse.times > 0),
            ),
            ("again", turn.again, again),
            ("others_draw", turn.others_draw > 0, others_draw),
            ("hands", turn.hands != 0, hands),
            ("slap", turn.owes.lot_draw > 0, any(|card| card.hit.lot_draw > 0)),
            ("swap", turn.owes.swap, any(|card| card.moving.swap_hands)),
            ("own_draw", turn.owes.draw > 0, created || keeps_in),
            ("last_out", turn.last_out.is_some(), rules.out.brings_back),
            ("back", turn.back_draw > 0, rules.out.brings_back),
            ("not_out", turn.owes.last_card, not_out),
            ("call_settled", turn.call_settled, self.rules.tableau.needed),
            ("names", turn.created.nominates, created),
            ("splits", turn.created.splits, created),
        ]
    }

    /// What the turn has drawn and played, in itself.
    fn covers_and_draws(&mut self) {
        let turn = self.s.turn;
        if turn
            .last_out
            .is_some_and(|seat| self.s.scores.placed[seat.index()] == 0)
        {
            self.turn_contradicts("last_out", "that seat is not out: see placed");
        }
        let table = self.s.table(self.rules, self.s.seat);
        let covers = |card| table.of(card).continuing.cover.is_some();
        if turn.covers.left > 0 && !turn.covers.opener.is_some_and(covers) {
            self.turn_contradicts(
                "covers_left",
                "no card was played that may be covered: name it as turn.covered",
            );
        }
        if turn.drawn.only_last && turn.drawn.last.is_none() {
            self.turn_contradicts(
                "only_drawn",
                "only the card just drawn may be played: name it as turn.last_drawn",
            );
        }
        for (key, said) in [
            ("closed", turn.drawn.no_more),
            ("must_play", turn.drawn.must_play),
            ("only_drawn", turn.drawn.only_last),
        ] {
            if said && turn.drawn.cards == 0 {
                self.turn_contradicts(key, "no card was drawn in the turn by choice: see turn.drawn");
            }
        }
        if !turn.taken.is_empty() && !turn.drawn.pending {
            self.turn_contradicts("taken", "no attack was drawn for in the turn: see turn.took");
        }
        if self.s.phase() == Phase::Play && turn.drawn.cards > 0 && self.rules.draw.then == DrawThen::EndTurn
        {
            self.turn_contradicts("drawn", "drawing ends the turn in this ruleset");
        }
    }

    /// Whether no turn of the round has begun, nor has the starter counted.
    pub(crate) fn is_before_first_turn(&self) -> bool {
        self.is_dealing() || self.s.phase() == Phase::Direction
    }

    /// Whether the turn has played no card yet.
    fn begins(&self) -> bool {
        match self.s.phase() {
            Phase::Play | Phase::Pile { .. } => true,
            Phase::Catch { .. } => self.rules.call.caught == Caught::NextPlayer,
            Phase::Nominate => self.s.first_nominates(),
            _ => self.interrupts() || matches!(self.comes_next(), Some(Task::Drawn | Task::Taken)),
        }
    }

    /// Before the first turn nothing is drawn, played or collected.
    fn nothing_done(&mut self) {
        let s = self.s;
        let given = [
            ("turn", s.turn != Turn::default()),
            ("pending", s.pending.is_some()),
            ("calls", !s.calls.is_empty()),
            ("passes", s.round.passes > 0),
            ("plays", s.round.plays > 0),
            ("row", s.round.row > 0),
            ("fresh", s.in_force.binds_next),
            ("agenda", s.first_nominates()),
            ("first_turns", !s.first_turns.is_empty()),
        ];
        for (key, _) in given.into_iter().filter(|(_, said)| *said) {
            let message = format!("phase {}: no turn has begun", s.phase().name());
            self.problems.add(key, ProblemCode::Contradiction, message);
        }
    }

    /// Before a card is played nothing is collected, and what was drawn last is held.
    fn nothing_played(&mut self) {
        let turn = &self.s.turn;
        if !self.s.active.contains(self.s.seat) {
            let message = format!(
                "seat {} is out while others play on: it has no turn",
                self.s.seat.0
            );
            self.problems.add("seat", ProblemCode::SeatIsOut, message);
        }
        if let Some(card) = turn.drawn.last
            && !self.s.held(self.s.seat).contains(card)
        {
            let message = format!("seat {} does not hold {card}", self.s.seat.0);
            self.problems
                .add("turn.last_drawn", ProblemCode::WrongHand, message);
        }
        let given = [
            ("played", turn.played > 0),
            ("skip", turn.skip > 0),
            ("reverse", turn.reverse > 0),
            ("attack", turn.attack.cards > 0),
            ("attack_skip", turn.attack.skip > 0),
            ("attack_kind", turn.attack.kind > 0 && !turn.drawn.pending),
            ("unanswerable", turn.attack.unanswerable),
            ("penalty", turn.penalty.cards > 0),
            ("penalty_covered", turn.penalty.covered > 0),
            ("penalty_kept", turn.penalty.kept),
            ("penalty_from_pile", turn.penalty.from != Source::Stock),
            ("penalty_in_order", turn.penalty.from == Source::PileTop),
            ("ends_attack", turn.penalty.ends_attack),
            ("again", turn.again),
            ("others_draw", turn.others_draw > 0),
            ("hands", turn.hands != 0),
            ("back", turn.back_draw > 0),
            ("slap", turn.owes.lot_draw > 0),
            ("swap", turn.owes.swap),
            ("own_draw", turn.owes.draw > 0),
            ("not_out", turn.owes.last_card),
            ("call_settled", turn.call_settled),
            ("names", turn.created.nominates),
            ("splits", turn.created.splits),
            ("mirrors", turn.mirrors > 0),
            ("covered", turn.covers.opener.is_some()),
            ("covers_left", turn.covers.left > 0),
            ("one_rank", turn.set.is_all),
            ("run", turn.set.cards > 0),
            ("run_rank", turn.set.rank.is_some()),
            ("ordinary", turn.top.ordinary),
            ("answered", turn.attack.answered),
            ("followed", turn.top.followed),
            ("lawful", turn.top.lawful),
            ("suit_before", turn.top.suit_before.is_some()),
            ("challenged", turn.challenged),
        ];
        for (key, _) in given.into_iter().filter(|(_, said)| *said) {
            let message = format!("phase {}: no card was played in the turn", self.s.phase().name());
            self.turn_contradicts(key, message);
        }
    }
}
