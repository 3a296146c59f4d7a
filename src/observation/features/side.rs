//! Features of what goes on around a turn: play out of turn, second piles, words, created rules, and effects beside those
//! that most rulesets have.

use super::super::cursor::Cursor;
use crate::card::Card;
use crate::rules::{CardTable, Rules, SideRules};
use crate::ruleset::{CallDue, Caught, Charged, CreatedBy, DrawWhen, SeenBy, Split, WhoScores, WordDue};

/// What a card does, and where it may be laid.
pub(super) fn write_card(rules: &Rules, table: &CardTable, card: Card, cursor: &mut Cursor<'_>) {
    let it = table.of(card);
    cursor.flag(rules.settings.limited.contains(card));
    cursor.flag(rules.settings.closed.contains(card));
    cursor.flag(it.swap_hands);
    cursor.value(it.slap);
    cursor.value(it.name_rank.map_or(0, |named| named.draw));
    cursor.value(it.name_rank.map_or(0, |named| named.cards.len() as u8));
    cursor.flag(it.mirror);
    let adds = it.attack.is_none_or(|kind| rules.attacks[kind as usize].adds);
    cursor.flag(!adds);
    let Some(more) = rules.side.as_deref() else {
        return cursor.skip(6);
    };
    cursor.value(
        20 * u8::from(more.identical.contains(card))
            + 20 * u8::from(more.identical_must.contains(card))
            + 10 * u8::from(more.layer_not.contains(card)),
    );
    cursor.flag(more.second_pile.contains(card));
    cursor.flag(more.not_on.contains(card));
    cursor.value(
        20 * u8::from(more.starter_nominate_only.contains(card))
            + 30 * u8::from(more.starter_no_effects.contains(card)),
    );
    let laid = || more.words.iter().filter(|word| word.due == WordDue::Laid);
    let due = laid().filter(|word| word.cards.contains(card));
    cursor.value(7 * due.count() as u8);
    cursor.value(7 * laid().filter(|word| word.on.contains(card)).count() as u8);
}

/// The settings of the table.
pub(super) fn write_table(rules: &Rules, cursor: &mut Cursor<'_>) {
    cursor.value(rules.settings.dealer_extra);
    cursor.flag(rules.settings.sum_product);
    cursor.flag(rules.draw.when == DrawWhen::Never);
    cursor.value(rules.settings.end_draw);
    cursor.value(rules.settings.most);
    cursor.flag(rules.settings.or_all);
    cursor.flag(rules.call.caught == Caught::Asked);
    cursor.flag(rules.call.charged == Charged::AfterNext);
    cursor.flag(rules.call.due == CallDue::Held);
    cursor.flag(rules.who_scores == WhoScores::Round);
    cursor.value(rules.settings.match_rounds.min(50) as u8);
    cursor.flag(rules.settings.winner_deals);
    if let Some(more) = rules.side.as_deref() {
        write_more(more, cursor);
    }
}

fn write_more(more: &SideRules, cursor: &mut Cursor<'_>) {
    cursor.flag(more.starter_before_deal);
    cursor.flag(more.starter_in_full);
    cursor.value(more.keep);
    cursor.value(more.not_on_draw);
    cursor.flag(more.out_drawn);
    for due in [WordDue::Out, WordDue::Penalty] {
        cursor.value(more.word(due).map_or(0, |word| word.penalty));
    }
    let created = &more.created;
    if created.most == 0 {
        return;
    }
    cursor.value(10 * created.most);
    cursor.one_of(
        3,
        Some(match created.by {
            CreatedBy::Dealer => 0,
            CreatedBy::Winner => 1,
            CreatedBy::Lot => 2,
        }),
    );
    cursor.one_of(
        3,
        Some(match created.seen {
            SeenBy::Dealer => 0,
            SeenBy::All => 1,
            SeenBy::Nobody => 2,
        }),
    );
    cursor.value(created.offered);
    cursor.flag(created.cross_out);
    cursor.value(10 * created.drawn);
    cursor.value(match created.split {
        Split::All => 0,
        Split::Train => 25,
        Split::Test => 50,
    });
}
