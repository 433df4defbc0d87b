//! A finished game, looked at turn by turn: what happened, what it was worth, and what was missed.
//!
//! [`plies()`] tells what happened; [`annotate()`] searches every position, from the end backwards, and marks the turns that
//! lost much. The result is written as text ([`to_text`]), JSON ([`to_json`]) or a page ([`to_page`]).

mod ending;
mod judge;
mod marks;
mod output;
mod page;
mod plies;
mod score;

pub use ending::{rule_item, rule_words};
pub use judge::{Annotation, Judged, Judgement, Settings, annotate};
pub use marks::{Mark, Thresholds};
pub use output::{to_json, to_text};
pub use page::to_page;
pub use plies::{Ply, PlyKind, plies};
pub use score::{gold_words, score_words};
