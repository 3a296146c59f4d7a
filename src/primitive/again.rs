//! The same player has the next turn (`special.NAME.again`).

/// What other rules ask of it.
pub(crate) mod says {
    use crate::ruleset::Has;

    /// The same player goes on.
    pub(crate) const AGAIN: Has = ("again", |s| s.again);
}

/// What goes with it.
pub(crate) mod check {
    use crate::ruleset::validate::of::Of;

    /// Its player is not hit by the own card.
    pub(crate) fn check(of: &mut Of<'_>) {
        let special = of.special;
        let hits = special.skip > 0 || special.attack().is_some() || special.penalty().is_some();
        of.check(
        !special.again || !hits,
        "again",
        "its player would be the next player, whom its own skip or hit is for: take that away, or set again = \
         false",
    );
    }
}

/// It in English.
pub(crate) mod english {
    use crate::ruleset::{Ruleset, Special};

    /// That the same player goes on.
    pub(crate) fn say(_: &Ruleset, special: &Special) -> Option<String> {
        special.again.then(|| {
            "Its player has the next turn, and counts as the next player for all that the turn does."
                .to_owned()
        })
    }
}

/// What it compiles to.
pub(crate) mod rules {
    use crate::rules::Features;
    use crate::rules::features::TABLE;
    use crate::rules::room::{Compiled, OfCard};

    /// Who has the next turn.
    #[derive(Debug, Clone, Default)]
    pub(crate) struct AgainRules {
        /// Whether the same player has it.
        pub(crate) same_player: bool,
    }

    impl OfCard for AgainRules {
        fn add(&mut self, of: Compiled<'_>) {
            self.same_player |= of.special.again;
        }

        fn is_plain(&self) -> bool {
            !self.same_player
        }

        fn needs(&self) -> Features {
            if self.same_player { TABLE } else { 0 }
        }
    }
}

/// What the engine does.
pub(crate) mod effect {
    use crate::engine::Engine;
    use crate::engine::event::Log;
    use crate::rules::features::TABLE;
    use crate::rules::{CardRules, Features};

    /// Adds what the card does to the effects of the turn.
    #[inline]
    pub(crate) fn collect<const F: Features, L: Log>(
        engine: &mut Engine<'_, F, L>,
        own: &CardRules,
        _: bool,
    ) {
        if Engine::<F, L>::has(TABLE) {
            engine.s.turn.again |= own.again.same_player;
        }
    }
}

/// What is observed of it.
pub(crate) mod shows {
    /// Whether the same player goes on.
    pub(crate) mod card {
        use crate::observation::ruleset::declare::features;
        use crate::observation::ruleset::scene::CardScene;

        features! {
            it: CardScene<'_>;
            flag "again" = it.own().again.same_player; "whether the same player has the next turn"
        }
    }
}
