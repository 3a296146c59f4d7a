//! A ruleset compiled for a number of players: tables and masks, no text that play would read.

use crate::card::{Card, CardSet, KINDS, SUITS};
use crate::ruleset::{
    Accepts, AtTarget, Call, Challenge, Counts, CoverWith, Doubling, Draw, Labels, LastCard, Mistakes,
    Nominate, OtherPoints, Reversals, ReverseWithTwo, Round, Ruleset, SameRank, Selector, Stock, TurnKept,
    WhoScores, Wild,
};

/// The suit in force: a suit's index, or [`NO_SUIT`].
pub(crate) const NO_SUIT: u8 = SUITS as u8;

/// What one kind of card does.
#[derive(Debug, Clone, Default)]
pub(crate) struct CardRules {
    pub(crate) nominate: Nominate,
    pub(crate) skip: u8,
    pub(crate) reverse: u8,
    /// Index into [`Rules::attacks`].
    pub(crate) attack: Option<u8>,
    pub(crate) penalty: u8,
    pub(crate) penalty_turn: TurnKept,
    pub(crate) cover: Option<CoverRules>,
    pub(crate) give: Option<GiveRules>,
    pub(crate) challenge: Option<Challenge>,
    pub(crate) points: u16,
    /// Nothing of the above but the points: laying it can only pass the turn on.
    pub(crate) plain: bool,
}

/// More cards on a card in the same turn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CoverRules {
    pub(crate) with: CoverWith,
    pub(crate) cards: CardSet,
    /// How many at most.
    pub(crate) most: u8,
    pub(crate) effects: Counts,
    /// Whether it opens a run also as a cover.
    pub(crate) again: bool,
}

/// Giving cards away.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GiveRules {
    pub(crate) optional: bool,
    pub(crate) rest_draw: u8,
}

/// One kind of attack.
#[derive(Debug, Clone)]
pub(crate) struct AttackRules {
    pub(crate) draw: u8,
    pub(crate) answer: CardSet,
    pub(crate) cancel: CardSet,
    pub(crate) pass_on: CardSet,
    pub(crate) needs_stock: bool,
    /// The special's name, for position notation.
    pub(crate) name: String,
}

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
    pub(crate) starter_effects: bool,
    pub(crate) starter_again: CardSet,
    /// What follows an upcard of this kind while this suit is nominated (or none: [`NO_SUIT`]).
    pub(crate) follow: Box<[[CardSet; SUITS + 1]; KINDS]>,
    /// Cards that can be laid on anything.
    pub(crate) wild: CardSet,
    /// Cards that can be laid on anything when nothing else can be laid.
    pub(crate) wild_unable: CardSet,
    /// Those of `wild_unable` that are not masked, because the play can be challenged.
    pub(crate) challengeable: CardSet,
    pub(crate) cards: Box<[CardRules; KINDS]>,
    pub(crate) attacks: Vec<AttackRules>,
    pub(crate) draw: Draw,
    pub(crate) stock: Stock,
    pub(crate) same_rank: SameRank,
    pub(crate) same_rank_cards: CardSet,
    pub(crate) reversals: Reversals,
    pub(crate) reverse_with_two: ReverseWithTwo,
    pub(crate) call: Call,
    pub(crate) last_card: LastCard,
    pub(crate) round: Round,
    pub(crate) who_scores: WhoScores,
    pub(crate) reward_scale: u16,
    pub(crate) target: u16,
    pub(crate) highest_wins: bool,
    pub(crate) bonus: u16,
    pub(crate) hat: u16,
    pub(crate) double: Doubling,
    pub(crate) at_target: AtTarget,
    /// Turns after which a match ends; 0 is off.
    pub(crate) turns: u16,
    pub(crate) mistakes: Mistakes,
    /// Whether seats can come to know cards in other hands, or the order of the stock.
    pub(crate) tracks_known: bool,
    /// Whether the order of the stock is public while it is known.
    pub(crate) stock_order_public: bool,
}

impl Rules {
    /// Compiles a validated ruleset for a number of players that it allows.
    pub(crate) fn compile(ruleset: &Ruleset, players: u8) -> Self {
        let mut cards: Box<[CardRules; KINDS]> = Box::new(std::array::from_fn(|_| CardRules::default()));
        let mut attacks = Vec::new();
        let (mut wild, mut wild_unable, mut challengeable, mut any_on) =
            (CardSet::EMPTY, CardSet::EMPTY, CardSet::EMPTY, CardSet::EMPTY);
        for (name, special) in &ruleset.special {
            let set = special.cards.cards();
            match special.wild {
                Wild::Always => wild = wild.or(set),
                Wild::Unable => wild_unable = wild_unable.or(set),
                Wild::Never => {}
            }
            if special.accepts == Some(Accepts::Any) {
                any_on = any_on.or(set);
            }
            if special.challenge.is_some() {
                challengeable = challengeable.or(set);
            }
            let attack = special.attack.as_ref().map(|attack| {
                attacks.push(AttackRules {
                    draw: attack.draw,
                    answer: attack.answer.cards(),
                    cancel: attack.cancel.cards(),
                    pass_on: attack.pass_on.cards(),
                    needs_stock: attack.needs_stock,
                    name: name.clone(),
                });
                attacks.len() as u8 - 1
            });
            for card in set.iter() {
                cards[card.index()].add(special, attack);
            }
        }
        for card in Card::all() {
            cards[card.index()].points = points(ruleset, card);
            cards[card.index()].plain = cards[card.index()].is_plain();
        }
        let (deck, copies) = deck(ruleset, players);
        let turn_over = ruleset.stock.empty == crate::ruleset::StockEmpty::TurnOver;
        Self {
            players,
            copies,
            labels: ruleset.labels.clone(),
            deal: ruleset.deal.cards.get(players).unwrap_or(0),
            deal_choice_to: ruleset.deal.choice_to,
            starter_effects: ruleset.starter.effects,
            starter_again: ruleset.starter.again.cards(),
            follow: follow(ruleset, any_on),
            wild,
            wild_unable,
            challengeable,
            draw: ruleset.draw.clone(),
            stock: ruleset.stock.clone(),
            same_rank: ruleset.turn.same_rank,
            same_rank_cards: ruleset.turn.same_rank_cards.cards(),
            reversals: ruleset.turn.reversals,
            reverse_with_two: ruleset.turn.reverse_with_two,
            call: ruleset.call.clone(),
            last_card: ruleset.out.last_card,
            round: ruleset.round.clone(),
            who_scores: ruleset.score.who,
            reward_scale: ruleset.score.reward_scale,
            target: ruleset.matches.target.get(players).unwrap_or(0),
            highest_wins: ruleset.matches.winner == crate::ruleset::MatchWinner::Highest,
            bonus: ruleset.matches.bonus,
            hat: ruleset.score.hat,
            double: ruleset.score.double,
            at_target: ruleset.matches.at_target,
            turns: ruleset.matches.turns,
            mistakes: ruleset.mistakes.clone(),
            tracks_known: turn_over
                || ruleset.mistakes.penalty > 0
                || cards.iter().any(|c| c.give.is_some() || c.challenge.is_some()),
            stock_order_public: turn_over,
            deck,
            cards,
            attacks,
        }
    }

    /// What may be laid where `upcard` lies and `nominated` is in force, by following or as a wild card.
    pub(crate) fn on(&self, upcard: Option<Card>, nominated: u8) -> CardSet {
        match upcard {
            Some(card) => self.follow[card.index()][nominated as usize].or(self.wild),
            None => CardSet::ALL,
        }
    }

    /// The rules of a card.
    pub(crate) fn of(&self, card: Card) -> &CardRules {
        &self.cards[card.index()]
    }

    /// Most cards that a chain of attacks can make pending at once.
    pub(crate) fn most_pending(&self) -> u8 {
        let each = |card: Card| {
            let draw = self
                .of(card)
                .attack
                .map_or(0, |kind| self.attacks[kind as usize].draw);
            u32::from(draw) * u32::from(self.copies[card.index()])
        };
        Card::all().map(each).sum::<u32>().min(255) as u8
    }
}

impl CardRules {
    /// Adds what a special says of this card.
    fn add(&mut self, special: &crate::ruleset::Special, attack: Option<u8>) {
        if special.nominate != Nominate::Never {
            self.nominate = special.nominate;
        }
        self.skip += special.skip;
        self.reverse += u8::from(special.reverse);
        self.attack = attack.or(self.attack);
        if let Some(penalty) = &special.penalty {
            self.penalty = penalty.draw;
            self.penalty_turn = penalty.turn;
        }
        if let Some(cover) = &special.cover {
            self.cover = Some(CoverRules {
                with: cover.with,
                cards: cover.cards.cards(),
                most: if cover.most == 0 { u8::MAX } else { cover.most },
                effects: cover.effects,
                again: cover.again,
            });
        }
        if let Some(give) = &special.give {
            self.give = Some(GiveRules {
                optional: give.optional,
                rest_draw: give.rest_draw,
            });
        }
        if special.challenge.is_some() {
            self.challenge.clone_from(&special.challenge);
        }
    }

    fn is_plain(&self) -> bool {
        self.nominate == Nominate::Never
            && self.skip == 0
            && self.reverse == 0
            && self.attack.is_none()
            && self.penalty == 0
            && self.cover.is_none()
            && self.give.is_none()
            && self.challenge.is_none()
    }
}

impl CoverRules {
    /// The cards that may be laid on `upcard` in a run that this rule opened.
    pub(crate) fn allowed_on(&self, upcard: Card) -> CardSet {
        let suit = || upcard.suit().map_or(CardSet::EMPTY, crate::card::Suit::cards);
        let with = match self.with {
            CoverWith::Suit => suit(),
            CoverWith::SuitOrRank => suit().or(upcard.rank().cards()),
            CoverWith::Any => CardSet::ALL,
        };
        with.and(self.cards)
    }
}

fn deck(ruleset: &Ruleset, players: u8) -> (Vec<Card>, [u8; KINDS]) {
    let copies = ruleset.deck.table(players).unwrap_or([0; KINDS]);
    let cards = Card::all()
        .flat_map(|c| std::iter::repeat_n(c, usize::from(copies[c.index()])))
        .collect();
    (cards, copies)
}

fn follow(ruleset: &Ruleset, any_on: CardSet) -> Box<[[CardSet; SUITS + 1]; KINDS]> {
    let rules = &ruleset.follow;
    let suit_part = |suit: Option<crate::card::Suit>| match suit {
        Some(suit) if rules.suit => suit.cards(),
        _ => CardSet::EMPTY,
    };
    Box::new(std::array::from_fn(|kind| {
        let card = Card::of(kind as u8);
        std::array::from_fn(|nominated| {
            if any_on.contains(card) {
                return CardSet::ALL;
            }
            let rank = |holds: bool| {
                if holds {
                    card.rank().cards()
                } else {
                    CardSet::EMPTY
                }
            };
            match crate::card::Suit::from_index(nominated as u8) {
                Some(suit) => suit_part(Some(suit)).or(rank(rules.rank && rules.rank_on_nominated)),
                None => suit_part(card.suit()).or(rank(rules.rank)),
            }
        })
    }))
}

/// What a card left in hand counts.
fn points(ruleset: &Ruleset, card: Card) -> u16 {
    for (text, points) in &ruleset.score.points {
        if text
            .parse::<Selector>()
            .is_ok_and(|selector| selector.cards().contains(card))
        {
            return *points;
        }
    }
    match ruleset.score.others {
        OtherPoints::Each(points) => points,
        OtherPoints::Index => card.index() as u16 + 2,
        OtherPoints::Face => match card.rank().index() {
            13 => 50,
            12 => 1,
            8..=11 => 10,
            rank => rank as u16 + 2,
        },
    }
}
