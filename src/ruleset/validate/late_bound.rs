//! Late-bound words: where they may stand, and their possible meanings.

use super::Problems;
use super::cards::selectors_of_the_table;
use crate::card::CardSet;
use crate::primitive::score::settings::LAST_CARD;
use crate::ruleset::{Bindings, PlayOn, Ruleset, Selector, Special, is_of_table};

/// Maximum number of combined meanings of a ruleset's late-bound words.
const MOST_MEANINGS: usize = 200;

/// All combined meanings of a ruleset's late-bound words.
pub(crate) struct Late(pub(super) Vec<Bindings>);

impl Late {
    /// Returns the combined meanings of a ruleset; if they are too many, which is refused elsewhere, one in which no word
    /// means any card.
    pub(crate) fn of(ruleset: &Ruleset) -> Self {
        if ruleset.count_meanings() > MOST_MEANINGS {
            return Self(vec![Bindings::default()]);
        }
        Self(ruleset.meanings())
    }

    /// Returns all cards that a selector can mean.
    pub(crate) fn reach(&self, selector: &Selector) -> CardSet {
        if !selector.is_late() {
            return selector.cards();
        }
        let each = self.0.iter().map(|bindings| selector.bound(bindings));
        each.fold(CardSet::EMPTY, CardSet::or)
    }
}

impl Ruleset {
    pub(crate) fn check_late(&self, problems: &mut Problems) {
        let meanings = self.count_meanings();
        problems.check(meanings <= MOST_MEANINGS, "params", || {
            format!(
                "late-bound words have {meanings} meanings together (each value of each param, by each score of a \
                 countdown where @wild is used); at most {MOST_MEANINGS}"
            )
        });
        for (path, selector) in selectors_of_the_table(self) {
            refuse_late(&path, selector, problems);
        }
        let points = self
            .score
            .points
            .classes
            .keys()
            .map(|text| ("score.points", text));
        let factors = self.score.factors.selectors();
        let factors = factors.map(|text| ("score.factors", text));
        let identical = self.out_of_turn.identical.0.keys();
        let identical = identical.map(|text| ("out-of-turn.identical", text));
        for (key, cards) in self.score.events.selectors() {
            if let Ok(selector) = cards.parse::<Selector>() {
                refuse_late(&format!("score.events.{key}"), &selector, problems);
            }
        }
        for (table, text) in points.chain(factors).chain(identical) {
            let cards = text.strip_prefix(LAST_CARD).unwrap_or(text);
            if let Ok(selector) = cards.parse::<Selector>() {
                refuse_late(&format!("{table}.{text}"), &selector, problems);
            }
        }
        for (name, special) in &self.special {
            self.check_late_words(name, special, problems);
        }
    }

    /// Checks the late-bound words of a special.
    fn check_late_words(&self, name: &str, special: &Special, problems: &mut Problems) {
        let path = |key: &str| format!("special.{name}.{key}");
        let together = special
            .r#continue
            .as_ref()
            .filter(|further| further.with.cover().is_none());
        for (key, selector) in [
            ("next.cards", Some(&special.next.cards)),
            ("play.on", special.play.on.cards()),
            ("play.not-on", Some(&special.play.not_on)),
            ("continue.cards", together.map(|further| &further.cards)),
            ("continue.also", together.map(|further| &further.also)),
        ] {
            let by_table = key == "next.cards" && special.followed_by().is_some();
            let all_known = |selector: &Selector| by_table && selector.late_names().all(is_of_table);
            if let Some(selector) = selector.filter(|selector| !all_known(selector)) {
                refuse_late(&path(key), selector, problems);
            }
        }
        let early = [
            ("next.follow", special.next.follow.is_some()),
            ("next.cards", special.demand().or(special.followed_by()).is_some()),
            ("play.on", special.play.on != PlayOn::Any),
            ("play.not-on", !special.play.not_on.is_none()),
            ("mirror", special.mirror),
            (
                "continue",
                special.r#continue.is_some() && special.cover().is_none(),
            ),
        ];
        for (key, _) in early.iter().filter(|(_, set)| *set && special.cards.is_late()) {
            problems.add(
                path("cards"),
                format!(
                    "{key} must be known before play: late-bound words ({}) do not go with it",
                    special.cards
                ),
            );
        }
        let hit = special.hit.as_ref();
        let further = special.cover();
        let all = [
            ("cards", Some(&special.cards)),
            ("when.upcard", special.when.upcards()),
            ("hit.answer", hit.and_then(|hit| hit.answer.as_ref())),
            ("hit.cancel", hit.map(|hit| &hit.cancel)),
            ("hit.pass-on", hit.map(|hit| &hit.pass_on)),
            ("continue.cards", further.map(|c| &c.cards)),
            ("continue.also", further.map(|c| &c.also)),
        ];
        for (key, selector) in all.iter().filter_map(|(key, s)| s.map(|s| (key, s))) {
            for word in selector.late_names() {
                if is_of_table(word) && (key.starts_with("hit.") || key.starts_with("continue.")) {
                    continue;
                }
                self.check_late_word(&path(key), word, problems);
            }
        }
    }

    fn check_late_word(&self, path: &str, word: &str, problems: &mut Problems) {
        if is_of_table(word) {
            problems.add(
                path,
                format!(
                    "@{word} is that of the upcard when a card is played on it: it stands only in hit.answer, hit.cancel, \
                     hit.pass-on, next.cards, continue.cards and continue.also"
                ),
            );
            return;
        }
        if word == "wild" {
            problems.check(self.countdown.from > 0, path, || {
                "@wild is the rank of a player's countdown score: set countdown.from".to_owned()
            });
            return;
        }
        problems.check(self.params.contains_key(word), path, || {
            let known: Vec<String> = self.params.keys().map(|name| format!("@{name}")).collect();
            let known = if known.is_empty() {
                "this ruleset has none".to_owned()
            } else {
                format!("there are {}", known.join(", "))
            };
            format!("@{word} is not a param: {known}")
        });
    }
}

fn refuse_late(path: &str, selector: &Selector, problems: &mut Problems) {
    problems.check(!selector.is_late(), path, || {
        format!(
            "{:?} has late-bound words, which stand only in cards, when.upcard and hit of specials, and in continue of single cards",
            selector.as_str()
        )
    });
}
