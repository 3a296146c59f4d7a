//! Shared parts of the fuzz targets.
//!
//! A target is a file of `fuzz_targets/`: a check of any bytes, and seeds from which libFuzzer makes further ones.
//! `tools/fuzz` builds and runs them. Any panic is a fault.

pub mod batches;
pub mod games;
pub mod mutants;
pub mod play;
pub mod rulesets;
pub mod seeds;

pub use libfuzzer_sys;
/// Bytes of an input that are read one after the other; past their end every number is 0.
pub use libfuzzer_sys::arbitrary::Unstructured as Bytes;

/// Makes a target of a check, its seeds and the words of its dictionary, if its inputs are made of words.
#[macro_export]
macro_rules! target {
    ($check:expr, $seeds:expr) => {
        $crate::target!($check, $seeds, $crate::seeds::no_words);
    };
    ($check:expr, $seeds:expr, $words:expr) => {
        $crate::libfuzzer_sys::fuzz_target!(
            init: $crate::seeds::write_if_asked($seeds, $words),
            |data: &[u8]| ($check)(data)
        );
    };
}
