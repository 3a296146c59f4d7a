//! Checks of hits, and of the effects of a card on an identical one.

use crate::card::{CardSet, format_cards};
use crate::ruleset::validate::Problems;
use crate::ruleset::validate::late_bound::Late;
use crate::ruleset::validate::meaning::{BoundSpecial, BoundSpecials};
use crate::ruleset::validate::of::SpecialContext;
use crate::ruleset::{AnswerSuit, Hit, HitSets, HitSuit, Ruleset, Source, Special, TurnKept, Who};

/// Returns the keys that only a hit that can be answered has, each with true if it is set.
fn of_attacks(hit: &Hit) -> [(&'static str, bool); 5] {
    [
        ("answer", hit.answer.is_some()),
        ("cancel", !hit.cancel.is_none()),
        ("pass-on", !hit.pass_on.is_none()),
        ("suit", !hit.suit.is_empty()),
        ("sets", !matches!(hit.sets, HitSets::Ordinary | HitSets::Instead)),
    ]
}

/// Returns the keys that only a hit of the next player that cannot be answered has, each with true if it is set.
fn of_penalties(hit: &Hit) -> [(&'static str, bool); 2] {
    [
        ("from", hit.from != Source::Stock),
        ("sets", hit.sets == HitSets::Instead),
    ]
}

/// Returns the keys that only a hit of the next player has, each with true if it is set.
fn of_next(hit: &Hit) -> [(&'static str, bool); 1] {
    [("turn", hit.turn != TurnKept::Lost)]
}

/// Checks the hit of a special.
pub(crate) fn check(of: &mut SpecialContext<'_>) {
    let &mut SpecialContext {
        ruleset,
        special,
        cards,
        ..
    } = of;
    if let Some(hit) = &special.hit {
        ruleset.check_hit(hit, cards, of);
    }
}

impl Ruleset {
    fn check_hit(&self, hit: &Hit, cards: CardSet, of: &mut SpecialContext<'_>) {
        let one = matches!(hit.who, Who::Next | Who::Previous);
        let most = if one { 50 } else { 20 };
        of.range(hit.draw, u32::from(hit.skip == 0), most, "hit.draw");
        Self::check_lost_turns(hit, of);
        of.check(
            hit.skip == 0 || hit.turn == TurnKept::Lost || !hit.is_attack(),
            "hit.turn",
            "\"kept\", but the hit takes turns: take it away, or skip",
        );
        of.check(
            hit.who != Who::LastOut || self.out.places.values().any(|places| places.count > 1),
            "hit.who",
            "the round ends with the first player who is out, so nobody could be brought back: set out.places, or take it \
             away",
        );
        let (attacks, penalties) = (of_attacks(hit), of_penalties(hit));
        let (keys, why) = match (hit.who, hit.is_attack()) {
            (Who::Others | Who::Lot | Who::LastOut, _) => (
                [&attacks[..], &penalties[..], &of_next(hit)[..]].concat(),
                "it is for the next player alone: take it away, or who",
            ),
            (Who::Next | Who::Previous, true) => (
                penalties.to_vec(),
                "a hit that can be answered is drawn for in the next player's turn: take it away, or answer, cancel and \
                 pass-on",
            ),
            (Who::Next | Who::Previous, false) => (
                attacks.to_vec(),
                "nothing answers it: write answer = \"\" if it waits for the next player's turn all the same, or take it \
                 away",
            ),
        };
        for (key, _) in keys.iter().filter(|(_, set)| *set) {
            of.check(false, &format!("hit.{key}"), why);
        }
        of.check(
            hit.who != Who::Previous || hit.is_attack(),
            "hit.who",
            "the player before draws for what can be answered only: write answer, if only as \"\"",
        );
        if hit.is_attack() {
            self.check_attack(hit, cards, of);
        }
    }

    /// Checks that only an attack takes turns.
    fn check_lost_turns(hit: &Hit, of: &mut SpecialContext<'_>) {
        let why = match hit.who {
            Who::Others | Who::Lot | Who::LastOut => {
                "only the next player loses turns by a hit: take it away, or who"
            }
            Who::Next | Who::Previous => {
                "nothing answers it: write answer, cancel or pass-on, or take it away and write skip beside hit, for turns \
                 that are lost at once"
            }
        };
        of.check(hit.skip == 0 || hit.is_attack(), "hit.skip", why);
    }

    fn check_attack(&self, attack: &Hit, cards: CardSet, of: &mut SpecialContext<'_>) {
        of.check(
            attack.sets != HitSets::Unanswerable || !self.played_together(cards).is_empty(),
            "hit.sets",
            "no two of these cards are played together: write a special of them with continue = { with = \"rank\" }",
        );
        of.check(
            attack.answer_suit() == AnswerSuit::Any || !attack.answers().is_none() || !attack.cancel.is_none(),
            "hit.suit",
            "nothing answers or cancels it, whatever the suit: list cards under answer or cancel, or leave it at \
             [] or \"stays\"",
        );
        of.check(
            !(attack.suit.has(HitSuit::Nominated) && attack.suit.has(HitSuit::InForce)),
            "hit.suit",
            "a nominated suit is the one in force: write \"nominated\" or \"in-force\", not both",
        );
        let suit = attack.suit.has(HitSuit::Nominated) || attack.suit.has(HitSuit::InForce);
        of.check(
            !(suit && attack.suit.has(HitSuit::Follows)),
            "hit.suit",
            "what follows may follow by rank: write \"follows\", \"nominated\" or \"in-force\", not two of them",
        );
    }

    /// Returns the special for cards identical to the upcard.
    pub(crate) fn identical_special(&self) -> Option<(&String, &Special)> {
        let mut specials = self.special.iter();
        specials.find(|(_, special)| special.when.on_identical() && !special.cards.is_none())
    }

    /// Checks the special for cards identical to the upcard.
    pub(crate) fn check_identical(&self, of: &mut SpecialContext<'_>) {
        let &mut SpecialContext { special, name, .. } = of;
        let path = |key: &str| format!("special.{name}.{key}");
        let other = self.identical_special().filter(|(other, _)| *other != name);
        if let Some((other, _)) = other {
            of.problems.add(
                path("when.upcard"),
                format!("special.{other} says already what an identical card does; say it once"),
            );
        }
        let decks: CardSet = self.decks().fold(CardSet::EMPTY, CardSet::or);
        let missing = decks.minus(special.cards.cards());
        of.problems.check(missing.is_empty(), &path("cards"), || {
            format!(
                "{} are not among them, and on an identical card all cards do the same: write cards = \"all\"",
                format_cards(missing.iter())
            )
        });
        of.check(
            special.when.players.is_none(),
            "when.players",
            "what an identical card does holds with any number of players: take it away",
        );
        let written = serde_json::to_value(special).unwrap_or_default();
        let other = written.as_object().into_iter().flat_map(|keys| keys.keys());
        for key in other.filter(|key| !["cards", "when", "hit", "again"].contains(&key.as_str())) {
            of.problems.add(
                path(key),
                "on an identical card it does nothing: write hit with who = \"others\", or again",
            );
        }
        let Some(hit) = &special.hit else { return };
        of.check(
            hit.who == Who::Others,
            "hit.who",
            "on an identical card all others draw: write who = \"others\"",
        );
        if hit.who == Who::Others {
            self.check_hit(hit, special.cards.cards(), of);
        }
    }
}

/// Checks that no card stands under two of answer, cancel and pass-on.
pub(crate) fn check_answers(
    meaning: &BoundSpecials<'_>,
    (name, special, _): BoundSpecial<'_>,
    late: &Late,
    refused: &mut Problems,
) {
    let attacks = !late.reach(&special.cards).is_empty();
    let Some(attack) = special.attack().filter(|_| attacks) else {
        return;
    };
    let [answer, cancel, pass_on] = [&attack.answers(), &attack.cancel, &attack.pass_on]
        .map(|selector| selector.certain(meaning.bindings));
    let mut check = |key: &str, wrong: CardSet, message: &str| {
        let path = format!("special.{name}.hit.{key}");
        if !wrong.is_empty() && !refused.has(&path) {
            refused.add(path, format!("{} {message}", format_cards(wrong.iter())));
        }
    };
    check("cancel", answer.and(cancel), "stand under answer as well");
    check(
        "pass-on",
        pass_on.and(answer.or(cancel)),
        "stand under answer or cancel as well",
    );
}
