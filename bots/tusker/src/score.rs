//! Scores and results in words.

pub(crate) use tusker_analysis::annotate::score_words as words;
