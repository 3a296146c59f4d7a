//! What each kind of card does: one table for each meaning that late-bound words can have.

use super::Features;
use super::features::{FOLLOWING, TABLE};
use super::in_play::in_play;
use super::room::{Compiled, OfCard as _, OfTable as _};
use crate::card::{Card, CardSet, KINDS};
use crate::ruleset::{Bindings, Free, Nominate, OtherPoints, Ruleset, Selector};

/// Makes the rules of a card of what each primitive makes of it.
macro_rules! card_rules {
    ($($room:ident: $part:ident),+) => {
        /// What one kind of card does, by primitive.
        #[derive(Debug, Clone, Default)]
        pub(crate) struct CardRules {
            pub(crate) nominate: Nominate,
            pub(crate) skip: u8,
            pub(crate) reverse: u8,
            /// Whether the same player has the next turn.
            pub(crate) again: bool,
            pub(crate) name_rank: Option<NameRankRules>,
            /// Whether it turns what makes others draw against whoever laid that.
            pub(crate) mirror: bool,
            /// Nothing of the above: laying it can only pass the turn on.
            pub(crate) plain: bool,
            $(pub(crate) $room: crate::primitive::$room::rules::$part,)+
        }

        impl CardRules {
            /// Adds what a special says of this card.
            fn add(&mut self, of: Compiled<'_>) {
                self.add_itself(of);
                $(self.$room.add(of);)+
            }

            /// Whether the card can only pass the turn on.
            fn is_plain(&self) -> bool {
                self.is_plain_itself() $(&& self.$room.is_plain())+
            }

            /// What the engine must have for the card.
            pub(super) fn needs(&self) -> Features {
                self.needs_itself() $(| self.$room.needs())+
            }

            /// Whether cards in hands can become known by it.
            pub(super) fn makes_known(&self) -> bool {
                false $(|| self.$room.makes_known())+
            }
        }
    };
}

crate::primitive::card_rules!(card_rules);

/// Makes the rules of a table of what each primitive makes of all cards together.
macro_rules! card_table {
    ($($room:ident: $part:ident),+) => {
        /// What each kind of card does to and for a seat for which late-bound words have one meaning.
        #[derive(Debug, Clone)]
        pub(crate) struct CardTable {
            pub(crate) cards: [CardRules; KINDS],
            /// Cards that do nothing.
            pub(crate) plain: CardSet,
            /// Cards that can be laid on anything.
            pub(crate) wild: CardSet,
            /// Cards that can be laid on anything when nothing else can be laid.
            pub(crate) wild_unable: CardSet,
            /// Cards that can be laid on anything when no card of the suit in force is held.
            pub(crate) wild_no_suit: CardSet,
            /// Cards that mirror.
            pub(crate) mirrors: CardSet,
            /// Cards that are ordinary ones on these upcards.
            pub(crate) not_on: Vec<(CardSet, CardSet)>,
            $(pub(crate) $room: crate::primitive::$room::rules::$part,)+
        }

        impl Default for CardTable {
            fn default() -> Self {
                Self {
                    cards: std::array::from_fn(|_| CardRules::default()),
                    plain: CardSet::ALL,
                    wild: CardSet::EMPTY,
                    wild_unable: CardSet::EMPTY,
                    wild_no_suit: CardSet::EMPTY,
                    mirrors: CardSet::EMPTY,
                    not_on: Vec::new(),
                    $($room: Default::default(),)+
                }
            }
        }

        impl CardTable {
            /// Adds a special to what it says of all its cards together.
            fn add_together(&mut self, of: Compiled<'_>) {
                $(self.$room.add(of);)+
            }

            /// What the engine must have for it.
            pub(super) fn needs(&self) -> Features {
                let cards = self.cards.iter().fold(0, |features, card| features | card.needs());
                cards $(| self.$room.needs())+
            }
        }
    };
}

crate::primitive::card_tables!(card_table);

/// Naming what the next player must lay.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NameRankRules {
    /// Single cards that may be named beside ranks.
    pub(crate) cards: CardSet,
    /// Cards for a player who holds none.
    pub(crate) draw: u8,
}

impl CardTable {
    /// The table of a ruleset for a number of players where late-bound words mean this.
    pub(crate) fn compile(ruleset: &Ruleset, players: u8, bindings: &Bindings) -> Self {
        let mut table = Self::default();
        for special in in_play(ruleset, players).map(|(_, special)| special) {
            table.add(Compiled {
                special,
                cards: special.cards.bound(bindings),
                bindings,
                attacks: table.hit.answers.len() as u8,
            });
        }
        for (card, kind) in table.cards.iter_mut().zip(Card::all()) {
            card.plain = card.is_plain();
            if !card.plain {
                table.plain = table.plain.minus(kind.bit());
            }
        }
        table
    }

    /// Adds a special.
    fn add(&mut self, of: Compiled<'_>) {
        let Compiled {
            special,
            cards: set,
            bindings,
            ..
        } = of;
        for card in set.iter() {
            self.cards[card.index()].add(of);
        }
        self.add_together(of);
        match special.play.free {
            Free::Always => self.wild = self.wild.or(set),
            Free::Unable => self.wild_unable = self.wild_unable.or(set),
            Free::NoSuit => self.wild_no_suit = self.wild_no_suit.or(set),
            Free::Never => {}
        }
        if special.mirror {
            self.mirrors = self.mirrors.or(set);
        }
        let not_on = special.play.except.bound(bindings);
        if !not_on.is_empty() {
            self.not_on.push((set, not_on));
        }
    }

    /// Whether play by this table can make cards in other hands known.
    pub(super) fn makes_known(&self) -> bool {
        self.cards.iter().any(CardRules::makes_known)
    }

    /// The rules of a card.
    #[inline]
    pub(crate) fn of(&self, card: Card) -> &CardRules {
        &self.cards[card.index()]
    }

    /// Cards that are wild in whatever way.
    pub(crate) fn any_wild(&self) -> CardSet {
        self.wild.or(self.wild_unable).or(self.wild_no_suit)
    }

    /// Whether a card is an ordinary one on this upcard.
    pub(crate) fn is_ordinary_on(&self, card: Card, upcard: Option<Card>) -> bool {
        upcard.is_some_and(|up| {
            self.not_on
                .iter()
                .any(|(cards, upcards)| cards.contains(card) && upcards.contains(up))
        })
    }

    /// Cards that can be laid on this one whatever it is.
    pub(crate) fn wild_on(&self, upcard: Option<Card>) -> CardSet {
        let Some(upcard) = upcard else { return self.wild };
        let mut wild = self.wild;
        for (cards, upcards) in &self.not_on {
            if upcards.contains(upcard) {
                wild = wild.minus(*cards);
            }
        }
        wild
    }
}

impl CardRules {
    fn add_itself(&mut self, of: Compiled<'_>) {
        let Compiled {
            special, bindings: _, ..
        } = of;
        if special.nominate != Nominate::Never {
            self.nominate = special.nominate;
        }
        self.skip += special.skip;
        self.reverse += u8::from(special.reverse);
        self.again |= special.again;
        self.mirror |= special.mirror;
        if let Some(named) = special.named() {
            self.name_rank = Some(NameRankRules {
                cards: named.cards.cards(),
                draw: named.else_draw,
            });
        }
    }

    fn is_plain_itself(&self) -> bool {
        self.nominate == Nominate::Never
            && self.skip == 0
            && self.reverse == 0
            && !self.again
            && self.name_rank.is_none()
    }

    /// What a card needs.
    fn needs_itself(&self) -> Features {
        let when = |needed: bool, feature: Features| if needed { feature } else { 0 };
        let table = self.again || self.mirror;
        when(table, TABLE) | when(self.nominate == Nominate::Second, FOLLOWING)
    }
}

/// What a card left in hand counts.
pub(crate) fn points(ruleset: &Ruleset, players: u8, card: Card) -> u16 {
    for (text, points) in &ruleset.score.points.classes {
        if text
            .parse::<Selector>()
            .is_ok_and(|selector| selector.cards().contains(card))
        {
            return points.get(players).unwrap_or(0);
        }
    }
    match ruleset.score.points.others {
        OtherPoints::Each(points) => points,
        OtherPoints::Index => card.index() as u16 + 2,
        OtherPoints::Face => match card.rank().index() {
            13 => 50,
            12 => 1,
            8..=11 => 10,
            rank => rank as u16 + 2,
        },
    }
}
