//! Turns in Lightvector notation, read in a position.

use super::claim::read_claims;
use super::{Claim, ClaimFault, Dialect, Group, Property, Resolution, resolve_claims};
use crate::error::error;
use crate::steps::write_turn;
use crate::{Error, Located, Place, ReadResult, Reading, Strictness, WarningKind};
use tusker_core::{PlayedTurn, Position};

/// Why a text in Lightvector notation means no turn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LightvectorFault {
    /// A word is no claim.
    #[error(transparent)]
    Claim(#[from] ClaimFault),
    /// There is no word.
    #[error("expected claims such as Ed4, dx or Rnn")]
    Empty,
    /// More claims than any turn needs.
    #[error("{0} claims: no turn needs more than {1}")]
    TooMany(usize, usize),
    /// Turns of the first group end on different positions.
    #[error(
        "'{text}' is ambiguous: {count} positions can be reached by turns of {} steps that displace {} pieces: {}; \
         name a square or another piece",
        group.steps, group.displaced, listed(shown, *count)
    )]
    Ambiguous {
        /// The text.
        text: String,
        /// The first group with turns that satisfy all claims.
        group: Group,
        /// How many positions they reach.
        count: usize,
        /// Turns to the first few of them.
        shown: Vec<String>,
    },
    /// No legal turn satisfies the claim, whatever the others say.
    #[error("no legal turn of {side} satisfies '{word}'{}", as_final(*dialect))]
    Impossible {
        /// The side to move.
        side: tusker_core::Color,
        /// The word.
        word: String,
        /// How it was read.
        dialect: Dialect,
    },
    /// No legal turn satisfies all claims, but some satisfy all but one.
    #[error(
        "no legal turn satisfies all of '{text}'{}; without '{word}' it can be: {}",
        as_final(*dialect), listed(shown, *count)
    )]
    Unsatisfiable {
        /// The text.
        text: String,
        /// The word without which it can be.
        word: String,
        /// How many positions are reached without it.
        count: usize,
        /// Turns to the first few of them.
        shown: Vec<String>,
        /// How it was read.
        dialect: Dialect,
    },
    /// No legal turn satisfies all claims, nor all but one.
    #[error("no legal turn satisfies '{text}'{}: too many of its claims exclude each other", as_final(*dialect))]
    Contradiction {
        /// The text.
        text: String,
        /// How it was read.
        dialect: Dialect,
    },
}

/// Candidates that a message shows.
const SHOWN: usize = 5;
/// A turn displaces and captures few pieces, and holds can name all others.
const MOST_CLAIMS: usize = 64;

/// With many words it would take long to leave out each, and one word more or less would not help.
const MOST_TRIED: usize = 8;

fn listed(shown: &[String], count: usize) -> String {
    let more = if count > shown.len() { format!(" and {} more", count - shown.len()) } else { String::new() };
    let quoted: Vec<String> = shown.iter().map(|turn| format!("'{turn}'")).collect();
    quoted.join(", ") + &more
}

const fn as_final(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Founding => "",
        Dialect::AbstractPlay => " (squares being final ones)",
    }
}

/// Reads a turn in Lightvector notation.
///
/// Strict reading is the meaning of the notation. Lenient reading also decides between several positions, with a
/// warning: the turn with the fewest own captures, and of those the one with the most enemy captures, if that is one.
/// Repetition is for [`Game`](tusker_core::Game) to judge.
///
/// # Errors
/// A word is no claim, no legal turn satisfies the claims, or they mean several positions; turns that come into
/// question are named.
///
/// ```
/// use tusker_notation::{Dialect, Strictness, read_lightvector, read_position, write_turn};
///
/// let board = "g [    e   r                                     HdR    C      E   ]";
/// let position = read_position(board, Strictness::Strict).unwrap().value;
/// let read = |text, dialect| read_lightvector(&position, text, dialect, Strictness::Strict);
/// let turn = read("dx", Dialect::AbstractPlay).unwrap().value.turn;
/// assert_eq!(turn.steps_taken(), 4);
/// assert!(read("Hg3g4 dh3f3", Dialect::Founding).is_ok());
/// let error = read("Hg3g4 dh3f3", Dialect::AbstractPlay).unwrap_err().to_string();
/// assert!(error.contains("without 'Hg3g4' it can be"), "{error}");
/// ```
pub fn read_lightvector(
    position: &Position,
    text: &str,
    dialect: Dialect,
    strictness: Strictness,
) -> ReadResult<PlayedTurn> {
    let claims = read_claims(text)?;
    let Some(first) = claims.first() else { return Err(error(Place::START, LightvectorFault::Empty)) };
    let place = first.place;
    let claims = without_repeats(claims);
    if claims.len() > MOST_CLAIMS {
        return Err(error(place, LightvectorFault::TooMany(claims.len(), MOST_CLAIMS)));
    }
    let bare: Vec<Claim> = claims.iter().map(|claim| claim.what.clone()).collect();
    let (group, candidates) = match resolve_claims(position, &bare, dialect) {
        Resolution::Unique { played, .. } => return Ok(Reading::clean(played)),
        Resolution::Unsatisfiable => return Err(explain(position, &claims, &bare, dialect)),
        Resolution::Ambiguous { group, candidates } => (group, candidates),
    };
    let (count, shown) = (candidates.len(), show(position, &candidates));
    let fault = LightvectorFault::Ambiguous { text: join(&bare), group, count, shown };
    match (strictness, best_by_captures(position, candidates)) {
        (Strictness::Lenient, Some(played)) => {
            let kind = WarningKind::Decided(Box::new(fault.into()));
            Ok(Reading { value: played, warnings: vec![Located::new(place, kind)] })
        }
        _ => Err(error(place, fault)),
    }
}

/// A claim that is made twice says nothing new, but one of steps does.
fn without_repeats(claims: Vec<Located<Claim>>) -> Vec<Located<Claim>> {
    let mut kept: Vec<Located<Claim>> = Vec::new();
    for claim in claims {
        let is_steps = matches!(claim.what.property, Property::Steps(_));
        if is_steps || kept.len() > MOST_CLAIMS || kept.iter().all(|other| other.what != claim.what) {
            kept.push(claim);
        }
    }
    kept
}

/// The one candidate with the fewest own captures and, of those, the most enemy captures.
fn best_by_captures(position: &Position, candidates: Vec<PlayedTurn>) -> Option<PlayedTurn> {
    let pieces = |played: &PlayedTurn, color| played.position.board().color(color).count();
    // Fewest captures are most pieces left.
    let side = position.side();
    let rank = |played: &PlayedTurn| (std::cmp::Reverse(pieces(played, side)), pieces(played, !side));
    let best = candidates.iter().map(rank).min()?;
    let mut chosen = candidates.into_iter().filter(|played| rank(played) == best);
    let played = chosen.next()?;
    chosen.next().is_none().then_some(played)
}

fn show(position: &Position, candidates: &[PlayedTurn]) -> Vec<String> {
    let write = |played: &PlayedTurn| write_turn(position, &played.turn).unwrap_or_default();
    candidates.iter().take(SHOWN).map(write).collect()
}

fn join(claims: &[Claim]) -> String {
    let words: Vec<String> = claims.iter().map(ToString::to_string).collect();
    words.join(" ")
}

/// Finds the word that is at fault.
fn explain(position: &Position, claims: &[Located<Claim>], bare: &[Claim], dialect: Dialect) -> Error {
    for claim in claims {
        if resolve_claims(position, std::slice::from_ref(&claim.what), dialect) == Resolution::Unsatisfiable {
            let (side, word) = (position.side(), claim.what.to_string());
            return error(claim.place, LightvectorFault::Impossible { side, word, dialect });
        }
    }
    for (index, claim) in claims.iter().enumerate().take(MOST_TRIED).filter(|_| claims.len() <= MOST_TRIED) {
        let others: Vec<Claim> = [&bare[..index], &bare[index + 1..]].concat();
        let candidates = match resolve_claims(position, &others, dialect) {
            Resolution::Unsatisfiable => continue,
            Resolution::Unique { played, .. } => vec![played],
            Resolution::Ambiguous { candidates, .. } => candidates,
        };
        let (count, shown) = (candidates.len(), show(position, &candidates));
        let (text, word) = (join(bare), claim.what.to_string());
        return error(claim.place, LightvectorFault::Unsatisfiable { text, word, count, shown, dialect });
    }
    let place = claims.first().map_or(Place::START, |claim| claim.place);
    error(place, LightvectorFault::Contradiction { text: join(bare), dialect })
}
