//! Notes beside the rules of play: decisions, variants, and settings without effect.

use serde_json::{Map, Value, json};

use super::changes::changes;
use super::markdown::code;
use super::words::by_range;
use super::{Block, Section};
use crate::ruleset::schema::plain_value;
use crate::ruleset::{
    CallMade, CreatedBy, DrawThen, FollowBy, Free, Imitation, LastCard, NominatedBy, Once, ReverseWithTwo,
    Ruleset, Skip, Special, StarterCardEffects, WhoScores,
};

impl Ruleset {
    pub(crate) fn decisions_section(&self) -> Section {
        let mut blocks = Vec::new();
        if !self.decisions.is_empty() {
            blocks.push(Block::paragraph(vec![
                "What the source leaves open, as it is decided here:".to_owned(),
            ]));
            blocks.extend(self.decisions.iter().cloned().map(Block::item));
        }
        Section {
            title: "Decisions",
            blocks,
        }
    }

    pub(crate) fn variants_section(&self) -> Section {
        let own = self.in_markdown().sections();
        let blocks = self.variants.iter().map(|(name, overrides)| {
            let settings: Vec<String> = overrides
                .iter()
                .map(|(key, value)| code(&format!("{key} = {}", inline(value))))
                .collect();
            let mut sentences = vec![format!("Sets {}.", settings.join(", "))];
            let chosen = Map::from_iter([("variant".to_owned(), Value::String(name.clone()))]);
            if let Ok(variant) = self.with(&chosen) {
                sentences.extend(changes(&own, &variant.in_markdown().sections()));
            }
            Block::named(code(name), sentences)
        });
        Section {
            title: "Variants",
            blocks: blocks.collect(),
        }
    }

    /// Lists the settings that differ from their defaults and have no effect in this ruleset.
    pub(crate) fn idle_section(&self) -> Section {
        let mut blocks = Vec::new();
        for (settings, why) in self.idle_settings() {
            let settings = settings
                .iter()
                .map(|(key, value)| code(&format!("{key} = {}", inline(value))));
            let settings: Vec<String> = settings.collect();
            blocks.push(Block::item(format!("{}: {why}.", settings.join(", "))));
        }
        for (name, special) in &self.special {
            blocks.extend(self.idle_special(name, special).map(Block::item));
        }
        let words = self.idle_words().into_iter();
        blocks.extend(words.map(|(key, word, why)| Block::item(format!("`{word}` of `{key}`: {why}."))));
        let starters = self.idle_starters().into_iter();
        blocks.extend(starters.map(|(path, why)| Block::item(format!("`{path}`: {why}."))));
        Section {
            title: "Settings that do nothing here",
            blocks,
        }
    }

    /// Returns settings without effect as keys with their values, grouped by reason.
    pub(crate) fn idle_settings(&self) -> Vec<(Vec<(&'static str, Value)>, &'static str)> {
        let (value, default) = (self.to_full_value(), plain_value());
        let get = |value: &Value, key: &str| key.split('.').try_fold(value, |at, word| at.get(word)).cloned();
        let mut all = Vec::new();
        for (_, keys, why) in self.idle().into_iter().filter(|(idle, ..)| *idle) {
            let differing = keys.iter().filter_map(|key| {
                let given = get(&value, key).filter(|v| Some(v) != get(&default, key).as_ref())?;
                Some((*key, given))
            });
            let differing: Vec<_> = differing.collect();
            if !differing.is_empty() {
                all.push((differing, why));
            }
        }
        all
    }

    /// Returns the paths of starter cards whose setting has no effect, each with the reason.
    pub(crate) fn idle_starters(&self) -> Vec<(String, &'static str)> {
        let cards = self.starter.card.iter().filter(|(_, card)| !card.cards.is_none());
        let idle = cards.filter_map(|(name, card)| {
            let by_lot = card.nominated_by == NominatedBy::Lot;
            let why = match card.effects {
                StarterCardEffects::TurnKept if !self.has(|special| special.penalty().is_some()) => {
                    "no card has a penalty"
                }
                _ if by_lot && !self.nominates() => "nobody nominates for a starter",
                StarterCardEffects::Usual if card.nominated_by == NominatedBy::Dealer => {
                    "they are as other starters"
                }
                _ => return None,
            };
            Some((format!("starter.card.{name}"), why))
        });
        idle.collect()
    }

    /// Returns the words in lists that have no effect, each with its key and the reason.
    pub(crate) fn idle_words(&self) -> Vec<(&'static str, Value, &'static str)> {
        let (names, by_rank) = (self.names_suits(), self.follow.has(FollowBy::Rank));
        let wild = self.has(|special| special.play.free != Free::Never);
        let attacks = self.has(|special| special.attack().is_some());
        let no_wild = !self.singles_out_drawn() || !wild;
        let compat = [
            (
                Imitation::AsksToPass,
                self.draw.then == DrawThen::EndTurn,
                "drawing ends the turn",
            ),
            (
                Imitation::DrawnBySuit,
                !self.singles_out_drawn() || !by_rank,
                "no drawn card is played for its rank by this",
            ),
            (
                Imitation::DrawnWildIdle,
                no_wild,
                "no wild card is played as the drawn one",
            ),
            (
                Imitation::DrawnWildByLot,
                no_wild,
                "no wild card is played as the drawn one",
            ),
            (
                Imitation::RenewsAtOnce,
                !self.stock.empty.renews(),
                "an empty stock is not renewed",
            ),
            (
                Imitation::LastDrawIsPass,
                !self.has(Special::takes_cards_alone),
                self.why_no_cards_alone(),
            ),
            (Imitation::AttacksNeedStock, !attacks, "no card attacks"),
        ];
        let follow = [(
            FollowBy::RankOnNominated,
            !names || !by_rank,
            "no rank could follow on a nominated suit",
        )];
        let compat = compat
            .into_iter()
            .filter(|(word, idle, _)| *idle && self.compat.has(*word));
        let follow = follow
            .into_iter()
            .filter(|(word, idle, _)| *idle && self.follow.has(*word));
        let compat = compat.map(|(word, _, why)| ("compat", json!(word), why));
        let follow = follow.map(|(word, _, why)| ("follow", json!(word), why));
        let once = [
            (Once::Skips, !self.may_skip_twice(), "no turn can skip twice"),
            (
                Once::Reversals,
                !self.may_reverse_twice(),
                "no turn can reverse twice",
            ),
        ];
        let once = once
            .into_iter()
            .filter(|(word, idle, _)| *idle && self.turn.once.has(*word));
        let once = once.map(|(word, _, why)| ("turn.once", json!(word), why));
        compat
            .chain(follow)
            .chain(once)
            .chain(self.idle_scores())
            .collect()
    }

    /// Returns the words in the tables of scores that have no effect, each with its key and the reason.
    fn idle_scores(&self) -> Vec<(&'static str, Value, &'static str)> {
        let (factors, events) = (&self.score.factors, &self.score.events);
        let mut idle = Vec::new();
        if self.countdown.from > 0 {
            return idle;
        }
        let by_rounds = self.score.who == WhoScores::Round;
        let last_cards = factors.0.keys().filter(|key| key.starts_with("last"));
        for word in last_cards.filter(|_| by_rounds) {
            idle.push((
                "score.factors",
                json!(word),
                "the winner scores one point, whatever is left in the hands",
            ));
        }
        let two = self.turn.reverse_with_two == ReverseWithTwo::Skip && self.players.min == 2;
        let skips = self.has(|special| {
            special.skip != Skip::default() || special.takes_turns() || special.reverse && two
        });
        let by_player = self.call.made == CallMade::ByPlayer;
        for (has, event, why) in [
            (skips, "skipped-last", "no card skips a player"),
            (by_player, "call", "no call can be missing"),
            (self.mistakes.penalty > 0, "mistake", "illegal cards are masked"),
        ] {
            if !has && events.0.contains_key(event) {
                idle.push(("score.events", json!(event), why));
            }
        }
        idle
    }

    /// Describes the parts of a special that have no effect.
    fn idle_special(&self, name: &str, special: &Special) -> impl Iterator<Item = String> {
        let mut said = Vec::new();
        if !super::selects(special) {
            said.push(format!("`special.{name}`: it selects no card."));
        } else if let Some(players) = special.when.players.filter(|_| !self.may_hold(special)) {
            let players = by_range(players);
            said.push(format!(
                "`special.{name}`: it applies with {players} only, and that many cannot play."
            ));
        } else {
            let idle = self.idle_flags(special).into_iter();
            said.extend(idle.map(|(key, value, why)| format!("`special.{name}.{key} = {value}`: {why}.")));
        }
        said.into_iter()
    }

    /// Returns groups of keys, each with a flag that is true if they have no effect here, and the reason.
    fn idle(&self) -> Vec<(bool, &'static [&'static str], &'static str)> {
        let mut all = self.idle_in_turn();
        all.extend(self.idle_at_end());
        all
    }

    /// Returns the groups of keys about the deal, the call and the turn.
    fn idle_in_turn(&self) -> Vec<(bool, &'static [&'static str], &'static str)> {
        let reverses = self.has(|special| special.reverse);
        vec![
            (self.players.max < 3, &["deal.direction"], "fewer than three play"),
            (
                !self.starter.is_turned(),
                &["starter.effects"],
                "no card is turned to begin the pile",
            ),
            (
                !self.deck.copies.is_empty(),
                &["deck.packs", "deck.jokers"],
                "the copies of each card are listed",
            ),
            (
                !self.turns_over(),
                &["deck.backs"],
                "no card turns the cards over",
            ),
            (
                self.call.made != CallMade::ByPlayer,
                &["call.penalty", "call.skip", "call.caught", "call.due"],
                "no call can be missing",
            ),
            (
                self.call.made == CallMade::Off && self.out.last_card != LastCard::Drawn,
                &["labels.call"],
                "there is no call",
            ),
            (
                !reverses || self.players.min > 2,
                &["turn.reverse-with-two"],
                "no card reverses with two players",
            ),
        ]
    }

    /// Returns the groups of keys about the end of a round and of a match.
    fn idle_at_end(&self) -> Vec<(bool, &'static [&'static str], &'static str)> {
        let single = !self.has_matches();
        let created = &self.created;
        vec![
            (
                !self.has(Special::takes_cards_alone),
                &["draw.after-attack"],
                self.why_no_cards_alone(),
            ),
            (
                single,
                &[
                    "match.winner",
                    "match.at-target",
                    "match.turns",
                    "match.exact",
                    "round.next",
                ],
                "the game is a single round",
            ),
            (
                !single && self.players.max < 3 && self.matches.at_target.comeback() > 0,
                &["match.at-target"],
                "fewer than three play",
            ),
            (
                created.most == 0,
                &[
                    "created.by",
                    "created.seen",
                    "created.offered",
                    "created.cross-out",
                    "created.split",
                ],
                "no rules are created",
            ),
            (
                created.most > 0 && created.by == CreatedBy::Lot,
                &["created.offered", "created.cross-out"],
                "nobody adds a rule",
            ),
            (
                created.most > 0 && created.by == CreatedBy::Lot && created.drawn == 0,
                &["created.split"],
                "no rule is drawn",
            ),
            (
                self.countdown.from > 0,
                &["score.who", "score.points", "score.factors", "score.events"],
                "a countdown has no points",
            ),
        ]
    }
}

/// Formats a value as TOML on one line.
fn inline(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let pairs: Vec<String> = map
                .iter()
                .map(|(key, value)| format!("{} = {}", quoted(key), inline(value)))
                .collect();
            format!("{{ {} }}", pairs.join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

fn quoted(key: &str) -> String {
    if key.chars().all(|c| c.is_ascii_lowercase() || c == '-') {
        key.to_owned()
    } else {
        format!("{key:?}")
    }
}
