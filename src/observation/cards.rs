//! Parts of the layout of cards alone, which take the place of larger parts of the other layouts.

use super::cursor::Cursor;
use super::declare::part;
use super::envs::{PartRows, Scene, Shown};
use super::known::stock_depths;
use super::part::PartWriter;
use super::shape::LayoutShape;
use crate::card::{MAX_KINDS, Rank, Suit};
use crate::rules::Rules;
use crate::seat::Seat;
use crate::view::View;

/// The other holders of cards that the layout tells apart.
const SIDES: [&str; 2] = ["next", "others"];

/// Returns the sums of the numbers of the next active seat, and of those of all other seats, kind by kind; none where
/// there are none.
fn by_side<'a>(
    view: &View<'a>,
    counts: impl Fn(Seat) -> Option<&'a [u8; MAX_KINDS]>,
) -> Option<[[u8; MAX_KINDS]; SIDES.len()]> {
    let next = view.next_active(view.seat());
    let mut sides = [[0_u8; MAX_KINDS]; SIDES.len()];
    for owner in (1..view.players()).map(|k| view.relative(k)) {
        let side = &mut sides[usize::from(owner != next)];
        for (sum, count) in side.iter_mut().zip(counts(owner)?) {
            *sum = sum.saturating_add(*count);
        }
    }
    Some(sides)
}

part! {
    /// The tops of all piles.
    optional PileTops in Follow, "the layout is that of cards" = |shape, _| shape.is_cards();
    |view, scene|
    let piles = 0..view.pile_count().min(scene.shape.piles as u8);
    {
        each((pile, (cards, suit)) in Piles) "pile" = piles.map(|pile| (pile, view.pile_of(pile))), {
            one_of(Suits) "top_suit" = cards.last().and_then(|&card| view.pack().suit(card)).map(Suit::index);
                "the suit of its top card"
            one_of(Ranks) "top_rank" = cards.last().map(|&card| Rank::index(view.pack().rank(card))); "the rank of its top card"
            one_of(Suits) "suit" = suit.map(Suit::index); "the suit that was nominated on it"
            flag "played_on_last" = pile == view.pile_at(); "true if it is the pile last played on"
        };
    }
}

part! {
    /// The card beneath the upcard.
    optional Beneath in Follow, "the layout is that of cards" = |shape, _| shape.is_cards();
    |view| {
        one_of(Kinds) "beneath" = view.pile().iter().nth_back(1).map(|card| card.index());
            "the card beneath the upcard"
    }
}

part! {
    /// The cards that the observer may play.
    optional Playable in Phase, "the layout is that of cards" = |shape, _| shape.is_cards();
    |view| {
        which(Kinds) "playable" = view.legal().cards(); "true if the observer is to act and may play this card"
    }
}

part! {
    /// Cards that are known in other hands, those of the next player apart.
    by_hand KnownBySide in Known, "the layout is that of cards" = |shape, rules| shape.has_in_cards(rules.tracks_known);
    each(Words(&SIDES)) "", {
        shares(Kinds) "";
            "cards of this kind that the next player, or the other seats together, are known to hold"
    };
}

impl PartWriter for KnownBySide {
    fn is_optional(_: &LayoutShape, _: &Rules) -> bool {
        true
    }

    fn write_optional<'v, R: Shown<'v>>(scene: &Scene<'_>, envs: &mut PartRows<'_, R>) {
        let (copies, unit) = (scene.shape.copies, envs.place.high / scene.shape.copies);
        envs.each(|view, _, cursor| {
            let sides = by_side(view, |owner| view.known(owner));
            write_sides(cursor, scene.shape.kinds, sides, |count| count.min(copies) * unit);
        });
    }
}

part! {
    /// The order of the stock, while it is public.
    optional StockDepths in Known, "the layout is that of cards" = |shape, rules| shape.has_in_cards(rules.stock.order_public);
    |view| {
        numbers(Kinds) "depth" = &stock_depths(view);
            "how deep the first card of this kind lies in the stock, while its order is public; 1 is the next card"
    }
}

part! {
    /// The rules in force.
    optional Meaning in Match, "the layout is that of cards" = |shape, rules| shape.has_in_cards(rules.only_table().is_none());
    |view| {
        two_bytes "meaning" = view.meaning() as u16;
            "which matrix of `game.rule_matrix()` holds the rules of the cards for the observer: by its score and what \
             was drawn for the episode"
    }
}

part! {
    /// The cards that created rules concern.
    optional CreatedCards in Rules, "the layout is that of cards" = |shape, rules| shape.has_in_cards(rules.tableau.created.most > 0);
    |view|
    let standing @ 1.. = view.standing();
    {
        number "created" = standing; "created rules that stand"
        flag "created_seen" = view.created().is_some(); "true if the seat sees them"
        numbers(Kinds) "created" = &created_cards(view); "created rules that the seat sees and this card takes part in"
    }
}

fn created_cards(view: &View<'_>) -> [u8; MAX_KINDS] {
    let mut counts = [0; MAX_KINDS];
    for rule in view.created().into_iter().flatten() {
        for card in rule.cards.cards().iter() {
            counts[card.index()] += 1;
        }
    }
    counts
}

part! {
    /// Kinds that cards of other hands cannot be.
    by_hand NotHeldBySide in RuledOut, "the layout is that of cards and the game has `beliefs=True`"
        = |shape, rules| shape.beliefs && shape.has_in_cards(rules.keeps_ruled_out);
    each(Words(&SIDES)) "", {
        numbers(Kinds) "";
            "of how many cards of the next player, or of the other seats together, it is known that they are not of \
             this kind"
    };
}

impl PartWriter for NotHeldBySide {
    fn is_optional(_: &LayoutShape, _: &Rules) -> bool {
        true
    }

    fn write_optional<'v, R: Shown<'v>>(scene: &Scene<'_>, envs: &mut PartRows<'_, R>) {
        envs.each(|view, _, cursor| {
            write_sides(
                cursor,
                scene.shape.kinds,
                by_side(view, |owner| view.ruled_out(owner)),
                |count| count,
            );
        });
    }
}

/// Writes the numbers of each side, if there are any.
fn write_sides(
    cursor: &mut Cursor<'_>,
    kinds: usize,
    sides: Option<[[u8; MAX_KINDS]; SIDES.len()]>,
    number: impl Fn(u8) -> u8,
) {
    for side in sides.into_iter().flatten() {
        cursor.counts(&side.map(&number), kinds);
    }
}
