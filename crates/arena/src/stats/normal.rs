//! The normal distribution.

/// 95% of a normal distribution lie within this many standard deviations of its mean.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal variable is below `x`; absolute error below 1e-12.
pub(crate) fn normal_cdf(x: f64) -> f64 {
    let z = x.abs();
    let density = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let upper_tail = if z < 4.0 {
        // Series of the integral from 0 to z.
        let (mut term, mut sum, mut n) = (z, z, 1.0);
        while term > 1e-17 * sum {
            n += 2.0;
            term *= z * z / n;
            sum += term;
        }
        0.5 - density * sum
    } else {
        // Continued fraction of the tail, from its far end.
        density / (1..60).rev().fold(z, |fraction, n| z + f64::from(n) / fraction)
    };
    if x > 0.0 { 1.0 - upper_tail } else { upper_tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        let known = [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_542_9),
            (-1.0, 0.158_655_253_931_457_05),
            (Z95, 0.975),
            (3.9, 0.999_951_903_655_982_4),
            (4.1, 0.999_979_342_493_088),
            (-6.0, 9.865_876_450_376_946e-10),
        ];
        for (x, expected) in known {
            assert!((normal_cdf(x) - expected).abs() < 1e-12, "{x}: {} for {expected}", normal_cdf(x));
        }
    }
}
