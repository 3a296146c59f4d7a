//! Restrictions in force beside the upcard and values drawn for the episode, one a line.

use super::board::Board;
use super::page::Cell;
use crate::engine::{Chance, Phase};
use crate::words::any_of;

impl Board<'_> {
    /// Returns the values drawn for the episode and the restrictions and permissions that do not come from the upcard.
    pub(super) fn bonds(&self) -> Vec<Vec<Cell>> {
        let (view, labels) = (&self.view, self.labels());
        let mut said: Vec<String> = Vec::new();
        if !matches!(view.phase(), Phase::Chance(Chance::Dealer | Chance::Param { .. })) {
            let drawn = view.meanings();
            said.extend(drawn.map(|(name, cards)| format!("{name}: {}", any_of(labels, cards))));
        }
        if !self.is_over() {
            said.extend(self.demands());
            said.extend(self.tableau());
        }
        said.iter().map(|text| self.style.words("", text)).collect()
    }

    /// Describes requirements on the next card beyond those of the upcard.
    fn demands(&self) -> Vec<String> {
        let (view, labels) = (&self.view, self.labels());
        let mut said = Vec::new();
        if let Some(face) = view
            .card_to_follow()
            .filter(|_| view.card_to_follow() != view.upcard())
        {
            said.push(format!("{} under it is followed", any_of(labels, face.bit())));
        }
        if let Some(cards) = view.demanded() {
            said.push(format!("the next card must be {}", any_of(labels, cards)));
        }
        if let Some(suit) = view.second().filter(|_| view.binds_next()) {
            said.push(format!("{} may be followed as well", labels.suit(suit)));
        }
        if view.is_run_open() {
            said.push("its run is open to whoever plays on it".to_owned());
        }
        if view.is_open() {
            said.push("any card may be played".to_owned());
        }
        if view.row() > 1 {
            said.push(format!("{} cards of one rank in a row", view.row()));
        }
        said
    }
}
