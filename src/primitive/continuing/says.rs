//! What other rules ask of further cards in a turn.

use crate::card::CardSet;
use crate::ruleset::{Continue, ContinueWith, Counts, Has, Most, Ruleset, Special};

/// It may be covered.
pub(crate) const COVER: Has = ("continue", |s| s.cover().is_some());

/// It may be covered in a suit that is nominated at once.
pub(crate) const COVER_NOMINATED: Has = ("continue.with", |s| {
    s.cover().is_some_and(|c| c.with == ContinueWith::Nominated)
});

/// Cards of its rank may be played together.
pub(crate) const SETS: Has = ("continue", |s| s.goes_on(ContinueWith::Rank).is_some());

/// Runs may be played.
pub(crate) const RUNS: Has = ("continue", |s| s.runs() != Runs::Off);

/// Sets may be covered.
pub(crate) const SET_COVER: Has = ("continue", |s| s.goes_on(ContinueWith::SuitAfterSet).is_some());

/// Cards may be played one after the other.
pub(crate) const FOLLOWING: Has = ("continue", |s| s.goes_on(ContinueWith::Following).is_some());

/// Several cards of one rank in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SameRank {
    /// Not allowed.
    Off,
    /// Allowed; the effects of every card count.
    Every,
    /// Allowed; only the effects of the top card count.
    Top,
    /// Allowed; only those of the top card count, and of equal ones under it that do the same.
    TopSet,
}

/// Whether the turn may go on with the next higher or lower card of the suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Runs {
    /// It may not.
    Off,
    /// It may, the ace being low.
    AceLow,
    /// It may, the ace standing between king and two.
    Round,
}

/// Whether equal cards played together are covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetCover {
    /// They are not.
    Off,
    /// They may be; the cover may begin a set again.
    May,
    /// They must be: a card is legal only if the turn can still end with every set covered.
    Must,
}

/// What all specials together say of several cards in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Several {
    /// Several cards of one rank.
    pub(crate) same_rank: SameRank,
    /// Which cards may be played together so.
    pub(crate) same_rank_cards: CardSet,
    /// Cards that may be added to them, standing for their rank.
    pub(crate) stands_in: CardSet,
    /// Whether the turn may go on with the next higher or lower card of the suit.
    pub(crate) runs: Runs,
    /// Whether two or more equal cards are covered.
    pub(crate) set_cover: SetCover,
    /// Which cards may cover them.
    pub(crate) set_cover_cards: CardSet,
    /// Up to so many cards in a turn, each following the one below.
    pub(crate) most: u8,
    /// Whether more may be played if then all cards held are.
    pub(crate) or_all: bool,
}

impl Special {
    /// How one of its cards is covered.
    pub(crate) fn cover(&self) -> Option<&Continue> {
        let own = self.r#continue.as_ref();
        own.filter(|own| own.with.cover().is_some())
    }

    /// How a turn goes on with a run by this.
    pub(crate) fn runs(&self) -> Runs {
        if self.goes_on(ContinueWith::AdjacentRound).is_some() {
            Runs::Round
        } else if self.goes_on(ContinueWith::Adjacent).is_some() {
            Runs::AceLow
        } else {
            Runs::Off
        }
    }

    /// How a turn goes on with this, by a rule for all cards together.
    pub(crate) fn goes_on(&self, with: ContinueWith) -> Option<&Continue> {
        let some = !self.cards.is_none() && !self.cards.cards().is_empty();
        let own = self.r#continue.as_ref();
        own.filter(|own| some && own.with == with && with.cover().is_none())
    }
}

impl Ruleset {
    /// What all specials together say of several cards in a turn.
    pub(crate) fn several(&self) -> Several {
        let mut all = Several {
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
            if let Some(sets) = special.goes_on(ContinueWith::Rank) {
                all.same_rank = match sets.effects {
                    Counts::Every => SameRank::Every,
                    Counts::Top => SameRank::Top,
                    Counts::TopSet => SameRank::TopSet,
                };
                all.same_rank_cards = all.same_rank_cards.or(special.cards.cards());
                all.stands_in = all.stands_in.or(sets.also.cards());
            }
            if special.runs() != Runs::Off {
                all.runs = special.runs();
            }
            if let Some(cover) = special.goes_on(ContinueWith::SuitAfterSet) {
                all.set_cover = if cover.must { SetCover::Must } else { SetCover::May };
                all.set_cover_cards = cover.cards.cards();
            }
            if let Some(following) = special.goes_on(ContinueWith::Following) {
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

    /// The cards of a special that can lie on equal ones played in the same turn.
    pub(crate) fn played_together(&self, cards: CardSet) -> CardSet {
        let several = self.several();
        match several.same_rank {
            SameRank::Off => CardSet::EMPTY,
            _ => several.same_rank_cards.or(several.stands_in).and(cards),
        }
    }
}
