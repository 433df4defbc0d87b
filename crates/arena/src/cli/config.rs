//! Settings from a TOML file.

use crate::{Adjudication, Format};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What a file may set; everything is optional, unknown keys are errors.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Config {
    pub(super) games: Option<u64>,
    pub(super) format: Option<Format>,
    pub(super) variant: Option<String>,
    pub(super) starts: Option<String>,
    pub(super) start_turns: Option<usize>,
    pub(super) seed: Option<u64>,
    pub(super) concurrency: Option<usize>,
    pub(super) time: Option<String>,
    pub(super) movetime: Option<f64>,
    pub(super) stop_after: Option<f64>,
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u32>,
    pub(super) grace: Option<u64>,
    pub(super) patience: Option<f64>,
    pub(super) max_turns: Option<u32>,
    pub(super) adjudicate: Option<Adjudication>,
    pub(super) sprt: Option<SprtConfig>,
    pub(super) keep_engines: Option<bool>,
    #[serde(default)]
    pub(super) affinity: Vec<String>,
    pub(super) out: Option<PathBuf>,
    pub(super) report: Option<PathBuf>,
    pub(super) pgn: Option<PathBuf>,
    pub(super) lists: Option<PathBuf>,
    #[serde(default, rename = "engine")]
    pub(super) engines: Vec<EngineConfig>,
}

/// The table `[sprt]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SprtConfig {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    pub(super) alpha: Option<f64>,
    pub(super) beta: Option<f64>,
    #[serde(default)]
    pub(super) normalized: bool,
}

/// One table `[[engine]]`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct EngineConfig {
    /// Built-in name or command line.
    pub(super) command: String,
    pub(super) name: Option<String>,
    pub(super) dir: Option<PathBuf>,
    pub(super) socket: Option<bool>,
    /// Seconds.
    pub(super) startup: Option<f64>,
    pub(super) exact_times: Option<bool>,
    pub(super) seed_option: Option<String>,
    #[serde(default)]
    pub(super) options: BTreeMap<String, toml::Value>,
}

impl EngineConfig {
    /// Options as text.
    pub(super) fn option_texts(&self) -> impl Iterator<Item = (String, String)> {
        self.options.iter().map(|(name, value)| {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            (name.clone(), text)
        })
    }
}
