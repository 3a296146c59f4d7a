//! Packs: the suits and ranks of a deck, and the kind of card of each pair of them.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use crate::card::{Card, CardSet, MAX_KINDS, MAX_RANKS, MAX_SUITS, RANKS, Rank, Suit};

/// Numbers of kinds of Joker that a pack may have.
const JOKERS: RangeInclusive<usize> = USUAL_JOKERS..=MAX_JOKERS;

/// Number of kinds of Joker of most packs: the red and the black one.
pub(crate) const USUAL_JOKERS: usize = 2;

/// Most kinds of Joker.
pub(crate) const MAX_JOKERS: usize = 9;

/// The suits and ranks of a deck, each in an order, and Jokers, which have no suit: usually a red and a black one.
///
/// The index of a suited kind is the place of its rank × the number of suits + the place of its suit; the red Joker, the black
/// one and any others follow.
#[derive(Clone, PartialEq, Eq)]
pub struct Pack {
    suit_of: [Option<Suit>; MAX_KINDS],
    rank_of: [Rank; MAX_KINDS],
    of_suit: [CardSet; MAX_SUITS],
    of_rank: [CardSet; MAX_RANKS],
    suits: Vec<Suit>,
    /// Every rank but that of the Jokers.
    ranks: Vec<Rank>,
    /// Number of kinds of Joker.
    jokers: usize,
    /// These ranks in the order of runs: the ace first.
    run: Vec<Rank>,
    /// True for the pack of 52 cards with two Jokers.
    usual: bool,
}

impl Pack {
    /// Returns the pack of 52 cards with two Jokers.
    #[must_use]
    pub fn standard() -> &'static Self {
        static STANDARD: LazyLock<Pack> = LazyLock::new(|| {
            let ranks: Vec<Rank> = (0..RANKS as u8).filter_map(Rank::from_index).collect();
            Pack::new(&Suit::USUAL, &ranks).expect("54 kinds")
        });
        &STANDARD
    }

    /// Returns the pack of these suits and ranks with two Jokers; `None` if its kinds are too many, or a suit or rank stands
    /// there twice.
    #[must_use]
    pub fn new(suits: &[Suit], ranks: &[Rank]) -> Option<Self> {
        Self::with_jokers(suits, ranks, USUAL_JOKERS)
    }

    /// Returns the pack of these suits, ranks and kinds of Joker, 2 … 9; `None` if there is no such pack.
    pub(crate) fn with_jokers(suits: &[Suit], ranks: &[Rank], jokers: usize) -> Option<Self> {
        let kinds = suits.len() * ranks.len() + jokers;
        if kinds > MAX_KINDS || !JOKERS.contains(&jokers) || ranks.contains(&Rank::JOKER) {
            return None;
        }
        let mut pack = Self {
            suit_of: [None; MAX_KINDS],
            rank_of: [Rank::JOKER; MAX_KINDS],
            of_suit: [CardSet::EMPTY; MAX_SUITS],
            of_rank: [CardSet::EMPTY; MAX_RANKS],
            suits: suits.to_vec(),
            ranks: ranks.to_vec(),
            jokers,
            run: ranks.to_vec(),
            usual: jokers == USUAL_JOKERS
                && suits == Suit::USUAL
                && ranks.iter().map(|rank| rank.index()).eq(0..RANKS),
        };
        pack.run.sort_by_key(|&rank| rank != Rank::ACE);
        let pairs = ranks
            .iter()
            .flat_map(|&rank| suits.iter().map(move |&suit| (rank, suit)));
        for ((rank, suit), card) in pairs.zip(Card::every()) {
            let (of_suit, of_rank) = (pack.of_suit(suit), pack.of_rank(rank));
            if !of_suit.and(of_rank).is_empty() {
                return None;
            }
            pack.suit_of[card.index()] = Some(suit);
            pack.rank_of[card.index()] = rank;
            pack.of_suit[suit.index()] = of_suit.or(card.bit());
            pack.of_rank[rank.index()] = of_rank.or(card.bit());
        }
        pack.of_rank[Rank::JOKER.index()] = pack.each_joker().collect();
        Some(pack)
    }

    /// True for the pack of 52 cards with two Jokers.
    #[must_use]
    pub const fn is_usual(&self) -> bool {
        self.usual
    }

    /// Returns the number of kinds of card, the Jokers included.
    #[must_use]
    pub fn num_kinds(&self) -> usize {
        self.num_suited() + self.jokers
    }

    /// Returns the number of kinds of card without the Jokers.
    #[must_use]
    pub fn num_suited(&self) -> usize {
        self.suits.len() * self.ranks.len()
    }

    /// Returns the suits in their order.
    #[must_use]
    pub fn suits(&self) -> &[Suit] {
        &self.suits
    }

    /// Returns the ranks in their order, without that of the Jokers.
    #[must_use]
    pub fn ranks(&self) -> &[Rank] {
        &self.ranks
    }

    /// Returns the ranks in their order, that of the Jokers last.
    pub fn all_ranks(&self) -> impl Iterator<Item = Rank> + Clone + '_ {
        self.ranks.iter().copied().chain([Rank::JOKER])
    }

    /// Returns every kind of card.
    #[must_use]
    pub fn all(&self) -> CardSet {
        CardSet(u64::MAX >> (MAX_KINDS - self.num_kinds()))
    }

    /// Returns all Jokers.
    #[must_use]
    pub const fn jokers(&self) -> CardSet {
        self.of_rank[Rank::JOKER.index()]
    }

    /// Returns the red Joker.
    #[must_use]
    pub fn red_joker(&self) -> Card {
        Card::of(self.num_suited() as u8)
    }

    /// Returns the black Joker.
    #[must_use]
    pub fn black_joker(&self) -> Card {
        Card::of(self.num_suited() as u8 + 1)
    }

    /// Iterates over the kinds of Joker: the red one, the black one, then any others.
    pub(crate) fn each_joker(&self) -> impl Iterator<Item = Card> {
        (self.num_suited()..self.num_kinds()).map(|index| Card::of(index as u8))
    }

    /// Returns the place of a Joker among them, from 0 on.
    pub(crate) fn place_of_joker(&self, joker: Card) -> usize {
        joker.index() - self.num_suited()
    }

    /// Returns the suit of a card; `None` for a Joker.
    #[must_use]
    #[inline]
    pub const fn suit(&self, card: Card) -> Option<Suit> {
        self.suit_of[card.index()]
    }

    /// Returns the rank of a card.
    #[must_use]
    #[inline]
    pub const fn rank(&self, card: Card) -> Rank {
        self.rank_of[card.index()]
    }

    /// Returns the kinds of a suit; none if the pack lacks it.
    #[must_use]
    #[inline]
    pub const fn of_suit(&self, suit: Suit) -> CardSet {
        self.of_suit[suit.index()]
    }

    /// Returns the kinds of a rank; none if the pack lacks it.
    #[must_use]
    #[inline]
    pub const fn of_rank(&self, rank: Rank) -> CardSet {
        self.of_rank[rank.index()]
    }

    /// Returns the kinds of a suit, if there is one.
    #[inline]
    pub(crate) const fn of_any_suit(&self, suit: Option<Suit>) -> CardSet {
        match suit {
            Some(suit) => self.of_suit(suit),
            None => CardSet::EMPTY,
        }
    }

    /// Returns the kinds that have the rank of a card.
    #[inline]
    pub(crate) const fn alike(&self, card: Card) -> CardSet {
        self.of_rank(self.rank(card))
    }

    /// Returns the kinds of the suits for which `of` holds.
    fn of_suits(&self, of: impl Fn(Suit) -> bool) -> CardSet {
        let suits = self.suits.iter().filter(|&&suit| of(suit));
        suits.fold(CardSet::EMPTY, |set, &suit| set.or(self.of_suit(suit)))
    }

    /// Returns the kinds of some ranks.
    pub(crate) fn of_ranks(&self, ranks: impl IntoIterator<Item = Rank>) -> CardSet {
        let ranks = ranks.into_iter();
        ranks.fold(CardSet::EMPTY, |set, rank| set.or(self.of_rank(rank)))
    }

    /// Returns the ranks one lower and one higher in a run, the ace low; where runs go round, the first follows the last.
    pub(crate) fn adjacent(&self, rank: Rank, round: bool) -> impl Iterator<Item = Rank> {
        let (run, len) = (&self.run, self.run.len());
        let place = run.iter().position(|&other| other == rank);
        let below = place
            .filter(|&at| at > 0 || round)
            .map(|at| run[(at + len - 1) % len]);
        let above = place
            .filter(|&at| at + 1 < len || round)
            .map(|at| run[(at + 1) % len]);
        below.into_iter().chain(above)
    }

    /// Returns the kinds of the red suits.
    pub(crate) fn red(&self) -> CardSet {
        self.of_suits(Suit::is_red)
    }

    /// Returns the kinds of the black suits.
    pub(crate) fn black(&self) -> CardSet {
        self.of_suits(|suit| !suit.is_red())
    }

    /// Returns the text of a card, such as `QS`, or `*R` for a Joker; `None` for a kind that the pack lacks.
    pub(crate) fn text(&self, card: Card) -> Option<String> {
        match self.suit(card) {
            Some(suit) => Some(format!("{}{}", self.rank(card).letter(), suit.letter())),
            None if card.index() < self.num_kinds() => Some(joker_text(self.place_of_joker(card))),
            None => None,
        }
    }

    /// Returns the suit of a letter, if the pack has it.
    pub(crate) fn suit_of_letter(&self, letter: char) -> Option<Suit> {
        Suit::from_letter(letter).filter(|suit| self.suits.contains(suit))
    }

    /// Returns the rank of a letter, if the pack has it; `*` is that of the Jokers.
    pub(crate) fn rank_of_letter(&self, letter: char) -> Option<Rank> {
        Rank::from_letter(letter).filter(|&rank| !self.of_rank(rank).is_empty())
    }

    /// Returns the letters of the suits and of the ranks, without that of the Jokers.
    pub(crate) fn letters(&self) -> [String; 2] {
        let suits = self.suits.iter().map(|suit| suit.letter()).collect();
        [suits, self.ranks.iter().map(|rank| rank.letter()).collect()]
    }

    /// Returns the card of a text.
    pub(crate) fn named(&self, text: &str) -> Option<Card> {
        let mut jokers = self.each_joker().enumerate();
        if let Some((_, joker)) = jokers.find(|(place, _)| joker_text(*place) == text) {
            return Some(joker);
        }
        let mut letters = text.chars();
        let (Some(rank), Some(suit), None) = (letters.next(), letters.next(), letters.next()) else {
            return None;
        };
        self.card(Rank::from_letter(rank)?, Suit::from_letter(suit)?)
    }

    /// Returns the kind of this rank and suit; `None` if the pack lacks it.
    #[must_use]
    pub fn card(&self, rank: Rank, suit: Suit) -> Option<Card> {
        self.of_rank(rank).and(self.of_suit(suit)).iter().next()
    }

    /// Iterates over the suits of which there is a card in a set.
    pub fn suits_in(&self, cards: CardSet) -> impl Iterator<Item = Suit> + Clone + '_ {
        let has = move |suit: &Suit| !cards.and(self.of_suit(*suit)).is_empty();
        self.suits.iter().copied().filter(has)
    }

    /// True for a card of a red suit, and for the red Joker.
    #[must_use]
    pub fn is_red(&self, card: Card) -> bool {
        self.suit(card).map_or(card == self.red_joker(), Suit::is_red)
    }
}

/// Returns the text of a Joker by its place: `*R`, `*B`, then `*3`, `*4` and so on.
pub(crate) fn joker_text(place: usize) -> String {
    match place {
        0 => "*R".to_owned(),
        1 => "*B".to_owned(),
        place => format!("*{}", place + 1),
    }
}

impl Default for Pack {
    fn default() -> Self {
        Self::standard().clone()
    }
}

impl std::fmt::Debug for Pack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [suits, ranks] = self.letters();
        write!(f, "Pack({suits} × {ranks} + {})", self.jokers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(suits: &str, ranks: &str) -> Option<Pack> {
        let suits: Vec<Suit> = suits.chars().filter_map(Suit::from_letter).collect();
        let ranks: Vec<Rank> = ranks.chars().filter_map(Rank::from_letter).collect();
        Pack::new(&suits, &ranks)
    }

    #[test]
    fn suits_and_ranks_partition_the_kinds() {
        for (suits, ranks) in [
            ("CDHS", "23456789TJQKA"),
            ("CDHSVWXY", "23456"),
            ("V", "01BEFGL"),
            ("HC", "A8"),
        ] {
            let pack = pack(suits, ranks).expect("few kinds");
            let all = |sets: &[CardSet]| sets.iter().fold(CardSet::EMPTY, |all, set| all.or(*set));
            let of_suits: Vec<CardSet> = pack.suits().iter().map(|&suit| pack.of_suit(suit)).collect();
            let of_ranks: Vec<CardSet> = pack.all_ranks().map(|rank| pack.of_rank(rank)).collect();
            assert_eq!(all(&of_suits).or(pack.jokers()), pack.all());
            assert_eq!(all(&of_ranks), pack.all());
            assert_eq!(
                of_suits.iter().map(|set| set.len()).sum::<u32>() + 2,
                pack.all().len()
            );
            assert_eq!(
                of_ranks.iter().map(|set| set.len()).sum::<u32>(),
                pack.all().len()
            );
        }
    }

    #[test]
    fn every_card_has_a_text_of_its_own() {
        let pack = pack("CDHSV", "A234578TJQKF").expect("62 kinds");
        assert_eq!(pack.all().len(), 62);
        for card in pack.all().iter() {
            let text = pack.text(card).expect("a card of the pack");
            assert_eq!(pack.named(&text), Some(card), "{text}");
        }
        assert_eq!(pack.text(Card::of(62)), None);
        assert_eq!((pack.named("6C"), pack.named("AW")), (None, None));
    }

    #[test]
    fn runs_go_by_the_order_of_the_ranks_with_the_ace_first() {
        let next_to = |pack: &Pack, letter, round| {
            let rank = Rank::from_letter(letter).expect("a rank");
            pack.adjacent(rank, round).map(Rank::letter).collect::<String>()
        };
        let usual = Pack::standard();
        assert_eq!(
            [next_to(usual, 'A', false), next_to(usual, 'A', true)],
            ["2", "K2"]
        );
        assert_eq!([next_to(usual, 'K', false), next_to(usual, '*', true)], ["Q", ""]);
        let other = pack("CD", "0123A9").expect("few kinds");
        assert_eq!(
            [next_to(&other, '0', false), next_to(&other, '9', true)],
            ["A1", "3A"]
        );
    }

    #[test]
    fn packs_that_are_too_large_or_have_a_suit_twice_are_refused() {
        for (suits, ranks) in [
            ("CDHSV", "23456789TJQKA"),
            ("CC", "23"),
            ("CD", "22"),
            ("CD", "2*"),
        ] {
            assert_eq!(pack(suits, ranks), None);
        }
    }

    #[test]
    fn only_the_pack_of_52_cards_is_usual() {
        assert!(Pack::standard().is_usual());
        assert!(!pack("DCHS", "23456789TJQKA").expect("54 kinds").is_usual());
        assert!(!pack("CDHS", "23456789TJQK").expect("50 kinds").is_usual());
    }
}
