//! The integration tests, one binary.

mod arena;
mod batch;
mod bots;
mod cases;
mod completeness;
mod conformance;
mod counts;
mod episode;
mod golden;
mod hidden;
mod hostile;
mod invalid;
mod layers;
mod mistakes;
mod pages;
mod playthroughs;
mod position;
mod random;
mod random_around;
mod render;
mod ruleset;
mod sample;
mod settings;
mod starter;
mod tables;
