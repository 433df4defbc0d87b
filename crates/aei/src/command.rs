//! What a controller says to an engine.

use crate::text::{collapse_blanks, echo, split_word};
use std::fmt;
use std::str::FromStr;
use tusker_core::Position;
use tusker_notation::{Reading, Strictness, read_position, write_position};

/// One message from a controller to an engine.
///
/// `Display` writes the line without its end; reading it again gives the same value.
///
/// ```
/// use tusker_aei::{Command, GoMode};
///
/// let command: Command = "go  ponder\r\n".parse()?;
/// assert_eq!(command, Command::Go(GoMode::Ponder));
/// assert_eq!(command.to_string(), "go ponder");
/// # Ok::<(), tusker_aei::CommandError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `aei`: begins the session.
    Aei,
    /// `isready`: asks for `readyok` once everything before it is done.
    IsReady,
    /// `newgame`: an empty board, Gold sets up first.
    NewGame,
    /// `setposition g [64 characters]`: goes on from a given board; ends the setup phase.
    SetPosition(Position),
    /// `setoption name N [value V]`.
    SetOption {
        /// The name as it was written, runs of blanks collapsed; names are compared without regard to case.
        name: String,
        /// The value with its case and inner blanks; `None` if there is no `value`, empty if nothing follows it.
        value: Option<String>,
    },
    /// `makemove ...`: a turn, a setup or an event of the game.
    MakeMove(MoveText),
    /// `go [ponder|infinite]`: starts a search.
    Go(GoMode),
    /// `stop`: asks for the `bestmove` of the search now.
    Stop,
    /// `quit`: ends the session.
    Quit,
}

/// What kind of search `go` starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GoMode {
    /// `go`: answer with a `bestmove` by the engine's own time management.
    Normal,
    /// `go infinite`: search until `stop`, then answer. Not in the protocol's text, but used by tools.
    Infinite,
    /// `go ponder`: search silently, on the opponent's time, until another command ends it.
    Ponder,
}

/// What a `makemove` carries, before it is read against a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MoveText {
    /// `resign` in any case: the side to move gives up.
    Resign,
    /// `takeback` in any case: the last turn or setup is undone (found in move lists of game servers).
    Takeback,
    /// Steps or placements, runs of blanks collapsed; not empty when it comes from a line.
    Steps(String),
}

impl MoveText {
    /// Reads `resign` and `takeback` in any case; everything else is steps.
    pub fn new(text: &str) -> Self {
        let text = collapse_blanks(text);
        if text.eq_ignore_ascii_case("resign") {
            Self::Resign
        } else if text.eq_ignore_ascii_case("takeback") {
            Self::Takeback
        } else {
            Self::Steps(text)
        }
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Resign => f.write_str("resign"),
            Self::Takeback => f.write_str("takeback"),
            Self::Steps(text) => write_on_one_line(f, text),
        }
    }
}

/// A command as read from a line, with what is odd about the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadCommand {
    /// The command.
    pub command: Command,
    /// Everything odd, in the order of the line.
    pub warnings: Vec<CommandWarning>,
}

/// What a command was understood in spite of.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandWarning {
    /// Words after a complete command that mean nothing to it, such as `now` in `stop now`.
    #[error("ignored '{words}' after '{command}'")]
    Ignored {
        /// The command without them.
        command: String,
        /// The words.
        words: String,
    },
    /// The given position is odd.
    #[error("setposition: {0}")]
    Position(tusker_notation::WarningKind),
}

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The line is blank.
    #[error("the line is empty")]
    Empty,
    /// The first word is no command.
    #[error("unknown command '{0}'")]
    Unknown(String),
    /// `makemove` without a move.
    #[error("makemove needs the steps of a turn or the placements of a setup")]
    NoMove,
    /// `setoption` without `name` and a name.
    #[error("setoption needs 'name' and the name of an option, found '{0}'")]
    NoOptionName(String),
    /// `setposition` with a position that cannot be read.
    #[error("setposition: {0}")]
    Position(tusker_notation::ErrorKind),
}

impl ReadCommand {
    fn new(command: Command, ignored: &str) -> Self {
        let mut warnings = Vec::new();
        if !ignored.is_empty() {
            warnings.push(CommandWarning::Ignored { command: command.to_string(), words: echo(ignored) });
        }
        Self { command, warnings }
    }
}

impl Command {
    /// Reads one line, with or without its end; tolerant of blanks, of the case of keywords, and of further words.
    ///
    /// # Errors
    /// Says what is missing or unknown. A blank line is [`CommandError::Empty`].
    pub fn read(line: &str) -> Result<ReadCommand, CommandError> {
        let (word, rest) = split_word(line);
        let simple = |command| Ok(ReadCommand::new(command, &collapse_blanks(rest)));
        let whole = |command| Ok(ReadCommand { command, warnings: Vec::new() });
        match word.to_ascii_lowercase().as_str() {
            "" => Err(CommandError::Empty),
            "aei" => simple(Self::Aei),
            "isready" => simple(Self::IsReady),
            "newgame" => simple(Self::NewGame),
            "stop" => simple(Self::Stop),
            "quit" => simple(Self::Quit),
            "go" => Ok(read_go(rest)),
            "makemove" if rest.is_empty() => Err(CommandError::NoMove),
            "makemove" => whole(Self::MakeMove(MoveText::new(rest))),
            "setoption" => whole(read_option(rest)?),
            "setposition" => read_given_position(line),
            _ => Err(CommandError::Unknown(echo(word))),
        }
    }
}

impl FromStr for Command {
    type Err = CommandError;

    /// Like [`Command::read`], without the words passed over.
    fn from_str(line: &str) -> Result<Self, Self::Err> {
        Self::read(line).map(|read| read.command)
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Aei => f.write_str("aei"),
            Self::IsReady => f.write_str("isready"),
            Self::NewGame => f.write_str("newgame"),
            Self::SetPosition(position) => write!(f, "setposition {}", write_position(position)),
            Self::SetOption { name, value } => {
                f.write_str("setoption name ")?;
                write_on_one_line(f, name)?;
                match value.as_deref() {
                    None => Ok(()),
                    Some("") => f.write_str(" value"),
                    Some(value) => {
                        f.write_str(" value ")?;
                        write_on_one_line(f, value)
                    }
                }
            }
            Self::MakeMove(text) => write!(f, "makemove {text}"),
            Self::Go(GoMode::Normal) => f.write_str("go"),
            Self::Go(GoMode::Infinite) => f.write_str("go infinite"),
            Self::Go(GoMode::Ponder) => f.write_str("go ponder"),
            Self::Stop => f.write_str("stop"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

/// Writes the text with line breaks as blanks, so that one command never becomes two.
fn write_on_one_line(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    for (index, part) in text.split(['\n', '\r']).enumerate() {
        if index > 0 {
            f.write_str(" ")?;
        }
        f.write_str(part)?;
    }
    Ok(())
}

/// `go` knows `ponder` and `infinite` wherever they stand; every other word is passed over.
fn read_go(rest: &str) -> ReadCommand {
    let mut mode = GoMode::Normal;
    let mut ignored = Vec::new();
    for word in rest.split_whitespace() {
        match (mode, word.to_ascii_lowercase().as_str()) {
            (GoMode::Normal, "ponder") => mode = GoMode::Ponder,
            (GoMode::Normal, "infinite") => mode = GoMode::Infinite,
            _ => ignored.push(word),
        }
    }
    ReadCommand::new(Command::Go(mode), &ignored.join(" "))
}

fn read_option(rest: &str) -> Result<Command, CommandError> {
    let error = || CommandError::NoOptionName(echo(rest));
    let (keyword, mut rest) = split_word(rest);
    if !keyword.eq_ignore_ascii_case("name") {
        return Err(error());
    }
    let mut name = String::new();
    loop {
        let (word, after) = split_word(rest);
        let value = match word {
            "" => None,
            _ if word.eq_ignore_ascii_case("value") => Some(after.to_owned()),
            _ => {
                if !name.is_empty() {
                    name.push(' ');
                }
                name.push_str(word);
                rest = after;
                continue;
            }
        };
        return if name.is_empty() { Err(error()) } else { Ok(Command::SetOption { name, value }) };
    }
}

fn read_given_position(line: &str) -> Result<ReadCommand, CommandError> {
    // Not the trimmed rest: blanks at the end of a board without brackets are empty squares.
    let text = line.trim_start().get("setposition".len()..).unwrap_or_default();
    let Reading { value, warnings } =
        read_position(text, Strictness::Lenient).map_err(|e| CommandError::Position(e.what))?;
    let warnings = warnings.into_iter().map(|w| CommandWarning::Position(w.what)).collect();
    Ok(ReadCommand { command: Command::SetPosition(value), warnings })
}
