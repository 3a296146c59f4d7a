//! Two rulesets that every key is read off: one in which each is written, and the plain game.

use std::collections::BTreeMap;

use serde_json::Map;

use crate::ruleset::{
    Binds, ByPlayers, Call, CallDue, CardsNumber, Challenge, Claimed, Compat, Continue, ContinueWith,
    Countdown, Counts, Created, Deal, DealRounds, Deck, Draw, ElseDraw, Factor, Factors, FirstTurn, Free,
    Hit, HitSets, HitSuit, Identicals, Imitation, Labels, Match, Mistakes, Most, Move, MoveTo, Next,
    NextFollow, Nominate, NominatedBy, Once, Open, Out, OutOfTurn, Param, ParamCards, ParamDraws, ParamWhen,
    Play, PlayOn, Range, Round, Ruleset, Score, ScoredEvent, SecondPile, Selector, Source, Special, Starter,
    StarterCard, StarterCardEffects, Stock, Turn, TurnKept, Upcard, When, Who, Word, WordDue, any_number,
    by_suit_or_rank,
};

/// A ruleset in which every key is written.
pub(crate) fn full() -> Ruleset {
    let plain = Ruleset::plain();
    let all = Selector::all;
    Ruleset {
        decisions: vec![String::new()],
        params: [("NAME".to_owned(), param())].into(),
        special: [("NAME".to_owned(), special())].into(),
        words: [("NAME".to_owned(), word())].into(),
        variants: [("name".to_owned(), Map::new())].into(),
        compat: [Imitation::AsksToPass].into_iter().collect(),
        // A key that is not written where it is off has another value here.
        deal: Deal {
            rounds: DealRounds::DownAndUp,
            dealer_extra: 1,
            ..plain.deal
        },
        starter: Starter {
            card: [("NAME".to_owned(), starter_card())].into(),
            ..plain.starter
        },
        draw: Draw {
            end_of_turn: 1,
            ..plain.draw
        },
        stock: Stock {
            keep: 1,
            ..plain.stock
        },
        turn: Turn {
            once: [Once::Skips].into_iter().collect(),
            first: FirstTurn::Suit,
            ..plain.turn
        },
        out_of_turn: OutOfTurn {
            identical: Identicals([("all".to_owned(), Claimed::Must)].into()),
        },
        second_pile: SecondPile { cards: all() },
        call: Call {
            skip: 1,
            due: CallDue::Held,
            ..plain.call
        },
        created: Created {
            most: 1,
            ..Created::default()
        },
        out: Out {
            not_on: CardsNumber {
                cards: all(),
                number: 2,
            },
            ..plain.out
        },
        score: Score {
            factors: Factors([("identical".to_owned(), Factor::Halve)].into()),
            events: [(ScoredEvent::Out, -1)].into(),
            ..plain.score
        },
        matches: Match {
            rounds: ByPlayers::Same(1),
            games: 2,
            ..plain.matches
        },
        ..plain
    }
}

/// A special with every key; they are named one by one, so that a new one cannot be forgotten in the schema.
fn special() -> Special {
    Special {
        cards: Selector::all(),
        when: When {
            players: Some(Range { min: 2, max: 2 }),
            upcard: Some(Upcard::Identical),
        },
        play: Play {
            free: Free::Unable,
            on: PlayOn::Suit,
        },
        next: Next {
            cards: Selector::all(),
            binds: Binds::Named,
            follow: Some(NextFollow::Any),
            else_draw: 2,
        },
        nominate: Nominate::Always,
        skip: 1,
        reverse: true,
        again: true,
        r#move: Some(Move {
            to: MoveTo::Next,
            must: false,
        }),
        hit: Some(hit()),
        r#continue: Some(further()),
        mirror: true,
        challenge: Some(Challenge {
            draw: 1,
            extra: 1,
            undone: true,
        }),
    }
}

fn hit() -> Hit {
    Hit {
        who: Who::Lot,
        draw: 1,
        skip: 1,
        answer: Some(Selector::all()),
        cancel: Selector::all(),
        pass_on: Selector::all(),
        suit: [HitSuit::InForce].into_iter().collect(),
        sets: HitSets::Add,
        turn: TurnKept::Kept,
        from: Source::Pile,
    }
}

fn further() -> Continue {
    Continue {
        with: ContinueWith::Any,
        cards: Selector::none(),
        also: Selector::all(),
        most: Most::AtMost(1),
        must: true,
        else_draw: ElseDraw::Cards(1),
        effects: Counts::Top,
        open: [Open::Covers, Open::Nominations].into_iter().collect(),
    }
}

fn starter_card() -> StarterCard {
    StarterCard {
        cards: Selector::all(),
        effects: StarterCardEffects::None,
        nominated_by: NominatedBy::Lot,
    }
}

fn param() -> Param {
    Param {
        cards: ParamCards::Drawn(Selector::all()),
        draws: ParamDraws::Rank,
        when: ParamWhen::Round,
    }
}

fn word() -> Word {
    Word {
        say: 1,
        due: WordDue::Played,
        cards: Selector::all(),
        on: Selector::all(),
        penalty: 1,
    }
}

impl Ruleset {
    /// The ruleset of the defaults. Groups are named one by one, so that a new one cannot be forgotten in
    /// the schema.
    pub(crate) fn plain() -> Self {
        Self {
            id: "plain".to_owned(),
            title: String::new(),
            source: String::new(),
            decisions: Vec::new(),
            players: any_number(),
            follow: by_suit_or_rank(),
            compat: Compat::default(),
            deck: Deck::default(),
            labels: Labels::default(),
            params: BTreeMap::new(),
            countdown: Countdown::default(),
            deal: Deal::default(),
            starter: Starter::default(),
            draw: Draw::default(),
            stock: Stock::default(),
            turn: Turn::default(),
            special: BTreeMap::new(),
            out_of_turn: OutOfTurn::default(),
            second_pile: SecondPile::default(),
            call: Call::default(),
            words: BTreeMap::new(),
            created: Created::default(),
            out: Out::default(),
            round: Round::default(),
            score: Score::default(),
            matches: Match::default(),
            mistakes: Mistakes::default(),
            variants: BTreeMap::new(),
        }
    }
}
