//! Whatever is written is read back as it was, and whatever is read is a value or an error.

use proptest::prelude::*;
use tusker_aei::{
    BestMove, Command, DepthState, GoMode, IdKey, Info, LineText, LogLevel, MoveText, Response,
    StandardOption,
};
use tusker_core::{Board, Color, Kind, Piece, Position, Square};

fn position() -> impl Strategy<Value = Position> {
    let piece = prop_oneof![
        3 => Just(None),
        1 => (any::<bool>(), 0..6_usize).prop_map(|(gold, kind)| {
            let color = if gold { Color::Gold } else { Color::Silver };
            Kind::from_index(kind).map(|kind| Piece::new(color, kind))
        }),
    ];
    (prop::collection::vec(piece, 64), any::<bool>()).prop_map(|(pieces, gold)| {
        let mut board = Board::EMPTY;
        for (square, piece) in Square::all().zip(pieces) {
            if let Some(piece) = piece {
                board.put(square, piece);
            }
        }
        Position::lenient(board, if gold { Color::Gold } else { Color::Silver }).0
    })
}

/// Words of printable ASCII with single blanks between them, at least one.
fn words() -> impl Strategy<Value = String> {
    prop::collection::vec("[!-~]{1,12}", 1..6).prop_map(|words| words.join(" "))
}

/// Any text that a line can hold: no control characters, no blanks at its ends, perhaps not ASCII.
fn value() -> impl Strategy<Value = String> {
    prop_oneof!["[!-~é-ü]([ -~é-ü]{0,30}[!-~é-ü])?", Just(String::new())]
}

fn option_name() -> impl Strategy<Value = String> {
    let standard: Vec<_> = StandardOption::all().map(|option| option.name().to_owned()).collect();
    let other = words().prop_filter("'value' ends a name", |name| {
        name.split(' ').all(|word| !word.eq_ignore_ascii_case("value"))
    });
    prop_oneof![prop::sample::select(standard), other]
}

fn command() -> impl Strategy<Value = Command> {
    let mode = prop_oneof![Just(GoMode::Normal), Just(GoMode::Infinite), Just(GoMode::Ponder)];
    prop_oneof![
        Just(Command::Aei),
        Just(Command::IsReady),
        Just(Command::NewGame),
        Just(Command::Stop),
        Just(Command::Quit),
        Just(Command::MakeMove(MoveText::Resign)),
        Just(Command::MakeMove(MoveText::Takeback)),
        mode.prop_map(Command::Go),
        words().prop_map(|text| Command::MakeMove(MoveText::new(&text))),
        position().prop_map(Command::SetPosition),
        (option_name(), prop::option::of(value()))
            .prop_map(|(name, value)| Command::SetOption { name, value }),
    ]
}

fn text() -> impl Strategy<Value = LineText> {
    "[ -~]{0,40}".prop_map(LineText::from)
}

fn word() -> impl Strategy<Value = LineText> {
    "x[a-z0-9_]{0,10}".prop_map(LineText::from)
}

fn info() -> impl Strategy<Value = Info> {
    let state = prop_oneof![Just(DepthState::Finished), Just(DepthState::Underway)];
    prop_oneof![
        any::<i32>().prop_map(Info::Score),
        (any::<u32>(), state).prop_map(|(steps, state)| Info::Depth { steps, state }),
        any::<u64>().prop_map(Info::Nodes),
        words().prop_map(|line| Info::Pv(line.into())),
        (0..1_u64 << 50).prop_map(Info::Time),
        any::<u64>().prop_map(Info::CurrMoveNumber),
        (word(), text()).prop_map(|(key, value)| Info::Other { key, value }),
    ]
}

fn response() -> impl Strategy<Value = Response> {
    let key = prop_oneof![
        Just(IdKey::Name),
        Just(IdKey::Author),
        Just(IdKey::Version),
        word().prop_map(IdKey::Other)
    ];
    let log = text().prop_filter("levels are told by the first word", |text| {
        let text = text.as_str().to_ascii_lowercase();
        ["error:", "warning:", "debug:"].iter().all(|level| !text.starts_with(level))
    });
    let level =
        prop::sample::select(vec![LogLevel::Error, LogLevel::Warning, LogLevel::Info, LogLevel::Debug]);
    prop_oneof![
        any::<u32>().prop_map(Response::ProtocolVersion),
        (key, words()).prop_map(|(key, value)| Response::Id { key, value: value.into() }),
        Just(Response::AeiOk),
        Just(Response::ReadyOk),
        Just(Response::BestMove(BestMove::Resign)),
        words()
            .prop_filter("that is resigning", |text| !text.eq_ignore_ascii_case("resign"))
            .prop_map(|text| { Response::BestMove(BestMove::Steps(text.into())) }),
        info().prop_map(Response::Info),
        (level, log).prop_map(|(level, text)| Response::Log { level, text }),
    ]
}

/// The same line as careless tools write it.
fn careless(line: &str) -> String {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    format!("\t {} \t{rest}  \r\n", word.to_ascii_uppercase())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn commands_round_trip(command in command()) {
        let line = command.to_string();
        prop_assert!(!line.contains(['\n', '\r']));
        let read = Command::read(&line).expect(&line);
        prop_assert_eq!(&read.command, &command);
        prop_assert_eq!(careless(&line).parse::<Command>().expect(&line), command);
    }

    #[test]
    fn responses_round_trip(response in response()) {
        let line = response.to_string();
        prop_assert!(line.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{}", line);
        prop_assert_eq!(line.parse::<Response>().expect(&line), response.clone());
        prop_assert_eq!(careless(&line).parse::<Response>().expect(&line), response);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,80}") {
        let _ = Command::read(&text);
        let _ = text.parse::<Response>();
    }

    #[test]
    fn any_tail_is_read_or_refused(
        word in prop::sample::select(vec![
            "aei", "isready", "newgame", "stop", "quit", "go", "makemove", "setoption", "setposition",
            "protocol-version", "id", "aeiok", "readyok", "bestmove", "info", "log",
        ]),
        tail in "\\PC{0,90}",
    ) {
        let line = format!("{word} {tail}");
        let _ = Command::read(&line);
        let _ = line.parse::<Response>();
    }

    /// Texts that no line can hold become some single line.
    #[test]
    fn one_command_stays_one_line(name in "\\PC{1,20}[\n\r]x", value in "[\n\r]\\PC{0,20}[\n\r]") {
        let value = Some(value);
        let command = Command::SetOption { name: name.clone(), value };
        prop_assert!(!command.to_string().contains(['\n', '\r']));
        let response = Response::error(&name);
        prop_assert!(response.to_string().bytes().all(|byte| (b' '..=b'~').contains(&byte)));
    }
}

#[test]
fn responses_that_crash_controllers_are_errors() {
    for (line, error) in [
        ("", "the line is empty"),
        (" \r\n", "the line is empty"),
        ("protocol-version", "protocol-version needs a whole number, found ''"),
        ("id name", "id needs a type and a value, found 'name'"),
        ("readyok now", "'readyok' stands alone on its line, found 'now' after it"),
        ("bestmove", "bestmove needs a move or 'resign'"),
        ("bestmove  ", "bestmove needs a move or 'resign'"),
        ("info", "info needs a type and a value"),
        ("info score good", "info score needs a number, found 'good'"),
        ("info time -1", "info time needs a number, found '-1'"),
        ("hello", "unknown response 'hello'"),
    ] {
        assert_eq!(line.parse::<Response>().unwrap_err().to_string(), error, "{line:?}");
    }
}

#[test]
fn responses_of_other_engines_are_read() {
    let log = |level, text: &str| Response::Log { level, text: text.into() };
    for (line, response) in [
        ("  ReadyOK \r", Response::ReadyOk),
        ("bestmove RESIGN", Response::BestMove(BestMove::Resign)),
        ("bestmove  Ee2n   rc3x", Response::BestMove(BestMove::Steps("Ee2n rc3x".into()))),
        ("info time 1.75", Response::Info(Info::Time(1))),
        ("info depth 10+", Response::Info(Info::Depth { steps: 10, state: DepthState::Underway })),
        ("info qnodes 3353", Response::Info(Info::Other { key: "qnodes".into(), value: "3353".into() })),
        ("info pv Ee2n b ed7s w Ee3n", Response::Info(Info::Pv("Ee2n b ed7s w Ee3n".into()))),
        ("log Error: no", log(LogLevel::Error, "no")),
        ("log warning:no", log(LogLevel::Warning, "no")),
        ("log", log(LogLevel::Info, "")),
    ] {
        assert_eq!(line.parse::<Response>().as_ref(), Ok(&response), "{line:?}");
    }
}
