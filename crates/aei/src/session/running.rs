//! A search under way.

use crate::command::GoMode;
use crate::engine::SearchControl;
use crate::response::{BestMove, Info};
use crate::session::worker::Ticket;
use std::time::Instant;

/// Whether the controller has asked for the answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// `stop` has come.
    Yes,
    /// It has not: `go` waits for the search's own end, the other kinds for `stop`.
    No,
}

/// What the session knows of the search that it started last.
pub(crate) struct Running {
    ticket: Ticket,
    mode: GoMode,
    began: Instant,
    control: SearchControl,
    asked: Asked,
    answer: Option<BestMove>,
    /// Why there is nothing to search.
    reason: Option<String>,
    score: Option<i32>,
    told_time: bool,
}

impl Running {
    pub(crate) fn new(ticket: Ticket, mode: GoMode, began: Instant, control: SearchControl) -> Self {
        Self {
            ticket,
            mode,
            began,
            control,
            asked: Asked::No,
            answer: None,
            reason: None,
            score: None,
            told_time: false,
        }
    }

    pub(crate) fn ticket(&self) -> Ticket {
        self.ticket
    }

    pub(crate) fn mode(&self) -> GoMode {
        self.mode
    }

    /// When the `go` arrived.
    pub(crate) fn began(&self) -> Instant {
        self.began
    }

    /// When the session has to stop it; `None` once it is stopped.
    pub(crate) fn stop_at(&self) -> Option<Instant> {
        if self.control.stopped() { None } else { self.control.deadline() }
    }

    /// Moves the deadline forward.
    pub(crate) fn stop_no_later_than(&self, time: Instant) {
        let earliest = self.control.deadline().map_or(time, |old| old.min(time));
        self.control.set_deadline(Some(earliest));
    }

    /// The deadline has come.
    pub(crate) fn out_of_time(&mut self) {
        self.control.stop();
    }

    /// The controller wants the answer now.
    pub(crate) fn stop(&mut self) {
        self.asked = Asked::Yes;
        self.control.stop();
    }

    /// Nobody wants the answer any more.
    pub(crate) fn abandon(self) {
        self.control.stop();
    }

    /// Whether the controller waits for an answer that is not there yet.
    pub(crate) fn owes_answer(&self) -> bool {
        self.asked == Asked::Yes && self.answer.is_none()
    }

    /// The search has ended; `reason` tells why there was nothing to search.
    pub(crate) fn finish(&mut self, best: BestMove, reason: Option<String>) {
        // From here on there is nothing to stop.
        self.control.stop();
        self.answer = Some(best);
        self.reason = reason;
    }

    /// Remembers what matters for the answer.
    pub(crate) fn note(&mut self, info: &Info) {
        match info {
            Info::Score(score) => self.score = Some(*score),
            Info::Time(_) => self.told_time = true,
            _ => {}
        }
    }

    /// The answer, if the search has ended and the controller wants to know.
    pub(crate) fn take_due_answer(&mut self) -> Option<BestMove> {
        if self.mode == GoMode::Normal || self.asked == Asked::Yes { self.answer.take() } else { None }
    }

    pub(crate) fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }

    /// The score reported last.
    pub(crate) fn score(&self) -> Option<i32> {
        self.score
    }

    pub(crate) fn told_time(&self) -> bool {
        self.told_time
    }
}
