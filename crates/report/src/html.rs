//! Text that is safe in HTML.

/// The text with the characters that mean something to HTML replaced, for text and for attributes in double quotes.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            _ => safe.push(c),
        }
    }
    safe
}

/// JSON that may stand inside a script element: no `<` can end it.
pub(crate) fn escape_json(json: &str) -> String {
    json.replace('<', "\\u003c")
}
