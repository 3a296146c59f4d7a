//! Every key of the ruleset schema: what it may hold and what it means.

mod end;
mod out_of_turn;
mod special;
mod table;

use super::key::Key;

/// Every key, group by group.
const GROUPS: &[&[Key]] = &[
    table::TABLE,
    special::SPECIAL,
    crate::primitive::play::settings::KEYS,
    crate::primitive::next::settings::KEYS,
    crate::primitive::nominate::settings::KEYS,
    crate::primitive::skip::settings::KEYS,
    crate::primitive::reverse::settings::KEYS,
    crate::primitive::again::settings::KEYS,
    crate::primitive::mirror::settings::KEYS,
    crate::primitive::hit::settings::KEYS,
    crate::primitive::continuing::settings::KEYS,
    crate::primitive::moving::settings::KEYS,
    crate::primitive::challenge::settings::KEYS,
    out_of_turn::OUT_OF_TURN,
    end::END,
];

/// Every key, in the order of the reference.
pub(crate) const KEYS: &[Key] = &joined::<{ count(GROUPS) }>(GROUPS);

/// How many keys the groups have.
const fn count(groups: &[&[Key]]) -> usize {
    let (mut group, mut count) = (0, 0);
    while group < groups.len() {
        count += groups[group].len();
        group += 1;
    }
    count
}

/// The keys of all groups in one table.
const fn joined<const N: usize>(groups: &[&[Key]]) -> [Key; N] {
    let mut all = [groups[0][0]; N];
    let (mut group, mut at, mut count) = (0, 0, 0);
    while count < N {
        if at == groups[group].len() {
            (group, at) = (group + 1, 0);
        }
        all[count] = groups[group][at];
        (at, count) = (at + 1, count + 1);
    }
    all
}
