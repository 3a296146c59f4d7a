//! English for selectors, late-bound words included.

use super::words::join;
use crate::card::CardSet;
use crate::ruleset::{Labels, Param, RANK_OF_UPCARD, Ruleset, SUIT_IN_FORCE, Selector};

/// Grammatical form of a class of cards.
#[derive(Clone, Copy)]
enum Form {
    /// "a Two".
    One,
    /// "Twos".
    Many,
    /// "Two".
    Bare,
}

impl Ruleset {
    /// Describes one card of a selector: "a Two".
    pub(crate) fn one_of(&self, selector: &Selector) -> String {
        self.phrase(selector, Form::One)
    }

    /// Describes the cards of a selector: "Twos".
    pub(crate) fn many_of(&self, selector: &Selector) -> String {
        self.phrase(selector, Form::Many)
    }

    /// Returns the heading of a selector: "Two".
    pub(crate) fn heading_of(&self, selector: &Selector) -> String {
        super::words::capital(&self.phrase(selector, Form::Bare))
    }

    /// Describes one card of `answer`: "another Two" if `own` means the same cards, otherwise "a Two".
    pub(crate) fn another_of(&self, answer: &Selector, own: &Selector) -> String {
        if !answer.is_late() && answer.cards() == own.cards() {
            self.labels.another(answer.cards())
        } else {
            self.one_of(answer)
        }
    }

    /// Describes all cards of several selectors: "Twos, Jokers and the card drawn as `zodiac`".
    pub(crate) fn many_of_all<'a>(&self, selectors: impl Iterator<Item = &'a Selector>) -> String {
        let (mut plain, mut said) = (CardSet::EMPTY, Vec::new());
        for selector in selectors {
            if selector.is_late() {
                said.push(self.many_of(selector));
            } else {
                plain = plain.or(selector.cards());
            }
        }
        if !plain.is_empty() || said.is_empty() {
            said.insert(0, self.labels.many(plain));
        }
        join(&said, "and")
    }

    fn phrase(&self, selector: &Selector, form: Form) -> String {
        if !selector.is_late() {
            return form.plain(&self.labels, selector.cards());
        }
        let (mut plain, mut items) = (CardSet::EMPTY, Vec::new());
        for word in selector.as_str().split(' ') {
            let (minus, terms) = word.strip_prefix('-').map_or((false, word), |rest| (true, rest));
            if items.is_empty() && !terms.contains('@') {
                let cards = class(terms);
                plain = if minus {
                    plain.minus(cards)
                } else {
                    plain.or(cards)
                };
                continue;
            }
            if items.is_empty() && !plain.is_empty() {
                items.push(form.plain(&self.labels, plain));
            }
            if !minus {
                items.push(self.term(terms, form));
            } else if !items.is_empty() {
                let all = join(&items, form.conjunction());
                items = vec![format!("{all} (but not {})", self.term(terms, Form::Many))];
            }
        }
        if items.is_empty() {
            return form.plain(&self.labels, plain);
        }
        join(&items, form.conjunction())
    }

    /// Describes a word without its sign: terms joined by `&`.
    fn term(&self, terms: &str, form: Form) -> String {
        let late: Vec<&str> = terms
            .split('&')
            .filter_map(|term| term.strip_prefix('@'))
            .collect();
        let Some((first, more)) = late.split_first() else {
            return form.plain(&self.labels, class(terms));
        };
        let mut said = self.late(first, form);
        let others = terms.split('&').filter(|term| !term.starts_with('@'));
        let others: Vec<&str> = others.collect();
        let also = more.iter().map(|name| self.late(name, Form::One));
        let plain = (!others.is_empty()).then(|| self.labels.one(class(&others.join("&"))));
        for condition in also.chain(plain) {
            said = format!("{said} that is also {condition}");
        }
        said
    }

    /// Describes the meaning of a late-bound word.
    fn late(&self, name: &str, form: Form) -> String {
        let of_table = match name {
            SUIT_IN_FORCE => Some("the suit in force"),
            RANK_OF_UPCARD => Some("the upcard's rank"),
            _ => None,
        };
        if let Some(what) = of_table {
            return match form {
                Form::One => format!("a card of {what}"),
                Form::Many => format!("cards of {what}"),
                Form::Bare => format!("card of {what}"),
            };
        }
        let rank = name == "wild" || self.params.get(name).is_some_and(Param::draws_rank);
        let what = if name == "wild" {
            "of its holder's countdown score".to_owned()
        } else {
            format!("drawn as `{name}`")
        };
        match (rank, form) {
            (true, Form::One) => format!("a card of the rank {what}"),
            (true, Form::Many) => format!("cards of the rank {what}"),
            (true, Form::Bare) => format!("card of the rank {what}"),
            (false, Form::Bare) => format!("card {what}"),
            (false, Form::One | Form::Many) => format!("the card {what}"),
        }
    }
}

impl Form {
    fn plain(self, labels: &Labels, cards: CardSet) -> String {
        match self {
            Self::One => labels.one(cards),
            Self::Many => labels.many(cards),
            Self::Bare => labels.heading(cards),
        }
    }

    const fn conjunction(self) -> &'static str {
        match self {
            Self::Many => "and",
            Self::One | Self::Bare => "or",
        }
    }
}

/// Returns the cards of terms that are known before play.
fn class(terms: &str) -> CardSet {
    terms
        .parse::<Selector>()
        .map(|selector| selector.cards())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::ruleset::Ruleset;

    #[test]
    fn late_bound_words_are_said_in_words() {
        let ruleset = "id = \"late\"\n[countdown]\nfrom = 8\n[params.zodiac]\ncards = \"JC QD\"\n[params.instapik]\n\
                       cards = \"numbers\"\ndraws = \"rank\"\n";
        let ruleset = Ruleset::from_toml(ruleset).expect("valid");
        for (text, one, many) in [
            ("8", "an Eight", "Eights"),
            (
                "@wild",
                "a card of the rank of its holder's countdown score",
                "cards of the rank of its holder's countdown score",
            ),
            (
                "2 -@wild",
                "a Two (but not cards of the rank of its holder's countdown score)",
                "Twos (but not cards of the rank of its holder's countdown score)",
            ),
            (
                "K @zodiac",
                "a King or the card drawn as `zodiac`",
                "Kings and the card drawn as `zodiac`",
            ),
            (
                "@instapik&red -5",
                "a card of the rank drawn as `instapik` that is also a red card (but not Fives)",
                "cards of the rank drawn as `instapik` that is also a red card (but not Fives)",
            ),
            (
                "all -@zodiac",
                "any card (but not the card drawn as `zodiac`)",
                "all cards (but not the card drawn as `zodiac`)",
            ),
        ] {
            let selector = text.parse().expect("a selector");
            assert_eq!(
                (
                    ruleset.one_of(&selector).as_str(),
                    ruleset.many_of(&selector).as_str()
                ),
                (one, many),
                "{text}"
            );
        }
    }
}
