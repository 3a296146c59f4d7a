//! Specials of one card: they add up, and where they would contradict each other they are refused.

use super::Problems;
use super::late_bound::Late;
use super::meaning::{Meaning, Named};
use crate::card::format_cards;
use crate::primitive::again::says::AGAIN;
use crate::primitive::challenge::says::CHALLENGE;
use crate::primitive::continuing::says::{COVER, COVER_NOMINATED, FOLLOWING, RUNS, SET_COVER, SETS};
use crate::primitive::hit::says::{ATTACK, OTHERS_DRAW, PENALTY};
use crate::primitive::mirror::says::MIRROR;
use crate::primitive::moving::says::{GIVE, PASS_HANDS};
use crate::primitive::next::says::{ACCEPTS, DEMAND, FOLLOW_UNDER, FOLLOWED_BY, NAME_RANK};
use crate::primitive::nominate::says::NOMINATE;
use crate::primitive::play::says::{FOLLOWS, ONLY_ON, WILD};
use crate::primitive::reverse::says::REVERSE;
use crate::primitive::skip::says::SKIP;
use crate::ruleset::bounds::LISTED;
use crate::ruleset::{Has, Ruleset, Special};

/// What only one special of a card may say.
const EXCLUSIVE: [Has; 16] = [
    WILD,
    ATTACK,
    PENALTY,
    COVER,
    SETS,
    RUNS,
    SET_COVER,
    FOLLOWING,
    GIVE,
    NOMINATE,
    DEMAND,
    PASS_HANDS,
    CHALLENGE,
    ONLY_ON,
    FOLLOWED_BY,
    NAME_RANK,
];

/// What makes no sense on the same card: a key, others that do not go with it, and why.
const APART: [(Has, &[Has], &str); 7] = [
    (
        COVER_NOMINATED,
        &[NOMINATE],
        "its player nominates at once, by which it may be covered",
    ),
    (
        FOLLOW_UNDER,
        &[ACCEPTS, DEMAND, NOMINATE, COVER],
        "what lies under it is followed, as if it were not there",
    ),
    (
        FOLLOWS,
        &[WILD],
        "a card that may be laid whatever the upcard is need not follow",
    ),
    (
        ONLY_ON,
        &[WILD, FOLLOWS],
        "it may be laid on these upcards and on no other, whatever its suit",
    ),
    (
        FOLLOWED_BY,
        &[ACCEPTS, DEMAND, NOMINATE, FOLLOW_UNDER],
        "only these cards follow it, whatever their suit",
    ),
    (
        NAME_RANK,
        &[ATTACK, PENALTY, DEMAND, AGAIN],
        "the next player must lay what is named, or draw",
    ),
    (
        MIRROR,
        &[
            ATTACK,
            OTHERS_DRAW,
            PENALTY,
            SKIP,
            REVERSE,
            AGAIN,
            COVER,
            NAME_RANK,
            FOLLOW_UNDER,
        ],
        "it turns against a player what another card does, and does no more",
    ),
];

impl Ruleset {
    pub(crate) fn check_overlaps(&self, late: &Late, problems: &mut Problems) {
        let mut refused = Problems::default();
        for meaning in self.meanings_of_specials(late) {
            // No more are listed.
            if refused.0.len() > LISTED {
                break;
            }
            for (i, one) in meaning.specials.iter().enumerate() {
                check_apart(*one, *one, &mut refused);
                crate::primitive::hit::check::check_answers(&meaning, *one, late, &mut refused);
                for other in &meaning.specials[..i] {
                    check_exclusive(*one, *other, &mut refused);
                    check_apart(*one, *other, &mut refused);
                    check_apart(*other, *one, &mut refused);
                }
            }
        }
        problems.0.append(&mut refused.0);
    }

    /// The specials together as they can hold: by number of players and by what late-bound words mean.
    fn meanings_of_specials<'a>(&'a self, late: &'a Late) -> Vec<Meaning<'a>> {
        let mut tables: Vec<Vec<&String>> = Vec::new();
        let mut all = Vec::new();
        for players in self.tables() {
            let holds = |s: &Special| s.when.upcard.is_none() && s.when.holds_with(players);
            let live: Vec<(&String, &Special)> = self.special.iter().filter(|(_, s)| holds(s)).collect();
            let names: Vec<&String> = live.iter().map(|(name, _)| *name).collect();
            if tables.contains(&names) {
                continue;
            }
            tables.push(names);
            all.extend(late.0.iter().map(|bindings| {
                Meaning {
                    specials: live
                        .iter()
                        .map(|(name, special)| (name.as_str(), *special, special.cards.bound(bindings)))
                        .collect(),
                    bindings,
                }
            }));
        }
        all
    }
}

fn check_exclusive(
    (name, special, cards): Named<'_>,
    (other, earlier, others): Named<'_>,
    refused: &mut Problems,
) {
    let shared = cards.and(others);
    if shared.is_empty() {
        return;
    }
    for (key, _) in EXCLUSIVE.iter().filter(|(_, has)| has(special) && has(earlier)) {
        let path = format!("special.{name}.{key}");
        // Once is enough, though it may hold for many meanings of late-bound words.
        if !refused.has(&path) {
            refused.add(
                path,
                format!(
                    "special.{other} says the same of {}; say it once",
                    format_cards(shared.iter())
                ),
            );
        }
    }
}

fn check_apart(
    (name, special, cards): Named<'_>,
    (other, earlier, others): Named<'_>,
    refused: &mut Problems,
) {
    let shared = cards.and(others);
    if shared.is_empty() {
        return;
    }
    for ((key, _), with, why) in APART.iter().filter(|((_, has), ..)| has(special)) {
        let with = with.iter().find(|(_, has)| has(earlier));
        let path = format!("special.{name}.{key}");
        if let Some((with, _)) = with.filter(|_| !refused.has(&path)) {
            refused.add(
                path,
                format!(
                    "{why}: it does not go with special.{other}.{with} on {}",
                    format_cards(shared.iter())
                ),
            );
        }
    }
}
