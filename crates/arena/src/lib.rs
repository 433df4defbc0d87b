//! Matches between AEI engines that can be trusted.

mod adjudication;
mod clockface;
mod ending;
mod endgame;
mod engine;
mod player;
mod random;
mod record;
mod recordfile;
mod referee;
mod runner;
mod schedule;
mod standing;
mod start;
pub mod stats;

pub use adjudication::Adjudication;
pub use clockface::{Pace, PaceLimit};
pub use ending::Ending;
pub use engine::{BuiltIns, EngineSpec, Fractions, OpenQuote, split_words};
pub use record::{EngineFacts, GameFacts, GameRecord, RecordError, RunFacts, TurnFacts};
pub use recordfile::{RecordFile, RecordFileError};
pub use referee::GameRules;
pub use runner::{Affinity, BetweenGames, Event, Match, MatchError, Progress, Summary};
pub use schedule::{Format, GameTask, Schedule, ScheduleError};
pub use standing::Standing;
pub use start::{Start, StartFile, StartFileError, StartSource};
