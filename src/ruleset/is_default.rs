//! Settings that need not be written.

/// True if a value is the default and need not be written: a setting that is off then changes no fingerprint.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
