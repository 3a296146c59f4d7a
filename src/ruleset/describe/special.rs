//! Special cards in English.

use super::words::{another, capital, count, heading, join, many, number, one};
use super::{Block, Section};
use crate::card::CardSet;
use crate::ruleset::{
    Accepts, Attack, Challenge, Counts, Cover, CoverWith, Give, Nominate, Penalty, Reversals, ReverseWithTwo,
    Ruleset, Special, TurnKept, Wild,
};

impl Ruleset {
    pub(super) fn special_section(&self) -> Section {
        let attacks = self.has(|special| special.attack.is_some());
        let mut blocks = Vec::new();
        if attacks {
            blocks.push(Block::paragraph(vec![
                "While an attack is pending only a card that is named as an answer to it may be laid, whatever follows or is \
                 wild otherwise."
                    .to_owned(),
            ]));
        }
        let mut live: Vec<&Special> = self.live().collect();
        live.sort_by_key(|special| special.cards.cards());
        blocks.extend(live.into_iter().map(|special| {
            let mut name = heading(special.cards.cards());
            if special.cards.cards().minus(CardSet::JOKERS).is_empty() && !self.has_jokers() {
                name.push_str(" (none in this deck)");
            }
            Block::named(name, self.say_special(special))
        }));
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

    /// One sentence or more for each word of a special.
    fn say_special(&self, special: &Special) -> Vec<String> {
        let cards = special.cards.cards();
        let mut said = self.say_laying(special);
        if let Some(challenge) = &special.challenge {
            said.extend(say_challenge(challenge, special.penalty.as_ref()));
        }
        match special.nominate {
            Nominate::Always => said.push("Its player nominates the suit to follow.".to_owned()),
            Nominate::IfFollowed => said.push(
                "Its player nominates the suit to follow, but only if the card itself followed; else its own suit holds."
                    .to_owned(),
            ),
            Nominate::Never if special.wild.is_some() && !cards.minus(CardSet::JOKERS).is_empty() => {
                said.push("Its own suit holds: nothing is nominated.".to_owned());
            }
            Nominate::Never => {}
        }
        if let Some(Accepts::Any) = special.accepts {
            said.push("Any card may be laid on it.".to_owned());
        }
        if let Some(cover) = &special.cover {
            said.extend(say_cover(cover));
        }
        if let Some(give) = &special.give {
            said.extend(say_give(give));
        }
        if let Some(penalty) = &special.penalty {
            let turn = match penalty.turn {
                TurnKept::Lost => "loses the turn",
                TurnKept::Kept => "still has the turn",
            };
            said.push(format!(
                "The next player draws {} and {turn}.",
                count(penalty.draw, "card")
            ));
        }
        if special.reverse {
            said.push(self.say_reverse());
        }
        match special.skip {
            0 => {}
            1 => said.push("The next player loses the turn.".to_owned()),
            n => said.push(format!("The next {} players lose their turn.", number(n))),
        }
        if let Some(attack) = &special.attack {
            said.extend(say_attack(attack, cards));
        }
        if said.is_empty() {
            said.push("An ordinary card.".to_owned());
        }
        said
    }

    fn say_laying(&self, special: &Special) -> Vec<String> {
        match special.wild {
            None => Vec::new(),
            Some(Wild::Always) => vec!["Wild: it may be laid whatever the upcard is.".to_owned()],
            Some(Wild::Unable) => {
                let same = self.live().filter(|other| other.wild == Some(Wild::Unable));
                let uncounted = same.fold(CardSet::EMPTY, |set, other| set.or(other.cards.cards()));
                vec![format!(
                    "By rule only a player who can lay no other card ({} not counted) may lay it where it does not follow.",
                    many(uncounted)
                )]
            }
        }
    }

    fn say_reverse(&self) -> String {
        let mut text = "The direction of play turns".to_owned();
        if self.players.min == 2 {
            text.push_str(match self.turn.reverse_with_two {
                ReverseWithTwo::Nothing => "; with two players that does nothing",
                ReverseWithTwo::Skip => "; with two players the other one loses the turn instead",
            });
        }
        if self.may_lay_several() {
            text.push_str(match self.turn.reversals {
                Reversals::Each => "; each reversal laid in a turn counts",
                Reversals::Once => "; several reversals laid in a turn count once",
            });
        }
        text + "."
    }
}

fn say_challenge(challenge: &Challenge, penalty: Option<&Penalty>) -> Vec<String> {
    let own = penalty.map_or(0, |penalty| penalty.draw);
    let sum = match (own, challenge.extra) {
        (0, extra) => count(extra, "card"),
        (own, 0) => format!("{}, no more than the penalty,", count(own, "card")),
        (own, extra) => format!(
            "{} ({} and {} more)",
            count(own.saturating_add(extra), "card"),
            number(own),
            number(extra)
        ),
    };
    let then = if challenge.undone {
        "the card goes back to the hand of its player, whose turn is over, the pile is as it was, and the challenger plays"
    } else {
        "the card stays"
    };
    vec![
        "A bluff is possible; the next player may challenge, and is then shown the hand.".to_owned(),
        format!(
            "If it was a bluff, {then}; the bluffer draws {}.",
            count(challenge.draw, "card")
        ),
        format!("If not, the challenger draws {sum} and loses the turn."),
    ]
}

fn say_cover(cover: &Cover) -> Vec<String> {
    let cards = cover.cards.cards();
    let any = cards == CardSet::ALL;
    let what = match (cover.most, any) {
        (0, true) => "any number of further cards".to_owned(),
        (0, false) => format!("any number of further cards ({} only)", many(cards)),
        (1, true) => "one more card".to_owned(),
        (1, false) => one(cards),
        (most, true) => format!("up to {} more cards", number(most)),
        (most, false) => format!("up to {} more cards ({} only)", number(most), many(cards)),
    };
    let with = match (cover.with, cover.most) {
        (CoverWith::Suit, _) => "of its suit on it",
        (CoverWith::SuitOrRank, 1) => "of its suit or rank on it",
        (CoverWith::SuitOrRank, _) => "on it, each of the suit or the rank of the card under it",
        (CoverWith::Any, _) => "on it, of any suit and rank",
    };
    let effects = match cover.effects {
        Counts::Every => "Every card so laid has its effect.",
        Counts::Top => "Only the card on top then has its effect.",
    };
    vec![
        format!("In the same turn its player may lay {what} {with}."),
        effects.to_owned(),
    ]
}

fn say_give(give: &Give) -> Vec<String> {
    let stop = if give.optional {
        ", and may stop at any time"
    } else {
        ""
    };
    let mut said = vec![format!(
        "Its player then gives one card of choice to each other player in the order of play, while there are cards{stop}."
    )];
    if give.rest_draw > 0 {
        said.push(format!(
            "If that leaves the giver without cards, each player who got none draws {}.",
            count(give.rest_draw, "card")
        ));
    }
    said
}

fn say_attack(attack: &Attack, own: CardSet) -> Vec<String> {
    let (answer, cancel) = (attack.answer.cards(), attack.cancel.cards());
    let mut said = vec![format!("Attack of {}.", number(attack.draw))];
    let mut with = Vec::new();
    if !answer.is_empty() {
        with.push(another_or(answer, own));
    }
    if !cancel.is_empty() {
        with.push(one(cancel));
    }
    said.push(if with.is_empty() {
        "No card answers: the next player draws all that is pending and loses the turn.".to_owned()
    } else {
        let with = join(&with, "or");
        format!("The next player answers with {with}, or draws all that is pending and loses the turn.")
    });
    if !answer.is_empty() {
        let what = if cancel.is_empty() {
            "An answer".to_owned()
        } else {
            capital(&another_or(answer, own))
        };
        said.push(format!(
            "{what} adds its own attack to what the player after that faces."
        ));
    }
    if !cancel.is_empty() {
        said.push(format!(
            "{} cancels the attack: nothing is pending any more.",
            capital(&one(cancel))
        ));
    }
    if attack.needs_stock {
        said.push("While there is no card to draw it is an ordinary card.".to_owned());
    }
    said
}

/// "another Two" of a Two, "a Two" of any other card.
fn another_or(answer: CardSet, own: CardSet) -> String {
    if answer == own {
        another(answer)
    } else {
        one(answer)
    }
}
