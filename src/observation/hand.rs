//! `hand`: the observer's hand.

use super::cells::Cells;
use super::cursor::ByKind;
use super::declare::part;
use super::envs::{PartSpan, Scene};
use super::part::PartWriter;
use crate::view::View;

part! {
    /// The observer's hand.
    by_hand Hand in Hand;
    numbers(Kinds) ""; "cards of this kind in the observer's hand"
}

impl PartWriter for Hand {
    /// Writes the observer's hand, and [`Seen`](super::known::Seen) as well where only that hand and the pile are seen.
    #[inline(always)]
    fn write_base<const K: usize, const P: usize, const N: usize>(
        scene: &Scene<'_>,
        place: PartSpan,
        view: &View<'_>,
        cells: &mut Cells<'_, N>,
    ) {
        let own = ByKind::<K>::new(view.hand().counts());
        own.map(|own| own.min(place.high)).write(&mut cells.0[place.at..]);
        if !scene.sees_elsewhere {
            let seen = own.plus(view.pile_counts()).map(|seen| seen.min(scene.seen.high));
            seen.write(&mut cells.0[scene.seen.at..]);
        }
    }
}
