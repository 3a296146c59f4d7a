//! The engine: a game, its positions, and the actions that lead from one to the next.

pub(crate) mod agenda;
mod answers;
pub(crate) mod backs;
pub(crate) mod chance;
pub(crate) mod check;
pub(crate) mod effect;
pub(crate) mod event;
mod first;
pub(crate) mod games;
pub(crate) mod known;
pub(crate) mod legal;
pub(crate) mod notation;
mod options;
pub(crate) mod phase;
pub(crate) mod piles;
pub(crate) mod play;
pub(crate) mod profile;
pub(crate) mod round;
pub(crate) mod ruled_out;
mod stages;
pub(crate) mod state;
pub(crate) mod tableau;
pub(crate) mod turn;

use std::any::Any;
use std::sync::{Arc, OnceLock};

use crate::action::{Action, ActionSet, MAX_ACTIONS, NUM_ACTIONS, OWN_PACK_ACTIONS};
use crate::card::{Card, CardSet, KINDS, MAX_KINDS};
use crate::pack::Pack;
use crate::rng::{Rng, Stream};
use crate::rules::features::{ALL, CHANCE_NODES};
use crate::rules::{CardRules, CardTable, Features, Rules};
use crate::ruleset::Ruleset;
use crate::seat::{Seat, SeatSet, USUAL_SEATS};

pub use chance::{Outcome, ParseOutcomeError};
pub use effect::{Effect, Line};
pub use event::{Event, Log};
pub use known::Known;
pub use options::{
    ChanceMode, DEFAULT_MATCH, DEFAULT_ROUND, EpisodeKind, MAX_HISTORY, ObservationLayout, Options, Reward,
    Truncation,
};
pub use phase::{Chance, Phase};
pub use piles::MAX_CARDS;
pub use ruled_out::RuledOut;
pub use state::State;
pub use tableau::Demanded;

pub(crate) use crate::primitive::created::effect::{may_be_added, sees};
pub(crate) use crate::primitive::next::effect::named as must_play;
pub(crate) use agenda::Task;
pub(crate) use legal::{JudgedBy, answering, answers_to, claims, lawful_on_any_pile, suit_before};
pub(crate) use state::Pending;
pub(crate) use tableau::{Aimed, MAX_PILES, MAX_QUEUED, MOST_OPEN, RareEffects, RareState, Standing};
pub(crate) use turn::TurnState;

use event::Listener;
use profile::with_profile;

/// Returns a range in words: "2 to 10", or "2" alone.
fn between(least: u8, most: u8) -> String {
    if least == most {
        least.to_string()
    } else {
        format!("{least} to {most}")
    }
}

/// Reason why a ruleset and options make no game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The ruleset does not allow this number of players.
    #[error("{id} is not for {players} players: {} may play", between(*min, *max))]
    Players {
        /// Id of the ruleset.
        id: String,
        /// Number of players asked for.
        players: u8,
        /// Fewest players.
        min: u8,
        /// Most players.
        max: u8,
    },
    /// The ruleset has no match.
    #[error(
        "{id} has no match: it is played in single rounds; set match.target or match.rounds, or episode = \"round\""
    )]
    NoMatch {
        /// Id of the ruleset.
        id: String,
    },
    /// The limit of decisions is out of range.
    #[error("max_decisions = {given} is not in 1 … 65535")]
    MaxDecisions {
        /// The limit asked for.
        given: u32,
    },
    /// The history is too long.
    #[error("history = {given} is not in 0 … {most}")]
    History {
        /// The length asked for.
        given: u8,
        /// The greatest length.
        most: u8,
    },
}

/// Returns the features that chance needs of the engine.
const fn chance_features(chance: ChanceMode) -> Features {
    match chance {
        ChanceMode::Explicit => CHANCE_NODES,
        ChanceMode::Sampled => 0,
    }
}

/// A game: a ruleset compiled for a number of players, with options. Immutable; clones share it.
#[derive(Debug, Clone)]
pub struct Game {
    inner: Arc<GameData>,
}

#[derive(Debug, Clone)]
struct GameData {
    ruleset: Ruleset,
    rules: Rules,
    options: Options,
    max_decisions: u32,
    /// The compilation of the engine that serves the game: an index into `profile::PROFILES`.
    profile: usize,
    /// The same game with the other chance mode, created on first use.
    other_chance: OnceLock<Game>,
    /// Fingerprint of the ruleset, computed on first use: every state written or read contains it.
    fingerprint: OnceLock<String>,
    /// Data that a player computes of the rules once, on first use.
    memo: OnceLock<Arc<dyn Any + Send + Sync>>,
}

/// Upper bound of the lots drawn before and beside the cards of a deal: the dealer, parameters, created rules.
const MAX_LOTS: u32 = 32;

impl Game {
    /// Compiles a game.
    ///
    /// # Errors
    /// See [`GameError`].
    pub fn new(ruleset: &Ruleset, options: Options) -> Result<Self, GameError> {
        let id = || ruleset.id.clone();
        let players = options.players;
        let (min, max) = (ruleset.players.min, ruleset.players.max);
        if !(min..=max).contains(&players) {
            return Err(GameError::Players {
                id: id(),
                players,
                min,
                max,
            });
        }
        let rules = ruleset.pack().within(|| Rules::compile(ruleset, players));
        if options.episode == EpisodeKind::Match && rules.matches.target == 0 && rules.matches.rounds == 0 {
            return Err(GameError::NoMatch { id: id() });
        }
        if options.history > MAX_HISTORY {
            return Err(GameError::History {
                given: options.history,
                most: MAX_HISTORY,
            });
        }
        let max_decisions = options.max_decisions.unwrap_or(match options.episode {
            EpisodeKind::Round => DEFAULT_ROUND,
            EpisodeKind::Match => DEFAULT_MATCH,
        });
        if !(1..=65_535).contains(&max_decisions) {
            return Err(GameError::MaxDecisions { given: max_decisions });
        }
        Ok(Self {
            inner: Arc::new(GameData {
                ruleset: ruleset.clone(),
                profile: profile::fitting(rules.features | chance_features(options.chance)),
                rules,
                options,
                max_decisions,
                other_chance: OnceLock::new(),
                fingerprint: OnceLock::new(),
                memo: OnceLock::new(),
            }),
        })
    }

    /// Returns the ruleset.
    #[must_use]
    pub fn ruleset(&self) -> &Ruleset {
        &self.inner.ruleset
    }

    /// Returns [`Ruleset::fingerprint`] of the ruleset, computed once.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        self.inner
            .fingerprint
            .get_or_init(|| self.ruleset().fingerprint())
    }

    /// Returns what a player computes of this game once; none if another type is kept already.
    #[inline]
    pub(crate) fn memo<T: Any + Send + Sync>(&self, make: impl FnOnce(&Self) -> T) -> Option<&T> {
        let memo = self.inner.memo.get_or_init(|| Arc::new(make(self)));
        memo.downcast_ref()
    }

    /// Returns the compiled rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.inner.rules
    }

    /// Returns the options.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.inner.options
    }

    /// Returns the suits and ranks of the deck.
    #[must_use]
    pub fn pack(&self) -> &Pack {
        &self.rules().pack
    }

    /// Returns the text of a card, an action or an outcome of chance, as positions and records of this game have it.
    #[must_use]
    pub fn text(&self, of: &impl std::fmt::Display) -> String {
        self.pack().within(|| of.to_string())
    }

    /// Returns the number of kinds of card that observations and tensors have room for: 54, or 64 where the pack is not the
    /// usual one.
    #[must_use]
    pub fn all_kinds(&self) -> usize {
        if self.pack().is_usual() { KINDS } else { MAX_KINDS }
    }

    /// Returns the number of actions: [`NUM_ACTIONS`], [`OWN_PACK_ACTIONS`] where the pack is not the usual one, or
    /// [`MAX_ACTIONS`] with more players than [`USUAL_SEATS`].
    #[must_use]
    pub fn num_actions(&self) -> usize {
        if self.has_more_seats() {
            MAX_ACTIONS
        } else if self.pack().is_usual() {
            NUM_ACTIONS
        } else {
            OWN_PACK_ACTIONS
        }
    }

    /// True with more players than [`USUAL_SEATS`].
    pub(crate) fn has_more_seats(&self) -> bool {
        usize::from(self.players()) > USUAL_SEATS
    }

    /// Returns the number of seats.
    #[must_use]
    pub fn players(&self) -> u8 {
        self.inner.rules.players
    }

    /// Returns the teams, each as its seats, in the order of their first seats; where everybody plays alone, one for each
    /// seat.
    #[must_use]
    pub fn teams(&self) -> impl ExactSizeIterator<Item = SeatSet> {
        let teams = &self.rules().teams;
        let each: Vec<SeatSet> = teams.leads.iter().map(|lead| teams.mates(lead)).collect();
        each.into_iter()
    }

    /// Returns the number of teams: that of the players, where everybody plays alone.
    #[must_use]
    pub fn num_teams(&self) -> u8 {
        self.rules().teams.leads.len()
    }

    /// Returns the number of decisions after which an episode is ended.
    #[must_use]
    pub fn max_decisions(&self) -> u32 {
        self.inner.max_decisions
    }

    /// Returns an upper bound of the number of actions in an episode.
    ///
    /// Decisions that only their player can see are not counted towards [`Game::max_decisions`]: a few beside each counted one,
    /// and where cards are given away, one for each other player.
    #[must_use]
    pub fn max_actions(&self) -> u32 {
        let gives = self.rules().any(|card| card.moving.give.is_some());
        let others = u32::from(self.players()) - 1;
        let gifts = if gives { others } else { 0 };
        // Polls for playing out of turn are not counted if declined.
        let polls = if self.rules().tableau.needed {
            others + 1
        } else {
            0
        };
        self.max_decisions() * (3 + gifts + polls)
    }

    /// Returns an upper bound of the number of chance nodes in an episode.
    ///
    /// A deal draws lots first, and then each card at most once. After that a card can be drawn again only once an action has put
    /// it down, and an action may be followed by a lot for each seat.
    #[must_use]
    pub fn max_chance_nodes(&self) -> u32 {
        if !self.is_explicit() {
            return 0;
        }
        let deal = self.rules().deck.cards.len() as u32 + MAX_LOTS;
        let deals = if self.options().episode == EpisodeKind::Match {
            self.max_decisions() + 1
        } else {
            1
        };
        deals * deal + self.max_actions() * (u32::from(self.players()) + 1)
    }

    /// Returns true if the caller decides chance.
    #[must_use]
    pub fn is_explicit(&self) -> bool {
        self.inner.options.chance == ChanceMode::Explicit
    }

    /// Returns the same game with this chance mode.
    pub(crate) fn with_chance(&self, chance: ChanceMode) -> Self {
        if self.options().chance == chance {
            return self.clone();
        }
        let other = || {
            let mut inner = GameData::clone(&self.inner);
            inner.options.chance = chance;
            inner.profile = profile::fitting(inner.rules.features | chance_features(chance));
            inner.other_chance = OnceLock::new();
            Self {
                inner: Arc::new(inner),
            }
        };
        self.inner.other_chance.get_or_init(other).clone()
    }

    /// Returns the first position of the episode of this seed, and logs its events.
    pub fn deal<L: Log>(&self, seed: u64, log: &mut L) -> State {
        let mut state = State::empty(self.rules(), Rng::new(seed, Stream::Chance));
        self.begin(&mut state, log);
        state
    }

    /// Deals the episode of this seed into a position of this game, keeping its memory.
    pub fn deal_into<L: Log>(&self, state: &mut State, seed: u64, log: &mut L) {
        state.renew(self.rules(), Rng::new(seed, Stream::Chance));
        self.begin(state, log);
    }

    /// Begins the episode of a state before its first deal.
    fn begin<L: Log>(&self, state: &mut State, log: &mut L) {
        if const { L::LISTENS } {
            Listener::run(log, |log| self.begin_aloud(state, log));
        } else {
            self.begin_silently(state);
        }
    }

    // The engine is compiled in functions that are not generic, so once, and not in each crate that plays.

    fn begin_aloud(&self, state: &mut State, log: &mut Listener<'_>) {
        self.engine::<ALL, _>(state, log).begin();
    }

    fn begin_silently(&self, state: &mut State) {
        with_profile!(self, F => self.engine::<F, ()>(state, &mut ()).begin());
    }

    fn decide_aloud(&self, state: &mut State, action: Action, log: &mut Listener<'_>) {
        self.engine::<ALL, _>(state, log).decide(action);
    }

    fn decide_silently(&self, state: &mut State, action: Action) {
        with_profile!(self, F => self.engine::<F, ()>(state, &mut ()).decide(action));
    }

    fn chance_aloud(&self, state: &mut State, outcome: Outcome, log: &mut Listener<'_>) {
        self.engine::<ALL, _>(state, log).chance(outcome);
    }

    fn chance_silently(&self, state: &mut State, outcome: Outcome) {
        self.engine::<ALL, ()>(state, &mut ()).chance(outcome);
    }

    /// Returns the first position of the episode of this seed.
    #[must_use]
    pub fn new_initial_state(&self, seed: u64) -> State {
        self.deal(seed, &mut ())
    }

    /// Returns the legal actions of the seat to act; empty at chance nodes and at the end.
    #[must_use]
    pub fn legal(&self, state: &State) -> ActionSet {
        with_profile!(self, F => legal::legal::<F>(self.rules(), state))
    }

    /// Returns the legal actions that are not mistakes.
    ///
    /// Where mistakes cost cards, more actions are legal than the rules allow. The result is for analysis only, since created
    /// rules may be hidden from the seat.
    #[must_use]
    pub fn lawful_actions(&self, state: &State) -> ActionSet {
        legal::lawful_actions(self.rules(), state)
    }

    /// Applies an action of the seat to act.
    ///
    /// # Errors
    /// If the action is not legal; the state is then unchanged.
    pub fn apply<L: Log>(&self, state: &mut State, action: Action, log: &mut L) -> Result<(), ActionError> {
        let legal = self.legal(state);
        if !legal.contains(action) {
            return Err(self.refuse(state, action, legal));
        }
        self.apply_unchecked(state, action, log);
        Ok(())
    }

    /// Applies an action that is known to be legal.
    ///
    /// An action that is not legal leads to a position that no game reaches, or panics; it cannot harm memory.
    pub fn apply_unchecked<L: Log>(&self, state: &mut State, action: Action, log: &mut L) {
        if const { L::LISTENS } {
            Listener::run(log, |log| self.decide_aloud(state, action, log));
        } else {
            self.decide_silently(state, action);
        }
    }

    /// Returns the outcomes of chance with their probabilities, in the order of their ids; empty where chance does not decide.
    #[must_use]
    pub fn chance_outcomes(&self, state: &State) -> Vec<(Outcome, f64)> {
        chance::outcomes(self.rules(), state)
    }

    /// Applies an outcome at a chance node.
    ///
    /// # Errors
    /// If chance cannot give this outcome here; the state is then unchanged.
    pub fn apply_outcome<L: Log>(
        &self,
        state: &mut State,
        outcome: Outcome,
        log: &mut L,
    ) -> Result<(), ActionError> {
        chance::check(self.rules(), state, outcome)?;
        self.apply_outcome_unchecked(state, outcome, log);
        Ok(())
    }

    /// Applies an outcome that is known to be possible here.
    pub(crate) fn apply_outcome_unchecked<L: Log>(&self, state: &mut State, outcome: Outcome, log: &mut L) {
        if const { L::LISTENS } {
            Listener::run(log, |log| self.chance_aloud(state, outcome, log));
        } else {
            self.chance_silently(state, outcome);
        }
    }

    /// Applies a decision of the seat to act or of chance.
    ///
    /// # Errors
    /// If this cannot be decided here; the state is then unchanged.
    pub fn make<L: Log>(&self, state: &mut State, what: Move, log: &mut L) -> Result<(), ActionError> {
        match what {
            Move::Action(action) => self.apply(state, action, log),
            Move::Outcome(outcome) => self.apply_outcome(state, outcome, log),
        }
    }

    /// Returns every contradiction in a position; empty for every position that play reaches.
    #[must_use]
    pub fn check(&self, state: &State) -> Vec<String> {
        check::check(self.rules(), state)
    }

    /// Returns true if both games have equal rulesets and equal options.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
            || self.ruleset() == other.ruleset() && self.options() == other.options()
    }

    /// Returns the features that the game needs of the engine.
    fn features(&self) -> Features {
        self.inner.rules.features | chance_features(self.options().chance)
    }

    /// Returns the compilation of the engine that serves the game.
    #[inline]
    pub(crate) fn profile(&self) -> usize {
        self.inner.profile
    }

    /// Applies an action that is known to be legal, by the engine with these features, which the game must have.
    #[inline(always)]
    pub(crate) fn decide<const F: Features>(&self, state: &mut State, action: Action) {
        self.engine::<F, ()>(state, &mut ()).decide(action);
    }

    /// Returns the legal actions of the seat to act, by the engine with these features.
    #[inline(always)]
    pub(crate) fn legal_by<const F: Features>(&self, state: &State) -> ActionSet {
        legal::legal::<F>(self.rules(), state)
    }

    /// Returns the same game, served by another compilation of the engine.
    fn with_profile(&self, profile: usize) -> Self {
        let inner = GameData {
            profile,
            ..GameData::clone(&self.inner)
        };
        Self {
            inner: Arc::new(inner),
        }
    }

    /// Returns the same game, served by the engine with all features, as a reference for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn with_all_features(&self) -> Self {
        self.with_profile(profile::PROFILES.len() - 1)
    }

    /// Returns the same game in every compilation that has the features it needs; the last one has all.
    #[doc(hidden)]
    #[must_use]
    pub fn compilations(&self) -> Vec<Self> {
        profile::serving(self.features())
            .map(|profile| self.with_profile(profile))
            .collect()
    }

    /// Returns the engine for a state.
    #[inline(always)]
    fn engine<'a, const F: Features, L: Log>(
        &'a self,
        state: &'a mut State,
        log: &'a mut L,
    ) -> Engine<'a, F, L> {
        let actor = state.asked();
        Engine {
            game: self,
            rules: self.rules(),
            state,
            log,
            actor,
            draw_completed: false,
        }
    }

    /// Returns the error for an action that is refused.
    fn refuse(&self, state: &State, action: Action, legal: ActionSet) -> ActionError {
        self.pack().within(|| {
            let text = action.to_string();
            if state.is_over() {
                return ActionError::Over { action: text };
            }
            if state.is_chance() {
                return ActionError::Chance { action: text };
            }
            ActionError::NotLegal {
                action: text,
                why: legal::why_not(self.rules(), state, action),
                legal: legal.iter().map(|a| a.to_string()).collect::<Vec<_>>().join(", "),
            }
        })
    }
}

/// A decision at a node: of the seat to act, or of chance in a game that leaves chance to the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// A seat's action.
    Action(Action),
    /// An outcome of chance.
    Outcome(Outcome),
}

impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Action(action) => action.fmt(f),
            Self::Outcome(outcome) => outcome.fmt(f),
        }
    }
}

/// Reason why an action or an outcome of chance was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ActionError {
    /// The action is not legal here.
    #[error("{action} is not legal: {why}; legal: {legal}")]
    NotLegal {
        /// The action asked for.
        action: String,
        /// The rule that forbids it.
        why: String,
        /// The legal actions.
        legal: String,
    },
    /// Chance decides, not a player.
    #[error("{action} is not legal: chance decides; apply one of chance_outcomes()")]
    Chance {
        /// The action asked for.
        action: String,
    },
    /// The game has ended.
    #[error("{action} is not legal: the game is over")]
    Over {
        /// The action asked for.
        action: String,
    },
    /// Chance does not decide here.
    #[error("{outcome} is refused: chance does not decide here")]
    NotChance {
        /// The outcome asked for.
        outcome: String,
    },
    /// Chance cannot give this outcome.
    #[error("{outcome} is not an outcome of chance here: there are {possible}")]
    Outcome {
        /// The outcome asked for.
        outcome: String,
        /// The outcomes that chance can give.
        possible: String,
    },
}

/// The rules applied to one state; effects are methods of the engine, one file each.
///
/// The engine is compiled for several sets of features, each without the code of the features that it lacks.
pub(crate) struct Engine<'a, const F: Features, L: Log> {
    pub(crate) game: &'a Game,
    pub(crate) rules: &'a Rules,
    pub(crate) state: &'a mut State,
    pub(crate) log: &'a mut L,
    /// The seat whose decision is applied.
    pub(crate) actor: Seat,
    /// True if the last draw got all of its cards.
    pub(crate) draw_completed: bool,
}

impl<'a, const F: Features, L: Log> Engine<'a, F, L> {
    /// Returns true if a game of this compilation can need one of these features.
    #[inline]
    pub(crate) const fn has(features: Features) -> bool {
        F & features != 0
    }

    /// Passes an event to the log.
    pub(crate) fn event(&mut self, event: Event) {
        self.log.event(self.state, event);
    }

    /// Returns true if the caller decides chance.
    pub(crate) fn explicit(&self) -> bool {
        Self::has(CHANCE_NODES) && self.game.is_explicit()
    }

    /// Returns the active seats in order of play from the one after `seat`, which comes last.
    pub(crate) fn in_order_after(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<F, L> {
        let (direction, active, players) = (self.state.direction, self.state.active, self.rules.players);
        let mut at = seat;
        (0..players).filter_map(move |_| {
            at = at.next(direction, players);
            active.contains(at).then_some(at)
        })
    }

    /// Returns the tableau, if there is one.
    pub(crate) fn tableau(&mut self) -> Option<&mut RareState> {
        self.state.tableau.as_deref_mut()
    }

    /// Returns the effects of the turn that only few cards have.
    pub(crate) fn rare_effects(&self) -> RareEffects {
        let tableau = self.state.tableau.as_ref();
        tableau.map_or_else(RareEffects::default, |tableau| tableau.effects)
    }

    /// Returns the cards that may be played by rule as the first of a turn.
    pub(crate) fn lawful(&self) -> CardSet {
        legal::lawful_by::<F>(self.rules, self.state)
    }

    /// Returns the rules of all cards, played by this seat.
    #[inline]
    pub(crate) fn table_of(&self, seat: Seat) -> &'a CardTable {
        self.state.table_of::<F>(self.rules, seat)
    }

    /// Returns the rules of all cards, played by the seat of the turn.
    #[inline]
    pub(crate) fn table(&self) -> &'a CardTable {
        self.table_of(self.state.seat)
    }

    /// Returns the rules of a card, played by the seat of the turn, if all its conditions hold.
    #[inline]
    pub(crate) fn of(&self, card: Card) -> &'a CardRules {
        self.table().of(card)
    }

    /// Returns the rules of the card that the seat of the turn is playing, or that lies on top, under the conditions of its play.
    #[inline(always)]
    pub(crate) fn as_played(&self, card: Card) -> &'a CardRules {
        self.state.as_played::<F>(self.rules, card)
    }

    /// Returns the rules of the card that the seat of the turn is playing, or that lies on top, if it does anything; one bit
    /// decides, since most cards do nothing.
    #[inline(always)]
    pub(crate) fn rules_unless_plain(&self, card: Card) -> Option<&'a CardRules> {
        let table = self.table();
        (!table.plain.contains(card)).then(|| self.as_played(card))
    }

    /// Returns the rules of the upcard, if it does anything.
    #[inline]
    pub(crate) fn top_rules(&self) -> Option<&'a CardRules> {
        self.state.upcard().and_then(|card| self.rules_unless_plain(card))
    }
}
