//! A ruleset compiled for a number of players: tables and masks, no text that play would read.

mod draw;
pub(crate) mod features;
pub(crate) mod in_play;
mod needed;
pub(crate) mod room;
mod settings;
mod side;
pub(crate) mod table;

use crate::card::{Card, CardSet, KINDS, SUITS};
use crate::ruleset::{
    AtTarget, DealDirection, Doubling, FollowBy, Labels, LastCard, Mistakes, NextRound, NominatedBy,
    ParamWhen, PlayOn, Reversals, ReverseWithTwo, Ruleset, SameRank, ScoredEvent, Several, Skips,
    StarterCardEffects, WhoScores,
};
use crate::seat::SeatSet;

pub(crate) use crate::primitive::call::rules::CallRules;
pub(crate) use crate::primitive::continuing::rules::CoverRules;
use crate::primitive::hit::rules::attacks;
pub(crate) use crate::primitive::hit::rules::{AttackRules, PenaltyRules};
use crate::primitive::next::rules::{binds_next, demand, follow_under, followed_by};
use crate::primitive::play::rules::limits;
pub(crate) use crate::primitive::words::rules::WordRules;
use draw::{DrawRules, RoundRules, StockRules};
pub(crate) use features::Features;
use in_play::union;
pub(crate) use settings::Settings;
pub(crate) use side::{MAX_OFFERED, MAX_STANDING, SideRules};
pub(crate) use table::{CardRules, CardTable};

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
    /// Starters on which any card may be played.
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
    /// What the next player must play on a card, empty where it demands nothing; none where no card does.
    pub(crate) demand: Option<Box<[CardSet; KINDS]>>,
    /// Whether a nomination binds the next player only.
    pub(crate) nomination_lapses: bool,
    /// Whether anything binds the next player only.
    pub(crate) binds_next: bool,
    /// What the engine needs for it.
    pub(crate) features: Features,
    /// Every seat.
    pub(crate) everybody: SeatSet,
    /// What each kind of card does, one table for each meaning that late-bound words can have.
    tables: Vec<CardTable>,
    /// Meanings of `@wild`: that of no score, then those of the scores from 1 up; 1 where the word is not used.
    pub(crate) wilds: u8,
    pub(crate) params: Vec<ParamRules>,
    /// The score that everyone begins with; 0 is off.
    pub(crate) countdown: u8,
    pub(crate) attacks: Vec<AttackRules>,
    pub(crate) points: [u16; KINDS],
    pub(crate) draw: DrawRules,
    pub(crate) stock: StockRules,
    /// What may be played together in a turn, by rules for all cards.
    pub(crate) several: Several,
    /// Whether a turn can play several cards for other reasons than a card's own.
    pub(crate) goes_on: bool,
    /// Cards that all others draw when an identical card is played.
    pub(crate) identical_draw: u8,
    /// Whether the player of an identical card is the next player.
    pub(crate) identical_again: bool,
    pub(crate) reversals: Reversals,
    pub(crate) skips: Skips,
    pub(crate) reverse_with_two: ReverseWithTwo,
    pub(crate) call: CallRules,
    pub(crate) last_card: LastCard,
    /// So many places are played for.
    pub(crate) places: u8,
    /// Percent of all stakes for whoever is second.
    pub(crate) second_share: u8,
    pub(crate) round: RoundRules,
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
fn most_of_pile_top(tables: &[CardTable]) -> u8 {
    let cards = tables.iter().flat_map(|table| &table.cards);
    let penalties = cards.filter_map(|card| card.hit.penalty.as_ref());
    let in_order = penalties.filter(|penalty| penalty.in_order);
    in_order.map(|penalty| penalty.draw).max().unwrap_or(0)
}

impl Rules {
    /// Compiles a validated ruleset for a number of players that it allows.
    pub(crate) fn compile(ruleset: &Ruleset, players: u8) -> Self {
        let meanings = ruleset.meanings();
        let meanings = meanings.iter();
        let tables: Vec<CardTable> = meanings
            .map(|bindings| CardTable::compile(ruleset, players, bindings))
            .collect();
        let turn = &ruleset.turn;
        let several = ruleset.several();
        let goes_on = several.same_rank != SameRank::Off || several.runs || several.most > 1;
        let side = SideRules::compile(ruleset, players);
        let settings = Settings::compile(ruleset, players);
        let binds_next = binds_next(ruleset, players);
        let follow_under = follow_under(ruleset, players);
        let (deck, copies) = deck(ruleset, players);
        let choice = ruleset.deal.cards.get(players).filter(|dealt| dealt.is_choice());
        let turn_over = ruleset.stock.empty == crate::ruleset::StockEmpty::TurnOver;
        let mut rules = Self {
            everybody: SeatSet::first(players),
            players,
            copies,
            labels: ruleset.labels.clone(),
            deal: ruleset.deal.cards.get(players).map_or(0, |dealt| dealt.least),
            deal_choice_to: choice.map_or(0, |dealt| dealt.most),
            direction_choice: ruleset.deal.direction != DealDirection::Clockwise && players > 2,
            direction_after_deal: ruleset.deal.direction == DealDirection::DealerAfterDeal && players > 2,
            starter_turned: ruleset.starter.is_turned(),
            starter_effects: ruleset.starter.counts(),
            starter_again: ruleset.starter.with(StarterCardEffects::Again),
            starter_open: ruleset.starter.with(StarterCardEffects::Open),
            starter_first_nominates: ruleset.starter.nominated_by(NominatedBy::FirstPlayer),
            starter_by_lot: ruleset.starter.nominated_by(NominatedBy::Lot),
            starter_turn_kept: ruleset.starter.with(StarterCardEffects::TurnKept),
            follow: follow(ruleset, players),
            follow_under,
            demand: demand(ruleset, players),
            nomination_lapses: ruleset.nominations_lapse(),
            binds_next,
            wilds: ruleset.wild_scores(),
            params: params(ruleset),
            countdown: ruleset.countdown.from,
            attacks: attacks(ruleset, players),
            points: std::array::from_fn(|kind| {
                crate::primitive::score::rules::points(ruleset, players, Card::of(kind as u8))
            }),
            draw: DrawRules::compile(ruleset),
            stock: StockRules::compile(ruleset),
            several,
            goes_on,
            identical_draw: ruleset.identical().others_draw,
            identical_again: ruleset.identical().again,
            reversals: turn.reversals(),
            skips: turn.skips(),
            reverse_with_two: turn.reverse_with_two,
            call: CallRules::compile(ruleset),
            last_card: ruleset.out.last_card.effect(),
            places: ruleset.places(players).count,
            second_share: ruleset.places(players).second_share,
            row: ruleset.round.row.number,
            row_cards: ruleset.round.row.counted(),
            loser_first: ruleset.round.next == NextRound::LoserFirst,
            round: RoundRules::compile(ruleset),
            who_scores: ruleset.score.who,
            reward_scale: ruleset.score.reward_scale,
            target: ruleset.matches.target.get(players).unwrap_or(0),
            highest_wins: ruleset.matches.winner == crate::ruleset::MatchWinner::Highest,
            bonus: ruleset.score.taken_off(ScoredEvent::Out),
            hat: ruleset.score.taken_off(ScoredEvent::SkippedLast),
            double_hand: ruleset.score.factors.double_hand(),
            halve_identical: ruleset.score.factors.halves_identical(),
            double: ruleset.score.factors.doubling(),
            at_target: ruleset.matches.at_target.with(players),
            turns: ruleset.matches.turns,
            mistakes: ruleset.mistakes.clone(),
            settings,
            side,
            tracks_known: turn_over
                || ruleset.mistakes.penalty > 0
                || tables.iter().any(CardTable::makes_known),
            stock_order_public: turn_over,
            pile_top: most_of_pile_top(&tables),
            deck,
            tables,
            features: 0,
        };
        rules.features = needed::needed(&rules);
        rules
    }

    /// What follows where `upcard` lies and `nominated` is in force.
    pub(crate) fn following(&self, upcard: Option<Card>, nominated: u8) -> CardSet {
        match upcard {
            Some(card) => self.follow[card.index()][nominated as usize],
            None => CardSet::ALL,
        }
    }

    /// What the next player must play on a card, if it demands anything.
    pub(crate) fn demanded(&self, upcard: Card) -> Option<CardSet> {
        let demand = self.demand.as_ref()?[upcard.index()];
        (!demand.is_empty()).then_some(demand)
    }

    /// The table for the parameters of an episode and the score of a seat.
    #[inline]
    pub(crate) fn table(&self, params: [u8; MAX_PARAMS], score: i32) -> &CardTable {
        if self.tables.len() == 1 {
            return &self.tables[0];
        }
        let wild = (score.max(0) as usize).min(usize::from(self.wilds) - 1);
        if self.params.is_empty() {
            return &self.tables[wild];
        }
        let drawn = self.params.iter().zip(&params);
        let index = drawn.fold(0, |index, (param, &drawn)| {
            index * param.values.len() + usize::from(drawn)
        });
        &self.tables[index * usize::from(self.wilds) + wild]
    }

    /// The table of the first meaning: the only one, where late-bound words are not used.
    #[inline]
    pub(crate) fn first_table(&self) -> &CardTable {
        &self.tables[0]
    }

    /// The table, if there is but one.
    pub(crate) fn only_table(&self) -> Option<&CardTable> {
        (self.tables.len() == 1).then(|| self.first_table())
    }

    /// Every table.
    fn tables(&self) -> impl Iterator<Item = &CardTable> {
        self.tables.iter()
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
                .hit
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
            each_round: param.when == ParamWhen::Round,
        }
    });
    params.collect()
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
    let by_rank = rules.has(FollowBy::Rank);
    let any_on = union(ruleset, players, |special| {
        if special.accepts_any() {
            special.cards.cards()
        } else {
            CardSet::EMPTY
        }
    });
    let by_suit_only = union(ruleset, players, |special| match special.play.on {
        PlayOn::Suit => special.cards.cards(),
        PlayOn::Any | PlayOn::Cards(_) => CardSet::EMPTY,
    });
    let suit_part = |suit: Option<crate::card::Suit>| match suit {
        Some(suit) if rules.has(FollowBy::Suit) => suit.cards(),
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
                Some(suit) => suit_part(Some(suit)).or(rank(by_rank && rules.has(FollowBy::RankOnNominated))),
                None => suit_part(card.suit()).or(rank(by_rank)),
            };
            limited(card, follows)
        })
    }))
}
