//! From the keys of a position to a state: the turn, what binds the next player, and what was drawn for the episode.

use super::problem::ProblemCode;
use super::read::Reader;
use super::setup::{Setup, TurnSetup, dotted};
use crate::card::{Card, RANK_LETTERS, Rank, format_cards};
use crate::engine::turn::{
    AttackCollected, CardOwes, CreatedEffects, DrawnInTurn, OpenCovers, PenaltyCollected, SetOnTop, TopCard,
    Turn,
};
use crate::ruleset::Source;

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
        let from = self.penalty_from(setup);
        let mut byte = |number, key: &str| self.number(number, &dotted("turn", key), 255) as u8;
        let owes = CardOwes {
            lot_draw: byte(setup.slap, "slap"),
            draw: byte(setup.own_draw, "own_draw"),
            swap: setup.swap,
            last_card: setup.not_out,
        };
        let mut turn = Turn {
            taken,
            mirrors: byte(setup.mirrors, "mirrors"),
            played: byte(setup.played, "played"),
            drawn: DrawnInTurn {
                cards: byte(setup.drawn, "drawn"),
                last: None,
                only_last: setup.only_drawn,
                no_more: setup.closed,
                must_play: setup.must_play,
                pending: setup.took,
            },
            covers: OpenCovers {
                left: byte(setup.covers_left, "covers_left"),
                opener: None,
            },
            skip: byte(setup.skip, "skip"),
            reverse: byte(setup.reverse, "reverse"),
            attack: AttackCollected {
                cards: byte(setup.attack, "attack"),
                skip: byte(setup.attack_skip, "attack_skip"),
                kind: 0,
                unanswerable: setup.unanswerable,
                answered: setup.answered,
            },
            penalty: PenaltyCollected {
                cards: byte(setup.penalty, "penalty"),
                covered: byte(setup.penalty_covered, "penalty_covered"),
                kept: setup.penalty_kept,
                from,
                ends_attack: setup.ends_attack,
            },
            set: SetOnTop {
                cards: byte(setup.run, "run"),
                rank: run_rank,
                is_all: setup.one_rank,
            },
            others_draw: byte(setup.others_draw, "others_draw"),
            back_draw: byte(setup.back, "back"),
            last_out: None,
            hands,
            again: setup.again,
            owes,
            created: CreatedEffects {
                nominates: setup.names,
                splits: setup.splits,
            },
            top: TopCard {
                ordinary: setup.ordinary,
                followed: setup.followed,
                lawful: setup.lawful,
                suit_before: None,
            },
            call_settled: setup.call_settled,
            challenged: setup.challenged,
        };
        turn.last_out = setup.last_out.and_then(|seat| self.seat(seat, "turn.last_out"));
        turn.drawn.last = card(self, &setup.last_drawn, "last_drawn");
        turn.covers.opener = card(self, &setup.covered, "covered");
        let suit_before = setup.suit_before.as_deref();
        turn.top.suit_before = suit_before.and_then(|text| self.suit(text, "turn.suit_before"));
        if setup.attack_kind.is_some() || setup.attack != 0 || setup.attack_skip != 0 {
            let kind = self.attack(setup.attack_kind.as_deref(), "turn.attack_kind");
            turn.attack.kind = kind.unwrap_or_default();
        }
        turn
    }

    /// Where the cards of the turn's penalty come from.
    fn penalty_from(&mut self, setup: &TurnSetup) -> Source {
        match (setup.penalty_from_pile, setup.penalty_in_order) {
            (false, false) => Source::Stock,
            (true, false) => Source::Pile,
            (true, true) => Source::PileTop,
            (false, true) => {
                let message = "only cards of the pile are drawn in their order: set turn.penalty_from_pile";
                self.problems
                    .add("turn.penalty_in_order", ProblemCode::Contradiction, message);
                Source::Stock
            }
        }
    }

    /// What binds the next player, or all, beside the upcard.
    pub(crate) fn bonds(&mut self, setup: &Setup) {
        if let Some(text) = setup.second.as_deref()
            && let Some(suit) = self.suit(text, "second")
        {
            self.state.in_force.second = suit as u8;
        }
        self.state.in_force.under = self.card(setup.under.as_deref(), "under");
        self.state.in_force.binds_next = setup.fresh;
        self.state.in_force.open = setup.open;
        self.state.round.row = self.number(setup.row, "row", 255) as u8;
        self.state.round.first = setup.first.and_then(|seat| self.active_seat(seat, "first"));
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
                self.state.matches.params[index] = value as u8;
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
