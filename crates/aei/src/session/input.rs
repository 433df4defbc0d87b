//! The thread that reads the controller's lines.

use crossbeam_channel::{Receiver, bounded};
use std::io::{self, BufRead, BufReader, Read};
use std::thread;
use std::time::Instant;

/// Longest line that is read, in bytes; a move or a board takes a few hundred.
const MAX_LINE: usize = 64 * 1024;

/// Lines that wait for the session; the reader waits when there are more.
const WAITING: usize = 1024;

/// What the reader found.
pub(crate) enum Input {
    /// A line without its end; bytes outside UTF-8 are replaced.
    Line {
        text: String,
        /// When it was complete.
        at: Instant,
    },
    /// A line longer than [`MAX_LINE`]; it was passed over.
    TooLong,
}

/// Starts the reader; the channel is closed at the end of the input.
pub(crate) fn spawn(input: impl Read + Send + 'static) -> io::Result<Receiver<Input>> {
    let (sender, receiver) = bounded(WAITING);
    thread::Builder::new().name("aei-input".into()).spawn(move || {
        let mut lines = LineReader::new(input);
        while let Some(line) = lines.next_line() {
            if sender.send(line).is_err() {
                break;
            }
        }
    })?;
    Ok(receiver)
}

/// Cuts a stream at its line feeds; what follows the last one counts as a line, as a file may lack its last end.
pub(crate) struct LineReader<R> {
    input: BufReader<R>,
}

impl<R: Read> LineReader<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input: BufReader::new(input) }
    }

    /// The next line; `None` at the end of the stream or when reading fails.
    pub(crate) fn next_line(&mut self) -> Option<Input> {
        let mut line = Vec::new();
        let limit = MAX_LINE as u64 + 1;
        let read = (&mut self.input).take(limit).read_until(b'\n', &mut line).ok()?;
        if read == 0 {
            return None;
        }
        if line.last() != Some(&b'\n') && line.len() > MAX_LINE {
            self.skip_line()?;
            return Some(Input::TooLong);
        }
        while matches!(line.last(), Some(b'\n' | b'\r')) {
            line.pop();
        }
        Some(Input::Line { text: String::from_utf8_lossy(&line).into_owned(), at: Instant::now() })
    }

    fn skip_line(&mut self) -> Option<()> {
        loop {
            let waiting = self.input.fill_buf().ok()?;
            if waiting.is_empty() {
                return Some(());
            }
            let end = waiting.iter().position(|&byte| byte == b'\n');
            let skipped = end.map_or(waiting.len(), |end| end + 1);
            self.input.consume(skipped);
            if end.is_some() {
                return Some(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<String> {
        let mut reader = LineReader::new(input);
        std::iter::from_fn(|| reader.next_line())
            .map(|line| match line {
                Input::Line { text, .. } => text,
                Input::TooLong => "TOO LONG".to_owned(),
            })
            .collect()
    }

    #[test]
    fn lines_end_with_or_without_carriage_returns() {
        assert_eq!(lines(b"aei\nisready\r\n\r\n go \nquit"), ["aei", "isready", "", " go ", "quit"]);
        assert_eq!(lines(b"\xff\xfego\n"), ["\u{fffd}\u{fffd}go"]);
        assert_eq!(lines(b""), [""; 0]);
    }

    #[test]
    fn overlong_lines_are_passed_over_alone() {
        let mut text = b"aei\n".to_vec();
        text.extend(std::iter::repeat_n(b'x', 3 * MAX_LINE));
        text.extend(b"\nquit\n");
        assert_eq!(lines(&text), ["aei", "TOO LONG", "quit"]);
        assert_eq!(lines(&vec![b'y'; MAX_LINE]), ["y".repeat(MAX_LINE)]);
        assert_eq!(lines(&vec![b'y'; MAX_LINE + 1]), ["TOO LONG"]);
    }
}
