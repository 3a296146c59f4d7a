//! The action space: 100 actions, the same for every deck of the usual suits and ranks, 21 more for other decks, and 6 more
//! for more than ten players.

use std::fmt;
use std::str::FromStr;

use crate::card::{Card, CardSet, KINDS, MAX_KINDS, MAX_RANKS, MAX_SUITS, RANKS, Rank, SUITS, Suit};
use crate::card_text::in_use;
use crate::limits::given;
use crate::seat::{MAX_SEATS, USUAL_SEATS};

/// Number of actions of a game with the usual pack.
pub const NUM_ACTIONS: usize = 100;

/// Number of actions of a game with a pack of its own.
pub const OWN_PACK_ACTIONS: usize = 121;

/// Number of actions of a game with more than [`USUAL_SEATS`] players: the most that a game can have.
pub const MAX_ACTIONS: usize = 127;

/// The id of the first action that only such games have.
const FIRST_FURTHER: u8 = NUM_ACTIONS as u8;

/// Number of cards whose actions have the ids from 0 on; those of further cards follow [`FIRST_FURTHER`].
const FIRST_CARDS: u8 = KINDS as u8;

/// Number of further cards, suits and ranks.
const FURTHER: [u8; 3] = [
    (MAX_KINDS - KINDS) as u8,
    (MAX_SUITS - SUITS) as u8,
    (MAX_RANKS - RANKS - 1) as u8,
];

/// The greatest number of steps to a seat whose action has one of the ids from 74 on.
const FIRST_STEPS: u8 = USUAL_SEATS as u8 - 1;

/// The greatest number of steps to a seat.
const MOST_STEPS: u8 = MAX_SEATS as u8 - 1;

/// The first ids of further cards, suits and ranks.
const FURTHER_CARDS: u8 = FIRST_FURTHER;
const FURTHER_SUITS: u8 = FURTHER_CARDS + FURTHER[0];
const FURTHER_RANKS: u8 = FURTHER_SUITS + FURTHER[1];

/// The first id of the seats that only a table of more than [`USUAL_SEATS`] has.
const FURTHER_SEATS: u8 = OWN_PACK_ACTIONS as u8;

const _: () = assert!(
    FURTHER_RANKS + FURTHER[2] == FURTHER_SEATS
        && (FURTHER_SEATS + MOST_STEPS - FIRST_STEPS) as usize == MAX_ACTIONS,
    "every action has an id"
);

/// A choice that a seat may make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Play this card; in other phases give, keep or name it. Ids 0 … 53, and 100 … 109.
    Play(Card),
    /// Draw a card, or take what is pending. Id 54.
    Draw,
    /// End the turn, lose the turns that are pending, decline, accept, say nothing. Id 55.
    Pass,
    /// Nominate a suit. Ids 56 … 59, and 110 … 113.
    Suit(Suit),
    /// Name a rank. Ids 60 … 73, and 114 … 120.
    Rank(Rank),
    /// Choose the k-th active seat clockwise from the actor, 1 … 15; catch that seat's missing call. Ids 74 … 82, and
    /// 121 … 126.
    Seat(u8),
    /// Say a word of the ruleset, 0 … 7; 0 is the call of the last card. Ids 83 … 90.
    Say(u8),
    /// Challenge the last play. Id 91.
    Challenge,
    /// Choose one of the options of the phase, 0 … 7. Ids 92 … 99.
    Option(u8),
}

impl Action {
    /// Returns the action with this id.
    #[must_use]
    pub const fn from_id(id: ActionId) -> Self {
        match id.0 {
            0..FIRST_CARDS => Self::Play(Card::of(id.0)),
            54 => Self::Draw,
            55 => Self::Pass,
            56..=59 => match Suit::from_index(id.0 - 56) {
                Some(suit) => Self::Suit(suit),
                None => Self::Pass,
            },
            60..=73 => match Rank::from_index(id.0 - 60) {
                Some(rank) => Self::Rank(rank),
                None => Self::Pass,
            },
            74..=82 => Self::Seat(id.0 - 73),
            83..=90 => Self::Say(id.0 - 83),
            91 => Self::Challenge,
            92..FIRST_FURTHER => Self::Option(id.0 - 92),
            FURTHER_CARDS..FURTHER_SUITS => Self::Play(Card::of(id.0 - FURTHER_CARDS + FIRST_CARDS)),
            FURTHER_SUITS..FURTHER_RANKS => match Suit::from_index(id.0 - FURTHER_SUITS + SUITS as u8) {
                Some(suit) => Self::Suit(suit),
                None => Self::Pass,
            },
            FURTHER_RANKS..FURTHER_SEATS => match Rank::from_index(id.0 - FURTHER_RANKS + RANKS as u8 + 1) {
                Some(rank) => Self::Rank(rank),
                None => Self::Pass,
            },
            _ => Self::Seat(id.0 - FURTHER_SEATS + FIRST_STEPS + 1),
        }
    }

    /// Returns the id of the action.
    #[must_use]
    #[inline(always)]
    pub const fn id(self) -> ActionId {
        ActionId(match self {
            Self::Play(card) => further(card.index() as u8, 0, FIRST_CARDS, FURTHER_CARDS),
            Self::Draw => 54,
            Self::Pass => 55,
            Self::Suit(suit) => further(suit as u8, 56, SUITS as u8, FURTHER_SUITS),
            Self::Rank(rank) => further(rank.index() as u8, 60, RANKS as u8 + 1, FURTHER_RANKS),
            Self::Seat(k) => further(k - 1, 74, FIRST_STEPS, FURTHER_SEATS),
            Self::Say(word) => 83 + word,
            Self::Challenge => 91,
            Self::Option(k) => 92 + k,
        })
    }
}

/// Returns the id of the action with this index, of which the first `count` have the ids from `first` on, and the others
/// those from `rest` on.
const fn further(index: u8, first: u8, count: u8, rest: u8) -> u8 {
    if index < count {
        first + index
    } else {
        rest + index - count
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(card) => write!(f, "play {card}"),
            Self::Draw => f.write_str("draw"),
            Self::Pass => f.write_str("pass"),
            Self::Suit(suit) => write!(f, "suit {}", suit.letter()),
            Self::Rank(rank) => write!(f, "rank {}", rank.letter()),
            Self::Seat(k) => write!(f, "seat +{k}"),
            Self::Say(word) => write!(f, "say {word}"),
            Self::Challenge => f.write_str("challenge"),
            Self::Option(k) => write!(f, "option {k}"),
        }
    }
}

/// Error of a text that names no action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{text:?} is not an action: write play CARD, draw, pass, suit C|D|H|S, rank 2..A|*, seat +1..+15, say 0..7, \
     challenge or option 0..7"
)]
pub struct ParseActionError {
    /// The text given, without its middle if it is long.
    pub text: String,
}

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        let letter = || {
            let mut letters = rest.chars();
            letters.next().filter(|_| letters.next().is_none())
        };
        let digit = |least: u8, most: u8, text: &str| {
            text.parse::<u8>()
                .ok()
                .filter(|n| text.len() == 1 && (least..=most).contains(n))
        };
        let action = match verb {
            "play" => rest.parse().ok().map(Self::Play),
            "draw" if rest.is_empty() => Some(Self::Draw),
            "pass" if rest.is_empty() => Some(Self::Pass),
            "suit" => letter()
                .and_then(|letter| in_use(|pack| pack.suit_of_letter(letter)))
                .map(Self::Suit),
            "rank" => letter()
                .and_then(|letter| in_use(|pack| pack.rank_of_letter(letter)))
                .map(Self::Rank),
            "seat" => rest
                .strip_prefix('+')
                .and_then(|k| k.parse().ok())
                .filter(|k| (1..=MOST_STEPS).contains(k))
                .map(Self::Seat),
            "say" => digit(0, 7, rest).map(Self::Say),
            "challenge" if rest.is_empty() => Some(Self::Challenge),
            "option" => digit(0, 7, rest).map(Self::Option),
            _ => None,
        };
        action
            .filter(|a| a.to_string() == text)
            .ok_or_else(|| ParseActionError { text: given(text) })
    }
}

/// The id of an action, 0 … 126.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActionId(u8);

impl ActionId {
    /// Returns the id with this number, if there is such an action.
    #[must_use]
    pub const fn new(id: u8) -> Option<Self> {
        if (id as usize) < MAX_ACTIONS {
            Some(Self(id))
        } else {
            None
        }
    }

    /// Returns the place of the id among those of actions that play no card; this one must not play any.
    pub(crate) const fn place_among_choices(self) -> usize {
        let further = if self.0 < FURTHER_SUITS { 0 } else { FURTHER[0] };
        (self.0 - FIRST_CARDS - further) as usize
    }

    /// Returns the number of the id, 0 … 126.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Returns the bits of a byte, the lowest first.
#[inline]
pub(crate) const fn bits(byte: u8) -> [u8; 8] {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // Eight copies of the byte, one bit kept of each; adding 127 carries that bit to the top of its copy.
    let single = (byte as u64).wrapping_mul(ONES) & 0x8040_2010_0804_0201;
    (((single + 0x7F * ONES) >> 7) & ONES).to_le_bytes()
}

/// The [`bits`] of every byte as flags.
static FLAGS: [[bool; 8]; 256] = {
    let mut table = [[false; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = bits(byte as u8)[bit] == 1;
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Returns the bits of a word as flags, the lowest first.
#[inline]
pub(crate) fn flags(word: u32) -> [bool; 32] {
    let mut flags = [false; 32];
    for (flags, byte) in flags.as_chunks_mut().0.iter_mut().zip(word.to_le_bytes()) {
        *flags = FLAGS[usize::from(byte)];
    }
    flags
}

/// The bits of the cards whose actions have the ids from 0 on.
const FIRST_CARD_BITS: u64 = (1 << FIRST_CARDS) - 1;

/// A set of actions, one bit for each id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct ActionSet(pub u128);

impl ActionSet {
    /// No action.
    pub const EMPTY: Self = Self(0);

    /// Returns the actions that play these cards.
    #[must_use]
    pub const fn plays(cards: CardSet) -> Self {
        let (first, rest) = (cards.0 & FIRST_CARD_BITS, cards.0 >> FIRST_CARDS);
        Self(first as u128 | (rest as u128) << FURTHER_CARDS)
    }

    /// Returns this set with one more action.
    #[must_use]
    #[inline(always)]
    pub const fn with(self, action: Action) -> Self {
        Self(self.0 | 1 << action.id().0)
    }

    /// Returns this set, with the action if `condition` holds.
    #[must_use]
    #[inline(always)]
    pub const fn with_if(self, condition: bool, action: Action) -> Self {
        Self(self.0 | (condition as u128) << action.id().0)
    }

    /// Returns the actions in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns this set without this action.
    #[must_use]
    pub const fn without(self, action: Action) -> Self {
        Self(self.0 & !(1 << action.id().0))
    }

    /// True if the action is in the set.
    #[must_use]
    pub const fn contains(self, action: Action) -> bool {
        self.contains_id(action.id())
    }

    /// True if the action with this id is in the set.
    #[must_use]
    pub const fn contains_id(self, id: ActionId) -> bool {
        self.0 >> id.0 & 1 == 1
    }

    /// True if `id` is the id of an action in the set.
    #[inline]
    pub(crate) const fn contains_index(self, id: usize) -> bool {
        let halves = [self.0 as u64, (self.0 >> 64) as u64];
        // The bits from 127 on are never set: no action has these ids.
        id < 128 && halves[id / 64] >> (id % 64) & 1 == 1
    }

    /// Returns the number of actions in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// True if the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the cards that the actions of the set would play.
    #[must_use]
    pub const fn cards(self) -> CardSet {
        let (first, rest) = (self.0 as u64 & FIRST_CARD_BITS, (self.0 >> FURTHER_CARDS) as u64);
        CardSet(first | rest << FIRST_CARDS)
    }

    /// Iterates over the actions in the order of their ids.
    pub fn iter(self) -> impl Iterator<Item = Action> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let id = ActionId(rest.trailing_zeros() as u8);
                rest &= rest - 1;
                Action::from_id(id)
            })
        })
    }

    /// Writes the set as a mask: one flag for each action id.
    ///
    /// # Panics
    /// If `out` has fewer places than there are actions.
    #[inline]
    pub fn write_mask(self, out: &mut [bool]) {
        if let Some(out) = out.first_chunk_mut::<MAX_ACTIONS>() {
            self.write_mask_by(out, flags);
        } else if let Some(out) = out.first_chunk_mut::<OWN_PACK_ACTIONS>() {
            self.write_mask_by(out, flags);
        } else {
            let out = out.first_chunk_mut::<NUM_ACTIONS>();
            self.write_mask_by(out.expect("room for every action"), flags);
        }
    }

    /// [`ActionSet::write_mask`] with another implementation of [`flags`].
    #[inline]
    pub(crate) fn write_mask_by<const N: usize>(
        self,
        out: &mut [bool; N],
        flags: impl Fn(u32) -> [bool; 32],
    ) {
        let (parts, rest) = out.as_chunks_mut();
        for (i, out) in parts.iter_mut().enumerate() {
            *out = flags((self.0 >> (32 * i)) as u32);
        }
        let last = self.0 >> (N - rest.len());
        if rest.len() > 8 {
            rest.copy_from_slice(&flags(last as u32)[..rest.len()]);
        } else {
            rest.copy_from_slice(&FLAGS[usize::from(last as u8)][..rest.len()]);
        }
    }

    /// Returns the `n`-th action of the set in the order of ids; the set must hold more than `n`.
    #[must_use]
    #[inline]
    pub fn nth(self, n: u32) -> ActionId {
        self.nth_by(n, nth_bit)
    }

    /// [`ActionSet::nth`] with another implementation of [`nth_bit`].
    #[inline]
    pub(crate) fn nth_by(self, n: u32, nth_bit: impl Fn(u64, u32) -> u32) -> ActionId {
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let below = low.count_ones();
        // Which half holds the action is random: a branch would be mispredicted half of the time.
        let in_high = u32::from(n >= below);
        let word = if in_high == 1 { high } else { low };
        let place = nth_bit(word, n - below * in_high) + 64 * in_high;
        ActionId(place as u8)
    }
}

/// Returns the position of the `n`-th set bit, without a loop or a branch; meaningless unless more than `n` bits are set.
///
/// All eight bytes are counted at once, as in Vigna's "Broadword implementation of rank/select queries" (2008).
#[inline]
pub(crate) const fn nth_bit(word: u64, n: u32) -> u32 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x80 * ONES;
    let pairs = word - ((word >> 1) & (0x55 * ONES));
    let fours = (pairs & (0x33 * ONES)) + ((pairs >> 2) & (0x33 * ONES));
    let eights = (fours + (fours >> 4)) & (0x0F * ONES);
    // Each byte holds the number of bits set up to its end.
    let up_to = eights.wrapping_mul(ONES);
    let n = (n & 63) as u64;
    let done = (((n * ONES) | HIGHS) - up_to) & HIGHS;
    let byte = ((done >> 7).wrapping_mul(ONES) >> 56) as u32 & 7;
    let before = (up_to << 8) >> (8 * byte) & 0xFF;
    let left = (n.wrapping_sub(before) & 7) as usize;
    8 * byte + NTH[left][(word >> (8 * byte) & 0xFF) as usize] as u32
}

/// The position of the n-th set bit in each byte.
const NTH: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut n, mut bit) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[n][byte] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::Pack;

    #[test]
    fn every_id_reads_back_from_its_text() {
        for id in 0..NUM_ACTIONS as u8 {
            let action = Action::from_id(ActionId(id));
            assert_eq!(action.id(), ActionId(id), "{action}");
            assert_eq!(action.to_string().parse::<Action>(), Ok(action));
        }
        let suits: Vec<Suit> = (0..MAX_SUITS as u8).filter_map(Suit::from_index).collect();
        let further: Vec<Rank> = (RANKS as u8 + 1..MAX_RANKS as u8)
            .filter_map(Rank::from_index)
            .collect();
        let pack = Pack::new(&suits, &further).expect("58 kinds");
        for id in NUM_ACTIONS as u8..MAX_ACTIONS as u8 {
            let action = Action::from_id(ActionId(id));
            assert_eq!(action.id(), ActionId(id), "{action:?}");
            let is_there = |card: &Card| pack.all().contains(*card);
            if !matches!(action, Action::Play(card) if !is_there(&card)) {
                pack.within(|| assert_eq!(action.to_string().parse::<Action>(), Ok(action)));
            }
        }
        assert_eq!(ActionId::new(MAX_ACTIONS as u8), None);
    }

    #[test]
    fn the_contract_fixes_these_ids() {
        for (text, id) in [
            ("play 2C", 0),
            ("play 8H", 26),
            ("play *R", 52),
            ("play *B", 53),
            ("draw", 54),
            ("pass", 55),
            ("suit C", 56),
            ("suit S", 59),
            ("rank 2", 60),
            ("rank *", 73),
            ("seat +1", 74),
            ("seat +9", 82),
            ("seat +10", 121),
            ("seat +15", 126),
            ("say 0", 83),
            ("say 7", 90),
            ("challenge", 91),
            ("option 0", 92),
            ("option 7", 99),
        ] {
            assert_eq!(text.parse::<Action>().map(Action::id), Ok(ActionId(id)), "{text}");
        }
    }

    #[test]
    fn text_that_is_no_action_is_refused() {
        for text in [
            "",
            "play",
            "play 8h",
            "draw 1",
            "suit",
            "suit X",
            "rank 0",
            "seat 1",
            "seat +0",
            "seat +01",
            "seat +16",
            "say 8",
            "option +1",
            "play  8H",
        ] {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
    }

    #[test]
    fn an_action_is_small() {
        assert!(size_of::<Action>() <= 2);
    }

    #[test]
    fn a_mask_says_of_each_id_whether_it_is_in_the_set() {
        let set = ActionSet::plays(CardSet(0b1010))
            .with(Action::Draw)
            .with(Action::Option(7));
        let mut mask = [true; NUM_ACTIONS];
        set.write_mask(&mut mask);
        for (id, &held) in mask.iter().enumerate() {
            assert_eq!(
                held,
                ActionId::new(id as u8).is_some_and(|id| set.contains_id(id))
            );
        }
    }

    #[test]
    fn the_nth_action_is_the_nth() {
        let set = ActionSet::plays(CardSet(0b1010))
            .with(Action::Draw)
            .with(Action::Option(7));
        let all: Vec<_> = (0..set.len()).map(|n| Action::from_id(set.nth(n))).collect();
        assert_eq!(all, set.iter().collect::<Vec<_>>());
    }
}
