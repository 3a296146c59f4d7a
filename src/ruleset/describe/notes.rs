//! What is not play: decisions, variants, and settings that can do nothing where they stand.

use serde_json::{Map, Value};

use super::{Block, Section};
use crate::ruleset::{Call, CallMade, Match, Round, Ruleset, SameRank, Stock, StockEmpty, Turn};

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
        for (holds, settings, why) in self.idle() {
            let mut differing = Vec::new();
            for (key, value, default) in settings {
                if value != default {
                    differing.push(format!("`{key} = {}`", inline(&value)));
                }
            }
            if holds && !differing.is_empty() {
                blocks.push(Block::item(format!("{}: {why}.", differing.join(", "))));
            }
        }
        for (name, special) in &self.special {
            if special.cards.cards().is_empty() {
                blocks.push(Block::item(format!("`special.{name}`: it selects no card.")));
            }
        }
        Section {
            title: "Settings that do nothing here",
            blocks,
        }
    }

    /// Groups of settings (key, value, default), whether they are idle, and why.
    fn idle(&self) -> Vec<(bool, Vec<(&'static str, Value, Value)>, &'static str)> {
        let (call, turn, stock) = (Call::default(), Turn::default(), Stock::default());
        let (round, matches) = (Round::default(), Match::default());
        let reverses = self.has(|special| special.reverse);
        let nominates = self.has(|special| special.nominate != crate::ruleset::Nominate::Never);
        let single = self.matches.target.values().all(|target| target == 0);
        vec![
            (
                self.call.made != CallMade::ByPlayer,
                vec![
                    ("call.penalty", of(self.call.penalty), of(call.penalty)),
                    ("call.caught", of(self.call.caught), of(call.caught)),
                    ("call.charged", of(self.call.charged), of(call.charged)),
                ],
                "no call can be missing",
            ),
            (
                self.stock.empty == StockEmpty::None,
                vec![("stock.renew", of(self.stock.renew), of(stock.renew))],
                "an empty stock is not renewed",
            ),
            (
                self.turn.same_rank == SameRank::Off,
                vec![(
                    "turn.same-rank-cards",
                    of(&self.turn.same_rank_cards),
                    of(&turn.same_rank_cards),
                )],
                "a turn lays no several cards of one rank",
            ),
            (
                !(reverses && self.may_lay_several()),
                vec![("turn.reversals", of(self.turn.reversals), of(turn.reversals))],
                "a turn never lays two reversals",
            ),
            (
                !reverses || self.players.min > 2,
                vec![(
                    "turn.reverse-with-two",
                    of(self.turn.reverse_with_two),
                    of(turn.reverse_with_two),
                )],
                "no card reverses with two players",
            ),
            (
                !self.has(|special| special.attack.is_some()),
                vec![(
                    "round.attack-empties-stock-is-pass",
                    of(self.round.attack_empties_stock_is_pass),
                    of(round.attack_empties_stock_is_pass),
                )],
                "no card attacks",
            ),
            (
                !nominates || !self.follow.rank,
                vec![(
                    "follow.rank-on-nominated",
                    of(self.follow.rank_on_nominated),
                    of(false),
                )],
                "no rank follows on a nominated suit",
            ),
            (
                single,
                vec![("match.winner", of(self.matches.winner), of(matches.winner))],
                "the game is a single round",
            ),
        ]
    }
}

fn of(value: impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
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
                None => said.push(new.join(" ")),
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
