//! The solver against a slow obvious twin, and positions with known solutions.

mod common;

use common::{Room, SlowTwin, random_army, rng};
use tusker_analysis::solve::{Completeness, Solver, Task, Verdict};
use tusker_core::{Board, Color, Position};

fn position(text: &str) -> Position {
    let (side, board) = text.split_at(2);
    let side = Color::from_letter(side.chars().next().expect("a side")).expect("a side");
    let board: Board = board.trim_matches(['[', ']']).parse().expect("64 characters");
    Position::new(board, side).expect("a valid position")
}

/// Position, most turns, verdict, winning first turns.
const KNOWN: [(&str, u8, Verdict, usize); 5] = [
    // A rabbit runs from a rabbit and a cat. Source: the project's requirements.
    ("s [                        r                          R    C       ]", 4, Verdict::Win { turns: 4 }, 1),
    // The same: two of 830 turns win, both by elimination.
    ("s [       r     Ee r                                R       d      ]", 4, Verdict::Win { turns: 1 }, 2),
    // Games of the archive, before the turn named; checked by brute force, see `puzzles.rs`.
    // 669127, 21s.
    ("s [ r rr rrr r      d  r c   m EhR   hcR R    e          R  RR     ]", 2, Verdict::Win { turns: 2 }, 1),
    // 669125, 48g.
    ("g [       r   HdM c    rhrR r  CDRC D   RR  E      Rre  R   RR     ]", 2, Verdict::Win { turns: 2 }, 2),
    // A nearly immobile defender.
    (
        "g [dDc   r H  c rrhRd rr Mhrre    HR E D    C R C       R R   R R R]",
        2,
        Verdict::NoWin { turns: 2 },
        0,
    ),
];

#[test]
fn known_positions() {
    for (text, turns, verdict, winners) in KNOWN {
        let solution = Solver::new(16).solve(&Task::new(position(text), turns));
        assert_eq!(solution.verdict, verdict, "{text}");
        assert_eq!(solution.winners.len(), winners, "{text}");
        assert_eq!(solution.completeness, Completeness::Complete, "{text}");
    }
}

#[test]
fn small_armies_equal_their_slow_twin() {
    compare_with_twin(1, 200);
}

#[test]
#[ignore = "brute force takes long"]
fn small_armies_equal_their_slow_twin_at_length() {
    compare_with_twin(1_000, 2_000);
}

fn compare_with_twin(seed: u64, positions: u32) {
    let mut rng = rng(seed);
    let mut solver = Solver::new(16);
    let mut twin = SlowTwin::default();
    let mut wins = [0; 4];
    for index in 0..positions {
        let (position, turns) = match index % 4 {
            0 => (random_army(&mut rng, 1..=3, Room::Little), 2),
            1 => (random_army(&mut rng, 1..=1, Room::Enough), 2),
            _ => (random_army(&mut rng, 0..=0, Room::Enough), 3),
        };
        let solution = solver.solve(&Task::new(position, turns));
        let (won_in, winners) = twin.solve(&position, turns);
        let expected = won_in.map_or(Verdict::NoWin { turns }, |turns| Verdict::Win { turns });
        assert_eq!(solution.verdict, expected, "{position:?}");
        let mut found: Vec<_> = solution.winners.iter().map(|w| w.position.board_key()).collect();
        found.sort_unstable();
        assert_eq!(found, winners, "{position:?}");
        wins[usize::from(won_in.unwrap_or(0))] += 1;
    }
    println!("no win, wins in 1, 2, 3 turns: {wins:?}");
    assert!(wins.iter().all(|&count| count > 1), "{wins:?}");
}
