//! The integration tests, one binary.

mod cases;
mod conformance;
mod golden;
mod layers;
mod pages;
mod position;
mod ruleset;
mod starter;
