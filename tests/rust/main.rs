//! The integration tests, one binary.

mod cases;
mod conformance;
mod golden;
mod pages;
mod position;
mod arena;
mod bots;
mod sim;
