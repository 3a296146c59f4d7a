//! Features of covers in an observation.

/// Features of a card: its covers.
pub(crate) mod cover {
    use crate::observation::declare::features;
    use crate::observation::ruleset::scene::CardScene;
    use crate::ruleset::{Counts, CoverWith};

    features! {
        it: CardScene<'_>;
        one_of "cover" = it.own().continuing.cover.map(|cover| cover.with), [
            Some(CoverWith::Suit) => "suit", Some(CoverWith::SuitOrRank) => "suit-or-rank", Some(CoverWith::Any) => "any",
            Some(CoverWith::Nominated) => "nominated"
        ]; "with what it may be covered in the same turn"
        flag "cover_top_counts" = it.own().continuing.cover.is_some_and(|cover| cover.effects == Counts::Top);
            "true if only the top card then counts"
        flag "cover_again" = it.own().continuing.cover.is_some_and(|cover| cover.again); "true if a cover may be covered again"
        flag "cover_left" = it.own().continuing.cover.is_some_and(|cover| cover.left);
            "true if it is open to whoever plays on it next"
        number "cover_most" = it.own().continuing.cover.map_or(0, |cover| cover.most); "most covers"
        flag "cover_must" = it.own().continuing.cover.is_some_and(|cover| cover.must); "true if it must be covered"
        number "cover_else_draw" = it.own().continuing.cover.map_or(0, |cover| cover.else_draw); "cards for one who does not"
        flag "cover_until_able" = it.own().continuing.cover.is_some_and(|cover| cover.until_able);
            "true if one who cannot draws until able"
        number "cover_also" = it.own().continuing.cover.map_or(0, |cover| cover.also.len() as u8);
            "kinds of card that may cover it whatever they are"
    }
}
