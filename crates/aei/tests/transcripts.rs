//! Every point of the protocol that binds an engine, as transcripts of sessions with a scripted engine.
//!
//! `transcripts/*.txt` hold the cases. A case begins with `# points: title` and an `engine` line (see
//! [`script`]), and goes on with
//!
//! | line | means |
//! |---|---|
//! | `> text` | the controller sends the line; `\r`, `\t`, `\x` escapes and `$` at the end (to keep blanks) are undone |
//! | `< text` | the engine's next line is exactly this |
//! | `<* text` | the engine's next line begins like this |
//! | `= silence` | the engine says nothing for 60 ms |
//! | `= close` | the controller closes its end |
//! | `= ends` | the session ends within 100 ms of what was said last (and some slack for a busy machine) |
//!
//! Cases begin after the opening phase, except where the engine line says `unopened`. At its end each session is
//! told to quit, and must have nothing more to say.

mod support;

use std::fs;
use std::path::Path;
use std::time::Duration;
use support::{Double, Script, Talk, check_output};
use tusker_aei::SessionEnd;

/// How long the engine may take to say what it has to say. Generous, because test machines are busy.
const PATIENCE: Duration = Duration::from_secs(10);

/// The session has to end within 100 ms; the rest is slack for busy machines. `timing.rs` measures.
const END: Duration = Duration::from_secs(2);

struct Case {
    title: String,
    script: Script,
    opened: bool,
    lines: Vec<String>,
}

fn script(words: &str) -> Script {
    let (name, number) = words.split_once(' ').unwrap_or((words, "0"));
    match name {
        "instant" => Script::Instant,
        "until-stop" => Script::UntilStop,
        "sleeps" => Script::Sleeps(number.parse().expect("milliseconds")),
        "tells" => Script::Tells,
        "scores" => Script::Scores(number.parse().expect("a score")),
        "reports" => Script::Reports,
        "panics" => Script::Panics,
        "panics-outside" => Script::PanicsOutside,
        "finds-nothing" => Script::FindsNothing,
        "illegal" => Script::Illegal,
        _ => panic!("no engine '{words}'"),
    }
}

fn cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        if let Some(title) = line.strip_prefix("# ") {
            let title = title.to_owned();
            cases.push(Case { title, script: Script::Instant, opened: true, lines: Vec::new() });
            continue;
        }
        let case = cases.last_mut().expect("a case begins with '# '");
        match line.strip_prefix("engine ") {
            Some(words) => {
                case.opened = !words.ends_with(" unopened");
                case.script = script(words.trim_end_matches(" unopened"));
            }
            None => case.lines.push(line.to_owned()),
        }
    }
    cases
}

fn run(case: &Case) -> Result<(), String> {
    let double = Double::new(case.script);
    let mut talk = if case.opened { Talk::open(double) } else { Talk::start(double) };
    let mut ended = false;
    for line in &case.lines {
        if let Some(text) = line.strip_prefix("> ") {
            let text = text.strip_suffix('$').unwrap_or(text);
            let text = text.replace("\\r", "\r").replace("\\t", "\t").replace("\\x", "\u{e9}\u{7}");
            talk.say(&text);
        } else if let Some(text) = line.strip_prefix("< ") {
            let heard = talk.hear_within(PATIENCE).ok_or_else(|| format!("waited for '{text}' in vain"))?;
            check_output(&heard);
            if heard != text {
                return Err(format!("expected '{text}'\n       heard '{heard}'"));
            }
        } else if let Some(text) = line.strip_prefix("<* ") {
            let heard = talk.hear_within(PATIENCE).ok_or_else(|| format!("waited for '{text}' in vain"))?;
            check_output(&heard);
            if !heard.starts_with(text) {
                return Err(format!("expected '{text}...'\n       heard '{heard}'"));
            }
        } else if line == "= silence" {
            if let Some(heard) = talk.hear_within(Duration::from_millis(60)) {
                return Err(format!("expected silence, heard '{heard}'"));
            }
        } else if line == "= close" {
            talk.close();
        } else if line == "= ends" {
            ended = true;
            talk.end_within(END).ok_or("the session goes on")?;
        } else {
            panic!("what does '{line}' mean?");
        }
    }
    if !ended {
        talk.say("quit");
        match talk.end_within(END) {
            Some((_, SessionEnd::Quit)) => {}
            other => return Err(format!("expected the end after quit, got {other:?}")),
        }
    }
    match talk.rest().first() {
        None => Ok(()),
        Some(line) => Err(format!("nothing was expected any more, heard '{line}'")),
    }
}

fn run_file(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let cases = cases(&text);
    let failures: Vec<String> = cases
        .iter()
        .filter_map(|case| run(case).err().map(|error| format!("{name}, {}:\n       {error}", case.title)))
        .collect();
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), cases.len(), failures.join("\n"));
    println!("{name}: {} transcripts", cases.len());
}

#[test]
fn opening_phase_and_lines() {
    run_file("opening.txt");
}

#[test]
fn options() {
    run_file("options.txt");
}

#[test]
fn positions_and_moves() {
    run_file("moves.txt");
}

#[test]
fn searches() {
    run_file("searches.txt");
}

#[test]
fn engines_that_misbehave() {
    run_file("misbehaving.txt");
}

#[test]
fn recorded_controllers() {
    run_file("controllers.txt");
}
