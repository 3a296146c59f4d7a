//! The integration tests, one binary.

mod conformance;
mod golden;
mod pages;
