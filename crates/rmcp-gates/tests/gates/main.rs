//! Both gates around a handler of rmcp's, over HTTP and in one process; and what does not start.

mod client;
mod handler;
mod native;
mod scene;

mod calls;
mod listing;
mod rejections;
mod replays;
mod scopes;
mod setups;

use client::{Post, call, request};
use scene::{Scene, scene};
