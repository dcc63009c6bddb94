//! The real server of Two Gates: four tools behind both gates, over Streamable HTTP and stdio.
//!
//! - [`cli`]: the program `two-gates`, from its arguments on.
//! - [`reference`]: the page about all that can be set.
//!
//! Behind it: `service` puts front door, gates and tools together; `http` is what listens and guards; `tokens` verifies who
//! is calling; `database` has the ledger and the queue beside the grants; `watched` counts and writes the log; `recovery`
//! finds what a process that is gone has left half done; `work` runs queued calls.

pub mod cli;

mod authority;
mod config;
mod database;
mod demo;
mod empty;
mod files;
mod http;
mod keeping;
mod keys;
mod log;
mod recovery;
mod search;
mod serve;
mod service;
mod tokens;
mod tools;
mod watched;
mod work;

pub use config::reference;
