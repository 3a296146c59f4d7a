//! A ruleset compiled for a number of players: tables and masks, no text that play would read.

mod quick;
mod settings;
mod side;
mod table;

use crate::card::{Card, CardSet, KINDS, SUITS};
use crate::ruleset::{
    AfterAttack, AtTarget, Call, DealDirection, Doubling, Draw, DrawWhen, FirstPlayer, Identical, Labels,
    LastCard, Mistakes, PlayBy, Reversals, ReverseWithTwo, Round, Ruleset, SameRank, Selector, SetCover,
    Skips, Stock, WhoScores,
};
use crate::seat::SeatSet;

pub(crate) use quick::{QuickTable, Short, neighbours};
pub(crate) use settings::Settings;
pub(crate) use side::{MAX_OFFERED, MAX_STANDING, SideRules, WordRules};
pub(crate) use table::{AttackRules, CardRules, CardTable, CoverRules, PenaltyRules};

/// The suit in force: a suit's index, or [`NO_SUIT`].
pub(crate) const NO_SUIT: u8 = SUITS as u8;

/// A ruleset compiled for a number of players; immutable and shared.
#[derive(Debug, Clone)]
pub struct Rules {
    pub(crate) players: u8,
    /// Every card of the deck, in the order of their indices.
    pub(crate) deck: Vec<Card>,
    pub(crate) copies: [u8; KINDS],
    /// What suits and cards are called, for people.
    pub(crate) labels: Labels,
    pub(crate) deal: u8,
    /// Most cards, if the dealer chooses; 0: there is no choice.
    pub(crate) deal_choice_to: u8,
    /// Whether the dealer chooses the direction.
    pub(crate) direction_choice: bool,
    /// Whether that is after the deal.
    pub(crate) direction_after_deal: bool,
    /// Whether a card is turned to begin the pile.
    pub(crate) starter_turned: bool,
    pub(crate) starter_effects: bool,
    pub(crate) starter_again: CardSet,
    /// Starters on which any card may be laid.
    pub(crate) starter_open: CardSet,
    /// Starters for which the first player nominates.
    pub(crate) starter_first_nominates: CardSet,
    /// Starters for which chance names the suit.
    pub(crate) starter_by_lot: CardSet,
    /// Starters whose penalty leaves the first player the turn.
    pub(crate) starter_turn_kept: CardSet,
    /// What follows an upcard of this kind while this suit is nominated (or none: [`NO_SUIT`]).
    pub(crate) follow: Box<[[CardSet; SUITS + 1]; KINDS]>,
    /// Cards under which is followed.
    pub(crate) follow_under: CardSet,
    /// What the next player must lay on a card, empty where it demands nothing; none where no card does.
    pub(crate) demand: Option<Box<[CardSet; KINDS]>>,
    /// Whether a nomination binds the next player only.
    pub(crate) nomination_lapses: bool,
    /// Whether anything binds the next player only.
    pub(crate) binds_next: bool,
    /// Whether what may be laid is the ordinary: what follows the upcard, or is wild.
    pub(crate) plain_following: bool,
    /// Whether what is offered at the beginning of a turn with nothing pending is that, drawing and passing.
    pub(crate) plain_offers: bool,
    /// Every seat.
    pub(crate) everybody: SeatSet,
    /// What the engine's short ways ask of the rules.
    pub(crate) short: Short,
    /// What each kind of card does; where late-bound words have several meanings, for the first of them.
    first: CardTable,
    /// The tables for the other meanings.
    more: Vec<CardTable>,
    /// Meanings of `@wild`: that of no score, then those of the scores from 1 up; 1 where the word is not used.
    pub(crate) wilds: u8,
    pub(crate) params: Vec<ParamRules>,
    /// The score that everyone begins with; 0 is off.
    pub(crate) countdown: u8,
    pub(crate) attacks: Vec<AttackRules>,
    pub(crate) points: [u16; KINDS],
    pub(crate) draw: Draw,
    pub(crate) stock: Stock,
    pub(crate) same_rank: SameRank,
    pub(crate) same_rank_cards: CardSet,
    /// Cards that may stand for the rank.
    pub(crate) stands_in: CardSet,
    pub(crate) runs: bool,
    pub(crate) set_cover: SetCover,
    pub(crate) set_cover_cards: CardSet,
    /// Whether a turn can lay several cards for other reasons than a card's own.
    pub(crate) goes_on: bool,
    /// Whether a card without effects ends the turn, whatever it is laid on.
    pub(crate) one_card_turns: bool,
    /// Cards that all others draw when an identical card is laid.
    pub(crate) identical_draw: u8,
    /// Whether the player of an identical card is the next player.
    pub(crate) identical_again: bool,
    pub(crate) reversals: Reversals,
    pub(crate) skips: Skips,
    pub(crate) reverse_with_two: ReverseWithTwo,
    pub(crate) call: Call,
    pub(crate) last_card: LastCard,
    /// So many places are played for.
    pub(crate) places: u8,
    /// Percent of all stakes for whoever is second.
    pub(crate) second_share: u8,
    pub(crate) round: Round,
    /// Cards of one rank in a row that end the round; 0 is off.
    pub(crate) row: u8,
    pub(crate) row_cards: CardSet,
    pub(crate) loser_first: bool,
    pub(crate) who_scores: WhoScores,
    pub(crate) reward_scale: u16,
    pub(crate) target: u16,
    pub(crate) highest_wins: bool,
    pub(crate) bonus: u16,
    pub(crate) hat: u16,
    /// Cards of which each doubles a hand.
    pub(crate) double_hand: CardSet,
    pub(crate) halve_identical: bool,
    /// Score that wins where the target only puts at risk; 0 is off.
    pub(crate) comeback: u16,
    pub(crate) double: Doubling,
    pub(crate) at_target: AtTarget,
    /// Turns after which a match ends; 0 is off.
    pub(crate) turns: u16,
    pub(crate) mistakes: Mistakes,
    /// Whether seats can come to know cards in other hands, or the order of the stock.
    pub(crate) tracks_known: bool,
    /// Whether the order of the stock is public while it is known.
    pub(crate) stock_order_public: bool,
    /// Most cards that a penalty takes from the top of the pile in their order; 0 where none does.
    pub(crate) pile_top: u8,
    /// Settings that only few rulesets change.
    pub(crate) settings: Settings,
    /// What only few rulesets need, and their states carry a side block for.
    pub(crate) side: Option<Box<SideRules>>,
}

/// Most cards that a penalty takes from the top of the pile in their order.
fn most_of_pile_top(first: &CardTable, more: &[CardTable]) -> u8 {
    let cards = std::iter::once(first).chain(more).flat_map(|table| &table.cards);
    let penalties = cards.filter_map(|card| card.penalty.as_ref());
    let in_order = penalties.filter(|penalty| penalty.in_order);
    in_order.map(|penalty| penalty.draw).max().unwrap_or(0)
}

impl Rules {
    /// Compiles a validated ruleset for a number of players that it allows.
    pub(crate) fn compile(ruleset: &Ruleset, players: u8) -> Self {
        let meanings = ruleset.meanings();
        let mut tables = meanings
            .iter()
            .map(|bindings| CardTable::compile(ruleset, players, bindings));
        let first = tables.next().unwrap_or_default();
        let more: Vec<CardTable> = tables.collect();
        let turn = &ruleset.turn;
        let several = ruleset.several();
        let goes_on = several.same_rank != SameRank::Off || several.runs || several.most > 1;
        let side = SideRules::compile(ruleset, players);
        let settings = Settings::compile(ruleset, players);
        let binds_next = binds_next(ruleset, players);
        let follow_under = follow_under(ruleset, players);
        let plain_following = !binds_next
            && follow_under.is_empty()
            && side.is_none()
            && settings.follows_plainly()
            && follows_plainly(ruleset, &first, &more);
        let by_the_rule = ruleset.mistakes.penalty == 0 && ruleset.draw.when != DrawWhen::Never;
        let odd_following = binds_next || !follow_under.is_empty() || !settings.follows_plainly();
        let one_card_turns = one_card_turns(ruleset, goes_on || binds_next || side.is_some());
        let (deck, copies) = deck(ruleset, players);
        let turn_over = ruleset.stock.empty == crate::ruleset::StockEmpty::TurnOver;
        Self {
            plain_offers: plain_following && by_the_rule && !challengeable(&first, &more),
            everybody: SeatSet::first(players),
            short: Short::compile(ruleset, side.is_some(), odd_following || not_on(&first, &more)),
            players,
            copies,
            labels: ruleset.labels.clone(),
            deal: ruleset.deal.cards.get(players).unwrap_or(0),
            deal_choice_to: ruleset.deal.choice_to,
            direction_choice: ruleset.deal.direction != DealDirection::Clockwise && players > 2,
            direction_after_deal: ruleset.deal.direction == DealDirection::DealerAfterDeal && players > 2,
            starter_turned: ruleset.starter.turned,
            starter_effects: ruleset.starter.effects,
            starter_again: ruleset.starter.again.cards(),
            starter_open: ruleset.starter.open.cards(),
            starter_first_nominates: ruleset.starter.first_nominates.cards(),
            starter_by_lot: ruleset.starter.by_lot.cards(),
            starter_turn_kept: ruleset.starter.turn_kept.cards(),
            follow: follow(ruleset, players),
            follow_under,
            demand: demand(ruleset, players),
            nomination_lapses: ruleset.nominations_lapse(),
            binds_next,
            wilds: ruleset.wild_scores(),
            params: params(ruleset),
            countdown: ruleset.countdown.from,
            attacks: table::attacks(ruleset, players),
            points: std::array::from_fn(|kind| table::points(ruleset, players, Card::of(kind as u8))),
            draw: ruleset.draw.clone(),
            stock: ruleset.stock.clone(),
            same_rank: several.same_rank,
            same_rank_cards: several.same_rank_cards,
            stands_in: several.stands_in,
            runs: several.runs,
            set_cover: several.set_cover,
            set_cover_cards: several.set_cover_cards,
            goes_on,
            one_card_turns,
            identical_draw: ruleset.identical().others_draw,
            identical_again: ruleset.identical().again,
            reversals: turn.reversals,
            skips: turn.skips,
            reverse_with_two: turn.reverse_with_two,
            call: ruleset.call.clone(),
            last_card: ruleset.out.last_card,
            places: ruleset.out.places.get(players).unwrap_or(1),
            second_share: ruleset.out.second_share,
            row: ruleset.round.row,
            row_cards: ruleset.round.row_cards.cards(),
            loser_first: ruleset.round.first == FirstPlayer::Loser,
            round: ruleset.round.clone(),
            who_scores: ruleset.score.who,
            reward_scale: ruleset.score.reward_scale,
            target: ruleset.matches.target.get(players).unwrap_or(0),
            highest_wins: ruleset.matches.winner == crate::ruleset::MatchWinner::Highest,
            bonus: ruleset.matches.bonus,
            hat: ruleset.score.hat,
            double_hand: ruleset.score.double_hand.cards(),
            halve_identical: ruleset.score.halve_identical,
            comeback: if players > 2 { ruleset.matches.comeback } else { 0 },
            double: ruleset.score.double,
            at_target: ruleset.matches.at_target,
            turns: ruleset.matches.turns,
            mistakes: ruleset.mistakes.clone(),
            settings,
            side,
            tracks_known: turn_over
                || ruleset.mistakes.penalty > 0
                || makes_known(&first)
                || more.iter().any(makes_known),
            stock_order_public: turn_over,
            pile_top: most_of_pile_top(&first, &more),
            deck,
            first,
            more,
            plain_following,
        }
    }

    /// The engine takes no short ways any more.
    pub(crate) const fn without_short_ways(&mut self) {
        (self.short.taken, self.short.cards) = (false, false);
        (self.short.offers, self.plain_offers) = (false, false);
    }

    /// What follows where `upcard` lies and `nominated` is in force.
    pub(crate) fn following(&self, upcard: Option<Card>, nominated: u8) -> CardSet {
        match upcard {
            Some(card) => self.follow[card.index()][nominated as usize],
            None => CardSet::ALL,
        }
    }

    /// What the next player must lay on a card, if it demands anything.
    pub(crate) fn demanded(&self, upcard: Card) -> Option<CardSet> {
        let demand = self.demand.as_ref()?[upcard.index()];
        (!demand.is_empty()).then_some(demand)
    }

    /// The table for the parameters of an episode and the score of a seat.
    #[inline]
    pub(crate) fn table(&self, params: [u8; MAX_PARAMS], score: i32) -> &CardTable {
        if self.more.is_empty() {
            return &self.first;
        }
        let mut index = 0;
        for (param, &drawn) in self.params.iter().zip(&params) {
            index = index * param.values.len() + usize::from(drawn);
        }
        let wild = (score.max(0) as usize).min(usize::from(self.wilds) - 1);
        match index * usize::from(self.wilds) + wild {
            0 => &self.first,
            other => &self.more[other - 1],
        }
    }

    /// The table, if there is but one.
    pub(crate) fn only_table(&self) -> Option<&CardTable> {
        self.more.is_empty().then_some(&self.first)
    }

    /// Every table.
    fn tables(&self) -> impl Iterator<Item = &CardTable> {
        std::iter::once(&self.first).chain(&self.more)
    }

    /// Whether a card does this under any meaning of the late-bound words.
    pub(crate) fn any(&self, does: impl Fn(&CardRules) -> bool) -> bool {
        self.tables().any(|table| table.cards.iter().any(&does))
    }

    /// Most cards that a chain of attacks can make pending at once.
    pub(crate) fn most_pending(&self) -> u8 {
        let each = |table: &CardTable, card: Card| {
            let draw = table
                .of(card)
                .attack
                .map_or(0, |kind| self.attacks[kind as usize].draw);
            u32::from(draw) * u32::from(self.copies[card.index()])
        };
        let most = self
            .tables()
            .map(|table| Card::all().map(|card| each(table, card)).sum::<u32>());
        most.max().unwrap_or(0).min(255) as u8
    }
}

/// Most parameters of a ruleset.
pub(crate) const MAX_PARAMS: usize = 2;

/// A card or a rank that is drawn for an episode.
#[derive(Debug, Clone)]
pub(crate) struct ParamRules {
    pub(crate) name: String,
    /// What may be drawn; a rank is told by its first card.
    pub(crate) values: Vec<Card>,
    /// What each means.
    pub(crate) meant: Vec<CardSet>,
    pub(crate) each_round: bool,
}

fn params(ruleset: &Ruleset) -> Vec<ParamRules> {
    let params = ruleset.params.iter().map(|(name, param)| {
        let values = param.values();
        ParamRules {
            name: name.clone(),
            meant: values.iter().map(|&value| param.meant(value)).collect(),
            values,
            each_round: param.each_round,
        }
    });
    params.collect()
}

/// Whether play by this table can make cards in other hands known.
fn makes_known(table: &CardTable) -> bool {
    table.cards.iter().any(|card| {
        card.give.is_some()
            || card.challenge.is_some()
            || card.pass_hands != crate::ruleset::PassHands::Off
            || card.swap_hands
            || card.penalty.is_some_and(|penalty| penalty.from_pile)
    })
}

/// The cards of all specials in play that this says.
fn union(ruleset: &Ruleset, players: u8, cards: impl Fn(&crate::ruleset::Special) -> CardSet) -> CardSet {
    table::in_play(ruleset, players).fold(CardSet::EMPTY, |set, (_, special)| set.or(cards(special)))
}

/// Cards under which is followed.
fn follow_under(ruleset: &Ruleset, players: u8) -> CardSet {
    union(ruleset, players, |special| {
        if special.follow_under() {
            special.cards.cards()
        } else {
            CardSet::EMPTY
        }
    })
}

/// What each kind of card demands of the next player.
fn demand(ruleset: &Ruleset, players: u8) -> Option<Box<[CardSet; KINDS]>> {
    let mut demand = Box::new([CardSet::EMPTY; KINDS]);
    let specials = table::in_play(ruleset, players).map(|(_, special)| special);
    for (special, demanded) in specials.filter_map(|special| Some((special, special.demand()?))) {
        for card in special.cards.cards().iter() {
            demand[card.index()] = demand[card.index()].or(demanded.cards());
        }
    }
    demand.iter().any(|cards| !cards.is_empty()).then_some(demand)
}

/// Whether anything binds the next player only.
fn binds_next(ruleset: &Ruleset, players: u8) -> bool {
    let some = |special: &crate::ruleset::Special| {
        special.demand().is_some() || special.nominate == crate::ruleset::Nominate::Second
    };
    ruleset.nominations_lapse() || table::in_play(ruleset, players).any(|(_, special)| some(special))
}

/// Whether a card without effects ends the turn, whatever it is laid on; `more` is asked where more can come of a turn.
fn one_card_turns(ruleset: &Ruleset, more: bool) -> bool {
    !more && ruleset.identical() == Identical::default() && ruleset.round.row == 0
}

/// Whether there are upcards on which a card is an ordinary one.
fn not_on(first: &CardTable, more: &[CardTable]) -> bool {
    let some = |table: &CardTable| !table.not_on.is_empty();
    some(first) || more.iter().any(some)
}

/// Whether the play of a card can be challenged.
fn challengeable(first: &CardTable, more: &[CardTable]) -> bool {
    let some = |table: &CardTable| !table.challengeable.is_empty();
    some(first) || more.iter().any(some)
}

/// Whether what may be laid is always what follows the upcard or is wild, as far as cards and settings say it alone.
fn follows_plainly(ruleset: &Ruleset, first: &CardTable, more: &[CardTable]) -> bool {
    let plain = |table: &CardTable| {
        table.not_on.is_empty() && table.wild_no_suit.is_empty() && table.wild_unable.is_empty()
    };
    plain(first)
        && more.iter().all(plain)
        && ruleset.starter.open.is_none()
        && !ruleset.draw.suit_only
        && ruleset.draw.after_attack != AfterAttack::LayAttack
}

fn deck(ruleset: &Ruleset, players: u8) -> (Vec<Card>, [u8; KINDS]) {
    let copies = ruleset.deck.table(players).unwrap_or([0; KINDS]);
    let cards = Card::all()
        .flat_map(|c| std::iter::repeat_n(c, usize::from(copies[c.index()])))
        .collect();
    (cards, copies)
}

fn follow(ruleset: &Ruleset, players: u8) -> Box<[[CardSet; SUITS + 1]; KINDS]> {
    let rules = &ruleset.follow;
    let any_on = union(ruleset, players, |special| {
        if special.accepts_any() {
            special.cards.cards()
        } else {
            CardSet::EMPTY
        }
    });
    let by_suit_only = union(ruleset, players, |special| match special.play.by {
        PlayBy::Suit => special.cards.cards(),
        PlayBy::SuitOrRank => CardSet::EMPTY,
    });
    let suit_part = |suit: Option<crate::card::Suit>| match suit {
        Some(suit) if rules.suit => suit.cards(),
        _ => CardSet::EMPTY,
    };
    let limits: Vec<(CardSet, CardSet)> = limits(ruleset, players);
    let limited = |card: Card, follows: CardSet| {
        let apart = |set: CardSet, (cards, on): &(CardSet, CardSet)| {
            if on.contains(card) {
                set.or(*cards)
            } else {
                set.minus(*cards)
            }
        };
        limits.iter().fold(follows, apart)
    };
    let only_by = |card: Card| followed_by(ruleset, players, card);
    Box::new(std::array::from_fn(|kind| {
        let card = Card::of(kind as u8);
        std::array::from_fn(|nominated| {
            if let Some(cards) = only_by(card) {
                return cards;
            }
            if any_on.contains(card) {
                return limited(card, CardSet::ALL);
            }
            let rank = |holds: bool| {
                if holds {
                    card.rank().cards().minus(by_suit_only)
                } else {
                    CardSet::EMPTY
                }
            };
            let follows = match crate::card::Suit::from_index(nominated as u8) {
                Some(suit) => suit_part(Some(suit)).or(rank(rules.rank && rules.rank_on_nominated)),
                None => suit_part(card.suit()).or(rank(rules.rank)),
            };
            limited(card, follows)
        })
    }))
}

/// Cards that may be laid only on some upcards, with those upcards.
fn limits(ruleset: &Ruleset, players: u8) -> Vec<(CardSet, CardSet)> {
    let specials = table::in_play(ruleset, players).map(|(_, special)| special);
    specials
        .filter(|special| !special.play.on.is_none())
        .map(|special| (special.cards.cards(), special.play.on.cards()))
        .collect()
}

/// The only cards that follow this one, where its rule lists them.
fn followed_by(ruleset: &Ruleset, players: u8, card: Card) -> Option<CardSet> {
    let mut specials = table::in_play(ruleset, players).map(|(_, special)| special);
    specials
        .find(|special| special.cards.cards().contains(card) && special.followed_by().is_some())
        .and_then(|special| special.followed_by().map(Selector::cards))
}
