//! What needs a running server, and is therefore no test of the default members.
//!
//! - `interop`: rmcp's client as an arm of the four-tool story.
//!
//! Everything here stands behind a feature; each part of `scripts/test` that needs one says so.

#[cfg(feature = "interop")]
pub mod interop;
