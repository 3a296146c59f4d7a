//! Rule primitives, a module each, and the one list of them.
//!
//! A module holds everything about its primitive, in parts named by the layer that they belong to: `settings` (the keys as a user
//! writes them), `queries` (queries by other rules), `check`, `english`, `rules` (the compiled form), `effect` (effects in the
//! engine) and `features` (of an observation).

pub(crate) mod again;
pub(crate) mod call;
pub(crate) mod challenge;
pub(crate) mod continuing;
pub(crate) mod created;
pub(crate) mod hit;
pub(crate) mod mirror;
pub(crate) mod moving;
pub(crate) mod next;
pub(crate) mod nominate;
pub(crate) mod out_of_turn;
pub(crate) mod play;
pub(crate) mod previous;
pub(crate) mod reverse;
pub(crate) mod score;
pub(crate) mod second_pile;
pub(crate) mod skip;
pub(crate) mod starter;
pub(crate) mod teams;
pub(crate) mod turn_over;
pub(crate) mod when;
pub(crate) mod words;

/// Compiled rules of one kind of card, by primitive.
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
            again: NextPlayerRules,
            next: NextRules,
            mirror: MirrorRules,
            turn_over: TurnOverRules
        }
    };
}

/// Compiled rules of all cards together, by primitive.
macro_rules! card_tables {
    ($make:ident) => {
        $make! {
            challenge: Challengeable,
            hit: Answering,
            play: WildCards,
            mirror: Mirrors,
            continuing: Covers
        }
    };
}

/// Checks of a special, in the order in which problems are reported.
macro_rules! special_checks {
    ($check:ident) => {
        $check! {
            when::check,
            skip::check,
            again::check,
            play::check,
            nominate::check,
            hit::check,
            moving::check,
            challenge::check,
            play::check_on,
            next::check,
            mirror::check,
            turn_over::check
        }
    };
}

/// Sentences about a special, in the order of the description.
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
            hit::say_aimed,
            hit::say_open,
            hit::say_last_out,
            next::say_named,
            mirror::say,
            reverse::say,
            skip::say,
            hit::say_next,
            again::say,
            previous::say,
            challenge::say,
            turn_over::say
        }
    };
}

/// Primitives whose effects are collected when a card is played, for the end of the turn.
macro_rules! collected {
    ($collect:ident) => {
        $collect! { skip, reverse, again, moving, hit }
    };
}

/// Features of a card, in the order of the layout, which is a contract.
macro_rules! card_features {
    ($show:ident) => {
        $show! {
            play::wild,
            next::anything,
            play::follows,
            next::only,
            nominate::card,
            skip::card,
            reverse::card,
            again::card,
            hit::others,
            moving::hands,
            mirror::card,
            hit::next_player,
            continuing::cover,
            moving::gifts,
            next::named,
            challenge::card,
            previous::card,
            when::card,
            hit::aimed,
            hit::open,
            skip::aimed,
            turn_over::card
        }
    };
}

/// Settings that only one special of a card may have, in the order in which problems are reported.
macro_rules! exclusive {
    ($make:ident) => {
        $make! {
            play::WILD,
            hit::ATTACK,
            hit::PENALTY,
            hit::OPEN,
            continuing::COVER,
            continuing::SETS,
            continuing::RUNS,
            continuing::SET_COVER,
            continuing::FOLLOWING,
            moving::GIVE,
            nominate::NOMINATE,
            next::DEMAND,
            moving::PASS_HANDS,
            challenge::CHALLENGE,
            play::ONLY_ON,
            next::FOLLOWED_BY,
            next::NAME_RANK
        }
    };
}

/// Primitives that define conflicts of settings on the same card, in the order in which problems are reported.
macro_rules! apart {
    ($make:ident) => {
        $make! { continuing, next, play, mirror, previous, turn_over }
    };
}

pub(crate) use {
    apart, card_features, card_rules, card_tables, collected, exclusive, special_checks, special_sentences,
};
