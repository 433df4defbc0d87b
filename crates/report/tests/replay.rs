//! The page in a real browser: it opens, and a game can be stepped through.

use std::path::{Path, PathBuf};
use std::process::Command;
use tusker_core::Board;
use tusker_report::{Clicks, LineChart, Page, PointMark, Replay, ReplayTurn, Series, board_svg};

const START: &str = "r      e                                 r       H      R       ";

/// A push with a capture, a step, and a second game with setups.
fn page() -> String {
    let turn = |label: &str, text: &str| ReplayTurn {
        label: label.into(),
        text: text.into(),
        note: "0.1 s".into(),
        ..ReplayTurn::default()
    };
    let first = Replay {
        title: "Game 1: <Ann> & Bob".into(),
        facts: vec![("Result".into(), "Gold </script> wins".into())],
        start: START.parse::<Board>().unwrap(),
        turns: vec![turn("2g", "rb3e rc3x Hb2n"), turn("2s", "eh8s eh7s")],
    };
    let second = Replay {
        title: "Game 2".into(),
        facts: Vec::new(),
        start: Board::EMPTY,
        turns: vec![turn("1g", "Ra1 Ee2"), turn("1s", "ra8 ee7"), turn("2g", "Ee2n")],
    };
    let mut page = Page::new("A <test> of replays");
    let points = vec![(1.0, 0.0), (2.0, 3.0)];
    page.line_chart(&LineChart {
        series: vec![Series { name: "score".into(), points, band: Vec::new() }],
        marks: vec![PointMark { x: 2.0, y: 3.0, label: "2s <eh8s>".into(), class: "blunder" }],
        clicks: Clicks::Turns,
        ..LineChart::default()
    });
    page.replays(&[first, second]);
    page.links(&[("#game=2&turn=3".into(), "third <turn>".into())]);
    page.to_html()
}

#[test]
fn a_page_needs_nothing_from_elsewhere() {
    let html = page();
    for outside in ["http:", "https:", "src=", "@import", "url(", "<link"] {
        let svg_name = html.replace("http://www.w3.org/2000/svg", "");
        assert!(!svg_name.contains(outside), "{outside}");
    }
    assert!(html.contains("A &lt;test&gt; of replays"));
    // Two scripts and nothing in the data that ends one early.
    assert_eq!(html.matches("</script>").count(), 2);
}

#[test]
fn a_board_knows_its_squares() {
    let board: Board = START.parse().unwrap();
    let svg = board_svg(&board);
    assert!(svg.contains(&format!("data-board=\"{START}\"")));
    assert_eq!(svg.matches("class=\"piece").count(), 5);
    assert_eq!(svg.matches("class=\"trap\"").count(), 4);
}

fn chromium() -> Option<PathBuf> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|path| path.is_file())
}

/// The page after its scripts and `script` have run.
fn dom(folder: &Path, fragment: &str, script: &str) -> String {
    let file = folder.join("page.html");
    let html = page().replace("</body>", &format!("<script>{script}</script></body>"));
    std::fs::write(&file, html).unwrap();
    let profile = tempfile::tempdir_in(folder).unwrap();
    let output = Command::new(chromium().unwrap())
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--dump-dom",
        ])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("file://{}{fragment}", file.display()))
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The board that the page shows, and its status line.
fn shown(dom: &str) -> (String, String) {
    let after = |mark: &str| dom.split_once(mark).map(|(_, rest)| rest.to_owned()).unwrap_or_default();
    let board = after("data-board=\"").split('"').next().unwrap_or_default().to_owned();
    let status = after("id=\"status\"");
    let status =
        status.split_once('>').and_then(|(_, rest)| rest.split('<').next()).unwrap_or_default().to_owned();
    (board, status)
}

fn keys(keys: &[&str]) -> String {
    let press = |key: &&str| {
        format!("document.body.dispatchEvent(new KeyboardEvent('keydown',{{key:'{key}',bubbles:true}}));")
    };
    keys.iter().map(press).collect::<Vec<_>>().concat()
}

#[test]
#[ignore = "needs chromium"]
fn a_game_can_be_stepped_through() {
    let folder = tempfile::tempdir().unwrap();
    let after_turn = "r      e                                 H              R       ";
    let click = "const c=document.querySelector('svg[data-turns]'),b=c.getBoundingClientRect();\
                 c.dispatchEvent(new MouseEvent('click',{bubbles:true,clientX:b.left+b.width*";
    let cases: [(&str, String, &str, &str); 10] = [
        (
            "",
            format!("{click}.95}}));"),
            "r                      e                 H              R       ",
            "turn 2 of 2",
        ),
        ("", format!("{click}.1}}));"), after_turn, "turn 1 of 2"),
        ("", String::new(), START, "start of 2 turns"),
        ("", keys(&["ArrowRight"]), after_turn, "turn 1 of 2: 2g rb3e rc3x Hb2n (0.1 s)"),
        // The step with its capture, then the rest of the push.
        ("", keys(&["."]), "r      e                                         H      R       ", "turn 1 of 2"),
        ("", keys(&[".", "."]), after_turn, "turn 1 of 2"),
        ("", keys(&["ArrowRight", "ArrowLeft"]), START, "start of 2 turns"),
        (
            "#game=2&turn=3",
            String::new(),
            "r           e                               E           R       ",
            "turn 3 of 3",
        ),
        (
            "",
            "document.getElementById('last').click();".to_owned(),
            "r                      e                 H              R       ",
            "turn 2 of 2",
        ),
        (
            "",
            "const s=document.getElementById('game');s.value='1';s.dispatchEvent(new Event('change'));\
             document.getElementById('next').click();document.querySelectorAll('#turns li')[1].click();"
                .to_owned(),
            "r           e                                       E   R       ",
            "turn 2 of 3",
        ),
    ];
    for (fragment, script, board, status) in cases {
        let dom = dom(folder.path(), fragment, &script);
        let (shown_board, shown_status) = shown(&dom);
        assert_eq!(shown_board, board, "{fragment} {script}: {shown_status}");
        assert!(shown_status.starts_with(status), "{fragment} {script}: {shown_status}");
    }
}
