//! Which gate? Twelve failures as messages, and where each belongs.
//!
//! [`ITEMS`] names for each failure a vector and a step of it. Its messages are a recording of that very run
//! ([`Exchange`]), and where it belongs is read off the decision that was recorded with them: it stands nowhere else.
//! `examples/recordings.rs` writes the recordings, and a test plays the vectors again and compares.

mod exchange;
mod item;
mod items;
mod place;

pub use exchange::Exchange;
pub use item::Item;
pub use items::ITEMS;
pub use place::Place;
