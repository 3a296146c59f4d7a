//! Features of hits in an observation: the pending attack, and the turns that attacks take.

use crate::engine::Phase;
use crate::observation::declare::part;
use crate::observation::turn::Collected;

part! {
    /// The pending attack.
    base Attack in Pending, "there are attacks" = |shape, rules| shape.has(!rules.attacks.is_empty());
    |view, scene| let Some(kind) = view.pending_kind(); {
        number "cards" = view.pending(); "cards that must be drawn, or answered"
        flag "unanswerable" = view.is_unanswerable(); "true if they cannot be answered"
        one_of(Attacks) "attack" = Some(usize::from(kind).min(scene.shape.attacks - 1));
            "the attack of the ruleset, by the name of the special; attacks stand in the order of their names, \
             and the last of the eight in a layout for all games stands for all further ones"
    }
}

part! {
    /// Pending turns, and turns that seats are still to lose.
    optional LostTurns in Pending, "attacks take turns, or a missing call does"
        = |shape, rules| shape.has(rules.owes_turns());
    |view| {
        number "turns" = view.pending_turns(); "turns that must be lost, or answered"
        numbers(Seats) "lost_turns" = |seat| view.lost_turns(seat);
            "turns that this seat owes: it is passed over that many times"
    }
}

part! {
    /// The turns that the attack of the current turn takes.
    optional TurnsAdded in Turn, "attacks take turns, and several cards can be played in a turn"
        = |shape, rules| shape.has(rules.takes_turns() && Collected::is_shown(shape, rules));
    |view| {
        number "attack_turns" = view.collected().attack_turns; "turns added to the attack"
    }
}

part! {
    /// Effects of the turn that are still to come for players by their place, by lot or by choice.
    optional Aimed in Turn, "cards hit players by their place or by choice"
        = |shape, rules| shape.has(rules.aims());
    |view| let aimed = view.turn_owes().aimed; {
        number "previous_draw" = aimed.previous_draw; "cards that the player before draws"
        number "chosen_draw" = aimed.chosen_draw; "cards that the player draws who is named"
        number "own_turns" = aimed.own_turns; "turns that the player loses"
        number "next_turns" = aimed.next_turns; "turns that the next player loses"
        number "previous_turns" = aimed.previous_turns; "turns that the player before loses"
        number "others_turns" = aimed.others_turns; "turns that each other player loses"
        number "lot_turns" = aimed.lot_turns; "turns that somebody loses by lot"
        number "chosen_turns" = aimed.chosen_turns; "turns that the player loses who is named"
        flag "names_player" = view.phase() == Phase::Choose; "true if the player names whom the card hits"
        number "open_draws" = view.turn_owes().open; "hits whose number of cards is open"
    }
}

part! {
    /// The player who went out in the turn before and may be brought back.
    optional LastOut in Turn, "a card brings back the seat that went out in the turn before"
        = |shape, rules| shape.has(rules.out.brings_back);
    |view| {
        seat "last_out" = view.last_out(); "the seat that went out in the turn before"
    }
}

/// Features of a card: draws by players other than the next.
pub(crate) mod others {
    use crate::observation::declare::features;
    use crate::observation::ruleset::scene::CardScene;

    features! {
        it: CardScene<'_>;
        number "others_draw" = it.own().hit.others_draw; "cards that all others draw"
        number "lot" = it.own().hit.lot; "cards that somebody draws by lot"
        number "brings_back" = it.own().hit.back_draw; "cards with which whoever went out in the turn before is back"
    }
}

/// Features of a card: draws by its player, by the one before, and by one who is named.
pub(crate) mod aimed {
    use crate::observation::declare::features;
    use crate::observation::ruleset::scene::CardScene;

    features! {
        it: CardScene<'_>;
        number "own_draw" = it.own().hit.own_draw; "cards that its player draws"
        number "previous_draw" = it.own().hit.previous_draw; "cards that the player before draws at once"
        number "chosen_draw" = it.own().hit.chosen_draw; "cards that a player draws whom its player names"
    }
}

/// Features of a card: a hit whose number of cards is open.
pub(crate) mod open {
    use crate::observation::declare::features;
    use crate::observation::ruleset::scene::CardScene;
    use crate::rules::OpenDraw;
    use crate::ruleset::Who;

    features! {
        it: CardScene<'_>;
        one_of "open_draw" = it.open_hit().map(|hit| hit.who), [
            Some(Who::Next) => "next", Some(Who::Previous) => "previous", Some(Who::Own) => "self",
            Some(Who::Others) => "others", Some(Who::All) => "all", Some(Who::Lot) => "lot",
            Some(Who::Chosen) => "chosen"
        ]; "the players who draw by lot, or until a card of a class"
        number "open_expected" = it.open_hit().map_or(0, OpenDraw::expected); "cards to expect of that"
        flag "open_until" = it.open_hit().is_some_and(OpenDraw::shows); "true if cards are drawn until one of a class"
        flag "open_kept" = it.open_hit().is_some_and(|hit| hit.kept); "true if the next player then keeps the turn"
    }
}

/// Features of a card: draws by the next player.
pub(crate) mod next_player {
    use crate::observation::declare::features;
    use crate::observation::ruleset::scene::CardScene;
    use crate::ruleset::{AfterAttack, AnswerSuit, Source};

    features! {
        it: CardScene<'_>;
        number "attack" = it.attack().map_or(0, |attack| attack.draw); "cards that its attack adds"
        number "attack_turns" = it.attack().map_or(0, |attack| attack.skip); "turns that its attack adds"
        number "attack_answers" = it.answers().len() as u8; "kinds of card that answer its attack"
        flag "attack_answers_vary" = it.table.hit.depends_on_table();
            "true if the cards that answer some attack depend on the upcard"
        one_of "attack_answer_suit" = it.attack().map(|attack| attack.suit), [
            Some(AnswerSuit::Nominated) => "nominated", Some(AnswerSuit::InForce) => "in-force",
            Some(AnswerSuit::Follows) => "follows"
        ]; "the suit of which an answer must be"
        flag "attack_replaces" = it.attack().is_some_and(|attack| !attack.adds);
            "true if its attack takes the place of what is pending"
        flag "attack_back" = it.attack().is_some_and(|attack| attack.back); "true if it hits the player before"
        flag "attack_only_adds" = it.attack().is_some_and(|attack| attack.only_adds);
            "true if it attacks only where something is pending"
        flag "attack_together" = it.attack().is_some_and(|attack| attack.together);
            "true if equal cards on top add up where only the top card counts"
        flag "attack_set_unanswerable" = it.attack().is_some_and(|attack| attack.set_unanswerable);
            "true if two or more played together cannot be answered"
        flag "attack_keeps_turn" = it.attack().is_some_and(|attack| attack.after == AfterAttack::Play);
            "true if one who has drawn for its attack has the turn"
        flag "attack_suit_stays" = it.attack().is_some_and(|attack| attack.suit_stays);
            "true if its suit must be followed when the attack is over"
        flag "stops_attack" = it.table.hit.answers.iter().any(|answers| it.is_in(answers.cancel.or(answers.pass_on)));
            "true if it cancels an attack or passes it on"
        number "penalty" = it.own().hit.penalty_draw(); "cards that the next player draws at once"
        flag "penalty_keeps_turn" = it.has_penalty(|penalty| penalty.kept); "true if that player keeps the turn"
        flag "penalty_from_pile" = it.has_penalty(|penalty| penalty.from != Source::Stock); "true if they come from the pile"
        flag "penalty_pile_top" = it.has_penalty(|penalty| penalty.from == Source::PileTop); "true if they are its top cards"
        flag "penalty_covered" = it.has_penalty(|penalty| penalty.covered);
            "true if they are drawn also where the card is covered"
        flag "penalty_ends_attack" = it.has_penalty(|penalty| penalty.ends_attack);
            "true if an attack of the turn is then nothing"
    }
}
