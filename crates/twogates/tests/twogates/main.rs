//! Both gates over HTTP and stdio, through a server with a few toy tools.

#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests fail loudly")]

mod audit;
mod cases_answers;
mod cases_arguments;
mod cases_binding;
mod cases_scope;
mod client;
mod defences;
mod deferred;
mod disclosure;
mod faster;
mod flaky;
mod forgotten;
mod front;
mod lists;
mod metadata;
mod named;
mod noes;
mod notifications;
mod order;
mod outcomes;
mod refusals;
mod replays;
mod rounds;
mod server;
mod states;
mod stdio;
mod tools;
mod turned;
mod undeclared;
mod windows;
