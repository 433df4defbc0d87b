//! The text of a table of weights: the source file that the engine compiles in, which can be read back.

use super::features::{CLASSES, FEATURES, GROUPS, Group, HALF_BOARD, SQUARES};
use super::weights::{Pair, Weights};
use std::fmt::Write as _;
use std::str::FromStr;

const BEFORE: &str = "\
//! The one table of the evaluation's weights, written by `tusker tune`; the features' page says what they mean.

use super::weights::Weights;

/// The weights in use: milli-rabbits against a full enemy army, and against a lone piece.
#[rustfmt::skip]
pub static PARAMS: Weights = Weights::new(&[
";
const AFTER: &str = "]);\n";
const HEADING: &str = "// ";

/// Why a text is not a table of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// A heading is missing or out of order.
    #[error("expected the weights of '{expected}' next, found {found}")]
    Group {
        /// The group that is missing.
        expected: &'static str,
        /// What stands in its place.
        found: String,
    },
    /// A group has too few or too many numbers.
    #[error("'{group}' has {found} numbers, it needs {expected}: two for each feature")]
    Count {
        /// The group.
        group: &'static str,
        /// Numbers needed.
        expected: usize,
        /// Numbers found.
        found: usize,
    },
}

impl Weights {
    /// The table as a source file, as the engine compiles it in.
    pub fn to_source(&self) -> String {
        let values = self.values();
        let mut text = BEFORE.to_owned();
        for group in GROUPS {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "    {HEADING}{}", group.name);
            for row in values[group.start..group.end()].chunks(row_length(group)) {
                let pairs: Vec<String> =
                    row.iter().map(|[early, late]| format!("[{early}, {late}],")).collect();
                let _ = writeln!(text, "    {}", pairs.join(" "));
            }
        }
        text + AFTER
    }
}

/// Features on a line: a rank of squares, the classes, or all.
const fn row_length(group: Group) -> usize {
    if group.start == SQUARES.start {
        HALF_BOARD / 8
    } else if group.len > CLASSES && group.len.is_multiple_of(CLASSES) {
        CLASSES
    } else if group.len > 10 && group.len.is_multiple_of(3) {
        3
    } else {
        10
    }
}

impl FromStr for Weights {
    type Err = TableError;

    /// Reads what [`Weights::to_source`] writes; only the headings of the groups and the numbers below them count.
    fn from_str(text: &str) -> Result<Self, TableError> {
        let mut lines = text.lines().map(str::trim).peekable();
        while lines.next_if(|line| !line.starts_with(HEADING)).is_some() {}
        let mut values = [[0; 2]; FEATURES];
        for group in GROUPS {
            let heading = lines.next();
            if heading.and_then(|line| line.strip_prefix(HEADING)) != Some(group.name) {
                let found = heading.map_or("the end".to_owned(), |line| format!("'{line}'"));
                return Err(TableError::Group { expected: group.name, found });
            }
            let mut numbers: Vec<i32> = Vec::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with(HEADING)) {
                let words = line.split(|c: char| !c.is_ascii_digit() && c != '-');
                numbers.extend(words.filter_map(|word| word.parse::<i32>().ok()));
            }
            let pairs: Vec<Pair> = numbers.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
            if numbers.len() != 2 * group.len {
                let expected = 2 * group.len;
                return Err(TableError::Count { group: group.name, expected, found: numbers.len() });
            }
            values[group.start..group.end()].copy_from_slice(&pairs);
        }
        Ok(Self::new(&values))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::PARAMS;

    #[test]
    fn the_table_reads_itself() {
        let text = PARAMS.to_source();
        assert_eq!(text.parse::<Weights>().as_ref(), Ok(&PARAMS));
        assert_eq!(include_str!("params.rs"), text, "params.rs is as `tusker tune` writes it");
    }

    #[test]
    fn faults_are_named() {
        let text = PARAMS.to_source();
        let say = |text: &str| text.parse::<Weights>().expect_err("an error").to_string();
        assert!(say("").contains("'squares' next, found the end"));
        assert!(say(&text.replace("// frozen", "// frosty")).contains("found '// frosty'"));
        assert!(say(&text.replace("// mobile\n", "// mobile\n 7,")).contains("'mobile' has 3 numbers"));
    }
}
