//! Running the binary.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The opening, each side's rabbits behind its pieces.
pub(crate) const OPENING: &str = "g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]";
/// A small ending.
pub(crate) const ENDING: &str = "g [    e   r                                     HdR    C      E   ]";

/// What a run of the binary printed.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The binary, not started yet.
pub(crate) fn tusker() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tusker"));
    command.env_remove("RUST_LOG");
    command
}

/// Runs the binary with `args` and `input` on its standard input.
pub(crate) fn run_with_input(args: &[&str], input: &str) -> Ran {
    let mut child = tusker()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // A program that fails early does not read its input.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().expect("the binary ends");
    writer.join().expect("the input is written");
    Ran {
        code: output.status.code().expect("an exit code"),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

/// Runs the binary with `args`.
pub(crate) fn run(args: &[&str]) -> Ran {
    run_with_input(args, "")
}

/// Runs the binary, which must succeed without a word on standard error, and returns what it printed.
pub(crate) fn output(args: &[&str]) -> String {
    let ran = run(args);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}");
    ran.out
}

/// Runs the binary, which must print nothing, exit with `code`, and name every one of `words` on standard error.
pub(crate) fn fails(args: &[&str], code: i32, words: &[&str]) {
    let ran = run(args);
    assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{args:?}: {}", ran.err);
    for word in words {
        assert!(ran.err.contains(word), "{args:?} should name {word:?}: {}", ran.err);
    }
}

/// A file with `text` in a directory that lives as long as the value.
pub(crate) struct TextFile {
    _directory: tempfile::TempDir,
    path: PathBuf,
}

impl TextFile {
    pub(crate) fn new(name: &str, text: &str) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("the file is written");
        Self { _directory: directory, path }
    }

    pub(crate) fn name(&self) -> &str {
        self.path.to_str().expect("a path of text")
    }
}

/// The text of one of the data files that lie beside the project on some machines, with its path.
pub(crate) fn shared(name: &str) -> Option<(PathBuf, String)> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some((path, text)),
        Err(_) => {
            println!("skipped: {name} is not on this machine");
            None
        }
    }
}

/// The values of one column of a table with a header row, after the first column.
pub(crate) fn column<'a>(table: &'a str, name: &str) -> Vec<(&'a str, &'a str)> {
    let mut lines = table.lines();
    let header = lines.next().expect("a header row");
    let index = header.split('\t').position(|column| column == name).expect("the column");
    lines
        .map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            (columns[0], columns[index])
        })
        .collect()
}
