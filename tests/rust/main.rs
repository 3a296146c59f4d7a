//! The integration tests, one binary.

mod cases;
mod completeness;
mod conformance;
mod counts;
mod golden;
mod layers;
mod pages;
mod playthroughs;
mod position;
mod ruleset;
mod starter;
