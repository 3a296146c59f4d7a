//! Special cards in English: where they may be laid, and what is named.

use super::words::{by_range, number};
use super::{Block, Section};
use crate::card::CardSet;
use crate::ruleset::{Free, Nominate, PlayBy, Reversals, ReverseWithTwo, Ruleset, Skips, Special};

impl Ruleset {
    pub(crate) fn special_section(&self) -> Section {
        let attacks = self.has(|special| special.attack().is_some());
        let mut blocks = Vec::new();
        if attacks {
            blocks.push(Block::paragraph(vec![format!(
                "While an attack is pending, only a card that is named as an answer to it{} may be laid, \
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
            )]));
        }
        let mut live: Vec<&Special> = self.live().collect();
        live.sort_by_key(|special| (special.cards.is_late(), special.cards.cards()));
        for special in live {
            let mut said = self.say_special(special);
            // What holds for all cards together is said of a turn.
            let of_a_turn = special.r#continue.is_some() && special.cover().is_none();
            if said.is_empty() && !of_a_turn {
                said.push("An ordinary card.".to_owned());
            }
            if !said.is_empty() {
                blocks.push(Block::named(self.heading_of(&special.cards), said));
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

    /// One sentence or more for each word of a special: where it may be laid, what its player does, what the
    /// next one.
    fn say_special(&self, special: &Special) -> Vec<String> {
        let cards = special.cards.cards();
        let mut said = Vec::new();
        if !special.cards.is_late() && cards.minus(CardSet::JOKERS).is_empty() && !self.has_jokers() {
            said.push("There is none in this deck.".to_owned());
        }
        if let Some(players) = special.when.players {
            said.push(format!("Only with {}.", by_range(players)));
        }
        said.extend(self.say_laying(special));
        said.extend(self.say_next_card(special));
        said.extend(say_nominate(special));
        said.extend(self.say_cover(special));
        said.extend(crate::primitive::moving::english::say_give(special));
        said.extend(crate::primitive::hit::english::say_others(special));
        said.extend(crate::primitive::moving::english::say_hands(special));
        said.extend(crate::primitive::hit::english::say_lot(special));
        said.extend(self.say_name_rank(special));
        said.extend(self.say_mirror(special));
        if special.reverse {
            said.push(self.say_reverse());
        }
        said.extend(self.say_skip(special.skip));
        said.extend(self.say_next_hit(special));
        if special.again {
            said.push(
                "Its player has the next turn, and counts as the next player for all that the turn does."
                    .to_owned(),
            );
        }
        said.extend(crate::primitive::challenge::english::say(self, special));
        said
    }

    fn say_skip(&self, skip: u8) -> Option<String> {
        let once = match self.turn.skips() {
            Skips::Once if self.may_skip_twice() => {
                "; several skips laid in a turn count as the greatest of them"
            }
            _ => "",
        };
        match skip {
            0 => None,
            1 if self.players.min == 2 => Some(format!(
                "The next player loses the turn; with two players the same one plays again{once}."
            )),
            1 => Some(format!("The next player loses the turn{once}.")),
            n => Some(format!("The next {} players lose their turn{once}.", number(n))),
        }
    }

    fn say_laying(&self, special: &Special) -> Vec<String> {
        let mut said = match special.play.free {
            Free::Never => Vec::new(),
            Free::NoSuit => vec![
                "By rule only a player who holds no card of the suit in force may lay it, then whatever the upcard is."
                    .to_owned(),
            ],
            Free::Always => vec!["Wild: it may be laid whatever the upcard is.".to_owned()],
            Free::Unable => {
                let same = self.live().filter(|other| other.play.free == Free::Unable);
                let uncounted = self.many_of_all(same.map(|other| &other.cards));
                vec![format!(
                    "By rule only a player who can lay no other card ({uncounted} not counted) may lay it, then \
                     whatever the upcard is."
                )]
            }
        };
        if !special.play.except.is_none() {
            said.push(format!(
                "On {} it is an ordinary card: not wild, and nothing is nominated.",
                self.one_of(&special.play.except)
            ));
        }
        if !special.play.on.is_none() {
            said.push(format!(
                "It may be laid on {} only, and there whatever its suit.",
                self.one_of(&special.play.on)
            ));
        }
        if special.play.by == PlayBy::Suit {
            said.push("It follows by its suit only (or the nominated one), not by its rank.".to_owned());
        }
        said
    }

    /// What may be laid on it.
    fn say_next_card(&self, special: &Special) -> Vec<String> {
        let mut said = Vec::new();
        if special.accepts_any() {
            said.push("Any card may be laid on it.".to_owned());
        }
        if let Some(cards) = special.demand() {
            said.push(format!(
                "The next player lays {}, whatever its suit, and nothing else, or draws; nobody after that is bound.",
                self.one_of(cards)
            ));
        }
        if let Some(cards) = special.followed_by() {
            said.push(format!(
                "Nothing may be laid on it but {}, whoever lays it and whatever its suit.",
                self.one_of(cards)
            ));
        }
        if special.follow_under() {
            said.push(
                "The card under it is to be followed, as if it were not there; with nothing under it any card follows."
                    .to_owned(),
            );
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
            text.push_str(match self.turn.reversals() {
                Reversals::Each => "; each reversal laid in a turn counts",
                Reversals::Once => "; several reversals laid in a turn count once",
            });
        }
        text + "."
    }

    /// Whether two cards that reverse can have their effect in one turn.
    pub(crate) fn may_reverse_twice(&self) -> bool {
        let reverses = |special: &Special| special.reverse;
        self.may_twice(reverses) || self.has(reverses) && !self.out_of_turn.identical.cards().is_empty()
    }

    /// Whether two cards that skip can have their effect in one turn.
    pub(crate) fn may_skip_twice(&self) -> bool {
        self.may_twice(|special| special.skip > 0)
    }
}

fn say_nominate(special: &Special) -> Option<String> {
    let has_suit = special.cards.is_late() || !special.cards.cards().minus(CardSet::JOKERS).is_empty();
    let text = match special.nominate {
        Nominate::Always => "Its player nominates the suit to follow.",
        Nominate::IfFollowed => {
            "Its player nominates the suit to follow, but only if the card itself followed; otherwise its \
             own suit holds."
        }
        Nominate::Alone => {
            "Laid as the only card of a turn, it lets its player nominate the suit to follow; laid where it does not \
             follow, it must be the only card."
        }
        Nominate::Second => {
            "Its player names a second suit, which the next player may follow as well as its own; nobody after that may."
        }
        Nominate::Never if special.play.free != Free::Never && has_suit => {
            "Its own suit holds: nothing is nominated."
        }
        Nominate::Never => return None,
    };
    Some(text.to_owned())
}
