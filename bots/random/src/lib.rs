//! A bot that plays uniformly at random, as a library: `tusker match` brings it along.

mod bot;

pub use bot::RandomBot;
