use crate::support::{output, tusker};

const COMMANDS: [&str; 16] = [
    "aei",
    "perft",
    "goal",
    "explain",
    "eval",
    "analyze",
    "annotate",
    "play",
    "setup",
    "bench",
    "solve",
    "tables",
    "selfplay",
    "tune",
    "learn",
    "learn-order",
];

/// The words of a command line, as a shell takes it apart.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('"').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

#[test]
fn every_command_has_help_on_standard_output() {
    let all = output(&["--help"]);
    for command in COMMANDS {
        assert!(all.lines().any(|line| line.trim_start().starts_with(command)), "{command} in {all}");
        let help = output(&[command, "--help"]);
        assert!(help.contains("Examples:\n  tusker "), "{help}");
        assert_eq!(output(&[command, "-h"]).lines().next(), help.lines().next());
    }
}

/// Every example of the help texts runs; files that they name are there.
#[test]
fn the_examples_work() {
    let directory = tempfile::tempdir().expect("a directory");
    let list = "1g Ra1 Rb1 Rc1 Dd1 De1 Rf1 Rg1 Rh1 Ra2 Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Rh2\\n\
                1s ra8 rb8 rc8 dd8 de8 rf8 rg8 rh8 ra7 hb7 cc7 ed7 me7 cf7 hg7 rh7\\n\
                2g Ee2n\\n2s ed7s\\n3g";
    let file = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    file("game.txt", &list.replace("\\n", "\n"));
    file("archive.tsv", &format!("id\tresult\ttermination\tmovelist\n669122\tw\tr\t{list}\n"));
    file("positions.tsv", "1\tg\t[r r        R                                                    ]\n");
    let mut count = 0;
    for command in COMMANDS.into_iter().filter(|command| *command != "aei") {
        for line in output(&[command, "--help"]).lines().filter(|line| line.starts_with("  tusker ")) {
            let mut args = words(line);
            args.remove(0);
            let ran = tusker().args(&args).current_dir(directory.path()).output().expect("it runs");
            assert!(ran.status.success(), "{line}: {}", String::from_utf8_lossy(&ran.stderr));
            count += 1;
        }
    }
    assert!(count >= 12, "{count}");
}
