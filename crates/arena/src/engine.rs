//! What a match needs to know of an engine: how to start it, and how to set it up.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use tusker_aei::{EngineCommand, Link};

/// One engine of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSpec {
    /// Its name in tables and records; unlike all others of the match.
    pub name: String,
    /// Program and arguments.
    pub argv: Vec<String>,
    /// Where to start it; the runner's own directory if absent.
    pub directory: Option<PathBuf>,
    /// Whether to talk over a socket.
    pub socket: bool,
    /// Options, sent in this order before each game.
    pub options: BTreeMap<String, String>,
    /// The option that takes the seed of a game; none if absent.
    pub seed_option: Option<String>,
    /// How long it may take to start, and to get ready before a game.
    pub startup: Duration,
    /// What the engine makes of times that are no whole seconds.
    pub fractions: Fractions,
}

/// How times are told to an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fractions {
    /// Reserves are cut to whole seconds, as other controllers do; a time per turn only if it is a second or more.
    #[default]
    Cut,
    /// To the millisecond.
    Exact,
}

impl EngineSpec {
    /// How long engines may take to start unless something else is said: what other AEI controllers allow.
    pub const STARTUP: Duration = Duration::from_secs(15);

    /// An engine with its own defaults.
    pub fn new(name: impl Into<String>, argv: Vec<String>) -> Self {
        Self {
            name: name.into(),
            argv,
            directory: None,
            socket: false,
            options: BTreeMap::new(),
            seed_option: None,
            startup: Self::STARTUP,
            fractions: Fractions::Cut,
        }
    }

    /// The command that starts it, on the processors `cpus` (a list such as `0,2` as `taskset` takes it) if given.
    pub(crate) fn command(&self, cpus: Option<&str>) -> EngineCommand {
        let pinned = cpus.map(|cpus| ["taskset".to_owned(), "-c".to_owned(), cpus.to_owned()]);
        let argv =
            pinned.into_iter().flatten().chain(self.argv.iter().cloned()).map(OsString::from).collect();
        let link = if self.socket { Link::Socket } else { Link::Stdio };
        EngineCommand { argv, directory: self.directory.clone(), link }
    }
}

/// The engines that a program brings along, by name.
#[derive(Clone, Debug, Default)]
pub struct BuiltIns(Vec<(String, Vec<String>)>);

impl BuiltIns {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an engine: its name, program and arguments. It takes seeds and fractions of seconds.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, argv: Vec<String>) -> Self {
        self.0.push((name.into(), argv));
        self
    }

    /// The built-in engine of that name.
    pub fn get(&self, name: &str) -> Option<EngineSpec> {
        let (name, argv) = self.0.iter().find(|(built_in, _)| built_in == name)?;
        let mut spec = EngineSpec::new(name, argv.clone());
        spec.seed_option = Some("seed".to_owned());
        spec.fractions = Fractions::Exact;
        Some(spec)
    }

    /// All names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }
}

/// A command line cannot be split into words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the quote {quote} is not closed in: {line}")]
pub struct OpenQuote {
    /// The quote.
    pub quote: char,
    /// The line.
    pub line: String,
}

/// Splits a line into words at blanks, outside of `'..'` and `".."`; no shell is involved.
///
/// # Errors
/// A quote is not closed.
///
/// ```
/// let words = tusker_arena::split_words("python3 'my bot.py' --level=\"2 \"").unwrap();
/// assert_eq!(words, ["python3", "my bot.py", "--level=2 "]);
/// ```
pub fn split_words(line: &str) -> Result<Vec<String>, OpenQuote> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut open: Option<char> = None;
    for c in line.chars() {
        match (open, c) {
            (Some(quote), _) if c == quote => open = None,
            (None, '\'' | '"') => {
                open = Some(c);
                word.get_or_insert_default();
            }
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if let Some(quote) = open {
        return Err(OpenQuote { quote, line: line.to_owned() });
    }
    words.extend(word);
    Ok(words)
}
