//! Special cards in English.

use super::words::{another, capital, count, heading, join, many, number, one};
use super::{Block, Section};
use crate::card::CardSet;
use crate::ruleset::{
    Accepts, Attack, Challenge, Counts, Cover, CoverWith, Give, Nominate, Penalty, Reversals, ReverseWithTwo,
    Ruleset, SameRank, Special, TurnKept, Wild,
};

impl Ruleset {
    pub(super) fn special_section(&self) -> Section {
        let attacks = self.has(|special| special.attack.is_some());
        let mut blocks = Vec::new();
        if attacks {
            blocks.push(Block::paragraph(vec![format!(
                "While an attack is pending, only a card that is named as an answer to it{} may be laid, \
                     whatever would otherwise follow or be wild.",
                if self.has(|special| special
                    .attack
                    .as_ref()
                    .is_some_and(|a| !a.pass_on.cards().is_empty()))
                {
                    ", or as passing it on,"
                } else {
                    ""
                }
            )]));
        }
        let mut live: Vec<&Special> = self.live().collect();
        live.sort_by_key(|special| special.cards.cards());
        blocks.extend(
            live.into_iter()
                .map(|special| Block::named(heading(special.cards.cards()), self.say_special(special))),
        );
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

    /// One sentence or more for each word of a special: where it may be laid, what its player does, what the
    /// next one.
    fn say_special(&self, special: &Special) -> Vec<String> {
        let cards = special.cards.cards();
        let mut said = Vec::new();
        if cards.minus(CardSet::JOKERS).is_empty() && !self.has_jokers() {
            said.push("There is none in this deck.".to_owned());
        }
        said.extend(self.say_laying(special));
        if let Some(Accepts::Any) = special.accepts {
            said.push("Any card may be laid on it.".to_owned());
        }
        said.extend(say_nominate(special));
        if let Some(cover) = &special.cover {
            said.extend(self.say_cover(cover));
        }
        if let Some(give) = &special.give {
            said.extend(say_give(give));
        }
        if special.reverse {
            said.push(self.say_reverse());
        }
        said.extend(self.say_skip(special.skip));
        let next = if special.skip == 0 {
            "The next player"
        } else {
            "The player after"
        };
        if let Some(penalty) = &special.penalty {
            let cards = count(penalty.draw, "card");
            said.push(format!(
                "{next} draws {cards} and {} the turn.",
                turn(penalty.turn)
            ));
        }
        if let Some(attack) = &special.attack {
            said.extend(say_attack(attack, cards, next));
        }
        if let Some(challenge) = &special.challenge {
            said.extend(say_challenge(challenge, special.penalty.as_ref()));
        }
        if said.is_empty() {
            said.push("An ordinary card.".to_owned());
        }
        said
    }

    fn say_skip(&self, skip: u8) -> Option<String> {
        match skip {
            0 => None,
            1 if self.players.min == 2 => {
                Some("The next player loses the turn; with two players the same one plays again.".to_owned())
            }
            1 => Some("The next player loses the turn.".to_owned()),
            n => Some(format!("The next {} players lose their turn.", number(n))),
        }
    }

    fn say_laying(&self, special: &Special) -> Vec<String> {
        match special.wild {
            Wild::Never => Vec::new(),
            Wild::NoSuit => vec![
                "By rule only a player who holds no card of the suit in force may lay it, then whatever the upcard is."
                    .to_owned(),
            ],
            Wild::Always => vec!["Wild: it may be laid whatever the upcard is.".to_owned()],
            Wild::Unable => {
                let same = self.live().filter(|other| other.wild == Wild::Unable);
                let uncounted = same.fold(CardSet::EMPTY, |set, other| set.or(other.cards.cards()));
                vec![format!(
                    "By rule only a player who can lay no other card ({} not counted) may lay it, then \
                     whatever the upcard is.",
                    many(uncounted)
                )]
            }
        }
    }

    fn say_cover(&self, cover: &Cover) -> Vec<String> {
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
            (CoverWith::Nominated, _) => {
                "of the suit that its player nominates at once, or of its rank, on it"
            }
        };
        let effects = match cover.effects {
            Counts::Every => "Every card so laid has its effect.",
            Counts::Top => "Only the card on top then has its effect.",
        };
        let mut said = vec![
            format!("In the same turn its player may lay {what} {with}."),
            effects.to_owned(),
        ];
        let ends = |special: &Special| {
            special.nominate != Nominate::Never && !special.cards.cards().and(cards).is_empty()
        };
        if cover.again {
            said.push("Laid as a cover, it may be covered in the same way.".to_owned());
        }
        if cover.most != 1 && self.has(ends) {
            said.push("A card among them that nominates is the last.".to_owned());
        }
        said
    }

    fn say_reverse(&self) -> String {
        let mut text = "The direction of play turns".to_owned();
        if self.players.min == 2 {
            text.push_str(match self.turn.reverse_with_two {
                ReverseWithTwo::Nothing => "; with two players that does nothing",
                ReverseWithTwo::Skip => "; with two players the other one loses the turn instead",
            });
        }
        if self.may_reverse_twice() {
            text.push_str(match self.turn.reversals {
                Reversals::Each => "; each reversal laid in a turn counts",
                Reversals::Once => "; several reversals laid in a turn count once",
            });
        }
        text + "."
    }

    /// Whether two cards that reverse can have their effect in one turn.
    pub(super) fn may_reverse_twice(&self) -> bool {
        let reversing = self.live().filter(|special| special.reverse);
        let reversing = reversing.fold(CardSet::EMPTY, |set, special| set.or(special.cards.cards()));
        let has = |set: CardSet| !set.and(reversing).is_empty();
        let by_cover = |special: &Special| {
            special.cover.as_ref().is_some_and(|cover| {
                cover.effects == Counts::Every
                    && has(cover.cards.cards())
                    && (cover.most != 1 || has(special.cards.cards()))
            })
        };
        self.has(by_cover) || self.turn.same_rank == SameRank::Every && has(self.turn.same_rank_cards.cards())
    }
}

fn say_nominate(special: &Special) -> Option<String> {
    let has_suit = !special.cards.cards().minus(CardSet::JOKERS).is_empty();
    let text = match special.nominate {
        Nominate::Always => "Its player nominates the suit to follow.",
        Nominate::IfFollowed => {
            "Its player nominates the suit to follow, but only if the card itself followed; otherwise its \
             own suit holds."
        }
        Nominate::Alone => "Laid as the only card of a turn, it lets its player nominate the suit to follow.",
        Nominate::Second => {
            "Its player names a second suit, which the next player may follow as well as its own; nobody after that may."
        }
        Nominate::Never if special.wild != Wild::Never && has_suit => {
            "Its own suit holds: nothing is nominated."
        }
        Nominate::Never => return None,
    };
    Some(text.to_owned())
}

/// What the player of a penalty does with the turn.
const fn turn(kept: TurnKept) -> &'static str {
    match kept {
        TurnKept::Lost => "loses",
        TurnKept::Kept => "still has",
    }
}

fn say_challenge(challenge: &Challenge, penalty: Option<&Penalty>) -> Vec<String> {
    let own = penalty.map_or(0, |penalty| penalty.draw);
    let turn = turn(penalty.map_or(TurnKept::Lost, |penalty| penalty.turn));
    let wrongly = match (own, challenge.extra) {
        (0, 0) => "the challenge costs nothing".to_owned(),
        (0, extra) => format!(
            "the challenger draws {} and {turn} the turn",
            count(extra, "card")
        ),
        (own, 0) => format!(
            "the challenger draws the {}, no more, and {turn} the turn",
            count(own, "card")
        ),
        (own, extra) => format!(
            "the challenger draws {} ({} and {} more) and {turn} the turn",
            count(own.saturating_add(extra), "card"),
            number(own),
            number(extra)
        ),
    };
    let cards = count(challenge.draw, "card");
    let rightly = if challenge.undone {
        format!(
            "takes it back, draws {cards} and loses the turn, and the challenger plays on the pile as it was"
        )
    } else if own > 0 {
        format!("draws {cards}; the card stays, but nobody else draws for it")
    } else {
        format!("draws {cards}; the card stays")
    };
    vec![
        "A bluff is possible: the next player may challenge, and is then shown the hand.".to_owned(),
        format!("If it was a bluff, its player {rightly}."),
        format!("If it was not, {wrongly}."),
    ]
}

fn say_give(give: &Give) -> Vec<String> {
    let stop = if give.optional {
        ", and may stop at any time"
    } else {
        ""
    };
    let mut said = vec![format!(
        "Its player gives one card of choice to each other player in the order of play, while there are \
         cards{stop}."
    )];
    if give.rest_draw > 0 {
        said.push(format!(
            "If that leaves the giver without cards, each player who got none draws {}.",
            count(give.rest_draw, "card")
        ));
    }
    said
}

fn say_attack(attack: &Attack, own: CardSet, next: &str) -> Vec<String> {
    let (answer, cancel, pass_on) = (
        attack.answer.cards(),
        attack.cancel.cards(),
        attack.pass_on.cards(),
    );
    let mut said = vec![format!("Attack of {}.", number(attack.draw))];
    let mut with = Vec::new();
    if !answer.is_empty() {
        with.push(another_or(answer, own));
    }
    if !cancel.is_empty() {
        with.push(one(cancel));
    }
    said.push(if with.is_empty() {
        format!("{next} draws all that is pending and loses the turn; no card answers.")
    } else {
        let with = join(&with, "or");
        format!("{next} answers with {with}, or draws all that is pending and loses the turn.")
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
    if !pass_on.is_empty() {
        said.push(format!(
            "{} of the suit in force passes the attack on: the player after that faces what is pending.",
            capital(&one(pass_on))
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
