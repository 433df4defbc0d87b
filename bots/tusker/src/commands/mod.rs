//! One file per command.

pub(crate) mod aei;
pub(crate) mod analyze;
pub(crate) mod annotate;
pub(crate) mod bench;
pub(crate) mod convert;
pub(crate) mod eval;
pub(crate) mod explain;
pub(crate) mod goal;
pub(crate) mod r#match;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod setup;
pub(crate) mod solve;
pub(crate) mod tables;
