//! The real program, as a process: over HTTP, over stdio, with workers, killed and started again.

#![expect(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

mod access;
mod calls;
mod configuration;
mod crashes;
mod deferred;
mod demo;
mod files;
mod limits;
mod local;
mod lookout;
mod search;
#[path = "../support/mod.rs"]
mod support;
mod together;
