//! Checks of drawing, the stock, and going out.

use super::Problems;
use super::elsewhere::setting;
use crate::ruleset::{
    Amount, Call, CallMade, Draw, DrawThen, DrawWhen, LastCard, Problem, Ruleset, Special, StarterEffects,
    StockEmpty, WordDue,
};

impl Ruleset {
    pub(crate) fn check_draw(&self, problems: &mut Problems) {
        let draw = &self.draw;
        if draw.when != DrawWhen::Never {
            return self.check_draw_cards(problems);
        }
        let plain = Draw::default();
        problems.apart(
            "draw.when",
            "nobody draws by choice",
            [
                setting(draw.most != plain.most, "draw.most", &draw.most),
                setting(draw.until != plain.until, "draw.until", &draw.until),
                setting(draw.then != DrawThen::EndTurn, "draw.then", &draw.then),
                setting(draw.cards != plain.cards, "draw.cards", &draw.cards),
            ],
        );
    }

    /// Checks the number of cards of each draw.
    fn check_draw_cards(&self, problems: &mut Problems) {
        let (draw, plain) = (&self.draw, Draw::default());
        if !draw.cards.is_open() {
            problems.range(draw.cards.number(), 1, 20, "draw.cards");
        }
        if let Some(why) = draw.cards.refused(self.every_deck()) {
            problems.add("draw.cards", why);
        }
        if draw.cards.is_one() {
            return;
        }
        let singles_out = matches!(draw.then, DrawThen::MayPlay | DrawThen::MustPlay)
            && !matches!(draw.cards, Amount::Until(_));
        problems.apart(
            "draw.cards",
            "a draw of several cards is the only one of a turn, and no card of it is the one just drawn",
            [
                setting(draw.most != plain.most, "draw.most", &draw.most),
                setting(draw.until != plain.until, "draw.until", &draw.until),
                setting(singles_out, "draw.then", &draw.then),
            ],
        );
    }

    /// Warns about cards drawn at the end of every turn if no turn takes more from a hand: nobody would ever be out.
    pub(crate) fn draw_warnings(&self) -> Vec<Problem> {
        let several = |special: &Special| special.r#continue.is_some() || special.gives().is_some();
        let shrinks = self.special.values().any(several)
            || self.stock.keep > 0
            || self.created.most > 0
            || !self.out_of_turn.identical.cards().is_empty();
        let single = self
            .tables()
            .all(|n| self.deal.cards.get(n).is_some_and(|dealt| dealt.least == 1));
        if self.draw.end_of_turn == 0 || shrinks || single {
            return Vec::new();
        }
        let message = "a card is played in a turn, and as many or more are drawn at its end, so that no hand gets smaller and \
                       a round may not end: let several cards be played (continue), or write 0";
        vec![Problem::new("draw.end-of-turn", message)]
    }

    pub(crate) fn check_stock(&self, problems: &mut Problems) {
        if self.stock.keep > 0 {
            problems.apart(
                "stock.keep",
                "what is returned is shuffled into the stock, whose order would be known",
                [setting(
                    self.stock.empty == StockEmpty::TurnOver,
                    "stock.empty",
                    &self.stock.empty,
                )],
            );
        }
    }

    pub(crate) fn check_out(&self, problems: &mut Problems) {
        let out = &self.out;
        let never = out.not_on.never.cards();
        let not_on = out.not_on.drawn.cards.cards().or(never);
        let nobody = self.decks().any(|deck| deck.minus(not_on).is_empty());
        problems.check(!nobody, "out.not-on", || {
            format!(
                "{:?} are all cards of the deck, so nobody could ever go out: leave some out",
                [out.not_on.drawn.cards.as_str(), out.not_on.never.as_str()]
                    .join(" ")
                    .trim()
            )
        });
        if out.last_card == LastCard::Drawn {
            self.check_drawn_out(problems);
        }
    }

    /// Checks going out by a call with the card drawn after the last one.
    fn check_drawn_out(&self, problems: &mut Problems) {
        let call = &self.call;
        problems.check(self.draw.end_of_turn == 1, "out.last-card", || {
            format!(
                "one goes out with the one card drawn at the end of the turn: set draw.end-of-turn = 1, not {}",
                self.draw.end_of_turn
            )
        });
        problems.check(call.made == CallMade::ByPlayer, "out.last-card", || {
            "one goes out by calling: set call.made = \"by-player\"".to_owned()
        });
        let usual = Call::default();
        let word = self.words.iter().find(|(_, word)| word.due == WordDue::Out);
        problems.apart(
            "out.last-card",
            "one goes out by calling with the card drawn after the last one, and no other call is due",
            [
                setting(call.caught != usual.caught, "call.caught", &call.caught),
                setting(call.skip != usual.skip, "call.skip", &call.skip),
                setting(call.due != usual.due, "call.due", &call.due),
                setting(
                    self.starter.effects == StarterEffects::Full
                        && self.special.values().any(|special| special.gives().is_some()),
                    "starter.effects",
                    &self.starter.effects,
                ),
                setting(self.out.not_on.drawn.number > 0, "out.not-on", &self.out.not_on),
                setting(
                    self.out.places.values().any(|places| places.count > 1),
                    "out.places",
                    &self.out.places,
                ),
                setting(self.countdown.from > 0, "countdown.from", &self.countdown.from),
                word.map(|(name, _)| format!("words.{name}.due = \"out\"")),
            ],
        );
    }
}
