//! Features of hits in an observation: the pending attack, and the turns that attacks take.

use crate::observation::cells::Cells;
use crate::observation::envs::{Envs, Place, Scene, Shown};
use crate::observation::field::{Features, Field, Set};
use crate::observation::part::{Optional, Part};
use crate::observation::seats::relative;
use crate::observation::shape::Shape;
use crate::observation::span::SpanName;
use crate::observation::turn::Collected;
use crate::rules::Rules;
use crate::view::View;

/// The pending attack.
pub(crate) struct Attack;

/// Number of features before those of the kinds of attack.
const BEFORE_KINDS: usize = 2;

impl Part for Attack {
    const SPAN: SpanName = SpanName::Pending;
    const WHEN: &'static str = "there are attacks";
    const FIELDS: &'static [Field] = &[
        Field {
            name: "cards",
            features: Features::Number,
            meaning: "cards that must be drawn, or answered",
        },
        Field {
            name: "unanswerable",
            features: Features::Flag,
            meaning: "whether they cannot be answered",
        },
        Field {
            name: "attack",
            features: Features::OneOf(Set::Attacks),
            meaning: "which of the ruleset's attacks it is, by the name of the special; they stand in the order of \
                      their names, and the last of the universal layout's eight stands for all further ones",
        },
    ];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(!rules.attacks.is_empty())
    }
}

impl Attack {
    /// Writes the features.
    #[inline(always)]
    pub(crate) fn write<const N: usize>(place: Place, view: &View<'_>, cells: &mut Cells<'_, N>) {
        if let Some(kind) = view.pending_kind()
            && place.len > BEFORE_KINDS
        {
            let kind = usize::from(kind).min(place.len - BEFORE_KINDS - 1);
            cells.set(place, 0, view.pending().min(place.high));
            cells.set(place, 1, place.high * u8::from(view.is_unanswerable()));
            cells.set(place, BEFORE_KINDS + kind, place.high);
        }
    }
}

/// Pending turns, and turns that seats are still to lose.
pub(crate) struct LostTurns;

impl Part for LostTurns {
    const SPAN: SpanName = SpanName::Pending;
    const WHEN: &'static str = "attacks take turns, or a missing call does";
    const FIELDS: &'static [Field] = &[
        Field {
            name: "turns",
            features: Features::Number,
            meaning: "turns that must be lost, or answered",
        },
        Field {
            name: "owed",
            features: Features::Numbers(Set::Seats),
            meaning: "turns that this seat owes: it is passed over so many times",
        },
    ];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.owes_turns())
    }
}

impl Optional for LostTurns {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| {
            cursor.value(view.pending_turns());
            cursor.seats(view, scene.shape.seats, |seat, high| [view.owed(seat).min(high)]);
        });
    }
}

/// The turns that the attack of the current turn takes.
pub(crate) struct TurnsAdded;

impl Part for TurnsAdded {
    const SPAN: SpanName = SpanName::Turn;
    const WHEN: &'static str = "attacks take turns, and several cards can be played in a turn";
    const FIELDS: &'static [Field] = &[Field {
        name: "attack_turns",
        features: Features::Number,
        meaning: "turns added to the attack",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.universal || rules.takes_turns() && Collected::is_shown(shape, rules)
    }
}

impl Optional for TurnsAdded {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(_: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| cursor.value(view.collected().attack_turns));
    }
}

/// The player who went out in the turn before and may be brought back.
pub(crate) struct LastOut;

impl Part for LastOut {
    const SPAN: SpanName = SpanName::Turn;
    const WHEN: &'static str = "a card brings back who went out in the turn before";
    const FIELDS: &'static [Field] = &[Field {
        name: "last_out",
        features: Features::OneOf(Set::Seats),
        meaning: "who went out in the turn before",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.out.brings_back)
    }
}

impl Optional for LastOut {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| {
            let seat = view.last_out().map(|seat| relative(view, seat));
            cursor.one_of(scene.shape.seats, seat);
        });
    }
}

/// Features of a card: draws by players other than the next.
pub(crate) mod others {
    use crate::observation::ruleset::declare::features;
    use crate::observation::ruleset::scene::CardScene;

    features! {
        it: CardScene<'_>;
        number "others_draw" = it.own().hit.others_draw; "cards that all others draw"
        number "slap" = it.own().hit.lot_draw; "cards that somebody draws by lot"
        number "brings_back" = it.own().hit.back_draw; "cards with which whoever went out in the turn before is back"
    }
}

/// Features of a card: draws by the next player.
pub(crate) mod next_player {
    use crate::observation::ruleset::declare::features;
    use crate::observation::ruleset::scene::CardScene;
    use crate::ruleset::{AfterAttack, AnswerSuit, Source};

    features! {
        it: CardScene<'_>;
        number "attack" = it.attack().map_or(0, |attack| attack.draw); "cards that its attack adds"
        number "attack_turns" = it.attack().map_or(0, |attack| attack.skip); "turns that its attack adds"
        number "attack_answers" = it.answers().len() as u8; "how many kinds of card answer its attack"
        one_of "attack_answer_suit" = it.attack().map(|attack| attack.suit), [
            Some(AnswerSuit::Nominated) => "nominated", Some(AnswerSuit::InForce) => "in-force",
            Some(AnswerSuit::Follows) => "follows"
        ]; "the suit of which an answer must be"
        flag "attack_replaces" = it.attack().is_some_and(|attack| !attack.adds);
            "whether its attack takes the place of what is pending"
        flag "attack_back" = it.attack().is_some_and(|attack| attack.back); "whether it hits the player before"
        flag "attack_only_adds" = it.attack().is_some_and(|attack| attack.only_adds);
            "whether it attacks only where something is pending"
        flag "attack_together" = it.attack().is_some_and(|attack| attack.together);
            "whether equal cards on top add up where only the top card counts"
        flag "attack_set_unanswerable" = it.attack().is_some_and(|attack| attack.set_unanswerable);
            "whether two or more played together cannot be answered"
        flag "attack_keeps_turn" = it.attack().is_some_and(|attack| attack.after == AfterAttack::Play);
            "whether one who has drawn for its attack has the turn"
        flag "attack_suit_stays" = it.attack().is_some_and(|attack| attack.suit_stays);
            "whether its suit must be followed when the attack is over"
        flag "stops_attack" = it.table.hit.answers.iter().any(|answers| it.is_in(answers.cancel.or(answers.pass_on)));
            "whether it cancels an attack or passes it on"
        number "penalty" = it.own().hit.penalty_draw(); "cards that the next player draws at once"
        flag "penalty_keeps_turn" = it.has_penalty(|penalty| penalty.kept); "whether that player keeps the turn"
        flag "penalty_from_pile" = it.has_penalty(|penalty| penalty.from != Source::Stock); "whether they come from the pile"
        flag "penalty_pile_top" = it.has_penalty(|penalty| penalty.from == Source::PileTop); "whether they are its top cards"
        flag "penalty_covered" = it.has_penalty(|penalty| penalty.covered);
            "whether they are drawn also where the card is covered"
        flag "penalty_ends_attack" = it.has_penalty(|penalty| penalty.ends_attack);
            "whether an attack of the turn is then nothing"
    }
}
