//! The integration tests, one binary.
mod arena;
mod bots;
mod sim;
