//! The binary as its users see it: output, errors and exit codes of every command.

mod analyze;
mod annotate;
mod bench;
mod convert;
mod eval;
mod explain;
mod goal;
mod help;
mod learn;
mod perft;
mod play;
mod session;
mod setup;
mod solve;
mod support;
mod variants;
