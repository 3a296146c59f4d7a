//! The integration tests, one binary.

mod arena;
mod bots;
mod cases;
mod conformance;
mod golden;
mod pages;
mod position;
mod render;
