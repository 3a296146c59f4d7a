//! English for special cards, one heading for each class of cards.

use super::{Block, Section};
use crate::ruleset::{Ruleset, Special};

impl Ruleset {
    pub(crate) fn special_section(&self) -> Section {
        let attacks = self.has(|special| special.attack().is_some());
        let mut blocks = Vec::new();
        if attacks {
            let mut said = vec![format!(
                "While an attack is pending, only a card that is named as an answer to it{} may be played, \
                     whatever would otherwise follow or be wild.",
                match (
                    self.has(|special| special.attack().is_some_and(|a| !a.pass_on.is_none())),
                    self.has(|special| special.mirror),
                ) {
                    (true, true) => ", or as passing it on or mirroring it,",
                    (true, false) => ", or as passing it on,",
                    (false, true) => ", or as mirroring it,",
                    (false, false) => "",
                }
            )];
            said.extend(self.say_lost_turns());
            blocks.push(Block::paragraph(said));
        }
        let mut live: Vec<&Special> = self.live().collect();
        live.sort_by_key(|special| (special.cards.is_late(), special.cards.cards(), special.when.side));
        for special in live {
            let mut said = self.say_special(special);
            // Playing several cards together is described with the turn.
            let of_a_turn = special.r#continue.is_some() && special.cover().is_none();
            if said.is_empty() && !of_a_turn {
                said.push("An ordinary card.".to_owned());
            }
            if !said.is_empty() {
                add(&mut blocks, self.heading_of_special(special), said);
            }
        }
        if blocks.is_empty() {
            blocks.push(Block::paragraph(vec![
                "No card has a meaning of its own.".to_owned(),
            ]));
        }
        Section {
            title: "Special cards",
            blocks,
        }
    }

    /// Returns the heading of a special, with its conditions: "Two", "Jack with three players".
    fn heading_of_special(&self, special: &Special) -> String {
        format!(
            "{}{}",
            self.heading_of(&special.cards),
            self.say_conditions(special)
        )
    }

    /// Returns the sentences about a special: where it may be played, what its player may do, and what the others must do.
    fn say_special(&self, special: &Special) -> Vec<String> {
        let cards = special.cards.cards();
        let mut said = Vec::new();
        if !special.cards.is_late() && cards.minus(self.pack().jokers()).is_empty() && !self.has_jokers() {
            said.push("There is none in this deck.".to_owned());
        }
        macro_rules! say {
            ($($primitive:ident::$say:ident),+) => {
                $(said.extend(crate::primitive::$primitive::english::$say(self, special));)+
            };
        }
        crate::primitive::special_sentences!(say);
        said
    }
}

/// Adds the sentences of a special; specials of the same cards add up under one heading.
fn add(blocks: &mut Vec<Block>, heading: String, said: Vec<String>) {
    let known = blocks
        .iter_mut()
        .find(|block| block.lead.as_ref() == Some(&heading));
    match known {
        Some(block) => block.sentences.extend(said),
        None => blocks.push(Block::named(heading, said)),
    }
}
