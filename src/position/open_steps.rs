//! Whether what waits under the open phase can wait there: the step that follows draws, the one that follows an aside, and
//! how far the questions have come that follow a card and the end of a turn.

use super::open::Check;
use super::problem::ProblemCode;
use crate::engine::{Chance, Phase, Side, Step};
use crate::ruleset::{CallDue, CallMade, Caught, Charged, LastCard, WordDue};
use crate::seat::Seat;

/// How far the questions that follow a card have come: a word is asked, the word for going out, a card out of turn.
const WORDS: u8 = 1;
const OUT: u8 = 2;
const CLAIMS: u8 = 4;

/// How far the end of a turn has come: a card is drawn at the end of every turn, and that is done; missing calls are charged, and
/// others made; cards are kept; the call with the cards drawn after the last one is made.
const DRAWN: u8 = 1;
const DRAWN_OUT: u8 = 2;
const CHARGE: u8 = 3;
const ANNOUNCE: u8 = 4;
const KEEP: u8 = 6;
pub(super) const WINNING: u8 = 7;

impl Check<'_> {
    /// What waits, and how far questions have come.
    pub(super) fn steps(&mut self) {
        self.owed();
        if self.s.is_over() {
            // The limit of decisions ends a game wherever it is.
            return;
        }
        if self.is_drawing() {
            self.then();
        }
        if let Some(side) = self.s.side.as_deref() {
            self.aside(side);
            self.stage(side);
            self.closing(side);
            self.words(side);
            self.owing(side);
            self.created(side);
        }
    }

    fn is_drawing(&self) -> bool {
        matches!(self.s.phase, Phase::Chance(Chance::Draw { .. }))
    }

    fn waits_in_vain(&mut self, key: &str, why: impl Into<String>) {
        self.problems.add(key, ProblemCode::Contradiction, why);
    }

    /// The step that goes on once draws, and the word after them, are done.
    pub(super) fn goes_on_with(&self) -> Step {
        let aside = self.s.side.as_ref().map_or(Step::Wait, |side| side.then);
        match self.s.phase {
            Phase::Chance(Chance::Draw { .. }) if self.s.then == Step::Thanks => aside,
            Phase::Chance(Chance::Draw { .. }) => self.s.then,
            Phase::Word { word } if self.is_due(word, WordDue::Penalty) => aside,
            _ => Step::Wait,
        }
    }

    /// Whether a word is due at this time.
    pub(super) fn is_due(&self, say: u8, due: WordDue) -> bool {
        let more = self.rules.beside.as_ref();
        more.is_some_and(|more| more.words.iter().any(|word| word.say == say && word.due == due))
    }

    /// Cards are owed only where they are drawn, to seats that play.
    fn owed(&mut self) {
        let owing = self.s.owed.iter().any(|&cards| cards > 0);
        if (owing || self.s.then != Step::Wait) && !self.is_drawing() && !self.s.is_truncated() {
            let message = format!(
                "phase {}: cards are owed only at a chance node where they are drawn",
                self.s.phase.name()
            );
            self.waits_in_vain("owed", message);
        }
        if self.s.owed_from_pile && !self.is_drawing() && !self.s.is_truncated() {
            self.waits_in_vain("owed_from_pile", "no cards are owed");
        }
        for seat in (0..self.rules.players).map(Seat) {
            if self.s.owed[seat.index()] > 0 && !self.s.active.contains(seat) && !self.s.is_over() {
                let message = format!("seat {} is no longer in, but is to draw", seat.0);
                self.problems
                    .add(format!("owed.{}", seat.0), ProblemCode::SeatIsOut, message);
            }
        }
    }

    /// The step after draws.
    fn then(&mut self) {
        let step = self.s.then;
        if step == Step::Wait {
            return self.closed("nothing follows the draw: set then");
        }
        if let Some(seat) = seat_of(step)
            && !self.s.active.contains(seat)
            && self.s.placed[seat.index()] == 0
        {
            let message = format!("seat {} is no longer in", seat.0);
            self.problems.add("then", ProblemCode::SeatIsOut, message);
        }
        if let Some(why) = self.cannot_follow_draws(step) {
            self.waits_in_vain("then", why);
        }
    }

    /// Why this step cannot follow draws here.
    fn cannot_follow_draws(&self, step: Step) -> Option<&'static str> {
        let (rules, s) = (self.rules, self.s);
        let own_turn = self.only_owed(s.seat);
        let (laid, starter) = (s.turn.laid > 0, s.turn.laid == 0 && s.plays == 0);
        let (can, why) = match step {
            Step::EndTurn => (true, ""),
            Step::Drawn => (
                own_turn && !laid && s.turn.drawn > 0 && s.owed[s.seat.index()] == 1,
                "the player of the turn draws a card by choice (turn.drawn), one at a time, and has laid none",
            ),
            Step::Taken => (
                own_turn && !laid && !rules.attacks.is_empty(),
                "the player of the turn draws for an attack, and has laid no card",
            ),
            Step::Give(seat) => (
                own_turn && laid && seat == s.seat,
                "the player of the turn draws for a card that was not covered",
            ),
            Step::Nominate => (
                laid && rules.any(|card| card.give.is_some()),
                "others draw for cards that were given away",
            ),
            Step::Resolve | Step::Charge(_) => (laid || starter, "no card was laid in the turn"),
            Step::Catch => (
                own_turn && laid && rules.any(|card| card.challenge.is_some()),
                "the player of the turn draws for a play that was challenged",
            ),
            Step::StartTurn(_) => (
                rules.call.made == CallMade::ByPlayer,
                "no call is ever missing, for which cards are drawn before a turn",
            ),
            Step::RoundEnd(Some(_)) => (
                rules.last_card == LastCard::Served || rules.any(|card| card.give.is_some()),
                "nobody draws for the last card of a round",
            ),
            Step::Out(_) => (
                rules.last_card == LastCard::Served,
                "nobody draws for a last card",
            ),
            step => return self.cannot_follow_draws_aside(step),
        };
        (!can).then_some(why)
    }

    /// The same of the steps that only states with a side block have.
    fn cannot_follow_draws_aside(&self, step: Step) -> Option<&'static str> {
        let (rules, laid) = (self.rules, self.s.turn.laid > 0);
        let (Some(more), Some(side)) = (&rules.beside, &self.s.side) else {
            return Some("nothing in this ruleset needs it");
        };
        let (can, why) = match step {
            Step::Laid => (laid, "no card was laid in the turn"),
            Step::Close(_) => (rules.around.closes_turns, "nothing is done between turns"),
            Step::Claims(_) => (
                side.stage == CLAIMS && laid && rules.mistakes.penalty > 0,
                "no card was tried out of turn",
            ),
            Step::Settle => (
                laid && side.then == Step::Resolve,
                "the effects of the turn must come after it: set beside.then",
            ),
            Step::Thanks => (
                more.word(WordDue::Penalty).is_some() && side.then != Step::Wait,
                "no word is due after it, or nothing follows the word: set beside.then",
            ),
            Step::FalseWin => (
                side.closing == DRAWN_OUT && self.only_owed(self.s.seat),
                "nobody draws for a call with the last card",
            ),
            Step::Reopen => (
                rules.call.caught == Caught::Asked || rules.mistakes.penalty > 0,
                "nothing is asked or tried in a turn that then goes on",
            ),
            _ => (false, "no draw is followed by it"),
        };
        (!can).then_some(why)
    }

    /// Whether nobody but this seat is to draw.
    fn only_owed(&self, seat: Seat) -> bool {
        let mut owed = self.s.owed.iter().enumerate();
        owed.all(|(other, &cards)| cards == 0 || other == seat.index())
    }

    /// The step after an aside: a word for a penalty, what is owed for cards laid, cards that are kept.
    fn aside(&mut self, side: &Side) {
        let step = side.then;
        let closes = matches!(step, Step::Close(_)) && self.rules.around.closes_turns;
        let draws_then = |then| self.is_drawing() && self.s.then == then;
        let penalty = matches!(self.s.phase, Phase::Word { word } if self.is_due(word, WordDue::Penalty));
        let fits = if draws_then(Step::Thanks) || penalty {
            let kind = matches!(
                step,
                Step::EndTurn
                    | Step::Charge(_)
                    | Step::StartTurn(_)
                    | Step::Close(_)
                    | Step::Claims(_)
                    | Step::Laid
                    | Step::Resolve
                    | Step::Reopen
            );
            kind && self.cannot_follow_draws(step).is_none()
        } else if draws_then(Step::Settle)
            || matches!(self.s.phase, Phase::Swap | Phase::Chance(Chance::Slap))
        {
            step == Step::Resolve
        } else if draws_then(Step::FalseWin) || self.s.phase == Phase::Keep || side.closing > CHARGE {
            closes
        } else {
            // What came after the last turn may still be written down.
            step == Step::Wait || closes
        };
        if !fits {
            let message = format!("phase {}: this step does not come after it", self.s.phase.name());
            self.waits_in_vain("beside.then", message);
        }
        if let Some(seat) = seat_of(step)
            && step != Step::Wait
            && !self.s.active.contains(seat)
            && self.s.placed[seat.index()] == 0
        {
            let message = format!("seat {} is no longer in", seat.0);
            self.problems.add("beside.then", ProblemCode::SeatIsOut, message);
        }
    }

    /// How far the questions that follow a card have come.
    fn stage(&mut self, side: &Side) {
        let fits = match self.s.phase {
            Phase::Claim => side.stage == CLAIMS,
            Phase::Word { word } if self.is_due(word, WordDue::Laid) => side.stage <= WORDS,
            Phase::Word { word } if self.is_due(word, WordDue::Out) => side.stage == OUT,
            _ => true,
        };
        if !fits {
            let message = format!(
                "{}: what is asked in phase {} comes at another stage",
                side.stage,
                self.s.phase.name()
            );
            self.waits_in_vain("beside.stage", message);
        }
    }

    /// How far the end of a turn has come.
    fn closing(&mut self, side: &Side) {
        let (rules, s) = (self.rules, self.s);
        let Some(more) = &rules.beside else { return };
        let closes_after = |step| matches!(step, Step::Close(_));
        let after_penalty = closes_after(self.goes_on_with());
        let fits = match (side.closing, s.phase) {
            (0, phase) => phase != Phase::Keep && !after_penalty,
            (DRAWN, _) => {
                rules.around.end_draw > 0
                    && self.is_drawing()
                    && closes_after(s.then)
                    && self.only_owed(s.seat)
            }
            (DRAWN_OUT, _) => {
                more.out_drawn && self.is_drawing() && (closes_after(s.then) || s.then == Step::FalseWin)
            }
            (CHARGE, _) => rules.call.charged == Charged::AfterNext && after_penalty,
            (ANNOUNCE, Phase::Speak { last: false }) => more.call.due == CallDue::Held,
            (KEEP, Phase::Keep) => more.keep > 0,
            (WINNING, Phase::Speak { last: false }) => more.out_drawn && s.actor == s.seat,
            _ => false,
        };
        if !fits {
            let message = format!(
                "{}: the end of a turn does not come so far in this phase",
                side.closing
            );
            self.waits_in_vain("beside.closing", message);
        }
        // Whoever had no cards left holds those that were drawn of them.
        let drawn = s.hand(s.seat).len().saturating_add(s.owed[s.seat.index()]);
        if side.drew_out && (side.closing != DRAWN || !more.out_drawn || drawn != rules.around.end_draw) {
            self.waits_in_vain(
                "beside.drew_out",
                "true: no card is drawn at the end of a turn after the last one",
            );
        }
    }

    /// The words that are yet due for the card just laid.
    fn words(&mut self, side: &Side) {
        let due = (0..8).filter(|word| side.words >> word & 1 == 1);
        for word in due {
            let asked = match self.s.phase {
                Phase::Word { word: asked } if self.is_due(asked, WordDue::Laid) => true,
                // A row of equal cards ends the round before any word is asked.
                _ => self.goes_on_with() == Step::Laid || self.rules.row > 0,
            };
            if !self.is_due(word, WordDue::Laid) {
                let message = format!("{word}: the ruleset has no such word for a card that is laid");
                self.problems.add("beside.words", ProblemCode::NotInGame, message);
            } else if !asked {
                self.waits_in_vain("beside.words", format!("{word}: no word is asked for now"));
            }
        }
    }

    /// What is owed for cards laid, and cards that are mirrored.
    fn owing(&mut self, side: &Side) {
        let ended = side.closing > 0
            || matches!(
                self.goes_on_with(),
                Step::Charge(_) | Step::StartTurn(_) | Step::Close(_)
            );
        let over = self.s.turn.laid == 0 || ended;
        if side.owing[0].is_some() && over {
            self.waits_in_vain("beside.owing", "no card of the turn has effects that wait");
        }
        if side.mirror.is_some() && self.s.turn.laid == 0 {
            self.waits_in_vain("beside.mirror", "no card was laid in the turn");
        }
    }

    /// Rules that are being created.
    fn created(&mut self, side: &Side) {
        let Some(more) = &self.rules.beside else { return };
        let drawing = self.s.phase == Phase::Chance(Chance::Create);
        let before = drawing || matches!(self.s.phase, Phase::Chance(Chance::Dealer | Chance::Param { .. }));
        if side.lots > 0 && !before {
            self.waits_in_vain(
                "beside.lots",
                format!("{}: rules are drawn before the deal", side.lots),
            );
        } else if side.lots > more.created.drawn {
            let message = format!("{}: {} are drawn by lot", side.lots, more.created.drawn);
            self.problems
                .add("beside.lots", ProblemCode::NumberOutOfRange, message);
        }
        if !side.draft.taken().is_empty() && !drawing {
            self.waits_in_vain("beside.draft", "no rule is being drawn");
        }
        let (offers, offered) = (side.offers, more.created.offered);
        let fits = match self.s.phase {
            Phase::Create => offers == offered,
            _ if drawing => side.lots == 0 && offers < offered || offers == 0,
            _ => offers == 0,
        };
        if !fits {
            let message = format!("{offers} rules are offered: {offered} are, once all are drawn");
            self.waits_in_vain("offered", message);
        }
        if !side.split.is_empty() && self.s.phase != Phase::Chance(Chance::Split) {
            self.waits_in_vain("beside.split", "no pile is being dealt into two");
        }
    }
}

/// The seat that a step names.
const fn seat_of(step: Step) -> Option<Seat> {
    match step {
        Step::StartTurn(seat)
        | Step::Charge(seat)
        | Step::Out(seat)
        | Step::Close(seat)
        | Step::Claims(seat)
        | Step::Give(seat)
        | Step::RoundEnd(Some(seat)) => Some(seat),
        _ => None,
    }
}
