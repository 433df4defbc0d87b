//! `tusker convert`.

use crate::input;
use anyhow::{Context, anyhow, bail};
use clap::Args as ClapArgs;
use clap::builder::PossibleValuesParser;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use tusker_core::Position;
use tusker_notation::{
    Detected, Dialect, GameForm, GameRecord, Loss, PositionForm, SketchedTurn, Strictness, TurnForm,
    convert_position, detect, detect_games, read_games_watched, read_sketch, read_turn_as,
    write_games_watched, write_turn_as,
};

/// Converts positions, turns and games from one notation to another.
///
/// Games: `list` (a move list), `match` (a list below tags), `archive` (rows of the game room), `lightvector` (a list
/// in Lightvector notation), `ap-legacy` and `ap` (Abstract Play's JSON). Positions: `board`, `diagram`, `start`
/// (Abstract Play's). Turns, with --turn and --position: `steps`, `ap-legacy`, `lightvector`, `ap`.
///
/// What a form cannot hold is named on standard error. A game that cannot be read is named there too, with line and
/// column; the others are converted, and the exit code is 1.
#[derive(ClapArgs, Debug)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  tusker convert --to match games.tsv
  tusker convert --to archive --output games.tsv records.json
  tusker convert --to diagram \"g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]\"
  tusker convert --from ap --to steps --turn dx \\
      --position \"g [    e   r                                     HdR    C      E   ]\""
)]
pub(crate) struct Args {
    /// A file, `-` for standard input, or a position itself
    #[arg(default_value = "-", conflicts_with = "turn")]
    input: String,
    /// The form of the input; without it the text tells
    #[arg(long, value_parser = forms())]
    from: Option<String>,
    /// The form of the output
    #[arg(long, value_parser = forms())]
    to: String,
    /// Writes to a file instead of standard output
    #[arg(long)]
    output: Option<PathBuf>,
    /// Refuses what the rules do not allow, instead of reading on with a warning
    #[arg(long)]
    strict: bool,
    /// A turn to convert, such as "Ee2n Ee3n"
    #[arg(long, requires = "position")]
    turn: Option<String>,
    /// The position of the turn
    #[arg(long)]
    position: Option<String>,
}

const POSITION_FORMS: [(&str, PositionForm); 3] =
    [("board", PositionForm::Board), ("diagram", PositionForm::Diagram), ("start", PositionForm::Start)];

fn forms() -> PossibleValuesParser {
    let games = GameForm::ALL.into_iter().map(GameForm::name);
    games.chain(["steps"]).chain(POSITION_FORMS.map(|(name, _)| name)).collect::<Vec<_>>().into()
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (text, code) = match (&args.turn, &args.position) {
        (Some(turn), Some(position)) => {
            (convert_turn(args, turn, &input::position(position)?)?, ExitCode::SUCCESS)
        }
        _ => convert_input(args)?,
    };
    match &args.output {
        Some(path) => std::fs::write(path, text).with_context(|| format!("{}", path.display()))?,
        None => std::io::stdout().write_all(text.as_bytes())?,
    }
    Ok(code)
}

impl Args {
    const fn strictness(&self) -> Strictness {
        if self.strict { Strictness::Strict } else { Strictness::Lenient }
    }
}

fn turn_form(name: &str) -> anyhow::Result<TurnForm> {
    Ok(match name {
        "steps" | "list" => TurnForm::Steps,
        "ap-legacy" => TurnForm::Legacy,
        "lightvector" => TurnForm::Lightvector(Dialect::Founding),
        "ap" => TurnForm::Lightvector(Dialect::AbstractPlay),
        other => bail!("'{other}' is no form of turns: choose steps, ap-legacy, lightvector or ap"),
    })
}

fn convert_turn(args: &Args, turn: &str, position: &Position) -> anyhow::Result<String> {
    let open = turn.split_whitespace().any(|word| word.eq_ignore_ascii_case("qpss"));
    let guess = || if open { TurnForm::Steps } else { input::guess_turn_form(turn) };
    let from = args.from.as_deref().map_or_else(|| Ok(guess()), turn_form)?;
    if open && from == TurnForm::Steps {
        return sketch(args, turn, position);
    }
    let reading = read_turn_as(position, turn, from, args.strictness())?;
    input::accept(&reading.warnings)?;
    let (text, _) = write_turn_as(position, &reading.value.turn, turn_form(&args.to)?)?;
    Ok(text + "\n")
}

/// A line with steps left open: only steps can say so.
fn sketch(args: &Args, line: &str, position: &Position) -> anyhow::Result<String> {
    if turn_form(&args.to)? != TurnForm::Steps {
        bail!("'qpss' leaves a step open, which only steps can hold: choose --to steps");
    }
    let reading = read_sketch(position, line)?;
    input::accept(&reading.warnings)?;
    let steps: usize = reading.value.turns.iter().map(SketchedTurn::steps).sum();
    log::warn!("{} of {steps} steps are left open", reading.value.open_steps());
    Ok(format!("{}\n", reading.value))
}

fn convert_input(args: &Args) -> anyhow::Result<(String, ExitCode)> {
    let text = if args.input.contains('[') || args.input.lines().count() > 1 {
        args.input.clone()
    } else {
        input::text(std::path::Path::new(&args.input))?
    };
    let to_position = POSITION_FORMS.iter().find(|(name, _)| *name == args.to).map(|(_, form)| *form);
    if let Some(form) = to_position {
        return Ok((position_text(&text, form)?, ExitCode::SUCCESS));
    }
    let to = GameForm::from_name(&args.to).ok_or_else(|| {
        anyhow!("'{}' is a form of turns: give the turn with --turn and --position", args.to)
    })?;
    let from = match args.from.as_deref() {
        None => detect_games(&text),
        Some(name) => GameForm::from_name(name).ok_or_else(|| {
            anyhow!("'{name}' is no form of games, and {to} is one: choose --to board or diagram")
        })?,
    };
    let mut code = ExitCode::SUCCESS;
    let mut records: Vec<GameRecord> = Vec::new();
    let bar = progress_bar("read");
    let games =
        read_games_watched(&text, from, args.strictness(), &mut |done, all| advance(&bar, done, all))?;
    bar.finish_and_clear();
    for (index, game) in games.into_iter().enumerate() {
        let number = index + 1;
        match game {
            Ok(reading) => {
                for warning in &reading.warnings {
                    log::warn!("game {number}: {warning}");
                }
                records.push(reading.value);
            }
            Err(error) => {
                log::error!("game {number}: {error}");
                code = ExitCode::FAILURE;
            }
        }
    }
    if records.is_empty() {
        bail!("no game could be read");
    }
    let bar = progress_bar("written");
    let (text, losses) = write_games_watched(&records, to, &mut |done, all| advance(&bar, done, all))?;
    bar.finish_and_clear();
    for (index, losses) in losses.iter().enumerate() {
        tell_losses(index + 1, losses);
    }
    Ok((text, code))
}

/// A bar on standard error, if that is a terminal.
fn progress_bar(what: &str) -> ProgressBar {
    let bar = ProgressBar::new(0);
    let template = format!("{{bar:30}} {{pos}} of {{len}} games {what}, {{eta}} left");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}

fn advance(bar: &ProgressBar, done: usize, all: usize) {
    bar.set_length(all as u64);
    bar.set_position(done as u64);
}

/// Names what a game lost, the turns whose steps are not told in one line.
fn tell_losses(number: usize, losses: &[Loss]) {
    let turns: Vec<String> = losses
        .iter()
        .filter_map(|loss| if let Loss::Steps(label) = loss { Some(label.to_string()) } else { None })
        .collect();
    if !turns.is_empty() {
        log::warn!("game {number}: texts name positions, not the steps, of turns {}", turns.join(" "));
    }
    for loss in losses.iter().filter(|loss| !matches!(loss, Loss::Steps(_))) {
        log::warn!("game {number}: {loss}");
    }
}

fn position_text(text: &str, form: PositionForm) -> anyhow::Result<String> {
    let reading = detect(text, Strictness::Lenient).map_err(|error| input::explain_unknown(error, text))?;
    input::accept(&reading.warnings)?;
    let number = match &reading.value {
        Detected::Diagram(diagram) => diagram.turn_number,
        Detected::MoveList(list) => list.next.number,
        Detected::Board(_) | Detected::Archive(_) => 1,
    };
    let game = reading.value.into_game(Strictness::Lenient)?.value;
    let position =
        game.position().ok_or_else(|| anyhow!("the game is still in its setup: there is no position yet"))?;
    let (text, losses) = convert_position(position, number, form);
    for loss in losses {
        log::warn!("{loss}");
    }
    Ok(text.trim_end_matches('\n').to_owned() + "\n")
}
