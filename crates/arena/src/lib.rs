#![doc = include_str!("../README.md")]

mod adjudication;
mod check;
pub mod cli;
mod clockface;
mod endgame;
mod ending;
mod engine;
mod export;
mod page;
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
mod tables;

pub use adjudication::Adjudication;
pub use check::{Checks, Finding, Point, check_engine};
pub use clockface::{Pace, PaceLimit};
pub use ending::Ending;
pub use engine::{BuiltIns, EngineSpec, Fractions, OpenQuote, split_words};
pub use export::{write_move_lists, write_pgn};
pub use record::{EngineFacts, EngineTurn, GameFacts, GameRecord, RecordError, RunFacts, TurnFacts};
pub use recordfile::{RecordFile, RecordFileError};
pub use referee::GameRules;
pub use runner::{Affinity, BetweenGames, Event, Match, MatchError, Progress, Summary};
pub use schedule::{Format, GameTask, Schedule, ScheduleError};
pub use standing::Standing;
pub use start::{Start, StartFile, StartFileError, StartSource};
