//! Self-play, and what is learned from it.
//!
//! [`SelfPlay`] plays games of the engine against itself, [`GameRecord`]s keep them in files that outlive a run,
//! [`tune`] fits the weights of the evaluation to them, [`learn`] makes the network that corrects it, [`learn_order`] says
//! which edges are likely to be best, and [`log_loss`] how well an evaluation predicts results.

pub mod cli;
mod data;
mod example;
mod loss;
mod network;
mod networkfile;
mod ordering;
mod random;
mod record;
mod selfplay;
mod tune;

pub use data::{ArchivePositions, Labelled, archive_positions, split};
pub use example::{Example, examples};
pub use loss::{best_scale, log_loss, scored, win_probability};
pub use network::{Learning, Net, learn};
pub use networkfile::{LoadError, LoadFault, read_network};
pub use ordering::{Decision, Foresight, OrderLearning, decisions, foresight, learn_order};
pub use record::{GameFault, GameRecord, ReadGames, RecordError, Records, Sample, read_games};
pub use selfplay::{SelfPlay, Settings};
pub use tune::{Table, Tuning, tune};
