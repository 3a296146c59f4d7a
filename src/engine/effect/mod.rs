//! What is of no single primitive: drawing, the end of a turn, and what a turn has collected. The others have rooms.

mod close;
mod draw;
mod resolve;
