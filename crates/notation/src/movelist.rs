//! Move lists: `1g Ra1 ..`, `1s ra8 ..`, `2g Ee2n ..`, also with w and b for the sides.

use crate::error::error;
use crate::listplayer::ListPlayer;
use crate::steps::write_turn;
use crate::text::{self, Line, Word};
use crate::token::Token;
use crate::{Error, Located, Place, ReadResult, Strictness, Warning, WarningKind};
use std::fmt;
use tusker_core::{Color, EndReason, Game, GameError, IllegalTurn, Outcome};

/// Why a text is not a move list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ListFault {
    /// Words before the first number.
    #[error("expected a turn number and side, such as 1g, before '{0}'")]
    NoLabel(String),
    /// A word begins with a digit and is no number of a turn.
    #[error("'{0}' is no turn number: expected a number and a side, such as 12g (or 12w)")]
    Label(String),
    /// The number or the side is not the next one.
    #[error("turn {found} stands where {expected} is expected")]
    TurnNumber {
        /// The label of the text.
        found: TurnLabel,
        /// The label that is next.
        expected: TurnLabel,
    },
    /// A letter names the wrong side.
    #[error("'{}' stands where it is the turn of {expected} ({})", found.letter(), expected.letter())]
    Side {
        /// The side of the text.
        found: Color,
        /// The side to move.
        expected: Color,
    },
    /// A number without steps that is not the last one.
    #[error("turn {0} has no steps, and other turns follow")]
    EmptyTurn(TurnLabel),
    /// There is no turn to take back.
    #[error("there is no turn to take back")]
    NothingToTakeBack,
    /// A tag that is not `[Name "value"]`.
    #[error("expected a tag such as [Event \"Cup\"], found '{0}'")]
    Tag(String),
    /// Turns or tags after the result.
    #[error("expected nothing after the result '{result}', found '{found}': a file may hold one game")]
    AfterResult {
        /// The result.
        result: String,
        /// What follows.
        found: String,
    },
    /// What the game says, apart from the rules of turns and setups.
    #[error(transparent)]
    Game(#[from] GameError),
}

/// The number and side of a turn, as `12g`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TurnLabel {
    /// The number; setups are number 1.
    pub number: u32,
    /// The side.
    pub side: Color,
}

impl TurnLabel {
    /// The next setup or turn of a game.
    pub fn of(game: &Game) -> Self {
        Self { number: game.turn_number(), side: game.side() }
    }

    /// The label of the next turn.
    #[must_use]
    pub const fn next(self) -> Self {
        match self.side {
            Color::Gold => Self { number: self.number, side: Color::Silver },
            Color::Silver => Self { number: self.number.saturating_add(1), side: Color::Gold },
        }
    }

    /// Reads `12g`, `12s`, `12w` or `12b`.
    ///
    /// ```
    /// use tusker_notation::TurnLabel;
    ///
    /// let label = TurnLabel::read("12b").unwrap();
    /// assert_eq!(label.to_string(), "12s");
    /// assert_eq!(label.next().to_string(), "13g");
    /// assert_eq!(TurnLabel::read("Ee2n"), None);
    /// ```
    pub fn read(text: &str) -> Option<Self> {
        let digits = text.find(|c: char| !c.is_ascii_digit())?;
        let number = text[..digits].parse().ok()?;
        let mut letters = text[digits..].chars();
        let side = Color::from_letter(letters.next()?.to_ascii_lowercase())?;
        letters.next().is_none().then_some(Self { number, side })
    }

    fn write(self, letters: SideLetters) -> String {
        let letter = match (letters, self.side) {
            (SideLetters::GoldSilver, side) => side.letter(),
            (SideLetters::WhiteBlack, Color::Gold) => 'w',
            (SideLetters::WhiteBlack, Color::Silver) => 'b',
        };
        format!("{}{letter}", self.number)
    }
}

impl fmt::Display for TurnLabel {
    /// With g and s.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.write(SideLetters::GoldSilver))
    }
}

/// Which letters name the sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SideLetters {
    /// g and s: what Tusker writes.
    #[default]
    GoldSilver,
    /// w and b: the archives and version 0 of AEI.
    WhiteBlack,
}

/// How a move list is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ListForm {
    /// One turn per line; a resignation is the last line.
    #[default]
    Lines,
    /// Turns joined by the two characters `\n`, the bare number of the next turn at the end, as archives do.
    Archive,
}

/// A move list that was read.
#[derive(Clone, Debug)]
pub struct MoveList {
    /// The game at the end of the list.
    pub game: Game,
    /// Earlier parts of the game, in order. Only lenient reading makes them: after a turn that the rules do not
    /// allow, `game` begins anew from the board that the list makes of it.
    pub earlier: Vec<Game>,
    /// All setups and turns as the list has them, those of the earlier parts and what was left out included; turns
    /// that were taken back are not.
    pub turns: Vec<ListedTurn>,
    /// The number and side of the next turn.
    pub next: TurnLabel,
    /// Tags before the turns, as `[Event "Cup"]`: names and values.
    pub tags: Vec<(String, String)>,
    /// The line after the last turn that tells the result, such as `1-0`.
    pub result: Option<String>,
}

/// A setup or turn as a list has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedTurn {
    /// Where its number stands.
    pub place: Place,
    /// Its number and side.
    pub label: TurnLabel,
    /// Its words as they are written, parted by single blanks.
    pub words: String,
}

/// Reads a move list and plays it.
///
/// Sides are g and s or w and b. Turns may be broken over lines; lines may be joined by the two characters `\n`;
/// `takeback` takes the previous turn or setup back; a bare number at the end names the next turn; `resign` ends
/// the game. Tags (`[Event "Cup"]`) may stand before the turns and a result (`1-0`) after them, `#` begins a comment
/// line.
///
/// Strict reading stops at the first turn or setup that the rules do not allow. Lenient reading reports it and goes
/// on: it carries the steps out as they are written, or leaves the board as it is if that is not possible; a setup
/// with two pieces on one square or with steps is an error in both modes.
///
/// # Errors
/// Line, column, and what is wrong there.
///
/// ```
/// use tusker_notation::{Strictness, read_move_list};
///
/// let list = "1g Ra1 Ee2\n1s ra8 ee7\n2g Ee2n Ee3n\n2s";
/// let list = read_move_list(list, Strictness::Lenient).unwrap().value;
/// assert_eq!(list.game.turns().len(), 1);
/// assert_eq!(list.next.to_string(), "2s");
/// ```
pub fn read_move_list(text: &str, strictness: Strictness) -> ReadResult<MoveList> {
    read_move_list_at(Line::new(Place::START, text), strictness)
}

/// As [`read_move_list`], for turns that follow on a game.
///
/// # Errors
/// As [`read_move_list`].
pub fn read_more_turns(game: Game, text: &str, strictness: Strictness) -> ReadResult<MoveList> {
    play_lines(ListPlayer::new(game, strictness), &text::lines(text, Place::START))
}

pub(crate) fn read_move_list_at(text: Line<'_>, strictness: Strictness) -> ReadResult<MoveList> {
    let player = ListPlayer::new(Game::new(), strictness);
    play_lines(player, &text::lines(text.what, text.place))
}

/// Whether the first line that is neither blank, comment nor tag begins with the number of a turn.
pub(crate) fn looks_like_list(lines: &[Line<'_>]) -> bool {
    let skipped = |line: &Line<'_>| line.what.is_empty() || line.what.starts_with('#') || is_tag(line.what);
    let first = lines.iter().map(|line| text::trim(*line)).find(|line| !skipped(line));
    first.and_then(|line| text::words(line).next()).is_some_and(|word| TurnLabel::read(word.what).is_some())
}

fn is_tag(line: &str) -> bool {
    // An AEI board may be written without its side, and is no tag.
    line.starts_with('[') && line.contains('"')
}

/// The words of one turn.
pub(crate) struct Entry<'a> {
    pub(crate) label: Located<TurnLabel>,
    pub(crate) words: Vec<Word<'a>>,
}

/// Collects entries line by line and hands each one on when the next begins: only then it is whole.
pub(crate) fn play_lines(mut player: ListPlayer, lines: &[Line<'_>]) -> ReadResult<MoveList> {
    let mut entry: Option<Entry<'_>> = None;
    let mut tags = Vec::new();
    let mut result: Option<String> = None;
    for line in lines.iter().map(|line| text::trim(*line)) {
        if line.what.is_empty() || line.what.starts_with('#') {
            continue;
        }
        if let Some(result) = &result {
            let (result, found) = (result.clone(), text::excerpt(line.what));
            return Err(error(line.place, ListFault::AfterResult { result, found }));
        }
        if matches!(line.what, "1-0" | "0-1" | "1/2-1/2" | "*") {
            result = Some(line.what.to_owned());
            continue;
        }
        if line.what.starts_with('[') && entry.is_none() {
            tags.push(read_tag(line)?);
            continue;
        }
        player
            .warnings
            .extend(text::badly_parted(line).map(|place| Warning::new(place, WarningKind::Blanks)));
        for word in text::words(line) {
            if word.what.starts_with(|c: char| c.is_ascii_digit()) {
                let label = TurnLabel::read(word.what)
                    .ok_or_else(|| error(word.place, ListFault::Label(text::excerpt(word.what))))?;
                if let Some(whole) =
                    entry.replace(Entry { label: Located::new(word.place, label), words: Vec::new() })
                {
                    player.play(&whole, Last::No)?;
                }
            } else if let Some(entry) = &mut entry {
                entry.words.push(word);
            } else {
                return Err(error(word.place, ListFault::NoLabel(text::excerpt(word.what))));
            }
        }
    }
    if let Some(whole) = entry {
        player.play(&whole, Last::Yes)?;
    }
    let mut reading = player.finish();
    reading.value.tags = tags;
    reading.value.result = result;
    Ok(reading)
}

/// Whether an entry is the last one of its list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Last {
    Yes,
    No,
}

/// Reads `[Name "value"]`.
fn read_tag(line: Line<'_>) -> Result<(String, String), Error> {
    let inner = line.what.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let pair = inner.and_then(|inner| inner.trim().split_once(char::is_whitespace));
    let value =
        pair.and_then(|(name, value)| Some((name, value.trim().strip_prefix('"')?.strip_suffix('"')?)));
    match value {
        Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
        None => Err(error(line.place, ListFault::Tag(text::excerpt(line.what)))),
    }
}

/// Writes the setups and turns of a game, with the numbers that the game gives them.
///
/// # Errors
/// A turn of the game is not legal where it stands, which [`Game`] does not let happen.
///
/// ```
/// use tusker_notation::{ListForm, SideLetters, Strictness, read_move_list, write_move_list};
///
/// let text = "1w Ra1 Ee2\n1b ra8 ee7\n2w Ee2n Ee3n\n";
/// let list = read_move_list(text, Strictness::Lenient).unwrap().value;
/// let write = |form, letters| write_move_list(&list.game, form, letters).unwrap();
/// assert_eq!(write(ListForm::Lines, SideLetters::WhiteBlack), text);
/// assert_eq!(
///     write(ListForm::Archive, SideLetters::GoldSilver),
///     r"1g Ra1 Ee2\n1s ra8 ee7\n2g Ee2n Ee3n\n2s",
/// );
/// ```
pub fn write_move_list(game: &Game, form: ListForm, letters: SideLetters) -> Result<String, IllegalTurn> {
    let next = TurnLabel::of(game);
    let mut turns: Vec<String> = game.setups().iter().map(ToString::to_string).collect();
    let mut before = game.start();
    for played in game.turns() {
        if let Some(position) = before {
            turns.push(write_turn(position, &played.turn)?);
        }
        before = Some(&played.position);
    }
    let sides = [next.side, !next.side];
    let mut lines = Vec::with_capacity(turns.len() + 1);
    for (index, words) in turns.iter().rev().enumerate() {
        // Counted back from the next turn: one number less for every gold turn that is passed over.
        let back = index as u32 + 1;
        let side = sides[(back % 2) as usize];
        let passed = match next.side {
            Color::Gold => back.div_ceil(2),
            Color::Silver => back / 2,
        };
        let label = TurnLabel { number: next.number.saturating_sub(passed), side };
        lines.push(format!("{} {words}", label.write(letters)));
    }
    lines.reverse();
    let label = next.write(letters);
    match (form, game.outcome()) {
        (ListForm::Archive, _) => {
            lines.push(label);
            Ok(lines.join("\\n"))
        }
        (ListForm::Lines, outcome) => {
            if let Some(Outcome { reason: EndReason::Resignation, winner }) = outcome
                && winner != next.side
            {
                lines.push(format!("{label} {}", Token::Resign));
            }
            lines.push(String::new());
            Ok(lines.join("\n"))
        }
    }
}
