//! A board as a picture.

use std::fmt::Write;
use tusker_core::{Board, Color, Square};

/// Width and height of a square in the picture's units.
const SQUARE: u32 = 40;
/// Room for the names of files and ranks.
const MARGIN: u32 = 18;

/// A board as inline SVG, rank 8 on top: gold pieces bright with capital letters, silver ones dark with small ones,
/// traps marked. Colours come from the page's style.
pub fn board_svg(board: &Board) -> String {
    let mut svg = empty_board(board);
    for square in Square::all() {
        let Some(piece) = board.piece_at(square) else { continue };
        let (x, y) = corner(square);
        let side = if piece.color == Color::Gold { "gold" } else { "silver" };
        let _ = write!(
            svg,
            "<g class=\"piece {side}\"><circle cx=\"{}\" cy=\"{}\" r=\"16\"/><text x=\"{}\" y=\"{}\">{piece}</text></g>",
            x + SQUARE / 2,
            y + SQUARE / 2,
            x + SQUARE / 2,
            y + SQUARE / 2 + 6,
        );
    }
    svg.push_str("</svg>");
    svg
}

/// The opening tag, the squares and their names.
fn empty_board(board: &Board) -> String {
    let size = 8 * SQUARE + MARGIN;
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"0 0 {size} {size}\" role=\"img\" aria-label=\"Arimaa board\" \
         data-board=\"{board}\">"
    );
    for square in Square::all() {
        let (x, y) = corner(square);
        let kind = match (square.is_trap(), (square.file() + square.rank()) % 2) {
            (true, _) => "trap",
            (false, 0) => "dark",
            (false, _) => "light",
        };
        let _ = write!(
            svg,
            "<rect class=\"{kind}\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\"/>"
        );
    }
    for index in 0..8_u32 {
        let file = char::from(b'a' + index as u8);
        let (along, end) = (index * SQUARE + SQUARE / 2, 8 * SQUARE + MARGIN - 4);
        let _ = write!(svg, "<text class=\"name\" x=\"{}\" y=\"{end}\">{file}</text>", MARGIN + along);
        let _ =
            write!(svg, "<text class=\"name\" x=\"{}\" y=\"{}\">{}</text>", MARGIN / 2, along + 4, 8 - index);
    }
    svg
}

/// The upper left corner of a square.
fn corner(square: Square) -> (u32, u32) {
    (MARGIN + u32::from(square.file()) * SQUARE, (7 - u32::from(square.rank())) * SQUARE)
}
