//! How the board looks.

use clap::ValueEnum;
use std::fmt::Write;
use tusker_core::{Board, Color, Piece, Square};

/// When the board is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Colours {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Colours {
    /// Whether to colour what goes to a terminal, or to something else.
    pub(super) fn wanted(self, terminal: bool) -> bool {
        match self {
            Self::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
            Self::Always => true,
            Self::Never => false,
        }
    }
}

/// Draws boards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Screen {
    coloured: bool,
}

const RESET: &str = "\x1b[0m";
const GOLD: &str = "\x1b[1;30;43m";
const SILVER: &str = "\x1b[1;37;44m";
const TRAP: &str = "\x1b[31m";
const FAINT: &str = "\x1b[2m";

impl Screen {
    pub(super) const fn new(coloured: bool) -> Self {
        Self { coloured }
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.coloured { format!("{code}{text}{RESET}") } else { text.to_owned() }
    }

    /// The board from `side`'s view, squares that changed since `before` in brackets, what was captured so far beside.
    pub(super) fn board(self, board: &Board, before: Option<&Board>, side: Color) -> String {
        let mut text = String::from("   +-------------------------+\n");
        for row in 0..8 {
            let rank = if side == Color::Gold { 7 - row } else { row };
            let _ = write!(text, " {} |", rank + 1);
            for column in 0..8 {
                let file = if side == Color::Gold { column } else { 7 - column };
                let Some(square) = Square::new(file, rank) else { continue };
                text.push_str(&self.square(board, before, square));
            }
            text.push_str(" |\n");
        }
        text.push_str("   +-------------------------+\n");
        let files = if side == Color::Gold { "a  b  c  d  e  f  g  h" } else { "h  g  f  e  d  c  b  a" };
        let _ = writeln!(text, "     {files}");
        text
    }

    /// Three characters: the square, with what stands there.
    fn square(self, board: &Board, before: Option<&Board>, square: Square) -> String {
        let piece = board.piece_at(square);
        let changed = before.is_some_and(|before| before.piece_at(square) != piece);
        let shown = match piece {
            Some(piece) => self.piece(piece),
            None if square.is_trap() => self.paint(TRAP, "x"),
            None => self.paint(FAINT, "."),
        };
        if changed { format!("({shown})") } else { format!(" {shown} ") }
    }

    fn piece(self, piece: Piece) -> String {
        let code = if piece.color == Color::Gold { GOLD } else { SILVER };
        self.paint(code, &piece.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_views_and_what_changed() {
        let board: Board =
            "r      e                                 r       H      R       ".parse().unwrap();
        let before: Board =
            "r      e                                 r      H       R       ".parse().unwrap();
        let screen = Screen::new(false);
        let gold = screen.board(&board, Some(&before), Color::Gold);
        assert!(gold.contains(" 8 | r  .  .  .  .  .  .  e  |"), "{gold}");
        assert!(gold.contains(" 3 | .  r  x  .  .  x  .  .  |"), "{gold}");
        assert!(gold.contains(" 2 |(.)(H) .  .  .  .  .  .  |"), "{gold}");
        let silver = screen.board(&board, None, Color::Silver);
        assert!(
            silver.lines().nth(8).is_some_and(|line| line == " 8 | e  .  .  .  .  .  .  r  |"),
            "{silver}"
        );
        assert!(Screen::new(true).board(&board, None, Color::Gold).contains("\x1b[1;30;43mH\x1b[0m"));
    }
}
