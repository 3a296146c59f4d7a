//! Whether a turn could have come so far: what it says of cards drawn and played, and the effects that it has collected.

use super::open::Check;
use super::problem::ProblemCode;
use crate::engine::{Phase, Task, Turn};
use crate::rules::{CardRules, PenaltyRules, SideRules};
use crate::ruleset::{AfterAttack, Caught, DrawThen, PassHands};

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
        let may_stand = |more: &SideRules| more.created.most > 0;
        self.rules.side.as_deref().is_some_and(may_stand)
            || self.s.side.as_ref().is_some_and(|side| side.standing > 0)
    }

    /// Keys of draws, covers and attacks, whether they are said, and whether the ruleset has them.
    fn draws_and_attacks(&self) -> [Said; 8] {
        let (rules, turn) = (self.rules, &self.s.turn);
        let attacks = !rules.attacks.is_empty();
        let unanswerable = rules.attacks.iter().any(|attack| attack.set_unanswerable);
        let goes_on = rules.draw.after_attack != AfterAttack::EndTurn;
        let covers = rules.any(|card| card.continuing.cover.is_some());
        let must = rules.draw.then == DrawThen::MustPlayAny;
        let only = matches!(rules.draw.then, DrawThen::MayPlay | DrawThen::MustPlay);
        [
            ("attack", turn.attack > 0, attacks),
            ("answered", turn.answered, attacks),
            ("unanswerable", turn.unanswerable, unanswerable),
            ("took", turn.took, attacks && goes_on),
            ("mirrors", turn.mirrors > 0, rules.any(|card| card.mirror.mirrors)),
            ("covered", turn.covered.is_some(), covers),
            ("must_play", turn.must_play, must),
            ("only_drawn", turn.only_drawn, only),
        ]
    }

    /// The same of penalties.
    fn penalties(&self) -> [Said; 7] {
        let (rules, turn, created) = (self.rules, &self.s.turn, self.rules_are_created());
        let any = |of: fn(&PenaltyRules) -> bool| rules.any(|card| card.hit.penalty.as_ref().is_some_and(of));
        let challenges = rules.any(|card| card.challenge.is_some());
        let kept = created || !rules.starter_turn_kept.is_empty() || any(|penalty| penalty.kept);
        [
            (
                "penalty",
                turn.penalty > 0,
                created || challenges || any(|_| true),
            ),
            (
                "penalty_covered",
                turn.penalty_covered > 0,
                any(|penalty| penalty.covered),
            ),
            ("penalty_kept", turn.penalty_kept, kept),
            (
                "penalty_from_pile",
                turn.penalty_from_pile,
                any(|penalty| penalty.from_pile),
            ),
            (
                "penalty_in_order",
                turn.penalty_in_order,
                any(|penalty| penalty.in_order),
            ),
            (
                "ends_attack",
                turn.ends_attack,
                any(|penalty| penalty.ends_attack),
            ),
            ("challenged", turn.challenged, challenges),
        ]
    }

    /// The same of all other effects.
    fn others(&self) -> [Said; 12] {
        let (rules, turn, created) = (self.rules, &self.s.turn, self.rules_are_created());
        let any = |does: fn(&CardRules) -> bool| rules.any(does);
        let again =
            created || rules.identical_again || any(|card| card.again.same_player || card.mirror.mirrors);
        let others_draw = created || rules.identical_draw > 0 || any(|card| card.hit.others_draw > 0);
        let more = rules.side.as_deref();
        let not_out = more.is_some_and(|more| !more.not_on.is_empty());
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
            ("slap", turn.slap > 0, any(|card| card.hit.slap > 0)),
            ("swap", turn.swap, any(|card| card.moving.swap_hands)),
            ("own_draw", turn.own_draw > 0, created),
            ("not_out", turn.not_out, not_out),
            ("call_settled", turn.call_settled, self.rules.side.is_some()),
            ("names", turn.names, created),
            ("splits", turn.splits, created),
        ]
    }

    /// What the turn has drawn and played, in itself.
    fn covers_and_draws(&mut self) {
        let turn = self.s.turn;
        let table = self.s.table(self.rules, self.s.seat);
        let covers = |card| table.of(card).continuing.cover.is_some();
        if turn.covers_left > 0 && !turn.covered.is_some_and(covers) {
            self.turn_contradicts(
                "covers_left",
                "no card was played that may be covered: name it as turn.covered",
            );
        }
        if turn.only_drawn && turn.last_drawn.is_none() {
            self.turn_contradicts(
                "only_drawn",
                "only the card just drawn may be played: name it as turn.last_drawn",
            );
        }
        for (key, said) in [
            ("closed", turn.closed),
            ("must_play", turn.must_play),
            ("only_drawn", turn.only_drawn),
        ] {
            if said && turn.drawn == 0 {
                self.turn_contradicts(key, "no card was drawn in the turn by choice: see turn.drawn");
            }
        }
        if !turn.taken.is_empty() && !turn.took {
            self.turn_contradicts("taken", "no attack was drawn for in the turn: see turn.took");
        }
        if self.s.phase() == Phase::Play && turn.drawn > 0 && self.rules.draw.then == DrawThen::EndTurn {
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
            ("pending", s.pending.draw > 0),
            ("calls", !s.calls.is_empty()),
            ("passes", s.passes > 0),
            ("plays", s.plays > 0),
            ("row", s.row > 0),
            ("fresh", s.fresh),
            ("agenda", s.first_nominates()),
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
        if let Some(card) = turn.last_drawn
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
            ("attack", turn.attack > 0),
            ("attack_kind", turn.attack_kind > 0 && !turn.took),
            ("unanswerable", turn.unanswerable),
            ("penalty", turn.penalty > 0),
            ("penalty_covered", turn.penalty_covered > 0),
            ("penalty_kept", turn.penalty_kept),
            ("penalty_from_pile", turn.penalty_from_pile),
            ("penalty_in_order", turn.penalty_in_order),
            ("ends_attack", turn.ends_attack),
            ("again", turn.again),
            ("others_draw", turn.others_draw > 0),
            ("hands", turn.hands != 0),
            ("slap", turn.slap > 0),
            ("swap", turn.swap),
            ("own_draw", turn.own_draw > 0),
            ("not_out", turn.not_out),
            ("call_settled", turn.call_settled),
            ("names", turn.names),
            ("splits", turn.splits),
            ("mirrors", turn.mirrors > 0),
            ("covered", turn.covered.is_some()),
            ("covers_left", turn.covers_left > 0),
            ("one_rank", turn.one_rank),
            ("run", turn.run > 0),
            ("run_rank", turn.run_rank.is_some()),
            ("ordinary", turn.ordinary),
            ("answered", turn.answered),
            ("followed", turn.followed),
            ("lawful", turn.lawful),
            ("suit_before", turn.suit_before.is_some()),
            ("challenged", turn.challenged),
        ];
        for (key, _) in given.into_iter().filter(|(_, said)| *said) {
            let message = format!("phase {}: no card was played in the turn", self.s.phase().name());
            self.turn_contradicts(key, message);
        }
    }
}
