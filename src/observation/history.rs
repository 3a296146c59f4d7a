//! `history`: the last public actions.

use super::declare::part;

part! {
    /// The last public actions.
    optional History in History, "`history` is above 0" = |shape, _| shape.history > 0;
    |view, scene, recent| {
        each((seat, action) in History) "" = recent.latest().take(scene.shape.history), {
            seat "by" = Some(seat); "the seat that acted; 1 is the latest action"
            one_of(Actions) "" = Some(action.id().index()); "the action"
        };
    }
}
