//! Macros that generate the fields of an observation and the code that writes them from one declaration, so that the
//! two cannot differ.
//!
//! A row declares one feature, or several under one name: kind, name, value and meaning. The greatest value is the
//! span's.
//!
//! | row | value |
//! |---|---|
//! | `number "name" = value; "meaning"` | `u8` |
//! | `flag "name" = value; "meaning"` | `bool` |
//! | `two_bytes "name" = value; "meaning"` | `u16` |
//! | `one_of "name" = value, [pattern => "word", …]; "meaning"` | any value that the patterns match |
//! | `one_of(SET) "name" = value; "meaning"` | `Option<usize>`: the index in the [`Set`](super::field::Set) |
//! | `suit "name" = value; "meaning"` | `u8`: the index of the suit, or 8 for none |
//! | `seat "name" = value; "meaning"` | `Option<Seat>` |
//! | `which(Seats) "name" = value; "meaning"` | `SeatSet` |
//! | `which(Kinds) "name" = value; "meaning"` | `CardSet` |
//! | `which(UsualSuits) "name" = value; "meaning"` | `impl Fn(Suit) -> bool` |
//! | `numbers(Seats) "name" = value; "meaning"` | `impl Fn(Seat) -> u8` |
//! | `numbers(Kinds) "name" = value; "meaning"` | `&[u8; MAX_KINDS]` |
//! | `cards(Kinds) "name" = value; "meaning"` | an iterator of `Card`; the cards of each kind are counted |
//! | `each(item in SET) "name" = items, { rows };` | an iterator of at most as many items as the set has; the rows are written for each |
//! | `each(item in SET) "name" = items, (module);` | the same, with the rows of a module that [`features`] declares |
//!
//! Rows may follow an `each` only if its own rows have the same number of features in every layout.
//!
//! In a part written by hand, rows have no values, and `each(SET) "name", { rows };` has no items.

/// Expands rows to a list of fields.
macro_rules! fields {
    (@features number) => { $crate::observation::field::FieldFeatures::Number };
    (@features flag) => { $crate::observation::field::FieldFeatures::Flag };
    (@features two_bytes) => { $crate::observation::field::FieldFeatures::TwoBytes };
    (@features suit) => { $crate::observation::declare::fields!(@features one_of(Suits)) };
    (@features seat) => { $crate::observation::declare::fields!(@features one_of(Seats)) };
    (@features one_of [$($pattern:pat => $word:literal),+]) => {
        $crate::observation::declare::fields!(@features one_of(Words(&[$($word),+])))
    };
    (@features cards $set:tt) => { $crate::observation::declare::fields!(@features numbers $set) };
    (@features one_of ($($set:tt)+)) => {
        $crate::observation::field::FieldFeatures::OneOf($crate::observation::field::Set::$($set)+)
    };
    (@features which ($($set:tt)+)) => {
        $crate::observation::field::FieldFeatures::Which($crate::observation::field::Set::$($set)+)
    };
    (@features numbers ($($set:tt)+)) => {
        $crate::observation::field::FieldFeatures::Numbers($crate::observation::field::Set::$($set)+)
    };
    (@features shares ($($set:tt)+)) => {
        $crate::observation::field::FieldFeatures::Shares($crate::observation::field::Set::$($set)+)
    };
    (@features all $rows:tt) => {
        $crate::observation::field::FieldFeatures::All($crate::observation::declare::fields!(@rows $rows))
    };
    (@features each ($item:tt in $($set:tt)+) $rows:tt) => {
        $crate::observation::declare::fields!(@features each ($($set)+) $rows)
    };
    (@features each ($($set:tt)+) $rows:tt) => {
        $crate::observation::field::FieldFeatures::Each(
            $crate::observation::field::Set::$($set)+,
            $crate::observation::declare::fields!(@rows $rows),
        )
    };
    (@rows {$($rows:tt)+}) => { $crate::observation::declare::fields!($($rows)+) };
    (@rows ($($module:ident)::+)) => { $($module)::+::FIELDS };
    ($($kind:ident $(($($set:tt)+))? $name:literal $(= $value:expr)? $(, $rows:tt)?; $($meaning:literal)?)+) => {
        &[$($crate::observation::field::Field {
            name: $name,
            features: $crate::observation::declare::fields!(@features $kind $(($($set)+))? $($rows)?),
            meaning: concat!($($meaning)?),
        }),+]
    };
}

/// Writes rows with a cursor, in order.
///
/// Two groups precede the rows. The first holds the cursor, the view or `_`, and the source of the lengths of sets: the
/// scene or `fixed`. The second holds the values collected from the rows before: numbers and flags are collected, since
/// several in a row are written in one go.
macro_rules! write_rows {
    (@len fixed, ($($set:tt)+)) => {
        const { $crate::observation::field::Set::$($set)+.fixed_len().expect("the same in every layout") }
    };
    (@len $scene:ident, ($($set:tt)+)) => { $scene.len($crate::observation::field::Set::$($set)+) };

    (@one [$cursor:ident $view:tt $len:ident] one_of $set:tt = $index:expr) => {
        $cursor.one_of($crate::observation::declare::write_rows!(@len $len, $set), $index);
    };
    (@one [$cursor:ident $view:tt $len:ident] suit = $index:expr) => {
        $cursor.suit($crate::observation::declare::write_rows!(@len $len, (Suits)), $index);
    };
    (@one [$cursor:ident $view:tt $len:ident] seat = $seat:expr) => {
        $cursor.seat($view, $crate::observation::declare::write_rows!(@len $len, (Seats)), $seat);
    };
    (@one [$cursor:ident $view:tt $len:ident] which (Seats) = $seats:expr) => {
        $cursor.seat_set($view, $crate::observation::declare::write_rows!(@len $len, (Seats)), $seats);
    };
    (@one [$cursor:ident $view:tt $len:ident] which (Kinds) = $cards:expr) => {
        $cursor.card_set($cards, $crate::observation::declare::write_rows!(@len $len, (Kinds)));
    };
    (@one [$cursor:ident $view:tt $len:ident] numbers (Seats) = $number:expr) => {
        $cursor.by_seat($view, $crate::observation::declare::write_rows!(@len $len, (Seats)), $number);
    };
    (@one [$cursor:ident $view:tt $len:ident] numbers (Kinds) = $counts:expr) => {
        $cursor.counts($counts, $crate::observation::declare::write_rows!(@len $len, (Kinds)));
    };
    (@one [$cursor:ident $view:tt $len:ident] cards (Kinds) = $cards:expr) => {
        $cursor.cards($cards, $crate::observation::declare::write_rows!(@len $len, (Kinds)));
    };
    (@each $to:tt ($item:tt in $($set:tt)+) $items:expr, $each:tt;) => {
        for $item in $items {
            $crate::observation::declare::write_rows!(@item $to $item, $each);
        }
    };
    (@each [$cursor:ident $view:tt $len:ident] ($item:tt in $($set:tt)+) $items:expr, $each:tt; $($rows:tt)+) => {{
        const ROWS: &[$crate::observation::field::Field] = $crate::observation::declare::fields!(@rows $each);
        const EACH: usize = $crate::observation::field::fixed_len(ROWS).expect("the same in every layout");
        let places = $cursor.each::<EACH>($crate::observation::declare::write_rows!(@len $len, ($($set)+)));
        for ($item, mut place) in $items.zip(places) {
            let $cursor = &mut place;
            $crate::observation::declare::write_rows!(@item [$cursor $view $len] $item, $each);
        }
        $crate::observation::declare::write_rows!([$cursor $view $len] [] $($rows)+);
    }};
    (@item $to:tt $item:tt, {$($rows:tt)+}) => { $crate::observation::declare::write_rows!($to [] $($rows)+) };
    (@item [$cursor:ident $view:tt $len:ident] $item:ident, ($($module:ident)::+)) => {
        $($module)::+::write($item, $cursor)
    };

    (@values $to:tt []) => {};
    (@values [$cursor:ident $view:tt $len:ident] [$($value:expr),+]) => { $cursor.values([$($value),+]); };

    ($to:tt [$($before:expr),*] number $name:literal = $value:expr; $meaning:literal $($rows:tt)*) => {
        $crate::observation::declare::write_rows!($to [$($before,)* $value] $($rows)*)
    };
    ($to:tt [$($before:expr),*] flag $name:literal = $value:expr; $meaning:literal $($rows:tt)*) => {
        $crate::observation::declare::write_rows!($to [$($before,)* $crate::observation::cursor::yes($value)] $($rows)*)
    };
    ($to:tt [$($before:expr),*] two_bytes $name:literal = $value:expr; $meaning:literal $($rows:tt)*) => {
        $crate::observation::declare::write_rows!($to [
            $($before,)*
            $value.to_be_bytes()[0],
            $value.to_be_bytes()[1]
        ] $($rows)*)
    };
    (
        $to:tt [$($before:expr),*]
        one_of $name:literal = $value:expr, [$($pattern:pat => $word:literal),+]; $meaning:literal $($rows:tt)*
    ) => {
        $crate::observation::declare::write_rows!($to [
            $($before,)*
            $($crate::observation::cursor::yes(matches!($value, $pattern))),+
        ] $($rows)*)
    };
    ($to:tt [$($before:expr),*] which(UsualSuits) $name:literal = $has:expr; $meaning:literal $($rows:tt)*) => {
        $crate::observation::declare::write_rows!($to [
            $($before,)*
            $crate::observation::cursor::yes($has($crate::card::Suit::Clubs)),
            $crate::observation::cursor::yes($has($crate::card::Suit::Diamonds)),
            $crate::observation::cursor::yes($has($crate::card::Suit::Hearts)),
            $crate::observation::cursor::yes($has($crate::card::Suit::Spades))
        ] $($rows)*)
    };
    ($to:tt [$($before:expr),*] each $item:tt $name:literal = $items:expr, $each:tt; $($rows:tt)*) => {
        $crate::observation::declare::write_rows!(@values $to [$($before),*]);
        $crate::observation::declare::write_rows!(@each $to $item $items, $each; $($rows)*)
    };
    (
        $to:tt [$($before:expr),*]
        $kind:ident $(($($set:tt)+))? $name:literal = $value:expr; $meaning:literal $($rows:tt)*
    ) => {
        $crate::observation::declare::write_rows!(@values $to [$($before),*]);
        $crate::observation::declare::write_rows!(@one $to $kind $(($($set)+))? = $value);
        $crate::observation::declare::write_rows!($to [] $($rows)*)
    };
    ($to:tt [$($before:expr),*]) => { $crate::observation::declare::write_rows!(@values $to [$($before),*]) };
}

/// Declares the rows of a value of a type, for use within a part.
///
/// Generates `FIELDS` and `write`. The sets of the rows must have the same length in every layout.
macro_rules! features {
    ($it:ident: $of:ty; $($rows:tt)+) => {
        /// The fields of the value, in order.
        pub(crate) const FIELDS: &[$crate::observation::field::Field] =
            $crate::observation::declare::fields!($($rows)+);

        /// Writes the features of the value.
        #[inline]
        pub(crate) fn write($it: $of, cursor: &mut $crate::observation::cursor::Cursor<'_>) {
            $crate::observation::declare::write_rows!([cursor _ fixed] [] $($rows)+);
        }
    };
}

/// Declares a part of a span: its name, the span, the condition under which it is shown, and its rows.
///
/// A `base` part is written env by env, an `optional` one for several envs at once. Values are computed from the view,
/// and from the [`Scene`](super::envs::Scene) and the last actions if the closure takes them. A `let` before the rows
/// binds what several of them need; if its pattern does not match, the part has nothing to show and all its features
/// stay 0. A part `by_hand` implements [`PartWriter`](super::part::PartWriter) itself.
macro_rules! part {
    (
        $(#[$about:meta])*
        $way:ident $part:ident in $span:ident $(, $when:literal = |$shape:pat_param, $rules:pat_param| $shown:expr)?;
        $($rest:tt)+
    ) => {
        $(#[$about])*
        pub(crate) struct $part;

        impl $crate::observation::part::Part for $part {
            const SPAN: $crate::observation::span::SpanName = $crate::observation::span::SpanName::$span;
            $(const WHEN: &'static str = $when;)?
            const FIELDS: &'static [$crate::observation::field::Field] =
                $crate::observation::declare::part!(@fields $($rest)+);

            $(fn is_shown($shape: &$crate::observation::shape::LayoutShape, $rules: &$crate::rules::Rules) -> bool {
                $shown
            })?
        }

        $crate::observation::declare::part!(@write $way $part $($rest)+);
    };

    (@fields |$($of:pat_param),+| $(let $pattern:pat = $value:expr;)* {$($rows:tt)+}) => {
        $crate::observation::declare::fields!($($rows)+)
    };
    (@fields $($rows:tt)+) => { $crate::observation::declare::fields!($($rows)+) };

    (@write by_hand $part:ident $($rows:tt)+) => {};
    (
        @write base $part:ident |$view:ident $(, $scene:ident)?|
        $(let $pattern:pat = $value:expr;)* {$($rows:tt)+}
    ) => {
        impl $crate::observation::part::PartWriter for $part {
            #[inline(always)]
            #[allow(irrefutable_let_patterns, reason = "some parts always have something to show")]
            fn write_base<const K: usize, const P: usize, const N: usize>(
                scene: &$crate::observation::envs::Scene<'_>,
                place: $crate::observation::envs::PartSpan,
                $view: &$crate::view::View<'_>,
                cells: &mut $crate::observation::cells::Cells<'_, N>,
            ) {
                let _ = scene;
                if !<Self as $crate::observation::part::Part>::WHEN.is_empty() && place.len == 0 {
                    return;
                }
                $(let $scene = scene;)?
                $(let $pattern = $value else { return };)*
                let mut cursor = cells.cursor::<P>(place, <Self as $crate::observation::part::Part>::SPAN);
                $crate::observation::declare::write_rows!([cursor $view scene] [] $($rows)+);
            }
        }
    };
    (
        @write optional $part:ident |$view:ident $(, $scene:pat_param $(, $recent:ident)?)?|
        $(let $pattern:pat = $value:expr;)* {$($rows:tt)+}
    ) => {
        impl $crate::observation::part::PartWriter for $part {
            fn is_optional(_: &$crate::observation::shape::LayoutShape, _: &$crate::rules::Rules) -> bool {
                true
            }

            #[inline(always)]
            #[allow(irrefutable_let_patterns, reason = "some parts always have something to show")]
            fn write_optional<'v, R: $crate::observation::envs::Shown<'v>>(
                scene: &$crate::observation::envs::Scene<'_>,
                envs: &mut $crate::observation::envs::PartRows<'_, R>,
            ) {
                envs.each(|$view, recent, cursor| {
                    let _ = (scene, recent);
                    $(let $scene = scene; $(let $recent = recent;)?)?
                    $(let $pattern = $value else { return };)*
                    $crate::observation::declare::write_rows!([cursor $view scene] [] $($rows)+);
                });
            }
        }
    };
}

pub(crate) use {features, fields, part, write_rows};
