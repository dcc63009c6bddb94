//! Both gates around a handler of rmcp's, over HTTP and over two pipes; and what does not start.

#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests fail loudly")]

mod client;
mod handler;
mod native;
mod scene;

mod calls;
mod deferred;
mod listing;
mod rejections;
mod replays;
mod rounds;
mod scopes;
mod setups;
mod socket;
mod stdio;
mod undeclared;

use client::{Post, call, request};
use scene::{Scene, scene};
