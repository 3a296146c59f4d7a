//! What laying a card leads to where nothing can be asked on the way: ready for the engine's short way.

use super::table::{AttackRules, CardRules, in_play};
use crate::card::{Card, CardSet, KINDS, Rank};
use crate::ruleset::{
    CallMade, CoverWith, DrawWhen, Identical, Nominate, PassHands, Reversals, ReverseWithTwo, Ruleset,
    SameRank,
};

/// What the engine's short ways ask of the rules.
#[derive(Debug, Clone)]
pub(crate) struct Short {
    /// Whether they are taken: always, but in a test that compares.
    pub(crate) taken: bool,
    /// Whether those for cards and draws may be: what they ask of a position is then all that matters.
    pub(crate) cards: bool,
    /// A player who holds more cards than so many owes no call after laying one, and is not out.
    pub(crate) above: u8,
    /// Whether a card may end the round by the number of those laid, or do more on an identical one.
    pub(crate) doubts: bool,
    /// Whether it matters that a card is laid on an identical one.
    pub(crate) identical: bool,
    /// Whether more than suit and rank and being wild decides what may be laid.
    pub(crate) odd_following: bool,
    /// Whether a turn that begins with nothing pending offers what may be laid, what may be challenged, drawing and passing.
    pub(crate) offers: bool,
}

impl Short {
    /// What a ruleset says; `beside` tells whether more can come of a turn than its cards say.
    pub(super) fn compile(ruleset: &Ruleset, side: bool, odd_following: bool) -> Self {
        let identical = ruleset.identical() != Identical::default();
        // Where turns are counted, the position shows the one that ended the match.
        let cards = !side
            && ruleset.mistakes.penalty == 0
            && ruleset.matches.turns == 0
            && ruleset.several().most <= 1;
        Self {
            taken: true,
            cards,
            offers: cards && ruleset.draw.when != DrawWhen::Never,
            above: 1 + u8::from(ruleset.call.made != CallMade::Off),
            doubts: identical || ruleset.round.row > 0 || ruleset.round.plays > 0,
            identical,
            odd_following,
        }
    }
}

/// What the only card of a turn does to who plays next, while all are in the round.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Quick {
    /// So many seats on, in the direction that then holds, is whoever plays next; less than there are players.
    pub(crate) steps: u8,
    /// Players skipped.
    pub(crate) skip: u8,
    /// Whether the direction turns.
    pub(crate) reverses: bool,
    /// Whether its player nominates.
    pub(crate) nominates: bool,
    /// Cards of its attack; 0: it is none.
    pub(crate) draw: u8,
    /// The kind of the attack.
    pub(crate) kind: u8,
    /// Whether the attack adds to what is pending.
    pub(crate) adds: bool,
    /// Whether it is an attack only while there are cards to draw.
    pub(crate) needs_stock: bool,
    /// Cards that the next player draws, losing the turn; 0: there is no such thing.
    pub(crate) penalty: u8,
}

/// The cards that have a short way, and what they do.
#[derive(Debug, Clone)]
pub(crate) struct QuickTable {
    /// Cards after which, laid alone, the next turn begins or a suit is nominated, and nothing else can come of them.
    pub(crate) cards: CardSet,
    /// Those of them of which that is true also when they were drawn in the turn.
    pub(crate) drawn: CardSet,
    /// Those that nominate and do nothing else.
    pub(crate) only_nominate: CardSet,
    /// What each does.
    pub(crate) of: [Quick; KINDS],
    /// Cards that may be laid on each in the same turn.
    pub(crate) joins: Box<[CardSet; KINDS]>,
}

impl QuickTable {
    /// No card has a short way.
    pub(super) fn none() -> Self {
        Self {
            cards: CardSet::EMPTY,
            drawn: CardSet::EMPTY,
            only_nominate: CardSet::EMPTY,
            of: [Quick::default(); KINDS],
            joins: Box::new([CardSet::EMPTY; KINDS]),
        }
    }

    /// The short ways of a ruleset for a number of players, where cards do this.
    pub(super) fn compile(
        ruleset: &Ruleset,
        players: u8,
        cards: &[CardRules; KINDS],
        wild: CardSet,
        attacks: &[AttackRules],
    ) -> Self {
        let mut table = Self::none();
        let specials = || in_play(ruleset, players).map(|(_, special)| special);
        let not_on = specials().any(|special| !special.play.except.is_none());
        let under = specials()
            .filter(|special| special.follow_under())
            .fold(CardSet::EMPTY, |set, special| set.or(special.cards.cards()));
        for (card, own) in Card::all().zip(cards) {
            table.joins[card.index()] = joins(ruleset, card, own);
            table.of[card.index()] = quick(ruleset, players, own, attacks);
            let ordinary = own.nominate == Nominate::Never || !not_on;
            if is_quick(own)
                && ordinary
                && !under.contains(card)
                && (table.of[card.index()].skip == 0 || ruleset.score.hat == 0)
            {
                table.cards = table.cards.or(card.bit());
                if only_nominates(own) {
                    table.only_nominate = table.only_nominate.or(card.bit());
                }
            }
        }
        let by_lot = !ruleset.draw.wild_effects || ruleset.draw.wild_by_lot;
        table.drawn = if by_lot {
            table.cards.minus(wild)
        } else {
            table.cards
        };
        table
    }
}

/// Whether a card, laid alone, does nothing but what [`Quick`] tells.
fn is_quick(own: &CardRules) -> bool {
    let nominates = match own.nominate {
        Nominate::Never => true,
        // With covers the turn may go on when the suit is known.
        Nominate::Always | Nominate::Alone => own.cover.is_none(),
        Nominate::IfFollowed | Nominate::Second => false,
    };
    let penalty = own
        .penalty
        .is_none_or(|penalty| !penalty.kept && !penalty.from_pile && !penalty.ends_attack);
    let cover = own
        .cover
        .is_none_or(|cover| !cover.must && cover.else_draw == 0 && cover.with != CoverWith::Nominated);
    nominates
        && penalty
        && cover
        && own.give.is_none()
        && own.challenge.is_none()
        && !own.again
        && own.others_draw == 0
        && own.pass_hands == PassHands::Off
        && !own.swap_hands
        && own.slap == 0
        && own.name_rank.is_none()
        && !own.mirror
}

/// Whether a card that has a short way nominates and does nothing else.
fn only_nominates(own: &CardRules) -> bool {
    own.nominate != Nominate::Never
        && own.skip == 0
        && own.reverse == 0
        && own.attack.is_none()
        && own.penalty.is_none()
}

/// What a card does, laid alone while all are in the round.
fn quick(ruleset: &Ruleset, players: u8, own: &CardRules, attacks: &[AttackRules]) -> Quick {
    let turn = &ruleset.turn;
    let reversals = match turn.reversals {
        Reversals::Each => own.reverse,
        Reversals::Once => own.reverse.min(1),
    };
    let skip = match (players, turn.reverse_with_two) {
        (2, ReverseWithTwo::Skip) => own.skip.saturating_add(reversals),
        _ => own.skip,
    };
    let attack = own.attack.map(|kind| (kind, &attacks[usize::from(kind)]));
    let attack = attack.filter(|(_, attack)| attack.draw > 0);
    Quick {
        steps: ((u16::from(skip) + 1) % u16::from(players.max(1))) as u8,
        skip,
        reverses: players != 2 && reversals % 2 == 1,
        nominates: own.nominate != Nominate::Never,
        draw: attack.map_or(0, |(_, attack)| attack.draw),
        kind: attack.map_or(0, |(kind, _)| kind),
        adds: attack.is_some_and(|(_, attack)| attack.adds),
        needs_stock: attack.is_some_and(|(_, attack)| attack.needs_stock),
        penalty: own.penalty_draw(),
    }
}

/// The cards that may be laid on a first card in the same turn, or more.
fn joins(ruleset: &Ruleset, card: Card, own: &CardRules) -> CardSet {
    let several = ruleset.several();
    let (equal, stands_in) = (several.same_rank_cards, several.stands_in);
    let mut cards = own
        .cover
        .as_ref()
        .map_or(CardSet::EMPTY, |cover| cover.allowed_on(card, None));
    if several.same_rank != SameRank::Off && equal.or(stands_in).contains(card) {
        cards = cards.or(card.rank().cards().and(equal)).or(stands_in);
    }
    if several.runs {
        cards = cards.or(neighbours(card));
    }
    cards
}

/// The next higher and the next lower card of the same suit, the ace being low.
pub(crate) fn neighbours(card: Card) -> CardSet {
    let Some(suit) = card.suit() else {
        return CardSet::EMPTY;
    };
    // Ace low: A 2 3 … K, so that the ace stands before the two.
    let place = (card.rank().index() + 1) % 13;
    let at = |place: usize| Rank::from_index(((place + 12) % 13) as u8);
    let below = place.checked_sub(1).and_then(at);
    let above = (place < 12).then(|| at(place + 1)).flatten();
    [below, above]
        .into_iter()
        .flatten()
        .fold(CardSet::EMPTY, |set, rank| set.or(Card::new(rank, suit).bit()))
}
