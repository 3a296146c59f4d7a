//! Hands and cards move.

mod give;
mod hands;
