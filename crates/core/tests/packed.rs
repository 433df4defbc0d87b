//! Packed positions: round trips, and every kind of damage is named.

mod common;

use common::{Lenient, OPENING, Random, position};
use proptest::prelude::*;
use std::collections::HashSet;
use tusker_core::{Color, Kind, PackedPosition, Piece, Position, Square, UnpackError};

fn round_trip(position: &Position) {
    let packed = PackedPosition::pack(position);
    let bytes = packed.as_bytes();
    assert!(bytes.len() <= PackedPosition::MAX_LEN);
    assert_eq!(PackedPosition::unpack(bytes), Ok(*position), "{position:?}");
    let mut longer = bytes.to_vec();
    longer.push(0);
    assert_eq!(PackedPosition::unpack(&longer), Err(UnpackError::Trailing(1)));
    assert_eq!(PackedPosition::unpack_prefix(&longer), Ok((*position, bytes.len())));
    for length in 0..bytes.len() {
        let cut = PackedPosition::unpack(&bytes[..length]);
        assert!(matches!(cut, Err(UnpackError::Truncated { found, .. }) if found == length), "{cut:?}");
    }
}

#[test]
fn random_positions_inside_and_between_turns() {
    let mut random = Random::new(11);
    let mut different = HashSet::new();
    for index in 0..400 {
        let lenient = if index % 2 == 0 { Lenient::No } else { Lenient::Yes };
        let mut position = random.position(index % 70, lenient);
        different.insert((PackedPosition::pack(&position), position));
        round_trip(&position);
        for _ in 0..3 {
            let edges = position.edges();
            if !edges.is_empty() {
                position.play(*random.pick(&edges)).unwrap();
                round_trip(&position);
            }
        }
    }
    let packed: HashSet<_> = different.iter().map(|(packed, _)| packed).collect();
    assert_eq!(packed.len(), different.len());
}

/// The layout is a promise to files: these bytes must never change.
#[test]
fn version_1_byte_by_byte() {
    let start = common::placed(Color::Silver, "Ra1 Ec3 eh8").with_steps_left(2);
    let bytes = [1, 1 | 2 << 1, 1, 0, 4, 0, 0, 0, 0, 0x80, 5 << 4, 5 | 8];
    assert_eq!(PackedPosition::pack(&start).as_bytes(), bytes);
    // Inside a turn, the key of the board at the turn's start follows.
    let mut inside = start;
    inside.play(inside.edges()[0]).unwrap();
    let packed = PackedPosition::pack(&inside);
    let (front, key) = packed.as_bytes().split_at(packed.as_bytes().len() - 8);
    assert_eq!(front[1], 1 | 1 << 1 | 1 << 4);
    assert_eq!(key, start.board_key().0.to_le_bytes());
}

#[test]
fn damage_is_named() {
    let good = PackedPosition::pack(&position(OPENING)).as_bytes().to_vec();
    let read = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        PackedPosition::unpack(&bytes)
    };
    assert_eq!(read(&|bytes| bytes[0] = 2), Err(UnpackError::Version(2)));
    for flags in [0, 5 << 1, 4 << 1 | 1 << 5, 0xFF] {
        assert_eq!(read(&|bytes| bytes[1] = flags), Err(UnpackError::Flags(flags)));
    }
    let a1 = Square::from_index(0).unwrap();
    assert_eq!(read(&|bytes| bytes[10] |= 15), Err(UnpackError::Piece { nibble: 15, square: a1 }));
    assert_eq!(read(&|bytes| bytes[9] = 0x7F), Err(UnpackError::Padding));
    let with_key = |bytes: &mut Vec<u8>| {
        bytes[1] |= 1 << 4;
        bytes.extend([0; 8]);
    };
    assert_eq!(read(&with_key), Err(UnpackError::StartKey));
    let own_key = position(OPENING).board_key().0.to_le_bytes();
    let same = read(&|bytes| {
        bytes[1] = 1 << 4 | 2 << 1;
        bytes.extend(own_key);
    });
    assert_eq!(same, Err(UnpackError::StartKey));
    let trap = common::placed(Color::Gold, "Ra1 Ec3").with_steps_left(2);
    let mut bytes = PackedPosition::pack(&trap).as_bytes().to_vec();
    bytes[1] |= 1 << 4;
    bytes.extend([1; 8]);
    let unsupported = UnpackError::UnsupportedOnTrap { square: "c3".parse().unwrap() };
    assert_eq!(PackedPosition::unpack(&bytes), Err(unsupported));
}

fn piece() -> impl Strategy<Value = Option<Piece>> {
    prop_oneof![
        2 => Just(None),
        1 => (0..2_usize, 0..6_usize)
            .prop_map(|(color, kind)| Some(Piece::new(Color::ALL[color], Kind::ALL[kind])))
    ]
}

proptest! {
    #[test]
    fn any_board_survives(pieces in prop::collection::vec(piece(), 64), side in 0..2_usize, steps in 1..=4_u8) {
        let mut board = tusker_core::Board::EMPTY;
        for (square, piece) in Square::all().zip(pieces) {
            if let Some(piece) = piece {
                board.put(square, piece);
            }
        }
        round_trip(&Position::lenient(board, Color::ALL[side]).0.with_steps_left(steps));
    }

    #[test]
    fn any_bytes_are_refused_or_exact(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        if let Ok((position, length)) = PackedPosition::unpack_prefix(&bytes) {
            let packed = PackedPosition::pack(&position);
            prop_assert_eq!(packed.as_bytes(), &bytes[..length]);
        }
    }

    #[test]
    fn damaged_positions_are_refused_or_exact(at in 0..26_usize, value in any::<u8>()) {
        let mut bytes = PackedPosition::pack(&position(OPENING)).as_bytes().to_vec();
        bytes[at] = value;
        if let Ok((position, length)) = PackedPosition::unpack_prefix(&bytes) {
            let packed = PackedPosition::pack(&position);
            prop_assert_eq!(packed.as_bytes(), &bytes[..length]);
        }
    }
}
