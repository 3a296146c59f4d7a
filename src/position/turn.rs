//! From the keys of a position to a state: the turn, what binds the next player, and what was drawn for the episode.

use super::problem::ProblemCode;
use super::read::Reader;
use super::setup::{Setup, TurnSetup, dotted};
use crate::card::{Card, RANK_LETTERS, Rank, format_cards};
use crate::engine::Turn;

impl Reader<'_> {
    /// What the turn has done so far.
    pub(crate) fn turn(&mut self, setup: &TurnSetup) -> Turn {
        let card = |reader: &mut Self, text: &Option<String>, key: &str| {
            reader.card(text.as_deref(), &dotted("turn", key))
        };
        let taken = setup.taken.as_deref().unwrap_or_default();
        let taken = taken.split_whitespace();
        let taken = taken
            .filter_map(|word| self.card(Some(word), "turn.taken"))
            .collect();
        let run_rank = setup
            .run_rank
            .as_deref()
            .and_then(|text| self.rank(text, "turn.run_rank"));
        let hands = i8::try_from(setup.hands).unwrap_or_else(|_| {
            let message = format!("{} is not in -128 … 127", setup.hands);
            self.problems
                .add("turn.hands", ProblemCode::NumberOutOfRange, message);
            0
        });
        let mut byte = |number, key: &str| self.number(number, &dotted("turn", key), 255) as u8;
        let (slap, own_draw) = (byte(setup.slap, "slap"), byte(setup.own_draw, "own_draw"));
        let mirrors = byte(setup.mirrors, "mirrors");
        Turn {
            played: byte(setup.played, "played"),
            drawn: byte(setup.drawn, "drawn"),
            covers_left: byte(setup.covers_left, "covers_left"),
            skip: byte(setup.skip, "skip"),
            reverse: byte(setup.reverse, "reverse"),
            attack: byte(setup.attack, "attack"),
            penalty: byte(setup.penalty, "penalty"),
            run: byte(setup.run, "run"),
            penalty_covered: byte(setup.penalty_covered, "penalty_covered"),
            others_draw: byte(setup.others_draw, "others_draw"),
            last_drawn: card(self, &setup.last_drawn, "last_drawn"),
            covered: card(self, &setup.covered, "covered"),
            only_drawn: setup.only_drawn,
            closed: setup.closed,
            must_play: setup.must_play,
            one_rank: setup.one_rank,
            followed: setup.followed,
            lawful: setup.lawful,
            call_settled: setup.call_settled,
            challenged: setup.challenged,
            suit_before: setup
                .suit_before
                .as_deref()
                .and_then(|text| self.suit(text, "turn.suit_before")),
            attack_kind: match (&setup.attack_kind, setup.attack) {
                (None, 0) => 0,
                (name, _) => self
                    .attack(name.as_deref(), "turn.attack_kind")
                    .unwrap_or_default(),
            },
            penalty_kept: setup.penalty_kept,
            run_rank,
            ordinary: setup.ordinary,
            answered: setup.answered,
            took: setup.took,
            taken,
            unanswerable: setup.unanswerable,
            penalty_from_pile: setup.penalty_from_pile,
            penalty_in_order: setup.penalty_in_order,
            ends_attack: setup.ends_attack,
            again: setup.again,
            hands,
            slap,
            swap: setup.swap,
            own_draw,
            not_out: setup.not_out,
            names: setup.names,
            splits: setup.splits,
            mirrors,
        }
    }

    /// What binds the next player, or all, beside the upcard.
    pub(crate) fn bonds(&mut self, setup: &Setup) {
        if let Some(text) = setup.second.as_deref()
            && let Some(suit) = self.suit(text, "second")
        {
            self.state.second = suit as u8;
        }
        self.state.under = self.card(setup.under.as_deref(), "under");
        self.state.fresh = setup.fresh;
        self.state.open = setup.open;
        self.state.row = self.number(setup.row, "row", 255) as u8;
        self.state.first = setup.first.and_then(|seat| self.active_seat(seat, "first"));
    }

    /// What was drawn for the parameters; the first value of those not named.
    pub(crate) fn params(&mut self, setup: &Setup) {
        let params = &self.rules.params;
        for (name, text) in &setup.params {
            let path = dotted("params", name);
            let Some(index) = params.iter().position(|param| param.name == *name) else {
                let names: Vec<&str> = params.iter().map(|param| param.name.as_str()).collect();
                let message = format!(
                    "the ruleset has no such parameter: there are {}",
                    names.join(", ")
                );
                self.problems.add(path, ProblemCode::NotInGame, message);
                continue;
            };
            let values = &params[index].values;
            if let Some(value) = values.iter().position(|value| value.to_string() == *text) {
                self.state.params[index] = value as u8;
            } else {
                let message = format!(
                    "{text:?} is not drawn for it: there are {}",
                    format_cards(values.iter().copied())
                );
                self.problems.add(path, ProblemCode::UnknownName, message);
            }
        }
    }

    /// A card by its text.
    pub(crate) fn card(&mut self, text: Option<&str>, path: &str) -> Option<Card> {
        match text?.parse::<Card>() {
            Ok(card) => Some(card),
            Err(error) => {
                self.problems
                    .block(path, ProblemCode::NotACard, error.to_string());
                None
            }
        }
    }

    fn rank(&mut self, text: &str, path: &str) -> Option<Rank> {
        let mut letters = text.chars();
        let rank = letters.next().and_then(Rank::from_letter);
        if rank.is_none() || letters.next().is_some() {
            let message = format!("{text:?} is no rank: write one letter of {RANK_LETTERS}, or *");
            self.problems.add(path, ProblemCode::UnknownName, message);
            return None;
        }
        rank
    }
}
