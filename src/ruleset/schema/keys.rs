//! Every key of the ruleset schema: what it may hold and what it means.

mod end;
mod special;
mod table;

use super::key::Key;

/// Makes of the list of rooms the keys, group by group.
macro_rules! groups {
    ($($room:ident),+) => {
        /// Every key, group by group.
        const GROUPS: &[&[Key]] = &[
            table::TABLE,
            crate::primitive::starter::settings::KEYS,
            table::DRAWING,
            special::SPECIAL,
            $(crate::primitive::$room::settings::KEYS,)+
            crate::primitive::out_of_turn::settings::KEYS,
            crate::primitive::second_pile::settings::KEYS,
            crate::primitive::call::settings::KEYS,
            crate::primitive::words::settings::KEYS,
            crate::primitive::created::settings::KEYS,
            end::END,
            crate::primitive::score::settings::KEYS,
            end::MATCH,
        ];
    };
}

crate::primitive::special_keys!(groups);

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_of_a_special_belongs_to_one_room() {
        let mut rooms: Vec<&str> = Vec::new();
        for group in GROUPS {
            let mut own: Vec<&str> = group
                .iter()
                .filter_map(|key| key.path.strip_prefix("special.NAME."))
                .filter_map(|path| path.split('.').next())
                .filter(|key| !["cards", "when"].contains(key))
                .collect();
            own.dedup();
            assert!(own.len() <= 1, "{own:?} are keys of several rooms");
            for key in own {
                assert!(!rooms.contains(&key), "special.NAME.{key} is a key of two rooms");
                rooms.push(key);
            }
        }
        let special = serde_json::to_value(crate::ruleset::schema::full().special["NAME"].clone());
        let special = special.expect("a special is written");
        for key in special.as_object().expect("a table").keys() {
            let own = ["cards", "when"].contains(&key.as_str());
            assert!(
                own || rooms.contains(&key.as_str()),
                "special.NAME.{key} is in no room"
            );
        }
    }
}
