//! The rules in English, written from the data of a ruleset alone.
//!
//! Each group of the schema has one function that turns it into sentences; a setting that cannot matter where it stands is
//! listed at the end instead. A test changes every key in turn and asks for another text.

mod notes;
mod score;
mod special;
#[cfg(test)]
mod tests;
mod words;

use super::{
    Call, CallMade, Caught, Charged, Draw, DrawThen, DrawWhen, LastCard, Ruleset, SameRank, Special,
    StockEmpty, StockRenew, WhoScores,
};
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
    /// The rules in English, as Markdown: made from the data alone, so that rulesets that play differently read differently.
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
        let mut text = format!("# {title}\n");
        if !self.source.is_empty() {
            text.push_str(&format!("\nSource: {}.\n", self.source.trim_end_matches('.')));
        }
        let mut sections = self.sections();
        sections.extend([
            self.decisions_section(),
            self.variants_section(),
            self.idle_section(),
        ]);
        for section in sections.iter().filter(|section| !section.blocks.is_empty()) {
            text.push_str(&render(section));
        }
        text
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

    fn has_jokers(&self) -> bool {
        (self.players.min..=self.players.max).any(|n| self.deck.jokers.get(n).unwrap_or(0) > 0)
    }

    fn may_lay_several(&self) -> bool {
        self.turn.same_rank != SameRank::Off || self.has(|special| special.cover.is_some())
    }

    fn cards_section(&self) -> Section {
        let (least, most) = (self.players.min, self.players.max);
        let players = if least == most {
            format!("{} players.", capital(&number(least)))
        } else {
            format!("{} to {} players.", capital(&number(least)), number(most))
        };
        let packs = |n| {
            (
                self.deck.packs.get(n).unwrap_or(0),
                self.deck.jokers.get(n).unwrap_or(0),
            )
        };
        let deck = by_players(&self.players, packs, |&(packs, jokers)| {
            let with = if jokers == 0 {
                String::new()
            } else {
                format!(" and {}", count(jokers, "Joker"))
            };
            let total = u32::from(packs) * 52 + u32::from(jokers);
            format!("{} of 52 cards{with} ({total} in all)", count(packs, "pack"))
        });
        let mut sentences = vec![players, format!("{}.", capital(&deck))];
        if !self.has_jokers() {
            sentences.push("No Jokers.".to_owned());
        }
        Section {
            title: "Players and cards",
            blocks: vec![Block::paragraph(sentences)],
        }
    }

    fn deal_section(&self) -> Section {
        let cards = by_players(
            &self.players,
            |n| self.deal.cards.get(n).unwrap_or(0),
            |n| count(*n, "card"),
        );
        let deal = vec![
            "The first dealer is drawn by lot; the deal moves one seat clockwise each round.".to_owned(),
            format!("Each player is dealt {cards}, one at a time from the seat after the dealer."),
        ];
        let mut starter = vec!["The top card of the stock is then turned to begin the pile.".to_owned()];
        let again = self.starter.again.cards();
        if !again.is_empty() {
            starter.push(format!(
                "If it is {}, it goes back into the stock, which is shuffled, and another is turned.",
                one(again)
            ));
        }
        starter.push("The seat after the dealer acts first, and play goes clockwise.".to_owned());
        starter.push(self.say_starter());
        Section {
            title: "Deal and starter",
            blocks: vec![Block::paragraph(deal), Block::paragraph(starter)],
        }
    }

    fn say_starter(&self) -> String {
        if !self.starter.effects {
            return "A special card that begins the pile has no effect.".to_owned();
        }
        let details: Vec<String> = [
            (
                self.has(|s| s.nominate != super::Nominate::Never),
                "the dealer nominates after seeing the own hand",
            ),
            (
                self.has(|s| s.attack.is_some()),
                "an attack meets the first player",
            ),
            (
                self.has(|s| s.penalty.is_some()),
                "a penalty is drawn by the first player",
            ),
            (self.has(|s| s.skip > 0), "a skip passes over the first player"),
            (
                self.has(|s| s.reverse),
                "a reversal makes the seat before the dealer first",
            ),
            (
                self.has(|s| s.give.is_some() || s.cover.is_some()),
                "but no card leaves the dealer's hand",
            ),
        ]
        .into_iter()
        .filter_map(|(holds, text)| holds.then(|| text.to_owned()))
        .collect();
        let colon = if details.is_empty() { "" } else { ": " };
        format!(
            "A special card counts as if the dealer had played it{colon}{}.",
            details.join("; ")
        )
    }

    fn turn_section(&self) -> Section {
        let mut lay = vec![
            match self.draw.when {
                DrawWhen::Always => {
                    "In turn a player lays one card on the pile, or draws (also one who could play)."
                }
                DrawWhen::Unable => {
                    "In turn a player lays one card on the pile; only who can lay none draws."
                }
            }
            .to_owned(),
        ];
        lay.extend(self.say_follow());
        let mut blocks = vec![Block::paragraph(lay), Block::paragraph(self.say_draw())];
        if let Some(several) = self.say_same_rank() {
            blocks.push(Block::paragraph(several));
        }
        if self.mistakes.penalty > 0 {
            blocks.push(Block::paragraph(vec![format!(
                "Illegal cards are not held back: one that is laid returns to the hand, its player draws {}, and the turn ends.",
                count(self.mistakes.penalty, "card")
            )]));
        }
        Section {
            title: "A turn",
            blocks,
        }
    }

    fn say_follow(&self) -> Vec<String> {
        let follow = &self.follow;
        let mut sentences = vec![match (follow.suit, follow.rank) {
            (true, true) => "A card follows if it has the suit or the rank of the upcard, the top card of the pile.",
            (true, false) => "A card follows if it has the suit of the upcard, the top card of the pile; its rank is no matter.",
            (false, true) => "A card follows if it has the rank of the upcard, the top card of the pile; its suit is no matter.",
            (false, false) => "No card follows the upcard, the top card of the pile.",
        }
        .to_owned()];
        if self.has(|s| s.nominate != super::Nominate::Never) {
            sentences.push(
                match (follow.rank, follow.rank_on_nominated) {
                    (true, true) => "Once a suit is nominated, only that suit follows, or a card of the upcard's rank.",
                    (true, false) => "Once a suit is nominated, only that suit follows: the upcard's own suit and rank no longer count.",
                    (false, _) => "Once a suit is nominated, only that suit follows.",
                }
                .to_owned(),
            );
        }
        sentences
    }

    fn say_draw(&self) -> Vec<String> {
        let draw = &self.draw;
        let bluff = self.has(|s| s.challenge.is_some()) && draw.then == DrawThen::MustPlay;
        let mut sentences = vec![say_how_many(draw)];
        sentences.push(
            match draw.then {
                DrawThen::EndTurn => "Drawing ends the turn.",
                DrawThen::MayPlay => "The card just drawn, and no other, may be laid at once if it can be; else the turn ends.",
                DrawThen::MustPlay => "The card just drawn must be laid at once if it can be; else the turn ends.",
                DrawThen::PlayAny => "After drawing, any card of the hand that can be laid may be; else the turn ends.",
                DrawThen::MustPlayAny => {
                    "After drawing, a card of the hand that can be laid must be, whichever it is; else the turn ends."
                }
            }
            .to_owned(),
        );
        if bluff {
            sentences.push("A drawn card that would be a bluff need not be laid.".to_owned());
        }
        if draw.ask_pass {
            sentences.push(
                "One who has drawn and can lay nothing has to pass: the turn does not end by itself."
                    .to_owned(),
            );
        }
        let will = if draw.when == DrawWhen::Always {
            "cannot or will not"
        } else {
            "cannot"
        };
        sentences.push(format!(
            "When there is nothing to draw, a player who {will} play passes."
        ));
        sentences
    }

    fn say_same_rank(&self) -> Option<Vec<String>> {
        let counts = match self.turn.same_rank {
            SameRank::Off => return None,
            SameRank::Every => "the effects of every card count",
            SameRank::Top => "only the effects of the top card count",
        };
        let cards = self.turn.same_rank_cards.cards();
        let which = if cards == crate::card::CardSet::ALL {
            String::new()
        } else {
            format!(" ({} only)", many(cards))
        };
        Some(vec![
            format!("Several cards of one rank{which} may be laid in one turn: {counts}."),
            "The first must be legal, and the last is the one to follow.".to_owned(),
        ])
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
                "{when}, all of the pile but the upcard is turned over unshuffled: the card laid first is drawn first."
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
                "If the last card attacks or carries a penalty, whoever it hits draws before the hands are scored, and cannot answer."
            }
        };
        let out = vec![
            "The first player without cards wins, and the round ends.".to_owned(),
            last.to_owned(),
        ];
        let round = &self.round;
        let more = match round.extra_passes {
            0 => String::new(),
            n => format!(
                " and {} more than that",
                count(n, "pass").replace("passs", "passes")
            ),
        };
        let score = match self.score.who {
            WhoScores::Own => "all score what they hold",
            WhoScores::Winner => {
                "the player with the fewest points in hand wins the difference of each other hand to the own, ties sharing"
            }
        };
        let mut blocked = vec![format!(
            "After a pass by each player in a row{more} the round is blocked: it ends, and {score}."
        )];
        if round.attack_empties_stock_is_pass && self.has(|s| s.attack.is_some()) {
            blocked.push("Taking the last card of the stock for an attack counts as a pass.".to_owned());
        }
        if round.plays > 0 {
            blocked.push(format!(
                "The round also ends when {} been laid.",
                have(round.plays)
            ));
        }
        Section {
            title: "End of a round",
            blocks: vec![Block::paragraph(out), Block::paragraph(blocked)],
        }
    }
}

fn have(cards: u16) -> String {
    format!(
        "{} {}",
        count(cards, "card"),
        if cards == 1 { "has" } else { "have" }
    )
}

fn say_how_many(draw: &Draw) -> String {
    let mut until = Vec::new();
    if draw.until_playable {
        until.push("the hand holds a card that can be laid".to_owned());
    }
    if draw.until_hand > 0 {
        until.push(format!(
            "it holds {} (at least one being drawn)",
            count(draw.until_hand, "card")
        ));
    }
    match (until.is_empty(), draw.limit) {
        (true, 0) => "Any number of cards may be drawn, one at a time, while there are any.".to_owned(),
        (true, 1) => "One card is drawn.".to_owned(),
        (true, most) => format!("Up to {} may be drawn, one at a time.", count(most, "card")),
        (false, 0) => format!(
            "Drawing, once begun, goes on until {}, while there are cards to draw.",
            join(&until, "or")
        ),
        (false, most) => format!(
            "Drawing, once begun, goes on until {}, but for {} at most.",
            join(&until, "or"),
            count(most, "card")
        ),
    }
}

fn say_call(call: &Call) -> Vec<String> {
    let due = "A player whose turn leaves one card in hand announces it: the call.";
    match call.made {
        CallMade::Off => vec!["The last card need not be announced.".to_owned()],
        CallMade::Automatic => vec![
            due.to_owned(),
            "The call is made by itself and cannot be forgotten.".to_owned(),
        ],
        CallMade::ByPlayer => {
            let cards = count(call.penalty, "card");
            let missing = match (call.caught, call.charged) {
                (Caught::ByOthers, _) => format!(
                    "If it is missing, the other players are asked in the order of play whether they catch it, and a player who is \
                     caught draws {cards}; one whom nobody caught may still call, being asked last."
                ),
                (Caught::Automatic, Charged::BeforeNext) => {
                    format!("If it is missing, the player draws {cards} before the next player's turn.")
                }
                (Caught::Automatic, Charged::OwnTurn) => {
                    format!(
                        "If it is missing, the player draws {cards} at the start of the own next turn, which is kept."
                    )
                }
            };
            vec![
                due.to_owned(),
                "It is made right after laying, and may be forgotten.".to_owned(),
                missing,
            ]
        }
    }
}

fn render(section: &Section) -> String {
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
            text.push_str(&format!("**{lead}.** "));
        }
        text.push_str(block.sentences.join(" ").trim_end());
        text.push('\n');
    }
    text
}
