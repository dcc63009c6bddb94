//! The transcript printer: what it prints of a hand-made exchange, and of single entries.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, unreachable_pub, reason = "tests fail loudly")]

mod changed;
mod fit;
mod golden;
mod head;
mod json;
mod made;
mod prose;
mod recorded;
mod sample;
mod story;
mod views;
