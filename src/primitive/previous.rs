//! The next turn for the player before (`special.NAME.previous`), which is compiled and collected with [`again`](super::again).

/// Queries of other rules.
pub(crate) mod queries {
    use crate::ruleset::Has;

    /// Cards after which the player before has the next turn.
    pub(crate) const PREVIOUS: Has = ("previous", |s| s.previous);
}

/// Checks of the setting.
pub(crate) mod check {
    use super::queries::PREVIOUS;
    use crate::primitive::again::queries::AGAIN;
    use crate::primitive::hit::queries::{ATTACK, PENALTY};
    use crate::primitive::mirror::queries::MIRROR;
    use crate::primitive::reverse::queries::REVERSE;
    use crate::primitive::skip::queries::SKIP;
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

/// Features of an observation.
pub(crate) mod features {
    use crate::observation::declare::part;
    use crate::rules::NextPlayer;

    part! {
        /// The flag of a turn after which the player before plays.
        optional PlaysBefore in Turn, "the player before can have the next turn"
            = |shape, rules| shape.has(rules.any(|card| card.again.player == NextPlayer::Previous));
        |view| {
            flag "previous" = view.collected().next == NextPlayer::Previous; "true if the player before has the next turn"
        }
    }

    /// Features of a card: the turn of the player before.
    pub(crate) mod card {
        use crate::observation::declare::features;
        use crate::observation::ruleset::scene::CardScene;
        use crate::rules::NextPlayer;

        features! {
            it: CardScene<'_>;
            flag "previous" = it.own().again.player == NextPlayer::Previous; "true if the player before has the next turn"
        }
    }
}
