use super::*;
use std::collections::HashSet;

const LIST: &str = "1g Ra1 Ee2\n1s ra8 ee7\n2g Ee2n\n2s ee7s\n3g Ee3n";

fn boards(file: &str, turns: Option<usize>) -> Result<Vec<String>, StartFileError> {
    let file = StartFile::read("starts", file, turns)?;
    Ok(file.starts.iter().map(|start| start.game.board().to_string()).collect())
}

#[test]
fn boards_lists_and_archives_are_read() {
    let board = "r      e                                 r       H      R       ";
    let text = format!("# two boards\ng [{board}]\ns [{board}]\n\n{LIST}\n\n{LIST}\n");
    let all = boards(&text, None).unwrap();
    assert_eq!(all.len(), 4);
    assert_eq!((all[0].as_str(), all[2] == all[3]), (board, true));
    let archive = format!("id\tmovelist\n1\t{}\n2\t1w Ra1 Ee2\\n1b ra8 ee7\n", LIST.replace('\n', "\\n"));
    assert_eq!(boards(&archive, None).unwrap()[0], all[2]);
    // Cut to the setups, both games are alike.
    let cut = boards(&archive, Some(0)).unwrap();
    assert_eq!(cut[0], cut[1]);
    assert_ne!(cut[0], all[2]);
}

#[test]
fn faults_name_their_line() {
    let over = "g [  e                          E                             R    ]";
    assert!(matches!(boards(over, None), Err(StartFileError::Over { line: 1, .. })));
    let bad = format!("\n\n{LIST}\n\n1g Ra1 Zz9\n");
    let error = boards(&bad, None).unwrap_err();
    assert!(matches!(error, StartFileError::Unreadable { line: 9, .. }), "{error}");
    assert!(matches!(boards("\n# nothing\n", None), Err(StartFileError::Empty(_))));
}

/// Every start is used once before any is used twice, in an order that the seed decides.
#[test]
fn a_file_is_used_up_before_it_begins_again() {
    let lists: Vec<String> =
        ["e", "w", "n"].iter().map(|d| format!("1g Ra1 Ee2\n1s ra8 ee7\n2g Ee2{d}\n")).collect();
    let file = StartFile::read("starts", &lists.join("\n"), None).unwrap();
    let source = StartSource::File(file);
    let order = |seed, pairs: std::ops::Range<u64>| -> Vec<String> {
        pairs.map(|pair| source.start(seed, pair).label).collect()
    };
    for seed in 0..5 {
        assert_eq!(order(seed, 0..3).into_iter().collect::<HashSet<_>>().len(), 3);
        assert_eq!(order(seed, 3..6).into_iter().collect::<HashSet<_>>().len(), 3);
    }
    assert_eq!(order(1, 0..6), order(1, 0..6));
    assert!((1..20).any(|seed| order(seed, 0..6) != order(0, 0..6)));
}

#[test]
fn drawn_setups_are_legal_and_differ() {
    for source in [StartSource::Named, StartSource::Random] {
        let starts: HashSet<String> = (0..100)
            .map(|pair| source.start(1, pair))
            .map(|start| {
                assert_eq!(start.game.setups().len(), 2);
                assert_eq!(start.game.phase(), Phase::Play(Color::Gold));
                start.game.board().to_string()
            })
            .collect();
        assert!(starts.len() >= 99, "{}", starts.len());
    }
    assert_eq!(StartSource::Own.start(1, 1).game.phase(), Phase::Setup(Color::Gold));
}
