//! How features are declared: fields with names, and what their features are.

use super::shape::Shape;
use crate::action::{Action, ActionId, NUM_ACTIONS};
use crate::card::{Card, KINDS, RANKS, Rank, SUITS, Suit};
use crate::engine::Phase;
use crate::rules::Rules;
use crate::ruleset::wild_rank;

/// One thing that is shown, by a feature or several.
#[derive(Clone, Copy)]
pub(crate) struct Field {
    /// Its name, which follows that of the span; empty where the span's name says it.
    pub(crate) name: &'static str,
    pub(crate) features: Features,
    /// What it tells, for the page.
    pub(crate) meaning: &'static str,
}

/// The features of a field.
#[derive(Clone, Copy)]
pub(crate) enum Features {
    /// A whole number.
    Number,
    /// Yes or no: the greatest value or 0.
    Flag,
    /// A whole number of two bytes, the higher first.
    TwoBytes,
    /// One of these, which is flagged, or none of them.
    OneOf(Set),
    /// For each of these whether it is so.
    Which(Set),
    /// A whole number for each of these.
    Numbers(Set),
    /// A number of cards for each of these, a card being the greatest value / copies.
    Shares(Set),
    /// For each of these all these fields.
    Each(Set, &'static [Field]),
    /// All these fields.
    All(&'static [Field]),
}

/// What there can be several of.
#[derive(Clone, Copy)]
pub(crate) enum Set {
    /// Words of a list.
    Words(&'static [&'static str]),
    Suits,
    /// The ranks that scores of a countdown make wild, from that of the score 1 on.
    WildRanks,
    /// The ranks 2 … A and the Joker's.
    Ranks,
    /// The kinds of card that the layout shows.
    Kinds,
    /// All kinds of card.
    AllKinds,
    /// The copies of one kind that the order of the stock tells apart.
    Depths,
    Seats,
    /// The seats but the own.
    Others,
    /// The ruleset's attacks, in the order of their names.
    Attacks,
    Piles,
    /// The phases in which a seat decides.
    Phases,
    Actions,
    /// What is drawn for an episode.
    Params,
    /// Places for created rules that stand.
    Standing,
    /// Places for created rules that are offered.
    Offered,
    /// The last public actions.
    History,
}

/// How a feature's value is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    Number,
    Flag,
    /// As many times the greatest value / copies.
    Share,
}

/// Number of phases in which a seat decides: all but chance and the end.
pub(crate) const PHASES: usize = Phase::NAMES.len() - 2;

impl Set {
    /// How many there are.
    #[inline(always)]
    pub(crate) const fn len(self, shape: &Shape) -> usize {
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
            Self::Suits => SUITS,
            Self::Ranks => RANKS + 1,
            Self::AllKinds => KINDS,
            Self::Phases => PHASES,
            Self::Actions => NUM_ACTIONS,
        }
    }

    /// How many there are, where that is the same in every layout.
    pub(crate) const fn fixed_len(self) -> Option<usize> {
        match self {
            Self::Words(_) | Self::Suits | Self::Ranks | Self::AllKinds | Self::Phases | Self::Actions => {
                Some(self.len(&Shape::NOTHING))
            }
            _ => None,
        }
    }

    /// What each is called. What begins with a bracket follows a name without a blank.
    fn names(self, shape: &Shape, rules: &Rules) -> Vec<String> {
        let len = self.len(shape);
        let numbered = |first: usize| (first..first + len).map(|n| format!("[{n}]")).collect();
        // A name of a ruleset's own has no such sign: places beyond the ruleset's stay apart from it.
        let named = |name: &dyn Fn(usize) -> Option<String>| {
            let all = (0..len).map(|i| name(i).unwrap_or_else(|| format!("#{}", i + 1)));
            all.collect()
        };
        match self {
            Self::Words(words) => words.iter().map(|&word| word.to_owned()).collect(),
            Self::Suits => Suit::ALL.map(|suit| suit.name().to_owned()).to_vec(),
            Self::WildRanks => (1..=len as u8).filter_map(wild_rank).map(rank_name).collect(),
            Self::Ranks => (0..len as u8)
                .filter_map(Rank::from_index)
                .map(rank_name)
                .collect(),
            Self::Kinds | Self::AllKinds => Card::all().take(len).map(|card| card.to_string()).collect(),
            Self::Seats => (0..len).map(seat_name).collect(),
            Self::Others => (1..=len).map(seat_name).collect(),
            Self::Attacks => named(&|i| rules.attacks.get(i).map(|attack| attack.name.clone())),
            Self::Params => named(&|i| rules.params.get(i).map(|param| param.name.clone())),
            Self::Phases => phase_names().iter().map(|&name| name.to_owned()).collect(),
            Self::Actions => {
                let ids = (0..len as u8).filter_map(ActionId::new);
                ids.map(|id| Action::from_id(id).to_string()).collect()
            }
            Self::Depths | Self::Piles | Self::Standing | Self::Offered | Self::History => numbered(1),
        }
    }

    /// What stands for any of them in the name of a field, and how many there are, for the page.
    pub(crate) fn described(self) -> (&'static str, String) {
        let (name, len) = match self {
            Self::Words(words) => return (" WORD", words.len().to_string()),
            Self::Suits => (" SUIT", "4"),
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
            Self::Actions => return (" ACTION", NUM_ACTIONS.to_string()),
            Self::Params => (" PARAM", "params"),
            Self::Standing => ("[N]", "standing"),
            Self::Offered => ("[N]", "offered"),
            Self::History => ("[N]", "history"),
        };
        (name, len.to_owned())
    }
}

/// The names of the phases in which a seat decides.
pub(crate) fn phase_names() -> &'static [&'static str] {
    &Phase::NAMES[1..=PHASES]
}

fn rank_name(rank: Rank) -> String {
    match rank {
        Rank::JOKER => "joker".to_owned(),
        rank => rank.letter().to_string(),
    }
}

/// What a seat so many places clockwise is called.
fn seat_name(place: usize) -> String {
    match place {
        0 => "[self]".to_owned(),
        place => format!("[+{place}]"),
    }
}

impl Features {
    /// How many features they are.
    fn len(&self, shape: &Shape) -> usize {
        match self {
            Self::Number | Self::Flag => 1,
            Self::TwoBytes => 2,
            Self::OneOf(set) | Self::Which(set) | Self::Numbers(set) | Self::Shares(set) => set.len(shape),
            Self::Each(set, fields) => set.len(shape) * len(fields, shape),
            Self::All(fields) => len(fields, shape),
        }
    }

    /// How many features they are, where that is the same in every layout.
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

    /// How each feature is read.
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

/// How many features some fields have together, where that is the same in every layout.
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

/// How many features some fields have together.
pub(crate) fn len(fields: &[Field], shape: &Shape) -> usize {
    fields.iter().map(|field| field.features.len(shape)).sum()
}

/// Names every feature of some fields: calls back with the name of each, and how it is read.
pub(crate) fn name_all(
    fields: &[Field],
    before: &str,
    shape: &Shape,
    rules: &Rules,
    each: &mut dyn FnMut(String, Reading),
) {
    for field in fields {
        let name = joined(before, field.name);
        let reading = field.features.reading();
        match &field.features {
            Features::Number | Features::Flag => each(name, reading),
            Features::TwoBytes => {
                each(joined(&name, "high_byte"), reading);
                each(joined(&name, "low_byte"), reading);
            }
            Features::OneOf(set) | Features::Which(set) | Features::Numbers(set) | Features::Shares(set) => {
                for element in set.names(shape, rules) {
                    each(joined(&name, &element), reading);
                }
            }
            Features::All(fields) => name_all(fields, &name, shape, rules, each),
            Features::Each(set, fields) => {
                for element in set.names(shape, rules) {
                    name_all(fields, &joined(&name, &element), shape, rules, each);
                }
            }
        }
    }
}

/// A name and what follows it, with a blank where there is need of one.
fn joined(name: &str, next: &str) -> String {
    let blank = if next.is_empty() || next.starts_with('[') {
        ""
    } else {
        " "
    };
    format!("{name}{blank}{next}")
}

/// How many fields some groups have together.
pub(crate) const fn count_fields(groups: &[&[Field]]) -> usize {
    let (mut group, mut count) = (0, 0);
    while group < groups.len() {
        count += groups[group].len();
        group += 1;
    }
    count
}

/// The fields of some groups in one table, of as many as there are.
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
