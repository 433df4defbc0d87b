//! How an engine reaches its controller: standard input and output, or a socket.

use crate::engine::Engine;
use crate::session::{SessionEnd, run_session};
use std::fmt;
use std::io;
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::time::Duration;

/// Where the controller is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Channel {
    /// It started the engine and talks over standard input and output.
    Stdio,
    /// It listens on a socket, and the engine connects to it: what `--server HOST --port N` ask for.
    Server {
        /// Name or address.
        host: String,
        /// Port, 1 to 65535.
        port: u16,
    },
}

/// The controller's socket cannot be reached.
#[derive(Debug, thiserror::Error)]
#[error("cannot connect to the controller at {host}:{port}: {reason}; is it listening there?")]
pub struct ConnectError {
    host: String,
    port: u16,
    reason: io::Error,
}

impl Channel {
    /// The port on which controllers listen unless it is taken.
    pub const DEFAULT_PORT: u16 = 40015;

    /// How long to try each address of the host.
    const PATIENCE: Duration = Duration::from_secs(10);

    /// The channel for the values of `--server` and `--port`: a socket if either is given, on this machine and on
    /// [`Channel::DEFAULT_PORT`] where one is missing.
    ///
    /// ```
    /// use tusker_aei::Channel;
    ///
    /// assert_eq!(Channel::from_args(None, None), Channel::Stdio);
    /// assert_eq!(Channel::from_args(None, Some(7)).to_string(), "127.0.0.1:7");
    /// ```
    pub fn from_args(server: Option<String>, port: Option<u16>) -> Self {
        if server.is_none() && port.is_none() {
            return Self::Stdio;
        }
        Self::Server {
            host: server.unwrap_or_else(|| "127.0.0.1".to_owned()),
            port: port.unwrap_or(Self::DEFAULT_PORT),
        }
    }

    /// Runs a session of `engine` with the controller until it ends.
    ///
    /// # Errors
    /// The controller's socket cannot be reached.
    pub fn serve(&self, engine: impl Engine + 'static) -> Result<SessionEnd, ConnectError> {
        let Self::Server { host, port } = self else {
            return Ok(run_session(engine, io::stdin(), io::stdout()));
        };
        let connected = connect(host, *port, Self::PATIENCE).and_then(|stream| {
            // Lines are short and wait for nobody.
            stream.set_nodelay(true)?;
            Ok((stream.try_clone()?, stream))
        });
        let (input, output) =
            connected.map_err(|reason| ConnectError { host: host.clone(), port: *port, reason })?;
        let end = run_session(engine, input, &output);
        // The other end may have hung up first.
        let _ = output.shutdown(Shutdown::Both);
        Ok(end)
    }
}

impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdio => f.write_str("standard input and output"),
            Self::Server { host, port } => write!(f, "{host}:{port}"),
        }
    }
}

/// Tries every address of the host.
fn connect(host: &str, port: u16, patience: Duration) -> io::Result<TcpStream> {
    let mut failure = io::Error::new(io::ErrorKind::NotFound, "the host has no address");
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, patience) {
            Ok(stream) => return Ok(stream),
            Err(error) => failure = error,
        }
    }
    Err(failure)
}
