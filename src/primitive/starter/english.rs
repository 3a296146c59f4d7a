//! English description of the starter.

use crate::ruleset::{
    DealDirection, NominatedBy, PassHands, Ruleset, Side, Special, StarterCardEffects, StarterEffects,
    StarterTurned,
};

impl Ruleset {
    /// Describes how the card that begins the pile is turned.
    pub(crate) fn say_turning(&self) -> Vec<String> {
        if !self.starter.is_turned() {
            let by_dealer = self.starter.turned == StarterTurned::ByDealer;
            let who = if by_dealer && self.round.first.is_none() {
                "the dealer has the first turn and plays any card, or draws"
            } else {
                "the first player plays any card, or draws"
            };
            return vec![format!("No card is turned to begin the pile: {who}.")];
        }
        let when = if self.starter.turned == StarterTurned::BeforeDeal {
            "Before any card is dealt the top card of the stock is turned to begin the pile."
        } else {
            "The top card of the stock is then turned to begin the pile."
        };
        let mut said = vec![when.to_owned()];
        let (again, open) = (
            self.starter.with(StarterCardEffects::Again),
            self.starter.with(StarterCardEffects::Open),
        );
        if !again.is_empty() {
            said.push(format!(
                "If it is {}, it goes back into the stock, which is shuffled, and another is turned.",
                self.labels.one(again)
            ));
        }
        if !open.is_empty() {
            said.push(format!(
                "If it is {}, any card may be played on it, and nobody nominates.",
                self.labels.one(open)
            ));
        }
        said
    }

    /// Describes the effects of the starter.
    pub(crate) fn say_starter(&self) -> Vec<String> {
        let only_suit = self.starter.with(StarterCardEffects::Suit);
        let all = self.every_deck().minus(only_suit).is_empty();
        let only_suit = (!only_suit.is_empty()).then(|| {
            if all {
                return "Only the suit of the card that begins the pile is followed, not its rank."
                    .to_owned();
            }
            format!(
                "If it is {}, it has no effect, and only its suit is followed, not its rank.",
                self.labels.one(only_suit)
            )
        });
        if !self.starter.counts() {
            let plain = "A special card that begins the pile has no effect.".to_owned();
            return std::iter::once(plain).chain(only_suit).collect();
        }
        let mut said = vec!["A special card counts as if the dealer had played it.".to_owned()];
        let mut add = |holds: bool, text: &str| said.extend(holds.then(|| text.to_owned()));
        add(
            self.begins_with(|s| s.nominate.asks()),
            if self.starter.turned == StarterTurned::BeforeDeal {
                "The dealer then nominates, before seeing their hand."
            } else {
                "The dealer then nominates, after seeing their hand."
            },
        );
        said.extend(self.say_some_starters());
        said.extend(only_suit);
        let mut add = |holds: bool, text: &str| said.extend(holds.then(|| text.to_owned()));
        add(
            self.begins_with(|s| s.attack().is_some()),
            "An attack meets the first player.",
        );
        add(
            self.begins_with(|s| s.penalty().is_some()),
            "A penalty is drawn by the first player.",
        );
        let kept = self.starter.with(StarterCardEffects::TurnKept);
        if !kept.is_empty() && self.begins_with(|s| s.penalty().is_some()) {
            add(
                true,
                &format!(
                    "If it is {}, the first player then still has the turn.",
                    self.labels.one(kept)
                ),
            );
        }
        add(
            self.begins_with(|s| s.skipped() > 0),
            "A skip passes over the first player.",
        );
        let dealer_first = self.starter.with(StarterCardEffects::DealerFirst);
        let turns = |s: &Special| s.cards.is_late() || !s.cards.cards().minus(dealer_first).is_empty();
        add(
            self.begins_with(|s| s.reverse && turns(s)),
            match self.deal.direction {
                DealDirection::Anticlockwise => "A reversal makes the seat after the dealer first.",
                _ => "A reversal makes the seat before the dealer first.",
            },
        );
        add(
            self.begins_with(|s| s.demand().is_some()),
            "A demand binds the first player.",
        );
        add(
            self.begins_with(|s| s.others_draw() > 0),
            "If all others draw for it, everybody but the dealer does.",
        );
        add(
            self.begins_with(|s| s.pass_hands() != PassHands::Off),
            "A card that moves hands moves them.",
        );
        add(
            self.begins_with(|s| s.turn_over),
            "A card that turns all cards over does so; the back that is then the upcard has no effect.",
        );
        add(
            self.begins_with(|s| s.again),
            "A card whose player has the next turn makes the dealer first.",
        );
        let full = self.starter.effects == StarterEffects::Full;
        let hand = self.begins_with(|s| {
            s.gives().is_some() || s.cover().is_some() || s.swaps_hands() || s.named().is_some()
        });
        add(
            !full && hand,
            "No card of the dealer's hand is given or played for it, and nothing else is decided.",
        );
        add(
            full,
            "It counts in full: the dealer gives, covers, swaps hands or names a rank for it as for a card of their hand, \
             and others are asked about it.",
        );
        let others_first = self.begins_with(|s| s.again || s.reverse) || !dealer_first.is_empty();
        add(
            others_first && !self.round.first.is_none(),
            "Where a card held names the player who acts first, only a skip changes that.",
        );
        said
    }

    /// True if a special that passes the test can hold for the card that begins the pile, whose front is up.
    fn begins_with(&self, test: impl Fn(&Special) -> bool) -> bool {
        self.has(|special| special.when.side != Some(Side::Back) && test(special))
    }

    /// Describes starters with rules of their own.
    fn say_some_starters(&self) -> Vec<String> {
        let starter = &self.starter;
        let sentences = [
            (
                starter.with(StarterCardEffects::Nomination),
                true,
                "If it is {}, nothing counts but the nomination.",
            ),
            (
                starter.with(StarterCardEffects::None),
                true,
                "If it is {}, it has no effect.",
            ),
            (
                starter.with(StarterCardEffects::DealerFirst),
                true,
                "If it is {}, it counts, and the dealer has the first turn.",
            ),
            (
                starter.nominated_by(NominatedBy::Lot),
                self.nominates(),
                "If it is {}, the suit to follow is drawn by lot: nobody nominates.",
            ),
            (
                starter.nominated_by(NominatedBy::FirstPlayer),
                true,
                "For {} the first player nominates instead, before their turn.",
            ),
        ];
        let said = sentences
            .into_iter()
            .filter(|(cards, says, _)| *says && !cards.is_empty());
        said.map(|(cards, _, text)| text.replace("{}", &self.labels.one(cards)))
            .collect()
    }
}
