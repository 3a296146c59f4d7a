//! The integration tests, one binary.
mod cases;
mod position;
mod sim;
