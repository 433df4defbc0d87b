//! The controller's side of the protocol: drives an engine as a child process or over a socket.

mod process;

use crate::command::{Command, GoMode, MoveText};
use crate::response::{BestMove, IdKey, Response, ResponseError};
use crate::session::{LineReader, ReadLine};
use crate::text::echo;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use process::{Child, Pipes, Tail, TailWriter};
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::ExitStatus;
use std::thread;
use std::time::{Duration, Instant};
use tusker_core::Position;

/// Engines get this long to connect to a socket.
const CONNECT_PATIENCE: Duration = Duration::from_secs(30);

/// An engine that is gone gets this long for its exit status, and as long for the rest of its standard error.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// How to start an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCommand {
    /// The program and its arguments; no shell is involved.
    pub argv: Vec<OsString>,
    /// Where to start it; `None`: in the controller's own directory.
    pub directory: Option<PathBuf>,
    /// How to talk to it.
    pub link: Link,
}

/// How a controller talks to an engine that it starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Link {
    /// Over the engine's standard input and output.
    #[default]
    Stdio,
    /// The controller listens on a free port, and the engine gets `--server 127.0.0.1 --port N` to connect to it.
    Socket,
}

impl EngineCommand {
    /// A command line for standard input and output.
    pub fn new(argv: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        Self { argv: argv.into_iter().map(Into::into).collect(), directory: None, link: Link::Stdio }
    }

    /// The same engine over a socket.
    #[must_use]
    pub fn over_socket(mut self) -> Self {
        self.link = Link::Socket;
        self
    }
}

/// What went wrong between a controller and its engine.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The command line is empty.
    #[error("the engine's command line is empty")]
    NoProgram,
    /// The engine could not be started.
    #[error("cannot start the engine '{program}': {source}")]
    Start {
        /// The program.
        program: String,
        /// Why; part of the message, so that it is not told twice in a chain of causes.
        r#source: io::Error,
    },
    /// Sockets, pipes or threads failed on our side.
    #[error("cannot talk to the engine: {0}")]
    Link(io::Error),
    /// The engine did not answer in time.
    #[error("the engine sent no {awaited} within {} ms", after.as_millis())]
    Timeout {
        /// What was waited for.
        awaited: &'static str,
        /// How long.
        after: Duration,
    },
    /// The engine ended, or closed its end.
    #[error("the engine is gone ({how}) while {awaited} was awaited{}", tail(last_lines))]
    Gone {
        /// What was waited for.
        awaited: &'static str,
        /// `exit status: 1`, `signal: 11 (SIGSEGV)`, or that the connection is closed.
        how: String,
        /// The last lines that it wrote, standard error included.
        last_lines: Vec<String>,
    },
    /// A line that decides something cannot be read.
    #[error("the engine sent '{line}': {source}")]
    Malformed {
        /// The line.
        line: String,
        /// What is wrong with it; part of the message.
        r#source: ResponseError,
    },
    /// `aeiok` came without `id name`.
    #[error("the engine did not tell its name before aeiok")]
    NoName,
}

impl From<io::Error> for ClientError {
    fn from(error: io::Error) -> Self {
        Self::Link(error)
    }
}

fn tail(lines: &[String]) -> String {
    if lines.is_empty() { String::new() } else { format!("; its last lines: {}", lines.join(" | ")) }
}

/// One line from the engine.
#[derive(Clone, Debug)]
pub struct Received {
    /// When it was complete.
    pub at: Instant,
    /// The line without its end.
    pub line: String,
    /// What it says; an error does not end the connection.
    pub response: Result<Response, ResponseError>,
}

/// What the engine told in the opening phase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Handshake {
    /// Protocol version; 0 if the first line did not tell it.
    pub protocol: u32,
    /// `id name`.
    pub name: String,
    /// `id author`, if told.
    pub author: Option<String>,
    /// `id version`, if told.
    pub version: Option<String>,
    /// Lines that had no business in the opening phase.
    pub oddities: Vec<String>,
}

/// How an engine left after `quit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Farewell {
    /// By itself, in time.
    Exited(ExitStatus),
    /// It was still there when the patience was over, and was killed.
    Killed,
    /// The connection is closed; the process is not ours.
    Disconnected,
}

/// A connection to an engine; dropping it ends the engine and everything that the engine started.
#[derive(Debug)]
pub struct Client {
    commands: Sender<String>,
    lines: Receiver<Received>,
    tail: Tail,
    child: Option<Child>,
    socket: Option<TcpStream>,
}

impl Client {
    /// Starts an engine.
    ///
    /// # Errors
    /// It cannot be started, or does not connect within 30 s.
    pub fn spawn(command: &EngineCommand) -> Result<Self, ClientError> {
        match command.link {
            Link::Stdio => {
                let mut child = Child::start(command, &[], Pipes::Open)?;
                let (input, output) = child.take_pipes()?;
                let tail = child.tail();
                Self::connect(output, input, Some(child), None, tail)
            }
            Link::Socket => {
                let listener = TcpListener::bind(("127.0.0.1", 0))?;
                let port = listener.local_addr()?.port().to_string();
                let arguments = ["--server", "127.0.0.1", "--port", &port];
                let child = Child::start(command, &arguments, Pipes::Closed)?;
                Self::accept_from(&listener, Some(child), CONNECT_PATIENCE)
            }
        }
    }

    /// Waits for an engine, started by someone else, to connect.
    ///
    /// # Errors
    /// Nobody connects within `patience`.
    pub fn accept(listener: &TcpListener, patience: Duration) -> Result<Self, ClientError> {
        Self::accept_from(listener, None, patience)
    }

    fn accept_from(
        listener: &TcpListener,
        mut child: Option<Child>,
        patience: Duration,
    ) -> Result<Self, ClientError> {
        const AWAITED: &str = "connection";
        listener.set_nonblocking(true)?;
        let deadline = Instant::now() + patience;
        loop {
            match listener.accept() {
                Ok((stream, _)) => {
                    stream.set_nonblocking(false)?;
                    stream.set_nodelay(true)?;
                    let tail = child.as_ref().map(Child::tail).unwrap_or_default();
                    let (input, output) = (stream.try_clone()?, stream.try_clone()?);
                    return Self::connect(output, input, child, Some(stream), tail);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error.into()),
            }
            if let Some(status) = child.as_mut().and_then(Child::ended) {
                let last_lines =
                    child.as_ref().map(|child| child.tail().complete(LAST_WORDS)).unwrap_or_default();
                return Err(ClientError::Gone { awaited: AWAITED, how: status.to_string(), last_lines });
            }
            if Instant::now() >= deadline {
                return Err(ClientError::Timeout { awaited: AWAITED, after: patience });
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn connect(
        output: impl Read + Send + 'static,
        input: impl Write + Send + 'static,
        child: Option<Child>,
        socket: Option<TcpStream>,
        tail: Tail,
    ) -> Result<Self, ClientError> {
        let (commands, to_write) = unbounded();
        let (heard, lines) = unbounded();
        // Writing has a thread of its own: an engine that does not read must not block its controller.
        thread::Builder::new().name("aei-client-out".into()).spawn(move || write(input, &to_write))?;
        let reader_tail = tail.writer();
        thread::Builder::new()
            .name("aei-client-in".into())
            .spawn(move || read(output, &heard, &reader_tail))?;
        Ok(Self { commands, lines, tail, child, socket })
    }

    /// Sends a command; returns when it was handed over.
    ///
    /// # Errors
    /// The engine is gone.
    pub fn send(&mut self, command: &Command) -> Result<Instant, ClientError> {
        let now = Instant::now();
        self.send_raw(&command.to_string())?;
        Ok(now)
    }

    /// Sends a line as it is, for tests of engines; line breaks in it make several lines.
    ///
    /// # Errors
    /// The engine is gone.
    pub fn send_raw(&mut self, line: &str) -> Result<(), ClientError> {
        log::debug!("to the engine: {line}");
        self.commands.send(format!("{line}\n")).map_err(|_| self.gone("the way for a command"))
    }

    /// The next line of the engine.
    ///
    /// # Errors
    /// None came until `deadline`, or the engine is gone and all its lines are read.
    pub fn receive(&mut self, deadline: Instant) -> Result<Received, ClientError> {
        self.next("line", Instant::now(), Some(deadline))
    }

    fn next(
        &mut self,
        awaited: &'static str,
        since: Instant,
        deadline: Option<Instant>,
    ) -> Result<Received, ClientError> {
        let received = match deadline {
            Some(deadline) => self.lines.recv_deadline(deadline),
            None => self.lines.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        received.map_err(|error| match error {
            RecvTimeoutError::Timeout => ClientError::Timeout { awaited, after: since.elapsed() },
            RecvTimeoutError::Disconnected => self.gone(awaited),
        })
    }

    fn gone(&mut self, awaited: &'static str) -> ClientError {
        // The process may take a moment longer than its pipes, and its last words a moment longer still.
        let status = self.child.as_mut().and_then(|child| child.wait(LAST_WORDS));
        let how = status.map_or_else(|| "the connection is closed".to_owned(), |status| status.to_string());
        ClientError::Gone { awaited, how, last_lines: self.tail.complete(LAST_WORDS) }
    }

    /// Reads lines until `pick` takes one; `see` sees every other one.
    fn wait_for<T>(
        &mut self,
        awaited: &'static str,
        deadline: Option<Instant>,
        see: &mut dyn FnMut(&Received),
        pick: impl Fn(&Received) -> Option<Result<T, ClientError>>,
    ) -> Result<T, ClientError> {
        let since = Instant::now();
        loop {
            let received = self.next(awaited, since, deadline)?;
            match pick(&received) {
                Some(result) => return result,
                None => see(&received),
            }
            // An engine that never stops talking runs out of time like one that says nothing.
            if deadline.is_some_and(|deadline| received.at > deadline) {
                return Err(ClientError::Timeout { awaited, after: since.elapsed() });
            }
        }
    }

    /// Opens the session: sends `aei` and reads until `aeiok`.
    ///
    /// # Errors
    /// No `aeiok` within `patience`, no name, or an `id` or `protocol-version` line that cannot be read.
    pub fn handshake(&mut self, patience: Duration) -> Result<Handshake, ClientError> {
        let since = self.send(&Command::Aei)?;
        let mut handshake = Handshake::default();
        let mut first = true;
        loop {
            let received = self.next("aeiok", since, Some(since + patience))?;
            if received.at > since + patience {
                return Err(ClientError::Timeout { awaited: "aeiok", after: since.elapsed() });
            }
            match &received.response {
                Ok(Response::AeiOk) => break,
                Ok(Response::ProtocolVersion(version)) if first => handshake.protocol = *version,
                Ok(Response::Id { key, value }) => {
                    let value = value.to_string();
                    match key {
                        IdKey::Name => handshake.name = value,
                        IdKey::Author => handshake.author = Some(value),
                        IdKey::Version => handshake.version = Some(value),
                        IdKey::Other(_) => handshake.oddities.push(received.line),
                    }
                }
                Err(source @ (ResponseError::Id(_) | ResponseError::Version(_))) => {
                    return Err(malformed(&received, source));
                }
                _ => handshake.oddities.push(received.line),
            }
            first = false;
        }
        if handshake.name.is_empty() { Err(ClientError::NoName) } else { Ok(handshake) }
    }

    /// Sends `isready` and waits for `readyok`; `see` sees the lines before it.
    ///
    /// # Errors
    /// It does not come within `patience`.
    pub fn is_ready(
        &mut self,
        patience: Duration,
        see: &mut dyn FnMut(&Received),
    ) -> Result<(), ClientError> {
        let since = self.send(&Command::IsReady)?;
        self.wait_for("readyok", Some(since + patience), see, |received| {
            matches!(received.response, Ok(Response::ReadyOk)).then_some(Ok(()))
        })
    }

    /// Sets an option.
    ///
    /// # Errors
    /// The engine is gone.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), ClientError> {
        self.send(&Command::SetOption { name: name.to_owned(), value: Some(value.to_owned()) }).map(drop)
    }

    /// Begins a game.
    ///
    /// # Errors
    /// The engine is gone.
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        self.send(&Command::NewGame).map(drop)
    }

    /// Gives a position.
    ///
    /// # Errors
    /// The engine is gone.
    pub fn set_position(&mut self, position: Position) -> Result<(), ClientError> {
        self.send(&Command::SetPosition(position)).map(drop)
    }

    /// Plays a setup or turn, also the engine's own.
    ///
    /// # Errors
    /// The engine is gone.
    pub fn make_move(&mut self, text: &str) -> Result<(), ClientError> {
        self.send(&Command::MakeMove(MoveText::new(text))).map(drop)
    }

    /// Starts a search; returns when.
    ///
    /// # Errors
    /// The engine is gone.
    pub fn go(&mut self, mode: GoMode) -> Result<Instant, ClientError> {
        self.send(&Command::Go(mode))
    }

    /// Asks for the answer of the search now; returns when.
    ///
    /// # Errors
    /// The engine is gone.
    pub fn stop(&mut self) -> Result<Instant, ClientError> {
        self.send(&Command::Stop)
    }

    /// Waits for `bestmove`, without limit if `deadline` is `None`; `see` sees the lines before it. Returns the move
    /// and when it was there.
    ///
    /// # Errors
    /// It does not come in time, or says nothing; other lines that cannot be read are for `see` to judge.
    pub fn best_move(
        &mut self,
        deadline: Option<Instant>,
        see: &mut dyn FnMut(&Received),
    ) -> Result<(BestMove, Instant), ClientError> {
        self.wait_for("bestmove", deadline, see, |received| match &received.response {
            Ok(Response::BestMove(best)) => Some(Ok((best.clone(), received.at))),
            Err(source @ ResponseError::NoMove) => Some(Err(malformed(received, source))),
            _ => None,
        })
    }

    /// The last lines that the engine wrote, oldest first; those of its standard error begin with `stderr: `.
    pub fn last_lines(&self) -> Vec<String> {
        self.tail.lines()
    }

    /// Sends `quit` and waits for the engine's end; kills it when `patience` is over.
    pub fn quit(mut self, patience: Duration) -> Farewell {
        // An engine that is gone already needs no `quit`.
        let _ = self.send(&Command::Quit);
        if let Some(child) = &mut self.child {
            return child.wait(patience).map_or(Farewell::Killed, Farewell::Exited);
        }
        let deadline = Instant::now() + patience;
        while self.lines.recv_deadline(deadline).is_ok() {}
        Farewell::Disconnected
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if let Some(socket) = &self.socket {
            // Wakes our own reader; the engine may have hung up before.
            let _ = socket.shutdown(std::net::Shutdown::Both);
        }
    }
}

fn malformed(received: &Received, source: &ResponseError) -> ClientError {
    ClientError::Malformed { line: echo(&received.line), source: source.clone() }
}

fn write(mut to: impl Write, commands: &Receiver<String>) {
    for line in commands {
        if to.write_all(line.as_bytes()).and_then(|()| to.flush()).is_err() {
            break;
        }
    }
}

fn read(from: impl Read, heard: &Sender<Received>, tail: &TailWriter) {
    let mut lines = LineReader::new(from);
    while let Some(line) = lines.next_line() {
        let (line, at) = match line {
            ReadLine::Line { text, at } => (text, at),
            ReadLine::TooLong => ("(a line too long to be read)".to_owned(), Instant::now()),
        };
        log::debug!("from the engine: {line}");
        tail.push(&line);
        let response = line.parse();
        if heard.send(Received { at, line, response }).is_err() {
            break;
        }
    }
}
