//! The two encodings of an observation: bytes as they are, and floats of 0 … 1.

/// A type that holds a feature.
pub trait Feature: Copy {
    /// The feature 0.
    const ZERO: Self;

    /// Converts bytes to features, each by its scale.
    fn encode(bytes: &[u8], scales: &[f32], out: &mut [Self]);
}

impl Feature for u8 {
    const ZERO: Self = 0;

    #[inline]
    fn encode(bytes: &[u8], _: &[f32], out: &mut [Self]) {
        out.copy_from_slice(bytes);
    }
}

impl Feature for f32 {
    const ZERO: Self = 0.0;

    #[inline(always)]
    fn encode(bytes: &[u8], scales: &[f32], out: &mut [Self]) {
        const WIDTH: usize = 32;
        let scales = &scales[..out.len()];
        let (parts, (all, _)) = (bytes.as_chunks::<WIDTH>().0, scales.as_chunks::<WIDTH>());
        for ((out, bytes), scales) in out.as_chunks_mut::<WIDTH>().0.iter_mut().zip(parts).zip(all) {
            *out = each(bytes, scales);
        }
        // The rest is converted as one more full part, which overlaps the part before it.
        if out.len().is_multiple_of(WIDTH) {
            return;
        }
        match (out.last_chunk_mut(), bytes.last_chunk(), scales.last_chunk()) {
            (Some(out), Some(bytes), Some(scales)) => *out = each::<WIDTH>(bytes, scales),
            _ => {
                for ((out, &byte), &scale) in out.iter_mut().zip(bytes).zip(scales) {
                    *out = f32::from(byte) * scale;
                }
            }
        }
    }
}

/// Converts bytes to floats.
#[inline(always)]
fn each<const N: usize>(bytes: &[u8; N], scales: &[f32; N]) -> [f32; N] {
    // A loop is used, since the methods of arrays are not always inlined.
    let mut features = [0.0; N];
    for i in 0..N {
        features[i] = f32::from(bytes[i]) * scales[i];
    }
    features
}

/// Returns the greatest scale that keeps `high`, and so every value up to it, within 1.0: 1/`high` up to rounding.
///
/// `high` becomes 1.0 wherever a single multiplication can give that, and otherwise the nearest float below.
pub(crate) fn scale(high: u8) -> f32 {
    let high = f32::from(high);
    let mut scale = 1.0 / high;
    while high * scale.next_up() <= 1.0 {
        scale = scale.next_up();
    }
    while high * scale > 1.0 {
        scale = scale.next_down();
    }
    scale
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One multiplication converts every value to a float of 0 … 1, close to value / high and in the same order.
    #[test]
    #[expect(clippy::float_cmp, reason = "the very floats are meant")]
    fn no_feature_is_beyond_one() {
        for high in 1..=u8::MAX {
            let (scale, values) = (scale(high), (0..=high).collect::<Vec<u8>>());
            let mut features = vec![0.0; values.len()];
            f32::encode(&values, &vec![scale; values.len()], &mut features);
            for (&value, &feature) in values.iter().zip(&features) {
                assert_eq!(feature, f32::from(value) * scale, "{value} of {high}");
                assert!((0.0..=1.0).contains(&feature), "{value} of {high} is {feature}");
                let exact = f64::from(value) / f64::from(high);
                assert!((f64::from(feature) - exact).abs() <= exact * f64::from(f32::EPSILON));
            }
            assert!(features.is_sorted());
            // The greatest value becomes 1.0, or the float below where no scale gives 1.0.
            let exact = (0..4).scan(scale, |scale, _| {
                let made = f32::from(high) * *scale;
                *scale = scale.next_up();
                Some(made)
            });
            let possible = exact.into_iter().any(|made| made == 1.0);
            let most = if possible { 1.0 } else { 1.0_f32.next_down() };
            assert_eq!(features[usize::from(high)], most, "{high}");
        }
    }
}
