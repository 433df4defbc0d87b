#![doc = include_str!("../README.md")]

mod abstract_play;
mod aei_board;
mod archive;
mod convert;
mod detect;
mod diagram;
mod error;
mod lightvector;
mod listplayer;
mod movelist;
mod ply;
mod record;
mod setup;
mod sketch;
mod steps;
mod text;
mod timecontrol;
mod token;

pub use abstract_play::{
    ApGameName, ApHeader, ApMove, ApNotation, ApPlayer, ApRecord, ApReplay, LegacyFault, LegacySetup,
    RecordFault, ap_notation, fill_rabbits, read_ap_records, read_ap_start, read_ap_turn, read_legacy_setup,
    read_legacy_turn, write_ap_record, write_ap_start, write_legacy_setup, write_legacy_turn,
};
pub use aei_board::{BoardFault, read_board, read_position, write_position};
pub use archive::{
    Archive, ArchiveGame, ArchiveHeader, FieldPlaces, Player, RowFault, UnwritableRow, read_archive,
};
pub use convert::{
    ConvertFault, GameForm, GameRecord, Loss, PositionForm, StepsKept, TurnForm, convert_position,
    detect_games, read_games, read_games_watched, read_turn_as, write_games, write_games_watched,
    write_turn_as,
};
pub use detect::{Detected, detect, detect_in};
pub use diagram::{Diagram, DiagramFault, read_diagram};
pub use error::{Error, ErrorKind, Located, Place, ReadResult, Reading, Strictness, Warning, WarningKind};
pub use lightvector::{
    Claim, ClaimFault, Dialect, Group, LightvectorFault, Property, Resolution, Specifier, WriteStyle,
    read_claim, read_claims, read_lightvector, resolve_claims, write_lightvector,
};
pub use movelist::{
    ListFault, ListForm, ListedTurn, MoveList, SideLetters, TurnLabel, read_more_turns, read_move_list,
    write_move_list,
};
pub use ply::{Ply, read_ply};
pub use record::{PlayerKind, Rated, RecordedResult, Termination};
pub use setup::{SetupFault, read_setup, read_setup_of, write_setup};
pub use sketch::{Sketch, SketchedTurn, read_sketch};
pub use steps::{TurnFault, read_line, read_turn, write_edges, write_line, write_turn};
pub use timecontrol::{
    ClockFault, ClockField, TimeFault, UnwritableClock, read_time_control, write_time_control,
};
pub use token::{Token, TokenFault, read_token};

pub(crate) use movelist::read_move_list_at;
