//! The settings of the table, as features.

use crate::card::{Rank, Suit};
use crate::engine::{EpisodeKind, Game};
use crate::observation::declare::features;
use crate::observation::ruleset::byte;
use crate::rules::{NO_SUIT, Rules};
use crate::ruleset::{
    AfterAttack, AtTarget, CallDue, CallMade, Caught, Charged, Created, CreatedBy, Doubling, DrawThen,
    DrawWhen, LastCard, Reversals, ReverseWithTwo, Runs, SameRank, SeenBy, SetCover, Skips, Split,
    StockEmpty, WhoScores, WordDue,
};

use crate::seat::Direction;

/// A game whose rules are shown.
#[derive(Clone, Copy)]
pub(crate) struct TableScene<'a> {
    pub(crate) game: &'a Game,
    pub(crate) rules: &'a Rules,
}

impl<'a> TableScene<'a> {
    /// True if the card of this rank and suit follows the two of clubs under this nomination.
    fn follows_two(self, nominated: u8, rank: u8, suit: Suit) -> bool {
        let card =
            |rank: u8, suit: Suit| Rank::from_index(rank).and_then(|rank| self.rules.pack.card(rank, suit));
        let follows = self.rules.following(card(0, Suit::Clubs), nominated);
        card(rank, suit).is_some_and(|card| follows.contains(card))
    }

    /// Returns the points by which a change of a score makes it better.
    fn gain(self, points: i32) -> i32 {
        self.rules.improvement(points)
    }

    fn word_penalty(self, due: WordDue) -> u8 {
        let word = self.rules.tableau.word(due);
        word.map_or(0, |word| word.penalty)
    }

    /// Returns the settings of created rules, if the game has any.
    fn created(self) -> Option<&'a Created> {
        Some(&self.rules.tableau.created).filter(|created| created.most > 0)
    }
}

/// Limits a number to the range of a byte.
fn capped(number: u16) -> u8 {
    number.min(u16::from(u8::MAX)) as u8
}

features! {
    it: TableScene<'_>;
    number "players" = it.rules.players; "players"
    flag "match" = it.game.options().episode == EpisodeKind::Match; "true if the game is a match"
    number "deal" = it.rules.deal.cards; "cards dealt to each"
    flag "deal_down_and_up" = it.rules.deal.down_and_up; "true if later rounds are dealt fewer, then more"
    number "deal_choice_to" = it.rules.deal.choice_to; "most cards, where the dealer chooses"
    number "dealer_extra" = it.rules.deal.dealer_extra; "cards that the dealer is dealt beyond the others"
    flag "anticlockwise" = it.rules.deal.direction == Direction::Anticlockwise; "true if play begins anticlockwise"
    one_of "direction_choice" = (it.rules.deal.direction_choice, it.rules.deal.direction_after), [
        (true, true) => "after-deal", (true, false) => "before-deal"
    ]; "when the dealer chooses the direction"
    flag "starter_turned" = it.rules.starter.turned; "true if a card is turned to begin the pile"
    flag "starter_by_dealer" = it.rules.starter.by_dealer; "true if the dealer has the first turn"
    flag "starter_effects" = it.rules.starter.effects; "true if the starter has effects"
    flag "starter_before_deal" = it.rules.starter.before_deal;
        "true if it is turned before the deal"
    flag "starter_in_full" = it.rules.starter.in_full;
        "true if its effects count that need the dealer's hand"
    flag "follow_suit" = it.follows_two(NO_SUIT, 1, Suit::Clubs); "true if an ordinary card follows by suit"
    flag "follow_rank" = it.follows_two(NO_SUIT, 0, Suit::Diamonds); "true if an ordinary card follows by rank"
    flag "follow_rank_on_nominated" = it.follows_two(Suit::Hearts as u8, 0, Suit::Diamonds);
        "true if it does where a suit is nominated"
    flag "nomination_lapses" = it.rules.follow.nomination_lapses; "true if a nomination binds the next player only"
    flag "sum_product" = it.rules.follow.sum_product;
        "true if a number follows that is the sum or the product of the two top ones"
    one_of "stock_empty" = it.rules.stock.empty, [
        StockEmpty::Reshuffle => "reshuffle", StockEmpty::TurnOver => "turn-over", StockEmpty::None => "none",
        StockEmpty::EndsRound => "ends-round"
    ]; "the way in which the stock is renewed"
    flag "stock_renewed_at_once" = it.rules.stock.renews_at_once;
        "true if it is renewed as soon as it is empty"
    number "stock_keep" = it.rules.stock.keep; "cards that each keeps when the stock runs low"
    one_of "draw_when" = it.rules.draw.when, [DrawWhen::Unable => "unable", DrawWhen::Never => "never"];
        "when a card may be drawn, if not whenever the player likes"
    number "draw_limit" = it.rules.draw.limit; "most cards drawn in a turn"
    flag "draw_until_playable" = it.rules.draw.until_playable; "true if cards are drawn until one can be played"
    number "draw_until_hand" = it.rules.draw.until_hand; "up to how many cards in hand are drawn"
    one_of "draw_then" = it.rules.draw.then, [
        DrawThen::EndTurn => "end-turn", DrawThen::MayPlay => "may-play", DrawThen::MustPlay => "must-play",
        DrawThen::PlayAny => "play-any", DrawThen::MustPlayAny => "must-play-any"
    ]; "the rest of a turn after a draw"
    one_of "draw_after_attack" = it.rules.draw.after_attack, [
        AfterAttack::PlayAttack => "play-attack", AfterAttack::Play => "play"
    ]; "the rest of a turn after what was pending is drawn"
    number "draw_end_of_turn" = it.rules.draw.end_of_turn; "cards drawn at the end of every own turn"
    flag "draw_suit_only" = it.rules.draw.suit_only; "true if only a card of the suit is played after a draw"
    flag "draw_wild_by_lot" = it.rules.draw.wild_by_lot; "true if chance nominates for a wild card that is drawn"
    flag "draw_wild_effects" = it.rules.draw.wild_effects; "true if a wild card that is drawn has effects"
    flag "ask_pass" = it.rules.draw.ask_pass; "true if a player who can only pass is asked"
    one_of "same_rank" = it.rules.turn.several.same_rank, [
        SameRank::Off => "off", SameRank::Every => "every", SameRank::Top => "top",
        SameRank::TopSet => "top-set"
    ]; "the cards whose effects count if several of one rank are played in a turn"
    number "same_rank_cards" = it.rules.turn.several.same_rank_cards.len() as u8; "kinds of card for which that holds"
    flag "runs" = it.rules.turn.several.runs != Runs::Off; "true if runs are played in a turn"
    flag "runs_round" = it.rules.turn.several.runs == Runs::Round; "true if king and ace join in them"
    number "most" = it.rules.turn.several.most; "most cards in a turn, each following the one below"
    flag "or_all" = it.rules.turn.several.or_all; "true if more may be played if then all are"
    one_of "set_cover" = it.rules.turn.several.set_cover, [SetCover::May => "may", SetCover::Must => "must"];
        "cover of a set: optional or required"
    number "identical_draw" = it.rules.turn.identical_draw; "cards that all others draw when an identical card is played"
    flag "identical_again" = it.rules.turn.identical_again; "true if the player of an identical card plays again"
    flag "reversals_once" = it.rules.turn.reversals == Reversals::Once; "true if several reversals of a turn count as one"
    flag "skips_once" = it.rules.turn.skips == Skips::Once; "true if several skips of a turn count as one"
    flag "reverse_skips_with_two" = it.rules.turn.reverse_with_two == ReverseWithTwo::Skip;
        "true if a reversal is a skip where two play"
    one_of "call" = it.rules.call.made, [
        CallMade::Off => "off", CallMade::ByPlayer => "by-player", CallMade::Automatic => "automatic"
    ]; "the way in which the last card is called"
    number "call_penalty" = it.rules.call.penalty; "cards for a missing call"
    number "call_skip" = it.rules.call.skip; "turns lost for one"
    one_of "call_caught" = it.rules.call.caught, [
        Caught::ByOthers => "by-others", Caught::NextPlayer => "next-player", Caught::Asked => "asked"
    ]; "the players who catch a missing call"
    one_of "call_charged" = it.rules.call.charged, [
        Charged::OwnTurn => "own-turn", Charged::AfterNext => "after-next"
    ]; "when a missing call is charged, if not at once"
    number "call_cards" = it.rules.call.cards; "cards left for which the call is due"
    flag "call_held" = it.rules.call.due == CallDue::Held; "true if the call is due while one card is held"
    flag "call_at_once" = it.rules.call.due == CallDue::AtOnce; "true if nobody goes out whose call is missing"
    one_of "last_card" = it.rules.out.last_card, [LastCard::Served => "served", LastCard::Chain => "chain"];
        "the fate of the effects of a last card"
    flag "out_drawn" = it.rules.out.drawn;
        "true if the call has to be said with a card drawn after the last one"
    number "out_not_on_draw" = if it.rules.tableau.needed { it.rules.out.not_on_draw } else { 0 };
        "cards for a last card with which nobody goes out"
    number "word_out_penalty" = it.word_penalty(WordDue::Out); "cards for a missing word after the last card"
    number "word_draw_penalty" = it.word_penalty(WordDue::Penalty); "cards for a missing word after a penalty"
    number "mistake_penalty" = it.rules.mistakes.penalty; "cards for a mistake"
    number "places" = it.rules.out.places; "places that are played for"
    number "second_share" = it.rules.out.second_share / 2; "half the percent of all stakes for whoever is second"
    number "row" = it.rules.round.row; "cards of one rank in a row that end the round"
    number "plays" = capped(it.rules.round.plays / 10); "a tenth of the cards after which a round ends"
    number "extra_passes" = it.rules.round.extra_passes; "further passes before a blocked round ends"
    flag "attack_empties_stock_is_pass" = it.rules.round.attack_empties_stock_is_pass;
        "true if drawing the last card of the stock for an attack is a pass"
    flag "loser_first" = it.rules.round.loser_first; "true if the loser of a round begins the next"
    flag "winner_first" = it.rules.round.winner_first; "true if the winner of a round begins the next"
    flag "winner_deals" = it.rules.round.winner_deals; "true if the winner of a round deals the next"
    one_of "scores" = it.rules.score.who, [WhoScores::Winner => "winner", WhoScores::Round => "round"];
        "the players who score, if not the losers"
    number "last_skipped" = byte(it.gain(it.rules.score.last_skipped)); "points for whoever was skipped last"
    number "last_skipped_loss" = byte(-it.gain(it.rules.score.last_skipped)); "points that it costs"
    number "renewal" = byte(-it.gain(it.rules.score.renewal)); "points for causing the stock to be renewed"
    number "renewal_gain" = byte(it.gain(it.rules.score.renewal)); "points by which that makes a score better"
    number "call_points" = byte(-it.gain(it.rules.score.call)); "points for a missing call"
    number "call_gain" = byte(it.gain(it.rules.score.call)); "points by which one makes a score better"
    number "mistake_points" = byte(-it.gain(it.rules.score.mistake)); "points for a mistake"
    number "mistake_gain" = byte(it.gain(it.rules.score.mistake)); "points by which one makes a score better"
    flag "renewals_double" = it.rules.score.renewals_double; "true if they double with each time"
    one_of "doubled" = it.rules.score.double, [Doubling::Rank => "rank", Doubling::Class => "class"];
        "by what the last card doubles the points"
    flag "halve_identical" = it.rules.score.halve_identical; "true if identical cards in a hand halve its points"
    number "countdown" = it.rules.countdown; "the score from which players count down"
    number "target" = capped(it.rules.matches.target / 10); "a tenth of the score that ends the match"
    one_of "at_target" = it.rules.matches.at_target, [
        AtTarget::SuddenDeath => "sudden-death", AtTarget::Elimination | AtTarget::Comeback(_) => "elimination"
    ]; "the event at the target, if the match does not end there"
    flag "highest_wins" = it.rules.matches.highest_wins; "true if the highest score wins"
    number "bonus" = byte(it.gain(it.rules.score.bonus)); "points for winning the match"
    number "bonus_loss" = byte(-it.gain(it.rules.score.bonus)); "points that it costs"
    number "exact" = it.rules.matches.exact.len() as u8; "scores that a player does not keep"
    number "exact_first" = byte(it.rules.matches.exact.first().map_or(0, |(from, _)| *from)); "the first of them"
    number "comeback" = capped(it.rules.matches.at_target.comeback() / 10);
        "a tenth of the score that wins where the target only puts at risk"
    number "turns" = capped(it.rules.matches.turns / 10); "a tenth of the turns after which a match ends"
    number "games" = it.rules.matches.games; "games that a match scores at once"
    number "match_rounds" = capped(it.rules.matches.rounds); "rounds that a match lasts"
    number "created" = it.created().map_or(0, |created| created.most); "most created rules that stand"
    one_of "created_by" = it.created().map(|created| created.by), [
        Some(CreatedBy::Dealer) => "dealer", Some(CreatedBy::Winner) => "winner", Some(CreatedBy::Lot) => "lot"
    ]; "the player who creates rules"
    one_of "created_seen" = it.created().map(|created| created.seen), [
        Some(SeenBy::Dealer) => "dealer", Some(SeenBy::All) => "all", Some(SeenBy::Nobody) => "nobody"
    ]; "the players who see created rules"
    number "created_offered" = it.created().map_or(0, |created| created.offered); "created rules that are offered"
    flag "created_cross_out" = it.created().is_some_and(|created| created.cross_out);
        "true if other created rules may be crossed out"
    number "created_drawn" = it.created().map_or(0, |created| created.drawn); "created rules that are drawn by lot for a match"
    one_of "created_split" = it.created().map(|created| created.split), [
        Some(Split::Train) => "train", Some(Split::Test) => "test"
    ]; "the split that created rules come from, if not from all"
}
