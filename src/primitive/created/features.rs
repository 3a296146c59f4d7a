//! Features of created rules in an observation: those that stand, and those on offer.

use crate::observation::declare::part;

part! {
    /// The created rules that the seat sees.
    optional CreatedRules in Rules, "players create rules"
        = |shape, _| shape.has_apart(shape.standing > 0);
    |view, scene| let standing = view.created(); {
        number "created" = view.standing(); "created rules that stand"
        flag "created_seen" = standing.is_some(); "true if the seat sees them"
        each(rule in Standing) "standing" = standing.into_iter().flatten().take(scene.shape.standing), (rule);
        each(rule in Offered) "offered" = view.offered().unwrap_or_default().iter().take(scene.shape.offered), (rule);
    }
}

/// The features of a created rule.
mod rule {
    use crate::observation::declare::features;
    use crate::ruleset::{CreatedRule, Does};

    /// The words for the effects of rules.
    const DOES: [&str; Does::ALL.len()] = {
        let mut words = [""; Does::ALL.len()];
        let mut i = 0;
        while i < words.len() {
            words[i] = Does::ALL[i].name();
            i += 1;
        }
        words
    };

    features! {
        it: &CreatedRule;
        one_of(Words(&DOES)) "does" = Some(it.does as usize); "the effect; none where there is no rule"
        number "count" = it.count; "players that are skipped, or cards that are drawn"
        each(class in Words(&["cards", "after", "follow"])) "" = [it.cards, it.after, it.follow], (class);
    }

    /// The features of a class of cards.
    mod class {
        use crate::observation::declare::features;
        use crate::ruleset::{Class, Face, Parity};

        features! {
            it: Class;
            number "lowest" = it.low(); "the lowest number of the class: ace 1 … King 13, Joker 14"
            number "highest" = it.high(); "the highest number"
            which(UsualSuits) "suit" = |suit| it.has_suit(suit); "true if the class has this suit; Jokers need all four"
            one_of "parity" = it.parity(), [Parity::Even => "even", Parity::Odd => "odd"];
                "the numbers that are meant, if only even or only odd ones"
            one_of "face" = it.face(), [Face::Face => "picture", Face::Number => "number"];
                "the cards that are meant, if only pictures (J Q K) or only numbers (A … T)"
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::ruleset::Does;

    #[test]
    fn what_a_rule_does_is_told_in_the_order_of_the_list() {
        for (index, does) in Does::ALL.into_iter().enumerate() {
            assert_eq!(does as usize, index);
        }
    }
}
