//! English description of further cards in a turn.

use crate::card::{Card, CardSet, Rank};
use crate::ruleset::describe::words::{capital, count, number};
use crate::ruleset::{
    ContinueWith, Counts, ElseDraw, Most, Open, Ruleset, Runs, SameRank, Selector, SetCover, Special,
};

/// Describes how one of the special's cards may be covered.
pub(crate) fn say(ruleset: &Ruleset, special: &Special) -> Vec<String> {
    ruleset.say_cover(special)
}

impl Ruleset {
    /// Describes how one of the special's cards may be covered.
    fn say_cover(&self, special: &Special) -> Vec<String> {
        let Some(cover) = special.cover() else {
            return Vec::new();
        };
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
            (ContinueWith::Suit, _) if cover.effects == Counts::First => "of its suit",
            (ContinueWith::Suit, _) => "of its suit on it",
            (ContinueWith::SuitOrRank, 1) => "of its suit or rank on it",
            (ContinueWith::SuitOrRank, _) => "on it, each of the suit or the rank of the card under it",
            (ContinueWith::Nominated, _) => {
                "on it, of the suit that its player nominates at once or of the rank of the card under it"
            }
            _ if cover.cards.depends_on_table() => "on it",
            _ => "on it, of any suit and rank",
        };
        let effects = match cover.effects {
            Counts::Every => "Every card played in this way has its effect.",
            Counts::Top => "Only the card on top then has its effect.",
            Counts::First => "What is played in this way is laid under it and has no effect.",
            Counts::TopSet => {
                "Only the card on top then has its effect, with cards of its rank together under it that do the same."
            }
        };
        let mut said = vec![format!("In the same turn its player may play {what} {with}.")];
        if !cover.also.is_none() {
            said.push(format!(
                "{} may cover as well, whatever the card under it.",
                capital(&self.one_of(&cover.also))
            ));
        }
        if cover.must {
            let cannot = match cover.else_draw {
                ElseDraw::Cards(0) => String::new(),
                ElseDraw::Cards(n) => format!("; one who cannot draws {}, and the turn ends", count(n, "card")),
                ElseDraw::UntilAble => {
                    "; one who cannot, be it for want of a last card, draws one card after another until able, and covers"
                        .to_owned()
                }
            };
            said.push(format!("A player who can cover it must{cannot}."));
        } else if cover.else_draw.cards() > 0 {
            let cards = count(cover.else_draw.cards(), "card");
            said.push(format!(
                "A player who does not cover it draws {cards}, and the turn ends."
            ));
        }
        if cover.with == ContinueWith::Nominated {
            said.push(
                "A card played in this way begins the turn again; without one, the nomination holds."
                    .to_owned(),
            );
        }
        said.push(effects.to_owned());
        if cover.open.has(Open::Covers) {
            said.push("Played as a cover, it may be covered in the same way.".to_owned());
        }
        let ends = |special: &Special| {
            let shared = special
                .cards
                .cards()
                .and(cover.cards.cards().or(cover.also.cards()));
            let late = special.cards.is_late() || cover.cards.is_late() || cover.also.is_late();
            special.nominate.asks() && (late || !shared.is_empty())
        };
        if cover.open.has(Open::Left) {
            said.push(
                "Left on top, it is open to whoever next plays a card that goes with it; the card that begins the pile is not."
                    .to_owned(),
            );
        }
        if cover.effects == Counts::First {
            return said;
        }
        if cover.open.has(Open::Nominations) {
            said.push("A card that nominates may be covered too, and then nominates nothing.".to_owned());
        } else if most != 1 && cover.with != ContinueWith::Nominated && self.has(ends) {
            said.push("A card among them that nominates must be the last.".to_owned());
        }
        said
    }

    /// Describes the rules by which a turn goes on after any card.
    pub(crate) fn say_several(&self) -> Vec<String> {
        let mut several = self.say_same_rank().unwrap_or_default();
        several.extend(self.say_runs());
        several.extend(self.say_set_cover());
        several.extend(self.say_one_on_another());
        several
    }

    fn say_same_rank(&self) -> Option<Vec<String>> {
        let several = self.continue_together();
        let counts = match several.same_rank {
            SameRank::Off => return None,
            SameRank::Every => "each of them has its effect",
            SameRank::Top => "only the one on top has its effect",
            SameRank::TopSet => {
                "the one on top has its effect, and so have those together under it that do the same"
            }
        };
        let only = self.labels.only(several.same_rank_cards);
        let mut said = vec![
            format!("Several cards of one rank{only} may be played in one turn; {counts}."),
            "The first must be legal, and the last is the one to follow.".to_owned(),
        ];
        if !several.stands_in.is_empty() {
            said.push(format!(
                "{} may be added to them and stands for their rank, but not as the first.",
                capital(&self.labels.one(several.stands_in))
            ));
        }
        Some(said)
    }

    fn say_runs(&self) -> Option<String> {
        let several = self.continue_together();
        let counts = match several.same_rank {
            SameRank::Top => "only the card on top has its effect",
            SameRank::TopSet => {
                "only the card on top has its effect, with those of its rank together under it"
            }
            SameRank::Off | SameRank::Every => "each card has its effect",
        };
        let (ace, two, king) = (
            self.labels.rank(Rank::ACE),
            self.labels.kind(Card::of(0)),
            self.labels.kind(Card::of(44)),
        );
        let ends = match several.runs {
            Runs::Off => return None,
            Runs::AceLow => format!("the {ace} stands below the {two}, and no {king} joins it"),
            Runs::Round => format!("the {ace} stands between the {king} and the {two}"),
        };
        Some(format!(
            "The turn may go on with the next higher or the next lower card of the suit of the card just played ({ends}); \
             {counts}."
        ))
    }

    fn say_set_cover(&self) -> Option<String> {
        let several = self.continue_together();
        let only = self.labels.only(several.set_cover_cards);
        let covered = format!("covered by one card of the last one's suit and another rank{only}");
        match several.set_cover {
            SetCover::Off => None,
            SetCover::May => Some(format!(
                "Two or more of them may be {covered}, with which a set may begin again."
            )),
            SetCover::Must => Some(format!(
                "Two or more of them must be {covered}, with which a set may begin again: no card may be played after \
                 which that could not be done."
            )),
        }
    }

    /// Describes turns of several cards, each following the one below.
    fn say_one_on_another(&self) -> Option<String> {
        let several = self.continue_together();
        let rest = "a card beyond that may be played only if from there the whole rest of the hand can be, and the turn then \
                    goes on until it is";
        match (several.most, several.or_all) {
            (1, _) => None,
            (most, false) => Some(format!(
                "Up to {} may be played in a turn, each following the one below it.",
                count(most, "card")
            )),
            (most, true) => Some(format!(
                "Up to {} may be played in a turn, each following the one below it, or the whole hand: {rest}.",
                count(most, "card")
            )),
        }
    }

    /// Returns true if two cards with this effect can both have it in one turn.
    pub(crate) fn may_twice(&self, does: impl Fn(&Special) -> bool) -> bool {
        let doing = || self.live().filter(|special| does(special));
        let late = doing().any(|special| special.cards.is_late());
        let cards = doing().fold(CardSet::EMPTY, |set, special| set.or(special.cards.cards()));
        let has = |selector: &Selector| {
            late || !selector.cards().and(cards).is_empty() || selector.is_late() && !cards.is_empty()
        };
        let by_cover = |special: &Special| {
            special.cover().is_some_and(|cover| {
                cover.effects == Counts::Every
                    && (has(&cover.cards) || has(&cover.also))
                    && (cover.most != Most::AtMost(1) || has(&special.cards))
            })
        };
        let several = self.continue_together();
        let any = late || !cards.is_empty();
        let runs = several.runs != Runs::Off || several.set_cover != SetCover::Off;
        let on = any && matches!(several.same_rank, SameRank::Off | SameRank::Every) && runs;
        let equal = several.same_rank_cards.or(several.stands_in);
        let together = late || !equal.and(cards).is_empty();
        let one_on_another = any && several.most > 1;
        let all = matches!(several.same_rank, SameRank::Every | SameRank::TopSet);
        self.has(by_cover) || on || one_on_another || all && together
    }

    /// Returns true if a turn can play several cards of which only the top one has its effect.
    pub(crate) fn may_be_covered_up(&self) -> bool {
        let top = |special: &Special| special.cover().is_some_and(|cover| cover.effects == Counts::Top);
        self.continue_together().same_rank == SameRank::Top || self.has(top)
    }
}
