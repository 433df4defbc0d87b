//! Lines to the controller.

use crate::Response;
use std::io::{self, Write};

/// Writes one response per line, each flushed at once; remembers the first failure and is silent from then on.
pub(crate) struct Output<W> {
    to: W,
    failure: Option<io::Error>,
}

impl<W: Write> Output<W> {
    pub(crate) fn new(to: W) -> Self {
        Self { to, failure: None }
    }

    pub(crate) fn say(&mut self, response: &Response) {
        if self.failure.is_some() {
            return;
        }
        log::debug!("to the controller: {response}");
        // One write per line, so that a line never arrives in two packets.
        let line = format!("{response}\n");
        let written = self.to.write_all(line.as_bytes()).and_then(|()| self.to.flush());
        self.failure = written.err();
    }

    /// Why nothing can be said any more.
    pub(crate) fn take_failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }
}
