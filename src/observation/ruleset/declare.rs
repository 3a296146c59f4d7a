//! A declaration that makes both the fields and the function that writes them.

/// Declares features of a ruleset in the order in which they are written: kind, name, value and meaning of each.
///
/// It makes `FIELDS` and `write`. A kind is a number, a flag, or `one_of`: which of some patterns the value matches,
/// each with its word.
macro_rules! features {
    (@features number) => { $crate::observation::field::Features::Number };
    (@features flag) => { $crate::observation::field::Features::Flag };
    (@features one_of [$($pattern:pat => $word:literal),+]) => { $crate::observation::field::Features::OneOf($crate::observation::field::Set::Words(&[$($word),+])) };
    (@write $cursor:ident, number, $value:expr) => { $cursor.value($value); };
    (@write $cursor:ident, flag, $value:expr) => { $cursor.flag($value); };
    (@write $cursor:ident, one_of, $value:expr, [$($pattern:pat => $word:literal),+]) => {
        let value = $value;
        $($cursor.flag(matches!(value, $pattern));)+
    };
    (
        $scene:ident: $of:ty;
        $($kind:ident $name:literal = $value:expr $(, [$($pattern:pat => $word:literal),+])?; $meaning:literal)+
    ) => {
        /// What is shown, in order.
        pub(crate) const FIELDS: &[$crate::observation::field::Field] = &[$($crate::observation::field::Field {
            name: $name,
            features: features!(@features $kind $([$($pattern => $word),+])?),
            meaning: $meaning,
        }),+];

        /// Writes it.
        pub(crate) fn write($scene: $of, cursor: &mut $crate::observation::cursor::Cursor<'_>) {
            $(features!(@write cursor, $kind, $value $(, [$($pattern => $word),+])?);)+
        }
    };
}

pub(crate) use features;
