//! Random rulesets: a builtin one with a few house rules, for training across rules.

mod table;

use serde_json::{Map, Value};

use self::table::{ROWS, Setting};
use super::deck::kinds;
use super::{Ruleset, Split, builtin};
use crate::card::{Rank, Suit};
use crate::rng::{Rng, Stream, mix};

/// Version of the house rules, of the rulesets that they change, and of the splits.
///
/// The ruleset of a seed, and the split of a ruleset, never change within a version.
pub const SAMPLE_VERSION: u32 = 1;

/// Fewest house rules of a sample.
const FEWEST: u32 = 2;

/// Most house rules of a sample.
const MOST: u32 = 5;

/// Number of house rules tried on one ruleset before another ruleset is drawn.
const TRIES: u32 = 60;

/// A house rule with its rank drawn.
struct House {
    /// Word for the id.
    tag: String,
    /// Phrase for the title.
    phrase: String,
    overrides: Map<String, Value>,
}

/// Placeholder in a key for the name of each special that nominates.
const NOMINATING: &str = "{nominating}";

impl House {
    /// Returns the overrides of the house rule for a ruleset.
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

/// Returns the plural of a name: "Sixes", "Skips".
fn plural(name: &str) -> String {
    let ending = if name.ends_with('x') { "es" } else { "s" };
    format!("{name}{ending}")
}

/// Draws a rank of the deck; all are equally likely.
fn drawn_rank(ruleset: &Ruleset, rng: &mut Rng) -> Rank {
    let deck = ruleset.deck.table(ruleset.players.min).map(|table| kinds(&table));
    let is_there = |rank: &Rank| deck.is_none_or(|deck| !deck.and(ruleset.pack().of_rank(*rank)).is_empty());
    let ranks = ruleset.pack().ranks().iter().copied().filter(is_there);
    rng.one_of(ranks)
}

impl Setting {
    /// Returns the house rule; one about a rank gets a rank drawn from the ruleset's deck.
    fn choose(&self, ruleset: &Ruleset, rng: &mut Rng) -> House {
        let rank = if self.overrides.contains("{R}") {
            drawn_rank(ruleset, rng)
        } else {
            Rank::ACE
        };
        let name = ruleset.labels.rank(rank);
        // A label may have characters that an id cannot have.
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
    /// Samples the ruleset of a seed: a builtin one with two to five house rules that fit it, in the given split.
    ///
    /// A seed gives the same ruleset within a [`SAMPLE_VERSION`]. Splits are disjoint in the rules of play: a hash of the
    /// [`fingerprint`](Self::fingerprint) puts one ruleset of five into [`Split::Test`]. Id and title name the house rules,
    /// and the decisions name the seed.
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

    /// Returns the ruleset with `count` house rules of different rows, or fewer if few fit. Each one changes the rules and
    /// causes no new warning.
    fn with_houses(&self, count: usize, rng: &mut Rng) -> (Self, Vec<House>) {
        let mut ruleset = self.clone();
        // A sample offers no variants, so that they need not be checked for each house rule.
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
