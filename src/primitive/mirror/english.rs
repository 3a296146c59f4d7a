//! English description of mirrors.

use crate::ruleset::{Ruleset, Special};

/// Describes the effects that a mirror turns against the player who caused them.
pub(crate) fn say(ruleset: &Ruleset, special: &Special) -> Vec<String> {
    let mut said = Vec::new();
    if !special.mirror {
        return said;
    }
    if ruleset.has(|special| special.attack().is_some()) {
        said.push(
            "It mirrors an attack: played on a pending one, to which it must follow by suit (but on another mirror it need \
             not), it turns the direction of play, and whoever attacked faces what is pending."
                .to_owned(),
        );
        said.push(
            "An odd number played together counts as one; with an even number the direction stays, and their own player \
             faces it at once."
                .to_owned(),
        );
    }
    if ruleset.has(|special| special.others_draw() > 0) {
        said.push(
            "When a card is played for which all others draw, they are asked first, in the order of play, who holds a \
             mirror of its suit: if one is played, the player of the card draws all that the others would have drawn, or \
             mirrors it again with any mirror."
                .to_owned(),
        );
        said.push(
            "An even number played together hits its own player; the direction stays, and play goes on after the player \
             of the first card."
                .to_owned(),
        );
    }
    said
}
