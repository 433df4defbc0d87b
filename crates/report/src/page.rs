//! A whole page.

use crate::board::board_svg;
use crate::chart::{Bars, LineChart};
use crate::html::escape;
use crate::replay::{Replay, replay_html};
use crate::table::Table;
use std::fmt::Write;
use tusker_core::Board;

/// A page that is built from top to bottom.
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    body: String,
}

impl Page {
    /// A page with nothing but its title.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), body: String::new() }
    }

    /// Begins a section.
    pub fn heading(&mut self, text: &str) {
        let _ = writeln!(self.body, "<h2>{}</h2>", escape(text));
    }

    /// Adds a paragraph.
    pub fn paragraph(&mut self, text: &str) {
        let _ = writeln!(self.body, "<p>{}</p>", escape(text));
    }

    /// Adds a list of names and values.
    pub fn facts(&mut self, facts: &[(String, String)]) {
        self.body.push_str("<dl>");
        for (name, value) in facts {
            let _ = write!(self.body, "<dt>{}</dt><dd>{}</dd>", escape(name), escape(value));
        }
        self.body.push_str("</dl>\n");
    }

    /// Adds a list of links within the page, each an address such as `#game=1&turn=12` and its text.
    pub fn links(&mut self, links: &[(String, String)]) {
        self.body.push_str("<ul class=\"links\">");
        for (address, text) in links {
            let _ = write!(self.body, "<li><a href=\"{}\">{}</a></li>", escape(address), escape(text));
        }
        self.body.push_str("</ul>\n");
    }

    /// Adds a table.
    pub fn table(&mut self, table: &Table) {
        self.push(&table.to_html());
    }

    /// Adds curves.
    pub fn line_chart(&mut self, chart: &LineChart) {
        self.push(&chart.to_html());
    }

    /// Adds bars.
    pub fn bars(&mut self, bars: &Bars) {
        self.push(&bars.to_html());
    }

    /// Adds a board.
    pub fn board(&mut self, board: &Board) {
        self.push(&board_svg(board));
    }

    /// Adds games that can be stepped through; once on a page.
    pub fn replays(&mut self, games: &[Replay]) {
        self.push(&replay_html(games));
    }

    fn push(&mut self, html: &str) {
        self.body.push_str(html);
        self.body.push('\n');
    }

    /// The page.
    pub fn to_html(&self) -> String {
        let title = escape(&self.title);
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n{}</main>\n</body>\n</html>\n",
            include_str!("assets/style.css"),
            self.body
        )
    }
}
