//! A ruleset compiled for a number of players: tables and masks, without any text to parse during play.

pub(crate) mod compile;
mod deal;
mod draw;
pub(crate) mod features;
mod follow;
pub(crate) mod in_play;
mod needed;
mod open_draws;
mod score;
pub(crate) mod table;
mod tableau;
mod turn;

use crate::action::{Action, ActionSet};
use crate::card::{Card, CardSet, MAX_KINDS, MAX_SUITS};
use crate::pack::Pack;
use crate::ruleset::{AfterAttack, DrawThen, DrawWhen, Labels, Mistakes, ParamWhen, Ruleset, Source, Who};
use crate::seat::SeatSet;

pub(crate) use crate::primitive::call::rules::CallRules;
pub(crate) use crate::primitive::continuing::rules::CoverRules;
pub(crate) use crate::primitive::hit::rules::{AttackRules, PenaltyRules};
use crate::primitive::hit::rules::{HitRules, attacks};
pub(crate) use crate::primitive::teams::rules::TeamRules;
pub(crate) use crate::primitive::words::rules::WordRules;
use deal::{DealRules, StarterRules};
use draw::{DrawRules, RoundRules, StockRules};
pub(crate) use features::Features;
use follow::FollowRules;
pub(crate) use open_draws::{OpenDraw, OpenDraws, OpenNumber};
use score::{MatchRules, OutRules, ScoreRules};
pub(crate) use table::{CardRules, CardTable};
pub(crate) use tableau::{MAX_OFFERED, MAX_STANDING, TableauRules};
pub(crate) use turn::NextPlayer;
use turn::TurnRules;

/// Stands for no suit where the index of a suit is expected.
pub(crate) const NO_SUIT: u8 = MAX_SUITS as u8;

/// A ruleset compiled for a number of players; immutable and shared.
#[derive(Debug, Clone)]
pub struct Rules {
    pub(crate) players: u8,
    /// Every seat.
    pub(crate) everybody: SeatSet,
    pub(crate) teams: TeamRules,
    /// Features of the engine that the rules need.
    pub(crate) features: Features,
    /// The suits and ranks of the deck.
    pub(crate) pack: Pack,
    pub(crate) deck: DeckRules,
    /// Names of suits and cards, for people.
    pub(crate) labels: Labels,
    pub(crate) deal: DealRules,
    pub(crate) starter: StarterRules,
    pub(crate) follow: FollowRules,
    /// Effects of each kind of card, one table for each meaning that late-bound words can have.
    tables: Vec<CardTable>,
    /// A copy of the first table: if it is the only one, play finds it without following a pointer.
    first_table: CardTable,
    /// True if cards have backs, to which they can be turned over.
    pub(crate) backs: bool,
    /// Number of meanings of `@wild`: that of no score, then those of the scores from 1 up; 1 if the word is not used.
    pub(crate) wilds: u8,
    pub(crate) params: Vec<ParamRules>,
    /// Score with which everyone begins; 0 is off.
    pub(crate) countdown: u8,
    pub(crate) attacks: Vec<AttackRules>,
    /// Draws whose number of cards is open.
    pub(crate) open_draws: OpenDraws,
    pub(crate) draw: DrawRules,
    pub(crate) stock: StockRules,
    pub(crate) turn: TurnRules,
    pub(crate) call: CallRules,
    pub(crate) out: OutRules,
    pub(crate) round: RoundRules,
    pub(crate) score: ScoreRules,
    pub(crate) matches: MatchRules,
    pub(crate) mistakes: Mistakes,
    /// Rules that only few rulesets need; the states of those carry a tableau.
    pub(crate) tableau: TableauRules,
    /// True if seats can come to know cards in other hands, or the order of the stock.
    pub(crate) tracks_known: bool,
    /// True if a seat that does not play can thereby show which cards it does not hold.
    pub(crate) tracks_ruled_out: bool,
    /// True if states keep which cards a hand cannot hold, whatever shows it.
    pub(crate) keeps_ruled_out: bool,
}

/// The cards of the game.
#[derive(Debug, Clone)]
pub(crate) struct DeckRules {
    /// Every card, in the order of their indices.
    pub(crate) cards: Vec<Card>,
    /// Number of cards of each kind.
    pub(crate) copies: [u8; MAX_KINDS],
    /// Kinds of which there is a card.
    pub(crate) kinds: CardSet,
    /// Suits of which there is a card, as actions that nominate them.
    pub(crate) suits: ActionSet,
}

/// Returns the most cards that a penalty takes from the top of the pile in their order.
fn most_of_pile_top(tables: &[CardTable]) -> u8 {
    let cards = tables.iter().flat_map(CardTable::all_rules);
    let penalties = cards.filter_map(|card| card.hit.penalty.as_ref());
    let in_order = penalties.filter(|penalty| penalty.from == Source::PileTop);
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
        let turn_over = ruleset.stock.empty == crate::ruleset::StockEmpty::TurnOver;
        let (starter, out) = (
            StarterRules::compile(ruleset, players),
            OutRules::compile(ruleset, players),
        );
        let open_draws = OpenDraws::compile(ruleset, players);
        let call = CallRules::compile(ruleset, &open_draws);
        let deck = DeckRules::compile(ruleset, players);
        let round = RoundRules::compile(ruleset, deck.kinds);
        let card_begins = !round.first.is_empty();
        let mut rules = Self {
            players,
            everybody: SeatSet::first(players),
            teams: TeamRules::compile(ruleset, players),
            features: 0,
            pack: ruleset.pack().clone(),
            deck,
            labels: ruleset.labels.clone(),
            deal: DealRules::compile(ruleset, players),
            follow: FollowRules::compile(ruleset, players),
            backs: ruleset.deck.backs,
            wilds: ruleset.wild_scores(),
            params: params(ruleset),
            countdown: ruleset.countdown.from,
            attacks: attacks(ruleset, players),
            draw: DrawRules::compile(ruleset),
            stock: StockRules::compile(ruleset, most_of_pile_top(&tables)),
            turn: TurnRules::compile(ruleset),
            round,
            score: ScoreRules::compile(ruleset, players),
            matches: MatchRules::compile(ruleset, players),
            mistakes: ruleset.mistakes.clone(),
            tableau: TableauRules::compile(ruleset, players, (&starter, &out, &call), &open_draws),
            tracks_ruled_out: false,
            keeps_ruled_out: false,
            tracks_known: turn_over
                || ruleset.deck.backs
                || card_begins
                || ruleset.mistakes.penalty > 0
                || open_draws.iter().any(OpenDraw::shows)
                || tables.iter().any(CardTable::makes_known),
            open_draws,
            starter,
            out,
            call,
            first_table: tables[0].clone(),
            tables,
        };
        rules.tracks_ruled_out = rules.compels();
        rules.keeps_ruled_out = rules.tracks_ruled_out || card_begins;
        rules.features = needed::needed(&rules);
        rules
    }

    /// Returns the cards that follow `upcard` while `nominated` is in force.
    pub(crate) fn following(&self, upcard: Option<Card>, nominated: u8) -> CardSet {
        match upcard {
            Some(card) => self.follow.table[nominated as usize][card.index()],
            None => CardSet::ALL,
        }
    }

    /// Returns the cards that the next player must play on a card, if it demands any.
    pub(crate) fn demanded(&self, upcard: Card) -> Option<CardSet> {
        let demand = self.follow.demand.as_ref()?[upcard.index()];
        (!demand.is_empty()).then_some(demand)
    }

    /// Returns the table of this meaning.
    #[inline]
    pub(crate) fn table(&self, meaning: usize) -> &CardTable {
        &self.tables[meaning]
    }

    /// Returns the index of the meaning of the rules of cards, for the side of the cards, the parameters of an episode and the
    /// score of a seat.
    #[inline]
    pub(crate) fn meaning(&self, turned: bool, params: [u8; MAX_PARAMS], score: i32) -> usize {
        if self.tables.len() == 1 {
            return 0;
        }
        let wild = (score.max(0) as usize).min(usize::from(self.wilds) - 1);
        let drawn = self.params.iter().zip(&params);
        let index = drawn.fold(usize::from(turned), |index, (param, &drawn)| {
            index * param.values.len() + usize::from(drawn)
        });
        index * usize::from(self.wilds) + wild
    }

    /// Returns the table of the first meaning: the only one, if late-bound words are not used.
    #[inline]
    pub(crate) fn first_table(&self) -> &CardTable {
        &self.first_table
    }

    /// Returns the table, if there is only one.
    pub(crate) fn only_table(&self) -> Option<&CardTable> {
        (self.tables.len() == 1).then(|| self.first_table())
    }

    /// Iterates over the tables, one for each meaning of the late-bound words.
    pub(crate) fn tables(&self) -> impl ExactSizeIterator<Item = &CardTable> {
        self.tables.iter()
    }

    /// True if a card satisfies `does` under any meaning of the late-bound words.
    pub(crate) fn any(&self, does: impl Fn(&CardRules) -> bool) -> bool {
        self.tables().any(|table| table.all_rules().any(&does))
    }

    /// True if the effects of a card may depend on the number of cards that its player has left.
    pub(crate) fn depends_on_cards_left(&self) -> bool {
        self.tables().any(|table| table.when.by_left)
    }

    /// True if a seat that can play must: in any turn, after a draw, or after cards were named.
    ///
    /// False if mistakes can be made or rules are hidden: then not playing shows nothing.
    fn compels(&self) -> bool {
        let draw = &self.draw;
        let compels =
            draw.when == DrawWhen::Unable || draw.until_playable || draw.then == DrawThen::MustPlayAny;
        let named = self.any(|card| card.next.name_rank.is_some());
        (compels || named) && self.mistakes.penalty == 0 && !self.tableau.hides()
    }

    /// True if others play on when a seat is out: for places, or until its whole team is.
    pub(crate) const fn plays_on(&self) -> bool {
        self.out.places > 1 || self.teams.all_out
    }

    /// True if a seat may do anything after drawing for an attack.
    pub(crate) fn goes_on_after_attack(&self) -> bool {
        let after = |attack: &AttackRules| attack.after != AfterAttack::EndTurn;
        self.draw.after_attack != AfterAttack::EndTurn || self.attacks.iter().any(after)
    }

    /// Returns the points by which a change of a score makes it better: less than 0 if it makes the score worse.
    pub(crate) const fn improvement(&self, points: i32) -> i32 {
        if self.matches.highest_wins {
            points
        } else {
            -points
        }
    }

    /// True if an attack takes turns.
    pub(crate) fn takes_turns(&self) -> bool {
        self.attacks.iter().any(|attack| attack.skip > 0)
    }

    /// True if a card hits players by their place or by choice, or takes turns from them so.
    pub(crate) fn aims(&self) -> bool {
        self.any(|card| {
            card.hit.open.is_some()
                || card.hit.previous_draw > 0
                || card.hit.chosen_draw > 0
                || !card.skip.lost.is_empty()
        })
    }

    /// Returns the number of cards that a card makes the next player draw at once; a number to expect where it is open.
    pub(crate) fn drawn_at_once(&self, hit: &HitRules) -> u8 {
        let open = hit.open.and_then(|at| self.open_draws.at(at));
        let open = open
            .filter(|draw| draw.who == Who::Next)
            .map_or(0, OpenDraw::expected);
        hit.penalty_draw().saturating_add(open)
    }

    /// True if a seat can come to owe turns.
    pub(crate) fn owes_turns(&self) -> bool {
        self.takes_turns() || self.call.skip > 0 || self.loses_turns()
    }

    /// True if a card takes turns from players by their place, by lot or by choice.
    pub(crate) fn loses_turns(&self) -> bool {
        self.any(|card| !card.skip.lost.is_empty())
    }

    /// Returns the most cards, or turns, that a chain of attacks can make pending at once.
    pub(crate) fn most_pending(&self) -> u8 {
        let most = |each: fn(&AttackRules) -> u8| {
            let of = |table: &CardTable, card: Card| {
                let kinds = table.rules_of(card).filter_map(|rules| rules.hit.attack);
                let one = kinds.map(|kind| each(&self.attacks[usize::from(kind)])).max();
                let one = one.unwrap_or(0);
                u32::from(one) * u32::from(self.deck.copies[card.index()])
            };
            let chains = self
                .tables()
                .map(|table| Card::every().map(|card| of(table, card)).sum::<u32>());
            chains.max().unwrap_or(0).min(255) as u8
        };
        most(|attack| attack.draw).max(most(|attack| attack.skip))
    }
}

/// Maximum number of parameters of a ruleset.
pub(crate) const MAX_PARAMS: usize = 2;

/// A card or a rank that is drawn for an episode, or for each round.
#[derive(Debug, Clone)]
pub(crate) struct ParamRules {
    pub(crate) name: String,
    /// Values that may be drawn; the first card of a rank stands for the rank.
    pub(crate) values: Vec<Card>,
    /// Cards that each value means.
    pub(crate) meant: Vec<CardSet>,
    pub(crate) each_round: bool,
}

fn params(ruleset: &Ruleset) -> Vec<ParamRules> {
    let params = ruleset.params.iter().map(|(name, param)| {
        let values = param.values(ruleset.pack());
        ParamRules {
            name: name.clone(),
            meant: values
                .iter()
                .map(|&value| param.cards_of(ruleset.pack(), value))
                .collect(),
            values,
            each_round: param.when == ParamWhen::Round,
        }
    });
    params.collect()
}

impl DeckRules {
    fn compile(ruleset: &Ruleset, players: u8) -> Self {
        let copies = ruleset.deck.table(players).unwrap_or([0; MAX_KINDS]);
        let cards = Card::every()
            .flat_map(|card| std::iter::repeat_n(card, usize::from(copies[card.index()])))
            .collect();
        let kinds: CardSet = Card::every().filter(|card| copies[card.index()] > 0).collect();
        let suits = ruleset.pack().suits_in(kinds).map(Action::Suit);
        Self {
            cards,
            copies,
            kinds,
            suits: suits.fold(ActionSet::EMPTY, ActionSet::with),
        }
    }
}
