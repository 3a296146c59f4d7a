//! The short ways through the engine: what most decisions of most games are.
//!
//! Each leads to the very position to which the steps of `run` lead; it only asks fewer questions on the way, and where a
//! question remains it hands the step over.

use super::event::{Event, Log};
use super::phase::{Phase, Step};
use super::state::Pending;
use super::{Engine, State};
use crate::action::Action;
use crate::card::Card;
use crate::rules::{CardTable, NO_SUIT, QuickTable, Rules};
use crate::seat::Seat;

impl<L: Log> Engine<'_, L> {
    /// Applies an action by a short way if there is one; the step to go on with.
    #[inline]
    pub(super) fn quickly(&mut self, action: Action) -> Step {
        if self.s.phase == Phase::Play && self.s.turn.taken.is_empty() && self.rules.short_ways {
            let begins = u32::from(self.s.turn.drawn == 0);
            match action {
                Action::Play(card) => {
                    self.s.decisions += begins;
                    if let Some(step) = self.lay_quickly(card) {
                        return step;
                    }
                    return self.lay_and_hurry(card);
                }
                Action::Draw => {
                    self.s.decisions += 1;
                    return self.draw_and_hurry();
                }
                Action::Pass => {
                    self.s.decisions += begins;
                    let step = self.pass();
                    return self.hurry(step);
                }
                _ => {}
            }
        }
        self.decide_and_hurry(action)
    }

    /// Applies an action that is none of the most frequent.
    #[inline(never)]
    fn decide_and_hurry(&mut self, action: Action) -> Step {
        if !self.rules.short_ways {
            return self.decide_slowly(action);
        }
        let step = match (self.s.phase, action) {
            (Phase::GoOn, Action::Play(card)) => {
                self.s.decisions += 1;
                self.lay_more(card)
            }
            (Phase::GoOn, _) => Step::Give(self.s.seat),
            (Phase::Nominate, Action::Suit(suit)) => {
                self.s.decisions += 1;
                self.nominate(suit)
            }
            _ => self.decide_slowly(action),
        };
        self.hurry(step)
    }

    /// Lays a card for which there is no short way.
    #[inline(never)]
    fn lay_and_hurry(&mut self, card: Card) -> Step {
        let step = self.play(card);
        self.hurry(step)
    }

    /// Draws, and goes on as far as nothing is asked.
    #[inline(never)]
    fn draw_and_hurry(&mut self) -> Step {
        let mut step = self.draw();
        while step == Step::Drawn {
            step = self.drawn();
        }
        self.hurry(step)
    }

    /// Takes the steps that mostly follow each other one after the other: each as `run` would, but not through a table.
    #[inline(never)]
    fn hurry(&mut self, mut step: Step) -> Step {
        if step == Step::Taken {
            step = self.taken();
        }
        if step == Step::Laid {
            step = self.laid();
            if let Step::Claims(seat) = step {
                step = self.ask_claims(seat);
                if step == Step::Laid {
                    step = self.laid();
                }
            }
        }
        if let Step::Give(after) = step {
            step = self.give_next(after);
        }
        if step == Step::Speak {
            step = self.speak();
        }
        if step == Step::Nominate {
            step = self.ask_nomination();
        }
        if step == Step::NameRank {
            step = self.ask_rank();
        }
        if step == Step::Challenge {
            step = self.ask_challenge();
        }
        if step == Step::Catch {
            step = self.ask_catch(self.s.seat);
        }
        if step == Step::Resolve {
            step = self.resolve();
        }
        if let Step::Charge(next) = step {
            step = self.charge_missing(next);
        }
        if step == Step::EndTurn {
            step = self.end_turn();
        }
        if let Step::Close(next) = step {
            step = self.close(next);
        }
        if let Step::StartTurn(seat) = step {
            step = self.start_turn(seat);
        }
        step
    }

    /// Lays a card where nothing can come of it but the next turn or a nomination; none where more may.
    #[inline]
    fn lay_quickly(&mut self, card: Card) -> Option<Step> {
        let (rules, s) = (self.rules, &*self.s);
        let (seat, upcard) = (s.seat, s.upcard());
        let table = s.table(rules, seat);
        if !rules.quick || !may_lay_quickly(rules, s, &table.quick, card, upcard) {
            return None;
        }
        let quick = table.quick.of[card.index()];
        if quick.nominates {
            self.play_drawn(card, true);
            return Some(self.ask_suit());
        }
        if quick.penalty > 0 && self.explicit() {
            return None;
        }
        let (mut pending, mut nominated, mut draw) = (s.pending, NO_SUIT, quick.draw);
        if pending.draw > 0 {
            (pending, nominated, draw) = self.answer_quickly(table, card, draw);
        }
        self.put_quickly(seat, card, upcard, nominated);
        if quick.needs_stock && !self.s.can_draw(rules) {
            draw = 0;
        }
        let s = &mut *self.s;
        let before = if quick.adds { pending.draw } else { 0 };
        s.pending = if draw > 0 {
            Pending {
                draw: before.saturating_add(draw),
                kind: quick.kind,
                unanswerable: false,
            }
        } else {
            pending
        };
        s.direction = if quick.reverses {
            s.direction.reversed()
        } else {
            s.direction
        };
        if quick.reverses {
            self.event(Event::Reversed);
        }
        let (direction, players) = (self.s.direction, rules.players);
        let mut next = seat.on(quick.steps, direction, players);
        let mut skipped = seat;
        for _ in 0..quick.skip {
            skipped = skipped.next(direction, players);
            self.skipped(skipped);
        }
        if quick.penalty > 0 {
            next = self.penalise_quickly(next, quick.penalty);
        }
        Some(self.begin_turn(next))
    }

    /// Moves a card to the pile, as [`Engine::put`] does where nothing is asked of the turn.
    #[inline]
    fn put_quickly(&mut self, seat: Seat, card: Card, upcard: Option<Card>, nominated: u8) {
        let (rules, s) = (self.rules, &mut *self.s);
        s.hands[seat.index()].remove(card);
        if rules.row > 0 {
            s.row = s.row_with(rules, card, upcard);
        }
        s.pile.lay(card);
        s.under = None;
        s.nominated = nominated;
        s.second = NO_SUIT;
        s.open = false;
        s.fresh = rules.binds_next;
        s.plays = s.plays.saturating_add(1);
        s.passes = 0;
        if let Some(known) = &mut s.known {
            known.left(seat, card);
        }
        self.event(Event::Laid(seat, card));
        self.renew_at_once();
    }

    /// What is pending, nominated and attacked with when a card is laid while an attack is pending.
    #[inline]
    fn answer_quickly(&self, table: &CardTable, card: Card, draw: u8) -> (Pending, u8, u8) {
        let pending = self.s.pending;
        let kind = usize::from(pending.kind);
        if !table.answers[kind].cancel.contains(card) {
            return (pending, NO_SUIT, draw);
        }
        // A card that cancels an attack is none itself.
        let suit = self.staying_suit(kind).map_or(NO_SUIT, |suit| suit as u8);
        (Pending::default(), suit, 0)
    }

    /// The next player draws and loses the turn; who plays then.
    #[inline(never)]
    fn penalise_quickly(&mut self, victim: Seat, cards: u8) -> Seat {
        self.skipped(victim);
        for _ in 0..cards {
            if !self.draw_one(victim) {
                break;
            }
        }
        victim.next(self.s.direction, self.rules.players)
    }
}

/// Whether a card that may be laid has a short way here.
#[inline]
fn may_lay_quickly(rules: &Rules, s: &State, quick: &QuickTable, card: Card, upcard: Option<Card>) -> bool {
    let hand = s.hand(s.seat);
    let cards = if s.turn.drawn == 0 { quick.cards } else { quick.drawn };
    let last = hand.count(card) == 1;
    let left = if last { hand.held().minus(card.bit()) } else { hand.held() };
    // Where the round or the match may end by it, the position shows the turn that ended it.
    let may_end = s.went_out.is_some()
        || rules.round.plays > 0 && s.plays.saturating_add(1) >= rules.round.plays
        || rules.row > 0 && s.row_with(rules, card, upcard) >= rules.row;
    cards.contains(card)
        && left.and(quick.joins[card.index()]).is_empty()
        && hand.len() > rules.quick_above
        && s.active == rules.everybody
        && s.turn.laid == 0
        && !s.calls.contains(s.seat)
        && !(rules.identical && upcard == Some(card))
        && !may_end
}

#[cfg(test)]
mod tests {
    use crate::engine::{EpisodeKind, Game, Options};
    use crate::rng::{Rng, Stream};
    use crate::ruleset::{Ruleset, ids};

    /// Plays random games of a ruleset both ways; how many decisions were compared.
    fn compare(ruleset: &Ruleset, options: Options, seeds: u64, most: u32) -> u32 {
        let id = &ruleset.id;
        let Ok(game) = Game::new(ruleset, options) else {
            return 0;
        };
        let slow = game.without_short_ways();
        let mut decisions = 0;
        for seed in 0..seeds {
            let mut rng = Rng::new(seed, Stream::Bot);
            let (mut log, mut events) = (Vec::new(), Vec::new());
            let mut state = game.deal(seed, &mut log);
            let mut other = slow.deal(seed, &mut events);
            for _ in 0..most {
                assert!(state == other && log == events, "{id}, seed {seed}: {log:?}");
                let legal = game.legal(&state);
                assert_eq!(legal, slow.legal(&other), "{id}, seed {seed}");
                if legal.is_empty() {
                    break;
                }
                log.clear();
                events.clear();
                let action = crate::action::Action::from_id(legal.nth(rng.below(legal.len())));
                game.apply_unchecked(&mut state, action, &mut log);
                slow.apply_unchecked(&mut other, action, &mut events);
                decisions += 1;
                assert!(
                    state == other && log == events,
                    "{id}, {} players, seed {seed}: {action}: {log:?} {events:?}",
                    game.players()
                );
            }
        }
        decisions
    }

    #[test]
    fn the_short_ways_lead_where_the_long_ones_do() {
        for id in ids() {
            let ruleset = Ruleset::builtin(id).expect(id);
            let (min, max) = (ruleset.players.min, ruleset.players.max);
            for players in min..=max {
                let all = if players == 4.clamp(min, max) { 200 } else { 40 };
                compare(&ruleset, Options::new(players), all, 400);
                let rounds = Options {
                    episode: EpisodeKind::Match,
                    ..Options::new(players)
                };
                compare(&ruleset, rounds, 8, 1_000);
            }
            for name in ruleset.variants.keys() {
                let settings = serde_json::json!({ "variant": name });
                let variant = ruleset.with(settings.as_object().expect("a map")).expect(name);
                for players in [variant.players.min, variant.players.max] {
                    compare(&variant, Options::new(players), 20, 400);
                }
            }
        }
    }
}
