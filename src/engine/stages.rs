//! The order of play, in tables of stages, and the one loop that runs them.
//!
//! A stage does its part and returns the next step ([`Flow`]), mostly the next stage of its table. A stage names no other primitive, so
//! that a new one is a line here and a task of the agenda (`agenda.rs`). Answers, and the stages that they end, are in `answers.rs`.

use super::Engine;
use super::agenda::{Agenda, Flow, Task};
use super::event::Log;
use super::phase::Phase;
use crate::rules::Features;
use crate::rules::features::{
    AFTER_DRAW, ATTACKS, CALLS, CHALLENGES, COVERS, GIFTS, ROUNDS, SETS, TABLE, TABLEAU,
};
use crate::seat::Seat;

/// A stage of a table.
///
/// Each stage is a type that names the next one. So the compiler joins the stages of a table: a card without effects runs through
/// it without a look at the table, and a stage is left out where the engine is compiled without its features.
pub(crate) trait Stage: Sized {
    /// The next stage.
    type Next: Stage;
    /// True if the stages pass on the seat that plays next; otherwise each stage begins with the seat of the turn.
    const CARRIES_SEAT: bool;
    /// True if the stage and some after it are skipped where there is nothing to do.
    const MAY_SKIP: bool = false;
    /// Puts the stage on the agenda.
    fn wait(agenda: &mut Agenda, seat: Seat);
    /// Runs the stage.
    fn run<const F: Features, L: Log>(engine: &mut Engine<'_, F, L>, seat: Seat) -> Flow;
    /// Goes on with a later stage if there is nothing to do until then.
    #[inline(always)]
    fn skip<const F: Features, L: Log>(_: &mut Engine<'_, F, L>, _: Seat) -> Option<Flow> {
        None
    }
    /// Makes the jump with which the stage often ends directly, without a pass through the loop.
    #[inline(always)]
    fn jump<const F: Features, L: Log>(_: &mut Engine<'_, F, L>, flow: Flow) -> Flow {
        flow
    }
    /// Runs the stage and the stages after it as [`Engine::enter`] does, but compiled where it is called: up to the first stage that
    /// mostly has nothing to do.
    #[inline(always)]
    fn enter_here<const F: Features, L: Log>(engine: &mut Engine<'_, F, L>, seat: Seat) -> Flow {
        if let Some(flow) = Self::skip(engine, seat) {
            return flow;
        }
        if Self::MAY_SKIP {
            return engine.enter::<Self>(seat);
        }
        let flow = Self::run(engine, seat);
        let (seat, flow) = engine.result::<Self>(seat, flow);
        engine.then_here::<Self::Next>(seat, flow)
    }
}

/// The end of a table: the tasks of the agenda are next; if none waits, the seat of the turn plays.
pub(crate) enum End {}

impl Stage for End {
    type Next = Self;
    const CARRIES_SEAT: bool = false;
    fn wait(_: &mut Agenda, _: Seat) {}
    #[inline(always)]
    fn run<const F: Features, L: Log>(engine: &mut Engine<'_, F, L>, _: Seat) -> Flow {
        engine.play_on()
    }
    #[inline(always)]
    fn enter_here<const F: Features, L: Log>(engine: &mut Engine<'_, F, L>, _: Seat) -> Flow {
        engine.play_on()
    }
}

/// Defines a type for each line of a table, which names the next line.
macro_rules! table {
    ($of:ident;) => {};
    (
        $of:ident;
        $stage:ident $(($seat:ident))? $([$features:expr])? $(unless $quiet:ident, $after:ident $(($then:ident))?)?
            => $run:ident $(, or $jump:ident $(($to:ident))?)?;
        $($rest:tt)*
    ) => {
        pub(crate) enum $stage {}

        impl Stage for $stage {
            type Next = table!(@first $($rest)*);
            const CARRIES_SEAT: bool = table!(@carries $of);
            $(const MAY_SKIP: bool = table!(@may_skip $quiet);)?

            fn wait(agenda: &mut Agenda, _seat: Seat) {
                $(let $seat = _seat;)?
                agenda.push(Task::$stage $(($seat))?);
            }

            #[inline(always)]
            fn run<const F: Features, L: Log>(engine: &mut Engine<'_, F, L>, _seat: Seat) -> Flow {
                $(if !Engine::<F, L>::has($features) {
                    return Flow::Next;
                })?
                $(let $seat = _seat;)?
                engine.$run($($seat)?)
            }

            $(#[inline(always)]
            fn skip<const F: Features, L: Log>(engine: &mut Engine<'_, F, L>, _seat: Seat) -> Option<Flow> {
                $(let $then = _seat;)?
                if engine.$quiet() {
                    Some($after::enter_here(engine, table!(@seat engine $($then)?)))
                } else {
                    None
                }
            })?

            $(#[inline(always)]
            fn jump<const F: Features, L: Log>(engine: &mut Engine<'_, F, L>, flow: Flow) -> Flow {
                match flow {
                    Flow::Jump(Task::$jump $(($to))?) => $jump::enter_here(engine, table!(@seat engine $($to)?)),
                    flow => flow,
                }
            })?
        }

        table! { $of; $($rest)* }
    };
    (@first) => { End };
    (@first $stage:ident $($rest:tt)*) => { $stage };
    (@carries turn) => { false };
    (@carries next) => { true };
    (@may_skip $quiet:ident) => { true };
    (@seat $engine:ident) => { $engine.state.seat };
    (@seat $engine:ident $seat:ident) => { $seat };
}

/// Defines the stages of all tables, and the match that runs a task: a stage of a table, or one of the others.
macro_rules! order_of_play {
    (
        $(table of $of:ident {
            $($stage:ident $(($seat:ident))? $([$features:expr])? $(unless $quiet:ident, $after:ident $(($then:ident))?)?
                => $run:ident $(, or $jump:ident $(($to:ident))?)?;)*
        })*
        others of $engine:ident { $($others:tt)* }
    ) => {
        $(table! {
            $of;
            $($stage $(($seat))? $([$features])? $(unless $quiet, $after $(($then))?)?
                => $run $(, or $jump $(($to))?)?;)*
        })*

        impl<const F: Features, L: Log> Engine<'_, F, L> {
            /// Runs a task; returns the next step.
            fn perform(&mut self, task: Task) -> Flow {
                let $engine = self;
                match task {
                    $($(Task::$stage $(($seat))? => $engine.enter::<$stage>(table!(@seat $engine $($seat)?)),)*)*
                    $($others)*
                }
            }
        }
    };
}

// The format of a line: stage (seat) [features that it needs] unless there is nothing to do, the stage to go on with =>
// method, or the stage to which it often jumps.
order_of_play! {
    // After a card that was played, or that must be played once it is drawn.
    table of turn {
        PlayDrawn [AFTER_DRAW]          => play_drawn;
        Played [ROUNDS | TABLEAU] unless nothing_follows, Continue => card_played;
        PassFirst [TABLEAU]             => pass_hands_first;
        Words [TABLEAU]                 => ask_word;
        LastCard [TABLEAU]              => note_last_card;
        OutWord [TABLEAU]               => ask_out_word;
        CallFirst [TABLEAU]             => ask_call_first;
        Claims(seat) [TABLEAU]          => ask_claims;
        Continue                        => continue_turn;
        MoreCards [COVERS | SETS]       => ask_more_cards;
        StopPlaying [COVERS]            => stop_playing;
        Gifts(seat) [GIFTS]             => ask_gift;
        Call                            => ask_call;
        Nominate                        => ask_nomination;
        NameRank [TABLEAU]              => ask_rank;
        Challenge [CHALLENGES]          => ask_challenge;
        Catch [CALLS]                   => ask_catch;
        TurnOver [TABLEAU]              => end_by_turning_over;
        Resolve [ROUNDS]                => count_down;
        BringBack [ROUNDS]              => bring_back;
        MoveHands [TABLE]               => move_hands;
        QueuedEffects [TABLEAU]         => serve_queue, or OthersDraw;
        Split [TABLEAU]                 => split_pile;
        NothingLeft [TABLEAU]           => find_nothing_left;
        OfferMirrors [TABLEAU]          => offer_mirrors;
        MirrorAttack [TABLEAU]          => mirror_attack;
        OthersDraw [TABLE]              => others_draw;
        Effects                         => resolve_effects, or Charge(next);
    }

    // After a pending attack was taken.
    table of turn {
        Taken [ATTACKS]                 => after_taking, or EndTurn;
    }

    // After a card was drawn by choice.
    table of turn {
        Drawn                           => after_draw;
        EndTurn                         => end_turn, or BetweenTurns(next);
    }

    // Between two turns, until the next seat plays.
    table of next {
        Charge(next) [CALLS | ROUNDS] unless nothing_is_due, StartTurn(next) => charge_missing;
        BetweenTurns(next) [ROUNDS] unless turns_follow, StartTurn(next) => end_of_turn_draw;
        MarkOverdue(next) [ROUNDS]      => mark_overdue;
        ChargeOverdue(next) [ROUNDS]    => charge_overdue;
        Announce(next) [ROUNDS]         => ask_announcement;
        Keep(next) [ROUNDS]             => begin_keep;
        StartTurn(next)                 => start_turn;
        CallsDue(next) [CALLS]          => look_for_calls;
    }

    // The beginning of a round.
    table of turn {
        Deal                            => begin_round;
        Params                          => draw_all_params;
        Created [TABLEAU]               => create_rules;
        DealerChoice                    => ask_deal;
        Direction                       => ask_direction;
        DealCards                       => deal_cards;
        SecondPile [TABLEAU]            => begin_second_pile;
        TurnStarter                     => turn_starter;
        LateDirection                   => ask_late_direction;
        CountStarter                    => count_starter;
    }

    others of engine {
        Task::Draw { seat, cards, from } => engine.draw_cards(seat, cards, from),
        Task::DrawUntil { seat, until } => engine.draw_until(seat, until),
        Task::DrawAmount { seat, open } => engine.draw_amount(seat, open),
        Task::DrawAmountEach { first, open } => engine.draw_amount_each(first, open),
        Task::Backs => engine.ask_backs(),
        Task::DrawEach { first, cards } => engine.draw_each(first, cards),
        Task::Penalty { seat, cards } => engine.draw_penalty(seat, cards),
        Task::PenaltyWord(seat) => engine.ask_penalty_word(seat),
        Task::Mirrors(seat) => {
            let flow = engine.poll_mirrors(seat);
            engine.end_stage::<OfferMirrors>(flow)
        }
        Task::LastDraw(next) | Task::LastCardCall(next) => engine.last_draw(next),
        Task::FalseWin(next) => engine.false_win(next),
        Task::KeepFrom { seat, next } => {
            let flow = engine.ask_keep(seat, next);
            engine.leave::<Keep>(next, flow)
        }
        Task::Draft(by) => {
            let flow = engine.draft(by);
            engine.end_stage::<Created>(flow)
        }
        Task::FirstNominates => engine.ask_first_player(),
        Task::Out(seat) => engine.go_out(seat),
        Task::RoundEnd(winner) => engine.end_round(winner),
    }
}

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Runs a stage and the stages after it.
    #[inline]
    pub(crate) fn enter<S: Stage>(&mut self, seat: Seat) -> Flow {
        if let Some(flow) = S::skip(self, seat) {
            return flow;
        }
        let flow = S::run(self, seat);
        self.leave::<S>(seat, flow)
    }

    /// Continues from the end of a stage.
    #[inline(always)]
    fn leave<S: Stage>(&mut self, seat: Seat, flow: Flow) -> Flow {
        let (seat, flow) = self.result::<S>(seat, flow);
        self.then::<S::Next>(seat, flow)
    }

    /// Returns the seat that a stage passes on, and its flow once the stage's own jump is made.
    #[inline(always)]
    fn result<S: Stage>(&mut self, seat: Seat, flow: Flow) -> (Seat, Flow) {
        let seat = if S::CARRIES_SEAT { seat } else { self.state.seat };
        (seat, S::jump(self, flow))
    }

    /// Continues from the end of a stage that asked for an answer.
    #[inline(always)]
    pub(crate) fn end_stage<S: Stage>(&mut self, flow: Flow) -> Flow {
        self.leave::<S>(self.state.seat, flow)
    }

    /// Continues with a stage, unless another step comes first.
    #[inline(always)]
    pub(crate) fn then<S: Stage>(&mut self, seat: Seat, flow: Flow) -> Flow {
        match flow {
            Flow::Next => self.enter::<S>(seat),
            Flow::Interrupt(task) => {
                S::wait(&mut self.state.agenda, seat);
                Flow::Jump(task)
            }
            flow => flow,
        }
    }

    /// Continues as [`Engine::then`] does, but compiled where it is called.
    #[inline(always)]
    pub(crate) fn then_here<S: Stage>(&mut self, seat: Seat, flow: Flow) -> Flow {
        match flow {
            Flow::Next => S::enter_here(self, seat),
            flow => self.then::<S>(seat, flow),
        }
    }

    /// Asks the seat of the turn to play, unless a task waits.
    #[inline]
    pub(crate) fn play_on(&mut self) -> Flow {
        if self.state.agenda.is_empty() {
            self.ask(Phase::Play, self.state.seat)
        } else {
            Flow::Resume
        }
    }

    /// Opens a question: the position waits for this seat.
    #[inline]
    pub(crate) fn ask(&mut self, phase: Phase, by: Seat) -> Flow {
        self.state.agenda.ask(phase, by);
        Flow::Wait
    }

    /// Runs one task after the other until a decision is needed.
    #[inline(never)]
    pub(crate) fn run(&mut self, mut flow: Flow) {
        loop {
            let task = match flow {
                Flow::Wait => return,
                Flow::Jump(task) | Flow::Interrupt(task) => task,
                Flow::Next | Flow::Resume => match self.state.agenda.pop() {
                    Some(task) => task,
                    None => return self.state.agenda.ask(Phase::Play, self.state.seat),
                },
            };
            flow = self.perform(task);
        }
    }
}
