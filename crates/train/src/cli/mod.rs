//! The commands `tusker selfplay`, `tusker tune`, `tusker learn` and `tusker learn-order`.

mod learn;
mod order;
mod selfplay;
mod tune;

use crate::{ArchivePositions, archive_positions};
use anyhow::Context;
use std::path::Path;

pub use learn::LearnArgs;
pub use order::LearnOrderArgs;
pub use selfplay::SelfPlayArgs;
pub use tune::TuneArgs;

/// The positions of an archive file; says how many games cannot be read.
fn read_archive(path: &Path) -> anyhow::Result<ArchivePositions> {
    let name = || format!("{}", path.display());
    let archive = archive_positions(&std::fs::read_to_string(path).with_context(name)?).with_context(name)?;
    if archive.unreadable > 0 {
        log::warn!("{}: {} games cannot be read", path.display(), archive.unreadable);
    }
    Ok(archive)
}
