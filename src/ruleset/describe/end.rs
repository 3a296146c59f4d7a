//! English for the end of a round.

use super::words::{by_players, count, number};
use super::{Block, Section};
use crate::ruleset::{Imitation, LastCard, PassHands, Ruleset, Special, WhoScores};

impl Ruleset {
    pub(crate) fn end_section(&self) -> Section {
        let mut out = self.say_out();
        out.extend(self.say_row());
        let round = &self.round;
        let more = if self.compat.has(Imitation::OnePassMore) {
            ", and one pass more has followed"
        } else {
            ""
        };
        let score = match self.score.who {
            _ if self.countdown.from > 0 => "the lowest score wins, then the fewest cards held",
            WhoScores::Own => "all score what they hold, and the fewest points win the round",
            WhoScores::Winner => {
                "the player with the fewest points in hand scores the difference between each other hand and \
                 theirs, and players who tie share it"
            }
            WhoScores::Round => {
                "the player with the fewest points in hand wins it; if several have as few, nobody scores"
            }
        };
        let mut blocked = vec![format!(
            "When all players have passed one after another{more}, the round is blocked: it ends; {score}."
        )];
        if self.compat.has(Imitation::LastDrawIsPass) && self.has(Special::takes_cards_alone) {
            blocked.push("Taking the last cards of the stock for an attack counts as passing.".to_owned());
        }
        if round.plays > 0 {
            let cards = count(round.plays, "card");
            let have = if round.plays == 1 { "has" } else { "have" };
            blocked.push(format!(
                "The round ends in the same way when {cards} {have} been played."
            ));
        }
        Section {
            title: "End of a round",
            blocks: vec![Block::paragraph(out), Block::paragraph(blocked)],
        }
    }

    /// Describes the end of the round for a player without cards, and the effect of the last card.
    fn say_out(&self) -> Vec<String> {
        let countdown = self.countdown.from > 0;
        let card = if countdown {
            "card that ends the game"
        } else {
            "last card"
        };
        let gives_in = if self.has(Special::takes_turns) {
            "gives in"
        } else {
            "draws"
        };
        let last = match self.out.last_card {
            LastCard::Ignored | LastCard::Drawn => format!("The effect of the {card} is ignored."),
            LastCard::Served => format!(
                "The effect of the {card} is served: whoever its attack or penalty hits draws before the \
                 hands are scored, and cannot answer."
            ),
            LastCard::Chain => format!(
                "If the {card} leaves an attack pending, it is played out first: whoever it hits answers or \
                 {gives_in}, also a player without cards, and the round ends when nothing is pending any more. Whoever \
                 was out first has won, even if holding cards again."
            ),
        };
        let places = |players: u8| self.places(players).count;
        let mut said = if countdown {
            vec![
                "A player who plays the last card of a hand counts down by one and is dealt at once as many cards as the \
                 score then is; play goes on."
                    .to_owned(),
                "Before that the player nominates where the card nominates; its effects on others come after.".to_owned(),
                "Whoever counts down to 0 has won, and the game ends.".to_owned(),
            ]
        } else if (self.players.min..=self.players.max).all(|n| places(n) == 1) {
            vec!["The first player without cards wins, and the round ends.".to_owned()]
        } else {
            let until = by_players(self.players, places, |n| number(*n));
            vec![
                "The first player without cards wins.".to_owned(),
                format!("The others play on, and the round ends when enough of them are out: {until}."),
                "The effects of a card that was played last apply where play goes on.".to_owned(),
            ]
        };
        said.push(last);
        said.extend(self.say_not_on());
        said.extend(self.say_never_last());
        said.extend(self.say_drawn_out());
        said.extend(self.say_second());
        said
    }

    /// Describes the share of the player who comes second.
    fn say_second(&self) -> Option<String> {
        let share = |players: u8| self.places(players).second_share;
        let (least, most) = (self.players.min.max(3), self.players.max);
        let first = share(least);
        if (least..=most).all(|players| share(players) == 0) {
            return None;
        }
        let shares = if (least..=most).all(|players| share(players) == first) {
            format!("{first} percent of all stakes")
        } else {
            let each = by_players(self.players, share, |share| format!("{share} percent"));
            format!("a part of all stakes ({each})")
        };
        Some(format!(
            "With three or more players whoever is second (out second, else with the fewest points in hand) gets {shares} \
             in a single round (`reward = \"win\"`)."
        ))
    }

    /// Describes the cards with which nobody goes out.
    fn say_not_on(&self) -> Option<String> {
        let round = if self.has(|special| special.pass_hands() != PassHands::Off) {
            "; hands that pass go round that player"
        } else {
            ""
        };
        let drawn = &self.out.not_on.drawn;
        (drawn.number > 0).then(|| {
            format!(
                "Nobody goes out with {}: played as the last card it has its effect, its player draws {}, and play goes \
                 on{round}.",
                self.one_of(&drawn.cards),
                count(drawn.number, "card")
            )
        })
    }

    /// Describes the cards that cannot be played as the last one.
    fn say_never_last(&self) -> Option<String> {
        let never = &self.out.not_on.never;
        (!never.is_none()).then(|| {
            format!(
                "{} cannot be played as the only card left in a hand, whatever it follows or answers.",
                crate::ruleset::describe::words::capital(&self.one_of(never))
            )
        })
    }

    /// Describes going out by a call with the card drawn after the last one.
    fn say_drawn_out(&self) -> Vec<String> {
        if self.out.last_card != LastCard::Drawn {
            return Vec::new();
        }
        let mut said = vec![
            "But a player who has played the last card still draws at the end of the turn, and is out only by calling with \
             that single card."
                .to_owned(),
            format!(
                "A player who does not call draws {} (a false win): all cards of the {} but its upcard are then shuffled into the \
                 stock, one more card is drawn, and play goes on.",
                self.say_amount(&self.call.penalty),
                if self.second_pile.cards.is_none() { "pile" } else { "first pile" }
            ),
            "With nothing to draw the player is out at once.".to_owned(),
        ];
        if self.mistakes.penalty > 0 {
            said.push(format!(
                "A call at another time is a mistake, for which {} drawn; the turn goes on.",
                match self.mistakes.penalty {
                    1 => "one card is".to_owned(),
                    n => format!("{} are", count(n, "card")),
                }
            ));
        }
        said
    }

    /// Describes the row of cards of one rank that ends the round.
    fn say_row(&self) -> Option<String> {
        if self.round.row.number == 0 {
            return None;
        }
        let only = self.labels.only(self.round.row.cards.cards());
        Some(format!(
            "When {} of one rank{only} have been played in a row, by anybody, the round ends at once: whoever played the last \
             has won and scores nothing, whatever is left in hand; the card that began the pile is not counted.",
            count(self.round.row.number, "card")
        ))
    }
}
