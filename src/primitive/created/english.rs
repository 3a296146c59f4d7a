//! English description of created rules.

use crate::ruleset::describe::words::{capital, count, number};
use crate::ruleset::describe::{Block, Section};
use crate::ruleset::{Created, CreatedBy, Ruleset, SeenBy, Split};

impl Ruleset {
    pub(crate) fn created_section(&self) -> Section {
        let created = &self.created;
        let mut blocks = Vec::new();
        if created.most > 0 {
            let mut said = vec![format!(
                "Besides all this, up to {} may stand.",
                count(created.most, "created rule")
            )];
            said.extend(say_added(created));
            said.extend(say_drawn(created));
            said.extend(say_seen(created));
            blocks.push(Block::paragraph(said));
            let standing = created.rules.iter();
            blocks.extend(standing.map(|rule| Block::item(format!("{rule}."))));
            blocks.push(Block::paragraph(vec![GRAMMAR.to_owned()]));
        }
        Section {
            title: "Created rules",
            blocks,
        }
    }
}

const GRAMMAR: &str = "Such a rule is about a class of cards, by rank, suit, colour, number or several of these, played on any \
                       card or on those of a class: such a card turns the direction, skips players, gives its player \
                       another turn, makes the next player, its own or all others draw, lets only some cards follow it, \
                       lets its player nominate, may be played whatever its suit and rank or in anyone's turn, turns its \
                       pile into two, or is playable exactly where it would not be (of this kind at most one rule stands, \
                       and it is applied last).";

/// Describes who adds a rule, and the choice of that player.
fn say_added(created: &Created) -> Vec<String> {
    let offered = match created.offered {
        1 => "one that is drawn by lot".to_owned(),
        n => format!("one of {} that are drawn by lot", number(n)),
    };
    let who = match created.by {
        CreatedBy::Dealer => "Before each round, before the deal, the dealer",
        CreatedBy::Winner => {
            "Before each round but the first, before the deal, the winner of the round before"
        }
        CreatedBy::Lot => return vec!["Nobody adds one during play.".to_owned()],
    };
    let full = count(created.most, "rule");
    vec![if created.cross_out {
        format!(
            "{who} may cross out any that stand, and then adds {offered}; while {full} stand{}, one must be crossed out.",
            if created.most == 1 { "s" } else { "" }
        )
    } else {
        format!(
            "{who} adds {offered}; where {full} stand{}, the oldest makes room.",
            if created.most == 1 { "s" } else { "" }
        )
    }]
}

/// Describes the rules that stand from the beginning and those that are drawn.
fn say_drawn(created: &Created) -> Vec<String> {
    let mut said = Vec::new();
    if !created.rules.is_empty() {
        said.push("Those listed below stand from the beginning.".to_owned());
    }
    if created.drawn > 0 {
        let verb = if created.drawn == 1 { "is" } else { "are" };
        said.push(format!(
            "{} {verb} drawn by lot when the episode begins.",
            capital(&number(created.drawn))
        ));
    }
    let lot = created.by != CreatedBy::Lot || created.drawn > 0;
    let share = match created.split {
        Split::All => None,
        Split::Train => Some("for training (about four in five)"),
        Split::Test => Some("for testing (about one in five)"),
    };
    said.extend(
        share
            .filter(|_| lot)
            .map(|share| format!("Only the rules of the share {share} are drawn.")),
    );
    said
}

fn say_seen(created: &Created) -> Vec<String> {
    let said = match created.seen {
        SeenBy::All => return vec!["Everybody sees the rules that stand.".to_owned()],
        SeenBy::Dealer => "Only the dealer of the round sees the rules that stand.",
        SeenBy::Nobody => "Nobody sees the rules that stand.",
    };
    vec![
        said.to_owned(),
        "A player who does not see them may try any card of the hand, and learns from what happens."
            .to_owned(),
    ]
}
