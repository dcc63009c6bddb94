//! Attacks on the real server, over HTTP, as somebody would make them who has read how such servers fail.
//!
//! The server is `two-gates` as it is shipped; the tokens are those of a real authorization server. Each attack holds what
//! came back against what happened: files, ledger, grants.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "tests fail loudly"
)]

mod bodies;
mod cases;
mod challenges;
mod closed;
mod headers;
mod house;
mod http;
mod lists;
mod paths;
mod postgres;
mod principals;
mod replay;
mod states;
mod tokens;
