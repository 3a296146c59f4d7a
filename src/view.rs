//! The knowledge that one seat may have of a position: an allow-list from which observations and bots are built.

mod collected;
mod in_force;
mod tableau;

use crate::action::ActionSet;
use crate::card::{Card, CardSet, MAX_KINDS, Suit};
use crate::engine::games::Games;
use crate::engine::{EpisodeKind, Game, JudgedBy, Phase, State, answering, answers_to, lawful_on_any_pile};
use crate::hand::Hand;
use crate::pack::Pack;
use crate::rules::{CardTable, NO_SUIT};
use crate::ruleset::{Challenge, Source};
use crate::seat::{Direction, Seat, SeatSet};

use crate::engine::{Effect, Line};
pub use collected::Collected;
pub use tableau::TurnEffects;

/// A position as one seat may see it.
///
/// A view borrows the state but exposes only what is listed here: the viewer's hand, open cards, sizes of hidden ones,
/// and everything that the seat has seen or been shown.
#[derive(Clone, Copy)]
pub struct View<'a> {
    game: &'a Game,
    state: &'a State,
    seat: Seat,
    /// The viewer's legal actions, if they are known already.
    legal: Option<ActionSet>,
}

impl<'a> View<'a> {
    /// Returns the view of a seat.
    #[must_use]
    pub const fn new(game: &'a Game, state: &'a State, seat: Seat) -> Self {
        Self {
            game,
            state,
            seat,
            legal: None,
        }
    }

    /// Returns the view, with the viewer's legal actions as they were computed before.
    #[must_use]
    #[inline(always)]
    pub(crate) fn with_legal(self, legal: ActionSet) -> Self {
        debug_assert_eq!(legal, self.legal(), "the legal actions are those of the position");
        Self {
            legal: Some(legal),
            ..self
        }
    }

    /// The seat whose view this is.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The game, whose rules are public.
    #[must_use]
    pub const fn game(&self) -> &'a Game {
        self.game
    }

    /// The effects of each kind of card in the viewer's hand.
    pub(crate) fn table(&self) -> &'a CardTable {
        self.state.table(self.game.rules(), self.seat)
    }

    /// The index of [`View::table`] among the tables of the rules: one for each meaning of their late-bound words.
    pub(crate) fn meaning(&self) -> usize {
        self.state.meaning(self.game.rules(), self.seat)
    }

    /// Number of seats.
    #[must_use]
    #[inline]
    pub fn players(&self) -> u8 {
        self.game.players()
    }

    /// Returns the seat `k` places clockwise from the viewer.
    #[must_use]
    pub fn relative(&self, k: u8) -> Seat {
        self.seat.clockwise_by(k, self.players())
    }

    /// The viewer's hand.
    #[must_use]
    #[inline]
    pub const fn hand(&self) -> &'a Hand {
        self.state.hand(self.seat)
    }

    /// Returns the number of cards that a seat holds.
    #[must_use]
    #[inline]
    pub const fn hand_size(&self, seat: Seat) -> u8 {
        self.state.hand(seat).len()
    }

    /// The top card of the pile.
    #[must_use]
    #[inline]
    pub fn upcard(&self) -> Option<Card> {
        self.state.upcard()
    }

    /// True if the cards are turned over to their backs.
    #[must_use]
    pub fn is_turned(&self) -> bool {
        self.state.is_turned()
    }

    /// The backs of the cards of a seat, which everybody sees; none where cards have no backs.
    ///
    /// Nobody knows which of them belongs to which card.
    #[must_use]
    pub fn backs(&self, owner: Seat) -> Option<&'a Hand> {
        self.state.backs().map(|backs| &backs.hands[owner.index()])
    }

    /// The backs of the cards of the pile, that of its lowest card first; empty where cards have no backs.
    ///
    /// The first one would be the upcard if all cards were turned over.
    #[must_use]
    pub fn pile_backs(&self) -> &'a [Card] {
        self.state.backs().map_or(&[], |backs| backs.pile.cards())
    }

    /// The cards of the pile, all public, bottom first.
    #[must_use]
    pub fn pile(&self) -> &'a [Card] {
        self.state.pile.cards()
    }

    /// Returns the cards that a penalty of this ruleset takes from the top of the pile, below the cards that cause it.
    ///
    /// Empty if no penalty takes cards from there.
    pub fn pile_top(&self) -> impl Iterator<Item = Card> + 'a {
        let table = self.table();
        let calls_for_it = move |card: &Card| {
            table
                .of(*card)
                .hit
                .penalty
                .is_some_and(|penalty| penalty.from == Source::PileTop)
        };
        let most = usize::from(self.game.rules().stock.pile_top);
        let from_top = self.pile().iter().rev().copied();
        from_top.skip_while(calls_for_it).take(most)
    }

    /// The suits and ranks of the deck.
    #[must_use]
    pub fn pack(&self) -> &'a Pack {
        self.game.pack()
    }

    /// Number of cards of each kind in the pile.
    #[must_use]
    pub const fn pile_counts(&self) -> &'a [u8; MAX_KINDS] {
        self.state.pile.counts()
    }

    /// The nominated suit in force.
    #[must_use]
    pub const fn nominated(&self) -> Option<Suit> {
        self.state.nominated()
    }

    /// The card to follow: the upcard, or a card under it.
    #[must_use]
    #[inline]
    pub fn card_to_follow(&self) -> Option<Card> {
        self.state.card_to_follow(self.game.rules())
    }

    /// The suit in force: the nominated one, or that of the card to follow.
    #[must_use]
    #[inline]
    pub fn suit(&self) -> Option<Suit> {
        self.state.suit(self.game.rules())
    }

    /// The index of the suit in force; 4 if there is none.
    #[must_use]
    #[inline]
    pub(crate) fn suit_index(&self) -> u8 {
        self.state.suit_index(self.game.rules())
    }

    /// The current phase: the decision to be made.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.state.phase()
    }

    /// The seat that decides now.
    #[must_use]
    pub const fn actor(&self) -> Option<Seat> {
        self.state.actor()
    }

    /// The seat whose turn it is.
    #[must_use]
    pub const fn turn(&self) -> Seat {
        self.state.seat
    }

    /// The viewer's legal actions; empty unless the viewer is to act.
    #[must_use]
    pub fn legal(&self) -> ActionSet {
        if let Some(legal) = self.legal {
            legal
        } else if self.actor() == Some(self.seat) {
            self.game.legal(self.state)
        } else {
            ActionSet::EMPTY
        }
    }

    /// The direction of play.
    #[must_use]
    pub const fn direction(&self) -> Direction {
        self.state.direction
    }

    /// Returns the next active seat after `seat` in the direction of play.
    #[must_use]
    pub fn next_active(&self, seat: Seat) -> Seat {
        self.state.next_active(seat, self.players())
    }

    /// Number of cards in the stock.
    #[must_use]
    pub const fn stock_size(&self) -> u8 {
        self.state.stock.len()
    }

    /// True if a card can be drawn, after a renewal of the stock if need be.
    #[must_use]
    #[inline]
    pub fn can_draw(&self) -> bool {
        self.state.can_draw(self.game.rules())
    }

    /// Returns the top of the stock as far as its order is public, top first.
    pub fn stock_order(&self) -> impl Iterator<Item = Card> + 'a {
        let known = if self.game.rules().stock.order_public {
            self.state.stock.len()
        } else {
            0
        };
        self.state.stock.order().take(usize::from(known))
    }

    /// Number of cards of each kind that the viewer knows another seat to hold; always 0 for the viewer's own hand.
    #[must_use]
    pub fn known(&self, owner: Seat) -> Option<&'a [u8; MAX_KINDS]> {
        self.state
            .known
            .as_ref()
            .map(|known| known.counts(self.seat, owner))
    }

    /// For each kind, the number of a seat's cards that everybody knows not to be of it, since the owner would have had
    /// to play such a card, or to show it as the first player.
    #[must_use]
    pub fn ruled_out(&self, owner: Seat) -> Option<&'a [u8; MAX_KINDS]> {
        self.state
            .ruled_out
            .as_ref()
            .map(|ruled_out| ruled_out.counts(owner))
    }

    /// Number of cards of each kind known to be out of the stock: in the viewer's hand, in a pile, or known in other
    /// hands.
    #[must_use]
    #[inline]
    pub fn seen(&self) -> [u8; MAX_KINDS] {
        let (own, pile) = (self.hand().counts(), self.pile_counts());
        let mut seen = [0; MAX_KINDS];
        for kind in 0..MAX_KINDS {
            seen[kind] = own[kind] + pile[kind];
        }
        if self.state.known.is_some() {
            for owner in (1..self.players()).map(|k| self.relative(k)) {
                if let Some(known) = self.known(owner) {
                    for (all, known) in seen.iter_mut().zip(known) {
                        *all += known;
                    }
                }
            }
        }
        self.other_piles(|counts| {
            for (all, more) in seen.iter_mut().zip(counts) {
                *all += more;
            }
        });
        seen
    }

    /// Cards pending, to be drawn or answered; 0 if there are none.
    #[must_use]
    pub const fn pending(&self) -> u8 {
        self.state.pending.draw
    }

    /// Turns pending, to be lost or answered, the current one included; 0 if there are none.
    #[must_use]
    pub const fn pending_turns(&self) -> u8 {
        self.state.pending.skip
    }

    /// Number of turns that a seat is still to lose.
    #[must_use]
    pub const fn lost_turns(&self, seat: Seat) -> u8 {
        self.state.lost_turns[seat.index()]
    }

    /// Index of the pending kind of attack, in the order of the names of the specials.
    #[must_use]
    pub const fn pending_kind(&self) -> Option<u8> {
        if self.state.pending.is_some() {
            Some(self.state.pending.kind)
        } else {
            None
        }
    }

    /// The cards that answer the pending attack, that cancel it, and that pass it on; all empty if nothing is pending.
    #[must_use]
    pub fn answering(&self) -> [CardSet; 3] {
        let Some(kind) = self.pending_kind() else {
            return [CardSet::EMPTY; 3];
        };
        let table = self.table();
        let allowed = answering(self.game.rules(), self.state, table);
        let answers = answers_to(self.game.rules(), self.state, table, kind);
        [answers.answer, answers.cancel, answers.pass_on].map(|cards| cards.and(allowed))
    }

    /// True if playing this card is legal but breaks a rule, given the viewer's hand, which only a challenge reveals.
    #[must_use]
    pub fn is_bluff(&self, card: Card) -> bool {
        let offered = self.phase() == Phase::Play && self.legal().contains(crate::action::Action::Play(card));
        offered && self.table().challenge.cards.contains(card) && !self.lawful().contains(card)
    }

    /// The card that the viewer just drew and may play.
    #[must_use]
    pub fn just_drawn(&self) -> Option<Card> {
        let own = self.state.seat == self.seat && self.state.turn.drawn.cards > 0;
        self.state
            .turn
            .drawn
            .last
            .filter(|_| own && self.state.phase() == Phase::Play)
    }

    /// Seats whose call is due and not yet made.
    #[must_use]
    pub const fn calls(&self) -> SeatSet {
        self.state.calls
    }

    /// The seat that dealt the round.
    #[must_use]
    pub const fn dealer(&self) -> Seat {
        self.state.dealer
    }

    /// Number of rounds of the match before this one.
    #[must_use]
    pub const fn round(&self) -> u16 {
        self.state.matches.round
    }

    /// The score of a seat in the match.
    #[must_use]
    pub const fn score(&self, seat: Seat) -> i32 {
        self.state.scores.points[seat.index()]
    }

    /// The games that the match scores at the same time, where it has several.
    pub(crate) fn games(&self) -> Option<&'a Games> {
        self.state.games.as_deref()
    }

    /// Seats still in the match.
    #[must_use]
    pub const fn active(&self) -> SeatSet {
        self.state.active
    }

    /// The other seats of this seat's team; none where everybody plays alone.
    #[must_use]
    pub fn partners(&self) -> SeatSet {
        let mut partners = self.game.rules().teams.mates(self.seat);
        partners.remove(self.seat);
        partners
    }

    /// Number of decisions before the game is cut short.
    #[must_use]
    pub fn decisions_left(&self) -> u32 {
        self.game.max_decisions().saturating_sub(self.state.decisions)
    }

    /// The seat that went out first, while the attack of its last card is played out.
    #[must_use]
    pub const fn went_out(&self) -> Option<Seat> {
        self.state.round.went_out
    }

    /// The seat that went out in the turn before, where a card can bring it back.
    #[must_use]
    pub const fn last_out(&self) -> Option<Seat> {
        self.state.turn.last_out
    }

    /// The seat skipped last in the round, where that scores points at the end of the round.
    #[must_use]
    pub fn last_skipped(&self) -> Option<Seat> {
        self.state
            .round
            .last_skipped
            .filter(|_| self.game.rules().score.last_skipped != 0)
    }

    /// True if this is the last round of the match, whoever wins it.
    #[must_use]
    pub const fn is_last_round(&self) -> bool {
        self.state.matches.last_round
    }

    /// Number of turns of the match after this one, where the ruleset limits them.
    #[must_use]
    pub fn turns_left(&self) -> Option<u16> {
        let limit = self.game.rules().matches.turns;
        (limit > 0 && self.is_match()).then(|| limit.saturating_sub(self.state.matches.turns))
    }

    /// Number of cards that may still be played in the round, where the ruleset limits them.
    #[must_use]
    pub fn plays_left(&self) -> Option<u16> {
        let limit = self.game.rules().round.plays;
        (limit > 0).then(|| limit.saturating_sub(self.state.round.plays))
    }

    /// True if the episode is a match.
    #[must_use]
    pub fn is_match(&self) -> bool {
        self.game.options().episode == EpisodeKind::Match
    }

    /// The wild cards.
    #[must_use]
    pub fn wild(&self) -> CardSet {
        self.table().play.any_wild()
    }

    /// Points that a card counts against a player left with it; below 0 if it counts for that player.
    #[must_use]
    pub fn points(&self, card: Card) -> i32 {
        self.game.rules().score.points(self.state.is_turned())[card.index()]
    }

    /// The cards that are never played as the only card left in a hand.
    #[must_use]
    pub fn never_last(&self) -> CardSet {
        self.game.rules().out.never_last
    }

    /// Returns the points by which going out with this card as the last one played makes the score better.
    #[must_use]
    pub fn points_for_last(&self, card: Card) -> i32 {
        let rules = self.game.rules();
        rules.improvement(rules.score.out_with(card))
    }

    /// Returns the effect of this card, played alone in the seat's own turn.
    #[must_use]
    pub fn effect(&self, card: Card) -> Effect {
        self.game.weigh(self.state, self.seat, card)
    }

    /// Calls `each` with ways to play out the seat's own turn: those that begin with one of these cards, or, after the
    /// first card of the turn, those that go on from there.
    ///
    /// Where there are many, not all are tried. There are none after the first card where created rules that the seat
    /// does not see may have an effect.
    pub fn lines(&self, firsts: CardSet, mut each: impl FnMut(&Line<'_>)) {
        if self.phase() != Phase::Continue {
            self.game.lines(self.state, self.seat, firsts, &mut each);
        } else if self.knows_all_rules() {
            self.game.further_lines(self.state, self.seat, &mut each);
        }
    }

    /// Returns the turns and the cards that a card costs the next player: skips and lost turns, and cards drawn, but for a
    /// number that is open ([`View::draws_open`]).
    #[must_use]
    pub fn cost_to_next(&self, card: Card) -> (u8, u8) {
        let rules = self.game.rules();
        let card = self.table().of(card);
        let attack = card.hit.attack.map(|kind| &rules.attacks[kind as usize]);
        let (draw, skip) = attack.map_or((0, 0), |attack| (attack.draw, attack.skip));
        let penalty = card.hit.penalty_draw();
        (card.skip.players + u8::from(penalty > 0) + skip, penalty + draw)
    }

    /// True if chance or the cards decide how many cards the next player draws for this card.
    #[must_use]
    pub fn draws_open(&self, card: Card) -> bool {
        let hit = &self.table().of(card).hit;
        hit.open.is_some() && self.penalty(card) > 0
    }
}

/// Effects of the rules on cards, for the evaluation of moves.
impl<'a> View<'a> {
    /// Cards of the viewer's hand that the rules allow as the first card of the turn; empty in another seat's turn.
    ///
    /// [`View::legal`] may hold more: cards that break the rule but can only be challenged, and mistakes where the
    /// ruleset charges for them.
    #[must_use]
    pub fn lawful(&self) -> CardSet {
        if self.turn() == self.seat {
            lawful_on_any_pile(
                self.game.rules(),
                self.state,
                self.hand().held(),
                JudgedBy::SeenRules,
            )
        } else {
            CardSet::EMPTY
        }
    }

    /// Returns the cards that may be played on this card under this nomination, if any: by following, or as wild cards.
    #[must_use]
    pub fn playable_on(&self, card: Card, nominated: Option<Suit>) -> CardSet {
        let suit = nominated.map_or(NO_SUIT, |suit| suit as u8);
        let follows = self.game.rules().following(Some(card), suit);
        follows.or(self.table().play.wild_on(Some(card)))
    }

    /// True if the card reverses the direction of play.
    #[must_use]
    pub fn reverses(&self, card: Card) -> bool {
        self.table().of(card).reverse.times > 0
    }

    /// True if the player of this card may get to nominate a suit.
    #[must_use]
    pub fn nominates(&self, card: Card) -> bool {
        self.table().of(card).nominate.asks()
    }

    /// Number of cards of this kind in the deck.
    #[must_use]
    pub fn copies(&self, card: Card) -> u8 {
        self.game.rules().deck.copies[card.index()]
    }

    /// Cards that may be played on this card in the same turn: its covers, equal cards, those of a run.
    #[must_use]
    pub fn further(&self, card: Card) -> CardSet {
        let (table, rules) = (self.table(), self.game.rules());
        let cover = table.of(card).continuing.cover.as_ref();
        let covers = cover.map_or(CardSet::EMPTY, |cover| {
            table.continuing.allowed_on_card(cover, &rules.pack, card)
        });
        if !rules.turn.goes_on {
            return covers;
        }
        let follow = if rules.turn.several.most > 1 {
            rules.following(Some(card), NO_SUIT)
        } else {
            CardSet::EMPTY
        };
        covers
            .or(follow)
            .or(rules.turn.several.continues(&rules.pack, card))
    }

    /// Cards that answer or cancel the attack of this card; empty if it does not attack.
    #[must_use]
    pub fn answers(&self, card: Card) -> CardSet {
        let table = self.table();
        table.of(card).hit.attack.map_or(CardSet::EMPTY, |kind| {
            let answers = table.hit.answers[kind as usize];
            answers.answer.or(answers.cancel)
        })
    }

    /// Number of cards that this card makes the next player draw at once, without an answer; a number to expect where
    /// chance or the cards decide.
    #[must_use]
    pub fn penalty(&self, card: Card) -> u8 {
        self.game.rules().drawn_at_once(&self.table().of(card).hit)
    }

    /// Cards whose play can be challenged.
    #[must_use]
    pub fn challengeable(&self) -> CardSet {
        self.table().challenge.cards
    }

    /// Cards any of which, in the hand of the player of the turn, makes the play of the upcard a breach that a
    /// challenge can prove.
    #[must_use]
    pub fn forbidding(&self) -> CardSet {
        let (Some(upcard), Some((under, suit))) = (self.upcard(), self.under()) else {
            return CardSet::EMPTY;
        };
        let rules = self.game.rules();
        let table = self.state.table(rules, self.turn());
        if table.play.wild_no_suit.contains(upcard) {
            let suit = suit.or_else(|| rules.pack.suit(under));
            return rules.pack.of_any_suit(suit);
        }
        let nominated = suit.map_or(NO_SUIT, |suit| suit as u8);
        let follows = rules.following(Some(under), nominated);
        follows
            .or(table.play.wild_on(Some(under)))
            .minus(table.challenge.cards)
    }

    /// The terms of a challenge of the upcard, if it can be challenged.
    #[must_use]
    pub fn challenge(&self) -> Option<&'a Challenge> {
        let upcard = self.upcard()?;
        self.state
            .table(self.game.rules(), self.turn())
            .of(upcard)
            .challenge
            .as_ref()
    }

    /// The card under the upcard, and the suit that was nominated when the upcard was played in this turn.
    #[must_use]
    pub fn under(&self) -> Option<(Card, Option<Suit>)> {
        let pile = self.pile();
        let under = pile.len().checked_sub(2)?;
        Some((pile[under], self.state.turn.top.suit_before))
    }
}
