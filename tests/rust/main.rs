//! The integration tests, one binary.

#[path = "../../benches/common/mod.rs"]
mod common;

mod allocations;
mod arena;
mod bases;
mod batch;
mod belief;
mod bots;
mod cases;
mod compilations;
mod completeness;
mod conformance;
mod counts;
mod episode;
mod family;
mod free_texts;
mod golden;
mod hidden;
mod hostile;
mod invalid;
mod layers;
mod learned;
mod lost_turns;
mod matches;
mod mistakes;
mod mutants;
mod mutated;
mod observation;
mod pages;
mod playthroughs;
mod pool;
mod position;
mod random;
mod random_tableau;
mod recent;
mod render;
mod resample;
mod ruled_out;
mod ruleset;
mod sample;
mod search;
mod settings;
mod solve;
mod starter;
mod tables;
