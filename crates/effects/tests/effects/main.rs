//! Staged deletion on a real folder, and what backends promise.

#![expect(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

mod conditional;
mod desk;
mod keyed;
mod runs;
#[cfg(target_os = "linux")]
mod staged;
