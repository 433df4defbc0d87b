//! AEI, the Arimaa Engine Interface: typed messages, the engine's side and the controller's side.
//!
//! - [`Command`] and [`Response`] are the lines of the protocol; both are read tolerantly and written canonically.
//! - [`Engine`] is what an engine implements; [`Channel::serve`] or [`run_session`] then speak the protocol for it.
//! - [`Client`] drives any AEI engine, and is what a match runner builds on.

mod client;
mod clock;
mod command;
mod engine;
mod options;
mod response;
mod session;
mod settings;
mod text;
mod transport;

pub use client::{Client, ClientError, EngineCommand, Farewell, Handshake, Link, Received};
pub use clock::TurnClock;
pub use command::{Command, CommandError, CommandWarning, GoMode, MoveText, ReadCommand};
pub use engine::{Engine, GameInfo, Identity, Limits, Report, SearchControl, SearchTask};
pub use options::{OptionError, OptionKind, OptionSpec, OptionValue, StandardOption};
pub use response::{BestMove, DepthState, IdKey, Info, LogLevel, Response, ResponseError};
pub use session::{SessionEnd, run_session};
pub use text::LineText;
pub use transport::{Channel, ConnectError};
