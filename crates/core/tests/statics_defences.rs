//! Defences lose no turn: the ends reached with them only equal those reached with all edges.

mod statics_support;

use statics_support::{Positions, Source, boards_within, count_from_env, in_parallel};
use std::collections::HashSet;
use tusker_core::{Board, Color, Edge, EdgeList, Position, outcome_of_rabbits, statics};

/// Whether `side`, which has just ended its turn, has lost or loses to goal or elimination.
fn loses(board: &Board, side: Color) -> bool {
    match outcome_of_rabbits(board, side) {
        Some(outcome) => outcome.winner != side,
        None => {
            statics::can_goal(board, !side, 4)
                || statics::fewest_steps_to_elimination(board, !side, 4).is_some()
        }
    }
}

/// Whether the side to move can win in this turn, or the turn's end decides the game as things stand.
fn can_win(position: &Position) -> bool {
    outcome_of_rabbits(position.board(), position.side()).is_some()
        || statics::goal_steps(position).is_some()
        || statics::elimination_steps(position).is_some()
}

/// The boards on which the turn can end without loss, with the fewest steps to one of them.
fn slow(position: &Position) -> (HashSet<String>, Option<u8>) {
    let mut ends = HashSet::new();
    let mut fewest: Option<u8> = None;
    for (taken, board) in boards_within(position, position.steps_left()) {
        if board.key() != position.start_key() && !loses(&board, position.side()) {
            ends.insert(board.to_string());
            fewest = fewest.or(Some(taken));
        }
    }
    (ends, fewest)
}

/// Counts and sizes of candidate lists at threatened nodes, by steps left.
#[derive(Clone, Copy, Default)]
struct Sizes {
    nodes: [u64; 5],
    edges: [u64; 5],
    all: [u64; 5],
}

/// The same ends, using candidates only.
fn with_candidates(position: &Position, sizes: &mut Sizes) -> HashSet<String> {
    let side = position.side();
    let mut ends = HashSet::new();
    let mut states = vec![*position];
    let mut seen = HashSet::new();
    while let Some(state) = states.pop() {
        let mut edges = EdgeList::new();
        statics::defences(&state, &mut edges);
        let steps = usize::from(state.steps_left());
        if statics::threatens_win(&state).is_some() && !can_win(&state) {
            sizes.nodes[steps] += 1;
            sizes.edges[steps] += edges.len() as u64;
            sizes.all[steps] += state.edges().len() as u64;
        }
        for edge in edges {
            let mut next = state;
            next.play(edge).unwrap_or_else(|e| panic!("{state:?}: {e}"));
            if next.side() == side {
                if seen.insert(next.key()) {
                    states.push(next);
                }
            } else if !loses(next.board(), side) {
                ends.insert(next.board().to_string());
            }
            assert!(edge != Edge::PASS || state.can_pass());
        }
    }
    ends
}

/// Compares both; returns the ends, and the fewest steps to one of them.
fn check(position: &Position, sizes: &mut Sizes) -> (HashSet<String>, Option<u8>) {
    let (ends, fewest) = slow(position);
    let found = with_candidates(position, sizes);
    if let Some(lost) = ends.difference(&found).next() {
        panic!("{position:?} [{lost}] is lost, {} of {}", ends.len() - found.len(), ends.len());
    }
    assert_eq!(found.len(), ends.len(), "{position:?}: an end that loses");
    assert_eq!(statics::fewest_steps_to_defend(position, 4), fewest, "{position:?}");
    (ends, fewest)
}

/// Checks positions in which the enemy threatens to win; returns counts and sizes.
fn compare(seed: u64, positions: u64) {
    let sums = in_parallel(seed, positions, |seed, count| {
        let mut sizes = Sizes::default();
        let mut stream = Positions::new(seed);
        let (mut checked, mut defended, mut steps, mut index) = (0, 0, 0, 0_usize);
        while checked < count {
            let source = Source::STREAM[index % Source::STREAM.len()];
            index += 1;
            let position = stream.turn_start(source);
            // The side that is to move is the one in danger.
            let position = if source == Source::Sharp {
                Position::new(*position.board(), !position.side()).expect("still valid")
            } else {
                position
            };
            if position.outcome().is_some() {
                continue;
            }
            let position = stream.maybe_inside_turn(position);
            if statics::threatens_win(&position).is_none() || can_win(&position) {
                continue;
            }
            checked += 1;
            let (ends, fewest) = check(&position, &mut sizes);
            defended += u64::from(!ends.is_empty());
            steps += u64::from(fewest.unwrap_or(0));
        }
        let mut sums = [0; 18];
        sums[..5].copy_from_slice(&sizes.nodes);
        sums[5..10].copy_from_slice(&sizes.edges);
        sums[10..15].copy_from_slice(&sizes.all);
        sums[15..].copy_from_slice(&[checked, defended, steps]);
        sums
    });
    let average = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
    println!(
        "{} threats, {} can be met, in {:.2} steps on average",
        sums[15],
        sums[16],
        average(sums[17], sums[16])
    );
    for steps in 1..=4 {
        let (nodes, edges, all) = (sums[steps], sums[5 + steps], sums[10 + steps]);
        println!(
            "{steps} steps left: {nodes} nodes, {:.1} candidates of {:.1} edges",
            average(edges, nodes),
            average(all, nodes)
        );
    }
    assert!(sums[16] * 5 > sums[15], "too few threats can be met to be a test");
}

#[test]
fn no_defence_is_lost() {
    compare(1, 60);
}

/// Positions on which earlier versions lost turns.
#[test]
fn lost_once() {
    let boards = [
        // The defender that stops the rabbit leaves a trap on which a friend falls, or does not, by the order.
        "h  Dr  e r  r c h       R        r  ErRrR RMC  D     R      Rm R",
        // A piece dies on a trap before the pull that would support it.
        " cD H  r   M        r  m      R   C E     rh   H  R h       CR  ",
        // A push, two steps away, brings the piece that stops the rabbit.
        "                        H   d            r R     rR             ",
        // The piece comes by pulling a bystander, which freezes those that have not gone before.
        "  rh eM   r  hc r  d    r     R RcR        Rr   CmE   R  RD R   ",
        "r               rh    h d     EDR   r       R  HR           R   ",
        // A push puts a piece in danger, which has to go before its last friend does.
        " E   d rr  m rr rh    rr R   dRhr  HRHe c     D R R  R R  C D   ",
    ];
    for board in boards {
        let board: Board = board.parse().expect("64 characters");
        check(&Position::new(board, Color::Gold).expect("a valid board"), &mut Sizes::default());
        check(
            &Position::new(board.swap_sides(), Color::Silver).expect("a valid board"),
            &mut Sizes::default(),
        );
    }
    // A rabbit passes a square on which only the piece that stops the enemy keeps it from freezing.
    let board =
        "     HD m   d r    R   d R   R       Rrc      D RC  c   H   M  E".parse().expect("64 characters");
    check(&Position::new(board, Color::Silver).expect("a valid board"), &mut Sizes::default());
}

#[test]
#[ignore = "twenty thousand threats against brute force take long"]
fn no_defence_is_lost_at_length() {
    compare(1_000, count_from_env(20_000));
}
