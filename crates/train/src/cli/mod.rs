//! The commands `tusker selfplay`, `tusker tune` and `tusker learn`.

mod learn;
mod selfplay;
mod tune;

pub use learn::LearnArgs;
pub use selfplay::SelfPlayArgs;
pub use tune::TuneArgs;
