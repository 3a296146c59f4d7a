//! Effects of each kind of card: one table for each meaning that late-bound words can have.

use super::Features;
use super::compile::{CompileCard as _, CompileTable as _, Compiled};
use super::features::FOLLOWING;
use super::in_play::in_play;
use crate::card::{Card, CardSet, MAX_KINDS};
use crate::primitive::when::rules::{Condition, Conditional, Conditions};
use crate::ruleset::{Bindings, Ruleset, Side};

/// Composes the rules of a card from those of each primitive.
macro_rules! card_rules {
    ($($primitive:ident: $part:ident),+) => {
        /// Effects of one kind of card, by primitive.
        #[derive(Debug, Clone, Default)]
        pub(crate) struct CardRules {
            $(pub(crate) $primitive: crate::primitive::$primitive::rules::$part,)+
        }

        impl CardRules {
            /// Adds the rules of a special that this card has.
            fn add(&mut self, of: Compiled<'_>) {
                $(self.$primitive.add(of);)+
            }

            /// True if the card can only pass the turn on.
            fn is_plain(&self) -> bool {
                true $(&& self.$primitive.is_plain())+
            }

            /// Returns the features of the engine that the card needs.
            pub(super) fn needs(&self) -> Features {
                0 $(| self.$primitive.needs())+
            }

            /// True if the card can make cards in hands known.
            pub(super) fn makes_known(&self) -> bool {
                false $(|| self.$primitive.makes_known())+
            }
        }
    };
}

crate::primitive::card_rules!(card_rules);

/// Composes the rules of a table from those of each primitive for all cards together.
macro_rules! card_table {
    ($($primitive:ident: $part:ident),+) => {
        /// Effects of each kind of card to and for a seat for which late-bound words have one meaning.
        ///
        /// The sets, which nearly every decision reads, stand together before the rules of single cards, of which few are
        /// read.
        #[derive(Debug, Clone)]
        #[repr(C, align(64))]
        pub(crate) struct CardTable {
            /// Cards without effect: playing one can only pass the turn on.
            pub(crate) plain: CardSet,
            /// True if it is that of cards that are turned over.
            pub(crate) turned: bool,
            $(pub(crate) $primitive: crate::primitive::$primitive::rules::$part,)+
            /// Cards whose rules depend on how they are played.
            pub(crate) when: Conditions<CardRules>,
            /// Rules of each kind of card, if all its conditions hold.
            pub(crate) cards: [CardRules; MAX_KINDS],
        }

        impl Default for CardTable {
            fn default() -> Self {
                Self {
                    cards: std::array::from_fn(|_| CardRules::default()),
                    plain: CardSet::ALL,
                    turned: false,
                    $($primitive: Default::default(),)+
                    when: Conditions::default(),
                }
            }
        }

        impl CardTable {
            /// Adds a special to the rules of all cards together.
            fn add_together(&mut self, of: Compiled<'_>) {
                $(self.$primitive.add(of);)+
            }

            /// Returns the features of the engine that the table needs.
            pub(super) fn needs(&self) -> Features {
                let cards = self.all_rules().fold(0, |features, card| features | card.needs());
                let conditions = if self.when.cards.is_empty() { 0 } else { FOLLOWING };
                conditions | cards $(| self.$primitive.needs())+
            }
        }
    };
}

crate::primitive::card_tables!(card_table);

impl CardTable {
    /// Compiles the table of a ruleset for a number of players and one meaning of the late-bound words.
    pub(crate) fn compile(ruleset: &Ruleset, players: u8, bindings: &Bindings) -> Self {
        let mut table = Self {
            turned: bindings.side == Side::Back,
            ..Self::default()
        };
        let mut specials = Vec::new();
        for special in in_play(ruleset, players).map(|(_, special)| special) {
            let of = Compiled {
                special,
                cards: special.bound(bindings),
                bindings,
                attacks: table.hit.answers.len() as u8,
                opens: table.hit.opens,
                covers: table.continuing.on_table(),
            };
            table.add(of);
            specials.push((of, Condition::of(special, bindings)));
        }
        table.add_conditions(&specials);
        for (card, kind) in table.cards.iter().zip(Card::every()) {
            if !card.is_plain() {
                table.plain = table.plain.minus(kind.bit());
            }
        }
        table
    }

    /// Adds a special.
    fn add(&mut self, of: Compiled<'_>) {
        for card in of.cards.iter() {
            self.cards[card.index()].add(of);
        }
        self.add_together(of);
    }

    /// Adds the rules of cards that have specials with conditions on their play.
    fn add_conditions(&mut self, specials: &[(Compiled<'_>, Option<Condition>)]) {
        for card in Card::every() {
            let own = || specials.iter().filter(move |(of, _)| of.cards.contains(card));
            let conditions = own().filter_map(|(_, condition)| *condition).collect();
            self.when.add(card, conditions, |failing| {
                let (mut rules, mut at) = (CardRules::default(), 0);
                for (of, condition) in own() {
                    if condition.is_none() || failing >> at & 1 == 0 {
                        rules.add(*of);
                    }
                    at += u8::from(condition.is_some());
                }
                rules
            });
        }
    }

    /// Iterates over the rules of all cards, under all conditions.
    pub(crate) fn all_rules(&self) -> impl Iterator<Item = &CardRules> {
        self.cards.iter().chain(self.when.rules())
    }

    /// True if play by this table can make cards in other hands known.
    pub(super) fn makes_known(&self) -> bool {
        self.all_rules().any(CardRules::makes_known)
    }

    /// Iterates over the rules of a card, under all conditions.
    pub(crate) fn rules_of(&self, card: Card) -> impl Iterator<Item = &CardRules> {
        let conditional = self.when.of(card);
        let rules = conditional.into_iter().flat_map(Conditional::all_rules);
        std::iter::once(self.of(card)).chain(rules)
    }

    /// Returns the rules of a card, if all its conditions hold.
    #[inline]
    pub(crate) fn of(&self, card: Card) -> &CardRules {
        &self.cards[card.index()]
    }
}
