//! Games of the engine against itself.

use crate::random::{below, generator};
use crate::{GameRecord, Sample};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tusker_core::{Board, Color, Game, Key, Kind, Phase, Position, Setup, TurnGenerator};
use tusker_search::eval::{Config, Network};
use tusker_search::{Limits, NoClock, Searcher, Task};

/// Games longer than this are decided by material.
const MAX_TURNS: usize = 300;
/// Turns played at random at the beginning, fewer than this.
const RANDOM_TURNS: usize = 5;
/// Later, in every second game, one turn in so many is random: what nobody would play must be judged too, because a search
/// comes upon it. In the other games results tell of positions long before.
const SURPRISE: usize = 10;
/// Turns before that.
const FIRST_SURPRISE: usize = 8;
/// One game in so many begins from a given start, if there are any.
const GIVEN_START: usize = 3;

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// With a game's number, decides its start.
    pub seed: u64,
    /// Nodes of each search.
    pub nodes: u64,
    /// What corrects the evaluation.
    pub network: &'static Network,
}

/// One player of both sides.
pub struct SelfPlay {
    searcher: Searcher,
    settings: Settings,
    starts: Arc<[Position]>,
}

impl SelfPlay {
    /// A player with a table of 16 MiB.
    pub fn new(settings: Settings) -> Self {
        Self::from_starts(settings, Arc::new([]))
    }

    /// A player a third of whose games begin from one of `starts`, if there are any.
    pub fn from_starts(settings: Settings, starts: Arc<[Position]>) -> Self {
        let mut searcher = Searcher::new(16);
        searcher.set_config(Config { network: Some(settings.network), ..Config::default() });
        Self { searcher, settings, starts }
    }

    /// Plays the game with this number; the same number gives the same game.
    ///
    /// Armies are set up in known ways or at random, some with pieces missing, and up to four turns are random; one at most
    /// after a start of [`SelfPlay::from_starts`]. In every second game so is one in ten of those after the eighth. A
    /// random turn has no sample.
    pub fn play(&mut self, number: u32) -> GameRecord {
        let mut rng = generator(self.settings.seed, number.into());
        let given = !self.starts.is_empty() && below(&mut rng, GIVEN_START) == 0;
        let (first, random_turns) = if given {
            (self.starts[below(&mut rng, self.starts.len())], below(&mut rng, 2))
        } else {
            (start(&mut rng), below(&mut rng, RANDOM_TURNS))
        };
        let surprising = below(&mut rng, 2) == 0;
        let mut game = Game::from_position(first);
        for _ in 0..random_turns {
            play_random(&mut game, &mut rng);
        }
        self.searcher.new_game();
        let mut samples = Vec::new();
        while let (Phase::Play(_), Some(&position)) = (game.phase(), game.position()) {
            if surprising && game.turns().len() >= FIRST_SURPRISE && below(&mut rng, SURPRISE) == 0 {
                play_random(&mut game, &mut rng);
                continue;
            }
            let history: Vec<Key> = game.positions().map(Position::repetition_key).collect();
            let limits = Limits { nodes: Some(self.settings.nodes), ..Limits::default() };
            let task = Task { position, history, limits, excluded: Vec::new() };
            let report = self.searcher.search(&task, &NoClock, &AtomicBool::new(false), |_| {});
            let Some(report) = report else { break };
            let over = game.turns().len() >= MAX_TURNS || game.play(&report.turn).is_err();
            samples.push(Sample { position, score: report.score.0 as i16, turn: report.turn });
            if over {
                break;
            }
        }
        game.end_at_limit();
        let winner = game.outcome().map_or_else(|| game.limit_winner(), |outcome| outcome.winner);
        GameRecord { number, winner, samples }
    }
}

/// Most games begin with setups that people use, some with random ones, some with pieces missing.
fn start(rng: &mut ChaCha8Rng) -> Position {
    let style = below(rng, 20);
    let mut board = Board::EMPTY;
    for color in Color::ALL {
        let setup = if style < 13 { Setup::random_named(color, rng) } else { Setup::random(color, rng) };
        for placement in setup.placements() {
            board.put(placement.square, placement.piece);
        }
        if style >= 16 {
            for _ in 0..below(rng, 8) {
                take_away(&mut board, color, rng);
            }
        }
    }
    Position::lenient(board, Color::Gold).0
}

/// Takes one piece away, but never the elephant or the last rabbit.
fn take_away(board: &mut Board, color: Color, rng: &mut ChaCha8Rng) {
    let rabbits = board.pieces(color, Kind::Rabbit);
    let mut removable = board.color(color) & !board.kind(Kind::Elephant);
    if rabbits.count() == 1 {
        removable &= !rabbits;
    }
    let count = removable.count() as usize;
    if let Some(square) = removable.iter().nth(below(rng, count)) {
        board.remove(square);
    }
}

fn play_random(game: &mut Game, rng: &mut ChaCha8Rng) {
    let Some(position) = game.position() else { return };
    let turns = TurnGenerator::new().list(position);
    if turns.is_empty() || game.outcome().is_some() {
        return;
    }
    let turn = turns[below(rng, turns.len())].turn.clone();
    // A third repetition is refused, and nothing is played then.
    let _ = game.play(&turn);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_a_game() {
        let settings = Settings { seed: 1, nodes: 200, network: Network::built_in() };
        let play = |number| SelfPlay::new(settings).play(number);
        let game = play(3);
        assert_eq!(game, play(3));
        assert_ne!(game.samples, play(4).samples);
        assert!(game.samples.len() > 10, "{}", game.samples.len());
        // In one of two games or so, some turns are random.
        let alternating = |pair: &[Sample]| pair[0].position.side() != pair[1].position.side();
        let surprises = |game: &GameRecord| !game.samples.windows(2).all(alternating);
        let surprising = (0..8).filter(|&number| surprises(&play(number))).count();
        assert!((1..8).contains(&surprising), "{surprising} of 8 games");
    }

    #[test]
    fn given_starts_begin_a_third_of_the_games() {
        let board =
            "    e   r                                     HdR    C      E   ".parse().expect("a board");
        let starts = Arc::new([Position::lenient(board, Color::Gold).0]);
        let mut player =
            SelfPlay::from_starts(Settings { seed: 1, nodes: 50, network: Network::built_in() }, starts);
        let pieces = |game: GameRecord| game.samples.first().map(|s| s.position.board().occupied().count());
        let given = (0..12).filter(|&number| pieces(player.play(number)).is_some_and(|n| n <= 7)).count();
        assert!((1..9).contains(&given), "{given} of 12 games");
    }
}
