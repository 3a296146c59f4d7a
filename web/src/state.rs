//! A game that is played.

use eights::bot;
use eights::search::{Budget, Method, SearchOptions, search};
use eights::table::SeatView;
use eights::{Action, Episode, Rng, Seat, Stream, View};
use serde_json::json;
use wasm_bindgen::prelude::*;

use crate::refused;

/// A game that is played, with its history.
#[wasm_bindgen]
pub struct State(Episode);

impl State {
    /// Wraps an episode.
    pub(crate) const fn new(episode: Episode) -> Self {
        Self(episode)
    }
}

#[wasm_bindgen]
impl State {
    /// Deals a round of a built-in ruleset.
    ///
    /// # Errors
    /// There is no such ruleset, or it is not for so many players.
    #[wasm_bindgen(constructor)]
    pub fn of(ruleset: &str, players: u8, seed: u64) -> Result<Self, JsError> {
        let ruleset = eights::Ruleset::builtin(ruleset).map_err(refused)?;
        let game = eights::Game::new(&ruleset, eights::Options::new(players)).map_err(refused)?;
        Ok(Self(Episode::new(&game, seed)))
    }

    /// Number of seats.
    #[must_use]
    #[wasm_bindgen(getter)]
    pub fn players(&self) -> u8 {
        self.0.game().players()
    }

    /// The title of the ruleset.
    #[must_use]
    #[wasm_bindgen(getter)]
    pub fn title(&self) -> String {
        self.0.game().ruleset().name()
    }

    /// The rules in English, as HTML.
    #[must_use]
    pub fn rules(&self) -> String {
        crate::rules::html(&self.0.game().ruleset().describe())
    }

    /// The seat to act; none at the end.
    #[must_use]
    #[wasm_bindgen(getter)]
    pub fn actor(&self) -> Option<u8> {
        self.0.state().actor().map(|seat| seat.0)
    }

    /// True at the end of the game.
    #[must_use]
    #[wasm_bindgen(getter, js_name = isOver)]
    pub fn is_over(&self) -> bool {
        self.0.state().is_over()
    }

    /// The return of each seat, at the end.
    #[must_use]
    pub fn returns(&self) -> Vec<f64> {
        let returns = self.0.game().returns(self.0.state()).into_iter();
        returns.take(usize::from(self.players())).collect()
    }

    /// The legal actions of the seat to act, as texts.
    #[must_use]
    pub fn legal(&self) -> Vec<String> {
        self.0
            .game()
            .legal(self.0.state())
            .iter()
            .map(|action| self.0.game().text(&action))
            .collect()
    }

    /// Takes an action of the seat to act, by its text.
    ///
    /// # Errors
    /// The text names no action, or the action is not legal; nothing has changed.
    pub fn act(&mut self, action: &str) -> Result<(), JsError> {
        let pack = self.0.game().pack();
        let action: Action = pack.within(|| action.parse()).map_err(refused)?;
        self.0.apply(action).map_err(refused)
    }

    /// The action of a bot, or of a searcher such as `ismcts(iterations=300)`, for the seat to act.
    ///
    /// # Errors
    /// There is no such player, or nobody is to act.
    pub fn choose(&self, name: &str) -> Result<String, JsError> {
        if let Some((method, iterations)) = searcher(name) {
            return self.search(method, iterations, None);
        }
        let bot = bot::by_name(name).map_err(refused)?;
        let state = self.0.state();
        let seat = state.actor().ok_or_else(|| refused("nobody is to act"))?;
        let view = View::new(self.0.game(), state, seat);
        let mut rng = Rng::new(self.0.move_seed(), Stream::Bot);
        Ok(view.game().text(&bot.act(&view, view.legal(), &mut rng)))
    }

    /// The action that a search of so many games recommends to the seat to act: `{"action", "label"}` as JSON.
    ///
    /// # Errors
    /// Nobody is to act, or no world explains what the seat has seen.
    pub fn hint(&self, iterations: u32) -> Result<String, JsError> {
        let best = self.search(Method::Tree, iterations, Some(bot::Learned))?;
        let pack = self.0.game().pack();
        let action: Action = pack.within(|| best.parse()).map_err(refused)?;
        let label = eights::describe_action(self.0.game(), self.0.state(), action);
        Ok(json!({ "action": best, "label": label }).to_string())
    }

    /// The position as a seat may see it, with the names of players: `SeatView` as JSON.
    ///
    /// # Errors
    /// There is no such seat.
    #[expect(clippy::needless_pass_by_value, reason = "wasm-bindgen owns what it passes")]
    pub fn view(&self, seat: u8, names: Vec<String>) -> Result<String, JsError> {
        if seat >= self.players() {
            return Err(refused(format!(
                "there is no seat {seat}: the last is {}",
                self.players() - 1
            )));
        }
        serde_json::to_string(&SeatView::new(&self.0, Seat(seat), &names)).map_err(refused)
    }

    /// The full position as a mapping, as JSON.
    #[must_use]
    #[wasm_bindgen(js_name = toJson)]
    pub fn to_json(&self) -> String {
        self.0.to_value().to_string()
    }

    /// The game as a record, which `replay` reads.
    #[must_use]
    pub fn record(&self) -> String {
        self.0.record()
    }
}

impl State {
    fn search(
        &self,
        method: Method,
        iterations: u32,
        prior: Option<bot::Learned>,
    ) -> Result<String, JsError> {
        let options = SearchOptions {
            method,
            budget: Budget::Iterations(iterations),
            prior,
            ..SearchOptions::default()
        };
        let found = search(&self.0, &options, self.0.move_seed()).map_err(refused)?;
        Ok(self.0.game().text(&found.best))
    }
}

/// Reads the name of a searcher with so many iterations; none for other names.
fn searcher(name: &str) -> Option<(Method, u32)> {
    let (method, rest) = name.split_once("(iterations=")?;
    let method = match method {
        "ismcts" => Method::Tree,
        "pimc" => Method::Flat,
        _ => return None,
    };
    Some((method, rest.strip_suffix(')')?.parse().ok()?))
}
