//! Rule primitives, each in a room of its own, and the one list of them.
//!
//! A room holds all that the project knows of a primitive, in parts named by the layer that they belong to: `settings`
//! (the keys as a user writes them), `says` (what other rules ask of them), `check`, `english`, `rules` (what they
//! compile to), `effect` (what the engine does), `shows` (what is observed) and `position` (what a position may say).

pub(crate) mod again;
pub(crate) mod challenge;
pub(crate) mod continuing;
pub(crate) mod hit;
pub(crate) mod mirror;
pub(crate) mod moving;
pub(crate) mod next;
pub(crate) mod nominate;
pub(crate) mod play;
pub(crate) mod reverse;
pub(crate) mod skip;

/// What each room makes of one kind of card.
macro_rules! card_rules {
    ($make:ident) => {
        $make! {
            challenge: ChallengeRules,
            moving: MoveRules,
            continuing: CoverOf,
            hit: HitRules,
            nominate: NominateRules,
            skip: SkipRules,
            reverse: ReverseRules,
            again: AgainRules,
            next: NextRules,
            mirror: MirrorRules
        }
    };
}

/// What each room makes of all cards together.
macro_rules! card_tables {
    ($make:ident) => {
        $make! {
            challenge: Challengeable,
            hit: Answering,
            play: WildCards,
            mirror: Mirrors
        }
    };
}

/// What each room checks of a special, in the order in which problems are told.
macro_rules! special_checks {
    ($check:ident) => {
        $check! {
            skip::check,
            again::check,
            play::check,
            nominate::check,
            hit::check,
            moving::check,
            challenge::check,
            play::check_on,
            next::check,
            mirror::check
        }
    };
}

/// What each room says of a special, in the order of the sentences.
macro_rules! special_sentences {
    ($say:ident) => {
        $say! {
            play::say,
            next::say,
            nominate::say,
            continuing::say,
            moving::say_give,
            hit::say_others,
            moving::say_hands,
            hit::say_lot,
            next::say_named,
            mirror::say,
            reverse::say,
            skip::say,
            hit::say_next,
            again::say,
            challenge::say
        }
    };
}

/// What each room collects of a card that is played, for the end of the turn.
macro_rules! collected {
    ($collect:ident) => {
        $collect! { skip, reverse, again, moving, hit }
    };
}

pub(crate) use {card_rules, card_tables, collected, special_checks, special_sentences};
