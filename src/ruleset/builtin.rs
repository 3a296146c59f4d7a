//! The builtin rulesets, one TOML file each.

use std::sync::OnceLock;

use super::Ruleset;
use super::suggestion::{closest_matches, joined};

/// Id and TOML of every builtin ruleset, in the order in which they are listed.
const BUILTIN: &[(&str, &str)] = &[
    ("crazy_eights", include_str!("builtin/crazy_eights.toml")),
    (
        "crazy_eights_special",
        include_str!("builtin/crazy_eights_special.toml"),
    ),
    (
        "crazy_eights_teams",
        include_str!("builtin/crazy_eights_teams.toml"),
    ),
    (
        "crazy_eights_countdown",
        include_str!("builtin/crazy_eights_countdown.toml"),
    ),
    ("countdown_jacks", include_str!("builtin/countdown_jacks.toml")),
    ("classic_eights", include_str!("builtin/classic_eights.toml")),
    ("kings_reverse", include_str!("builtin/kings_reverse.toml")),
    ("switch_redjack", include_str!("builtin/switch_redjack.toml")),
    ("other_blackjack", include_str!("builtin/other_blackjack.toml")),
    ("grandads_game", include_str!("builtin/grandads_game.toml")),
    ("pickup_countdown", include_str!("builtin/pickup_countdown.toml")),
    ("one_left", include_str!("builtin/one_left.toml")),
    ("crazy_pairs", include_str!("builtin/crazy_pairs.toml")),
    ("rose_mau", include_str!("builtin/rose_mau.toml")),
    ("stalin", include_str!("builtin/stalin.toml")),
    ("advanced_switch", include_str!("builtin/advanced_switch.toml")),
    ("zodiac", include_str!("builtin/zodiac.toml")),
    (
        "sevens_and_eights",
        include_str!("builtin/sevens_and_eights.toml"),
    ),
    ("jokers_and_nines", include_str!("builtin/jokers_and_nines.toml")),
    ("one_card", include_str!("builtin/one_card.toml")),
    ("thirty_eights", include_str!("builtin/thirty_eights.toml")),
    ("larbys_switch", include_str!("builtin/larbys_switch.toml")),
    ("fat_buddah", include_str!("builtin/fat_buddah.toml")),
    (
        "crazy_eights_xtreme",
        include_str!("builtin/crazy_eights_xtreme.toml"),
    ),
    ("uno", include_str!("builtin/uno.toml")),
    ("uno_rlcard", include_str!("builtin/uno_rlcard.toml")),
    ("mau_mau", include_str!("builtin/mau_mau.toml")),
    ("mau_mau_br", include_str!("builtin/mau_mau_br.toml")),
    ("pesten", include_str!("builtin/pesten.toml")),
    ("prsi", include_str!("builtin/prsi.toml")),
    ("tschau_sepp", include_str!("builtin/tschau_sepp.toml")),
    ("hollywood", include_str!("builtin/hollywood.toml")),
    (
        "crazy_eights_openspiel",
        include_str!("builtin/crazy_eights_openspiel.toml"),
    ),
    ("switch_runs", include_str!("builtin/switch_runs.toml")),
    ("olsen", include_str!("builtin/olsen.toml")),
    ("taki", include_str!("builtin/taki.toml")),
    ("craits", include_str!("builtin/craits.toml")),
    ("macau", include_str!("builtin/macau.toml")),
    (
        "one_hundred_and_one",
        include_str!("builtin/one_hundred_and_one.toml"),
    ),
    ("jack_change_it", include_str!("builtin/jack_change_it.toml")),
    ("last_card", include_str!("builtin/last_card.toml")),
    ("rockaway", include_str!("builtin/rockaway.toml")),
    ("vandatta", include_str!("builtin/vandatta.toml")),
    ("makao_hu", include_str!("builtin/makao_hu.toml")),
    ("whot", include_str!("builtin/whot.toml")),
    ("uno_attack", include_str!("builtin/uno_attack.toml")),
    ("uno_flip", include_str!("builtin/uno_flip.toml")),
];

/// Rulesets small enough to be solved, the smallest first.
///
/// These are not listed with the others: nobody plays them at a table, and they must not enlarge observations or the house
/// rules.
const TINY: &[(&str, &str)] = &[
    ("tiny_eights_a", include_str!("builtin/tiny_eights_a.toml")),
    ("tiny_bluff", include_str!("builtin/tiny_bluff.toml")),
    ("tiny_eights_b", include_str!("builtin/tiny_eights_b.toml")),
    ("tiny_eights_c", include_str!("builtin/tiny_eights_c.toml")),
    ("tiny_eights_d", include_str!("builtin/tiny_eights_d.toml")),
    ("tiny_flip", include_str!("builtin/tiny_flip.toml")),
];

/// Returns the ids of the rulesets small enough to be solved, the smallest first.
pub fn tiny_ids() -> impl Iterator<Item = &'static str> {
    TINY.iter().map(|(id, _)| *id)
}

/// Ids of the rulesets that samples start from, fixed for each version of the samples.
///
/// Left out are `rose_mau`, whose rules are hidden from its players, and four rulesets whose rounds hardly ever end under
/// random play, because a round is a whole countdown: `crazy_eights_countdown`, `countdown_jacks`, `pickup_countdown` and
/// `fat_buddah`.
pub(crate) const SAMPLED: &[&str] = &[
    "crazy_eights",
    "crazy_eights_special",
    "classic_eights",
    "kings_reverse",
    "switch_redjack",
    "other_blackjack",
    "grandads_game",
    "one_left",
    "crazy_pairs",
    "stalin",
    "advanced_switch",
    "zodiac",
    "sevens_and_eights",
    "jokers_and_nines",
    "one_card",
    "thirty_eights",
    "larbys_switch",
    "crazy_eights_xtreme",
    "uno",
    "uno_rlcard",
    "mau_mau",
    "pesten",
    "prsi",
    "tschau_sepp",
    "hollywood",
    "crazy_eights_openspiel",
    "switch_runs",
    "olsen",
    "taki",
    "craits",
    "macau",
];

/// Returns the ids of the builtin rulesets, without the tiny ones.
pub fn ids() -> impl Iterator<Item = &'static str> {
    BUILTIN.iter().map(|(id, _)| *id)
}

/// The rulesets that have been read, in the order of [`BUILTIN`] and [`TINY`]: checking the variants of one takes
/// milliseconds.
static READ: [OnceLock<Ruleset>; BUILTIN.len() + TINY.len()] =
    [const { OnceLock::new() }; BUILTIN.len() + TINY.len()];

/// Returns the TOML of a builtin ruleset, tiny ones included, and the place that keeps the ruleset once it is read.
pub(super) fn entry(id: &str) -> Option<(&'static str, &'static OnceLock<Ruleset>)> {
    let mut all = BUILTIN.iter().chain(TINY).zip(&READ);
    all.find(|((known, _), _)| *known == id)
        .map(|((_, text), read)| (*text, read))
}

/// Returns the TOML of a builtin ruleset, tiny ones included.
#[must_use]
pub fn text(id: &str) -> Option<&'static str> {
    entry(id).map(|(text, _)| text)
}

/// Suggests the builtin ids closest to an unknown one, or lists all of them.
pub(super) fn suggestion(id: &str) -> String {
    let meant = closest_matches(id, ids());
    if meant.is_empty() {
        format!("there are {}", ids().collect::<Vec<_>>().join(", "))
    } else {
        format!("did you mean {}?", joined(meant, '"', "or"))
    }
}
