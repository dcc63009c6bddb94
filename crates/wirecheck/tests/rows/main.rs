//! The checks, each by its own samples, and all of them together.

#![expect(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

mod access;
mod answers;
mod asked;
mod cases;
mod common;
mod envelope;
mod marks;
mod over_http;
mod races;
mod repairs;
mod results;
mod retries;
mod samples;
mod shapes;
mod together;
mod tools;
