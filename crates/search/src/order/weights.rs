//! The learned weights of the features of edges.

use super::prior::{ORDER_FEATURES, Outlook};
use std::sync::LazyLock;
use tusker_core::Edge;

const MAGIC: [u8; 8] = *b"TUSKEROW";
const VERSION: u32 = 1;
const HEADER: usize = 16;
/// A weight of 1, a factor of e in the odds, as it is kept.
const ONE: f32 = 1000.0;

/// A weight for every feature, in thousandths.
#[derive(Clone, PartialEq, Eq)]
pub struct OrderWeights(Box<[i16]>);

impl std::fmt::Debug for OrderWeights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OrderWeights").field("features", &self.0.len()).finish_non_exhaustive()
    }
}

/// Why bytes are no such weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OrderWeightsError {
    /// They begin with something else.
    #[error("no weights of edges: they do not begin with TUSKEROW")]
    Magic,
    /// Another version or number of features.
    #[error(
        "weights of version {version} for {features} features; this program uses version {VERSION} with \
         {ORDER_FEATURES}"
    )]
    Kind {
        /// Its version.
        version: u32,
        /// Its number of features.
        features: u32,
    },
    /// Too short or too long.
    #[error("weights have {needed} bytes, not {found}", needed = HEADER + 2 * ORDER_FEATURES)]
    Length {
        /// Bytes found.
        found: usize,
    },
}

impl OrderWeights {
    /// Weights rounded to thousandths.
    ///
    /// # Panics
    /// There are not [`ORDER_FEATURES`].
    pub fn new(weights: &[f32]) -> Self {
        assert_eq!(weights.len(), ORDER_FEATURES);
        Self(weights.iter().map(|weight| (weight * ONE).round() as i16).collect())
    }

    /// The file: `TUSKEROW`, the version (4 bytes), the number of features (4), then the weights (2 each); little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = [&MAGIC[..], &VERSION.to_le_bytes(), &(ORDER_FEATURES as u32).to_le_bytes()].concat();
        header.into_iter().chain(self.0.iter().flat_map(|weight| weight.to_le_bytes())).collect()
    }

    /// Reads what [`OrderWeights::to_bytes`] writes.
    ///
    /// # Errors
    /// The bytes are no weights of this version and number of features.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, OrderWeightsError> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(OrderWeightsError::Magic)?;
        let length = OrderWeightsError::Length { found: bytes.len() };
        let (version, rest) = rest.split_first_chunk().ok_or(length)?;
        let (features, weights) = rest.split_first_chunk().ok_or(length)?;
        let (version, features) = (u32::from_le_bytes(*version), u32::from_le_bytes(*features));
        if (version, features) != (VERSION, ORDER_FEATURES as u32) {
            return Err(OrderWeightsError::Kind { version, features });
        }
        if weights.len() != 2 * ORDER_FEATURES {
            return Err(length);
        }
        Ok(Self(weights.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect()))
    }

    /// The weights that the engine compiles in.
    pub fn built_in() -> &'static Self {
        static WEIGHTS: LazyLock<OrderWeights> = LazyLock::new(|| {
            OrderWeights::from_bytes(include_bytes!("prior.bin"))
                .expect("the file in the source holds weights")
        });
        &WEIGHTS
    }

    /// The logarithm of the odds of `edge`, in thousandths.
    #[inline]
    pub(crate) fn odds(&self, outlook: &Outlook<'_>, edge: Edge) -> i32 {
        let mut sum = 0;
        outlook.features(edge, |feature| sum += i32::from(self.0[feature]));
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_round_trip_and_bad_ones_are_named() {
        let bytes = OrderWeights::built_in().to_bytes();
        assert_eq!(OrderWeights::from_bytes(&bytes).as_ref(), Ok(OrderWeights::built_in()));
        assert_eq!(OrderWeights::from_bytes(b"TUSKERNN"), Err(OrderWeightsError::Magic));
        assert_eq!(OrderWeights::from_bytes(&bytes[..9]), Err(OrderWeightsError::Length { found: 9 }));
        let short = &bytes[..bytes.len() - 1];
        assert_eq!(OrderWeights::from_bytes(short), Err(OrderWeightsError::Length { found: short.len() }));
        let mut other = bytes;
        other[8] = 7;
        let kind = OrderWeightsError::Kind { version: 7, features: ORDER_FEATURES as u32 };
        assert_eq!(OrderWeights::from_bytes(&other), Err(kind));
    }
}
