//! Compiled rules on the cards that must or may be played next.

use crate::card::{CardSet, MAX_KINDS};
use crate::rules::Features;
use crate::rules::compile::{CompileCard, Compiled};
use crate::rules::in_play::{in_play, union};
use crate::ruleset::{Binds, Nominate, Ruleset, Special};

/// The rank or card that the player of a card names.
#[derive(Debug, Clone, Default)]
pub(crate) struct NextRules {
    pub(crate) name_rank: Option<NameRankRules>,
}

/// The rules for naming what must be played next.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NameRankRules {
    /// Single cards that may be named besides ranks; with `all`, cards of the ranks that may be named.
    pub(crate) cards: CardSet,
    /// Number of cards drawn by a player who holds none of those named.
    pub(crate) draw: u8,
    /// True if the named rank binds everybody until its player has played again.
    pub(crate) all: bool,
}

impl CompileCard for NextRules {
    fn add(&mut self, of: Compiled<'_>) {
        if let Some(named) = of.special.named() {
            self.name_rank = Some(NameRankRules {
                cards: named.cards.cards(),
                draw: named.else_draw,
                all: named.binds == Binds::NamedAll,
            });
        }
    }

    fn is_plain(&self) -> bool {
        self.name_rank.is_none()
    }

    fn needs(&self) -> Features {
        // Naming comes with a tableau.
        0
    }
}

/// Returns the cards on which the card beneath is followed.
pub(crate) fn follow_under(ruleset: &Ruleset, players: u8) -> CardSet {
    union(ruleset, players, |special| {
        if special.follow_under() {
            special.cards.cards()
        } else {
            CardSet::EMPTY
        }
    })
}

/// Returns the cards that each kind of card demands from the next player.
pub(crate) fn demand(ruleset: &Ruleset, players: u8) -> Option<Box<[CardSet; MAX_KINDS]>> {
    let mut demand = Box::new([CardSet::EMPTY; MAX_KINDS]);
    let specials = in_play(ruleset, players).map(|(_, special)| special);
    for (special, demanded) in specials.filter_map(|special| Some((special, special.demand()?))) {
        for card in special.cards.cards().iter() {
            demand[card.index()] = demand[card.index()].or(demanded.cards());
        }
    }
    demand.iter().any(|cards| !cards.is_empty()).then_some(demand)
}

/// Returns true if any restriction binds the next player only.
pub(crate) fn binds_next(ruleset: &Ruleset, players: u8) -> bool {
    let some = |special: &Special| special.demand().is_some() || special.nominate == Nominate::Second;
    ruleset.nominations_lapse() || in_play(ruleset, players).any(|(_, special)| some(special))
}

/// Returns the upcards that only listed cards follow, wild or not.
pub(crate) fn closed(ruleset: &Ruleset, players: u8) -> CardSet {
    union(ruleset, players, |special| {
        if special.followed_by().is_none() {
            CardSet::EMPTY
        } else {
            special.cards.cards()
        }
    })
}
