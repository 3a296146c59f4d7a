//! Features of what only some rulesets have: several piles, what was named, mirrors, words, cards kept, created rules.

use super::cursor::{Cursor, yes};
use super::layout::SPANS;
use super::rows::{Part, Rows, Shown};
use crate::card::{CardSet, Suit};
use crate::engine::{MAX_PILES, Named, Phase};
use crate::rules::{MAX_OFFERED, MAX_STANDING, Rules};
use crate::ruleset::{CallDue, Caught, CreatedRule, Does, Face, Parity};
use crate::view::View;

/// What a layout shows of it, the same for every position of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct SideFeatures {
    kinds: usize,
    seats: usize,
    /// Piles of which the two top cards are shown; none where there is one only and the card under it says nothing.
    piles: usize,
    named: bool,
    mirrors: bool,
    /// Whether there is a side block, so that its effects are collected.
    effects: bool,
    keeps: bool,
    words: bool,
    announced: bool,
    /// Whether cards that a penalty would take from the top of the pile are shown.
    gives_pile: bool,
    /// Places for created rules that stand, and for those that are offered.
    standing: usize,
    offered: usize,
}

/// Words that can be due.
const WORDS: usize = 8;

/// Features of the effects that only states with a side block collect.
const EFFECTS: usize = 7;

/// Features of a class of cards.
const CLASS: usize = 8;

/// Features of a created rule.
const RULE: usize = 1 + Does::ALL.len() + 1 + 3 * CLASS;

impl SideFeatures {
    /// What is shown of a game with these rules; all of it in the universal layout.
    pub(super) fn new(rules: &Rules, universal: bool, kinds: usize, seats: usize) -> Self {
        let more = rules.side.as_deref();
        let has = |needed: bool| universal || needed;
        let created = more.map_or(0, |more| usize::from(more.created.most));
        let piles = match more {
            _ if universal || created > 0 => MAX_PILES,
            Some(more) if !more.second_pile.is_empty() => 2,
            _ => usize::from(rules.settings.sum_product),
        };
        let offered = more
            .filter(|more| more.adds_rules())
            .map_or(0, |more| usize::from(more.created.offered));
        let announced =
            |call: &crate::rules::CallRules| call.due == CallDue::Held || call.caught == Caught::Asked;
        Self {
            kinds,
            seats,
            piles,
            named: has(rules.any(|card| card.name_rank.is_some())),
            mirrors: has(rules.any(|card| card.mirror)),
            effects: has(more.is_some()),
            keeps: has(more.is_some_and(|more| more.keep > 0)),
            words: has(more.is_some_and(|more| !more.words.is_empty())),
            announced: has(more.is_some_and(|more| announced(&more.call))),
            gives_pile: has(rules.pile_top > 0),
            standing: if universal { MAX_STANDING } else { created },
            offered: if universal { MAX_OFFERED } else { offered },
        }
    }

    /// Features that it adds to a span, by the span's index.
    pub(super) fn len(&self, span: usize) -> usize {
        let some = |needed: bool, len: usize| if needed { len } else { 0 };
        match span {
            2 => self.pile_features() + some(self.named, self.kinds),
            3 => some(self.mirrors, 1 + self.seats),
            4 => some(self.effects, EFFECTS) + some(self.keeps, self.kinds),
            5 => some(self.words, WORDS) + some(self.piles > 1, self.kinds),
            9 => some(self.gives_pile, self.kinds),
            11 => some(self.announced, 2 * self.seats),
            14 => some(self.standing > 0, 2 + (self.standing + self.offered) * RULE),
            _ => 0,
        }
    }

    /// Features of piles: for each two cards, a suit, and whether it was laid on last.
    const fn pile_features(&self) -> usize {
        self.piles * (2 * self.kinds + 5)
    }

    /// Writes what it adds to spans, at the places at which it does; there are none where it adds nothing.
    #[inline(always)]
    pub(super) fn write<'v, R: Shown<'v>>(
        &self,
        places: &[Option<usize>; SPANS],
        highs: &[u8; SPANS],
        rows: &mut Rows<'_, R>,
    ) {
        let part = |span: usize| {
            places[span].map(|at| Part {
                at,
                high: highs[span],
            })
        };
        if let Some(part) = part(2) {
            self.follow(part, rows);
        }
        if let Some(part) = part(3) {
            rows.each(part, |view, cursor| self.mirror(view, cursor));
        }
        if let Some(part) = part(4) {
            self.effects(part, rows);
        }
        if let Some(part) = part(5) {
            self.phase(part, rows);
        }
        if let Some(part) = part(9) {
            rows.each(part, |view, cursor| {
                let start = cursor.at();
                view.pile_top().for_each(|card| cursor.add(start + card.index()));
            });
        }
        if let Some(part) = part(11) {
            rows.each(part, |view, cursor| self.calls(view, cursor));
        }
        if let Some(part) = part(14) {
            rows.each(part, |view, cursor| self.created(view, cursor));
        }
    }

    /// The two top cards of each pile, the suit nominated on it, and whether it was laid on last; what must be laid.
    #[inline(always)]
    fn follow<'v, R: Shown<'v>>(&self, mut part: Part, rows: &mut Rows<'_, R>) {
        if self.piles > 0 {
            rows.each(part.take(self.pile_features()), |view, cursor| {
                self.piles(view, cursor);
            });
        }
        if self.named {
            rows.each(part.take(self.kinds), |view, cursor| {
                let named = view.named().map_or(CardSet::EMPTY, Named::cards);
                cursor.card_set(named, self.kinds);
            });
        }
    }

    fn piles(&self, view: &View<'_>, cursor: &mut Cursor<'_>) {
        // Of piles that there are not, all features stay 0.
        for index in 0..view.pile_count().min(self.piles as u8) {
            let (cards, suit) = view.pile_of(index);
            let top = |depth: usize| cards.len().checked_sub(depth).map(|at| cards[at].index());
            cursor.one_of(self.kinds, top(1));
            cursor.one_of(self.kinds, top(2));
            cursor.one_of(4, suit.map(Suit::index));
            cursor.flag(index == view.pile_at());
        }
    }

    /// Cards that somebody mirrors, and whom they hit.
    fn mirror(&self, view: &View<'_>, cursor: &mut Cursor<'_>) {
        let mirrored = view.mirrored();
        cursor.value(mirrored.map_or(0, |(total, _)| total));
        let hit = mirrored.and_then(|(_, hit)| hit);
        cursor.one_of(
            self.seats,
            hit.map(|seat| super::some_rulesets::relative(view, seat)),
        );
    }

    /// What a turn has collected, and the cards that the seat has chosen to keep.
    #[inline(always)]
    fn effects<'v, R: Shown<'v>>(&self, mut part: Part, rows: &mut Rows<'_, R>) {
        if self.effects {
            rows.each(part.take(EFFECTS), |view, cursor| {
                let more = view.collected_side();
                cursor.values([
                    more.slap,
                    more.own_draw,
                    more.mirrors,
                    yes(more.swap),
                    yes(more.names),
                    yes(more.splits),
                    yes(more.not_out),
                ]);
            });
        }
        if self.keeps {
            rows.each(part.take(self.kinds), |view, cursor| {
                if let Some(kept) = view.kept() {
                    cursor.counts(kept.counts(), self.kinds);
                }
            });
        }
    }

    /// The word that is due, and the card for which a pile is chosen.
    #[inline(always)]
    fn phase<'v, R: Shown<'v>>(&self, mut part: Part, rows: &mut Rows<'_, R>) {
        if self.words {
            rows.each(part.take(WORDS), |view, cursor| {
                if let Phase::Word { word } = view.phase() {
                    cursor.one_of(WORDS, Some(usize::from(word)));
                }
            });
        }
        if self.piles > 1 {
            rows.each(part.take(self.kinds), |view, cursor| {
                if let Phase::Pile { card } = view.phase() {
                    cursor.one_of(self.kinds, Some(card.index()));
                }
            });
        }
    }

    /// Who has announced the own last card, and whose missing call may be asked for.
    fn calls(&self, view: &View<'_>, cursor: &mut Cursor<'_>) {
        cursor.seat_set(view, self.seats, view.announced());
        cursor.seat_set(view, self.seats, view.overdue());
    }

    /// How many created rules stand, whether the seat sees them, and those that it sees.
    fn created(&self, view: &View<'_>, cursor: &mut Cursor<'_>) {
        let standing = view.created();
        cursor.value(view.standing());
        cursor.flag(standing.is_some());
        write_rules(standing.into_iter().flatten(), self.standing, cursor);
        let offered = view.offered().unwrap_or_default();
        write_rules(offered.iter(), self.offered, cursor);
    }
}

/// Writes rules into so many places.
fn write_rules<'a>(rules: impl Iterator<Item = &'a CreatedRule>, places: usize, cursor: &mut Cursor<'_>) {
    let mut written = 0;
    for rule in rules.take(places) {
        write_rule(rule, cursor);
        written += 1;
    }
    cursor.skip((places - written) * RULE);
}

fn write_rule(rule: &CreatedRule, cursor: &mut Cursor<'_>) {
    cursor.flag(true);
    cursor.one_of(Does::ALL.len(), Some(rule.does as usize));
    cursor.value(rule.count);
    for class in [rule.cards, rule.after, rule.follow] {
        let suit = |suit: Suit| yes(class.has_suit(suit));
        let [clubs, diamonds, hearts, spades] = Suit::ALL.map(suit);
        let parity = match class.parity() {
            Parity::Any => 0,
            Parity::Even => 25,
            Parity::Odd => 50,
        };
        let face = match class.face() {
            Face::Any => 0,
            Face::Face => 25,
            Face::Number => 50,
        };
        let class: [u8; CLASS] = [
            class.low(),
            class.high(),
            clubs,
            diamonds,
            hearts,
            spades,
            parity,
            face,
        ];
        cursor.values(class);
    }
}

#[cfg(test)]
mod tests {
    use super::Does;

    #[test]
    fn what_a_rule_does_is_told_in_the_order_of_the_list() {
        for (index, does) in Does::ALL.into_iter().enumerate() {
            assert_eq!(does as usize, index);
        }
    }
}
