//! Memories of seats as hashes, updated while a game is walked: equal exactly where the texts of the information states
//! are.

use std::hash::{Hash, Hasher};

use super::entry::{EntryKind, LogEntry};
use super::text::about;
use super::{Detail, Episode, Move};
use crate::action::Action;
use crate::card::Card;
use crate::engine::{Event, Log, Phase, State};
use crate::rng::mix;
use crate::seat::Seat;

/// A 128-bit hash that stands for an information state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct InfoStateKey([u64; 2]);

/// A 128-bit hasher with the same results on every machine; its two halves mix in each word differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Wide([u64; 2]);

impl Wide {
    fn word(&mut self, word: u64) {
        let Self([a, b]) = *self;
        self.0 = [mix(a, word), mix(word.rotate_left(32) ^ 0xA5A5_5A5A_C3C3_3C3C, b)];
    }
}

impl Hasher for Wide {
    fn finish(&self) -> u64 {
        self.0[0]
    }

    fn write(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.word(n.into());
    }

    fn write_i32(&mut self, n: i32) {
        self.word(u64::from(n as u32));
    }

    fn write_u64(&mut self, n: u64) {
        self.word(n);
    }

    fn write_usize(&mut self, n: usize) {
        self.word(n as u64);
    }

    fn write_isize(&mut self, n: isize) {
        self.word(n as u64);
    }
}

/// The memory of one seat. A memory only grows, so its hash stands for everything before as well.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Memory {
    /// A hash of every entry that is final.
    past: Wide,
    /// Sum of the hashes of the seat's cards in the last deal, and of all backs of the deal, whose order does not matter because they are picked up
    /// together.
    dealt: [u64; 2],
    /// The last entry, which later draws may still be merged into.
    last: Option<LogEntry>,
}

impl Memory {
    /// Adds a card that was dealt, or the back of one.
    fn add_dealt(&mut self, word: u64) {
        let mut hasher = Wide::default();
        hasher.word(word);
        for (sum, half) in self.dealt.iter_mut().zip(hasher.0) {
            *sum = sum.wrapping_add(half);
        }
    }

    /// Adds the back of a card that came into the hand of a seat, or that lies on the pile.
    fn saw_back(&mut self, seat: Option<Seat>, back: Card) {
        match &mut self.last {
            Some(last) if last.takes_back() => last.add_back(back),
            _ => {
                let of = seat.map_or(0, |seat| u64::from(seat.0) + 1);
                self.add_dealt((of + 1) << 8 | back.index() as u64);
            }
        }
    }

    fn push(&mut self, entry: LogEntry) {
        if entry.kind == EntryKind::Deal {
            self.dealt.hash(&mut self.past);
            self.dealt = [0; 2];
        }
        let next = match &mut self.last {
            Some(last) => last.join(entry),
            None => Some(entry),
        };
        if let Some(next) = next
            && let Some(last) = self.last.replace(next)
        {
            last.hash(&mut self.past);
        }
    }
}

/// The memories of both seats of a game for two, updated with each event and before each action.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Recall([Memory; 2]);

impl Recall {
    /// Returns the memories before anything has happened.
    pub(crate) fn new() -> Self {
        let memory = |seat: u64| {
            let mut past = Wide::default();
            past.word(seat);
            Memory {
                past,
                dealt: [0; 2],
                last: None,
            }
        };
        Self([memory(0), memory(1)])
    }

    /// Records the action that a seat is about to take.
    pub(crate) fn decides(&mut self, seat: Seat, action: Action) {
        self.0[seat.index()].push(LogEntry::decided(seat, action));
    }

    /// Returns the key of a seat's information state when it is asked in this phase.
    pub(crate) fn key(&self, seat: Seat, phase: Phase) -> InfoStateKey {
        let mut hasher = Wide::default();
        self.0[seat.index()].hash(&mut hasher);
        phase.name().hash(&mut hasher);
        about(phase).hash(&mut hasher);
        InfoStateKey(hasher.0)
    }

    /// Returns one key for both memories.
    pub(crate) fn whole(&self) -> InfoStateKey {
        let mut hasher = Wide::default();
        self.hash(&mut hasher);
        InfoStateKey(hasher.0)
    }
}

impl Recall {
    fn made(&mut self, by: Option<Seat>, what: Move) {
        if let (Some(seat), Move::Action(action)) = (by, what) {
            self.decides(seat, action);
        }
    }

    fn record(&mut self, event: Event, detail: Option<&Detail>) {
        if let Event::Dealt(seat, card) = event {
            self.0[seat.index()].add_dealt(card.index() as u64);
            return;
        }
        for (seat, memory) in (0..).map(Seat).zip(&mut self.0) {
            match event {
                Event::Back(to, back) => memory.saw_back(to, back),
                Event::TurnedOver => {
                    LogEntry::turned(seat, 2, detail).for_each(|entry| memory.push(entry));
                }
                _ => memory.push(LogEntry::seen(seat, 2, event, detail)),
            }
        }
    }
}

impl Log for Recall {
    fn event(&mut self, state: &State, event: Event) {
        self.record(event, Detail::of(state, event).as_ref());
    }
}

impl Episode {
    /// Returns the seat to act and the key of its information state, in an episode for two that began with a deal.
    pub(crate) fn recalled_key(&self) -> Option<(Seat, InfoStateKey)> {
        let seat = self.state.actor()?;
        if self.game.players() != 2 || self.first.is_some() {
            return None;
        }
        let mut recall = Recall::new();
        let mut made = self.made.iter().peekable();
        let mut details = self.told.details.iter().peekable();
        for (at, &event) in self.told.events.iter().enumerate() {
            while let Some(made) = made.next_if(|made| made.at <= at) {
                recall.made(made.by, made.what);
            }
            let detail = details.next_if(|(index, _)| *index == at);
            recall.record(event, detail.map(|(_, detail)| detail));
        }
        for made in made {
            recall.made(made.by, made.what);
        }
        Some((seat, recall.key(seat, self.state.phase())))
    }
}
