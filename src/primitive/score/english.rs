//! English description of scores and matches.

use std::collections::BTreeMap;

use crate::card::{Card, CardSet, Rank, Suit};
use crate::pack::Pack;
use crate::primitive::score::settings::{ALONE, BACK, OUT_WITH};
use crate::ruleset::describe::words::{by_players, capital, count, number};
use crate::ruleset::describe::{Block, Section};
use crate::ruleset::{
    AtTarget, Doubling, Free, Labels, MatchWinner, OtherPoints, Ruleset, Selector, WhoScores,
};

impl Ruleset {
    pub(crate) fn score_section(&self) -> Section {
        if self.countdown.from > 0 {
            return self.countdown_scores();
        }
        let who = match self.score.who {
            WhoScores::Own => {
                "At the end of a round each player adds the cards left in their hand to their score."
            }
            WhoScores::Winner => "The winner of a round scores all the cards that the others hold.",
            WhoScores::Round => "The winner of a round scores one point, the others nothing.",
        };
        let cards = match self.score.who {
            WhoScores::Own | WhoScores::Winner => "The cards count:",
            WhoScores::Round => "In a blocked round the cards in hand count:",
        };
        let mut blocks = vec![Block::paragraph(vec![who.to_owned(), cards.to_owned()])];
        blocks.extend(self.say_points().into_iter().map(Block::item));
        blocks.extend(self.say_instead().map(Block::item));
        let mut after = Vec::new();
        after.extend(self.say_double());
        let double_hand = self.score.factors.double_hand();
        if !double_hand.is_empty() {
            after.push(format!(
                "Each of these doubles the whole hand that it is left in: {}.",
                self.labels.many(double_hand)
            ));
        }
        let double_round = self.score.factors.double_round();
        if !double_round.is_empty() {
            after.push(format!(
                "All that a round scores counts double when its last card is {}.",
                self.labels.one(double_round)
            ));
        }
        if self.score.factors.halves_identical() {
            after.push(
                "Each set of identical cards halves the whole hand that it is left in, rounded down at the end."
                    .to_owned(),
            );
        }
        after.extend(self.say_events());
        after.push(match self.score.reward_scale {
            1 => "As a reward (`reward = \"points\"`) points count as they are.".to_owned(),
            scale => format!("As a reward (`reward = \"points\"`) points are divided by {scale}."),
        });
        blocks.push(Block::paragraph(after));
        Section {
            title: "Scores",
            blocks,
        }
    }

    /// Describes points for events in a round.
    fn say_events(&self) -> Vec<String> {
        let events = &self.score.events;
        let mut said = Vec::new();
        let scored = |points: i32| match points.signum() {
            -1 => format!("takes {} off their score", count(points.unsigned_abs(), "point")),
            _ => format!("adds {} to their score", count(points.unsigned_abs(), "point")),
        };
        let bonus = events.of("out");
        if bonus != 0 {
            said.push(format!("The player who goes out {}.", scored(bonus)));
        }
        for (cards, points) in events.by_cards(OUT_WITH) {
            let more = if bonus == 0 { "" } else { " in addition" };
            said.push(format!(
                "A player who goes out with {} as the last card played {} at once{more}.",
                self.labels.one(cards),
                scored(points)
            ));
        }
        let hat = events.of("skipped-last");
        if hat != 0 {
            let what = scored(hat).replace("their score", "their score at the end of the round");
            said.push(format!(
                "The player who was skipped last in a round holds the hat: it {what}."
            ));
        }
        let renewal = events.of("renewal");
        if renewal != 0 {
            let doubles = if self.score.factors.doubles_renewals() {
                ", doubled with each time in the match"
            } else {
                ""
            };
            said.push(format!(
                "A player for whose draw the stock must be renewed {} at once{doubles}.",
                scored(renewal)
            ));
        }
        for (event, who) in [
            ("call", "Whoever is charged for a missing call"),
            ("mistake", "Whoever makes a mistake"),
        ] {
            let points = events.of(event);
            if points != 0 {
                said.push(format!("{who} {} at once.", scored(points)));
            }
        }
        said
    }

    /// Describes the points of cards that are alone in a hand, or turned over, a line for each class.
    fn say_instead(&self) -> impl Iterator<Item = String> {
        let events = &self.score.events;
        let alone = events.by_cards(ALONE).map(|(cards, points)| {
            let the = capital(&self.labels.one(cards));
            format!("{the} as the only card left in a hand: {points}.")
        });
        let back = events.by_cards(BACK).map(|(cards, points)| {
            let the = capital(&self.labels.one(cards));
            format!("{the} while the cards are turned over: {points}.")
        });
        alone.chain(back)
    }

    /// Describes the scores of a countdown, which replace points.
    fn countdown_scores(&self) -> Section {
        let divided = match self.score.reward_scale {
            1 => String::new(),
            scale => format!(", divided by {scale}"),
        };
        let text = format!(
            "No points are scored. As a reward (`reward = \"points\"`) each player gets minus 256 times the score left, \
             less the cards held{divided}."
        );
        Section {
            title: "Scores",
            blocks: vec![Block::paragraph(vec![text])],
        }
    }

    /// Describes the cards that count double, and when.
    fn say_double(&self) -> Option<String> {
        if self.score.who == WhoScores::Round {
            return None;
        }
        let rank = |index| Rank::from_index(index).map_or_else(String::new, |rank| self.labels.rank(rank));
        let which = match self.score.factors.doubling() {
            Doubling::Off => return None,
            Doubling::Rank => "the cards of the rank of the last card played count double".to_owned(),
            Doubling::Class => format!(
                "the cards of the class of the last card played count double (the classes are {} to {}, {} to {}, and \
                 {}, {} and {}; after {} it is the cards of that rank)",
                rank(0),
                rank(3),
                rank(4),
                rank(7),
                rank(9),
                rank(10),
                rank(11),
                self.labels
                    .one(ranks(self.pack(), 8, 8).or(ranks(self.pack(), 12, 13)))
            ),
        };
        let wild = if self.has(|special| special.play.free != Free::Never) {
            "; after a wild card all do"
        } else {
            ""
        };
        Some(format!("When a player is out, {which}{wild}."))
    }

    /// Lists each class of cards with its points, highest first, then all other cards.
    fn say_points(&self) -> Vec<String> {
        let mut classes: BTreeMap<Vec<i32>, CardSet> = BTreeMap::new();
        let mut listed = CardSet::EMPTY;
        for (text, points) in &self.score.points.classes {
            let cards = text
                .parse::<Selector>()
                .map(|selector| selector.cards())
                .unwrap_or_default();
            let each = self.players.min..=self.players.max;
            let each = each.map(|players| points.get(players).unwrap_or(0)).collect();
            let class = classes.entry(each).or_default();
            *class = class.or(cards);
            listed = listed.or(cards);
        }
        let mut say: Vec<String> = classes
            .into_iter()
            .rev()
            .map(|(points, cards)| {
                let at = |players: u8| points.get(usize::from(players - self.players.min)).copied();
                let points = by_players(self.players, |n| at(n).unwrap_or(0), ToString::to_string);
                format!("{}: {points}.", capital(&self.labels.many(cards)))
            })
            .collect();
        let rest = self.every_deck().minus(listed);
        match self.score.points.others {
            _ if rest.is_empty() => {}
            OtherPoints::Face => say.extend(face_lines(&self.labels, rest)),
            OtherPoints::Index => say.push(format!(
                "Every other card: its index + 2, the index running from 0 ({}) by suit ({}), then by rank, to 51 ({}) \
                 and the {}.",
                self.labels.the_card(Card::of(0)),
                Suit::USUAL.map(|suit| self.labels.suit(suit)).join(", "),
                self.labels.the_card(Card::of(51)),
                self.labels.many(self.pack().jokers())
            )),
            OtherPoints::Each(points) if listed.is_empty() => say.push(format!("Every card: {points}.")),
            OtherPoints::Each(points) => say.push(format!("Every other card: {points}.")),
        }
        say
    }

    pub(crate) fn match_section(&self) -> Section {
        let target = |n: u8| u32::from(self.matches.target.get(n).unwrap_or(0));
        let rounds = self.matches.rounds.values().any(|rounds| rounds > 0);
        if rounds && (self.players.min..=self.players.max).all(|n| target(n) == 0) {
            return self.match_of_rounds();
        }
        if (self.players.min..=self.players.max).all(|n| target(n) == 0) {
            let single = "The game is a single round.".to_owned();
            return Section {
                title: "Match",
                blocks: vec![Block::paragraph(vec![single])],
            };
        }
        let points = self
            .for_each_player(target, |each| format!("{each} points"))
            .unwrap_or_else(|| by_players(self.players, target, |points| format!("{points} points")));
        let winner = match self.matches.winner {
            MatchWinner::Lowest => "lowest",
            MatchWinner::Highest => "highest",
        };
        let mut sentences = if self.matches.games > 1 {
            say_games(self.matches.games, &points)
        } else {
            say_end(self.matches.at_target.with(self.players.max), &points, winner)
        };
        sentences.extend(self.say_exact());
        if rounds {
            sentences.push(format!(
                "A match lasts at most {}: after that the {winner} score of those who are still in it wins, and players \
                 who tie for it share the win.",
                self.say_rounds()
            ));
        }
        sentences.extend(self.say_turns(winner));
        Section {
            title: "Match",
            blocks: vec![Block::paragraph(sentences)],
        }
    }

    /// Describes the number of rounds in a match: "four rounds".
    fn say_rounds(&self) -> String {
        let rounds = |n: u8| u32::from(self.matches.rounds.get(n).unwrap_or(0));
        self.for_each_player(rounds, |each| count(each, "round"))
            .unwrap_or_else(|| by_players(self.players, rounds, |rounds| count(*rounds, "round")))
    }

    /// Describes a match of a number of rounds.
    fn match_of_rounds(&self) -> Section {
        let many = self.say_rounds();
        let winner = match self.matches.winner {
            MatchWinner::Lowest => "lowest",
            MatchWinner::Highest => "highest",
        };
        let mut sentences = vec![
            format!("A match lasts {many}."),
            format!("The {winner} score then wins; players who tie for it share the win."),
        ];
        sentences.extend(self.say_exact());
        sentences.extend(self.say_turns(winner));
        Section {
            title: "Match",
            blocks: vec![Block::paragraph(sentences)],
        }
    }

    /// Describes scores that a player does not keep, a sentence for each.
    fn say_exact(&self) -> impl Iterator<Item = String> {
        self.matches.exact_scores().map(|(from, to)| {
            format!("A player whose score is exactly {from} at the end of a round has {to} instead.")
        })
    }

    /// Describes a number as a multiple of the players, if it is one.
    fn for_each_player(&self, value: impl Fn(u8) -> u32, say: impl Fn(u32) -> String) -> Option<String> {
        let (min, max) = (self.players.min, self.players.max);
        let each = value(min) / u32::from(min);
        let linear = max > min + 1 && (min..=max).all(|n| value(n) == each * u32::from(n));
        linear.then(|| {
            format!(
                "{} for each player ({} with {}, and so on)",
                say(each),
                value(min),
                number(min)
            )
        })
    }

    fn say_turns(&self, winner: &str) -> Option<String> {
        (self.matches.turns > 0).then(|| {
            format!(
                "After {} the match is over in any case: the round being played is not scored, and the {winner} score \
                 wins.",
                count(self.matches.turns, "turn")
            )
        })
    }
}

/// Describes a match of several games that are scored at the same time.
fn say_games(games: u8, points: &str) -> Vec<String> {
    let and = if games > 2 {
        ", with the second in the first and the second, from the third on in all three"
    } else {
        ", from the second on in both"
    };
    vec![
        format!(
            "{} games are scored at once: what a player scores with the first round that is won counts in the first game{and}.",
            capital(&number(games))
        ),
        format!("Each game is closed by itself when a player has reached {points} in it, and the most points there have won it."),
        "The match ends when all are closed; whoever has won most of them wins, and players who tie for it share the win."
            .to_owned(),
    ]
}

/// Describes the end of a match with a comeback score, in which nobody sits out.
fn say_comeback(back: u16, points: &str) -> Vec<String> {
    vec![
        format!("Rounds are played until at most one player's score is below {points}; nobody sits out (elimination)."),
        "That player wins; if there is none, the lowest score wins, and players who tie for it share the win.".to_owned(),
        format!(
            "With three or more players one who reaches {back} before that wins, the highest score if several do."
        ),
    ]
}

/// Describes the events after a player reaches the target.
fn say_end(rule: AtTarget, points: &str, winner: &str) -> Vec<String> {
    let tie = "players who tie for it share the win";
    let reached =
        format!("A player who has reached a score of {points} at the end of a round is out of the match");
    match rule {
        AtTarget::End => vec![
            format!("Rounds are played until a player has reached a score of {points}."),
            format!("The {winner} score then wins; {tie}."),
        ],
        AtTarget::SuddenDeath => vec![
            format!("{reached}, and the others play one last round (sudden death)."),
            format!("The {winner} score among them then wins; {tie}."),
            "If only one is left to play it, that player has won; if none is left, the lowest score of those who went out \
             last wins."
                .to_owned(),
        ],
        AtTarget::Comeback(back) => say_comeback(back, points),
        AtTarget::Elimination => vec![
            format!("{reached}, and the others play on (elimination)."),
            "The last one left wins.".to_owned(),
            format!("If all who are left reach it in the same round, the {winner} score among them wins; {tie}."),
        ],
    }
}

/// Returns the cards of the ranks with these indices.
fn ranks(pack: &Pack, from: u8, to: u8) -> CardSet {
    pack.of_ranks((from..=to).filter_map(Rank::from_index))
}

fn point_line(labels: &Labels, cards: CardSet, points: u32) -> String {
    format!("{}: {points}.", capital(&labels.many(cards)))
}

/// Lists the face values of the cards that are not listed.
fn face_lines(labels: &Labels, rest: CardSet) -> Vec<String> {
    let ranks = |from: u8, to: u8| ranks(labels.pack(), from, to).and(rest);
    let mut lines = Vec::new();
    let tens = ranks(8, 11).or(ranks(16, 20));
    for (cards, points) in [
        (ranks(13, 13), 50),
        (tens, 10),
        (ranks(14, 14), 0),
        (ranks(15, 15), 1),
    ] {
        if !cards.is_empty() {
            lines.push(point_line(labels, cards, points));
        }
    }
    if labels.is_off() && !ranks(0, 7).is_empty() {
        lines.push("Other number cards: their number.".to_owned());
    }
    for rank in (0..8).filter(|&rank| !labels.is_off() && !ranks(rank, rank).is_empty()) {
        lines.push(point_line(labels, ranks(rank, rank), u32::from(rank) + 2));
    }
    if !ranks(12, 12).is_empty() {
        lines.push(point_line(labels, ranks(12, 12), 1));
    }
    lines
}
