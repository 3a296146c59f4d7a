//! A turn in English: what follows, drawing, several cards, mistakes.

use super::words::{count, join, many};
use super::{Block, Section};
use crate::card::CardSet;
use crate::ruleset::{Draw, DrawThen, DrawWhen, Nominate, Ruleset, SameRank, Wild};

impl Ruleset {
    pub(super) fn turn_section(&self) -> Section {
        let lay = match self.draw.when {
            DrawWhen::Always => {
                "A player whose turn it is lays one card on the pile or draws; one who could lay a card may \
                 draw all the same."
            }
            DrawWhen::Unable => {
                "A player whose turn it is lays one card on the pile; only one who can lay none draws."
            }
        };
        let mut sentences = vec![lay.to_owned()];
        sentences.extend(self.say_follow());
        let mut blocks = vec![Block::paragraph(sentences), Block::paragraph(self.say_draw())];
        if let Some(several) = self.say_same_rank() {
            blocks.push(Block::paragraph(several));
        }
        if self.mistakes.penalty > 0 {
            blocks.push(Block::paragraph(vec![format!(
                "Illegal cards are not held back: one that is laid returns to the hand, its player draws \
                 {}, and the turn ends.",
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
        let what = match (follow.suit, follow.rank) {
            (true, true) => "if it has the suit or the rank of the upcard, the top card of the pile",
            (true, false) => "if it has the suit of the upcard, the top card of the pile, whatever its rank",
            (false, true) => "if it has the rank of the upcard, the top card of the pile, whatever its suit",
            (false, false) => "in no case",
        };
        let mut said = vec![format!("A card follows {what}.")];
        if self.has(|special| special.nominate != Nominate::Never) {
            let then = match (follow.suit, follow.rank && follow.rank_on_nominated) {
                (true, true) => "only that suit follows, or a card of the upcard's rank",
                (true, false) if follow.rank => {
                    "only that suit follows: the upcard's own suit and rank no longer count"
                }
                (true, false) => "only that suit follows: the upcard's own suit no longer counts",
                (false, true) => "the upcard's rank follows as before",
                (false, false) => "no card follows",
            };
            said.push(format!("Once a suit is nominated, {then}."));
        }
        said
    }

    fn say_draw(&self) -> Vec<String> {
        let draw = &self.draw;
        let mut said = vec![say_how_many(draw)];
        let then = match draw.then {
            DrawThen::EndTurn => "Drawing ends the turn.",
            DrawThen::MayPlay => {
                "The card just drawn, and no other, may be laid at once if it can be; otherwise the turn \
                 ends."
            }
            DrawThen::MustPlay => {
                "The card just drawn must be laid at once if it can be; otherwise the turn ends."
            }
            DrawThen::PlayAny => {
                "After drawing, any card of the hand that can be laid may be; otherwise the turn ends."
            }
            DrawThen::MustPlayAny => {
                "After drawing, a card that can be laid must be, whichever of the hand it is; if there is \
                 none, the turn ends."
            }
        };
        said.push(then.to_owned());
        if self.singles_out_drawn() {
            let mut add = |holds: bool, text: &str| said.extend(holds.then(|| text.to_owned()));
            add(
                draw.suit_only && self.follow.rank,
                "It can be laid only if it has the suit in force or is wild; its rank does not count.",
            );
            let wild = self.has(|special| special.wild != Wild::Never);
            add(!draw.wild_effects && wild, "A wild card so laid has no effect.");
            add(
                draw.wild_by_lot && wild,
                "If a wild card so laid nominates, the suit is drawn by lot.",
            );
        }
        if draw.then == DrawThen::MustPlay && self.has(|special| special.challenge.is_some()) {
            said.push("A drawn card that would be a bluff need not be laid.".to_owned());
        }
        if draw.ask_pass && draw.then != DrawThen::EndTurn {
            said.push(
                "One who has drawn and can lay nothing has to pass: the turn does not end by itself."
                    .to_owned(),
            );
        }
        let will = match draw.when {
            DrawWhen::Always => "cannot or will not",
            DrawWhen::Unable => "cannot",
        };
        said.push(format!(
            "When there is nothing to draw, a player who {will} lay a card passes."
        ));
        said
    }

    /// Whether the card just drawn may be laid, and no other.
    pub(super) fn singles_out_drawn(&self) -> bool {
        matches!(self.draw.then, DrawThen::MayPlay | DrawThen::MustPlay)
    }

    fn say_same_rank(&self) -> Option<Vec<String>> {
        let counts = match self.turn.same_rank {
            SameRank::Off => return None,
            SameRank::Every => "each of them has its effect",
            SameRank::Top => "only the one on top has its effect",
        };
        let cards = self.turn.same_rank_cards.cards();
        let only = if cards == CardSet::ALL {
            String::new()
        } else {
            format!(" ({} only)", many(cards))
        };
        Some(vec![
            format!("Several cards of one rank{only} may be laid in one turn; {counts}."),
            "The first must be legal, and the last is the one to follow.".to_owned(),
        ])
    }
}

fn say_how_many(draw: &Draw) -> String {
    let mut until = Vec::new();
    if draw.until_playable {
        until.push("the hand holds a card that can be laid".to_owned());
    }
    if draw.until_hand > 0 {
        let cards = count(draw.until_hand, "card");
        until.push(format!("the hand holds {cards} (one is drawn at least)"));
    }
    let until = join(&until, "or");
    match (until.is_empty(), draw.limit) {
        (true, 1) => "One card is drawn.".to_owned(),
        (true, 0) => {
            "Cards are drawn one at a time: one who has begun goes on until laying a card, or until there is \
                      none to draw."
                .to_owned()
        }
        (true, most) => format!(
            "Up to {} are drawn, one at a time: one who has begun goes on until laying a card, or until no \
             more may be drawn.",
            count(most, "card")
        ),
        (false, 0) => {
            format!("Drawing, once begun, goes on until {until}, or until there is none to draw.")
        }
        (false, most) => {
            let cards = count(most, "card");
            format!("Drawing, once begun, goes on until {until}, or until {cards} have been drawn.")
        }
    }
}
