//! Lines and words with their places.

use crate::{Located, Place};

/// A line of text without its line break, and the place of its first character.
pub(crate) type Line<'a> = Located<&'a str>;

/// A word and the place of its first character.
pub(crate) type Word<'a> = Located<&'a str>;

/// The lines of `text`, whose first character stands at `origin`.
///
/// A line ends with LF, CRLF, CR, or the two characters `\n` that archives use.
pub(crate) fn lines(text: &str, origin: Place) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let (mut start, mut place) = (0, origin);
    let mut here = origin;
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let follows = characters.peek().map(|&(_, next)| next);
        here = here.right(1);
        let escaped = c == '\\' && follows == Some('n');
        if c != '\n' && c != '\r' && !escaped {
            continue;
        }
        lines.push(Located::new(place, &text[start..at]));
        let mut end = at + 1;
        if escaped || (c == '\r' && follows == Some('\n')) {
            characters.next();
            end += 1;
        }
        here = if escaped { here.right(1) } else { Place { line: here.line + 1, column: 1 } };
        start = end;
        place = here;
    }
    lines.push(Located::new(place, &text[start..]));
    lines
}

/// The words of a line, separated by blanks and tabs.
pub(crate) fn words(line: Line<'_>) -> impl Iterator<Item = Word<'_>> {
    let mut rest = line.what;
    let mut place = line.place;
    std::iter::from_fn(move || {
        let word = rest.trim_start();
        place = place.right(count(&rest[..rest.len() - word.len()]));
        let end = word.find(char::is_whitespace).unwrap_or(word.len());
        let (word, after) = word.split_at(end);
        let found = Located::new(place, word);
        place = place.right(count(word));
        rest = after;
        (!word.is_empty()).then_some(found)
    })
}

/// The places of words that are not parted from the word before by exactly one blank.
pub(crate) fn badly_parted(line: Line<'_>) -> impl Iterator<Item = Place> {
    let mut rest = line.what;
    words(line).enumerate().filter_map(move |(index, word)| {
        let start = rest.len() - rest.trim_start().len();
        let (gap, after) = rest.split_at(start);
        rest = after.get(word.what.len()..).unwrap_or_default();
        (index > 0 && gap != " ").then_some(word.place)
    })
}

/// The line without blanks around it, its place moved accordingly.
pub(crate) fn trim(line: Line<'_>) -> Line<'_> {
    let text = line.what.trim_start();
    let skipped = count(&line.what[..line.what.len() - text.len()]);
    Located::new(line.place.right(skipped), text.trim_end())
}

/// Number of characters.
pub(crate) fn count(text: &str) -> usize {
    text.chars().count()
}

/// At most 40 characters of a text, for messages.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    if count(text) <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST - 3).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_four_ways() {
        let found: Vec<_> = lines("ab\ncd\r\n\\nx\\ny\rz", Place::START)
            .into_iter()
            .map(|l| (l.what, l.place.line, l.place.column))
            .collect();
        assert_eq!(found, [("ab", 1, 1), ("cd", 2, 1), ("", 3, 1), ("x", 3, 3), ("y", 3, 6), ("z", 4, 1)]);
    }

    #[test]
    fn words_know_their_columns() {
        let line = Located::new(Place { line: 2, column: 5 }, " é\tbc  d ");
        let found: Vec<_> = words(line).map(|w| (w.what, w.place.column)).collect();
        assert_eq!(found, [("é", 6), ("bc", 8), ("d", 12)]);
    }

    #[test]
    fn long_texts_are_cut_in_messages() {
        assert_eq!(excerpt("short"), "short");
        assert_eq!(count(&excerpt(&"é".repeat(99))), 40);
    }
}
