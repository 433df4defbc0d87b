//! Positions with the results of their games.

use crate::loss::golds_view;
use crate::{GameRecord, ReadGames};
use tusker_core::{Color, Position};
use tusker_notation::{RecordedResult, Strictness, Termination, read_archive};
use tusker_search::Score;
use tusker_search::eval::{Config, breakdown};

/// A position at the start of a turn whose game has a result.
#[derive(Clone, Debug, PartialEq)]
pub struct Labelled {
    /// The position.
    pub position: Position,
    /// Who won the game.
    pub winner: Color,
    /// What a search thought of it, Gold's view, if there was one.
    pub score: Option<Score>,
}

impl Labelled {
    /// 1 if Gold won, 0 if Silver did.
    pub fn result(&self) -> f64 {
        if self.winner == Color::Gold { 1.0 } else { 0.0 }
    }

    /// The search's score, unless it proved a result, and the game's result.
    pub fn searched(&self) -> Option<(f64, f64)> {
        let score = self.score.filter(|score| score.proven().is_none())?;
        Some((f64::from(score.0), self.result()))
    }
}

/// Positions of self-play, those to learn from and those held out: every tenth game.
pub fn split(read: &ReadGames) -> [Vec<Labelled>; 2] {
    hold_out(read, 10).map(|games| games.into_iter().flat_map(labelled).collect())
}

/// The games to learn from, and every `every`th by number, held out.
pub(crate) fn hold_out(read: &ReadGames, every: u32) -> [Vec<&GameRecord>; 2] {
    let (held_out, learned) = read.games.iter().partition(|game| game.number % every == every - 1);
    [learned, held_out]
}

fn labelled(game: &GameRecord) -> impl Iterator<Item = Labelled> {
    game.samples.iter().map(|sample| {
        let score = golds_view(&sample.position, i32::from(sample.score));
        Labelled { position: sample.position, winner: game.winner, score: Some(Score(score)) }
    })
}

/// What an archive file gives.
#[derive(Clone, Debug, PartialEq)]
pub struct ArchivePositions {
    /// Games that ended by goal, elimination, immobilization or resignation.
    pub games: usize,
    /// Their positions after every turn, setups and last turns left out.
    pub positions: Vec<Labelled>,
    /// Rows that could not be read, or whose games could not be replayed.
    pub unreadable: usize,
}

/// The positions of an archive's games.
///
/// # Errors
/// The text is no archive.
pub fn archive_positions(text: &str) -> Result<ArchivePositions, tusker_notation::Error> {
    let archive = read_archive(text)?;
    let mut found = ArchivePositions { games: 0, positions: Vec::new(), unreadable: 0 };
    for row in &archive.games {
        let Ok(row) = row else {
            found.unreadable += 1;
            continue;
        };
        let row = &row.value;
        let ends = [
            Termination::Goal,
            Termination::Elimination,
            Termination::Immobilization,
            Termination::Resignation,
        ];
        let RecordedResult::Winner(winner) = row.result else { continue };
        if !ends.contains(&row.termination) {
            continue;
        }
        let Ok(game) = row.game(Strictness::Lenient) else {
            found.unreadable += 1;
            continue;
        };
        found.games += 1;
        let after = game.value.turns().iter().map(|played| played.position);
        let label = |position| Labelled { position, winner, score: None };
        found.positions.extend(after.filter(|p| p.outcome().is_none()).map(label));
    }
    Ok(found)
}

/// Positions of at most this static score are open, in centi-rabbits.
const OPEN: i32 = 250;

impl ArchivePositions {
    /// The positions that the evaluation does not call decided.
    pub fn open(&self) -> impl Iterator<Item = Position> {
        let open = |position: &Position| breakdown(position, Config::default()).score.0.abs() <= OPEN;
        self.positions.iter().map(|labelled| labelled.position).filter(open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "1w Ra1 Rb1 Rc1 Dd1 De1 Rf1 Rg1 Rh1 Ra2 Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Rh2\\n\
                        1b ra8 rb8 rc8 dd8 de8 rf8 rg8 rh8 ra7 hb7 cc7 ed7 me7 cf7 hg7 rh7\\n\
                        2w Ee2n Ee3n\\n2b ed7s\\n3w Ee4n";

    #[test]
    fn decided_games_of_an_archive_count() {
        let rows = [("w", "r"), ("b", "t"), ("b", "g"), ("u", "r")];
        let rows: Vec<String> = rows.iter().map(|(won, how)| format!("{won}\t{how}\t{GAME}\n")).collect();
        let text = format!("result\ttermination\tmovelist\n{}w\tg\tnonsense\n", rows.concat());
        let found = archive_positions(&text).expect("an archive");
        assert_eq!((found.games, found.unreadable, found.positions.len()), (2, 1, 6));
        assert_eq!(found.positions[0].winner, Color::Gold);
        assert_eq!(found.positions[0].position.side(), Color::Silver);
        assert_eq!(found.positions[5].result().to_bits(), 0.0_f64.to_bits());
        assert_eq!(found.open().count(), 6);
    }
}
