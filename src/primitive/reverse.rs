//! Reversal of the direction of play (`special.NAME.reverse`).

/// Queries of other rules.
pub(crate) mod queries {
    use crate::ruleset::{Has, Ruleset, Special};

    /// Cards that reverse the direction of play.
    pub(crate) const REVERSE: Has = ("reverse", |s| s.reverse);

    impl Ruleset {
        /// Returns true if two reversals can both have their effect in one turn.
        pub(crate) fn may_reverse_twice(&self) -> bool {
            let reverses = |special: &Special| special.reverse;
            self.may_twice(reverses) || self.has(reverses) && !self.out_of_turn.identical.cards().is_empty()
        }
    }
}

/// English description.
pub(crate) mod english {
    use crate::ruleset::{Reversals, ReverseWithTwo, Ruleset, Special};

    /// Describes the reversal.
    pub(crate) fn say(ruleset: &Ruleset, special: &Special) -> Option<String> {
        special.reverse.then(|| ruleset.say_reverse())
    }

    impl Ruleset {
        fn say_reverse(&self) -> String {
            let mut text = "The direction of play turns".to_owned();
            if self.players.min == 2 {
                text.push_str(match self.turn.reverse_with_two {
                    ReverseWithTwo::Nothing => "; with two players that does nothing",
                    ReverseWithTwo::Skip => "; with two players the other one loses the turn instead",
                });
            }
            if self.may_reverse_twice() {
                text.push_str(match self.turn.reversals() {
                    Reversals::Each => "; each reversal played in a turn counts",
                    Reversals::Once => "; several reversals played in a turn count once",
                });
            }
            text + "."
        }
    }
}

/// Compiled rules.
pub(crate) mod rules {
    use crate::rules::Features;
    use crate::rules::compile::{CompileCard, Compiled};

    /// The reversals that a card causes.
    #[derive(Debug, Clone, Default)]
    pub(crate) struct ReverseRules {
        /// Number of reversals.
        pub(crate) times: u8,
    }

    impl CompileCard for ReverseRules {
        fn add(&mut self, of: Compiled<'_>) {
            self.times += u8::from(of.special.reverse);
        }

        fn is_plain(&self) -> bool {
            self.times == 0
        }

        fn needs(&self) -> Features {
            0
        }
    }
}

/// Effects in the engine.
pub(crate) mod effect {
    use crate::engine::Engine;
    use crate::engine::event::Event;
    use crate::engine::event::Log;
    use crate::rules::{CardRules, Features};
    use crate::ruleset::ReverseWithTwo;

    /// Adds the card's effects to those of the turn.
    #[inline]
    pub(crate) fn collect<const F: Features, L: Log>(
        engine: &mut Engine<'_, F, L>,
        own: &CardRules,
        _: bool,
    ) {
        let turn = &mut engine.state.turn;
        turn.reverse = turn.reverse.saturating_add(own.reverse.times);
    }

    impl<const F: Features, L: Log> Engine<'_, F, L> {
        /// Applies the turn's reversals; returns the number of players who are skipped.
        pub(crate) fn turn_direction(&mut self) -> u8 {
            let turn = self.state.turn;
            let reversals = self.reversals();
            if reversals == 0 {
                return turn.skip;
            }
            if self.state.active.len() == 2 {
                return match self.rules.turn.reverse_with_two {
                    ReverseWithTwo::Nothing => turn.skip,
                    ReverseWithTwo::Skip => turn.skip.saturating_add(reversals),
                };
            }
            if reversals % 2 == 1 {
                self.state.direction = self.state.direction.reversed();
                self.event(Event::Reversed);
            }
            turn.skip
        }
    }
}

/// Features of an observation.
pub(crate) mod features {
    /// Features of a card: the reversal.
    pub(crate) mod card {
        use crate::observation::declare::features;
        use crate::observation::ruleset::scene::CardScene;

        features! {
            it: CardScene<'_>;
            flag "reverses" = it.own().reverse.times > 0; "true if it reverses the direction"
        }
    }
}
