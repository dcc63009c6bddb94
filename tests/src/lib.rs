//! Helpers of the tests that concern several crates at once.
//!
//! [`repository`] asks cargo and git what there is, [`source`] reads Rust text without its comments and strings,
//! [`literals`] counts who builds a struct, [`misuse`] holds rustc to what must not compile.

#![expect(clippy::panic, clippy::unwrap_used, reason = "helpers of tests fail loudly")]

pub mod literals;
pub mod misuse;
pub mod repository;
pub mod source;
