//! The rules in English, written from the data of a ruleset alone.
//!
//! Each group of the schema has one function that turns it into sentences. Settings without effect in this ruleset are
//! listed at the end. A test changes every key in turn and checks that the text changes.

mod amount;
mod changes;
pub(crate) mod deal;
pub(crate) mod end;
mod markdown;
pub(crate) mod notes;
pub(crate) mod nouns;
pub(crate) mod selectors;
pub(crate) mod special;
#[cfg(test)]
mod tests;
pub(crate) mod turn;
pub(crate) mod words;

use super::{Imitation, Labels, Ruleset, Special, StockEmpty};
use std::collections::BTreeMap;

use crate::card::{CardSet, MAX_KINDS};
use crate::pack::{USUAL_JOKERS, joker_text};
use words::{by_players, capital, count, join, number};

/// A heading with its blocks.
pub(crate) struct Section {
    pub(crate) title: &'static str,
    pub(crate) blocks: Vec<Block>,
}

/// A paragraph, or one item of a list.
#[derive(Default)]
pub(crate) struct Block {
    pub(crate) item: bool,
    /// Heading of an item, printed bold before its sentences.
    pub(crate) lead: Option<String>,
    pub(crate) sentences: Vec<String>,
}

impl Block {
    pub(crate) fn paragraph(sentences: Vec<String>) -> Self {
        Self {
            sentences,
            ..Self::default()
        }
    }

    pub(crate) fn item(sentence: String) -> Self {
        Self {
            item: true,
            sentences: vec![sentence],
            ..Self::default()
        }
    }

    pub(crate) fn named(lead: String, sentences: Vec<String>) -> Self {
        Self {
            item: true,
            lead: Some(lead),
            sentences,
        }
    }
}

impl Ruleset {
    /// Returns the rules in English, as Markdown.
    ///
    /// The text is made from the data alone, so that rulesets that play differently read differently.
    ///
    /// ```
    /// let rules = eights::Ruleset::builtin("crazy_eights")?;
    /// assert!(rules.describe().contains("**Eight.** It is wild"));
    /// # Ok::<(), eights::RulesetError>(())
    /// ```
    #[must_use]
    pub fn describe(&self) -> String {
        self.pack().within(|| self.describe_within_pack())
    }

    fn describe_within_pack(&self) -> String {
        let shown = self.in_markdown();
        let source = match shown.source.trim_end_matches('.') {
            "" => String::new(),
            source => format!("\nSource: {source}.\n"),
        };
        let notes = [
            shown.decisions_section(),
            self.variants_section(),
            shown.idle_section(),
        ];
        let sections: String = shown.sections().iter().chain(&notes).map(render).collect();
        let sections = words::with_suit_word(&shown.labels, &sections);
        format!("# {}\n{source}{sections}", shown.title)
    }

    /// Returns the ruleset with every free text escaped for Markdown, and without variants.
    fn in_markdown(&self) -> Self {
        let labels = |labels: &Vec<String>| labels.iter().map(|label| markdown::plain(label)).collect();
        Self {
            title: markdown::plain(&self.name()),
            source: markdown::cited(&self.source),
            decisions: self.decisions.iter().map(|text| markdown::prose(text)).collect(),
            labels: Labels {
                suit: markdown::plain(&self.labels.suit),
                call: markdown::plain(&self.labels.call),
                suits: labels(&self.labels.suits),
                ranks: labels(&self.labels.ranks),
                jokers: labels(&self.labels.jokers),
                pack: self.labels.pack.clone(),
                absent: self.labels.absent,
            },
            variants: BTreeMap::new(),
            ..self.clone()
        }
    }

    /// Returns the sections about play, without notes: all that can differ between two rulesets that play differently.
    pub(crate) fn sections(&self) -> Vec<Section> {
        vec![
            self.cards_section(),
            self.teams_section(),
            self.deal_section(),
            self.turn_section(),
            self.special_section(),
            Section {
                title: "Last card",
                blocks: vec![Block::paragraph(self.say_call())],
            },
            self.words_section(),
            self.created_section(),
            self.stock_section(),
            self.end_section(),
            self.score_section(),
            self.match_section(),
        ]
    }

    /// Returns the specials that select any card, hold with some number of players, and are not for identical upcards.
    pub(crate) fn live(&self) -> impl Iterator<Item = &Special> {
        self.special
            .values()
            .filter(|special| selects(special) && !special.is_for_identical() && self.may_hold(special))
    }

    /// True if a special holds with some number of players that may play.
    pub(crate) fn may_hold(&self, special: &Special) -> bool {
        let (min, max) = (self.players.min, self.players.max);
        let range = special.when.players;
        range.is_none_or(|range| range.min <= max && min <= range.max)
    }

    pub(crate) fn has(&self, test: impl Fn(&Special) -> bool) -> bool {
        self.live().any(test)
    }

    /// True if rounds are played as a match: to a target, or a fixed number of them.
    pub(crate) fn has_matches(&self) -> bool {
        let (target, rounds) = (&self.matches.target, &self.matches.rounds);
        target.values().chain(rounds.values()).any(|most| most > 0)
    }

    /// True if the game has several piles, or created rules may make some.
    pub(crate) fn may_have_piles(&self) -> bool {
        !self.second_pile.cards.is_none() || self.created.most > 0
    }

    pub(crate) fn nominates(&self) -> bool {
        self.has(|special| special.nominate.asks())
    }

    pub(crate) fn has_jokers(&self) -> bool {
        !self.every_deck().and(self.pack().jokers()).is_empty()
    }

    pub(crate) fn cards_section(&self) -> Section {
        let (least, most) = (self.players.min, self.players.max);
        let players = if least == most {
            format!("{} players.", capital(&number(least)))
        } else {
            format!("{} to {} players.", capital(&number(least)), number(most))
        };
        let mut blocks = if self.deck.copies.is_empty() {
            vec![Block::paragraph(vec![players, self.say_packs()])]
        } else {
            self.say_copies(players)
        };
        // The list of copies follows the last sentence.
        let listed = usize::from(!self.deck.copies.is_empty());
        let at = blocks[0].sentences.len() - listed;
        if !self.has_jokers() {
            blocks[0].sentences.insert(at, "No Jokers.".to_owned());
        }
        if !self.pack().is_usual() {
            blocks[0].sentences.insert(at, self.say_pack());
        }
        if !self.labels.is_off() {
            blocks.push(Block::paragraph(self.say_labels()));
        }
        blocks.extend(self.say_backs().map(|said| Block::paragraph(vec![said])));
        Section {
            title: "Players and cards",
            blocks,
        }
    }

    /// Describes the suits and ranks of a pack that is not the usual one.
    fn say_pack(&self) -> String {
        let spaced = |letters: &String| letters.chars().map(String::from).collect::<Vec<_>>().join(" ");
        let [suits, ranks] = self.pack().letters();
        let jokers = match self.deck.joker_kinds {
            kinds if usize::from(kinds) == USUAL_JOKERS => String::new(),
            kinds => format!(", and {}", count(kinds, "Joker")),
        };
        format!(
            "The pack has the suits {} and the ranks {}, in this order{jokers}.",
            spaced(&suits),
            spaced(&ranks)
        )
    }

    pub(crate) fn say_packs(&self) -> String {
        let packs = |n| {
            (
                self.deck.packs.get(n).unwrap_or(0),
                self.deck.jokers.get(n).unwrap_or(0),
            )
        };
        let deck = by_players(self.players, packs, |&(packs, jokers)| {
            let total = u32::from(packs) * self.pack().num_suited() as u32 + u32::from(jokers);
            let with = match jokers {
                0 => String::new(),
                n => format!(" with {}", count(n, "Joker")),
            };
            format!("{} ({}{with})", count(packs, "pack"), count(total, "card"))
        });
        format!("{}.", capital(&deck))
    }

    /// Describes the number of players, the number of cards, and the copies of each.
    pub(crate) fn say_copies(&self, players: String) -> Vec<Block> {
        let (tables, deck) = (self.deck.tables(self.tables()), self.every_deck());
        let tables: Vec<[u8; MAX_KINDS]> = tables.map(|(_, table)| table).collect();
        let at = |n| usize::from(n - self.players.min);
        let total = by_players(
            self.players,
            |n| tables[at(n)].iter().map(|&copies| u32::from(copies)).sum(),
            |&total: &u32| count(total, "card"),
        );
        let cards = format!("{}, with this many copies of each:", capital(&total));
        let mut classes: BTreeMap<Vec<u8>, CardSet> = BTreeMap::new();
        for card in deck.iter() {
            let copies = tables.iter().map(|table| table[card.index()]).collect();
            let class = classes.entry(copies).or_default();
            *class = class.or(card.bit());
        }
        let mut blocks = vec![Block::paragraph(vec![players, cards])];
        blocks.extend(classes.iter().map(|(copies, &class)| {
            let copies = by_players(self.players, |n| copies[at(n)], |&copies| number(copies));
            let cards = if class == deck {
                self.labels.each(class)
            } else {
                self.labels.many(class)
            };
            Block::item(format!("{}: {copies}.", capital(&cards)))
        }));
        blocks
    }

    /// Describes the labels of suits, ranks and Jokers.
    pub(crate) fn say_labels(&self) -> Vec<String> {
        let labels = &self.labels;
        let (letters, ranks): (Vec<String>, Vec<String>) = labels
            .labelled()
            .map(|(rank, label)| (rank.letter().to_string(), label.clone()))
            .unzip();
        let spaced: Vec<String> = self
            .pack()
            .suits()
            .iter()
            .map(|suit| suit.letter().to_string())
            .collect();
        let mut said = vec![
            "Suits and cards have names of their own; actions and positions use the usual letters."
                .to_owned(),
            format!(
                "The suits {} are {}.",
                spaced.join(" "),
                join(&labels.suits, "and")
            ),
        ];
        match (letters.as_slice(), ranks.as_slice()) {
            ([letter], [rank]) => said.push(format!("The rank {letter} is {rank}.")),
            ([], _) => {}
            _ => said.push(format!(
                "The ranks {} are {}.",
                letters.join(" "),
                join(&ranks, "and")
            )),
        }
        let jokers = (0..).map(joker_text).zip(labels.jokers.iter().cloned());
        let (texts, names): (Vec<String>, Vec<String>) =
            jokers.filter(|(_, label)| !label.is_empty()).unzip();
        match (texts.as_slice(), names.as_slice()) {
            ([], _) => {}
            ([joker], [label]) => said.push(format!("The Joker {joker} is {label}.")),
            _ => said.push(format!(
                "The Jokers {} are {}.",
                join(&texts, "and"),
                join(&names, "and")
            )),
        }
        said
    }

    pub(crate) fn stock_section(&self) -> Section {
        let when = if self.compat.has(Imitation::RenewsAtOnce) {
            "As soon as the last card has left the stock"
        } else {
            "When a card is to be drawn and the stock is empty"
        };
        let text = match self.stock.empty {
            StockEmpty::Reshuffle if self.may_have_piles() => {
                format!("{when}, all cards of the piles but their upcards are shuffled into a new stock.")
            }
            StockEmpty::Reshuffle => {
                format!("{when}, all of the pile but the upcard is shuffled into a new stock.")
            }
            StockEmpty::TurnOver => format!(
                "{when}, all of the pile but the upcard is turned over unshuffled: the card played first is \
                 drawn first."
            ),
            StockEmpty::EndsRound => "The stock is not renewed: the round ends after the turn in which its last card was drawn, as if \
                                      it was blocked."
                .to_owned(),
            StockEmpty::None => "An empty stock is not renewed: play goes on without drawing.".to_owned(),
        };
        let short =
            "A draw that cannot be served in full gives what there is; the rest is forgiven.".to_owned();
        let mut blocks = vec![Block::paragraph(vec![text, short])];
        if self.stock.keep > 0 {
            let cards = count(self.stock.keep, "card");
            blocks.push(Block::paragraph(vec![
                format!(
                    "If after a turn the stock holds fewer than {cards}, each player, in order of play from the one after \
                     the turn, chooses {cards} to keep and returns the rest to it; a player who holds no more than that does nothing."
                ),
                if self.may_have_piles() {
                    "All cards of the piles but their upcards are shuffled into it as well.".to_owned()
                } else {
                    "All of the pile but the upcard is shuffled into it as well.".to_owned()
                },
            ]));
        }
        Section {
            title: "End of the stock",
            blocks,
        }
    }
}

/// True if a special can mean any card.
fn selects(special: &Special) -> bool {
    special.cards.is_late() || !special.cards.cards().is_empty()
}

/// Renders a section as Markdown; an empty one as nothing.
fn render(section: &Section) -> String {
    if section.blocks.is_empty() {
        return String::new();
    }
    let mut text = format!("\n## {}\n", section.title);
    let mut in_list = false;
    for block in &section.blocks {
        if !(block.item && in_list) {
            text.push('\n');
        }
        in_list = block.item;
        if block.item {
            text.push_str("- ");
        }
        if let Some(lead) = &block.lead {
            text.extend(["**", lead, ".** "]);
        }
        text.push_str(&block.sentences.join(" "));
        text.push('\n');
    }
    text
}
