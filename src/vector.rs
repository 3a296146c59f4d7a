//! Work compiled several times: for every machine, with AVX2, and with AVX-512 if it mostly writes.

/// Work that gains from vector instructions, if it is compiled for them.
pub(crate) trait Work {
    /// True if the work mostly writes numbers and is compiled with AVX-512, too; work that branches does not gain by it.
    #[cfg_attr(
        not(target_arch = "x86_64"),
        allow(dead_code, reason = "only that machine has several forms")
    )]
    const WRITES: bool = false;

    /// Does the work; implementations are `#[inline(always)]`, so that they are compiled anew at each call.
    ///
    /// `nth_bit` and `flags` are the machine's fastest forms of [`crate::action::nth_bit`] and [`crate::action::flags`].
    fn run(self, nth_bit: impl Fn(u64, u32) -> u32, flags: impl Fn(u32) -> [bool; 32]);
}

/// The vector instructions of the machine.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Vectors {
    /// The instructions that every machine has.
    Any,
    /// AVX2 and the instructions on bits that come with it.
    Avx2,
    /// AVX-512 on bytes, words and floats as well.
    Avx512,
}

/// Does the work with the best instructions of the machine.
#[inline]
pub(crate) fn run<W: Work>(work: W) {
    #[cfg(target_arch = "x86_64")]
    {
        let vectors = vectors();
        // The only danger of such a function is a machine without the instructions: it holds safe code alone.
        if W::WRITES && vectors == Vectors::Avx512 {
            #[allow(
                unsafe_code,
                reason = "a step takes a 25th less time by it: EIGHTS_VECTORS=avx2 does without, to compare"
            )]
            // SAFETY: `vectors` has detected every one of the features.
            unsafe {
                with_avx512(work);
            };
            return;
        }
        if vectors >= Vectors::Avx2 {
            #[allow(
                unsafe_code,
                reason = "a step takes a tenth less time by it: EIGHTS_VECTORS=any does without, to compare"
            )]
            // SAFETY: `vectors` has detected every one of the features.
            unsafe {
                with_avx2(work);
            };
            return;
        }
    }
    work.run(crate::action::nth_bit, crate::action::flags);
}

/// Returns the instructions to use: the best of the machine, or fewer by `EIGHTS_VECTORS`, for comparison.
#[cfg(target_arch = "x86_64")]
fn vectors() -> Vectors {
    static VECTORS: std::sync::OnceLock<Vectors> = std::sync::OnceLock::new();
    *VECTORS.get_or_init(|| {
        let avx2 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        let avx512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        let machine = match (avx2, avx512) {
            (true, true) => Vectors::Avx512,
            (true, false) => Vectors::Avx2,
            (false, _) => Vectors::Any,
        };
        match std::env::var("EIGHTS_VECTORS").as_deref() {
            Ok("any") => Vectors::Any,
            Ok("avx2") => machine.min(Vectors::Avx2),
            _ => machine,
        }
    })
}

/// Does work that writes: the compiler makes good use of the wider vectors without hints.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx512<W: Work>(work: W) {
    work.run(crate::action::nth_bit, crate::action::flags);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2<W: Work>(work: W) {
    use std::arch::x86_64::{
        _mm256_and_si256, _mm256_cmpeq_epi8, _mm256_extract_epi64, _mm256_set1_epi8, _mm256_set1_epi32,
        _mm256_set1_epi64x, _mm256_setr_epi64x, _mm256_shuffle_epi8, _pdep_u64,
    };
    // Bit `n` moves to the place of the n-th set bit.
    let nth_bit = |word: u64, n: u32| _pdep_u64(1 << (n & 63), word).trailing_zeros();
    let flags = |word: u32| {
        // Eight copies of each byte of the word, one bit kept of each; then 1 where that bit is set.
        let eights = |byte: i64| 0x0101_0101_0101_0101 * byte;
        let places = _mm256_setr_epi64x(eights(0), eights(1), eights(2), eights(3));
        let bits = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
        let bytes = _mm256_shuffle_epi8(_mm256_set1_epi32(word.cast_signed()), places);
        let set = _mm256_cmpeq_epi8(_mm256_and_si256(bytes, bits), bits);
        let ones = _mm256_and_si256(set, _mm256_set1_epi8(1));
        let eights = [
            _mm256_extract_epi64::<0>(ones),
            _mm256_extract_epi64::<1>(ones),
            _mm256_extract_epi64::<2>(ones),
            _mm256_extract_epi64::<3>(ones),
        ];
        let mut flags = [false; 32];
        for i in 0..32 {
            flags[i] = eights[i / 8] >> (8 * (i % 8)) & 1 == 1;
        }
        flags
    };
    work.run(nth_bit, flags);
}

/// Prefetches the cache line at an address, which need not be valid.
#[inline(always)]
pub(crate) fn fetch(address: *const u8) {
    #[cfg(target_arch = "x86_64")]
    #[allow(
        unsafe_code,
        reason = "a step of 2,048 envs takes a twentieth less time by it: `FETCHED` out of reach does without, to compare"
    )]
    // SAFETY: every x86-64 machine has the instruction, which changes nothing that a program can observe.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(address.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Rng, Stream};

    /// Compares the given functions with the portable ones.
    struct Compare;

    impl Work for Compare {
        #[inline(always)]
        fn run(self, nth_bit: impl Fn(u64, u32) -> u32, flags: impl Fn(u32) -> [bool; 32]) {
            let mut rng = Rng::new(1, Stream::Bot);
            for _ in 0..10_000 {
                let word = u64::from(rng.below(u32::MAX)) << 32 | u64::from(rng.below(u32::MAX));
                assert_eq!(flags(word as u32), crate::action::flags(word as u32), "{word:x}");
                let n = rng.below(word.count_ones().max(1));
                if word > 0 {
                    assert_eq!(nth_bit(word, n), crate::action::nth_bit(word, n), "{word:x} {n}");
                }
            }
            for bit in 0..32 {
                assert_eq!(flags(1 << bit), std::array::from_fn(|i| i == bit));
            }
        }
    }

    #[test]
    fn both_compilations_do_the_same() {
        run(Compare);
        Compare.run(crate::action::nth_bit, crate::action::flags);
    }
}
