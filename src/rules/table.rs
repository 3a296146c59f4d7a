//! What each kind of card does: one table for each meaning that late-bound words can have.

use super::Features;
use super::features::{ATTACKS, FOLLOWING, PENALTIES, TABLE};
use super::in_play::in_play;
use super::room::{Compiled, OfCard as _, OfTable as _};
use crate::card::{Card, CardSet, KINDS};
use crate::ruleset::{
    AnswerSuit, Bindings, Free, HitFrom, HitSets, Imitation, Nominate, OtherPoints, Ruleset, Selector,
    TurnKept,
};

/// Makes the rules of a card of what each primitive makes of it.
macro_rules! card_rules {
    ($($room:ident: $part:ident),+) => {
        /// What one kind of card does, by primitive.
        #[derive(Debug, Clone, Default)]
        pub(crate) struct CardRules {
            pub(crate) nominate: Nominate,
            pub(crate) skip: u8,
            pub(crate) reverse: u8,
            /// Index into the rules' attacks.
            pub(crate) attack: Option<u8>,
            pub(crate) penalty: Option<PenaltyRules>,
            /// Whether the same player has the next turn.
            pub(crate) again: bool,
            /// Cards that all other players draw.
            pub(crate) others_draw: u8,
            /// Cards that somebody draws by lot.
            pub(crate) slap: u8,
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
                self.makes_known_itself() $(|| self.$room.makes_known())+
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
            /// For each attack, what answers it.
            pub(crate) answers: Vec<Answers>,
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
                    answers: Vec::new(),
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

/// Cards that the next player draws.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PenaltyRules {
    pub(crate) draw: u8,
    /// Whether that player keeps the turn.
    pub(crate) kept: bool,
    /// Whether the cards come from the pile.
    pub(crate) from_pile: bool,
    /// Whether they are then its top ones, in their order.
    pub(crate) in_order: bool,
    /// Whether it counts also where it is covered.
    pub(crate) covered: bool,
    /// Whether an attack of the same turn is then nothing.
    pub(crate) ends_attack: bool,
}

/// Naming what the next player must lay.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NameRankRules {
    /// Single cards that may be named beside ranks.
    pub(crate) cards: CardSet,
    /// Cards for a player who holds none.
    pub(crate) draw: u8,
}

/// One kind of attack.
#[derive(Debug, Clone)]
pub(crate) struct AttackRules {
    pub(crate) draw: u8,
    pub(crate) needs_stock: bool,
    /// Of which suit answers and cancelling cards must be.
    pub(crate) suit: AnswerSuit,
    /// Whether equal cards that lie together on top add up where only the top card counts.
    pub(crate) together: bool,
    /// Whether two or more laid together cannot be answered.
    pub(crate) set_unanswerable: bool,
    /// Whether its suit must be followed when it was cancelled or drawn for.
    pub(crate) suit_stays: bool,
    /// Whether an answer adds to what is pending; if not, it takes its place.
    pub(crate) adds: bool,
    /// The special's name, for position notation.
    pub(crate) name: String,
}

/// What an attack can be answered with.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Answers {
    pub(crate) answer: CardSet,
    pub(crate) cancel: CardSet,
    pub(crate) pass_on: CardSet,
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
                attacks: table.answers.len() as u8,
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
        if let Some(attack) = special.attack() {
            self.answers.push(Answers {
                answer: attack.answers().bound(bindings),
                cancel: attack.cancel.bound(bindings),
                pass_on: attack.pass_on.bound(bindings),
            });
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

/// The attacks of a ruleset, in the order of the specials' names.
pub(crate) fn attacks(ruleset: &Ruleset, players: u8) -> Vec<AttackRules> {
    in_play(ruleset, players)
        .filter_map(|(name, special)| special.attack().map(|attack| (name, attack)))
        .map(|(name, attack)| AttackRules {
            draw: attack.draw,
            needs_stock: ruleset.compat.has(Imitation::AttacksNeedStock),
            suit: attack.suit,
            together: attack.sets == HitSets::Add,
            set_unanswerable: attack.sets == HitSets::Unanswerable,
            suit_stays: attack.suit_stays,
            adds: attack.sets != HitSets::Replace,
            name: name.clone(),
        })
        .collect()
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
        self.others_draw = self.others_draw.saturating_add(special.others_draw());
        self.slap = self.slap.saturating_add(special.lot_draws());
        self.mirror |= special.mirror;
        if let Some(named) = special.named() {
            self.name_rank = Some(NameRankRules {
                cards: named.cards.cards(),
                draw: named.else_draw,
            });
        }
        self.attack = special.attack().map(|_| of.attacks).or(self.attack);
        if let Some(penalty) = special.penalty() {
            self.penalty = Some(PenaltyRules {
                draw: penalty.draw,
                kept: penalty.turn == TurnKept::Kept,
                from_pile: penalty.from != HitFrom::Stock,
                in_order: penalty.from == HitFrom::PileTop,
                covered: penalty.stands,
                ends_attack: penalty.stands,
            });
        }
    }

    fn is_plain_itself(&self) -> bool {
        self.nominate == Nominate::Never
            && self.skip == 0
            && self.reverse == 0
            && self.attack.is_none()
            && self.penalty.is_none()
            && !self.again
            && self.others_draw == 0
            && self.slap == 0
            && self.name_rank.is_none()
    }

    /// What a card needs.
    fn needs_itself(&self) -> Features {
        let when = |needed: bool, feature: Features| if needed { feature } else { 0 };
        let table = self.again || self.others_draw > 0 || self.mirror;
        when(self.attack.is_some(), ATTACKS)
            | when(self.penalty.is_some(), PENALTIES)
            | when(table, TABLE)
            | when(self.nominate == Nominate::Second, FOLLOWING)
    }

    fn makes_known_itself(&self) -> bool {
        self.penalty.is_some_and(|penalty| penalty.from_pile)
    }

    /// Cards that the next player draws at once.
    pub(crate) fn penalty_draw(&self) -> u8 {
        self.penalty.map_or(0, |penalty| penalty.draw)
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
