//! The next turn for the player before (`special.NAME.previous`).

/// Queries of other rules.
pub(crate) mod says {
    use crate::ruleset::Has;

    /// Cards after which the player before has the next turn.
    pub(crate) const PREVIOUS: Has = ("previous", |s| s.previous);
}

/// Checks of the setting.
pub(crate) mod check {
    use super::says::PREVIOUS;
    use crate::primitive::again::says::AGAIN;
    use crate::primitive::hit::says::{ATTACK, PENALTY};
    use crate::primitive::mirror::says::MIRROR;
    use crate::primitive::reverse::says::REVERSE;
    use crate::primitive::skip::says::SKIP;
    use crate::ruleset::Apart;

    /// Effects that conflict on the same card.
    pub(crate) const APART: &[Apart] = &[(
        PREVIOUS,
        &[SKIP, REVERSE, AGAIN, ATTACK, PENALTY, MIRROR],
        "the player before has the next turn, and play goes on in the old direction",
    )];
}

/// English description.
pub(crate) mod english {
    use crate::ruleset::{Ruleset, Special};

    /// Describes whose turn is next.
    pub(crate) fn say(ruleset: &Ruleset, special: &Special) -> Option<String> {
        let with_two = if ruleset.players.min == 2 {
            "; with two players, that is the opponent"
        } else {
            ""
        };
        special.previous.then(|| {
            format!(
                "The player before, in the direction of play, has the next turn, and counts as the next player for all that \
                 the turn does; the direction stays, so that the player of the card comes after that{with_two}."
            )
        })
    }
}

/// Compiled rules.
pub(crate) mod rules {
    use crate::rules::Features;
    use crate::rules::features::TABLE;
    use crate::rules::room::{CompileCard, Compiled};

    /// The turn that a card gives to the player before.
    #[derive(Debug, Clone, Default)]
    pub(crate) struct PreviousRules {
        /// True if the player before has the next turn.
        pub(crate) player_before: bool,
    }

    impl CompileCard for PreviousRules {
        fn add(&mut self, of: Compiled<'_>) {
            self.player_before |= of.special.previous;
        }

        fn is_plain(&self) -> bool {
            !self.player_before
        }

        fn needs(&self) -> Features {
            if self.player_before { TABLE } else { 0 }
        }
    }
}

/// Effects in the engine.
pub(crate) mod effect {
    use crate::engine::Engine;
    use crate::engine::event::Log;
    use crate::engine::turn::NextPlayer;
    use crate::rules::features::TABLE;
    use crate::rules::{CardRules, Features};

    /// Adds the card's effects to those of the turn.
    #[inline]
    pub(crate) fn collect<const F: Features, L: Log>(
        engine: &mut Engine<'_, F, L>,
        own: &CardRules,
        _: bool,
    ) {
        if Engine::<F, L>::has(TABLE) && own.previous.player_before {
            engine.s.turn.next = NextPlayer::Previous;
        }
    }
}

/// Features of an observation.
pub(crate) mod features {
    use crate::engine::turn::NextPlayer;
    use crate::observation::declare::part;

    part! {
        /// The flag of a turn after which the player before plays.
        optional PlaysBefore in Turn, "the player before can have the next turn"
            = |shape, rules| shape.shows(rules.any(|card| card.previous.player_before));
        |view| {
            flag "previous" = view.collected().next == NextPlayer::Previous; "whether the player before has the next turn"
        }
    }

    /// Features of a card: the turn of the player before.
    pub(crate) mod card {
        use crate::observation::declare::features;
        use crate::observation::ruleset::scene::CardScene;

        features! {
            it: CardScene<'_>;
            flag "previous" = it.own().previous.player_before; "whether the player before has the next turn"
        }
    }
}
