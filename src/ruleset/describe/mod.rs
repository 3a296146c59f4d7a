//! The rules in English, written from the data of a ruleset alone.
//!
//! Each group of the schema has one function that turns it into sentences; a setting that cannot matter
//! where it stands is listed at the end instead. A test changes every key in turn and asks for another text.

mod notes;
mod score;
mod special;
#[cfg(test)]
mod tests;
mod turn;
mod words;

use super::deck::kinds;
use super::{
    AtTarget, Call, CallMade, Caught, Charged, LastCard, Nominate, Ruleset, Special, StockEmpty, StockRenew,
    WhoScores,
};
use std::collections::BTreeMap;

use crate::card::{CardSet, KINDS};
use words::{by_players, capital, count, join, many, number, one};

/// A heading with what stands under it.
struct Section {
    title: &'static str,
    blocks: Vec<Block>,
}

/// A paragraph, or one item of a list.
#[derive(Default)]
struct Block {
    item: bool,
    /// Printed bold before the sentences of an item.
    lead: Option<String>,
    sentences: Vec<String>,
}

impl Block {
    fn paragraph(sentences: Vec<String>) -> Self {
        Self {
            sentences,
            ..Self::default()
        }
    }

    fn item(sentence: String) -> Self {
        Self {
            item: true,
            sentences: vec![sentence],
            ..Self::default()
        }
    }

    fn named(lead: String, sentences: Vec<String>) -> Self {
        Self {
            item: true,
            lead: Some(lead),
            sentences,
        }
    }
}

impl Ruleset {
    /// The rules in English, as Markdown: made from the data alone, so that rulesets that play differently
    /// read differently.
    ///
    /// ```
    /// let rules = eights::ruleset::Ruleset::builtin("crazy_eights")?;
    /// assert!(rules.describe().contains("**Eight.** Wild"));
    /// # Ok::<(), eights::ruleset::RulesetError>(())
    /// ```
    #[must_use]
    pub fn describe(&self) -> String {
        let title = if self.title.is_empty() {
            &self.id
        } else {
            &self.title
        };
        let source = match self.source.trim_end_matches('.') {
            "" => String::new(),
            source => format!("\nSource: {source}.\n"),
        };
        let notes = [
            self.decisions_section(),
            self.variants_section(),
            self.idle_section(),
        ];
        let sections: String = self.sections().iter().chain(&notes).map(render).collect();
        format!("# {title}\n{source}{sections}")
    }

    /// What is played, without notes: all that can differ between two rulesets that play differently.
    fn sections(&self) -> Vec<Section> {
        vec![
            self.cards_section(),
            self.deal_section(),
            self.turn_section(),
            self.special_section(),
            Section {
                title: "Last card",
                blocks: vec![Block::paragraph(say_call(&self.call))],
            },
            self.stock_section(),
            self.end_section(),
            self.score_section(),
            self.match_section(),
        ]
    }

    /// The specials that select any card at all.
    fn live(&self) -> impl Iterator<Item = &Special> {
        self.special
            .values()
            .filter(|special| !special.cards.cards().is_empty())
    }

    fn has(&self, test: impl Fn(&Special) -> bool) -> bool {
        self.live().any(test)
    }

    fn nominates(&self) -> bool {
        self.has(|special| special.nominate != Nominate::Never)
    }

    /// The kinds of card that there are with any number of players.
    fn present(&self) -> CardSet {
        (self.players.min..=self.players.max)
            .filter_map(|n| self.deck.table(n))
            .fold(CardSet::EMPTY, |set, table| set.or(kinds(&table)))
    }

    fn has_jokers(&self) -> bool {
        !self.present().and(CardSet::JOKERS).is_empty()
    }

    fn cards_section(&self) -> Section {
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
        if !self.has_jokers() {
            blocks[0].sentences.push("No Jokers.".to_owned());
        }
        if !self.labels.is_off() {
            blocks.push(Block::paragraph(self.say_labels()));
        }
        Section {
            title: "Players and cards",
            blocks,
        }
    }

    fn say_packs(&self) -> String {
        let packs = |n| {
            (
                self.deck.packs.get(n).unwrap_or(0),
                self.deck.jokers.get(n).unwrap_or(0),
            )
        };
        let deck = by_players(&self.players, packs, |&(packs, jokers)| {
            let total = u32::from(packs) * 52 + u32::from(jokers);
            let with = match jokers {
                0 => String::new(),
                n => format!(" with {}", count(n, "Joker")),
            };
            format!("{} ({}{with})", count(packs, "pack"), count(total, "card"))
        });
        format!("{}.", capital(&deck))
    }

    /// How many players, how many cards, and the copies of each.
    fn say_copies(&self, players: String) -> Vec<Block> {
        let table = self.deck.table(self.players.min).unwrap_or([0; KINDS]);
        let total: u32 = table.iter().map(|&copies| u32::from(copies)).sum();
        let cards = format!("{}, with so many copies of each:", capital(&count(total, "card")));
        let mut classes: BTreeMap<u8, CardSet> = BTreeMap::new();
        for card in kinds(&table).iter() {
            let class = classes.entry(table[card.index()]).or_default();
            *class = class.or(card.bit());
        }
        let mut blocks = vec![Block::paragraph(vec![players, cards])];
        blocks.extend(
            classes.iter().map(|(&copies, &class)| {
                Block::item(format!("{}: {}.", capital(&many(class)), number(copies)))
            }),
        );
        blocks
    }

    /// What suits and cards are called, and how they are written.
    fn say_labels(&self) -> Vec<String> {
        let labels = &self.labels;
        vec![
            "Suits and cards have names of their own; actions and positions write them as ever.".to_owned(),
            format!("The suits C D H S are {}.", join(&labels.suits, "and")),
            format!(
                "The ranks 2 3 4 5 6 7 8 9 T J Q K A are {}.",
                join(&labels.ranks, "and")
            ),
            format!("The Jokers *R and *B are {}.", join(&labels.jokers, "and")),
        ]
    }

    fn deal_section(&self) -> Section {
        let cards = by_players(
            &self.players,
            |n| self.deal.cards.get(n).unwrap_or(0),
            |n| count(*n, "card"),
        );
        let out = match self.matches.at_target {
            AtTarget::End => "",
            AtTarget::SuddenDeath | AtTarget::Elimination => ", past players who are out of the match",
        };
        let mut deal = vec![format!(
            "The first dealer is drawn by lot; the deal moves one seat clockwise each round{out}."
        )];
        if self.deal.choice_to == 0 {
            deal.push(format!(
                "Each player is dealt {cards}, one at a time from the seat after the dealer."
            ));
        } else {
            let most = count(self.deal.choice_to, "card");
            let range = by_players(
                &self.players,
                |n| self.deal.cards.get(n).unwrap_or(0),
                |n| format!("{} to {most}", number(*n)),
            );
            deal.push(format!(
                "Before the deal the dealer chooses how many cards each player gets: {range}."
            ));
            deal.push("They are dealt one at a time from the seat after the dealer.".to_owned());
        }
        let mut starter = vec!["The top card of the stock is then turned to begin the pile.".to_owned()];
        let again = self.starter.again.cards();
        if !again.is_empty() {
            starter.push(format!(
                "If it is {}, it goes back into the stock, which is shuffled, and another is turned.",
                one(again)
            ));
        }
        starter.push("The seat after the dealer acts first, and play goes clockwise.".to_owned());
        starter.extend(self.say_starter());
        Section {
            title: "Deal and starter",
            blocks: vec![Block::paragraph(deal), Block::paragraph(starter)],
        }
    }

    fn say_starter(&self) -> Vec<String> {
        if !self.starter.effects {
            return vec!["A special card that begins the pile has no effect.".to_owned()];
        }
        let mut said = vec!["A special card counts as if the dealer had played it.".to_owned()];
        let mut add = |holds: bool, text: &str| said.extend(holds.then(|| text.to_owned()));
        add(
            self.has(|s| s.nominate != Nominate::Never),
            "The dealer then nominates, after seeing the own hand.",
        );
        let lot = self.starter.by_lot.cards();
        if !lot.is_empty() && self.nominates() {
            add(
                true,
                &format!(
                    "If it is {}, the suit to follow is drawn by lot: nobody nominates.",
                    one(lot)
                ),
            );
        }
        add(
            self.has(|s| s.attack.is_some()),
            "An attack meets the first player.",
        );
        add(
            self.has(|s| s.penalty.is_some()),
            "A penalty is drawn by the first player.",
        );
        let kept = self.starter.turn_kept.cards();
        if !kept.is_empty() && self.has(|s| s.penalty.is_some()) {
            add(
                true,
                &format!(
                    "If it is {}, the first player then still has the turn.",
                    one(kept)
                ),
            );
        }
        add(self.has(|s| s.skip > 0), "A skip passes over the first player.");
        add(
            self.has(|s| s.reverse),
            "A reversal makes the seat before the dealer first.",
        );
        add(
            self.has(|s| s.give.is_some() || s.cover.is_some()),
            "No card of the dealer's hand is given or laid for it.",
        );
        said
    }

    fn stock_section(&self) -> Section {
        let when = match self.stock.renew {
            StockRenew::Needed => "When a card is to be drawn and the stock is empty",
            StockRenew::AtOnce => "As soon as the last card has left the stock",
        };
        let text = match self.stock.empty {
            StockEmpty::Reshuffle => {
                format!("{when}, all of the pile but the upcard is shuffled into a new stock.")
            }
            StockEmpty::TurnOver => format!(
                "{when}, all of the pile but the upcard is turned over unshuffled: the card laid first is \
                 drawn first."
            ),
            StockEmpty::None => "An empty stock is not renewed: play goes on without drawing.".to_owned(),
        };
        let short =
            "A draw that cannot be served in full gives what there is; the rest is forgiven.".to_owned();
        Section {
            title: "End of the stock",
            blocks: vec![Block::paragraph(vec![text, short])],
        }
    }

    fn end_section(&self) -> Section {
        let last = match self.out.last_card {
            LastCard::Ignored => "The effect of the last card is ignored.",
            LastCard::Served => {
                "The effect of the last card is served: whoever its attack or penalty hits draws before the \
                 hands are scored, and cannot answer."
            }
            LastCard::Chain => {
                "If the last card leaves an attack pending, it is played out first: whoever it hits answers or \
                 draws, also a player without cards, and the round ends when nothing is pending any more. Whoever \
                 was out first has won, even if holding cards again."
            }
        };
        let out = vec![
            "The first player without cards wins, and the round ends.".to_owned(),
            last.to_owned(),
        ];
        let round = &self.round;
        let more = match round.extra_passes {
            0 => String::new(),
            1 => ", and one pass more has followed".to_owned(),
            n => format!(", and {} passes more have followed", number(n)),
        };
        let score = match self.score.who {
            WhoScores::Own => "all score what they hold, and the fewest points win the round",
            WhoScores::Winner => {
                "the player with the fewest points in hand wins the difference of each other hand to the \
                 own, ties sharing"
            }
        };
        let mut blocked = vec![format!(
            "When all players have passed one after another{more}, the round is blocked: it ends; {score}."
        )];
        if round.attack_empties_stock_is_pass && self.has(|s| s.attack.is_some()) {
            blocked.push(
                "One who takes the last cards of the stock for an attack has passed in this sense."
                    .to_owned(),
            );
        }
        if round.plays > 0 {
            let cards = count(round.plays, "card");
            let have = if round.plays == 1 { "has" } else { "have" };
            blocked.push(format!(
                "The round ends in the same way when {cards} {have} been laid."
            ));
        }
        Section {
            title: "End of a round",
            blocks: vec![Block::paragraph(out), Block::paragraph(blocked)],
        }
    }
}

fn say_call(call: &Call) -> Vec<String> {
    let due = "A player whose turn leaves one card in hand has to announce it: the call.";
    if call.made == CallMade::Off {
        return vec!["The last card need not be announced.".to_owned()];
    }
    if call.made == CallMade::Automatic {
        return vec![
            due.to_owned(),
            "It is made by itself and cannot be forgotten.".to_owned(),
        ];
    }
    let cards = count(call.penalty, "card");
    let missing = match (call.caught, call.charged) {
        (Caught::ByOthers, _) => format!(
            "If it is not made, the others are asked in the order of play whether they catch the player, \
             who then draws {cards}; a player whom nobody has caught is asked last and may still call."
        ),
        (Caught::NextPlayer, _) => format!(
            "If it is not made, whoever has the next turn may catch the player before playing, who then draws {cards}."
        ),
        (Caught::Automatic, Charged::BeforeNext) => {
            format!("One who has not made it draws {cards} before the next player's turn.")
        }
        (Caught::Automatic, Charged::OwnTurn) => {
            format!("One who has not made it draws {cards} at the start of the own next turn, which is kept.")
        }
    };
    vec![
        due.to_owned(),
        "It is made right after laying, and may be forgotten.".to_owned(),
        missing,
    ]
}

/// A section as Markdown; nothing where it is empty.
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
