//! The declaration of features: fields with names, and the kinds of their features.

use super::shape::LayoutShape;
use crate::action::{Action, ActionId};
use crate::card::{Card, Rank, SUITS, Suit};
use crate::engine::Phase;
use crate::rules::Rules;
use crate::ruleset::wild_rank;

/// A named group of one or more features.
#[derive(Clone, Copy)]
pub(crate) struct Field {
    /// The name that follows the span's; empty where the span's name suffices.
    pub(crate) name: &'static str,
    pub(crate) features: FieldFeatures,
    /// The meaning, for the page.
    pub(crate) meaning: &'static str,
}

/// The features of a field.
#[derive(Clone, Copy)]
pub(crate) enum FieldFeatures {
    /// A whole number.
    Number,
    /// True or false: the greatest value or 0.
    Flag,
    /// A whole number of two bytes, the higher first.
    TwoBytes,
    /// A flag for each element, of which at most one is set.
    OneOf(Set),
    /// A flag for each element.
    Which(Set),
    /// A whole number for each element.
    Numbers(Set),
    /// A number of cards for each element; one card is the greatest value / copies.
    Shares(Set),
    /// A group of fields for each element.
    Each(Set, &'static [Field]),
    /// A group of fields.
    All(&'static [Field]),
}

/// A set whose elements have features of their own.
#[derive(Clone, Copy)]
pub(crate) enum Set {
    /// Words of a list.
    Words(&'static [&'static str]),
    /// The suits of the usual pack.
    UsualSuits,
    /// The suits that the pack can have.
    Suits,
    /// The ranks that scores of a countdown make wild, beginning with that of the score 1.
    WildRanks,
    /// The ranks that the pack can have, that of the Jokers included.
    Ranks,
    /// The kinds of card that the layout shows.
    Kinds,
    /// The kinds of card that the pack can have.
    AllKinds,
    /// The copies of one kind whose depth in the stock is shown.
    Depths,
    Seats,
    /// All seats except the observer's.
    Others,
    /// The ruleset's attacks, in the order of their names.
    Attacks,
    Piles,
    /// The phases in which a seat decides.
    Phases,
    Actions,
    /// The parameters drawn for an episode.
    Params,
    /// Places for created rules that stand.
    Standing,
    /// Places for created rules that are offered.
    Offered,
    /// The last public actions.
    History,
}

/// The interpretation of a feature's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    Number,
    Flag,
    /// A number of cards, each of which is the greatest value / copies.
    Share,
}

/// Number of phases of every layout in which a seat decides: all except chance, the naming of a player whom a card hits, which
/// is shown where there is such a card, and the end.
pub(crate) const PHASES: usize = Phase::NAMES.len() - 3;

impl Set {
    /// Returns the number of elements.
    #[inline(always)]
    pub(crate) const fn len(self, shape: &LayoutShape) -> usize {
        match self {
            Self::WildRanks => shape.wild_ranks,
            Self::Kinds => shape.kinds,
            Self::Depths => shape.depths,
            Self::Seats => shape.seats,
            Self::Others => shape.seats - 1,
            Self::Attacks => shape.attacks,
            Self::Piles => shape.piles,
            Self::Params => shape.params,
            Self::Standing => shape.standing,
            Self::Offered => shape.offered,
            Self::History => shape.history,
            Self::Words(words) => words.len(),
            Self::UsualSuits => SUITS,
            Self::Suits => shape.suits,
            Self::Ranks => shape.ranks,
            Self::AllKinds => shape.all_kinds,
            Self::Phases => PHASES,
            Self::Actions => shape.actions,
        }
    }

    /// Returns the number of elements if it is the same in every layout.
    pub(crate) const fn fixed_len(self) -> Option<usize> {
        match self {
            Self::Words(_) | Self::UsualSuits | Self::Phases => Some(self.len(&LayoutShape::NOTHING)),
            _ => None,
        }
    }

    /// Returns the name of each element. A name that begins with a bracket follows another name without a blank.
    fn names(self, shape: &LayoutShape, rules: &Rules) -> Vec<String> {
        let len = self.len(shape);
        let numbered = |first: usize| (first..first + len).map(|n| format!("[{n}]")).collect();
        // No name in a ruleset contains `#`, so a place that the ruleset does not use has a name of its own.
        let named = |name: &dyn Fn(usize) -> Option<String>| {
            let all = (0..len).map(|i| name(i).unwrap_or_else(|| format!("#{}", i + 1)));
            all.collect()
        };
        match self {
            Self::Words(words) => words.iter().map(|&word| word.to_owned()).collect(),
            Self::UsualSuits | Self::Suits => (0..len as u8)
                .filter_map(Suit::from_index)
                .map(|suit| suit.name().to_owned())
                .collect(),
            Self::WildRanks => (1..=len as u8).filter_map(wild_rank).map(rank_name).collect(),
            Self::Ranks => (0..len as u8)
                .filter_map(Rank::from_index)
                .map(rank_name)
                .collect(),
            Self::Kinds | Self::AllKinds => named(&|kind| rules.pack.text(Card::of(kind as u8))),
            Self::Seats => (0..len).map(seat_name).collect(),
            Self::Others => (1..=len).map(seat_name).collect(),
            Self::Attacks => named(&|i| rules.attacks.get(i).map(|attack| attack.name.clone())),
            Self::Params => named(&|i| rules.params.get(i).map(|param| param.name.clone())),
            Self::Phases => phase_names().iter().map(|&name| name.to_owned()).collect(),
            Self::Actions => {
                let ids = (0..len as u8).filter_map(ActionId::new);
                let text = |id| Action::from_id(id).to_string();
                rules.pack.within(|| ids.map(text).collect())
            }
            Self::Depths | Self::Piles | Self::Standing | Self::Offered | Self::History => numbered(1),
        }
    }

    /// Returns the placeholder for an element in the name of a field, and the number of elements, for the page.
    pub(crate) fn described(self) -> (&'static str, String) {
        let (name, len) = match self {
            Self::Words(words) => return (" WORD", words.len().to_string()),
            Self::UsualSuits | Self::Suits => (" SUIT", "4"),
            Self::WildRanks => (" RANK", "ranks"),
            Self::Ranks => (" RANK", "14"),
            Self::Kinds => (" CARD", "kinds"),
            Self::AllKinds => (" CARD", "54"),
            Self::Depths => ("[COPY]", "copies"),
            Self::Seats => ("[SEAT]", "seats"),
            Self::Others => ("[SEAT]", "(seats − 1)"),
            Self::Attacks => (" ATTACK", "attacks"),
            Self::Piles => ("[PILE]", "piles"),
            Self::Phases => return (" PHASE", PHASES.to_string()),
            Self::Actions => (" ACTION", "100"),
            Self::Params => (" PARAM", "params"),
            Self::Standing => ("[N]", "standing"),
            Self::Offered => ("[N]", "offered"),
            Self::History => ("[N]", "history"),
        };
        (name, len.to_owned())
    }
}

/// Returns the names of the phases in which a seat decides.
pub(crate) fn phase_names() -> &'static [&'static str] {
    &Phase::NAMES[1..=PHASES]
}

fn rank_name(rank: Rank) -> String {
    match rank {
        Rank::JOKER => "joker".to_owned(),
        rank => rank.letter().to_string(),
    }
}

/// Returns the name of the seat `place` places clockwise of the observer's.
fn seat_name(place: usize) -> String {
    match place {
        0 => "[self]".to_owned(),
        place => format!("[+{place}]"),
    }
}

impl FieldFeatures {
    /// Returns the number of features.
    fn len(&self, shape: &LayoutShape) -> usize {
        match self {
            Self::Number | Self::Flag => 1,
            Self::TwoBytes => 2,
            Self::OneOf(set) | Self::Which(set) | Self::Numbers(set) | Self::Shares(set) => set.len(shape),
            Self::Each(set, fields) => set.len(shape) * len(fields, shape),
            Self::All(fields) => len(fields, shape),
        }
    }

    /// Returns the number of features if it is the same in every layout.
    const fn fixed_len(&self) -> Option<usize> {
        match self {
            Self::Number | Self::Flag => Some(1),
            Self::TwoBytes => Some(2),
            Self::OneOf(set) | Self::Which(set) | Self::Numbers(set) | Self::Shares(set) => set.fixed_len(),
            Self::Each(set, fields) => match (set.fixed_len(), fixed_len(fields)) {
                (Some(times), Some(len)) => Some(times * len),
                _ => None,
            },
            Self::All(fields) => fixed_len(fields),
        }
    }

    /// Returns the interpretation of each feature.
    const fn reading(&self) -> Reading {
        match self {
            Self::Number | Self::TwoBytes | Self::Numbers(_) | Self::Each(..) | Self::All(_) => {
                Reading::Number
            }
            Self::Flag | Self::OneOf(_) | Self::Which(_) => Reading::Flag,
            Self::Shares(_) => Reading::Share,
        }
    }
}

/// Returns the number of features of some fields if it is the same in every layout.
pub(crate) const fn fixed_len(fields: &[Field]) -> Option<usize> {
    let (mut field, mut sum) = (0, 0);
    while field < fields.len() {
        match fields[field].features.fixed_len() {
            Some(len) => sum += len,
            None => return None,
        }
        field += 1;
    }
    Some(sum)
}

/// Returns the number of features of some fields.
pub(crate) fn len(fields: &[Field], shape: &LayoutShape) -> usize {
    fields.iter().map(|field| field.features.len(shape)).sum()
}

/// Calls `each` with the name and the interpretation of every feature of some fields.
pub(crate) fn name_all(
    fields: &[Field],
    before: &str,
    shape: &LayoutShape,
    rules: &Rules,
    each: &mut dyn FnMut(String, Reading),
) {
    for field in fields {
        let name = joined(before, field.name);
        let reading = field.features.reading();
        match &field.features {
            FieldFeatures::Number | FieldFeatures::Flag => each(name, reading),
            FieldFeatures::TwoBytes => {
                each(joined(&name, "high_byte"), reading);
                each(joined(&name, "low_byte"), reading);
            }
            FieldFeatures::OneOf(set)
            | FieldFeatures::Which(set)
            | FieldFeatures::Numbers(set)
            | FieldFeatures::Shares(set) => {
                for element in set.names(shape, rules) {
                    each(joined(&name, &element), reading);
                }
            }
            FieldFeatures::All(fields) => name_all(fields, &name, shape, rules, each),
            FieldFeatures::Each(set, fields) => {
                for element in set.names(shape, rules) {
                    name_all(fields, &joined(&name, &element), shape, rules, each);
                }
            }
        }
    }
}

/// Joins two names, with a blank between them where one is needed.
fn joined(name: &str, next: &str) -> String {
    let blank = if name.is_empty() || next.is_empty() || next.starts_with('[') {
        ""
    } else {
        " "
    };
    format!("{name}{blank}{next}")
}

/// Returns the number of fields of some groups.
pub(crate) const fn count_fields(groups: &[&[Field]]) -> usize {
    let (mut group, mut count) = (0, 0);
    while group < groups.len() {
        count += groups[group].len();
        group += 1;
    }
    count
}

/// Joins the fields of some groups; `N` is their [number](count_fields).
pub(crate) const fn join_fields<const N: usize>(groups: &[&[Field]]) -> [Field; N] {
    let mut all = [groups[0][0]; N];
    let (mut group, mut at, mut count) = (0, 0, 0);
    while count < N {
        if at == groups[group].len() {
            (group, at) = (group + 1, 0);
        } else {
            all[count] = groups[group][at];
            (at, count) = (at + 1, count + 1);
        }
    }
    all
}
