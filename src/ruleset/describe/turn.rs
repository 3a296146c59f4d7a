//! English for a turn: following, drawing, several cards, mistakes.

use super::words::{count, join};
use super::{Block, Section};
use crate::ruleset::{
    AfterAttack, Draw, DrawThen, DrawWhen, FirstTurn, FollowBy, Free, Imitation, Ruleset, Special,
};

impl Ruleset {
    pub(crate) fn turn_section(&self) -> Section {
        let play = match self.draw.when {
            DrawWhen::Always => {
                "A player whose turn it is plays one card on the pile or draws; one who could play a card may \
                 draw all the same."
            }
            DrawWhen::Unable => {
                "A player whose turn it is plays one card on the pile; only a player who can play none draws."
            }
            DrawWhen::Never => {
                "A player whose turn it is plays one card on the pile or passes; nobody draws by choice."
            }
        };
        let mut sentences = vec![play.to_owned()];
        sentences.extend(self.say_follow());
        let mut blocks = vec![Block::paragraph(sentences)];
        let draw = self.say_draw();
        if !draw.is_empty() {
            blocks.push(Block::paragraph(draw));
        }
        let several = self.say_several();
        if !several.is_empty() {
            blocks.push(Block::paragraph(several));
        }
        let identical = self.say_identical();
        if !identical.is_empty() {
            blocks.push(Block::paragraph(identical));
        }
        let around = [self.say_second_pile(), self.say_out_of_turn()];
        blocks.extend(
            around
                .into_iter()
                .filter(|said| !said.is_empty())
                .map(Block::paragraph),
        );
        if self.mistakes.penalty > 0 {
            blocks.push(Block::paragraph(vec![format!(
                "Illegal cards are not held back: one that is played returns to the hand, its player draws \
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
        let (suit, rank) = (follow.has(FollowBy::Suit), follow.has(FollowBy::Rank));
        let next_to = follow.has(FollowBy::AdjacentRank);
        let what = match (suit, rank) {
            (false, false) if next_to => "if its rank is one higher or one lower than the upcard's",
            (true, true) => "if it has the suit or the rank of the upcard, the top card of the pile",
            (true, false) => "if it has the suit of the upcard, the top card of the pile, whatever its rank",
            (false, true) => "if it has the rank of the upcard, the top card of the pile, whatever its suit",
            (false, false) => "in no case",
        };
        let mut said = vec![format!("A card follows {what}.")];
        if next_to && (suit || rank) {
            said.push(
                "It follows as well if its rank is one higher or one lower than the upcard's.".to_owned(),
            );
        }
        if next_to {
            said.push("The ace joins king and two.".to_owned());
        }
        if self.turn.first == FirstTurn::Suit {
            said.push(
                "In their first turn of a round players play only cards of the suit in force, neither by rank nor as wild \
                 cards, and nominate nothing."
                    .to_owned(),
            );
        }
        if follow.has(FollowBy::SumOrProduct) {
            said.push(
                "A number (the ace is 1) follows as well if it is the sum or the product of the numbers of the two top cards \
                 of the pile; pictures and Jokers have none."
                    .to_owned(),
            );
        }
        if self.names_suits() {
            let then = match (suit, rank && follow.has(FollowBy::RankOnNominated)) {
                (true, true) => "only that suit follows, or a card of the upcard's rank",
                (true, false) if rank => {
                    "only that suit follows: the upcard's own suit and rank no longer count"
                }
                (true, false) => "only that suit follows: the upcard's own suit no longer counts",
                (false, true) => "the upcard's rank follows as before",
                (false, false) => "no card follows",
            };
            said.push(format!("Once a suit is nominated, {then}."));
            if self.nominations_lapse() {
                said.push(
                    "That binds the next player only; after that the card is an ordinary one.".to_owned(),
                );
            }
        }
        said
    }

    fn say_draw(&self) -> Vec<String> {
        let draw = &self.draw;
        if draw.when == DrawWhen::Never {
            return self
                .say_end_of_turn()
                .into_iter()
                .chain(self.say_after_attack())
                .collect();
        }
        let mut said = vec![if draw.cards.is_one() {
            say_how_many(draw)
        } else {
            format!("One who draws takes {}.", self.say_amount(&draw.cards))
        }];
        let then = match draw.then {
            DrawThen::EndTurn => "Drawing ends the turn.",
            DrawThen::MayPlay => {
                "The card just drawn, and no other, may be played at once if it can be; otherwise the turn \
                 ends."
            }
            DrawThen::MustPlay => {
                "The card just drawn must be played at once if it can be; otherwise the turn ends."
            }
            DrawThen::PlayAny => {
                "After drawing, any card of the hand that can be played may be; otherwise the turn ends."
            }
            DrawThen::MustPlayAny => {
                "After drawing, a card that can be played must be, whichever of the hand it is; if there is \
                 none, the turn ends."
            }
        };
        said.push(then.to_owned());
        if self.singles_out_drawn() {
            let mut add = |holds: bool, text: &str| said.extend(holds.then(|| text.to_owned()));
            add(
                self.compat.has(Imitation::DrawnBySuit) && self.follow.has(FollowBy::Rank),
                "It can be played only if it has the suit in force or is wild; its rank does not count.",
            );
            let wild = self.has(|special| special.play.free != Free::Never);
            add(
                self.compat.has(Imitation::DrawnWildIdle) && wild,
                "A wild card played in this way has no effect.",
            );
            add(
                self.compat.has(Imitation::DrawnWildByLot) && wild,
                "If a wild card played in this way nominates, the suit is drawn by lot.",
            );
        }
        if draw.then == DrawThen::MustPlay && self.has(|special| special.challenge.is_some()) {
            said.push("A drawn card that would be a bluff need not be played.".to_owned());
        }
        if self.compat.has(Imitation::AsksToPass) && draw.then != DrawThen::EndTurn {
            said.push(
                "A player who has drawn and can play nothing has to pass: the turn does not end by itself."
                    .to_owned(),
            );
        }
        let will = match draw.when {
            DrawWhen::Always => "cannot or will not",
            DrawWhen::Unable | DrawWhen::Never => "cannot",
        };
        said.push(format!(
            "When there is nothing to draw, a player who {will} play a card passes."
        ));
        said.extend(self.say_after_attack());
        said.extend(self.say_end_of_turn());
        said
    }

    fn say_end_of_turn(&self) -> Option<String> {
        let cards = count(self.draw.end_of_turn, "card");
        let drawn = if self.draw.end_of_turn == 1 { "is" } else { "are" };
        (self.draw.end_of_turn > 0).then(|| {
            format!("At the end of every turn {cards} {drawn} drawn by its player, whatever happened in it.")
        })
    }

    /// True if a player can nominate a suit in a turn: by a special that nominates, or by covering a card in a nominated
    /// suit.
    pub(crate) fn names_suits(&self) -> bool {
        self.has(Special::names_suit)
    }

    fn say_after_attack(&self) -> Option<String> {
        match self.draw.after_attack {
            _ if !self.has(Special::takes_cards_alone) => None,
            AfterAttack::EndTurn => None,
            AfterAttack::PlayAttack => Some(
                "A player who has drawn for an attack may play one of the cards just drawn that would have answered it, \
                 alone, whatever its suit; otherwise the turn is over."
                    .to_owned(),
            ),
            AfterAttack::Play => Some(format!(
                "A player who has drawn for an attack still has the turn: {}.",
                self.say_what_may_follow()
            )),
        }
    }

    /// Returns the decisions of a player who has drawn for an attack and still has the turn.
    pub(crate) const fn say_what_may_follow(&self) -> &'static str {
        match self.draw.when {
            DrawWhen::Always => "to play a card, to draw, or to pass",
            DrawWhen::Unable => "to play a card, to draw where none can be played, or to pass",
            DrawWhen::Never => "to play a card or to pass",
        }
    }

    /// True if only the card just drawn may be played after a draw.
    pub(crate) fn singles_out_drawn(&self) -> bool {
        matches!(self.draw.then, DrawThen::MayPlay | DrawThen::MustPlay)
    }
}

fn say_how_many(draw: &Draw) -> String {
    let mut until = Vec::new();
    if draw.until.playable {
        until.push("the hand holds a card that can be played".to_owned());
    }
    if draw.until.hand > 0 {
        let cards = count(draw.until.hand, "card");
        until.push(format!("the hand holds {cards} (one is drawn at least)"));
    }
    let until = join(&until, "or");
    match (until.is_empty(), draw.most) {
        (true, 1) => "One card is drawn.".to_owned(),
        (true, 0) => {
            "Cards are drawn one at a time: one who has begun goes on until playing a card, or until there is \
                      none to draw."
                .to_owned()
        }
        (true, most) => format!(
            "Up to {} are drawn, one at a time: one who has begun goes on until playing a card, or until no \
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
