//! From the keys of a position to a state: every value on its own.

use serde_json::Value;

use super::problem::{PositionError, ProblemCode, Problems};
use super::settings::counts_turn;
use super::setup::{PendingSetup, Setup, read};
use super::{open, recent};
use crate::action::Action;
use crate::card::{Card, KINDS, SUIT_LETTERS, Suit};
use crate::engine::{Game, Pending, Phase, State};
use crate::recent::Recent;
use crate::rng::{Rng, Stream};
use crate::rules::Rules;
use crate::seat::{Direction, MAX_SEATS, Seat, SeatSet};

/// Points of either sign that a seat can be given.
const MOST_POINTS: i64 = crate::engine::MOST_SCORE as i64;

/// Points are kept in this fraction.
const SHARE: f64 = crate::engine::SHARE as f64;

/// The state of a position, and the public actions before it.
pub(crate) fn position(game: &Game, value: &Value, seed: u64) -> Result<(State, Recent), PositionError> {
    let mut reader = Reader {
        rules: game.rules(),
        problems: Problems::default(),
        state: State::empty(game.rules(), Rng::new(seed, Stream::Chance)),
    };
    reader.state.agenda.clear();
    let setup: Setup = read(value, "", &mut reader.problems);
    reader.seats(&setup);
    reader.cards(&setup);
    reader.table(&setup);
    reader.bonds(&setup);
    reader.params(&setup);
    reader.numbers(&setup);
    reader.points(&setup);
    if let Some(turn) = &setup.turn {
        let turn = read(turn, "turn", &mut reader.problems);
        reader.state.turn = reader.turn(&turn);
    }
    reader.agenda(&setup.agenda);
    reader.phase(&setup);
    reader.state.matches.turns = match setup.turns {
        Some(turns) => reader.number(turns, "turns", 65_535) as u16,
        None => u16::from(counts_turn(game, &reader.state)),
    };
    if reader.state.is_over() {
        reader.state.rejoin();
    }
    if let Some(pending) = &setup.pending {
        reader.pending(pending);
    }
    reader.owed(&setup.owed);
    reader.known(&setup);
    reader.ruled_out(&setup);
    reader.tableau(&setup);
    let recent = recent::read(game, &setup.recent, &mut reader.problems);
    if reader.problems.is_sound() {
        open::check(game, &reader.state, &mut reader.problems);
    }
    if reader.problems.is_empty() {
        for problem in game.check(&reader.state) {
            reader.problems.add("", ProblemCode::Inconsistent, problem);
        }
    }
    reader.problems.finish((reader.state, recent))
}

/// A position while it is read.
pub(crate) struct Reader<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) problems: Problems,
    pub(crate) state: State,
}

impl Reader<'_> {
    /// Seats, direction, and who is still in.
    fn seats(&mut self, setup: &Setup) {
        let players = self.rules.players;
        for (n, &seat) in setup.out.iter().enumerate() {
            if let Some(seat) = self.seat(seat, &format!("out.{n}")) {
                self.state.active.remove(seat);
            }
        }
        let placed = self.one_a_seat(setup.placed.len(), "placed");
        for (seat, &place) in setup.placed.iter().enumerate().filter(|_| placed) {
            self.state.scores.placed[seat] =
                self.number(place, &format!("placed.{seat}"), u32::from(players)) as u8;
            if self.state.scores.placed[seat] > 0 {
                self.state.active.remove(Seat(seat as u8));
            }
        }
        if self.state.active.len() + self.placed() < 2 || self.state.active.is_empty() {
            self.problems.block(
                "out",
                ProblemCode::WrongLength,
                format!(
                    "{} of {players} seats are out: at least two play",
                    setup.out.len()
                ),
            );
            self.state.active = SeatSet::first(players);
        }
        let seat = self.active_seat(setup.seat, "seat").unwrap_or_default();
        self.state.seat = seat;
        self.state.dealer = if let Some(dealer) = setup.dealer {
            self.active_seat(dealer, "dealer").unwrap_or_default()
        } else {
            // Nothing has been said of the direction yet: the order is that of seat numbers.
            let before = |seat: Seat| seat.next(Direction::Anticlockwise, players);
            let mut dealer = before(seat);
            while !self.state.active.contains(dealer) {
                dealer = before(dealer);
            }
            dealer
        };
        if let Some(sign) = setup.direction {
            match i8::try_from(sign).ok().and_then(Direction::from_sign) {
                Some(direction) => self.state.direction = direction,
                None => self.problems.add(
                    "direction",
                    ProblemCode::NumberOutOfRange,
                    format!("{sign} is no direction: 1 is clockwise, -1 anticlockwise"),
                ),
            }
        }
    }

    /// Hands, pile and stock; no card more often than the deck has it.
    fn cards(&mut self, setup: &Setup) {
        let players = usize::from(self.rules.players);
        if setup.hands.len() != players {
            self.problems.block(
                "hands",
                ProblemCode::WrongLength,
                format!(
                    "{} hands are given: there must be one for each of {players} seats",
                    setup.hands.len()
                ),
            );
        }
        let mut left = self.rules.deck.copies;
        for (seat, text) in setup.hands.iter().enumerate() {
            let cards = self.take(text, &format!("hands.{seat}"), &mut left);
            if let Some(hand) = self.state.hands[..players].get_mut(seat) {
                *hand = cards.into_iter().collect();
            }
        }
        for card in self.take(&setup.pile, "pile", &mut left) {
            self.state.pile.play(card);
        }
        if !setup.piles.is_empty() {
            self.piles(setup, &mut left);
        }
        self.split(setup, &mut left);
        let top = setup.stock.as_deref().unwrap_or_default();
        let mut order = self.take(top, "stock", &mut left);
        let aside = setup.aside.as_deref().unwrap_or_default();
        self.take(aside, "aside", &mut left);
        let rest: Vec<Card> = if setup.stock.is_some() && setup.aside.is_none() {
            // With the stock given, cards that are named nowhere are out of play.
            Vec::new()
        } else {
            Card::all()
                .flat_map(|card| std::iter::repeat_n(card, usize::from(left[card.index()])))
                .collect()
        };
        self.state.stock.fill(&rest);
        order.reverse();
        for card in order {
            self.state.stock.put_on_top(card);
        }
    }

    /// The cards of a text, each taken from those that are left.
    pub(crate) fn take(&mut self, text: &str, path: &str, left: &mut [u8; KINDS]) -> Vec<Card> {
        let mut cards = Vec::new();
        for word in text.split_whitespace() {
            let card = match word.parse::<Card>() {
                Ok(card) => card,
                Err(error) => {
                    self.problems
                        .block(path, ProblemCode::NotACard, error.to_string());
                    continue;
                }
            };
            let left = &mut left[card.index()];
            if *left == 0 {
                let copies = self.rules.deck.copies[card.index()];
                let message = format!("one {card} too many: the deck has {copies}");
                self.problems.block(path, ProblemCode::TooManyCopies, message);
                continue;
            }
            *left -= 1;
            cards.push(card);
        }
        cards
    }

    /// What lies on the table beside the cards.
    fn table(&mut self, setup: &Setup) {
        if let Some(text) = setup.suit.as_deref().filter(|text| !text.is_empty())
            && let Some(suit) = self.suit(text, "suit")
        {
            self.state.in_force.nominated = suit as u8;
        }
        for (n, &seat) in setup.first_turns.iter().enumerate() {
            if let Some(seat) = self.seat(seat, &format!("first_turns.{n}")) {
                self.state.first_turns.insert(seat);
            }
        }
        for (n, &seat) in setup.calls.iter().enumerate() {
            if let Some(seat) = self.active_seat(seat, &format!("calls.{n}")) {
                self.state.calls.insert(seat);
            }
        }
        let mut seat = |given: Option<i64>, key| given.and_then(|seat| self.active_seat(seat, key));
        let (went_out, hat) = (seat(setup.went_out, "went_out"), seat(setup.hat, "hat"));
        (self.state.round.went_out, self.state.round.hat) = (went_out, hat);
        self.state.matches.last_round = setup.last_round;
        self.state.matches.renewals = self.number(setup.renewals, "renewals", 255) as u8;
    }

    /// Counters of the round and the episode.
    fn numbers(&mut self, setup: &Setup) {
        self.state.round.passes = self.number(setup.passes, "passes", 255) as u8;
        self.state.matches.round = self.number(setup.round, "round", 65_535) as u16;
        self.state.round.deal = self.rules.deal.cards_in(self.state.matches.round);
        if let Some(deal) = setup.deal {
            self.state.round.deal = self.number(deal, "deal", 255) as u8;
        }
        self.state.round.plays = self.number(setup.plays, "plays", 65_535) as u16;
        self.state.decisions = self.number(setup.decisions, "decisions", 65_535);
    }

    /// Scores, and what rounds have paid.
    fn points(&mut self, setup: &Setup) {
        self.state.scores.points = [i32::from(self.rules.countdown); MAX_SEATS];
        if self.one_a_seat(setup.scores.len(), "scores") {
            for (seat, &score) in setup.scores.iter().enumerate() {
                if score.unsigned_abs() > MOST_POINTS.unsigned_abs() {
                    self.problems.add(
                        format!("scores.{seat}"),
                        ProblemCode::NumberOutOfRange,
                        format!("{score} is not in -{MOST_POINTS} … {MOST_POINTS}"),
                    );
                    continue;
                }
                self.state.scores.points[seat] = score as i32;
            }
        }
        self.games(setup);
        self.state.scores.paid = self.shares(&setup.paid, "paid");
        self.state.has_paid = self.state.scores.paid.iter().any(|&paid| paid != 0);
        self.state.scores.paid_before = self.shares(&setup.paid_total, "paid_total");
    }

    /// Points in 2,520ths; a number that is not a whole number of them is rounded to the nearest.
    fn shares(&mut self, values: &[Value], path: &str) -> [i64; MAX_SEATS] {
        let mut shares = [0; MAX_SEATS];
        if !self.one_a_seat(values.len(), path) {
            return shares;
        }
        for (seat, value) in values.iter().enumerate() {
            let path = format!("{path}.{seat}");
            match value.as_f64() {
                Some(points) if points.abs() <= MOST_POINTS as f64 * 1_000.0 => {
                    shares[seat] = (points * SHARE).round() as i64;
                }
                Some(points) => self.problems.add(
                    path,
                    ProblemCode::NumberOutOfRange,
                    format!("{points} is not in -{MOST_POINTS}000 … {MOST_POINTS}000"),
                ),
                None => {
                    self.problems
                        .add(path, ProblemCode::WrongType, format!("{value} is not a number"));
                }
            }
        }
        shares
    }

    /// What is pending: a number of cards by the upcard's attack, or all of it.
    fn pending(&mut self, value: &Value) {
        let at = if value.is_object() {
            "pending.draw"
        } else {
            "pending"
        };
        let setup: PendingSetup = match value {
            Value::Number(number) if number.as_i64().is_some() => PendingSetup {
                draw: number.as_i64().unwrap_or_default(),
                ..PendingSetup::default()
            },
            Value::Object(_) => read(value, "pending", &mut self.problems),
            _ => {
                let message = format!(
                    "{value} is neither a number of cards nor a mapping of draw, skip, kind, target and answerable"
                );
                self.problems.block("pending", ProblemCode::WrongType, message);
                return;
            }
        };
        let draw = self.number(setup.draw, at, 255) as u8;
        let skip = self.number(setup.skip, "pending.skip", 255) as u8;
        let some = draw > 0 || skip > 0;
        if some && let Some(kind) = self.attack(setup.kind.as_deref(), "pending.kind") {
            self.state.pending = Pending {
                draw,
                skip,
                kind,
                unanswerable: setup.answerable == Some(false),
            };
        }
        if let Some(target) = setup.target
            && let Some(target) = self.seat(target, "pending.target")
            && (!some || self.state.phase() != Phase::Play || target != self.state.seat)
        {
            self.problems.add(
                "pending.target",
                ProblemCode::Contradiction,
                format!(
                    "seat {}: an attack is pending for the seat to act, {}, and its target is named in phase play only",
                    target.0, self.state.seat.0
                ),
            );
        }
    }

    /// The index of an attack: of this name, or of the upcard.
    pub(crate) fn attack(&mut self, name: Option<&str>, path: &str) -> Option<u8> {
        let attacks = &self.rules.attacks;
        let found = match name {
            Some(name) => attacks.iter().position(|attack| attack.name == name),
            None => self
                .state
                .upcard()
                .and_then(|upcard| {
                    self.state
                        .table(self.rules, self.state.seat)
                        .of(upcard)
                        .hit
                        .attack
                })
                .map(usize::from),
        };
        if found.is_none() {
            let names: Vec<&str> = attacks.iter().map(|attack| attack.name.as_str()).collect();
            let what = match (name, self.state.upcard()) {
                (Some(name), _) => format!("{name:?} is no attack"),
                (None, Some(upcard)) => format!("the upcard {upcard} does not attack"),
                (None, None) => "there is no upcard to attack".to_owned(),
            };
            let known = if names.is_empty() {
                "this ruleset has no attacks".to_owned()
            } else {
                format!("there are {}", names.join(", "))
            };
            self.problems
                .block(path, ProblemCode::NoAttack, format!("{what}: {known}"));
        }
        found.map(|kind| kind as u8)
    }

    pub(crate) fn suit(&mut self, text: &str, path: &str) -> Option<Suit> {
        let mut letters = text.chars();
        let suit = letters.next().and_then(Suit::from_letter);
        if suit.is_none() || letters.next().is_some() {
            self.problems.add(
                path,
                ProblemCode::UnknownName,
                format!("{text:?} is no suit: write one letter of {SUIT_LETTERS}, or \"\" for none"),
            );
            return None;
        }
        suit.filter(|&suit| {
            let some = self.rules.deck.suits.contains(Action::Suit(suit));
            if !some {
                let message =
                    format!("{text:?}: no card of the deck has this suit, so nobody can have named it");
                self.problems.add(path, ProblemCode::NotInGame, message);
            }
            some
        })
    }

    /// A number of 0 … `most`; 0 if it is not.
    pub(crate) fn number(&mut self, number: i64, path: &str, most: u32) -> u32 {
        match u32::try_from(number) {
            Ok(number) if number <= most => number,
            _ => {
                self.problems.add(
                    path,
                    ProblemCode::NumberOutOfRange,
                    format!("{number} is not in 0 … {most}"),
                );
                0
            }
        }
    }

    /// A seat at the table.
    pub(crate) fn seat(&mut self, number: i64, path: &str) -> Option<Seat> {
        let players = self.rules.players;
        match u8::try_from(number) {
            Ok(seat) if seat < players => Some(Seat(seat)),
            _ => {
                self.problems.block(
                    path,
                    ProblemCode::SeatOutOfRange,
                    format!("no seat {number}: there are 0 … {}", players - 1),
                );
                None
            }
        }
    }

    /// How many seats are out while others play on.
    fn placed(&self) -> u8 {
        self.state
            .scores
            .placed
            .iter()
            .filter(|&&place| place > 0)
            .count() as u8
    }

    /// A seat that is still in the match.
    pub(crate) fn active_seat(&mut self, number: i64, path: &str) -> Option<Seat> {
        let seat = self.seat(number, path)?;
        if !self.state.active.contains(seat) && self.state.scores.placed[seat.index()] == 0 {
            self.problems.block(
                path,
                ProblemCode::SeatIsOut,
                format!("seat {} is no longer in", seat.0),
            );
            return None;
        }
        Some(seat)
    }

    /// Whether a list has one value a seat, or none at all.
    pub(crate) fn one_a_seat(&mut self, len: usize, path: &str) -> bool {
        let players = usize::from(self.rules.players);
        let right = len == 0 || len == players;
        if !right {
            self.problems.add(
                path,
                ProblemCode::WrongLength,
                format!("{len} values are given: there must be one for each of {players} seats"),
            );
        }
        right
    }
}
