//! English description of where a card may be played.

use crate::ruleset::{Free, PlayOn, Ruleset, Selector, Special};

/// Describes where a card of the special may be played.
pub(crate) fn say(ruleset: &Ruleset, special: &Special) -> Vec<String> {
    let mut said = match special.play.free {
        Free::Never => Vec::new(),
        Free::NoSuit => vec![
            "By rule only a player who holds no card of the suit in force may play it, then whatever the upcard is."
                .to_owned(),
        ],
        Free::Always if special.play.on.cards().is_some() => Vec::new(),
        Free::Always => vec![format!("{} may be played whatever the upcard is.", it_is_wild(ruleset, special))],
        Free::Unable => {
            let same = ruleset.live().filter(|other| other.play.free == Free::Unable);
            let uncounted = ruleset.many_of_all(same.map(|other| &other.cards));
            vec![format!(
                "By rule only a player who can play no other card ({uncounted} not counted) may play it, then \
                 whatever the upcard is."
            )]
        }
    };
    if let Some(upcards) = special.when.upcards().filter(|_| !special.depends_on_play()) {
        said.push(say_upcards(ruleset, upcards));
    }
    match &special.play.on {
        PlayOn::Any => {}
        PlayOn::Suit => {
            said.push("It follows by its suit only (or the nominated one), not by its rank.".to_owned());
        }
        PlayOn::Cards(on) => said.push(match all_but(on) {
            Some(others) if special.play.free == Free::Always => format!(
                "{} may be played whatever the upcard is, but never on {}.",
                it_is_wild(ruleset, special),
                ruleset.one_of(&others)
            ),
            Some(others) => format!(
                "It may be played whatever the upcard is, but never on {}.",
                ruleset.one_of(&others)
            ),
            None if special.play.free == Free::Always => format!(
                "It is wild on {}, whatever its suit, and may be played on nothing else.",
                ruleset.one_of(on)
            ),
            None => format!(
                "It may be played on {} only, and there whatever its suit.",
                ruleset.one_of(on)
            ),
        }),
    }
    if !special.play.not_on.is_none() {
        said.push(format!(
            "It may not be played on {}.",
            ruleset.one_of(&special.play.not_on)
        ));
    }
    said
}

/// Returns the beginning of a sentence about a wild card; a heading such as "Wild Draw Four" says already that it is one.
fn it_is_wild(ruleset: &Ruleset, special: &Special) -> &'static str {
    let heading = ruleset.heading_of(&special.cards).to_lowercase();
    let named = heading.split_whitespace().any(|word| word == "wild");
    if named { "It" } else { "It is wild: it" }
}

/// Returns the cards that a selector of the form `all -X` leaves out.
fn all_but(cards: &Selector) -> Option<Selector> {
    let but = cards.as_str().strip_prefix("all -")?;
    (!but.contains(' ')).then(|| but.parse().ok())?
}

/// Describes the upcards on which the card is an ordinary one.
fn say_upcards(ruleset: &Ruleset, upcards: &Selector) -> String {
    let ordinary = match all_but(upcards) {
        Some(others) => ruleset.one_of(&others),
        None if upcards.is_late() => {
            return format!(
                "Only on {} is it more than an ordinary card: elsewhere it is not wild, and nothing is nominated.",
                ruleset.one_of(upcards)
            );
        }
        None => ruleset.labels.one(ruleset.pack().all().minus(upcards.cards())),
    };
    format!("On {ordinary} it is an ordinary card: not wild, and nothing is nominated.")
}
