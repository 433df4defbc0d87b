//! Files of tables.
//!
//! | bytes | meaning |
//! |---|---|
//! | 8 | `TUSKTABL` |
//! | 2 | version, 1 |
//! | 16 | the army's letters, filled up with blanks |
//! | 8 | number of values |
//! | 8 | checksum of the values: FNV-1a, 64 bits |
//! | rest | a byte for each value: turns to a win, minus turns to a loss, or a code |
//!
//! Numbers are little-endian.

use crate::army::{Army, ArmyError};
use crate::generate::Table;
use crate::index::Index;
use crate::value::Code;

/// The extension of the files' names; before it stands the army, as in `CRr.tbl`.
pub const EXTENSION: &str = "tbl";

const MAGIC: &[u8; 8] = b"TUSKTABL";
const VERSION: u16 = 1;
const NAME: usize = 16;
const HEADER: usize = 8 + 2 + NAME + 8 + 8;

/// Why bytes are not a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// The first bytes are others.
    #[error("this is no endgame table of Tusker")]
    Magic,
    /// The version is another.
    #[error(
        "this is a table of version {0}, and version {VERSION} is needed: make it again with tusker tables"
    )]
    Version(u16),
    /// The file was cut off, or has more than it should.
    #[error("the table has {found} bytes instead of {expected}: make it again with tusker tables")]
    Length {
        /// Bytes there are.
        found: usize,
        /// Bytes there should be.
        expected: usize,
    },
    /// The name of the army cannot be read.
    #[error("the name of the army is damaged: {0}")]
    Army(#[from] ArmyError),
    /// The values are not those that were written.
    #[error("the table is damaged (its checksum differs): make it again with tusker tables")]
    Checksum,
}

/// Bytes from which to read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take<const N: usize>(&mut self, whole: usize) -> Result<&'a [u8; N], FileError> {
        let (first, rest) =
            self.0.split_first_chunk::<N>().ok_or(FileError::Length { found: whole, expected: HEADER })?;
        self.0 = rest;
        Ok(first)
    }
}

impl Table {
    /// The table as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + self.codes.len());
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        let mut name = [b' '; NAME];
        let letters = self.army.to_string();
        name[..letters.len()].copy_from_slice(letters.as_bytes());
        bytes.extend_from_slice(&name);
        bytes.extend_from_slice(&(self.codes.len() as u64).to_le_bytes());
        let values: Vec<u8> = self.codes.iter().map(|code| code.0 as u8).collect();
        bytes.extend_from_slice(&checksum(&values).to_le_bytes());
        bytes.extend_from_slice(&values);
        bytes
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// They are not a table, are of another version, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        let whole = bytes.len();
        let mut reader = Reader(bytes);
        let magic = reader.take::<8>(whole).map_err(|_| FileError::Magic)?;
        if magic != MAGIC {
            return Err(FileError::Magic);
        }
        let version = u16::from_le_bytes(*reader.take(whole)?);
        if version != VERSION {
            return Err(FileError::Version(version));
        }
        let name = reader.take::<NAME>(whole)?;
        let army: Army = String::from_utf8_lossy(name).parse()?;
        let count = u64::from_le_bytes(*reader.take(whole)?);
        let sum = u64::from_le_bytes(*reader.take(whole)?);
        let values = reader.0;
        let index = Index::new(army);
        let expected = 2 * index.len();
        if count != expected as u64 || values.len() != expected {
            return Err(FileError::Length { found: whole, expected: HEADER + expected });
        }
        if checksum(values) != sum {
            return Err(FileError::Checksum);
        }
        let codes = values.iter().map(|&value| Code(value as i8)).collect();
        Ok(Self { army, index, codes })
    }
}

fn checksum(values: &[u8]) -> u64 {
    values.iter().fold(0xCBF2_9CE4_8422_2325, |sum, &value| {
        (sum ^ u64::from(value)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::generate;

    #[test]
    fn bytes_come_back_and_damage_is_named() {
        let table = generate("Rr".parse().expect("an army")).expect("a table");
        let bytes = table.to_bytes();
        let back = Table::from_bytes(&bytes).expect("the same table");
        assert_eq!((back.army, &back.codes), (table.army, &table.codes));
        let changed = |place: usize, value: u8| {
            let mut bytes = bytes.clone();
            bytes[place] = value;
            Table::from_bytes(&bytes).expect_err("damage")
        };
        assert_eq!(changed(0, b'X'), FileError::Magic);
        assert_eq!(changed(8, 9), FileError::Version(9));
        assert_eq!(changed(10, b'?'), FileError::Army(ArmyError::Letter('?')));
        assert!(matches!(changed(28, 1), FileError::Length { .. }));
        assert_eq!(changed(HEADER + 100, 77), FileError::Checksum);
        assert_eq!(Table::from_bytes(b"").expect_err("nothing"), FileError::Magic);
        assert!(matches!(Table::from_bytes(&bytes[..500]), Err(FileError::Length { found: 500, .. })));
        assert!(matches!(Table::from_bytes(&bytes[..20]), Err(FileError::Length { found: 20, .. })));
    }
}
