//! Packs: the suits and ranks of a deck, and the kind of card of each pair of them.

use std::sync::LazyLock;

use crate::card::{Card, CardSet, KINDS, MAX_RANKS, MAX_SUITS, Rank, Suit};

/// The suits and ranks of a deck, each in an order, and two Jokers that have no suit.
///
/// The index of a suited kind is the place of its rank × the number of suits + the place of its suit; the red and the black
/// Joker follow.
#[derive(Clone, PartialEq, Eq)]
pub struct Pack {
    suit_of: [Option<Suit>; KINDS],
    rank_of: [Rank; KINDS],
    of_suit: [CardSet; MAX_SUITS],
    of_rank: [CardSet; MAX_RANKS],
    suits: Vec<Suit>,
    /// Every rank but that of the Jokers.
    ranks: Vec<Rank>,
    /// These ranks in the order of runs: the ace first.
    run: Vec<Rank>,
}

impl Pack {
    /// Returns the pack of 52 cards with two Jokers.
    #[must_use]
    pub fn standard() -> &'static Self {
        static STANDARD: LazyLock<Pack> = LazyLock::new(|| {
            let ranks: Vec<Rank> = (0..13).filter_map(Rank::from_index).collect();
            Pack::new(&Suit::USUAL, &ranks).expect("54 kinds")
        });
        &STANDARD
    }

    /// Returns the pack of these suits and ranks; `None` if its kinds are too many, or a suit or rank stands there twice.
    #[must_use]
    pub fn new(suits: &[Suit], ranks: &[Rank]) -> Option<Self> {
        if suits.len() * ranks.len() + 2 > KINDS || ranks.contains(&Rank::JOKER) {
            return None;
        }
        let mut pack = Self {
            suit_of: [None; KINDS],
            rank_of: [Rank::JOKER; KINDS],
            of_suit: [CardSet::EMPTY; MAX_SUITS],
            of_rank: [CardSet::EMPTY; MAX_RANKS],
            suits: suits.to_vec(),
            ranks: ranks.to_vec(),
            run: ranks.to_vec(),
        };
        pack.run.sort_by_key(|&rank| rank != Rank::ACE);
        let pairs = ranks
            .iter()
            .flat_map(|&rank| suits.iter().map(move |&suit| (rank, suit)));
        for ((rank, suit), card) in pairs.zip(Card::all()) {
            let (of_suit, of_rank) = (pack.of_suit(suit), pack.of_rank(rank));
            if !of_suit.and(of_rank).is_empty() {
                return None;
            }
            pack.suit_of[card.index()] = Some(suit);
            pack.rank_of[card.index()] = rank;
            pack.of_suit[suit.index()] = of_suit.or(card.bit());
            pack.of_rank[rank.index()] = of_rank.or(card.bit());
        }
        let jokers = [pack.red_joker(), pack.black_joker()];
        pack.of_rank[Rank::JOKER.index()] = jokers.into_iter().collect();
        Some(pack)
    }

    /// Returns the number of kinds of card, the Jokers included.
    #[must_use]
    pub fn num_kinds(&self) -> usize {
        self.num_suited() + 2
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
        CardSet(u64::MAX >> (64 - self.num_kinds()))
    }

    /// Returns both Jokers.
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

impl std::fmt::Debug for Pack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let suits: String = self.suits.iter().map(|suit| suit.letter()).collect();
        let ranks: String = self.ranks.iter().map(|rank| rank.letter()).collect();
        write!(f, "Pack({suits} × {ranks})")
    }
}
