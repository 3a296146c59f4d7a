//! The ruleset as features, so that one network can be trained across games.

mod side;

use super::cursor::Cursor;
use crate::card::{Card, KINDS};
use crate::engine::{EpisodeKind, Game};
use crate::rules::{CardTable, Rules};
use crate::ruleset::{
    AfterAttack, AnswerSuit, AtTarget, CallMade, Caught, Charged, Counts, CoverWith, Doubling, DrawThen,
    DrawWhen, LastCard, Nominate, PassHands, Reversals, ReverseWithTwo, SameRank, SetCover, Skips,
    StockEmpty, WhoScores,
};

/// Features of one kind of card.
const CARD_FEATURES: usize = 58;

/// Features of the ruleset as a whole.
const TABLE_FEATURES: usize = 100;

/// Number of features of a ruleset.
pub(super) const RULE_FEATURES: usize = KINDS * CARD_FEATURES + TABLE_FEATURES;

/// Writes the ruleset: for each kind of card what it does, then the table's rules.
pub(super) fn write_rules(game: &Game, table: &CardTable, cursor: &mut Cursor<'_>) {
    let rules = game.rules();
    for card in Card::all() {
        let start = cursor.at();
        write_card(rules, table, card, cursor);
        debug_assert_eq!(cursor.at() - start, CARD_FEATURES);
    }
    let start = cursor.at();
    write_table(game, rules, cursor);
    cursor.skip(TABLE_FEATURES - (cursor.at() - start));
}

fn write_card(rules: &Rules, table: &CardTable, card: Card, cursor: &mut Cursor<'_>) {
    let it = table.of(card);
    cursor.value(rules.copies[card.index()]);
    cursor.flag(table.wild.contains(card));
    cursor.flag(table.wild_unable.contains(card));
    cursor.flag(rules.following(Some(card), crate::rules::NO_SUIT) == crate::card::CardSet::ALL);
    cursor.value(nominate_level(it.nominate));
    cursor.value(it.skip);
    cursor.flag(it.reverse > 0);
    let attack = it.attack.map(|kind| &rules.attacks[kind as usize]);
    cursor.value(attack.map_or(0, |a| a.draw));
    cursor.value(
        it.attack
            .map_or(0, |kind| table.answers[kind as usize].answer.len() as u8),
    );
    cursor.flag(
        table
            .answers
            .iter()
            .any(|a| a.cancel.or(a.pass_on).contains(card)),
    );
    cursor.value(it.penalty_draw());
    cursor.flag(it.penalty.is_some_and(|penalty| penalty.kept));
    cursor.value(it.cover.as_ref().map_or(0, |cover| match cover.with {
        CoverWith::Suit if cover.effects == Counts::Top => 20,
        CoverWith::Suit => 10,
        CoverWith::SuitOrRank => 30,
        CoverWith::Any => 40,
        CoverWith::Nominated => 50,
    }));
    cursor.value(
        it.cover
            .as_ref()
            .map_or(0, |cover| if cover.again { 50 } else { cover.most.min(49) }),
    );
    cursor.value(it.give.map_or(0, |give| if give.optional { 25 } else { 50 }));
    cursor.value(it.challenge.as_ref().map_or(0, |challenge| challenge.draw));
    cursor.value(it.challenge.as_ref().map_or(0, |challenge| challenge.extra));
    cursor.flag(it.challenge.as_ref().is_some_and(|challenge| challenge.undone));
    cursor.flag(rules.starter_again.contains(card));
    cursor.value(rules.points[card.index()].min(50) as u8);
    write_in_force(rules, table, card, cursor);
    write_effects(rules, table, card, cursor);
    side::write_card(rules, table, card, cursor);
}

/// On what a card can be laid, and what it asks of others.
fn write_in_force(rules: &Rules, table: &CardTable, card: Card, cursor: &mut Cursor<'_>) {
    cursor.flag(table.wild_no_suit.contains(card));
    cursor.flag(table.not_on.iter().any(|(cards, _)| cards.contains(card)));
    // A card of its rank and another suit tells whether it follows by suit only.
    let by_rank = |other: Card| rules.following(Some(other), crate::rules::NO_SUIT).contains(card);
    cursor.flag(
        !card
            .rank()
            .cards()
            .iter()
            .any(|other| other.suit() != card.suit() && by_rank(other)),
    );
    cursor.value(rules.demanded(card).map_or(0, |cards| cards.len() as u8));
    cursor.flag(rules.follow_under.contains(card));
    for set in [
        rules.starter_open,
        rules.starter_first_nominates,
        rules.starter_by_lot,
        rules.starter_turn_kept,
        rules.same_rank_cards,
        rules.stands_in,
        rules.set_cover_cards,
        rules.row_cards,
        rules.double_hand,
    ] {
        cursor.flag(set.contains(card));
    }
}

/// What a card does beside the effects that most rulesets have.
fn write_effects(rules: &Rules, table: &CardTable, card: Card, cursor: &mut Cursor<'_>) {
    let it = table.of(card);
    cursor.flag(it.again);
    cursor.value(it.others_draw);
    cursor.value(match it.pass_hands {
        PassHands::Off => 0,
        PassHands::Right => 10,
        PassHands::Left => 20,
        PassHands::Onward => 30,
    });
    let penalty = it.penalty.map_or(0, |penalty| {
        10 * u8::from(penalty.from_pile)
            + 3 * u8::from(penalty.in_order)
            + 20 * u8::from(penalty.covered)
            + 5 * u8::from(penalty.ends_attack)
    });
    cursor.value(penalty);
    let cover = it.cover.as_ref();
    cursor.flag(cover.is_some_and(|cover| cover.must));
    cursor.value(cover.map_or(0, |cover| cover.else_draw));
    cursor.value(cover.map_or(0, |cover| cover.also.len() as u8));
    cursor.flag(it.give.is_some_and(|give| give.next_only));
    let attack = it.attack.map(|kind| &rules.attacks[kind as usize]);
    cursor.value(attack.map_or(0, |attack| match attack.suit {
        AnswerSuit::Any => 0,
        AnswerSuit::Nominated => 25,
        AnswerSuit::InForce => 50,
    }));
    cursor.value(attack.map_or(0, |attack| {
        10 * u8::from(attack.together)
            + 20 * u8::from(attack.set_unanswerable)
            + 5 * u8::from(attack.suit_stays)
    }));
}

fn write_table(game: &Game, rules: &Rules, cursor: &mut Cursor<'_>) {
    cursor.value(rules.players);
    cursor.value(rules.deal);
    cursor.flag(rules.starter_effects);
    cursor.one_of(
        3,
        Some(match rules.stock.empty {
            StockEmpty::Reshuffle => 0,
            StockEmpty::TurnOver => 1,
            StockEmpty::None => 2,
        }),
    );
    cursor.flag(rules.stock.renews_at_once);
    cursor.flag(rules.draw.when == DrawWhen::Unable);
    cursor.value(rules.draw.limit);
    cursor.flag(rules.draw.until_playable);
    cursor.value(rules.draw.until_hand);
    cursor.one_of(
        5,
        Some(match rules.draw.then {
            DrawThen::EndTurn => 0,
            DrawThen::MayPlay => 1,
            DrawThen::MustPlay => 2,
            DrawThen::PlayAny => 3,
            DrawThen::MustPlayAny => 4,
        }),
    );
    cursor.one_of(
        3,
        Some(match rules.same_rank {
            SameRank::Off => 0,
            SameRank::Every => 1,
            SameRank::Top => 2,
        }),
    );
    cursor.flag(rules.reversals == Reversals::Once);
    cursor.flag(rules.reverse_with_two == ReverseWithTwo::Skip);
    cursor.one_of(
        3,
        Some(match rules.call.made {
            CallMade::Off => 0,
            CallMade::ByPlayer => 1,
            CallMade::Automatic => 2,
        }),
    );
    cursor.value(rules.call.penalty);
    cursor.flag(rules.call.caught == Caught::ByOthers);
    cursor.flag(rules.call.charged == Charged::OwnTurn);
    cursor.flag(rules.last_card == LastCard::Served);
    cursor.flag(rules.who_scores == WhoScores::Winner);
    cursor.value((rules.target / 10).min(50) as u8);
    cursor.flag(rules.highest_wins);
    cursor.value(rules.bonus.min(50) as u8);
    cursor.value(rules.mistakes.penalty);
    cursor.flag(game.options().episode == EpisodeKind::Match);
    cursor.value(rules.round.extra_passes);
    cursor.flag(rules.round.attack_empties_stock_is_pass);
    cursor.value((rules.round.plays / 10).min(50) as u8);
    cursor.flag(rules.draw.ask_pass);
    let follows =
        |upcard: &str, nominated: u8, card: &str| match (upcard.parse::<Card>(), card.parse::<Card>()) {
            (Ok(upcard), Ok(card)) => rules.follow[upcard.index()][nominated as usize].contains(card),
            _ => false,
        };
    cursor.flag(follows("2C", crate::rules::NO_SUIT, "3C"));
    cursor.flag(follows("2C", crate::rules::NO_SUIT, "2D"));
    cursor.flag(follows("2C", crate::card::Suit::Hearts as u8, "2D"));
    cursor.value(rules.same_rank_cards.len() as u8);
    cursor.value(rules.deal_choice_to);
    cursor.flag(rules.last_card == LastCard::Chain);
    cursor.value(match rules.double {
        Doubling::Off => 0,
        Doubling::Rank => 25,
        Doubling::Class => 50,
    });
    cursor.value(match rules.at_target {
        AtTarget::End => 0,
        AtTarget::SuddenDeath => 25,
        AtTarget::Elimination => 50,
    });
    cursor.value(rules.hat.min(50) as u8);
    cursor.value((rules.turns / 10).min(50) as u8);
    write_turns(rules, cursor);
}

/// The settings of turns, rounds and scores that few rulesets change.
fn write_turns(rules: &Rules, cursor: &mut Cursor<'_>) {
    cursor.value(rules.countdown);
    cursor.value(match (rules.direction_choice, rules.direction_after_deal) {
        (false, _) => 0,
        (true, true) => 25,
        (true, false) => 50,
    });
    cursor.flag(rules.starter_turned);
    cursor.flag(rules.nomination_lapses);
    cursor.value(match rules.draw.after_attack {
        AfterAttack::EndTurn => 0,
        AfterAttack::LayAttack => 25,
        AfterAttack::Play => 50,
    });
    cursor.flag(rules.draw.suit_only);
    cursor.flag(rules.draw.wild_by_lot);
    cursor.flag(rules.draw.wild_effects);
    cursor.flag(rules.runs);
    cursor.value(match rules.set_cover {
        SetCover::Off => 0,
        SetCover::May => 25,
        SetCover::Must => 50,
    });
    cursor.value(rules.identical_draw);
    cursor.flag(rules.identical_again);
    cursor.flag(rules.skips == Skips::Once);
    cursor.flag(rules.call.caught == Caught::NextPlayer);
    cursor.value(rules.places);
    cursor.value(rules.second_share / 2);
    cursor.value(rules.row);
    cursor.flag(rules.loser_first);
    cursor.flag(rules.halve_identical);
    cursor.value((rules.comeback / 10).min(50) as u8);
    side::write_table(rules, cursor);
}

/// Whether a card makes its player nominate, as a feature: 0, 1 (if it followed) or 2 (always).
const fn nominate_level(nominate: Nominate) -> u8 {
    match nominate {
        Nominate::Never => 0,
        Nominate::IfFollowed => 10,
        Nominate::Alone => 20,
        Nominate::Second => 30,
        Nominate::Always => 50,
    }
}
