//! The rules of each kind of card as features: those that primitives declare, and those of the table.

use super::scene::CardScene;
use crate::observation::cursor::Cursor;
use crate::observation::field::{Field, count_fields, join_fields};

/// The number of copies of a card.
pub(crate) mod deck {
    use crate::observation::declare::features;
    use crate::observation::ruleset::scene::CardScene;

    features! {
        it: CardScene<'_>;
        number "copies" = it.rules.deck.copies[it.card.index()]; "copies in the deck"
    }
}

/// The settings of the table that concern a card.
pub(crate) mod table {
    use crate::observation::declare::features;
    use crate::observation::ruleset::byte;
    use crate::observation::ruleset::scene::CardScene;

    features! {
        it: CardScene<'_>;
        number "points" = byte(it.points()); "points that it counts in a hand"
        number "points_off" = byte(-it.points()); "points that it takes off a hand"
        number "alone" = byte(it.rules.score.alone(it.card, it.table.turned)); "points that it counts as the only card of a hand"
        number "alone_off" = byte(-it.rules.score.alone(it.card, it.table.turned)); "points that it takes off as the only card"
        number "out_gain" = byte(it.rules.improvement(it.rules.score.out_with(it.card)));
            "points by which going out with it makes a score better"
        number "out_loss" = byte(-it.rules.improvement(it.rules.score.out_with(it.card)));
            "points by which going out with it makes a score worse"
        flag "doubles_hand" = it.is_in(it.rules.score.double_hand); "true if it doubles the points of a hand"
        flag "doubles_round" = it.is_in(it.rules.score.double_round);
            "true if a round scores double whose last card it is"
        flag "same_rank" = it.is_in(it.rules.turn.several.same_rank_cards); "true if several of its rank are played in a turn"
        flag "stands_in" = it.is_in(it.rules.turn.several.stands_in); "true if it may stand for the rank"
        flag "set_covered" = it.is_in(it.rules.turn.several.set_cover_cards); "true if a set of it is covered"
        flag "row" = it.is_in(it.rules.round.row_cards); "true if several in a row end the round"
        flag "starter_again" = it.is_in(it.rules.starter.again); "true if another starter is turned instead"
        flag "starter_open" = it.is_in(it.rules.starter.open); "true if any card may be played on it as the starter"
        flag "starter_first_nominates" = it.is_in(it.rules.starter.first_nominates);
            "true if the first player nominates for it as the starter"
        flag "starter_by_lot" = it.is_in(it.rules.starter.by_lot); "true if chance nominates for it as the starter"
        flag "starter_turn_kept" = it.is_in(it.rules.starter.turn_kept);
            "true if its penalty as the starter leaves the first player the turn"
        flag "starter_nominate_only" = it.is_in(it.rules.starter.nominate_only);
            "true if nothing but its nomination counts as the starter"
        flag "starter_no_effects" = it.is_in(it.rules.starter.no_effects);
            "true if it has no effect as the starter"
        flag "starter_suit" = it.is_in(it.rules.starter.suit_only);
            "true if only its suit is followed as the starter"
        flag "identical" = it.is_in(it.rules.tableau.claims.cards);
            "true if it may be played out of turn on an identical card"
        flag "identical_must" = it.is_in(it.rules.tableau.claims.must); "true if whoever can must do that"
        flag "identical_not_own" = it.is_in(it.rules.tableau.claims.not_own); "true if its player may not add another"
        flag "second_pile" = it.is_in(it.rules.tableau.second_pile); "true if it belongs to the second pile"
        flag "never_last" = it.is_in(it.rules.out.never_last); "true if it is never played as the last card"
        flag "not_out" = it.is_in(it.rules.out.not_on); "true if nobody goes out with it"
        number "words_due" = it.words(|word| word.cards); "words that are due after it"
        number "words_due_on" = it.words(|word| word.on); "words that are due after a card that is played on it"
    }
}

/// Generates from the list of primitives the fields of a card and the function that writes them.
macro_rules! card {
    ($($primitive:ident::$group:ident),+) => {
        const GROUPS: &[&[Field]] = &[
            deck::FIELDS,
            $(crate::primitive::$primitive::features::$group::FIELDS,)+
            table::FIELDS,
        ];

        /// The fields of a card, in order.
        pub(crate) const FIELDS: &[Field] = &join_fields::<{ count_fields(GROUPS) }>(GROUPS);

        /// Writes the features of a card.
        pub(crate) fn write(scene: CardScene<'_>, cursor: &mut Cursor<'_>) {
            deck::write(scene, cursor);
            $(crate::primitive::$primitive::features::$group::write(scene, cursor);)+
            table::write(scene, cursor);
        }
    };
}

crate::primitive::card_features!(card);
