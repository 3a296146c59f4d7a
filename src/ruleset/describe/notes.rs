//! What is not play: decisions, variants, and settings that can do nothing where they stand.

use serde_json::{Map, Value};

use super::words::by_range;
use super::{Block, Section};
use crate::ruleset::{
    CallMade, CreatedBy, DrawThen, Free, HitSets, ReverseWithTwo, Ruleset, Special, StockEmpty, WhoScores,
};

impl Ruleset {
    pub(super) fn decisions_section(&self) -> Section {
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

    pub(super) fn variants_section(&self) -> Section {
        let blocks = self.variants.iter().map(|(name, overrides)| {
            let settings: Vec<String> = overrides
                .iter()
                .map(|(key, value)| format!("`{key} = {}`", inline(value)))
                .collect();
            let mut sentences = vec![format!("Sets {}.", settings.join(", "))];
            let chosen = Map::from_iter([("variant".to_owned(), Value::String(name.clone()))]);
            if let Ok(variant) = self.with(&chosen) {
                sentences.extend(changes(&self.sections(), &variant.sections()));
            }
            Block::named(format!("`{name}`"), sentences)
        });
        Section {
            title: "Variants",
            blocks: blocks.collect(),
        }
    }

    /// Settings away from their defaults that nothing in this ruleset asks for.
    pub(super) fn idle_section(&self) -> Section {
        let mut blocks = Vec::new();
        for (settings, why) in self.idle_settings() {
            let settings = settings
                .iter()
                .map(|(key, value)| format!("`{key} = {}`", inline(value)));
            let settings: Vec<String> = settings.collect();
            blocks.push(Block::item(format!("{}: {why}.", settings.join(", "))));
        }
        for (name, special) in &self.special {
            blocks.extend(self.idle_special(name, special).map(Block::item));
        }
        Section {
            title: "Settings that do nothing here",
            blocks,
        }
    }

    /// The same as keys with their values, those with one reason together.
    pub(in crate::ruleset) fn idle_settings(&self) -> Vec<(Vec<(&'static str, Value)>, &'static str)> {
        let (value, default) = (self.to_full_value(), Self::plain().to_full_value());
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

    /// What does nothing in a special.
    fn idle_special(&self, name: &str, special: &Special) -> impl Iterator<Item = String> {
        let mut said = Vec::new();
        if !super::selects(special) {
            said.push(format!("`special.{name}`: it selects no card."));
        } else if let Some(players) = special.when.players.filter(|_| !self.may_hold(special)) {
            let players = by_range(players);
            said.push(format!(
                "`special.{name}`: it holds with {players} only, and so many cannot play."
            ));
        } else {
            let idle = self.idle_flags(special).into_iter();
            said.extend(idle.map(|(key, value, why)| format!("`special.{name}.{key} = {value}`: {why}.")));
        }
        said.into_iter()
    }

    /// Settings of a special that do nothing, with their values, and why.
    pub(in crate::ruleset) fn idle_flags(
        &self,
        special: &Special,
    ) -> Vec<(&'static str, &'static str, &'static str)> {
        let covered_up = self.may_be_covered_up();
        let adds = special.attack().is_some_and(|attack| attack.sets == HitSets::Add);
        let stands = special.penalty().is_some_and(|penalty| penalty.stands);
        let attacks = self.has(|special| special.attack().is_some());
        let all = "every card laid in a turn counts";
        let idle = [
            (adds && !covered_up, ("hit.sets", "\"add\"", all)),
            (
                stands && !covered_up && !attacks,
                (
                    "hit.stands",
                    "true",
                    "every card laid in a turn counts, and no card attacks",
                ),
            ),
        ];
        idle.into_iter()
            .filter_map(|(idle, said)| idle.then_some(said))
            .collect()
    }

    /// Groups of keys, whether they are idle here, and why.
    fn idle(&self) -> Vec<(bool, &'static [&'static str], &'static str)> {
        let mut all = self.idle_in_turn();
        all.extend(self.idle_at_end());
        all
    }

    /// Of the deal and the turn.
    fn idle_in_turn(&self) -> Vec<(bool, &'static [&'static str], &'static str)> {
        let (nominates, names) = (self.nominates(), self.names_suits());
        let reverses = self.has(|special| special.reverse);
        vec![
            (self.players.max < 3, &["deal.direction"], "fewer than three play"),
            (
                !self.starter.turned,
                &["starter.effects"],
                "no card is turned to begin the pile",
            ),
            (
                !self.deck.copies.is_empty(),
                &["deck.packs", "deck.jokers"],
                "the copies of each card are listed",
            ),
            (
                self.call.made != CallMade::ByPlayer,
                &["call.penalty", "call.caught", "call.charged", "call.due"],
                "no call can be missing",
            ),
            (
                self.draw.then == DrawThen::EndTurn,
                &["draw.ask-pass"],
                "drawing ends the turn",
            ),
            (
                !self.starter.effects || !nominates,
                &["starter.by-lot"],
                "nobody nominates for a starter",
            ),
            (
                !self.starter.effects || !self.has(|special| special.penalty().is_some()),
                &["starter.turn-kept"],
                "no starter has a penalty",
            ),
            (
                !self.singles_out_drawn() || !self.follow.rank,
                &["draw.suit-only"],
                "no drawn card is laid for its rank by this",
            ),
            (
                !self.singles_out_drawn() || !self.has(|special| special.play.free != Free::Never),
                &["draw.wild-effects", "draw.wild-by-lot"],
                "no wild card is laid as the drawn one",
            ),
            (
                !names || !self.follow.rank,
                &["follow.rank-on-nominated"],
                "no rank could follow on a nominated suit",
            ),
            (
                self.stock.empty == StockEmpty::None,
                &["stock.renew"],
                "an empty stock is not renewed",
            ),
            (!self.may_skip_twice(), &["turn.skips"], "no turn can skip twice"),
            (
                !self.may_reverse_twice(),
                &["turn.reversals"],
                "no turn can reverse twice",
            ),
            (
                !reverses || self.players.min > 2,
                &["turn.reverse-with-two"],
                "no card reverses with two players",
            ),
        ]
    }

    /// Of how a round and a match end.
    fn idle_at_end(&self) -> Vec<(bool, &'static [&'static str], &'static str)> {
        let reverses = self.has(|special| special.reverse);
        let single = !self.has_matches();
        let created = &self.created;
        vec![
            (
                !self.has(|special| special.attack().is_some()),
                &["round.attack-empties-stock-is-pass", "draw.after-attack"],
                "no card attacks",
            ),
            (
                single,
                &[
                    "match.winner",
                    "match.at-target",
                    "match.turns",
                    "match.comeback",
                    "round.first",
                    "round.dealer",
                ],
                "the game is a single round",
            ),
            (
                !single && self.players.max < 3,
                &["match.comeback"],
                "fewer than three play",
            ),
            (
                self.round.row == 0,
                &["round.row-cards"],
                "no row of cards ends the round",
            ),
            (
                self.out.not_on.is_none(),
                &["out.not-on-draw"],
                "one may go out with any card",
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
                self.countdown.from == 0 && self.score.who == WhoScores::Round,
                &["score.double"],
                "the winner scores one point, whatever is left in the hands",
            ),
            (
                self.countdown.from > 0,
                &[
                    "score.who",
                    "score.points",
                    "score.others",
                    "score.double",
                    "score.double-hand",
                    "score.halve-identical",
                    "score.hat",
                    "match.bonus",
                ],
                "a countdown has no points",
            ),
            (
                self.countdown.from == 0
                    && !self.has(|special| special.skip > 0)
                    && (!reverses
                        || self.turn.reverse_with_two == ReverseWithTwo::Nothing
                        || self.players.min > 2),
                &["score.hat"],
                "no card skips a player",
            ),
        ]
    }
}

/// What a variant says that the ruleset does not, section by section.
fn changes(base: &[Section], variant: &[Section]) -> Vec<String> {
    let mut said = Vec::new();
    for (before, after) in base.iter().zip(variant) {
        let old: Vec<&String> = before.blocks.iter().flat_map(|block| &block.sentences).collect();
        for block in &after.blocks {
            let known = before.blocks.iter().any(|b| b.lead == block.lead);
            let new: Vec<&str> = block
                .sentences
                .iter()
                .filter(|s| !(known && old.contains(s)))
                .map(String::as_str)
                .collect();
            match &block.lead {
                _ if new.is_empty() => {}
                Some(lead) => said.push(format!("*{lead}:* {}", new.join(" "))),
                None => said.push(format!("*{}:* {}", after.title, new.join(" "))),
            }
        }
        let leads = |section: &Section| -> Vec<String> {
            section
                .blocks
                .iter()
                .filter_map(|block| block.lead.clone())
                .collect()
        };
        let kept = leads(after);
        let gone: Vec<String> = leads(before)
            .into_iter()
            .filter(|lead| !kept.contains(lead))
            .collect();
        if !gone.is_empty() {
            said.push(format!("No longer special: {}.", gone.join(", ")));
        }
    }
    said
}

/// A value as TOML on one line.
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
