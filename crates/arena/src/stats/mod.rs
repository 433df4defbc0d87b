//! What results say about strength: pairs, Elo, SPRT, rating tables.

mod elo;
mod normal;
mod pairs;
mod rating;
mod sprt;

pub use elo::{EloEstimate, Interval, elo_of_score, score_of_elo};
pub use pairs::PairCounts;
pub use rating::{Crosstable, Rating, RatingBasis, RatingTable};
pub use sprt::{EloModel, Sprt, SprtError, Verdict};
