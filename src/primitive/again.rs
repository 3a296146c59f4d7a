//! Another turn for the same player (`special.NAME.again`).

/// Queries of other rules.
pub(crate) mod queries {
    use crate::ruleset::Has;

    /// Cards whose player has the next turn.
    pub(crate) const AGAIN: Has = ("again", |s| s.again);
}

/// Checks of the setting.
pub(crate) mod check {
    use crate::ruleset::validate::of::SpecialContext;

    /// Refuses skips and hits on the same card, since its own player would be the next player.
    pub(crate) fn check(of: &mut SpecialContext<'_>) {
        let special = of.special;
        let hits = special.skips_next() || special.attack().is_some() || special.penalty().is_some();
        of.check(
        !special.again || !hits,
        "again",
        "its player would be the next player, whom its own skip or hit is for: take that away, or set again = \
         false",
    );
    }
}

/// English description.
pub(crate) mod english {
    use crate::ruleset::{Ruleset, Special};

    /// Describes the extra turn.
    pub(crate) fn say(_: &Ruleset, special: &Special) -> Option<String> {
        special.again.then(|| {
            "Its player has the next turn, and counts as the next player for all that the turn does."
                .to_owned()
        })
    }
}

/// Compiled rules of who has the next turn: of this key and of `previous`.
pub(crate) mod rules {
    use crate::rules::compile::{CompileCard, Compiled};
    use crate::rules::features::TABLE;
    use crate::rules::{Features, NextPlayer};

    /// The player to whom a card gives the next turn.
    #[derive(Debug, Clone, Default)]
    pub(crate) struct NextPlayerRules {
        pub(crate) player: NextPlayer,
    }

    impl CompileCard for NextPlayerRules {
        fn add(&mut self, of: Compiled<'_>) {
            let own = match (of.special.previous, of.special.again) {
                (true, _) => NextPlayer::Previous,
                (false, true) => NextPlayer::Same,
                (false, false) => NextPlayer::Usual,
            };
            self.player = self.player.max(own);
        }

        fn is_plain(&self) -> bool {
            self.player == NextPlayer::Usual
        }

        fn needs(&self) -> Features {
            if self.is_plain() { 0 } else { TABLE }
        }
    }
}

/// Effects in the engine.
pub(crate) mod effect {
    use crate::engine::Engine;
    use crate::engine::event::Log;
    use crate::rules::features::TABLE;
    use crate::rules::{CardRules, Features, NextPlayer};

    /// Adds the card's effects to those of the turn.
    #[inline]
    pub(crate) fn collect<const F: Features, L: Log>(
        engine: &mut Engine<'_, F, L>,
        own: &CardRules,
        _: bool,
    ) {
        if Engine::<F, L>::has(TABLE) && own.again.player != NextPlayer::Usual {
            engine.state.turn.next = own.again.player;
        }
    }
}

/// Features of an observation.
pub(crate) mod features {
    /// Features of a card: the extra turn.
    pub(crate) mod card {
        use crate::observation::declare::features;
        use crate::observation::ruleset::scene::CardScene;
        use crate::rules::NextPlayer;

        features! {
            it: CardScene<'_>;
            flag "again" = it.own().again.player == NextPlayer::Same; "true if the same player has the next turn"
        }
    }
}
