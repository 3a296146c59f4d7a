//! What each kind of card does, as features.

use super::super::cursor::Cursor;
use super::super::field::{Features, Field, Set};
use super::declare::features;
use crate::card::{Card, CardSet};
use crate::rules::{AttackRules, CardRules, CardTable, NO_SUIT, Rules, SideRules, WordRules};
use crate::ruleset::{AnswerSuit, Counts, CoverWith, Nominate, PassHands, WordDue};

/// A kind of card, and the rules for it.
#[derive(Clone, Copy)]
pub(crate) struct CardScene<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) table: &'a CardTable,
    pub(crate) card: Card,
}

impl<'a> CardScene<'a> {
    fn own(self) -> &'a CardRules {
        self.table.of(self.card)
    }

    fn is_in(self, cards: CardSet) -> bool {
        cards.contains(self.card)
    }

    fn attack(self) -> Option<&'a AttackRules> {
        self.own()
            .hit
            .attack
            .map(|kind| &self.rules.attacks[usize::from(kind)])
    }

    /// The cards that answer its attack.
    fn answers(self) -> CardSet {
        let answers = self
            .own()
            .hit
            .attack
            .map(|kind| self.table.hit.answers[usize::from(kind)]);
        answers.map_or(CardSet::EMPTY, |answers| answers.answer)
    }

    fn has_penalty(self, so: impl Fn(&crate::rules::PenaltyRules) -> bool) -> bool {
        self.own().hit.penalty.as_ref().is_some_and(so)
    }

    /// The cards that follow it while nothing is nominated.
    fn followed_by(self) -> CardSet {
        self.rules.following(Some(self.card), NO_SUIT)
    }

    /// Whether it follows no card of its rank in another suit.
    fn follows_suit_only(self) -> bool {
        let mut others = self
            .card
            .rank()
            .cards()
            .iter()
            .filter(|other| other.suit() != self.card.suit());
        !others.any(|other| self.is_in(self.rules.following(Some(other), NO_SUIT)))
    }

    fn is_in_side(self, cards: impl Fn(&SideRules) -> CardSet) -> bool {
        self.rules
            .side
            .as_deref()
            .is_some_and(|side| self.is_in(cards(side)))
    }

    /// How many words that are due after a card are due by these cards.
    fn words(self, cards: impl Fn(&WordRules) -> CardSet) -> u8 {
        let words = self.rules.side.as_deref().map_or(&[][..], |side| &side.words);
        let due = words
            .iter()
            .filter(|word| word.due == WordDue::Laid && self.is_in(cards(word)));
        due.count() as u8
    }
}

features! {
    it: CardScene<'_>;
    number "copies" = it.rules.copies[it.card.index()]; "how many the deck has"
    flag "wild" = it.is_in(it.table.play.wild); "whether it may be played on anything"
    flag "wild_if_unable" = it.is_in(it.table.play.wild_unable);
        "whether it may be played on anything by whoever can play nothing else"
    flag "wild_if_no_suit" = it.is_in(it.table.play.wild_no_suit);
        "whether it may be played on anything by whoever holds no card of the suit in force"
    flag "ordinary_on_some" = it.table.play.not_on.iter().any(|(cards, _)| it.is_in(*cards));
        "whether there are upcards on which it is an ordinary card"
    flag "anything_follows" = it.followed_by() == CardSet::ALL; "whether anything may be played on it"
    flag "follows_suit_only" = it.follows_suit_only(); "whether it follows by suit, not by rank"
    flag "limited" = it.is_in(it.rules.settings.limited); "whether it may be played on listed cards only"
    flag "closed" = it.is_in(it.rules.settings.closed); "whether only listed cards may be played on it"
    flag "follow_under" = it.is_in(it.rules.follow_under); "whether the card under it is followed"
    number "demands" = it.rules.demanded(it.card).map_or(0, |cards| cards.len() as u8);
        "how many kinds of card the next player may answer it with, where it demands some"
    one_of "nominates" = it.own().nominate, [
        Nominate::IfFollowed => "if-followed", Nominate::Alone => "alone", Nominate::Second => "second",
        Nominate::Always => "always"
    ]; "when its player nominates a suit"
    number "skips" = it.own().skip.players; "players that it skips"
    flag "reverses" = it.own().reverse.times > 0; "whether it reverses the direction"
    flag "again" = it.own().again.same_player; "whether the same player has the next turn"
    number "others_draw" = it.own().hit.others_draw; "cards that all others draw"
    number "slap" = it.own().hit.slap; "cards that somebody draws by lot"
    one_of "hands_go" = it.own().moving.pass_hands, [
        PassHands::Right => "right", PassHands::Left => "left", PassHands::Onward => "onward"
    ]; "where all hands move"
    flag "swap_hands" = it.own().moving.swap_hands; "whether its player may swap hands"
    flag "mirror" = it.own().mirror.mirrors; "whether it turns what makes others draw against whoever played that"
    number "attack" = it.attack().map_or(0, |attack| attack.draw); "cards that its attack adds"
    number "attack_answers" = it.answers().len() as u8; "how many kinds of card answer its attack"
    one_of "attack_answer_suit" = it.attack().map(|attack| attack.suit), [
        Some(AnswerSuit::Nominated) => "nominated", Some(AnswerSuit::InForce) => "in-force"
    ]; "the suit of which an answer must be"
    flag "attack_replaces" = it.attack().is_some_and(|attack| !attack.adds);
        "whether its attack takes the place of what is pending"
    flag "attack_together" = it.attack().is_some_and(|attack| attack.together);
        "whether equal cards on top add up where only the top card counts"
    flag "attack_set_unanswerable" = it.attack().is_some_and(|attack| attack.set_unanswerable);
        "whether two or more played together cannot be answered"
    flag "attack_suit_stays" = it.attack().is_some_and(|attack| attack.suit_stays);
        "whether its suit must be followed when the attack is over"
    flag "stops_attack" = it.table.hit.answers.iter().any(|answers| it.is_in(answers.cancel.or(answers.pass_on)));
        "whether it cancels an attack or passes it on"
    number "penalty" = it.own().hit.penalty_draw(); "cards that the next player draws at once"
    flag "penalty_keeps_turn" = it.has_penalty(|penalty| penalty.kept); "whether that player keeps the turn"
    flag "penalty_from_pile" = it.has_penalty(|penalty| penalty.from_pile); "whether they come from the pile"
    flag "penalty_pile_top" = it.has_penalty(|penalty| penalty.in_order); "whether they are its top cards"
    flag "penalty_covered" = it.has_penalty(|penalty| penalty.covered);
        "whether they are drawn also where the card is covered"
    flag "penalty_ends_attack" = it.has_penalty(|penalty| penalty.ends_attack);
        "whether an attack of the turn is then nothing"
    one_of "cover" = it.own().continuing.cover.map(|cover| cover.with), [
        Some(CoverWith::Suit) => "suit", Some(CoverWith::SuitOrRank) => "suit-or-rank", Some(CoverWith::Any) => "any",
        Some(CoverWith::Nominated) => "nominated"
    ]; "with what it may be covered in the same turn"
    flag "cover_top_counts" = it.own().continuing.cover.is_some_and(|cover| cover.effects == Counts::Top);
        "whether only the top card then counts"
    flag "cover_again" = it.own().continuing.cover.is_some_and(|cover| cover.again); "whether a cover may be covered again"
    number "cover_most" = it.own().continuing.cover.map_or(0, |cover| cover.most); "most covers"
    flag "cover_must" = it.own().continuing.cover.is_some_and(|cover| cover.must); "whether it must be covered"
    number "cover_else_draw" = it.own().continuing.cover.map_or(0, |cover| cover.else_draw); "cards for one who does not"
    number "cover_also" = it.own().continuing.cover.map_or(0, |cover| cover.also.len() as u8);
        "how many kinds of card may cover it whatever they are"
    flag "give" = it.own().moving.give.is_some(); "whether its player gives cards away"
    flag "give_optional" = it.own().moving.give.is_some_and(|give| give.optional); "whether the player may give none"
    flag "give_next_only" = it.own().moving.give.is_some_and(|give| give.next_only); "whether only the next player gets one"
    number "name_rank_draw" = it.own().next.name_rank.map_or(0, |named| named.draw);
        "cards that the next player draws who holds none of the rank that is named"
    number "name_rank_cards" = it.own().next.name_rank.map_or(0, |named| named.cards.len() as u8);
        "how many single cards may be named, too"
    number "challenge_draw" = it.own().challenge.as_ref().map_or(0, |challenge| challenge.draw);
        "cards for whoever is rightly challenged"
    number "challenge_extra" = it.own().challenge.as_ref().map_or(0, |challenge| challenge.extra);
        "further cards for whoever challenges wrongly"
    flag "challenge_undone" = it.own().challenge.as_ref().is_some_and(|challenge| challenge.undone);
        "whether its player takes it back"
    number "points" = it.rules.points[it.card.index()].min(u16::from(u8::MAX)) as u8;
        "points that it counts in a hand"
    flag "doubles_hand" = it.is_in(it.rules.double_hand); "whether it doubles the points of a hand"
    flag "same_rank" = it.is_in(it.rules.several.same_rank_cards); "whether several of its rank are played in a turn"
    flag "stands_in" = it.is_in(it.rules.several.stands_in); "whether it may stand for the rank"
    flag "set_covered" = it.is_in(it.rules.several.set_cover_cards); "whether a set of it is covered"
    flag "row" = it.is_in(it.rules.row_cards); "whether several in a row end the round"
    flag "starter_again" = it.is_in(it.rules.starter_again); "whether another starter is turned instead"
    flag "starter_open" = it.is_in(it.rules.starter_open); "whether any card may be played on it as the starter"
    flag "starter_first_nominates" = it.is_in(it.rules.starter_first_nominates);
        "whether the first player nominates for it as the starter"
    flag "starter_by_lot" = it.is_in(it.rules.starter_by_lot); "whether chance nominates for it as the starter"
    flag "starter_turn_kept" = it.is_in(it.rules.starter_turn_kept);
        "whether its penalty as the starter leaves the first player the turn"
    flag "starter_nominate_only" = it.is_in_side(|side| side.starter_nominate_only);
        "whether nothing but its nomination counts as the starter"
    flag "starter_no_effects" = it.is_in_side(|side| side.starter_no_effects);
        "whether it has no effect as the starter"
    flag "identical" = it.is_in_side(|side| side.identical);
        "whether it may be played out of turn on an identical card"
    flag "identical_must" = it.is_in_side(|side| side.identical_must); "whether whoever can must do that"
    flag "identical_not_own" = it.is_in_side(|side| side.layer_not); "whether its player may not add another"
    flag "second_pile" = it.is_in_side(|side| side.second_pile); "whether it belongs to the second pile"
    flag "not_out" = it.is_in_side(|side| side.not_on); "whether nobody goes out with it"
    number "words_due" = it.words(|word| word.cards); "how many words are due after it"
    number "words_due_on" = it.words(|word| word.on); "how many words are due after a card that is played on it"
}
