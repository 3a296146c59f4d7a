//! Checks of further cards in a turn: of each way to go on, and of rules that all cards share.

use crate::card::CardSet;
use crate::card_text::format_cards;
use crate::primitive::continuing::queries::{COVER, COVER_NOMINATED};
use crate::primitive::mirror::queries::MIRROR;
use crate::primitive::next::queries::{DEMAND, FOLLOW_UNDER};
use crate::primitive::nominate::queries::NOMINATE;
use crate::primitive::play::queries::WILD;
use crate::ruleset::validate::Problems;
use crate::ruleset::validate::elsewhere::RulesetContext;
use crate::ruleset::{Apart, Continue, ContinueWith, Counts, ElseDraw, Most, Nominate, Ruleset, Special};

/// Effects that conflict on the same card.
pub(crate) const APART: &[Apart] = &[(
    COVER_NOMINATED,
    &[NOMINATE],
    "its player nominates at once, by which it may be covered",
)];

/// The name of a special that lets a turn go on, the special, and its setting.
type ContinueSpecial<'a> = (&'a str, &'a Special, &'a Continue);

impl Ruleset {
    pub(crate) fn check_continuing(&self, others: &RulesetContext<'_>, problems: &mut Problems) {
        let all = others.live().filter_map(|(name, special)| {
            let further = special.r#continue.as_ref()?;
            Some((name, special, further))
        });
        let all: Vec<ContinueSpecial<'_>> = all.collect();
        for &(name, special, further) in &all {
            let path = format!("special.{name}.continue");
            check_keys(&path, further, problems);
            if further.with.cover().is_some() {
                self.check_cover(&path, special, further, problems);
            } else {
                self.check_all_cards(name, special, further, problems);
            }
            if further.with == ContinueWith::Following {
                problems.apart(
                    &path,
                    "each card of a turn follows the one below it by the ordinary rules",
                    others.together().chain(others.specials(&[
                        WILD,
                        NOMINATE,
                        COVER,
                        DEMAND,
                        FOLLOW_UNDER,
                        MIRROR,
                    ])),
                );
            }
        }
        check_one_rule(&all, problems);
    }

    /// Checks a rule for covers of single cards.
    fn check_cover(&self, path: &str, special: &Special, cover: &Continue, problems: &mut Problems) {
        let decks = self.every_deck();
        let jokers = special.cards.cards().and(self.pack().jokers()).and(decks);
        let suit = cover.with == ContinueWith::Suit;
        let keeps = special.nominate == Nominate::InForce;
        problems.check(!suit || keeps || jokers.is_empty(), &format!("{path}.with"), || {
            format!(
                "{} have no suit of which a cover could be; take them out of cards, or set with to \"suit-or-rank\", \"any\" or \
                 \"nominated\"",
                format_cards(jokers.iter())
            )
        });
    }

    /// Checks a rule for all cards together.
    fn check_all_cards(&self, name: &str, special: &Special, further: &Continue, problems: &mut Problems) {
        let at = |key: &str| format!("special.{name}.{key}");
        problems.check(special.when.players.is_none(), &at("when"), || {
            "how a turn goes on with several cards holds with any number of players: take when away"
                .to_owned()
        });
        let decks = self.every_deck();
        let asked = match further.with {
            ContinueWith::SuitAfterSet => self.continue_together().same_rank_cards.and(decks),
            ContinueWith::Rank => CardSet::EMPTY,
            _ => decks,
        };
        let missing = asked.minus(special.cards.cards());
        problems.check(missing.is_empty(), &at("cards"), || {
            format!(
                "{} are not among them, and with = {} is about every card: write cards = \"all\"",
                format_cards(missing.iter()),
                word(further.with)
            )
        });
        let none = further.with == ContinueWith::SuitAfterSet && further.cards.cards().is_empty();
        problems.check(!none, &at("continue.cards"), || {
            "no card could cover a set: list some, or take continue away".to_owned()
        });
    }
}

/// Returns a value of `with` as it is written in a ruleset.
fn word(with: ContinueWith) -> String {
    serde_json::to_value(with).unwrap_or_default().to_string()
}

/// Reports keys that have no effect under this value of `with`.
fn check_keys(path: &str, further: &Continue, problems: &mut Problems) {
    let with = further.with;
    problems.check(
        further.else_draw != ElseDraw::UntilAble || further.must,
        &format!("{path}.else-draw"),
        || "until-able: who has drawn so goes on, so it goes with must = true".to_owned(),
    );
    let cover = with.cover().is_some();
    let after_set = with == ContinueWith::SuitAfterSet;
    let following = with == ContinueWith::Following;
    for (key, counts, written) in [
        ("cards", cover || after_set, further.cards.as_str() != "all"),
        (
            "also",
            cover || with == ContinueWith::Rank,
            !further.also.is_none(),
        ),
        ("most", cover || following, further.most != Most::Any),
        ("must", cover || after_set, further.must),
        ("else-draw", cover, further.else_draw != ElseDraw::default()),
        ("effects", !following, further.effects != Counts::Every),
        ("open", cover, !further.open.is_empty()),
    ] {
        problems.check(counts || !written, &format!("{path}.{key}"), || {
            format!("it does nothing with with = {}: take it away", word(with))
        });
    }
    let under = further.effects == Counts::First;
    let alone = with == ContinueWith::Suit && further.open.is_empty();
    problems.check(!under || alone, &format!("{path}.effects"), || {
        "cards are laid under the first one by its suit alone, and nobody goes on with them: \"first\" goes with \
         with = \"suit\" and without open"
            .to_owned()
    });
    let or_all = matches!(further.most, Most::OrAll(_));
    problems.check(!cover || !or_all, &format!("{path}.most"), || {
        "all cards of a hand are played where each follows the one below: it goes with with = \"following\"".to_owned()
    });
    problems.check(
        !following || further.most != Most::Any,
        &format!("{path}.most"),
        || "say how many more cards a turn may have: write a number, or such as \"2 or all\"".to_owned(),
    );
}

/// Checks that all specials agree on the one rule for cards played together.
fn check_one_rule(all: &[ContinueSpecial<'_>], problems: &mut Problems) {
    let first = all
        .iter()
        .find(|(.., further)| further.with == ContinueWith::Rank);
    for (name, _, further) in all {
        let at = |key: &str| format!("special.{name}.continue.{key}");
        if matches!(
            further.with,
            ContinueWith::Rank
                | ContinueWith::Adjacent
                | ContinueWith::AdjacentRound
                | ContinueWith::SuitAfterSet
        ) {
            let (counts, why) = first.map_or(
                (
                    Counts::Every,
                    "no special with with = \"rank\" says so".to_owned(),
                ),
                |(name, _, sets)| (sets.effects, format!("special.{name} says otherwise")),
            );
            problems.check(further.effects == counts, &at("effects"), || {
                format!("whose effects count is one rule for all cards that are played together, and {why}")
            });
        }
        let Some((other, _, sets)) = first else {
            problems.check(further.with != ContinueWith::SuitAfterSet, &at("with"), || {
                "no cards of one rank are played together: write a special with continue = { with = \"rank\" }"
                    .to_owned()
            });
            continue;
        };
        let same = further.with != ContinueWith::Rank || further.also.cards() == sets.also.cards();
        problems.check(same, &at("also"), || {
            format!(
                "what stands in is one rule for all cards of one rank, and special.{other} says otherwise"
            )
        });
    }
}
