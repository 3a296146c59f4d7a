//! Queries on further cards in a turn for other rules.

use crate::card::{Card, CardSet};
use crate::pack::Pack;
use crate::ruleset::{Continue, ContinueWith, Counts, Has, Most, Ruleset, Special};

/// Cards that may be covered.
pub(crate) const COVER: Has = ("continue", |s| s.cover().is_some());

/// Cards that may be covered in a suit nominated at once.
pub(crate) const COVER_NOMINATED: Has = ("continue.with", |s| {
    s.cover().is_some_and(|c| c.with == ContinueWith::Nominated)
});

/// Specials whose cards of one rank may be played together.
pub(crate) const SETS: Has = ("continue", |s| s.continues(ContinueWith::Rank).is_some());

/// Specials that allow runs.
pub(crate) const RUNS: Has = ("continue", |s| s.runs() != Runs::Off);

/// Specials that let sets be covered.
pub(crate) const SET_COVER: Has = ("continue", |s| s.continues(ContinueWith::SuitAfterSet).is_some());

/// Specials that let several cards be played one on another.
pub(crate) const FOLLOWING: Has = ("continue", |s| s.continues(ContinueWith::Following).is_some());

/// The rule for several cards of one rank in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SameRank {
    /// Not allowed.
    Off,
    /// Allowed; the effects of every card count.
    Every,
    /// Allowed; only the effects of the top card count.
    Top,
    /// Allowed; only the effects of the top card count, and of equal cards under it with the same effect.
    TopSet,
}

/// The rule for going on with the next higher or lower card of the suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Runs {
    /// Not allowed.
    Off,
    /// Allowed, with the ace low.
    AceLow,
    /// Allowed, with the ace between king and two.
    Round,
}

/// The rule for covering equal cards played together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetCover {
    /// Not allowed.
    Off,
    /// Optional; the cover may begin another set.
    May,
    /// Required: a card is legal only if the turn can still end with every set covered.
    Must,
}

/// The rules that all specials together make for several cards in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ContinueTogether {
    /// The rule for several cards of one rank.
    pub(crate) same_rank: SameRank,
    /// The cards that may be played together under that rule.
    pub(crate) same_rank_cards: CardSet,
    /// Cards that may be added to them and stand for their rank.
    pub(crate) stands_in: CardSet,
    /// The rule for going on with the next higher or lower card of the suit.
    pub(crate) runs: Runs,
    /// The rule for covering two or more equal cards.
    pub(crate) set_cover: SetCover,
    /// The cards that may cover a set.
    pub(crate) set_cover_cards: CardSet,
    /// Most cards in a turn that each follow the one below.
    pub(crate) most: u8,
    /// True if more may be played where the whole hand is then played.
    pub(crate) or_all: bool,
}

impl ContinueTogether {
    /// Returns the cards that may be played on a card in the same turn: those of its rank, and those beside it in a run.
    pub(crate) fn continues(&self, pack: &Pack, card: Card) -> CardSet {
        let equal = match self.same_rank {
            SameRank::Off => CardSet::EMPTY,
            _ if self.same_rank_cards.contains(card) => {
                pack.alike(card).and(self.same_rank_cards).or(self.stands_in)
            }
            _ => CardSet::EMPTY,
        };
        equal.or(self.adjacent(pack, card))
    }

    /// Returns the next higher and the next lower card of the same suit, if runs are allowed; between ace and king only
    /// where runs go round.
    pub(crate) fn adjacent(&self, pack: &Pack, card: Card) -> CardSet {
        let Some(suit) = pack.suit(card).filter(|_| self.runs != Runs::Off) else {
            return CardSet::EMPTY;
        };
        let ranks = pack.adjacent(pack.rank(card), self.runs == Runs::Round);
        pack.of_ranks(ranks).and(pack.of_suit(suit))
    }
}

impl Special {
    /// Returns the rule by which one of the special's cards may be covered.
    pub(crate) fn cover(&self) -> Option<&Continue> {
        let own = self.r#continue.as_ref();
        own.filter(|own| own.with.cover().is_some())
    }

    /// Returns the rule for runs that this special makes.
    pub(crate) fn runs(&self) -> Runs {
        if self.continues(ContinueWith::AdjacentRound).is_some() {
            Runs::Round
        } else if self.continues(ContinueWith::Adjacent).is_some() {
            Runs::AceLow
        } else {
            Runs::Off
        }
    }

    /// Returns the special's setting if it makes this rule for all cards together.
    pub(crate) fn continues(&self, with: ContinueWith) -> Option<&Continue> {
        let some = !self.cards.is_none() && !self.cards.cards().is_empty();
        let own = self.r#continue.as_ref();
        own.filter(|own| some && own.with == with && with.cover().is_none())
    }
}

impl Ruleset {
    /// Combines the rules that all specials make for several cards in a turn.
    pub(crate) fn continue_together(&self) -> ContinueTogether {
        let mut all = ContinueTogether {
            same_rank: SameRank::Off,
            same_rank_cards: CardSet::EMPTY,
            stands_in: CardSet::EMPTY,
            runs: Runs::Off,
            set_cover: SetCover::Off,
            set_cover_cards: CardSet::ALL,
            most: 1,
            or_all: false,
        };
        for special in self.special.values() {
            if let Some(sets) = special.continues(ContinueWith::Rank) {
                all.same_rank = match sets.effects {
                    Counts::Every | Counts::First => SameRank::Every,
                    Counts::Top => SameRank::Top,
                    Counts::TopSet => SameRank::TopSet,
                };
                all.same_rank_cards = all.same_rank_cards.or(special.cards.cards());
                all.stands_in = all.stands_in.or(sets.also.cards());
            }
            if special.runs() != Runs::Off {
                all.runs = special.runs();
            }
            if let Some(cover) = special.continues(ContinueWith::SuitAfterSet) {
                all.set_cover = if cover.must { SetCover::Must } else { SetCover::May };
                all.set_cover_cards = cover.cards.cards();
            }
            if let Some(following) = special.continues(ContinueWith::Following) {
                let (cards, or_all) = match following.most {
                    Most::Any => (Most::LIMIT, false),
                    Most::AtMost(cards) => (cards, false),
                    Most::OrAll(cards) => (cards, true),
                };
                (all.most, all.or_all) = (cards + 1, or_all);
            }
        }
        if all.same_rank == SameRank::Off {
            all.same_rank_cards = CardSet::ALL;
        }
        all
    }

    /// Returns those of `cards` that can lie on equal ones played in the same turn.
    pub(crate) fn played_together(&self, cards: CardSet) -> CardSet {
        let several = self.continue_together();
        match several.same_rank {
            SameRank::Off => CardSet::EMPTY,
            _ => several.same_rank_cards.or(several.stands_in).and(cards),
        }
    }
}
