//! The random generator: xoshiro256++ with bounded integers and shuffles of our own.
//!
//! A seed means the same game on every platform and for ever. So the generator is a named one of the `rand` family, and
//! the parts that `rand` changes between versions (ranges, shuffles) are written here and pinned by tests.

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

/// Purpose of a stream of random numbers; the streams of one seed are independent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u64)]
pub enum Stream {
    /// Deals, draws and shuffles of a game.
    Chance = 0,
    /// Choices of a bot, so that another bot leaves the deal unchanged.
    Bot = 1,
    /// Actions sampled for the trainer.
    Sample = 2,
    /// Redrawing of the cards that a seat cannot know.
    Resample = 3,
    /// The choice of an episode's game from a pool.
    Game = 4,
}

/// A small, portable generator: xoshiro256++, 32 bytes of state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// Creates the generator of a stream of a seed: `seed_from_u64` (`SplitMix64`) of the seed mixed with the stream.
    #[must_use]
    pub fn new(seed: u64, stream: Stream) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(mix(seed, stream as u64)))
    }

    /// Returns the next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns an integer of 0 … `bound` − 1, each equally likely (Lemire's multiplication with rejection); 0 if `bound`
    /// is 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        let product = u64::from((self.next_u64() >> 32) as u32) * u64::from(bound);
        if (product as u32) < bound {
            return self.below_evenly(product, bound);
        }
        (product >> 32) as u32
    }

    /// The rare rest of [`Rng::below`]: draws again while the integers would not be equally likely.
    #[cold]
    #[inline(never)]
    fn below_evenly(&mut self, mut product: u64, bound: u32) -> u32 {
        let threshold = bound.wrapping_neg() % bound;
        while (product as u32) < threshold {
            product = u64::from((self.next_u64() >> 32) as u32) * u64::from(bound);
        }
        (product >> 32) as u32
    }

    /// Returns one of some things, all equally likely.
    ///
    /// # Panics
    /// If there is nothing to draw from, which callers rule out.
    pub(crate) fn one_of<T>(&mut self, mut things: impl Iterator<Item = T> + Clone) -> T {
        let at = self.below(things.clone().count() as u32) as usize;
        match things.nth(at) {
            Some(thing) => thing,
            None => unreachable!("something is drawn where there is nothing"),
        }
    }

    /// Shuffles a slice (Fisher–Yates, from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}

/// Derives a seed from a seed: one step of `SplitMix64` on `a` combined with `b`.
#[must_use]
pub(crate) const fn mix(a: u64, b: u64) -> u64 {
    let mut z = a ^ b.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Returns the seed of episode `episode` of environment `env` of a batch: `mix(mix(seed, env), episode)`.
#[must_use]
pub(crate) const fn episode_seed(seed: u64, env: u64, episode: u64) -> u64 {
    mix(mix(seed, env), episode)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A change of any of these numbers changes every game of every seed.
    #[test]
    fn the_stream_of_a_seed_is_pinned() {
        let mut rng = Rng::new(7, Stream::Chance);
        let drawn: Vec<u32> = (0..8).map(|_| rng.below(52)).collect();
        assert_eq!(drawn, PINNED_BELOW);
        let mut items: Vec<u8> = (0..8).collect();
        rng.shuffle(&mut items);
        assert_eq!(items, PINNED_SHUFFLE);
        assert_eq!(episode_seed(1, 2, 3), PINNED_SEED);
    }

    const PINNED_BELOW: [u32; 8] = [1, 38, 4, 25, 7, 13, 40, 41];
    const PINNED_SHUFFLE: [u8; 8] = [5, 4, 1, 6, 0, 3, 2, 7];
    const PINNED_SEED: u64 = 3_288_852_720_116_716_419;

    #[test]
    fn bounded_integers_are_even() {
        let mut rng = Rng::new(1, Stream::Bot);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        assert!(counts.iter().all(|&c| (9_600..10_400).contains(&c)), "{counts:?}");
    }
}
