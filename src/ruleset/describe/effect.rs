//! What a special card does, in English: covers, penalties, attacks.

use super::words::{capital, count, join, number};
use crate::ruleset::{
    AfterAttack, AnswerSuit, Continue, ContinueWith, Counts, Hit, HitFrom, HitSets, Imitation, Most,
    Nominate, Open, Ruleset, Selector, Special, TurnKept,
};

impl Ruleset {
    pub(crate) fn say_cover(&self, cover: &Continue) -> Vec<String> {
        let any = cover.cards.as_str() == "all";
        let cards = || self.many_of(&cover.cards);
        let most = match cover.most {
            Most::Any => 0,
            Most::AtMost(most) | Most::OrAll(most) => most,
        };
        let what = match (most, any) {
            (0, true) => "any number of further cards".to_owned(),
            (0, false) => format!("any number of further cards ({} only)", cards()),
            (1, true) => "one more card".to_owned(),
            (1, false) => self.one_of(&cover.cards),
            (most, true) => format!("up to {} more cards", number(most)),
            (most, false) => format!("up to {} more cards ({} only)", number(most), cards()),
        };
        let with = match (cover.with, most) {
            (ContinueWith::Suit, _) => "of its suit on it",
            (ContinueWith::SuitOrRank, 1) => "of its suit or rank on it",
            (ContinueWith::SuitOrRank, _) => "on it, each of the suit or the rank of the card under it",
            (ContinueWith::Nominated, _) => {
                "on it, of the suit that its player nominates at once or of the rank of the card under it"
            }
            _ => "on it, of any suit and rank",
        };
        let effects = match cover.effects {
            Counts::Every => "Every card so laid has its effect.",
            Counts::Top => "Only the card on top then has its effect.",
        };
        let mut said = vec![format!("In the same turn its player may lay {what} {with}.")];
        if !cover.also.is_none() {
            said.push(format!(
                "{} may cover as well, whatever the card under it.",
                capital(&self.one_of(&cover.also))
            ));
        }
        if cover.must {
            let cannot = match cover.else_draw {
                0 => String::new(),
                n => format!("; one who cannot draws {}, and the turn ends", count(n, "card")),
            };
            said.push(format!("A player who can cover it must{cannot}."));
        } else if cover.else_draw > 0 {
            let cards = count(cover.else_draw, "card");
            said.push(format!(
                "A player who does not cover it draws {cards}, and the turn ends."
            ));
        }
        if cover.with == ContinueWith::Nominated {
            said.push("A card so laid begins the turn again; with none, the nomination holds.".to_owned());
        }
        said.push(effects.to_owned());
        if cover.open.has(Open::Covers) {
            said.push("Laid as a cover, it may be covered in the same way.".to_owned());
        }
        let ends = |special: &Special| {
            let shared = special
                .cards
                .cards()
                .and(cover.cards.cards().or(cover.also.cards()));
            let late = special.cards.is_late() || cover.cards.is_late() || cover.also.is_late();
            special.nominate != Nominate::Never && (late || !shared.is_empty())
        };
        if cover.open.has(Open::Nominations) {
            said.push("A card that nominates may be covered too, and then nominates nothing.".to_owned());
        } else if most != 1 && cover.with != ContinueWith::Nominated && self.has(ends) {
            said.push("A card among them that nominates is the last.".to_owned());
        }
        said
    }

    pub(crate) fn say_penalty(&self, penalty: &Hit, next: &str) -> Vec<String> {
        let cards = count(penalty.draw, "card");
        let whence = match penalty.from {
            HitFrom::Stock => "",
            HitFrom::Pile => " from the pile under the upcard, which is shuffled,",
            HitFrom::PileTop => " from the top of the pile under the upcard, in their order,",
        };
        let mut said = vec![format!(
            "{next} draws {cards}{whence} and {} the turn.",
            turn(penalty.turn)
        )];
        if penalty.stands && self.may_be_covered_up() {
            said.push("That counts also where it is covered.".to_owned());
        }
        if penalty.stands && self.has(|special| special.attack().is_some()) {
            said.push("An attack of the same turn is then nothing.".to_owned());
        }
        said
    }

    pub(crate) fn say_attack(&self, attack: &Hit, own: &Selector, next: &str) -> Vec<String> {
        let (answer, cancel, pass_on) = (&attack.answers(), &attack.cancel, &attack.pass_on);
        let mut said = vec![format!("Attack of {}.", number(attack.draw))];
        let mut with = Vec::new();
        if !answer.is_none() {
            with.push(self.another_of(answer, own));
        }
        if !cancel.is_none() {
            with.push(self.one_of(cancel));
        }
        let turn = match self.draw.after_attack {
            AfterAttack::EndTurn => " and loses the turn",
            AfterAttack::LayAttack | AfterAttack::Play => "",
        };
        said.push(if with.is_empty() {
            format!("{next} draws all that is pending{turn}; no card answers.")
        } else {
            let with = join(&with, "or");
            format!("{next} answers with {with}, or draws all that is pending{turn}.")
        });
        if attack.sets == HitSets::Replace {
            said.push(
                "It does not add up: an answer takes the place of what is pending, and several laid together count once."
                    .to_owned(),
            );
        } else if !answer.is_none() {
            let what = if cancel.is_none() {
                "An answer".to_owned()
            } else {
                capital(&self.another_of(answer, own))
            };
            said.push(format!(
                "{what} adds its own attack to what the player after that faces."
            ));
        }
        if !cancel.is_none() {
            said.push(format!(
                "{} cancels the attack: nothing is pending any more.",
                capital(&self.one_of(cancel))
            ));
        }
        if !pass_on.is_none() {
            said.push(format!(
                "{} of the suit in force passes the attack on: the player after that faces what is pending.",
                capital(&self.one_of(pass_on))
            ));
        }
        said.extend(self.say_terms(attack));
        said
    }

    /// The terms of an attack.
    fn say_terms(&self, attack: &Hit) -> Vec<String> {
        let mut said = Vec::new();
        let mut add = |holds: bool, text: &str| said.extend(holds.then(|| text.to_owned()));
        add(
            attack.suit == AnswerSuit::Nominated,
            "Where a suit is nominated, what answers or cancels it must be of that suit.",
        );
        add(
            attack.suit == AnswerSuit::InForce,
            "What answers or cancels it must be of the suit in force.",
        );
        add(
            attack.sets == HitSets::Add && self.may_be_covered_up(),
            "Equal ones that lie together on top add up.",
        );
        add(
            attack.sets == HitSets::Unanswerable,
            "Two or more laid together cannot be answered.",
        );
        add(
            attack.suit_stays,
            "When it has been cancelled or drawn for, its suit must be followed.",
        );
        add(
            self.compat.has(Imitation::AttacksNeedStock),
            "While there is no card to draw it is an ordinary card.",
        );
        said
    }
}

/// What the player of a penalty does with the turn.
pub(crate) const fn turn(kept: TurnKept) -> &'static str {
    match kept {
        TurnKept::Lost => "loses",
        TurnKept::Kept => "still has",
    }
}
