//! Every change of a ruleset changes its description.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use serde_json::{Map, Value, json};

use super::changes::changes;
use crate::card_text::format_cards;
use crate::ruleset::schema::{Leaf, Names, SchemaKey, ValueKind, ValueShape, leaves};
use crate::ruleset::{ByPlayers, Range, Ruleset, Split, ids};

/// A ruleset with late-bound words and a countdown. The words have few meanings, since each change is checked for all of
/// them.
const LATE: &str = r#"
id = "late"
[deck]
jokers = 2
[countdown]
from = 3
[params.zodiac]
cards = { "03-21" = "JC", "04-20" = "KD" }
[params.instapik]
cards = "4 9"
draws = "rank"
[special.sets]
cards = "all"
continue = { with = "rank", effects = "top", also = "*" }
[special.runs]
cards = "all"
continue = { with = "adjacent", effects = "top" }
[special.set-covers]
cards = "all"
continue = { with = "suit-after-set", effects = "top" }
[draw]
after-attack = "play"
[special.wild]
cards = "@wild"
when = { upcard = "all -@zodiac" }
play = { free = "always" }
nominate = "always"
[special.two]
cards = "2 -@wild"
hit = { draw = 2, answer = "2 -@wild", cancel = "*", sets = "add", suit = "stays" }
[special.zodiac]
cards = "@zodiac"
hit = { draw = 7, sets = "instead" }
move = { to = "next" }
[special.instapik]
cards = "@instapik"
again = true
hit = { who = "others", draw = 1 }
move = { to = "onward" }
[special.any]
cards = "all"
hit = { who = "others", draw = 2 }
[special.king]
cards = "K"
when = { players = "3-10" }
skip = 1
[special.jack-of-suits]
cards = "J"
continue = { with = "nominated" }
"#;

/// A ruleset with sets that must be covered, places, rows, and further ways of playing and scoring.
const SETS: &str = r#"
id = "sets"
[deck]
packs = 2
jokers = 4
[deal]
direction = "dealer"
[starter.card.jack]
cards = "J"
effects = "open"
[starter.card.eight]
cards = "8"
nominated-by = "first-player"
[special.sets]
cards = "all"
continue = { with = "rank" }
[special.set-covers]
cards = "all"
continue = { with = "suit-after-set", must = true }
[special.identical]
cards = "all"
when = { upcard = "identical" }
hit = { who = "others", draw = 1 }
again = true
[turn]
once = ["skips"]
[special.four]
cards = "4"
hit = { draw = 4, answer = "4", sets = "unanswerable", suit = "nominated" }
[special.eight]
cards = "8"
play = { free = "no-suit" }
nominate = "always"
next = { binds = "next" }
skip = 1
challenge = { draw = 4, extra = 2 }
[special.jack]
cards = "J"
play = { on = "suit" }
next = { cards = "pictures", binds = "next" }
[special.seven]
cards = "7"
nominate = "second"
continue = { with = "suit", must = true, else-draw = 1, also = "*" }
[special.joker]
cards = "*"
play = { free = "always" }
next = { follow = "under" }
[call]
made = "by-player"
caught = "next-player"
[out]
places = { "2" = 1, "3" = 2, "4-10" = [75, 25, 0] }
[round]
row = 4
next = "loser-first"
[score]
factors = { "2" = "double", identical = "halve" }
points = { "9" = { "2-5" = 5, "6-10" = 20 }, "8" = 50 }
[match]
target = 250
at-target = { comeback = 500 }
"#;

/// A ruleset with two piles, cards that follow each other in one turn, going out by a draw at the end of a turn, and words.
const PILES: &str = r#"
id = "piles"
follow = ["suit", "rank", "sum-or-product"]
players = "4-8"
[deal]
cards = 5
dealer-extra = 1
[starter]
turned = "before-deal"
[draw]
when = "never"
end-of-turn = 1
[special.turn]
cards = "all"
continue = { with = "following", most = "2 or all" }
[special.ace-of-diamonds]
cards = "AD"
reverse = true
skip = 1
[second-pile]
cards = "red"
[call]
made = "by-player"
penalty = 1
[out]
last-card = "drawn"
[words.communism-works]
say = 1
due = "played"
cards = "A"
on = "2"
[words.thanks]
say = 2
due = "penalty"
penalty = 2
[score]
who = "round"
[match]
rounds = { "4" = 8, "5-8" = 12 }
winner = "highest"
[round]
next = "winner-deals"
[mistakes]
penalty = 1
"#;

/// A ruleset with cards played out of turn, hands that are swapped, ranks that are named, and calls that are asked for.
const CLAIMS: &str = r#"
id = "claims"
players = "4-8"
[deck]
packs = 4
jokers = 8
[starter]
effects = "full"
[starter.card.wild]
cards = "8 *"
effects = "nomination"
[starter.card.nine]
cards = "9"
effects = "none"
[draw]
when = "unable"
then = "may-play"
[out-of-turn]
identical = { "3-K" = "may", "2 *" = "must", "A" = "others-may" }
[special.ace]
cards = "A"
move = { to = "onward" }
[special.jack]
cards = "J"
move = { to = "chosen" }
[special.nine]
cards = "9"
hit = { who = "lot", draw = 1 }
[special.seven]
cards = "7"
next = { cards = "QS", binds = "named" }
[special.eight]
cards = "8 *"
play = { free = "always" }
nominate = "always"
[special.two]
cards = "2"
hit = { draw = 2, answer = "2" }
[special.king]
cards = "K"
reverse = true
[call]
made = "by-player"
penalty = 4
caught = "asked"
due = "held"
[out]
not-on = { "A 8" = 1 }
[words.out]
say = 1
due = "out"
[created]
most = 3
by = "winner"
seen = "all"
"#;

/// A ruleset with mirrors, cards that may be played on few others, the five-card rule, and hidden rules.
const MIRRORS: &str = r#"
id = "mirrors"
[deck]
jokers = 2
[stock]
keep = 5
[special.ace]
cards = "A"
hit = { draw = 5, answer = "A", sets = "replace" }
[special.three]
cards = "3"
hit = { who = "others", draw = 1 }
[special.queen]
cards = "Q"
mirror = true
[special.joker]
cards = "*"
play = { on = "K" }
next = { cards = "K" }
[call]
made = "by-player"
caught = "after-next"
[mistakes]
penalty = 1
[created]
most = 2
drawn = 1
rules = [{ cards = "A", does = "reverse" }]
"#;

/// Returns the default ruleset, every builtin one, and rulesets with the settings that those leave out.
fn rulesets() -> Vec<Ruleset> {
    let busy = "id = \"busy\"\n[draw]\nthen = \"may-play\"\n[special.sets]\ncards = \"all\"\ncontinue = { with = \"rank\" }\n[call]\nmade = \
    \"automatic\"\n\
                [special.two]\ncards = \"2\"\nhit = { draw = 2, answer = \"2\", cancel = \"3\", pass-on = \"T\" }\n\
                [special.nine]\ncards = \"9\"\nplay = { free = \"unable\" }\nnominate = \"if-followed\"\nreverse = \
                true\nskip = 3\n\
                hit = { draw = 1, turn = \"kept\" }\ncontinue = { with = \"suit-or-rank\", cards = \"T\", \
                most = 2 }\n\
                move = { to = \"all\" }\nchallenge = { draw = 2, extra = 0 }\n[match]\ntarget = 50\n\
                at-target = \"elimination\"\nturns = 90\n[deal]\ncards = \"2-8\"\n[score]\nfactors = { last-class = \"double\" }\n\
                events = { out = -5, skipped-last = -10 }\n[out]\nlast-card = \"chain\"\n[labels]\nsuits = [\"c\", \"d\", \"h\", \"s\"]\n\
                ranks = [\"2\", \"3\", \"4\", \"5\", \"6\", \"7\", \"8\", \"9\", \"10\", \"J\", \"Q\", \"K\", \"A\"]\n\
                jokers = [\"fool\", \"jester\"]\n";
    let mut all = vec![
        Ruleset::from_toml("id = \"default\""),
        Ruleset::from_toml(busy),
        Ruleset::from_toml(LATE),
        Ruleset::from_toml(SETS),
        Ruleset::from_toml(PILES),
        Ruleset::from_toml(CLAIMS),
        Ruleset::from_toml(MIRRORS),
        Ruleset::from_toml("id = \"lot\"\n[created]\nmost = 2\nby = \"lot\"\nseen = \"all\"\ndrawn = 1\n"),
    ];
    all.extend(ids().map(Ruleset::builtin));
    all.into_iter()
        .map(|ruleset| ruleset.expect("these are valid"))
        .collect()
}

/// Returns other values that may stand in a place, where `now` stands at present.
fn samples(shape: &ValueShape, now: Option<&Value>) -> Vec<Value> {
    const CARDS: [&str; 9] = ["", "8", "red&8", "JS", "*", "QS JD", "H", "all", "all -2"];
    const LATE: [&str; 5] = ["@wild", "2 -@wild", "@zodiac", "9 @zodiac&red", "all -@zodiac"];
    const NUMBERS: [i64; 9] = [-6, -5, 1, 2, 3, 4, 9, 13, 600];
    if shape.is_cards() {
        let late = LATE.into_iter().filter(|_| shape.format == Some("late cards"));
        return CARDS.into_iter().chain(late).map(Value::from).collect();
    }
    match &shape.kind {
        ValueKind::Flag => vec![json!(false), json!(true)],
        ValueKind::Number(least, most) => {
            let numbers = NUMBERS.into_iter().filter(|n| (least..=most).contains(&n));
            numbers.map(Value::from).collect()
        }
        ValueKind::Words(words) => words.iter().map(|word| json!(word)).collect(),
        ValueKind::Text(None) if shape.format.is_none() => vec![json!("Another text")],
        ValueKind::Text(_) | ValueKind::Anything => shape.examples.to_vec(),
        ValueKind::List(item, most) => lists(shape, item, *most),
        ValueKind::Table(keys) => {
            let [key] = keys.as_slice() else { return Vec::new() };
            [400, 600].map(|n| json!({ key.name: n })).into()
        }
        ValueKind::Entries(own, names, value) => entries(shape, (own, names, value), now),
        ValueKind::Any(all) => all.iter().flat_map(|one| samples(one, now)).collect(),
    }
}

/// Returns lists of sample items.
fn lists(shape: &ValueShape, item: &ValueShape, most: Option<u64>) -> Vec<Value> {
    if !shape.examples.is_empty() {
        return shape.examples.to_vec();
    }
    if let (ValueKind::Text(_), Some(most)) = (&item.kind, most) {
        // A label for each Joker, suit or rank of the usual pack.
        let counts = [2, 4, 13].into_iter().filter(|count| *count <= most);
        let labels = |letter: &str, count: u64| (0..count).map(|n| json!(format!("{letter}{n}"))).collect();
        return counts
            .flat_map(|count| ["a", "b"].map(|letter| labels(letter, count)))
            .collect();
    }
    let items = match &item.kind {
        ValueKind::Table(_) => item.examples.to_vec(),
        _ => samples(item, None),
    };
    let alone = items.iter().map(|item| json!([item]));
    let all = [json!([]), json!(items)];
    let pair = items
        .first()
        .zip(items.last())
        .map(|(one, other)| json!([one, other]));
    alone.chain(all).chain(pair).collect()
}

/// Returns tables with user-chosen keys.
fn entries(
    shape: &ValueShape,
    (own, names, value): (&[SchemaKey], &Names, &ValueShape),
    now: Option<&Value>,
) -> Vec<Value> {
    let values = samples(value, None);
    let (one, other) = (values.first(), values.get(1));
    let pairs = |keys: &[&str]| -> Vec<Value> {
        keys.iter()
            .flat_map(|key| values.iter().map(|value| json!({ *key: value })))
            .collect()
    };
    let mut all: Vec<Value> = match names {
        Names::Free => {
            return [json!({})]
                .into_iter()
                .chain(shape.examples.iter().cloned())
                .collect();
        }
        Names::Numbers => pairs(&["0", "1"]),
        Names::Cards => pairs(&["8", "8 9", "all -*"]),
        Names::Days => vec![
            json!({ "03-21": "JC" }),
            json!({ "03-21": "JC", "11-30": "QH" }),
            json!({ "03-21": "JC", "12-01": "QH" }),
            json!({ "03-21": "KC", "12-01": "QH" }),
        ],
        Names::Words(words) => pairs(words),
        Names::Players => vec![
            json!({ "2-3": one, "4-10": other }),
            json!({ "2": other, "3-10": one }),
        ],
    };
    all.extend(own.iter().flat_map(|key| {
        let values = samples(&key.shape, None);
        values.into_iter().map(|value| json!({ key.name: value }))
    }));
    // Change one number of the table at a time.
    if let (Names::Players, Some(Value::Object(table))) = (names, now) {
        all.extend(table.keys().map(|range| {
            let mut table = table.clone();
            table[range] = json!(table[range].as_u64().map(|n| n + 3));
            Value::Object(table)
        }));
    }
    all
}

/// Returns the paths of a key in a ruleset: one for each special, starter card, word or param.
fn paths(key: &Leaf, ruleset: &Ruleset) -> Vec<String> {
    let named = |name: &String| key.path.replace("NAME", name);
    if key.path.starts_with("special.NAME") {
        ruleset.special.keys().map(named).collect()
    } else if key.path.starts_with("starter.card.NAME") {
        ruleset.starter.card.keys().map(named).collect()
    } else if key.path.starts_with("words.NAME") {
        ruleset.words.keys().map(named).collect()
    } else if key.path.starts_with("params.NAME") {
        ruleset.params.keys().map(named).collect()
    } else {
        vec![key.path.clone()]
    }
}

/// Returns the ruleset in a form that is equal for equal meanings: values by players are given for each number that may
/// play, and for no other.
fn spelt_out(ruleset: &Ruleset) -> Ruleset {
    fn each<T: Copy>(players: Range, value: &mut ByPlayers<T>) {
        let at = |n: u8| Some((n, n, value.get(n)?));
        *value = ByPlayers::Ranges((players.min..=players.max).filter_map(at).collect());
    }
    let mut ruleset = ruleset.clone();
    let players = ruleset.players;
    each(players, &mut ruleset.teams);
    each(players, &mut ruleset.deck.packs);
    each(players, &mut ruleset.deck.jokers);
    ruleset
        .deck
        .copies
        .values_mut()
        .for_each(|copies| each(players, copies));
    each(players, &mut ruleset.deal.cards);
    each(players, &mut ruleset.out.places);
    each(players, &mut ruleset.matches.target);
    each(players, &mut ruleset.matches.rounds);
    for hit in ruleset
        .special
        .values_mut()
        .filter_map(|special| special.hit.as_mut())
    {
        // An attack that can be cancelled or passed on need not state that nothing answers it.
        if hit.is_attack() {
            hit.answer = Some(hit.answers());
        }
    }
    ruleset
        .score
        .points
        .classes
        .values_mut()
        .for_each(|points| each(players, points));
    let (pack, deck) = (ruleset.pack().clone(), ruleset.every_deck());
    if !pack.is_usual() {
        // Of a pack of its own only the cards in the deck are told.
        for special in ruleset
            .special
            .values_mut()
            .filter(|special| !special.cards.is_late())
        {
            let cards = special.cards.cards().and(deck);
            special.cards = pack
                .within(|| format_cards(cards.iter()).parse())
                .expect("cards of the pack");
        }
    }
    ruleset
}

/// Returns a mapping with one value replaced.
fn replaced(value: &Value, path: &str, new: &Value) -> Value {
    let mut whole = value.clone();
    let pointer = format!("/{}", path.replace('.', "/"));
    if let Some(at) = whole.pointer_mut(&pointer) {
        *at = new.clone();
    } else if let Some((table, key)) = pointer.rsplit_once('/')
        && let Some(Value::Object(map)) = whole.pointer_mut(table)
    {
        map.insert(key.to_owned(), new.clone());
    }
    whole
}

/// A ruleset as it is, with its mapping and its description.
struct Told {
    ruleset: Ruleset,
    value: Value,
    text: String,
}

impl Told {
    fn of(ruleset: Ruleset) -> Self {
        Self {
            value: ruleset.to_value(),
            text: ruleset.describe(),
            ruleset,
        }
    }
}

#[test]
fn whatever_key_is_changed_the_text_changes() {
    let whole: Vec<Told> = rulesets().into_par_iter().map(Told::of).collect();
    // Descriptions of variants would show settings that the ruleset's own text omits, and take most of the time.
    let bare = whole.par_iter().map(|told| {
        Told::of(Ruleset {
            variants: BTreeMap::new(),
            ..told.ruleset.clone()
        })
    });
    let bare: Vec<Told> = bare.collect();
    leaves().par_iter().enumerate().for_each(|(n, key)| {
        let all = if key.path == "variants" { &whole } else { &bare };
        // Each key is changed in every twelfth ruleset, and if none of these lets it be changed, in the others until one does.
        let (chosen, others): (Vec<_>, Vec<_>) = all
            .iter()
            .enumerate()
            .partition(|(at, _)| (at + n).is_multiple_of(12));
        let among_chosen = chosen.iter().filter(|(_, told)| is_told(key, told)).count();
        assert!(
            among_chosen > 0 || key.path == "id" || others.iter().any(|(_, told)| is_told(key, told)),
            "no ruleset here lets {} be changed",
            key.path
        );
    });
}

/// Checks that each change of a key in a ruleset changes the description; returns true if there was one.
fn is_told(key: &Leaf, told: &Told) -> bool {
    let Told { ruleset, value, text } = told;
    let mut changed = false;
    for path in paths(key, ruleset) {
        let now = path.split('.').try_fold(value, |at, word| at.get(word));
        let mut texts = vec![(json!("as it is"), ruleset.clone(), text.clone())];
        for sample in samples(&key.key.shape, now) {
            // A table is replaced, not merged into.
            let other = if sample.is_object() {
                Ruleset::from_value(replaced(value, &path, &sample))
            } else {
                ruleset.with(&Map::from_iter([(path.clone(), sample.clone())]))
            };
            let Ok(other) = other else { continue };
            let said = other.describe();
            for (earlier, differing, earlier_said) in &texts {
                assert!(
                    *earlier_said != said || spelt_out(differing) == spelt_out(&other),
                    "{}: {path} = {sample} reads like {earlier}",
                    ruleset.id
                );
            }
            changed |= other != *ruleset;
            texts.push((sample, other, said));
        }
    }
    changed
}

#[test]
fn rulesets_that_differ_read_differently() {
    let bodies: BTreeSet<String> = rulesets()
        .iter()
        .map(|ruleset| ruleset.sections().iter().map(super::render).collect())
        .collect();
    assert_eq!(bodies.len(), rulesets().len());
}

#[test]
fn a_variant_reads_differently() {
    let mut chosen = 0;
    for ruleset in rulesets() {
        for name in ruleset.variants.keys() {
            // The tests of loading check that every variant can be applied.
            if let Ok(variant) = ruleset.with(&Map::from_iter([("variant".to_owned(), json!(name))])) {
                assert_ne!(variant.describe(), ruleset.describe(), "{} {name}", ruleset.id);
                chosen += 1;
            }
        }
    }
    assert!(chosen > 0);
}

/// Returns the sentences under each heading of a section, or under the section itself.
fn by_heading(ruleset: &Ruleset) -> BTreeMap<(&'static str, Option<String>), Vec<String>> {
    let mut all: BTreeMap<_, Vec<String>> = BTreeMap::new();
    for section in ruleset.in_markdown().sections() {
        for block in section.blocks {
            let said = all.entry((section.title, block.lead)).or_default();
            said.extend(block.sentences);
        }
    }
    all
}

/// Returns how often each sentence occurs.
fn counts(said: Option<&Vec<String>>) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for sentence in said.into_iter().flatten() {
        *counts.entry(sentence.as_str()).or_default() += 1;
    }
    counts
}

/// Checks that every sentence that a variant changes is listed under its heading, and each heading once.
fn tells_all(ruleset: &Ruleset, variant: &Ruleset) {
    let sections = |ruleset: &Ruleset| ruleset.in_markdown().sections();
    let told = changes(&sections(ruleset), &sections(variant));
    let (before, after) = (by_heading(ruleset), by_heading(variant));
    for (at @ (title, lead), said) in &after {
        let heading = format!("*{}:* ", lead.as_deref().unwrap_or(title));
        let lines: Vec<&String> = told.iter().filter(|line| line.starts_with(&heading)).collect();
        let (old, new) = (counts(before.get(at)), counts(Some(said)));
        let line = lines.first().map_or("", |line| line.as_str());
        let of = |these: &BTreeMap<&str, usize>, those: &BTreeMap<&str, usize>| -> Vec<String> {
            let more = these
                .iter()
                .filter(|(said, n)| those.get(*said).unwrap_or(&0) < n);
            more.map(|(said, _)| (*said).to_owned()).collect()
        };
        for sentence in of(&new, &old) {
            assert!(
                line.contains(&sentence),
                "{}: {at:?}: {sentence}: {told:#?}",
                variant.id
            );
        }
        let gone = of(&old, &new);
        let replaced = of(&new, &old).len() >= gone.len();
        assert!(
            replaced || gone.iter().any(|sentence| line.contains(sentence)),
            "{}: {at:?}: {gone:?}: {told:#?}",
            variant.id
        );
    }
    for (_, lead) in before.keys().filter(|at| !after.contains_key(*at)) {
        let lead = lead.as_deref().unwrap_or_default();
        assert!(
            told.iter().any(|line| line.contains(lead)),
            "{}: {lead}: {told:#?}",
            variant.id
        );
    }
    let headings: Vec<&str> = told.iter().filter_map(|line| line.split(":* ").next()).collect();
    let different: BTreeSet<&&str> = headings.iter().collect();
    assert_eq!(different.len(), headings.len(), "{told:#?}");
}

#[test]
fn a_variant_tells_every_sentence_that_it_changes() {
    let twice = "id = \"twice\"\n[special.four]\ncards = \"4\"\nhit = { draw = 2 }\n[special.five]\ncards = \"5\"\n\
                 hit = { draw = 3 }\n[variants.more]\n\"special.four.hit.draw\" = 3\n";
    let twice = Ruleset::from_toml(twice).expect("valid");
    let told =
        "Sets `special.four.hit.draw = 3`. *Four:* The next player draws three cards and loses the turn.";
    assert!(twice.describe().contains(told), "{}", twice.describe());
    let mut all = rulesets();
    all.push(twice);
    all.par_iter().for_each(|ruleset| {
        for name in ruleset.variants.keys() {
            let variant = ruleset.with(&Map::from_iter([("variant".to_owned(), json!(name))]));
            tells_all(ruleset, &variant.expect("it is offered"));
        }
    });
    // The rulesets of this file use settings that the others leave out, and have no variants.
    let written = all.iter().filter(|ruleset| !ids().any(|id| id == ruleset.id));
    let written: Vec<&Ruleset> = written.filter(|ruleset| ruleset.variants.is_empty()).collect();
    written.par_iter().for_each(|ruleset| {
        for special in ruleset.special.keys() {
            for key in [
                "",
                ".skip",
                ".again",
                ".nominate",
                ".hit",
                ".continue",
                ".challenge",
                ".when",
            ] {
                for value in [json!(null), json!(1), json!(true), json!({ "draw": 4 })] {
                    let path = format!("special.{special}{key}");
                    if let Ok(variant) = ruleset.with(&Map::from_iter([(path, value)])) {
                        tells_all(ruleset, &variant);
                    }
                }
            }
        }
    });
}

#[test]
fn no_heading_of_a_section_stands_twice() {
    for ruleset in rulesets() {
        for section in ruleset.sections() {
            let leads: Vec<&String> = section
                .blocks
                .iter()
                .filter_map(|block| block.lead.as_ref())
                .collect();
            let different: BTreeSet<&&String> = leads.iter().collect();
            assert_eq!(different.len(), leads.len(), "{}: {leads:?}", ruleset.id);
        }
    }
}

/// Returns the rulesets of [`rulesets`], each of their variants, and sampled house rules.
fn played_rulesets() -> Vec<Ruleset> {
    let mut all = rulesets();
    all.extend((0..200).map(|seed| Ruleset::sample(seed, Split::All)));
    for ruleset in rulesets() {
        let variants = ruleset.variants.keys();
        all.extend(variants.filter_map(|name| {
            let chosen = Map::from_iter([("variant".to_owned(), json!(name))]);
            ruleset.with(&chosen).ok()
        }));
    }
    all
}

#[test]
fn no_text_begins_with_its_heading_and_no_word_stands_twice_in_a_row() {
    for ruleset in played_rulesets() {
        for block in ruleset.sections().into_iter().flat_map(|section| section.blocks) {
            let text = block.sentences.join(" ");
            let plain = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
            if let Some(lead) = &block.lead {
                let first = text.split_whitespace().next().map(plain);
                let head = lead.split_whitespace().next().map(plain);
                assert_ne!(first, head, "{}: {lead}. {text}", ruleset.id);
            }
            let words: Vec<&str> = text.split_whitespace().collect();
            for pair in words.windows(2) {
                let mark = |c: char| !c.is_alphanumeric();
                let apart = pair[0].ends_with(mark) || pair[1].starts_with(mark);
                let twice = !apart && plain(pair[0]) == plain(pair[1]);
                assert!(!twice, "{}: {pair:?} in {text}", ruleset.id);
            }
        }
    }
}

#[test]
fn english_does_not_contradict_itself() {
    let said = |text: &str| {
        let ruleset = Ruleset::from_toml(&format!("id = \"x\"\n{text}"));
        ruleset
            .unwrap_or_else(|error| panic!("{text}: {error}"))
            .describe()
    };
    let wild = "It is wild: it may be played whatever the upcard is.";
    for (on, sentence) in [
        (
            "Q",
            "It is wild on a Queen, whatever its suit, and may be played on nothing else.",
        ),
        (
            "all -9",
            "It is wild: it may be played whatever the upcard is, but never on a Nine.",
        ),
    ] {
        let text = said(&format!(
            "[special.jack]\ncards = \"J\"\nplay = {{ free = \"always\", on = \"{on}\" }}\n"
        ));
        assert!(text.contains(sentence) && !text.contains(wild), "{text}");
    }
    let kept = "[special.two]\ncards = \"2\"\nhit = { draw = 2, answer = \"2\", turn = \"kept\" }\n";
    for (when, then) in [
        (
            "always",
            "and then has the turn, to play a card, to draw, or to pass.",
        ),
        (
            "unable",
            "and then has the turn, to play a card, to draw where none can be played, or to pass.",
        ),
        ("never", "and then has the turn, to play a card or to pass."),
    ] {
        let text = said(&format!("{kept}[draw]\nwhen = \"{when}\"\n"));
        assert!(text.contains(then), "{text}");
    }
    let piles = said("[second-pile]\ncards = \"red\"\n[deal]\ncards = 5\n[stock]\nkeep = 3\n");
    assert_eq!(
        piles
            .matches("of the piles but their upcards are shuffled")
            .count(),
        2,
        "{piles}"
    );
    // Only some ranks of this deck have labels: the others keep their usual names and are not named like the Jokers.
    let labels = "[deck.copies]\n\"2-5\" = 2\n\"*\" = 2\n[deal]\ncards = 3\n[labels]\nsuits = [\"a\", \"b\", \"c\", \"d\"]\n\
                  ranks = [\"Hour\", \"11\", \"Unit\", \"Lady\", \"\", \"\", \"\", \"\", \"\", \"\", \"\", \"\", \"\"]\n\
                  jokers = [\"Fox\", \"Switch\"]\n";
    let text = said(&format!(
        "{labels}[score.points]\n\"2 3\" = 4\n\"4 5\" = 6\nelse = 1\n[special.hour]\ncards = \"2\"\nhit = {{ draw = 1, \
         answer = \"3\" }}\n[special.eleven]\ncards = \"3\"\nhit = {{ draw = 1, answer = \"4\" }}\n[special.unit]\n\
         cards = \"4\"\nhit = {{ draw = 1, answer = \"2\", cancel = \"7\" }}\n"
    ));
    for part in [
        "with an 11,",
        "with a Unit,",
        "with an Hour or a Seven,",
        "Units and Ladies: 6",
        "Hours and 11s: 4",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    assert!(!text.contains("Fox or Switch"), "{text}");
}

#[test]
fn a_card_that_names_the_first_player_is_told() {
    let said = |text: &str| {
        let ruleset = Ruleset::from_toml(&format!("id = \"x\"\n{text}"));
        ruleset
            .unwrap_or_else(|error| panic!("{text}: {error}"))
            .describe()
    };
    let one = "Whoever holds the Three of clubs shows it and acts first.";
    let holders = "Of several holders the first in the order of play begins.";
    for (text, parts) in [
        (
            "players = \"2-5\"\n[round]\nfirst = \"3C\"\n",
            vec![
                one,
                "If nobody holds it, the seat after the dealer acts first. Play goes clockwise.",
            ],
        ),
        ("[round]\nfirst = \"3C\"\n", vec![one, holders]),
        (
            "[round]\nfirst = \"QS 3\"\nnext = \"winner-first\"\n[match]\ntarget = 100\n",
            vec![
                "the first that anybody holds decides who acts first, and is shown: the Queen of spades and Threes (those of \
                 a rank in the order clubs, diamonds, hearts, spades).",
                "If nobody holds any of them, the seat after the dealer acts first, in later rounds the winner of the round \
                 before",
            ],
        ),
        (
            "[starter]\nturned = \"by-dealer\"\n[round]\nfirst = \"3 -3H\"\n",
            vec![
                "No card is turned to begin the pile: the first player plays any card, or draws.",
                "and is shown: the Three of clubs, the Three of diamonds and the Three of spades.",
                "If nobody holds any of them, the dealer acts first.",
            ],
        ),
        (
            "[round]\nfirst = \"3C\"\n[special.ace]\ncards = \"A\"\nreverse = true\n",
            vec!["Where a card held names the player who acts first, only a skip changes that."],
        ),
    ] {
        let all = said(text);
        for part in parts {
            assert!(all.contains(part), "{part} is not in {all}");
        }
        assert_eq!(all.contains(holders), !text.contains("players"), "{all}");
    }
    let covers = said(
        "[special.jack]\ncards = \"J\"\ncontinue = { with = \"any\", cards = \"@rank 8&@suit\", most = 1, also = \"9&@suit\" }\n",
    );
    for part in [
        "In the same turn its player may play a card of the upcard's rank or a card of the suit in force that is also an Eight on it.",
        "A card of the suit in force that is also a Nine may cover as well, whatever the card under it.",
    ] {
        assert!(covers.contains(part), "{part} is not in {covers}");
    }
}

#[test]
fn sentences_are_whole() {
    for ruleset in rulesets() {
        let text = ruleset.describe();
        for flaw in ["  ", "..", " .", " ,", "``", "one cards", "\u{0}"] {
            assert!(!text.contains(flaw), "{}: {flaw:?} in\n{text}", ruleset.id);
        }
    }
}
