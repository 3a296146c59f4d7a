//! Rulesets drawn by lot: a builtin one with a handful of house rules, for training across rules.

mod table;

use serde_json::{Map, Value};

use self::table::{ROWS, Setting};
use super::deck::kinds;
use super::{Ruleset, Split, builtin};
use crate::card::{RANKS, Rank, Suit};
use crate::rng::{Rng, Stream, mix};

/// The version of the table of house rules, of the rulesets that they change, and of the splits. What a seed draws,
/// and the split that a ruleset is in, never change within it.
pub const SAMPLE_VERSION: u32 = 1;

/// Fewest house rules of a ruleset.
const FEWEST: u32 = 2;

/// Most house rules of a ruleset.
const MOST: u32 = 5;

/// House rules that are tried on one ruleset before another is begun.
const TRIES: u32 = 60;

/// A house rule with its cards chosen.
struct House {
    /// A word for the id.
    tag: String,
    /// A phrase for the title.
    phrase: String,
    overrides: Map<String, Value>,
}

/// Stands in a key for the name of each special that nominates.
const NOMINATING: &str = "{nominating}";

impl House {
    /// Its overrides for a ruleset.
    fn overrides_of(&self, ruleset: &Ruleset) -> Map<String, Value> {
        let names = || {
            let naming = ruleset.special.iter().filter(|(_, special)| special.names_suit());
            naming.map(|(name, _)| name)
        };
        let mut overrides = Map::new();
        for (key, value) in &self.overrides {
            if key.contains(NOMINATING) {
                let each = names().map(|name| (key.replace(NOMINATING, name), value.clone()));
                overrides.extend(each);
            } else {
                overrides.insert(key.clone(), value.clone());
            }
        }
        overrides
    }
}

/// Several cards of a name: "Sixes", "Skips".
fn plural(name: &str) -> String {
    let ending = if name.ends_with('x') { "es" } else { "s" };
    format!("{name}{ending}")
}

/// A rank of the deck, all equally likely.
fn drawn_rank(ruleset: &Ruleset, rng: &mut Rng) -> Rank {
    let deck = ruleset.deck.table(ruleset.players.min).map(|table| kinds(&table));
    let is_there = |rank: &Rank| deck.is_none_or(|deck| !deck.and(rank.cards()).is_empty());
    let ranks = (0..RANKS as u8).filter_map(Rank::from_index).filter(is_there);
    rng.one_of(ranks)
}

impl Setting {
    /// The house rule; where it is about a rank, about one drawn of the ruleset's deck.
    fn choose(&self, ruleset: &Ruleset, rng: &mut Rng) -> House {
        let rank = if self.overrides.contains("{R}") {
            drawn_rank(ruleset, rng)
        } else {
            Rank::ACE
        };
        let name = ruleset.labels.rank(rank);
        // What stands on a card may be no word of an id.
        let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == ' ');
        let tag = plural(if is_word { &name } else { rank.name() });
        let tag = tag.to_lowercase().replace(' ', "_");
        let (letter, plural) = (rank.letter().to_string(), plural(&name));
        let labels = &ruleset.labels;
        let black = if labels.suits.is_empty() {
            "black".to_owned()
        } else {
            format!("{} and {}", labels.suit(Suit::Clubs), labels.suit(Suit::Spades))
        };
        let fill = |text: &str| {
            text.replace("{R}", &letter)
                .replace("{black}", &black)
                .replace("{N}", &plural)
                .replace("{n}", &tag)
        };
        House {
            tag: fill(self.tag),
            phrase: fill(self.phrase),
            overrides: serde_json::from_str(&fill(self.overrides)).unwrap_or_default(),
        }
    }
}

impl Ruleset {
    /// The ruleset of a seed: a builtin one with two to five house rules that go with it, one of the split.
    ///
    /// The same seed means the same ruleset within a [`SAMPLE_VERSION`]. The splits are apart by what the rules of play
    /// are: a ruleset is in [`Split::Test`] by a hash of its [`fingerprint`](Self::fingerprint), one of five. Id, title
    /// and decisions say what was changed.
    #[must_use]
    pub fn sample(seed: u64, split: Split) -> Self {
        let mut rng = Rng::new(mix(seed, SAMPLE_VERSION.into()), Stream::Chance);
        loop {
            let id = builtin::SAMPLED[rng.below(builtin::SAMPLED.len() as u32) as usize];
            let count = (FEWEST + rng.below(MOST - FEWEST + 1)) as usize;
            let Ok(base) = Self::builtin(id) else { continue };
            let (mut ruleset, houses) = base.with_houses(count, &mut rng);
            if houses.len() == count && split.holds(&ruleset.fingerprint(), SAMPLE_VERSION) {
                ruleset.name_houses(&houses, seed);
                return ruleset;
            }
        }
    }

    /// So many house rules of different rows for it, or fewer if few go with it: each changes the rules, and none is one that
    /// [`Ruleset::warnings`] tell of.
    fn with_houses(&self, count: usize, rng: &mut Rng) -> (Self, Vec<House>) {
        let mut ruleset = self.clone();
        // They are not offered, and need not be checked for each house rule.
        ruleset.variants.clear();
        let known = ruleset.warnings();
        let mut rows: Vec<usize> = (0..ROWS.len()).collect();
        let mut houses = Vec::new();
        for _ in 0..TRIES {
            if houses.len() == count {
                break;
            }
            let at = rng.below(rows.len() as u32) as usize;
            let row = ROWS[rows[at]];
            let house = row[rng.below(row.len() as u32) as usize].choose(&ruleset, rng);
            let Ok(changed) = ruleset.with(&house.overrides_of(&ruleset)) else {
                continue;
            };
            let is_sound = || changed.warnings().iter().all(|warning| known.contains(warning));
            if changed.fingerprint() != ruleset.fingerprint() && is_sound() {
                ruleset = changed;
                houses.push(house);
                rows.swap_remove(at);
            }
        }
        (ruleset, houses)
    }

    fn name_houses(&mut self, houses: &[House], seed: u64) {
        let join = |texts: Vec<&str>, between| texts.join(between);
        let tags = join(houses.iter().map(|house| house.tag.as_str()).collect(), "_");
        let phrases = join(houses.iter().map(|house| house.phrase.as_str()).collect(), "; ");
        self.id = format!("{}_with_{tags}", self.id);
        self.title = format!("{}, house rules: {phrases}", self.title);
        self.decisions = vec![format!(
            "Drawn by lot: seed {seed} of version {SAMPLE_VERSION} of the house rules."
        )];
        self.variants.clear();
    }
}

#[cfg(test)]
mod tests;
