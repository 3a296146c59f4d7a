//! Position notation: a state as a mapping that people can read and write, and as bytes that restore it exactly.
//!
//! Only `hands` and `pile` are needed; every other key has a default, and a state's mapping leaves the defaults out.
//!
//! | key | says | default |
//! |---|---|---|
//! | `hands` | one text of cards a seat, in any order | needed |
//! | `pile` | bottom … top; the last card is the upcard | needed |
//! | `stock` | the cards whose order is known, top first | none |
//! | `aside` | cards out of play | none; with `stock`, all that is named nowhere |
//! | `seat` | whose turn it is | 0 |
//! | `actor` | who decides, where it is another seat | as the phase says |
//! | `dealer` | who dealt (or is to deal) | the seat before `seat` |
//! | `direction` | 1 clockwise, -1 anticlockwise | as play begins in the ruleset: 1, or -1 |
//! | `suit` | the nominated suit in force: a letter, or empty | none |
//! | `second` | the second suit that may be followed | none |
//! | `fresh` | whether what binds the next player only is in force | false |
//! | `open` | whether any card may be played, by leave of the starter | false |
//! | `under` | what is followed where the upcard is not | none |
//! | `row` | cards of the upcard's rank played in a row, where that can end the round | 0 |
//! | `params` | what was drawn for the episode, by name; a rank as its first card | the first of each |
//! | `pending` | a number of cards (an attack by the upcard), or `draw`, `skip` (turns), `kind` (the special's name), `target`, `answerable` | none |
//! | `owed` | turns that each seat owes: it is passed over so many times | 0 |
//! | `first_turns` | seats that have yet to end their first turn of the round, where the suit in force stays in it | none |
//! | `phase` | a name, or `name` and its fields: the question that is open | `play` |
//! | `agenda` | the tasks that wait beneath it, the first to be done first, by name: see below | none |
//! | `turn` | what was played, drawn and collected in the turn | nothing |
//! | `calls` | seats whose call is due and not made | none |
//! | `passes` `plays` `round` `decisions` | passes in a row, cards played in the round, rounds before, decisions before | 0 |
//! | `out` | seats no longer in the match | none |
//! | `deal` | cards that each seat is dealt in the round, where the dealer chooses | the fewest |
//! | `went_out` | who went out first, while the attack of the last card is played out | nobody |
//! | `placed` | the place of each seat that is out while others play on, 0 for the rest | 0 |
//! | `first` | who plays first in the round, if not the player after the dealer | none |
//! | `hat` | who was skipped last in the round, where that is worth points | nobody |
//! | `last_round` | whether this is the last round of the match, by sudden death | false |
//! | `renewals` | how often the stock was renewed in the match, where that costs points | 0 |
//! | `turns` | turns of the match so far, this one included, where they are limited | 1 within a turn, else 0 |
//! | `scores` | points of each seat | what an episode begins with |
//! | `games` `wins` | where a match scores several games at once, the points of each seat in each of them, and the rounds that each has won, up to their number; `scores` are then the sums | 0 |
//! | `paid` `paid_total` | points paid to each seat by the last action, and since the beginning | 0 |
//! | `piles` | the piles, where there are several, instead of `pile` | one |
//! | `at` | the index of the pile last played on | 0 |
//! | `suits` | the suit nominated on each of several piles; that of pile `at` is `suit` | none |
//! | `created` | the created rules that stand, oldest first: mappings of `cards`, `after`, `does`, `count`, `follow` | as the ruleset says |
//! | `offered` | the created rules that are offered | none |
//! | `named` | what the seat of the turn must play if it holds one: a rank's letter, or a card | nothing |
//! | `named_by` | who named it, where it binds everybody until that seat has played again | nobody |
//! | `said` | seats with one card that have announced it | all that hold one and are not in `calls`; not who has played in the turn |
//! | `overdue` | seats of `calls` whose call has been due for a turn | none |
//! | `words` | numbers of the words yet due for the card just played | none |
//! | `owing` | what cards played out of turn, or the last card, have yet to bring: `seat`, `slap`, `swap`, `draw`, `penalty`, `from` | nothing |
//! | `mirror` | cards that all others would draw (`total`), and who was hit by whom (`hit`) | none |
//! | `split` | cards of a pile that is being dealt into two | none |
//! | `draft` | the choices of chance so far for a created rule that is being drawn | none |
//! | `lots` | created rules yet to be drawn by lot | 0 |
//! | `winner` | who adds a created rule before the round, where the winner of the last one does | nobody |
//! | `known` | for each viewer, the cards known of other seats: `{"2": "8H"}` | none |
//! | `ruled_out` | for each seat, the kinds that so many of its cards are known not to be, since they would have had to be played: `{"5": "7C 8H"}` | none |
//! | `recent` | the last public actions, the oldest first, each as `[seat, "action"]`, for observations with a history | none |
//!
//! The stock holds all cards that are named nowhere, in no order. With `stock` and `aside` both given, the cards named in
//! neither lie unordered under those of `stock`.
//!
//! Phases with fields: `give` has `to`, `speak` has `last` (whether the others have been polled), `challenge` has `player`,
//! `catch` has `owner`, `over` has `winners` and `truncated`, `chance` has `node` (`dealer`, `deal` with `to`, `starter`,
//! `draw` with `seat`, `param` with `index`, `suit`, `slap`, `scramble`, `rogue` with `seat`, `turn-up`, `create`, `split`);
//! `pile` has `card`, `word` has `word`.
//!
//! ## The turn
//!
//! `turn` holds what was played, drawn and collected so far. A key that is absent is 0, false or none.
//!
//! | key | says |
//! |---|---|
//! | `played` `drawn` `last_drawn` | cards played; cards drawn by choice; the card drawn last |
//! | `only_drawn` `closed` `must_play` | only the card drawn last may be played; no more may be drawn; a card must be played |
//! | `took` `taken` | what was pending has been drawn and the turn goes on; the kinds drawn for it, of which one may be played |
//! | `covered` `covers_left` | the card that opened a run of covers; how many more may cover |
//! | `one_rank` `run` `run_rank` | every card so far is of one rank; equal cards on top; the rank that they are or stand for |
//! | `ordinary` `followed` | the top card is an ordinary one where it lies; it follows the card under it |
//! | `answered` | an attack was answered or cancelled |
//! | `lawful` `suit_before` `challenged` | the play was by rule; the suit nominated before it; it was challenged wrongly |
//! | `call_settled` | the call for the last card was asked for |
//! | `skip` `reverse` `again` | players skipped; reversals; the same player goes on |
//! | `attack` `attack_skip` `attack_kind` `unanswerable` | cards added to the attack; turns added to it; the special that it is of; it cannot be answered |
//! | `penalty` `penalty_covered` `penalty_kept` `penalty_from_pile` `penalty_in_order` `ends_attack` | cards for the next player; those that count though covered; that player keeps the turn; they come from the pile; from its top in order; they end an attack |
//! | `others_draw` `own_draw` `slap` `mirrors` | cards that all others draw; that the player draws; that somebody draws by lot; mirrors |
//! | `last_out` `back` | the seat that went out in the turn before, where a card can bring it back; cards with which it is back |
//! | `hands` `swap` | seats by which all hands move, clockwise; the player may swap hands |
//! | `names` `splits` `not_out` | a created rule has the player nominate; the pile is to be dealt into two; nobody goes out with the card |
//!
//! ## The agenda
//!
//! `agenda` lists what waits beneath the open question, the first to be done first; most positions have none. At a chance node where
//! a card is drawn the draw stands first, with all the cards that the seat has yet to draw.
//!
//! | task | what is done |
//! |---|---|
//! | `{"draw": {"seat": 2, "cards": 4, "from": "pile"}}` | a seat draws, from the stock (unless told), the `pile` or the `pile-top` |
//! | `{"draw-each": {"first": 2, "cards": 1}}` | each player from this seat on draws |
//! | `"played"` `"words"` `"out-word"` `{"claims": 2}` | what may come between a card and the rest of its turn |
//! | `"continue"` `{"gifts": 2}` `"nominate"` `"catch"` | the questions that follow a card |
//! | `"resolve"` `"bring-back"` `"move-hands"` `"queued-effects"` `"mirror-attack"` `"effects"` | the effects that the turn has collected, in this order |
//! | `"drawn"` `"taken"` `"end-turn"` | a card was drawn; what was pending was drawn; the turn is over |
//! | `{"charge": 2}` `{"last-draw": 2}` `{"last-card-call": 2}` | what there is between a turn and that of this seat |
//! | `{"mark-overdue": 2}` `{"charge-overdue": 2}` `{"announce": 2}` `{"penalty-word": 2}` | calls and words that were missing |
//! | `{"keep-from": {"seat": 2, "next": 3}}` `{"false-win": 2}` | players choose the cards to keep; the last card was one too many |
//! | `{"start-turn": 2}` `"first-nominates"` | a turn begins; the first player nominates for the starter |
//! | `{"out": 2}` `{"round-end": 2}` | a seat is out; the round ends |

pub(crate) mod agenda;
pub(crate) mod bytes;
pub(crate) mod known;
pub(crate) mod open;
pub(crate) mod open_agenda;
pub(crate) mod open_chance;
pub(crate) mod open_owing;
pub(crate) mod open_tableau;
pub(crate) mod open_turn;
pub(crate) mod phase;
pub(crate) mod problem;
pub(crate) mod read;
pub(crate) mod recent;
pub(crate) mod settings;
pub(crate) mod setup;
pub(crate) mod tableau;
pub(crate) mod turn;
pub(crate) mod write;

use serde_json::Value;

use crate::engine::{Game, State};
use crate::recent::Recent;

pub use bytes::SerializedError;
pub use problem::{PositionError, PositionProblem, ProblemCode};

pub(crate) use bytes::{identity, rng_from_value, state_from_value, state_to_value};
pub(crate) use recent::{recent_of, recent_to_value};

impl Game {
    /// The state of a position; chance goes on from this seed.
    ///
    /// # Errors
    /// Every reason why the mapping is no position of this game.
    ///
    /// # Examples
    /// ```
    /// use eights::engine::{Game, Options};
    /// use eights::ruleset::Ruleset;
    ///
    /// let ruleset = Ruleset::builtin("crazy_eights")?;
    /// let game = Game::new(&ruleset, Options::new(2))?;
    /// let position = serde_json::json!({ "hands": ["8H 5C", "KD QD"], "pile": "TC" });
    /// let state = game.position(&position, 0)?;
    /// assert_eq!(state.seat().0, 0);
    /// assert_eq!(game.to_value(&state)["hands"][1], "QD KD");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position(&self, value: &Value, seed: u64) -> Result<State, PositionError> {
        self.position_with_recent(value, seed).map(|(state, _)| state)
    }

    /// The same, and the public actions before it, as many as observations of this game show.
    ///
    /// # Errors
    /// Every reason why the mapping is no position of this game.
    pub fn position_with_recent(&self, value: &Value, seed: u64) -> Result<(State, Recent), PositionError> {
        read::position(self, value, seed)
    }

    /// The position of a state: what [`Game::position`] needs to restore it, the defaults left out.
    ///
    /// The generator of chance, and the place of each card in a stock without an order, are not in it; see
    /// [`Game::serialize`]. Nor is what a state does not hold: the public actions before it, see [`Episode::to_value`].
    ///
    /// [`Episode::to_value`]: crate::episode::Episode::to_value
    #[must_use]
    pub fn to_value(&self, state: &State) -> Value {
        write::to_value(self, state)
    }
}
