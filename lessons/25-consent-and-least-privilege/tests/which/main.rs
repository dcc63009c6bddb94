//! `--which-gate`: every key is executed. The vectors are played, and what is recorded of them, where each failure
//! belongs, and what is said of the other places is held against those runs.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail loudly")]

mod exchange;
mod items;
mod live;
mod place;
