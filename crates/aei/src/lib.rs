//! AEI, the Arimaa Engine Interface: typed messages, the engine's side and the controller's side.
//!
//! - [`Command`] and [`Response`] are the lines of the protocol; both are read tolerantly and written canonically.
//! - [`Engine`] is what an engine implements; [`Channel::serve`] or [`run_session`] then speak the protocol for it.
//! - [`Client`] drives any AEI engine, and is what a match runner builds on.
//!
//! ```
//! use tusker_aei::{Engine, Identity, Report, SearchControl, SearchTask, run_session};
//! use tusker_core::{Game, NamedSetup, Setup, Turn, TurnGenerator};
//!
//! /// Plays the first turn that comes to mind.
//! struct Hasty;
//!
//! impl Engine for Hasty {
//!     fn identity(&self) -> Identity {
//!         Identity::new("Hasty", "nobody", "1")
//!     }
//!
//!     fn choose_setup(&mut self, game: &Game) -> Setup {
//!         NamedSetup::NinetyNineOfNine.setup(game.side())
//!     }
//!
//!     fn search(&mut self, task: &SearchTask, _: &SearchControl, _: &mut dyn FnMut(Report)) -> Option<Turn> {
//!         let mut turn = None;
//!         TurnGenerator::new().for_each(task.game.position()?, |found| {
//!             let found = found.distinct_turn();
//!             turn = Some(found.turn).filter(|_| !task.game.would_repeat(&found.position));
//!             turn.is_none()
//!         });
//!         turn
//!     }
//! }
//!
//! let mut output = Vec::new();
//! run_session(Hasty, "aei\nquit\n".as_bytes(), &mut output);
//! let output = String::from_utf8(output)?;
//! assert!(output.starts_with("protocol-version 1\nid name Hasty\n"));
//! # Ok::<(), std::string::FromUtf8Error>(())
//! ```

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
