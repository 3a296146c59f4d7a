//! The ruleset as features, so that one network can be trained across games.

use super::write::{Cursor, Feature, nominate_level};
use crate::card::{Card, KINDS};
use crate::engine::{EpisodeKind, Game};
use crate::rules::{CardTable, Rules};
use crate::ruleset::{
    AtTarget, CallMade, Caught, Charged, Counts, CoverWith, Doubling, DrawThen, DrawWhen, LastCard,
    Reversals, ReverseWithTwo, SameRank, StockEmpty, StockRenew, WhoScores,
};
use crate::view::View;

/// Features of one kind of card.
const CARD_FEATURES: usize = 20;

/// Features of the ruleset as a whole.
const TABLE_FEATURES: usize = 48;

/// Number of features of a ruleset.
pub(super) const RULE_FEATURES: usize = KINDS * CARD_FEATURES + TABLE_FEATURES;

/// Writes the ruleset: for each kind of card what it does, then the table's rules.
pub(super) fn write_rules<T: Feature>(view: &View<'_>, cursor: &mut Cursor<'_, T>) {
    let game = view.game();
    let rules = game.rules();
    for card in Card::all() {
        let start = cursor.at();
        write_card(rules, view.table(), card, cursor);
        debug_assert_eq!(cursor.at() - start, CARD_FEATURES);
    }
    let start = cursor.at();
    write_table(game, rules, cursor);
    cursor.skip(TABLE_FEATURES - (cursor.at() - start));
}

fn write_card<T: Feature>(rules: &Rules, table: &CardTable, card: Card, cursor: &mut Cursor<'_, T>) {
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
}

fn write_table<T: Feature>(game: &Game, rules: &Rules, cursor: &mut Cursor<'_, T>) {
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
    cursor.flag(rules.stock.renew == StockRenew::AtOnce);
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
}
