//! What a player sends in one go: a setup, a turn, `takeback` or `resign`.

use crate::error::error;
use crate::setup::place_tokens;
use crate::steps::play_tokens;
use crate::text::Line;
use crate::token::{Token, read_tokens};
use crate::{Place, ReadResult, Reading, Strictness, TurnFault};
use tusker_core::{Game, Phase, PlayedTurn, Setup};

/// What a player sends in one go, as after AEI's `makemove` and `bestmove`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ply {
    /// A setup of the side that has to set up.
    Setup(Setup),
    /// A legal turn, repetition not judged, and the position after it.
    Turn(PlayedTurn),
    /// The previous ply is taken back.
    Takeback,
    /// The side to move gives up.
    Resign,
}

/// Reads what comes next in `game`: placements during the setup, steps later, `takeback` and `resign` always.
///
/// The game is not changed, and repetition is left to [`Game::play`].
///
/// # Errors
/// As [`read_setup`](crate::read_setup) and [`read_turn`](crate::read_turn), and steps after the end of the game.
///
/// ```
/// use tusker_core::Game;
/// use tusker_notation::{Ply, Strictness, read_ply};
///
/// let ply = read_ply(&Game::new(), "Ra1  Ee2", Strictness::Lenient).unwrap();
/// assert!(matches!(ply.value, Ply::Setup(_)));
/// assert_eq!(read_ply(&Game::new(), "resign", Strictness::Strict).unwrap().value, Ply::Resign);
/// ```
pub fn read_ply(game: &Game, text: &str, strictness: Strictness) -> ReadResult<Ply> {
    let mut warnings = Vec::new();
    let tokens = read_tokens(Line::new(Place::START, text), &mut warnings)?;
    let place = tokens.first().map_or(Place::START, |token| token.place);
    let value = match (tokens.as_slice(), game.phase()) {
        ([token], _) if token.what == Token::Takeback => Ply::Takeback,
        ([token], _) if token.what == Token::Resign => Ply::Resign,
        (_, Phase::Setup(color)) => {
            let kind = game.variant().setup;
            Ply::Setup(place_tokens(&tokens, kind, color, game.board(), strictness, place, &mut warnings)?)
        }
        (_, Phase::Over(outcome)) => return Err(error(place, TurnFault::Over(outcome))),
        (_, Phase::Play(_)) => match game.position() {
            Some(position) => Ply::Turn(play_tokens(position, &tokens, place, &mut warnings)?),
            None => return Err(error(place, TurnFault::Empty)),
        },
    };
    Ok(Reading::sorted(value, warnings))
}
