//! Where a card may be played, in English.

use crate::ruleset::{Free, PlayBy, Ruleset, Special};

/// Where it may be played.
pub(crate) fn say(ruleset: &Ruleset, special: &Special) -> Vec<String> {
    let mut said = match special.play.free {
        Free::Never => Vec::new(),
        Free::NoSuit => vec![
            "By rule only a player who holds no card of the suit in force may lay it, then whatever the upcard is."
                .to_owned(),
        ],
        Free::Always => vec!["Wild: it may be laid whatever the upcard is.".to_owned()],
        Free::Unable => {
            let same = ruleset.live().filter(|other| other.play.free == Free::Unable);
            let uncounted = ruleset.many_of_all(same.map(|other| &other.cards));
            vec![format!(
                "By rule only a player who can lay no other card ({uncounted} not counted) may lay it, then \
                 whatever the upcard is."
            )]
        }
    };
    if !special.play.except.is_none() {
        said.push(format!(
            "On {} it is an ordinary card: not wild, and nothing is nominated.",
            ruleset.one_of(&special.play.except)
        ));
    }
    if !special.play.on.is_none() {
        said.push(format!(
            "It may be laid on {} only, and there whatever its suit.",
            ruleset.one_of(&special.play.on)
        ));
    }
    if special.play.by == PlayBy::Suit {
        said.push("It follows by its suit only (or the nominated one), not by its rank.".to_owned());
    }
    said
}
