//! Keys that a ruleset does not use: a value that no game of the ruleset can have is refused, since nothing would read
//! it.

use serde_json::{Map, Value};

use super::problem::{PositionProblems, ProblemCode};
use super::shape::is_nothing;
use crate::engine::{EpisodeKind, Game};
use crate::rules::OpenDraw;
use crate::rules::features::TABLE;
use crate::rules::{CardRules, PenaltyRules, Rules};
use crate::ruleset::{AfterAttack, AtTarget, CallMade, DrawThen, LastCard, Nominate, PassHands, Source};

/// A ruleset, with flags for created rules and for matches.
struct Scope<'a> {
    rules: &'a Rules,
    created: bool,
    in_match: bool,
}

impl Scope<'_> {
    fn any(&self, does: fn(&CardRules) -> bool) -> bool {
        self.rules.any(does)
    }

    fn penalty(&self, has: fn(&PenaltyRules) -> bool) -> bool {
        self.rules.any(|card| card.hit.penalty.as_ref().is_some_and(has))
    }

    fn attacks(&self) -> bool {
        !self.rules.attacks.is_empty()
    }

    fn aims(&self) -> bool {
        self.rules.aims()
    }

    fn opens(&self) -> bool {
        !self.rules.open_draws.is_empty()
    }

    fn challenges(&self) -> bool {
        self.any(|card| card.challenge.is_some())
    }
}

/// A key, and the condition under which a ruleset uses it.
type Use = (&'static str, fn(&Scope<'_>) -> bool);

/// The keys that some rulesets do not use.
const KEYS: &[Use] = &[
    ("calls", |g| g.rules.call.made == CallMade::ByPlayer),
    ("second", |g| g.any(|card| card.nominate == Nominate::Second)),
    ("binds_next", |g| g.rules.follow.binds_next),
    ("open", |g| !g.rules.starter.open.is_empty() || g.rules.backs),
    ("aside_backs", |g| g.rules.backs),
    ("under", |g| !g.rules.follow.under.is_empty()),
    ("row", |g| g.rules.round.row > 0),
    ("went_out", |g| g.rules.out.last_card == LastCard::Chain),
    ("first", |g| {
        g.rules.round.loser_first
            || g.rules.round.winner_first
            || g.rules.starter.by_dealer
            || !g.rules.round.first.is_empty()
    }),
    ("last_skipped", |g| g.rules.score.last_skipped != 0),
    ("last_round", |g| {
        g.in_match && g.rules.matches.at_target == AtTarget::SuddenDeath
    }),
    ("renewals", |g| g.rules.score.renewal != 0),
    ("games", |g| g.in_match),
    ("wins", |g| g.in_match),
    ("turns", |g| g.in_match && g.rules.matches.turns > 0),
    ("placed", |g| g.rules.plays_on()),
    ("lost_turns", |g| g.rules.owes_turns()),
    ("first_turns", |g| g.rules.turn.first_keeps_suit),
    ("named_by", |g| {
        g.any(|card| card.next.name_rank.is_some_and(|rule| rule.all))
    }),
    ("pending.draw", |g| {
        g.rules.attacks.iter().any(|attack| attack.draw > 0)
    }),
    ("pending.skip", |g| g.rules.takes_turns()),
    ("turn.taken", |g| {
        g.rules.draw.after_attack == AfterAttack::PlayAttack
    }),
    ("turn.skip", |g| {
        g.created || g.opens() || g.any(|card| card.skip.players > 0)
    }),
    ("turn.reverse", |g| {
        g.created || g.any(|card| card.reverse.times > 0)
    }),
    ("turn.others_draw", |g| {
        g.created || g.opens() || g.rules.turn.identical_draw > 0 || g.any(|card| card.hit.others_draw > 0)
    }),
    ("turn.hands", |g| {
        g.any(|card| card.moving.pass_hands != PassHands::Off)
    }),
    ("turn.next", |g| g.created || g.rules.features & TABLE > 0),
    ("turn.mirrors", |g| g.any(|card| card.mirror.mirrors)),
    ("turn.last_out", |g| g.rules.out.brings_back),
    ("turn.back_draw", |g| g.rules.out.brings_back),
    ("turn.call_settled", |g| g.rules.tableau.needed),
    ("turn.challenged", |g| g.challenges()),
    ("turn.attack.cards", |g| {
        g.rules.attacks.iter().any(|attack| attack.draw > 0)
    }),
    ("turn.attack.skip", |g| g.rules.takes_turns()),
    ("turn.attack.answered", |g| g.attacks()),
    ("turn.attack.unanswerable", |g| {
        g.rules.attacks.iter().any(|attack| attack.set_unanswerable)
    }),
    ("turn.penalty.cards", |g| {
        g.created || g.challenges() || g.penalty(|_| true) || g.opens()
    }),
    ("turn.penalty.covered", |g| g.penalty(|penalty| penalty.covered)),
    ("turn.penalty.kept", |g| {
        g.created
            || g.challenges() && g.rules.takes_turns()
            || !g.rules.starter.turn_kept.is_empty()
            || g.opens()
            || g.penalty(|penalty| penalty.kept)
    }),
    ("turn.penalty.from", |g| {
        g.penalty(|penalty| penalty.from != Source::Stock)
    }),
    ("turn.penalty.ends_attack", |g| {
        g.penalty(|penalty| penalty.ends_attack)
    }),
    ("turn.covers.left", |g| {
        g.any(|card| card.continuing.cover.is_some())
    }),
    ("turn.covers.opener", |g| {
        g.any(|card| card.continuing.cover.is_some())
    }),
    ("effects.open", |g| g.rules.open_draws.hits > 0),
    ("effects.until", |g| {
        g.rules.open_draws.iter().any(OpenDraw::shows)
    }),
    ("effects.aimed", |g| g.aims()),
    ("effects.aimed.own_turns", |g| g.rules.loses_turns()),
    ("effects.aimed.next_turns", |g| g.rules.loses_turns()),
    ("effects.aimed.previous_turns", |g| g.rules.loses_turns()),
    ("effects.aimed.others_turns", |g| g.rules.loses_turns()),
    ("effects.aimed.lot_turns", |g| g.rules.loses_turns()),
    ("effects.aimed.chosen_turns", |g| g.rules.loses_turns()),
    ("turn.card_effects.lot", |g| g.any(|card| card.hit.lot > 0)),
    ("turn.card_effects.draw", |g| {
        g.created || g.rules.call.keeps_in() || g.opens() || g.any(|card| card.hit.own_draw > 0)
    }),
    ("turn.card_effects.swap", |g| g.any(|card| card.moving.swap_hands)),
    ("turn.card_effects.not_out", |g| {
        g.rules.call.keeps_in() || !g.rules.out.not_on.is_empty()
    }),
    ("turn.top.without", |g| {
        g.rules.tables().any(|table| !table.when.cards.is_empty())
    }),
    ("turn.created.nominates", |g| g.created),
    ("turn.created.splits", |g| g.created),
    ("turn.drawn.only_last", |g| {
        matches!(g.rules.draw.then, DrawThen::MayPlay | DrawThen::MustPlay)
    }),
    ("turn.drawn.must_play", |g| {
        g.rules.draw.then == DrawThen::MustPlayAny
    }),
    ("turn.drawn.took_pending", |g| {
        g.attacks() && g.rules.goes_on_after_attack()
    }),
];

/// The keys of each of the `queued_effects` that some rulesets do not use.
const QUEUED: &[Use] = &[
    ("lot", |g| g.any(|card| card.hit.lot > 0) || g.aims()),
    ("swap", |g| g.any(|card| card.moving.swap_hands)),
    ("open", |g| g.rules.open_draws.hits > 0),
    ("aimed", |g| g.aims()),
    ("aimed.own_turns", |g| g.rules.loses_turns()),
    ("aimed.next_turns", |g| g.rules.loses_turns()),
    ("aimed.previous_turns", |g| g.rules.loses_turns()),
    ("aimed.others_turns", |g| g.rules.loses_turns()),
    ("aimed.lot_turns", |g| g.rules.loses_turns()),
    ("aimed.chosen_turns", |g| g.rules.loses_turns()),
];

/// Returns the value at a dotted path.
fn value_at<'a>(map: &'a Map<String, Value>, path: &str) -> Option<&'a Value> {
    let mut keys = path.split('.');
    let first = map.get(keys.next()?);
    keys.fold(first, |at, key| match at? {
        Value::Array(items) => items.get(key.parse::<usize>().ok()?),
        at => at.get(key),
    })
}

/// The phases that some rulesets never open.
const PHASES: &[Use] = &[
    ("give", |g| g.any(|card| card.moving.give.is_some())),
    ("challenge", |g| g.challenges()),
    ("swap", |g| g.any(|card| card.moving.swap_hands)),
    ("choose", |g| g.aims()),
    ("name-rank", |g| {
        g.any(|card| card.next.name_rank.is_some() || card.nominate == Nominate::SuitAndRank)
    }),
    ("claim", |g| g.created || !g.rules.tableau.claims.cards.is_empty()),
    ("mirror", |g| g.any(|card| card.mirror.mirrors)),
    ("keep", |g| g.rules.stock.keep > 0),
    ("pile", |g| g.rules.tableau.needed),
    ("word", |g| !g.rules.tableau.words.is_empty()),
];

/// The chance nodes that some rulesets never open.
const NODES: &[Use] = &[
    ("suit", |g| {
        g.rules.draw.wild_by_lot || !g.rules.starter.by_lot.is_empty()
    }),
    ("lot", |g| g.any(|card| card.hit.lot > 0) || g.aims()),
    ("amount", |g| !g.rules.open_draws.is_empty()),
    ("scramble", |g| !g.rules.tableau.second_pile.is_empty()),
    ("rogue", |g| !g.rules.tableau.second_pile.is_empty()),
    ("turn-up", |g| !g.rules.tableau.second_pile.is_empty()),
    ("create", |g| g.created),
    ("split", |g| g.created),
    ("starter", |g| g.rules.starter.turned),
];

/// Adds a problem for each key whose value is of no use to the ruleset.
pub(crate) fn check(game: &Game, map: &Map<String, Value>, problems: &mut PositionProblems) {
    let rules = game.rules();
    let stand = map
        .get("created")
        .and_then(Value::as_array)
        .is_some_and(|rules| !rules.is_empty());
    let scope = Scope {
        rules,
        created: stand || rules.tableau.created.most > 0 || !rules.tableau.created.rules.is_empty(),
        in_match: game.options().episode == EpisodeKind::Match,
    };
    let value_at = |path: &str| value_at(map, path);
    let mut refuse = |path: &str| {
        let message = "the ruleset has nothing of the kind";
        problems.add(path, ProblemCode::NotInGame, message);
    };
    let mut check = |path: &str, is_used: fn(&Scope<'_>) -> bool| {
        let said = value_at(path).is_some_and(|value| !is_nothing(path, value));
        if said && !is_used(&scope) {
            refuse(path);
        }
    };
    for &(path, is_used) in KEYS {
        check(path, is_used);
    }
    let count = value_at("queued_effects")
        .and_then(Value::as_array)
        .map_or(0, Vec::len);
    for n in 0..count {
        for &(key, is_used) in QUEUED {
            check(&format!("queued_effects.{n}.{key}"), is_used);
        }
    }
    for (path, all) in [("phase.name", PHASES), ("phase.node", NODES)] {
        let name = value_at(path).and_then(Value::as_str);
        if all
            .iter()
            .any(|(other, is_used)| Some(*other) == name && !is_used(&scope))
        {
            refuse("phase");
        }
    }
    let unanswerable = value_at("pending.answerable") == Some(&Value::Bool(false));
    if unanswerable && !rules.attacks.iter().any(|attack| attack.set_unanswerable) {
        refuse("pending.answerable");
    }
    let deal = value_at("deal").and_then(Value::as_u64);
    let round = value_at("round").and_then(Value::as_u64).unwrap_or(0) as u16;
    let (least, most) = (rules.deal.cards_in(round), rules.deal.choice_to);
    if let Some(deal) = deal
        && !(u64::from(least)..=u64::from(most.max(least))).contains(&deal)
    {
        let message = format!("{deal} is not in {least} … {}", most.max(least));
        problems.add("deal", ProblemCode::NumberOutOfRange, message);
    }
}
