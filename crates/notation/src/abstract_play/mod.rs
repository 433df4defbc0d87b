//! Abstract Play: its older notation, and its game records in both generations of notation.
//!
//! Until August 2026 the site wrote turns as comma-separated steps `Db4b5, Ee6f6(xrf6)`, since then in its own dialect
//! of Lightvector notation. Setups are written the same way in both: `Ee2, Md2, ..`.

mod legacy;
mod record;
mod replay;

pub use legacy::{
    ApNotation, LegacyFault, LegacySetup, ap_notation, fill_rabbits, read_ap_start, read_ap_turn,
    read_legacy_setup, read_legacy_turn, write_ap_start, write_legacy_setup, write_legacy_turn,
};
pub use record::{
    ApGameName, ApHeader, ApMove, ApPlayer, ApRecord, RecordFault, read_ap_records, write_ap_record,
};
pub use replay::ApReplay;
