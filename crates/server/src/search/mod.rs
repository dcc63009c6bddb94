//! The search service: its client in the server, and a small one of our own to run beside it.

mod client;
mod service;

pub(crate) use client::{Client, NotFound};
pub(crate) use service::{Manner, serve};
