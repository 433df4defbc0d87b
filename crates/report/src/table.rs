//! Tables.

use crate::html::escape;
use std::fmt::Write;

/// On which side a column's text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Text.
    Left,
    /// Numbers.
    Right,
}

/// A table with a row of headings.
#[derive(Clone, Debug, Default)]
pub struct Table {
    columns: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new(columns: impl IntoIterator<Item = (impl Into<String>, Align)>) -> Self {
        Self {
            columns: columns.into_iter().map(|(name, align)| (name.into(), align)).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row; cells without a column are left out, missing ones stay empty.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        let mut cells: Vec<String> = cells.into_iter().map(Into::into).collect();
        cells.resize(self.columns.len(), String::new());
        self.rows.push(cells);
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// As plain text: columns with two blanks between, every line ended.
    ///
    /// ```
    /// use tusker_report::{Align, Table};
    ///
    /// let mut table = Table::new([("name", Align::Left), ("won", Align::Right)]);
    /// table.row(["ann", "10"]);
    /// assert_eq!(table.to_text(), "name  won\nann    10\n");
    /// ```
    pub fn to_text(&self) -> String {
        let header: Vec<String> = self.columns.iter().map(|(name, _)| name.clone()).collect();
        let lines = || std::iter::once(&header).chain(&self.rows);
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|i| {
                lines().filter_map(|line| line.get(i)).map(|cell| cell.chars().count()).max().unwrap_or(0)
            })
            .collect();
        let mut text = String::new();
        for line in lines() {
            let cells =
                line.iter().zip(&self.columns).zip(&widths).map(|((cell, (_, align)), &width)| match align {
                    Align::Left => format!("{cell:<width$}"),
                    Align::Right => format!("{cell:>width$}"),
                });
            text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
            text.push('\n');
        }
        text
    }

    pub(crate) fn to_html(&self) -> String {
        let mut html = String::from("<div class=\"wide\"><table><thead><tr>");
        let class = |align: Align| if align == Align::Right { " class=\"number\"" } else { "" };
        for (name, align) in &self.columns {
            let _ = write!(html, "<th{}>{}</th>", class(*align), escape(name));
        }
        html.push_str("</tr></thead><tbody>");
        for row in &self.rows {
            html.push_str("<tr>");
            for (cell, (_, align)) in row.iter().zip(&self.columns) {
                let _ = write!(html, "<td{}>{}</td>", class(*align), escape(cell));
            }
            html.push_str("</tr>");
        }
        html.push_str("</tbody></table></div>");
        html
    }
}
