//! A small network that corrects the hand-made evaluation.
//!
//! One hidden layer sees the board from each side, by the inputs of `inputs.rs`: pieces and their states, the elephants'
//! reach, control of traps, and whose turn is next. Every unit is there twice, once for the board and once for its mirror
//! image, with one output weight, so mirroring changes nothing; and one side's output counts against the other's, so
//! exchanging the sides only changes the sign.

use super::inputs::{INPUTS, Pair, mirrored};
use std::sync::LazyLock;

/// Units that are learned; each is there for the board and for its mirror image.
pub const UNITS: usize = 32;
const LANES: usize = 2 * UNITS;
/// The integer that stands for 1 in the hidden layer: units are cut off at 0 and 1.
pub const ONE: i16 = 255;
/// Output weights are this fraction of a centi-rabbit.
pub const OUTPUT_SCALE: i32 = 32;

const MAGIC: [u8; 8] = *b"TUSKERNN";
const VERSION: u32 = 2;
const HEADER: usize = 16;
const NUMBERS: usize = (INPUTS + 2) * UNITS;

/// The hidden layer of both sides before it is cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct Hidden([[i16; LANES]; 2]);

/// The weights of a network.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    rows: Box<[[i16; LANES]]>,
    bias: [i16; LANES],
    output: [i16; LANES],
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Network").field("units", &UNITS).finish_non_exhaustive()
    }
}

/// Why bytes are no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// They begin with something else.
    #[error("no network: it does not begin with TUSKERNN")]
    Magic,
    /// Another version or size.
    #[error(
        "a network of version {version} with {units} units; this program uses version {VERSION} with {UNITS}"
    )]
    Kind {
        /// Its version.
        version: u32,
        /// Its units.
        units: u32,
    },
    /// Too short or too long.
    #[error("a network has {needed} bytes, not {found}", needed = HEADER + 2 * NUMBERS)]
    Length {
        /// Bytes found.
        found: usize,
    },
}

impl Network {
    /// A network of rows of weights for the inputs, with biases, in [`ONE`]s, and output weights in 1 /
    /// [`OUTPUT_SCALE`] of a centi-rabbit.
    ///
    /// # Panics
    /// There are not [`INPUTS`] rows.
    pub fn new(rows: &[[i16; UNITS]], bias: [i16; UNITS], output: [i16; UNITS]) -> Self {
        assert_eq!(rows.len(), INPUTS);
        let both = |plain: [i16; UNITS], image: [i16; UNITS]| {
            std::array::from_fn(|lane| if lane < UNITS { plain[lane] } else { image[lane - UNITS] })
        };
        Self {
            rows: (0..INPUTS).map(|i| both(rows[i], rows[mirrored(i)])).collect(),
            bias: both(bias, bias),
            output: both(output, output),
        }
    }

    /// The rows of the inputs, the biases and the output weights, as [`Network::new`] takes them.
    pub fn weights(&self) -> (impl Iterator<Item = [i16; UNITS]>, [i16; UNITS], [i16; UNITS]) {
        let plain = |line: &[i16; LANES]| std::array::from_fn(|unit| line[unit]);
        (self.rows.iter().map(plain), plain(&self.bias), plain(&self.output))
    }

    /// The file: `TUSKERNN`, the version (4 bytes), the number of units (4), then 16-bit numbers: a row of one number for
    /// each unit for every input, the biases, the output weights; all little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (rows, bias, output) = self.weights();
        let numbers = rows.chain([bias, output]).flatten().flat_map(i16::to_le_bytes);
        let header = [&MAGIC[..], &VERSION.to_le_bytes(), &(UNITS as u32).to_le_bytes()].concat();
        header.into_iter().chain(numbers).collect()
    }

    /// Reads what [`Network::to_bytes`] writes.
    ///
    /// # Errors
    /// The bytes are no network of this version and size.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(NetworkError::Magic)?;
        let word = |at: usize| rest.get(at..).and_then(|r| r.first_chunk()).map(|b| u32::from_le_bytes(*b));
        let (Some(version), Some(units)) = (word(0), word(4)) else {
            return Err(NetworkError::Length { found: bytes.len() });
        };
        if (version, units) != (VERSION, UNITS as u32) {
            return Err(NetworkError::Kind { version, units });
        }
        let numbers: Vec<i16> =
            rest[8..].chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
        if bytes.len() != HEADER + 2 * NUMBERS {
            return Err(NetworkError::Length { found: bytes.len() });
        }
        let lines: Vec<[i16; UNITS]> =
            numbers.chunks_exact(UNITS).map(|line| std::array::from_fn(|unit| line[unit])).collect();
        Ok(Self::new(&lines[..INPUTS], lines[INPUTS], lines[INPUTS + 1]))
    }

    /// The network that the engine compiles in.
    pub fn built_in() -> &'static Self {
        static NETWORK: LazyLock<Network> = LazyLock::new(|| {
            Network::from_bytes(include_bytes!("network.bin")).expect("the file in the source is a network")
        });
        &NETWORK
    }

    /// The hidden layer of an empty board.
    #[inline]
    pub(crate) const fn empty(&self) -> Hidden {
        Hidden([self.bias; 2])
    }

    /// An input appears.
    #[inline]
    pub(crate) fn add(&self, hidden: &mut Hidden, input: Pair) {
        for (sums, input) in hidden.0.iter_mut().zip(input) {
            for (sum, weight) in sums.iter_mut().zip(&self.rows[input]) {
                *sum = sum.wrapping_add(*weight);
            }
        }
    }

    /// An input gives way to another.
    #[inline]
    pub(crate) fn shift(&self, hidden: &mut Hidden, from: Pair, to: Pair) {
        for ((sums, from), to) in hidden.0.iter_mut().zip(from).zip(to) {
            let (old, new) = (&self.rows[from], &self.rows[to]);
            for ((sum, old), new) in sums.iter_mut().zip(old).zip(new) {
                *sum = sum.wrapping_add(new.wrapping_sub(*old));
            }
        }
    }

    /// What the network adds to the score, in centi-rabbits, Gold's view.
    #[inline]
    pub(crate) fn value(&self, hidden: &Hidden) -> i32 {
        let [gold, silver] = &hidden.0;
        let mut sum = 0;
        for lane in 0..LANES {
            let difference = gold[lane].clamp(0, ONE) - silver[lane].clamp(0, ONE);
            sum += i32::from(difference) * i32::from(self.output[lane]);
        }
        sum / (OUTPUT_SCALE * i32::from(ONE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network() -> Network {
        let row = |input: usize| std::array::from_fn(|unit| (input * 31 + unit * 7) as i16 % 90 - 45);
        let rows: Vec<[i16; UNITS]> = (0..INPUTS).map(row).collect();
        Network::new(&rows, [40; UNITS], std::array::from_fn(|unit| unit as i16 * 100 - 1600))
    }

    #[test]
    fn files_round_trip_and_faults_are_named() {
        let bytes = network().to_bytes();
        assert_eq!(Network::from_bytes(&bytes), Ok(network()));
        assert_eq!(Network::from_bytes(b"TUSKERSP"), Err(NetworkError::Magic));
        assert_eq!(Network::from_bytes(&bytes[..11]), Err(NetworkError::Length { found: 11 }));
        let short = bytes.len() - 2;
        assert_eq!(Network::from_bytes(&bytes[..short]), Err(NetworkError::Length { found: short }));
        let mut later = bytes.clone();
        later[8] = 1;
        let kind = NetworkError::Kind { version: 1, units: UNITS as u32 };
        assert_eq!(Network::from_bytes(&later), Err(kind));
        assert!(
            kind.to_string().starts_with("a network of version 1 with 32 units; this program uses version 2")
        );
    }

    #[test]
    fn the_built_in_network_is_one() {
        let built_in = Network::built_in();
        assert_eq!(built_in.to_bytes(), include_bytes!("network.bin"));
    }

    /// The sum over the lanes, unit by unit in wide integers.
    #[test]
    fn the_value_is_the_sum_of_its_units() {
        let network = network();
        let mut hidden = network.empty();
        let inputs = [[5, 400], [3000, 2500], [INPUTS - 2, INPUTS - 1], [INPUTS - 4, INPUTS - 40]];
        for input in inputs {
            network.add(&mut hidden, input);
        }
        let sum = |viewer: usize, image: fn(usize) -> usize, unit: usize| {
            let sum: i64 = inputs.iter().map(|pair| i64::from(network.rows[image(pair[viewer])][unit])).sum();
            (sum + i64::from(network.bias[unit])).clamp(0, ONE.into()) * i64::from(network.output[unit])
        };
        let side = |viewer| -> i64 {
            (0..UNITS).map(|unit| sum(viewer, |i| i, unit) + sum(viewer, mirrored, unit)).sum()
        };
        let expected = (side(0) - side(1)) / i64::from(OUTPUT_SCALE * i32::from(ONE));
        assert_ne!(expected, 0);
        assert_eq!(i64::from(network.value(&hidden)), expected);

        network.shift(&mut hidden, inputs[0], [77, 78]);
        network.shift(&mut hidden, [77, 78], inputs[0]);
        assert_eq!(i64::from(network.value(&hidden)), expected);
    }
}
