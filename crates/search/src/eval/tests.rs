//! The evaluation on random walks.

use super::*;
use rand::{RngExt, SeedableRng};
use tusker_core::{Board, Edge, Kind, Piece, Square};

const BOARDS: [&str; 5] = [
    "rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR",
    " r rr r m h  e c r rr r h d  c dE H    M R RRHR D C  C D R RR R ",
    "r r  rrr  rcd  rr hd  h m c    E    H e  R M  D R RC R DR CR RR ",
    "  r   r  r E  d     h   R   R r r e      D  H        C  R   R   ",
    "    e   r                                     HdR    C      E   ",
];

fn random_walk(text: &str, seed: u64, mut visit: impl FnMut(&Position, Edge)) {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
    let board: Board = text.parse().expect("a board");
    let (mut position, _) = Position::lenient(board, Color::Gold);
    for _ in 0..200 {
        let edges = position.edges();
        if edges.is_empty() {
            break;
        }
        let edge = edges[rng.random_range(0..edges.len())];
        visit(&position, edge);
        position.play_unchecked(edge);
    }
}

/// Weights that are all different, so that no feature can stand in for another.
fn odd_weights() -> &'static Weights {
    let mut values = [[0; 2]; FEATURES];
    for (index, pair) in values.iter_mut().enumerate() {
        let index = index as i32;
        *pair = [(index * 7919) % 401 - 200, (index * 6007) % 503 - 251];
    }
    Box::leak(Box::new(Weights::new(&values)))
}

fn configs() -> [Config; 2] {
    [Config::default(), Config { weights: odd_weights(), ..Config::default() }]
}

#[test]
fn the_accumulator_equals_its_refresh() {
    for config in configs() {
        for (seed, text) in BOARDS.iter().enumerate() {
            random_walk(text, seed as u64, |position, edge| {
                let before = Accumulator::refresh(position.board(), config);
                let mut after = *position;
                let delta = after.play_unchecked(edge);
                let updated = before.apply(&delta, after.board(), config);
                assert_eq!(updated, Accumulator::refresh(after.board(), config), "{position:?} {edge:?}");
            });
        }
    }
}

#[test]
fn swapping_sides_and_mirroring_keep_the_movers_score() {
    for config in configs() {
        for (seed, text) in BOARDS.iter().enumerate() {
            random_walk(text, 10 + seed as u64, |position, _| {
                let score = breakdown(position, config).score;
                assert_eq!(score, breakdown(&position.swap_sides(), config).score, "{position:?}");
                let (mirrored, _) = Position::lenient(position.board().mirror(), position.side());
                let mirrored = mirrored.with_steps_left(position.steps_left());
                assert_eq!(score, breakdown(&mirrored, config).score, "{position:?}");
            });
        }
    }
}

/// Weights times counts are the score, and so are the parts.
#[test]
fn the_evaluation_is_a_linear_form() {
    for config in configs() {
        let values = config.weights.values();
        for (seed, text) in BOARDS.iter().enumerate() {
            random_walk(text, 20 + seed as u64, |position, _| {
                let features = Features::of(position, config);
                let side = |color: Color| {
                    let phase = features.phases[color.index()];
                    let dot = |which: usize| -> i32 {
                        (0..FEATURES).map(|f| values[f][which] * features.trace.count(color, f)).sum()
                    };
                    (dot(0) * phase + dot(1) * (FULL_PHASE - phase)) / (FULL_PHASE * 10)
                };
                let gold = features.material + features.network + side(Color::Gold) - side(Color::Silver);
                let accumulator = Accumulator::refresh(position.board(), config);
                let score = in_movers_view(position, evaluate(position, &accumulator, config));
                assert_eq!(score, gold.clamp(-30_000, 30_000), "{position:?}");
                let breakdown = breakdown(position, config);
                let parts: i32 = breakdown.parts.iter().map(|part| part.gold - part.silver).sum();
                assert_eq!(breakdown.material + parts, gold, "{position:?}");
            });
        }
    }
}

/// What Gold's `board` holds of the part `name` less what Silver's does.
fn part_of(board: &str, name: &str) -> i32 {
    let board: Board = board.parse().expect("a board");
    let (position, _) = Position::lenient(board, Color::Gold);
    let breakdown = breakdown(&position, Config::default());
    breakdown.parts.iter().find(|part| part.name == name).map_or(0, |part| part.gold - part.silver)
}

/// A camel in reach of the elephant that guards c6 is worth less than one out of its reach, and one farther from the
/// trap is safer.
#[test]
fn a_camel_near_a_trap_of_the_enemy_is_hunted() {
    let near = part_of("rrrrrrrr   c d        e       M                    E    RRRRRRRR", "threats");
    let away = part_of("rrrrrrrre  c d                M                    E    RRRRRRRR", "threats");
    let far = part_of("rrrrrrrr   c d        e               M            E    RRRRRRRR", "threats");
    assert!(near < far && far <= 0, "{near} {far}");
    assert!(near < away, "{near} {away}");
}

/// An elephant among rabbits that stand in each other's way costs more than two rabbits, one before the open board nothing.
#[test]
fn a_blockaded_elephant_is_dear() {
    let shut_in = part_of("r  rrhrrd rrEcdrm  hec                  MC    R R CHDRHR RR RD R", "mobility");
    let out = part_of("r  rrhrrd rr cdrm  hec              E   MC    R R CHDRHR RR RD R", "mobility");
    assert!(shut_in < -150 && out > shut_in + 150, "{shut_in} {out}");
}

/// The squares that an elephant reaches, by search over squares and steps.
#[test]
fn the_reach_of_an_elephant_is_what_a_search_finds() {
    for (seed, text) in BOARDS.iter().enumerate() {
        random_walk(text, 30 + seed as u64, |position, _| {
            let board = position.board();
            let features = Features::of(position, Config::default());
            for color in Color::ALL {
                let Some(start) = board.pieces(color, Kind::Elephant).into_iter().next() else { continue };
                let cost = |square: Square| match board.piece_at(square) {
                    None => Some(1),
                    Some(Piece { kind: Kind::Elephant, .. }) => None,
                    Some(_) => {
                        square.bit().neighbors().into_iter().any(|n| board.piece_at(n).is_none()).then_some(2)
                    }
                };
                let mut best = [u8::MAX; 64];
                let mut open = vec![(0, start)];
                while let Some((steps, square)) = open.pop() {
                    for next in square.bit().neighbors() {
                        let Some(total) = cost(next).map(|cost| steps + cost) else { continue };
                        if total <= 4 && total < best[next.index()] {
                            best[next.index()] = total;
                            open.push((total, next));
                        }
                    }
                }
                best[start.index()] = u8::MAX;
                let twos = best.iter().filter(|&&steps| steps <= 4).count() / 2;
                assert_eq!(
                    features.trace.count(color, features::ELEPHANT_REACH.at(twos.min(7))),
                    1,
                    "{position:?}"
                );
            }
        });
    }
}

/// Hunted pieces, one by one.
#[test]
fn hunted_pieces_are_counted_one_by_one() {
    let mut seen = 0;
    for (seed, text) in BOARDS.iter().enumerate() {
        random_walk(text, 40 + seed as u64, |position, _| {
            let accumulator = Accumulator::refresh(position.board(), Config::default());
            let views = View::both(position.board(), position.side(), &accumulator);
            let balance = traps::balance(&views, &accumulator);
            let features = Features::of(position, Config::default());
            for view in &views {
                let counts = traps::slow_hunted(view, balance);
                seen += counts.iter().sum::<i32>();
                let group = features::HUNTED;
                let found: Vec<i32> =
                    (0..group.len).map(|class| features.trace.count(view.color, group.at(class))).collect();
                assert_eq!(found, counts, "{position:?}");
            }
        });
    }
    assert!(seen > 1000, "{seen}");
}
