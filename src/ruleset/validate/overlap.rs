//! Specials of the same card: they add up, and contradictions are refused.

use super::Problems;
use super::late_bound::Late;
use super::meaning::{BoundSpecial, BoundSpecials};
use crate::card_text::format_cards;
use crate::limits::LISTED;
use crate::ruleset::{Apart, Has, Ruleset, Special};

/// Defines the keys that only one special of a card may set, from the list of primitives.
macro_rules! exclusive {
    ($($primitive:ident::$key:ident),+) => {
        const EXCLUSIVE: &[Has] = &[$(crate::primitive::$primitive::queries::$key),+];
    };
}

crate::primitive::exclusive!(exclusive);

/// Defines the keys that do not go together on the same card, from the list of primitives.
macro_rules! apart {
    ($($primitive:ident),+) => {
        const APART: &[&[Apart]] = &[$(crate::primitive::$primitive::check::APART),+];
    };
}

crate::primitive::apart!(apart);

impl Ruleset {
    pub(crate) fn check_overlaps(&self, late: &Late, problems: &mut Problems) {
        let mut refused = Problems::default();
        for meaning in self.meanings_of_specials(late) {
            // No further problem is listed.
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

    /// Returns the specials that hold together, for each set of them by number of players and each meaning of late-bound
    /// words.
    fn meanings_of_specials<'a>(&'a self, late: &'a Late) -> Vec<BoundSpecials<'a>> {
        let mut tables: Vec<Vec<&String>> = Vec::new();
        let mut all = Vec::new();
        for players in self.tables() {
            let holds = |s: &Special| !s.is_for_identical() && s.when.holds_with(players);
            let live: Vec<(&String, &Special)> = self.special.iter().filter(|(_, s)| holds(s)).collect();
            let names: Vec<&String> = live.iter().map(|(name, _)| *name).collect();
            if tables.contains(&names) {
                continue;
            }
            tables.push(names);
            all.extend(late.0.iter().map(|bindings| {
                BoundSpecials {
                    specials: live
                        .iter()
                        .map(|(name, special)| (name.as_str(), *special, special.bound(bindings)))
                        .collect(),
                    bindings,
                }
            }));
        }
        all
    }
}

fn check_exclusive(
    (name, special, cards): BoundSpecial<'_>,
    (other, earlier, others): BoundSpecial<'_>,
    refused: &mut Problems,
) {
    let shared = cards.and(others);
    if shared.is_empty() {
        return;
    }
    // Hits under conditions of which only one can hold are told apart as the card is played.
    let apart = special.when.excludes(&earlier.when);
    let exclusive = EXCLUSIVE.iter().filter(|(key, _)| *key != "hit" || !apart);
    for (key, _) in exclusive.filter(|(_, has)| has(special) && has(earlier)) {
        let path = format!("special.{name}.{key}");
        // One report is enough, although many meanings of late-bound words may have the problem.
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
    (name, special, cards): BoundSpecial<'_>,
    (other, earlier, others): BoundSpecial<'_>,
    refused: &mut Problems,
) {
    let shared = cards.and(others);
    if shared.is_empty() {
        return;
    }
    for ((key, _), with, why) in APART
        .iter()
        .copied()
        .flatten()
        .filter(|((_, has), ..)| has(special))
    {
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
