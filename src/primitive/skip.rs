//! Skips of the next players (`special.NAME.skip`).

/// Queries of other rules.
pub(crate) mod queries {
    use crate::ruleset::{Has, Ruleset};

    /// Cards that skip players.
    pub(crate) const SKIP: Has = ("skip", |s| s.skip > 0);

    impl Ruleset {
        /// Returns true if two skips can both have their effect in one turn.
        pub(crate) fn may_skip_twice(&self) -> bool {
            self.may_twice(|special| special.skip > 0)
        }
    }
}

/// Checks of the setting.
pub(crate) mod check {
    use crate::ruleset::validate::of::SpecialContext;

    /// Checks the number of players skipped.
    pub(crate) fn check(of: &mut SpecialContext<'_>) {
        of.range(of.special.skip, 0, 9, "skip");
    }
}

/// English description.
pub(crate) mod english {
    use crate::ruleset::describe::words::number;
    use crate::ruleset::{Ruleset, Skips, Special};

    /// Describes the skip.
    pub(crate) fn say(ruleset: &Ruleset, special: &Special) -> Option<String> {
        let once = match ruleset.turn.skips() {
            Skips::Once if ruleset.may_skip_twice() => {
                "; several skips played in a turn count as the greatest of them"
            }
            _ => "",
        };
        match special.skip {
            0 => None,
            1 if ruleset.players.min == 2 => Some(format!(
                "The next player loses the turn; with two players the same one plays again{once}."
            )),
            1 => Some(format!("The next player loses the turn{once}.")),
            n => Some(format!("The next {} players lose their turn{once}.", number(n))),
        }
    }
}

/// Compiled rules.
pub(crate) mod rules {
    use crate::rules::Features;
    use crate::rules::compile::{CompileCard, Compiled};

    /// The skips that a card causes.
    #[derive(Debug, Clone, Default)]
    pub(crate) struct SkipRules {
        /// Number of players skipped.
        pub(crate) players: u8,
    }

    impl CompileCard for SkipRules {
        fn add(&mut self, of: Compiled<'_>) {
            self.players += of.special.skip;
        }

        fn is_plain(&self) -> bool {
            self.players == 0
        }

        fn needs(&self) -> Features {
            0
        }
    }
}

/// Effects in the engine.
pub(crate) mod effect {
    use crate::engine::Engine;
    use crate::engine::event::Log;
    use crate::rules::{CardRules, Features};
    use crate::ruleset::Skips;
    use crate::seat::Seat;

    /// Adds the card's effects to those of the turn.
    #[inline]
    pub(crate) fn collect<const F: Features, L: Log>(
        engine: &mut Engine<'_, F, L>,
        own: &CardRules,
        _: bool,
    ) {
        let each = engine.rules.turn.skips;
        let turn = &mut engine.state.turn;
        turn.skip = match each {
            Skips::Each => turn.skip.saturating_add(own.skip.players),
            Skips::Once => turn.skip.max(own.skip.players),
        };
    }

    impl<const F: Features, L: Log> Engine<'_, F, L> {
        /// Skips this number of seats; returns the seat that plays next.
        pub(crate) fn skip_seats(&mut self, (mut next, skips): (Seat, u8)) -> Seat {
            for _ in 0..skips {
                self.skip_seat(next);
                next = self.state.next_active(next, self.rules.players);
            }
            next
        }
    }
}

/// Features of an observation.
pub(crate) mod features {
    /// Features of a card: the players that it skips.
    pub(crate) mod card {
        use crate::observation::declare::features;
        use crate::observation::ruleset::scene::CardScene;

        features! {
            it: CardScene<'_>;
            number "skips" = it.own().skip.players; "players that it skips"
        }
    }
}
