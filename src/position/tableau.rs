//! The keys of the tableau, which only some rulesets have: several piles, created rules, what was named, and what is
//! under way.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::agenda::source_name;
use super::problem::ProblemCode;
use super::read::Reader;
use super::setup::{PhaseSetup, Setup, is_false, is_zero, read};
use crate::card::{Card, Rank, Suit, format_cards};
use crate::engine::{Chance, MAX_PILES, Mirror, Named, Owing, Phase, State, Tableau};
use crate::hand::Hand;
use crate::rules::{MAX_OFFERED, MAX_STANDING, NO_SUIT, Rules};
use crate::ruleset::{CallDue, CallMade, CreatedRule, Does, Source};
use crate::seat::{Seat, SeatSet};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct OwingSetup {
    seat: i64,
    #[serde(skip_serializing_if = "is_zero")]
    slap: i64,
    #[serde(skip_serializing_if = "is_false")]
    swap: bool,
    #[serde(skip_serializing_if = "is_zero")]
    draw: i64,
    #[serde(skip_serializing_if = "is_zero")]
    penalty: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
}

impl OwingSetup {
    fn new(owing: Owing) -> Self {
        let from = (owing.from != Source::Stock).then(|| source_name(owing.from).to_owned());
        Self {
            seat: i64::from(owing.seat.0),
            slap: i64::from(owing.slap),
            swap: owing.swap,
            draw: i64::from(owing.draw),
            penalty: i64::from(owing.penalty),
            from,
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct MirrorSetup {
    total: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    hit: Option<(i64, i64)>,
}

/// Writes the keys of the tableau.
pub(crate) fn write(rules: &Rules, state: &State, setup: &mut Setup) {
    let Some(tableau) = &state.tableau else { return };
    let number = |seat: Seat| i64::from(seat.0);
    let seats = |set: SeatSet| set.iter().map(number).collect::<Vec<i64>>();
    if tableau.piles.count > 1 {
        let mut piles = Vec::new();
        let mut suits = Vec::new();
        for index in 0..tableau.piles.count {
            let slot = usize::from(index);
            let (pile, suit) = if index == tableau.piles.at {
                (&state.pile, state.in_force.nominated)
            } else {
                (&tableau.piles.slots[slot], tableau.piles.nominated[slot])
            };
            piles.push(format_cards(pile.cards().iter().copied()));
            suits.push(Suit::from_index(suit).map_or_else(String::new, |suit| suit.letter().to_string()));
        }
        setup.pile = String::new();
        setup.piles = piles;
        setup.at = i64::from(tableau.piles.at);
        if suits.iter().any(|suit| !suit.is_empty()) {
            setup.suits = suits;
        }
    }
    let json = |rule: &CreatedRule| serde_json::to_value(rule).unwrap_or_default();
    setup.created = Some(
        tableau
            .created
            .rules()
            .iter()
            .map(|standing| json(&standing.rule))
            .collect(),
    );
    setup.offered = tableau.created.offers().iter().map(json).collect();
    setup.named_by = tableau.named_by.map(|seat| i64::from(seat.0));
    setup.named = tableau.named.map(|named| match named {
        Named::Rank(rank) => rank.letter().to_string(),
        Named::Card(card) => card.to_string(),
    });
    let differs = tableau.announced.said != SeatSet::default()
        || said_by_default(rules, state) != tableau.announced.said;
    setup.said = differs.then(|| seats(tableau.announced.said));
    setup.overdue = seats(tableau.announced.overdue);
    under_way(tableau, setup);
}

/// Who has announced a last card where that is not written: every seat that holds one and owes no call, but for a player
/// who has just come to it in the turn, and so has yet to be asked.
fn said_by_default(rules: &Rules, state: &State) -> SeatSet {
    let owed = rules.call.made != CallMade::Off && rules.call.due == CallDue::Held;
    let begun = !matches!(state.phase(), Phase::Chance(Chance::Dealer | Chance::Deal { .. }));
    let mut said = SeatSet::default();
    for seat in state.active.iter().filter(|_| owed && begun) {
        let asked = seat != state.seat || state.turn.played == 0;
        if asked && state.hand(seat).len() == 1 && !state.calls.contains(seat) {
            said.insert(seat);
        }
    }
    said
}

/// What is under way between two decisions.
fn under_way(tableau: &Tableau, setup: &mut Setup) {
    let number = |seat: Seat| i64::from(seat.0);
    let json = |owing: &Owing| serde_json::to_value(OwingSetup::new(*owing)).unwrap_or_default();
    let mirror = tableau.mirror.map(|mirror| MirrorSetup {
        total: i64::from(mirror.total),
        hit: mirror.hit.map(|(hit, back)| (number(hit), number(back))),
    });
    setup.words = (0..8).filter(|word| tableau.words >> word & 1 == 1).collect();
    setup.owing = tableau.owing.iter().flatten().map(json).collect();
    setup.mirror = mirror.and_then(|mirror| serde_json::to_value(mirror).ok());
    setup.split = format_cards(tableau.piles.split.iter());
    setup.draft = tableau
        .created
        .draft
        .taken()
        .iter()
        .copied()
        .map(i64::from)
        .collect();
    setup.lots = i64::from(tableau.created.lots);
    setup.winner = tableau.created.winner.map(number);
}

impl Reader<'_> {
    /// The keys of the tableau, and the piles; `left` are the cards named nowhere yet.
    pub(crate) fn tableau(&mut self, setup: &Setup) {
        let Some(mut tableau) = self.state.tableau.take() else {
            let given = [
                (
                    "created",
                    setup.created.as_ref().is_some_and(|rules| !rules.is_empty()),
                ),
                ("offered", !setup.offered.is_empty()),
                ("named", setup.named.is_some()),
                ("named_by", setup.named_by.is_some()),
                ("said", setup.said.as_ref().is_some_and(|said| !said.is_empty())),
                ("overdue", !setup.overdue.is_empty()),
                ("words", !setup.words.is_empty()),
                ("owing", !setup.owing.is_empty()),
                ("mirror", setup.mirror.is_some()),
                ("draft", !setup.draft.is_empty()),
                ("lots", setup.lots != 0),
                ("winner", setup.winner.is_some()),
            ];
            for (key, _) in given.into_iter().filter(|(_, given)| *given) {
                let message = "nothing in this ruleset needs it";
                self.problems.add(key, ProblemCode::NotInGame, message);
            }
            return;
        };
        for (n, text) in setup
            .suits
            .iter()
            .enumerate()
            .filter(|(_, text)| !text.is_empty())
        {
            if n < MAX_PILES
                && n != usize::from(tableau.piles.at)
                && let Some(suit) = self.suit(text, &format!("suits.{n}"))
            {
                tableau.piles.nominated[n] = suit as u8;
            }
        }
        if let Some(created) = &setup.created {
            tableau.created.forget_rules();
            for rule in self.rules_of(created, "created", MAX_STANDING) {
                tableau.created.stand(rule);
            }
        }
        tableau.created.lots = 0;
        let inverts = tableau
            .created
            .rules()
            .iter()
            .filter(|standing| standing.rule.does == Does::Invert)
            .count();
        if inverts > 1 {
            let message = "at most one rule may invert what is playable";
            self.problems.add("created", ProblemCode::Contradiction, message);
        }
        for rule in self.rules_of(&setup.offered, "offered", MAX_OFFERED) {
            tableau.created.offered[usize::from(tableau.created.offers)] = rule;
            tableau.created.offers += 1;
        }
        tableau.named = setup.named.as_deref().and_then(|text| self.named(text));
        tableau.named_by = setup.named_by.and_then(|seat| self.seat(seat, "named_by"));
        if setup.said.is_none() {
            tableau.announced.said = said_by_default(self.rules, &self.state);
        }
        for (n, &seat) in setup.said.iter().flatten().enumerate() {
            if let Some(seat) = self.active_seat(seat, &format!("said.{n}")) {
                tableau.announced.said.insert(seat);
            }
        }
        for (n, &seat) in setup.overdue.iter().enumerate() {
            if let Some(seat) = self.active_seat(seat, &format!("overdue.{n}")) {
                tableau.announced.overdue.insert(seat);
            }
        }
        self.under_way(&mut tableau, setup);
        self.state.tableau = Some(tableau);
    }

    fn rules_of(&mut self, values: &[Value], path: &str, most: usize) -> Vec<CreatedRule> {
        let mut rules = Vec::new();
        for (n, value) in values.iter().enumerate() {
            let path = format!("{path}.{n}");
            if n >= most {
                let message = format!("at most {most} can be");
                self.problems.block(path, ProblemCode::WrongLength, message);
                break;
            }
            match serde_json::from_value::<CreatedRule>(value.clone()) {
                Ok(rule) => {
                    for problem in rule.problems() {
                        self.problems.block(
                            format!("{path}.{}", problem.path),
                            ProblemCode::Contradiction,
                            problem.message,
                        );
                    }
                    rules.push(rule);
                }
                Err(error) => self
                    .problems
                    .block(path, ProblemCode::WrongType, error.to_string()),
            }
        }
        rules
    }

    fn named(&mut self, text: &str) -> Option<Named> {
        let mut letters = text.chars();
        if let (Some(letter), None) = (letters.next(), letters.next())
            && let Some(rank) = Rank::from_letter(letter)
        {
            return Some(Named::Rank(rank));
        }
        let card = text.parse::<Card>().ok();
        if card.is_none() {
            let message = format!("{text:?} is neither the letter of a rank nor a card");
            self.problems.block("named", ProblemCode::NotACard, message);
        }
        card.map(Named::Card)
    }

    /// What is under way between two decisions.
    fn under_way(&mut self, tableau: &mut Tableau, setup: &Setup) {
        for (n, &word) in setup.words.iter().enumerate() {
            tableau.words |= 1 << self.number(word, &format!("words.{n}"), 7);
        }
        for (n, value) in setup.owing.iter().enumerate() {
            if let Some(owing) = self.owing(value, &format!("owing.{n}")) {
                tableau.owes(owing);
            }
        }
        if let Some(value) = &setup.mirror {
            let mirror: MirrorSetup = read(value, "mirror", &mut self.problems);
            let hit = mirror.hit.and_then(|(hit, back)| {
                let hit = self.active_seat(hit, "mirror.hit");
                hit.zip(self.active_seat(back, "mirror.hit"))
            });
            let total = self.number(mirror.total, "mirror.total", 255) as u8;
            tableau.mirror = Some(Mirror { hit, total });
        }
        for (n, &digit) in setup.draft.iter().enumerate() {
            let choices = tableau.created.draft.outcomes();
            match u8::try_from(digit) {
                Ok(digit) if digit < choices => tableau.created.draft.push(digit),
                _ => {
                    let message = format!("{digit} is not in 0 … {}", choices.max(1) - 1);
                    self.problems
                        .block(format!("draft.{n}"), ProblemCode::NumberOutOfRange, message);
                }
            }
        }
        tableau.created.lots = self.number(setup.lots, "lots", MAX_STANDING as u32) as u8;
        tableau.created.winner = setup.winner.and_then(|seat| self.active_seat(seat, "winner"));
    }

    /// What is owed for a card that was played.
    fn owing(&mut self, value: &Value, path: &str) -> Option<Owing> {
        let owing: OwingSetup = read(value, path, &mut self.problems);
        let at = |key: &str| format!("{path}.{key}");
        let seat = self.active_seat(owing.seat, &at("seat"))?;
        let from = self.source(owing.from.map(Value::from).as_ref(), &at("from"))?;
        let mut byte = |number: i64, key: &str| self.number(number, &at(key), 255) as u8;
        Some(Owing {
            seat,
            slap: byte(owing.slap, "slap"),
            swap: owing.swap,
            draw: byte(owing.draw, "draw"),
            penalty: byte(owing.penalty, "penalty"),
            from,
        })
    }

    /// What the fields of a phase say of the tableau.
    pub(crate) fn phase_tableau(&mut self, written: &PhaseSetup, actor: Option<i64>) {
        let kept = self.hand_of(written.kept.as_deref().unwrap_or_default(), "phase.kept");
        let target = written
            .target
            .and_then(|seat| self.active_seat(seat, "phase.target"));
        let back = actor
            .and_then(|seat| self.active_seat(seat, "actor"))
            .unwrap_or(self.state.seat);
        let total = self.number(written.total.unwrap_or(0), "phase.total", 255) as u8;
        if let Some(tableau) = &mut self.state.tableau {
            tableau.kept = kept;
            if written.name == "mirror" {
                let hit = target.map(|target| (target, back));
                tableau.mirror = Some(Mirror { hit, total });
            }
        }
    }

    /// Cards that lie elsewhere already, or are on the way.
    fn hand_of(&mut self, text: &str, path: &str) -> Hand {
        let mut hand = Hand::default();
        for word in text.split_whitespace() {
            if let Some(card) = self.card(Some(word), path) {
                hand.add(card);
            }
        }
        hand
    }

    /// The piles, where there are several; the one last played on is the state's own.
    pub(crate) fn piles(&mut self, setup: &Setup, left: &mut [u8; crate::card::KINDS]) {
        let count = setup.piles.len();
        if count > MAX_PILES || self.state.tableau.is_none() || !setup.pile.is_empty() {
            let message =
                "several piles are given as piles alone, and only where the ruleset has more than one";
            self.problems.block("piles", ProblemCode::NotInGame, message);
            return;
        }
        let at = self.number(setup.at, "at", count as u32 - 1) as usize;
        for (n, text) in setup.piles.iter().enumerate() {
            let cards = self.take(text, &format!("piles.{n}"), left);
            let Some(tableau) = self.state.tableau.as_deref_mut() else {
                return;
            };
            let pile = if n == at {
                &mut self.state.pile
            } else {
                &mut tableau.piles.slots[n]
            };
            for card in cards {
                pile.play(card);
            }
            (tableau.piles.count, tableau.piles.at) = (count as u8, at as u8);
            tableau.piles.nominated[n] = NO_SUIT;
        }
    }

    /// Cards of a pile that is being dealt into two.
    pub(crate) fn split(&mut self, setup: &Setup, left: &mut [u8; crate::card::KINDS]) {
        let cards = self.take(&setup.split, "split", left);
        if let Some(tableau) = &mut self.state.tableau {
            tableau.piles.split = cards.into_iter().collect();
        }
    }
}
