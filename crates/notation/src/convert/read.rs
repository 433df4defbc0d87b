//! Reads games in every form.

use super::{FIELDS_KEY, GameForm, GameRecord, Loss};
use crate::error::error;
use crate::text::{self, Line};
use crate::{
    ApRecord, ArchiveGame, ArchiveHeader, Dialect, Error, ErrorKind, ListFault, ListForm, Located, Place,
    ReadResult, Reading, SideLetters, Strictness, Token, TokenFault, TurnLabel, Warning, read_ap_records,
    read_archive, read_lightvector, read_move_list, read_setup, write_move_list,
};
use tusker_core::{Game, Phase};

/// All fields of an archive row but its moves, those that are empty left out.
fn fields_of(game: &ArchiveGame, header: &ArchiveHeader) -> Vec<(String, String)> {
    let row = header.write_row(game).unwrap_or_default();
    let pairs = header.names().map(str::to_owned).zip(row.split('\t').map(str::to_owned));
    pairs.filter(|(name, value)| name != "movelist" && !value.is_empty()).collect()
}

/// Tells the form of a text of games.
///
/// ```
/// use tusker_notation::{GameForm, detect_games};
///
/// assert_eq!(detect_games("1g Ra1 Ee2\n1s ra8 ee7\n2g Ee2n\n"), GameForm::List);
/// assert_eq!(detect_games("[gold \"one\"]\n1g Ra1"), GameForm::Match);
/// assert_eq!(detect_games("{\"header\": {}}"), GameForm::Ap);
/// ```
pub fn detect_games(text: &str) -> GameForm {
    let text = text.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']);
    let first = text.lines().next().unwrap_or_default();
    let inside = text.trim_start_matches('[').trim_start();
    if inside.starts_with('{') {
        GameForm::Ap
    } else if first.contains('\t') {
        GameForm::Archive
    } else if text.starts_with('[') {
        GameForm::Match
    } else if text.lines().any(is_lightvector_line) {
        GameForm::Lightvector
    } else {
        GameForm::List
    }
}

/// Whether a line of a list has words that are neither steps, captures, placements nor commands, or is a turn of nothing
/// but placements, which are claims where pieces end.
fn is_lightvector_line(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let Some(label) = words.next().and_then(TurnLabel::read) else { return false };
    let words: Vec<&str> = words.collect();
    let is_placement = |word: &&str| matches!(crate::read_token(word), Ok((Token::Placement { .. }, _)));
    if label.number > 1 && !words.is_empty() && words.iter().all(is_placement) {
        return true;
    }
    words.into_iter().any(|word| match crate::read_token(word) {
        // A step all the same.
        Ok(_) | Err(TokenFault::OffBoard(_)) => false,
        Err(_) => crate::read_claim(word).is_ok(),
    })
}

/// Reads the games of a text.
///
/// # Errors
/// The text as a whole cannot be read; faults of single games are in the list.
pub fn read_games(
    text: &str,
    form: GameForm,
    strictness: Strictness,
) -> Result<Vec<ReadResult<GameRecord>>, Error> {
    read_games_watched(text, form, strictness, &mut |_, _| {})
}

/// As [`read_games`]; `watch` hears how many games are read, and of how many.
///
/// # Errors
/// As [`read_games`].
pub fn read_games_watched(
    text: &str,
    form: GameForm,
    strictness: Strictness,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<Vec<ReadResult<GameRecord>>, Error> {
    let mut done = 0;
    let mut told = |count: usize| {
        done += 1;
        watch(done, count);
    };
    match form {
        GameForm::List | GameForm::Match => Ok(vec![read_listed(text, strictness)]),
        GameForm::Lightvector => Ok(vec![read_lightvector_list(text, strictness)]),
        GameForm::Archive => {
            let archive = read_archive(text)?;
            let header = archive.header;
            let count = archive.games.len();
            let read = |row: Result<_, Error>| {
                let game = read_row(row?, &header, strictness);
                told(count);
                game
            };
            Ok(archive.games.into_iter().map(read).collect())
        }
        GameForm::Ap | GameForm::ApLegacy => {
            let records = read_ap_records(text)?;
            let count = records.len();
            let read = |record: Result<_, Error>| {
                let game = read_ap(record?, strictness);
                told(count);
                game
            };
            Ok(records.into_iter().map(read).collect())
        }
    }
}

fn read_listed(text: &str, strictness: Strictness) -> ReadResult<GameRecord> {
    let Reading { value: list, warnings } = read_move_list(text, strictness)?;
    let mut record = GameRecord::new(list.game);
    record.fields = list.tags;
    if !list.earlier.is_empty() || !warnings.is_empty() {
        record.losses.push(Loss::Wording);
    }
    Ok(Reading { value: record, warnings })
}

fn read_row(
    row: Reading<ArchiveGame>,
    header: &ArchiveHeader,
    strictness: Strictness,
) -> ReadResult<GameRecord> {
    let Reading { value: row, mut warnings } = row;
    let game = row.game(strictness)?.into_value(&mut warnings);
    let mut record = GameRecord::new(game);
    record.fields = fields_of(&row, header);
    let written = write_move_list(&record.game, ListForm::Archive, SideLetters::WhiteBlack);
    if written.as_ref() != Ok(&row.move_list) {
        record.losses.push(Loss::Wording);
    }
    Ok(Reading { value: record, warnings })
}

fn read_ap(ap: ApRecord, strictness: Strictness) -> ReadResult<GameRecord> {
    let Reading { value: replay, warnings } = ap.replay(strictness)?;
    let mut record = GameRecord::new(replay.game);
    if !replay.earlier.is_empty() {
        record.losses.push(Loss::Wording);
    }
    let mut header = ap.header;
    let kept = header.other.remove(FIELDS_KEY);
    for (name, value) in kept.iter().filter_map(|kept| kept.as_object()).flatten() {
        record.fields.push((name.clone(), value.as_str().unwrap_or_default().to_owned()));
    }
    for (color, player) in ["gold", "silver"].into_iter().zip(&header.players) {
        if record.field(color).is_none() && !player.name.is_empty() {
            record.fields.push((color.to_owned(), player.name.clone()));
        }
    }
    if record.field("result").is_none()
        && let [gold, silver] = header.players.as_slice()
        && gold.result != silver.result
    {
        let letter = if gold.result > silver.result { "w" } else { "b" };
        record.fields.push(("result".to_owned(), letter.to_owned()));
    }
    record.ap = Some(header);
    Ok(Reading { value: record, warnings })
}

/// Reads lines `1g Ra1 ..`, `2g Ed4 dx`.
fn read_lightvector_list(text: &str, strictness: Strictness) -> ReadResult<GameRecord> {
    let mut game = Game::new();
    let mut warnings = Vec::new();
    for line in text::lines(text, Place::START).into_iter().map(text::trim) {
        let Some(label) = text::words(line).next() else { continue };
        if label.what.starts_with('#') {
            continue;
        }
        let number = TurnLabel::read(label.what)
            .ok_or_else(|| error(label.place, ListFault::NoLabel(text::excerpt(label.what))))?;
        let expected = TurnLabel::of(&game);
        if number != expected {
            return Err(error(label.place, ListFault::TurnNumber { found: number, expected }));
        }
        let rest = text::trim(Line::new(
            line.place.right(text::count(label.what)),
            line.what.get(label.what.len()..).unwrap_or_default(),
        ));
        let here = |fault: Error| Located::new(rest.place.right(fault.place.column - 1), fault.what);
        let mut note = |found: Vec<Warning>| {
            warnings.extend(
                found.into_iter().map(|w| Warning::new(rest.place.right(w.place.column - 1), w.what)),
            );
        };
        let played = match (game.phase(), game.position().copied()) {
            (Phase::Setup(color), _) => {
                let reading = read_setup(rest.what, color, game.board(), strictness).map_err(here)?;
                note(reading.warnings);
                game.place_lenient(&reading.value).map(drop)
            }
            (_, Some(position)) => {
                let reading =
                    read_lightvector(&position, rest.what, Dialect::Founding, strictness).map_err(here)?;
                note(reading.warnings);
                game.play(&reading.value.turn).map(drop)
            }
            (_, None) => Ok(()),
        };
        played.map_err(|fault| error(rest.place, ListFault::Game(fault)))?;
    }
    if game.setups().is_empty() {
        return Err(error(Place::START, ErrorKind::Empty));
    }
    Ok(Reading::sorted(GameRecord::new(game), warnings))
}
