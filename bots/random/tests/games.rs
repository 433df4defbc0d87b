//! The random bot plays itself through the client, to the end of the game.

use std::time::{Duration, Instant};
use tusker_aei::{BestMove, Client, EngineCommand, Farewell, GoMode, Received, Response};
use tusker_core::{Game, Phase};
use tusker_notation::{Strictness, read_setup, read_turn};

const PATIENCE: Duration = Duration::from_secs(60);

fn bot(seed: u64) -> EngineCommand {
    EngineCommand::new([env!("CARGO_BIN_EXE_random"), "--seed", &seed.to_string()])
}

fn start(command: &EngineCommand) -> Client {
    let mut client = Client::spawn(command).expect("the bot starts");
    let handshake = client.handshake(PATIENCE).expect("a handshake");
    assert_eq!((handshake.protocol, handshake.name.as_str()), (1, "Random"));
    assert!(handshake.oddities.is_empty(), "{handshake:?}");
    client.new_game().expect("it listens");
    client.is_ready(PATIENCE, &mut no_complaint).expect("ready");
    client
}

/// Every line must be readable, and no error or warning.
fn no_complaint(received: &Received) {
    match &received.response {
        Ok(Response::Info(_)) => {}
        other => panic!("'{}': {other:?}", received.line),
    }
}

/// Plays a whole game, judged by the rules; returns its moves.
fn play(commands: &[EngineCommand; 2]) -> Vec<String> {
    let mut clients = commands.each_ref().map(start);
    let mut game = Game::new();
    let mut moves = Vec::new();
    while game.outcome().is_none() {
        assert!(moves.len() < 5_000, "the game does not end");
        let side = game.side();
        let client = &mut clients[side.index()];
        client.go(GoMode::Normal).expect("it listens");
        let deadline = Some(Instant::now() + PATIENCE);
        let (best, _) = client.best_move(deadline, &mut no_complaint).expect("a move");
        let BestMove::Steps(text) = best else { panic!("resigned at {:?}", game.phase()) };
        apply(&mut game, text.as_str());
        for client in &mut clients {
            client.make_move(text.as_str()).expect("it listens");
        }
        moves.push(text.to_string());
    }
    // A game that is over leaves the bot in good order.
    for mut client in clients {
        client.is_ready(PATIENCE, &mut no_complaint).expect("ready");
        assert!(matches!(client.quit(PATIENCE), Farewell::Exited(status) if status.success()));
    }
    moves
}

/// Plays a move that must be legal and canonical.
fn apply(game: &mut Game, text: &str) {
    match game.phase() {
        Phase::Setup(color) => {
            let reading = read_setup(text, color, game.board(), Strictness::Strict).expect(text);
            game.place(&reading.strict().expect(text)).expect(text);
        }
        Phase::Play(_) => {
            let position = *game.position().expect("a position");
            let reading = read_turn(&position, text).expect(text);
            game.play(&reading.strict().expect(text).turn).expect(text);
        }
        Phase::Over(_) => panic!("the game is over"),
    }
}

#[test]
fn games_against_itself_are_legal_to_the_end() {
    for seed in 0..6 {
        let moves = play(&[bot(2 * seed), bot(2 * seed + 1)]);
        assert!(moves.len() > 4, "{moves:?}");
        println!("seed {seed}: {} setups and turns", moves.len());
    }
}

#[test]
fn seeds_reproduce_games_over_pipes_and_sockets() {
    let moves = play(&[bot(1), bot(2)]);
    assert_eq!(play(&[bot(1).over_socket(), bot(2).over_socket()]), moves);
    assert_ne!(play(&[bot(3), bot(4)]), moves);
}

#[test]
fn the_option_seed_does_what_the_argument_does() {
    let mut setups = Vec::new();
    for seed in ["7", "8"] {
        let mut client = start(&bot(7));
        client.set_option("SEED", seed).expect("it listens");
        client.go(GoMode::Normal).expect("it listens");
        let (setup, _) =
            client.best_move(Some(Instant::now() + PATIENCE), &mut no_complaint).expect("a setup");
        setups.push(setup);
    }
    let mut client = start(&bot(7));
    client.go(GoMode::Normal).expect("it listens");
    let (setup, _) = client.best_move(Some(Instant::now() + PATIENCE), &mut no_complaint).expect("a setup");
    assert_eq!(setup, setups[0]);
    assert_ne!(setup, setups[1]);
}

#[test]
fn a_side_without_turns_resigns() {
    let mut client = start(&bot(1));
    client
        .send_raw("setposition g [r       Rr                                                     e]")
        .expect("sent");
    client.go(GoMode::Normal).expect("it listens");
    let mut log = Vec::new();
    let deadline = Some(Instant::now() + PATIENCE);
    let (best, _) = client.best_move(deadline, &mut |r| log.push(r.line.clone())).expect("an answer");
    assert_eq!(best, BestMove::Resign);
    assert_eq!(log, ["log Warning: no legal move: Silver wins by immobilization"]);
}
