//! The engine's process: started in a group of its own, and ended with everything in it.

use crate::client::{ClientError, EngineCommand};
use crate::session::{LineReader, ReadLine};
use std::collections::VecDeque;
use std::io;
use std::process::{self, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How many lines are remembered.
const TAIL: usize = 20;

/// The last lines of an engine; clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tail(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    heard: Mutex<Heard>,
    writer_ended: Condvar,
}

#[derive(Debug, Default)]
struct Heard {
    lines: VecDeque<String>,
    writers: usize,
}

impl Tail {
    /// A writer of lines; the tail is complete when all its writers are dropped.
    pub(crate) fn writer(&self) -> TailWriter {
        self.heard().writers += 1;
        TailWriter(self.clone())
    }

    /// The lines heard so far.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.heard().lines.iter().cloned().collect()
    }

    /// The lines, once all writers are dropped; but does not wait longer than `patience`.
    pub(crate) fn complete(&self, patience: Duration) -> Vec<String> {
        let wait = self.0.writer_ended.wait_timeout_while(self.heard(), patience, |heard| heard.writers > 0);
        let (heard, _) = wait.unwrap_or_else(PoisonError::into_inner);
        heard.lines.iter().cloned().collect()
    }

    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.0.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Adds lines to a [`Tail`].
#[derive(Debug)]
pub(crate) struct TailWriter(Tail);

impl TailWriter {
    pub(crate) fn push(&self, line: &str) {
        let lines = &mut self.0.heard().lines;
        if lines.len() == TAIL {
            lines.pop_front();
        }
        lines.push_back(line.to_owned());
    }
}

impl Drop for TailWriter {
    fn drop(&mut self) {
        self.0.heard().writers -= 1;
        self.0.0.writer_ended.notify_all();
    }
}

/// What becomes of an engine's standard input and output.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pipes {
    /// The controller talks over them.
    Open,
    /// Nobody does.
    Closed,
}

/// A running engine; dropping it kills its whole process group.
#[derive(Debug)]
pub(crate) struct Child {
    process: process::Child,
    /// Set once the process was waited for: from then on its number may belong to somebody else's process.
    status: Option<ExitStatus>,
    tail: Tail,
}

impl Child {
    /// Starts `command` with further `arguments`; its standard error is read into the tail.
    pub(crate) fn start(
        command: &EngineCommand,
        arguments: &[&str],
        pipes: Pipes,
    ) -> Result<Self, ClientError> {
        let (program, own_arguments) = command.argv.split_first().ok_or(ClientError::NoProgram)?;
        let mut builder = process::Command::new(program);
        builder.args(own_arguments).args(arguments);
        let standard = || match pipes {
            Pipes::Open => Stdio::piped(),
            Pipes::Closed => Stdio::null(),
        };
        builder.stdin(standard()).stdout(standard()).stderr(Stdio::piped());
        if let Some(directory) = &command.directory {
            builder.current_dir(directory);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut builder, 0);
        let process = builder.spawn().map_err(|source| ClientError::Start {
            program: program.to_string_lossy().into_owned(),
            source,
        })?;
        let mut child = Self { process, status: None, tail: Tail::default() };
        if let Some(errors) = child.process.stderr.take() {
            let tail = child.tail.writer();
            thread::Builder::new().name("aei-client-err".into()).spawn(move || {
                let mut lines = LineReader::new(errors);
                while let Some(line) = lines.next_line() {
                    if let ReadLine::Line { text, .. } = line {
                        tail.push(&format!("stderr: {text}"));
                    }
                }
            })?;
        }
        Ok(child)
    }

    /// The ends of the engine's standard input and output.
    pub(crate) fn take_pipes(&mut self) -> Result<(ChildStdin, ChildStdout), ClientError> {
        match (self.process.stdin.take(), self.process.stdout.take()) {
            (Some(input), Some(output)) => Ok((input, output)),
            _ => Err(io::Error::other("the pipes of the engine are missing").into()),
        }
    }

    pub(crate) fn tail(&self) -> Tail {
        self.tail.clone()
    }

    /// How it ended, if it has; then what it started is killed.
    pub(crate) fn ended(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() && self.has_exited() {
            // Until it is waited for, its number, which is also that of the group, belongs to nobody else.
            self.kill_group();
            self.status = self.process.wait().ok();
        }
        self.status
    }

    /// Whether the process has ended; does not wait for it.
    #[cfg(unix)]
    fn has_exited(&self) -> bool {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.id().is_some_and(|id| matches!(waitid(WaitId::Pid(id), options), Ok(Some(_))))
    }

    /// Whether the process has ended.
    #[cfg(not(unix))]
    fn has_exited(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(Some(_)))
    }

    #[cfg(unix)]
    fn id(&self) -> Option<rustix::process::Pid> {
        i32::try_from(self.process.id()).ok().and_then(rustix::process::Pid::from_raw)
    }

    /// Waits for its end, but not longer than `patience`.
    pub(crate) fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            let status = self.ended();
            if status.is_some() || Instant::now() >= deadline {
                return status;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Kills the process and everything that it started in its group.
    #[cfg(unix)]
    fn kill_group(&mut self) {
        use rustix::process::{Signal, kill_process_group};
        if let Some(group) = self.id() {
            // Fails if nobody is left, which is what is wanted.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }

    /// Kills the process.
    #[cfg(not(unix))]
    fn kill_group(&mut self) {
        // Fails if it has ended already.
        let _ = self.process.kill();
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if self.status.is_none() {
            self.kill_group();
            let _ = self.process.wait();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complete_tail_has_the_late_lines() {
        let tail = Tail::default();
        let (first, late) = (tail.writer(), tail.writer());
        first.push("stdout");
        drop(first);
        let writing = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            late.push("stderr: why");
        });
        assert_eq!(tail.complete(Duration::from_secs(60)), ["stdout", "stderr: why"]);
        writing.join().unwrap();
    }

    #[test]
    fn patience_with_an_open_tail_ends() {
        let tail = Tail::default();
        let writer = tail.writer();
        writer.push("alive");
        assert_eq!(tail.complete(Duration::from_millis(10)), ["alive"]);
    }

    #[test]
    fn the_tail_keeps_the_last_lines() {
        let tail = Tail::default();
        let writer = tail.writer();
        (0..TAIL + 5).for_each(|line| writer.push(&line.to_string()));
        assert_eq!((tail.lines().len(), tail.lines()[0].as_str()), (TAIL, "5"));
    }
}
