//! Checks of hits.

use crate::card::CardSet;
use crate::card_text::format_cards;
use crate::ruleset::validate::Problems;
use crate::ruleset::validate::late_bound::Late;
use crate::ruleset::validate::meaning::{BoundSpecial, BoundSpecials};
use crate::ruleset::validate::of::SpecialContext;
use crate::ruleset::{Amount, AnswerSuit, Hit, HitSets, HitSuit, LastCard, Ruleset, Source, TurnKept, Who};

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
        if hit.draw.is_open() {
            self.check_open(hit, of);
        } else {
            of.range(hit.draw.number(), u32::from(hit.skip == 0), most, "hit.draw");
        }
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
            (who, _) if !matches!(who, Who::Next | Who::Previous) => (
                [&attacks[..], &penalties[..], &of_next(hit)[..]].concat(),
                "it is for the next player alone: take it away, or who",
            ),
            (_, true) => (
                penalties.to_vec(),
                "a hit that can be answered is drawn for in the next player's turn: take it away, or answer, cancel and \
                 pass-on",
            ),
            (_, false) => (
                attacks.to_vec(),
                "nothing answers it: write answer = \"\" if it waits for the next player's turn all the same, or take it \
                 away",
            ),
        };
        for (key, _) in keys.iter().filter(|(_, set)| *set) {
            of.check(false, &format!("hit.{key}"), why);
        }
        let at_once = hit.who == Who::Previous && !hit.is_attack();
        for (key, _) in of_penalties(hit)
            .iter()
            .chain(&of_next(hit))
            .filter(|(_, set)| at_once && *set)
        {
            of.check(
                false,
                &format!("hit.{key}"),
                "the player before only draws, from the stock: take it away, or write answer",
            );
        }
        if hit.is_attack() {
            self.check_attack(hit, cards, of);
        }
    }

    /// Checks a hit whose number of cards is open.
    fn check_open(&self, hit: &Hit, of: &mut SpecialContext<'_>) {
        const KEY: &str = "hit.draw";
        of.check(
            !hit.is_attack(),
            KEY,
            "what an attack adds must be known while it waits for an answer: write a number, or take answer, cancel and \
             pass-on away",
        );
        of.check(
            self.out.last_card != LastCard::Served || hit.who == Who::Next,
            KEY,
            "only the next player draws such a number for a last card: write a number, or take out.last-card = \"served\" \
             away",
        );
        of.check(
            hit.who != Who::LastOut,
            KEY,
            "whoever is brought back must know with how many cards: write a number",
        );
        let penalties = of_penalties(hit);
        for (key, _) in penalties.iter().filter(|(_, set)| *set) {
            let key = format!("hit.{key}");
            of.check(
                false,
                &key,
                "it goes with a number of cards only: write one, or take it away",
            );
        }
        let each = matches!(hit.who, Who::Others | Who::All);
        of.check(
            !each || self.special.values().all(|special| !special.mirror),
            KEY,
            "a draw of all others by lot is not mirrored: write a number, or take mirror away",
        );
        of.check(
            matches!(hit.draw, Amount::Lot(_)) || matches!(hit.who, Who::Next | Who::Previous | Who::Own),
            KEY,
            "only the next player, the one before, or the card's own player can draw until a card: write a number, or \
             another who",
        );
        if let Some(why) = hit.draw.refused(self.every_deck()) {
            of.check(false, KEY, &why);
        }
    }

    /// Checks that only an attack takes turns.
    fn check_lost_turns(hit: &Hit, of: &mut SpecialContext<'_>) {
        let why = match hit.who {
            Who::Next | Who::Previous => {
                "nothing answers it: write answer, cancel or pass-on, or take it away and write skip beside hit, for turns \
                 that are lost at once"
            }
            _ => {
                "only the next player loses turns by a hit: take it away, or who, or write skip = { who = … } beside hit"
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
