//! The entries that one seat remembers: the single source of both the text and the tensor of an information state.

use serde::{Deserialize, Serialize};

use super::{Detail, Episode, Made, Move};
use crate::action::Action;
use crate::card::Card;
use crate::card_text::format_cards;
use crate::engine::{Demanded, Event};
use crate::hand::Hand;
use crate::ruleset::{CreatedRule, Does};
use crate::seat::{Direction, Seat};
use crate::view::View;

/// The subject of an entry. Kinds that the tensor shows come first, in the order of its one-hot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum EntryKind {
    Start,
    Deal,
    Starter,
    Played,
    Drew,
    Passed,
    Nominated,
    Gave,
    Said,
    Caught,
    Challenged,
    Mistake,
    Ended,
    Param,
    Direction,
    HandsMoved,
    SeatByLot,
    Swapped,
    Named,
    Mirrored,
    FalseWin,
    Returned,
    CrossedOut,
    Created,
    Split,
    Decided,
    TurnedAgain,
    Charged,
    TookBack,
    Skipped,
    Reversed,
    Renewed,
    RoundEnded,
    CountedDown,
    Placed,
    TurnedOver,
}

/// Choice of an entry for a created rule that is added.
pub(super) const ADDED: Action = Action::Option(0);
/// Choice of an entry for a created rule that is offered.
pub(super) const OFFERED: Action = Action::Option(1);
/// Choice of an entry for a standing created rule that is shown to a seat, or to all.
const STANDS: Action = Action::Option(2);

/// Number of kinds that the tensor shows.
pub(super) const SHOWN: usize = EntryKind::Decided as usize + 1;

/// A single event or decision that a seat remembers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct LogEntry {
    pub(super) kind: EntryKind,
    /// The seat that acted, or that the event happened to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seat: Option<u8>,
    /// The other seat concerned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) other: Option<u8>,
    /// The cards that the seat has seen, as indices.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) cards: Vec<u8>,
    /// The backs of cards that were dealt, drawn, played or turned, as indices.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) backs: Vec<u8>,
    /// The last of cards drawn one after another; at the start, the upcard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) last: Option<u8>,
    /// Number of cards that the seat has not seen, or the count of a created rule.
    #[serde(default)]
    pub(super) hidden: u8,
    /// The id of an action: the seat's own decision, a suit, a word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) choice: Option<u8>,
    /// True if a challenge was right, if the stock was shuffled, or if the direction is anticlockwise.
    #[serde(default)]
    pub(super) flag: bool,
    /// A score, a place, an index, or the number of seats by which hands moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) number: Option<i32>,
    /// Scores that became known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) scores: Vec<i32>,
    /// The position as the seat sees it, at the start of an episode that begins with a position; a created rule; or the
    /// piles of a split.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) text: String,
}

impl LogEntry {
    const fn new(kind: EntryKind) -> Self {
        Self {
            kind,
            seat: None,
            other: None,
            cards: Vec::new(),
            backs: Vec::new(),
            last: None,
            hidden: 0,
            choice: None,
            flag: false,
            number: None,
            scores: Vec::new(),
            text: String::new(),
        }
    }

    fn by(kind: EntryKind, seat: Seat) -> Self {
        Self {
            seat: Some(seat.0),
            ..Self::new(kind)
        }
    }

    fn to(self, other: Seat) -> Self {
        Self {
            other: Some(other.0),
            ..self
        }
    }

    fn card(mut self, card: Card) -> Self {
        self.cards.push(card.index() as u8);
        self
    }

    fn choice(self, action: Action) -> Self {
        Self {
            choice: Some(action.id().index() as u8),
            ..self
        }
    }

    fn number(self, number: i32) -> Self {
        Self {
            number: Some(number),
            ..self
        }
    }

    fn flag(self, flag: bool) -> Self {
        Self { flag, ..self }
    }

    /// Adds a created rule, if the seat may know it.
    fn rule(self, rule: &CreatedRule, open: bool) -> Self {
        if !open {
            return self;
        }
        Self {
            text: rule.text(),
            hidden: rule.count,
            cards: rule_cards(rule),
            ..self
        }
    }

    /// Returns the entry of an event for a seat; `open` is true if the seat may know the card in it.
    fn of(event: Event, open: bool) -> Self {
        match event {
            Event::Param(index, card) => Self::new(EntryKind::Param).card(card).number(i32::from(index)),
            Event::Dealer(seat) => Self::by(EntryKind::Deal, seat),
            Event::Direction(way) => Self::new(EntryKind::Direction).flag(way == Direction::Anticlockwise),
            Event::HandsMoved(_, by) => Self::new(EntryKind::HandsMoved).number(i32::from(by)),
            Event::CountedDown(seat, score) => {
                Self::by(EntryKind::CountedDown, seat).number(i32::from(score))
            }
            Event::Placed(seat, place) => Self::by(EntryKind::Placed, seat).number(i32::from(place)),
            Event::Dealt(seat, card) => Self::by(EntryKind::Deal, seat).card(card),
            Event::Starter(card) => Self::new(EntryKind::Starter).card(card),
            Event::Begins(seat, card) => {
                let begins = Self::by(EntryKind::Starter, seat);
                card.map_or(begins.clone(), |card| begins.card(card))
            }
            Event::TurnedAgain(card) => Self::new(EntryKind::TurnedAgain).card(card),
            Event::Played(seat, card) => Self::by(EntryKind::Played, seat).card(card),
            Event::Drew(seat, card, _) if open => Self {
                last: Some(card.index() as u8),
                ..Self::by(EntryKind::Drew, seat).card(card)
            },
            Event::Drew(seat, ..) => Self {
                hidden: 1,
                ..Self::by(EntryKind::Drew, seat)
            },
            Event::Passed(seat) => Self::by(EntryKind::Passed, seat),
            Event::Nominated(seat, suit) => Self::by(EntryKind::Nominated, seat).choice(Action::Suit(suit)),
            Event::SuitByLot(suit) => Self::new(EntryKind::Nominated).choice(Action::Suit(suit)),
            Event::Gave(from, to, card) if open => Self::by(EntryKind::Gave, from).to(to).card(card),
            Event::Gave(from, to, _) => Self {
                hidden: 1,
                ..Self::by(EntryKind::Gave, from).to(to)
            },
            Event::Said(seat, word) => Self::by(EntryKind::Said, seat).choice(Action::Say(word)),
            Event::Caught(by, owner) => Self::by(EntryKind::Caught, by).to(owner),
            Event::Charged(seat) => Self::by(EntryKind::Charged, seat),
            Event::Challenged(by, player, right) => {
                Self::by(EntryKind::Challenged, by).to(player).flag(right)
            }
            Event::TookBack(seat, card) => Self::by(EntryKind::TookBack, seat).card(card),
            Event::Mistake(seat, card) => Self::by(EntryKind::Mistake, seat).card(card),
            Event::Skipped(seat) => Self::by(EntryKind::Skipped, seat),
            Event::Reversed => Self::new(EntryKind::Reversed),
            Event::Renewed(shuffled) => Self::new(EntryKind::Renewed).flag(shuffled),
            Event::SeatByLot(seat) => Self::by(EntryKind::SeatByLot, seat),
            Event::AmountByLot(cards) => Self::new(EntryKind::SeatByLot).number(i32::from(cards)),
            Event::Back(seat, back) => Self {
                seat: seat.map(|seat| seat.0),
                backs: vec![back.index() as u8],
                ..Self::new(EntryKind::Deal)
            },
            Event::TurnedOver => Self::new(EntryKind::TurnedOver),
            Event::Chosen(seat, other) => Self::by(EntryKind::Named, seat).to(other),
            Event::Swapped(seat, other) => Self::by(EntryKind::Swapped, seat).to(other),
            Event::Named(seat, Demanded::Rank(rank)) => {
                Self::by(EntryKind::Named, seat).choice(Action::Rank(rank))
            }
            Event::Named(seat, Demanded::Card(card)) => Self::by(EntryKind::Named, seat).card(card),
            Event::Mirrored(by, hit) => Self::by(EntryKind::Mirrored, by).to(hit),
            Event::FalseWin(seat) => Self::by(EntryKind::FalseWin, seat),
            Event::Returned(seat, cards) => Self {
                hidden: cards,
                ..Self::by(EntryKind::Returned, seat)
            },
            Event::CrossedOut(seat, index) => Self::by(EntryKind::CrossedOut, seat)
                .choice(Action::Option(index))
                .number(i32::from(index)),
            Event::Created(seat, rule, _) => {
                Self::by(EntryKind::Created, seat).choice(ADDED).rule(&rule, open)
            }
            Event::Offered(seat, rule, _) => Self::by(EntryKind::Created, seat)
                .choice(OFFERED)
                .rule(&rule, open),
            Event::Stands(to, rule) => Self {
                seat: to.map(|seat| seat.0),
                ..Self::new(EntryKind::Created).choice(STANDS).rule(&rule, open)
            },
            Event::Split => Self::new(EntryKind::Split),
            Event::RoundEnded(Some(seat)) => Self::by(EntryKind::RoundEnded, seat),
            Event::RoundEnded(None) => Self::new(EntryKind::RoundEnded),
            Event::Ended => Self::new(EntryKind::Ended),
        }
    }
}

impl LogEntry {
    /// Returns the entry of an event for a seat; [`Episode::remember`] handles the cards dealt.
    pub(super) fn seen(viewer: Seat, players: u8, event: Event, detail: Option<&Detail>) -> Self {
        let mut entry = Self::of(event, event.is_open_to(viewer));
        match (detail, event) {
            (Some(Detail::Shown(hand)), Event::Challenged(by, ..)) if by == viewer => {
                entry.cards = indices(hand);
            }
            (Some(Detail::Hands(_)), Event::Swapped(seat, other)) if seat != viewer && other != viewer => {}
            (Some(Detail::Hands(hands)), _) => entry.cards = indices(&hands[viewer.index()]),
            (Some(Detail::Pile(index)), _) => entry = entry.choice(Action::Option(*index)),
            (Some(Detail::Piles(piles)), _) => {
                entry.text = piles.each_ref().map(|pile| told_pile(pile)).join("; ");
                entry.cards = pile_cards(piles);
            }
            (Some(Detail::Scores(scores)), _) => entry.scores = scores[..usize::from(players)].to_vec(),
            _ => {}
        }
        entry
    }

    /// Returns the entries of the backs of the other hands, as a seat sees them once all cards are turned over.
    pub(super) fn turned(viewer: Seat, players: u8, detail: Option<&Detail>) -> impl Iterator<Item = Self> {
        let hands = match detail {
            Some(Detail::Hands(hands)) => Some(hands),
            _ => None,
        };
        let others = (0..players).map(Seat).filter(move |&seat| seat != viewer);
        others.filter_map(move |seat| {
            Some(Self {
                backs: indices(&hands?[seat.index()]),
                flag: true,
                ..Self::by(EntryKind::Deal, seat)
            })
        })
    }

    /// True for the entry of a deal, which has the cards of the seat itself.
    fn is_deal(&self) -> bool {
        self.kind == EntryKind::Deal && self.backs.is_empty()
    }

    /// True if the back of a card belongs to this entry: the card was just drawn, played or turned.
    pub(super) const fn takes_back(&self) -> bool {
        matches!(
            self.kind,
            EntryKind::Drew | EntryKind::Played | EntryKind::Starter
        )
    }

    /// Adds a back.
    pub(super) fn add_back(&mut self, back: Card) {
        self.backs.push(back.index() as u8);
        self.backs.sort_unstable();
    }

    /// Returns the entry of an action that the seat itself took.
    pub(super) fn decided(viewer: Seat, action: Action) -> Self {
        Self::by(EntryKind::Decided, viewer).choice(action)
    }

    /// Merges the next entry into this one if both are draws of one seat; otherwise returns it.
    pub(super) fn join(&mut self, next: Self) -> Option<Self> {
        if next.kind != EntryKind::Drew || self.kind != EntryKind::Drew || self.seat != next.seat {
            return Some(next);
        }
        self.cards.extend(next.cards);
        self.cards.sort_unstable();
        self.backs.extend(next.backs);
        self.backs.sort_unstable();
        self.hidden = self.hidden.saturating_add(next.hidden);
        self.last = next.last;
        None
    }
}

impl Episode {
    /// Returns everything that a seat remembers, in order, with consecutive draws not yet merged.
    pub(super) fn entries(&self, viewer: Seat) -> Vec<LogEntry> {
        self.game.pack().within(|| self.entries_of_pack(viewer))
    }

    fn entries_of_pack(&self, viewer: Seat) -> Vec<LogEntry> {
        let mut entries = match (&self.past, &self.first) {
            (Some(past), _) if past.viewer == viewer => past.entries.clone(),
            (_, Some(first)) => vec![start_entry(&View::new(&self.game, first, viewer))],
            (_, None) => Vec::new(),
        };
        let mut decided = self.made.iter().filter(|made| made.by == Some(viewer)).peekable();
        let mut detail = self.told.details.iter().peekable();
        for (at, &event) in self.told.events.iter().enumerate() {
            while let Some(made) = decided.next_if(|made| made.at <= at) {
                entries.extend(decision(made, viewer));
            }
            let detail = detail
                .next_if(|(index, _)| *index == at)
                .map(|(_, detail)| detail);
            self.remember(&mut entries, viewer, event, detail);
        }
        entries.extend(decided.filter_map(|made| decision(made, viewer)));
        entries
    }

    /// Appends the entry of an event to those that a seat remembers.
    fn remember(&self, entries: &mut Vec<LogEntry>, viewer: Seat, event: Event, detail: Option<&Detail>) {
        if let Event::Dealt(seat, card) = event {
            // Cards are dealt in turn, so the other seats' cards carry no information; the seat's own cards are picked
            // up together.
            if seat == viewer
                && let Some(deal) = entries.iter_mut().rev().find(|entry| entry.is_deal())
            {
                deal.cards.push(card.index() as u8);
                deal.cards.sort_unstable();
            }
            return;
        }
        if let Event::Back(seat, back) = event
            && let Some(entry) = of_back(entries, seat)
        {
            entry.add_back(back);
            return;
        }
        if event == Event::TurnedOver {
            entries.push(LogEntry::new(EntryKind::TurnedOver));
            entries.extend(LogEntry::turned(viewer, self.game.players(), detail));
            return;
        }
        entries.push(LogEntry::seen(viewer, self.game.players(), event, detail));
    }
}

/// Returns the entry to which a back belongs: the card just drawn, played or turned, or the other backs dealt to a seat; none
/// for the first of these.
fn of_back(entries: &mut [LogEntry], seat: Option<Seat>) -> Option<&mut LogEntry> {
    let seat = seat.map(|seat| seat.0);
    let at = if entries.last()?.takes_back() {
        entries.len() - 1
    } else {
        let deal = entries.iter().rposition(LogEntry::is_deal)?;
        deal + 1 + entries[deal + 1..].iter().position(|entry| entry.seat == seat)?
    };
    entries.get_mut(at)
}

/// Returns the entry for the start of an episode that begins with a position, as a seat sees it.
fn start_entry(view: &View<'_>) -> LogEntry {
    let seats = || (0..view.players()).map(Seat);
    let list = |values: Vec<String>| values.join(" ");
    let mut text = format!(
        "pile {}; sizes {}; stock {} {}; turn of seat {}, dealer {}, direction {}",
        format_cards(view.pile().iter().copied()),
        list(seats().map(|seat| view.hand_size(seat).to_string()).collect()),
        view.stock_size(),
        format_cards(view.stock_order()),
        view.turn().0,
        view.dealer().0,
        view.direction().sign(),
    );
    let suit = view.nominated().map(|suit| suit.letter().to_string());
    let known = |owner: Seat| {
        let counts = view.known(owner)?;
        let cards = Card::every()
            .flat_map(|card| std::iter::repeat_n(card, usize::from(counts[card.index()])))
            .collect::<Vec<_>>();
        (!cards.is_empty()).then(|| format!("seat {} {}", owner.0, format_cards(cards)))
    };
    let backs = |owner: Seat| {
        let backs = view.backs(owner).filter(|backs| !backs.is_empty())?;
        Some(format!("seat {} {}", owner.0, format_cards(backs.iter())))
    };
    let lost_turns = if seats().any(|seat| view.lost_turns(seat) > 0) {
        list(seats().map(|seat| view.lost_turns(seat).to_string()).collect())
    } else {
        String::new()
    };
    for (what, value) in [
        ("suit", suit.unwrap_or_default()),
        ("pending", nonzero(view.pending())),
        ("pending turns", nonzero(view.pending_turns())),
        ("lost turns", lost_turns),
        (
            "calls",
            list(view.calls().iter().map(|seat| seat.0.to_string()).collect()),
        ),
        (
            "scores",
            list(seats().map(|seat| view.score(seat).to_string()).collect()),
        ),
        (
            "named by",
            view.named_by()
                .map_or_else(String::new, |seat| seat.0.to_string()),
        ),
        (
            "first turns",
            list(view.first_turns().iter().map(|seat| seat.0.to_string()).collect()),
        ),
        ("renewals", nonzero(view.renewals())),
        ("known", seats().filter_map(known).collect::<Vec<_>>().join(", ")),
        ("turned over", nonzero(u8::from(view.is_turned()))),
        ("backs", seats().filter_map(backs).collect::<Vec<_>>().join(", ")),
        (
            "backs of the pile",
            format_cards(view.pile_backs().iter().copied()),
        ),
    ] {
        if !value.is_empty() {
            text.extend(["; ", what, " ", &value]);
        }
    }
    LogEntry {
        cards: indices(view.hand()),
        last: view.upcard().map(|card| card.index() as u8),
        text,
        ..LogEntry::new(EntryKind::Start)
    }
}

/// Encodes a rule as cards so that the tensor distinguishes rules: each card it applies to once, each card beneath
/// twice, each card that may follow four times, and the red Joker eight times per index of the effect, counted from 1.
fn rule_cards(rule: &CreatedRule) -> Vec<u8> {
    let classes = [(rule.cards, 1), (rule.after, 2), (rule.follow, 4)];
    let cards = classes.into_iter().flat_map(|(class, times)| {
        let each = move |card: Card| std::iter::repeat_n(card.index() as u8, times);
        class.cards().iter().flat_map(each).collect::<Vec<u8>>()
    });
    let does = Does::ALL
        .iter()
        .position(|&does| does == rule.does)
        .unwrap_or_default();
    cards.chain(std::iter::repeat_n(52, 8 * (does + 1))).collect()
}

/// Formats the cards of a pile and its top card.
fn told_pile(pile: &[Card]) -> String {
    let mut cards = pile.to_vec();
    cards.sort_unstable_by_key(|card| card.index());
    let top = pile.last().map_or_else(String::new, Card::to_string);
    format!("{}, top {top}", format_cards(cards))
}

/// Encodes two piles as cards so that the tensor distinguishes them: each card of the second once, and the tops of the
/// first and second 256 and 512 times more, which is beyond the copies of any deck.
fn pile_cards([first, second]: &[Vec<Card>; 2]) -> Vec<u8> {
    let tops = first.last().map(|card| (card, 256)).into_iter();
    let tops = tops.chain(second.last().map(|card| (card, 512)));
    let tops = tops.flat_map(|(card, times)| std::iter::repeat_n(card, times));
    second.iter().chain(tops).map(|card| card.index() as u8).collect()
}

fn nonzero(number: u8) -> String {
    if number == 0 {
        String::new()
    } else {
        number.to_string()
    }
}

fn indices(hand: &Hand) -> Vec<u8> {
    hand.iter().map(|card| card.index() as u8).collect()
}

fn decision(made: &Made, viewer: Seat) -> Option<LogEntry> {
    match made.what {
        Move::Action(action) => Some(LogEntry::decided(viewer, action)),
        Move::Outcome(_) => None,
    }
}

/// Merges consecutive draws of a seat: the order of the cards is not remembered, except which came last.
pub(super) fn join_draws(entries: impl IntoIterator<Item = LogEntry>) -> Vec<LogEntry> {
    let mut joined: Vec<LogEntry> = Vec::new();
    for entry in entries {
        let next = match joined.last_mut() {
            Some(before) => before.join(entry),
            None => Some(entry),
        };
        joined.extend(next);
    }
    joined
}
