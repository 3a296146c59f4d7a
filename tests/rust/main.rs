//! The integration tests, one binary.

mod arena;
mod bots;
mod cases;
mod conformance;
mod episode;
mod golden;
mod pages;
mod position;
mod render;
