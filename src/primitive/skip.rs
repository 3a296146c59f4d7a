//! Players lose their turn (`special.NAME.skip`).

/// What other rules ask of it.
pub(crate) mod says {
    use crate::ruleset::{Has, Ruleset};

    /// It skips.
    pub(crate) const SKIP: Has = ("skip", |s| s.skip > 0);

    impl Ruleset {
        /// Whether two cards that skip can have their effect in one turn.
        pub(crate) fn may_skip_twice(&self) -> bool {
            self.may_twice(|special| special.skip > 0)
        }
    }
}

/// What goes with it.
pub(crate) mod check {
    use crate::ruleset::validate::of::Of;

    /// How many may be skipped.
    pub(crate) fn check(of: &mut Of<'_>) {
        of.range(of.special.skip, 0, 9, "skip");
    }
}

/// It in English.
pub(crate) mod english {
    use crate::ruleset::describe::words::number;
    use crate::ruleset::{Ruleset, Skips, Special};

    /// That players lose their turn.
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

/// What it compiles to.
pub(crate) mod rules {
    use crate::rules::Features;
    use crate::rules::room::{Compiled, OfCard};

    /// Who loses the turn.
    #[derive(Debug, Clone, Default)]
    pub(crate) struct SkipRules {
        /// How many players do.
        pub(crate) players: u8,
    }

    impl OfCard for SkipRules {
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

/// What the engine does.
pub(crate) mod effect {
    use crate::engine::Engine;
    use crate::engine::event::Event;
    use crate::engine::event::Log;
    use crate::rules::features::ROUNDS;
    use crate::rules::{CardRules, Features};
    use crate::ruleset::Skips;
    use crate::seat::Seat;

    /// Adds what the card does to the effects of the turn.
    #[inline]
    pub(crate) fn collect<const F: Features, L: Log>(
        engine: &mut Engine<'_, F, L>,
        own: &CardRules,
        _: bool,
    ) {
        let each = engine.rules.turn.skips;
        let turn = &mut engine.s.turn;
        turn.skip = match each {
            Skips::Each => turn.skip.saturating_add(own.skip.players),
            Skips::Once => turn.skip.max(own.skip.players),
        };
    }

    impl<const F: Features, L: Log> Engine<'_, F, L> {
        /// Skips so many seats; who plays then.
        pub(crate) fn skip_seats(&mut self, (mut next, skips): (Seat, u8)) -> Seat {
            for _ in 0..skips {
                self.skip_seat(next);
                next = self.s.next_active(next, self.rules.players);
            }
            next
        }

        /// A seat is skipped, and has the hat.
        pub(crate) fn skip_seat(&mut self, seat: Seat) {
            self.skipped(seat);
            if Self::has(ROUNDS) && self.rules.score.hat > 0 {
                self.s.round.hat = Some(seat);
            }
        }

        /// A seat loses its turn.
        pub(crate) fn skipped(&mut self, seat: Seat) {
            self.event(Event::Skipped(seat));
        }
    }
}

/// What is observed of it.
pub(crate) mod shows {
    /// Whom a card skips.
    pub(crate) mod card {
        use crate::observation::ruleset::declare::features;
        use crate::observation::ruleset::scene::CardScene;

        features! {
            it: CardScene<'_>;
            number "skips" = it.own().skip.players; "players that it skips"
        }
    }
}
