//! Cards that have backs, and effects that turn all of them over (`deck.backs`, `special.NAME.turn-over`).

/// Queries of other rules.
pub(crate) mod queries {
    use crate::ruleset::{Has, Ruleset};

    /// Cards that turn all cards over.
    pub(crate) const TURN_OVER: Has = ("turn-over", |s| s.turn_over);

    impl Ruleset {
        /// Returns true if some card turns all cards over.
        pub(crate) fn turns_over(&self) -> bool {
            self.has(|special| special.turn_over)
        }
    }
}

/// Checks of the settings.
pub(crate) mod check {
    use super::queries::TURN_OVER;
    use crate::primitive::challenge::queries::CHALLENGE;
    use crate::primitive::continuing::queries::COVER;
    use crate::primitive::hit::queries::{ATTACK, PENALTY};
    use crate::primitive::nominate::queries::NOMINATE;
    use crate::ruleset::validate::Problems;
    use crate::ruleset::validate::elsewhere::{RulesetContext, setting};
    use crate::ruleset::validate::of::SpecialContext;
    use crate::ruleset::{Apart, Imitation, Next, PassHands, Ruleset, Source, StarterTurned, StockEmpty};

    /// Effects that conflict on the same card.
    pub(crate) const APART: &[Apart] = &[(
        TURN_OVER,
        &[CHALLENGE, COVER, ATTACK, PENALTY, NOMINATE],
        "the card that turns all cards over comes to lie at the bottom of the pile",
    )];

    /// Checks the settings of a special that depend on backs.
    pub(crate) fn check(of: &mut SpecialContext<'_>) {
        let (special, backs) = (of.special, of.ruleset.deck.backs);
        let why = "the cards have no backs: set deck.backs = true, or take it away";
        of.check(!special.turn_over || backs, "turn-over", why);
        of.check(special.when.side.is_none() || backs, "when.side", why);
        if special.when.side.is_none() {
            return;
        }
        let of_both = [
            ("play.on", !special.play.on.is_any()),
            ("play.not-on", !special.play.not_on.is_none()),
            ("next", special.next != Next::default()),
            ("mirror", special.mirror),
            (
                "continue",
                special.r#continue.is_some() && special.cover().is_none(),
            ),
        ];
        for (key, _) in of_both.iter().filter(|(_, is_set)| *is_set) {
            of.check(
                false,
                key,
                "it would hold whichever side is up, and when.side says otherwise: write it in a special of its own",
            );
        }
    }

    impl Ruleset {
        /// Checks that nothing moves cards in a way in which backs do not move.
        pub(crate) fn check_backs(&self, others: &RulesetContext<'_>, problems: &mut Problems) {
            if !self.deck.backs {
                return;
            }
            let moves = |special: &crate::ruleset::Special| {
                special.r#move.is_some() || special.pass_hands() != PassHands::Off
            };
            let from_pile = |special: &crate::ruleset::Special| {
                special.hit.as_ref().is_some_and(|hit| hit.from != Source::Stock)
            };
            let under = |special: &crate::ruleset::Special| {
                special
                    .r#continue
                    .as_ref()
                    .is_some_and(|further| further.effects == crate::ruleset::Counts::First)
            };
            problems.apart(
                "deck.backs",
                "the backs of the cards would not move with them",
                [
                    others.special(("move", moves)),
                    others.special(("hit.from", from_pile)),
                    others.special(("continue.effects", under)),
                    others.special(("mirror", |special| special.mirror)),
                    others.special(("challenge.undone", |special| {
                        special
                            .challenge
                            .as_ref()
                            .is_some_and(|challenge| challenge.undone)
                    })),
                    setting(
                        !self.second_pile.cards.is_none(),
                        "second-pile.cards",
                        &self.second_pile.cards,
                    ),
                    setting(
                        !self.out_of_turn.identical.cards().is_empty(),
                        "out-of-turn.identical",
                        &self.out_of_turn.identical,
                    ),
                    setting(self.created.most > 0, "created.most", &self.created.most),
                    setting(self.stock.keep > 0, "stock.keep", &self.stock.keep),
                    setting(
                        self.stock.empty == StockEmpty::TurnOver,
                        "stock.empty",
                        &self.stock.empty,
                    ),
                    setting(
                        self.starter.turned == StarterTurned::BeforeDeal,
                        "starter.turned",
                        &self.starter.turned,
                    ),
                    setting(
                        self.compat.has(Imitation::RenewsAtOnce),
                        "compat",
                        &Imitation::RenewsAtOnce,
                    ),
                ],
            );
        }
    }
}

/// English description.
pub(crate) mod english {
    use crate::ruleset::{Ruleset, Special};

    /// Describes the turning over.
    pub(crate) fn say(_: &Ruleset, special: &Special) -> Option<String> {
        special.turn_over.then(|| {
            "All cards are turned over: the hands, the stock, and the pile as a whole, so that the back of its lowest card \
             is the upcard. Nothing stays nominated, and any card may be played on an upcard without a suit."
                .to_owned()
        })
    }

    impl Ruleset {
        /// Describes the backs of the cards.
        pub(crate) fn say_backs(&self) -> Option<String> {
            self.deck.backs.then(|| {
                "Each card has a back that is another card of the deck, the deck being shuffled once more for the backs of \
                 each round. Everybody sees the backs of all hands, but nobody knows which back belongs to which card until \
                 the card is played; each of the backs of its hand is then as likely."
                    .to_owned()
            })
        }
    }
}

/// Compiled rules.
pub(crate) mod rules {
    use crate::rules::Features;
    use crate::rules::compile::{CompileCard, Compiled};
    use crate::rules::features::TABLEAU;

    /// The turning over of all cards by a card.
    #[derive(Debug, Clone, Default)]
    pub(crate) struct TurnOverRules {
        /// True if the card turns all cards over.
        pub(crate) turns: bool,
    }

    impl CompileCard for TurnOverRules {
        fn add(&mut self, of: Compiled<'_>) {
            self.turns |= of.special.turn_over;
        }

        fn is_plain(&self) -> bool {
            !self.turns
        }

        fn needs(&self) -> Features {
            if self.turns { TABLEAU } else { 0 }
        }

        fn makes_known(&self) -> bool {
            self.turns
        }
    }
}

/// Features of an observation.
pub(crate) mod features {
    use crate::card::MAX_KINDS;
    use crate::hand::Hand;
    use crate::observation::declare::part;
    use crate::observation::seats::clockwise;

    part! {
        /// The backs of the cards, where they have any.
        optional BacksOfCards in Seen, "the cards have backs"
            = |shape, rules| shape.has_apart(rules.backs);
        |view| {
            flag "turned_over" = view.is_turned(); "true if the cards are turned over"
            one_of(Kinds) "lowest_back" = view.pile_backs().first().map(|back| back.index());
                "the card that would be the upcard if all cards were turned over"
            each(seat in Seats) "backs" = clockwise(view), {
                numbers(Kinds) "" = view.backs(seat).map_or(&[0; MAX_KINDS], Hand::counts);
                    "cards of the seat with this back"
            };
        }
    }

    /// Features of a card: the turning over.
    pub(crate) mod card {
        use crate::observation::declare::features;
        use crate::observation::ruleset::scene::CardScene;

        features! {
            it: CardScene<'_>;
            flag "turns_over" = it.own().turn_over.turns; "true if it turns all cards over"
        }
    }
}
