use super::*;
use clap::Parser;

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    args: MatchArgs,
}

fn built_ins() -> BuiltIns {
    let argv = |name: &str| vec!["tusker".to_owned(), name.to_owned()];
    BuiltIns::new().with("tusker", argv("aei")).with("random", argv("random"))
}

fn settings(line: &str) -> anyhow::Result<Settings> {
    let words = split_words(line)?;
    let cli = Cli::try_parse_from(std::iter::once("match".to_owned()).chain(words))?;
    Settings::new(&cli.args, &built_ins())
}

fn fault(line: &str) -> String {
    match settings(line) {
        Ok(_) => panic!("no fault in: {line}"),
        Err(error) => format!("{error:#}"),
    }
}

#[test]
fn the_shortest_line_is_a_match() {
    let settings = settings("tusker random").unwrap();
    let names: Vec<&str> = settings.a_match.engines.iter().map(|engine| engine.name.as_str()).collect();
    assert_eq!(names, ["tusker", "random"]);
    assert_eq!(settings.a_match.schedule.len(), 20);
    assert_eq!(settings.a_match.rules.pace.text(), "1s per turn");
    assert_eq!(settings.a_match.engines[0].seed_option.as_deref(), Some("seed"));
}

#[test]
fn engines_are_told_apart_and_take_options() {
    let line = "tusker tusker 'python3 bot.py' --engine 'name=x cmd=\"./bot -q\" nodes=5 hash=16 startup=3 socket=yes' \
                --depth 8 --seed 4";
    let engines = settings(line).unwrap().a_match.engines;
    let names: Vec<&str> = engines.iter().map(|engine| engine.name.as_str()).collect();
    assert_eq!(names, ["tusker", "tusker-2", "python3", "x"]);
    assert_eq!(engines[3].argv, ["./bot", "-q"]);
    assert!(engines[3].socket);
    assert_eq!(engines[3].startup, Duration::from_secs(3));
    let options: Vec<String> =
        engines[3].options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    assert_eq!(options, ["depth=8", "hash=16", "nodes=5"]);
}

#[test]
fn limits_of_turns() {
    let text = |line: &str| settings(line).unwrap().a_match.rules.pace.text();
    assert_eq!(text("tusker random --time 15s/30s/100/0/40t"), "15s/30s/100/0/40t");
    assert_eq!(text("tusker random --movetime 0.25"), "0.25s per turn");
    assert_eq!(text("tusker random --stop-after 0.5"), "stop after 0.5s");
    assert_eq!(text("tusker random --nodes 100"), "no clock");
    assert_eq!(text("tusker random --nodes 100 --movetime 2"), "2s per turn");
    assert!(fault("tusker random --time 15s").contains("--time: the time control '15s' has no reserve"));
    assert!(fault("tusker random --movetime 0").contains("a millisecond or more"));
    assert!(fault("tusker random --movetime 1 --stop-after 1").contains("cannot be used with"));
}

#[test]
fn faults_tell_what_to_do() {
    assert!(fault("").contains("no engines"));
    assert!(fault("tusker").contains("two engines or more"));
    assert!(fault("tusker random --games 0").contains("one game or more"));
    assert!(fault("tusker random --concurrency 0").contains("--concurrency"));
    assert!(fault("tusker random --sprt 10,0").contains("must ascend"));
    assert!(fault("tusker random --sprt ten").contains("ELO0,ELO1"));
    assert!(fault("tusker random --starts nowhere.txt").contains("named, random, endgame, and no file"));
    assert!(fault("tusker random --resume").contains("--out"));
    assert!(fault("tusker random --adjudicate 5").contains("SCORE,TURNS"));
    assert!(fault("tusker --engine 'name=x nodes=5'").contains("cmd=.."));
    assert!(fault("tusker --engine 'cmd=tusker socket=perhaps'").contains("yes or no"));
    assert!(fault("tusker --engine 'cmd'").contains("KEY=VALUE"));
}

#[test]
fn a_file_sets_everything_and_the_line_counts_more() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.toml");
    let text = r#"
        games = 8
        seed = 7
        starts = "random"
        movetime = 0.5
        max-turns = 0
        adjudicate = { score = 3000, turns = 4 }
        sprt = { elo0 = 0.0, elo1 = 10.0 }

        [[engine]]
        name = "new"
        command = "tusker"
        options = { hash = 64, evaluation = "material" }

        [[engine]]
        command = "random"
    "#;
    std::fs::write(&path, text).unwrap();
    let Settings { a_match, .. } = settings(&format!("--config '{}' --games 6", path.display())).unwrap();
    assert_eq!((a_match.schedule.len(), a_match.rules.max_turns), (6, None));
    assert!(a_match.sprt.is_some() && a_match.rules.adjudication.is_some());
    assert_eq!(a_match.engines[0].options.get("hash").map(String::as_str), Some("64"));
    assert_eq!(a_match.engines[0].options.get("evaluation").map(String::as_str), Some("material"));
    std::fs::write(&path, "gmaes = 8").unwrap();
    assert!(fault(&format!("--config '{}'", path.display())).contains("gmaes"));
}

/// Games and concurrency may change when a match is resumed, nothing else.
#[test]
fn one_match_has_one_fingerprint() {
    let print = |line: &str| settings(line).unwrap().a_match.fingerprint();
    let base = print("tusker random --games 20");
    assert_eq!(base, print("tusker random --games 40 --concurrency 2 --report x.html"));
    for other in [
        "random tusker",
        "tusker random --seed 2",
        "tusker random --starts own",
        "tusker random --movetime 2",
    ] {
        assert_ne!(base, print(&format!("{other} --games 20")), "{other}");
    }
}
