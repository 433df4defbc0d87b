//! Lines of text: what may be written on one, and how a line is taken apart.

use std::fmt;

/// Longest piece of foreign text that is echoed in a log line, in characters.
const MAX_ECHO: usize = 160;

/// One line of printable ASCII without blanks at its ends; may be empty.
///
/// Controllers decode an engine's output with whatever locale they run under and cut it at line breaks, so nothing
/// else may appear in it.
///
/// ```
/// use tusker_aei::LineText;
///
/// assert_eq!(LineText::lossy(" Tusker\t1 ").as_str(), "Tusker 1");
/// assert_eq!(LineText::lossy("a\nb é").as_str(), "a b ?");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineText(String);

impl LineText {
    /// The text with control characters as blanks, other characters outside ASCII as `?`, and trimmed.
    pub fn lossy(text: &str) -> Self {
        let clean: String = text.chars().map(printable).collect();
        Self(clean.trim().to_owned())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<&str> for LineText {
    fn from(text: &str) -> Self {
        Self::lossy(text)
    }
}

impl From<String> for LineText {
    fn from(text: String) -> Self {
        Self::lossy(&text)
    }
}

impl fmt::Display for LineText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn printable(letter: char) -> char {
    match letter {
        ' '..='~' => letter,
        _ if letter.is_control() || letter.is_whitespace() => ' ',
        _ => '?',
    }
}

/// Foreign text as it is quoted in an error message: printable ASCII, cut after [`MAX_ECHO`] characters.
pub(crate) fn echo(text: &str) -> String {
    let mut clean: String = text.chars().take(MAX_ECHO).map(printable).collect();
    if text.chars().nth(MAX_ECHO).is_some() {
        clean.push_str("...");
    }
    clean
}

/// The first word and the rest; the rest keeps its inner blanks but not the blanks around it.
///
/// Line breaks count as blanks, so `\r\n` at the end disappears.
pub(crate) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (text, ""),
    }
}

/// The text with every run of blanks as one blank, and none at the ends.
pub(crate) fn collapse_blanks(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    }
    collapsed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_off_whatever_surrounds_them() {
        for (text, word, rest) in [
            ("", "", ""),
            ("  \r", "", ""),
            ("go", "go", ""),
            ("go\r", "go", ""),
            ("\t go  ponder now\r", "go", "ponder now"),
            ("makemove  Ee2n  Ee3n", "makemove", "Ee2n  Ee3n"),
        ] {
            assert_eq!(split_word(text), (word, rest), "{text:?}");
        }
    }

    #[test]
    fn echoes_are_short_and_printable() {
        assert_eq!(echo("a\u{7}b\u{1F418}"), "a b?");
        let long = echo(&"x".repeat(1000));
        assert_eq!(long.len(), MAX_ECHO + 3);
        assert!(long.ends_with("..."));
    }
}
