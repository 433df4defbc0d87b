//! Harlog, the material measure that players know.
//!
//! Source: the Abstract Play wiki's description of Harlog by its author; 1.00 is one rabbit lost in the opening, and
//! a dog for two rabbits is even.

use tusker_core::{Board, Color, Kind};

const Q: f64 = 1.447_530_126;
const G: f64 = 0.631_444_203_4;
const SCALE: f64 = 7.995_516_184;

/// How many pieces of each kind each side has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Armies([[u8; 6]; 2]);

impl Armies {
    /// Counts the pieces on `board`.
    pub fn of(board: &Board) -> Self {
        Self(Color::ALL.map(|c| Kind::ALL.map(|k| board.pieces(c, k).count() as u8)))
    }

    /// Number of pieces of one side and kind.
    #[inline]
    pub fn count(&self, color: Color, kind: Kind) -> u8 {
        self.0[color.index()][kind.index()]
    }

    /// Number of all pieces of one side.
    #[inline]
    pub fn total(&self, color: Color) -> u8 {
        self.0[color.index()].iter().sum()
    }

    /// Number of pieces of the enemy of `color` that are stronger than `kind`.
    #[inline]
    pub fn stronger_enemies(&self, color: Color, kind: Kind) -> u8 {
        self.0[(!color).index()][kind.index() + 1..].iter().sum()
    }

    /// The value of one side's army in rabbits; minus infinity without rabbits.
    pub fn harlog_of(&self, color: Color) -> f64 {
        let animals: f64 = Kind::ALL[1..]
            .iter()
            .map(|&kind| {
                let stronger = self.stronger_enemies(color, kind);
                let value = if stronger == 0 { 2.0 / Q } else { 1.0 / (f64::from(stronger) + Q) };
                value * f64::from(self.count(color, kind))
            })
            .sum();
        let rabbits = f64::from(self.count(color, Kind::Rabbit));
        (animals + G * (rabbits * f64::from(self.total(color))).ln()) * SCALE
    }

    /// Gold's value minus Silver's, in rabbits: infinite if one side has no rabbits, not a number if neither has.
    ///
    /// ```
    /// # use tusker_search::eval::Armies;
    /// let board = "rrrrrrrrdhcemchd                                DHCMECHDRRRRRRR ".parse().unwrap();
    /// assert!((Armies::of(&board).harlog() + 1.0).abs() < 1e-6);
    /// ```
    pub fn harlog(&self) -> f64 {
        self.harlog_of(Color::Gold) - self.harlog_of(Color::Silver)
    }

    /// [`Armies::harlog`] in whole centi-rabbits; infinities become plus or minus `limit`, neither side's rabbits 0.
    pub fn centi_harlog(&self, limit: i32) -> i32 {
        let harlog = self.harlog();
        if harlog.is_nan() {
            0
        } else {
            (harlog * 100.0).round().clamp(f64::from(-limit), f64::from(limit)) as i32
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: &str = "rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR";

    fn without(pieces: &str) -> Board {
        let mut text: Vec<char> = FULL.chars().collect();
        for piece in pieces.chars() {
            let place = text.iter().rposition(|&c| c == piece).expect("the piece is there");
            text[place] = ' ';
        }
        text.into_iter().collect::<String>().parse().expect("64 characters")
    }

    /// Values of the project's rules page and of field-case C50.
    #[test]
    fn known_values() {
        for (missing, expected) in [
            ("", 0.0),
            ("r", 1.000_000),
            ("c", 1.399_417),
            ("d", 2.126_590),
            ("h", 3.638_080),
            ("m", 6.480_784),
            ("e", 22.041_476),
            ("rrrrrrr", 13.403_377),
            ("Drr", 0.0),
        ] {
            let harlog = Armies::of(&without(missing)).harlog();
            assert!((harlog - expected).abs() < 5e-7, "without {missing}: {harlog}");
            let swapped = Armies::of(&without(missing).swap_sides()).harlog();
            assert!((swapped + expected).abs() < 5e-7, "swapped, without {missing}: {swapped}");
        }
    }

    #[test]
    fn no_rabbits_is_infinite_and_clamped() {
        let armies = Armies::of(&without("rrrrrrrr"));
        assert!(armies.harlog().is_infinite() && armies.harlog() > 0.0);
        assert_eq!(armies.centi_harlog(20_000), 20_000);
        assert!(Armies::of(&Board::EMPTY).harlog().is_nan());
        assert_eq!(Armies::of(&Board::EMPTY).centi_harlog(20_000), 0);
    }
}
