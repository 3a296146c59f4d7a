//! The integration tests, one binary.

mod cases;
mod conformance;
mod episode;
mod golden;
mod pages;
mod position;
