//! The integration tests, one binary.
mod render;
mod sim;
