//! The commands `tusker selfplay` and `tusker tune`.

mod selfplay;
mod tune;

pub use selfplay::SelfPlayArgs;
pub use tune::TuneArgs;
