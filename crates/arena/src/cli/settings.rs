//! From arguments and a TOML file to a match.

use super::config::{Config, EngineConfig, SprtConfig};
use super::{MatchArgs, Outputs};
use crate::stats::{EloModel, Sprt};
use crate::{
    Affinity, BetweenGames, BuiltIns, EngineSpec, Fractions, GameRules, Match, Pace, PaceLimit, Schedule,
    StartFile, StartSource, split_words,
};
use anyhow::{Context, anyhow, bail};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tusker_core::Variant;
use tusker_notation::read_time_control;

/// What is to be done.
pub(super) struct Settings {
    pub(super) a_match: Match,
    pub(super) out: Option<PathBuf>,
    pub(super) resume: bool,
    pub(super) outputs: Outputs,
}

impl Settings {
    pub(super) fn new(args: &MatchArgs, built_ins: &BuiltIns) -> anyhow::Result<Self> {
        let config = match &args.config {
            None => Config::default(),
            Some(path) => {
                let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
                toml::from_str(&text).with_context(|| path.display().to_string())?
            }
        };
        let mut engines = engines(args, &config, built_ins)?;
        let pace = pace(args, &config, &mut engines)?;
        let adjudication = match &args.adjudicate {
            Some(text) => Some(text.parse().map_err(|e| anyhow!("--adjudicate: {e}"))?),
            None => config.adjudicate,
        };
        let max_turns = args.max_turns.or(config.max_turns).unwrap_or(500);
        let rules = GameRules { pace, max_turns: (max_turns > 0).then_some(max_turns), adjudication };
        let variant = variant(args, &config)?;
        let starts = starts(args, &config, variant)?;
        let schedule = Schedule::new(
            engines.len(),
            args.format.or(config.format).unwrap_or_default(),
            args.games.or(config.games).unwrap_or(20),
            args.seed.or(config.seed).unwrap_or(1),
            starts,
        )?
        .in_variant(variant)?;
        let affinity = if args.affinity.is_empty() { config.affinity.clone() } else { args.affinity.clone() };
        let keep = args.keep_engines || config.keep_engines.unwrap_or(false);
        let a_match = Match {
            engines,
            rules,
            schedule,
            concurrency: NonZeroUsize::new(args.concurrency.or(config.concurrency).unwrap_or(1))
                .context("--concurrency: at least one game must be played at a time")?,
            sprt: sprt(args, config.sprt.as_ref())?,
            between_games: if keep { BetweenGames::Keep } else { BetweenGames::Restart },
            affinity: if affinity.is_empty() { Affinity::Free } else { Affinity::Lists(affinity) },
        };
        let out = args.out.clone().or(config.out);
        if args.resume && out.is_none() {
            bail!("--resume: name the file of the match with --out");
        }
        let outputs = Outputs {
            report: args.report.clone().or(config.report),
            pgn: args.pgn.clone().or(config.pgn),
            lists: args.lists.clone().or(config.lists),
        };
        Ok(Self { a_match, out, resume: args.resume, outputs })
    }

    /// Tells if the engines together ask for more processors than there are: times would mean little.
    pub(super) fn warn_of_load(&self) {
        let Ok(processors) = std::thread::available_parallelism() else { return };
        let threads =
            |engine: &EngineSpec| engine.options.get("threads").and_then(|n| n.parse().ok()).unwrap_or(1);
        let most: usize = self.a_match.engines.iter().map(threads).max().unwrap_or(1);
        let asked = most * self.a_match.concurrency.get();
        if asked > processors.get() {
            log::warn!(
                "{} games at a time with {most} threads each on {processors} processors: thinking times will suffer",
                self.a_match.concurrency
            );
        }
    }
}

/// The engine for a built-in name or a command line.
pub(super) fn engine_of(command: &str, built_ins: &BuiltIns) -> anyhow::Result<EngineSpec> {
    if let Some(spec) = built_ins.get(command.trim()) {
        return Ok(spec);
    }
    let argv = split_words(command)?;
    let Some(program) = argv.first() else { bail!("an engine's command line is empty") };
    let name = Path::new(program)
        .file_stem()
        .map_or_else(|| program.clone(), |stem| stem.to_string_lossy().into_owned());
    Ok(EngineSpec::new(name, argv))
}

fn engines(args: &MatchArgs, config: &Config, built_ins: &BuiltIns) -> anyhow::Result<Vec<EngineSpec>> {
    let mut engines = Vec::new();
    for command in &args.engines {
        engines.push(engine_of(command, built_ins)?);
    }
    for words in &args.engine_words {
        engines.push(engine_of_words(words, built_ins).with_context(|| format!("--engine '{words}'"))?);
    }
    if engines.is_empty() {
        for engine in &config.engines {
            engines.push(configured(engine, built_ins)?);
        }
    }
    if engines.is_empty() {
        bail!("no engines: give two or more, such as: tusker match tusker random (see --help)");
    }
    // Names that nobody chose are told apart by number.
    let names: Vec<String> = engines.iter().map(|engine| engine.name.clone()).collect();
    for (index, engine) in engines.iter_mut().enumerate() {
        let earlier = names[..index].iter().filter(|name| **name == engine.name).count();
        if earlier > 0 {
            engine.name = format!("{}-{}", engine.name, earlier + 1);
        }
    }
    Ok(engines)
}

fn engine_of_words(words: &str, built_ins: &BuiltIns) -> anyhow::Result<EngineSpec> {
    let mut engine = EngineConfig::default();
    for word in split_words(words)? {
        let (key, value) =
            word.split_once('=').with_context(|| format!("expected KEY=VALUE, found '{word}'"))?;
        let text = value.to_owned();
        match key {
            "cmd" | "command" => engine.command = text,
            "name" => engine.name = Some(text),
            "dir" => engine.dir = Some(text.into()),
            "socket" => engine.socket = Some(yes_or_no(key, value)?),
            "startup" => engine.startup = Some(value.parse().with_context(|| format!("startup: '{value}'"))?),
            "exact-times" => engine.exact_times = Some(yes_or_no(key, value)?),
            "seed-option" => engine.seed_option = Some(text),
            option => {
                engine.options.insert(option.to_owned(), toml::Value::String(text));
            }
        }
    }
    configured(&engine, built_ins)
}

fn yes_or_no(key: &str, value: &str) -> anyhow::Result<bool> {
    match value {
        "yes" | "true" => Ok(true),
        "no" | "false" => Ok(false),
        _ => bail!("{key}: expected yes or no, found '{value}'"),
    }
}

fn configured(engine: &EngineConfig, built_ins: &BuiltIns) -> anyhow::Result<EngineSpec> {
    let mut spec = engine_of(&engine.command, built_ins).context("an engine needs a command: cmd=..")?;
    if let Some(name) = &engine.name {
        if name.is_empty() || name.contains(['\t', '\n', '\r', '"']) {
            bail!(
                "the name of an engine is not empty and holds no tabs, line breaks or double quotes: '{name}'"
            );
        }
        spec.name.clone_from(name);
    }
    spec.directory.clone_from(&engine.dir);
    spec.socket = engine.socket.unwrap_or(false);
    if let Some(seconds) = engine.startup {
        spec.startup = duration("startup", seconds)?;
    }
    match engine.exact_times {
        Some(true) => spec.fractions = Fractions::Exact,
        Some(false) => spec.fractions = Fractions::Cut,
        None => {}
    }
    if engine.seed_option.is_some() {
        spec.seed_option = engine.seed_option.clone().filter(|option| !option.is_empty());
    }
    spec.options.extend(engine.option_texts());
    Ok(spec)
}

fn duration(what: &str, seconds: f64) -> anyhow::Result<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| anyhow!("{what}: expected seconds, 0 or more, found {seconds}"))
}

/// Limits of turns; `nodes` and `depth` become options of the engines.
fn pace(args: &MatchArgs, config: &Config, engines: &mut [EngineSpec]) -> anyhow::Result<Pace> {
    let given = args.time.is_some() || args.movetime.is_some() || args.stop_after.is_some();
    let (time, movetime, stop_after) = if given {
        (&args.time, args.movetime, args.stop_after)
    } else {
        (&config.time, config.movetime, config.stop_after)
    };
    let nodes = args.nodes.or(config.nodes).map(|nodes| ("nodes", nodes));
    let depth = args.depth.or(config.depth).map(|depth| ("depth", u64::from(depth)));
    for (option, value) in nodes.into_iter().chain(depth) {
        for engine in engines.iter_mut() {
            engine.options.entry(option.to_owned()).or_insert_with(|| value.to_string());
        }
    }
    let optional =
        |engine: &EngineSpec| ["nodes", "depth"].iter().any(|option| engine.options.contains_key(*option));
    let limit = match (time, movetime, stop_after) {
        (Some(text), None, None) => {
            let control = read_time_control(text).map_err(|e| anyhow!("--time: {}", e.what))?;
            PaceLimit::Clock { control, text: text.clone() }
        }
        (None, Some(seconds), None) => Pace::fixed_clock(positive("--movetime", seconds)?),
        (None, None, Some(seconds)) => PaceLimit::Stop(positive("--stop-after", seconds)?),
        (None, None, None) if engines.iter().any(optional) => PaceLimit::Options,
        (None, None, None) => Pace::fixed_clock(Duration::from_secs(1)),
        _ => bail!("give one of time, movetime and stop-after"),
    };
    let patience = match (args.patience.or(config.patience), &limit) {
        (Some(seconds), _) => duration("--patience", seconds)?,
        (None, PaceLimit::Options) => Pace::PATIENCE_WITHOUT_CLOCK,
        (None, _) => Pace::PATIENCE,
    };
    let grace = args.grace.or(config.grace).map_or(Pace::GRACE, Duration::from_millis);
    Ok(Pace { limit, grace, patience })
}

fn positive(what: &str, seconds: f64) -> anyhow::Result<Duration> {
    let time = duration(what, seconds)?;
    if time < Duration::from_millis(1) {
        bail!("{what}: expected a millisecond or more, found {seconds} seconds");
    }
    Ok(time)
}

fn variant(args: &MatchArgs, config: &Config) -> anyhow::Result<Variant> {
    let Some(name) = args.variant.as_deref().or(config.variant.as_deref()) else {
        return Ok(Variant::STANDARD);
    };
    Variant::from_name(name).with_context(|| {
        format!("--variant: '{name}' is none of standard, endless (or eee), free (or freestyle), handicap")
    })
}

fn starts(args: &MatchArgs, config: &Config, variant: Variant) -> anyhow::Result<StartSource> {
    let usual = if variant == Variant::STANDARD { "named" } else { "own" };
    let kind = args.starts.as_deref().or(config.starts.as_deref()).unwrap_or(usual);
    Ok(match kind {
        "own" => StartSource::Own,
        "named" => StartSource::Named,
        "random" => StartSource::Random,
        "endgame" => StartSource::EndlessEndgame,
        file => {
            let text = std::fs::read_to_string(file).with_context(|| {
                format!("--starts: '{file}' is none of own, named, random, endgame, and no file")
            })?;
            let turns = args.start_turns.or(config.start_turns);
            StartSource::File(StartFile::read_in(variant, file, &text, turns)?)
        }
    })
}

/// The test that the arguments ask for, or else a file.
pub(super) fn sprt(args: &MatchArgs, of_file: Option<&SprtConfig>) -> anyhow::Result<Option<Sprt>> {
    let bounds = match &args.sprt {
        Some(text) => {
            let bounds = text.split_once(',').and_then(|(elo0, elo1)| {
                Some((elo0.trim().parse::<f64>().ok()?, elo1.trim().parse::<f64>().ok()?))
            });
            Some(bounds.with_context(|| format!("--sprt: expected ELO0,ELO1 such as 0,10, found '{text}'"))?)
        }
        None => of_file.map(|sprt| (sprt.elo0, sprt.elo1)),
    };
    let Some((elo0, elo1)) = bounds else { return Ok(None) };
    let rate = |given: Option<f64>, file: Option<f64>| given.or(file).unwrap_or(0.05);
    let alpha = rate(args.alpha, of_file.and_then(|sprt| sprt.alpha));
    let beta = rate(args.beta, of_file.and_then(|sprt| sprt.beta));
    let normalized = args.normalized || of_file.is_some_and(|sprt| sprt.normalized);
    let model = if normalized { EloModel::Normalized } else { EloModel::Logistic };
    Ok(Some(Sprt::new(elo0, elo1, alpha, beta, model)?))
}

#[cfg(test)]
mod tests;
