//! The integration tests, one binary.
mod sim;
