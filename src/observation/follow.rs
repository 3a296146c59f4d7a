//! `follow`: the suit in force, and the tops of the piles.

use super::declare::part;
use crate::card::Suit;

part! {
    /// The suit in force.
    base SuitInForce in Follow;
    |view| {
        suit "suit" = view.suit_index(); "the suit in force: nominated, or that of the card to follow"
    }
}

part! {
    /// The tops of all piles.
    optional Piles in Follow,
        "there can be several piles, or the two top cards of the pile are added or multiplied"
        = |shape, rules| shape.has_apart(rules.follow.sum_product || shape.piles > 1);
    |view, scene|
    // All features of absent piles stay 0.
    let piles = 0..view.pile_count().min(scene.shape.piles as u8);
    {
        each((pile, (cards, suit)) in Piles) "pile" = piles.map(|pile| (pile, view.pile_of(pile))), {
            one_of(Kinds) "top" = cards.last().map(|card| card.index()); "its top card"
            one_of(Kinds) "under" = cards.iter().nth_back(1).map(|card| card.index()); "the card under that"
            one_of(Suits) "suit" = suit.map(Suit::index); "the suit that was nominated on it"
            flag "played_on_last" = pile == view.pile_at(); "true if it is the pile last played on"
        };
    }
}
