//! The choice of an evaluation.

use clap::ValueEnum;
use tusker_search::eval::{Config, Model};

/// How positions are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Evaluation {
    /// Material and positional terms
    Full,
    /// Material alone
    Harlog,
}

impl Evaluation {
    /// What the search calls it.
    pub(crate) fn config(self) -> Config {
        let model = match self {
            Self::Full => Model::Full,
            Self::Harlog => Model::HarlogOnly,
        };
        Config { model, ..Config::default() }
    }
}
