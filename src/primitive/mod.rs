//! Rule primitives, each in a room of its own, and the one list of them.
//!
//! A room holds all that the project knows of a primitive, in parts named by the layer that they belong to: `settings`
//! (the keys as a user writes them), `says` (what other rules ask of them), `check`, `english`, `rules` (what they
//! compile to), `effect` (what the engine does), `shows` (what is observed) and `position` (what a position may say).

pub(crate) mod challenge;
pub(crate) mod continuing;
pub(crate) mod hit;
pub(crate) mod moving;

/// What each room makes of one kind of card.
macro_rules! card_rules {
    ($make:ident) => {
        $make! {
            challenge: ChallengeRules,
            moving: MoveRules,
            continuing: CoverOf,
            hit: HitRules
        }
    };
}

/// What each room makes of all cards together.
macro_rules! card_tables {
    ($make:ident) => {
        $make! {
            challenge: Challengeable,
            hit: Answering
        }
    };
}

pub(crate) use {card_rules, card_tables};
